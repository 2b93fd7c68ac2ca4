/** The pad's page, kept for a phone without a connection once it has been opened with one. */

const keep = () =>
  navigator.serviceWorker.register("/pad/service-worker.js", { scope: "/pad" }).catch(() => undefined);

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
}
