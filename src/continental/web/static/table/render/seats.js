/**
 * The seats round the table: who sits where, with how many cards and points, and whom the table waits for.
 */

import { inText } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { clockNow, inWindow, isOut, totalsNow, whoOf } from "../state.js";
import { words, t, format } from "../../shared/words.js";
import { clock, tag } from "../../shared/parts.js";

// Where the others sit, seen from one's own seat: clockwise from the left hand, for one to six of them.
const PLACES = [
  [],
  ["top"],
  ["left", "right"],
  ["left", "top", "right"],
  ["left", "topleft", "topright", "right"],
  ["left", "topleft", "top", "topright", "right"],
  ["left", "topleft", "top", "topright", "right", "bottom"],
];

/** @param {import("../../shared/wire.js").State} state */
export function seats(state, now) {
  const { view, you } = state.message;
  const n = view.players;
  const first = you === null ? 0 : (you + 1) % n;
  const order = Array.from({ length: n }, (_, step) => (first + step) % n);
  const others = order.filter((seat) => seat !== you);
  return h(
    "ul",
    { class: "seats", "aria-label": words.seats },
    others.map((seat, place) => seatOf(state, seat, PLACES[others.length][place], now)),
    you !== null && seatOf(state, you, "you", now),
  );
}

function seatOf(state, seat, place, now) {
  const { view, you, room } = state.message;
  const who = whoOf(state);
  const sitter = room.seats[seat];
  const { deal } = view;
  const total = totalsNow(state)[seat];
  const out = isOut(state, seat);
  const acts = view.asked.includes(seat);
  const dealer = deal ? deal.dealer : view.dealer;
  const running = clockNow(state, now);
  return h(
    "li",
    {
      key: seat,
      class: `seat at-${place}${acts ? " acts" : ""}${out ? " gone" : ""}`,
      "data-seat": String(seat),
      style: { "--at": place },
    },
    h(
      "span",
      { class: "who" },
      acts && tag("turn", "▶", words.turn),
      h("b", { class: "name" }, seat === you ? words.you : who.plain(seat)),
      (sitter.kind === "bot" || sitter.bot) && tag("bot", "⚙", words.bot),
      sitter.kind === "person" && !sitter.here && tag("away", "☾", words.away),
      dealer === seat && tag("dealer", "D", words.dealer),
      running && running.seat === seat && clock({ ...running, reserve: 0 }),
    ),
    h(
      "span",
      { class: "figures" },
      out
        ? tag("out", "✕", words.out, true)
        : deal &&
            h(
              "span",
              { class: "held" },
              h("span", { class: "backs", "aria-hidden": "true" }),
              sign(
                String(deal.hand_sizes[seat] || 0),
                t("table.cards_held", { count: deal.hand_sizes[seat] || 0 }),
              ),
            ),
      h("span", { class: "total" }, h("span", { class: "unseen" }, `${words.total} `), format.number(total)),
      !out && inWindow(state, total) && tag("window", "⚑", words.window, true),
    ),
    h("span", { class: "did" }, did(deal, seat)),
  );
}

// The last turn of a seat, or what it took in this one, for as long as it is of this deal.
function did(deal, seat) {
  if (!deal || deal.showdown.ended || deal.died) return "";
  if (deal.turn === seat && deal.took) return [`${words.has_taken} `, inText(deal.took)];
  const last = deal.turns.findLast((turn) => turn.seat === seat);
  if (!last) return "";
  const took = last.took
    ? [sign("↑", words.took_last), " ", inText(last.took)]
    : [
        h("span", { class: "backs", "aria-hidden": "true" }),
        h("span", { class: "sign" }, h("span", { class: "word" }, words.drew_last)),
      ];
  return [took, h("span", { class: "word" }, ","), " ", sign("↓", words.threw_last), " ", inText(last.threw)];
}

// On a phone the sign stands for the word, which is still read out.
const sign = (mark, word) =>
  h(
    "span",
    { class: "sign" },
    h("span", { "aria-hidden": "true" }, mark),
    h("span", { class: "word" }, ` ${word}`),
  );
