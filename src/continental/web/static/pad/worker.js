/**
 * Keeps the page of the score pad, so that it opens on a phone without a connection: the page itself, its scripts and styles.
 * What stands on a pad the page keeps by itself; nothing of the server's answers is kept here. `SHELL` is written above.
 */

const KEPT = `pad-${SHELL.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...SHELL.pages, ...SHELL.files])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("pad-") && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const [, first, second] = address.pathname.split("/");
  if (request.mode === "navigate" && first === "pad") event.respondWith(fetch(request).catch(() => caches.match(second ? "/pad/kept" : "/pad")));
  else if (SHELL.files.includes(address.pathname)) event.respondWith(caches.match(address.pathname).then((kept) => kept || fetch(request)));
});
