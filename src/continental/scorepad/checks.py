"""Check a typed hand: who is in, how hands end, jokers and counts, each by the rule set's own parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from continental.hands.declarations import knock_points
from continental.hands.possible_counts import largest_count, largest_points, nearest, possible_counts, possible_points
from continental.play.pieces import either, titled
from continental.play.saying import Said
from continental.play.terms import Ending, Status
from continental.rules.base import RuleSet
from continental.rules.scoring import ScoringKind
from continental.scorepad.items import DeadHand, Hand, PaperHand, PointsHand
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused

if TYPE_CHECKING:
    from continental.scorepad.paper import Paper

MOST_HANDS: Final = 1000
"""Far more than a night has. It keeps the doubling prices printable."""

FORMS: Final[Mapping[ScoringKind, tuple[type[Hand | DeadHand], ...]]] = {"money": (PaperHand, DeadHand), "points": (PointsHand,)}
"""The forms in which a hand is typed, by the way of scoring."""

_TELLS: Final[Mapping[ScoringKind, str]] = {"money": "tells_money", "points": "tells_points"}


def ending_points(rules: RuleSet) -> Mapping[Ending, int]:
    """Return the score of each ending that the rule set has (house 4.2 to 4.4). A knock scores its card and is left out."""
    moves = (move for row in rules.moves.values() for move in row)
    return {Ending(move.name): points for move in moves if (points := getattr(move, "points", None)) is not None}


def endings(rules: RuleSet) -> tuple[Ending, ...]:
    """Return the endings that the rule set has."""
    points = ending_points(rules)
    return tuple(ending for ending in Ending if ending in points or (ending is Ending.KNOCK and knock_points(rules, 0)))


def check_hand(paper: Paper, hand: PaperHand, declines: Collection[str] = ()) -> None:
    """Raise EntryRefused if the hand cannot be the next one of this sheet. `declines` names those who declined after it."""
    number = check_goes_on(paper)
    _check_form(paper, PaperHand, number)
    # Names come first, since the later checks look players up by them.
    _check_names(paper, hand, number)
    _check_known(paper, "declines", declines, number)
    _check_ending(paper, hand, number)
    _check_jokers(paper, hand, number)
    _check_counts(paper, hand, number)
    if hand.feeder is not None and paper.rules.chosen.get("feeding", "off") == "off":
        raise EntryRefused("no_feeding", number)


def check_points(paper: Paper, hand: PointsHand, declines: Collection[str] = ()) -> None:
    """Raise EntryRefused if the deal cannot be the next one of this sheet, or if a name is in `declines`: nothing is offered."""
    number = check_goes_on(paper)
    _check_form(paper, PointsHand, number)
    if declines:
        known = ", ".join(field.name for field in fields(PointsHand))
        raise EntryRefused("key_unknown", number, where=piece("the_hand"), key="declines", known=known)
    closer = () if hand.closed_by is None else (hand.closed_by,)
    _check_in(paper, {"closed_by": closer, "points": hand.points}, number)
    if hand.closed_by in hand.points:
        raise EntryRefused("count_of_ender", number, name=hand.closed_by, numbers=piece("of_points"))
    most, possible = largest_points(paper.rules, paper.pack, number), possible_points(paper.rules, paper.pack, number)
    for seat in paper.standing.seats_in():
        name = paper.names[seat]
        if name != hand.closed_by and name not in hand.points:
            raise EntryRefused("points_missing", number, name=name)
    for name, points in hand.points.items():
        if points < 0:
            raise EntryRefused("count_negative", number, name=name, count=shown(points))
        if points > most:
            raise EntryRefused("count_too_large", number, name=name, count=shown(points), reach=piece("reach_points", most=most))
        if points not in possible:
            near, cards = _near(points, possible, most), piece("cards_none")
            raise EntryRefused("count_impossible", number, name=name, count=points, cards=cards, near=near)


def check_dead(paper: Paper) -> None:
    """Raise EntryRefused if the next hand cannot be one that nobody ended."""
    number = check_goes_on(paper)
    if DeadHand not in FORMS[paper.rules.scoring.kind]:
        raise EntryRefused("no_dead_hand", number, title=titled(paper.rules.key, paper.rules.title))


def _check_form(paper: Paper, form: type[Hand], number: int) -> None:
    if form not in FORMS[paper.rules.scoring.kind]:
        title, wanted = titled(paper.rules.key, paper.rules.title), piece(_TELLS[paper.rules.scoring.kind])
        raise EntryRefused("hand_kind", number, wanted=wanted, title=title)


def check_goes_on(paper: Paper) -> int:
    """Return the number of the next hand. Raises EntryRefused if there is none."""
    number = len(paper.pages)
    if paper.standing.status is Status.ABANDONED:
        raise EntryRefused("match_stopped", number)
    if paper.standing.is_over:
        raise EntryRefused("match_was_over", number, last=number - 1)
    if paper.standing.offer is not None:
        raise EntryRefused("offer_open", number - 1, name=paper.names[paper.standing.offer.seat])
    if number > MOST_HANDS:
        raise EntryRefused("too_many_hands", number, most=MOST_HANDS)
    return number


def _check_names(paper: Paper, hand: PaperHand, number: int) -> None:
    feeder = () if hand.feeder is None else (hand.feeder,)
    places: dict[str, Collection[str]] = {
        "ended_by": (hand.ended_by,),
        "counts": hand.counts,
        "jokers": hand.jokers,
        "feeder": feeder,
        "buys": hand.buys,
    }
    _check_in(paper, places, number)
    for name in hand.buys:
        if hand.buys.count(name) > 1:
            raise EntryRefused("buyer_twice", number, name=name)


def _check_in(paper: Paper, places: Mapping[str, Collection[str]], number: int) -> None:
    for where, names in places.items():
        _check_known(paper, where, names, number)
        for name in names:
            if paper.standing.out[paper.seat(name)]:
                raise EntryRefused("player_out", number, name=name, does=piece(f"does_{where}"))


def _check_known(paper: Paper, where: str, names: Collection[str], number: int) -> None:
    for name in names:
        if name not in paper.names:
            raise EntryRefused("name_unknown", number, where=where, name=name, known=", ".join(paper.names))


def _check_ending(paper: Paper, hand: PaperHand, number: int) -> None:
    if hand.ending is not Ending.KNOCK:
        if hand.knock_card is not None:
            raise EntryRefused("knock_card_needless", number, ending=hand.ending)
        if hand.ending not in ending_points(paper.rules):
            raise EntryRefused("no_such_ending", number, ending=hand.ending, known=", ".join(endings(paper.rules)))
        return
    # An ace may be knocked with if the switch says so, and only while it counts 1.
    cards = knock_points(paper.rules, paper.standing.totals[paper.seat(hand.ended_by)])
    if not cards:
        raise EntryRefused("no_such_ending", number, ending=hand.ending, known=", ".join(endings(paper.rules)))
    wanted = either(cards)
    if hand.knock_card is None:
        raise EntryRefused("knock_card_missing", number, wanted=wanted)
    if hand.knock_card not in cards:
        raise EntryRefused("knock_card_wrong", number, wanted=wanted, value=shown(hand.knock_card))


def _check_jokers(paper: Paper, hand: PaperHand, number: int) -> None:
    for name, jokers in hand.jokers.items():
        if jokers < 0:
            raise EntryRefused("jokers_negative", number, name=name, jokers=shown(jokers, smaller="far_fewer"))
    held = sum(hand.jokers.values())
    if held > paper.pack.jokers:
        raise EntryRefused("too_many_jokers", number, jokers=shown(held, larger="far_more"), pack=paper.pack.jokers)


def _check_counts(paper: Paper, hand: PaperHand, number: int) -> None:
    if hand.ended_by in hand.counts:
        raise EntryRefused("count_of_ender", number, name=hand.ended_by, numbers=piece("of_counts"))
    for seat in paper.standing.seats_in():
        name = paper.names[seat]
        if name != hand.ended_by and name not in hand.counts:
            raise EntryRefused("count_missing", number, name=name)
    # A player without a written number of jokers is paid for none, so held fewer than are paid for (7.1).
    unpaid = paper.rules.money.bounty.threshold - 1
    untold = paper.pack.jokers - sum(hand.jokers.values())
    unseen = min(untold, unpaid)
    for name, count in hand.counts.items():
        if count < 0:
            raise EntryRefused("count_negative", number, name=name, count=shown(count))
        jokers = hand.jokers.get(name, unseen)
        most = largest_count(paper.rules, jokers)
        if count > most:
            reach = piece(("reach_jokerless", "reach_joker", "reach_jokers")[min(jokers, 2)], most=most, jokers=jokers)
            reach = reach if name in hand.jokers else piece("reach_more", reach=reach)
            raise EntryRefused("count_too_large", number, name=name, count=shown(count), reach=reach)
        total = paper.standing.totals[paper.seat(name)]
        possible = possible_counts(paper.rules, total, jokers)
        if count in possible:
            continue
        near, cards = _near(count, possible, most), piece("cards_none")
        # With the jokers that nobody wrote down the count would be possible, so the sentence says that.
        if count in possible_counts(paper.rules, total, untold + hand.jokers.get(name, 0)):
            cards = piece(("cards_jokerless", "cards_joker", "cards_jokers")[min(jokers, 2)], jokers=jokers)
            near = near if name in hand.jokers else piece("near_more", near=near)
        raise EntryRefused("count_impossible", number, name=name, count=count, cards=cards, near=near)


def _near(count: int, possible: frozenset[int], most: int) -> Said:
    least, *more = nearest(count, [each for each in possible if each <= most])
    return piece("nearest_pair", below=least, above=more[0]) if more else piece("nearest", count=least)


def shown(number: int, *, larger: str = "far_larger", smaller: str = "far_smaller") -> str:
    """Return a number as a sentence shows it. Python does not print many thousand digits, so those are a phrase."""
    return str(number) if abs(number) < 10**9 else piece(larger if number > 0 else smaller)
