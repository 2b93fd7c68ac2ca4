"""What a rule set is: rows of moves by phase, stages after a deal, and the parts that count, score and pay."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeVar

from continental.cards import JOKER, Cards, Pack
from continental.melds.grammar import Grammar
from continental.play.actions import Action
from continental.play.draft import Draft
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import DiscardView
from continental.rules.counting import CountRule
from continental.rules.match import MatchRules
from continental.rules.money import MoneyRules
from continental.rules.switches import Switch, SwitchValue
from continental.rules.values import CardValues

A = TypeVar("A", bound=Action)

WANTED: Final = MappingProxyType(
    {
        Phase.COMMIT: "the next deal's dice are due",
        Phase.DEAL: "the cards are to be dealt",
        Phase.DRAW: "a card is to be drawn first",
        Phase.PLAY: "a card is to be thrown",
        Phase.COUNT: "the hands are being counted",
        Phase.ACCUSE: "claims of feeding are being asked for",
        Phase.RULE: "a claim of feeding is to be ruled on",
        Phase.BUY_BACK: "an offer to buy back is to be answered",
        Phase.OVER: "the match is over",
    }
)
"""What each phase waits for, in the words of a refusal."""


class Move(ABC, Generic[A]):
    """One thing that a rule set lets a seat do in one phase."""

    name: ClassVar[str]
    action_type: ClassVar[type[Any]]
    elsewhere: ClassVar[str] = "wrong_phase"
    """The code of the refusal where the act is tried in a phase whose row lacks this move."""

    @abstractmethod
    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[A]:
        """What is offered to the seat, in canonical form."""

    @abstractmethod
    def decide(self, rules: RuleSet, draft: Draft, action: A) -> None:
        """Play the act into the draft, or raise Refused and emit nothing."""

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        """Why the seat is offered nothing of this move, where there is something to say."""
        return None


class Stage(ABC):
    """One thing to be done after a hand was ended; stages are walked in order, each until nobody is to be asked."""

    @abstractmethod
    def run(self, rules: RuleSet, draft: Draft) -> bool:
        """Do what is due; False where a seat was asked, or the table, and the match waits."""


@dataclass(frozen=True, slots=True)
class PackRule:
    """What the pack is made of, by the number of starters (house 1.t); it never changes during a match (1.3)."""

    decks: int
    more_jokers_than_starters: int

    def pack_for(self, players: int) -> Pack:
        return Pack(self.decks, players + self.more_jokers_than_starters)


@dataclass(frozen=True, slots=True)
class DealShape:
    """How a deal begins and when it is given up: cards each, and the laps after which an unended deal is dead."""

    cards: int
    laps: int
    reshuffle_keeps_top: bool


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A rule set with its switches chosen: everything the engine asks."""

    key: str
    version: int
    title: str
    players: tuple[int, int]  # least and most
    switches: Mapping[str, Switch]
    chosen: Mapping[str, SwitchValue]  # every switch's value
    packs: PackRule
    shape: DealShape
    grammar: Grammar
    values: CardValues
    count: CountRule
    moves: Mapping[Phase, tuple[Move[Any], ...]]
    stages: tuple[Stage, ...]
    match: MatchRules
    money: MoneyRules
    first_dealer: str  # high_card, random or chosen
    shows: DiscardView

    def pack_for(self, players: int) -> Pack:
        """The pack of a match with so many starters; raises Refused where the rule set is not for so many."""
        least, most = self.players
        if not least <= players <= most:
            raise Refused("bad_players", title=self.title, least=least, most=most, players=players)
        return self.packs.pack_for(players)

    def out_of_phase(self, phase: Phase, action: Action) -> Refused:
        """Why the act cannot be played in this phase, whose row lacks it."""
        codes = (move.elsewhere for row in self.moves.values() for move in row if isinstance(action, move.action_type))
        return Refused(next(codes, "wrong_phase"), wanted=WANTED[phase])

    def departures(self) -> dict[str, SwitchValue]:
        """The switches that differ from their defaults: what a record names."""
        return {name: value for name, value in self.chosen.items() if value != self.switches[name].default}

    @property
    def name(self) -> str:
        """Key and version, as records name it: `house 1`."""
        return f"{self.key} {self.version}"


def advance(rules: RuleSet, draft: Draft) -> None:
    """Walk the stages after a deal: each is asked what is due until one waits for somebody."""
    for stage in rules.stages:
        if not stage.run(rules, draft):
            return


def jokers_in(cards: Cards) -> int:
    """How many of the cards are jokers."""
    return cards.count(JOKER)
