/**
 * The hand as it is typed with one thumb: who ended it and how, what the others count, and what it all leads
 * to.
 */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { blanks, endingsFor, isEndChosen, isWhole, ofName, rowOf, standsBefore, whoPlays } from "./draft.js";
import { kindOf } from "./kinds.js";
import { endSaid, words } from "./words.js";
import { t, format } from "../shared/words.js";
import { needsOf, readContract } from "../shared/needs.js";
import { sayRefusal, sayPiece } from "../shared/server-texts.js";

const told = words.pad;
const LARGEST = 9999; // digits that are typed; what a hand can count the server knows

/** Everything about the hand that is typed now. */
export function entry(app) {
  const { state, draft } = app;
  const chosen = isEndChosen(state, draft);
  const now = !app.unsummed && !draft.item && !draft.before ? state.next : null;
  return h(
    "section",
    {
      key: "entry",
      class: "entry",
      "data-home": "entry",
      tabindex: "-1",
      "aria-label": headingOf(state, draft),
    },
    h(
      "div",
      { key: "top", class: "entry-top" },
      h(
        "h2",
        null,
        headingOf(state, draft),
        " ",
        now && h("small", null, t("pad.deals", { name: now.dealer })),
      ),
      chosen && ended(app),
    ),
    (draft.item || draft.before) &&
      button({ key: "cancel", class: "button small", onclick: app.cancel }, told.cancel),
    draft.touched &&
      app.pad.isNews(draft.after) &&
      h("p", { key: "newer", class: "warning", role: "status" }, told.newer),
    state.next &&
      state.next.contract &&
      !app.unsummed &&
      h(
        "p",
        { key: "needs", class: "detail" },
        t("pad.needs", { needs: needsOf(readContract(state.next.contract)) }),
      ),
    state.gap &&
      !draft.item &&
      !app.unsummed &&
      h(
        "p",
        { key: "gap", class: "detail" },
        t(state.gap.split_at === null ? "pad.gap" : "pad.gap_split", {
          names: state.gap.between,
          gap: state.gap.gap,
          at: state.gap.split_at,
        }),
      ),
    chosen ? atOnce(app) : choose(app),
    !app.picking && rows(app, chosen),
    chosen && draft.at !== null && typing(app),
    chosen && state.form.feeding && !app.picking && feeder(app),
    result(app),
    !app.picking && writeBar(app),
  );
}

function headingOf(state, draft) {
  if (draft.item) return t("pad.change_hand", { number: draft.number });
  return draft.before
    ? t("pad.insert_hand", { number: draft.number })
    : t("pad.hand_number", { number: draft.number });
}

// --- who ended it, and how

function choose(app) {
  const { state, draft } = app;
  const kind = kindOf(state);
  const names = whoPlays(state, draft);
  const endings = endingsFor(state, draft);
  return [
    h("h3", { key: "who" }, kind.who),
    h(
      "div",
      {
        key: "enders",
        class: `pad-keys enders${names.length + Number(kind.nobody !== null) === 4 ? " four" : ""}`,
        role: "group",
        "aria-label": kind.who,
      },
      names.map((name) =>
        button(
          {
            key: name,
            class: "key big",
            "aria-pressed": String(draft.ended_by === name),
            "data-ender": name,
            onclick: () => chooseEnder(app, name),
          },
          name,
        ),
      ),
      kind.nobody !== null &&
        button(
          { key: "-nobody", class: "key big", onclick: () => chosen(app, { nobody: true, ended_by: null }) },
          kind.nobody,
        ),
    ),
    endings.length > 0 && h("h3", { key: "how" }, told.how),
    endings.length > 0 &&
      h(
        "div",
        { key: "endings", class: "pad-keys endings", role: "group", "aria-label": told.how },
        endings.flatMap((each) => each.scores.map((score) => endingKey(app, each.ending, score))),
      ),
  ];
}

function endingKey(app, ending, score) {
  const { draft } = app;
  const card = ending === "knock" ? score : null;
  return button(
    {
      key: `${ending}-${score}`,
      class: `key big${ending === "straight_flush" ? " wide" : ""}`,
      "aria-pressed": String(draft.ending === ending && draft.knock_card === card),
      onclick: () => chosen(app, { ending, knock_card: card }),
    },
    h("b", null, format.signed(score)),
    " ",
    h("span", null, told.key[ending]),
  );
}

const chooseEnder = (app, name) => chosen(app, { ended_by: name, nobody: false });

// When the end is known, the first who is blank is next.
function chosen(app, change) {
  const after = { ...app.draft, ...change };
  app.set({
    ...change,
    at: isEndChosen(app.state, after) ? (blanks(app.state, after)[0] ?? null) : after.at,
  });
}

function ended(app) {
  const { draft } = app;
  const says = draft.nobody ? told.nobody_closed : endSaid(draft.ended_by, draft.ending, draft.knock_card);
  const again = () => app.set({ ended_by: null, ending: null, knock_card: null, nobody: false, at: null });
  return [
    h("p", { key: "ended" }, h("b", null, says)),
    button({ key: "again", class: "button small", onclick: again }, told.change),
  ];
}

function atOnce({ state, draft, set }) {
  const { once } = kindOf(state);
  return (
    once !== null &&
    !draft.nobody &&
    h(
      "label",
      { key: "once", class: "check" },
      h("input", {
        type: "checkbox",
        checked: draft.at_once,
        onchange: (event) => set({ at_once: event.target.checked }),
      }),
      " ",
      once,
    )
  );
}

// --- the others

function rows(app, isChosen) {
  const { state, draft } = app;
  const after = app.tried && app.tried.ok ? rowOf(app.tried.body, draft) : null;
  return h(
    "ul",
    { key: "rows", class: "counts", "aria-label": told.counts },
    whoPlays(state, draft).map((name) => {
      const player =
        app.unsummed && !draft.item && !draft.before ? { total: "" } : standsBefore(state, draft, name);
      const isEnder = name === draft.ended_by;
      const value = isEnder ? null : ofName(draft.values, name);
      const jokers = ofName(draft.jokers, name);
      return h(
        "li",
        { key: name },
        button(
          {
            class: "count-row",
            "data-player": name,
            "aria-pressed": String(draft.at === name),
            "aria-disabled": String(!isChosen),
            onclick: () => isChosen && app.set({ at: name }),
          },
          h("span", { class: "name" }, h("span", { class: "who" }, name), player.dealer && dealerSign()),
          h(
            "span",
            { class: "total" },
            player.total === "" ? "" : format.number(player.total),
            player.window && h("span", { class: "sign" }, " ⚑", h("span", { class: "unseen" }, told.window)),
          ),
          h(
            "span",
            { class: value === undefined ? "value is-blank" : "value" },
            isEnder ? "▸" : value === undefined ? (isChosen ? told.blank : "") : String(value),
          ),
          h(
            "span",
            { class: "held" },
            jokers
              ? [
                  h("span", { "aria-hidden": "true" }, `★${jokers}`),
                  h("span", { class: "unseen" }, t("pad.jokers_held", { count: jokers })),
                ]
              : "",
          ),
          h("span", { class: "then" }, after && after.totals ? afterwards(after, name) : ""),
        ),
      );
    }),
  );
}

const afterwards = (row, name) => [
  t("pad.goes_to", { total: row.totals[name] }),
  row.out.includes(name) ? " ✕" : row.window.includes(name) ? " ⚑" : "",
  h(
    "span",
    { class: "unseen" },
    row.out.includes(name) ? told.out : row.window.includes(name) ? told.window : "",
  ),
];

// --- the keys of one player

function typing(app) {
  const { state, draft, picking } = app;
  const name = draft.at;
  const jokers = state.form.jokers > 0 && !picking;
  return h(
    "div",
    { key: "typing", class: "typing" },
    picking &&
      h(
        "h3",
        { key: "name" },
        h("span", null, name, " ", h("small", null, format.number(standsBefore(state, draft, name).total))),
        button({ class: "button small", onclick: () => app.pick(null) }, told.by_number),
      ),
    jokers && jokerKeys(app, name),
    picking ? cards(app, name) : name !== draft.ended_by && digits(app, name),
  );
}

function cards(app, name) {
  return app.parts.cards
    ? app.parts.cards.byCards(app, name)
    : h("p", { key: "fetched", class: "detail", role: "status" }, told.fetching);
}

function jokerKeys(app, name) {
  const { draft, state } = app;
  const set = (n) =>
    app.set({ jokers: n === null ? without(draft.jokers, name) : { ...draft.jokers, [name]: n } });
  return h(
    "div",
    { key: "jokers", class: "pad-keys jokers", role: "group", "aria-label": t("pad.jokers_of", { name }) },
    button(
      {
        key: "none",
        class: "key",
        "aria-pressed": String(ofName(draft.jokers, name) === undefined),
        "aria-label": told.not_said,
        onclick: () => set(null),
      },
      h("small", null, told.jokers_key),
    ),
    Array.from({ length: state.form.jokers + 1 }, (_, n) =>
      button(
        {
          key: n,
          class: "key",
          "aria-label": t("pad.jokers_held", { count: n }),
          "aria-pressed": String(ofName(draft.jokers, name) === n),
          onclick: () => set(n),
        },
        String(n),
      ),
    ),
  );
}

const without = (all, name) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));

function digits(app, name) {
  const value = ofName(app.draft.values, name);
  const put = (points) =>
    app.set({
      values: points === null ? without(app.draft.values, name) : { ...app.draft.values, [name]: points },
    });
  const type = (digit) => put(Math.min(LARGEST, app.fresh ? digit : (value || 0) * 10 + digit));
  const digit = (n) =>
    button({ key: n, class: "key big", style: { "grid-area": `d${n}` }, onclick: () => type(n) }, String(n));
  return h(
    "div",
    { key: "digits", class: "pad-keys digits", role: "group", "aria-label": t("pad.digits", { name }) },
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map(digit),
    button(
      {
        key: "zero",
        class: "key big zero",
        onclick: () => app.next({ values: { ...app.draft.values, [name]: 0 } }),
      },
      h("b", null, "0"),
      " ",
      h("small", null, kindOf(app.state).zero),
    ),
    button(
      {
        key: "del",
        class: "key",
        style: { "grid-area": "del" },
        "aria-label": told.back_digit,
        onclick: () => put(value === undefined || value < 10 ? null : Math.floor(value / 10)),
      },
      "⌫",
    ),
    button(
      {
        key: "cards",
        class: "key",
        style: { "grid-area": "cards" },
        onclick: () => app.pick({ cards: [], rank: null, found: null, note: "" }),
      },
      told.by_cards,
    ),
    button({ key: "next", class: "key big next", onclick: () => app.next({}) }, told.next),
  );
}

function feeder(app) {
  const { draft, state } = app;
  return h(
    "p",
    { key: "feeder", class: "field" },
    h("label", { for: "feeder" }, told.fed),
    " ",
    h(
      "select",
      { id: "feeder", onchange: (event) => app.set({ feeder: event.target.value || null }) },
      h("option", { key: "-", value: "" }, told.nobody_fed),
      whoPlays(state, draft)
        .filter((name) => name !== draft.ended_by)
        .map((name) => h("option", { key: name, value: name, selected: draft.feeder === name }, name)),
    ),
  );
}

// --- what it leads to, and the key that writes it down

function result(app) {
  const { state, draft, tried } = app;
  const whole = isWhole(state, draft);
  const row = whole && tried && tried.ok ? rowOf(tried.body, draft) : null;
  return (
    row &&
    row.transfers &&
    row.transfers.length > 0 &&
    h(
      "details",
      { key: "money" },
      h("summary", null, told.money_of_hand),
      h("ul", { class: "coins" }, row.transfers.map(coin)),
    )
  );
}

// Always within reach, the keys above it open or not: what is wrong or missing, and the key that writes.
function writeBar(app) {
  const { state, draft, tried } = app;
  const whole = isWhole(state, draft);
  const row = whole && tried && tried.ok ? rowOf(tried.body, draft) : null;
  const stop = row && tried.body.stopped;
  const missing = isEndChosen(state, draft)
    ? t("pad.missing", { names: blanks(state, draft) })
    : kindOf(state).missing(draft);
  const writes = draft.item
    ? t("pad.write_change", { number: draft.number })
    : t("pad.write", { number: draft.number });
  return h(
    "div",
    { key: "write", class: "write-bar" },
    whole && tried && !tried.ok && h("p", { key: "refused", class: "note", role: "alert" }, tried.sentence),
    stop && h("p", { key: "stop", class: "warning" }, sayRefusal(stop)),
    h(
      "div",
      { key: "key", "aria-live": "polite" },
      button(
        {
          class: `button big ${whole ? "main" : "waits"}`,
          id: "write",
          onclick: whole ? app.write : app.askBlank,
        },
        whole ? writes : missing,
      ),
    ),
  );
}

/** The sign of whoever deals. */
export const dealerSign = () =>
  h(
    "span",
    { key: "dealer", class: "deal-sign" },
    h("span", { "aria-hidden": "true" }, told.dealer_sign),
    h("span", { class: "unseen" }, told.dealer),
  );

/** One payment with its reason. */
export function coin({ from, to, cents, ...why }, place) {
  const who = (party) => (party === "pot" ? told.the_pot : party);
  return h("li", { key: place }, t("pad.coin", { from: who(from), to: who(to), cents, says: sayPiece(why) }));
}
