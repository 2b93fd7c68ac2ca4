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

// The form of a text that fits the values, the one with most suffixes first; undefined if there is none.
function choose(texts, key, given, plural) {
  const path = key.split(".");
  const last = path.pop();
  const part = path.reduce((found, name) => found?.[name], texts) || {};
  const { context, count } = given;
  const contexts = context ? [`_${context}`, ""] : [""];
  const zero = count === 0 ? ["_zero"] : [];
  const plurals = typeof count === "number" ? [...zero, `_${plural.select(count)}`, "_other", ""] : [""];
  const names = contexts.flatMap((one) => plurals.map((other) => `${last}${one}${other}`));
  const found = names.find((name) => typeof part[name] === "string");
  return found === undefined ? undefined : part[found];
}

/**
 * Return how texts are said: `t` says one as a string, `tLine` as a line of texts and cards, `has` says if
 * there is one, and the others write values. `formats` are the texts of the surface `format`.
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
  const series = (lines) => lines.flatMap((one, place) => [place ? formats.between : "", one].flat());
  const drawn = (text) => ({ card: text });
  const formatters = { number, signed, money, gain, list, time, capital, series };
  const spoken = { ...formatters, card, cards: (cards) => series(cards.map((text) => card(text))) };
  const inLines = { ...formatters, card: drawn, cards: (cards) => series(cards.map(drawn)) };
  const parts = (key, given, formats) => {
    const text = choose(texts, key, given, plural);
    if (text === undefined) throw new RangeError(`There is no text ${key}`);
    return fill(text, given, formats);
  };
  return {
    ...formatters,
    card,
    /** @param {string} key @param {Given} [given] */
    has: (key, given = {}) => choose(texts, key, given, plural) !== undefined,
    /** @param {string} key @param {Given} [given] @returns {string} */
    t: (key, given = {}) => parts(key, given, spoken).join(""),
    /** @param {string} key @param {Given} [given] @returns {Line} */
    tLine: (key, given = {}) => parts(key, given, inLines),
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
    for (const part of [value].flat()) add(part && typeof part === "object" ? part : String(part));
    from = index + slot.length;
  }
  add(text.slice(from));
  return parts;
}
