/**
 * The whole page of a room: before the match the lobby, then the table with its seats, piles or count, bar
 * and hand.
 */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { atTheCount, titleOf } from "../state.js";
import { words, t } from "../../shared/words.js";
import { aside } from "./aside.js";
import { asking } from "./prompt.js";
import { hand } from "./hand.js";
import { line } from "../../shared/parts.js";
import { prompt } from "./prompt.js";

const WAVES = "M16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11";
const CROSS = "M17 9l5 6M22 9l-5 6";

/**
 * @param {import("../../shared/wire.js").State} state @param {Object} acts what the page does when touched,
 *   see app.js
 */
export function table(state, acts, now) {
  const { message } = state;
  if (!message)
    return [
      h(
        "main",
        { key: "loading" },
        h("h1", { class: "loading" }, state.line === "lost" ? words.lost : words.loading),
      ),
    ];
  if (!message.view)
    return [
      state.lobby
        ? state.lobby(state, acts)
        : h("main", { key: "loading" }, h("h1", { class: "loading" }, words.loading)),
    ];
  const { you, room } = message;
  const counting = atTheCount(state);
  return [
    h(
      "main",
      {
        key: "table",
        class: ["table", state.game.css, counting && "counting", you === null && "watched"]
          .filter(Boolean)
          .join(" "),
      },
      header(state, acts),
      h("div", { key: "stage", class: "stage" }, ...state.game.stage(state, acts, now, counting)),
      h(
        "div",
        { key: "own", class: "own" },
        you === null &&
          h(
            "p",
            { key: "watching", class: "watching" },
            t("table.watching_with", { count: room.watching - 1 }),
          ),
        prompt(state, acts, now),
        state.game.beside(state, acts),
        handIsUp(state) && hand(state, acts),
      ),
    ),
    aside(state, acts, now),
    state.help && state.help(acts, helpNow(state, acts, now)),
  ];
}

// The keys of what is asked now, for the sheet of keys.
function helpNow(state, acts, now) {
  return asking(state, acts, now)
    .buttons.filter((one) => one.key)
    .map((one) => ({ key: one.key === "Enter" ? "↵" : one.key, label: line(one.label) }));
}

// One's own hand is in one's hand until it lies among those that are counted.
function handIsUp(state) {
  const { view, you } = state.message;
  const { deal } = view;
  if (
    you === null ||
    !deal ||
    !deal.hand.length ||
    view.phase === "over" ||
    deal.on_table.closed ||
    deal.ran_out
  )
    return false;
  return (
    !deal.showdown.ended ||
    (deal.showdown.ended.seat !== you && !deal.showdown.counts.some((each) => each.seat === you))
  );
}

function header(state, acts) {
  const { room } = state.message;
  return h(
    "header",
    { key: "header", class: "bar" },
    h("h1", null, titleOf(room)),
    state.game.head(state),
    button(
      {
        key: "sound",
        class: "button small sound",
        onclick: () => acts.set("sound", !state.settings.sound),
        "aria-pressed": String(state.settings.sound),
        "aria-label": words.play_sound,
        title: words.play_sound,
      },
      h(
        "svg",
        { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", {
          d: `M4 9v6h4l5 4V5L8 9Z${state.settings.sound ? WAVES : CROSS}`,
        }),
      ),
    ),
    button(
      {
        key: "menu",
        class: "button small menu",
        onclick: acts.togglePanel,
        "aria-expanded": String(state.panel),
        "aria-controls": "aside",
      },
      words.menu,
      state.unread > 0 &&
        h(
          "span",
          { class: "unread" },
          h("span", { "aria-hidden": "true" }, ` ${state.unread}`),
          h("span", { class: "unseen" }, ` ${t("table.unread", { count: state.unread })}`),
        ),
    ),
  );
}
