/** The page of one room: messages in, the page out, touches and keys back to the room. It holds no rules of the game. */

import { show } from "./dom.js";
import { follow, wasDrag } from "./drag.js";
import { SORTS, moved } from "./hand.js";
import { recall, remember } from "./keep.js";
import { listen } from "./keys.js";
import { move } from "./motion.js";
import { linesOf } from "./render/feed.js";
import { spoken } from "./render/parts.js";
import { asking, needsAsking } from "./render/prompt.js";
import { table } from "./render/table.js";
import { openLine } from "./socket.js";
import { chosenCard, fresh, isAsked, offered, receive, shownHand, whoOf } from "./state.js";
import { witness } from "./witness.js";
import { words } from "./words.js";

const ANSWER_WITHIN = 4000; // milliseconds after which a button may be pressed again

const root = document.getElementById("page");
const voice = document.getElementById("voice");
const room = root.dataset.room;
const state = fresh(room);
state.bots = (root.dataset.bots || "").split(" ").filter(Boolean);

const now = () => performance.now();
let due = false;

function draw() {
  due = false;
  document.documentElement.dataset.suits = state.settings.suits;
  show(root, table(state, acts, now()));
  const asked = state.message && state.message.view && asking(state, acts, now()).mine;
  document.title = `${asked ? `${words.your_turn_title} · ` : ""}${root.dataset.title}`;
}

function drawSoon() {
  if (!due) queueMicrotask(draw);
  due = true;
}

function say(text) {
  if (text) voice.textContent = text;
}

const line = openLine(`/r/${room}/socket`, {
  onState(message) {
    const wasAsked = JSON.stringify(state.message && state.message.options);
    const news = receive(state, message, now());
    keepHand();
    witness(room, message);
    draw();
    move(news, { you: message.you, wished: state.settings.motion });
    const heard = linesOf(news.map((event) => ({ v: message.v, event })), whoOf(state)).map(({ parts }) => spoken(parts));
    if (message.view && isAsked(state) && JSON.stringify(message.options) !== wasAsked) {
      const ask = asking(state, acts, now());
      heard.push(spoken(ask.title), ...ask.details.map(spoken));
    }
    say(heard.join(". "));
  },
  onRefused({ refused }) {
    state.sentAt = null;
    state.thrown = null;
    acts.note(refused.sentence);
  },
  onLine(how) {
    if (state.line !== how) {
      state.line = how;
      drawSoon();
      if (how === "lost" && state.message) say(words.lost);
    }
  },
});

function keepHand() {
  if (state.held.length) remember(`hand:${room}`, { sort: state.sort, cards: state.held.map((each) => each.card) });
}

/** What touching does. Each act goes to the room; nothing changes here before the room has said so. */
const acts = {
  send(act) {
    if (state.sentAt !== null && now() - state.sentAt < ANSWER_WITHIN) return;
    const sent = line.send(state.message.view ? { ...act, after: state.message.v } : act);
    state.sentAt = sent ? now() : null;
    state.sure = null;
    acts.note(sent ? null : words.lost_act);
  },
  declare(act) {
    if (!needsAsking(state, act)) return acts.send(act);
    state.sure = act;
    drawSoon();
  },
  choose(id) {
    if (wasDrag()) return;
    state.chosen = state.chosen === id ? null : id;
    state.note = null;
    drawSoon();
  },
  throwChosen() {
    const chosen = chosenCard(state);
    if (!chosen) return acts.note(words.throw_hint);
    if (state.message.view.phase !== "play" || !isAsked(state)) return acts.note(whyNot());
    state.thrown = chosen.id;
    acts.send({ do: "discard", card: chosen.card });
  },
  touchStock() {
    const [act] = offered(state, "draw");
    if (act) acts.send(act);
    else acts.note(state.message.reasons.draw || whyNot(words.take_not_now));
  },
  touchDiscards() {
    const [act] = offered(state, "take");
    if (act) return acts.send(act);
    if (chosenCard(state) && isAsked(state)) return acts.throwChosen();
    acts.note(state.message.reasons.take || whyNot(words.throw_hint));
  },
  turnDial(place) {
    state.dial = place;
    drawSoon();
  },
  sortBy(sort) {
    if (sort === "own") state.held = shownHand(state);
    state.sort = sort;
    remember("sort", sort);
    keepHand();
    drawSoon();
  },
  sortAt: (place) => acts.sortBy(SORTS[place]),
  grasp(event, id) {
    follow(event, {
      onPile() {
        state.chosen = id;
        acts.throwChosen();
        drawSoon();
      },
      onPlace(other, after) {
        const rest = shownHand(state).filter((each) => each.id !== id);
        putAt(id, rest.findIndex((each) => each.id === other) + (after ? 1 : 0));
      },
    });
  },
  back() {
    if (state.sure) state.sure = null;
    else if (state.panel) return acts.togglePanel();
    else state.chosen = null;
    drawSoon();
  },
  askWhy() {
    state.why = !state.why;
    drawSoon();
  },
  note(sentence) {
    state.note = sentence;
    say(sentence);
    drawSoon();
  },
  set(name, value) {
    state.settings = { ...state.settings, [name]: value };
    remember("settings", state.settings);
    drawSoon();
  },
  togglePanel() {
    state.panel = !state.panel;
    draw();
    const to = state.panel ? root.querySelector(".aside .close") : root.querySelector(".menu");
    if (to) to.focus();
  },
  leave() {
    state.panel = false;
    state.sure = { do: "leave" };
    drawSoon();
  },
  async join(event) {
    event.preventDefault();
    const name = new FormData(event.target).get("name").trim();
    remember("name", name);
    await sitDown(name);
  },
  comeBack: () => sitDown(recall("name", "") || words.you),
  async copy(address) {
    try {
      await navigator.clipboard.writeText(address);
      state.copied = true;
      say(words.copied[0]);
    } catch {
      getSelection().selectAllChildren(root.querySelector(".address"));
    }
    drawSoon();
  },
};

function whyNot(otherwise = words.nothing_to_do) {
  const { view } = state.message;
  if (isAsked(state)) return otherwise;
  return view.asked.length === 1 ? words.not_your_turn(whoOf(state), view.asked[0]) : words.nothing_to_do;
}

function putAt(id, place) {
  state.held = moved(shownHand(state), id, place);
  state.sort = "own";
  keepHand();
  drawSoon();
}

async function sitDown(name) {
  try {
    const answer = await fetch(`/r/${room}/join`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }) });
    const said = await answer.json();
    if (answer.ok) return line.renew();
    acts.note(said.refused ? said.refused.sentence : words.lost_act);
  } catch {
    acts.note(words.lost_act);
  }
}

root.addEventListener("push", ({ detail: { id, step } }) => {
  const shown = shownHand(state);
  const place = shown.findIndex((each) => each.id === id) + step;
  if (place >= 0 && place < shown.length) putAt(id, place);
});

listen({
  buttons: () => asking(state, acts, now()).buttons,
  acts,
  single: () => state.settings.keys,
  playing: () => Boolean(state.message && state.message.view),
});

setInterval(() => state.message && (state.message.clock || state.message.next) && draw(), 1000);
draw();
