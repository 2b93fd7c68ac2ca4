/**
 * Keeps the page of the hand checker, so that it opens on a phone without a connection, and answers with what the page itself has
 * kept to count by. `SHELL` is written above by the server.
 */

const KEPT = `hand-${SHELL.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...SHELL.pages, ...SHELL.files])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => /^hand-[0-9a-f]+$/.test(name) && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate" && address.pathname === "/hand") event.respondWith(fetch(request).catch(() => caches.match("/hand")));
  else if (SHELL.files.includes(address.pathname) || address.pathname.startsWith("/hand/python/")) event.respondWith(caches.match(address.pathname).then((kept) => kept || fetch(request)));
});
