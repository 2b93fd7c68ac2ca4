/** Cards that move from where they were to where they go: short, never in the way of a touch, gone where less motion is wished. */

import { face } from "./cards.js";
import { h, show } from "./dom.js";

const LASTS = 240;
const MOST = 4; // of one message; more at once is no help to the eye

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show what the events moved. @param {import("./wire.js").Event[]} events @param {{you: number|null, wished: boolean}} how */
export function move(events, { you, wished }) {
  if (!wished || still.matches || document.visibilityState !== "visible") return;
  events.flatMap(path).slice(-MOST).forEach((one) => fly(one, you));
}

function path(event) {
  if (event.is === "seen_drew") return [{ from: "stock", to: event.seat, card: event.card }];
  if (event.is === "took") return [{ from: "discards", to: event.seat, card: event.card }];
  if (event.is === "discarded") return [{ from: event.seat, to: "discards", card: event.card }];
  return [];
}

function spot(place, you) {
  const own = place === you && (document.querySelector(".card.fresh") || document.querySelector(".hand .cards"));
  const found = typeof place === "string" ? document.querySelector(`[data-place="${place}"] .card`) : own || document.querySelector(`[data-seat="${place}"]`);
  const box = found && found.getBoundingClientRect();
  return box && box.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}

function fly({ from, to, card }, you) {
  const start = spot(from, you);
  const end = spot(to, you);
  if (!start || !end) return;
  const ghost = document.createElement("div");
  ghost.className = `ghost card ${card ? `s-${card === "JK" ? "J" : card[1]}` : "back"}`;
  ghost.setAttribute("aria-hidden", "true");
  show(ghost, card ? face(card).flat() : []);
  document.body.append(ghost);
  const at = (spot) => `translate(${spot.x}px, ${spot.y}px) translate(-50%, -50%)`;
  const flight = ghost.animate([{ transform: at(start), opacity: 0.9 }, { transform: at(end), opacity: 0.6 }], { duration: LASTS, easing: "ease-in-out" });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
