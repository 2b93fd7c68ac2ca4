"""Judgements about the match rather than the cards: what a total is worth, which count to declare, whether to buy back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from continental.cards import Cards
from continental.play.actions import Accuse, BuyBack, Count
from continental.play.events import BuyBackOffered
from continental.play.position import Standing
from continental.play.terms import Seat
from continental.play.view import View
from continental.rules.base import RuleSet
from continental.rules.match import offer_for

STEEPNESS = 1.5
"""How much faster than the room below the line a seat's chance of the pot grows; and it never quite vanishes."""


def seats_in(view: View) -> tuple[Seat, ...]:
    """The seats still in the match."""
    return tuple(Seat(seat) for seat, out in enumerate(view.out) if not out)


def chance_of_pot(rules: RuleSet, totals: Sequence[int], seats: Sequence[Seat], seat: Seat) -> float:
    """About how likely the seat is to win the match: by the room that each total leaves below the line."""
    line = rules.match.elimination.line
    rooms = {each: max(1, line - totals[each]) ** STEEPNESS for each in seats}
    return rooms[seat] / sum(rooms.values()) if seat in rooms else 0.0


def buys(rules: RuleSet, view: View, seat: Seat) -> bool:
    """Whether to take the offer that stands: whether what it adds to the chance of the pot is more than its price."""
    offer = view.offer
    if offer is None or offer.seat != seat:
        return False
    seats = seats_in(view)
    stay = chance_of_pot(rules, view.totals, seats, seat) * view.pot
    return _worth_of_buying(rules, view, view.totals, seats, offer) > stay


def answer_offer(rules: RuleSet, view: View, seat: Seat) -> BuyBack:
    """The answer to the offer that stands."""
    return BuyBack(seat, yes=buys(rules, view, seat))


def standing_of(view: View, totals: tuple[int, ...], out: tuple[bool, ...]) -> Standing:
    """The match's standing as the view shows it, but for the totals and for who is out."""
    return Standing(
        players=view.players,
        ante=view.ante,
        dealer=view.dealer,
        totals=totals,
        before=view.totals,
        cash=view.cash,
        pot=view.pot,
        buys=view.buys,
        out=out,
        hands=view.hands + 1,
        settled=True,
    )


def totals_so_far(view: View) -> tuple[int, ...]:
    """The totals with what this deal is already known to add to them: the ending and the counts that are shown."""
    totals = list(view.totals)
    if view.deal is not None and view.deal.showdown.ended is not None:
        totals[view.deal.showdown.ended.seat] += view.deal.showdown.ended.points
        for counted in view.deal.showdown.counts:
            totals[counted.seat] += counted.points
    return tuple(totals)


def worth_of_total(rules: RuleSet, view: View, seat: Seat, total: int) -> float:
    """Return the value of leaving this hand with such a total, in cents of the pot.

    Going out is worth nothing, and the window may be worth more than a lower total, for what its offer leads to.
    """
    line = rules.match.elimination
    if line.is_out(total):
        return 0.0
    totals = list(totals_so_far(view))
    totals[seat] = total
    out = tuple(gone or line.is_out(totals[other]) for other, gone in enumerate(view.out))
    standing = standing_of(view, tuple(totals), out)
    seats = standing.seats_in()
    worth = chance_of_pot(rules, totals, seats, seat) * view.pot
    offer = offer_for(rules.match, rules.money, standing, seat)
    return worth if offer is None else max(worth, _worth_of_buying(rules, view, totals, seats, offer))


def _worth_of_buying(rules: RuleSet, view: View, totals: Sequence[int], seats: Sequence[Seat], offer: BuyBackOffered) -> float:
    pot = view.pot + offer.price
    if offer.forces_split:
        return pot / 2 - offer.price
    bought = (*totals[: offer.seat], offer.target, *totals[offer.seat + 1 :])
    return chance_of_pot(rules, bought, seats, offer.seat) * pot - offer.price


def points_of_counts(rules: RuleSet, view: View, counts: Sequence[Count]) -> list[int]:
    """Return the points of each count of the seat's own hand, at its total before the deal (house 5.1)."""
    assert view.deal is not None, "a hand is counted in a deal"
    hand, values = view.deal.hand, rules.values.at(view.totals[counts[0].seat])
    known = {(choice.calls, choice.left): choice.points for choice in rules.count.choices(hand, values, rules.grammar)}
    points = []
    for count in counts:
        found = known.get((count.calls, count.left))
        points.append(rules.count.count(hand, count.calls, count.left, values, rules.grammar)[1] if found is None else found)
    return points


def best_count(rules: RuleSet, view: View, options: Sequence[Count], points: Sequence[int]) -> Count:
    """Return the count to declare: the total worth most, and of equals the lowest, jokers melded rather than held.

    `points` has what each option counts. If every count goes over the line the lowest is best, for if all go out the
    lowest new total may win (house I5).
    """
    seat = options[0].seat
    total = view.totals[seat]
    worth = [worth_of_total(rules, view, seat, total + counted) for counted in points]
    order = range(len(options))
    return options[max(order, key=lambda place: (round(worth[place], 6), -points[place], -len(options[place].calls), -place))]


def claims(view: View, seat: Seat, options: Sequence[Accuse]) -> Accuse | None:
    """Return the claim of feeding to make: of cards that helped, and by one who would have to pay otherwise (house 7.5)."""
    deal = view.deal
    if deal is None or deal.showdown.ended is None or deal.showdown.ended.seat == seat or len(deal.seats) < 3:
        return None
    return next((option for option in options if is_feeding(view, option.accused, option.cards)), None)


def is_feeding(view: View, accused: Seat, named: Cards) -> bool:
    """Whether the named discards of the seat helped the next one: all of them lie in the melds that it showed."""
    deal = view.deal
    if deal is None or not named:
        return False
    fed = deal.seats[(deal.seats.index(accused) + 1) % len(deal.seats)]
    shown = [each.melds for each in (deal.showdown.ended, *deal.showdown.counts) if each is not None and each.seat == fed]
    melded = Counter(card for melds in shown for meld in melds for card in meld.cards)
    return not Counter(named) - melded
