"""Rule sets read from the catalogue: TOML in, parts out, every switch of the table put in its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from continental.melds.grammar import Grammar, RunRule, SetRule
from continental.play.refusal import Refused
from continental.play.terms import Phase
from continental.play.view import DiscardView
from continental.rules.base import DealShape, Move, PackRule, RuleSet, Stage
from continental.rules.counting import CountRule
from continental.rules.match import MatchRules
from continental.rules.money import MoneyRules
from continental.rules.moves.after import AnswerOffer, BuyBackStage, NextDealStage, SettleStage
from continental.rules.moves.count import CountHand, CountStage
from continental.rules.moves.dealing import CommitDice, DealCards
from continental.rules.moves.ending import CloseHand, DeclareContinental, DeclareStraightFlush, KnockWith
from continental.rules.moves.feeding import ClaimFeeding, FeedingStage, MakeNoClaim, RuleOnClaim
from continental.rules.moves.turn import DrawStock, TakeDiscard, ThrowCard
from continental.rules.switches import SwitchValue
from continental.rules.tables import build, choose_switches, switches_of, table_of
from continental.rules.values import CardValues

MOVES: Final[tuple[type[Move[Any]], ...]] = (
    CommitDice,
    DealCards,
    DrawStock,
    TakeDiscard,
    ThrowCard,
    KnockWith,
    CloseHand,
    DeclareContinental,
    DeclareStraightFlush,
    CountHand,
    ClaimFeeding,
    MakeNoClaim,
    RuleOnClaim,
    AnswerOffer,
)
STAGES: Final[Mapping[str, type[Stage]]] = {
    "count": CountStage,
    "feeding": FeedingStage,
    "settle": SettleStage,
    "buy_back": BuyBackStage,
    "next_deal": NextDealStage,
}
_BY_NAME: Final = {move.name: move for move in MOVES}


def load(key: str, switches: Mapping[str, object] | None = None) -> RuleSet:
    """The rule set with the table's switches; raises Refused for an unknown rule set, switch or value."""
    return _rule_set(key, tuple(choose_switches(key, switches).items()))


@cache
def _rule_set(key: str, chosen: tuple[tuple[str, SwitchValue], ...]) -> RuleSet:
    values = dict(chosen)
    table = table_of(key, values)
    _check_window(table)
    return RuleSet(
        key=table["key"],
        version=table["version"],
        title=table["title"],
        players=(table["players"][0], table["players"][1]),
        switches=switches_of(key),
        chosen=values,
        packs=build(PackRule, table["packs"]),
        shape=build(DealShape, table["shape"]),
        grammar=Grammar(
            build(SetRule, table["grammar"]["sets"]),
            build(RunRule, {**table["grammar"]["runs"], "track": {"ranks": table["grammar"]["runs"]["track"]}}),
        ),
        values=build(CardValues, table["values"]),
        count=build(CountRule, table["count"]),
        moves={Phase(phase): tuple(_move(row) for row in rows) for phase, rows in table["moves"].items()},
        stages=tuple(_stage(row) for row in table["stages"]),
        match=build(MatchRules, table["match"]),
        money=build(MoneyRules, table["money"]),
        first_dealer=table["first_dealer"],
        shows=DiscardView(table["shows"]),
    )


def _check_window(table: dict[str, Any]) -> None:
    line, start = table["match"]["elimination"]["line"], table["match"]["elimination"]["window_from"]
    if start >= line:
        raise Refused("bad_switch_value", switch="window_from", wanted=f"a total below the line of {line}", value=start)


def _move(row: dict[str, Any]) -> Move[Any]:
    move: Move[Any] = build(_BY_NAME[row["move"]], {name: part for name, part in row.items() if name != "move"})
    return move


def _stage(row: dict[str, Any]) -> Stage:
    stage: Stage = build(STAGES[row["stage"]], {name: part for name, part in row.items() if name != "stage"})
    return stage
