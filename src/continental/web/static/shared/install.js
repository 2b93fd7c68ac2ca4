/** Installs the service worker, once the page itself has been loaded. */

import { language } from "./language.js";

const install = () => navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);

if (language !== "en") import("./named.js");
if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") install();
  else addEventListener("load", install);
}
