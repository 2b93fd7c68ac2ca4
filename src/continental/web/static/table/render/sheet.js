/**
 * The score sheet of a contract game, deals down and players across, and what lies open when a deal is over.
 */

import { still } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { melds as words } from "../../melds-words.js";
import { whoOf } from "../state.js";
import { words as all } from "../../shared/words.js";
import { tag } from "../../shared/parts.js";

/** @param {import("../../shared/wire.js").State} state */
export function sheet(state) {
  const { view, you } = state.message;
  const who = whoOf(state);
  const scored = (state.sheet && state.sheet.deals) || [];
  const playing = view.phase !== "over" && view.deal && !isOver(view.deal) ? view.deal.number : null;
  return h(
    "div",
    { key: "sheet", class: "sheet", tabindex: "0", role: "group", "aria-label": words.sheet },
    h(
      "table",
      { class: `result${view.players > 5 ? " crowd" : ""}` },
      h("caption", null, words.sheet, h("small", null, ` ${words.deal_short_key}`)),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, words.sheet_deal),
          view.totals.map((_, seat) =>
            h(
              "th",
              { key: seat, scope: "col", class: seat === you ? "mine" : "", title: who.name(seat) },
              who.name(seat),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        state.game.deals.map((deal, at) =>
          rowOf(
            deal,
            at + 1,
            scored.find((row) => row.number === at + 1),
            { view, you, playing },
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, words.sheet_total),
          view.totals.map((total, seat) =>
            h("td", { key: seat, class: seat === you ? "mine" : "" }, h("b", null, all.number(total))),
          ),
        ),
      ),
    ),
  );
}

const isOver = (deal) => Boolean(deal.on_table.closed || deal.ran_out);

function rowOf(deal, number, scored, { view, you, playing }) {
  return h(
    "tr",
    { key: number, class: playing === number ? "now" : scored ? "" : "later" },
    h(
      "th",
      { scope: "row" },
      `${number} `,
      h("small", { title: words.deal_asks(deal.needs, deal.whole) }, words.deal_short(deal.needs)),
      playing === number && tag("turn", " ◂", words.sheet_now),
    ),
    view.totals.map((_, seat) =>
      h(
        "td",
        { key: seat, class: seat === you ? "mine" : "" },
        scored
          ? [
              scored.closed === seat && h("span", { "aria-hidden": "true" }, "✓ "),
              all.number(scored.points[seat]),
            ]
          : "",
      ),
    ),
  );
}

/** The end of a deal, and of the match: who went out, what the others held, the sheet, and the places. */
export function dealEnd(state) {
  const { view } = state.message;
  const { deal } = view;
  const who = whoOf(state);
  const over = view.phase === "over";
  return h(
    "section",
    { key: "end", class: "count", "aria-label": all.showdown, tabindex: "0" },
    h(
      "h2",
      { key: "title", class: over ? "over" : "" },
      over
        ? all.over_points(view.winners, who)
        : deal.on_table.closed
          ? words.closed(who, deal.on_table.closed.seat, deal.on_table.closed.at_once)
          : words.ran_out,
    ),
    over && places(state, who),
    sheet(state),
    h(
      "section",
      { key: "hands", class: "money" },
      h("h3", null, words.hands_left),
      h(
        "ul",
        { class: "hands" },
        deal.on_table.scored.map((row) => handLeft(row, who)),
      ),
    ),
  );
}

function handLeft({ seat, cards, points }, who) {
  return h(
    "li",
    { key: seat, class: "shown" },
    h("h3", null, h("span", null, who.name(seat)), h("b", { class: "points" }, all.number(points))),
    h(
      "div",
      { class: "laid" },
      cards.length
        ? h(
            "span",
            { class: "group" },
            cards.map((card, at) => still(card, { key: at, size: "tiny" })),
          )
        : h("span", { class: "detail" }, words.nothing_left),
    ),
  );
}

function places(state, who) {
  const { view, you } = state.message;
  const found = state.sheet && state.sheet.places;
  if (!found) return null;
  const order = view.totals.map((_, seat) => seat).sort((one, two) => found[one] - found[two] || one - two);
  const shared = (seat) => found.filter((place) => place === found[seat]).length > 1;
  return h(
    "table",
    { key: "places", class: "result places-table" },
    h("caption", null, words.places),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        [words.columns.place, words.columns.player, words.columns.total].map((text, at) =>
          h("th", { key: at, scope: "col" }, text),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      order.map((seat) =>
        h(
          "tr",
          {
            key: seat,
            class: `${seat === you ? "mine" : ""}${view.winners.includes(seat) ? " winner" : ""}`,
          },
          h(
            "td",
            null,
            view.winners.includes(seat) && h("span", { "aria-hidden": "true" }, "★ "),
            shared(seat) ? words.place_shared(found[seat]) : words.place(found[seat]),
          ),
          h("th", { scope: "row" }, who.name(seat)),
          h("td", null, h("b", null, all.number(view.totals[seat]))),
        ),
      ),
    ),
  );
}
