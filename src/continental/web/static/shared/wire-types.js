/**
 * The types of what comes over the socket and goes back, made from the server's own by
 * `python -m continental.web.page.wire_types`. There is no code here.
 *
 * @typedef {string} Card
 * @typedef {number} Seat
 * @typedef {number} Cents
 * @typedef {{kind: "set" | "run", cards: Card[], as_cards: Card[]}} Meld A set or a run: its cards in
 *   order, and beside each the natural card that it is or, for a joker, stands for.
 * @typedef {{owner: Seat, meld: Meld}} TableMeld A meld on the table, and who laid it down.
 * @typedef {{seat: Seat, took: Card | null, threw: Card}} Turn One finished turn, as everybody saw it:
 *   the discard taken (None: the stock was drawn from) and the card thrown.
 * @typedef {{ended: {seat: Seat, ending: "knock" | "close" | "continental" | "straight_flush", thrown:
 *   Card | null, cards: Card[], melds: Meld[], left: Card[], called: Card | null, points: number} |
 *   null, sealed: Seat[], counts: {seat: Seat, cards: Card[], melds: Meld[], left: Card[], calls:
 *   {card: Card | null, points: number | null}[], points: number}[], accused: Seat | null, fed: Card[],
 *   votes: {seat: Seat, upheld: boolean}[], ruled: {accused: Seat, upheld: boolean, cards: Card[]}[]}}
 *   Showdown The end of a deal of hidden hands as everybody may know it.
 * @typedef {{melds: TableMeld[], down: Seat[], owed: Card | null, closed: {seat: Seat, at_once:
 *   boolean} | null, scored: {seat: Seat, cards: Card[], points: number}[]}} OnTable A deal of
 *   contracts as everybody may know it.
 * @typedef {{penalty_size: number, bought: number[], claim: Card | null, claim_order: Seat[],
 *   claim_from: Seat | null}} Buying Discards bought out of turn, as everybody may know of them.
 * @typedef {{number: number, dealer: Seat, seats: Seat[], turn: Seat, hand: Card[], drawn: Card | null,
 *   took: Card | null, hand_sizes: number[], stock_size: number, discards: Card[], pile_size: number,
 *   turns: Turn[], laps: number, rebuilds: number, commitment: string, dice: string | null, died:
 *   boolean, ran_out: boolean, went_down_now: boolean, showdown: Showdown, on_table: OnTable, buying:
 *   Buying}} Deal One deal as a seat, or somebody watching (`hand` empty), may know it; its parts are
 *   those of `DealState`.
 * @typedef {{seat: Seat | null, phase: "commit" | "deal" | "draw" | "claim" | "allow" | "joker" |
 *   "play" | "count" | "accuse" | "rule" | "buy_back" | "over", asked: Seat[], players: number, ante:
 *   Cents, dealer: Seat | null, totals: number[], before: number[], cash: Cents[], pot: Cents, buys:
 *   number[], out: boolean[], wins: number[], clockwise: boolean, hands: number, offer: {seat: Seat,
 *   target: number, price: Cents, forces_split: boolean} | null, status: "playing" | "won" | "split" |
 *   "abandoned", winners: Seat[], next_commitment: string | null, deal: Deal | null}} View A match as
 *   one seat (None: somebody watching) may know it.
 * @typedef {{buy: "ask" | "never" | "cards", cards: Card[], jokers: "ask" | "never", until: "deal" |
 *   "match", own: "never" | "ask"}} StandingAnswer The answers for a seat without asking it.
 * @typedef {{is: "seen_committed", deal: number, commitment: string} | {is: "seen_dealt", deal: number,
 *   dealer: Seat, hand: Card[], hand_sizes: number[], upcard: Card, stock_size: number, penalty_size:
 *   number} | {is: "seen_drew", seat: Seat, card: Card | null} | {is: "seen_rebuilt", stock_size:
 *   number, pile_size: number} | {is: "seen_sealed", seat: Seat} | {is: "seen_bought", seat: Seat,
 *   card: Card, penalty_count: number, penalty: Card[]} | {is: "seen_claimed", seat: Seat, wants:
 *   boolean | null} | {is: "match_began", players: number, ante: Cents, dealer: Seat | null, clockwise:
 *   boolean} | {is: "paid", source: Seat, target: Seat, cents: Cents, why: "ante" | "share" |
 *   "pot_share" | "bounty" | "feeding" | "feeding_pot" | "feeding_bounty" | "buy_back" | "pot_won" |
 *   "pot_split" | "pot_back" | "taken_back"} | {is: "dealer_drawn", dealer: Seat, draws: [Seat,
 *   Card][]} | {is: "asked", phase: "commit" | "deal" | "draw" | "claim" | "allow" | "joker" | "play" |
 *   "count" | "accuse" | "rule" | "buy_back" | "over", seats: Seat[]} | {is: "took", seat: Seat, card:
 *   Card} | {is: "discarded", seat: Seat, card: Card, next_seat: Seat} | {is: "hand_ended", seat: Seat,
 *   ending: "knock" | "close" | "continental" | "straight_flush", thrown: Card | null, cards: Card[],
 *   melds: Meld[], left: Card[], called: Card | null, points: number} | {is: "deal_died", laps: number}
 *   | {is: "counted", seat: Seat, cards: Card[], melds: Meld[], left: Card[], calls: {card: Card |
 *   null, points: number | null}[], points: number} | {is: "claim_answered", seat: Seat, accused: Seat
 *   | null, cards: Card[]} | {is: "voted", seat: Seat, upheld: boolean} | {is: "feeding_ruled",
 *   accused: Seat, upheld: boolean, cards: Card[]} | {is: "scored", seat: Seat, points: number, total:
 *   number} | {is: "went_out", seat: Seat} | {is: "buy_back_offered", seat: Seat, target: number,
 *   price: Cents, forces_split: boolean} | {is: "buy_back_answered", seat: Seat, yes: boolean, total:
 *   number} | {is: "hand_settled", dead: boolean, winner: Seat | null} | {is: "totals_restored",
 *   totals: number[]} | {is: "deal_passed", dealer: Seat} | {is: "dice_shown", deal: number, dice:
 *   string} | {is: "match_ended", status: "playing" | "won" | "split" | "abandoned", winners: Seat[]} |
 *   {is: "claim_opened", seat: Seat, card: Card, order: Seat[]} | {is: "passed", seat: Seat} | {is:
 *   "went_down", seat: Seat, melds: Meld[]} | {is: "laid_off", seat: Seat, card: Card, on: number,
 *   becomes: Meld} | {is: "joker_taken", seat: Seat, card: Card, joker: Card, on: number, becomes:
 *   Meld, owed: boolean} | {is: "went_closed", seat: Seat, at_once: boolean} | {is: "stock_ran_out"} |
 *   {is: "hand_scored", seat: Seat, cards: Card[], points: number}} MatchEvent
 * @typedef {{do: "draw"} | {do: "take"} | {do: "discard", card: Card} | {do: "knock", card: Card,
 *   called?: Card | null} | {do: "close", card: Card} | {do: "continental", card: Card | null} | {do:
 *   "straight_flush", card: Card | null} | {do: "count", calls?: {card?: Card | null, points?: number |
 *   null}[], left?: Card[] | null} | {do: "accuse", accused: Seat, cards?: Card[]} | {do: "no_claim"} |
 *   {do: "rule", upheld: boolean} | {do: "buy_back", yes: boolean} | {do: "buy", penalty?: boolean} |
 *   {do: "pass"} | {do: "allow"} | {do: "go_down", melds: string[][]} | {do: "lay_off", card: Card, on:
 *   number, end?: "low" | "high" | null} | {do: "take_joker", card: Card, on: number} | {do:
 *   "slide_joker", card: Card, on: number, end: "low" | "high"}} GameAct
 * @typedef {{do: "start"} | {do: "seat_bot", seat: number, bot: string} | {do: "clear_seat", seat:
 *   number} | {do: "turn_away", seat: number} | {do: "leave"} | {do: "next"} | {do: "again"} | {do:
 *   "say", phrase?: string | null, text?: string | null} | {do: "sync"} | {do: "standing", buy?: "ask"
 *   | "never" | "cards", cards?: Card[], jokers?: "ask" | "never", until?: "deal" | "match", own?:
 *   "never" | "ask"}} RoomAct
 * @typedef {{code: string, sentence: string, given?: Object<string, any>}} Refused The reason why a
 *   request was refused, and the values for the slots of its sentence.
 */

export {};
