/** The side of the table: totals with their lines, what happened, settings; on a phone it opens over the table. */

import { h } from "../dom.js";
import { isSatIn, lines, whoOf } from "../state.js";
import { words } from "../words.js";
import { feed } from "./feed.js";
import { tag } from "./parts.js";

/** @param {import("../state.js").State} state @param {Object} acts */
export function aside(state, acts) {
  return h(
    "aside",
    { class: `aside${state.panel ? " open" : ""}`, id: "aside", "data-home": "aside", tabindex: "-1", "aria-label": words.this_table },
    state.panel && h("button", { key: "close", type: "button", class: "button close", onclick: acts.togglePanel }, words.menu_close),
    totals(state),
    h("section", { key: "feed", class: "happened" }, h("h2", null, words.feed), feed(state, 80)),
    settingsOf(state, acts),
  );
}

function totals(state) {
  const { view } = state.message;
  const who = whoOf(state);
  const { line, from } = lines(state);
  const width = (total) => `${Math.max(0, Math.min(100, (total / line) * 100))}%`;
  return h(
    "section",
    { key: "totals", class: "totals", style: { "--from": width(from) } },
    h("h2", null, words.totals),
    h(
      "ul",
      null,
      view.totals.map((total, seat) =>
        h(
          "li",
          { key: seat, class: view.out[seat] ? "gone" : "" },
          h("span", { class: "name" }, who.name(seat)),
          h("span", { class: "bar", "aria-hidden": "true" }, h("span", { class: "fill", style: { "--width": width(total) } })),
          h("b", null, words.number(total), view.out[seat] ? tag("out", " ✕", words.out) : total >= from && total < line && tag("window", " ⚑", words.window)),
          h("span", { class: "cash" }, words.gain(view.cash[seat])),
        ),
      ),
    ),
  );
}

function settingsOf(state, acts) {
  const { room, view } = state.message;
  const { settings } = state;
  const deal = view.deal;
  const check = (name, text, on, value) =>
    h("label", { key: name, class: "check" }, h("input", { type: "checkbox", checked: on, onchange: (event) => acts.set(name, value(event.target.checked)) }), " ", text);
  return h(
    "section",
    { key: "settings", class: "settings" },
    h("h2", null, words.settings),
    check("suits", words.four_colours, settings.suits === "four", (on) => (on ? "four" : "two")),
    check("worth", words.show_worth, settings.worth, Boolean),
    check("motion", words.show_motion, settings.motion, Boolean),
    check("keys", words.use_keys, settings.keys, Boolean),
    h("h2", { key: "table" }, words.this_table),
    h("p", null, `${room.title} · ${words.ante_is(room.ante_cents)} · ${words.clock_is(room.clock_s)} · ${words.pace_is(room.pace_ms)}`),
    h("p", null, switchText(room)),
    deal && h("p", { class: "sealed" }, deal.dice ? words.dice(deal.dice) : words.sealed(deal.commitment)),
    h("p", null, h("a", { href: `/r/${room.id}/verify${deal ? `#deal-${room.match}-${deal.number}` : ""}`, target: "_blank", rel: "noopener" }, words.verify_page), deal && deal.dice && [" · ", h("a", { key: "again", href: pastDeal(room, deal.number), target: "_blank", rel: "noopener" }, words.replay_last(deal.number))]),
    h("p", null, h("a", { href: `/r/${room.id}/rules`, target: "_blank", rel: "noopener" }, words.rules_page), " · ", h("a", { href: `/r/${room.id}/record`, target: "_blank", rel: "noopener" }, words.record), " · ", h("a", { href: "/" }, words.home)),
    state.message.you !== null && room.phase === "playing" && !isSatIn(state) && h("button", { type: "button", class: "button quiet", onclick: acts.leave }, words.leave),
  );
}

/** Where a finished deal is stepped through. */
const pastDeal = (room, number) => `/r/${room.id}/deal/${number}${room.match > 1 ? `?match=${room.match}` : ""}`;

/** The switches that depart from the house's defaults. */
export function switchText(room) {
  const found = Object.entries(room.switches);
  return found.length ? found.map(([name, value]) => `${name.replaceAll("_", " ")}: ${String(value).replaceAll("_", " ")}`).join(" · ") : words.switches_default;
}
