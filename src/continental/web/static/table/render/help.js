/** The sheet of keys: everything that the keyboard does, opened and closed by the same key. */

import { h } from "../../shared/dom.js";
import { seldom } from "../../seldom-words.js";
import { styled } from "../styled.js";
import { words } from "../../shared/words.js";

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
    h("button", { type: "button", class: "button close", onclick: acts.toggleHelp }, words.menu_close),
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
      seldom.keys.map(([key, label]) => rowOf(key, label)),
    ),
  );
}

const rowOf = (key, label) => [
  h("dt", { key: `${key}k` }, h("kbd", null, key)),
  h("dd", { key: `${key}w` }, label),
];
