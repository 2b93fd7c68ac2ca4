/** What the bar asks in a contract game, and the stage with its rows, piles and trays. */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { melds as words, dealAsks } from "../../shared/meld-texts.js";
import { chosenCard, isAdvised, offered, whoOf } from "../state.js";
import { words as all, t, tLine } from "../../shared/words.js";
import { traysSay } from "../contract.js";
import { claimAsk, standing } from "./claim.js";
import { feed } from "./feed.js";
import { actsOn, actsWith, inShort, playerRows } from "./melds.js";
import { tag } from "../../shared/parts.js";
import { piles } from "./piles.js";
import { dealEnd, sheet } from "./sheet.js";
import { trays } from "./trays.js";

// places for the chosen card up to which each has its button; with more, the melds themselves are touched
const FEW = 4;

/** The questions of a contract game, by phase. */
export const ASKS = {
  draw: (state, acts) => ({
    title: tLine(offered(state, "take").length ? "melds.draw_take" : "melds.draw", {
      top: state.message.view.deal.discards.at(-1),
    }),
    buttons: [
      ...offered(state, "draw").map((act) => ({
        id: "draw",
        label: all.draw_short,
        key: "S",
        act: () => acts.send(act),
        kind: "main",
      })),
      ...offered(state, "take").map((act) => ({
        id: "take",
        label: tLine("table.take", { top: state.message.view.deal.discards.at(-1) }),
        key: "D",
        act: () => acts.send(act),
        kind: "main",
      })),
    ],
  }),
  play: (state, acts) =>
    state.game.open
      ? traysAsk(state, acts)
      : state.game.where === null
        ? playAsk(state, acts)
        : whereAsk(state, acts),
  claim: claimAsk,
  allow: (state, acts) => {
    const card = state.message.view.deal.discards.at(-1);
    return {
      title: tLine("melds.allow_title", { card }),
      buttons: [
        ...offered(state, "allow").map((act) => ({
          id: "allow",
          label: words.allow,
          key: "N",
          act: () => acts.send(act),
          kind: "main",
        })),
        ...offered(state, "take").map((act) => ({
          id: "take",
          label: tLine("table.take", { top: card }),
          key: "D",
          act: () => acts.send(act),
        })),
      ],
    };
  },
  joker: (state, acts) => ({
    title: words.joker_title,
    buttons: [
      ...offered(state, "take_joker").map((act, place) => ({
        id: `take_joker${act.card}${act.on}`,
        label: tLine("melds.joker_take", { card: act.card, meld: shortOf(state, act.on) }),
        key: place ? undefined : "D",
        act: () => acts.send(act),
        kind: "main",
      })),
      ...offered(state, "pass").map((act) => ({
        id: "pass",
        label: words.joker_leave,
        key: "N",
        act: () => acts.send(act),
      })),
    ],
  }),
};

/**
 * The ways down that the table proposes, the best first: none where nothing is told of them, as at a table
 * without help.
 */
export function waysDown(state) {
  const { room } = state.message;
  const proposals = isAdvised(state) && state.advice ? state.advice.proposals : null;
  const offer = offered(state, "go_down");
  if (room.help === "off" || !offer.length) return [];
  return proposals && proposals.length ? proposals : offer;
}

const shortOf = (state, on) => inShort(state.message.view.deal.on_table.melds[on], whoOf(state));

function playAsk(state, acts) {
  const chosen = chosenCard(state);
  const { deal } = state.message.view;
  const places = chosen ? actsWith(state, chosen.card) : [];
  const melds = [...new Set(places.map((act) => act.on))];
  const [down] = waysDown(state);
  const throws = !chosen || offered(state, "discard").some((act) => act.card === chosen.card);
  return {
    title: deal.on_table.owed ? words.owed : [state.game.down ? words.play_down : words.play],
    buttons: [
      throws && {
        id: "discard",
        label: chosen ? tLine("melds.throw_card", { card: chosen.card }) : words.choose,
        key: "Enter",
        act: acts.throwChosen,
        kind: "main",
        off: !chosen,
      },
      ...(melds.length <= FEW ? melds : []).map((on, place) => ({
        id: `lay${on}`,
        label: layLabel(state, on, chosen.card),
        key: place ? undefined : "L",
        act: () => acts.touchMeld(on),
        kind: "ending",
      })),
      down && {
        id: "go_down",
        label: state.game.down ? words.further_ready : words.go_down_ready,
        key: "G",
        act: () => acts.openTrays(down),
        kind: "ending",
      },
      !down &&
        !state.game.down && {
          id: "lay_out",
          label: words.lay_out,
          key: "M",
          act: () => acts.openTrays(null),
          kind: "",
        },
    ].filter(Boolean),
  };
}

function layLabel(state, on, card) {
  const here = actsOn(state, on, card);
  return here.every((act) => act.do === "take_joker")
    ? tLine("melds.take_joker_of", { card, meld: shortOf(state, on) })
    : tLine("melds.lay_on", { card, meld: shortOf(state, on) });
}

function whereAsk(state, acts) {
  const chosen = chosenCard(state);
  const here = chosen ? actsOn(state, state.game.where, chosen.card) : [];
  return {
    title: tLine("melds.where_title", { card: chosen.card }),
    details: [tLine("melds.where_on", { meld: shortOf(state, state.game.where) })],
    buttons: [
      ...here.map((act, place) => ({
        id: `${act.do}${act.end || ""}`,
        label: whereLabel(act),
        key: place < 3 ? "LJK"[place] : undefined,
        act: () => acts.send(act),
        kind: "ending",
      })),
      { id: "back", label: all.back, key: "Escape", act: acts.back },
    ],
  };
}

function whereLabel(act) {
  if (act.do === "take_joker") return tLine("melds.where.take", { card: act.card });
  if (act.do === "slide_joker") return words.where[`slide_${act.end}`];
  return act.end ? words[act.end] : words.where.set;
}

function traysAsk(state, acts) {
  const { game } = state;
  const [down] = waysDown(state);
  const filled = game.rows.some((row) => row.length);
  return {
    title: [words.tray_title],
    buttons: [
      {
        id: "lay_down",
        label: words.tray_down,
        key: "G",
        act: acts.goDown,
        kind: "main",
        off: !(game.told && game.told.act),
      },
      down && { id: "propose", label: words.tray_propose, key: "P", act: acts.propose },
      filled && { id: "clear", label: words.tray_clear, act: acts.clearTrays },
    ].filter(Boolean),
  };
}

/** Whom the table waits for, where a contract game has other words for it; null elsewhere. */
export function waitsFor(state) {
  const { view } = state.message;
  const who = whoOf(state);
  if (view.phase === "claim")
    return t("melds.waits_claim", {
      names: view.asked.map(who.name),
      count: view.asked.length,
      context: view.asked.length === 1 ? who.of(view.asked[0]).context : undefined,
    });
  if (view.phase === "allow") return t("melds.waits_allow", who.of(view.asked[0]));
  if (view.phase === "joker") return t("melds.waits_joker", who.of(view.asked[0]));
  return view.phase === "play" && view.asked.length ? t("melds.waits_down", who.of(view.asked[0])) : null;
}

// --- the parts of the page

const dealOf = (state) => {
  const { deal } = state.message.view;
  return deal && state.game.deals[deal.number - 1];
};

/** What the head of the page says: which deal it is and what it asks for. */
export function head(state) {
  const { view } = state.message;
  const deal = dealOf(state);
  return [
    deal &&
      h(
        "span",
        { key: "number", class: "number" },
        t("melds.deal_of", { number: view.deal.number, of: state.game.deals.length }),
      ),
    deal && h("b", { key: "asks", class: "asks" }, dealAsks(deal.needs, deal.whole)),
    !view.clockwise && tag("way", "↺", words.anticlockwise),
  ];
}

/** The stage while a deal is played: the players with their melds, and the piles. */
export function stage(state, acts, now, counting) {
  const { deal } = state.message.view;
  return [
    playerRows(state, acts, now),
    h(
      "div",
      { key: "felt", class: `felt${counting ? " counted" : ""}` },
      counting
        ? dealEnd(state)
        : deal && [
            h("div", { key: "pile-row", class: "pile-row" }, piles(state, acts), penaltyPile(deal)),
            h("div", { key: "lately", class: "lately" }, feed(state, 2)),
          ],
    ),
  ];
}

function penaltyPile(deal) {
  if (!deal.buying.penalty_size) return null;
  return h(
    "div",
    {
      key: "penalty",
      class: "pile penalty",
      "data-place": "penalty",
      role: "img",
      "aria-label": t("melds.penalty_of", { count: deal.buying.penalty_size }),
    },
    h("span", { class: "card back", "aria-hidden": "true" }),
    h(
      "span",
      { class: "caption", "aria-hidden": "true" },
      words.penalty,
      " ",
      h("b", null, deal.buying.penalty_size),
    ),
  );
}

/** What stands between the bar and the hand. */
export function beside(state, acts) {
  const { deal } = state.message.view;
  if (state.message.you === null || !deal || deal.on_table.closed || deal.ran_out) return null;
  const missing = state.advice && state.advice.missing;
  return [
    state.game.open && trays(state, acts, traysSay(state.game)),
    h(
      "div",
      { key: "tools", class: "tools" },
      !state.game.open &&
        !state.game.down &&
        button(
          {
            key: "trays",
            class: "chip",
            "data-act": "trays",
            onclick: () => acts.openTrays(null),
          },
          words.trays_open,
        ),
      !state.game.open &&
        typeof missing === "number" &&
        h(
          "span",
          { key: "missing", class: isAdvised(state) ? "detail" : "detail unadvised" },
          t("melds.away", { count: missing }),
        ),
      state.game.open &&
        button(
          {
            key: "close",
            class: "chip",
            "data-act": "close-trays",
            onclick: acts.closeTrays,
          },
          words.tray_close,
        ),
      standing(state, acts),
    ),
  ];
}

export { sheet };
