/**
 * Keeps the shell of an installed app: scripts, styles, icons and the page that says there is no
 * connection. Nothing of a table
 * is ever kept: its pages, records and messages come from the server or not at all. `SHELL` is written
 * above by the server.
 */

const KEPT = `shell-${SHELL.version}`;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(KEPT)
      .then((kept) => kept.addAll([OFFLINE, ...SHELL.files]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (SHELL.files.includes(address.pathname))
    event.respondWith(caches.match(address.pathname).then((kept) => kept || fetch(request)));
});
