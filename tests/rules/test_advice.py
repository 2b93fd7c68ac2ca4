"""Advice is always accepted: whatever a hand's line, a proposal, a hint or a bot names, the rules let the seat do now."""

from random import Random

import pytest

from continental.bots.api import UNHURRIED, make_bot
from continental.cards import parse_card
from continental.cli.contract_prompts import proposed_throw
from continental.cli.prompts import Seen, prompt, read_answer
from continental.engine import Match, decide
from continental.hands.advice import advise
from continental.hands.proposals import ways_down
from continental.hands.worth import dial, throws_now, worth_now
from continental.play.actions import Action, Close, Count, Discard, GoDown, Take
from continental.play.terms import Cents, Phase, Seat
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.table.stated import stated_act
from continental.testing.builders import match_with
from continental.testing.rule_set_kit import next_act, random_rules


def taker(match: Match, seat: Seat, chance: Random) -> Action:
    """One who takes discards whenever they fit the hand by rank or face, so that twins are often held."""
    offered = match.options(seat)
    takes = [act for act in offered if isinstance(act, Take)]
    if takes and chance.random() < 0.7:
        return takes[0]
    return chance.choice(offered)


def check_advice(match: Match, seat: Seat) -> int:
    """Try all that is advised to the seat, and return how many acts those were."""
    rules, position = match.rules, match.position
    advised: list[Action] = []
    if rules.plays(Count):
        told = advise(rules, position, seat).plain()["worth"]
        if position.phase is Phase.PLAY:
            assert told["thrown"] is not None
            card = parse_card(told["thrown"])
            assert card == worth_now(rules, position, seat, position.standing.totals[seat]).thrown
            closes = [act for act in match.options(seat) if isinstance(act, Close)]
            advised.append(Close(seat, card) if closes else Discard(seat, card))
            lines = "\n".join(prompt(Seen(match, seat, "abcdef")))
            assert f"without {told['thrown']}" in lines
            if closes:
                assert read_answer(Seen(match, seat, "abcdef"), "c") == Close(seat, card)
        advised += [row.act for row in dial(rules, position, seat)]
    if rules.melding.kind == "contracts" and position.phase is Phase.PLAY:
        advised += [GoDown(seat, way.melds) for way in ways_down(rules, position, seat) or ()]
        thrown = proposed_throw(Seen(match, seat, "abcdefgh"))
        kinds = {type(act) for act in match.options(seat)}
        assert thrown is not None or GoDown in kinds or Discard not in kinds
        advised += [] if thrown is None else [Discard(seat, thrown)]
    offered = match.options(seat)
    advised.append(stated_act(rules, position, seat, offered, lambda: None))
    bot = make_bot("greedy", seat, rules, bytes(32))
    advised.append(bot.choose(match.view(seat), offered, UNHURRIED))
    for act in advised:
        assert decide(rules, position, act), act
    return len(advised)


@pytest.mark.parametrize("key", catalogue())
@pytest.mark.parametrize("switched", [False, True])
def test_advice_is_always_accepted(key: str, switched: bool) -> None:
    chance = Random(f"advice {key} {switched}")
    checked = 0
    for _ in range(3):
        rules = random_rules(key, chance) if switched else load(key)
        players = chance.randint(*rules.players)
        dealer = Seat(0) if rules.first_dealer == "chosen" else None
        match = Match.begin(rules, players, rules.scoring.stake(Cents(20_00)), dealer)
        for _ in range(300):
            if match.is_over:
                break
            if match.position.asked and chance.random() < 0.2:
                checked += check_advice(match, chance.choice(match.position.asked))
            match.play(next_act(match, chance, taker))
    assert checked > 100


def test_a_card_taken_whose_twin_is_held_is_not_named_as_the_one_to_throw() -> None:
    match = match_with(["JH 9C 9H 9S 4S 5S 6S 7S 2D 3D", ""], upcard="JH")
    match.play(Take(Seat(0)))
    found = worth_now(match.rules, match.position, Seat(0), 0)
    assert found.thrown != parse_card("JH")
    assert found.thrown is not None
    match.play(Discard(Seat(0), found.thrown))


def test_the_hand_line_names_the_card_that_the_close_throws() -> None:
    """Any of several cards would leave all melded; the one drawn must be thrown, and so it is named everywhere."""
    match = match_with(["2H 3H 4H | 8S 8D 8C | 9D TD JD QD", ""], upcard="8H")
    match.play(Take(Seat(0)))
    assert throws_now(match.rules, match.position, Seat(0)) == (parse_card("8H"),)
    assert "least 0 without 8H" in "\n".join(prompt(Seen(match, Seat(0), "ab")))
    match.play(read_answer(Seen(match, Seat(0), "ab"), "c"))


def test_several_closes_are_one_card_in_the_hand_line_and_at_the_prompt() -> None:
    match = match_with(["2H 3H 4H 5H | 8S 8D 8C | 9D TD JD", ""], upcard="QD", switches={"close_discard": "any"})
    match.play(Take(Seat(0)))
    closes = [act for act in match.options(Seat(0)) if isinstance(act, Close)]
    assert len(closes) > 1
    assert worth_now(match.rules, match.position, Seat(0), 0).thrown == closes[0].card
    assert read_answer(Seen(match, Seat(0), "ab"), "c") == closes[0]
    bot = make_bot("greedy", Seat(0), match.rules, bytes(32))
    assert bot.choose(match.view(Seat(0)), match.options(Seat(0)), UNHURRIED) == closes[0]


def test_in_a_contract_game_a_discard_is_proposed() -> None:
    match = match_with(["9C 9H 9S 4S 5S 6S 7S KD 2C QH 3D 5H", ""], rules="seven_hands", players=3, upcard="JC")
    match.play(Take(Seat(0)))
    lines = "\n".join(prompt(Seen(match, Seat(0), "abc")))
    thrown = proposed_throw(Seen(match, Seat(0), "abc"))
    assert thrown is not None
    assert "Proposed discard: " in lines
    assert thrown not in {parse_card("9C"), parse_card("9H"), parse_card("9S")}
