// Ana as a program: it presses what stands on the page, as a person would, only sooner. `window.held` counts what it did.
() => {
  const RANKS = "A23456789TJQK";
  const done = { turns: 0, bought: 0, laid: 0, took: 0 };
  window.held = done;
  const button = (act) => document.querySelector(`.prompt [data-act="${act}"]`);
  const cards = () => [...document.querySelectorAll(".hand [data-card]")];
  let tried = new Set();
  let waited = 0;

  function press(act, counts) {
    const one = button(act);
    if (!one || one.getAttribute("aria-disabled") === "true") return false;
    one.click();
    if (counts) done[counts] += 1;
    return true;
  }

  // The card with the fewest neighbours.
  function loosest() {
    const all = cards().map((one) => one.dataset.card);
    const near = (card, other) => (other[0] === card[0] ? 2 : other[1] === card[1] && Math.abs(RANKS.indexOf(other[0]) - RANKS.indexOf(card[0])) < 3 ? 1 : 0);
    const use = all.map((card) => (card === "JK" ? 99 : all.reduce((sum, other) => sum + (other === "JK" ? 0 : near(card, other)), 0)));
    return cards()[use.indexOf(Math.min(...use))];
  }

  function step() {
    const acts = [...document.querySelectorAll(".prompt.mine [data-act]")].map((one) => one.dataset.act);
    if (!acts.length || press("next")) return;
    if (cards().length < 14 && press("buy", "bought")) return;
    if (press("pass") || press("allow")) return;
    if (acts.includes("draw")) {
      tried = new Set();
      return press("draw", "turns");
    }
    if (acts.includes("lay_down")) return press("lay_down") || (waited++ > 60 && press("close"));
    waited = 0;
    if (press("go_down")) return;
    const where = acts.find((act) => /^(take_joker|lay_off|slide_joker)/.test(act));
    if (where) return press(where, where.startsWith("take") ? "took" : "laid");
    const lay = acts.find((act) => /^lay\d/.test(act));
    if (lay) return press(lay, button(lay).textContent.startsWith("Joker for") ? "took" : "laid");
    const next = document.querySelector(".at-you .meld-on") && cards().find((one) => !tried.has(one.dataset.held));
    if (next) {
      tried.add(next.dataset.held);
      if (next.getAttribute("aria-pressed") !== "true") next.click();
      return;
    }
    const worst = loosest();
    if (worst && worst.getAttribute("aria-pressed") !== "true") return worst.click();
    press("discard");
  }

  window.player = setInterval(step, 25);
}
