"""The table of packs in docs/shuffle.md says what the catalogue says, for every number of seats and every deal."""

from __future__ import annotations

import pytest

from continental.cards import print_card
from continental.rules.load import load
from continental.rules.tables import catalogue
from tests.play.test_shuffle_document import GAMES


def test_every_rule_set_and_every_number_of_seats_is_there() -> None:
    every = {(key, seats) for key in catalogue() for seats in range(load(key).players[0], load(key).players[1] + 1)}
    assert set(GAMES) == every


@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_packs_cards_dealers_and_stocks_are_those_of_the_rules(key: str, seats: int) -> None:
    game, rules = GAMES[key, seats], load(key)
    for deal in range(1, len(rules.deals) + 1):
        assert game.pack(seats, deal) == [print_card(card) for card in rules.pack_for(seats, deal).cards()]
        assert game.cards[min(deal, len(game.cards)) - 1] == rules.cards_for(deal)
    assert game.first == {"high_card": "highest", "low_card": "lowest"}[rules.first_dealer]
    assert (game.way == 1) == rules.dealing.clockwise
    assert game.empty == {"keep": "shuffled", "turn_once": "turned over"}[rules.limits.stock_out]
    assert (rules.dealing.penalty_percent == 33) == (key == "fournier")
