/**
 * The count and the end: every hand in its melds, one after another, then points, money and totals, and who
 * gets what.
 */

import { still } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import {
  gainOf,
  handEvents,
  inWindow,
  isOut,
  lines,
  moneyNow,
  totalsBefore,
  totalsNow,
  whoOf,
} from "../state.js";
import { isAllShown, isHeld, isShown, showButtons, stepsOf } from "../show.js";
import { pointsOf } from "../../shared/points.js";
import { t, words, format } from "../../shared/words.js";
import { chartOf } from "./match.js";
import { linesOf } from "./feed.js";
import { described, line, tag } from "../../shared/parts.js";
import { tellEnd, tellEvent } from "../../shared/telling.js";

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function count(state, acts) {
  const { view } = state.message;
  const { deal } = view;
  const who = whoOf(state);
  const over = view.phase === "over" && isAllShown(state);
  const shown = shownHands(state, who);
  return h(
    "section",
    { class: "count", "aria-label": words.showdown, tabindex: "0" },
    h("h2", { key: "title", class: over ? "over" : "unseen" }, over ? tellEnd(view, who) : words.showdown),
    over && table(state, words.final, true),
    over && chartOf(state),
    deal &&
      deal.died &&
      h("p", { key: "died", class: "died" }, t("table.events.deal_died", { count: deal.laps })),
    !over && isShown(state, "points") && table(state, words.result, false),
    isShown(state, "totals") && effects(state, who),
    deal && deal.showdown.ended && h("ul", { key: "hands", class: "hands" }, shown),
    (isShown(state, "money") || isShown(state, "totals")) && moneyLines(state, who),
    over && h("p", { key: "note", class: "detail" }, words.final_note),
    again(state, acts),
  );
}

function again(state, acts) {
  const buttons = isHeld(state) ? [] : showButtons(state, acts);
  return (
    buttons.length > 0 &&
    h(
      "div",
      { key: "show", class: "buttons show" },
      buttons.map((one) => described(one)),
    )
  );
}

// --- the hands

function shownHands(state, who) {
  const { deal, phase } = state.message.view;
  if (!deal || !deal.showdown.ended) return [];
  const { ended, counts } = deal.showdown;
  const last = stepsOf(state)[state.show.shown - 1];
  const rest = deal.seats.filter((seat) => seat !== ended.seat && !counts.some((each) => each.seat === seat));
  const lit = (id) => !isAllShown(state) && last && last.id === id;
  return [
    isShown(state, "end") &&
      hand(
        `end${ended.seat}`,
        line(tellEvent({ is: "hand_ended", ...ended }, who)),
        ended,
        format.signed(ended.points),
        ended.called ? [{ card: ended.called }] : [],
        lit("end"),
      ),
    ...counts.map((each) =>
      isShown(state, `hand${each.seat}`)
        ? hand(
            `count${each.seat}`,
            who.name(each.seat),
            each,
            format.signed(each.points),
            each.calls,
            lit(`hand${each.seat}`),
          )
        : covered(each.seat, who.name(each.seat)),
    ),
    ...(phase === "count"
      ? rest.map((seat) =>
          h("li", { key: `rest${seat}`, class: "rest" }, line(t("table.still_counts", who.of(seat)))),
        )
      : []),
  ];
}

const covered = (seat, name) =>
  h(
    "li",
    { key: `count${seat}`, class: "rest covered" },
    h("span", null, name),
    h("span", { class: "backs", "aria-hidden": "true" }),
  );

function hand(key, title, shown, points, calls, isNow) {
  const held = [...shown.melds.flatMap((meld) => meld.cards), ...shown.left, ...calls.map(() => "JK")];
  const loose = rest(shown.cards, held); // the ten of a continental that need no melds
  return h(
    "li",
    { key, class: `shown${isNow ? " now" : ""}` },
    h("h3", null, h("span", null, title), h("b", { class: "points" }, points)),
    h(
      "div",
      { class: "laid" },
      shown.melds.map((meld, place) =>
        h(
          "span",
          { key: place, class: "group" },
          meld.cards.map((card, at) => still(card, { key: at, part: meld.as_cards[at] })),
        ),
      ),
      loose.length > 0 &&
        h(
          "span",
          { key: "loose", class: "group" },
          loose.map((card, at) => still(card, { key: at })),
        ),
      (shown.left.length > 0 || calls.length > 0) &&
        h(
          "span",
          { key: "left", class: "group leftover" },
          shown.left.map((card, at) => still(card, { key: at, left: true })),
          calls.map((call, at) =>
            h(
              "span",
              { key: `call${at}`, class: "called" },
              still("JK", { part: call.card, left: true }),
              !call.card && call.points !== undefined && call.points !== null && h("b", null, call.points),
              h("span", { class: "unseen" }, t(call.card ? "table.called_card" : "table.called", call)),
            ),
          ),
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

// --- points, money, totals

function moneyLines(state, who) {
  const kinds = ["paid", "feeding_ruled", "buy_back_answered", "totals_restored"];
  const rows = handEvents(state).filter((event) => kinds.includes(event.is));
  if (!rows.length) return null;
  const shown = linesOf(
    rows.map((event) => ({ v: 0, event })),
    who,
  );
  return h(
    "div",
    { key: "money", class: "money" },
    h("h3", null, words.result_money),
    h(
      "ul",
      null,
      shown.map(({ key, parts }) => h("li", { key }, line(parts))),
    ),
  );
}

// What the hand did to the match: who came into the window, and who is out.
function effects(state, who) {
  const { totals, players } = state.message.view;
  const before = totalsBefore(state);
  const { line: limit, from } = lines(state);
  if (limit === null) return null;
  const seats = Array.from({ length: players }, (_, seat) => seat).filter((seat) => before[seat] < limit);
  const said = seats.flatMap((seat) => {
    if (isOut(state, seat))
      return [
        h(
          "li",
          { key: seat, class: "goes-out" },
          h("span", { "aria-hidden": "true" }, "✕ "),
          t("table.goes_out", { ...who.of(seat), total: totals[seat] }),
        ),
      ];
    if (before[seat] < from && inWindow(state, totals[seat]))
      return [
        h(
          "li",
          { key: seat, class: "crosses" },
          h("span", { "aria-hidden": "true" }, "⚑ "),
          t("table.crosses", { ...who.of(seat), total: totals[seat] }),
        ),
      ];
    return [];
  });
  return said.length > 0 && h("ul", { key: "effects", class: "effects" }, said);
}

function table(state, title, final) {
  const { view, you } = state.message;
  const who = whoOf(state);
  const events = handEvents(state);
  const scored = pointsOf(events);
  const bought = new Set(
    events.filter((event) => event.is === "buy_back_answered" && event.yes).map((event) => event.seat),
  );
  const names = words.columns;
  const head = [names.player, names.points, names.money, names.total, names.cash];
  const money = final || isShown(state, "money");
  const settled = final || isShown(state, "totals");
  const totals = totalsNow(state);
  return h(
    "table",
    { key: `table${final}`, class: `result${settled ? "" : " filling"}` },
    h("caption", null, title),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        head.map((text, place) => h("th", { key: place, scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      null,
      view.totals.map((_, seat) =>
        h(
          "tr",
          {
            key: seat,
            class: `${seat === you ? "mine" : ""}${final && view.winners.includes(seat) ? " winner" : ""}`,
            "data-pays": String(seat),
          },
          h(
            "th",
            { scope: "row" },
            final && view.winners.includes(seat) && h("span", { "aria-hidden": "true" }, "★ "),
            who.name(seat),
          ),
          h("td", null, scored.has(seat) ? format.signed(scored.get(seat)) : "–"),
          h(
            "td",
            { class: gainOf(state, seat) < 0 ? "less" : "more" },
            money ? format.gain(gainOf(state, seat)) : "",
          ),
          h(
            "td",
            { class: "total" },
            h("b", null, format.number(totals[seat])),
            " ",
            settled && bought.has(seat) && tag("bought", "↩", words.bought_back),
            settled &&
              (isOut(state, seat)
                ? tag("out", "✕", words.out)
                : inWindow(state, totals[seat]) && tag("window", "⚑", words.window)),
          ),
          h(
            "td",
            { class: view.cash[seat] < 0 ? "less" : "more" },
            settled ? format.gain(view.cash[seat]) : "",
          ),
        ),
      ),
    ),
    h(
      "tfoot",
      null,
      h(
        "tr",
        { "data-pays": "-1" },
        h("th", { scope: "row" }, words.pot_word),
        h("td", { colspan: "4" }, format.money(moneyNow(state).pot)),
      ),
    ),
  );
}
