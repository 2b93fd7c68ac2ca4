/** The words of the score pad's pages: those of the table, and their own, in English where a language has none. */

import { words as all } from "../words.js";

export const words = all.pad ? all : { ...all, ...(await import("../words/en-pad.js")) };
