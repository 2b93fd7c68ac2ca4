"""Check any bot: it plays by the rules, only from what it saw and its dice, and its matches end.

Each check raises AssertionError with a sentence that says which seat did what in which deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Final

from continental.bots.api import UNHURRIED, Bot
from continental.bots.sitting import chosen_dealer
from continental.cards import FACES, Card, Cards
from continental.engine import Match, decide, options
from continental.play.actions import Action
from continental.play.events import (
    Bought,
    ClaimSealed,
    Dealt,
    Discarded,
    Drew,
    Event,
    JokerTaken,
    LaidOff,
    StockRebuilt,
    Took,
    WentDown,
)
from continental.play.evolve import evolve
from continental.play.position import Claim, DealState, Position
from continental.play.refusal import Refused
from continental.play.shuffle import lot
from continental.play.terms import Cents, Seat
from continental.play.view import see, view_for
from continental.rules.base import RuleSet
from continental.rules.switches import Switch, SwitchValue

MakeBot = Callable[[Seat, RuleSet, bytes], Bot]

MOST_ACTS: Final = 200_000
"""The number of acts after which a match counts as endless."""


def dice_of(seed: str) -> bytes:
    """Return 32 bytes that follow from a text."""
    return sha256(seed.encode()).digest()


def random_switches(switches: Mapping[str, Switch], chance: Random, *, most: int = 6) -> dict[str, SwitchValue]:
    """Return random values for up to `most` switches. A rule set may still refuse some of them together."""
    names = chance.sample(sorted(switches), chance.randint(0, min(most, len(switches))))
    return {
        name: chance.choice(sorted(switches[name].choices)) if switches[name].choices else _number(switches[name], chance)
        for name in names
    }


def _number(switch: Switch, chance: Random) -> int:
    """Return a random number that the switch takes, near its default, at which tables play."""
    wide = 15
    default = switch.default if isinstance(switch.default, int) else switch.least
    return chance.randint(max(switch.least, default - wide), min(switch.most, default + wide))


@dataclass(frozen=True, slots=True)
class Moment:
    """One choice of a bot: everything up to it, and the act that it chose."""

    rules: RuleSet
    seat: Seat
    dice: bytes
    events: tuple[Event, ...]
    position: Position
    chosen: Action


def played(
    makes: Sequence[MakeBot], rules: RuleSet, seed: str, *, deals: int = 1, ante: int = 20_00, every: int = 1
) -> tuple[Match, tuple[Moment, ...]]:
    """Play `deals` deals of a match, or fewer if it ends before. Return the match and one moment in `every`.

    Raise AssertionError unless a bot is asked only when something is offered, and answers for its own seat with an act that
    is accepted. If several seats are asked at once, any may answer first. If the rules have no money, `ante` is ignored.
    """
    dealer = chosen_dealer(rules, len(makes), dice_of(f"{seed} dealer"))
    match = Match.begin(rules, len(makes), rules.scoring.stake(Cents(ante)), dealer)
    bots = [make(Seat(seat), rules, dice_of(f"{seed} bot {seat}")) for seat, make in enumerate(makes)]
    moments: list[Moment] = []
    told = asked = dealt = 0
    while not match.is_over and asked < MOST_ACTS:
        if not match.position.asked:
            if dealt == deals:
                break
            dealt += 1
            match.deal(dice_of(f"{seed} deal {dealt}"))
        for event in match.events[told:]:
            for seat, bot in enumerate(bots):
                bot.see(see(event, Seat(seat)))
        told = len(match.events)
        if match.position.asked:
            moment = _moment(match, bots, seed, asked)
            if asked % every == 0:
                moments.append(moment)
            asked += 1
    assert asked < MOST_ACTS, f"{seed}: the match did not end within {MOST_ACTS} acts"
    return match, tuple(moments)


def _moment(match: Match, bots: Sequence[Bot], seed: str, number: int) -> Moment:
    waiting = match.position.asked
    seat = waiting[lot(dice_of(f"{seed} asked"), f"act {number}", len(waiting))]
    offered = match.options(seat)
    assert offered, f"{seed}: seat {seat} is asked in phase {match.position.phase} and offered nothing"
    chosen = bots[seat].choose(match.view(seat), offered, UNHURRIED)
    assert chosen.seat == seat, f"{seed}: the bot of seat {seat} answered {chosen}"
    moment = Moment(match.rules, seat, dice_of(f"{seed} bot {seat}"), tuple(match.events), match.position, chosen)
    try:
        match.play(chosen)
    except Refused as refused:
        raise AssertionError(f"{seed}: seat {seat} chose {chosen}, which is refused: {refused.sentence}") from None
    return moment


def check_options_are_accepted(moment: Moment) -> None:
    """Check that every act offered to a seat that is asked is accepted, and that trying it changes nothing."""
    for seat in moment.position.asked:
        for option in options(moment.rules, moment.position, seat):
            try:
                events = decide(moment.rules, moment.position, option)
            except Refused as refused:
                raise AssertionError(f"{option} is offered and refused: {refused.sentence}") from None
            position = moment.position
            for event in events:
                position = evolve(position, event)
            assert position != moment.position, f"{option} is accepted and does nothing"


def check_is_remade(make: MakeBot, moment: Moment) -> None:
    """Check that a new bot with the same dice and events chooses the same, so that a match can go on after a restart."""
    again = _asked_again(make, moment, moment.events, moment.position)
    assert again == moment.chosen, f"seat {moment.seat} chose {moment.chosen}, and made anew {again}"


def check_ignores_the_hidden(make: MakeBot, moment: Moment, chance: Random) -> None:
    """Deal all cards that the seat cannot know again, in the past as well. Check that its view, options and choice stay."""
    position = replace(moment.position, deal=reshuffled(moment.position.dealing, moment.seat, chance, moment.events))
    events = tuple(scrambled(event, moment.seat, chance) for event in moment.events)
    for before, after in zip(moment.events, events, strict=True):
        assert see(before, moment.seat) == see(after, moment.seat), f"seat {moment.seat} can tell {before} from {after}"
    shows, rules, seat = moment.rules.shows, moment.rules, moment.seat
    assert view_for(position, seat, shows) == view_for(moment.position, seat, shows), "the view tells hidden cards"
    assert options(rules, position, seat) == options(rules, moment.position, seat), "the options tell hidden cards"
    again = _asked_again(make, moment, events, position)
    assert again == moment.chosen, f"seat {seat} chose {moment.chosen}, and with other hidden cards {again}"


def _asked_again(make: MakeBot, moment: Moment, events: Sequence[Event], position: Position) -> Action:
    bot = make(moment.seat, moment.rules, moment.dice)
    for event in events:
        bot.see(see(event, moment.seat))
    offered = options(moment.rules, position, moment.seat)
    return bot.choose(view_for(position, moment.seat, moment.rules.shows), offered, UNHURRIED)


def reshuffled(deal: DealState, seat: Seat, chance: Random, events: Sequence[Event]) -> DealState:
    """Return the deal with all cards that the seat cannot know, in the piles and in hands, dealt again among those places.

    Cards that a hand took from the discards or from the table and still holds are known, and stay. So is every hand that was
    shown. Answers of others about a discard are drawn again if they are not public yet.
    """
    known = _known_in_hands(events, len(deal.hands))
    shown = {seat, *(count.seat for count in deal.showdown.counts), *(scored.seat for scored in deal.on_table.scored)}
    if deal.showdown.ended:
        shown.add(deal.showdown.ended.seat)
    fixed = {
        other: hand if other in shown else tuple((known[other] & Counter(hand)).elements())
        for other, hand in enumerate(deal.hands)
    }
    pool = [*deal.stock, *deal.buying.penalty]
    for other, hand in enumerate(deal.hands):
        pool += (Counter(hand) - Counter(fixed[other])).elements()
    chance.shuffle(pool)
    hands = []
    for other, hand in enumerate(deal.hands):
        size = len(hand) - len(fixed[other])
        hands.append(tuple(sorted((*fixed[other], *pool[:size]))))
        pool = pool[size:]
    stock, penalty = tuple(pool[: len(deal.stock)]), tuple(pool[len(deal.stock) :])
    buying = replace(deal.buying, penalty=penalty, claim=_said_anew(deal, seat, chance))
    return replace(deal, hands=tuple(hands), stock=stock, buying=buying)


def _said_anew(deal: DealState, seat: Seat, chance: Random) -> Claim | None:
    """Return the open claim, with random answers in place of those that the seat does not know."""
    claim = deal.buying.claim
    if claim is None:
        return None
    said = tuple(
        answer if answer.seat in (seat, *claim.passed) else replace(answer, wants=chance.random() < 0.5) for answer in claim.said
    )
    return replace(claim, said=said)


def _known_in_hands(events: Sequence[Event], players: int) -> list[Counter[Card]]:
    """Return the cards that each seat took in everybody's sight since the last deal and still holds."""
    known: list[Counter[Card]] = [Counter() for _ in range(players)]
    for event in events:
        match event:
            case Dealt():
                known = [Counter() for _ in range(players)]
            case Took(seat, card) | Bought(seat, card):
                known[seat][card] += 1
            case Discarded(seat, card) | LaidOff(seat, card):
                known[seat] -= Counter((card,))
            case WentDown(seat, melds):
                known[seat] -= Counter(card for meld in melds for card in meld.cards)
            case JokerTaken(seat, card, joker):
                known[seat] -= Counter((card,))
                known[seat][joker] += 1
            case _:
                pass
    return known


def scrambled(event: Event, seat: Seat, chance: Random) -> Event:
    """Return the event with random cards and answers in place of those that the seat may not see."""
    match event:
        case Dealt(hands=hands, stock=stock, penalty=penalty):
            others = tuple(hand if other == seat else _any(len(hand), chance) for other, hand in enumerate(hands))
            return replace(event, hands=others, stock=_any(len(stock), chance), penalty=_any(len(penalty), chance))
        case Drew(drawer, _) if drawer != seat:
            return replace(event, card=chance.choice(FACES))
        case Bought(buyer, _, penalty) if buyer != seat:
            return replace(event, penalty=_any(len(penalty), chance))
        case ClaimSealed(claimer) if claimer != seat:
            return replace(event, wants=chance.random() < 0.5)
        case StockRebuilt(stock, _):
            return replace(event, stock=_any(len(stock), chance))
        case _:
            return event


def _any(size: int, chance: Random) -> Cards:
    return tuple(sorted(chance.choices(FACES, k=size)))


def check_bot(make: MakeBot, rules: RuleSet, players: int, seed: str, *, deals: int = 2, every: int = 7) -> Match:
    """Make all checks at a table of this bot, and return the match as it was played."""
    match, moments = played([make] * players, rules, seed, deals=deals, every=every)
    chance = Random(seed)
    for moment in moments:
        check_is_remade(make, moment)
        check_ignores_the_hidden(make, moment, chance)
        check_options_are_accepted(moment)
    return match


def seeds(name: str, count: int) -> Iterator[str]:
    """Return `count` seeds under a name."""
    return (f"{name} {number}" for number in range(count))
