/** The whole page of a room: before the match the lobby, then the table with its seats, piles or count, bar and hand. */

import { h } from "../dom.js";
import { atTheCount } from "../state.js";
import { words } from "../words.js";
import { aside } from "./aside.js";
import { count } from "./count.js";
import { feed } from "./feed.js";
import { hand } from "./hand.js";
import { lobby } from "./lobby.js";
import { button } from "./parts.js";
import { piles } from "./piles.js";
import { prompt } from "./prompt.js";
import { seats } from "./seats.js";

/** @param {import("../state.js").State} state @param {Object} acts what the page does when touched, see app.js */
export function table(state, acts, now) {
  const { message } = state;
  if (!message) return [h("main", { key: "loading" }, h("h1", { class: "loading" }, state.line === "lost" ? words.lost : words.loading))];
  if (!message.view) return [lobby(state, acts)];
  const { view, you, room } = message;
  const counting = atTheCount(state);
  return [
    h(
      "main",
      { key: "table", class: `table${counting ? " counting" : ""}${you === null ? " watched" : ""}` },
      header(state, acts),
      h(
        "div",
        { key: "stage", class: "stage" },
        seats(state, now),
        h(
          "div",
          { key: "felt", class: "felt" },
          counting ? count(state) : view.deal && piles(state, acts),
          !counting && h("div", { key: "lately", class: "lately" }, feed(state, 3)),
        ),
      ),
      h(
        "div",
        { key: "own", class: "own" },
        you === null && h("p", { key: "watching", class: "watching" }, words.watching),
        prompt(state, acts, now),
        handIsUp(state) && hand(state, acts),
      ),
    ),
    aside(state, acts),
  ];
}

// One's own hand is in one's hand until it lies among those that are counted.
function handIsUp(state) {
  const { view, you } = state.message;
  const { deal } = view;
  if (you === null || !deal || !deal.hand.length || view.phase === "over") return false;
  return !deal.ended || (deal.ended.seat !== you && !deal.counts.some((each) => each.seat === you));
}

function header(state, acts) {
  const { view, room } = state.message;
  return h(
    "header",
    { key: "header", class: "bar" },
    h("h1", null, room.title),
    h("span", { class: "pot" }, words.pot_now(view.pot)),
    h("span", { class: "ante" }, words.ante_now(view.ante)),
    view.deal && h("span", { class: "number" }, words.deal_number(view.deal.number)),
    h("button", { type: "button", class: "button small menu", onclick: acts.togglePanel, "aria-expanded": String(state.panel), "aria-controls": "aside" }, words.menu),
  );
}
