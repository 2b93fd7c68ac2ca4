/** The sheet of keys: everything that the keyboard does, opened and closed by the same key. */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { styled } from "../styled.js";
import { words, surface } from "../../shared/words.js";

const seldom = await surface("seldom");

/** Keys that always do something, and what that is called in the words. */
const ALWAYS = [
  ["← →", "along"],
  ["↑ ↓", "rows"],
  ["↵", "choose"],
  ["⇧ ← →", "move"],
  ["1 2 3 4", "sort"],
  ["← → ", "dial"],
  ["Tab", "next"],
  ["Esc", "back"],
  ["?", "sheet"],
];

await styled("seldom.css");

/** @param {Object} acts @param {{key: string, label: string}[]} now the keys of what is asked at present */
export function help(acts, now) {
  return h(
    "section",
    {
      key: "help",
      class: "keys-sheet",
      role: "dialog",
      "aria-modal": "false",
      "aria-labelledby": "help-title",
      "data-home": "help",
      tabindex: "-1",
    },
    button({ class: "button close", onclick: acts.toggleHelp }, words.menu_close),
    h("h2", { id: "help-title" }, words.keys_title),
    now.length > 0 && h("h3", { key: "now-title" }, seldom.keys_now),
    now.length > 0 &&
      h(
        "dl",
        { key: "now", class: "keys" },
        now.map(({ key, label }) => rowOf(key, label)),
      ),
    h("h3", null, seldom.keys_always),
    h(
      "dl",
      { class: "keys" },
      ALWAYS.map(([key, name]) => rowOf(key, seldom.keys[name])),
    ),
  );
}

const rowOf = (key, label) => [
  h("dt", { key: `${key}k` }, h("kbd", null, key)),
  h("dd", { key: `${key}w` }, label),
];
