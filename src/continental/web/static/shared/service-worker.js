/**
 * Keeps what opens without a connection: the app's scripts, styles and icons, the score pad, the hand
 * checker, and a page that says that there is no connection. The worker also hands out what a page has kept
 * to count by. It keeps nothing of a table and no answer of the server. The server writes `SHELL` above.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {{version: string, files: string[], pages: string[]}} */
// @ts-expect-error: the server writes this constant above
const shell = SHELL;
const KEPT = `shell-${shell.version}`;
const OFFLINE = "/offline";

/**
 * Return the kept page that stands for an address: its own, that of its folder (`/pad/kept` for every pad),
 * or the one that says that there is no connection.
 * @param {string} path
 */
function standIn(path) {
  const folder = path.split("/")[1];
  return [path, `/${folder}/kept`].find((page) => shell.pages.includes(page)) || OFFLINE;
}

/** @param {string} path */
const kept = async (path) => (await caches.match(path)) || Response.error();

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((cache) => cache.addAll([...shell.pages, ...shell.files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  /** @param {string} name */
  const isOld = (name) => name.startsWith("shell-") && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      // the page that is open now is to find here what it has kept, not from its next visit on
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const path = address.pathname;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(standIn(path))));
  else if (shell.files.includes(path) || path.startsWith("/hand/python/"))
    event.respondWith(caches.match(path).then((found) => found || fetch(request)));
});
