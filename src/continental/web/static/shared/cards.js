/**
 * Our own cards, drawn here: an index that a thumb does not cover, suits told apart by shape, a joker that
 * is no jack, a back.
 */

import { h } from "./dom.js";
import { words, format } from "./words.js";

const SHAPES = {
  S:
    "M12 1C9 6 2 9.5 2 15a5 5 0 0 0 8.6 3.4C10.3 20.5 9.2 22 7.5 23h9" +
    "c-1.7-1-2.8-2.5-3.1-4.6A5 5 0 0 0 22 15C22 9.5 15 6 12 1Z",
  H: "M12 22.5C5 16.5 1.5 12.5 1.5 8A5.5 5.5 0 0 1 12 5.6 5.5 5.5 0 0 1 22.5 8c0 4.5-3.5 8.5-10.5 14.5Z",
  D: "M12 .8 20.8 12 12 23.2 3.2 12Z",
  C:
    "M12 1.5a5 5 0 0 0-4.3 7.6A5 5 0 1 0 10.7 17c-.2 2.7-1.2 4.7-3.2 6h9" +
    "c-2-1.3-3-3.3-3.2-6a5 5 0 1 0 3-7.9A5 5 0 0 0 12 1.5Z",
  J: "M12 1.5l2.9 6.9 7.5.6-5.7 4.9 1.8 7.3L12 17.3l-6.5 3.9 1.8-7.3L1.6 9l7.5-.6Z",
};

export const isJoker = (card) => card === "JK";
export const suitOf = (card) => (isJoker(card) ? "J" : card[1]);
const rankText = (card) => (card[0] === "T" ? "10" : card[0]);

/** A suit's shape, or the joker's star. */
export function shape(suit) {
  return h(
    "svg",
    { class: "suit", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("path", { d: SHAPES[suit] }),
  );
}

/**
 * A card within a line of text: seen as `9♦`, read out as "nine of diamonds". `part` is what a joker or a
 * wild card stands for.
 */
export function inText(card, part) {
  const stands =
    part && part !== card
      ? [h("i", null, isJoker(card) ? "" : "=", rankText(part)), shape(suitOf(part))]
      : null;
  const face = [isJoker(card) ? shape("J") : [rankText(card), shape(suitOf(card))], stands];
  return h(
    "span",
    { class: `face s-${suitOf(card)}` },
    h("span", { "aria-hidden": "true" }, face),
    h("span", { class: "unseen" }, format.card(card, part)),
  );
}

/** The drawing on a card, for whatever element carries it. */
export function face(card, part) {
  const stands =
    part &&
    part !== card &&
    h(
      "span",
      { class: `part s-${suitOf(part)}`, "aria-hidden": "true" },
      "=",
      rankText(part),
      shape(suitOf(part)),
    );
  if (isJoker(card)) {
    return [
      h(
        "span",
        { class: "index", "aria-hidden": "true" },
        shape("J"),
        h("b", { class: "joker-word" }, words.joker_short),
      ),
      stands || h("span", { class: "middle", "aria-hidden": "true" }, shape("J")),
    ];
  }
  const court = "JQK".includes(card[0]);
  return [
    h("span", { class: "index", "aria-hidden": "true" }, h("b", null, rankText(card)), shape(suitOf(card))),
    stands ||
      h(
        "span",
        { class: court ? "middle court" : "middle", "aria-hidden": "true" },
        court ? h("b", null, rankText(card)) : shape(suitOf(card)),
      ),
  ];
}

/**
 * A card that lies there and is not touched: `size` is small or tiny.
 * @param {string} card
 * @param {{part?: string|null, size?: string, key?: string|number, left?: boolean}} look
 */
export function still(card, { part = null, size = "small", key = undefined, left = false } = {}) {
  return h(
    "span",
    {
      key,
      class: `card ${size} s-${suitOf(card)}${left ? " left" : ""}`,
      role: "img",
      "aria-label": format.card(card, part),
    },
    face(card, part),
  );
}

/** A card's text with the part of a joker: `JK=7H`. */
export const withPart = (text) => {
  const [card, part] = text.split("=");
  return { card, part: part || null };
};
