/** The reader's language; the server says which there are, one file of words each. */

import { recall } from "./keep.js";

const root = document.documentElement;

/** The languages that there are, such as `["en"]`. */
export const languages = (root.dataset.languages || "en").split(" ").filter(Boolean);

/** The language of this page: the one chosen here before, else the browser's, else English. */
export const language =
  [
    recall("language", ""),
    ...navigator.languages.flatMap((tag) => [tag.toLowerCase(), tag.split("-")[0]]),
  ].find((one) => languages.includes(one)) || "en";

root.lang = language;
