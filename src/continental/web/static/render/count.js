/** The count and the end: every hand in its melds, what is left over, then points and money, and who gets what. */

import { still } from "../cards.js";
import { h } from "../dom.js";
import { handEvents, lines, whoOf } from "../state.js";
import { words } from "../words.js";
import { linesOf } from "./feed.js";
import { line, tag } from "./parts.js";

/** @param {import("../state.js").State} state */
export function count(state) {
  const { view } = state.message;
  const { deal } = view;
  const who = whoOf(state);
  const over = view.phase === "over";
  return h(
    "section",
    { class: "count", "aria-label": words.showdown, tabindex: "0" },
    h("h2", { key: "title", class: over ? "over" : "unseen" }, over ? words.over(view, who) : words.showdown),
    over && table(state, words.final, true),
    deal && deal.died && h("p", { key: "died", class: "died" }, words.died({ laps: deal.laps })),
    !over && settledNow(state) && table(state, words.result, false),
    deal && deal.ended && h("ul", { key: "hands", class: "hands" }, shownHands(state, who)),
    moneyLines(state, who),
    over && h("p", { key: "note", class: "detail" }, words.final_note),
  );
}

const settledNow = (state) => handEvents(state).some((event) => event.is === "hand_settled" || event.is === "scored");

function shownHands(state, who) {
  const { deal, phase, totals } = state.message.view;
  const { ended, counts } = deal;
  const rest = deal.seats.filter((seat) => seat !== ended.seat && !counts.some((each) => each.seat === seat));
  return [
    hand(`end${ended.seat}`, line(words.event({ is: "hand_ended", ...ended }, who)), ended, words.signed(ended.points), ended.called ? [{ card: ended.called }] : []),
    ...counts.map((each) => hand(`count${each.seat}`, who.name(each.seat), each, words.signed(each.points), each.calls)),
    ...(phase === "count" ? rest.map((seat) => h("li", { key: `rest${seat}`, class: "rest" }, line(words.still_counts(who, seat)))) : []),
  ];
}

function hand(key, title, shown, points, calls) {
  const held = [...shown.melds.flatMap((meld) => meld.cards), ...shown.left, ...calls.map(() => "JK")];
  const loose = rest(shown.cards, held); // the ten of a continental that need no melds
  return h(
    "li",
    { key, class: "shown" },
    h("h3", null, h("span", null, title), h("b", { class: "points" }, points)),
    h(
      "div",
      { class: "laid" },
      shown.melds.map((meld, place) => h("span", { key: place, class: "group" }, meld.cards.map((card, at) => still(card, { key: at, part: meld.as_cards[at] })))),
      loose.length > 0 && h("span", { key: "loose", class: "group" }, loose.map((card, at) => still(card, { key: at }))),
      (shown.left.length > 0 || calls.length > 0) &&
        h(
          "span",
          { key: "left", class: "group leftover" },
          shown.left.map((card, at) => still(card, { key: at, left: true })),
          calls.map((call, at) => h("span", { key: `call${at}`, class: "called" }, still("JK", { part: call.card, left: true }), !call.card && call.points !== undefined && call.points !== null && h("b", null, call.points), h("span", { class: "unseen" }, words.called(call)))),
        ),
    ),
  );
}

function rest(cards, gone) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function moneyLines(state, who) {
  const rows = handEvents(state).filter((event) => ["paid", "feeding_ruled", "buy_back_answered", "went_out", "totals_restored"].includes(event.is));
  if (!rows.length) return null;
  const shown = linesOf(rows.map((event) => ({ v: 0, event })), who);
  return h("div", { key: "money", class: "money" }, h("h3", null, words.result_money), h("ul", null, shown.map(({ key, parts }) => h("li", { key }, line(parts)))));
}

function table(state, title, final) {
  const { view, you } = state.message;
  const who = whoOf(state);
  const events = handEvents(state);
  const paid = events.filter((event) => event.is === "paid");
  const gain = (seat) => paid.reduce((sum, one) => sum + (one.target === seat ? one.cents : 0) - (one.source === seat ? one.cents : 0), 0);
  const scored = new Map(events.filter((event) => event.is === "scored").map((event) => [event.seat, event.points]));
  const { line: limit, from } = lines(state);
  const names = words.columns;
  const head = [names.player, names.points, names.total, names.money, names.cash];
  return h(
    "table",
    { key: `table${final}`, class: "result" },
    h("caption", null, title),
    h("thead", null, h("tr", null, head.map((text, place) => h("th", { key: place, scope: "col" }, text)))),
    h(
      "tbody",
      null,
      view.totals.map((total, seat) =>
        h(
          "tr",
          { key: seat, class: `${seat === you ? "mine" : ""}${final && view.winners.includes(seat) ? " winner" : ""}` },
          h("th", { scope: "row" }, final && view.winners.includes(seat) && h("span", { "aria-hidden": "true" }, "★ "), who.name(seat)),
          h("td", null, scored.has(seat) ? words.signed(scored.get(seat)) : "–"),
          h("td", null, h("b", null, words.number(total)), " ", view.out[seat] ? tag("out", "✕", words.out) : total >= from && total < limit && tag("window", "⚑", words.window)),
          h("td", { class: gain(seat) < 0 ? "less" : "more" }, words.gain(gain(seat))),
          h("td", { class: view.cash[seat] < 0 ? "less" : "more" }, words.gain(view.cash[seat])),
        ),
      ),
    ),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, words.pot_now(view.pot).replace(/ .*/, "")), h("td", { colspan: "4" }, words.money(view.pot)))),
  );
}
