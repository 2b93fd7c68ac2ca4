/**
 * Cards put together by tapping, a rank and then a suit, or by typing; kept as texts such as `9H` and `JK`.
 */

import { button } from "./button.js";
import { shape, still } from "./cards.js";
import { h } from "./dom.js";
import { format, surface, t, words } from "./words.js";

const told = await surface("hand");

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHDC"];

/**
 * The cards in a typed line, `10H` for `TH` and any case or comma; what is no card is left for the server to
 * name.
 */
export const cardsIn = (text) =>
  text
    .toUpperCase()
    .replaceAll("10", "T")
    .replaceAll("JOKER", "JK")
    .split(/[\s,;]+/)
    .filter(Boolean);

/**
 * @param {{cards: string[], rank: string|null}} chosen
 * @param {function(Object): void} set takes what changes of `chosen`
 */
export function picker(chosen, set) {
  const { cards, rank } = chosen;
  const add = (card) => set({ cards: [...cards, card], rank: null });
  return h(
    "div",
    { class: "picker" },
    h(
      "ol",
      { class: "picked", "aria-label": told.picked },
      cards.map((card, place) =>
        h(
          "li",
          { key: place },
          button(
            {
              class: "bare",
              "aria-label": t("hand.take_away", { card: isCard(card) ? format.card(card) : card }),
              onclick: () => set({ cards: cards.filter((_, at) => at !== place) }),
            },
            isCard(card) ? still(card, { size: "small" }) : card,
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "pad-keys ranks", role: "group", "aria-label": told.rank },
      RANKS.map((each) =>
        button(
          {
            key: each,
            class: "key",
            "aria-pressed": String(rank === each),
            onclick: () => set({ rank: each }),
          },
          each === "T" ? "10" : each,
        ),
      ),
      button(
        {
          key: "JK",
          class: "key",
          "aria-label": words.joker_short,
          onclick: () => add("JK"),
        },
        shape("J"),
      ),
    ),
    h(
      "div",
      { class: "pad-keys suits", role: "group", "aria-label": told.suit },
      SUITS.map((suit) =>
        button(
          {
            key: suit,
            class: "key",
            "aria-disabled": String(rank === null),
            "aria-label": rank ? format.card(rank + suit) : told.suits[suit],
            onclick: () => rank && add(rank + suit),
          },
          h("span", { class: `face s-${suit}` }, rank ? (rank === "T" ? "10" : rank) : "", shape(suit)),
        ),
      ),
    ),
  );
}

/** Whether a text is one whole card. */
export const isCard = (text) =>
  text === "JK" || (text.length === 2 && RANKS.includes(text[0]) && SUITS.includes(text[1]));
