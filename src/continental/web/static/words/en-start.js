/** The words of the start page, in English: a file of their own, so that the table's page stays light. */

import { words } from "./en.js";

const { count, list } = words;

export const start_page = {
  title: "Continental Rummy",
  lead: "House Rules: ten cards, two packs, jokers wild, low score wins the pot. No account is needed.",
  back_to: "Your tables",
  with: (names) => `with ${list(names)}`,
  alone: "nobody else yet",
  keep_score: "Keep score at a real table",
  check_hand: "What is my hand worth",
  play_now: "Play now",
  play_now_means: "You and three bots at once, ante $20, house rules.",
  name_if_you_like: "Your name, if you like",
  guest: "Guest",
  make: "Make a table",
  make_means: "for friends: you get a link to send",
  your_name: "Your name",
  rules: "Game",
  read_them: "Its rules",
  players: "Players",
  of_them_bots: "Of them bots",
  which_bot: "Which bot",
  only_bots: "All the others are bots: nobody else can sit down.",
  ante: "Ante in dollars",
  pace: "Bots act",
  pace_of: (ms) =>
    ({ 2500: "slowly, after 2.5 s", 1200: "after 1.2 s", 500: "fast, after 0.5 s", 0: "at once" })[ms],
  clock: "Time for each act",
  clock_of: (s) => (!s ? "no clock" : s < 60 ? `${s} seconds` : count(s / 60, "minute", "minutes")),
  reserve: "Reserve of each player",
  reserve_of: (s) => (!s ? "none" : `${count(s / 60, "minute", "minutes")} in a match`),
  no_clock_means:
    "Nobody is hurried. For a player whose page was closed for two minutes a bot sits in. It never buys back.",
  warn_short:
    "That is short for counting a hand: when time and reserve are gone, the table acts for the player.",
  help: "Help with the hand",
  help_of: { on: "says what a hand is worth", off: "none, as with cards in hand" },
  chat: "Chat",
  chat_of: { on: "free words and ready phrases", phrases: "ready phrases only", off: "none" },
  warn_two: (gap, about) =>
    `With two players the match may end after one hand: whenever two are left and their totals are within ${gap} points, the pot is split evenly. The switch “${about}” below changes that.`,
  switches: "Switches of the rules",
  none_changed: "all as the rules have them",
  changed: (n) => `${n} changed`,
  switches_mean: "The default of each is the rules' own choice; the clauses are those of the rules:",
  by_default: (text) => `${text} (default)`,
  default_is: (value) => `default ${value}`,
  dealer: "The first dealer sits at",
  place_you: "place 1, you",
  make_it: "Make the table",
  failed: "The table could not be made just now. Try again.",
};
