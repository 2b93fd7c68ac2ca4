/** The words of what the table shows seldom: its own language, English where it has none for them. */

import { words } from "./words.js";

export const seldom = words.seldom || (await import("./words/en-seldom.js")).seldom;
