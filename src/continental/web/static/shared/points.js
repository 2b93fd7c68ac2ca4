/** The points that a hand comes to, from its events. */

/**
 * By seat, what the hand scored; all 0 if the totals were restored, since the hand is then dealt again.
 * @param {any[]} events @returns {Map<number, number>}
 */
export function pointsOf(events) {
  const counts = !events.some((event) => event.is === "totals_restored");
  /** @type {Map<number, number>} */
  const points = new Map();
  for (const event of events)
    if (event.is === "scored")
      points.set(event.seat, (points.get(event.seat) ?? 0) + (counts ? event.points : 0));
  return points;
}
