/**
 * A discard that goes round: the question whether one wants it, and the standing answer that spares being
 * asked.
 */

import { button } from "../../shared/button.js";
import { face } from "../../shared/cards.js";
import { h } from "../../shared/dom.js";
import { melds as words, claimOrder } from "../../shared/meld-texts.js";
import { offered, whoOf } from "../state.js";
import { t, tLine, format } from "../../shared/words.js";

const RANKS = "A23456789TJQK";
const SUITS = "SHCD";

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function claimAsk(state, acts) {
  const { view, you } = state.message;
  const { turn } = view.deal;
  const { claim, claim_order: order, claim_from: from } = view.deal.buying;
  const who = whoOf(state);
  const at = order.indexOf(/** @type {number} */ (you)); // only seats are asked
  const waiting = (seat) => view.asked.includes(seat);
  const buys = offered(state, "buy");
  return {
    title: tLine(from === you ? "melds.claim_own" : "melds.claim_title", { ...who.of(turn), card: claim }),
    details: [
      [claimOrder(order.slice(0, at).filter(waiting), order.slice(at + 1).filter(waiting), who)],
      buys.length === 1 && state.game.penalty > 0 && [t("melds.claim_price", { count: state.game.penalty })],
    ].filter((detail) => detail && detail[0]),
    buttons: [
      ...offered(state, "pass").map((act) => ({
        id: "pass",
        label: words.leave,
        key: "N",
        act: () => acts.send(act),
        kind: "main",
      })),
      ...buys.map((act) => ({
        id: act.penalty === false ? "buy_bare" : "buy",
        label:
          buys.length === 1
            ? tLine("melds.buy", { card: claim })
            : act.penalty === false
              ? tLine("melds.buy_bare", { card: claim })
              : tLine("melds.buy_with", { card: claim }),
        key: act.penalty === false ? "X" : "B",
        act: () => acts.send(act),
        kind: "main",
      })),
    ],
  };
}

/** The standing answer: what it is, and, unfolded, what it may be. Nothing where the table takes none. */
export function standing(state, acts) {
  const mine = state.message.standing && (state.game.wish || state.message.standing);
  if (!mine || !state.game.penalty) return null;
  const open = state.game.standing;
  const now =
    mine.buy === "cards"
      ? t("melds.standing_now.cards", { count: mine.cards.length })
      : words.standing_now[mine.buy];
  const set = (change) =>
    acts.setStanding({
      buy: mine.buy,
      cards: mine.cards,
      jokers: mine.jokers || "ask",
      own: mine.own || "never",
      until: mine.until || "deal",
      ...change,
    });
  return h(
    "section",
    {
      key: "standing",
      class: `standing${open ? " open" : ""}`,
      "aria-busy": state.game.wish ? "true" : undefined,
      "data-home": "standing",
      tabindex: "-1",
    },
    button(
      {
        key: "now",
        class: "chip",
        "aria-expanded": String(open),
        "data-act": "standing",
        onclick: acts.toggleStanding,
      },
      `${words.standing}: `,
      h("b", null, now),
    ),
    open &&
      h(
        "div",
        { key: "choices", class: "choices" },
        ["ask", "never", "cards"].map((buy) =>
          h(
            "label",
            { key: buy, class: "check" },
            h("input", {
              type: "radio",
              name: "standing",
              checked: mine.buy === buy,
              "data-landing": true,
              onchange: () => set({ buy }),
            }),
            " ",
            words.standing_choices[buy],
          ),
        ),
        state.game.own &&
          h(
            "label",
            { key: "own", class: "check" },
            h("input", {
              type: "checkbox",
              checked: mine.own === "ask",
              onchange: (event) => set({ own: event.target.checked ? "ask" : "never" }),
            }),
            " ",
            words.standing_own,
          ),
        h(
          "label",
          { key: "until", class: "check" },
          h("input", {
            type: "checkbox",
            checked: mine.until === "match",
            onchange: (event) => set({ until: event.target.checked ? "match" : "deal" }),
          }),
          " ",
          words.standing_until.match,
        ),
        mine.buy === "cards" && cardChoice(mine.cards, (cards) => set({ buy: "cards", cards })),
      ),
  );
}

function cardChoice(chosen, set) {
  const faces = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)).concat("JK");
  const turn = (card) =>
    set(chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card]);
  return h(
    "div",
    { key: "faces", class: "faces", role: "group", "aria-label": words.standing_cards },
    faces.map((card) =>
      button(
        {
          key: card,
          class: `card pick s-${card === "JK" ? "J" : card[1]}`,
          "aria-pressed": String(chosen.includes(card)),
          "aria-label": format.card(card),
          "data-landing": true,
          onclick: () => turn(card),
        },
        face(card),
      ),
    ),
  );
}
