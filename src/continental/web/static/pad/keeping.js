/**
 * A pad as this browser has it: the last known state, and the entries that wait for the server. An entry is
 * kept here before it
 * is sent and until the server has it, so that neither a reload nor a lost connection loses it; its id
 * makes sure it counts once.
 */

import { recall, remember } from "../shared/keep.js";
import { openLine } from "../shared/socket.js";
import { ask, goOn, newId, noteOpened, replaceLinks } from "./asking.js";
import { sayRefusal } from "../shared/server-texts.js";

const DRAFT_MS = 1200;
const RETRY_MS = 4000;
// what an entry that was refused may wait for
const MENDS = ["answer", "correct", "insert", "strike", "move", "join", "leave", "rename", "undo", "redo"];
const NONE = "none"; // nothing was ever typed here, which is not the same as typed and done

/**
 * @typedef {{id: string, after: number, act: Object<string, any>, says: string}} Waiting
 * @typedef {{id: string, kind: "conflict"|"refused", rows: Object[], sentence: string|null, v: number, here?:
 *   boolean}} Trouble
 */

/** Open the pad of a key; `changed` is called whenever there is something new to show. */
export function openPad(key, changed) {
  const at = `/pads/${encodeURIComponent(key)}`;
  const place = (what) => `pad:${key}:${what}`;
  const pad = {
    key,
    at,
    state: recall(place("state"), null),
    waiting: /** @type {Waiting[]} */ (recall(place("waiting"), [])),
    trouble: /** @type {Trouble|null} */ (null),
    line: "new",
    closed: /** @type {string|null} */ (null),
    unmade: /** @type {string|null} */ (null),
    send,
    drop,
    insist,
    again,
    stick,
    keepDraft,
    draft,
    look,
    isNews,
    // of a pad that it does not know the server has nothing to say
    tried: async (act) => (begun ? null : ask(`${at}/try`, { act })),
    put: (what, body) => ask(`${at}/${what}`, body, "PUT"),
    trail: () => ask(`${at}/trail`),
    replaceLinks: () => replaceLinks("pad", key, at),
    take,
  };
  let begun = recall(place("make"), null); // a pad that the server does not know yet
  let isLined = false;
  let sending = false;
  let timer = 0;
  const own = new Set(); // versions that this page wrote, which are no news to it

  function take(state) {
    if (!state || (pad.state && pad.state.v > state.v)) return;
    pad.state = state;
    remember(place("state"), state);
    remember(
      "pads",
      noteOpened(recall("pads", []), {
        key,
        title: state.title,
        role: state.role,
        names: state.players.map((player) => player.name),
      }),
    );
  }

  function keep() {
    remember(place("waiting"), pad.waiting);
    changed();
  }

  /** Have the server make a pad that was begun here; says whether there is nothing left to be made. */
  async function makeIt() {
    if (!begun || pad.unmade) return !begun;
    const answer = await ask("/pads", begun);
    if (!begun) return true; // another try was sooner
    if (!answer || answer.status >= 500) pad.line = "lost";
    // it would not say otherwise the next time
    else if (!answer.ok) [pad.line, pad.unmade] = ["new", answer.sentence];
    else {
      begun = null;
      remember(place("make"), null);
      take(answer.body.state);
    }
    if (begun) changed();
    return !begun;
  }

  /** Ask once more for the pad that was not made. */
  function again() {
    pad.unmade = null;
    start();
  }

  /** Look what the server has; says that the pad is gone where it is. */
  async function look() {
    if (!(await makeIt())) return null;
    const answer = await ask(at);
    if (answer && answer.ok) take(answer.body);
    else if (answer && answer.code === "link_replaced" && (await goOn("pad", key))) return answer;
    else if (answer && answer.status < 500) pad.closed = answer.sentence;
    else if (pad.line === "new") pad.line = "lost";
    changed();
    return answer;
  }

  /**
   * Write an act down: kept here, and sent as soon as may be; before the entry that was refused where it
   * may be what that one waits
   * for, and then that one is tried again. Comes to "in", "kept" or "trouble".
   */
  async function send(act, says, after = pad.state.v) {
    const id = newId();
    const { trouble } = pad;
    const mends = trouble && trouble.kind === "refused" && MENDS.includes(act.do);
    const at = mends ? pad.waiting.findIndex((each) => each.id === trouble.id) : pad.waiting.length;
    pad.waiting = [...pad.waiting.slice(0, at), { id, after, act, says }, ...pad.waiting.slice(at)];
    if (mends) pad.trouble = null;
    keep();
    await flush();
    if (!pad.waiting.some((each) => each.id === id)) return "in";
    return pad.trouble ? "trouble" : "kept";
  }

  async function flush() {
    if (begun || sending || (pad.trouble && !pad.trouble.here) || !pad.waiting.length) return;
    sending = true;
    const batch = pad.waiting.slice(0, 100);
    const answer = await ask(`${at}/entries`, {
      entries: batch.map(({ id, after, act }) => ({ id, after, act })),
    });
    sending = false;
    if (!answer) {
      pad.line = "lost";
      changed();
      return;
    }
    pad.line = "open";
    pad.trouble = null;
    if (!answer.body.results) {
      if (answer.status !== 409)
        pad.trouble = {
          id: batch[0].id,
          kind: "refused",
          rows: [],
          sentence: answer.sentence,
          v: pad.state.v,
        };
      keep();
      return;
    }
    settle(answer.body);
    if (!pad.trouble && pad.waiting.length) await flush();
  }

  function settle({ results, state }) {
    for (const result of results) {
      if (result.refused) refused(result, state.v);
      else if (result.conflict) meet(result);
      else if (!result.waiting) {
        pad.waiting = pad.waiting.filter((each) => each.id !== result.id);
        own.add(result.v);
      }
    }
    take(state);
    // what this page itself wrote since is no reason for a conflict
    pad.waiting = pad.waiting.map((each) => (isNews(each.after) ? each : { ...each, after: pad.state.v }));
    keep();
  }

  // What was typed before an offer was answered comes after the answer, where that waits, too; anything
  // else is said.
  function refused({ id, refused: why }, v) {
    const answer =
      why.code === "offer_open" &&
      pad.waiting.find(
        (each) => each.act.do === "answer" && !pad.waiting.some((one) => one.id === each.act.item),
      );
    if (answer && answer.id !== id) pad.waiting = [answer, ...pad.waiting.filter((each) => each !== answer)];
    else if (pad.waiting[0]?.id === id)
      // else what was put before it goes first
      pad.trouble = { id, kind: "refused", rows: [], sentence: sayRefusal(why), v };
  }

  // What came between is shown and decided, unless it is all this page's own.
  function meet(result) {
    if (result.conflict.every((row) => own.has(row.v))) renew(result.id, result.v);
    else pad.trouble = { id: result.id, kind: "conflict", rows: result.conflict, sentence: "", v: result.v };
  }

  const renew = (id, v) => {
    pad.waiting = pad.waiting.map((each) => (each.id === id ? { ...each, after: v } : each));
  };

  /** Whether somebody else has written since a version. */
  function isNews(after) {
    for (let v = after + 1; v <= pad.state.v; v += 1) if (!own.has(v)) return true;
    return false;
  }

  /** Write the entry in trouble all the same, knowing what came before it. */
  async function insist() {
    if (!pad.trouble) return; // tapped twice
    renew(pad.trouble.id, pad.trouble.v);
    pad.trouble = null;
    changed();
    await flush();
    changed();
  }

  /**
   * Say of an entry that waits that it will be refused, as this device can tell without the server, which is
   * asked all the same.
   */
  function stick(id, why) {
    if ((pad.trouble && !pad.trouble.here) || !pad.waiting.some((each) => each.id === id)) return;
    pad.trouble = { id, kind: "refused", rows: [], sentence: sayRefusal(why), v: pad.state.v, here: true };
  }

  /** Throw the entry in trouble away; it is handed back. */
  async function drop() {
    if (!pad.trouble || sending) return null; // what is on its way may get in
    const { id } = pad.trouble;
    const gone = pad.waiting.find((each) => each.id === id);
    pad.waiting = pad.waiting.filter((each) => each !== gone);
    pad.trouble = null;
    keep();
    await flush();
    return gone;
  }

  // --- the half-typed hand, here at once and on the server a little later

  function draft() {
    const here = recall(place("draft"), NONE);
    return here === NONE ? (pad.state && pad.state.draft) || null : here;
  }

  function keepDraft(value) {
    remember(place("draft"), value);
    clearTimeout(timer);
    timer = setTimeout(
      () => pad.state && pad.state.role === "write" && pad.put("draft", { draft: value }),
      value === null ? 0 : DRAFT_MS,
    );
  }

  // The first look makes this browser known to the server, so that the line is known as its own.
  const line = () =>
    openLine(`${at}/socket`, {
      onState: async (message) => {
        if (!pad.state || message.v > pad.state.v) await look();
        if (message.typing && pad.state && pad.state.typing.join() !== message.typing.join()) {
          pad.state.typing = message.typing;
          changed();
        }
        await flush();
      },
      onRefused: async (message) => {
        if (message.refused.code === "link_replaced" && (await goOn("pad", key))) return;
        pad.closed = sayRefusal(message.refused);
        changed();
      },
      onLine: (line) => {
        if (pad.line === line) return;
        pad.line = line;
        changed();
        if (line === "open") flush();
      },
    });
  // A line is opened to what the server knows; until then it is asked to make it.
  async function start() {
    if (isLined) return flush();
    await look().catch(() => null);
    if (begun || isLined) return undefined;
    isLined = true;
    line();
    return flush();
  }
  start();
  setInterval(() => (begun || pad.waiting.length) && start(), RETRY_MS);
  addEventListener("online", start);
  return pad;
}
