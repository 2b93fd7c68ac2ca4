/**
 * The trays in which melds are put together before they go down: what they hold, how the table reads them,
 * what is missing.
 */

import { button } from "../../shared/button.js";
import { face, suitOf, withPart } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { melds as words, trayLabel, trayName } from "../../shared/meld-texts.js";
import { format, t } from "../../shared/words.js";

/** So many empty trays. */
export const emptyTrays = (many) => ({
  rows: Array.from({ length: many }, () => []),
  parts: new Map(),
  at: 0,
  told: null,
});

/**
 * Trays filled as an act of going down has them. @param {import("../../shared/wire.js").State} state @param
 * {import("../../shared/wire.js").Act} act
 */
export function traysFrom(state, act) {
  const free = [...state.held];
  const parts = new Map();
  const rows = act.melds.map((meld) =>
    textsOf(meld).map((text) => {
      const { card, part } = withPart(text);
      const [held] = free.splice(
        free.findIndex((each) => each.card === card),
        1,
      );
      if (part) parts.set(held.id, part);
      return held.id;
    }),
  );
  const melds = act.melds.map(textsOf);
  const mine = state.message.view.phase === "play" && state.message.options.length > 0;
  const told = {
    trays: melds.map((reads) => ({ ways: [reads], reads })),
    missing: [],
    ready: true,
    act: mine ? { do: "go_down", melds } : null,
    says: null,
  };
  return { rows, parts, at: 0, told }; // the table proposed it, so it goes down as it is
}

/** A meld of an act as texts, `JK=8S`, whichever way it came. */
export const textsOf = (meld) =>
  Array.isArray(meld)
    ? meld
    : meld.cards.map((card, place) =>
        card === meld.as_cards[place] ? card : `${card}=${meld.as_cards[place]}`,
      );

/** What each tray is for: the contract's melds, matched to what the trays hold already. */
export function askedOf(game, needs) {
  const open = [...needs];
  const kinds = game.rows.map((_, place) => {
    const reads = game.told && game.told.trays[place] && game.told.trays[place].reads;
    if (!reads) return null;
    const ranks = new Set(reads.map((text) => (withPart(text).part || text)[0]));
    const at = open.findIndex(
      (need) => need.kind === (ranks.size === 1 ? "set" : "run") && reads.length >= need.size,
    );
    return at < 0 ? null : open.splice(at, 1)[0];
  });
  return kinds.map((kind) => kind || open.shift() || null);
}

/**
 * @param {import("../../shared/wire.js").State} state
 * @param {Object} acts
 * @param {string} says what is missing
 */
export function trays(state, acts, says) {
  const { game } = state;
  const deal = game.deals[state.message.view.deal.number - 1];
  const asked = askedOf(game, game.down || !deal ? [] : deal.needs);
  return h(
    "section",
    { key: "trays", class: "trays", "aria-label": words.trays, "data-home": "trays", tabindex: "-1" },
    h(
      "ul",
      { class: "tray-row" },
      game.rows.map((row, place) => tray(state, acts, row, place, asked[place])),
    ),
    h("p", { class: "says", role: "status" }, says),
  );
}

function tray(state, acts, row, place, asked) {
  const { game } = state;
  const told = game.told && game.told.trays[place];
  const laid = inOrder(state, row, told);
  const at = game.at === place;
  const jokers = told && told.ways.length > 1;
  return h(
    "li",
    { key: place, class: `tray${at ? " at" : ""}${told && told.reads ? " met" : ""}` },
    button(
      {
        class: "tray-name",
        "aria-pressed": String(at),
        "data-tray": String(place),
        "data-landing": true,
        onclick: () => acts.chooseTray(place),
        "aria-label": trayLabel(
          asked,
          place + 1,
          laid.map(({ card, part }) => format.card(card, part)),
          at,
        ),
      },
      h("span", { "aria-hidden": "true" }, told && told.reads ? "✓ " : "", trayName(asked, place + 1)),
    ),
    h(
      "span",
      { class: "tray-cards" },
      laid.map(({ id, card, part }) =>
        button(
          {
            key: id,
            class: `card small s-${suitOf(card)}`,
            "data-in-tray": card,
            "data-landing": true,
            "aria-label": t("melds.tray_back", { card: format.card(card, part) }),
            onclick: () => acts.outOfTray(id),
          },
          face(card, part),
        ),
      ),
      !laid.length && h("span", { key: "none", class: "detail" }, at ? words.tray_empty : ""),
    ),
    jokers &&
      button(
        { key: "turn", class: "button small turn-tray", onclick: () => acts.turnTray(place) },
        h("span", { "aria-hidden": "true" }, "⇄ "),
        words.tray_turn,
      ),
  );
}

// As the table reads the tray, jokers at their places; else as the cards were put.
function inOrder(state, row, told) {
  const held = row.map((id) => ({ id, card: state.held.find((each) => each.id === id).card, part: null }));
  if (!told || !told.reads || told.reads.length !== row.length)
    return held.map((one) => ({ ...one, part: state.game.parts.get(one.id) || null }));
  const free = [...held];
  const found = told.reads.map((text) => {
    const { card, part } = withPart(text);
    const at = free.findIndex((each) => each.card === card);
    return at < 0 ? null : { ...free.splice(at, 1)[0], part };
  });
  return found.includes(null) ? held : found;
}
