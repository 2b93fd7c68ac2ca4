/**
 * What the server wrote in English, put into the reader's language: texts by their keys, titles and switches
 * of rule sets, refusals.
 */

import { language } from "./language.js";
import { find, findAll, given } from "./page.js";

const asWritten = document.title;

if (language !== "en") {
  const [{ surface, tLine }, texts] = await Promise.all([import("./words.js"), import("./server-texts.js")]);
  await surface("pages");
  put(tLine, texts);
  import("./named.js");
  if (find("[data-rule]")) (await import("../learn/rules-text.js")).put();
}

function put(tLine, { nameRules, aboutSwitch, valueOfSwitch, sayRefusal }) {
  const rules = find("[data-rules]")?.dataset.rules;
  for (const element of findAll("[data-say]")) {
    if (element.localName === "title" && document.title !== asWritten) continue;
    const values = JSON.parse(element.dataset.given || "{}");
    if (element.dataset.ruleSet) values.title = nameRules(element.dataset.ruleSet, values.title);
    // Elements in slots are the page's own.
    for (const child of /** @type {HTMLElement[]} */ ([...element.children]))
      values[child.dataset.slot || ""] = child;
    element.replaceChildren(...tLine(`pages.${element.dataset.say}`, values));
  }
  for (const element of findAll("[data-rule-set]:not([data-say])"))
    element.textContent = nameRules(element.dataset.ruleSet, element.textContent);
  for (const element of findAll("[data-about]"))
    element.textContent = aboutSwitch({ name: element.dataset.about, about: element.textContent }, rules);
  for (const element of findAll("[data-value]")) {
    const { value: name, choice = "" } = element.dataset;
    element.textContent = valueOfSwitch({ name, choices: { [choice]: element.textContent } }, choice, rules);
  }
  for (const element of findAll("[data-refused]")) {
    const refused = JSON.parse(given(element, "refused"));
    element.textContent = sayRefusal({ ...refused, sentence: element.textContent });
  }
}
