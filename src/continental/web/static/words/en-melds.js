/**
 * The words of the contract games, in English: a file of their own, so that a table that lays no melds does
 * not load them.
 */

import { words } from "./en.js";

const { capital, count, list } = words;
const c = (text, part) => ({ card: text, part });
const need = ({ kind, size }) => (kind === "set" ? `set of ${size}` : `run of ${size}`);
const needs = (all) => {
  const told = [];
  for (const kind of ["set", "run"]) {
    for (const size of [...new Set(all.filter((one) => one.kind === kind).map((one) => one.size))]) {
      const many = all.filter((one) => one.kind === kind && one.size === size).length;
      told.push(many === 1 ? need({ kind, size }) : `${many} ${kind}s of ${size}`);
    }
  }
  return told.join(", ");
};

/** What is said of the kinds of events that House Rules have not. */
export const events = {
  claim_opened: (e, who) => [`${who.name(e.seat)} left `, c(e.card), " to the others"],
  passed: (e, who) => [`${who.name(e.seat)} passed`],
  seen_claimed: (e, who) => e.wants && [`${who.name(e.seat)} ${who.is(e.seat, "want", "wants")} the discard`],
  seen_bought: (e, who) => [
    `${who.name(e.seat)} bought `,
    c(e.card),
    ...(e.penalty_count ? [`, with ${count(e.penalty_count, "penalty card", "penalty cards")}`] : []),
    ...e.penalty.flatMap((card, place) => [place ? ", " : ": ", c(card)]),
  ],
  went_down: (e, who) => [`${who.name(e.seat)} went down with ${count(e.melds.length, "meld", "melds")}`],
  laid_off: (e, who) => [`${who.name(e.seat)} laid off `, c(e.card)],
  joker_taken: (e, who) => [`${who.name(e.seat)} took a joker for `, c(e.card)],
  went_closed: (e, who) => [
    `${who.name(e.seat)} ${who.is(e.seat, "are", "is")} rid of every card`,
    e.at_once ? " in one turn" : "",
  ],
  stock_ran_out: () => ["There was no card left to draw, which ends the deal"],
  hand_scored: (e, who) => [`${who.name(e.seat)} held ${count(e.points, "point", "points")}`],
};

export const melds = {
  // --- the frame
  deal_of: (number, of) => `Deal ${number}/${of}`,
  deal_asks: (all, whole) => `${needs(all)}${whole === "no" ? "" : ", the whole hand"}`,
  deal_short: (all) =>
    [
      ["set", "S"],
      ["run", "R"],
    ]
      .map(([kind, sign]) => [all.filter((one) => one.kind === kind).length, sign])
      .filter(([many]) => many)
      .map(([many, sign]) => `${many}${sign}`)
      .join(" "),
  deal_short_key: "S a set, R a run",
  anticlockwise: "anticlockwise",
  order: "Players, in order of play",
  penalty: "Penalty",
  penalty_of: (n) => `Penalty pile, ${count(n, "card", "cards")}`,
  bought: (n) => `bought ${n}`,
  is_down: "down",
  not_down: "not down",

  // --- melds on the table
  table: "Melds on the table",
  none_down: "Nobody is down yet.",
  meld_label: (kind, who, seat, parts) => `${capital(who.whose(seat))} ${kind}: ${parts.join(", ")}`,
  all_of: (rank) => `${rank}s`,
  meld_fits: "the chosen card fits here",
  run_from: (first, last) => `${first} to ${last}`,

  // --- the turn
  draw: (top) => (top ? ["Your turn: draw, or take ", c(top)] : ["Your turn: draw a card"]),
  play: "Your turn: go down, or throw a card",
  play_down: "Your turn: lay off, or throw a card",
  owed: ["Play the joker that you took before you throw a card"],
  choose: ["Choose a card"],
  throw_card: (card) => ["Throw ", c(card)],
  lay_on: (card, meld) => [c(card), " to ", ...meld],
  take_joker_of: (card, meld) => ["Joker for ", c(card), " from ", ...meld],
  where_on: (meld) => ["On ", ...meld],
  where_title: (card) => ["Where is ", c(card), " to go?"],
  where: {
    low: (part) => ["Before it, as ", c(part)],
    high: (part) => ["After it, as ", c(part)],
    set: ["To the set"],
    take: (card) => ["Take the joker, leave ", c(card)],
    slide_low: ["Move the joker to the front"],
    slide_high: ["Move the joker to the end"],
  },
  low: ["At the front"],
  high: ["At the end"],
  go_down_ready: ["Go down…"],
  further_ready: ["Lay a further meld…"],
  lay_out: ["Lay out melds…"],
  no_place: (card) => `${capital(words.card(card))} fits no meld on the table.`,
  not_there: (card) => `${capital(words.card(card))} does not fit there.`,

  // --- trays
  trays: "Melds to go down with",
  tray: (asked, place) => (asked ? capital(need(asked)) : `Meld ${place}`),
  tray_label: (asked, place, cards, at) =>
    `${asked ? capital(need(asked)) : `Meld ${place}`}: ${cards.length ? cards.join(", ") : "empty"}${at ? ", being filled" : ""}`,
  tray_empty: "tap cards to lay them here",
  trays_open: "Lay out",
  away: (n) => (n ? `${count(n, "card", "cards")} short` : "enough to go down"),
  tray_title: "Lay out your melds",
  tray_down: ["Go down"],
  tray_propose: ["Proposal"],
  tray_clear: ["Clear"],
  tray_close: ["Close"],
  tray_turn: ["Joker elsewhere"],
  tray_back: (text, part) => `Take ${words.card(text, part)} back`,
  tray_no_meld: "no meld yet",
  tray_missing: (all) => `Missing: ${needs(all)}.`,
  tray_ready: "These go down.",
  tray_ready_later: "These go down when it is your turn to throw.",
  tray_other: "One of these is no meld yet.",
  tray_lost: "The table could not be asked just now. Try again.",

  // --- a discard that goes round
  claim_title: (card, who, seat) => [`${who.name(seat)} left `, c(card), ". Do you want it?"],
  claim_own: (card, who, seat) => [`${who.name(seat)} passed on your `, c(card), ". Take it back?"],
  claim_order: (before, after, who) => {
    const told = [];
    if (before.length) told.push(`asked before you: ${list(before.map(who.mid))}`);
    if (after.length) told.push(`after you: ${list(after.map(who.mid))}`);
    return told.length ? capital(`${told.join("; ")}.`) : "";
  },
  claim_price: (n) => `It comes with ${n === 1 ? "a penalty card" : `${n} penalty cards`}.`,
  buy: (card) => ["Buy ", c(card)],
  buy_bare: (card) => ["Buy ", c(card), ", no penalty card"],
  buy_with: (card) => ["Buy ", c(card), ", with the penalty card"],
  leave: ["Leave it"],
  allow_title: (card) => ["Somebody wants ", c(card), ": you may still take it"],
  allow: ["Let it go"],
  time_out: {
    claim: "When the time runs out, you leave it.",
    joker: "When the time runs out, you leave it.",
    allow: "When the time runs out, you let it go.",
  },
  joker_title: ["A joker on the table may be yours"],
  joker_take: (card, meld) => ["Take the joker, leave ", c(card), " in ", ...meld],
  joker_leave: ["Leave it"],
  waits_claim: (who, seats) => [
    seats.length === 1
      ? `${who.name(seats[0])} ${who.is(seats[0], "are", "is")} asked about the discard`
      : `${list(seats.map(who.name))} are asked about the discard`,
  ],
  waits_allow: (who, seat) => [`${who.name(seat)} may still take the discard`],
  waits_joker: (who, seat) => [`${who.name(seat)} may take a joker`],
  waits_down: (who, seat) => [`${who.name(seat)} is laying melds or throwing a card`],

  // --- standing answers
  standing: "Discards",
  standing_now: {
    ask: "ask me",
    never: "never",
    cards: (n) => (n ? count(n, "card", "cards") : "only cards named"),
  },
  standing_choices: {
    ask: "Ask me",
    never: "Never: leave them all",
    cards: "Buy these cards, leave all others",
  },
  standing_own: "Offer me my own discards back",
  standing_jokers: "Never ask me about jokers",
  standing_until: { deal: "for this deal", match: "In later deals too" },
  standing_cards: "Cards to buy if they come",

  // --- the end of a deal, and the sheet
  sheet: "Score sheet",
  sheet_deal: "Deal",
  sheet_total: "Total",
  sheet_dealer: "dealer",
  sheet_now: "being played",
  closed: (who, seat, at_once) => `${who.name(seat)} went out${at_once ? " in one turn" : ""}`,
  ran_out: "The stock ran out",
  hands_left: "What was left in hand",
  nothing_left: "nothing",
  place: (n) => `${n}.`,
  places: "How it ended",
  place_shared: (n) => `${n}., shared`,
  columns: { place: "Place", player: "Player", total: "Points" },
  bought_with: (cards) => [
    ", with the penalty ",
    ...cards.flatMap((card, place) => [place ? ", " : "", c(card)]),
  ],
};
