/**
 * Say in the reader's language what the server says in English with a key or code: titles and switches of
 * rule sets, refusals, what is told of a pad. A page in English shows it as it came.
 */

import { language } from "./language.js";
import { surface, t, has, format } from "./words.js";

const isForeign = language !== "en";
if (isForeign) await Promise.all(["pieces", "refusals", "sayings", "switches"].map(surface));

/** The title of a rule set. */
export const nameRules = (key, title) => (isForeign ? sayOr(`switches.${key}.title`, title) : title);

/** What a switch of the rule set `rules` is about. */
export const aboutSwitch = (one, rules) =>
  isForeign ? sayOr(`switches.${rules}.switches.${one.name}.about`, one.about) : one.about;

/** What a value of a switch means. */
export function valueOfSwitch(one, value, rules) {
  const english = one.choices[value] || String(value);
  return isForeign ? sayOr(`switches.${rules}.switches.${one.name}.choices.${value}`, english) : english;
}

const sayOr = (key, english, given = {}) => (has(key, given) ? t(key, given) : english);
const keyOf = (parts, code, given) => parts.map((part) => `${part}.${code}`).find((key) => has(key, given));

/** A refusal as a sentence. @param {import("./wire.js").Refused} refused */
export function sayRefusal({ code, sentence, given = {} }) {
  const { card, hand } = given;
  if (!isForeign) return card ? sentence.replace(card, shown(card)) : sentence;
  const key = keyOf(["refusals.game", "refusals.record", "refusals.table", "refusals.pad"], code, given);
  if (!key) return sentence;
  const said = t(key, filled(given));
  return hand ? t("refusals.in_hand", { hand, said }) : said;
}

/** What is told of a pad, or a piece of a sentence. @param {any} told */
export function sayPiece({ says, said: { code, given = {} } }) {
  if (!isForeign) return says;
  if (code === "rule_set") return nameRules(given.key, says);
  const key = keyOf(["sayings", "pieces.game", "pieces.pad"], code, given);
  return key ? t(key, filled(given)) : says;
}

const shown = (card) =>
  /^[A2-9TJQK][SHDC]$/.test(card)
    ? card[0].replace("T", "10") + "♠♥♦♣"["SHDC".indexOf(card[1])]
    : card === "JK"
      ? format.card(card)
      : card;

const filled = (given) =>
  Object.fromEntries(Object.entries(given).map(([slot, value]) => [slot, valueOf(value, slot)]));

function valueOf(value, slot) {
  if (Array.isArray(value)) return value.map((one) => valueOf(one, slot)).join("; ");
  if (value && value.said) return sayPiece(value);
  return slot === "card" ? shown(value) : (value ?? "…");
}
