/**
 * Every word that a person reads on the table's page, in English; a further language is one more file of
 * this form.
 *
 * A line is a list of parts: texts, and cards as `{card}`, which the page draws and a voice reads out.
 * `who` gives the names: `who.name(seat)` is "You" or the name, `who.whose(seat)` "your" or "Ana's",
 * `who.mid(seat)` "you" within a line; `who.points` is whether the game is for points.
 */

const plural = new Intl.PluralRules("en");
const count = (n, one, many) => `${n} ${plural.select(n) === "one" ? one : many}`;

const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const card = (text, part) => {
  const name = text === "JK" ? "joker" : `${RANKS[text[0]]} of ${SUITS[text[1]]}`;
  return part && part !== text ? `${name} as ${card(part)}` : name;
};
const c = (text) => ({ card: text });
const list = (names) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
const withCards = (cards) =>
  cards.length ? [" with ", ...cards.flatMap((card, at) => (at ? [" ", c(card)] : [c(card)]))] : [];
const number = (n) => (n < 0 ? `−${-n}` : String(n));
const signed = (n) => (n > 0 ? `+${n}` : number(n));
const money = (cents) => {
  const size = Math.abs(cents);
  const text = size % 100 ? (size / 100).toFixed(2) : String(size / 100);
  return `${cents < 0 ? "−" : ""}$${text}`;
};
const gain = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));
const seconds = (ms) => {
  const all = Math.max(0, Math.ceil(ms / 1000));
  return all < 60 ? `${all} s` : `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
};
const ENDINGS = {
  knock: "knocked",
  close: "closed",
  continental: "declared a continental",
  straight_flush: "declared a straight flush",
};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const ACT_NAMES = {
  draw: "Draw",
  take: "Take",
  discard: "Throw",
  knock: "Knock",
  close: "Close",
  continental: "Continental",
  straight_flush: "Straight flush",
};

const WHY = {
  ante: "ante",
  share: "share of the hand",
  pot_share: "the pot's share",
  bounty: "jokers",
  feeding: "feeding: covers the others' shares",
  feeding_pot: "feeding: the pot's share",
  feeding_bounty: "feeding: covers the others' jokers",
  buy_back: "buying back",
  pot_won: "the pot",
  pot_split: "the pot, split evenly",
  pot_back: "the pot, handed back",
  taken_back: "taken back: the hand is dealt again",
};

const events = {
  match_began: (e) => [`A match of ${e.players} begins${e.ante ? `, ante ${money(e.ante)}` : ""}`],
  dealer_drawn: (e, who) => [
    `${who.name(e.dealer)} ${who.is(e.dealer, "deal", "deals")} first`,
    ...(e.draws.length
      ? [
          ": ",
          ...e.draws.flatMap(([seat, drew], place) => [`${place ? ", " : ""}${who.mid(seat)} `, c(drew)]),
        ]
      : []),
  ],
  seen_dealt: (e, who) => [`Deal ${e.deal}: ${who.name(e.dealer)} dealt, the first discard is `, c(e.upcard)],
  seen_drew: (e, who) =>
    e.card ? [`${who.name(e.seat)} drew `, c(e.card)] : [`${who.name(e.seat)} drew from the stock`],
  took: (e, who) => [`${who.name(e.seat)} took `, c(e.card)],
  seen_rebuilt: (e) => [`The discards were shuffled into a new stock of ${e.stock_size}`],
  discarded: (e, who) => [`${who.name(e.seat)} threw `, c(e.card)],
  hand_ended: (e, who) =>
    e.ending === "knock" && e.left.length
      ? [`${who.name(e.seat)} knocked with `, c(e.left[0])]
      : [`${who.name(e.seat)} ${ENDINGS[e.ending]}`, ...(e.thrown ? [", throwing ", c(e.thrown)] : [])],
  deal_died: (e) => [`Nobody ended the hand in ${count(e.laps, "lap", "laps")}: it counts for nothing`],
  seen_sealed: (e, who) => [
    `${who.name(e.seat)} ${who.is(e.seat, "have", "has")} counted, to be shown when all have`,
  ],
  counted: (e, who) => [`${who.name(e.seat)} counted ${e.points}`],
  claim_answered: (e, who) =>
    e.accused === null
      ? [`${who.name(e.seat)} made no claim of feeding`]
      : [
          `${who.name(e.seat)} claimed that ${who.mid(e.accused)} fed ${who.mid(who.after(e.accused))}`,
          ...withCards(e.cards),
        ],
  voted: (e, who) => [`${who.name(e.seat)} ruled: ${e.upheld ? "that was feeding" : "no feeding"}`],
  feeding_ruled: (e, who) => [
    e.upheld
      ? `Upheld: ${who.mid(e.accused)} ${who.is(e.accused, "pay", "pays")} the whole table's shares, having fed`
      : `Not upheld: ${who.mid(e.accused)} did not feed`,
    ...withCards(e.cards),
  ],
  scored: (e, who) => [`${who.name(e.seat)} ${signed(e.points)}, now ${number(e.total)}`],
  went_out: (e, who) => [`${who.name(e.seat)} ${who.is(e.seat, "are", "is")} out of the match`],
  buy_back_offered: (e, who) => [
    `${who.name(e.seat)} may buy back to ${number(e.target)} for ${money(e.price)}`,
  ],
  buy_back_answered: (e, who) => [
    e.yes
      ? `${who.name(e.seat)} bought back to ${number(e.total)}`
      : `${who.name(e.seat)} stayed at ${number(e.total)}`,
  ],
  totals_restored: () => ["Everyone went over the line: the hand counts for nothing and is dealt again"],
  deal_passed: (e, who) => [`${who.name(e.dealer)} ${who.is(e.dealer, "deal", "deals")} next`],
  match_ended: (e, who) => [who.points ? words.over_points(e.winners, who) : words.over(e, who)],
  joined: (e) => [`${e.name} sat down`],
  bot_seated: (e) => [`${e.name} sat down, a bot`],
  seat_cleared: (e) => [`Place ${e.seat + 1} is empty again`],
  turned_away: (e) => [`The host turned away the player at place ${e.seat + 1}`],
  host_passed: (e, who) =>
    e.seat === null ? null : [`${who.name(e.seat)} ${who.is(e.seat, "are", "is")} the host now`],
  match_started: (e) => [e.number > 1 ? `Match ${e.number} starts` : "The match starts"],
  sat_in: (e, who) => [`${who.name(e.seat)} left; a bot plays for ${who.is(e.seat, "you", "them")}`],
  came_back: (e, who) => [`${who.name(e.seat)} came back`],
  reserve_began: (e, who) => [`${capital(who.whose(e.seat))} reserve is running`],
  carried: (e, who) => [`${who.name(e.seat)} went on on another device`],
  clock_ran_out: (e, who) => [`${capital(who.whose(e.seat))} time ran out`],
  bot_failed: (e, who) => [`${who.name(e.seat)} gave no answer; the table acted for it`],
};

/** Events that nobody needs to read: the bar asks, the count shows, and the side tells of the shuffle. */
const UNSAID = [
  "asked",
  "seen_committed",
  "hand_settled",
  "dice_shown",
  "room_made",
  "said_next",
  "carry_offered",
  "standing_said",
];

export const words = {
  /** What is said of each kind of event; games with further kinds add them, see `melds-words.js`. */
  events,
  card,
  list,
  number,
  signed,
  money,
  gain,
  seconds,
  count,
  capital,
  joker_short: "joker",

  /** One event as a line, or null for one that nobody needs to read. */
  event: (event, who) =>
    UNSAID.includes(event.is) || !events[event.is] ? null : events[event.is](event, who),
  /** Several who left a discard or a joker to the others, as a line. */
  passes: (passed, who) => [`${list([...new Set(passed.map((one) => who.name(one.seat)))])} passed`],
  /** Several payments of one reason to one party, as a line. */
  payments: (paid, who) => {
    const target = paid[0].target;
    const each = paid.every((one) => one.cents === paid[0].cents);
    const from = list(paid.map((one) => who.mid(one.source)));
    const sum = paid.reduce((all, one) => all + one.cents, 0);
    const to = target === -1 ? "the pot" : who.mid(target);
    return [
      `${capital(from)} to ${to}: ${money(each ? paid[0].cents : sum)}${each && paid.length > 1 ? " each" : ""}, ${WHY[paid[0].why] || paid[0].why}`,
    ];
  },
  pot: "the pot",

  // --- the frame
  pot_now: (cents) => `Pot ${money(cents)}`,
  deal_number: (n) => `Deal ${n}`,
  ante_now: (cents) => `ante ${money(cents)}`,
  menu: "Table",
  menu_close: "Close",
  your_turn_title: "● Your turn",
  watching_with: (others) =>
    others > 0
      ? `You are watching, and so ${others === 1 ? "is one other" : `are ${others} others`}.`
      : "You are watching.",
  watchers: (n) => (n === 1 ? "1 person is watching." : `${n} people are watching.`),
  unread: (n) => count(n, "new line", "new lines"),
  home: "To the start page",

  // --- seats
  seats: "Players",
  you: "You",
  cards_held: (n) => count(n, "card", "cards"),
  total: "total",
  you_within: "you",
  out: "out",
  window: "in the window",
  dealer: "dealer",
  turn: "to act",
  bot: "bot",
  away: "away",
  empty: "empty",
  drew_last: "drew",
  took_last: "took",
  threw_last: "threw",
  has_taken: "took",

  // --- piles
  stock: "Stock",
  stock_of: (n) => `Stock, ${count(n, "card", "cards")}`,
  discards: "Discards",
  discards_top: (top, n) => `Discards, ${top ? `${card(top)} on top` : "none"}, ${count(n, "card", "cards")}`,
  throw_here: "throw here",

  // --- the bar
  prompt: "What is asked of you",
  draw_title: "Your turn: draw a card",
  draw_or_end: "Your turn: draw, or end the hand",
  play_title: "Your turn: throw a card",
  play_or_end: "Your turn: throw a card, or end the hand",
  draw: ["Draw from the stock"],
  draw_short: ["Stock"],
  take: (top) => ["Take ", c(top)],
  throw_card: (chosen) => ["Throw ", c(chosen)],
  throw_none: ["Choose a card to throw"],
  throw_hint: "Choose a card first, then throw it: the button, the discards, or Enter.",
  knock: (one) => ["Knock with ", c(one)],
  close: (one) => ["Close, throwing ", c(one)],
  continental: (one) => (one ? ["Continental, throwing ", c(one)] : ["Continental"]),
  straight_flush: (one) => (one ? ["Straight flush, throwing ", c(one)] : ["Straight flush"]),
  sure_straight_flush: ["A straight flush wins the match and ends it. Declare it?"],
  sure_knock_out: (total) => [
    `The knock puts you at ${number(total)}, and you would be out of the match. Knock all the same?`,
  ],
  yes_declare: ["Yes, declare it"],
  yes_knock: ["Yes, knock"],
  back: ["Back"],
  why_not: ["Why not…"],
  act_name: (name) => ACT_NAMES[name] || capital(String(name).replaceAll("_", " ")),
  not_your_turn: (who, seat) => `It is ${who.whose(seat)} turn.`,
  nothing_to_do: "There is nothing to do here now.",
  take_not_now: "You have a card already: throw one.",

  waits: {
    draw: (who, seat) => [`${who.name(seat)} is to draw`],
    play: (who, seat) => [`${who.name(seat)} is to throw a card`],
    count: (who, seat) => [`${who.name(seat)} is counting`],
    accuse: (who, seat) => [`${who.name(seat)} is asked about feeding`],
    rule: (who, seat) => [`${who.name(seat)} is to rule on the claim`],
    buy_back: (who, seat) => [`${who.name(seat)} decides whether to buy back`],
  },
  waits_many: (names) => [`Waiting for ${list(names)}`],
  dealing: ["The cards are being dealt"],

  count_title: "Count your hand",
  count_dial: "Count your hand: melded, or a joker held back",
  count_row: "Your total after this hand",
  count_says: { window: "in the window", out: "out", in: "still in" },
  count_this: (option) => [`Count ${option.points}: total ${number(option.total)}`],
  count_lands: (option) => [
    `${signed(option.points)}: ${words.count_says[option.says]} at ${number(option.total)}, `,
  ],
  count_held: (calls) => [
    "holding ",
    ...calls.flatMap((call, place) => [
      place ? ", " : "",
      "a joker as ",
      call.card ? c(call.card) : String(call.points),
    ]),
  ],
  count_all_melded: ["every joker melded"],

  accuse_title: "Did somebody feed the next player?",
  accuse_detail:
    "Whoever gave the next seat three helpful cards in a row pays the whole table's shares for this hand, if the claim is upheld.",
  accuse: (who, seat, cards) => [`${who.name(seat)} fed ${who.mid(who.after(seat))}`, ...withCards(cards)],
  no_claim: ["No claim"],
  rule_title: (who, seat, cards) => [
    `Did ${who.mid(seat)} feed ${who.mid(who.after(seat))}`,
    ...withCards(cards),
    "?",
  ],
  rule_detail: (who, seat) =>
    `If it is upheld, ${who.mid(seat)} ${who.is(seat, "pay", "pays")} the whole table's shares for this hand.`,
  rule_yes: ["Yes, it was feeding"],
  rule_no: ["No feeding"],

  buy_title: (offer) => `You may buy back to ${number(offer.target)} for ${money(offer.price)}`,
  buy_detail: (offer, total, pot) =>
    `Your total goes from ${number(total)} to ${number(offer.target)}, and the pot from ${money(pot)} to ${money(pot + offer.price)}.`,
  buy_split: (pot, players) =>
    `This forces the even split: the match ends and each of the two gets ${money(pot / players)}.`,
  buy_next: (price) => `Buying again later would cost ${money(price)}.`,
  buy_yes: (offer) => [`Buy back for ${money(offer.price)}`],
  buy_no: (total) => [`Stay at ${number(total)}`],

  next_title: "The hand is settled",
  next: ["Next deal"],
  next_waiting: (names) => `Waiting for ${list(names)}.`,
  next_due: (ms) => `Dealt in ${seconds(ms)} at the latest.`,
  over: (view, who) => {
    const names = list(view.winners.map((seat) => who.name(seat)));
    if (view.status === "won")
      return `${names} ${view.winners.length === 1 ? who.is(view.winners[0], "win", "wins") : "win"} the pot`;
    if (view.status === "split") return `${names} split the pot`;
    return "The match was given up: nobody ended a hand, and the pot goes back";
  },
  over_points: (winners, who) =>
    winners.length === 1
      ? `${who.name(winners[0])} ${who.is(winners[0], "win", "wins")} the match`
      : `${list(winners.map((seat) => who.name(seat)))} share the win`,
  over_title: "The match is over",
  again: ["Play again"],
  again_detail: "The same people and rules, a new match.",

  lost: "The connection is lost. Connecting again…",
  lost_act: "Not sent: there is no connection just now.",
  time_left: "time left",
  on_reserve: "reserve left",
  reserve_word: "reserve",
  reserve_behind: (ms) => `+ ${seconds(ms)}`,
  thinking: (ms) => `thinking for ${seconds(ms)}`,
  is_away: (name) => `${name} is away.`,
  away_until_bot: (name, ms) =>
    ms > 0
      ? `${name} is away; a bot sits in after ${seconds(ms)}. It never buys back.`
      : `${name} is away; a bot is about to sit in.`,
  time_out: {
    draw: "When the time runs out, a card is drawn from the stock for you.",
    play: "When the time runs out, the card just drawn is thrown for you.",
    count: "When the time runs out, the least is counted for you.",
    accuse: "When the time runs out, you make no claim.",
    rule: "When the time runs out, the claim is not upheld.",
    buy_back: "When the time runs out, nothing is bought.",
    other: "When the time runs out, the table answers for you.",
  },

  // --- the hand
  hand: "Your hand",
  hand_help: "Arrow keys move, Enter chooses and Enter again throws, Shift with an arrow key moves the card.",
  sorts: { suit: "Suit", rank: "Rank", melds: "Melds", own: "Own order" },
  sort_by: "Sort by",
  worth: (least) => `worth ${least}`,
  left_over: "left",
  throwing: "throwing",
  new_card: "new",
  held_label: (text, { fresh, place, all }) =>
    `${card(text)}${fresh ? ", just drawn" : ""}, ${place} of ${all}`,

  // --- the count
  showdown: "The count",
  showing: "The hands are being counted",
  show_all: ["Show all at once"],
  show_again: ["Show it again"],
  crosses: (who, seat, total) =>
    `${who.name(seat)} ${who.is(seat, "are", "is")} in the window at ${number(total)}`,
  goes_out: (who, seat, total) => `${who.name(seat)} ${who.is(seat, "are", "is")} out at ${number(total)}`,
  bought_back: "bought back",
  pot_word: "Pot",
  still_counts: (who, seat) => [`${who.name(seat)} ${who.is(seat, "are", "is")} still to count`],
  called: (call) => (call.card ? `joker called ${card(call.card)}` : `joker called ${call.points}`),
  result: "After this hand",
  columns: { player: "Player", points: "Points", total: "Total", money: "This hand", cash: "Cash" },
  result_money: "Where the money went",
  bought: (event, who) => events.buy_back_answered(event, who)[0],
  died: (event) => events.deal_died(event)[0],

  // --- the end
  final: "Who gets what",
  final_note: "Cash counts the ante: what each has gained or spent since the match began.",

  // --- the side
  totals: "Totals",
  next_price: "Buy back",
  lines_mean: (from, line) => `From ${number(from)} one may buy back; at ${number(line)} one is out.`,
  chart_start: "start",
  chart_says: (deals, rows) =>
    `Totals after ${count(deals, "deal", "deals")}: ${rows.map(([name, total, out, bought]) => `${name} ${number(total)}${out ? ", out" : ""}${bought.length ? `, bought back: ${list(bought)}` : ""}`).join("; ")}`,
  chat: "Chat",
  chat_none: "Nothing was said yet.",
  chat_phrases: "Ready phrases",
  chat_text: "Say something",
  chat_say: "Say",
  mute: (name) => `Mute ${name}`,
  unmute: (name) => `Hear ${name} again`,
  phrases: {
    hello: "Hello",
    good_luck: "Good luck",
    well_played: "Well played",
    thanks: "Thanks",
    sorry: "Sorry",
    one_moment: "One moment",
    your_turn: "Your turn",
    unlucky: "Unlucky",
    good_game: "Good game",
    goodbye: "Goodbye",
  },
  carry_title: "Play on another device",
  carry_ask: ["Make a link for it"],
  play_sound: "Sound",
  give_notice: "Notice of my turn when I look elsewhere",
  no_notice: "The browser does not allow notices from this page.",
  language: "Language",
  keys_title: "Keys",
  feed: "What happened",
  settings: "Settings",
  four_colours: "Four-colour suits",
  use_keys: "Single keys play (S, D, K, C…)",
  show_worth: "Show what the hand is worth",
  show_motion: "Show cards moving",
  rules_page: "The rules",
  record: "The match so far, as a record",
  leave: "Leave the table",
  leave_sure: ["Leave the table? A bot plays your seat until you are back."],
  yes_leave: ["Yes, leave"],
  this_table: "This table",
  switches_default: "All switches as the rules have them.",
  sealed_next: (text) => `Next shuffle sealed: ${text}`,
  sealed: (text) => `Shuffle sealed: ${text}`,
  dice: (text) => `Shuffle shown: ${text}`,

  // --- the table, and sitting at it
  copy: ["Copy"],
  copied: ["Copied"],
  place: (seat) => `Place ${seat + 1}`,
  come_back: ["Take your seat back"],
  you_left: "A bot is playing your seat.",
  ante_is: (cents) => `Ante ${money(cents)}`,
  clock_is: (s) => (s ? `${count(s, "second", "seconds")} for each act` : "no clock"),
  reserve_is: (s) => `${seconds(s * 1000)} of reserve each`,
  help_is_off: "no help with the hand",
  pace_is: (ms) =>
    ms ? `bots act after ${ms % 1000 ? (ms / 1000).toFixed(1) : ms / 1000} s` : "bots act at once",
  loading: "Coming to the table…",

  // --- learning and trust
  your: "your",
  whose: (name) => `${name}'s`,
  how_played: "How it is played",
  verify_page: "Was the shuffle fair?",
  replay_last: (n) => `Look at deal ${n} again`,

  bot_name: (bot) => bot,
  // --- what the server says in English, and a language by key or code: see docs/languages.md
  rule_set: (_, title) => title,
  switch_about: (one) => one.about,
  switch_value: (one, value) => one.choices[value] || String(value),
  /** @param {import("../shared/wire.js").Refused} refused */
  refused: ({ sentence, given: { card: at } = {} }) =>
    at
      ? sentence.replace(at, at === "JK" ? "joker" : at[0].replace("T", "10") + "♠♥♦♣"["SHDC".indexOf(at[1])])
      : sentence,
  said: ({ says }) => says,
};
