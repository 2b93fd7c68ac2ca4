/**
 * The start page: a game at once, a table for friends with its rules and switches, and the way back to
 * tables one sits at.
 */

import { button } from "../shared/button.js";
import { ask } from "../shared/ask.js";
import { h, show } from "../shared/dom.js";
import { recall, remember } from "../shared/keep.js";
import { surface, words, t } from "../shared/words.js";
import { byId, findAll, given } from "../shared/page.js";
import { nameRules, aboutSwitch, valueOfSwitch } from "../shared/server-texts.js";

/**
 * @typedef {{name: string, about: string, clause: string, default: string|number, choices: Object<string,
 *   string>, least: number, most: number}} Switch
 * @typedef {{key: string, title: string, players: [number, number], kind: "money"|"points", antes: {most:
 *   number, steps: Object<string, number>}|null, switches: Switch[]}} Rules
 */

const told = await surface("start");
const root = byId("start");
/** @type {Rules[]} */
const catalogue = JSON.parse(given(root, "rules"));
const bots = given(root, "bots").split(" ");
const HOUSE = "house";
const USUAL = { ante: 20, seats: 4, pace_ms: 1200, clock_s: 120, reserve_s: 120, help: "on", chat: "on" };
const PACES = [2500, 1200, 500, 0];
const CLOCKS = [0, 30, 60, 120, 300];
const RESERVES = [0, 60, 120, 300, 600];
// letters of a choice that are seen whole where the page is narrow; a longer one is said below as well
const FITS_A_PHONE = 30;

/**
 * @type {{rules: string, notes: Object<string, string>, chosen: Object<string, string>, changed: number,
 *   seats: number,
 *   bots: number, clock: number, split: {gap: string, about: string}|null, chosenDealer: boolean}}
 */
const state = {
  rules: HOUSE,
  notes: {},
  chosen: {},
  changed: 0,
  seats: USUAL.seats,
  bots: 0,
  clock: USUAL.clock_s,
  split: null,
  chosenDealer: false,
};

const rulesNow = () => catalogue.find((each) => each.key === state.rules) || catalogue[0];
const form = () => byId("make", HTMLFormElement);
/** A field of the form; some are not there at all times. @param {string} name @returns {HTMLInputElement} */
const at = (name) => /** @type {any} */ (form().elements.namedItem(name));
/** The fields of the switches. */
const switchFields = () =>
  /** @type {(HTMLInputElement|HTMLSelectElement)[]} */ (findAll("[data-switch]", form()));
const switchOf = (field) => given(field, "switch");

function draw() {
  show(root, [
    h(
      "main",
      { key: "start" },
      h("h1", null, told.title),
      h("p", { class: "lead" }, told.lead),
      backTo(),
      playNow(),
      makeOne(),
      h(
        "p",
        { key: "paper", class: "buttons" },
        h("a", { key: "/pad", class: "button", href: "/pad" }, told.keep_score),
        h("a", { key: "/hand", class: "button", href: "/hand" }, told.check_hand),
      ),
      h(
        "p",
        { class: "foot" },
        links([
          ["/example", words.how_played],
          ["/rules", words.rules_page],
          ["/verify", words.verify_page],
        ]),
      ),
    ),
  ]);
}

const links = (all) =>
  all.flatMap(([href, text], place) => [place ? " · " : "", h("a", { key: href, href }, text)]);

// Tables at which this browser has a seat, the latest first.
function backTo() {
  const tables = recall("tables", []);
  if (!tables.length) return null;
  return h(
    "section",
    { key: "back", class: "panel back-to" },
    h("h2", null, told.back_to),
    h(
      "ul",
      null,
      tables.map(({ path, title, others }) =>
        h(
          "li",
          { key: path },
          h("a", { class: "button", href: path }, title),
          " ",
          h("span", { class: "detail" }, others.length ? t("start.with", { names: others }) : told.alone),
        ),
      ),
    ),
  );
}

function playNow() {
  return h(
    "form",
    { key: "now", id: "play-now", class: "panel", onsubmit: startNow },
    h("h2", { class: "unseen" }, told.play_now),
    button({ type: "submit", class: "button main huge" }, h("span", { class: "label" }, told.play_now)),
    h("p", { class: "detail" }, told.play_now_means),
    h(
      "p",
      { class: "guest" },
      h("label", { for: "guest" }, told.name_if_you_like),
      " ",
      h("input", {
        id: "guest",
        name: "name",
        maxlength: "20",
        autocomplete: "nickname",
        value: recall("name", ""),
      }),
    ),
    noteOf("now"),
  );
}

const noteOf = (which) => h("p", { key: "note", class: "note", role: "status" }, state.notes[which] || "");

function makeOne() {
  const rules = rulesNow();
  const [least, most] = rules.players;
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, step) => from + step);
  return h(
    "form",
    { key: "make", id: "make", class: "panel", onsubmit: make, oninput: look },
    h(
      "details",
      null,
      h(
        "summary",
        null,
        h("span", { class: "button" }, told.make),
        " ",
        h("span", { class: "detail" }, told.make_means),
      ),
      h(
        "div",
        { class: "fields" },
        row(
          "name",
          told.your_name,
          h("input", {
            id: "name",
            name: "name",
            required: true,
            maxlength: "20",
            autocomplete: "nickname",
            value: recall("name", ""),
          }),
        ),
        catalogue.length > 1 &&
          row(
            "rules",
            told.rules,
            choice(
              "rules",
              catalogue.map(({ key, title }) => [key, nameRules(key, title)]),
              HOUSE,
            ),
            h("a", { href: `/rules/${rules.key}`, target: "_blank", rel: "noopener" }, told.read_them),
          ),
        row(
          "seats",
          told.players,
          choice(
            "seats",
            range(least, most).map((n) => [n, n]),
            Math.min(Math.max(USUAL.seats, least), most),
            rules.key,
          ),
        ),
        state.split &&
          h(
            "p",
            { key: "warn", id: "warn-two", class: "warning" },
            t("start.warn_pair", { gap: state.split.gap, about: state.split.about }),
          ),
        row(
          "bots",
          told.of_them_bots,
          choice(
            "bots",
            range(0, state.seats - 1).map((n) => [n, n]),
            0,
          ),
        ),
        state.bots > 0 &&
          row(
            "bot",
            told.which_bot,
            choice(
              "bot",
              bots.map((bot) => [bot, words.bot_names[bot] || bot]),
              "greedy",
            ),
          ),
        state.bots > 0 &&
          state.bots === state.seats - 1 &&
          h("p", { key: "only-bots", class: "detail" }, told.only_bots),
        rules.antes &&
          row(
            "ante",
            told.ante,
            h("input", {
              id: "ante",
              name: "ante",
              type: "number",
              required: true,
              min: String(anteStep(rules)),
              max: String(rules.antes.most),
              step: String(anteStep(rules)),
              value: String(USUAL.ante),
              list: "antes",
              inputmode: "numeric",
            }),
            h(
              "datalist",
              { id: "antes" },
              [10, 20, 50, 100].map((n) => h("option", { key: n, value: String(n) })),
            ),
          ),
        row(
          "pace_ms",
          told.pace,
          choice(
            "pace_ms",
            PACES.map((ms) => [ms, told.pace_of[ms]]),
            USUAL.pace_ms,
          ),
        ),
        row(
          "clock_s",
          told.clock,
          choice(
            "clock_s",
            CLOCKS.map((s) => [
              s,
              t(s < 60 ? "start.clock_seconds" : "start.clock_minutes", { count: s < 60 ? s : s / 60 }),
            ]),
            USUAL.clock_s,
          ),
        ),
        state.clock > 0 &&
          row(
            "reserve_s",
            told.reserve,
            choice(
              "reserve_s",
              RESERVES.map((s) => [s, t("start.reserve_of", { count: s / 60 })]),
              USUAL.reserve_s,
            ),
          ),
        state.clock === 0 && h("p", { key: "no-clock", class: "detail" }, told.no_clock_means),
        state.clock > 0 && state.clock < 60 && h("p", { key: "short", class: "warning" }, told.warn_short),
        row(
          "help",
          told.help,
          choice(
            "help",
            ["on", "off"].map((one) => [one, told.help_of[one]]),
            USUAL.help,
          ),
        ),
        row(
          "chat",
          told.chat,
          choice(
            "chat",
            ["on", "phrases", "off"].map((one) => [one, told.chat_of[one]]),
            USUAL.chat,
          ),
        ),
        switchesOf(rules),
        h(
          "p",
          { key: "do" },
          button({ type: "submit", class: "button main big" }, h("span", { class: "label" }, told.make_it)),
        ),
        noteOf("make"),
      ),
    ),
  );
}

/** What an ante is a multiple of, in dollars, as the switches stand. */
const anteStep = ({ antes }) => antes.steps[state.chosen.ante] || Math.max(...Object.values(antes.steps));

const row = (name, text, ...fields) =>
  h("p", { key: name }, h("label", { for: name }, text), " ", h("span", { class: "given" }, fields));

function choice(name, options, usual, key = name) {
  return h(
    "select",
    { key, id: name, name },
    options.map(([value, text]) =>
      h(
        "option",
        { key: value, value: String(value), selected: String(value) === String(usual) },
        String(text),
      ),
    ),
  );
}

function switchesOf(rules) {
  return h(
    "details",
    { key: `switches-${rules.key}`, class: "switches" },
    h(
      "summary",
      null,
      told.switches,
      " ",
      h(
        "span",
        { id: "changed", class: "detail" },
        state.changed ? t("start.changed", { number: state.changed }) : told.none_changed,
      ),
    ),
    h(
      "p",
      { class: "detail" },
      told.switches_mean,
      " ",
      h("a", { href: `/rules/${rules.key}`, target: "_blank", rel: "noopener" }, words.rules_page),
    ),
    rules.switches.map((one) =>
      h(
        "p",
        { key: one.name },
        h(
          "label",
          { for: `switch-${one.name}` },
          aboutSwitch(one, rules.key),
          " ",
          h("small", null, one.clause),
        ),
        " ",
        fieldOf(one, rules.key),
      ),
    ),
    state.chosenDealer &&
      row(
        "dealer",
        told.dealer,
        choice(
          "dealer",
          Array.from({ length: state.seats }, (_, seat) => [
            seat,
            seat ? t("table.place", { number: seat + 1 }) : told.place_you,
          ]),
          0,
        ),
      ),
  );
}

function fieldOf(one, rules) {
  const id = `switch-${one.name}`;
  const usual = String(one.default);
  const common = { id, "data-switch": one.name, "data-default": usual };
  const values = Object.keys(one.choices);
  if (!values.length)
    return h(
      "span",
      { class: "number" },
      h("input", {
        ...common,
        type: "number",
        required: true,
        min: String(one.least),
        max: String(one.most),
        value: usual,
      }),
      " ",
      h("small", null, t("start.default_is", { value: usual })),
    );
  const inOrder = [usual, ...values.filter((value) => value !== usual)];
  const text = (value) =>
    value === usual
      ? t("start.by_default", { value: valueOfSwitch(one, value, rules) })
      : valueOfSwitch(one, value, rules);
  return [
    h(
      "select",
      { key: "field", ...common },
      inOrder.map((value) => h("option", { key: value, value, selected: value === usual }, text(value))),
    ),
    values.some((value) => text(value).length > FITS_A_PHONE) &&
      h(
        "small",
        { key: "whole", class: "whole", "aria-hidden": "true" },
        text(state.chosen[one.name] || usual),
      ),
  ];
}

// --- what was chosen, read back from the form

function look() {
  if (at("rules") && at("rules").value !== state.rules) {
    state.rules = at("rules").value;
    draw();
  }
  state.seats = Number(at("seats").value);
  state.bots = Math.min(Number(at("bots").value), state.seats - 1);
  state.clock = Number(at("clock_s").value);
  const fields = switchFields();
  state.chosen = Object.fromEntries(fields.map((field) => [switchOf(field), field.value]));
  state.changed = fields.filter((field) => field.value !== field.dataset.default).length;
  const valueOf = (name) => state.chosen[name];
  state.chosenDealer = valueOf("dealer_first") === "chosen";
  const scope = rulesNow().switches.find((each) => each.name === "split_scope");
  state.split =
    scope && state.seats === 2 && valueOf("split_scope") === "always"
      ? { gap: valueOf("split_gap"), about: aboutSwitch(scope, state.rules) }
      : null;
  draw();
  if (at("bots").value === "") at("bots").value = String(state.bots);
}

function wishes() {
  const number = (name) => Number(at(name).value);
  const switches = {};
  for (const field of switchFields()) {
    if (field.value !== field.dataset.default)
      switches[switchOf(field)] = field.type === "number" ? Number(field.value) : field.value;
  }
  const others = {
    ...(state.rules !== HOUSE && { rules: state.rules }),
    ...(rulesNow().antes && { ante_cents: Math.round(number("ante") * 100) }),
    ...(at("reserve_s") && number("reserve_s") !== USUAL.reserve_s && { reserve_s: number("reserve_s") }),
    ...Object.fromEntries(
      ["help", "chat"].filter((name) => at(name).value !== USUAL[name]).map((name) => [name, at(name).value]),
    ),
  };
  return {
    ...others,
    name: at("name").value.trim(),
    seats: number("seats"),
    bots: Array(number("bots")).fill(at("bot") ? at("bot").value : "greedy"),
    pace_ms: number("pace_ms"),
    clock_s: number("clock_s"),
    switches,
    start: false,
    dealer: state.chosenDealer ? number("dealer") : null,
  };
}

async function begin(wish, which) {
  note(which, "");
  const answer = await ask("/rooms", wish);
  if (answer?.ok) location.assign(answer.body.path);
  else note(which, answer?.sentence || told.failed);
}

function note(which, text) {
  state.notes = { [which]: text };
  draw();
}

function startNow(event) {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  if (name) remember("name", name);
  begin(
    {
      name: name || told.guest,
      ante_cents: USUAL.ante * 100,
      seats: 4,
      bots: ["greedy", "greedy", "greedy"],
      pace_ms: USUAL.pace_ms,
      clock_s: 0,
      switches: {},
      start: true,
      dealer: null,
    },
    "now",
  );
}

function make(event) {
  event.preventDefault();
  const wish = wishes();
  remember("name", wish.name);
  begin(wish, "make");
}

addEventListener("pageshow", draw); // back from a table: what is kept may have changed
draw();
