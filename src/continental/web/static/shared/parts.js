/** Small pieces that several parts of the page are made of. */

import { button } from "./button.js";
import { inText } from "./cards.js";
import { h } from "./dom.js";
import { words, format, t } from "./words.js";

/** A line of parts as nodes: texts as they are, cards drawn. */
export const line = (parts) =>
  (Array.isArray(parts) ? parts : [parts]).map((part) =>
    part && part.card ? inText(part.card, part.part) : part,
  );

/** A line of parts as it is read out. */
export const spoken = (parts) =>
  (Array.isArray(parts) ? parts : [parts])
    .map((part) => (part && part.card ? format.card(part.card, part.part) : part))
    .join("");

/**
 * Return a button of the table as the page describes it: `key` is the letter that presses it, `id` names it
 * for the keys and for tests.
 * @param {{
 *   label: any, id?: string, key?: string, act?: any, kind?: string, off?: boolean, pressed?: any,
 *   extra?: Object<string, any>,
 * }} look
 */
export const described = ({ label, id, key, kind = "", act, off, pressed, extra }) =>
  button(
    { key: id, "data-act": id, hotkey: key, kind, act, off, pressed, ...extra },
    h("span", { class: "label" }, line(label)),
  );

const HURRY = 15_000; // milliseconds: from here on a clock is seen to run out

/** A ring and a word for the time that is left of a whole, and for the reserve behind it; in milliseconds. */
export function clock({ due, whole, reserve = 0, onReserve = false }) {
  const part = whole ? Math.min(100, Math.round((due / whole) * 100)) : 100;
  return h(
    "span",
    { class: `clock${due < HURRY && !reserve ? " hurry" : ""}`, style: { "--left": `${part}%` } },
    h("span", { class: "ring", "aria-hidden": "true" }),
    h("span", { class: "unseen" }, `${onReserve ? words.on_reserve : words.time_left} `),
    format.time(due),
    reserve > 0 && h("small", null, " ", t("table.reserve_behind", { ms: reserve })),
    onReserve && h("small", { "aria-hidden": "true" }, " ", words.reserve_word),
  );
}

/**
 * A tag such as "dealer": a sign for the eye with its word, which is read out and, where there is room,
 * seen.
 */
export const tag = (kind, sign, text, seen = false) =>
  h(
    "span",
    { key: kind, class: `tag ${kind}`, title: text },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: seen ? "seen" : "unseen" }, ` ${text} `),
  );
