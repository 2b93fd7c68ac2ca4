/**
 * The played example: one deal, a lesson at a time, shown by the same cards and lines as a real one; it can
 * be left at any step.
 */

import { ask } from "../shared/ask.js";
import { h, show } from "../shared/dom.js";
import { settings } from "../shared/keep.js";
import { described, line } from "../shared/parts.js";
import { scene, unfold, whoIn } from "./replay-scene.js";
import { byId } from "../shared/page.js";
import { surface, tLine, t } from "../shared/words.js";

const learning = await surface("learning");

const root = byId("example");
/**
 * @type {{told: import("./replay-scene.js").Told & {lessons: {says: string, frame: number, look?: string}[],
 *   you: number},
 *   frames: import("./replay-scene.js").Frame[], at: number}}
 */
const state = { told: /** @type {any} */ (null), frames: [], at: 0 }; // nothing is drawn before it is there
const told = learning.example;
/** The cards and points that the lessons speak of. */
const SHOWN = {
  run: ["4H", "5H", "6H"],
  three: "3S",
  nine: "9C",
  seven: "7S",
  two: "2C",
  fourth: "7H",
  reward: -10,
};

document.documentElement.dataset.suits = settings().suits;

function go(to) {
  state.at = Math.min(Math.max(to, 0), state.told.lessons.length - 1);
  draw();
  byId("lesson").focus({ preventScroll: true });
}

function draw() {
  const { lessons, you } = state.told;
  const lesson = lessons[state.at];
  const { title, more } = told.lessons[lesson.says];
  const lines = ["text", ...(more ? ["more"] : [])];
  const last = state.at === lessons.length - 1;
  show(root, [
    h(
      "section",
      {
        key: "lesson",
        class: "panel lesson",
        id: "lesson",
        tabindex: "-1",
        "aria-labelledby": "lesson-title",
      },
      h(
        "p",
        { class: "detail count-of" },
        t("learning.example.step", { at: state.at + 1, all: lessons.length }),
      ),
      h("h2", { id: "lesson-title" }, title),
      lines.map((name) =>
        h("p", { key: name }, line(tLine(`learning.example.lessons.${lesson.says}.${name}`, SHOWN))),
      ),
    ),
    scene(state.told, state.frames[lesson.frame], { eyes: you, who: whoIn(state.told), look: lesson.look }),
    h(
      "div",
      { key: "controls", class: "controls buttons" },
      described({ label: told.back, id: "back", key: "←", act: () => go(state.at - 1), off: state.at === 0 }),
      last
        ? h("a", { key: "end", class: "button main", href: "/" }, told.end)
        : described({ label: told.next, id: "next", key: "→", act: () => go(state.at + 1), kind: "main" }),
      !last && h("a", { key: "skip", class: "button quiet", href: "/" }, told.skip),
    ),
  ]);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !state.told) return;
  const steps = {
    ArrowRight: state.at + 1,
    ArrowLeft: state.at - 1,
    Home: 0,
    End: state.told.lessons.length - 1,
  };
  if (!(event.key in steps)) return;
  event.preventDefault();
  go(steps[event.key]);
});

async function load() {
  const answer = await ask("/example.json");
  if (!answer?.ok)
    return show(root, [h("p", { class: "bad" }, answer?.sentence || learning.replay.not_loaded)]);
  state.told = answer.body;
  state.frames = unfold(state.told);
  draw();
}

load();
