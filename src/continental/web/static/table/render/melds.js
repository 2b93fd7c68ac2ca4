/**
 * The table of a contract game: each player's row with the melds laid there, compact, to be unfolded, and to
 * be laid on.
 */

import { button } from "../../shared/button.js";
import { inText, isJoker, shape, still, suitOf } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { melds as words } from "../../shared/meld-texts.js";
import { atTheCount, chosenCard, clockNow, whoOf } from "../state.js";
import { format, t, tLine, words as all } from "../../shared/words.js";
import { clock, tag } from "../../shared/parts.js";

const desk = matchMedia("(min-width: 1000px)");
const SIZES = { large: 58, wide: 44, tiny: 32 };
const GAP = 9; // between lines of melds

/** The acts on offer that would lay a card on meld `on`. */
export const actsOn = (state, on, card) =>
  state.message.options.filter((act) => act.on === on && act.card === card);

/** The acts on offer that would lay a card anywhere on the table. */
export const actsWith = (state, card) =>
  state.message.options.filter((act) => act.on !== undefined && act.card === card);

/** A meld in a line of text, with whose it is: `Ana's 4♥–7♥`, `your 7s`. */
export function inShort({ owner, meld }, who) {
  const parts = meld.as_cards;
  const short =
    meld.kind === "run"
      ? tLine("melds.run_between", { first: parts[0], last: parts.at(-1) })
      : t("melds.all_of", { rank: rank(parts[0]) });
  return tLine("melds.whose_meld", { ...who.of(owner), meld: short });
}

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function playerRows(state, acts, now) {
  const { view, you } = state.message;
  const order = inOrder(view, you);
  const size = !view.deal ? null : desk.matches ? sizeOnADesk(state) : hasRoomOnAPhone(state) ? "tiny" : null;
  return h(
    "ul",
    { key: "rows", class: `rows${size ? ` roomy ${size}` : ""}`, "aria-label": words.order, tabindex: "0" },
    order.map((seat) => rowOf(state, acts, seat, now, Boolean(size))),
  );
}

// How large every card of the melds may be so that all of them have room on a desk; null where they are
// told in short.
function sizeOnADesk(state) {
  const { view } = state.message;
  const room = roomOnADesk(state, view.players);
  const fits = (size) =>
    view.totals.every((_, seat) => linesOf(state, seat, size, room.wide) * (size * 1.4 + GAP) <= room.high);
  return Object.keys(SIZES).find((name) => fits(SIZES[name])) || null;
}

// What a player's melds have of the screen, as melds.css lays it out: up to three players, and the end of a
// deal, in one column with
// the names beside the melds, more in two with the names above them.
function roomOnADesk(state, players) {
  if (atTheCount(state))
    return {
      wide: (innerWidth - 376) * (players > 6 ? 0.4 : 0.5) - 165,
      high: (innerHeight - 210) / players - 10,
    };
  const high = innerHeight - 375 - (state.game.open ? 130 : 0) - (state.held.length > 14 ? 90 : 0);
  return players < 4
    ? { wide: innerWidth - 815, high: high / players - 10 }
    : { wide: (innerWidth - 650) / 2 - 26, high: high / Math.ceil(players / 2) - 34 };
}

// Whether all cards of the melds have room on a phone, over the piles, the bar and the rows of the hand.
function hasRoomOnAPhone(state) {
  const { view } = state.message;
  const hand = atTheCount(state) ? 4 : Math.ceil(state.held.length / 8) + (state.game.open ? 2 : 0);
  const rows = view.totals.map((_, seat) =>
    view.deal.on_table.melds.some(({ owner }) => owner === seat)
      ? linesOf(state, seat, SIZES.tiny, innerWidth - 132) * (SIZES.tiny * 1.4 + GAP) + 8
      : 24,
  );
  return rows.reduce((sum, high) => sum + high, 0) <= innerHeight - 386 - 74 * hand;
}

// The lines that a player's melds take with cards so large.
function linesOf(state, seat, card, wide) {
  const melds = state.message.view.deal.on_table.melds
    .filter(({ owner }) => owner === seat)
    .map(({ meld }) => card + (meld.cards.length - 1) * (card - 7) + 18);
  let [lines, at] = [1, 0];
  for (const meld of melds) {
    if (at && at + meld > wide) [lines, at] = [lines + 1, 0];
    at += meld;
    if (meld > wide) return Infinity;
  }
  return lines;
}

// In order of play, whichever way round that is, from the one after oneself; oneself last.
function inOrder(view, you) {
  const way = view.clockwise ? 1 : -1;
  const first = you === null ? 0 : you + way;
  return Array.from(
    { length: view.players },
    (_, step) => (first + way * step + 2 * view.players) % view.players,
  );
}

function rowOf(state, acts, seat, now, roomy) {
  const { view, you, room } = state.message;
  const { deal } = view;
  const running = clockNow(state, now);
  const who = whoOf(state);
  const sitter = room.seats[seat];
  const laid = deal
    ? deal.on_table.melds.map((row, on) => ({ ...row, on })).filter((row) => row.owner === seat)
    : [];
  const asked = view.asked.includes(seat);
  const dealer = deal ? deal.dealer : view.dealer;
  return h(
    "li",
    {
      key: seat,
      class: `row seat${asked ? " acts" : ""}${laid.length ? " laid" : ""}${seat === you ? " at-you" : ""}`,
      "data-seat": String(seat),
    },
    h(
      "div",
      { class: "player" },
      h(
        "span",
        { class: "who" },
        asked && tag("turn", "▶", all.turn),
        h("b", { class: "name" }, seat === you ? all.you : who.plain(seat)),
        (sitter.kind === "bot" || sitter.bot) && tag("bot", "⚙", all.bot),
        sitter.kind === "person" && !sitter.here && tag("away", "☾", all.away),
        dealer === seat && tag("dealer", "D", all.dealer),
        running && running.seat === seat && clock({ ...running, reserve: 0 }),
      ),
      h(
        "span",
        { class: "figures" },
        deal &&
          h(
            "span",
            { class: "held" },
            h("span", { class: "backs", "aria-hidden": "true" }),
            h("span", { "aria-hidden": "true" }, deal.hand_sizes[seat]),
            h("span", { class: "unseen" }, t("table.cards_held", { count: deal.hand_sizes[seat] || 0 })),
          ),
        deal &&
          deal.buying.bought[seat] > 0 &&
          h(
            "span",
            { class: "bought", title: t("melds.bought", { number: deal.buying.bought[seat] }) },
            h("span", { "aria-hidden": "true" }, `+${deal.buying.bought[seat]}`),
            h("span", { class: "unseen" }, t("melds.bought", { number: deal.buying.bought[seat] })),
          ),
        h(
          "span",
          { class: "total" },
          h("span", { class: "unseen" }, `${all.total} `),
          format.number(view.totals[seat]),
        ),
      ),
    ),
    laid.length > 0
      ? h(
          "ul",
          { key: "melds", class: "melds-of", "aria-label": words.table },
          laid.map((row) => h("li", { key: row.on }, meldOf(state, acts, row, who, roomy))),
        )
      : [
          deal &&
            seat !== you &&
            h(
              "span",
              { key: "fan", class: "fan", "aria-hidden": "true" },
              Array.from({ length: deal.hand_sizes[seat] || 0 }, (_, place) => h("i", { key: place })),
            ),
          h("span", { key: "did", class: "did" }, did(deal, seat)),
        ],
  );
}

function meldOf(state, acts, { meld, on, owner }, who, roomy) {
  const chosen = chosenCard(state);
  const fits = chosen !== null && actsOn(state, on, chosen.card).length > 0;
  // a touch turns round what the width of the screen gives
  const open = roomy !== state.game.unfolded.has(on);
  const label = t(`melds.meld_label.${meld.kind}`, {
    ...who.of(owner),
    cards: meld.cards.map((card, place) => format.card(card, meld.as_cards[place])),
  });
  return button(
    {
      class: `meld-on ${meld.kind}${fits ? " may" : ""}${state.game.where === on ? " asked" : ""}`,
      "data-meld": String(on),
      "data-place": `meld${on}`,
      "data-landing": true,
      onclick: () => acts.touchMeld(on),
      "aria-expanded": fits ? undefined : String(open),
      "aria-label": fits ? `${label}, ${words.meld_fits}` : label,
    },
    h(
      "span",
      { "aria-hidden": "true", class: open ? "group" : "short" },
      open
        ? meld.cards.map((card, place) =>
            still(card, { key: `${place}`, part: meld.as_cards[place], size: "tiny" }),
          )
        : short(meld),
    ),
  );
}

const rank = (card) => (card[0] === "T" ? "10" : card[0]);
const suit = (card) => h("span", { class: `face s-${suitOf(card)}` }, shape(suitOf(card)));

// A run by its ends and its jokers' parts, a set by its rank and suits.
function short({ kind, cards, as_cards: parts }) {
  const stand = cards.flatMap((card, place) => (card === parts[place] ? [] : [{ card, part: parts[place] }]));
  if (kind === "run") {
    return [
      h(
        "span",
        { class: `face s-${suitOf(parts[0])}` },
        rank(parts[0]),
        "–",
        rank(parts.at(-1)),
        shape(suitOf(parts[0])),
      ),
      stand.map(({ card, part }, place) =>
        h(
          "span",
          { key: `j${place}`, class: `stands face s-${suitOf(card)}` },
          isJoker(card) ? shape("J") : inText(card),
          rank(part),
        ),
      ),
    ];
  }
  return [
    h("b", null, rank(parts[0])),
    cards.map((card, place) =>
      card === parts[place]
        ? suit(card)
        : h(
            "span",
            { key: `j${place}`, class: `stands face s-${suitOf(card)}` },
            isJoker(card) ? shape("J") : inText(card),
            suit(parts[place]),
          ),
    ),
  ];
}

// The last turn of a seat, for as long as it is of this deal.
function did(deal, seat) {
  if (!deal || deal.on_table.closed || deal.ran_out) return "";
  if (deal.turn === seat && deal.took) return [`${all.has_taken} `, inText(deal.took)];
  const last = deal.turns.findLast((turn) => turn.seat === seat);
  if (!last) return "";
  const sign = (mark, text) =>
    h(
      "span",
      { class: "sign" },
      h("span", { "aria-hidden": "true" }, mark),
      h("span", { class: "word" }, ` ${text} `),
    );
  return [
    last.took ? [sign("↑", all.took_last), inText(last.took), " "] : "",
    sign("↓", all.threw_last),
    inText(last.threw),
  ];
}
