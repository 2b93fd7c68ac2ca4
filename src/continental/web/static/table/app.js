/**
 * The page of one room: messages in, the page out, touches and keys back to the room. It holds no rules of
 * the game.
 */

import { ask } from "../shared/ask.js";
import { show } from "../shared/dom.js";
import { follow, wasDrag } from "./drag.js";
import { SORTS, moved } from "./hand.js";
import { keepTable, recall, remember } from "../shared/keep.js";
import { listen } from "./keys.js";
import { move, pay } from "./motion.js";
import { spokenLine } from "./render/chat.js";
import { linesOf } from "./render/feed.js";
import { spoken } from "../shared/parts.js";
import { asking, needsAsking } from "./render/prompt.js";
import { table } from "./render/table.js";
import { advance, follow as followShow, showButtons, stepsOf } from "./show.js";
import { openLine } from "../shared/socket.js";
import { play } from "../shared/sound.js";
import {
  chosenCard,
  fresh,
  handEvents,
  isAsked,
  offered,
  reasonFor,
  receive,
  shownHand,
  titleOf,
  whoOf,
  takeAdvice,
} from "./state.js";
import { witness } from "./witness.js";
import { words, t } from "../shared/words.js";
import { byId, find, given } from "../shared/page.js";
import { nameRules, sayRefusal } from "../shared/server-texts.js";

const ANSWER_WITHIN = 4000; // milliseconds after which a button may be pressed again

const ENDS = ["hand_ended", "deal_died", "went_closed", "stock_ran_out", "match_ended"];

const root = byId("page");
const voice = byId("voice");
const room = given(root, "room");
const title = nameRules(root.dataset.rules, root.dataset.title);
const state = fresh(room);
state.bots = (root.dataset.bots || "").split(" ").filter(Boolean);
state.departures = JSON.parse(root.dataset.departures || "[]");
// the one place that chooses how a game is drawn: by what the server gave of it
const played = await (root.dataset.game ? import("./contract.js") : import("./hidden.js"));
state.game = played.gameOf(root.dataset.game ?? "");

const now = () => performance.now();
let due = false;

function draw() {
  due = false;
  document.documentElement.dataset.suits = state.settings.suits;
  show(root, table(state, acts, now()));
  const asked = state.message && state.message.view && asking(state, acts, now()).mine;
  document.title = `${asked ? `${words.your_turn_title} · ` : ""}${title}`;
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
    const first = !state.message;
    const asked = JSON.stringify(state.message && state.message.options);
    const news = receive(state, message, now());
    const isNew = message.view && isAsked(state) && JSON.stringify(message.options) !== asked;
    keepHand();
    keepWay(message);
    followShow(state, { atOnce: Boolean(message.feed) || !wantsMotion() });
    loadSheet(message, news);
    if (!message.view && !state.lobby)
      import("./render/lobby.js").then(({ lobby }) => ((state.lobby = lobby), draw()));
    if (!state.count && state.game.showsCount(state))
      import("./render/count.js").then(({ count }) => ((state.count = count), draw()));
    const said = hear(message);
    state.game.follow(state, news, acts);
    witness(room, message);
    runShow();
    draw();
    move(news, { you: message.you, wished: state.settings.motion });
    const heard = linesOf(
      news.map((event) => ({ v: message.v, event })),
      whoOf(state),
    ).map(({ parts }) => spoken(parts));
    const asks = message.view ? asking(state, acts, now()) : null;
    if (asks && isNew) heard.push(spoken(asks.title), ...asks.details.map(spoken));
    say([...said, ...heard].join(". "));
    sound(news, { turn: isNew && asked === "[]" && !first });
    if (asks && isNew && state.settings.notify)
      import("./notice.js").then(({ notify }) => notify(title, spoken(asks.title)));
  },
  onAdvice(message) {
    if (takeAdvice(state, message)) drawSoon();
  },
  onRefused({ refused }) {
    state.sentAt = null;
    state.thrown = null;
    acts.note(sayRefusal(refused));
  },
  onLine(how) {
    if (state.line !== how) {
      state.line = how;
      drawSoon();
      if (how === "lost" && state.message) say(words.lost);
    }
  },
});

function wantsMotion() {
  return (
    state.settings.motion &&
    document.visibilityState === "visible" &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

// The way back to this table, for the start page; a match that is over, or a table one has left, needs none.
function keepWay(message) {
  const { you, room: at } = message;
  if (you === null || at.phase === "over") return keepTable(at.path, null);
  return keepTable(at.path, {
    title: titleOf(at),
    others: at.seats.filter(({ seat, name }) => seat !== you && name).map(({ name }) => name),
  });
}

async function loadSheet(message, news) {
  if (
    !message.view ||
    (state.sheet &&
      !news.some((event) =>
        ["hand_settled", "buy_back_answered", "totals_restored", "match_began", "match_started"].includes(
          event.is,
        ),
      ))
  )
    return;
  try {
    const answer = await ask(`/r/${room}/sheet`);
    if (answer?.ok) state.sheet = answer.body;
    if (state.sheet && state.sheet.deals.length && !state.chart)
      state.chart = (await import("../shared/chart.js")).chart;
    drawSoon();
  } catch {
    // the chart waits for the next hand
  }
}

// What was said since the last message, as it is read out; all of it is new on opening, and nothing then is
// read out.
function hear(message) {
  const lines = message.chat || [];
  const last = state.chat.at(-1)?.number || 0;
  const fresh = lines.filter((one) => one.number > last);
  state.chat = message.feed ? lines : [...state.chat, ...fresh].slice(-100);
  const others = fresh.filter((one) => one.seat !== message.you && !state.muted.includes(one.name));
  if (message.feed && !last) return [];
  if (!isAsideSeen()) state.unread += others.length;
  return others.map(spokenLine);
}

const isAsideSeen = () => state.panel || matchMedia("(min-width: 1000px)").matches;

function sound(news, { turn }) {
  if (!state.settings.sound) return;
  if (news.some((event) => ENDS.includes(event.is))) play("ending");
  else if (turn) play("turn");
}

// --- the count as a show: one step after another, each for as long as it takes to be seen

let showing = 0;

function runShow() {
  if (showing || !state.game.showsCount(state)) return;
  const lasts = advance(state);
  if (lasts === null) return;
  showing = setTimeout(nextStep, lasts);
  const step = stepsOf(state)[state.show.shown - 1];
  queueMicrotask(() => {
    const lit = root.querySelector(
      step.id.startsWith("hand") || step.id === "end" ? ".count .now" : ".count .result",
    );
    if (lit) lit.scrollIntoView({ block: "nearest", behavior: "smooth" });
    if (step.id === "money")
      pay(
        handEvents(state).filter((event) => event.is === "paid"),
        { wished: state.settings.motion },
      );
  });
}

function nextStep() {
  showing = 0;
  if (!wantsMotion()) return acts.showAll();
  runShow();
  return draw();
}

function keepHand() {
  if (state.held.length)
    remember(`hand:${room}`, { sort: state.sort, cards: state.held.map((each) => each.card) });
}

/**
 * What touching does. Each act of the game goes to the room; nothing changes here before the room has said
 * so.
 */
const acts = {
  drawSoon,
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
    else acts.note(reasonFor(state, "draw") || whyNot(words.take_not_now));
  },
  touchDiscards() {
    const [act] = offered(state, "take");
    if (act) return acts.send(act);
    if (chosenCard(state) && isAsked(state)) return acts.throwChosen();
    acts.note(reasonFor(state, "take") || whyNot(words.throw_hint));
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
      ...state.game.targets(acts, id),
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
    if (state.help) return acts.toggleHelp();
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
  async set(name, value) {
    if (name === "notify" && value && !(await (await import("./notice.js")).askLeave())) {
      acts.note(words.no_notice);
      return drawSoon();
    }
    state.settings = { ...state.settings, [name]: value };
    remember("settings", state.settings);
    if (name === "sound" && value) play("turn");
    return drawSoon();
  },
  showAll() {
    clearTimeout(showing);
    showing = 0;
    state.show.shown = stepsOf(state).length;
    drawSoon();
  },
  showAgain() {
    state.show = { ...state.show, shown: 0, again: true };
    runShow();
    drawSoon();
  },
  say(what) {
    if (!line.send({ do: "say", ...what })) acts.note(words.lost_act);
  },
  sayText(event) {
    event.preventDefault();
    const field = event.target.elements.text;
    if (field.value.trim()) acts.say({ text: field.value });
    field.value = "";
  },
  mute(name) {
    state.muted = state.muted.includes(name)
      ? state.muted.filter((each) => each !== name)
      : [...state.muted, name];
    remember("muted", state.muted);
    drawSoon();
  },
  carry: () => sitting("carry"),
  async toggleHelp() {
    state.help = state.help ? null : (await import("./render/help.js")).help;
    if (state.help) state.panel = false;
    draw();
    focusOn(state.help ? ".keys-sheet .close" : ".hand [data-held]", ".prompt .button", ".menu");
  },
  speak(language) {
    remember("language", language);
    location.reload();
  },
  togglePanel() {
    state.panel = !state.panel;
    state.unread = 0;
    draw();
    focusOn(state.panel ? ".aside .close" : ".menu");
  },
  leave() {
    state.panel = false;
    state.sure = { do: "leave" };
    drawSoon();
  },
  join(event) {
    event.preventDefault();
    return sitting("join", event.target.elements.name.value.trim());
  },
  comeBack: () => sitting("join", recall("name", "") || words.you),
  copy: (address, shownAt) => sitting("copy", address, shownAt),
};

Object.assign(acts, played.actsOf(state, acts, drawSoon));

function whyNot(otherwise = words.nothing_to_do) {
  const { view } = state.message;
  if (isAsked(state)) return otherwise;
  return view.asked.length === 1
    ? t("table.not_your_turn", whoOf(state).of(view.asked[0]))
    : words.nothing_to_do;
}

function putAt(id, place) {
  state.held = moved(shownHand(state), id, place);
  state.sort = "own";
  keepHand();
  drawSoon();
}

// What is done seldom, and not in the match itself: sitting down, carrying one's seat elsewhere, copying an
// address.
async function sitting(what, ...given) {
  const seldom = (await import("./sitting.js")).sitting(state, { acts, line, say, now });
  await seldom[what](...given);
  drawSoon();
}

/** Put the focus on the first of these that there is. */
function focusOn(...choices) {
  const found = choices.map((each) => find(each, root)).find(Boolean);
  if (found) found.focus();
}

root.addEventListener("push", (event) => {
  const { id, step } = /** @type {CustomEvent<{id: number, step: number}>} */ (event).detail;
  const shown = shownHand(state);
  const place = shown.findIndex((each) => each.id === id) + step;
  if (place >= 0 && place < shown.length) putAt(id, place);
});

listen({
  buttons: () => [
    ...asking(state, acts, now()).buttons,
    ...(state.game.showsCount(state) ? showButtons(state, acts) : []),
  ],
  acts,
  single: () => state.settings.keys,
  playing: () => Boolean(state.message && state.message.view),
});

setInterval(
  () =>
    state.message &&
    state.message.view &&
    state.message.view.phase !== "over" &&
    document.visibilityState === "visible" &&
    draw(),
  1000,
);
draw();
