/**
 * What is done seldom, and not in the match itself: sitting down, carrying one's seat to another device,
 * copying an address.
 */

import { ask } from "../shared/ask.js";
import { remember } from "../shared/keep.js";
import { words } from "../shared/words.js";

/**
 * @param {import("../shared/wire.js").State} state @param {{acts: Object, line: {renew: function(): void},
 *   say:
 * function(string): void, now: function(): number}} page
 */
export function sitting(state, { acts, line, say, now }) {
  /** What the server answered, or null where it refused, which is then said. */
  async function post(path, body) {
    const answer = await ask(path, body);
    if (answer?.ok) return answer.body;
    acts.note(answer?.sentence || words.lost_act);
    return null;
  }

  return {
    async join(name) {
      remember("name", name);
      if (await post(`/r/${state.room}/join`, { name })) line.renew();
    },
    async carry() {
      const made = await post(`/r/${state.room}/carry`, {});
      if (!made) return;
      const { carried } = await import("./render/carry.js");
      const address = new URL(made.path, location.href).href;
      state.carry = { address, until: now() + made.for_s * 1000, show: carried };
    },
    /** Copy an address; where the browser does not allow it, its text is selected where it is shown. */
    async copy(address, shownAt) {
      try {
        await navigator.clipboard.writeText(address);
        say(words.copied);
        state.copied = true;
      } catch {
        const shown = document.querySelector(shownAt);
        if (shown) getSelection()?.selectAllChildren(shown);
        state.copied = false;
      }
    },
  };
}
