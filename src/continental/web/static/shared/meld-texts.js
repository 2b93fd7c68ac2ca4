/** The texts of the contract games, and what is put together from several of them. */

import { needsOf } from "./needs.js";
import { format, surface, t } from "./words.js";

/** The texts of the contract games that have no slots. */
export const melds = await surface("melds");

/** What a deal asks for: `2 sets of 3, run of 4`. */
export const dealAsks = (needs, whole) =>
  whole === "no" ? needsOf(needs) : t("melds.deal_asks_whole", { needs: needsOf(needs) });

/** What a deal asks for, in letters: `2S 1R`. */
export const dealShort = (needs) =>
  ["set", "run"]
    .map((kind) => ({ kind, number: needs.filter((one) => one.kind === kind).length }))
    .filter(({ number }) => number)
    .map(({ kind, number }) => t(`melds.short_${kind}`, { number }))
    .join(" ");

/** What a tray is called: what it is for, or its place. */
export const trayName = (asked, place) =>
  asked ? format.capital(needsOf([asked])) : t("melds.tray", { place });

/** A tray as it is read out: its name, and what lies in it. */
export const trayLabel = (asked, place, cards, at) =>
  t(`melds.tray_label.${cards.length ? (at ? "filling" : "cards") : at ? "empty_filling" : "empty"}`, {
    tray: trayName(asked, place),
    cards,
  });

/** Who is asked about a discard before the reader, and who after. */
export function claimOrder(before, after, who) {
  const text = before.length ? (after.length ? "both" : "before") : after.length ? "after" : null;
  return text && t(`melds.claim_order.${text}`, { before: before.map(who.mid), after: after.map(who.mid) });
}
