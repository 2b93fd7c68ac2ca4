/**
 * The score sheet of a contract game, deals down and players across, and what lies open when a deal is over.
 */

import { still } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { melds as words, dealAsks, dealShort } from "../../shared/meld-texts.js";
import { whoOf } from "../state.js";
import { words as all, format, t } from "../../shared/words.js";
import { tag } from "../../shared/parts.js";
import { tellWinners } from "../../shared/telling.js";

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
            h("td", { key: seat, class: seat === you ? "mine" : "" }, h("b", null, format.number(total))),
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
      h("small", { title: dealAsks(deal.needs, deal.whole) }, dealShort(deal.needs)),
      playing === number && tag("turn", " ◂", words.sheet_now),
    ),
    view.totals.map((_, seat) =>
      h(
        "td",
        { key: seat, class: seat === you ? "mine" : "" },
        scored
          ? [
              scored.closed === seat && h("span", { "aria-hidden": "true" }, "✓ "),
              format.number(scored.points[seat]),
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
        ? tellWinners(view.winners, who)
        : deal.on_table.closed
          ? t(
              deal.on_table.closed.at_once ? "melds.closed_at_once" : "melds.closed",
              who.of(deal.on_table.closed.seat),
            )
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
    h("h3", null, h("span", null, who.name(seat)), h("b", { class: "points" }, format.number(points))),
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
            shared(seat)
              ? t("melds.place_shared", { place: found[seat] })
              : t("melds.place", { place: found[seat] }),
          ),
          h("th", { scope: "row" }, who.name(seat)),
          h("td", null, h("b", null, format.number(view.totals[seat]))),
        ),
      ),
    ),
  );
}
