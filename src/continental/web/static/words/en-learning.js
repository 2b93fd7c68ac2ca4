/**
 * The words of the pages for learning and trust, in English: a file of their own, so that the table's page
 * stays light.
 */

import { words } from "./en.js";

const { count } = words;
const c = (text) => ({ card: text });

export const learning = {
  replay: {
    scene: "The table at this moment",
    acted: "acted",
    look: "Look at this deal, all hands open",
    down: "On the table",
    controls: "Step through the deal",
    first: "To the beginning",
    back: "One step back",
    forward: "One step on",
    last: "To the end",
    slider: "Place in the deal",
    step: (at, last) => `step ${at} of ${last}`,
    eyes: "Seen by",
    open: "all, hands open",
    not_loaded: "The deal could not be loaded just now. Load the page again.",
  },
  verify: {
    agrees: (n) => `All agrees: ${count(n, "deal was", "deals were")} shuffled as the dice say.`,
    disagrees: (n) => `${count(n, "thing does", "things do")} not agree, marked ✕ below.`,
    none_over: "No deal is over yet: its dice are shown when it is.",
    no_deals: "No deal has been dealt here yet.",
    deal_right: "agrees",
    deal_wrong: "does not agree",
    deal_open: "being played: its dice stay secret until it is over",
    match: (n) => `Match ${n}`,
    commitment: "Commitment, shown before the deal",
    dice: "Dice, shown after it",
    hands: "Dealt from these dice",
    upcard: "First discard:",
    order: "The whole pack, the top card last",
    no: "No:",
    not_loaded: "The deals could not be loaded just now. Load the page again.",
    seen: (n) =>
      n
        ? `${count(n, "hand was", "hands were")} dealt here in deals that are over.`
        : "The last column fills as deals are over.",
    wrong_line: (line, why) => `Line ${line}: ${why}`,
    refused: {
      not_a_record: "a record begins with the line “continental record 1”.",
      unknown_version: "this page knows records of version 1.",
      head_lacks: "the record lacks its rules or its seats.",
      unknown_line: "this is no line of a record.",
      not_hexadecimal: "commitment and dice are 64 hexadecimal digits.",
    },
    findings: {
      shown: (f, ok) =>
        ok
          ? "The commitment is the one that this browser was shown before the deal."
          : `This browser was shown another commitment before the deal: ${f.commitment}`,
      commitment: (f, ok) =>
        ok
          ? "The commitment is the SHA-256 of the dice."
          : `The SHA-256 of these dice is ${f.right}, which is not the commitment.`,
      unknown_rules: (f) =>
        `The pack of the rule set “${f.rules}” is not known here, so only the commitment was checked.`,
      stacked: (_, ok) =>
        ok === false
          ? "The pack that was dealt by hand is not the pack of this game."
          : "The pack was dealt by hand, as the record says, and does not follow from the dice.",
      not_followed: () =>
        "The pack follows from the dice; how this game moves its cards is not followed here.",
      dealt: (f, ok) =>
        ok
          ? `The hands, the first discard and the ${f.stock} cards of the stock that the table dealt are those that follow.`
          : "The cards that the table dealt are not those that follow from the dice.",
      own_hand: (_, ok) =>
        ok
          ? "The ten cards that you held at the start are among them, in your place."
          : "The cards that this browser saw in your hand are others.",
      rebuilt: (f, ok) =>
        ok
          ? `The stock rebuilt as number ${f.number}, ${f.cards} cards, follows from the dice.`
          : `The stock rebuilt as number ${f.number} does not follow from the dice.`,
      acts: (f, ok) => {
        if (ok)
          return `${count(f.drawn, "card was", "cards were")} drawn, each the next one of that order${f.rebuilt ? `, the last from ${count(f.rebuilt, "rebuilt stock", "rebuilt stocks")}` : ""}.`;
        const where = `Line ${f.line} of the record: `;
        return f.wanted
          ? [where, c(f.wanted), " was due here", ...(f.told ? [", not ", c(f.told)] : [])]
          : `${where}${f.told || "the card"} was not in that hand.`;
      },
    },
  },
  example: {
    step: (at, all) => `${at} of ${all}`,
    back: ["Back"],
    next: ["Next"],
    skip: "Skip to the start page",
    end: "Play now",
    lessons: {
      aim: [
        "Stay low",
        [
          "Ten cards each, and after every deal what you could not use is added to your total. Low is good: at 101 a player is out, and whoever is left at the end takes the pot.",
        ],
      ],
      melds: [
        "Melds cost nothing",
        [
          "A set is three or more of one rank; a run is three or more of one suit in a row. You have a run: ",
          c("4H"),
          " ",
          c("5H"),
          " ",
          c("6H"),
          ".",
        ],
        ["The ace goes below the two or above the king, never round the corner."],
      ],
      jokers: [
        "Jokers are wild",
        [
          "A joker stands for any card in any meld. Yours makes the two kings a set. What lies dashed is left over and would count against you.",
        ],
      ],
      draw: [
        "Draw one card",
        [
          "Each turn begins with one card: the hidden one from the stock, or the top discard. You drew ",
          c("3S"),
          " from the stock, and only you know it.",
        ],
      ],
      discard: [
        "Throw one card",
        [
          "The turn ends with a card thrown, face up. You threw ",
          c("9C"),
          ", for high cards cost most: aces count 15, tens to kings 10, the others what they show.",
        ],
      ],
      watch: [
        "Watch the discards",
        [
          "Ana took your nine. Nothing is laid down before the end, so what others take and throw is all that you know of their hands.",
        ],
      ],
      take: [
        "Take what fits",
        ["Ben threw ", c("7S"), " and you took it: three sevens. Nine of your ten cards are melded now."],
      ],
      knock: [
        "You could knock",
        [
          "Nine melded and a two or three left: before you draw, you may knock. The hand ends at once, and your ",
          c("2C"),
          " counts 2 against you.",
        ],
        ["It is cheap and safe. But there is something better."],
      ],
      ready: [
        "Ten melded",
        [
          "You did not knock: you drew ",
          c("7H"),
          ", made the run four long, and threw the two. All ten are melded, so your next turn can close.",
        ],
      ],
      close: [
        "Close",
        [
          "Draw once more, throw that card, and show ten melded: that is a close, ",
          "−10",
          " for you. All others count.",
        ],
      ],
      continental: [
        "Rarer ends",
        [
          "Ten cards of one suit, jokers included, are a continental: −35, melds or not. Ten in sequence are a straight flush, and that wins the match at once.",
        ],
      ],
      count: [
        "The count",
        [
          "Ana could not use 22, Ben 14. A joker that is not melded may be called any card, and counts as that card: with it a player can steer the total.",
        ],
      ],
      pot: [
        "Money and the pot",
        [
          "At the start everyone paid the ante into the pot. A close costs each of the others a fifth of the ante; one of these shares goes to the pot, the rest to you. Three jokers or more in a hand are paid extra.",
        ],
      ],
      window: [
        "The window",
        [
          "Ben came to 93. From 90 to 100 a player may buy back, down to the second-lowest total of the others: first for the ante, then for twice that, and so on.",
        ],
        ["That is all. The switches of a table say what friends play otherwise."],
      ],
    },
  },
};
