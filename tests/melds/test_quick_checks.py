"""The cheap tests call no hand hopeless that has a solution, and spare the solver most of those that have none."""

from collections import Counter
from random import Random

import pytest

from continental.cards import JOKER, Cards, Pack, as_hand, parse_cards, suit_of, without
from continental.melds import Contract, is_hopeless, lacks_jokers, least_by_jokers
from continental.melds.count.cover import ONE_EACH
from continental.rules.load import load
from continental.rules.moves.ending import off_suit
from continental.rules.tables import catalogue
from continental.testing.turns import can_go_down

CONTRACT_GAMES = [key for key in catalogue() if load(key).melding.kind == "contracts"]


def _hands(chance: Random, sizes: tuple[int, ...], jokers: int, faces: int = 52) -> Cards:
    """Some cards of a few faces, so that melds are frequent, and up to so many jokers."""
    kept = set(chance.sample(range(52), faces))
    pool = tuple(card for card in Pack(4, 0).cards() if card in kept)
    many = chance.randrange(jokers + 1)
    return as_hand((*chance.sample(pool, chance.choice(sizes) - many), *(JOKER,) * many))


@pytest.mark.parametrize(
    ("text", "hopeless"),
    [
        ("3H JK JK 6H", False),  # a run: two lone cards share two jokers
        ("3H JK 6H", True),
        ("AH JK JK KH", False),
        ("AH QH JK", False),  # the ace above the king
        ("AH AH JK", False),  # twins are of one rank
        ("3H 4S JK JK", False),  # nothing goes, and the solver says so
        ("3H 4S 9D JK JK JK", True),
        ("JK JK JK", False),
        ("", False),
    ],
)
def test_lone_cards_ask_for_a_joker_each_and_a_last_odd_one_for_two(text: str, hopeless: bool) -> None:
    assert is_hopeless(as_hand(parse_cards(text))) is hopeless


def test_no_hand_is_called_hopeless_that_melds_whole() -> None:
    chance, melded, hopeless = Random(3), 0, 0
    for _ in range(6000):
        hand = _hands(chance, (9, 10), 6, chance.choice((8, 12, 52)))
        whole = least_by_jokers(hand, ONE_EACH)[-1] == 0
        melded += whole
        hopeless += is_hopeless(hand)
        assert not (whole and is_hopeless(hand)), hand
    assert melded > 500
    assert hopeless > 1500


def test_cards_off_the_longest_suit_are_counted() -> None:
    chance = Random(4)
    for _ in range(500):
        hand = _hands(chance, (10, 11), 4)
        suits = Counter(suit_of(card) for card in hand if card != JOKER)
        assert off_suit(hand) == suits.total() - max(suits.values())


@pytest.mark.parametrize("key", CONTRACT_GAMES)
def test_no_hand_is_said_to_lack_jokers_that_can_go_down(key: str) -> None:
    chance, rules, down = Random(5), load(key), 0
    melding = rules.contract_play.melding_for(rules.pack_for(4).decks)
    contracts: list[Contract] = [row.contract for row in rules.deals if row.contract is not None]
    for _ in range(60):
        for contract in contracts:
            hand = _hands(chance, (contract.cards + 1, contract.cards + 3), 4, chance.choice((12, 20, 52)))
            if can_go_down(hand, contract, melding):
                down += 1
                assert not lacks_jokers(hand, contract, melding.grammar.runs.track, melding.wild), hand
    assert down > 20


def test_a_set_too_many_or_a_run_with_gaps_lacks_jokers() -> None:
    rules = load("seven_hands")
    melding = rules.contract_play.melding
    track = melding.grammar.runs.track
    two_sets, set_and_run = rules.row(1).contract, rules.row(2).contract
    assert two_sets is not None
    assert set_and_run is not None
    hand = as_hand(parse_cards("7S 7H 7D 7C 9S 9D JK"))
    assert not lacks_jokers(hand, two_sets, track, melding.wild)
    assert lacks_jokers(without(hand, (JOKER,)), two_sets, track, melding.wild)
    assert lacks_jokers(hand, set_and_run, track, melding.wild)
    assert not lacks_jokers(as_hand((*hand, JOKER)), set_and_run, track, melding.wild)  # 7S JK 9S JK, though the set needs the 7
