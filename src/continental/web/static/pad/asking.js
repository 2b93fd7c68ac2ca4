/** Questions to the server, told apart by how they end: answered, refused with a sentence, or no answer at all. */

const AGAIN = [502, 503, 504]; // the server is there and cannot just now

/**
 * @returns {Promise<{ok: boolean, status: number, body: any, sentence: string|null, code: string|null}|null>} null: no answer
 */
export async function ask(path, body = undefined, method = body === undefined ? "GET" : "POST") {
  try {
    const sent = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await fetch(path, { ...sent, cache: "no-store" });
    if (AGAIN.includes(answer.status)) return null;
    const told = await answer.json();
    return { ok: answer.ok, status: answer.status, body: told, sentence: told.refused ? told.refused.sentence : null, code: told.refused ? told.refused.code : null };
  } catch {
    return null;
  }
}

/** A name for an entry that no other entry has. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key in the address of a page such as `/pad/{key}`. */
export const keyInAddress = () => decodeURIComponent(location.pathname.split("/")[2] || "");

/** Remember that this browser has had a pad or a season open, the latest first. */
export function noteOpened(all, one, most = 30) {
  return [one, ...all.filter((each) => each.key !== one.key)].slice(0, most);
}
