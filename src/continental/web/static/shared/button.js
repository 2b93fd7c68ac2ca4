/** Make every button of the pages. */

import { h } from "./dom.js";

/**
 * Return a button; its `kids` are its label. Beside these, `props` takes what `h` takes.
 * @param {{
 *   act?: (event: any) => any, kind?: string, off?: boolean, hotkey?: string, pressed?: string|boolean,
 *   [name: string]: any,
 * }} props `act` is what pressing it does; `kind` is its look, such as `main` or `small quiet`, and without
 *   one it has the class that is given; an `off` button can be found and read, but is not to be pressed;
 *   `hotkey` is the letter that presses it, shown where there is a keyboard
 * @param {...any} kids
 */
export function button({ act, kind, off, hotkey, pressed, ...props }, ...kids) {
  return h(
    "button",
    {
      type: "button",
      class: kind === undefined ? undefined : `button ${kind}`,
      onclick: act,
      "aria-disabled": off ? "true" : undefined,
      "aria-keyshortcuts": hotkey,
      "aria-pressed": pressed,
      ...props,
    },
    ...kids,
    hotkey && h("kbd", { "aria-hidden": "true" }, hotkey === "Enter" ? "↵" : hotkey),
  );
}
