/** The app's manifest with its name in the reader's language, for a browser that installs it. */

import { language } from "./language.js";
import { words } from "./words.js";

const { name = "", "app.short_name": short_name = "", "app.description": description = "" } = words.pages || {};
document.querySelector("link[rel=manifest]").href = `/manifest.webmanifest?${new URLSearchParams({ lang: language, name, short_name, description })}`;
