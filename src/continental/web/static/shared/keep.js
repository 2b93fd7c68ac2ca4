/**
 * What this browser remembers by itself: a person's name, settings, and the order of the hand in each room.
 */

import { atFirst } from "./sound.js";

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
  return {
    suits: "two",
    keys: true,
    worth: true,
    motion: true,
    sound: atFirst(),
    notify: false,
    ...recall("settings", {}),
  };
}

const MOST_TABLES = 6;

/**
 * Keep the way back to a table at which one sits, the latest first; `table` null forgets it. @param {string}
 * path
 */
export function keepTable(path, table) {
  const others = recall("tables", []).filter((each) => each.path !== path);
  remember("tables", [...(table ? [{ path, ...table }] : []), ...others].slice(0, MOST_TABLES));
}
