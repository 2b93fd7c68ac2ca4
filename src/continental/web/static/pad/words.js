/**
 * The words of the score pad's pages: those of the table, and their own, in English where a language has
 * none.
 */

import { part, words as all } from "../shared/words.js";
import * as english from "../words/en-pad.js";

export const words = { ...all, ...part(all, { ...english }) };

/**
 * Who wrote something, as a reader is told: `Writer 2` is nobody's name, and said in the reader's language.
 */
export const writer = (name) => {
  const [, number] = /^Writer (\d+)$/.exec(name) || [];
  return number
    ? words.said({ says: name, said: { code: "writer", given: { number: Number(number) } } })
    : name;
};

/**
 * How dates are written: as this browser's owner has them in the page's language, if at all, such as
 * `en-GB`.
 */
export const region =
  navigator.languages.find((tag) => tag.split("-")[0].toLowerCase() === document.documentElement.lang) ||
  document.documentElement.lang;
