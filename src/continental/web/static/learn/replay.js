/**
 * A finished deal stepped through: by buttons, slider and arrow keys, with open cards or one seat's eyes;
 * the result at its end.
 */

import { button } from "../shared/button.js";
import { ask } from "../shared/ask.js";
import { h, show } from "../shared/dom.js";
import "../shared/meld-texts.js"; // what is said of melds that are laid
import { settings } from "../shared/keep.js";
import { scene, unfold, whoIn } from "./replay-scene.js";
import { byId, given } from "../shared/page.js";
import { pointsOf } from "../shared/points.js";
import { surface, words, t, format } from "../shared/words.js";

const learning = await surface("learning");

const root = byId("replay");
const source = given(root, "source");
/**
 * The deal that is shown; `told` is null until it is there.
 * @type {{told: import("./replay-scene.js").Told & {ante: number}, at: number, fault: string|null,
 *   frames: import("./replay-scene.js").Frame[], eyes: "open"|number}}
 */
const state = { told: /** @type {any} */ (null), frames: [], at: 0, eyes: "open", fault: null };
const told = learning.replay;

document.documentElement.dataset.suits = settings().suits;

function go(to) {
  state.at = Math.min(Math.max(to, 0), state.frames.length - 1);
  history.replaceState(null, "", state.at ? `#${state.at}` : location.pathname + location.search);
  draw();
}

function draw() {
  if (state.fault) return show(root, [h("p", { class: "bad" }, state.fault)]);
  if (!state.told) return undefined;
  const frame = state.frames[state.at];
  const who = whoIn(state.told);
  return show(root, [
    scene(state.told, frame, { eyes: state.eyes, who }),
    isLast() && result(who, frame),
    controls(who),
  ]);
}

const isLast = () => state.at === state.frames.length - 1;

function controls(who) {
  const last = state.frames.length - 1;
  const to = (id, label, where, sign, off) =>
    button(
      {
        key: id,
        class: "button step",
        "data-act": id,
        "aria-label": label,
        title: label,
        "aria-disabled": off ? "true" : undefined,
        onclick: () => go(where),
      },
      h("span", { "aria-hidden": "true" }, sign),
    );
  return h(
    "div",
    { key: "controls", class: "controls", role: "group", "aria-label": told.controls },
    h(
      "div",
      { class: "steps" },
      to("first", told.first, 0, "«", state.at === 0),
      to("back", told.back, state.at - 1, "‹", state.at === 0),
      h("input", {
        key: "slider",
        type: "range",
        min: "0",
        max: String(last),
        value: String(state.at),
        "aria-label": told.slider,
        "aria-valuetext": t("learning.replay.step", { at: state.at, last }),
        oninput: (event) => go(Number(event.target.value)),
      }),
      to("forward", told.forward, state.at + 1, "›", isLast()),
      to("last", told.last, last, "»", isLast()),
    ),
    h(
      "div",
      { class: "under-steps" },
      h("span", { class: "detail place-told" }, t("learning.replay.step", { at: state.at, last })),
      h(
        "label",
        null,
        `${told.eyes} `,
        h(
          "select",
          {
            onchange: (event) => (
              (state.eyes = event.target.value === "open" ? "open" : Number(event.target.value)),
              draw()
            ),
          },
          h("option", { value: "open" }, told.open),
          state.told.seats.map((seat) => h("option", { key: seat, value: String(seat) }, who.name(seat))),
        ),
      ),
    ),
  );
}

function result(who, frame) {
  const names = words.columns;
  const gone = state.frames[0].cash;
  return h(
    "table",
    { key: "result", class: "result" },
    h("caption", null, words.result),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        [names.player, names.points, names.total, ...(state.told.ante ? [names.money] : [])].map(
          (text, place) => h("th", { key: place, scope: "col" }, text),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      state.told.seats.map((seat) =>
        h(
          "tr",
          { key: seat },
          h("th", { scope: "row" }, who.name(seat)),
          h("td", null, format.signed(scored(seat))),
          h("td", null, h("b", null, format.number(frame.totals[seat]))),
          state.told.ante > 0 &&
            h(
              "td",
              { class: frame.cash[seat] < gone[seat] ? "less" : "more" },
              format.gain(frame.cash[seat] - gone[seat]),
            ),
        ),
      ),
    ),
  );
}

const scored = (seat) =>
  pointsOf(state.frames.flatMap((frame) => frame.events.map((event) => event.public))).get(seat) ?? 0;

document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    !state.told ||
    /** @type {HTMLElement} */ (event.target).closest("select, textarea, input:not([type=range])")
  )
    return;
  const steps = { ArrowRight: state.at + 1, ArrowLeft: state.at - 1, Home: 0, End: state.frames.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]);
});

async function load() {
  try {
    const answer = await ask(source);
    if (!answer?.ok) throw new Error(answer?.sentence || told.not_loaded);
    state.told = answer.body;
    state.frames = unfold(answer.body);
    state.at = Math.min(Number(location.hash.slice(1)) || 0, state.frames.length - 1);
  } catch (fault) {
    state.fault = (fault instanceof Error && fault.message) || told.not_loaded;
  }
  draw();
}

byId("copy").addEventListener("click", async (event) => {
  const address = location.origin + location.pathname + location.search;
  const label = /** @type {HTMLElement} */ (event.currentTarget);
  try {
    await navigator.clipboard.writeText(address);
    label.textContent = words.copied;
  } catch {
    label.textContent = address;
  }
});

load();
