/**
 * A game of hidden hands at the table: the count is shown step by step, and all else is what every table
 * draws.
 */

import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { feed } from "./render/feed.js";
import { match } from "./render/match.js";
import { piles } from "./render/piles.js";
import { seats } from "./render/seats.js";
import { atTheCount, moneyNow } from "./state.js";

/** The game of a room; it has the parts of a contract game that the page asks for, see contract.js. */
export const gameOf = () => ({
  points: false,
  css: "",
  open: false,
  rows: [],
  arrived: new Set(),
  asks: {},
  /** How full the hand is drawn: ten cards always have room. */
  crowd: () => "",
  showsCount: atTheCount,
  waitsFor: () => null,
  follow: () => {},
  targets: () => ({}),
  sheet: match,
  beside: () => null,
  head: (state) => [
    h("span", { class: "pot" }, t("table.pot_now", { cents: moneyNow(state).pot })),
    h("span", { class: "ante" }, t("table.ante_now", { cents: state.message.view.ante })),
    state.message.view.deal &&
      h("span", { class: "number" }, t("table.deal_number", { number: state.message.view.deal.number })),
  ],
  stage: (state, acts, now, counting) => [
    seats(state, now),
    h(
      "div",
      { key: "felt", class: "felt" },
      counting ? state.count && state.count(state, acts) : state.message.view.deal && piles(state, acts),
      !counting && h("div", { key: "lately", class: "lately" }, feed(state, 3)),
    ),
  ],
});

/** What touching does besides what it does at every table: nothing. */
export const actsOf = () => ({});
