/**
 * What the server wrote in English, put into the reader's language: texts by their keys, titles and switches
 * of rule sets, refusals.
 */

import { language } from "./language.js";
import { find, findAll, given } from "./page.js";

const asWritten = document.title;

if (language !== "en") {
  put((await import("./words.js")).words);
  import("./named.js");
}
if (language !== "en" && document.querySelector("[data-rule]"))
  (await import("../learn/rules-text.js")).put();

function put(words) {
  const rules = find("[data-rules]")?.dataset.rules;
  for (const element of findAll("[data-say]"))
    if (element.localName !== "title" || document.title === asWritten) say(element, words);
  for (const element of findAll("[data-rule-set]:not([data-say])"))
    element.textContent = words.rule_set(element.dataset.ruleSet, element.textContent);
  for (const element of findAll("[data-about]"))
    element.textContent = words.switch_about(
      { name: element.dataset.about, about: element.textContent },
      rules,
    );
  for (const element of findAll("[data-value]")) {
    const { value: name, choice = "" } = element.dataset;
    element.textContent = words.switch_value(
      { name, choices: { [choice]: element.textContent } },
      choice,
      rules,
    );
  }
  for (const element of findAll("[data-refused]"))
    element.textContent = words.refused({
      ...JSON.parse(given(element, "refused")),
      sentence: element.textContent,
    });
}

// A text of the language is plain, with slots as `{name}`, or a function of what is given that comes to
// one. Elements in slots are the page's own.
function say(element, words) {
  const { say: key, given, ruleSet } = element.dataset;
  const told = words.pages?.[key];
  if (told === undefined || told === null) return;
  const values = given ? JSON.parse(given) : {};
  if (ruleSet) values.title = words.rule_set(ruleSet, values.title);
  const inside = Object.fromEntries([...element.children].map((child) => [child.dataset.slot, child]));
  const pieces = (typeof told === "function" ? told(values) : told).split(/\{(\w+)\}/);
  element.replaceChildren(
    ...pieces.map((piece, place) => (place % 2 ? inside[piece] || String(values[piece] ?? "") : piece)),
  );
}
