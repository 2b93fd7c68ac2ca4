/** The words of the pages for learning and trust: those of the table, and their own, in English where a language has none. */

import { words as all } from "./words.js";

export const words = all.example ? all : { ...all, ...(await import("./words/en-learning.js")).learning };
