/** The link that carries one's seat to another device: as text, and as a code for its camera. */

import { codeOf } from "../../shared/code.js";
import { h } from "../../shared/dom.js";
import { styled } from "../styled.js";
import { words, surface, t } from "../../shared/words.js";
import { described } from "../../shared/parts.js";

const seldom = await surface("seldom");

await styled("seldom.css");

/** @param {{address: string, until: number}} link @param {Object} acts */
export function carried(link, acts, now) {
  return [
    h("p", { key: "how", class: "detail" }, t("seldom.carry_how", { ms: link.until - now })),
    codeOf(link.address, seldom.carry_code, acts.drawSoon),
    h("p", { key: "address", class: "carried" }, h("code", null, link.address)),
    h(
      "div",
      { key: "do", class: "buttons" },
      described({
        label: words.copy,
        id: "copy-carry",
        act: () => acts.copy(link.address, ".carried code"),
        kind: "small",
      }),
    ),
  ];
}
