/** Ask the server by JSON, and tell an answer from a refusal and from no answer at all. */

import { sayRefusal } from "./server-texts.js";

const JSON_TYPE = "application/json";
const PATIENCE_MS = 30_000; // a phone on a bad line waits for minutes otherwise

/**
 * @typedef {{ok: boolean, status: number, body: any, sentence: string|null, code: string|null}} Answer
 * the sentence and the code of a refusal, or null
 */

/**
 * Send a request and return the answer, or null if none came in time.
 * @param {string} path
 * @param {unknown} [body] sent as JSON
 * @param {string} [method]
 * @returns {Promise<Answer|null>}
 */
export async function ask(path, body = undefined, method = body === undefined ? "GET" : "POST") {
  /** @type {RequestInit} */
  const sent = { method, headers: { accept: JSON_TYPE }, cache: "no-store" };
  if (body !== undefined) {
    sent.body = JSON.stringify(body);
    sent.headers = { accept: JSON_TYPE, "content-type": JSON_TYPE };
  }
  try {
    const answer = await fetch(path, { ...sent, signal: AbortSignal.timeout(PATIENCE_MS) });
    const told = await answer.json();
    return {
      ok: answer.ok,
      status: answer.status,
      body: told,
      sentence: told.refused ? sayRefusal(told.refused) : null,
      code: told.refused ? told.refused.code : null,
    };
  } catch {
    return null;
  }
}
