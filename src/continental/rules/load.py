"""Load rule sets from the catalogue: TOML in, parts out, with the table's switches in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Annotated, Any, Final

from continental.cards import Card, parse_card
from continental.codec import Length, Parsed, Span, Tagged
from continental.melds import HOUSE, ContractRules, Grammar, MeldError, RunRule, SameSuit, SetRule, WholeHand, parse_contract
from continental.play.pieces import piece
from continental.play.terms import Phase
from continental.play.view import DiscardView
from continental.rules.base import Dealing, DealLimits, DealRow, FirstDealer, Move, RuleSet, Stage
from continental.rules.claims import Claims
from continental.rules.contracts import ContractPlay, JokerTake, SetLimit, TableRules
from continental.rules.counting import CountRule
from continental.rules.match import MatchRules
from continental.rules.melding import HiddenHands, Melding
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
from continental.rules.scoring import MoneyScoring, PointsScoring, Scoring
from continental.rules.switches import SwitchValue
from continental.rules.table_reader import TableReader
from continental.rules.tables import choose_switches, file_of, switches_of, table_of, title_of
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
"""The number of choices of switches that are cached, so that many different ones do not fill the memory."""


_SMALLEST: Final = Grammar(SetRule(1), RunRule(1))
"""A grammar with melds of every size, so that a contract is read for its form only."""


def _contract_text(text: str) -> str:
    """Return the text of a contract as it is. Raises MeldError for a text of another form, whatever the grammar."""
    parse_contract(text, _SMALLEST)
    return text


@dataclass(frozen=True, slots=True)
class DealSheet:
    """One deal as the file has it: its contract is text, which the grammar reads."""

    cards: Annotated[int, Span(1, 100)]
    contract: Annotated[str, Parsed(_contract_text)] | None = None
    whole_hand: WholeHand = WholeHand.NO


@dataclass(frozen=True, slots=True)
class GrammarSheet:
    """The grammar as the file has it, with both rules."""

    sets: SetRule
    runs: RunRule


@dataclass(frozen=True, slots=True)
class ContractSheet:
    """A contract game's parts as the file has them."""

    same_suit: SameSuit
    table: TableRules
    opening_set_max: Annotated[int, Span(1, 100)] | None = None
    wild: tuple[Annotated[Card, Parsed(parse_card)], ...] | None = None
    take: JokerTake | None = None
    set_limit: SetLimit | None = None


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The whole file without its switches: every key, with its type."""

    key: str
    version: Annotated[int, Span(1, 1000)]
    players: Annotated[tuple[Annotated[int, Span(2, 40)], ...], Length(2, 2)]
    first_dealer: FirstDealer
    shows: DiscardView
    packs: StarterPacks | PackTable
    deals: Annotated[tuple[DealSheet, ...], Length(1, 100)]
    limits: DealLimits
    grammar: GrammarSheet
    moves: Mapping[Phase, tuple[Annotated[Any, Tagged("move", _BY_NAME)], ...]]
    stages: tuple[Annotated[Any, Tagged("stage", STAGES)], ...]
    title: str | None = None
    dealing: Dealing = field(default_factory=Dealing)
    values: CardValues | None = None
    count: CountRule | None = None
    match: MatchRules | None = None
    money: MoneyRules | None = None
    points: PointsMatch | None = None
    contract: ContractSheet | None = None
    claims: Claims | None = None


TO_A_LINE: Final = ("values", "count", "match", "money")
"""The parts of a match that is played to a line, for money: all of them, or none."""

FOR_POINTS: Final = ("points", "contract")
"""The parts of a match of contracts, for points: all of them, or none."""

NEEDS: Final[Mapping[str, tuple[type, ...]]] = {
    "match": (
        *(CountStage, FeedingStage, SettleStage, BuyBackStage, NextDealStage),
        *(KnockWith, CloseHand, DeclareContinental, DeclareStraightFlush),
        *(CountHand, ClaimFeeding, MakeNoClaim, RuleOnClaim, AnswerOffer),
    ),
    "points": (ScoreHandsStage, PointsDealStage),
    "contract": (LayContract, AddToMeld, TakeFromMeld, SlideInMeld, ClaimJoker, LeaveJoker),
}
"""The part that moves and stages need. Claims may be switched off while their row stays, so they are not here."""

ALWAYS: Final = (Phase.COMMIT, Phase.DEAL, Phase.DRAW, Phase.PLAY)
"""The phases without which nothing can be played."""


def load(key: str, switches: Mapping[str, object] | None = None) -> RuleSet:
    """Load a rule set with the table's switches.

    Raises Refused for an unknown rule set, switch or value, and for a file that does not fit, with its file and key.
    """
    return _rule_set(key, tuple(choose_switches(key, switches).items()))


@lru_cache(maxsize=MOST_KEPT)
def _rule_set(key: str, chosen: tuple[tuple[str, SwitchValue], ...]) -> RuleSet:
    # A mistake in a choice that this table did not make is refused too.
    _check_all_choices(key)
    values = dict(chosen)
    reader = TableReader(file_of(key), switches_of(key), values)
    sheet: RuleSheet = reader.read(RuleSheet, table_of(key), "")
    _check_parts(reader, sheet, key)
    # the counting solver compares grammars for each hand, and the same object compares at once
    own = Grammar(sheet.grammar.sets, sheet.grammar.runs)
    grammar = HOUSE if own == HOUSE else own
    rules = RuleSet(
        key=sheet.key,
        version=sheet.version,
        title=title_of(key),
        players=(sheet.players[0], sheet.players[1]),
        switches=switches_of(key),
        chosen=values,
        packs=sheet.packs,
        deals=tuple(_deal_row(reader, number, row, grammar) for number, row in enumerate(sheet.deals, start=1)),
        dealing=sheet.dealing,
        limits=sheet.limits,
        grammar=grammar,
        # A row whose moves are all switched off is no row.
        moves={phase: row for phase, row in sheet.moves.items() if row},
        stages=sheet.stages,
        first_dealer=sheet.first_dealer,
        shows=sheet.shows,
        scoring=_scoring(sheet),
        melding=_melding(sheet, grammar),
        claims=sheet.claims,
    )
    _check_packs(reader, rules)
    return rules


@cache
def _check_all_choices(key: str) -> None:
    """Check once what any switch of the file could lead to, so that no mistake waits for its choice."""
    TableReader(file_of(key), switches_of(key)).read(RuleSheet, table_of(key), "")


def _check_parts(reader: TableReader, sheet: RuleSheet, key: str) -> None:
    if sheet.key != key:
        raise reader.bad_value("key", key, sheet.key)
    if sheet.players[0] > sheet.players[1]:
        raise reader.refuse("rules_do_not_fit", "players", why=piece("least_above_most"))
    # Half a kind of match would fail in the middle of a game, so it is refused here.
    for parts in (TO_A_LINE, FOR_POINTS):
        there = [name for name in parts if getattr(sheet, name) is not None]
        if there and len(there) < len(parts):
            lacking = next(name for name in parts if name not in there)
            raise reader.refuse("rules_missing_key", lacking, wanted=piece("toml_table"))
    if sheet.money is None and sheet.points is None:
        raise reader.refuse("rules_missing_key", "points", wanted=piece("toml_table"))
    if sheet.money is not None and sheet.points is not None:
        raise reader.refuse("rules_do_not_fit", "points", why=piece("two_kinds_of_match"))
    for name, kinds in NEEDS.items():
        rows = [("stages", sheet.stages), *((f"moves.{phase}", row) for phase, row in sheet.moves.items())]
        for at, row in rows:
            if getattr(sheet, name) is None and any(isinstance(each, kinds) for each in row):
                raise reader.refuse("rules_do_not_fit", at, why=piece("lacks_part", part=name))
    needed = (*ALWAYS, *([Phase.CLAIM] if sheet.claims else []))
    for phase in needed:
        if not sheet.moves.get(phase):
            raise reader.refuse("rules_missing_key", f"moves.{phase}", wanted=piece("toml_list"))


def _check_packs(reader: TableReader, rules: RuleSet) -> None:
    """Check that every number of players has a pack in every deal, with a card for every place and one to turn up."""
    for players in range(rules.players[0], rules.players[1] + 1):
        for deal, row in enumerate(rules.deals, start=1):
            try:
                pack = rules.pack_for(players, deal)
            except LookupError:
                raise reader.refuse("rules_do_not_fit", "packs", why=piece("no_pack", players=players)) from None
            if pack.jokers < 0 or players * row.cards >= len(pack):
                why = piece("pack_too_small", cards=row.cards, players=players)
                raise reader.refuse("rules_do_not_fit", f"deals[{deal}].cards", why=why)


def _deal_row(reader: TableReader, number: int, row: DealSheet, grammar: Grammar) -> DealRow:
    if row.contract is None:
        return DealRow(row.cards)
    try:
        return DealRow(row.cards, parse_contract(row.contract, grammar, row.whole_hand))
    except MeldError as fault:
        raise reader.refuse("rules_do_not_fit", f"deals[{number}].contract", why=str(fault).rstrip(".")) from None


def _scoring(sheet: RuleSheet) -> Scoring:
    """Return the scoring part that the file has. `_check_parts` made sure that it is of one kind."""
    if sheet.points is not None:
        return PointsScoring(sheet.points)
    assert sheet.match is not None
    assert sheet.money is not None
    return MoneyScoring(sheet.match, sheet.money)


def _melding(sheet: RuleSheet, grammar: Grammar) -> Melding:
    if sheet.contract is not None:
        return _contract_play(sheet.contract, grammar)
    assert sheet.values is not None
    assert sheet.count is not None
    return HiddenHands(sheet.values, sheet.count)


def _contract_play(sheet: ContractSheet, grammar: Grammar) -> ContractPlay:
    melding = ContractRules(grammar, sheet.same_suit, sheet.opening_set_max, frozenset(sheet.wild or ()))
    return ContractPlay(melding, sheet.table, sheet.take, sheet.set_limit)
