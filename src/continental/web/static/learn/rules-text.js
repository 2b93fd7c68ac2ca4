/**
 * The text of the rules in the reader's language, piece by piece; pieces that it has not stay English, which
 * the page then says.
 */

import { language } from "../shared/language.js";
import { surface } from "../shared/words.js";
import { find, findAll, given } from "../shared/page.js";

const FORMS = { "**": "b", "*": "em", "`": "code" };
const MARKED = /\{([\w.]+)\}|\[([^\]]+)\]\((\w+)\.md\)|(\*\*|\*|`)(\S(?:.*?\S)?)\4/;

export async function put() {
  const text = find(".document");
  const named = find("[data-rules]");
  const foreign = find("[data-foreign]");
  if (!text || !named || !foreign) throw new TypeError("the page has no rules");
  const told = await surface(`rules_${given(named, "rules")}`);
  const pieces = findAll("[data-rule]", text);
  text.lang = language;
  for (const piece of pieces) {
    const own = told[given(piece, "rule")];
    if (own) say(piece, own);
    else piece.lang = "en";
  }
  foreign.hidden = !pieces.some((piece) => piece.lang === "en");
}

// Nothing of it is read as HTML: its few marks become nodes, and slots the elements that the page has for
// them.
function say(piece, told) {
  const inside = Object.fromEntries(
    [...piece.querySelectorAll("[data-slot]")].map((one) => [one.dataset.slot, one]),
  );
  piece.replaceChildren(...nodes(told, inside));
}

function nodes(text, inside) {
  const found = MARKED.exec(text);
  if (!found) return text ? [text] : [];
  const [whole, slot, link, rules, mark, inner] = found;
  const node = slot
    ? inside[slot]?.cloneNode(true) || whole
    : element(link ? "a" : FORMS[mark], nodes(link || inner, inside));
  if (link) node.href = `/rules/${rules}`;
  return [
    ...nodes(text.slice(0, found.index), inside),
    node,
    ...nodes(text.slice(found.index + whole.length), inside),
  ];
}

function element(name, children) {
  const made = document.createElement(name);
  made.replaceChildren(...children);
  return made;
}
