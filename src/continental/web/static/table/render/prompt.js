/**
 * The one bar where everything is asked: a title, what hangs on it, the legal acts as buttons, and why
 * others are not among them.
 */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { chosenCard, clockNow, isAsked, isSatIn, left, lines, offered, reasonFor, whoOf } from "../state.js";
import { isHeld } from "../show.js";
import { t, tLine, words, format } from "../../shared/words.js";
import { described, clock, line } from "../../shared/parts.js";

const SAYS_WHAT = 30_000; // milliseconds before the end at which the bar says what happens then
const THINKS = 4_000; // milliseconds after which the bar says for how long somebody thinks

/**
 * What is asked now, as plain values, so that the bar, the keys and the voice say the same.
 * @typedef {{title: any[], details: any[], buttons: Object[], row: Object|null, due: Object|null, mine:
 *   boolean}} Asking
 */

/** @param {import("../../shared/wire.js").State} state @param {Object} acts @returns {Asking} */
export function asking(state, acts, now) {
  const { view, next } = state.message;
  const base = { title: [], details: [], buttons: [], row: null, due: null, mine: isAsked(state) };
  if (isSatIn(state))
    return {
      ...base,
      title: [words.you_left],
      buttons: [{ id: "come-back", label: words.come_back, act: acts.comeBack, kind: "main" }],
    };
  if (state.sure) return { ...base, ...surely(state, acts) };
  if (isHeld(state))
    return {
      ...base,
      title: [words.showing],
      mine: false,
      buttons: [{ id: "show-all", label: words.show_all, key: "Enter", act: acts.showAll, kind: "main" }],
    };
  if (view.phase === "over") return { ...base, ...over(state, acts) };
  if (next) return { ...base, ...between(state, acts, now) };
  if (!isAsked(state)) return { ...base, ...waiting(state, now) };
  const ask = state.game.asks[view.phase] || ASKS[view.phase] || plainly;
  const asked = ask(state, acts);
  const running = clockNow(state, now);
  if (!running || running.seat !== state.message.you) return { ...base, ...asked };
  const hurries = running.due < SAYS_WHAT && !running.reserve;
  return {
    ...base,
    ...asked,
    due: running,
    details: [
      ...(asked.details || []),
      ...(hurries ? [[words.time_out[view.phase] || words.time_out.other]] : []),
    ],
  };
}

const ASKS = {
  draw: (state, acts) => {
    const top = state.message.view.deal.discards.at(-1);
    const ends = endings(state, acts);
    return {
      title: [ends.length ? words.draw_or_end : words.draw_title],
      buttons: [
        ...offered(state, "draw").map((act) => ({
          id: "draw",
          label: words.draw_short,
          key: "S",
          act: () => acts.send(act),
          kind: "main",
        })),
        ...offered(state, "take").map((act) => ({
          id: "take",
          label: tLine("table.take", { top }),
          key: "D",
          act: () => acts.send(act),
          kind: "main",
        })),
        ...ends,
      ],
    };
  },
  play: (state, acts) => {
    const chosen = chosenCard(state);
    const ends = endings(state, acts);
    return {
      title: [ends.length ? words.play_or_end : words.play_title],
      buttons: [
        {
          id: "discard",
          label: chosen ? tLine("table.throw_card", { card: chosen.card }) : words.throw_none,
          key: "Enter",
          act: acts.throwChosen,
          kind: "main",
          off: !chosen || !offered(state, "discard").some((act) => act.card === chosen.card),
        },
        ...ends,
      ],
    };
  },
  count: (state, acts) => {
    const dial = state.message.count_options || [];
    const best = Math.max(
      0,
      dial.findIndex((option) => option.best),
    );
    const at = state.dial === null ? best : state.dial;
    const option = dial[at];
    if (!option) return plainly(state, acts);
    const calls = option.act.calls || [];
    return {
      title: [dial.length > 1 ? words.count_dial : words.count_title],
      details:
        dial.length > 1
          ? [[...tLine(`table.count_lands_${option.says}`, { ...option, jokers: jokersHeld(calls) })]]
          : [],
      row: dial.length > 1 ? { at, options: dial } : null,
      buttons: [
        {
          id: "count",
          label: t("table.count_this", option),
          key: "Enter",
          act: () => acts.send(option.act),
          kind: "main",
        },
      ],
    };
  },
  accuse: (state, acts) => {
    const who = whoOf(state);
    return {
      title: [words.accuse_title],
      details: [[words.accuse_detail]],
      buttons: [
        ...offered(state, "no_claim").map((act) => ({
          id: "no_claim",
          label: words.no_claim,
          key: "N",
          act: () => acts.send(act),
          kind: "main",
        })),
        ...offered(state, "accuse").map((act) => ({
          id: `accuse${act.accused}`,
          label: tLine(act.cards.length ? "table.accuse_cards" : "table.accuse", {
            ...who.of(act.accused),
            fed: who.mid(who.after(act.accused)),
            cards: act.cards,
          }),
          act: () => acts.send(act),
        })),
      ],
    };
  },
  rule: (state, acts) => {
    const who = whoOf(state);
    const { accused, fed } = state.message.view.deal.showdown;
    return {
      title: tLine(fed.length ? "table.rule_title_cards" : "table.rule_title", {
        accused: who.mid(accused),
        fed: who.mid(who.after(accused)),
        cards: fed,
      }),
      details: [[t("table.rule_detail", who.of(accused))]],
      buttons: offered(state, "rule").map((act) => ({
        id: act.upheld ? "uphold" : "reject",
        label: act.upheld ? words.rule_yes : words.rule_no,
        key: act.upheld ? "Y" : "N",
        act: () => acts.send(act),
        kind: act.upheld ? "" : "main",
      })),
    };
  },
  buy_back: (state, acts) => {
    const { view, you } = state.message;
    const { offer, pot, totals, out } = view;
    if (!offer) return plainly(state, acts);
    const still = out.filter((gone) => !gone).length;
    return {
      title: [t("table.buy_title", offer)],
      details: [
        [t("table.buy_detail", { total: totals[you], target: offer.target, pot, raised: pot + offer.price })],
        offer.forces_split && [t("table.buy_split", { share: (pot + offer.price) / still })],
        !offer.forces_split && [t("table.buy_next", { price: offer.price * 2 })],
      ].filter(Boolean),
      buttons: offered(state, "buy_back").map((act) => ({
        id: act.yes ? "buy" : "stay",
        label: act.yes ? t("table.buy_yes", offer) : t("table.buy_no", { total: totals[you] }),
        key: act.yes ? "Y" : "N",
        act: () => acts.send(act),
        kind: act.yes ? "main" : "",
      })),
    };
  },
};

const ENDINGS = { knock: "K", close: "C", continental: "N", straight_flush: "F" };

function endings(state, acts) {
  return Object.entries(ENDINGS).flatMap(([name, key]) =>
    offered(state, name).map((act, place) => ({
      id: `${name}${act.card || ""}`,
      label: tLine(`table.ending.${name}${act.card ? "_card" : ""}`, { card: act.card }),
      key: place ? undefined : key,
      act: () => acts.declare(act),
      kind: "ending",
    })),
  );
}

// A question that this page has no words of its own for is still asked: each act by its name.
function plainly(state, acts) {
  return {
    title: [state.message.view.phase],
    buttons: state.message.options.map((act, place) => ({
      id: `plain${place}`,
      label: [act.do.replaceAll("_", " "), act.card ? " " : "", act.card ? { card: act.card } : ""],
      act: () => acts.send(act),
    })),
  };
}

const SURE = {
  straight_flush: () => ({ title: words.sure_straight_flush, yes: words.yes_declare }),
  knock: (state) => ({
    title: t("table.sure_knock_out", { total: totalAfter(state, state.sure) }),
    yes: words.yes_knock,
  }),
  leave: () => ({ title: words.leave_sure, yes: words.yes_leave }),
};

function surely(state, acts) {
  const { title, yes } = SURE[state.sure.do](state);
  return {
    title,
    mine: true,
    buttons: [
      { id: "surely", label: yes, key: "Y", act: () => acts.send(state.sure), kind: "main" },
      { id: "back", label: words.back, key: "Escape", act: acts.back },
    ],
  };
}

/** The total that a knock leaves its owner with: the loose card's pips on top. */
const totalAfter = (state, act) =>
  state.message.view.totals[state.message.you] + (Number((act.called || act.card)[0]) || 1);

/** Whether an ending is asked about once more: one that ends the match, or puts its owner out of it. */
export const needsAsking = (state, act) =>
  act.do === "straight_flush" || (act.do === "knock" && totalAfter(state, act) >= lines(state).line);

function over(state, acts) {
  const seated = state.message.you !== null;
  return {
    title: [words.over_title],
    details: seated ? [[words.again_detail]] : [],
    buttons: seated
      ? [{ id: "again", label: words.again, key: "A", act: () => acts.send({ do: "again" }), kind: "main" }]
      : [],
  };
}

function between(state, acts, now) {
  const { next, you } = state.message;
  const who = whoOf(state);
  const mine = next.waiting.includes(you);
  return {
    title: [words.next_title],
    details: [
      [
        mine || !next.waiting.length
          ? ""
          : `${t("table.next_waiting", { names: next.waiting.map(who.name) })} `,
        t("table.next_due", { ms: left(state, next.due_ms, now) }),
      ],
    ],
    buttons: mine
      ? [{ id: "next", label: words.next, key: "Enter", act: () => acts.send({ do: "next" }), kind: "main" }]
      : [],
    mine,
  };
}

/** How the jokers of a count are called, as a line. */
function jokersHeld(calls) {
  if (!calls.length) return words.count_all_melded;
  const jokers = calls.map((call) => tLine(call.card ? "table.count_joker_card" : "table.count_joker", call));
  return tLine("table.count_held", { jokers });
}

function waiting(state, now) {
  const { view } = state.message;
  const running = clockNow(state, now);
  const who = whoOf(state);
  const title =
    state.game.waitsFor(state) ||
    (!view.asked.length
      ? words.dealing
      : view.asked.length > 1
        ? t("table.waits_several", { names: view.asked.map(who.name) })
        : t(`table.waits.${view.phase in words.waits ? view.phase : "draw"}`, who.of(view.asked[0])));
  return { title, due: running, details: waitsHow(state, who, now) };
}

// How long they have been thinking, who of them is away, and when a bot will sit in.
function waitsHow(state, who, now) {
  const { view, room, you } = state.message;
  const away = view.asked.filter((seat) => state.gone.has(seat));
  if (away.length) {
    const others = room.seats.some(
      (place) => place.kind === "person" && place.here && place.seat !== away[0],
    );
    return away.map((seat) => [
      others
        ? t(
            Math.max(0, room.away_s * 1000 - (now - state.gone.get(seat))) > 0
              ? "table.away_until_bot"
              : "table.away_bot_now",
            { name: who.plain(seat), ms: Math.max(0, room.away_s * 1000 - (now - state.gone.get(seat))) },
          )
        : t("table.is_away", { name: who.plain(seat) }),
    ]);
  }
  const persons = view.asked.filter(
    (seat) => seat !== you && room.seats[seat].kind === "person" && !room.seats[seat].bot,
  );
  const thinks = now - state.since;
  return persons.length && thinks >= THINKS ? [[t("table.thinking", { ms: thinks })]] : [];
}

/** The bar itself. */
export function prompt(state, acts, now) {
  const ask = asking(state, acts, now);
  const { reasons } = state.message;
  const why = ask.mine && !state.sure ? Object.keys(reasons) : [];
  return h(
    "section",
    {
      class: `prompt${ask.mine ? " mine" : ""}`,
      "aria-label": words.prompt,
      "data-home": "prompt",
      tabindex: "-1",
    },
    state.line === "lost" && h("p", { key: "lost", class: "note lost", role: "alert" }, words.lost),
    h(
      "div",
      { key: "title", class: "title" },
      h("h2", null, line(ask.title)),
      ask.due !== null && clock(ask.due),
    ),
    ask.details.map((detail, place) => h("p", { key: `detail${place}`, class: "detail" }, line(detail))),
    ask.row && dialRow(ask.row, acts),
    h(
      "div",
      { key: "buttons", class: "buttons" },
      ask.buttons.map((one) => described(one)),
      why.length > 0 &&
        described({
          label: words.why_not,
          id: "why",
          act: acts.askWhy,
          kind: "quiet",
          extra: { "aria-expanded": String(state.why) },
        }),
    ),
    state.why &&
      why.length > 0 &&
      h(
        "dl",
        { key: "reasons", class: "reasons" },
        why.map((name) => [
          h("dt", { key: name }, words.act_names[name]),
          h("dd", { key: `${name}-why` }, reasonFor(state, name)),
        ]),
      ),
    h("p", { key: "note", class: "note", role: "status" }, state.note || ""),
  );
}

const SIGNS = { in: "", window: " ⚑", out: " ✕" };

function dialRow(row, acts) {
  return h(
    "div",
    { key: "dial", class: "dial", role: "radiogroup", "aria-label": words.count_row },
    row.options.map((option, place) =>
      button(
        {
          key: place,
          role: "radio",
          class: `stop says-${option.says}`,
          "aria-checked": String(place === row.at),
          tabindex: place === row.at ? "0" : "-1",
          onclick: () => acts.turnDial(place),
          "data-total": String(option.total),
        },
        h("b", null, format.number(option.total), h("span", { "aria-hidden": "true" }, SIGNS[option.says])),
        h("span", { class: "says" }, words.count_says[option.says]),
        h("span", { class: "points" }, format.signed(option.points)),
      ),
    ),
  );
}
