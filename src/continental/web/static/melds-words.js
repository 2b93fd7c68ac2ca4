/** The words of the contract games: the table's own language, English where it has none for them. */

import { words } from "./words.js";

export const melds = words.melds || (await import("./words/en-melds.js")).melds;
