/** What happened, as lines: the newest first, payments of one reason drawn together. */

import { h } from "../../shared/dom.js";
import { feedNow, whoOf } from "../state.js";
import { words } from "../../shared/words.js";
import { line } from "../../shared/parts.js";
import { tellPayments, tellPasses, tellEvent } from "../../shared/telling.js";

/** The lines of some events, oldest first. @returns {{key: string, parts: any[]}[]} */
export function linesOf(rows, who) {
  const lines = [];
  let paid = [];
  let passed = [];
  let thrower = null; // of whom nobody needs to read that they leave their own discard
  const flush = (key) => {
    if (paid.length) lines.push({ key: `${key}p${lines.length}`, parts: tellPayments(paid, who) });
    paid = [];
    if (passed.length) lines.push({ key: `${key}n${lines.length}`, parts: tellPasses(passed, who) });
    passed = [];
  };
  rows.forEach(({ v, event }, place) => {
    const key = `${v}-${place}`;
    if (event.is === "paid") {
      if (paid.length && (paid[0].target !== event.target || paid[0].why !== event.why)) flush(key);
      paid.push(event);
      return;
    }
    const parts = tellEvent(event, who);
    if (!parts) return;
    if (event.is === "discarded") thrower = event.seat;
    // no more is said about that discard
    if (["seen_dealt", "seen_drew", "took"].includes(event.is)) thrower = null;
    if (event.is === "passed") return void (event.seat !== thrower && passed.push(event));
    flush(key);
    lines.push({ key, parts });
  });
  flush("last");
  return lines;
}

/** @param {import("../../shared/wire.js").State} state @param {number} most how many lines */
export function feed(state, most) {
  const lines = linesOf(feedNow(state), whoOf(state)).slice(-most).reverse();
  return h(
    "ol",
    { class: "feed", tabindex: most > 9 ? "0" : undefined, "aria-label": words.feed },
    lines.map(({ key, parts }) => h("li", { key }, line(parts))),
  );
}
