/**
 * What this browser itself was shown of each deal before its dice were: the commitment and its own cards,
 * kept to check against.
 */

import { recall, remember } from "../shared/keep.js";

const MOST = 60; // deals of one room

/**
 * Keep what a message shows of the deal that is played and of the next. @param {string} room @param
 * {import("../shared/wire.js").StateMessage} message
 */
export function witness(room, message) {
  const { view } = message;
  if (!view) return;
  const all = recall(`shown:${room}`, {});
  const match = (all[message.room.match] = all[message.room.match] || {});
  const before = JSON.stringify(match);
  const { deal } = view;
  if (view.next_commitment) keep(match, view.hands + 1, { commitment: view.next_commitment });
  if (deal && !deal.dice) {
    keep(match, deal.number, { commitment: deal.commitment });
    if (view.seat !== null && !deal.drawn && !deal.turns.some((turn) => turn.seat === view.seat))
      keep(match, deal.number, { seat: view.seat, hand: deal.hand });
  }
  if (JSON.stringify(match) === before) return;
  const numbers = Object.keys(match);
  if (numbers.length > MOST) delete match[numbers[0]];
  remember(`shown:${room}`, all);
}

// What was shown first stays: a later word cannot take its place.
function keep(match, number, facts) {
  match[number] = { ...facts, ...match[number] };
}
