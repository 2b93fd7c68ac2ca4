/** The page that a carried seat's link opens: its button, and not the link alone, takes the seat. */

import { h, show } from "../shared/dom.js";
import { seldom } from "../seldom-words.js";
import { words } from "../shared/words.js";
import { byId } from "../shared/page.js";

const root = byId("carry");
const { rules, title, name } = root.dataset;

show(root, [
  h(
    "main",
    { key: "carry" },
    h("h1", null, words.rule_set(rules, title)),
    h("p", { class: "lead" }, seldom.carry_here(name)),
    h(
      "form",
      { method: "post" },
      h(
        "button",
        { type: "submit", class: "button main big" },
        h("span", { class: "label" }, seldom.carry_take),
      ),
    ),
  ),
]);
