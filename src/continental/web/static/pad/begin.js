/**
 * A pad begun without a connection: by the modules that this phone keeps, under the key that it was asked
 * for by, and made at the server later.
 */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/keep.js";
import { noteOpened } from "./asking.js";
import { openCounting } from "../shared/counting.js";
import { save } from "./saving.js";
import { words } from "./words.js";

const told = words.pad;
let counting = null;

/**
 * Begin the pad that the server was asked for; comes to what the server would have answered, or null where
 * this cannot be done here.
 */
export async function beginHere(wish) {
  const offered = recall("counting", null);
  if (!offered) return null;
  counting ||= openCounting(offered, () => undefined);
  await counting.keep();
  const { by = null, write: key, ...make } = wish;
  const answer = await counting.count({ make, pad: [], waiting: [] });
  if (!answer || !answer.ok) return answer;
  const { state } = answer.body;
  remember(`pad:${key}:make`, wish);
  remember(`pad:${key}:state`, {
    ...state,
    role: "write",
    watch: null,
    you: by,
    draft: null,
    typing: [],
    season: null,
  });
  remember(
    "pads",
    noteOpened(recall("pads", []), { key, title: state.title, role: "write", names: make.players }),
  );
  return { ok: true, body: { path: `/pad/${key}` } };
}

/** What the server says where it does not make the pad, and the ways on. */
export function unmade({ pad }) {
  return h(
    "div",
    { key: "unmade", class: "panel trouble", role: "alert" },
    h("h2", null, told.unmade),
    h("p", { class: "note" }, pad.unmade),
    h("p", { class: "detail" }, told.unmade_means),
    h(
      "p",
      { class: "buttons" },
      h("a", { key: "change", class: "button", href: `/pad#${pad.key}` }, told.unmade_change),
      button({ key: "again", kind: "", act: pad.again }, told.unmade_again),
      button(
        {
          key: "keep",
          kind: "",
          act: () => save(new Blob([file(pad)], { type: "application/json" }), "pad.json"),
        },
        told.unmade_keep,
      ),
    ),
  );
}

// The pad in the form that is taken in again: its log.
function file({ key, waiting }) {
  const { by, write: _write, ...make } = recall(`pad:${key}:make`, {});
  const entry = (id, act, place) => ({ v: place + 1, at: Date.now(), by: by || "Writer 1", id, act });
  const log = [{ id: "make", act: { do: "make", ...make } }, ...waiting].map(({ id, act }, place) =>
    entry(id, act, place),
  );
  return JSON.stringify({ form: "continental pad 1", log });
}
