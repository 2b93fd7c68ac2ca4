/**
 * The page of a pad: what is asked now, the hand, the sheet, the account, and how to share it; for one
 * thumb.
 */

import { button } from "../shared/button.js";
import { h, show } from "../shared/dom.js";
import { recall, remember, settings } from "../shared/keep.js";
import { ask, keyInAddress, noteOpened } from "./asking.js";
import {
  actOf,
  blanks,
  draftOf,
  isUnchanged,
  isWhole,
  newDraft,
  ofName,
  openDraft,
  whoPlays,
} from "./draft.js";
import { entry } from "./entry.js";
import "../shared/install.js";
import { kindOf } from "./kinds.js";
import { openPad } from "./keeping.js";
import { sheet } from "./sheet.js";
import { t } from "../shared/words.js";
import { endSaid, words, writer } from "./words.js";
import { byId } from "../shared/page.js";
import { sayPiece, sayRefusal } from "../shared/server-texts.js";

const told = words.pad;
const root = byId("pad");
const TRY_MS = 150;
const ONCE = ["answer", "strike", "join", "leave", "rename", "stop"];
const TABS = ["hand", "sheet", "account", "more"];
const SHARE = "more"; // what the tab of the links is called in the address

document.documentElement.dataset.suits = settings().suits;

const pad = openPad(keyInAddress(), refresh);
const app = {
  pad,
  // null before the pad is there
  draft: /** @type {import("./draft.js").Draft} */ (/** @type {any} */ (null)),
  tried: /** @type {Awaited<ReturnType<typeof ask>>} */ (null),
  picking: null,
  fresh: true,
  opened: null,
  copied: null,
  asking: null,
  trail: null,
  notes: {},
  busy: false,
  parts: {},
  wrote: "",
  ahead: {},
  changed: refresh,
  // without a connection, with what waits in it, where this device can work that out
  get state() {
    return (isAhead() && app.ahead.state) || pad.state;
  },
  set,
  next,
  pick,
  cancel,
  write,
  askBlank,
  act,
  openRow,
  openHand,
  insertBefore,
  note,
  copy,
  sure,
  callMe,
  showTrail,
  putInSeason,
  newLinks,
  openAgain,
  seasons: () => recall("seasons", []),
};
const waits = () => pad.state && [pad.state.v, ...pad.waiting.map((each) => each.id)].join();
const isAhead = () =>
  pad.waiting.length > 0 && (!pad.trouble || pad.trouble.here) && app.ahead.about === waits();
let tryTimer = 0;

// Why what waits is not in what is shown: it is being added up, or it cannot be here; null where it is, or
// nothing waits.
function unsummed() {
  if (
    pad.line === "open" ||
    !pad.waiting.length ||
    app.state !== pad.state ||
    (pad.trouble && !pad.trouble.here)
  )
    return null;
  if (!app.parts.cards || !app.parts.cards.addsUp()) return told.no_sums;
  if (!isAhead() || !app.ahead.done) return told.adding_up;
  return pad.waiting.some((each) => ["undo", "redo"].includes(each.act.do)) ? told.undo_waits : told.no_sums;
}

// What is not always asked for is loaded when it is: the account, the links with all that stands beside
// them, the cards that are counted,
// what goes wrong. Where no browser could keep them for later, those that are of use without a connection
// are loaded at once.
const LATER = {
  begin: () => import("./begin.js"),
  account: () => import("./account.js"),
  share: () => import("./share.js"),
  cards: () => import("./cards.js"),
  trouble: () => import("./trouble.js"),
};
if (!("serviceWorker" in navigator)) for (const part of ["account", "trouble"]) load(part);

async function load(part) {
  if (app.parts[part]) return;
  try {
    app.parts[part] = await LATER[part]();
    draw();
  } catch {
    // without a connection; the next time it is asked for it is tried again
  }
}

// --- what is drawn

const tab = () => {
  const wished = location.hash.slice(1);
  return TABS.includes(wished) ? wished : pad.state.role === "write" ? "hand" : "sheet";
};

function refresh() {
  if (pad.state) readDraft();
  if (pad.state && pad.state.role === "write") keepCounter();
  draw();
}

// Whoever writes on a phone that keeps the page can count cards there without a connection, too.
async function keepCounter() {
  if (app.keeps || !("serviceWorker" in navigator)) return;
  app.keeps = true;
  await navigator.serviceWorker.ready;
  await load("cards");
  if (app.parts.cards) app.parts.cards.keep(draw);
}

function draw() {
  if (!pad.state) {
    show(root, [
      h(
        "main",
        { key: "none" },
        h("h1", null, told.pads_title),
        h(
          "p",
          { class: "lead", role: "status" },
          pad.closed ||
            (pad.line === "lost" && navigator.onLine === false ? told.first_offline : told.loading),
        ),
        h("p", null, h("a", { href: "/pad" }, told.own_pads)),
      ),
    ]);
    return;
  }
  const { state } = app;
  if (pad.line !== "open" && app.parts.cards) app.parts.cards.reckon(app, waits());
  app.unsummed = unsummed();
  document.title = state.title;
  show(root, [
    head(state),
    h("main", { key: "main", "data-home": "main", tabindex: "-1" }, notices(state), shown(state)),
    h(
      "nav",
      { key: "nav", class: "tabs", "aria-label": told.tabs_label },
      TABS.filter((each) => each !== "hand" || state.role === "write").map((each) =>
        h(
          "a",
          { key: each, href: `#${each}`, class: "tab", "aria-current": tab() === each ? "page" : null },
          told.tabs[each],
        ),
      ),
    ),
  ]);
}

function shown(state) {
  const name = tab() === SHARE ? "share" : tab();
  if (name === "hand") return hand(state);
  return name === "sheet"
    ? sheet(app)
    : late(name) || h("p", { key: "fetched", class: "detail", role: "status" }, told.fetching);
}

// Something of a part that is loaded when it is asked for; null until it is there.
function late(part, what = part) {
  load(part);
  return app.parts[part] ? app.parts[part][what](app) : null;
}

const nextOf = (state, name) =>
  state[`${name}_says`] && sayPiece({ says: state[`${name}_says`], said: state[`${name}_said`] });

function head(state) {
  const pot = kindOf(state).pot(state.pot_cents);
  const writes = state.role === "write";
  const { done, undone } = standing();
  const turn = (what, each, may, sign) => {
    const says = each ? each.says : nextOf(state, what);
    return button(
      {
        key: what,
        class: `button small ${what}`,
        "aria-label": t(`pad.${what}_${says ? "what" : "nothing"}`, { what: says }),
        "aria-disabled": String(!may),
        onclick: () => may && act({ do: what }, told[what]),
      },
      sign,
    );
  };
  return h(
    "header",
    { key: "head", class: "pad-head" },
    h("h1", null, state.title),
    pot && !app.unsummed && h("span", { key: "pot", class: "pot" }, pot),
    writes && turn("undo", done.at(-1), done.length > 0 || state.can_undo, "↶"),
    writes && turn("redo", undone.at(-1), undone.length > 0 || (!done.length && state.can_redo), "↷"),
  );
}

// Of the entries that wait, up to one that was refused, those that stand and those taken back: undo and
// redo are about them first.
function standing() {
  const done = [];
  let undone = [];
  for (const each of pad.waiting) {
    if (pad.trouble && pad.trouble.kind === "refused" && pad.trouble.id === each.id) break;
    if (each.act.do === "undo") undone.push(done.pop() || { says: nextOf(pad.state, "undo"), act: {} });
    else if (each.act.do === "redo") done.push(...undone.splice(-1));
    else {
      done.push(each);
      undone = [];
    }
  }
  return { done, undone };
}

function notices(state) {
  return [
    h("p", { key: "wrote", class: app.wrote ? "detail" : "unseen", role: "status" }, app.wrote),
    pad.closed && h("p", { key: "closed", class: "warning", role: "status" }, pad.closed),
    pad.line === "lost" &&
      h(
        "p",
        { key: "lost", class: "warning", role: "status" },
        state.role === "write" ? told.lost : told.lost_watching,
      ),
    pad.unmade && late("begin", "unmade"),
    pad.trouble && late("trouble"),
    (!pad.trouble || pad.trouble.here) && pad.waiting.length > 0 && pad.line !== "open" && waiting(),
    state.stopped && late("trouble", "stopped"),
    state.typing.length > 0 &&
      h(
        "p",
        { key: "typing", class: "detail" },
        t("pad.others_typing", { names: state.typing.map(writer), count: state.typing.length }),
      ),
  ];
}

// What waits, folded where it is much, so that the hand stays in reach.
function waiting() {
  const title = t("pad.wait_title", { count: pad.waiting.length });
  const list = h(
    "ol",
    { key: "list" },
    pad.waiting.map((each) => h("li", { key: each.id }, each.says, aheadOf(each))),
  );
  const isMuch = pad.waiting.length > 1;
  return h(
    "div",
    { key: "waiting", class: "panel waiting" },
    isMuch
      ? h("details", { key: "much" }, h("summary", null, title), list)
      : [h("h2", { key: "title" }, title), list],
    app.unsummed && h("p", { key: "sums", class: "detail", role: "status" }, app.unsummed),
  );
}

function aheadOf({ id }) {
  const { totals, refused } = (app.ahead.each || {})[id] || {};
  return (
    (totals || refused) && [
      " ",
      h(
        "small",
        { class: totals ? "detail" : "note" },
        totals
          ? t("pad.wait_totals", {
              totals: app.state.players
                .map(({ name }) => [name, ofName(totals, name)])
                .filter(([, total]) => total !== undefined)
                .map(([name, total]) => t("pad.total_of", { name, total })),
            })
          : sayRefusal(refused),
      ),
    ]
  );
}

async function openAgain() {
  const { state } = app;
  const gone = await pad.drop();
  if (gone) openOn(draftOf(state, gone.act));
}

function hand(state) {
  const { draft } = app;
  const isOlder = draft && (draft.item || draft.before);
  // a hand that waits comes with the sums
  if (isOlder) return isThere(state, draft) ? entry(app) : sheet(app);
  if (state.stopped) return sheet(app);
  if (state.offer) return [offer(state), sheet(app)];
  if (!state.next) return [over(state), sheet(app)];
  return entry(app);
}

function offer(state) {
  const { name, item, target, price_cents: price, total, forces_split: splits, number } = state.offer;
  const answer = (yes) =>
    act(
      { do: "answer", item, name, yes },
      yes ? t("pad.buy", { name, price }) : t("pad.stay", { name, total }),
    );
  const given = standing().done.find(
    (each) => each.act.do === "answer" && each.act.item === item && each.act.name === name,
  );
  return h(
    "section",
    { key: "offer", class: "panel offer", "data-home": "offer", tabindex: "-1" },
    h("h2", null, t("pad.offer", { name, total, target, price })),
    splits && h("p", { key: "split", class: "warning" }, told.offer_split),
    h("p", { class: "detail" }, t("pad.offer_next", { number: number + 1 })),
    given && h("p", { key: "given", role: "status" }, t("pad.answer_waits", { says: given.says })),
    !given &&
      button({ key: "yes", class: "button big", onclick: () => answer(true) }, t("pad.buy", { name, price })),
    !given &&
      button(
        { key: "no", class: "button big", onclick: () => answer(false) },
        t("pad.stay", { name, total }),
      ),
  );
}

/** How a match may have ended. */
const ENDS = ["won", "split", "abandoned"];

function over(state) {
  return h(
    "section",
    { key: "over", class: "panel over", "data-home": "over", tabindex: "-1" },
    h(
      "h2",
      null,
      ENDS.includes(state.status)
        ? t(`pad.over.${state.status}`, { names: state.winners, count: state.winners.length })
        : "",
    ),
    h("p", null, told.over_next),
    h("p", null, h("a", { class: "button main big", href: "#account" }, told.tabs.account)),
  );
}

// --- the hand that is typed

const isThere = ({ rows }, { item, before }) =>
  [item, before].every((one) => one === null || rows.some((row) => row.item === one));

// The draft is taken up again after a reload, and begun anew where it is of a hand that stands no more.
function readDraft() {
  const { state } = app;
  const kept = app.draft || pad.draft();
  const stands =
    kept &&
    kept.values &&
    kept.touched &&
    (isThere(state, kept) || isThere({ rows: pad.waiting.map(({ id }) => ({ item: id })) }, kept));
  app.draft = stands ? kept : newDraft(state);
  if (app.draft.item === null && app.draft.before === null && state.next)
    app.draft = {
      ...app.draft,
      number:
        state.next.number +
        (unsummed() ? standing().done.filter((each) => ["enter", "dead"].includes(each.act.do)).length : 0),
    };
  if (app.draft.touched && !app.tried) tryLater();
}

function set(change) {
  app.draft = { ...app.draft, ...change, touched: true };
  app.wrote = "";
  app.fresh = "values" in change ? "at" in change : true;
  app.notes.blank = "";
  if ("at" in change) app.picking = null;
  pad.keepDraft(app.draft);
  app.tried = null;
  tryLater();
  draw();
}

/** Take a value and go on to the next who is blank; from the last on, to the key that writes it down. */
function next(change) {
  const values = change.values || app.draft.values;
  const left = blanks(app.state, { ...app.draft, values });
  const order = whoPlays(app.state, app.draft);
  const after = order.slice(order.indexOf(app.draft.at) + 1);
  const to = left.find((name) => after.includes(name)) || left[0] || null;
  set({ ...change, at: to });
  if (to === null) document.getElementById("write")?.scrollIntoView({ block: "nearest" });
}

function tryLater() {
  clearTimeout(tryTimer);
  if (!isWhole(app.state, app.draft)) return;
  if (isUnchanged(app.state, app.draft)) return; // it would be refused before anybody has changed it
  // more digits are to come
  if (!app.fresh && (app.state.form.never || []).includes(ofName(app.draft.values, app.draft.at))) return;
  tryTimer = setTimeout(async () => {
    const tried = app.draft;
    const answer = await pad.tried(actOf(app.state, tried));
    if (tried !== app.draft || !answer) return;
    app.tried = answer;
    draw();
  }, TRY_MS);
}

function pick(change) {
  app.picking = change;
  if (change) load("cards");
  draw();
}

function cancel() {
  forget();
  draw();
}

function forget() {
  clearTimeout(tryTimer);
  app.draft = newDraft(app.state);
  app.tried = null;
  app.picking = null;
  pad.keepDraft(null);
}

async function write() {
  if (app.busy) return;
  app.busy = true;
  const { draft } = app;
  const what = saysOf(draft);
  const written =
    draft.item || draft.before
      ? t(draft.item ? "pad.hand_corrected" : "pad.hand_inserted", { number: draft.number, what: what })
      : "";
  const came = await act(
    actOf(app.state, draft),
    written || `${t("pad.hand_number", { number: draft.number })}: ${what}`,
    draft.after,
  );
  app.busy = false;
  if (came !== "in" || !written) return;
  app.wrote = `${written}.`;
  draw();
}

function saysOf(draft) {
  const { nobody, ended_by: ender, ending, knock_card: card, values } = draft;
  const counts = whoPlays(app.state, draft)
    .filter((name) => name !== ender && ofName(values, name) !== undefined)
    .map((name) => `${name} ${ofName(values, name)}`);
  return `${nobody ? told.nobody_closed : endSaid(ender, ending, card)}; ${counts.join(", ")}`;
}

function askBlank() {
  const first = blanks(app.state, app.draft)[0];
  if (first && (app.draft.ended_by || app.draft.nobody)) set({ at: first });
}

// --- acts

/**
 * Write an act down, as made on the version that was looked at; a hand's draft is done with once the entry
 * is kept. Comes to how it went.
 */
async function act(what, says, after = pad.state.v) {
  const last = standing().done.at(-1);
  // tapped twice
  if (last && ONCE.includes(what.do) && JSON.stringify(last.act) === JSON.stringify(what)) return "kept";
  app.asking = null;
  app.wrote = "";
  app.trail = null;
  if (["enter", "insert", "correct"].includes(what.do)) forget();
  const came = await pad.send(what, says, after);
  if (came === "in" && !app.draft.touched) forgetQuietly();
  draw();
  if (came === "trouble") await load("trouble");
  if (came === "trouble") document.querySelector(".trouble")?.scrollIntoView({ block: "nearest" });
  return came;
}

// The blank hand that comes next is one of the version that now stands.
function forgetQuietly() {
  app.draft = newDraft(app.state);
  app.tried = null;
}

function openRow(item) {
  app.opened = app.opened === item ? null : item;
  draw();
}

function openOn(draft) {
  app.draft = draft;
  app.wrote = "";
  app.tried = null;
  app.picking = null;
  pad.keepDraft(draft);
  tryLater();
  goTo("hand");
}

function openHand(item) {
  openOn(openDraft(app.state, item));
}

function insertBefore(item) {
  openOn(newDraft(app.state, item));
}

function goTo(where) {
  if (location.hash === `#${where}`) draw();
  else location.hash = where;
  scrollTo(0, 0);
}

function note(which, text) {
  app.notes[which] = text;
  draw();
}

function sure(what) {
  app.asking = app.asking === what ? null : what;
  draw();
}

async function copy(address) {
  try {
    await navigator.clipboard.writeText(address);
    app.copied = address;
  } catch {
    app.copied = null; // the link stands there to be taken by hand
  }
  draw();
}

async function callMe(name) {
  const answer = await pad.put("name", { name });
  if (answer && answer.ok) {
    remember("name", name);
    await pad.look();
  }
  note("name", answer ? answer.sentence || told.keep_name : told.lost);
}

async function newLinks() {
  app.asking = null;
  const answer = await pad.replaceLinks();
  note("links", answer ? answer.sentence || "" : told.lost_links);
}

async function showTrail() {
  const answer = await pad.trail();
  app.trail = answer && answer.ok ? answer.body.trail : null;
  draw();
}

async function putInSeason(key) {
  const answer = await pad.put("season", { season: key });
  if (answer && answer.ok) {
    pad.take(answer.body);
    if (key) {
      const found = await ask(`/seasons/${encodeURIComponent(key)}`);
      if (found && found.ok)
        remember("seasons", noteOpened(recall("seasons", []), { key, title: found.body.title }));
    }
  }
  note("season", answer ? answer.sentence || "" : told.lost);
}

addEventListener("online", () => app.keeps && app.parts.cards && app.parts.cards.keep(draw));
addEventListener("hashchange", () => {
  draw();
  scrollTo(0, 0);
});
refresh();
