/**
 * What people say to each other: ready phrases, short lines where the table allows them, and a way not to
 * hear somebody.
 */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { words, t } from "../../shared/words.js";

const LONGEST = 200;

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function chat(state, acts) {
  const { room, you } = state.message;
  const setting = room.chat || "off";
  if (setting === "off") return null;
  const heard = state.chat.filter((said) => !state.muted.includes(said.name) || said.seat === you);
  const others = [...new Set(state.chat.filter((said) => said.seat !== you).map((said) => said.name))];
  return h(
    "section",
    { key: "chat", class: "chat" },
    h("h2", null, words.chat),
    h(
      "ol",
      { class: "said", tabindex: "0", "aria-label": words.chat, "data-home": "chat" },
      heard.length
        ? heard.slice(-40).map((said) => lineOf(said, you))
        : h("li", { key: "none", class: "detail" }, words.chat_none),
    ),
    you !== null &&
      h(
        "div",
        { key: "phrases", class: "phrases", role: "group", "aria-label": words.chat_phrases },
        Object.entries(words.phrases).map(([id, text]) =>
          button({ key: id, class: "chip said-chip", onclick: () => acts.say({ phrase: id }) }, text),
        ),
      ),
    you !== null &&
      setting === "on" &&
      h(
        "form",
        { key: "free", class: "say", onsubmit: acts.sayText },
        h("label", { for: "say", class: "unseen" }, words.chat_text),
        h("input", {
          id: "say",
          name: "text",
          maxlength: String(LONGEST),
          autocomplete: "off",
          placeholder: words.chat_text,
        }),
        button({ type: "submit", class: "button small" }, h("span", { class: "label" }, words.chat_say)),
      ),
    others.length > 0 &&
      h(
        "p",
        { key: "mute", class: "mutes" },
        others.map((name) =>
          button(
            {
              key: name,
              class: "chip",
              "aria-pressed": String(state.muted.includes(name)),
              onclick: () => acts.mute(name),
            },
            state.muted.includes(name) ? t("table.unmute", { name }) : t("table.mute", { name }),
          ),
        ),
      ),
  );
}

function lineOf(said, you) {
  return h(
    "li",
    { key: said.number },
    h("b", null, said.seat === you ? words.you : said.name),
    " ",
    said.phrase ? words.phrases[said.phrase] || said.phrase : said.text,
  );
}

/** A line of the chat as it is read out. */
export const spokenLine = (said) =>
  `${said.name}: ${said.phrase ? words.phrases[said.phrase] || said.phrase : said.text}`;
