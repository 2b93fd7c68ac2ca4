/** What goes wrong with an entry or a line: said with why, and with the ways on; loaded when it does. */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { trailLine } from "./sheet.js";
import { words } from "./words.js";
import { t } from "../shared/words.js";
import { sayRefusal, sayPiece } from "../shared/server-texts.js";

const told = words.pad;

/** The entry that could not be written, with why, and the ways on. */
export function trouble({ pad, openAgain }) {
  const { kind, rows, sentence, id } = pad.trouble;
  const at = pad.waiting.findIndex((each) => each.id === id);
  const { says, act: what } = pad.waiting[at] || { says: "", act: {} };
  const isConflict = kind === "conflict";
  const after = pad.waiting.slice(at + 1);
  return h(
    "div",
    { key: "trouble", class: "panel trouble", role: "alert" },
    h("h2", null, isConflict ? told.conflict_title : told.refused_title),
    h("p", null, t("pad.conflict_yours", { says })),
    !isConflict && h("p", { key: "why", class: "note" }, sentence),
    isConflict && h("p", { key: "came" }, told.conflict_came),
    isConflict &&
      h(
        "ul",
        { key: "rows", class: "trail" },
        rows.map((row) => h("li", { key: row.v }, trailLine(row))),
      ),
    h(
      "p",
      { class: "buttons" },
      isConflict && button({ key: "insist", class: "button", onclick: pad.insist }, told.insist),
      !isConflict &&
        what.hand &&
        button({ key: "open", class: "button", onclick: openAgain }, told.open_again),
      button({ key: "drop", class: "button", onclick: pad.drop }, told.drop),
    ),
    after.length > 0 &&
      h("p", { key: "behind" }, t("pad.wait_behind", { entries: after.map((each) => each.says).join("; ") })),
  );
}

/** The line at which the sums stop, with why, and the ways on. */
export function stopped({ state, act, openHand }) {
  const { number, ways, ...refused } = state.stopped;
  return h(
    "div",
    { key: "stopped", class: "panel stopped" },
    h("h2", null, t(number ? "pad.stopped" : "pad.stopped_here", { number })),
    h("p", null, sayRefusal(refused)),
    h("p", { class: "detail" }, told.stopped_note),
    state.role === "write" &&
      h(
        "ul",
        { class: "ways" },
        ways.map((way) =>
          h(
            "li",
            { key: way.says },
            button(
              {
                class: "button",
                onclick: () => (way.act ? act(way.act, sayPiece(way)) : openHand(way.item)),
              },
              sayPiece(way),
            ),
          ),
        ),
      ),
  );
}
