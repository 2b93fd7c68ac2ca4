/**
 * The words of what the table shows seldom, in English: a file of their own, so that a table in play does
 * not load them.
 */

import { words } from "./en.js";

const { count, seconds } = words;

export const seldom = {
  // --- the room before the match
  lobby_title: (host) => `${host}'s table`,
  lobby_here: "Your table",
  link_title: "Send this link to the others",
  here_only:
    "This address reaches this machine alone. For friends elsewhere, serve the table with --host 0.0.0.0 and open it by the machine's own address.",
  start: ["Start the match"],
  start_waits: (name) => `${name} starts the match.`,
  start_empty: (n) => `${count(n, "place is", "places are")} empty. Send the link, or seat bots.`,
  start_nobody: "Whoever made the table starts the match.",
  places: "Places",
  add_bot: (bot) => [`Add ${bot} bot`],
  clear: ["Clear"],
  turn_away: ["Turn away for good"],
  host_word: "host",
  stand_up: ["Leave this table"],
  join_title: "Sit down at this table",
  join_name: "Your name",
  join: ["Sit down"],
  join_full: "Every place is taken. You may watch.",

  // --- the sheet of keys
  keys_now: "Just now",
  keys_always: "Always",
  keys: [
    ["← →", "to the hand, and along it"],
    ["↑ ↓", "to the other row of the hand"],
    ["↵", "choose a card; again: throw it"],
    ["⇧ ← →", "move a card to another place"],
    ["1 2 3 4", "sort by suit, rank, melds, own order"],
    ["← → ", "turn the dial at the count"],
    ["Tab", "to the next thing on the page"],
    ["Esc", "back"],
    ["?", "this sheet"],
  ],

  // --- the seat that is carried to another device
  carry_how: (ms) =>
    `Open this on the other device within ${seconds(ms)}: your seat goes there, and this page only watches.`,
  carry_here: (name) => `Play on here as ${name}? The other device will then only watch.`,
  carry_take: ["Play on here"],
  carry_code: "The link as a code for a camera",
};
