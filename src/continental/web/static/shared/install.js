/**
 * The page as an installed app: its shell is kept by a service worker, once the page itself has been loaded.
 */

import { language } from "./language.js";

if (language !== "en") import("./named.js");
if ("serviceWorker" in navigator)
  addEventListener("load", () =>
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined),
  );
