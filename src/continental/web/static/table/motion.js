/**
 * Cards that move from where they were to where they go: short, never in the way of a touch, gone where less
 * motion is wished.
 */

import { face } from "../shared/cards.js";
import { show } from "../shared/dom.js";
import { format } from "../shared/words.js";

const LASTS = 240;
const MOST = 4; // of one message; more at once is no help to the eye

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Show what the events moved. @param {import("../shared/wire.js").Event[]} events @param {{you: number|null,
 *   wished:
 * boolean}} how
 */
export function move(events, { you, wished }) {
  if (!wished || still.matches || document.visibilityState !== "visible") return;
  events
    .flatMap(path)
    .slice(-MOST)
    .forEach((one) => fly(one, you));
}

const MOST_PAID = 10;

/**
 * Show money go from whoever pays to whoever is paid, and into the pot. @param
 *   {import("../shared/wire.js").Event[]}
 * paid @param {{wished: boolean}} how
 */
export function pay(paid, { wished }) {
  if (!wished || still.matches || document.visibilityState !== "visible") return;
  paid.slice(0, MOST_PAID).forEach((one) => {
    const start = cellOf(one.source);
    const end = cellOf(one.target);
    if (start && end) send(start, end, "ghost coin", [format.money(one.cents)], LASTS * 2.5);
  });
}

function cellOf(seat) {
  const cell = document.querySelector(`.result [data-pays="${seat}"] :nth-child(${seat === -1 ? 2 : 3})`);
  const box = cell && cell.getBoundingClientRect();
  return box && box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

function path(event) {
  if (event.is === "seen_drew") return [{ from: "stock", to: event.seat, card: event.card }];
  if (event.is === "took") return [{ from: "discards", to: event.seat, card: event.card }];
  if (event.is === "discarded") return [{ from: event.seat, to: "discards", card: event.card }];
  if (event.is === "seen_bought") {
    const from = document.querySelector('[data-place="penalty"]') ? "penalty" : "stock";
    const hidden = Array.from({ length: event.penalty_count - event.penalty.length }, () => null);
    return [
      { from: "discards", to: event.seat, card: event.card },
      ...[...event.penalty, ...hidden].map((card) => ({ from, to: event.seat, card })),
    ];
  }
  if (event.is === "laid_off") return [{ from: event.seat, to: `meld${event.on}`, card: event.card }];
  if (event.is === "joker_taken") return [{ from: `meld${event.on}`, to: event.seat, card: event.joker }];
  return [];
}

function spot(place, you) {
  const own =
    place === you && (document.querySelector(".card.fresh") || document.querySelector(".hand .cards"));
  const there = `[data-place="${place}"]`;
  const found =
    typeof place === "string"
      ? document.querySelector(`${there} .card`) || document.querySelector(there)
      : own || document.querySelector(`[data-seat="${place}"]`);
  const box = found && found.getBoundingClientRect();
  return box && box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

function fly({ from, to, card }, you) {
  const start = spot(from, you);
  const end = spot(to, you);
  if (!start || !end) return;
  send(
    start,
    end,
    `ghost card ${card ? `s-${card === "JK" ? "J" : card[1]}` : "back"}`,
    card ? face(card).flat() : [],
    LASTS,
  );
}

function send(start, end, look, kids, lasts) {
  const ghost = document.createElement("div");
  ghost.className = look;
  ghost.setAttribute("aria-hidden", "true");
  show(ghost, kids);
  document.body.append(ghost);
  const at = (spot) => `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%)`;
  const flight = ghost.animate(
    [
      { transform: at(start), opacity: 0.9 },
      { transform: at(end), opacity: 0.6 },
    ],
    { duration: lasts, easing: "ease-in-out" },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
