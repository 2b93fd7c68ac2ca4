/**
 * Dragging a card of one's hand, by mouse or touch: to the discards to throw it, to another place to keep it
 * there.
 */

const FAR_ENOUGH = 8; // pixels; less is a tap

let justDragged = false;

/** Whether the click that follows belongs to a drag, and means nothing. */
export const wasDrag = () => justDragged;

/**
 * Follow a pointer that went down on a card.
 * @param {PointerEvent} event
 * @param {{onMeld?: function(number): void, onTray?: function(number): void, onPile: function(): void,
 *   onPlace: function(number, boolean): void}} dropped `onPlace` is told the held card
 *   under the pointer, and whether it was let go on its far half
 */
export function follow(event, dropped) {
  if (event.button !== 0 || !event.isPrimary) return;
  const card = /** @type {HTMLElement} */ (event.currentTarget);
  const start = { x: event.clientX, y: event.clientY };
  let dragging = false;
  justDragged = false;

  function moveTo(moved) {
    if (moved.pointerId !== event.pointerId) return;
    const dx = moved.clientX - start.x;
    const dy = moved.clientY - start.y;
    if (!dragging && Math.hypot(dx, dy) < FAR_ENOUGH) return;
    dragging = true;
    card.classList.add("dragged");
    document.body.classList.add("dragging");
    card.style.setProperty("--dx", `${dx}px`);
    card.style.setProperty("--dy", `${dy}px`);
  }

  function end() {
    removeEventListener("pointermove", moveTo);
    removeEventListener("pointerup", letGo);
    removeEventListener("pointercancel", end);
    removeEventListener("keydown", escape);
    card.classList.remove("dragged");
    document.body.classList.remove("dragging");
    card.style.removeProperty("--dx");
    card.style.removeProperty("--dy");
    if (dragging) {
      justDragged = true;
      setTimeout(() => (justDragged = false), 0);
    }
  }

  function letGo(up) {
    if (up.pointerId !== event.pointerId) return;
    const was = dragging;
    end();
    if (!was) return;
    const under = document.elementsFromPoint(up.clientX, up.clientY).filter((each) => !card.contains(each));
    /** @type {function(string): HTMLElement[]} */
    const over = (selector) => under.flatMap((each) => each.closest(selector) || []);
    if (over('[data-place="discards"]').length) return dropped.onPile();
    const [meld] = over("[data-meld]");
    if (dropped.onMeld && meld) return dropped.onMeld(Number(meld.dataset.meld));
    const [tray] = over(".tray");
    if (dropped.onTray && tray)
      return dropped.onTray([...(tray.parentElement?.children || [])].indexOf(tray));
    const other = over("[data-held]").find((each) => each !== card);
    if (!other) return;
    const box = other.getBoundingClientRect();
    dropped.onPlace(Number(other.dataset.held), up.clientX > box.x + box.width / 2);
  }

  const escape = (pressed) => pressed.key === "Escape" && end();
  addEventListener("pointermove", moveTo);
  addEventListener("pointerup", letGo);
  addEventListener("pointercancel", end);
  addEventListener("keydown", escape);
}
