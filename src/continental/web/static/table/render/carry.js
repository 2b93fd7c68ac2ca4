/** The link that carries one's seat to another device: as text, and as a code for its camera. */

import { codeOf } from "../../shared/code.js";
import { h } from "../../shared/dom.js";
import { seldom } from "../../seldom-words.js";
import { styled } from "../styled.js";
import { words } from "../../shared/words.js";
import { button } from "../../shared/parts.js";

await styled("seldom.css");

/** @param {{address: string, until: number}} link @param {Object} acts */
export function carried(link, acts, now) {
  return [
    h("p", { key: "how", class: "detail" }, seldom.carry_how(link.until - now)),
    codeOf(link.address, seldom.carry_code, acts.drawSoon),
    h("p", { key: "address", class: "carried" }, h("code", null, link.address)),
    h(
      "div",
      { key: "do", class: "buttons" },
      button(words.copy, {
        id: "copy-carry",
        act: () => acts.copy(link.address, ".carried code"),
        kind: "small",
      }),
    ),
  ];
}
