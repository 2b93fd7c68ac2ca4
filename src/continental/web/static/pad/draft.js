/**
 * A hand that is being typed: what has been chosen, who is still blank, and the hand it makes. No sums:
 * those are the server's.
 */

import { kindOf } from "./kinds.js";

/**
 * @typedef {{after: number, item: string|null, before: string|null, number: number, ended_by: string|null,
 *   ending: string|null,
 *   knock_card: number|null, values: Object<string, number>, jokers: Object<string, number>, feeder:
 * string|null,
 *   nobody: boolean, at_once: boolean, at: string|null, touched: boolean}} Draft
 */

/** An untouched hand at the end of the sheet, or before an item. @returns {Draft} */
export function newDraft(state, before = null) {
  const number = before ? numberAt(state, before) : state.next ? state.next.number : 0;
  return {
    after: state.v,
    item: null,
    before,
    number,
    ended_by: null,
    ending: null,
    knock_card: null,
    values: {},
    jokers: {},
    feeder: null,
    nobody: false,
    at_once: false,
    at: null,
    touched: Boolean(before),
  };
}

/** An earlier hand, opened to be changed. @returns {Draft} */
export function openDraft(state, item) {
  const row = state.rows.find((each) => each.item === item);
  return filled(state, { ...newDraft(state), item, number: row.number }, row.hand);
}

/**
 * The hand of an act that could not be written, opened to be changed.
 * @param {any} state
 * @param {Object<string, any>} act
 * @returns {Draft}
 */
export const draftOf = (state, { item = null, before = null, hand }) =>
  item ? filled(state, openDraft(state, item), hand) : filled(state, newDraft(state, before), hand);

function filled(state, empty, hand) {
  return { ...empty, touched: true, ...kindOf(state).read(hand) };
}

const placeOf = (state, item) => state.rows.findIndex((row) => row.item === item);
const numberAt = (state, item) =>
  state.rows.slice(0, placeOf(state, item)).filter((row) => row.number !== null).length + 1;

/** Who plays the hand, in the order of play where that is known: those who were in when it was dealt. */
export function whoPlays(state, draft) {
  const item = draft.item || draft.before;
  if (!item) return state.next ? state.next.order : [];
  const earlier = state.rows.slice(0, placeOf(state, item));
  const known = earlier.findLast((row) => row.totals);
  const gone = new Set(earlier.flatMap((row) => (row.kind === "leave" ? [row.name] : row.out || [])));
  const was = known ? known.totals : state.start.cash_cents;
  return state.players
    .map((player) => player.name)
    .filter((name) => Object.hasOwn(was, name) && !gone.has(name));
}

/**
 * How a player stands before the hand: the total, whether it is in the window, and whether the player deals.
 */
export function standsBefore(state, draft, name) {
  const item = draft.item || draft.before;
  if (!item) return state.players.find((each) => each.name === name) || { total: 0 };
  const place = placeOf(state, item);
  const known = state.rows.slice(0, place).findLast((row) => row.totals);
  return {
    total: known ? ofName(known.totals, name) : 0,
    window: Boolean(known) && known.window.includes(name),
    dealer: state.rows[place].dealer === name,
  };
}

/**
 * The endings that may be chosen, with what each scores; a knock by the cards that whoever ended the hand
 * may knock with.
 */
export function endingsFor(state, draft) {
  const cards =
    !draft.item && !draft.before && state.next && state.next.knock_cards
      ? state.next.knock_cards[draft.ended_by]
      : null;
  return state.form.endings.map((each) =>
    each.ending === "knock" && cards && cards.length ? { ...each, scores: cards } : each,
  );
}

/**
 * What is kept there by a player's name, which may be one that every object knows, such as `constructor`.
 * @param {Object<string, any>} kept
 */
export const ofName = (kept, name) => (Object.hasOwn(kept, name) ? kept[name] : undefined);

export const isEndChosen = (state, draft) =>
  draft.nobody || (draft.ended_by !== null && (!state.form.endings.length || draft.ending !== null));

/** Everybody who counts and whose count is still to be typed. */
export const blanks = (state, draft) =>
  whoPlays(state, draft).filter(
    (name) => name !== draft.ended_by && ofName(draft.values, name) === undefined,
  );

export const isWhole = (state, draft) => isEndChosen(state, draft) && !blanks(state, draft).length;

/** The hand as it is sent: without the buy-backs, which are answered apart. */
export function handOf(state, draft) {
  const names = whoPlays(state, draft);
  const values = Object.fromEntries(
    names
      .filter((name) => name !== draft.ended_by && ofName(draft.values, name) !== undefined)
      .map((name) => [name, ofName(draft.values, name)]),
  );
  return kindOf(state).hand(draft, values, names);
}

/** The act that writes the hand down; a change leaves the answers to offers as they stand then. */
export function actOf(state, draft) {
  const hand = handOf(state, draft);
  if (draft.item) return { do: "correct", item: draft.item, hand, ...kindOf(state).correction };
  return draft.before ? { do: "insert", before: draft.before, hand } : { do: "enter", hand };
}

/** Return whether the draft is a hand that was opened to be changed, and still as it was written. */
export const isUnchanged = (state, draft) =>
  Boolean(draft.item) &&
  state.rows.some((row) => row.item === draft.item) &&
  JSON.stringify(handOf(state, draft)) === JSON.stringify(handOf(state, openDraft(state, draft.item)));

/** The row of a tried state that the hand became. */
export const rowOf = (tried, draft) => tried.rows.find((row) => row.item === (draft.item || "try")) || null;
