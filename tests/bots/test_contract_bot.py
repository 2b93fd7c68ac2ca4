"""What greedy does in single positions of the contract games, drawn as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from continental.bots.api import MAKERS, UNHURRIED
from continental.bots.contract import ContractBot
from continental.bots.emptying import places
from continental.cards import Card, parse_card
from continental.engine import Match
from continental.play.actions import Action, Buy, Discard, Draw, GoDown, LayOff, Pass, Take, TakeJoker
from continental.play.terms import Phase, Seat
from continental.play.view import see
from continental.rules.load import load
from continental.testing.builders import match_with

DICE = bytes(range(32))
DOWN = "7S 7H 7D | 9C 9D 9S"


def table(hands: Sequence[str], key: str = "contract", **more: Any) -> Match:
    return match_with(hands, players=3, ante=0, rules=key, **more)


def choice(match: Match, seat: int) -> Action:
    """What greedy chooses at a seat that was told everything from the beginning; always an act that is offered or accepted."""
    bot = MAKERS["greedy"](Seat(seat), match.rules, DICE)
    assert isinstance(bot, ContractBot)
    for event in match.events:
        bot.see(see(event, Seat(seat)))
    return bot.choose(match.view(Seat(seat)), match.options(Seat(seat)), UNHURRIED)


def played(match: Match, *acts: Action) -> Match:
    for act in acts:
        match.play(act)
    return match


def drawn(match: Match, seat: int = 0) -> Match:
    """The seat draws, and everybody leaves it the discard."""
    match.play(Draw(Seat(seat)))
    while any(isinstance(act, Pass) for act in match.options(match.position.asked[0])):
        match.play(Pass(match.position.asked[0]))
    return match


def down(match: Match, seat: int = 0) -> Match:
    """The seat draws and lays down what it is offered."""
    drawn(match, seat)
    match.play(next(act for act in match.options(Seat(seat)) if isinstance(act, GoDown)))
    return match


def test_it_takes_the_discard_that_brings_the_contract_nearer() -> None:
    assert choice(table(["7S 7H | 9C 9D 9S | KH 2C 4D QS JC"], upcard="7D"), 0) == Take(Seat(0))


def test_it_leaves_a_discard_that_helps_nothing() -> None:
    assert choice(table(["7S 7H | 9C 9D 9S | KH 2C 4D QS JC"], upcard="AD"), 0) == Draw(Seat(0))


def test_it_takes_a_joker() -> None:
    assert choice(table(["7S 7H | 9C 9D 3S | KH 2C 4D QS JC"], upcard="JK"), 0) == Take(Seat(0))


def test_it_buys_the_card_that_completes_its_contract_and_no_other() -> None:
    hands = ["", "7S 7H | 9C 9D 9S | KH 2C 4D QS JC"]
    assert choice(played(table(hands, upcard="7D"), Draw(Seat(0))), 1) == Buy(Seat(1))
    assert choice(played(table(hands, upcard="AD"), Draw(Seat(0))), 1) == Pass(Seat(1))


def test_it_declines_the_penalty_card_where_it_may() -> None:
    hands = ["", "7S 7H | 9C 9D 9S | KH 2C 4D QS JC"]
    match = played(table(hands, upcard="7D", switches={"penalty_card": "optional"}), Draw(Seat(0)))
    assert choice(match, 1) == Buy(Seat(1), penalty=False)


def test_it_goes_down_at_once() -> None:
    match = drawn(table([DOWN + " | KH 2C 4D QS"], upcard="AD"))
    chosen = choice(match, 0)
    assert isinstance(chosen, GoDown)
    assert len(chosen.melds) == 2


def test_it_keeps_pairs_and_throws_the_high_stranger() -> None:
    match = drawn(table(["7S 7H 9C 9D 3S 3H 4C 4D 5S KH"], upcard="AD", draws="6C"))
    assert choice(match, 0) == Discard(Seat(0), parse_card("KH"))


def test_it_never_throws_a_joker_or_a_card_that_fits_the_table_where_another_will_do() -> None:
    match = down(table([DOWN + " | KH 2C 4D QS", "7C AS 2H 3D 5H 6D 8C TH JS KD"], upcard="AD", draws="QC JC"))
    played(match, Discard(Seat(0), parse_card("KH")))
    drawn(match, 1)
    assert choice(match, 1) != Discard(Seat(1), parse_card("7C"))


def test_it_lays_off_in_the_order_that_empties_its_hand() -> None:
    # the 10 goes on the run, for the 9 follows it there; on the set of tens it would leave the 9 in hand
    hands = ["7H 7D 7C | 2S 3S 4S | TS 9S | KH 4D", "TC TD TH | JS QS KS | 4H 6C 2D 8C"]
    match = down(table(hands, upcard="5D", hands_before=1, draws="8H 5H"))
    while match.position.asked == (0,) and match.position.phase is Phase.PLAY:
        match.play(choice(match, 0))
    down(match, 1)
    played(match, Discard(Seat(1), parse_card("4H")))
    drawn(match, 2)
    played(match, Discard(Seat(2), next(card for card in match.position.hand(Seat(2)) if not fits(match, card))))
    drawn(match)
    steps = []
    while isinstance(act := choice(match, 0), LayOff):
        steps.append(act.card)
        match.play(act)
    assert steps[:2] == [parse_card("TS"), parse_card("9S")]


def fits(match: Match, card: Card) -> bool:
    """Whether a meld on the table takes the card."""
    melding = match.rules.contract_play.melding_for(2)
    return any(card in places(row.meld, melding) for row in match.position.dealing.on_table.melds)


def test_once_down_it_takes_what_fits_the_table_and_leaves_what_does_not() -> None:
    match = down(table([DOWN + " | KH 2C 4D QS"], upcard="AD", draws="5C"))
    played(match, Discard(Seat(0), parse_card("KH")))
    drawn(match, 1)
    played(match, Discard(Seat(1), match.position.hand(Seat(1))[0]))
    drawn(match, 2)
    fits = next((card for card in match.position.hand(Seat(2)) if card % 13 in (6, 8)), None)
    other = next(card for card in match.position.hand(Seat(2)) if card % 13 not in (6, 8) and card != 52)
    played(match, Discard(Seat(2), other if fits is None else fits))
    assert choice(match, 0) == (Draw(Seat(0)) if fits is None else Take(Seat(0)))


def test_it_takes_a_joker_from_the_table_and_plays_it() -> None:
    hands = ["4S 5S JK | TC JC QC | 6S 2H 3D KH"]
    match = drawn(table(hands, upcard="AD", hands_before=2, draws="8D"))
    chosen = next(act for act in match.options(Seat(0)) if isinstance(act, GoDown))
    assert any(meld.stand_ins() for meld in chosen.melds)
    match.play(choice(match, 0))
    kinds = set()
    while match.position.phase is Phase.PLAY and match.position.asked == (0,) and match.position.dealing.is_down(Seat(0)):
        act = choice(match, 0)
        assert act in match.options(Seat(0))
        kinds.add(type(act))
        match.play(act)
    assert Discard in kinds
    assert kinds <= {Discard, LayOff, TakeJoker}


@pytest.mark.parametrize("key", ["contract", "seven_hands", "fournier"])
def test_it_closes_where_all_its_cards_find_a_place(key: str) -> None:
    rules = load(key)
    cards = "7S 7H 7D 9C 9D 9S" + {"contract": " 7C 9H KH 2C", "seven_hands": " 7C 7S 9H 9C KH 2C", "fournier": ""}[key]
    match = drawn(match_with([cards], players=3, ante=0, rules=rules, upcard="AD", dealer=1 if key == "fournier" else 2))
    assert match.position.asked == (0,)
    held = len(match.position.hand(Seat(0)))
    while match.position.asked == (0,) and match.position.phase is Phase.PLAY:
        match.play(choice(match, 0))
    left = len(match.position.hand(Seat(0)))
    assert left == {"contract": 2, "seven_hands": 2, "fournier": 0}[key] < held
    assert (match.position.dealing.on_table.closed is not None) == (key == "fournier")


def test_in_the_last_deal_of_contract_it_holds_out_for_the_whole_hand() -> None:
    hand = "3S 4S 5S 6S | 9H TH JH QH | 2C 3C 4C 5C"
    match = table([hand], upcard="AD", hands_before=6, draws="6C")
    drawn(match)
    chosen = choice(match, 0)
    assert isinstance(chosen, GoDown)
    assert sum(len(meld.cards) for meld in chosen.melds) == 13
    other = drawn(table([hand], upcard="AD", hands_before=6, draws="KD"))
    assert choice(other, 0) == Discard(Seat(0), parse_card("KD"))
