/** The page that a carried seat's link opens: its button, and not the link alone, takes the seat. */

import { button } from "../shared/button.js";
import { h, show } from "../shared/dom.js";
import { surface, t } from "../shared/words.js";
import { byId } from "../shared/page.js";
import { nameRules } from "../shared/server-texts.js";

const seldom = await surface("seldom");

const root = byId("carry");
const { rules, title, name } = root.dataset;

show(root, [
  h(
    "main",
    { key: "carry" },
    h("h1", null, nameRules(rules, title)),
    h("p", { class: "lead" }, t("seldom.carry_here", { name })),
    h(
      "form",
      { method: "post" },
      button({ type: "submit", class: "button main big" }, h("span", { class: "label" }, seldom.carry_take)),
    ),
  ),
]);
