/**
 * The words of the score pad's pages: those of the table, and their own.
 */

import { sayPiece } from "../shared/server-texts.js";
import { surface, t, words as table } from "../shared/words.js";

export const words = { ...table, pad: await surface("pad") };

/**
 * Who wrote something, as a reader is told: `Writer 2` is nobody's name, and said in the reader's language.
 */
export const writer = (name) => {
  const [, number] = /^Writer (\d+)$/.exec(name) || [];
  return number
    ? sayPiece({ says: name, said: { code: "writer", given: { number: Number(number) } } })
    : name;
};

/**
 * How dates are written: as this browser's owner has them in the page's language, if at all, such as
 * `en-GB`.
 */
export const region =
  navigator.languages.find((tag) => tag.split("-")[0].toLowerCase() === document.documentElement.lang) ||
  document.documentElement.lang;

/** The key to the marks of a sheet; `all` with those that only a screen shows. */
export const keyMarks = (money, all = true) =>
  [money && words.pad.marks_money, words.pad.marks_ended, all && words.pad.marks_all]
    .filter(Boolean)
    .join(" · ");

/** How somebody ended a hand: `ending` is missing in games for points, `card` is a knock's. */
export function endSaid(name, ending, card) {
  const how = ending === "knock" && card === 1 ? "knock_ace" : ending || "closed";
  return t(`pad.ended.${how}`, { name, card });
}
