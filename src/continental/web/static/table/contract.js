/**
 * A contract game at the table: what the page shows and asks besides, where melds are laid. House Rules do
 * not load it.
 */

import { ask } from "../shared/ask.js";
import { melds as words } from "../shared/meld-texts.js";
import { chosenCard, isAsked, reasonFor } from "./state.js";
import { t, format } from "../shared/words.js";
import { actsOn } from "./render/melds.js";
import { ASKS, beside, head, sheet, stage, waitsFor, waysDown } from "./render/contract.js";
import { emptyTrays, traysFrom } from "./render/trays.js";
import { sayRefusal } from "../shared/server-texts.js";
import { needsOf } from "../shared/needs.js";

const WISH_AFTER = 300;
const WISH_AGAIN = 1500;
const LOOK_AFTER = 90; // milliseconds without a touch before the table is asked what the trays are

/**
 * @typedef {{needs: {kind: "set"|"run", size: number}[], cards: number, whole: "no"|"all"|"all_but_one"}}
 *   DealRow
 * @typedef {{
 *   deals: DealRow[], penalty: number, own: boolean, open: boolean, at: number, way: number, rows:
 *   number[][], parts:
 * Map<number, string>, told: Object|null, lost: boolean,
 *   where: number|null, arrived: Set<number>, unfolded: Set<number>, standing: boolean, wish: Object|null,
 *   asks: Object<string, Function>, waitsFor: Function, head: Function, stage: Function, beside: Function,
 *   sheet: Function, follow: Function, points: boolean, css: string, crowd: (cards: number) => string,
 *   showsCount: (state: any) => boolean, targets: (acts: any, id: number) => Object<string, Function>,
 * }} Game the last ones are the parts that the page is made of there
 */

/** The contract game of a room, from what its page was given. @param {string} text @returns {Game} */
export function gameOf(text) {
  const { deals, penalty, own } = JSON.parse(text);
  const read = (need) => ({ kind: need[0] === "S" ? "set" : "run", size: Number(need.slice(1)) });
  return {
    deals: deals.map((deal) => ({ ...deal, needs: deal.needs.map(read) })),
    penalty,
    own,
    open: false,
    at: 0,
    way: 0,
    rows: [],
    parts: new Map(),
    told: null,
    lost: false,
    where: null,
    arrived: new Set(),
    unfolded: new Set(),
    standing: false,
    wish: null,
    points: true,
    css: "contract",
    asks: ASKS,
    crowd: (cards) => (cards > 16 ? "most" : "many"),
    showsCount: () => false,
    targets: (acts, id) => ({
      onMeld: (on) => acts.layById(id, on),
      onTray: (place) => acts.intoTray(id, place),
    }),
    waitsFor,
    head,
    stage,
    beside,
    sheet,
    follow: followGame,
  };
}

/** Whether this seat has its contract on the table. */
const isDown = (state) => state.message.view.deal.on_table.down.includes(state.message.you);

/**
 * What a new message means for the trays and the cards that came in, once the state has taken it up.
 * @param {import("../shared/wire.js").State} state @param {import("../shared/wire.js").Event[]} news
 */
function followGame(state, news, acts) {
  const { game } = state;
  const { view, you } = state.message;
  const deal = view && view.deal;
  const bought = news.filter((event) => event.is === "seen_bought" && event.seat === you);
  if (bought.length)
    game.arrived = new Set(
      bought.flatMap((event) => [event.card, ...event.penalty]).flatMap((card) => newestOf(state, card)),
    );
  else if (!deal || (deal.turn === you && isAsked(state) && view.phase === "draw") || !deal.hand.length)
    game.arrived = new Set();
  const held = new Set(state.held.map((each) => each.id));
  const rows = game.rows.map((row) => row.filter((id) => held.has(id)));
  if (rows.some((row, place) => row.length !== game.rows[place].length)) game.rows = rows;
  const number = deal ? deal.number : null;
  if (number !== game.number || (deal && isDown(state) !== game.down)) {
    Object.assign(game, {
      number,
      down: Boolean(deal && isDown(state)),
      open: false,
      at: 0,
      rows: [],
      parts: new Map(),
      told: null,
      unfolded: new Set(),
      where: null,
    });
  }
  if (!isAsked(state) || !chosenCard(state)) game.where = null;
  if (game.open) acts.look();
  if (game.wish && isSame(game.wish, state.message.standing)) game.wish = null;
}

const isSame = (one, other) =>
  Boolean(other) && Object.keys(one).every((name) => String(one[name]) === String(other[name]));

const newestOf = (state, card) =>
  state.held
    .filter((each) => each.card === card)
    .slice(-1)
    .map((each) => each.id);

/** What touching does in such a game, besides what it does anyway. */
export function actsOf(state, acts, drawSoon) {
  const { game } = state;
  const plain = { choose: acts.choose, back: acts.back };
  let timer = 0;
  let wishing = 0;
  let asked = 0;

  function sendWish() {
    if (!game.wish) return;
    if (state.sentAt === null) acts.send({ do: "standing", ...game.wish });
    wishing = setTimeout(sendWish, WISH_AGAIN);
  }

  async function lookNow() {
    const mine = asked;
    const trays = game.rows.map((row) => row.map((id) => textOf(id)));
    if (!trays.some((row) => row.length))
      return told({
        trays: trays.map(() => ({ ways: [], reads: null })),
        missing: dealNow().needs,
        ready: false,
        act: null,
        says: null,
      });
    const answer = await ask(`/r/${state.room}/trays`, { trays });
    if (mine !== asked || !game.open) return drawSoon();
    game.lost = !answer?.ok;
    if (answer) told(answer.ok ? answer.body : null);
    else drawSoon();
  }

  function told(said) {
    const { eager } = game;
    Object.assign(game, { told: said, stale: false, eager: false });
    if (eager) more.goDown();
    drawSoon();
  }

  const textOf = (id) => {
    const held = state.held.find((each) => each.id === id);
    return game.parts.has(id) ? `${held.card}=${game.parts.get(id)}` : held.card;
  };
  const dealNow = () => game.deals[state.message.view.deal.number - 1] || game.deals.at(-1);

  const more = {
    // --- trays
    openTrays(filled) {
      Object.assign(game, {
        open: true,
        where: null,
        ...(filled
          ? traysFrom(state, filled)
          : game.rows.some((row) => row.length)
            ? {}
            : emptyTrays(isDown(state) ? 1 : dealNow().needs.length)),
      });
      if (filled && !waysDown(state)[game.way]) game.way = 0;
      state.chosen = null;
      more.look();
      game.stale = !filled;
      drawSoon();
    },
    closeTrays() {
      game.open = false;
      drawSoon();
    },
    clearTrays() {
      Object.assign(game, emptyTrays(game.rows.length));
      more.look();
      drawSoon();
    },
    /** Fill the trays with the next of the ways that the table proposes. */
    propose() {
      const ways = waysDown(state);
      game.way = (game.way + 1) % ways.length;
      more.openTrays(ways[game.way]);
    },
    chooseTray(place) {
      game.at = place;
      drawSoon();
    },
    intoTray(id, place = game.at) {
      game.rows = game.rows.map((row, at) =>
        at === place ? [...row.filter((each) => each !== id), id] : row.filter((each) => each !== id),
      );
      game.at = place;
      state.chosen = null;
      changed();
    },
    outOfTray(id) {
      game.rows = game.rows.map((row) => row.filter((each) => each !== id));
      changed();
    },
    /** Give the stand-ins of a tray the parts of its next reading. */
    turnTray(place) {
      const { ways, reads } = game.told.trays[place];
      const next = ways[(ways.findIndex((way) => way.join() === (reads || []).join()) + 1) % ways.length];
      const free = [...game.rows[place]];
      game.parts = new Map(game.parts);
      free.forEach((id) => game.parts.delete(id));
      for (const text of next.filter((one) => one.includes("="))) {
        const [card, part] = text.split("=");
        const at = free.findIndex((id) => state.held.find((each) => each.id === id).card === card);
        game.parts.set(free.splice(at, 1)[0], part);
      }
      more.look();
      drawSoon();
    },
    look() {
      asked += 1;
      game.stale = true;
      clearTimeout(timer);
      timer = setTimeout(lookNow, LOOK_AFTER);
    },
    goDown() {
      // what was said of the trays before the last touch says nothing of them now: the answer to it is
      // waited for
      if (game.stale) game.eager = true;
      else if (game.told && game.told.act) acts.send(game.told.act);
      else acts.note(traysSay(game));
    },

    // --- the table's melds
    touchMeld(on) {
      const chosen = chosenCard(state);
      const here = chosen ? actsOn(state, on, chosen.card) : [];
      if (here.length === 1) return acts.send(here[0]);
      if (here.length > 1) game.where = on;
      else if (chosen && isAsked(state) && state.message.view.phase === "play")
        acts.note(reasonFor(state, "lay_off") || t("melds.not_there", { card: format.card(chosen.card) }));
      else
        game.unfolded = new Set(
          game.unfolded.has(on) ? [...game.unfolded].filter((each) => each !== on) : [...game.unfolded, on],
        );
      drawSoon();
    },
    layById(id, on) {
      state.chosen = id;
      more.touchMeld(on);
    },

    // --- standing answers
    toggleStanding() {
      game.standing = !game.standing;
      drawSoon();
    },
    /** Wish for a standing answer: shown at once, sent when the hand rests. */
    setStanding(wish) {
      game.wish = wish;
      clearTimeout(wishing);
      wishing = setTimeout(sendWish, WISH_AFTER);
      drawSoon();
    },

    // --- in place of the plain ones
    choose(id) {
      if (game.open && !game.rows.flat().includes(id)) return more.intoTray(id);
      game.where = null;
      return plain.choose(id);
    },
    back() {
      if (game.where !== null) game.where = null;
      else if (game.open) game.open = false;
      else return plain.back();
      drawSoon();
    },
  };

  function changed() {
    for (const id of game.parts.keys()) if (!game.rows.flat().includes(id)) game.parts.delete(id);
    more.look();
    drawSoon();
  }
  return more;
}

/** What the trays still want, in a sentence. */
export function traysSay(game) {
  const { told } = game;
  if (game.lost) return words.tray_lost;
  if (!told) return "";
  if (told.act) return words.tray_ready;
  if (told.ready) return words.tray_ready_later;
  if (told.says) return sayRefusal(told.says);
  if (told.missing.length) return t("melds.tray_missing", { needs: needsOf(told.missing) });
  return words.tray_unmelded;
}
