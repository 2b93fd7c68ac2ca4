/**
 * The side of the table: the match, what happened and was said, settings; on a phone it opens over the
 * table.
 */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { isSatIn, rulesOf, titleOf } from "../state.js";
import { language, languages } from "../../shared/language.js";
import { words, t } from "../../shared/words.js";
import { chat } from "./chat.js";
import { feed } from "./feed.js";
import { described } from "../../shared/parts.js";
import { aboutSwitch, valueOfSwitch } from "../../shared/server-texts.js";

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function aside(state, acts, now) {
  return h(
    "aside",
    {
      class: `aside${state.panel ? " open" : ""}`,
      id: "aside",
      "data-home": "aside",
      tabindex: "-1",
      "aria-label": words.this_table,
    },
    state.panel &&
      button({ key: "close", class: "button close", onclick: acts.togglePanel }, words.menu_close),
    state.game.sheet(state),
    h("section", { key: "feed", class: "happened" }, h("h2", null, words.feed), feed(state, 80)),
    chat(state, acts),
    settingsOf(state, acts),
    thisTable(state, acts, now),
  );
}

function settingsOf(state, acts) {
  const { settings, message } = state;
  /** @param {string} name @param {string} text @param {boolean} on @param {function(boolean): any} value */
  const check = (name, text, on, value = Boolean) =>
    h(
      "label",
      { key: name, class: "check" },
      h("input", {
        type: "checkbox",
        checked: on,
        onchange: (event) => acts.set(name, value(event.target.checked)),
      }),
      " ",
      text,
    );
  return h(
    "section",
    { key: "settings", class: "settings" },
    h("h2", null, words.settings),
    check("sound", words.play_sound, settings.sound),
    message.you !== null &&
      "Notification" in window &&
      isSecureContext &&
      check("notify", words.give_notice, settings.notify),
    check("suits", words.four_colours, settings.suits === "four", (on) => (on ? "four" : "two")),
    message.room.help !== "off" && check("worth", words.show_worth, settings.worth),
    check("motion", words.show_motion, settings.motion),
    check("keys", words.use_keys, settings.keys),
    languages.length > 1 &&
      h(
        "p",
        { key: "language" },
        h("label", { for: "language" }, words.language),
        " ",
        h(
          "select",
          { id: "language", onchange: (event) => acts.speak(event.target.value) },
          languages.map((one) =>
            h("option", { key: one, value: one, lang: one, selected: one === language }, nameOf(one)),
          ),
        ),
      ),
    button(
      {
        key: "keys-sheet",
        class: "button small quiet",
        onclick: acts.toggleHelp,
        "aria-keyshortcuts": "?",
      },
      words.keys_title,
    ),
  );
}

function nameOf(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language);
  } catch {
    return language;
  }
}

function thisTable(state, acts, now) {
  const { room, view, you } = state.message;
  const { deal } = view;
  const link = (key, href, text) =>
    h("li", { key }, h("a", { href, target: "_blank", rel: "noopener" }, text));
  return h(
    "section",
    { key: "table", class: "settings about" },
    h("h2", null, words.this_table),
    h("p", { key: "terms" }, termsText(room)),
    h("p", { key: "switches" }, switchText(state)),
    room.watching > 0 && h("p", { key: "watching" }, t("table.watchers", { count: room.watching })),
    h(
      "ul",
      { key: "links", class: "links" },
      link("rules", `/r/${room.id}/rules`, words.rules_page),
      link(
        "verify",
        `/r/${room.id}/verify${deal ? `#deal-${room.match}-${deal.number}` : ""}`,
        words.verify_page,
      ),
      deal &&
        deal.dice &&
        link("again", pastDeal(room, deal.number), t("table.replay_last", { number: deal.number })),
      link("record", `/r/${room.id}/record`, words.record),
      h("li", { key: "home" }, h("a", { href: "/" }, words.home)),
    ),
    deal &&
      h(
        "p",
        { key: "sealed", class: "sealed" },
        deal.dice ? t("table.dice", { text: deal.dice }) : t("table.sealed", { text: deal.commitment }),
      ),
    view.next_commitment &&
      (!deal || deal.dice) &&
      h("p", { key: "next", class: "sealed" }, t("table.sealed_next", { text: view.next_commitment })),
    you !== null &&
      h(
        "section",
        { key: "carry", class: "carry" },
        h("h2", null, words.carry_title),
        state.carry && state.carry.until > now
          ? state.carry.show(state.carry, acts, now)
          : described({ label: words.carry_ask, id: "carry", act: acts.carry, kind: "small" }),
      ),
    you !== null &&
      room.phase === "playing" &&
      !isSatIn(state) &&
      button({ key: "leave", class: "button quiet", onclick: acts.leave }, words.leave),
  );
}

/** Where a finished deal is stepped through. */
const pastDeal = (room, number) =>
  `/r/${room.id}/deal/${number}${room.match > 1 ? `?match=${room.match}` : ""}`;

/** What was agreed for the table, in a line. */
export function termsText(room) {
  const money = room.ante_cents > 0 ? [t("table.ante_is", { cents: room.ante_cents })] : [];
  const reserve =
    room.clock_s && room.reserve_s ? [t("table.reserve_is", { ms: room.reserve_s * 1000 })] : [];
  const help = room.help === "off" ? [words.help_is_off] : [];
  return [
    titleOf(room),
    ...money,
    t("table.clock_is", { count: room.clock_s }),
    ...reserve,
    t(room.pace_ms ? "table.pace_is" : "table.pace_at_once", {
      seconds: Math.round(room.pace_ms / 100) / 10,
    }),
    ...help,
  ].join(" · ");
}

/** The switches that depart from the house's defaults, in the words of the rules. */
export function switchText(state) {
  const rules = rulesOf(state.message.room);
  const found = state.departures.map(
    (one) => `${aboutSwitch(one, rules)}: ${valueOfSwitch(one, one.value, rules)}`,
  );
  return found.length ? found.join(" · ") : words.switches_default;
}
