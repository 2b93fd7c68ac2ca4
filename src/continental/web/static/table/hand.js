/**
 * The order of one's own hand: sorted by suit, rank or melds, or as its owner laid it, kept over every
 * update.
 */

const RANKS = "A23456789TJQK";
const SUITS = "SHCD"; // black and red in turn, so that neighbours are told apart

/**
 * @typedef {{id: number, card: import("../shared/wire.js").Card}} Held one card of the hand with a name of
 *   its own,
 * as faces come twice
 */

export const SORTS = ["suit", "rank", "melds", "own"];

let lastId = 0;

/** Cards as held ones, in the order given. @returns {Held[]} */
export function hold(cards) {
  return cards.map((card) => ({ id: ++lastId, card }));
}

/**
 * The held cards after an update: those that stay keep their place, those that went are gone, new ones come
 * last.
 * @param {Held[]} held as it was
 * @param {import("../shared/wire.js").Card[]} cards as it is
 * @param {number|null} thrown the one that its owner threw, which of two alike it was
 */
export function follow(held, cards, thrown = null) {
  const wanted = countOf(cards);
  const byAge = [...held].sort(
    (one, two) => Number(one.id === thrown) - Number(two.id === thrown) || one.id - two.id,
  );
  const stay = new Set();
  for (const each of byAge) {
    if (!wanted.get(each.card)) continue;
    wanted.set(each.card, wanted.get(each.card) - 1);
    stay.add(each.id);
  }
  const fresh = cards.filter((card) => {
    const left = wanted.get(card);
    if (left) wanted.set(card, left - 1);
    return left;
  });
  return [...held.filter((each) => stay.has(each.id)), ...hold(fresh)];
}

function countOf(cards) {
  const count = new Map();
  for (const card of cards) count.set(card, (count.get(card) || 0) + 1);
  return count;
}

/** The held cards in the order of a sort; `own` leaves them as they lie. */
export function sorted(held, sort, worth) {
  if (sort === "own") return held;
  if (sort === "melds" && worth) return byMelds(held, worth);
  const key = sort === "rank" ? byRank : bySuit;
  return [...held].sort((one, two) => key(one.card) - key(two.card) || one.id - two.id);
}

const bySuit = (card) => (card === "JK" ? 99 : SUITS.indexOf(card[1]) * 13 + RANKS.indexOf(card[0]));
const byRank = (card) => (card === "JK" ? 99 : RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));

function byMelds(held, worth) {
  const rest = [...held];
  const out = [];
  const place = (text) => {
    const found = rest.findIndex((each) => each.card === text.split("=")[0]);
    if (found >= 0) out.push(rest.splice(found, 1)[0]);
  };
  worth.melds.forEach((meld) => meld.forEach(place));
  const thrown = rest.findLast((each) => each.card === worth.thrown);
  const loose = sorted(
    rest.filter((each) => each !== thrown),
    "suit",
    null,
  );
  // last, and so next to nothing else, the card that goes best
  return [...out, ...loose, ...(thrown ? [thrown] : [])];
}

/**
 * Which cards begin a new group when sorted by melds: the first of each meld, and the first left over.
 * @returns {Set<number>}
 */
export function breaks(shown, worth) {
  const found = new Set();
  let at = 0;
  for (const meld of worth ? worth.melds : []) {
    const begun = at;
    // of older advice a card may be gone from the hand
    for (const text of meld) if (shown[at] && shown[at].card === text.split("=")[0]) at += 1;
    if (at > begun && shown[at]) found.add(shown[at].id);
  }
  return found;
}

/** The held cards with one of them moved to another place. */
export function moved(held, id, to) {
  const one = held.find((each) => each.id === id);
  const rest = held.filter((each) => each.id !== id);
  return one ? [...rest.slice(0, to), one, ...rest.slice(to)] : held;
}

/** The newest held card of a face: the one that was drawn. */
export function newest(held, card) {
  return held
    .filter((each) => each.card === card)
    .reduce((last, each) => (!last || each.id > last.id ? each : last), null);
}
