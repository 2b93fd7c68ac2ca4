/** Before the match: the link to send, who sits where, bots, and sitting down oneself. */

import { button } from "../../shared/button.js";
import { h } from "../../shared/dom.js";
import { isHereOnly } from "../../shared/here.js";
import { recall } from "../../shared/keep.js";
import { whoOf } from "../state.js";
import { styled } from "../styled.js";
import { words, surface, t } from "../../shared/words.js";
import { switchText, termsText } from "./aside.js";
import { described, tag } from "../../shared/parts.js";

const seldom = await surface("seldom");

await styled("seldom.css");

/** @param {import("../../shared/wire.js").State} state @param {Object} acts */
export function lobby(state, acts) {
  const { room, you } = state.message;
  const empty = room.seats.filter((place) => place.kind === "empty").length;
  const host = room.host === you && you !== null;
  const title = host
    ? seldom.lobby_here
    : room.host === null
      ? words.this_table
      : t("seldom.lobby_title", { host: whoOf(state).plain(room.host) });
  return h(
    "main",
    { key: "lobby", class: "room-lobby" },
    h("h1", null, title),
    you === null && joinForm(state, acts, empty),
    link(state, acts, room),
    h(
      "section",
      { key: "places" },
      h("h2", null, seldom.places),
      h(
        "ul",
        { class: "places" },
        room.seats.map((place) => placeOf(state, acts, place, host)),
      ),
    ),
    you !== null && startOf(state, acts, host, empty),
    you !== null &&
      h(
        "div",
        { key: "leave", class: "buttons" },
        described({
          label: seldom.stand_up,
          id: "leave",
          act: () => acts.send({ do: "leave" }),
          kind: "quiet",
        }),
      ),
    h(
      "p",
      { key: "note", class: "note", role: "status" },
      state.line === "lost" ? words.lost : state.note || "",
    ),
    room.watching > (you === null ? 1 : 0) &&
      h("p", { key: "watching", class: "detail" }, t("table.watchers", { count: room.watching })),
    h("p", { key: "terms", class: "detail" }, termsText(room)),
    h(
      "p",
      { key: "switches", class: "detail" },
      switchText(state),
      " ",
      h("a", { href: `/r/${room.id}/rules`, target: "_blank", rel: "noopener" }, words.rules_page),
    ),
  );
}

function link(state, acts, room) {
  const address = new URL(room.path, location.href).href;
  return h(
    "section",
    { key: "link", class: "invite" },
    h("h2", null, seldom.link_title),
    h("p", { class: "address" }, h("a", { href: address }, new URL(address).host, h("wbr"), room.path)),
    isHereOnly(address) && h("p", { class: "detail" }, seldom.here_only),
    described({
      label: state.copied ? words.copied : words.copy,
      id: "copy",
      act: () => acts.copy(address, ".address"),
      kind: "main",
    }),
  );
}

function placeOf(state, acts, place, host) {
  const { room, you } = state.message;
  const { seat, kind } = place;
  return h(
    "li",
    { key: seat, class: `place ${kind}` },
    h(
      "span",
      { class: "name" },
      kind === "empty" ? words.empty : place.name,
      " ",
      seat === you && h("em", null, `(${words.you_within})`),
      " ",
      kind === "bot" && tag("bot", "⚙", words.bot),
      room.host === seat && h("span", { class: "hint" }, seldom.host_word),
      kind === "person" && !place.here && tag("away", "☾", words.away),
    ),
    host &&
      kind === "empty" &&
      h(
        "span",
        { class: "buttons" },
        state.bots.map((bot) =>
          described({
            label: t("seldom.add_bot", { bot }),
            id: `bot-${seat}-${bot}`,
            act: () => acts.send({ do: "seat_bot", seat, bot }),
            kind: "small",
          }),
        ),
      ),
    host &&
      kind === "bot" &&
      described({
        label: seldom.clear,
        id: `clear-${seat}`,
        act: () => acts.send({ do: "clear_seat", seat }),
        kind: "small",
      }),
    host &&
      kind === "person" &&
      seat !== you &&
      described({
        label: seldom.turn_away,
        id: `turn-away-${seat}`,
        act: () => acts.send({ do: "turn_away", seat }),
        kind: "small",
      }),
  );
}

function startOf(state, acts, host, empty) {
  const { room } = state.message;
  if (!host)
    return h(
      "p",
      { key: "start", class: "detail" },
      room.host === null
        ? seldom.start_nobody
        : t("seldom.start_waits", { name: whoOf(state).plain(room.host) }),
    );
  return h(
    "div",
    { key: "start", class: "buttons" },
    described({
      label: seldom.start,
      id: "start",
      act: () => acts.send({ do: "start" }),
      kind: "main big",
      off: empty > 0,
    }),
    empty > 0 && h("span", { class: "detail" }, t("seldom.start_empty", { count: empty })),
  );
}

/** The form by which a newcomer sits down. */
export function joinForm(state, acts, empty) {
  if (!empty) return h("p", { key: "join", class: "detail" }, seldom.join_full);
  return h(
    "form",
    { key: "join", class: "join", onsubmit: acts.join },
    h("h2", null, seldom.join_title),
    h("label", { for: "join-name" }, seldom.join_name),
    h("input", {
      id: "join-name",
      name: "name",
      maxlength: "20",
      required: true,
      autocomplete: "nickname",
      value: recall("name", ""),
    }),
    button({ type: "submit", class: "button main" }, h("span", { class: "label" }, seldom.join)),
  );
}
