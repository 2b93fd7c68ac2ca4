/**
 * Keeps the shell of an installed app: scripts, styles, icons and the page that says there is no
 * connection. Nothing of a table
 * is ever kept: its pages, records and messages come from the server or not at all. `SHELL` is written
 * above by the server.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
/** @type {{version: string, files: string[]}} */
// @ts-expect-error: the server writes this constant above
const shell = SHELL;
const KEPT = `shell-${shell.version}`;
const OFFLINE = "/offline";
const offline = async () => (await caches.match(OFFLINE)) || Response.error();

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([OFFLINE, ...shell.files]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith("shell-") && name !== KEPT)
            .map((name) => caches.delete(name)),
        ),
      ),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
  else if (shell.files.includes(address.pathname))
    event.respondWith(caches.match(address.pathname).then((kept) => kept || fetch(request)));
});
