/**
 * The count as a show: which steps it has by now, and how far it was shown; it can be skipped and seen
 * again.
 */

import { words } from "../shared/words.js";

/**
 * Steps are `end` (the hand that ended the deal), `hand3` (one for each hand that is counted, in rotation),
 * then `points`,
 * `money` and `totals`.
 * @typedef {{id: string, lasts: number}} Step `lasts` in milliseconds, until the next one
 */

const UNSETTLED = ["count", "accuse", "rule"];
const HAND = 1300;
const SUM = 1500;

/** The steps that there are by now. @param {import("../shared/wire.js").State} state @returns {Step[]} */
export function stepsOf(state) {
  const view = state.message && state.message.view;
  const deal = view && view.deal;
  if (!deal || !(deal.showdown.ended || deal.died)) return [];
  const hands = deal.showdown.ended
    ? [
        { id: "end", lasts: HAND },
        ...deal.showdown.counts.map((each) => ({ id: `hand${each.seat}`, lasts: HAND })),
      ]
    : [];
  if (UNSETTLED.includes(view.phase)) return hands;
  const money = view.ante ? [{ id: "money", lasts: SUM }] : [];
  return [...hands, { id: "points", lasts: SUM }, ...money, { id: "totals", lasts: SUM }];
}

/** Whether a step is shown. */
export const isShown = (state, id) =>
  stepsOf(state)
    .slice(0, state.show.shown)
    .some((step) => step.id === id);

/** Whether all that there is was shown, so that nothing is held back. */
export const isAllShown = (state) => state.show.shown >= stepsOf(state).length;

/**
 * Whether the bar waits until the count was seen: what is asked after it would tell how it ends. A second
 * look holds up nothing.
 */
export const isHeld = (state) =>
  !state.show.again && !isAllShown(state) && stepsOf(state).some((step) => step.id === "points");

/**
 * Take a new message in: another deal begins at nothing; on opening the page, or without motion, everything
 * is shown at once.
 */
export function follow(state, { atOnce }) {
  const { view, room } = state.message;
  const of = view && view.deal ? `${room.match}-${view.deal.number}` : null;
  if (of !== state.show.of) state.show = { of, shown: 0, again: false };
  if (atOnce) state.show.shown = stepsOf(state).length;
}

/** Show the next step; how long it stands before another may follow, or null where there is none. */
export function advance(state) {
  const steps = stepsOf(state);
  if (state.show.shown >= steps.length) return null;
  state.show.shown += 1;
  return steps[state.show.shown - 1].lasts;
}

/** What may be pressed at the show, by hand or key: to see all of it at once, or all of it again. */
export function showButtons(state, acts) {
  const steps = stepsOf(state);
  if (!isAllShown(state))
    return [{ id: "show-all", label: words.show_all, key: ".", act: acts.showAll, kind: "small" }];
  return steps.length > 1 && steps[steps.length - 1].id === "totals"
    ? [{ id: "show-again", label: words.show_again, key: "R", act: acts.showAgain, kind: "small quiet" }]
    : [];
}
