/**
 * One moment of a finished deal as it is shown: the piles, what was just done, and everyone's cards, as far
 * as the eyes chosen see.
 */

import { face, still, withPart } from "../shared/cards.js";
import { h } from "../shared/dom.js";
import { linesOf } from "../table/render/feed.js";
import { line, tag } from "../shared/parts.js";
import { surface, words, t, format } from "../shared/words.js";

const learning = await surface("learning");

/**
 * @typedef {{seat: number, cards: string[], least?: number, melds?: string[][], left?: string[], thrown?:
 *   string|null}} Held
 * @typedef {Object<string, any>} Frame
 * @typedef {{names: string[], bots: boolean[], seats: number[], dealer: number, totals: number[], out:
 *   boolean[], frames: Frame[], ante?: number, you?: number}} Told
 */

/** The frames with every hand in each, not only those that changed. @param {Told} told */
export function unfold(told) {
  let hands = {};
  return told.frames.map((frame) => {
    hands = { ...hands, ...frame.hands };
    return { ...frame, hands };
  });
}

/** How people are named in lines. @param {Told} told */
export function whoIn(told) {
  const { you = null, seats } = told;
  const plain = (seat) => told.names[seat];
  return {
    plain,
    points: !told.ante,
    name: (seat) => (seat === you ? words.you : plain(seat)),
    mid: (seat) => (seat === -1 ? words.pot : seat === you ? words.you_within : plain(seat)),
    of: (seat) => ({
      name: seat === you ? words.you : plain(seat),
      context: seat === you ? "you" : undefined,
    }),
    after: (seat) => seats[(seats.indexOf(seat) + 1) % seats.length],
  };
}

/** Whether these eyes (a seat, or "open") see the cards of a seat in this frame. */
const sees = (eyes, seat, frame) =>
  eyes === "open" ||
  eyes === seat ||
  frame.ended?.seat === seat ||
  frame.counts.some((count) => count.seat === seat) ||
  frame.settled;

/** What happened in a frame, as lines, seen with these eyes. */
export function said(frame, who, eyes) {
  const events = frame.events.map((each) =>
    each.open && (eyes === "open" || eyes === each.seat) ? each.open : each.public,
  );
  return linesOf(
    events.filter((event) => event.is !== "dice_shown").map((event) => ({ v: 0, event })),
    who,
  ).map(({ parts }) => parts);
}

/** @param {Told} told @param {Frame} frame @param {{eyes: "open"|number, who: Object, look?: string}} how */
export function scene(told, frame, { eyes, who, look = "" }) {
  const order =
    eyes === "open"
      ? told.seats
      : [...told.seats.filter((seat) => seat > eyes), ...told.seats.filter((seat) => seat < eyes), eyes];
  const lines = said(frame, who, eyes);
  return h(
    "section",
    { key: "scene", class: "scene", "data-look": look, "aria-label": learning.replay.scene },
    h(
      "div",
      { key: "middle", class: `middle-row${lines.length > 3 ? " much" : ""}` },
      piles(frame),
      h(
        "ol",
        { class: "said", tabindex: "0", "aria-label": words.feed, "aria-live": "polite" },
        lines.map((parts, place) => h("li", { key: place }, line(parts))),
      ),
    ),
    h(
      "ul",
      { key: "seats", class: "held-hands" },
      order.map((seat) => handOf(told, frame, seat, eyes, who)),
    ),
  );
}

function piles(frame) {
  const top = frame.discards.at(-1);
  return h(
    "div",
    { class: "piles" },
    h(
      "div",
      { class: "pile stock", role: "img", "aria-label": t("table.stock_of", { count: frame.stock }) },
      h("span", { class: "card back" }),
      h("span", { class: "caption" }, words.stock, " ", h("b", null, frame.stock)),
    ),
    h(
      "div",
      {
        class: "pile discards",
        role: "img",
        "aria-label": t("table.discards_top", { top, count: frame.pile }),
      },
      top
        ? h("span", { key: `${top}${frame.pile}`, class: `card s-${top === "JK" ? "J" : top[1]}` }, face(top))
        : h("span", { key: "none", class: "card none" }),
      h("span", { class: "caption" }, words.discards, " ", h("b", null, frame.pile)),
    ),
  );
}

function handOf(told, frame, seat, eyes, who) {
  const held = frame.hands[seat] || { cards: [] };
  const seen = sees(eyes, seat, frame);
  const acts = frame.seat === seat;
  const own = seat === told.you || eyes === seat;
  return h(
    "li",
    {
      key: seat,
      class: `held-hand${acts ? " acts" : ""}${own ? " own-hand" : ""}`,
      "data-seat": String(seat),
    },
    h(
      "h2",
      null,
      acts && tag("turn", "▶", learning.replay.acted),
      h("span", { class: "name" }, who.name(seat)),
      told.bots[seat] && tag("bot", "⚙", words.bot),
      told.dealer === seat && tag("dealer", "D", words.dealer),
      h(
        "span",
        { class: "figures" },
        seen &&
          held.least !== undefined &&
          !countOf(frame, seat) &&
          h("span", { key: "worth", class: "worth" }, t("table.worth", { least: held.least })),
        countOf(frame, seat),
        h("span", { key: "total" }, `${words.total} `, h("b", null, format.number(frame.totals[seat]))),
      ),
    ),
    down(frame, seat),
    seen
      ? cardsOf(frame, held, seat)
      : h(
          "p",
          {
            key: "hidden",
            class: "row backs-row",
            role: "img",
            "aria-label": t("table.cards_held", { count: held.cards.length }),
          },
          held.cards.map((_, place) => h("span", { key: place, class: "card tiny back" })),
        ),
  );
}

// What a seat has laid on the table, in games where melds lie open before the end.
function down(frame, seat) {
  const melds = frame.table.filter((row) => row.owner === seat);
  return (
    melds.length > 0 &&
    h(
      "div",
      { key: "down", class: "laid down", role: "group", "aria-label": learning.replay.down },
      melds.map((row, place) =>
        h("span", { key: place, class: "group" }, lay(row.cards.map(withPart), false)),
      ),
    )
  );
}

const lay = (cards, out) =>
  cards.map(({ card, part }, place) => still(card, { key: place, part, size: "tiny", left: out }));

const shownOf = (frame, seat) =>
  frame.ended?.seat === seat ? frame.ended : frame.counts.find((count) => count.seat === seat);
const countOf = (frame, seat) =>
  shownOf(frame, seat) &&
  h("b", { key: "points", class: "points" }, format.signed(shownOf(frame, seat).points));

// Counted hands lie as they were counted; the others in the melds that leave the least.
function cardsOf(frame, held, seat) {
  const shown = shownOf(frame, seat);
  if (shown) {
    const melds = shown.melds.map((meld) =>
      meld.cards.map((card, at) => ({ card, part: meld.as_cards[at] === card ? null : meld.as_cards[at] })),
    );
    const calls = (shown.calls || []).map((call) => ({ card: "JK", part: call.card || null }));
    const loose = without(shown.cards, [
      ...melds.flat().map(({ card }) => card),
      ...shown.left,
      ...calls.map(() => "JK"),
    ]);
    return groups(
      [...melds, ...(loose.length ? [loose.map((card) => ({ card, part: null }))] : [])],
      [...shown.left.map((card) => ({ card, part: null })), ...calls],
    );
  }
  if (!held.melds) return groups([held.cards.map((card) => ({ card, part: null }))], []);
  const melds = held.melds.map((meld) => meld.map(withPart));
  return groups(
    melds,
    [...held.left, ...(held.thrown ? [held.thrown] : [])].map((card) => ({ card, part: null })),
  );
}

function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) if (left.includes(card)) left.splice(left.indexOf(card), 1);
  return left;
}

function groups(melds, left) {
  return h(
    "div",
    { key: "shown", class: "laid" },
    melds.map((meld, place) => h("span", { key: place, class: "group" }, lay(meld, false))),
    left.length > 0 && h("span", { key: "left", class: "group leftover" }, lay(left, true)),
  );
}
