"""Rule sets read from the catalogue: TOML in, parts out, every switch of the table put in its place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar

from continental.cards import parse_card
from continental.melds.contract import ContractRules, SameSuit, WholeHand, parse_contract
from continental.melds.grammar import Grammar, RunRule, SetRule
from continental.play.pieces import piece
from continental.play.refusal import Refused
from continental.play.terms import Phase
from continental.play.view import DiscardView
from continental.rules.base import Dealing, DealLimits, DealRow, MoneyMatch, Move, RuleSet, Stage
from continental.rules.claims import Claims
from continental.rules.contracts import ContractPlay, JokerTake, SetLimit, TableRules
from continental.rules.counting import CountRule
from continental.rules.match import MatchRules
from continental.rules.money import MoneyRules
from continental.rules.moves.after import AnswerOffer, BuyBackStage, NextDealStage, SettleStage
from continental.rules.moves.claim import AllowBuy, BuyDiscard, PassDiscard, RefuseByTaking
from continental.rules.moves.contract import AddToMeld, LayContract
from continental.rules.moves.count import CountHand, CountStage
from continental.rules.moves.dealing import CommitDice, DealCards
from continental.rules.moves.ending import CloseHand, DeclareContinental, DeclareStraightFlush, KnockWith
from continental.rules.moves.feeding import ClaimFeeding, FeedingStage, MakeNoClaim, RuleOnClaim
from continental.rules.moves.jokers import ClaimJoker, LeaveJoker, SlideInMeld, TakeFromMeld
from continental.rules.moves.scoring import PointsDealStage, ScoreHandsStage
from continental.rules.moves.turn import DrawStock, TakeDiscard, ThrowCard
from continental.rules.packs import PackTable, StarterPacks
from continental.rules.points import PointsMatch
from continental.rules.switches import SwitchValue
from continental.rules.tables import build, choose_switches, switches_of, table_of
from continental.rules.values import CardValues

T = TypeVar("T")

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
    BuyDiscard,
    PassDiscard,
    AllowBuy,
    RefuseByTaking,
    LayContract,
    AddToMeld,
    TakeFromMeld,
    SlideInMeld,
    ClaimJoker,
    LeaveJoker,
)
STAGES: Final[Mapping[str, type[Stage]]] = {
    "count": CountStage,
    "feeding": FeedingStage,
    "settle": SettleStage,
    "buy_back": BuyBackStage,
    "next_deal": NextDealStage,
    "score_hands": ScoreHandsStage,
    "next_of_deals": PointsDealStage,
}
_BY_NAME: Final = {move.name: move for move in MOVES}


MOST_KEPT: Final = 256
"""How many choices of switches are kept at hand: whoever asks for ever other ones fills no memory."""


def load(key: str, switches: Mapping[str, object] | None = None) -> RuleSet:
    """The rule set with the table's switches; raises Refused for an unknown rule set, switch or value."""
    return _rule_set(key, tuple(choose_switches(key, switches).items()))


@lru_cache(maxsize=MOST_KEPT)
def _rule_set(key: str, chosen: tuple[tuple[str, SwitchValue], ...]) -> RuleSet:
    values = dict(chosen)
    table = table_of(key, values)
    grammar = _grammar(table["grammar"])
    if "money" in table:
        _check_window(table)
    return RuleSet(
        key=table["key"],
        version=table["version"],
        title=table["title"],
        players=(table["players"][0], table["players"][1]),
        switches=switches_of(key),
        chosen=values,
        packs=build(PackTable if "rows" in table["packs"] else StarterPacks, table["packs"]),
        deals=tuple(_deal_row(row, grammar) for row in table["deals"] if row.get("when", True)),
        dealing=build(Dealing, table.get("dealing", {})),
        limits=build(DealLimits, table["limits"]),
        grammar=grammar,
        moves=_moves(table["moves"]),
        stages=tuple(_stage(row) for row in table["stages"]),
        first_dealer=table["first_dealer"],
        shows=DiscardView(table["shows"]),
        card_values=_part(CardValues, table, "values"),
        counting=_part(CountRule, table, "count"),
        money_match=_money_match(table) if "money" in table else None,
        points_match=_part(PointsMatch, table, "points"),
        contract=_contract_play(table["contract"], grammar) if "contract" in table else None,
        claims=build(Claims, table["claims"]) if table.get("claims", {}).pop("on", False) else None,
    )


def _part(kind: type[T], table: dict[str, Any], name: str) -> T | None:
    part: T | None = build(kind, table[name]) if name in table else None
    return part


def _money_match(table: dict[str, Any]) -> MoneyMatch:
    return MoneyMatch(build(MatchRules, table["match"]), build(MoneyRules, table["money"]))


def _grammar(table: dict[str, Any]) -> Grammar:
    track = table["runs"]["track"]
    runs = {**table["runs"], "track": {"ranks": track} if isinstance(track, str) else track}
    return Grammar(build(SetRule, table["sets"]), build(RunRule, runs))


def _deal_row(row: dict[str, Any], grammar: Grammar) -> DealRow:
    text = row.get("contract")
    whole = WholeHand(row.get("whole_hand", "no"))
    return DealRow(row["cards"], None if text is None else parse_contract(text, grammar, whole))


def _contract_play(table: dict[str, Any], grammar: Grammar) -> ContractPlay:
    wild = frozenset(parse_card(text) for text in table.get("wild") or ())
    melding = ContractRules(grammar, SameSuit(table["same_suit"]), table.get("opening_set_max"), wild)
    take = table.get("take")
    return ContractPlay(
        melding,
        build(TableRules, table["table"]),
        build(JokerTake, take) if take and take.pop("on", True) else None,
        build(SetLimit, table["set_limit"]) if "set_limit" in table else None,
    )


def _check_window(table: dict[str, Any]) -> None:
    line, start = table["match"]["elimination"]["line"], table["match"]["elimination"]["window_from"]
    if start >= line:
        raise Refused("bad_switch_value", switch="window_from", wanted=piece("below_line", line=line), value=start)


def _moves(table: dict[str, Any]) -> dict[Phase, tuple[Move[Any], ...]]:
    """The rows by phase; a row whose moves are all switched off is no row."""
    rows = {Phase(phase): tuple(_move(row) for row in rows if row.get("when", True)) for phase, rows in table.items()}
    return {phase: row for phase, row in rows.items() if row}


def _move(row: dict[str, Any]) -> Move[Any]:
    move: Move[Any] = build(_BY_NAME[row["move"]], {name: part for name, part in row.items() if name not in ("move", "when")})
    return move


def _stage(row: dict[str, Any]) -> Stage:
    stage: Stage = build(STAGES[row["stage"]], {name: part for name, part in row.items() if name != "stage"})
    return stage
