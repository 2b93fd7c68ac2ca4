/**
 * A rule set chosen from the catalogue with its switches, as fields of a form; only departures from the
 * defaults are sent.
 */

import { h } from "../shared/dom.js";
import { findAll } from "../shared/page.js";
import { aboutSwitch, valueOfSwitch } from "../shared/server-texts.js";
import { t } from "../shared/words.js";

/**
 * The fields of a rule set's switches, set as `chosen` says.
 * @param {import("../table/lobby.js").Rules} rules
 */
export function switchFields(rules, chosen = {}) {
  return rules.switches.map((one) =>
    h(
      "p",
      { key: `${rules.key}-${one.name}`, class: "field" },
      h(
        "label",
        { for: `switch-${one.name}` },
        aboutSwitch(one, rules.key),
        " ",
        h("small", null, one.clause),
      ),
      " ",
      fieldOf(one, rules.key, String(chosen[one.name] ?? one.default)),
    ),
  );
}

function fieldOf(one, rules, now) {
  const usual = String(one.default);
  const common = { id: `switch-${one.name}`, "data-switch": one.name, "data-default": usual };
  const values = Object.keys(one.choices);
  if (!values.length)
    return h("input", {
      ...common,
      type: "number",
      required: true,
      min: String(one.least),
      max: String(one.most),
      value: now,
    });
  const inOrder = [usual, ...values.filter((value) => value !== usual)];
  return h(
    "select",
    common,
    inOrder.map((value) =>
      h(
        "option",
        { key: value, value, selected: value === now },
        value === usual
          ? t("pad.by_default", { value: valueOfSwitch(one, value, rules) })
          : valueOfSwitch(one, value, rules),
      ),
    ),
  );
}

/** What departs from the defaults. @param {HTMLFormElement} form */
export function switchesIn(form) {
  const fields = /** @type {(HTMLInputElement|HTMLSelectElement)[]} */ (findAll("[data-switch]", form));
  const changed = fields.filter((field) => field.value !== field.dataset.default);
  return Object.fromEntries(
    changed.map((field) => [
      field.dataset.switch,
      field.type === "number" ? Number(field.value) : field.value,
    ]),
  );
}
