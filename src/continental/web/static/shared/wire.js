/**
 * The forms of what comes over the socket and goes back. There is no code here: these are the types that the other modules name.
 *
 * @typedef {string} Card rank and suit, `9H`, `TD`, `AS`, or `JK` for a joker
 * @typedef {number} Seat counted from 0
 * @typedef {number} Cents
 *
 * @typedef {{kind: "set"|"run", cards: Card[], as_cards: Card[]}} Meld
 * @typedef {{is: string} & Object<string, any>} Event what happened, as this seat may see it
 * @typedef {{do: string} & Object<string, any>} Act what may be done; sent with `after`, the version it was made on
 *
 * @typedef {{seat: Seat, name: string, kind: "person"|"bot"|"empty", bot: string|null, here: boolean}} Place
 * @typedef {{
 *   id: string, path: string, phase: "lobby"|"playing"|"over", host: Seat|null, rules: string, title: string,
 *   switches: Object<string, string|number>, ante_cents: Cents, pace_ms: number, clock_s: number, reserve_s: number, away_s: number,
 *   chat: "on"|"phrases"|"off", help: "on"|"off", match: number, watching: number, seats: Place[], line: number|null, window: number|null, ladder: Cents[]|null,
 * }} Room
 *
 * @typedef {{seat: Seat, took: Card|null, threw: Card}} Turn
 * @typedef {{seat: Seat, meld: Meld} & Object<string, any>} TableMeld
 * @typedef {{
 *   ended: Event|null, sealed: Seat[], counts: Event[], accused: Seat|null, fed: Card[],
 *   votes: {seat: Seat, upheld: boolean}[], ruled: Event[],
 * }} Showdown the end of a deal of hidden hands
 * @typedef {{
 *   melds: TableMeld[], down: Seat[], owed: Card|null, closed: Event|null, scored: Event[],
 * }} OnTable a deal of contracts
 * @typedef {{
 *   penalty_size: number, bought: number[], claim: Card|null, claim_order: Seat[], claim_from: Seat|null,
 * }} Buying discards bought out of turn
 * @typedef {{
 *   number: number, dealer: Seat, seats: Seat[], turn: Seat, hand: Card[], drawn: Card|null, took: Card|null,
 *   hand_sizes: number[], stock_size: number, discards: Card[], pile_size: number, turns: Turn[], laps: number,
 *   rebuilds: number, commitment: string, dice: string|null, died: boolean, ran_out: boolean, went_down_now: boolean,
 *   showdown: Showdown, on_table: OnTable, buying: Buying,
 * }} Deal
 * @typedef {{
 *   seat: Seat|null, phase: string, asked: Seat[], players: number, ante: Cents, dealer: Seat|null, totals: number[],
 *   before: number[], cash: Cents[], pot: Cents, buys: number[], out: boolean[], wins: number[], clockwise: boolean, hands: number,
 *   offer: {seat: Seat, target: number, price: Cents, forces_split: boolean}|null,
 *   status: "playing"|"won"|"split"|"abandoned", winners: Seat[], next_commitment: string|null, deal: Deal,
 * }} View
 *
 * @typedef {{number: number, at: number, seat: Seat, name: string, phrase: string|null, text: string|null}} Said a line of the chat
 * @typedef {{points: number, total: number, says: "window"|"out"|"in", act: Act, best: boolean}} CountOption
 * @typedef {{code: string, sentence: string, given?: Object<string, any>}} Refused `given` fills the slots of the sentence
 * @typedef {{
 *   v: number, events: Event[], room: Room, you: Seat|null, view: View, options: Act[],
 *   count_options: CountOption[]|null, reasons: Object<string, Refused>,
 *   worth: {least: number, melds: string[][], left: Card[], held: number, thrown: Card|null}|null,
 *   next: {waiting: Seat[], due_ms: number}|null, clock: {seat: Seat, due_ms: number, reserve_ms: number, on_reserve: boolean}|null,
 *   chat: Said[], standing?: any, typing?: string[],
 *   feed?: {v: number, event: Event}[],
 * }} StateMessage
 * @typedef {{refused: Refused, re?: string, v?: number}} Refusal
 *
 * What the page itself keeps, see state.js:
 * @typedef {{
 *   room: string, line: "connecting"|"open"|"lost", message: StateMessage, receivedAt: number,
 *   feed: {v: number, event: Event}[], held: import("../table/hand.js").Held[], kept: Card[]|null, sort: string, game: any, bots: string[], departures: any[], deal: number|null,
 *   chosen: number|null, thrown: number|null, dial: number|null, sure: Act|null, note: string|null, why: boolean,
 *   sentAt: number|null, panel: boolean, copied: boolean, settings: Object<string, any>, help: Function|null,
 *   show: {of: string|null, shown: number, again: boolean}, sheet: any, chat: Said[], unread: number, muted: string[],
 *   since: number, gone: Map<number, number>, lobby: Function|null, count: Function|null, chart: Function|null,
 *   carry: {address: string, until: number, show: Function}|null,
 * }} State
 */

export {};
