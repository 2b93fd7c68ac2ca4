/** What happens at a table, as lines of texts and cards. */

import { has, t, tLine, words } from "./words.js";

/** Events that nobody needs to read: the bar asks, the count shows, and the side tells of the shuffle. */
const UNSAID = [
  "asked",
  "seen_committed",
  "hand_settled",
  "dice_shown",
  "room_made",
  "said_next",
  "carry_offered",
  "standing_said",
];

/** By the kind of event the text that fits it, where there are several, and values beside the event's own. */
const TOLD = {
  match_began: (e) => ({ text: e.ante ? "match_began_ante" : "match_began" }),
  dealer_drawn: (e, who) => ({
    text: e.draws.length ? "dealer_drawn_cut" : "dealer_drawn",
    draws: e.draws.map(([seat, drew]) =>
      tLine("table.events.dealer_drawn_draw", { player: who.mid(seat), drew }),
    ),
  }),
  seen_drew: (e) => ({ text: e.card ? "seen_drew_card" : "seen_drew" }),
  hand_ended: (e) => {
    const how =
      e.ending === "knock" && e.left.length ? "knock_card" : e.ending + (e.thrown ? "_throwing" : "");
    return { text: `hand_ended_${how}`, low: e.left[0] };
  },
  deal_died: (e) => ({ count: e.laps }),
  claim_answered: (e, who) => {
    const how = e.accused === null ? "none" : e.cards.length ? "cards" : "plain";
    return { text: `claim_answered_${how}`, ...(e.accused === null ? {} : pairOf(e.accused, who)) };
  },
  voted: (e) => ({ text: e.upheld ? "voted_yes" : "voted_no" }),
  feeding_ruled: (e, who) => ({
    text: `feeding_ruled_${e.upheld ? "yes" : "no"}${e.cards.length ? "_cards" : ""}`,
    ...pairOf(e.accused, who),
    context: who.of(e.accused).context,
  }),
  buy_back_answered: (e) => ({ text: e.yes ? "buy_back_answered_yes" : "buy_back_answered_no" }),
  seat_cleared: (e) => ({ number: e.seat + 1 }),
  turned_away: (e) => ({ number: e.seat + 1 }),
  host_passed: (e) => e.seat !== null && {},
  match_started: (e) => ({ text: e.number > 1 ? "match_started_again" : "match_started_first" }),
  seen_claimed: (e) => e.wants && {},
  seen_bought: (e) => {
    const how = e.penalty.length ? "_cards" : e.penalty_count ? "_penalty" : "";
    return { text: `seen_bought${how}`, count: e.penalty_count };
  },
  went_down: (e) => ({ count: e.melds.length }),
  went_closed: (e) => ({ text: e.at_once ? "went_closed_at_once" : "went_closed" }),
  hand_scored: (e) => ({ count: e.points }),
};

const pairOf = (accused, who) => ({ accused: who.mid(accused), fed: who.mid(who.after(accused)) });

/**
 * One event as a line, or null for one that nobody needs to read. `who` names the players.
 * @param {Object<string, any>} event
 * @param {Object<string, any>} who
 */
export function tellEvent(event, who) {
  const { is } = event;
  if (is === "match_ended") return [who.points ? tellWinners(event.winners, who) : tellEnd(event, who)];
  const more = TOLD[is] ? TOLD[is](event, who) : {};
  if (UNSAID.includes(is) || !more) return null;
  const { text = is, ...values } = more;
  const key = ["table", "melds"]
    .map((surface) => `${surface}.events.${text}`)
    .find((each) => has(each, values));
  const subject = event.seat ?? event.dealer;
  const named = subject === undefined ? {} : who.of(subject);
  return key ? tLine(key, { ...named, ...event, ...values }) : null;
}

/** How a match for money ended. @param {any} view its last view, or the event of its end */
export function tellEnd({ status, winners }, who) {
  const text = ["won", "split"].includes(status) ? status : "abandoned";
  return t(`table.over.${text}`, countOf(winners, who));
}

/** Who won a match for points. */
export const tellWinners = (winners, who) => t("table.over_points", countOf(winners, who));

const countOf = (seats, who) => ({
  names: seats.map(who.name),
  count: seats.length,
  context: seats.length === 1 ? who.of(seats[0]).context : undefined,
});

/** Several who left a discard or a joker to the others, as a line. */
export const tellPasses = (passed, who) =>
  tLine("table.passes", { names: [...new Set(passed.map((one) => who.name(one.seat)))] });

/** Several payments of one reason to one party, as a line. */
export function tellPayments(paid, who) {
  const [{ target, cents, why }] = paid;
  const alike = paid.every((one) => one.cents === cents);
  return tLine(alike && paid.length > 1 ? "table.payments_each" : "table.payments", {
    from: t("table.payers", { names: paid.map((one) => who.mid(one.source)) }),
    to: target === -1 ? words.pot : who.mid(target),
    cents: alike ? cents : paid.reduce((all, one) => all + one.cents, 0),
    why: words.why[why],
  });
}
