/**
 * The score sheet: every hand with its totals and marks, each to be opened, changed, struck out; and the
 * chart of the totals.
 */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { chart } from "../shared/chart.js";
import { ofName } from "./draft.js";
import { coin, dealerSign } from "./entry.js";
import { kindOf } from "./kinds.js";
import { region, words, writer } from "./words.js";
import { sayPiece } from "../shared/server-texts.js";
import { format, t } from "../shared/words.js";

const told = words.pad;

/** The day and minute of a moment, as this browser's owner writes them. */
export const when = (at) => new Date(at).toLocaleString(region, { dateStyle: "medium", timeStyle: "short" });

/** One line of the trail: what, who, when, and whether it was taken back. */
export const trailLine = (row) => [
  sayPiece(row),
  " ",
  h(
    "small",
    null,
    `${when(row.at)}${row.mine ? ` · ${told.you}` : ""}${row.undone ? ` · ${told.was_undone}` : ""}`,
  ),
];

/** The sheet as a part of the page. */
export function sheet(app) {
  const { state } = app;
  const names = state.players.map((player) => player.name);
  return h(
    "section",
    { key: "sheet", class: "sheet", "data-home": "sheet", tabindex: "-1", "aria-label": told.sheet },
    h("h2", null, told.sheet),
    h(
      "div",
      { key: "scrolls", class: "scrolls", tabindex: "0", role: "group", "aria-label": told.sheet },
      h(
        "table",
        { class: `result${names.length > 4 ? " many" : ""}` },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { key: "n", scope: "col" }, told.column_hand),
            state.players.map((player) => head(player, app.unsummed)),
          ),
        ),
        h(
          "tbody",
          null,
          state.rows.flatMap((row) => [
            line(app, row, names),
            app.opened === row.item && opened(app, row, names.length + 1),
          ]),
        ),
        !app.unsummed &&
          h(
            "tfoot",
            null,
            h(
              "tr",
              { class: "now" },
              h("th", { key: "now", scope: "row" }, told.now),
              state.players.map((player) =>
                h("td", { key: player.name }, format.number(player.total), mark(player.out, player.window)),
              ),
            ),
          ),
      ),
    ),
    !state.rows.length && h("p", { key: "none", class: "detail" }, told.no_hands),
    h("p", { key: "marks", class: "detail" }, kindOf(state).marks()),
    graph(state),
    h(
      "p",
      { key: "print", class: "buttons no-print" },
      button({ class: "button", onclick: () => window.print() }, told.print),
      button({ class: "button", onclick: () => picture(app) }, told.picture),
      h("small", { class: "note", role: "status" }, app.notes.picture || ""),
    ),
  );
}

const head = (player, isOld) =>
  h(
    "th",
    { key: player.name, scope: "col" },
    h("span", { class: "name" }, player.name),
    player.dealer && !isOld && dealerSign(),
    player.left && h("small", { class: "sign" }, ` ${told.left}`),
  );
const mark = (out, window) => (out ? sign("✕", told.out) : window ? sign("⚑", told.window) : null);
const sign = (shown, read) =>
  h(
    "span",
    { key: read, class: "sign" },
    h("span", { "aria-hidden": "true" }, ` ${shown}`),
    h("span", { class: "unseen" }, ` ${read}`),
  );

function line(app, row, names) {
  const { state } = app;
  const label =
    row.number === null
      ? t("pad.open_line", { says: sayPiece(row) })
      : t("pad.open_row", { number: row.number, says: sayPiece(row) });
  const closer = closerOf(row);
  return h(
    "tr",
    { key: row.item, class: `${row.state}${app.opened === row.item ? " is-open" : ""}` },
    h(
      "th",
      { key: "n", scope: "row" },
      button(
        {
          class: "row-key",
          "aria-expanded": String(app.opened === row.item),
          "aria-label": label,
          onclick: () => app.openRow(row.item),
        },
        row.number === null ? "·" : row.number,
        row.changed && h("span", { class: "sign", title: told.changed }, "*"),
      ),
    ),
    row.totals
      ? names.map((name) =>
          h(
            "td",
            { key: name },
            ofName(row.totals, name) === undefined
              ? ""
              : [
                  h("span", { class: "total" }, format.number(row.totals[name])),
                  marksOf(state, row, name, closer),
                  ofName(row.points, name) !== undefined &&
                    h("small", { class: "points" }, format.signed(row.points[name])),
                ],
          ),
        )
      : h(
          "td",
          { key: "none", colspan: String(names.length), class: "less" },
          `${sayPiece(row)} · ${told.no_sum}`,
        ),
  );
}

function marksOf(state, row, name, closer) {
  return [
    closer === name && sign("▸", told.ended_this),
    hasBought(row, name) && sign("↩", words.bought_back),
    mark(row.out.includes(name), row.window.includes(name)),
  ];
}

/** Whoever ended the hand of a row. */
export const closerOf = ({ hand }) => hand && (hand.ended_by ?? hand.closed_by);

/** Whether somebody bought back after a row. */
export const hasBought = (row, name) =>
  row.offers.some((offer) => offer.name === name && offer.answer === "yes");

function opened(app, row, span) {
  const writes = app.state.role === "write";
  return h(
    "tr",
    { key: `${row.item}-open`, class: "opened" },
    h(
      "td",
      { key: "all", colspan: String(span) },
      h(
        "p",
        { key: "says" },
        h("b", null, sayPiece(row)),
        " ",
        h("small", null, t("pad.by", { name: writer(row.by), when: when(row.at) })),
      ),
      row.offers &&
        row.offers.length > 0 &&
        h(
          "ul",
          { key: "offers" },
          row.offers.map((offer) => offerLine(app, row, offer, writes)),
        ),
      row.transfers && h("ul", { key: "coins", class: "coins" }, row.transfers.map(coin)),
      writes &&
        h(
          "p",
          { key: "acts", class: "buttons" },
          row.kind === "hand" &&
            button(
              { key: "change", class: "button small", onclick: () => app.openHand(row.item) },
              told.correct,
            ),
          button(
            { key: "insert", class: "button small", onclick: () => app.insertBefore(row.item) },
            told.insert,
          ),
          places(app, row),
          button(
            {
              key: "strike",
              class: "button small",
              onclick: () => app.act({ do: "strike", item: row.item }, told.strike_sure),
            },
            told.strike,
          ),
        ),
    ),
  );
}

// A line goes up before the one above it, and down before the one that is two below it, or to the end.
function places(app, { item }) {
  const ids = app.state.rows.map((each) => each.item);
  const at = ids.indexOf(item);
  const to = (text, before) =>
    button(
      { key: text, class: "button small", onclick: () => app.act({ do: "move", item, before }, text) },
      text,
    );
  return [
    at > 0 && to(told.move_up, ids[at - 1]),
    at < ids.length - 1 && to(told.move_down, ids[at + 2] ?? null),
  ];
}

/** By the answer to an offer the name of its text. */
const OFFERS = { yes: "bought", no: "not_bought", open: "offered" };

function offerLine(app, row, { name, target, price_cents, answer }, writes) {
  const says = t(`pad.${OFFERS[answer]}`, { name, target, price: price_cents });
  return h(
    "li",
    { key: name },
    says,
    " ",
    writes &&
      answer !== "open" &&
      button(
        {
          class: "button small",
          onclick: () => app.act({ do: "answer", item: row.item, name, yes: answer === "no" }, says),
        },
        answer === "no" ? told.answer_bought : told.answer_not_bought,
      ),
  );
}

// Drawn by a module of its own, which is loaded when it is asked for.
function picture(app) {
  import("./picture.js")
    .then(({ savePicture }) => savePicture(app.state))
    .catch(() => app.note("picture", told.no_answer));
}

function graph(state) {
  const rows = state.rows.filter((row) => row.number !== null && row.totals);
  if (!rows.length) return null;
  const names = state.players.map((player) => player.name);
  const limits = { line: state.form.line, from: state.form.window_from };
  return h(
    "figure",
    { key: "chart", class: "figure" },
    h("figcaption", null, told.chart),
    chart({
      rows: rows.map((row) => ({
        number: row.number,
        totals: names.map((name) => ofName(row.totals, name) ?? 0),
        bought: names.flatMap((name, place) => (hasBought(row, name) ? [place] : [])),
      })),
      names,
      out: state.players.map((player) => player.out),
      you: null,
      limits,
      at: (number) => t("pad.hand_number", { number }),
    }),
  );
}
