/** The words of what the table shows seldom: its own language, English where it has none for them. */

import { part, words } from "./shared/words.js";
import { seldom as english } from "./words/en-seldom.js";

export const seldom = part(words.seldom, english);
