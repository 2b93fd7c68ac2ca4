/**
 * What else a page has of its language: the direction of its text, and the app's name for a browser that
 * installs it.
 */

import { language } from "./language.js";
import { surface } from "./words.js";

if (/^(ar|dv|fa|he|ps|sd|ug|ur|yi)$/.test(language)) document.documentElement.dir = "rtl";

const {
  name,
  app: { short_name, description },
} = await surface("pages");
/** @type {HTMLLinkElement} */ (document.querySelector("link[rel=manifest]")).href =
  `/manifest.webmanifest?${new URLSearchParams({ lang: language, name, short_name, description })}`;
