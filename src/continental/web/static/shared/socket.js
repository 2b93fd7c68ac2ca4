/**
 * The line to the room: it connects, connects again when it breaks, and asks for everything when a version
 * is missing.
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const ANSWER_WITHIN = 5000; // milliseconds in which a line that is alive answers
const LOOK_EVERY = 5000;
const SLEPT = 20_000; // milliseconds between two looks: the page was frozen in the meantime

/**
 * @param {string} path the socket's path, `/r/{room}/socket`
 * @param {{onState: function(import("./wire.js").StateMessage): void,
 *          onAdvice?: function(import("./wire.js").AdviceMessage): void,
 *          onRefused: function(import("./wire.js").Refusal): void,
 *          onLine: function("open"|"lost"): void}} told
 * @returns {{send: function(Object): boolean, renew: function(): void}}
 */
export function openLine(path, told) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let version = null;
  let doubt = 0;
  let lookedAt = Date.now();

  function connect() {
    clearTimeout(timer);
    const address = new URL(path, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const mine = new WebSocket(address);
    socket = mine;
    version = null; // the first message says all; there is no gap to it
    mine.onmessage = (event) => mine === socket && hear(JSON.parse(event.data));
    mine.onclose = () => mine === socket && lost();
  }

  function hear(message) {
    clearTimeout(doubt);
    if (message.refused) {
      told.onRefused(message);
      return;
    }
    wait = FIRST_WAIT; // whoever is refused a line waits longer each time
    if (typeof message.v !== "number") return;
    if (message.advice) {
      if (message.v === version && told.onAdvice) told.onAdvice(message);
      return;
    }
    if (version !== null && message.v < version) return; // overtaken by a newer one
    const gap = version !== null && message.v > version + 1 && !message.feed;
    version = message.v;
    told.onLine("open");
    told.onState(message);
    if (gap) send({ do: "sync" });
  }

  function lost() {
    socket = null;
    told.onLine("lost");
    clearTimeout(timer);
    timer = setTimeout(connect, wait * (0.75 + randomShare() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function send(frame) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  /** Drop the line and make a new one, as after sitting down: the server then knows the seat. */
  function renew() {
    const old = socket;
    socket = null;
    if (old) old.close();
    connect();
  }

  // A line that slept may be dead without a word: one that does not answer is left for a new one.
  function ask() {
    send({ do: "sync" });
    clearTimeout(doubt);
    doubt = setTimeout(renew, ANSWER_WITHIN);
  }

  function look() {
    const slept = Date.now() - lookedAt > SLEPT;
    lookedAt = Date.now();
    if (slept) wake();
  }

  function wake() {
    if (document.visibilityState !== "visible") return;
    if (!socket) connect();
    else ask();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  document.addEventListener("resume", wake);
  setInterval(look, LOOK_EVERY);
  addEventListener("online", () => !socket && connect());
  addEventListener("offline", () => socket && socket.close());
  connect();
  return { send, renew };
}

function randomShare() {
  return crypto.getRandomValues(new Uint8Array(1))[0] / 256;
}
