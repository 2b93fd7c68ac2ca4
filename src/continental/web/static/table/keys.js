/**
 * The keyboard: letters press the buttons of the bar, arrows walk the hand and turn the dial, Shift with an
 * arrow moves a card.
 */

import { find } from "../shared/page.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };

/**
 * @param {{buttons: function(): Object[], acts: Object, single: function(): boolean, playing: function():
 *   boolean}} table
 *   `buttons` are those of the bar now, `single` whether single letters may play
 */
export function listen({ buttons, acts, single, playing }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || !playing()) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select")) return;
    if (press(event, target)) event.preventDefault();
  });

  function press(event, target) {
    const card = target.closest("[data-held]");
    const stop = target.closest('[role="radio"]');
    if (event.key === "Escape") return acts.back() || true;
    if (event.key === "?") return acts.toggleHelp() || true;
    if (stop && event.key in ARROWS) return turn(stop, ARROWS[event.key]);
    if (card && event.key in ARROWS)
      return event.shiftKey && Math.abs(ARROWS[event.key]) === 1
        ? push(card, ARROWS[event.key])
        : walk(card, event.key);
    if (card && event.key === "Enter" && !buttons().some((one) => one.id === "discard"))
      return strike("Enter");
    if (card && event.key === "Enter")
      return card.getAttribute("aria-pressed") === "true"
        ? acts.throwChosen() || true
        : acts.choose(Number(card.dataset.held)) || true;
    if (!card && ["ArrowLeft", "ArrowRight"].includes(event.key) && !target.closest(".count, .aside"))
      return enter();
    if (event.key === "Enter")
      return (target === document.body || target.matches("[data-home]")) && strike("Enter");
    if (event.shiftKey || event.key.length !== 1 || !single()) return false;
    if ("1234".includes(event.key)) return acts.sortAt(Number(event.key) - 1) || true;
    return strike(event.key.toUpperCase());
  }

  function strike(key) {
    const found = buttons().find((one) => one.key === key && !one.off);
    if (found) found.act();
    return Boolean(found);
  }

  function turn(stop, step) {
    const stops = [...stop.parentElement.children];
    const next = Math.min(Math.max(stops.indexOf(stop) + step, 0), stops.length - 1);
    acts.turnDial(next);
    stops[next].focus();
    return true;
  }
}

function enter() {
  const first = find('[data-held][aria-pressed="true"]') || find("[data-held]");
  if (first) first.focus();
  return Boolean(first);
}

function walk(card, key) {
  const cards = [...document.querySelectorAll("[data-held]")];
  const at = cards.indexOf(card);
  const next =
    key === "ArrowUp" || key === "ArrowDown"
      ? nearest(cards, card, ARROWS[key])
      : cards[Math.min(Math.max(at + ARROWS[key], 0), cards.length - 1)];
  if (next) next.focus();
  return true;
}

// The card above or below, where the hand lies in rows.
function nearest(cards, card, way) {
  const here = card.getBoundingClientRect();
  const rows = cards
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => (box.y - here.y) * way > here.height / 2)
    .sort(
      (one, two) =>
        Math.hypot(one.box.x - here.x, (one.box.y - here.y) * 4) -
        Math.hypot(two.box.x - here.x, (two.box.y - here.y) * 4),
    );
  return rows.length ? rows[0].each : null;
}

function push(card, step) {
  card.dispatchEvent(
    new CustomEvent("push", { bubbles: true, detail: { id: Number(card.dataset.held), step } }),
  );
  return true;
}
