/** One's own hand: cards to be chosen, moved and thrown, the sorts, and what the hand is worth. */

import { button } from "../../shared/button.js";
import { face, suitOf, withPart } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { SORTS, breaks } from "../hand.js";
import { drawnCard, isAdvised, shownHand } from "../state.js";
import { words, t } from "../../shared/words.js";
import { line } from "../../shared/parts.js";

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function hand(state, acts) {
  const worth = state.advice && state.advice.worth;
  const shown = shownHand(state).filter(
    (held) => !(state.game.open && state.game.rows.flat().includes(held.id)),
  );
  const drawn = drawnCard(state);
  const groups = state.sort === "melds" ? breaks(shown, worth) : new Set();
  return h(
    "section",
    { class: "hand", "aria-label": words.hand, "data-home": "hand", tabindex: "-1" },
    h("p", { class: "unseen", id: "hand-help" }, words.hand_help),
    h(
      "ul",
      {
        class: ["cards", groups.size && "grouped", state.game.crowd(shown.length)].filter(Boolean).join(" "),
        "aria-describedby": "hand-help",
      },
      shown.map((held, place) => cardOf(state, acts, held, place, shown.length, drawn, groups)),
    ),
    h(
      "div",
      { class: "under" },
      h(
        "div",
        { class: "sorts", role: "group", "aria-label": words.sort_by },
        SORTS.filter((sort) => worth || sort !== "melds").map((sort) =>
          button(
            {
              key: sort,
              class: "chip",
              "aria-pressed": String(state.sort === sort),
              "aria-keyshortcuts": String(SORTS.indexOf(sort) + 1),
              onclick: () => acts.sortBy(sort),
            },
            words.sorts[sort],
          ),
        ),
      ),
      worth && state.settings.worth && worthLine(worth, isAdvised(state)),
    ),
  );
}

function cardOf(state, acts, held, place, all, drawn, groups) {
  const fresh = (drawn && drawn.id === held.id) || state.game.arrived.has(held.id);
  const chosen = state.chosen === held.id;
  return h(
    "li",
    { key: held.id, class: groups.has(held.id) ? "begins" : "" },
    button(
      {
        class: ["card", `s-${suitOf(held.card)}`, fresh && "fresh", chosen && "chosen"]
          .filter(Boolean)
          .join(" "),
        "data-held": String(held.id),
        "data-card": held.card,
        "aria-pressed": String(chosen),
        "aria-label": t("table.held_label", {
          held: held.card,
          place: place + 1,
          all,
          context: fresh ? "fresh" : undefined,
        }),
        onclick: () => acts.choose(held.id),
        onpointerdown: (event) => acts.grasp(event, held.id),
        "data-landing": true,
      },
      face(held.card),
      fresh && h("span", { class: "new", "aria-hidden": "true" }, words.new_card),
    ),
  );
}

function worthLine(worth, isOfThisHand) {
  const melds = worth.melds.map((meld, place) =>
    h(
      "span",
      { key: place, class: "meld" },
      meld.map(withPart).map(({ card, part }) => line([{ card, part }])),
    ),
  );
  return h(
    "p",
    { class: isOfThisHand ? "worth" : "worth unadvised" },
    h("b", null, t("table.worth", { least: worth.least })),
    melds.length > 0 && h("span", { class: "melds" }, melds),
    worth.thrown && h("span", { class: "leftover" }, `${words.throwing} `, line([{ card: worth.thrown }])),
    worth.left.length > 0 &&
      h(
        "span",
        { class: "leftover" },
        `${words.left_over} `,
        worth.left.map((card) => line([{ card }])),
      ),
  );
}
