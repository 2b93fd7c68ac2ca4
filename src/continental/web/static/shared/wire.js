/**
 * The forms of what comes over the socket and goes back. There is no code here: these are the types that the
 * other modules name.
 *
 * @typedef {import("./wire-types.js").Card} Card
 * @typedef {import("./wire-types.js").Seat} Seat
 * @typedef {import("./wire-types.js").Cents} Cents
 * @typedef {import("./wire-types.js").Meld} Meld
 * @typedef {import("./wire-types.js").TableMeld} TableMeld
 * @typedef {import("./wire-types.js").Turn} Turn
 * @typedef {import("./wire-types.js").Showdown} Showdown
 * @typedef {import("./wire-types.js").OnTable} OnTable
 * @typedef {import("./wire-types.js").Buying} Buying
 * @typedef {Omit<import("./wire-types.js").Deal, "showdown" | "on_table" | "buying"> & {
 *   showdown: Showdown, on_table: OnTable, buying: Buying,
 * }} Deal the modules that draw a part are asked once there is one
 * @typedef {Omit<import("./wire-types.js").View, "deal"> & {deal: Deal}} View the modules that draw a deal
 *   are asked once there is one
 * @typedef {import("./wire-types.js").StandingAnswer} StandingAnswer
 * @typedef {import("./wire-types.js").MatchEvent} MatchEvent
 * @typedef {import("./wire-types.js").GameAct} GameAct
 * @typedef {import("./wire-types.js").RoomAct} RoomAct
 * @typedef {import("./wire-types.js").Refused} Refused
 *
 * @typedef {{is: string} & Object<string, any>} Event what happened, as this seat may see it: a MatchEvent,
 *   or about the room
 * @typedef {{do: string} & Object<string, any>} Act what may be done; sent with `after`, the version it was
 *   made on
 *
 * @typedef {{seat: Seat, name: string, kind: "person"|"bot"|"empty", bot: string|null, here: boolean}} Place
 * @typedef {{
 *   id: string, path: string, phase: "lobby"|"playing"|"over", host: Seat|null, rules: string, title: string,
 *   switches: Object<string, string|number>, ante_cents: Cents, pace_ms: number, clock_s: number, reserve_s:
 *   number, away_s: number,
 *   chat: "on"|"phrases"|"off", help: "on"|"off", match: number, watching: number, seats: Place[], line:
 *   number|null, window: number|null, ladder: Cents[]|null,
 * }} Room
 *
 * @typedef {{number: number, at: number, seat: Seat, name: string, phrase: string|null, text: string|null}}
 *   Said a line of the chat
 * @typedef {{points: number, total: number, says: "window"|"out"|"in", act: Act, best: boolean}} CountOption
 * @typedef {{
 *   v: number, events: Event[], room: Room, you: Seat|null, view: View, options: Act[],
 *   count_options: CountOption[]|null, reasons: Object<string, Refused>,
 *   advised: boolean,
 *   next: {waiting: Seat[], due_ms: number}|null, clock: {seat: Seat, due_ms: number, reserve_ms: number,
 *   on_reserve: boolean}|null,
 *   chat: Said[], standing?: StandingAnswer|null, typing?: string[],
 *   feed?: {v: number, event: Event}[],
 * }} StateMessage
 * @typedef {{
 *   worth: {least: number, melds: string[][], left: Card[], held: number, thrown: Card|null}|null,
 *   proposals: {melds: string[][], left: Card[], points_left: number}[]|null, missing: number|null,
 * }} Advice
 * @typedef {{advice: Advice, v: number}} AdviceMessage
 * @typedef {{refused: Refused, re?: string, v?: number}} Refusal
 *
 * What the page itself keeps, see state.js:
 * @typedef {{
 *   room: string, line: "connecting"|"open"|"lost", message: StateMessage, receivedAt: number,
 *   advice: (Advice & {hand: string})|null,
 *   feed: {v: number, event: Event}[], held: import("../table/hand.js").Held[], kept: Card[]|null, sort:
 *   string, game: any, bots: string[], departures: any[], deal: number|null,
 *   chosen: number|null, thrown: number|null, dial: number|null, sure: Act|null, note: string|null, why:
 *   boolean,
 *   sentAt: number|null, panel: boolean, copied: boolean, settings: Object<string, any>, help: Function|null,
 *   show: {of: string|null, shown: number, again: boolean}, sheet: any, chat: Said[], unread: number, muted:
 *   string[],
 *   since: number, gone: Map<number, number>, lobby: Function|null, count: Function|null, chart:
 *   Function|null,
 *   carry: {address: string, until: number, show: Function}|null,
 * }} State
 */

export {};
