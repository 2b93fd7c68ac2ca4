/** The words of the page in the reader's language. Each language is one file in `words/`; the server says which there are. */

import { recall } from "./keep.js";

const root = document.documentElement;

/** The languages that there are, such as `["en"]`. */
export const languages = (root.dataset.languages || "en").split(" ").filter(Boolean);

/** The language of this page: the one chosen here before, else the browser's, else English. */
export const language = [recall("language", ""), ...navigator.languages.flatMap((tag) => [tag.toLowerCase(), tag.split("-")[0]])].find((one) => languages.includes(one)) || "en";

root.lang = language;

/** @type {import("./words/en.js").words} */
export const words = (await import(`./words/${language}.js`)).words;
