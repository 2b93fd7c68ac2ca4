/**
 * The page of a season: money and places over the evenings, by name, with two names counted as one person.
 */

import { button } from "../shared/button.js";
import { h, show } from "../shared/dom.js";
import { recall, remember } from "../shared/keep.js";
import { chart } from "../shared/chart.js";
import { ask, goOn, keyInAddress, newId, noteOpened, replaceLinks } from "./asking.js";
import { linkTo, newLinks } from "./links.js";
import { trailLine } from "./sheet.js";
import { region, words } from "./words.js";
import { byId } from "../shared/page.js";
import { t, format } from "../shared/words.js";
import { sayRefusal } from "../shared/server-texts.js";

const told = words.pad;
const root = byId("season");
const key = keyInAddress();
const at = `/seasons/${encodeURIComponent(key)}`;
/**
 * @typedef {{v: number, role: "write"|"watch", title: string, watch: string, names: string[], merged:
 *   Object<string, string>,
 *   evenings: any[], players: any[], can_undo: boolean, can_redo: boolean}} Season
 * @type {{season: Season|null, note: string|null, links: string, copied: string|null, asking: boolean,
 *   trouble: {act: Object, rows: any[]}|null}}
 */
const page = { season: null, note: "", links: "", copied: null, asking: false, trouble: null };

function draw() {
  const { season } = page;
  if (!season) {
    show(root, [
      h(
        "main",
        { key: "none" },
        h("h1", null, told.season_title),
        h("p", { role: "status" }, page.note || told.season_loading),
        h("p", null, h("a", { href: "/pad" }, told.pads_title)),
      ),
    ]);
    return;
  }
  const writes = season.role === "write";
  document.title = season.title;
  show(root, [
    h(
      "main",
      { key: "main", "data-home": "season", tabindex: "-1" },
      h("h1", null, season.title),
      h("p", { key: "note", class: "note", role: "status" }, page.note),
      page.trouble && trouble(page.trouble),
      season.evenings.length
        ? [standing(season), graph(season), evenings(season)]
        : h("p", { key: "none" }, told.season_none),
      merging(season, writes),
      writes &&
        (season.can_undo || season.can_redo) &&
        h(
          "p",
          { key: "back", class: "buttons" },
          season.can_undo &&
            button({ key: "undo", class: "button", onclick: () => write({ do: "undo" }) }, told.undo),
          season.can_redo &&
            button({ key: "redo", class: "button", onclick: () => write({ do: "redo" }) }, told.redo),
        ),
      h("h2", { key: "links" }, told.season_share),
      writes &&
        linkTo(
          told.write_link,
          told.write_link_means,
          new URL(`/season/${key}`, location.href).href,
          page.copied,
          copy,
          draw,
        ),
      linkTo(
        told.watch_link,
        told.watch_link_means,
        new URL(`/season/${writes ? season.watch : key}`, location.href).href,
        page.copied,
        copy,
        draw,
      ),
      writes && newLinks(page.asking, page.links, sure, makeNewLinks),
      h("p", { key: "foot", class: "foot" }, h("a", { href: "/pad" }, told.pads_title)),
    ),
  ]);
}

function standing({ players }) {
  return h(
    "div",
    { key: "standing", class: "scrolls", tabindex: "0", role: "group", "aria-label": told.standing },
    h(
      "table",
      { class: "result" },
      h("caption", null, told.standing),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          [told.player_column, told.evenings, told.cash, told.won, told.places].map((text) =>
            h("th", { key: text, scope: "col" }, text),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        players.map((player) =>
          h(
            "tr",
            { key: player.name },
            h("th", { scope: "row" }, player.name),
            h("td", null, String(player.evenings)),
            h("td", null, format.gain(player.money_cents)),
            h("td", null, String(player.wins)),
            h("td", null, player.places.join(", ")),
          ),
        ),
      ),
    ),
  );
}

function graph({ evenings: all, players }) {
  const known = Object.create(null); // by names that every object may know
  const rows = all.map((evening, place) => {
    for (const player of players) {
      const point = player.over_time.find((each) => each.pad === evening.pad);
      if (point) known[player.name] = point.money_cents;
    }
    return { number: place + 1, totals: players.map(({ name }) => Math.round((known[name] || 0) / 100)) };
  });
  return h(
    "figure",
    { key: "chart", class: "figure" },
    h("figcaption", null, told.season_chart),
    chart({
      rows,
      names: players.map(({ name }) => name),
      out: players.map(() => false),
      you: null,
      limits: { line: null, from: null },
      at: (number) => t("pad.evening", { number }),
    }),
  );
}

const evenings = (season) =>
  h(
    "section",
    { key: "evenings", class: "panel" },
    h("h2", null, told.evenings),
    h(
      "ol",
      { class: "evenings" },
      season.evenings.map((evening) =>
        h(
          "li",
          { key: evening.pad },
          h("b", null, evening.title),
          " ",
          h("small", null, new Date(evening.at).toLocaleDateString(region)),
          h("br", null),
          evening.players.map((player) =>
            h(
              "span",
              { key: player.name, class: "won" },
              t(player.place ? "pad.evening_place" : "pad.evening_money", {
                name: player.name,
                cents: player.money_cents,
                place: player.place,
              }),
            ),
          ),
        ),
      ),
    ),
  );

function merging(season, writes) {
  const merged = Object.entries(season.merged);
  if (!writes || (season.names.length < 2 && !merged.length)) return null;
  const choice = (id, usual) =>
    h(
      "select",
      { id, name: id },
      season.names.map((name, place) =>
        h("option", { key: name, value: name, selected: place === usual }, name),
      ),
    );
  return h(
    "form",
    { key: "merge", class: "panel", onsubmit: merge },
    h("h2", null, told.merge),
    h(
      "ul",
      { key: "merged" },
      merged.map(([name, into]) =>
        h(
          "li",
          { key: name },
          t("pad.merged", { name, into }),
          " ",
          button({ class: "button small", onclick: () => write({ do: "part", name }) }, told.part),
        ),
      ),
    ),
    h("p", { class: "field" }, h("label", { for: "name" }, told.merge_from), " ", choice("name", 1)),
    h("p", { class: "field" }, h("label", { for: "into" }, told.merge_into), " ", choice("into", 0)),
    h("p", null, button({ type: "submit", class: "button" }, told.do_merge)),
  );
}

function merge(event) {
  event.preventDefault();
  const { name, into } = event.target.elements;
  write({ do: "merge", name: name.value, into: into.value });
}

async function write(act) {
  if (!page.season) return;
  const answer = await ask(`${at}/entries`, { entries: [{ id: newId(), after: page.season.v, act }] });
  page.trouble = null;
  if (!answer) page.note = told.no_answer;
  else if (answer.body.season) {
    page.season = answer.body.season;
    const [result] = answer.body.results;
    page.note = result.refused ? sayRefusal(result.refused) : "";
    if (result.conflict) page.trouble = { act, rows: result.conflict };
  } else page.note = answer.sentence;
  draw();
}

// What others did since this page last looked is shown; it is written all the same, or not.
function trouble({ act, rows }) {
  return h(
    "div",
    { key: "trouble", class: "panel trouble", role: "alert" },
    h("h2", null, told.conflict_title),
    h("p", null, told.conflict_came),
    h(
      "ul",
      { class: "trail" },
      rows.map((row) => h("li", { key: row.v }, trailLine(row))),
    ),
    h(
      "p",
      { class: "buttons" },
      button({ class: "button", onclick: () => write(act) }, told.insist),
      button({ class: "button", onclick: leave }, told.drop),
    ),
  );
}

function leave() {
  page.trouble = null;
  draw();
}

function sure() {
  page.asking = !page.asking;
  draw();
}

async function makeNewLinks() {
  page.asking = false;
  const answer = await replaceLinks("season", key, at);
  page.links = answer ? answer.sentence || "" : told.lost_links;
  draw();
}

async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    page.copied = address;
  } catch {
    page.copied = null; // the link stands there to be taken by hand
  }
  draw();
}

async function look() {
  const answer = await ask(at);
  if (answer && answer.ok) {
    page.season = answer.body;
    remember("seasons", noteOpened(recall("seasons", []), { key, title: answer.body.title }));
  } else if (answer && answer.code === "link_replaced" && (await goOn("season", key))) return;
  else page.note = answer ? answer.sentence : told.no_answer;
  draw();
}

// back from a pad that may be finished now
addEventListener("pageshow", (event) => event.persisted && look());
draw();
look();
