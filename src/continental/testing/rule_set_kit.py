"""Check a match of any rule set. Each check raises AssertionError with the fault.

`check_position` makes every check of one position. `play_out` plays a match to its end and makes them at each position.
`check_history` makes the checks of a match's whole past.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from math import prod
from random import Random
from types import MappingProxyType
from typing import Any, Final, get_args, get_type_hints

from continental.cards import FACES, JOKER, Card, Cards, print_card, rank_of, suit_of
from continental.engine import Match, begin, decide, options, reasons
from continental.melds import Meld, discard_values, melds_of
from continental.play.actions import (
    Accuse,
    Action,
    Call,
    Close,
    Commit,
    Continental,
    Count,
    Deal,
    Discard,
    GoDown,
    Knock,
    LayOff,
    SlideJoker,
    StraightFlush,
    TakeJoker,
)
from continental.play.events import (
    Bought,
    ClaimSealed,
    CountSealed,
    Dealt,
    DiceCommitted,
    Drew,
    Event,
    LaidOff,
    MatchBegan,
    StockRebuilt,
)
from continental.play.evolve import evolve, from_start
from continental.play.plain import event_to_plain
from continental.play.position import Claim, Position, census
from continental.play.refusal import Refused
from continental.play.terms import TABLE, End, Phase, Seat
from continental.play.view import DiscardView, see, view_for
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.moves.contract import contract_of, keeps_one, melding_of
from continental.rules.moves.count import counted
from continental.rules.tables import switches_of
from continental.testing.builders import dice_from
from continental.testing.every_way_down import ways_down

ENDINGS: Final = (Knock, Close, Continental, StraightFlush)
Player = Callable[[Match, Seat, Random], Action]


# --- the checks


def check_position(match: Match, chance: Random) -> None:
    """Check a position by itself: cards, money, offers, accepted acts, hidden cards."""
    rules, position = match.rules, match.position
    check_census(rules, position)
    check_money(position)
    for seat in _seats(position):
        check_accepted(match, seat, chance)
    for watcher in (None, *_seats(position)):
        check_hidden(rules, position, watcher, chance)


def check_census(rules: RuleSet, position: Position) -> None:
    """Check that all places of a deal together hold exactly the pack."""
    if position.deal is not None:
        pack = rules.pack_for(position.standing.players, position.deal.number)
        assert census(position.deal) == pack.census(), "cards came or went"
        for seat, out in enumerate(position.standing.out):
            dealt_in = seat in position.deal.seats
            assert dealt_in or (out and not position.deal.hands[seat]), f"seat {seat} is out and holds cards"


def check_money(position: Position) -> None:
    """Check that all seats' cash and the pot sum to zero, in whole cents."""
    standing = position.standing
    assert sum(standing.cash) + standing.pot == 0, f"money came or went: {standing.cash} and the pot {standing.pot}"
    assert all(type(cents) is int for cents in (*standing.cash, standing.pot)), "money that is no whole number of cents"
    assert standing.pot >= 0, "the pot owes money"


def check_accepted(match: Match, seat: Seat, chance: Random, acts: Iterable[Action] | None = None) -> None:
    """Check that exactly the offered acts of a seat are accepted, up to canonical form, and that a refusal changes nothing.

    The offers and `acts` are tried. By default `acts` is a wide choice of all that an act can say.
    """
    rules, position = match.rules, match.position
    offered = options(rules, position, seat)
    advertised = {canonical(rules, position, act) for act in offered}
    assert len(advertised) == len(offered), f"offered twice: {offered}"
    accepted = set()
    for act in (*offered, *(possible_acts(rules, position, seat, chance) if acts is None else acts)):
        try:
            decide(rules, position, act)
        except Refused as refused:
            assert act not in offered, f"offered and refused: {act}: {refused.sentence}"
            if chance.random() < 0.1:
                check_refused(match, act, refused.code)
        else:
            accepted.add(canonical(rules, position, act))
    assert accepted == advertised, f"accepted and not offered: {accepted - advertised}; {position.phase} {position.hand(seat)}"
    for name, why in reasons(rules, position, seat):
        assert why.sentence, f"no reason why {name} is not offered"


def check_refused(match: Match, act: Action, code: str) -> None:
    """Check that the act is refused with this code and a whole sentence, and changes nothing."""
    before = (match.position, len(match.actions), len(match.events))
    try:
        match.play(act)
    except Refused as refused:
        assert refused.code == code, f"{act} is refused as {refused.code}, not as {code}"
        assert "{" not in refused.sentence, f"{code} has no whole sentence: {refused.sentence}"
        assert match.position is before[0], f"a refusal changed the position: {act}"
        assert (len(match.actions), len(match.events)) == before[1:], f"a refusal was written down: {act}"
    else:
        raise AssertionError(f"accepted: {act}")


def canonical(rules: RuleSet, position: Position, act: Action) -> Hashable:
    """Return the effect of an accepted act: a count its points, a joker's call its rank, a lay-off what the meld becomes.

    An accusation of feeding stands for the seat that it accuses, for only the latest three cards are offered. Melds that
    go down stand for the number of their sets and runs, for only some ways are offered. Any other act stands for itself.
    """
    if isinstance(act, Count):
        return "count", counted(rules, position, act.seat, act.calls, act.left).points
    if isinstance(act, Knock):
        return "knock", act.card, None if act.called is None else rank_of(act.called)
    if isinstance(act, GoDown):
        return "go_down", tuple(sorted(meld.kind for meld in act.melds))
    if isinstance(act, LayOff):
        laid = decide(rules, position, act)[0]
        assert isinstance(laid, LaidOff)
        return "lay_off", act.card, act.on, laid.becomes
    if isinstance(act, Accuse):
        return "accuse", act.accused
    return act


def check_down(match: Match, seat: Seat) -> None:
    """Check that a seat that may go down is offered a way exactly when its hand has one, by the judge that tries them all."""
    rules, position = match.rules, match.position
    if not rules.plays(GoDown) or position.phase is not Phase.PLAY:
        return
    if seat not in position.asked or position.dealing.is_down(seat):
        return
    hand, keep = position.hand(seat), keeps_one(rules, position)
    contract = contract_of(rules, position)
    ways = ways_down(hand, contract, melding_of(rules, position))
    way = next((melds for melds in ways if not keep or sum(len(meld.cards) for meld in melds) < len(hand)), None)
    offers = [act for act in options(rules, position, seat) if isinstance(act, GoDown)]
    assert bool(offers) == (way is not None), f"offered {offers}, and there is {way} in {hand}"
    if way is not None:
        decide(rules, position, GoDown(seat, way))


def check_hidden(rules: RuleSet, position: Position, watcher: Seat | None, chance: Random) -> None:
    """Check that view, offers and reasons stay the same if the hidden cards change. A `watcher` of None has no seat."""
    other = reshuffled(rules, position, watcher, chance)
    assert view_for(other, watcher, rules.shows) == view_for(position, watcher, rules.shows), "a view tells hidden cards"
    if watcher is not None:
        assert options(rules, other, watcher) == options(rules, position, watcher), "an offer depends on hidden cards"
        same = [(name, why.sentence) for name, why in reasons(rules, position, watcher)]
        assert [(name, why.sentence) for name, why in reasons(rules, other, watcher)] == same, "a reason tells hidden cards"


def check_history(match: Match) -> None:
    """Check that events and acts both lead to the position, that money always sums to zero, and that no seat saw too much."""
    position = from_start(match.events)
    assert position == match.position, "the events lead elsewhere"
    first = match.events[0]
    assert isinstance(first, MatchBegan)
    position, opening = begin(match.rules, first.players, first.ante, first.dealer)
    told: list[Event] = list(opening)
    for act in match.actions:
        for event in decide(match.rules, position, act):
            position = evolve(position, event)
            assert sum(position.standing.cash) + position.standing.pot == 0, f"money came or went by {event}"
            told.append(event)
    assert told == match.events, "the acts lead elsewhere"
    for event in match.events:
        for watcher in (None, *map(Seat, range(first.players))):
            check_told(event, watcher)


def check_told(event: Event, watcher: Seat | None) -> None:
    """Check that the event as the watcher sees it holds no hidden card and no dice."""
    seen = event_to_plain(see(event, watcher))
    match event:
        case Dealt(hands=hands):
            own = () if watcher is None else hands[watcher]
            assert len(seen["hand"]) == len(own), "another hand than one's own was told"
            assert not {"hands", "stock", "penalty"} & set(seen), "hidden cards were told as they were dealt"
        case Drew(seat):
            assert (seen["card"] is None) == (seat != watcher), "a card from the stock was told, or not told to its drawer"
        case StockRebuilt():
            assert "stock" not in seen, "the order of a rebuilt stock was told"
        case CountSealed():
            assert set(seen) == {"is", "seat"}, "a sealed count was told"
        case Bought(seat, penalty=penalty):
            own = penalty if seat == watcher else ()
            assert seen["penalty"] == [print_card(card) for card in own], "penalty cards were told, or not told to the buyer"
        case ClaimSealed(seat):
            assert seen["seat"] == seat
            assert (seen["wants"] is None) == (seat != watcher), "what a seat said early was told, or not told to itself"
            assert "penalty" not in seen
        case DiceCommitted(dice=dice):
            assert dice.hex() not in str(seen), "the dice were told before their deal"
        case _:
            pass  # public, or told by what it includes


# --- acts, whatever they say


def possible_acts(rules: RuleSet, position: Position, seat: Seat, chance: Random, most: int = 40) -> Iterator[Action]:
    """Yield acts of every kind, with anything that their form allows.

    If a kind has more than `most` acts, that many random ones. Only one if the seat is not asked or the phase has no such act.
    """
    domains = _domains(position, seat, chance)
    kinds = {move.action_type for move in rules.moves.get(position.phase, ())} if seat in position.asked else set()
    every = most
    for kind, forms in _FORMS.items():
        most = every if kind in kinds else 1
        says = [[seat] if name == "seat" else domains[form] for name, form in forms.items()]
        if prod(map(len, says)) <= most:
            chosen: Iterable[tuple[Any, ...]] = product(*says)
        else:
            chosen = (tuple(chance.choice(each) for each in says) for _ in range(most))
        for values in chosen:
            yield kind(**dict(zip(forms, values, strict=True)))


def _forms(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


_FORMS: Final[Mapping[type[Any], Mapping[str, Any]]] = {kind: _forms(kind) for kind in get_args(Action)}


def _domains(position: Position, seat: Seat, chance: Random) -> dict[Any, list[Any]]:
    """Return the values to try in each form of a field: right ones, wrong ones, and some that no table knows."""
    hand = position.hand(seat)
    faces: list[Any] = [*dict.fromkeys(hand), *chance.sample(FACES, 3)]
    return {
        Seat: [*range(-1, position.standing.players + 1)],
        int: [-1, 0, 1, 2],
        End: list(End),
        End | None: [None, *End],
        tuple[Meld, ...]: [(), *_laid(hand, chance)],
        Card: faces,
        Card | None: [None, *faces],
        bool: [True, False],
        bytes: [b"", bytes(32)],
        Cards | None: [None, (), *_lefts(hand, chance)],
        Cards: [(), *_threes(position, chance)],
        tuple[Call, ...]: [(), *_calls(hand.count(JOKER), chance)],
    }


def _laid(hand: Cards, chance: Random) -> Iterator[tuple[Meld, ...]]:
    """Yield some melds laid down together, mostly wrong ones: too few, too many, cards used twice, jokers with odd parts."""
    found: list[Meld] = []
    for size in (3, 3, 3, 4, 4, 4) if len(hand) >= 4 else ():
        found += melds_of(tuple(sorted(chance.sample(hand, size))))[:1]
    for many in range(1, 4):
        if found:
            yield tuple(chance.choices(found, k=many))
    if hand:
        yield (Meld("set", hand[:3], hand[:3]),)
        yield (Meld("run", hand[:3], hand[:2]), Meld("set", (), ()))


def _threes(position: Position, chance: Random) -> Iterator[Cards]:
    """Yield triples of the deal's discards, in the order in which they were thrown. An accusation may name few of them."""
    thrown = [turn.threw for turn in position.deal.turns] if position.deal else []
    for _ in range(4 if len(thrown) >= 3 else 0):
        places = sorted(chance.sample(range(len(thrown)), 3))
        yield tuple(thrown[place] for place in places)


def _lefts(hand: Cards, chance: Random) -> Iterator[Cards]:
    for _ in range(6 if hand else 0):
        yield tuple(sorted(chance.sample(hand, chance.randrange(len(hand) + 1))))


def _calls(jokers: int, chance: Random) -> Iterator[tuple[Call, ...]]:
    points = [*range(-1, 17), 20, 25, 149, 150, 151]
    each = [*(Call(card=face) for face in FACES), *(Call(points=many) for many in points), Call(), Call(Card(0), 15)]
    for many in range(1, jokers + 2):
        for _ in range(12):
            yield tuple(chance.choices(each, k=many))
            yield (chance.choice(each),) * many


# --- what cannot be seen


def reshuffled(rules: RuleSet, position: Position, watcher: Seat | None, chance: Random) -> Position:
    """Return the position with everything that the watcher cannot see dealt again among its possible places."""
    deal = position.deal
    if deal is None:
        return position
    shown = {watcher, *(count.seat for count in deal.showdown.counts), *(score.seat for score in deal.on_table.scored)}
    if deal.showdown.ended is not None:
        shown.add(deal.showdown.ended.seat)
    buried = () if rules.shows is DiscardView.ALL else deal.discards[:-1]
    # a discard that was taken is known to be in the hand, unless it went on to the table
    taken = deal.drawn if deal.took and not deal.is_over and deal.drawn in deal.hands[deal.turn] else None
    kept = {seat: (taken,) if seat == deal.turn and taken is not None else () for seat in range(len(deal.hands))}
    loose = {seat: _less(hand, kept[seat]) for seat, hand in enumerate(deal.hands) if seat not in shown}
    pool = [*deal.stock, *deal.buying.penalty, *buried, *(card for hand in loose.values() for card in hand)]
    chance.shuffle(pool)
    hands = list(deal.hands)
    for seat, hand in loose.items():
        hands[seat] = tuple(sorted((*kept[seat], *(pool.pop() for _ in hand))))
    below = tuple(pool.pop() for _ in buried)
    penalty = tuple(pool.pop() for _ in deal.buying.penalty)
    drawn = deal.drawn
    if drawn is not None and not deal.took and not deal.is_over and deal.turn not in shown:
        drawn = chance.choice(hands[deal.turn] or FACES)
    sealed = tuple(one if one.seat == watcher else CountSealed(one.seat, (), None) for one in deal.showdown.sealed)
    discards = (*below, *deal.discards[len(buried) :])
    buying = replace(deal.buying, penalty=penalty, claim=_resaid(deal.buying.claim, watcher, chance))
    other = replace(deal, hands=tuple(hands), stock=tuple(pool), discards=discards, drawn=drawn, stacked=None, buying=buying)
    other = replace(other, showdown=replace(deal.showdown, sealed=sealed))
    dice = position.next_dice
    return replace(position, deal=other, next_dice=None if dice is None else replace(dice, stacked=None))


def _resaid(claim: Claim | None, watcher: Seat | None, chance: Random) -> Claim | None:
    """Return the claim, with random answers in place of those that the watcher does not know yet."""
    if claim is None:
        return None
    known = {watcher, *claim.passed}
    said = (one if one.seat in known else ClaimSealed(one.seat, chance.random() < 0.5) for one in claim.said)
    return replace(claim, said=tuple(said))


def _less(hand: Cards, gone: Cards) -> Cards:
    left = list(hand)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _seats(position: Position) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in range(position.standing.players))


# --- players and whole matches


def eager(match: Match, seat: Seat, chance: Random) -> Action:
    """Return a random offer, mostly one that ends the hand or melds, else mostly the discard that leaves the fewest points."""
    offered = match.options(seat)
    if match.rules.plays(GoDown):
        return _melding(offered, chance)
    endings = [act for act in offered if isinstance(act, ENDINGS)]
    if endings and chance.random() < 0.8:
        return chance.choice(endings)
    throws = {act.card: act for act in offered if isinstance(act, Discard)}
    if throws and chance.random() < 0.9:
        rules, hand = match.rules, match.position.hand(seat)
        left = {card: _least(by_jokers) for card, by_jokers in discard_values(hand, rules.values.by_rank, rules.grammar)}
        return throws[min(throws, key=lambda card: (left[card], card == JOKER, -rank_of(card)))]
    return chance.choice(offered)


def _melding(offered: Iterable[Action], chance: Random) -> Action:
    """Return a random offer, mostly one that goes down or uses the table, else mostly a discard that stands alone."""
    acts = list(offered)
    melds = [act for act in acts if isinstance(act, GoDown | LayOff | TakeJoker | SlideJoker)]
    if melds and chance.random() < 0.8:
        return chance.choice(melds)
    throws = {act.card: act for act in acts if isinstance(act, Discard)}
    if throws and chance.random() < 0.9:
        return throws[min(throws, key=lambda card: (card == JOKER, sum(_kin(card, other) for other in throws), card))]
    return chance.choice(acts)


def _kin(card: Card, other: Card) -> bool:
    """Return whether the two cards could lie side by side in a meld."""
    if JOKER in (card, other) or card == other:
        return False
    apart = abs(rank_of(card) - rank_of(other))
    return apart == 0 or (suit_of(card) == suit_of(other) and apart in (1, 2, 11, 12))


def _least(by_jokers: tuple[int | None, ...]) -> int:
    return next(points for points in reversed(by_jokers) if points is not None)


def play_out(
    match: Match,
    chance: Random,
    *,
    player: Player = eager,
    check: Callable[[Match, Random], None] | None = check_position,
    most_acts: int = 100_000,
) -> Match:
    """Play the match to its end, each position checked. Raises AssertionError if it does not end within `most_acts`."""
    for _ in range(most_acts):
        if check is not None:
            check(match, chance)
        if match.is_over:
            return match
        match.play(next_act(match, chance, player))
    raise AssertionError(f"the match did not end within {most_acts} acts")


def next_act(match: Match, chance: Random, player: Player = eager) -> Action:
    """Return the next act: the table's, with dice from `chance`, or that of a random seat among those asked."""
    position = match.position
    if position.phase is Phase.COMMIT:
        return Commit(dice_from(chance))
    if position.phase is Phase.DEAL:
        return Deal(TABLE)
    return player(match, chance.choice(position.asked), chance)


def random_rules(key: str, chance: Random, fixed: Mapping[str, object] = MappingProxyType({})) -> RuleSet:
    """Return the rule set with about every third switch at a random value, and `fixed` ones as given."""
    while True:
        wishes: dict[str, object] = {}
        for name, switch in switches_of(key).items():
            if chance.random() < 0.35:
                wishes[name] = chance.choice(list(switch.choices) or [chance.randint(switch.least, switch.most)])
        try:
            return load(key, {**wishes, **fixed})
        except Refused as refused:  # a window that begins above the line: numbers that do not go together
            assert refused.code == "bad_switch_value", refused.sentence
