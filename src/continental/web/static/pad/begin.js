/** A pad begun without a connection: by the modules that this phone keeps, under the key that it was asked for by, and made at the server later. */

import { recall, remember } from "../keep.js";
import { noteOpened } from "./asking.js";
import { openCounting } from "./counting.js";

let counting = null;

/** Begin the pad that the server was asked for; comes to what the server would have answered, or null where this cannot be done here. */
export async function beginHere(wish) {
  const offered = recall("counting", null);
  if (!offered) return null;
  counting ||= openCounting(offered, () => undefined);
  await counting.keep();
  const { by = null, write: key, ...make } = wish;
  const answer = await counting.count({ make, pad: [], waiting: [] });
  if (!answer || !answer.ok) return answer;
  const { state } = answer.body;
  remember(`pad:${key}:make`, wish);
  remember(`pad:${key}:state`, { ...state, role: "write", watch: null, you: by, draft: null, typing: [], season: null });
  remember("pads", noteOpened(recall("pads", []), { key, title: state.title, role: "write", names: make.players }));
  return { ok: true, body: { path: `/pad/${key}` } };
}
