/** Draw addresses as QR codes, which the server makes. */

import { ask } from "./ask.js";
import { h } from "./dom.js";

const MARGIN = 4; // modules of paper around a code, as scanners want them

/** @type {Map<string, {path: string, side: number}|null>} by address; null while the server is asked */
const codes = new Map();

/**
 * Return the code of an address, or null while there is none. The address travels in the body of a request:
 * the key of a link is not to stand in a server's log.
 * @param {string} address
 * @param {string} label as a voice reads it out
 * @param {function(): void} drawn is called once the code has come
 */
export function codeOf(address, label, drawn) {
  const code = codes.get(address);
  if (code === undefined) fetchCode(address, drawn);
  if (!code) return null;
  const whole = code.side + 2 * MARGIN;
  return h(
    "svg",
    {
      key: "code",
      class: "qr",
      viewBox: `${-MARGIN} ${-MARGIN} ${whole} ${whole}`,
      role: "img",
      "aria-label": label,
    },
    h("rect", { class: "paper", x: -MARGIN, y: -MARGIN, width: whole, height: whole }),
    h("path", { d: code.path }),
  );
}

/** @param {string} address @param {function(): void} drawn */
async function fetchCode(address, drawn) {
  codes.set(address, null);
  const answer = await ask("/qr", { text: address });
  if (answer?.ok) {
    codes.set(address, answer.body);
    drawn();
  } else codes.delete(address); // without a connection: asked for again when it is drawn again
}
