/**
 * The words of the page in the reader's language. Each language is one file in `words/`; what it lacks is
 * English.
 */

import { language } from "./language.js";
import { words as english } from "../words/en.js";

const foreign = language === "en" ? null : await import("../foreign.js");

/** @type {import("../words/en.js").words} */
export const words = foreign ? foreign.words(english) : english;

/** A part of the words, English where the language has nothing. */
export const part = (own, english) => (foreign ? foreign.over(english, own) : english);
