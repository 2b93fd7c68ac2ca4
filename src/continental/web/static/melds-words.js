/** The words of the contract games: the table's own language, English where it has none for them. */

import { words } from "./words.js";

const english = words.melds && words.events.went_down ? null : await import("./words/en-melds.js");

export const melds = words.melds || english.melds;

if (english) Object.assign(words.events, { ...english.events, ...words.events });
words.time_out = { ...melds.time_out, ...words.time_out };
