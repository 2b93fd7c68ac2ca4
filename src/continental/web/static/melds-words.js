/** The words of the contract games: the table's own language, English where it has none for them. */

import { part, words } from "./shared/words.js";
import * as english from "./words/en-melds.js";

export const melds = part(words.melds, english.melds);

Object.assign(words.events, part(words.events, english.events)); // the feed has that object already
words.time_out = { ...melds.time_out, ...words.time_out };
