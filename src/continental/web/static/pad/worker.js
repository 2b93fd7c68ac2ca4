/**
 * Keeps the pages of one part, the score pad or the hand checker, so that they open on a phone without a
 * connection: the pages
 * themselves, their scripts and styles, and what a page has kept to count by. What stands on a pad its page
 * keeps by itself; nothing of
 * the server's answers is kept here. `SHELL` is written above by the server: the part, and of which files
 * it is.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {{part: string, version: string, files: string[], pages: string[]}} */
// @ts-expect-error: the server writes this constant above
const shell = SHELL;
const KEPT = `${shell.part}-${shell.version}`;

const keptAt = async (path) => (await caches.match(path)) || Response.error();

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([...shell.pages, ...shell.files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = (name) => new RegExp(`^${shell.part}-[0-9a-f]+$`).test(name) && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const [, first, second] = address.pathname.split("/");
  const kept =
    shell.files.includes(address.pathname) || address.pathname.startsWith(`/${shell.part}/python/`);
  if (request.mode === "navigate" && first === shell.part)
    event.respondWith(fetch(request).catch(() => keptAt(second ? `/${first}/kept` : `/${first}`)));
  else if (kept) event.respondWith(caches.match(address.pathname).then((found) => found || fetch(request)));
});
