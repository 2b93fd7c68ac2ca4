/**
 * Counting without a connection: what it takes is kept by this browser once the page has been open with
 * one, and started when it is
 * needed, in a worker, so that the page stays at hand.
 */

const KEPT = "hand-python";
const A_LOT = 1_000_000;
const PATIENCE_MS = 6000;

/**
 * @param {{files: string[], bytes: number}} offered where the parts are
 * @param {function(): void} changed is called whenever `state` or `ready` is another
 */
export function openCounting({ files, bytes }, changed) {
  const counting = {
    state: "none",
    ready: false,
    megabytes: Math.round(bytes / A_LOT),
    keep,
    count,
    start,
    soon,
  };
  const waiting = new Map();
  let worker = /** @type {Worker|null} */ (null);
  let last = 0;

  const say = (state) => {
    if (counting.state === state) return;
    counting.state = state;
    changed();
  };

  /**
   * Keep the parts, and nothing of an earlier version; without `now`, not where the phone is to save data.
   */
  async function keep(now = false) {
    if (!("caches" in self)) return;
    try {
      const kept = await caches.open(KEPT);
      const there = (await kept.keys()).map((one) => new URL(one.url).pathname);
      const missing = files.filter((file) => !there.includes(file));
      if (missing.length) {
        if (!navigator.onLine) return;
        // not every browser tells of the connection
        const { connection } = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
        if (!now && connection?.saveData) return void say("asked");
        say("keeping");
        for (const file of missing) await kept.add(file);
        await Promise.all(there.filter((file) => !files.includes(file)).map((file) => kept.delete(file)));
      }
      say("kept");
    } catch {
      say("none"); // a full disk, or the connection went: tried again when it is back
    }
  }

  /** Begin to get ready, where everything is here that it takes. */
  function start() {
    if (worker || counting.state !== "kept") return;
    const at = (name) => files.find((file) => file.endsWith(`/${name}`)) || ""; // all of them are offered
    worker = new Worker(at("counter.js"), { type: "module" });
    worker.onmessage = ({ data: { id, answer, fault } }) => {
      if (fault) console.error(fault);
      if (id !== undefined) {
        if (waiting.has(id)) waiting.get(id)(answer || null);
        waiting.delete(id);
      } else if (fault) failed();
      else {
        counting.ready = true;
        changed();
      }
    };
    worker.onerror = failed; // such as in a browser that is too old for it
    worker.postMessage({
      start: { runtime: at("pyodide.mjs").slice(0, -"pyodide.mjs".length), ours: at("continental.zip") },
    });
  }

  function failed() {
    for (const tell of waiting.values()) tell(null);
    waiting.clear();
    say("none");
  }

  /** Count here what the server cannot be asked; null where that cannot be done. */
  function count(wish) {
    start();
    const counter = worker;
    if (!counter || counting.state !== "kept") return null;
    return new Promise((tell) => {
      last += 1;
      waiting.set(last, tell);
      counter.postMessage({ id: last, wish });
    });
  }

  /**
   * What was heard, or null after a while where this device can count: a line may be so bad that nobody says
   * it is lost.
   */
  function soon(heard) {
    return counting.state === "kept"
      ? Promise.race([heard, new Promise((over) => setTimeout(over, PATIENCE_MS, null))])
      : heard;
  }

  return counting;
}
