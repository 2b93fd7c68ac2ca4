/**
 * A player's cards tapped in to be counted, and the dial of what they can count. The server counts, and
 * without a connection this
 * device, by the very modules that the server counts by: a phone that keeps the pad's page keeps them too.
 */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/keep.js";
import { ask } from "./asking.js";
import { openCounting } from "../shared/counting.js";
import { standsBefore } from "./draft.js";
import { picker } from "../shared/picker.js";
import { words } from "./words.js";
import { surface, t } from "../shared/words.js";

const hand = await surface("hand");

const told = words.pad;
let counting = null;

/**
 * Keep what counts without a connection, as the hand checker does; `changed` as `openCounting` has it.
 */
export async function keep(changed) {
  const answer = await ask("/hand/python");
  if (answer && answer.ok) remember("counting", answer.body);
  const offered = recall("counting", null);
  if (!offered) return;
  counting ||= openCounting(offered, changed);
  await counting.keep();
}

/**
 * Work out what the entries that wait lead to, once for each that is new: into `app.ahead` go what they
 * come to, by their ids, and the
 * pad's state after them, `about` which entries it is.
 */
export async function reckon(app, about) {
  const { state, waiting, trouble } = app.pad;
  if (!addsUp()) return;
  if (app.draft.touched && app.pad.line === "lost") counting.start(); // while the first hand is typed
  if (!waiting.length || app.ahead.about === about) return;
  app.ahead = { about, each: {}, state: null, done: false };
  if (trouble && trouble.here) app.pad.trouble = null;
  const answer = await counting.count({
    ...standing(state),
    waiting: waiting.map(({ id, act }) => ({ id, act })),
  });
  if (app.ahead.about !== about) return;
  app.ahead.done = true;
  if (answer && answer.ok) {
    const { waiting: told, stuck, state: ahead } = answer.body;
    app.ahead.each = Object.fromEntries(told.map((each) => [each.id, each]));
    app.ahead.state = ahead && after(state, ahead);
    if (stuck) app.pad.stick(stuck, told.at(-1).refused);
  }
  app.changed();
}

/** Whether this device keeps what adds up. */
export const addsUp = () => counting !== null && counting.state === "kept";

/**
 * How the match began and the acts that enter what stands, out of the pad's state. Names are taken where
 * they stand in a row: an
 * object has those that are whole numbers first. Where the sums stop at the first line it has no dealer,
 * and who deals now is the first.
 */
export function standing(state) {
  const players = state.players.slice(0, state.starters).map((player) => player.name);
  const now = state.players.find((player) => player.dealer);
  const dealer = (state.rows[0] && state.rows[0].dealer) || (now ? now.name : null);
  const make = {
    title: state.title,
    rules: state.rules.key,
    players,
    ante_cents: state.ante_cents,
    dealer,
    switches: state.rules.switches,
  };
  const rows = state.rows.map(({ item, kind, name, hand }) => ({
    id: item,
    act: hand ? { do: "enter", hand } : { do: kind, ...(name && { name }) },
  }));
  const adjusted = state.adjustments.map(({ id, from, to, cents, reason }) => ({
    id,
    act: { do: "adjust", from, to, cents, reason },
  }));
  const paid = state.settlement.payments
    .filter((each) => each.paid)
    .map(({ id, from, to, cents }) => ({ id, act: { do: "pay", from, to, cents } }));
  return { make, pad: [...rows, ...adjusted, ...paid] };
}

// What the log alone tells stays as it was last seen: who wrote what and when, what undo takes back there,
// the version.
function after(state, ahead) {
  const own = { by: state.you || "", at: Date.now() };
  const signed = (name, id) =>
    ahead[name].map((each) => ({
      ...each,
      ...own,
      ...pick(state[name].find((old) => old[id] === each[id])),
    }));
  const { v, can_undo, can_redo, undo_says, undo_said, redo_says, redo_said } = state;
  const log = { v, can_undo, can_redo, undo_says, undo_said, redo_says, redo_said };
  return {
    ...state,
    ...ahead,
    ...log,
    rows: signed("rows", "item"),
    adjustments: signed("adjustments", "id"),
  };
}

const pick = (old) => old && { by: old.by, at: old.at, ...(old.changed && { changed: true }) };

/**
 * Count the chosen cards of a player at the total before the hand; `app.picking` takes what was found, or a
 * note why nothing was.
 */
export async function countCards(app, name) {
  const { state, draft } = app;
  const { cards } = app.picking;
  const tell = (change) =>
    app.picking && app.picking.cards === cards && app.pick({ ...app.picking, ...change });
  const take = (answer, note = "") =>
    tell({
      found: answer.ok ? answer.body : null,
      note: answer.body.refused ? answer.body.refused.sentence : note,
    });
  const wish = {
    rules: state.rules.key,
    switches: state.rules.switches,
    cards: cards.join(" "),
    total: standsBefore(state, draft, name).total,
    deal: draft.number,
  };
  const heard = ask("/count", wish);
  const soon = await (counting ? counting.soon(heard) : heard);
  if (soon) return take(soon);
  heard.then((late) => late && take(late));
  if (counting && counting.state === "kept" && !counting.ready) tell({ note: hand.check_starting });
  const own = counting && (await counting.count(wish));
  return own ? take(own, hand.check_here) : tell({ note: told.count_offline });
}

/** The cards of a player as a part of the entry, and the dial where they are counted. */
export function byCards(app, name) {
  const { picking } = app;
  const { found } = picking;
  if (counting && app.pad.line === "lost") counting.start(); // while the cards are tapped
  return [
    picker(picking, (change) =>
      app.pick({ ...picking, ...change, ...("cards" in change && { found: null, note: "" }) }),
    ),
    picking.cards.length > 0 &&
      button({ key: "count", class: "button main", onclick: () => countCards(app, name) }, told.count_them),
    counting &&
      counting.state === "asked" &&
      button(
        { key: "keep", class: "button small", onclick: () => counting.keep(true) },
        t("hand.check_keep", { mb: counting.megabytes }),
      ),
    h("p", { key: "note", class: "note", role: "status" }, picking.note),
    counting &&
      counting.state === "kept" &&
      !picking.cards.length &&
      h("p", { key: "kept", class: "detail" }, hand.check_kept),
    found &&
      app.pad.waiting.length > 0 &&
      app.state === app.pad.state &&
      h("p", { key: "waits", class: "detail" }, told.count_waits),
    found && h("p", { key: "reach", class: "detail" }, told.reach),
    found &&
      h(
        "div",
        { key: "dial", class: "dial" },
        (found.reach || [{ points: found.points, total: null, says: "in" }]).map((stop) =>
          stopOf(app, name, stop),
        ),
      ),
  ];
}

function stopOf(app, name, { points, total, says }) {
  return button(
    {
      key: points,
      class: `stop says-${says}`,
      onclick: () => {
        app.pick(null);
        app.next({ values: { ...app.draft.values, [name]: points } });
      },
    },
    h("b", null, String(points)),
    total !== null && h("span", { class: "points" }, t("pad.goes_to", { total })),
    h("span", { class: "lands" }, hand.lands[says] || ""),
  );
}
