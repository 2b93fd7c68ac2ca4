/** Ask the server about pads and seasons, and keep the keys of those that this browser has opened. */

import { ask as askNow } from "../shared/ask.js";
import { recall, remember } from "../shared/keep.js";

const AGAIN = [502, 503, 504]; // the server is there and cannot just now

/**
 * Ask as `shared/ask.js` does, but return null as well if the server cannot answer just now: entries wait
 * then until it can, as they do without a connection.
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [method]
 */
export async function ask(path, body, method) {
  const answer = await askNow(path, body, method);
  return answer && AGAIN.includes(answer.status) ? null : answer;
}

/** A name for an entry that no other entry has. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** A key to write, as the server makes them: 22 signs that nobody guesses. */
export function newKey() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22);
}

/**
 * Have a pad or season (`at`) opened by new links alone; comes to the refusal or null, and goes on at the
 * new address. The new key is
 * remembered before it is sent: an answer that is lost locks nobody out, for `goOn` finds the way.
 */
export async function replaceLinks(kind, key, at) {
  const next = recall(`${kind}:${key}:next`, null) || newKey();
  remember(`${kind}:${key}:next`, next);
  const answer = await ask(`${at}/links`, { write: next });
  if (answer && answer.ok) move(kind, key, next);
  else if (answer && answer.code === "link_replaced") await goOn(kind, key);
  return answer;
}

/**
 * Go on at the address by which a log is opened now, where this browser had it changed; comes to whether it
 * had.
 */
export async function goOn(kind, key) {
  const next = recall(`${kind}:${key}:next`, null);
  const there = next && (await ask(`/${kind}s/${next}`));
  if (there && there.ok) move(kind, key, next);
  else if (there) remember(`${kind}:${key}:next`, null); // another browser was first
  return Boolean(there && there.ok);
}

/** Take what this browser keeps of a pad or season along to another key, and go there. */
export function move(kind, key, next) {
  for (const what of ["state", "waiting", "draft"]) {
    const kept = recall(`${kind}:${key}:${what}`, null);
    if (kept !== null && recall(`${kind}:${next}:${what}`, null) === null)
      remember(`${kind}:${next}:${what}`, kept);
    remember(`${kind}:${key}:${what}`, what === "waiting" ? [] : null);
  }
  remember(
    `${kind}s`,
    recall(`${kind}s`, []).map((each) => (each.key === key ? { ...each, key: next } : each)),
  );
  location.replace(`/${kind}/${next}${location.hash}`);
}

/** The key in the address of a page such as `/pad/{key}`. */
export const keyInAddress = () => decodeURIComponent(location.pathname.split("/")[2] || "");

/** Remember that this browser has had a pad or a season open, the latest first. */
export function noteOpened(all, one, most = 30) {
  return [one, ...all.filter((each) => each.key !== one.key)].slice(0, most);
}
