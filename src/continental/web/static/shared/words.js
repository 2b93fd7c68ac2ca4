/**
 * The sentences of the page in the reader's language, out of `words/`, where each surface has a file. The
 * server fills in English where a language has nothing. A key begins with the name of its surface, such as
 * `table.pot_now`.
 */

import { teller } from "./catalogue.js";
import { language } from "./language.js";

/** @type {Object<string, Promise<Object<string, any>>>} */
const asked = {};
/** @type {Object<string, any>} */
const texts = {};

/**
 * Fetch the texts of a surface, unless they are there. Returns its plain texts, by their keys.
 * @param {string} name
 * @returns {Promise<any>}
 */
export function surface(name) {
  asked[name] ??= load(name);
  return asked[name];
}

async function load(name) {
  const answer = await fetch(new URL(`../words/${language}/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`The words ${name} cannot be read: ${answer.status}`);
  texts[name] = await answer.json();
  return texts[name];
}

const [formats, table] = await Promise.all([surface("format"), surface("table")]);

/** How values are written, such as `format.money(2050)`. */
export const format = teller(texts, formats, language);

/** Return a text with its slots filled, and as a line of texts and cards. */
export const { t, tLine, has } = format;

/** The texts of the table that have no slots. */
export const words = table;
