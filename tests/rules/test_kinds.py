"""The kind of a game is two parts, and nothing else asks for it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from continental.engine import Match
from continental.play.draft import Sheet
from continental.play.events import MatchBegan, MatchEnded
from continental.play.evolve import began
from continental.play.refusal import Refused
from continental.play.terms import Cents, Ending, Seat, Status
from continental.rules.contracts import ContractPlay
from continental.rules.load import load
from continental.rules.match import Elimination
from continental.rules.melding import HiddenHands
from continental.rules.scoring import USUAL_ANTE, MoneyScoring, PointsScoring
from continental.rules.tables import catalogue

SOURCE = Path(__file__).parents[2] / "src" / "continental"
CONTRACT_GAMES = [key for key in catalogue() if key != "house"]
QUESTION = re.compile(
    r"""(scoring|melding)\.kind\s*(==|!=|is|in)\b
      | (scoring|melding)\.kind\s*(==|!=)
      | isinstance\([^()]*,\s*\(?(MoneyScoring|PointsScoring|HiddenHands|ContractPlay)
      | \b(money_match|points_match|contract_play|card_values)\b[^\n]*\bis\s+(not\s+)?None
      | rules\.(contract|counting|scoring|melding)\s+is\s+(not\s+)?None
      | rules\.key\s*(==|!=|in\b)""",
    re.VERBOSE,
)


def questions() -> list[str]:
    """Return each line of the package that asks for the kind of a game."""
    return [
        f"{path.relative_to(SOURCE)}: {line.strip()}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if QUESTION.search(line)
    ]


def test_nothing_asks_for_the_kind_of_a_game() -> None:
    assert questions() == []


def test_the_house_is_for_money_in_hidden_hands() -> None:
    rules = load("house")
    assert isinstance(rules.scoring, MoneyScoring)
    assert isinstance(rules.melding, HiddenHands)
    assert rules.melding.endings == tuple(Ending)
    assert rules.scoring.stake(USUAL_ANTE) == USUAL_ANTE
    assert rules.scoring.lines() == Elimination(101, 90)
    assert rules.scoring.columns == ("total", "cash")
    standing = Match.begin(rules, 3, USUAL_ANTE).position.standing
    assert rules.scoring.ladder(replace(standing, buys=(0, 1, 2))) == [20_00, 40_00, 80_00]
    with pytest.raises(LookupError, match="the rule set house has no PointsScoring"):
        _ = rules.points


@pytest.mark.parametrize("key", CONTRACT_GAMES)
def test_a_contract_game_is_for_points_with_contracts(key: str) -> None:
    rules = load(key)
    assert isinstance(rules.scoring, PointsScoring)
    assert isinstance(rules.melding, ContractPlay)
    assert rules.melding.endings == (Ending.CLOSE,)
    assert rules.scoring.stake(USUAL_ANTE) == 0
    assert rules.scoring.antes() is None
    assert rules.scoring.lines() is None
    assert rules.scoring.columns == ("total",)
    assert rules.scoring.deals(len(rules.deals)) == len(rules.deals)
    assert rules.scoring.ladder(Match.begin(rules, 3, Cents(0)).position.standing) is None
    with pytest.raises(Refused, match="The ante is 0") as caught:
        rules.scoring.check_ante(Cents(10_00))
    assert caught.value.code == "bad_ante"
    with pytest.raises(LookupError, match=f"the rule set {key} has no MoneyScoring"):
        _ = rules.money


@pytest.mark.parametrize(("key", "pot"), [("house", 0), ("contract", 0)])
def test_the_last_one_left_wins_and_takes_the_pot_if_there_is_one(key: str, pot: int) -> None:
    rules = load(key)
    ante = rules.scoring.stake(USUAL_ANTE)
    sheet = Sheet(began(MatchBegan(3, ante, Seat(0), clockwise=True)))
    rules.scoring.pay_in(sheet, sheet.standing.seats_in())
    assert sheet.standing.pot == 3 * ante
    rules.scoring.last_one_wins(sheet, Seat(2))
    assert sheet.standing.pot == pot
    assert sheet.standing.cash[2] == 2 * ante
    assert sheet.events[-1] == MatchEnded(Status.WON, (Seat(2),))


PAGE_QUESTION = re.compile(
    r"""\bkind\s*[!=]==\s*"(money|points|hidden|contracts)"|\bisMoney\b|!state\.game\b(?!\.)|\bstate\.game\s*(&&|\?)"""
)


def test_the_page_asks_for_the_kind_in_its_tables_alone() -> None:
    static = SOURCE / "web" / "static"
    asked = [
        f"{path.relative_to(static)}: {line.strip()}"
        for path in sorted(static.rglob("*.js"))
        for line in path.read_text("utf-8").splitlines()
        if PAGE_QUESTION.search(line)
    ]
    assert asked == []
