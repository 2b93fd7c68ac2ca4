/** The words of a language that is not English: what its file says well, and the English of all else. */

import { language } from "./shared/language.js";

let own = {};
try {
  own = (await import(`./words/${language}.js`)).words;
} catch (fault) {
  console.warn(`The file of the language ${language} cannot be read, so the page is in English.`, fault);
  document.documentElement.lang = "en";
}

/** What the file says, over the English. */
export const words = (english) => over(english, own);

/**
 * The English with everything in its place that the language says in the same form: a text for a text, a
 * function for a function.
 */
export function over(english, own) {
  if (english === undefined) return own;
  if (own === undefined || own === null || kind(own) !== kind(english)) return english;
  if (kind(own) === "function") return (...given) => firstOf(own, english, given);
  if (kind(own) !== "parts") return own;
  return Object.fromEntries(
    [...new Set([...Object.keys(english), ...Object.keys(own)])].map((key) => [
      key,
      over(english[key], own[key]),
    ]),
  );
}

function kind(value) {
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "parts" : typeof value;
}

function firstOf(own, english, given) {
  try {
    return own(...given);
  } catch (fault) {
    console.warn(`The language ${language} fails to say something, which is said in English.`, fault);
    return english(...given);
  }
}
