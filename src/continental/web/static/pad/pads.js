/** The page where pads are made, taken in from files, and found again; and where seasons begin. */

import { button } from "../shared/button.js";
import { h, show } from "../shared/dom.js";
import { recall, remember } from "../shared/keep.js";
import { ask, move, newKey, noteOpened } from "./asking.js";
import "../shared/install.js";
import { switchFields, switchesIn } from "./switches.js";
import { words } from "./words.js";
import { byId, given } from "../shared/page.js";
import { format, t } from "../shared/words.js";
import { nameRules, sayRefusal } from "../shared/server-texts.js";

const told = words.pad;
const root = byId("pads");
/** @type {import("../table/lobby.js").Rules[]} */
const catalogue = JSON.parse(given(root, "rules"));
// a pad that the server did not make as it was begun without it
const begun = recall(`pad:${location.hash.slice(1)}:make`, null);
const again = begun || {
  rules: "house",
  title: told.title_usual,
  ante_cents: 2000,
  by: recall("name", ""),
  switches: {},
};
const page = {
  rules: again.rules,
  seats: begun ? begun.players.length : 4,
  names: begun ? begun.players : recall("pad-names", []),
  notes: begun ? { make: told.unmade_form } : {},
};
const rulesNow = () => catalogue.find((each) => each.key === page.rules) || catalogue[0];

function draw() {
  show(root, [
    h(
      "main",
      { key: "main" },
      h("h1", null, told.pads_title),
      h("p", { class: "lead" }, told.pads_lead),
      own(),
      making(),
      taking(),
      seasons(),
      h(
        "p",
        { class: "foot" },
        h("a", { href: "/hand" }, told.check_title),
        " · ",
        h("a", { href: "/" }, words.home),
      ),
    ),
  ]);
}

const field = (id, text, ...fields) =>
  h("p", { key: id, class: "field" }, h("label", { for: id }, text), " ", fields);
const note = (which) => h("p", { key: "note", class: "note", role: "status" }, page.notes[which] || "");
const select = (id, options, props = {}) =>
  h(
    "select",
    { id, name: id, ...props },
    options.map(([value, text, selected]) => h("option", { key: value, value, selected }, text)),
  );

function own() {
  const known = recall("pads", []);
  if (!known.length) return null;
  return h(
    "section",
    { key: "own", class: "panel" },
    h("h2", null, told.own_pads),
    h(
      "ul",
      { class: "own" },
      known.map(({ key, title, role, names }) =>
        h(
          "li",
          { key },
          h("a", { class: "button", href: `/pad/${key}` }, title),
          " ",
          h(
            "span",
            { class: "detail" },
            `${format.list(names)}${role === "watch" ? ` · ${told.watching}` : ""}`,
          ),
        ),
      ),
    ),
  );
}

function making() {
  const rules = rulesNow();
  const [least, most] = rules.players;
  const seats = Math.min(Math.max(page.seats, least), most);
  const all = Array.from({ length: seats }, (_, place) => place);
  return h(
    "form",
    { key: "make", id: "make", class: "panel", onsubmit: make, oninput: look },
    h("h2", null, told.make),
    field(
      "rules",
      told.rules,
      select(
        "rules",
        catalogue.map(({ key, title }) => [key, nameRules(key, title), key === rules.key]),
      ),
    ),
    h(
      "fieldset",
      { key: "players", class: "players" },
      h("legend", null, told.players),
      all.map((place) =>
        h(
          "p",
          { key: place },
          h("label", { class: "unseen", for: `player-${place}` }, t("pad.player", { place: place + 1 })),
          h("input", {
            id: `player-${place}`,
            "data-player": String(place),
            maxlength: "20",
            autocomplete: "off",
            placeholder: t("pad.player", { place: place + 1 }),
            value: page.names[place] || "",
          }),
        ),
      ),
      h(
        "p",
        { key: "more", class: "buttons" },
        seats < most &&
          button({ key: "more", class: "button small", onclick: () => seat(seats + 1) }, told.add_player),
        seats > least &&
          button({ key: "less", class: "button small", onclick: () => seat(seats - 1) }, told.less_player),
      ),
    ),
    rules.antes &&
      field(
        "ante",
        told.ante,
        h("input", {
          id: "ante",
          name: "ante",
          type: "number",
          min: "1",
          max: "100000",
          value: String((again.ante_cents || 2000) / 100),
          inputmode: "numeric",
        }),
      ),
    field(
      "dealer",
      told.first_dealer,
      select(
        "dealer",
        all.map((place) => [
          String(place),
          page.names[place] || t("pad.player", { place: place + 1 }),
          place === (again.dealer ? begun.players.indexOf(again.dealer) : Number(root.dataset.dealer)),
        ]),
      ),
    ),
    h(
      "details",
      { key: `more-${rules.key}`, class: "switches" },
      h("summary", null, told.make_more),
      field(
        "title",
        told.title,
        h("input", { id: "title", name: "title", maxlength: "60", value: again.title }),
      ),
      field(
        "by",
        told.your_name,
        h("input", { id: "by", name: "by", maxlength: "20", value: again.by || "" }),
        h("small", null, told.your_name_means),
      ),
      h("h3", { key: "switches" }, told.switches),
      switchFields(rules, rules.key === again.rules ? again.switches : {}),
    ),
    h("p", { key: "do" }, button({ type: "submit", class: "button main huge" }, told.begin)),
    note("make"),
  );
}

function seat(seats) {
  page.seats = seats;
  draw();
}

function look(event) {
  const { target } = event;
  if (target.id === "rules") page.rules = target.value;
  if (target.dataset.player) page.names[Number(target.dataset.player)] = target.value.trim();
  draw();
}

async function make(event) {
  event.preventDefault();
  const form = event.target;
  const fields = [...form.querySelectorAll("[data-player]")];
  const typed = fields.map((one) => one.value.trim());
  const dealer = typed[Number(form.elements.dealer.value)] || null;
  const by = form.elements.by.value.trim();
  if (typed.filter(Boolean).length < rulesNow().players[0])
    return fail("make", t("pad.names_needed", { least: rulesNow().players[0] }));
  remember("pad-names", typed);
  if (by) remember("name", by);
  return open("make", "/pads", {
    write: newKey(), // so that a pad whose answer was lost is the one that is begun here
    title: form.elements.title.value.trim() || told.title_usual,
    rules: page.rules,
    players: typed.filter(Boolean),
    dealer,
    switches: switchesIn(form),
    ...(rulesNow().antes && { ante_cents: Math.round(Number(form.elements.ante.value) * 100) }),
    ...(by && { by }),
  });
}

function fail(which, sentence) {
  page.notes = { [which]: sentence };
  draw();
}

async function open(which, address, body) {
  const answer = (await ask(address, body)) || (which === "make" && (await alone(body)));
  if (!answer || !answer.ok)
    return fail(which, answer ? answer.sentence || sayRefusal(answer.body.refused) : told.no_answer);
  if (!begun || which !== "make") location.href = answer.body.path;
  else {
    remember(`pad:${begun.write}:make`, null);
    history.replaceState(null, "", location.pathname);
    move("pad", begun.write, body.write); // and what was written goes along
  }
  return undefined;
}

// Where the server is not reached, a phone that keeps what counts begins the pad itself.
async function alone(wish) {
  fail("make", told.check_starting);
  return import("./begin.js").then(({ beginHere }) => beginHere(wish)).catch(() => null);
}

function taking() {
  return h(
    "form",
    { key: "import", class: "panel", id: "import", onsubmit: takeIn },
    h(
      "details",
      null,
      h("summary", null, told.import_title),
      h("p", { class: "detail" }, told.import_means),
      field(
        "file",
        told.import_file,
        h("input", {
          id: "file",
          name: "file",
          type: "file",
          accept: ".json,.csv,.record,.txt,application/json,text/csv,text/plain",
        }),
      ),
      field(
        "text",
        told.import_text,
        h("textarea", { id: "text", name: "text", rows: "5", spellcheck: "false" }),
      ),
      h("p", null, button({ type: "submit", class: "button" }, told.import)),
      note("import"),
    ),
  );
}

async function takeIn(event) {
  event.preventDefault();
  const { file, text } = event.target.elements;
  const given = file.files.length ? await file.files[0].text() : text.value;
  await open("import", "/pads/import", { text: given });
}

function seasons() {
  const known = recall("seasons", []);
  return h(
    "form",
    { key: "seasons", class: "panel", id: "seasons", onsubmit: beginSeason },
    h(
      "details",
      { open: known.length > 0 },
      h("summary", null, told.season_title),
      h("p", { class: "detail" }, told.season_means),
      known.map(({ key, title }) =>
        h("p", { key }, h("a", { class: "button", href: `/season/${key}` }, title)),
      ),
      field(
        "season-title",
        told.title,
        h("input", {
          id: "season-title",
          name: "season-title",
          maxlength: "60",
          required: true,
          value: String(new Date().getFullYear()),
        }),
      ),
      h("p", null, button({ type: "submit", class: "button" }, told.season_make)),
      note("season"),
    ),
  );
}

async function beginSeason(event) {
  event.preventDefault();
  const title = event.target.elements["season-title"].value.trim();
  const answer = await ask("/seasons", { title });
  if (!answer || !answer.ok) return fail("season", answer ? answer.sentence : told.no_answer);
  remember("seasons", noteOpened(recall("seasons", []), { key: answer.body.write, title }));
  location.href = answer.body.path;
  return undefined;
}

addEventListener("pageshow", draw);
draw();
