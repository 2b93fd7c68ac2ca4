/**
 * The sentences of `words/`, as the page reads them: i18next JSON, version 4. `continental/words` reads the
 * same files in Python, and a test holds both to the same answers.
 *
 * @typedef {Object<string, any>} Given values for slots; `context` and `count` choose the form of a text
 * @typedef {{card: string, part?: string}} CardPart a card within a line, which the page draws and a voice
 *   reads out
 * @typedef {(string|CardPart)[]} Line
 */

const SLOT = /\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g;

/** Return the text of a key such as `piles.stock`, in the form that fits the values. */
function choose(texts, key, given, plural) {
  const path = key.split(".");
  const last = path.pop();
  const part = path.reduce((found, name) => found?.[name], texts) || {};
  const { context, count } = given;
  const contexts = context ? [`_${context}`, ""] : [""];
  const zero = count === 0 ? ["_zero"] : [];
  const plurals = typeof count === "number" ? [...zero, `_${plural.select(count)}`, "_other", ""] : [""];
  for (const one of contexts)
    for (const other of plurals) {
      const text = part[`${last}${one}${other}`];
      if (typeof text === "string") return text;
    }
  throw new RangeError(`There is no text ${key}`);
}

/**
 * Return the two ways to say a text of these surfaces: `say` as a string, `line` as a list of texts and
 * cards. `formats` are the texts of the surface `format`.
 * @param {Object<string, any>} texts
 * @param {Object<string, any>} formats
 * @param {string} language
 */
export function teller(texts, formats, language) {
  const plural = new Intl.PluralRules(language);
  const formed = (key, given) => fill(choose(formats, key, given, plural), given, {}).join("");
  const number = (value) => (value < 0 ? formed("number_negative", { size: -value }) : String(value));
  const signed = (value) => (value > 0 ? formed("number_positive", { size: value }) : number(value));
  const money = (cents) => {
    const size = Math.abs(cents);
    const whole = Math.floor(size / 100);
    const rest = String(size % 100).padStart(2, "0");
    const amount = size % 100 ? formed("decimal", { whole, rest }) : String(whole);
    return formed(cents < 0 ? "money_negative" : "money", { amount });
  };
  const gain = (cents) => (cents > 0 ? formed("number_positive", { size: money(cents) }) : money(cents));
  const list = (names) =>
    names.length < 2
      ? names.join("")
      : formed("list_last", {
          first: names.slice(0, -1).reduce((first, next) => formed("list_more", { first, next })),
          last: names[names.length - 1],
        });
  const card = (text, part) => {
    if (part && part !== text) return formed("card_as", { card: card(text), part: card(part) });
    if (text === "JK") return formed("joker", {});
    return formed("card", { rank: formats.ranks[text[0]], suit: formats.suits[text[1]] });
  };
  const time = (ms) => {
    const all = Math.max(0, Math.ceil(ms / 1000));
    const [minutes, seconds] = [Math.floor(all / 60), all % 60];
    return minutes
      ? formed("minutes", { minutes, seconds: String(seconds).padStart(2, "0") })
      : formed("seconds", { seconds });
  };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const formatters = { number, signed, money, gain, list, time, capital };
  const spaced = (cards, one) => cards.flatMap((each, place) => (place ? [" ", one(each)] : [one(each)]));
  const spoken = { ...formatters, card, cards: (cards) => spaced(cards, card).join("") };
  const drawn = {
    ...formatters,
    card: (text) => [typeof text === "string" ? { card: text } : text],
    cards: (cards) => spaced(cards, (text) => ({ card: text })),
  };
  return {
    ...spoken,
    /** @param {string} key @param {Given} [given] @returns {string} */
    say: (key, given = {}) => fill(choose(texts, key, given, plural), given, spoken).join(""),
    /** @param {string} key @param {Given} [given] @returns {Line} */
    line: (key, given = {}) => fill(choose(texts, key, given, plural), given, drawn),
  };
}

// A value that is a list, such as cards, stays one within a line. Texts beside each other become one.
function fill(text, given, formatters) {
  const parts = [];
  const add = (part) => {
    const last = parts.length - 1;
    if (typeof part === "string" && typeof parts[last] === "string") parts[last] += part;
    else if (part !== "") parts.push(part);
  };
  let from = 0;
  for (const { 0: slot, 1: name, 2: format, index } of text.matchAll(SLOT)) {
    if (given[name] === undefined) throw new RangeError(`Nothing fills ${slot} of “${text}”`);
    add(text.slice(from, index));
    const value = format ? formatters[format](given[name]) : given[name];
    for (const part of Array.isArray(value) ? value : [value])
      add(part !== null && typeof part === "object" ? part : String(part));
    from = index + slot.length;
  }
  add(text.slice(from));
  return parts;
}
