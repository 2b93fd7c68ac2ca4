/**
 * Keeps the pages of one part, the score pad or the hand checker, so that they open on a phone without a
 * connection: the pages
 * themselves, their scripts and styles, and what a page has kept to count by. What stands on a pad its page
 * keeps by itself; nothing of
 * the server's answers is kept here. `SHELL` is written above by the server: the part, and of which files
 * it is.
 */

const KEPT = `${SHELL.part}-${SHELL.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([...SHELL.pages, ...SHELL.files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => new RegExp(`^${SHELL.part}-[0-9a-f]+$`).test(name) && name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const [, first, second] = address.pathname.split("/");
  const kept =
    SHELL.files.includes(address.pathname) || address.pathname.startsWith(`/${SHELL.part}/python/`);
  if (request.mode === "navigate" && first === SHELL.part)
    event.respondWith(fetch(request).catch(() => caches.match(second ? `/${first}/kept` : `/${first}`)));
  else if (kept) event.respondWith(caches.match(address.pathname).then((found) => found || fetch(request)));
});
