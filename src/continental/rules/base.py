"""A rule set: rows of moves by phase, stages after a deal, and the parts that count, score and pay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from continental.cards import JOKER, Cards, Pack
from continental.codec import Span
from continental.melds import Contract, Grammar
from continental.play.actions import Action
from continental.play.draft import Draft
from continental.play.pieces import piece, titled
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import DiscardView
from continental.rules.claims import Claims
from continental.rules.contracts import ContractPlay
from continental.rules.counting import CountRule
from continental.rules.match import MatchRules
from continental.rules.melding import HiddenHands, Melding
from continental.rules.money import MoneyRules
from continental.rules.packs import Packs
from continental.rules.points import PointsMatch
from continental.rules.scoring import MoneyScoring, PointsScoring, Scoring
from continental.rules.switches import Switch, SwitchValue
from continental.rules.values import CardValues

FirstDealer = Literal["high_card", "low_card", "random", "chosen"]
A = TypeVar("A", bound=Action)
T = TypeVar("T")


class Move(ABC, Generic[A]):
    """One kind of act that a rule set lets a seat do in one phase."""

    name: ClassVar[str]
    action_type: ClassVar[type[Any]]
    elsewhere: ClassVar[str] = "wrong_phase"
    """The code of the refusal if the act is tried in the other phase of a turn, whose row lacks this move."""

    @abstractmethod
    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[A]:
        """Return what is offered to the seat, in canonical form."""

    @abstractmethod
    def decide(self, rules: RuleSet, draft: Draft, action: A) -> None:
        """Play the act into the draft, or raise Refused and emit nothing."""

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        """Return why the seat is offered nothing of this move, if there is something to say."""
        return None


class Stage(ABC):
    """One task after a hand has ended. Stages run in order, each until nobody is to be asked."""

    @abstractmethod
    def run(self, rules: RuleSet, draft: Draft) -> bool:
        """Do the tasks that are due. Return False if a seat or the table was asked, so that the match waits."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal of the match: the cards for each player, and the contract if there is one.

    A match without an end repeats its last row.
    """

    cards: int
    contract: Contract | None = None


@dataclass(frozen=True, slots=True)
class Dealing:
    """How cards are dealt: the direction, who begins, and the part of the rest that is the penalty pile, in hundredths."""

    clockwise: bool = True
    dealer_begins: bool = False
    penalty_percent: Annotated[int, Span(0, 90)] = 0


@dataclass(frozen=True, slots=True)
class DealLimits:
    """The limits of a deal: `stock_out` when the stock is empty, `laps` when nobody ends it.

    `stock_out`: keep or include (the discards are shuffled into a new stock, without or with the top one), turn_once (turned
    over once, unshuffled) or end. `joker_upcard`: stays, or the dealer keeps it in place of the last card dealt to it.
    """

    stock_out: Literal["keep", "include", "turn_once", "end"]
    laps: Annotated[int, Span(1, 1000)]
    joker_upcard: Literal["stays", "dealer_keeps"] = "stays"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set with its switches chosen: everything the engine asks."""

    key: str
    version: int
    title: str
    players: tuple[int, int]  # least and most
    switches: Mapping[str, Switch]
    chosen: Mapping[str, SwitchValue]  # every switch's value
    packs: Packs
    deals: tuple[DealRow, ...]
    dealing: Dealing
    limits: DealLimits
    grammar: Grammar
    moves: Mapping[Phase, tuple[Move[Any], ...]]
    stages: tuple[Stage, ...]
    first_dealer: FirstDealer
    shows: DiscardView
    scoring: Scoring
    melding: Melding
    claims: Claims | None = None

    def pack_for(self, players: int, deal: int = 1) -> Pack:
        """Return the pack of a deal in a match with `players` starters. Raises Refused if the rule set is not for that number."""
        least, most = self.players
        if not least <= players <= most:
            raise Refused("bad_players", title=titled(self.key, self.title), least=least, most=most, players=players)
        return self.packs.pack_for(players, deal)

    def row(self, deal: int) -> DealRow:
        """Return what deal number `deal` (from 1) is like."""
        return self.deals[min(deal, len(self.deals)) - 1]

    def cards_for(self, deal: int = 1) -> int:
        """Return how many cards each is dealt in that deal."""
        return self.row(deal).cards

    # For the moves and stages of one kind of game. The loader refuses a file that has them without their part, so that
    # LookupError here is a fault of the code that asks, and never a player's.

    @property
    def match(self) -> MatchRules:
        """Return the rules for a match to a line."""
        return _as(MoneyScoring, self.scoring, self.key).match

    @property
    def money(self) -> MoneyRules:
        """Return the prices of a match for money."""
        return _as(MoneyScoring, self.scoring, self.key).money

    @property
    def values(self) -> CardValues:
        """Return the points of cards at the count of a hidden hand."""
        return _as(HiddenHands, self.melding, self.key).values

    @property
    def count(self) -> CountRule:
        """Return the rule for the choices at the count of a hidden hand."""
        return _as(HiddenHands, self.melding, self.key).count

    @property
    def contract_play(self) -> ContractPlay:
        """Return the rules for laying contracts down."""
        return _as(ContractPlay, self.melding, self.key)

    @property
    def points(self) -> PointsMatch:
        """Return the scoring of a match over deals, in points."""
        return _as(PointsScoring, self.scoring, self.key).points

    def plays(self, action_type: type[Action]) -> bool:
        """Return whether some row has a move for such acts."""
        return any(move.action_type is action_type for row in self.moves.values() for move in row)

    def out_of_phase(self, phase: Phase, action: Action) -> Refused:
        """Return why the act cannot be played in this phase, whose row lacks it."""
        rows = self.moves.values() if phase in (Phase.DRAW, Phase.PLAY) else ()
        codes = (move.elsewhere for row in rows for move in row if isinstance(action, move.action_type))
        return Refused(next(codes, "wrong_phase"), wanted=piece(f"phase_{phase}"))

    def departures(self) -> dict[str, SwitchValue]:
        """Return the switches that differ from their defaults: what a record names."""
        return {name: value for name, value in self.chosen.items() if value != self.switches[name].default}

    @property
    def name(self) -> str:
        """Return key and version as records name them, such as `house 1`."""
        return f"{self.key} {self.version}"


def _as(kind: type[T], part: object, key: str) -> T:
    if not isinstance(part, kind):
        raise LookupError(f"the rule set {key} has no {kind.__name__}")
    return part


def advance(rules: RuleSet, draft: Draft) -> None:
    """Run the stages after a deal in order, until one waits for somebody."""
    for stage in rules.stages:
        if not stage.run(rules, draft):
            return


def jokers_in(cards: Cards) -> int:
    """Return how many of the cards are jokers."""
    return cards.count(JOKER)
