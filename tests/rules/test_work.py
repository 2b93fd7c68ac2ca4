"""How much work an act is: it is folded in once, and offers ask the solver about few hands."""

from random import Random
from typing import Any

import pytest

from continental import engine
from continental.engine import Match
from continental.melds import best_down, least_by_jokers
from continental.play import draft
from continental.play.evolve import evolve
from continental.play.terms import Cents
from continental.rules import contracts
from continental.rules.load import load
from continental.rules.moves import ending
from continental.testing.builders import dice_from


class Counted:
    """A function that counts how often it is called."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return self.function(*given, **named)


def _play(key: str, decisions: int) -> Match:
    """Play at random: any option is as likely as the others."""
    rules, chance = load(key), Random(7)
    ante = rules.scoring.stake(Cents(2000))
    match = Match.begin(rules, 4, ante)
    for _ in range(decisions):
        if match.is_over:
            match = Match.begin(rules, 4, ante)
        if not match.position.asked:
            match.deal(dice_from(chance))
        match.play(chance.choice(match.options(match.position.asked[0])))
    return match


@pytest.mark.parametrize("key", ["house", "seven_hands", "fournier", "contract"])
def test_every_event_is_folded_in_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folded = Counted(evolve)
    for module in (draft, engine):
        monkeypatch.setattr(module, "evolve", folded, raising=False)
    match = _play(key, 60)
    assert folded.calls == len(match.events) - 1  # MatchBegan makes the position that the others are folded into


def test_offers_of_endings_ask_the_solver_about_few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Counted(least_by_jokers)
    monkeypatch.setattr(ending, "least_by_jokers", solver)
    _play("house", 600)
    assert 0 < solver.calls < 150  # 734 before lone cards were counted first


def test_offers_to_go_down_ask_the_solver_about_few_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Counted(best_down)
    monkeypatch.setattr(contracts, "best_down", solver)
    _play("seven_hands", 600)
    assert solver.calls < 60  # 221 before the jokers were counted first
