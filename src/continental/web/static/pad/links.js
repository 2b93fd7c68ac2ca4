/**
 * The links of a pad or a season with their codes, and the key that makes them anew: loaded when they are
 * looked at.
 */

import { button } from "../shared/button.js";
import { codeOf } from "../shared/code.js";
import { h } from "../shared/dom.js";
import { isHereOnly } from "../shared/here.js";
import { words } from "./words.js";
import { t } from "../shared/words.js";

const told = words.pad;

/** A link as text, to be copied and scanned; `drawn` is called once its code has come. */
export function linkTo(name, means, address, copied, copy, drawn) {
  const code = codeOf(address, t("pad.code", { what: name }), drawn);
  return h(
    "div",
    { key: address, class: "panel link" },
    h("h3", null, name),
    h("p", { class: "detail" }, means),
    h("p", { class: "address" }, h("a", { href: address }, address)),
    isHereOnly(address) && h("p", { class: "detail" }, told.here_only),
    h(
      "p",
      null,
      button({ class: "button", onclick: () => copy(address) }, copied === address ? told.copied : told.copy),
    ),
    code && h("details", { key: "code" }, h("summary", null, told.scan), code),
  );
}

/**
 * The key that makes new links in place of those that were sent around; asked for twice, and left by asking
 * again.
 */
export function newLinks(isSure, note, ask, make) {
  return h(
    "div",
    { key: "new-links", class: "panel" },
    h("h3", null, told.new_links),
    h("p", { class: "detail" }, told.new_links_mean),
    h("p", { class: "note", role: "status" }, note || ""),
    h(
      "p",
      null,
      button(
        { class: isSure ? "button ending" : "button", onclick: isSure ? make : ask },
        isSure ? told.new_links_sure : told.new_links,
      ),
      isSure && [" ", button({ key: "not", class: "button", onclick: ask }, told.cancel)],
    ),
  );
}
