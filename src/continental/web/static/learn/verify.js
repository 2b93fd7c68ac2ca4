/** The page that checks shuffles: every deal of the table, and any record that is pasted in. */

import { ask } from "../shared/ask.js";
import { still } from "../shared/cards.js";
import { h, show } from "../shared/dom.js";
import { recall, settings } from "../shared/keep.js";
import { line } from "../shared/parts.js";
import { checkDeal } from "./verify-deal.js";
import { NoRecord, readRecord } from "./verify-record.js";
import { byId, findAll, given } from "../shared/page.js";
import { surface, t, tLine } from "../shared/words.js";

const learning = await surface("learning");

const root = byId("verify");
const { room } = root.dataset;
const packs = JSON.parse(byId("packs").textContent || "");
const told = learning.verify;

document.documentElement.dataset.suits = settings().suits;

/** Every deal of a record, checked one after another. */
export async function checkRecord(text, { dealt = {}, shown = {} } = {}) {
  const record = readRecord(text);
  const checked = [];
  let out = (record.start.out || "").split(/\s+/).filter(Boolean).map(Number);
  for (const deal of record.deals) {
    checked.push(
      await checkDeal(record, deal, packs, { dealt: dealt[deal.number], shown: shown[deal.number], out }),
    );
    if (deal.dice) out = deal.out;
  }
  return { record, checked };
}

const wrongIn = (checked) =>
  checked.flatMap((deal) => deal.findings.filter((finding) => finding.agrees === false));

function verdict(checked) {
  const over = checked.filter((deal) => deal.dice);
  const wrong = wrongIn(checked).length;
  const text = wrong
    ? t("learning.verify.disagrees", { count: wrong })
    : over.length
      ? t("learning.verify.agrees", { count: over.length })
      : told.none_over;
  return h(
    "p",
    { class: `verdict ${wrong ? "bad" : over.length ? "good" : "none"}` },
    h("span", { "aria-hidden": "true" }, wrong ? "✕ " : over.length ? "✓ " : "· "),
    text,
  );
}

function saidOf({ what, agrees, facts }) {
  const key = `learning.verify.findings.${what}`;
  if (what !== "acts") return t(agrees === false ? `${key}_wrong` : key, facts);
  const { drawn: count, rebuilt, line: at, wanted, told: card } = facts;
  if (agrees) {
    const stocks = t("learning.verify.findings.stocks", { count: rebuilt });
    return t(rebuilt ? `${key}_rebuilt` : key, { count, stocks });
  }
  if (wanted) return tLine(card ? `${key}_due_not` : `${key}_due`, { line: at, wanted, card });
  return t(card ? `${key}_not_held` : `${key}_not_held_unknown`, { line: at, card });
}

function findingOf(finding, place) {
  const sign = finding.agrees === null ? "·" : finding.agrees ? "✓" : "✕";
  const says = saidOf(finding);
  return h(
    "li",
    { key: place, class: finding.agrees === false ? "bad" : finding.agrees ? "good" : "none" },
    h("span", { "aria-hidden": "true" }, `${sign} `),
    finding.agrees === false && h("b", null, `${told.no} `),
    line(says),
  );
}

function hands(record, deal) {
  return Object.entries(deal.hands).map(([seat, cards]) =>
    h(
      "li",
      { key: seat },
      h("h4", null, record.names[seat]),
      h(
        "p",
        { class: "row" },
        cards.map((card, place) => still(card, { key: place, size: "tiny" })),
      ),
    ),
  );
}

function dealOf(record, deal, link) {
  const wrong = wrongIn([deal]).length;
  return h(
    "details",
    {
      key: deal.number,
      class: "panel deal",
      id: link ? `deal-${link.match}-${deal.number}` : undefined,
      open: wrong > 0 || !deal.dice,
    },
    h(
      "summary",
      null,
      h("b", null, t("table.deal_number", { number: deal.number })),
      h(
        "span",
        { class: wrong ? "bad" : "detail" },
        deal.dice ? (wrong ? told.deal_wrong : told.deal_right) : told.deal_open,
      ),
    ),
    h("p", { class: "detail" }, told.commitment),
    h("p", { class: "hex" }, deal.commitment),
    deal.dice && h("p", { key: "d", class: "detail" }, told.dice),
    deal.dice && h("p", { key: "dice", class: "hex" }, deal.dice),
    h("ul", { class: "findings" }, deal.findings.map(findingOf)),
    Object.keys(deal.hands).length > 0 &&
      h(
        "div",
        { key: "hands" },
        h("h3", null, told.hands),
        h("ul", { class: "dealt" }, hands(record, deal)),
        h("p", null, `${told.upcard} `, line([{ card: deal.upcard }])),
      ),
    deal.order.length > 0 &&
      h(
        "details",
        { key: "order" },
        h("summary", null, told.order),
        h("p", { class: "hex" }, deal.order.join(" ")),
      ),
    link &&
      deal.dice &&
      h("p", { key: "link" }, h("a", { href: link.to(deal.number) }, learning.replay.look)),
  );
}

/** How many hands were dealt so many jokers. */
function jokersSeen(results) {
  const seen = {};
  for (const { checked } of results) {
    for (const deal of checked)
      for (const hand of Object.values(deal.hands)) {
        const n = hand.filter((card) => card === "JK").length;
        seen[n] = (seen[n] || 0) + 1;
      }
  }
  return seen;
}

function showSeen(results) {
  const seen = jokersSeen(results);
  const all = Object.values(seen).reduce((sum, n) => sum + n, 0);
  for (const cell of findAll("[data-seen]"))
    cell.textContent = all ? String(seen[given(cell, "seen")] || 0) : "–";
  const note = document.getElementById("seen-note");
  if (note) note.textContent = t("learning.verify.seen", { count: all });
}

async function checkRoom() {
  const answer = await ask(`/r/${room}/verify.json`);
  if (!answer?.ok) throw new Error(answer?.sentence || told.not_loaded);
  const shown = recall(`shown:${room}`, {});
  const results = [];
  for (const { match, record, dealt } of answer.body.matches)
    results.push({ match, ...(await checkRecord(record, { dealt, shown: shown[match] || {} })) });
  return results;
}

function roomPart(results) {
  if (!results.length) return [h("p", { key: "none" }, told.no_deals)];
  const many = results.length > 1;
  return [
    verdict(results.flatMap(({ checked }) => checked)),
    ...[...results].reverse().flatMap(({ match, record, checked }) => [
      many && h("h3", { key: `m${match}` }, t("learning.verify.match", { number: match })),
      h(
        "div",
        { key: `deals${match}`, class: "deals" },
        [...checked].reverse().map((deal) =>
          dealOf(record, deal, {
            match,
            to: (number) => `/r/${room}/deal/${number}${match > 1 ? `?match=${match}` : ""}`,
          }),
        ),
      ),
    ]),
  ];
}

async function start() {
  const place = document.getElementById("deals");
  if (!place) return;
  try {
    const results = await checkRoom();
    show(place, roomPart(results).filter(Boolean));
    showSeen(results);
    const asked = document.getElementById(location.hash.slice(1));
    if (asked) {
      if (asked instanceof HTMLDetailsElement) asked.open = true;
      asked.scrollIntoView();
    }
  } catch (fault) {
    show(place, [h("p", { class: "bad" }, (fault instanceof Error && fault.message) || told.not_loaded)]);
  }
  place.setAttribute("aria-busy", "false");
}

byId("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  const place = document.getElementById("pasted");
  try {
    const { record, checked } = await checkRecord(byId("record", HTMLTextAreaElement).value);
    show(place, [
      verdict(checked),
      h(
        "div",
        { class: "deals" },
        checked.map((deal) => dealOf(record, deal, null)),
      ),
    ]);
  } catch (fault) {
    if (!(fault instanceof NoRecord)) throw fault;
    show(place, [
      h(
        "p",
        { class: "bad" },
        t("learning.verify.wrong_line", { line: fault.line, why: told.refused[fault.code] }),
      ),
    ]);
  }
});

const chosen = byId("file", HTMLInputElement);
chosen.addEventListener("change", async () => {
  const [file] = chosen.files || [];
  if (file) byId("record", HTMLTextAreaElement).value = await file.text();
});

start();
