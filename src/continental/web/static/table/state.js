/**
 * The plain object that the page shows, how messages change it, and the few questions that several parts ask
 * of it.
 */

import { follow, hold, newest, sorted } from "./hand.js";
import { recall, settings } from "../shared/keep.js";
import { isAllShown, isShown } from "./show.js";
import { words, t } from "../shared/words.js";
import { sayRefusal, nameRules } from "../shared/server-texts.js";

const FEED_LENGTH = 160;

/** @returns {import("../shared/wire.js").State} */
export function fresh(room) {
  const kept = recall(`hand:${room}`, null);
  return {
    room,
    line: "connecting",
    message: /** @type {any} */ (null), // nothing is drawn before the first one
    advice: null,
    receivedAt: 0,
    feed: [],
    held: [],
    sort: (kept && kept.sort) || recall("sort", "suit"),
    kept: kept && kept.cards,
    deal: null,
    game: null,
    bots: [],
    departures: [],
    chosen: null,
    thrown: null,
    dial: null,
    sure: null,
    note: null,
    why: false,
    sentAt: null,
    panel: false,
    copied: false,
    settings: settings(),
    help: null,
    show: { of: null, shown: 0, again: false },
    sheet: null,
    chat: [],
    unread: 0,
    muted: recall("muted", []),
    since: 0,
    gone: new Map(),
    carry: null,
    lobby: null,
    count: null,
    chart: null,
  };
}

/**
 * Fold a state message in. @param {import("../shared/wire.js").State} state @param
 * {import("../shared/wire.js").StateMessage} message
 */
export function receive(state, message, now) {
  const before = state.message;
  const news = message.feed ? [] : message.events;
  state.feed = message.feed
    ? message.feed.slice()
    : [...state.feed, ...message.events.map((event) => ({ v: message.v, event }))];
  state.feed = state.feed.slice(-FEED_LENGTH);
  state.message = message;
  if (!message.advised) state.advice = null;
  state.receivedAt = now;
  state.sentAt = null;
  followHand(state);
  followPeople(state, before, now);
  if (promptKey(before) !== promptKey(message)) {
    state.sure = null;
    state.dial = null;
    state.note = null;
    state.why = false;
  }
  if (!message.options.length) state.thrown = null;
  return news;
}

const handOf = (message) => ((message.view && message.view.deal && message.view.deal.hand) || []).join(" ");

/**
 * Fold advice in, unless another version is shown by now. Return whether it was. @param
 * {import("../shared/wire.js").State} state @param {import("../shared/wire.js").AdviceMessage} message
 */
export function takeAdvice(state, { advice, v }) {
  if (!state.message || state.message.v !== v) return false;
  state.advice = { ...advice, hand: handOf(state.message) };
  return true;
}

/**
 * Whether the advice that is kept is of the hand that is shown. Older advice keeps its place on the page,
 * unseen, until the next one is there, so that nothing jumps.
 * @param {import("../shared/wire.js").State} state
 */
export const isAdvised = (state) => Boolean(state.advice && state.advice.hand === handOf(state.message));

// Since when the table waits for whom it waits for, and since when somebody is not here, as far as this
// page saw it.
function followPeople(state, before, now) {
  const waited = (message) =>
    message &&
    message.view &&
    JSON.stringify([
      message.view.phase,
      message.view.asked,
      message.view.hands,
      message.view.deal && message.view.deal.turns.length,
    ]);
  if (waited(before) !== waited(state.message)) state.since = now;
  for (const { seat, kind, here, bot } of state.message.room.seats) {
    if (kind !== "person" || here || bot) state.gone.delete(seat);
    else if (!state.gone.has(seat)) state.gone.set(seat, now);
  }
}

function followHand(state) {
  const deal = state.message.view && state.message.view.deal;
  const cards = deal ? deal.hand : [];
  const kept = state.kept && takeUp(state.kept, cards);
  if (kept) state.held = kept;
  else if (deal && deal.number !== state.deal) state.held = sorted(hold(cards), "suit", null);
  else state.held = follow(state.held, cards, state.thrown);
  state.kept = null;
  state.deal = deal ? deal.number : null;
  if (!chosenCard(state)) state.chosen = null;
}

// After a reload the order that was kept is taken up again, unless it speaks of another deal's cards.
function takeUp(kept, cards) {
  const old = hold(kept);
  const held = follow(old, cards);
  return cards.length && held.filter((each) => !old.includes(each)).length <= 2 ? held : null;
}

// The same question is asked as before where the acts on offer are the same in the same phase of the same
// deal.
function promptKey(message) {
  if (!message || !message.view) return "";
  const { view, options } = message;
  return JSON.stringify([view.phase, view.asked, view.deal && view.deal.number, options]);
}

/** The acts of one kind that are on offer. */
export const offered = (state, name) =>
  state.message ? state.message.options.filter((act) => act.do === name) : [];

/** Whether something is asked of this seat. */
export const isAsked = (state) => Boolean(state.message && state.message.options.length);

/** The cards as shown, in the order of the sort that is on. */
export const shownHand = (state) => sorted(state.held, state.sort, state.advice && state.advice.worth);

/** The held card that was drawn this turn, if one was. */
export function drawnCard(state) {
  const deal = state.message && state.message.view && state.message.view.deal;
  return deal && deal.drawn && !deal.showdown.ended && !deal.died && !deal.on_table.closed
    ? newest(state.held, deal.drawn)
    : null;
}

/** The held card that is chosen, if one is. */
export const chosenCard = (state) => state.held.find((each) => each.id === state.chosen) || null;

/** Whether the hand was ended, or died, so that the count is what there is to see. */
export function atTheCount(state) {
  const view = state.message && state.message.view;
  return Boolean(
    view &&
    (view.phase === "over" ||
      (view.deal &&
        (view.deal.showdown.ended || view.deal.died || view.deal.on_table.closed || view.deal.ran_out))),
  );
}

/** Whether this person left the table in the match, and a bot plays the seat until they are back. */
export function isSatIn(state) {
  const { you, room } = state.message;
  return (
    you !== null &&
    room.phase === "playing" &&
    room.seats[you].kind === "person" &&
    room.seats[you].bot !== null
  );
}

/** The events since the last hand was ended, its ending first. */
export function handEvents(state) {
  const events = state.feed.map((row) => row.event);
  const last = events.findLastIndex((event) => event.is === "hand_ended" || event.is === "deal_died");
  return last < 0 ? [] : events.slice(last);
}

/** The lines of the match: where one is out, and where the window begins; null where the game has none. */
export function lines(state) {
  const { line = null, window = null } = state.message.room;
  return { line, from: window };
}

/** The totals from before the hand that is counted: each total less the points that were scored on it. */
export function totalsBefore(state) {
  const { totals } = state.message.view;
  const scored = new Map(
    handEvents(state)
      .filter((event) => event.is === "scored")
      .map((event) => [event.seat, event.total - event.points]),
  );
  return totals.map((total, seat) => scored.get(seat) ?? total);
}

/** The totals as they may be seen by now: while the count is being shown, those from before it. */
export function totalsNow(state) {
  return isAllShown(state) || isShown(state, "totals") ? state.message.view.totals : totalsBefore(state);
}

/** What the deal that is counted has paid a party, in cents: a seat, or -1 for the pot. */
export const gainOf = (state, party) =>
  handEvents(state).reduce(
    (sum, { is, source, target, cents }) =>
      is === "paid" ? sum + (target === party ? cents : 0) - (source === party ? cents : 0) : sum,
    0,
  );

/**
 * The cash of each seat and the pot as they may be seen by now: while the count is being shown, those from
 * before it.
 */
export function moneyNow(state) {
  const { cash, pot } = state.message.view;
  if (isAllShown(state) || isShown(state, "money")) return { cash, pot };
  return { cash: cash.map((cents, seat) => cents - gainOf(state, seat)), pot: pot - gainOf(state, -1) };
}

/** What happened, as far as the count has shown it. */
export function feedNow(state) {
  if (isAllShown(state)) return state.feed;
  const ended = state.feed.findLastIndex(
    ({ event }) => event.is === "hand_ended" || event.is === "deal_died",
  );
  return state.feed.slice(0, ended + 1);
}

/** Whether a seat is out of the match, as far as the count has shown it. */
export function isOut(state, seat) {
  const { view } = state.message;
  const { line } = lines(state);
  return view.out[seat] && (line === null || totalsNow(state)[seat] >= line);
}

/** Whether a total lies in the window to buy back. */
export function inWindow(state, total) {
  const { line, from } = lines(state);
  return line !== null && from !== null && total >= from && total < line;
}

/**
 * The act clock that runs: whose, what is left of it and of what whole, and the reserve behind it; null
 * where none runs.
 */
export function clockNow(state, now) {
  const { clock: running, room } = state.message;
  if (!running) return null;
  const onReserve = Boolean(running.on_reserve);
  return {
    seat: running.seat,
    due: Math.max(0, left(state, running.due_ms, now)),
    whole: (onReserve ? room.reserve_s : room.clock_s) * 1000,
    onReserve,
    reserve: onReserve ? 0 : running.reserve_ms || 0,
  };
}

/** Milliseconds left of something that was due in `due` when the message came. */
export const left = (state, due, now) => due - (now - state.receivedAt);

/** How people are named in lines. */
export function whoOf(state) {
  const message = state.message;
  const you = message.you;
  const plain = (seat) => {
    const place = message.room.seats.find((each) => each.seat === seat);
    return (place && place.name) || t("table.place", { number: seat + 1 });
  };
  const order =
    message.view && message.view.deal ? message.view.deal.seats : message.room.seats.map((each) => each.seat);
  return {
    plain,
    points: state.game.points,
    name: (seat) => (seat === you ? words.you : plain(seat)),
    mid: (seat) => (seat === -1 ? words.pot : seat === you ? words.you_within : plain(seat)),
    of: (seat) => ({
      name: seat === you ? words.you : plain(seat),
      context: seat === you ? "you" : undefined,
    }),
    after: (seat) => order[(order.indexOf(seat) + 1) % order.length],
  };
}

/**
 * Why an act of that name is not on offer now, in words; null where nothing speaks against it, or it is not
 * its time. @param {import("../shared/wire.js").State} state
 */
export function reasonFor(state, name) {
  const reason = state.message.reasons[name];
  return reason ? sayRefusal(reason) : null;
}

/** The key of the rule set that is played in a room. @param {import("../shared/wire.js").Room} room */
export const rulesOf = (room) => room.rules.split(" ")[0];

/** What is played in a room, as a title. @param {import("../shared/wire.js").Room} room */
export const titleOf = (room) => nameRules(rulesOf(room), room.title);
