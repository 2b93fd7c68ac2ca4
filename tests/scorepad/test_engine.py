"""The pad against the engine: matches played at random through both, and the same sums after every hand."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from continental.cards import Card, Cards, make_card, parse_cards
from continental.engine import Match
from continental.play.actions import Close, Commit, Continental, Deal, Knock, StraightFlush
from continental.play.events import BuyBackOffered, Event, Paid
from continental.play.position import Standing
from continental.play.terms import Cents, Phase, Seat
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.scorepad.acts import Enter
from continental.scorepad.online import items_of, match_of
from continental.scorepad.pad import Entry, Make, Pad, enter, open_pad
from continental.scorepad.show import show_pad
from continental.scorepad.sums import Start
from continental.testing.builders import play_at_random

MATCHES: Final = int(os.environ.get("CONTINENTAL_PAD_MATCHES", "60"))
"""How many matches for money are played through both; of each game for points a twentieth, which take longer."""
FIRST: Final = int(os.environ.get("CONTINENTAL_PAD_FIRST", "0"))
"""The number of the first match: another number plays others."""
NAMES: Final = ("Ana", "Bo", "Cy", "Dan", "Eve", "Flo")
ENDERS: Final = (
    *["7S 7H 7D 4C 5C 6C 9H 9C 9S 2D"] * 4,
    *["7S 7H 7D 4C 5C 6C 9H 9C 9S 3D"] * 4,
    *["7S 7H 7D 4C 5C 6C 9H 9C 9S 9D"] * 3,
    "2H 4H 5H 5H 7H 8H TH QH KH JK",
    "7S 7H JK 4C JK 6C 9H 9C JK 2D",
)
"""Hands that end at once, so that a whole match is a few dozen acts: a knock, a close, a continental, jokers for a bounty."""
RARE: Final = "2H 3H 4H 5H 6H 7H JK 9H TH JH"  # a straight flush, which ends the match


def random_switches(chance: Random) -> dict[str, Any]:
    """Values for a few switches, those that match and money hang on among them."""
    chosen: dict[str, Any] = {"dealer_first": "chosen"}
    for name, switch in load("house").switches.items():
        if chance.random() < 0.25 and name not in (
            "dealer_first",
            "knock_first_turn",
            "count_choice",
            "window_from",
            "elimination_line",
        ):
            chosen[name] = chance.choice(list(switch.choices)) if switch.choices else chance.randint(switch.least, switch.most)
    if chance.random() < 0.3:
        chosen |= {"elimination_line": chance.choice((61, 100, 131)), "window_from": chance.choice((31, 50, 60))}
    return chosen


def draw_from(rest: list[Card], wanted: Cards) -> Cards:
    """The wanted cards out of the rest, if they are all there; none of them otherwise."""
    left = list(rest)
    for card in wanted:
        if card not in left:
            return ()
        left.remove(card)
    rest[:] = left
    return wanted


def some_hand(rest: list[Card], chance: Random) -> Cards:
    """Ten cards, most of them in melds as a rule, so that matches last."""
    cards: tuple[Card, ...] = ()
    if chance.random() < 0.8:
        rank, suits = chance.randrange(13), chance.sample(range(4), 3)
        cards += draw_from(rest, tuple(make_card(rank, suit) for suit in suits))
        low, suit = chance.randrange(9), chance.randrange(4)
        cards += draw_from(rest, tuple(make_card(low + step, suit) for step in range(5)))
    while len(cards) < 10:
        cards = (*cards, rest.pop())
    return cards


def stacked(match: Match, chance: Random) -> Cards:
    """A pack, its top last, whose first player can end the hand at once."""
    now = match.position.standing
    assert now.dealer is not None
    order = now.rotation(now.dealer)
    rest = list(match.rules.pack_for(now.players).cards())
    chance.shuffle(rest)
    text = RARE if chance.random() < 0.02 else chance.choice(ENDERS)
    hands = [draw_from(rest, parse_cards(text))]
    hands += [some_hand(rest, chance) for _ in order[1:]]
    from_top = [hands[at % len(order)][at // len(order)] for at in range(10 * len(order))]
    return tuple(reversed(from_top + rest))


def play_hand(match: Match, chance: Random) -> None:
    """Play until the next hand is to be dealt or the match is over."""
    match.play(Commit(chance.randbytes(32), stacked(match, chance)))
    match.play(Deal())
    while match.position.phase not in (Phase.COMMIT, Phase.OVER):
        options = match.options(chance.choice(match.position.asked))
        endings = [act for act in options if isinstance(act, Knock | Close | Continental | StraightFlush)]
        if match.position.phase is Phase.COUNT and chance.random() < 0.6:
            options = options[:1]
        match.play(chance.choice(endings or options))


def sums_of(standing: Standing) -> tuple[object, ...]:
    """What both must agree about."""
    return (
        standing.totals,
        standing.cash,
        standing.pot,
        standing.buys,
        standing.out,
        standing.status,
        standing.winners,
        standing.hands,
        None if standing.is_over else standing.dealer,
    )


def offers_in(events: list[Event]) -> list[BuyBackOffered]:
    return [event for event in events if isinstance(event, BuyBackOffered)]


def compare_for_money(chance: Random) -> int:
    """Play one match for money through both; how many hands it had."""
    rules, players = load("house", random_switches(chance)), chance.randint(2, 6)
    names, dealer = NAMES[:players], Seat(chance.randrange(players))
    ante = Cents(chance.choice((1000, 2000, 5000)))
    match = Match.begin(rules, players, ante, dealer)
    pad = open_pad((Entry(1, 0, "test", "", "make", Make("Both", Start(rules, names, ante, names[dealer]))),))
    assert sums_of(pad.sums.paper.standing) == sums_of(match.position.standing)
    return compare(match, pad, lambda: play_hand(match, chance), 40)


def compare_for_points(key: str, chance: Random) -> int:
    """Play one match for points through both, random acts throughout; how many deals it had."""
    switches = {
        name: chance.choice(list(switch.choices))
        for name, switch in load(key).switches.items()
        if switch.choices and chance.random() < 0.2
    }
    rules = load(key, switches)
    least, most = rules.players
    players = chance.randint(max(3, least), min(5, most))
    match = Match.begin(rules, players, Cents(0), Seat(0) if rules.first_dealer == "chosen" else None)
    play_at_random(match, chance, 1)
    pad = open_pad((Entry(1, 0, "test", "", "make", match_of(rules, NAMES[:players], match.events, "Both")),))
    assert sums_of(pad.sums.paper.standing) == sums_of(match.position.standing)
    return compare(match, pad, lambda: play_at_random(match, chance, 1), 3)


def compare(match: Match, pad: Pad, play: Callable[[], object], most: int) -> int:
    """Play on, and enter every hand on the pad; how many hands there were."""
    rules, names = match.rules, pad.sheet.start.names
    while not match.is_over and match.position.standing.hands < most:
        begun = len(match.events)
        play()
        new = match.events[begun:]
        ((what, declines),) = items_of(rules, names, new)
        pad = enter(pad, Entry(pad.v + 1, 0, "test", "", f"hand-{pad.v}", Enter(what, declines)))
        told = pad.sums.rows[-1]
        assert sums_of(pad.sums.paper.standing) == sums_of(match.position.standing)
        assert [offer for _, offer in told.offers()] == offers_in(new)
        assert [event for event in told.events if isinstance(event, Paid)] == [event for event in new if isinstance(event, Paid)]
        assert pad.sums.stop is None
    assert open_pad(pad.entries) == pad, "the log alone says as much"
    taken_in = open_pad((Entry(1, 0, "test", "", "make", match_of(rules, names, match.events, "Both")),))
    assert sums_of(taken_in.sums.paper.standing) == sums_of(match.position.standing)
    check_shown(pad)
    return match.position.standing.hands


def check_shown(pad: Pad) -> None:
    """What is shown sums to 0 and settles everybody."""
    shown = show_pad(pad)
    assert shown["sum_cents"] == 0
    owed = dict(shown["settlement"]["balances_cents"])
    assert sum(owed.values()) == 0
    for payment in shown["settlement"]["payments"]:
        owed[payment["from"]] += payment["cents"]
        owed[payment["to"]] -= payment["cents"]
    assert set(owed.values()) <= {0}


@pytest.mark.long
def test_random_matches_through_engine_and_pad_have_the_same_sums_after_every_hand() -> None:
    hands = sum(compare_for_money(Random(f"pad and engine {FIRST + at}")) for at in range(MATCHES))
    sys.stderr.write(f"{MATCHES} matches, {hands} hands\n")
    assert hands > MATCHES


@pytest.mark.long
@pytest.mark.parametrize("key", [key for key in catalogue() if load(key).scoring.kind == "points"])
def test_random_matches_for_points_have_the_same_totals_after_every_deal(key: str) -> None:
    matches = max(2, MATCHES // 20)
    deals = sum(compare_for_points(key, Random(f"points {key} {FIRST + at}")) for at in range(matches))
    sys.stderr.write(f"{key}: {matches} matches, {deals} deals\n")
    assert deals > matches
