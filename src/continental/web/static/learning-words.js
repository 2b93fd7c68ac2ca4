/**
 * The words of the pages for learning and trust: those of the table, and their own, in English where a
 * language has none.
 */

import { part, words as all } from "./shared/words.js";
import { learning } from "./words/en-learning.js";

export const words = { ...all, ...part(all, learning) };
