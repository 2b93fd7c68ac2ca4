/** The start page: the name that is remembered, what a choice would mean, and the table made from the form. */

import { recall, remember } from "./keep.js";

const form = document.getElementById("make");
const at = (name) => form.elements[name];

for (const field of document.querySelectorAll("[data-name]")) field.value = field.value || recall("name", "");

function wishes() {
  const switches = {};
  for (const field of form.querySelectorAll("[data-switch]")) {
    if (field.value !== field.dataset.default) switches[field.dataset.switch] = field.type === "number" ? Number(field.value) : field.value;
  }
  return {
    name: at("name").value.trim(),
    ante_cents: Math.round(Number(at("ante").value) * 100),
    seats: Number(at("seats").value),
    bots: Array(Number(at("bots").value)).fill(at("bot").value),
    pace_ms: Number(at("pace_ms").value),
    clock_s: Number(at("clock_s").value),
    switches,
    start: false,
    dealer: switches.dealer_first === "chosen" ? Number(at("dealer").value) : null,
  };
}

async function make(wish, note) {
  note.textContent = "";
  try {
    const answer = await fetch("/rooms", { method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(wish) });
    const said = await answer.json();
    if (answer.ok) location.assign(said.path);
    else note.textContent = said.refused ? said.refused.sentence : note.dataset.failed;
  } catch {
    note.textContent = note.dataset.failed;
  }
}

document.getElementById("play-now").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.name;
  if (field.value.trim()) remember("name", field.value.trim());
  const wish = { name: field.value.trim() || field.dataset.guest, ante_cents: 2000, seats: 4, bots: ["greedy", "greedy", "greedy"], pace_ms: 1200, clock_s: 0, switches: {}, start: true, dealer: null };
  make(wish, event.target.querySelector(".note"));
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const wish = wishes();
  remember("name", wish.name);
  make(wish, form.querySelector(".note"));
});

function tell() {
  const seats = Number(at("seats").value);
  for (const option of at("bots").options) option.hidden = option.disabled = Number(option.value) >= seats;
  if (Number(at("bots").value) >= seats) at("bots").value = String(seats - 1);
  for (const option of at("dealer").options) option.hidden = option.disabled = Number(option.value) >= seats;
  const scope = form.querySelector('[data-switch="split_scope"]');
  document.getElementById("warn-two").hidden = seats !== 2 || (scope && scope.value !== "always");
  const first = form.querySelector('[data-switch="dealer_first"]');
  document.getElementById("dealer-row").hidden = !first || first.value !== "chosen";
  const changed = [...form.querySelectorAll("[data-switch]")].filter((field) => field.value !== field.dataset.default).length;
  const told = document.getElementById("changed");
  told.textContent = changed ? told.dataset.some.replace("#", String(changed)) : told.dataset.none;
}

form.addEventListener("input", tell);
tell();
