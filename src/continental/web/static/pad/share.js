/** The links, what happens between hands, names, exports, the season, and the trail. */

import { button } from "../shared/button.js";
import { h } from "../shared/dom.js";
import { kindOf } from "./kinds.js";
import { linkTo, newLinks } from "./links.js";
import { words, writer } from "./words.js";
import { trailLine } from "./sheet.js";
import { t } from "../shared/words.js";

const told = words.pad;

/** Everything but the hand, the sheet and the account. */
export function share(app) {
  const { state } = app;
  const writes = state.role === "write";
  return h(
    "section",
    { key: "share", class: "share", "data-home": "share", tabindex: "-1", "aria-label": told.tabs.more },
    h("h2", null, told.share),
    links(app),
    writes && ownName(app),
    writes && between(app),
    writes && naming(app),
    h(
      "div",
      { key: "out", class: "panel" },
      h("h3", null, told.out_title),
      h(
        "ul",
        { class: "exports" },
        Object.entries(told.exports).map(([form, text]) =>
          h(
            "li",
            { key: form },
            h("a", { class: "button", href: `${app.pad.at}/export?form=${form}`, download: "" }, text),
          ),
        ),
      ),
    ),
    season(app, writes),
    trail(app),
    h(
      "p",
      { key: "links" },
      h("a", { href: "/pad" }, told.own_pads),
      " · ",
      h("a", { href: `/rules/${state.rules.key}` }, words.rules_page),
      " · ",
      h("a", { href: "/" }, words.home),
    ),
  );
}

function links(app) {
  const { state, pad } = app;
  const writes = state.role === "write";
  const address = (key) => new URL(`/pad/${key}`, location.href).href;
  if (writes && !state.watch) return h("p", { key: "later", class: "panel" }, told.links_later);
  return [
    writes &&
      linkTo(told.write_link, told.write_link_means, address(pad.key), app.copied, app.copy, app.changed),
    linkTo(
      told.watch_link,
      told.watch_link_means,
      address(writes ? state.watch : pad.key),
      app.copied,
      app.copy,
      app.changed,
    ),
    writes && newLinks(app.asking === "links", app.notes.links, () => app.sure("links"), app.newLinks),
  ];
}

const field = (id, text, input) =>
  h("p", { key: id, class: "field" }, h("label", { for: id }, text), " ", input);
const input = (id, props) =>
  h("input", { key: id, id, name: id, autocomplete: "off", maxlength: "20", ...props });
const submit = (text) => h("p", { key: "do" }, button({ type: "submit", class: "button" }, text));

function formOf(key, onsend, ...kids) {
  return h(
    "form",
    {
      key,
      class: "panel",
      onsubmit: (event) => {
        event.preventDefault();
        onsend(event.target.elements, event.target);
      },
    },
    kids,
  );
}

function ownName(app) {
  return formOf(
    "name",
    ({ you }) =>
      you.value.trim() && you.value !== writer(app.state.you || "") && app.callMe(you.value.trim()),
    field("you", told.you_are, input("you", { value: writer(app.state.you || "") })),
    h("p", { key: "note", class: "note", role: "status" }, app.notes.name || ""),
    submit(told.keep_name),
  );
}

function between(app) {
  const { state } = app;
  const kind = kindOf(state);
  const stays = state.players.filter((player) => !player.left && !player.out);
  const stopping = app.asking === "stop";
  return h(
    "details",
    { key: "between", class: "panel" },
    h("summary", null, told.between),
    kind.dead !== null &&
      h(
        "p",
        { key: "dead" },
        button({ class: "button", onclick: () => app.act({ do: "dead" }, kind.dead) }, kind.dead),
        " ",
        h("small", null, told.dead_means),
      ),
    formOf(
      "join",
      ({ joins }, form) => {
        if (joins.value.trim()) app.act({ do: "join", name: joins.value.trim() }, told.join);
        form.reset();
      },
      field("joins", told.joins, input("joins", {})),
      h("small", { key: "means" }, kind.joins),
      submit(told.do_join),
    ),
    formOf(
      "leave",
      ({ leaves }) => app.act({ do: "leave", name: leaves.value }, told.leave),
      field(
        "leaves",
        told.leaves,
        h(
          "select",
          { id: "leaves", name: "leaves" },
          stays.map(({ name }) => h("option", { key: name, value: name }, name)),
        ),
      ),
      h("small", { key: "means" }, kind.leaves),
      submit(told.do_leave),
    ),
    h(
      "p",
      { key: "stop" },
      button(
        {
          class: stopping ? "button ending" : "button",
          onclick: () => (stopping ? app.act({ do: "stop" }, told.stop) : app.sure("stop")),
        },
        stopping ? told.stop_sure : told.stop,
      ),
      stopping && [
        " ",
        button({ key: "not", class: "button", onclick: () => app.sure("stop") }, told.cancel),
      ],
    ),
  );
}

function naming(app) {
  const { state } = app;
  return h(
    "details",
    { key: "naming", class: "panel" },
    h("summary", null, told.rename),
    formOf(
      "rename",
      ({ whose, into }, form) => {
        if (into.value.trim())
          app.act({ do: "rename", name: whose.value, into: into.value.trim() }, told.rename);
        form.reset();
      },
      field(
        "whose",
        told.rename_who,
        h(
          "select",
          { id: "whose", name: "whose" },
          state.players.map(({ name }) => h("option", { key: name, value: name }, name)),
        ),
      ),
      field("into", told.rename_into, input("into", {})),
      submit(told.do_rename),
    ),
    formOf(
      "retitle",
      ({ title }) =>
        title.value.trim() && app.act({ do: "retitle", title: title.value.trim() }, told.retitle),
      field("title", told.retitle, input("title", { maxlength: "60", value: state.title })),
      submit(told.do_retitle),
    ),
  );
}

function season(app, writes) {
  const { state } = app;
  const known = app.seasons();
  return h(
    "details",
    { key: "season", class: "panel" },
    h("summary", null, told.season, " ", h("small", null, state.season ? state.season.title : "")),
    state.season &&
      h(
        "p",
        { key: "in" },
        t("pad.season_of", { title: state.season.title }),
        " ",
        writes && button({ class: "button small", onclick: () => app.putInSeason(null) }, told.season_out),
      ),
    writes && h("p", { key: "means", class: "detail" }, told.season_means_here),
    writes &&
      known.map(({ key, title }) =>
        h(
          "p",
          { key },
          button({ class: "button", onclick: () => app.putInSeason(key) }, `${told.season_put}: ${title}`),
        ),
      ),
    writes &&
      formOf(
        "put",
        ({ link }) => app.putInSeason(link.value.trim().split("/").at(-1)),
        field("link", told.season_link, input("link", { maxlength: "200" })),
        h("p", { key: "note", class: "note", role: "status" }, app.notes.season || ""),
        submit(told.season_put),
      ),
  );
}

function trail(app) {
  return h(
    "div",
    { key: "trail", class: "panel" },
    h("h3", null, told.trail),
    !app.trail && button({ key: "show", class: "button", onclick: app.showTrail }, told.trail_show),
    app.trail &&
      h(
        "ol",
        { key: "rows", class: "trail", reversed: true },
        [...app.trail]
          .reverse()
          .map((row) => h("li", { key: row.v, class: row.undone ? "undone" : "" }, trailLine(row))),
      ),
  );
}
