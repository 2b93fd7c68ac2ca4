/** The link that carries one's seat to another device: as text, and as a code for its camera. */

import { h } from "../dom.js";
import { words } from "../words.js";
import { button } from "./parts.js";

/** @param {import("../wire.js").State} state @param {Object} acts */
export function carry(state, acts, now) {
  const { carry: link } = state;
  const left = link ? link.until - now : 0;
  return h(
    "section",
    { key: "carry", class: "carry" },
    h("h2", null, words.carry_title),
    left > 0
      ? [
          h("p", { key: "how", class: "detail" }, words.carry_how(left)),
          link.code && h("svg", { key: "code", class: "code", viewBox: `-4 -4 ${link.side + 8} ${link.side + 8}`, role: "img", "aria-label": words.carry_code }, h("rect", { x: -4, y: -4, width: link.side + 8, height: link.side + 8 }), h("path", { d: link.code })),
          h("p", { key: "address", class: "carried" }, h("code", null, link.address)),
          h("div", { key: "do", class: "buttons" }, button(words.copy, { id: "copy-carry", act: () => acts.copyText(link.address), kind: "small" })),
        ]
      : button(words.carry_ask, { id: "carry", act: acts.carry, kind: "small" }),
  );
}
