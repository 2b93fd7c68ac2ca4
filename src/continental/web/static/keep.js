/** What this browser remembers by itself: a person's name, settings, and the order of the hand in each room. */

const PREFIX = "continental:";

/** A remembered value, or `otherwise` where there is none, or where the browser keeps nothing. */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Remember a value; a browser that keeps nothing (private windows, full disks) is no reason to stop. */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // the table plays on; only the memory of it is lost
  }
}

/** Settings of this browser, the same in every room. */
export function settings() {
  return { suits: "two", keys: true, worth: true, motion: true, ...recall("settings", {}) };
}
