/** What a contract asks for, in words. */

import { t } from "./words.js";

/** @typedef {{kind: "set"|"run", size: number}} Need */

/** Read a contract as the rules write it, such as `S3 R4`. @param {string} text @returns {Need[]} */
export const readContract = (text) =>
  text.split(" ").map((need) => ({ kind: need[0] === "S" ? "set" : "run", size: Number(need.slice(1)) }));

/** What is asked for, melds of one kind and size together: `2 sets of 3, run of 4`. @param {Need[]} needs */
export function needsOf(needs) {
  const isLike = (one) => (two) => one.kind === two.kind && one.size === two.size;
  const kinds = needs.filter((need, place) => needs.findIndex(isLike(need)) === place);
  const told = ["set", "run"].flatMap((kind) =>
    kinds
      .filter((need) => need.kind === kind)
      .map((need) => t(`table.need.${kind}`, { size: need.size, count: needs.filter(isLike(need)).length })),
  );
  return t("table.need.all", { needs: told });
}
