/**
 * The match so far: its chart, and each player's total, cash and next buy-back, with the pot and who deals.
 */

import { h } from "../../shared/dom.js";
import { inWindow, isOut, lines, moneyNow, totalsNow, whoOf } from "../state.js";
import { isAllShown } from "../show.js";
import { words, format, t } from "../../shared/words.js";
import { tag } from "../../shared/parts.js";

/**
 * The chart of the totals, once a hand has been counted.
 * @param {import("../../shared/wire.js").State} state
 */
export function chartOf(state) {
  const { view, you } = state.message;
  const rows = state.sheet ? state.sheet.deals.slice(0, isAllShown(state) ? undefined : -1) : [];
  if (!rows.length || !state.chart || rows[0].totals.length !== view.players) return null;
  const who = whoOf(state);
  const seats = view.totals.map((_, seat) => seat);
  return h(
    "div",
    { key: "chart", class: "chart-box" },
    state.chart({
      rows,
      names: seats.map(who.name),
      out: seats.map((seat) => isOut(state, seat)),
      you,
      limits: lines(state),
    }),
  );
}

/** @param {import("../../shared/wire.js").State} state */
export function match(state) {
  const { view, you, room } = state.message;
  const who = whoOf(state);
  const totals = totalsNow(state);
  const { cash, pot } = moneyNow(state);
  const dealer = view.deal ? view.deal.dealer : view.dealer;
  const { line } = lines(state);
  return h(
    "section",
    { key: "totals", class: "totals" },
    h("h2", null, words.totals),
    chartOf(state),
    h(
      "table",
      { class: "result standing" },
      h("caption", { class: "unseen" }, words.totals),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          [
            words.columns.player,
            words.columns.total,
            words.columns.cash,
            ...(room.ladder ? [words.next_price] : []),
          ].map((text, place) => h("th", { key: place, scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        null,
        totals.map((total, seat) =>
          h(
            "tr",
            { key: seat, class: `${seat === you ? "mine" : ""}${isOut(state, seat) ? " gone" : ""}` },
            h("th", { scope: "row" }, who.name(seat), dealer === seat && tag("dealer", "D", words.dealer)),
            h(
              "td",
              null,
              h("b", null, format.number(total)),
              isOut(state, seat)
                ? tag("out", " ✕", words.out)
                : inWindow(state, total) && tag("window", " ⚑", words.window),
            ),
            h("td", { class: cash[seat] < 0 ? "less" : "more" }, format.gain(cash[seat])),
            room.ladder &&
              h("td", { key: "ladder" }, isOut(state, seat) ? "–" : format.money(room.ladder[seat])),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, words.pot_word),
          h("td", { colspan: room.ladder ? "3" : "2" }, format.money(pot)),
        ),
      ),
    ),
    line !== null &&
      h("p", { key: "means", class: "detail" }, t("table.lines_mean", { from: lines(state).from, line })),
  );
}
