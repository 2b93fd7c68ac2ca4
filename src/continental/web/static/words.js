/** The words of the page in the reader's language. Each language is one file in `words/`. */

import { language } from "./language.js";

/** @type {import("./words/en.js").words} */
export const words = (await import(`./words/${language}.js`)).words;
