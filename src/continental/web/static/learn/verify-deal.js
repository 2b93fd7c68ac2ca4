/**
 * One deal held to its dice: the commitment, the pack, every card drawn, and every stock that was rebuilt.
 */

import { bytesOf, commitmentOf, packOf, shuffled } from "./verify-shuffle.js";

/**
 * @typedef {{what: string, agrees: boolean|null, facts: Object<string, any>}} Finding `agrees` null: there
 *   was nothing to hold it to
 * @typedef {{number: number, commitment: string, dice: string|null, order: string[], hands: Object<number,
 *   string[]>, upcard: string|null, findings: Finding[]}} Checked
 */

/**
 * @param {import("./verify-record.js").ReadRecord} record
 * @param {import("./verify-record.js").RecordDeal} deal
 * @param {Object} packs what is shuffled, by rule set, players and deal
 * @param {{dealt?: Object, shown?: Object, out: number[]}} known what the server stored, what this browser
 *   was shown, who is out
 * @returns {Promise<Checked>}
 */
export async function checkDeal(record, deal, packs, { dealt, shown, out }) {
  const findings = [];
  const find = (what, agrees, facts = {}) => findings.push({ what, agrees, facts });
  /** @type {Checked} */
  const found = {
    number: deal.number,
    commitment: deal.commitment,
    dice: deal.dice,
    order: [],
    hands: {},
    upcard: null,
    findings,
  };
  if (shown && shown.commitment)
    find("shown", shown.commitment === deal.commitment, { commitment: shown.commitment });
  if (!deal.dice) return found;
  const right = await commitmentOf(deal.dice);
  find("commitment", right === deal.commitment, { right });
  const rows = (packs[record.rules] || {})[record.names.length];
  const pack = rows && rows[Math.min(deal.number, rows.length) - 1];
  if (!pack) return (find("unknown_rules", null, { rules: record.rules }), found);
  const start = packOf(pack);
  found.order = deal.pack || (await shuffled(bytesOf(deal.dice), "pack", start));
  if (deal.pack) find("stacked", sameCards(deal.pack, start) ? null : false);
  if (!pack.plain || deal.dealer === null) return (find("not_followed", null), found);
  const table = dealOut(found.order, pack.cards, record.names.length, deal.dealer, out);
  Object.assign(found, { hands: table.hands, upcard: table.upcard });
  holdToWhatWasDealt(table, dealt, shown, find);
  await follow(record, deal, table, dealt, find);
  return found;
}

/** Cards dealt one by one from the top, from the dealer's left; the next one opens the discards. */
export function dealOut(order, cards, players, dealer, out) {
  const stock = [...order];
  const seats = Array.from({ length: players }, (_, step) => (dealer + 1 + step) % players).filter(
    (seat) => !out.includes(seat),
  );
  /** @type {Object<number, string[]>} */
  const hands = Object.fromEntries(seats.map((seat) => [seat, []]));
  for (let lap = 0; lap < cards; lap++) for (const seat of seats) hands[seat].push(stock.pop());
  const upcard = stock.pop();
  return { hands, upcard, stock, discards: [upcard] };
}

const same = (one, two) => one.length === two.length && one.every((card, place) => card === two[place]);
const sameCards = (one, two) => same([...one].sort(), [...two].sort());

function holdToWhatWasDealt(table, dealt, shown, find) {
  if (dealt) {
    const hands = Object.entries(table.hands).every(([seat, hand]) => sameCards(hand, dealt.hands[seat]));
    find("dealt", hands && table.upcard === dealt.upcard && same(table.stock, dealt.stock), {
      stock: table.stock.length,
    });
  }
  if (shown && shown.hand && table.hands[shown.seat])
    find("own_hand", sameCards(table.hands[shown.seat], shown.hand));
}

// The acts move cards from place to place; each drawn card has to be the one that the order has on top.
async function follow(record, deal, table, dealt, find) {
  const hands = Object.fromEntries(Object.entries(table.hands).map(([seat, hand]) => [seat, [...hand]]));
  let { stock, discards } = table;
  let drawn = 0;
  let rebuilt = 0;
  const wrong = (act, facts) => find("acts", false, { line: act.line, ...facts });
  for (const act of deal.acts) {
    const hand = hands[act.seat];
    const card = /[2-9TJQKA][SHDC]|JK/.exec(
      act.text.startsWith("draws") || act.text.startsWith("takes") ? act.outcome : act.text,
    );
    if (act.text.startsWith("draws")) {
      if (!stock.length) {
        rebuilt += 1;
        const keeps = record.switches.reshuffle_top !== "include";
        stock = await shuffled(
          bytesOf(deal.dice),
          `rebuild ${rebuilt}`,
          keeps ? discards.slice(0, -1) : discards,
        );
        discards = keeps ? discards.slice(-1) : [];
        if (dealt)
          find("rebuilt", same(stock, dealt.rebuilt[rebuilt - 1] || []), {
            number: rebuilt,
            cards: stock.length,
          });
      }
      const top = stock.pop();
      if (!hand || (card && top !== card[0])) return wrong(act, { wanted: top, told: card && card[0] });
      hand.push(top);
      drawn += 1;
    } else if (act.text.startsWith("takes")) {
      const top = discards.pop();
      if (!hand || !top || (card && top !== card[0]))
        return wrong(act, { wanted: top, told: card && card[0] });
      hand.push(top);
    } else if (act.text.startsWith("throws") || act.text.includes("throwing")) {
      const thrown = /(?:throws|throwing) (\S+)/.exec(act.text);
      const at = hand && thrown ? hand.indexOf(thrown[1].toUpperCase()) : -1;
      if (at < 0) return wrong(act, { told: thrown && thrown[1] });
      discards.push(...hand.splice(at, 1));
    }
  }
  find("acts", true, { drawn, rebuilt });
}
