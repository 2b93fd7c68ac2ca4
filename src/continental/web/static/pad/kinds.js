/**
 * What depends on how the match is scored: one part for money to a line, one for points over a number of
 * deals.
 */

import { keyMarks, words } from "./words.js";
import { t, format } from "../shared/words.js";

const told = words.pad;

/**
 * @typedef {{key: string, head: string, cell: (player: any, state: any) => string}} Column
 * @typedef {{
 *   read: (hand: any) => Object<string, any>,
 *   hand: (draft: any, values: Object<string, number>, names: string[]) => Object<string, any>,
 *   correction: Object<string, any>, who: string, nobody: string|null, once: string|null, zero: string,
 *   missing: (draft: any) => string, dead: string|null, joins: string, leaves: string, pot: (cents: number)
 *   => string,
 *   marks: (all?: boolean) => string, columns: Column[], settles: (state: any) => boolean, series: string[],
 * }} Kind
 */

/** @type {Kind} */
const money = {
  read: (hand) => ({
    ended_by: hand.ended_by,
    ending: hand.ending,
    knock_card: hand.knock_card ?? null,
    values: { ...hand.counts },
    jokers: { ...hand.jokers },
    feeder: hand.feeder ?? null,
  }),
  hand: (draft, values, names) => ({
    ended_by: draft.ended_by,
    ending: draft.ending,
    ...(draft.ending === "knock" ? { knock_card: draft.knock_card } : {}),
    counts: values,
    jokers: Object.fromEntries(Object.entries(draft.jokers).filter(([name]) => names.includes(name))),
    feeder: draft.feeder,
  }),
  correction: { keep_answers: true },
  who: told.who_ended,
  nobody: null,
  once: null,
  zero: told.zero,
  missing: (draft) => t(draft.ended_by ? "pad.choose_how" : "pad.choose_end", { name: draft.ended_by }),
  dead: told.dead,
  joins: told.join_means_money,
  leaves: told.leave_means_money,
  pot: (cents) => t("pad.pot", { cents }),
  marks: (all) => keyMarks(true, all),
  columns: [
    { key: "buys", head: told.buys, cell: (player) => String(player.buys) },
    {
      key: "next",
      head: told.next_price,
      cell: (player, state) =>
        player.out || player.price_cents === null || state.status !== "playing"
          ? ""
          : format.money(player.price_cents),
    },
  ],
  settles: () => true,
  series: ["cash"],
};

/** @type {Kind} */
const points = {
  read: (hand) => ({
    ended_by: hand.closed_by,
    nobody: hand.closed_by === null,
    at_once: hand.at_once,
    values: { ...hand.points },
  }),
  hand: (draft, values) => ({
    closed_by: draft.nobody ? null : draft.ended_by,
    at_once: draft.at_once,
    points: values,
  }),
  correction: {},
  who: told.who_closed,
  nobody: told.nobody,
  once: told.at_once,
  zero: told.zero_points,
  missing: () => told.choose_closer,
  dead: null,
  joins: told.join_means,
  leaves: told.leave_means,
  pot: () => "",
  marks: (all) => keyMarks(false, all),
  columns: [],
  // debts that people wrote down themselves are settled all the same
  settles: (state) => state.settlement.payments.length > 0,
  series: [],
};

/** @type {Object<string, Kind>} */
const KINDS = { money, points };

/** The part of a pad. @param {any} state @returns {Kind} */
export const kindOf = (state) => KINDS[state.rules.kind];
