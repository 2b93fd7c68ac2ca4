/** Stock and discards, both to be touched: to draw, to take, and to throw the chosen card. */

import { button } from "../../shared/button.js";
import { face } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { chosenCard, offered } from "../state.js";
import { words, t, format } from "../../shared/words.js";

/** @param {import("../../shared/wire.js").State} state @param {Object} acts what touching does, see app.js */
export function piles(state, acts) {
  const { deal, phase } = state.message.view;
  const top = deal.discards[deal.discards.length - 1];
  const draw = offered(state, "draw").length > 0;
  const take = offered(state, "take").length > 0;
  const throws = chosenCard(state) && phase === "play" && state.message.options.length > 0;
  return h(
    "div",
    { class: "piles" },
    button(
      {
        key: "stock",
        class: `pile stock${draw ? " may" : ""}`,
        "data-place": "stock",
        onclick: acts.touchStock,
        "aria-label": t("table.stock_of", { count: deal.stock_size }),
      },
      h("span", { class: "card back", "aria-hidden": "true" }),
      h("span", { class: "caption", "aria-hidden": "true" }, words.stock, " ", h("b", null, deal.stock_size)),
    ),
    button(
      {
        key: "discards",
        class: `pile discards${take || throws ? " may" : ""}`,
        "data-place": "discards",
        onclick: acts.touchDiscards,
        "aria-label": [
          t("table.discards_top", { top, count: deal.pile_size }),
          ...(throws ? [words.throw_here] : []),
        ].join(", "),
      },
      top
        ? h(
            "span",
            {
              key: `${top}${deal.pile_size}`,
              class: `card s-${top === "JK" ? "J" : top[1]}`,
              "aria-hidden": "true",
            },
            face(top),
          )
        : h("span", { key: "none", class: "card none", "aria-hidden": "true" }),
      h(
        "span",
        { class: "caption", "aria-hidden": "true" },
        throws ? words.throw_here : [words.discards, " ", h("b", null, deal.pile_size)],
      ),
    ),
    deal.discards.length > 1 &&
      h(
        "div",
        { key: "spread", class: "spread", tabindex: "0", role: "group", "aria-label": words.discards },
        deal.discards.slice(0, -1).map((card, place) =>
          h(
            "span",
            {
              key: place,
              class: `card tiny s-${card === "JK" ? "J" : card[1]}`,
              role: "img",
              "aria-label": format.card(card),
            },
            face(card),
          ),
        ),
      ),
  );
}
