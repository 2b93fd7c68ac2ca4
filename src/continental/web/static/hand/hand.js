/**
 * The hand checker: cards tapped or typed, and what they count, by whichever rule set; the address holds the
 * hand.
 */

import { button } from "../shared/button.js";
import { still, withPart } from "../shared/cards.js";
import { h, show } from "../shared/dom.js";
import { settings } from "../shared/keep.js";
import "../shared/install.js";
import { ask } from "../pad/asking.js";
import { openCounting } from "../shared/counting.js";
import { cardsIn, isCard, picker } from "../shared/picker.js";
import { byId, given } from "../shared/page.js";
import { nameRules, sayRefusal } from "../shared/server-texts.js";
import { format, surface, t, words } from "../shared/words.js";
import { needsOf, readContract } from "../shared/needs.js";

const TYPING_MS = 300;
const LONGEST = 400; // letters of a hand that the server reads
const MOST = 100_000; // a total that it counts at

const told = await surface("hand");
const root = byId("hand");
/** @type {{key: string, title: string, kind: "money"|"points"}[]} */
const catalogue = JSON.parse(given(root, "rules"));
/**
 * @type {Object<string, [string, string][]>} by game, what each deal asks for, and whether the whole hand
 * goes down
 */
const contracts = JSON.parse(given(root, "deals"));
const asked = new URLSearchParams(location.search);
const counting = openCounting(JSON.parse(given(root, "counting")), () => draw());
/**
 * @type {{cards: string[], typed: string[], rank: string|null, rules: string, total: number, deal: number,
 *   found: any, note: string, alone: boolean}}
 */
const page = {
  cards: cardsIn(asked.get("cards") || ""),
  typed: [],
  rank: null,
  rules: asked.get("rules") || "",
  total: within(asked.get("total"), 0, -MOST, MOST),
  deal: within(asked.get("deal"), 1, 1, Infinity),
  found: null,
  note: "",
  alone: false,
};
if (!catalogue.some(({ key }) => key === page.rules)) page.rules = catalogue[0].key;
page.deal = dealOf(page.rules, page.deal);
const rulesNow = () => catalogue.find((each) => each.key === page.rules) || catalogue[0];

document.documentElement.dataset.suits = settings().suits;

function draw() {
  const rules = rulesNow();
  show(root, [
    h(
      "main",
      { key: "main" },
      h("h1", null, told.check_title),
      h("p", { class: "lead" }, told.check_lead),
      h(
        "section",
        { key: "cards", class: "panel", "data-home": "cards", tabindex: "-1" },
        picker(page, set),
        field(
          "typed",
          told.type_cards,
          h("input", {
            id: "typed",
            autocomplete: "off",
            autocapitalize: "characters",
            placeholder: told.type_means,
            maxlength: "300",
            oninput: typing,
            onchange: typed,
          }),
        ),
        page.cards.length > 0 &&
          h(
            "p",
            { key: "clear" },
            button(
              {
                class: "button small",
                onclick: () => set({ cards: [], typed: [], rank: null }),
              },
              told.clear,
            ),
          ),
      ),
      h(
        "section",
        { key: "by", class: "panel fields" },
        field(
          "rules",
          told.rules,
          h(
            "select",
            {
              id: "rules",
              onchange: (event) =>
                set({ rules: event.target.value, deal: dealOf(event.target.value, page.deal), found: null }),
            },
            catalogue.map(({ key, title }) =>
              h("option", { key, value: key, selected: key === rules.key }, nameRules(key, title)),
            ),
          ),
        ),
        KINDS[rules.kind].place(),
      ),
      h("p", { key: "note", class: "note", role: "status" }, page.note),
      alone(),
      page.found && KINDS[rules.kind].drawn(page.found),
      kept(),
      h(
        "p",
        { class: "foot" },
        h("a", { href: `/rules/${rules.key}` }, told.check_rules),
        " · ",
        h("a", { href: "/pad" }, told.pads_title),
        " · ",
        h("a", { href: "/" }, words.home),
      ),
    ),
  ]);
}

const field = (id, text, input) =>
  h("p", { key: id, class: "field" }, h("label", { for: id }, text), " ", input);

// Whole cards are counted while they are typed; what is no card is told once the text is done with: by
// Enter, or by going elsewhere.
let typingTimer = 0;
function typing({ target }) {
  clearTimeout(typingTimer);
  typingTimer = setTimeout(() => {
    const whole = cardsIn(target.value).filter(isCard);
    if (whole.join() !== page.typed.join()) set({ typed: whole });
  }, TYPING_MS);
}

function typed({ target }) {
  clearTimeout(typingTimer);
  set({ cards: [...page.cards, ...cardsIn(target.value)], typed: [], rank: null });
  target.value = "";
}

const allCards = () => [...page.cards, ...page.typed];

function set(change) {
  Object.assign(page, change);
  if (!("rank" in change) || "cards" in change) count();
  draw();
}

/** The total that the player has before the hand. */
const totalField = () =>
  field(
    "total",
    told.at_total,
    h("input", {
      id: "total",
      type: "number",
      inputmode: "numeric",
      value: String(page.total),
      oninput: (event) => set({ total: within(event.target.value, 0, -MOST, MOST) }),
    }),
  );

/** The deal that the hand belongs to. */
const dealField = () =>
  field(
    "deal",
    told.at_deal,
    h(
      "select",
      { id: "deal", onchange: (event) => set({ deal: Number(event.target.value) }) },
      contracts[rulesNow().key].map(([needs, whole], place) =>
        h(
          "option",
          { key: place, value: String(place + 1), selected: page.deal === place + 1 },
          t(`hand.deal_asks.${whole === "all_but_one" ? "most" : whole}`, {
            deal: place + 1,
            needs: needsOf(readContract(needs)),
          }),
        ),
      ),
    ),
  );

/**
 * By the way of scoring: the field beside the cards, what is asked with them, and how the answer is drawn.
 */
const KINDS = {
  money: { place: totalField, at: () => ({ total: page.total }), drawn: (answer) => found(answer) },
  points: { place: dealField, at: () => ({ deal: page.deal }), drawn: (answer) => stands(answer) },
};

let last = 0;

async function count() {
  const here = (last += 1);
  const at = KINDS[rulesNow().kind].at();
  const address = new URLSearchParams({
    rules: page.rules,
    ...Object.fromEntries(Object.entries(at).map(([name, value]) => [name, String(value)])),
    cards: allCards().join(","),
  });
  history.replaceState(null, "", `?${address}`);
  page.note = "";
  if (!allCards().length) {
    page.found = null;
    return;
  }
  const wish = {
    rules: page.rules,
    cards: text(allCards()),
    ...at,
  };
  const heard = ask("/count", wish);
  const soon = await counting.soon(heard);
  if (here !== last) return;
  if (soon) return void tell(soon);
  page.alone = true;
  if (!counting.ready) page.found = null; // it may take a while, and what stands there is of other cards
  draw();
  heard.then((late) => late && here === last && tell(late));
  const own = await counting.count(wish);
  if (here === last && page.alone) tell(own, true);
}

function tell(answer, alone = false) {
  page.alone = alone;
  page.found = answer && answer.ok ? answer.body : null;
  page.note = answer ? sentenceOf(answer) : told.check_offline;
  draw();
}

const sentenceOf = ({ body }) => (body.refused ? sayRefusal(body.refused) : "");

/** The deal of a game, its last one for any beyond. */
function dealOf(rules, deal) {
  return contracts[rules] ? Math.min(deal, contracts[rules].length) : deal;
}

/** The cards as a text that is no longer than the server reads. */
function text(cards) {
  const all = cards.join(" ");
  return all.length <= LONGEST ? all : all.slice(0, all.lastIndexOf(" ", LONGEST));
}

/** A whole number out of a text, `otherwise` where there is none, no further out than may be asked. */
function within(text, otherwise, least, most) {
  const number = Math.trunc(Number(text || otherwise));
  return Number.isFinite(number) ? Math.min(most, Math.max(least, number)) : otherwise;
}

/** Who counts, where the server cannot. */
function alone() {
  if (!page.alone || counting.state !== "kept") return null;
  return h(
    "p",
    { key: "alone", class: "detail", role: "status" },
    counting.ready ? told.check_here : told.check_starting,
  );
}

/** What is kept here to count by when there is no connection. */
function kept() {
  if (counting.state === "asked")
    return h(
      "p",
      { key: "kept" },
      button(
        { class: "button small", onclick: () => counting.keep(true) },
        t("hand.check_keep", { mb: counting.megabytes }),
      ),
    );
  const says = { keeping: told.check_keeping, kept: told.check_kept }[counting.state];
  return says && !page.alone && h("p", { key: "kept", class: "detail" }, says);
}

const laid = (texts) =>
  texts.map((text, place) => {
    const { card, part } = withPart(text);
    return still(card, { part, key: place });
  });

const inMelds = (melds) =>
  h(
    "div",
    { key: "melds", class: "laid" },
    melds.length
      ? melds.map((meld, place) => h("span", { key: place, class: "group" }, laid(meld)))
      : h("p", { class: "detail" }, told.no_melds),
  );
const leftOver = (left) =>
  h(
    "div",
    { key: "left", class: "laid" },
    left.length
      ? h(
          "span",
          { class: "group leftover" },
          left.map((card, place) => still(card, { key: place, left: true })),
        )
      : h("p", { class: "detail" }, told.nothing_left),
  );

function found({ least, melds, left, thrown, before, reach, declare }) {
  return h(
    "section",
    { key: "found", class: "panel found", "aria-live": "polite" },
    h(
      "h2",
      null,
      thrown
        ? t("hand.worth_throwing", { points: least, card: format.card(thrown) })
        : t("hand.worth", { points: least }),
    ),
    h("h3", null, told.melds),
    inMelds(melds),
    h("h3", null, told.left_over),
    leftOver(left),
    h("h3", null, t("hand.reachable", { before })),
    h(
      "ul",
      { key: "reach", class: "dial" },
      reach.map(({ points, total, says }) =>
        h(
          "li",
          { key: points, class: `stop says-${says}` },
          h("b", null, format.number(total)),
          h("span", { class: "points" }, format.signed(points)),
          h("span", { class: "lands" }, told.lands[says] || ""),
        ),
      ),
    ),
    h("h3", null, told.may),
    h("ul", { key: "may" }, declared(declare)),
  );
}

/** How a hand stands before the contract of its deal. */
function stands({ points, contract }) {
  if (!contract)
    return h(
      "section",
      { key: "points", class: "panel", "aria-live": "polite" },
      h("h2", null, t("hand.points_are", { count: points })),
    );
  const { met, melds, left, points_left, distance, throw: thrown } = contract;
  return h(
    "section",
    { key: "stands", class: "panel found", "aria-live": "polite" },
    h(
      "h2",
      null,
      met
        ? t("hand.goes_down", { count: points_left })
        : t(distance === null ? "hand.away_never" : "hand.away", { count: distance }),
    ),
    met && [
      h("h3", { key: "melds-title" }, told.melds_then),
      inMelds(melds),
      h(
        "h3",
        { key: "left-title" },
        points_left ? t("hand.left_points", { count: points_left }) : told.left_over,
      ),
      leftOver(left),
    ],
    thrown && [
      h("h3", { key: "thrown-title" }, told.best_thrown),
      h("div", { key: "thrown", class: "laid" }, h("span", { class: "group" }, still(thrown))),
      h("p", { key: "then", class: "detail" }, then(contract)),
    ],
    h("p", { key: "all", class: "detail" }, t("hand.points_all", { points })),
  );
}

/** Why that card is best thrown. */
function then({ met, distance_after }) {
  if (met) return told.thrown_down;
  return distance_after === null ? told.thrown_whole : t("hand.thrown_then", { count: distance_after });
}

function declared({ knock, ...others }) {
  const all = [
    ...(knock.length ? [t("hand.may_knock", { cards: knock.map((card) => format.card(card)) })] : []),
    ...Object.entries(others)
      .filter(([, may]) => may)
      .map(([ending]) => told.may_declare[ending]),
  ];
  if (all.length) return all.map((text) => h("li", { key: text }, text));
  return h("li", { key: "none", class: "detail" }, told.may_not);
}

async function keep() {
  await counting.keep();
  if (page.alone) count();
}

addEventListener("online", () => void (count(), keep()));
addEventListener("offline", () => counting.start());
draw();
count();
keep();
