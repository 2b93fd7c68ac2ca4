"""Bots sat down at a match: each is told what its seat may know, and asked when its seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from continental.bots.api import UNHURRIED, Bot, BotError, Budget, make_bot
from continental.cards import Cards
from continental.engine import Match
from continental.play.actions import Action
from continental.play.shuffle import lot
from continental.play.terms import Cents, Seat
from continental.play.view import see
from continental.rules.base import RuleSet


@dataclass(slots=True)
class Sitting:
    """A match and the bots at its seats; a seat without one is left to the caller."""

    match: Match
    bots: Mapping[Seat, Bot]
    budget: Budget = UNHURRIED
    told: int = 0

    @classmethod
    def begin(cls, rules: RuleSet, bots: Sequence[Bot], ante: Cents, dealer: Seat | None = None) -> Sitting:
        """Begin a match with a bot at every seat; `dealer` is the first one if the table chooses it. Raises Refused."""
        return cls(Match.begin(rules, len(bots), ante, dealer), {Seat(seat): bot for seat, bot in enumerate(bots)})

    def tell(self) -> None:
        """Tell every bot what happened since it was last told, each event as its seat may know it."""
        for event in self.match.events[self.told :]:
            for seat, bot in self.bots.items():
                bot.see(see(event, seat))
        self.told = len(self.match.events)

    def deal(self, dice: bytes, stacked: Cards | None = None) -> None:
        """Deal the next hand from these dice, and tell."""
        self.match.deal(dice, stacked)
        self.tell()

    def next_bot(self) -> Seat | None:
        """Return the first asked seat that a bot sits at; None if the match waits for the table or for somebody else."""
        return next((seat for seat in self.match.position.asked if seat in self.bots), None)

    def move(self, seat: Seat) -> Action:
        """Have the seat's bot act, and tell. Raises Refused if the rules do not accept its act."""
        self.tell()
        options = self.match.options(seat)
        if not options:
            raise BotError("nothing_offered", f"Seat {seat} is asked in phase {self.match.position.phase} and offered nothing.")
        action = self.bots[seat].choose(self.match.view(seat), options, self.budget)
        if action.seat != seat:
            raise BotError("bot_answer", f"The bot of seat {seat} answered for seat {action.seat}.")
        self.match.play(action)
        self.tell()
        return action

    def play_hand(self) -> None:
        """Let the bots act until the match waits for the table, or for a seat without a bot, or is over."""
        while (seat := self.next_bot()) is not None:
            self.move(seat)


def chosen_dealer(rules: RuleSet, players: int, dice: bytes) -> Seat | None:
    """Return the first dealer by lot from dice if the table is to choose one (switch dealer_first); None otherwise."""
    return Seat(lot(dice, "chosen dealer", players)) if rules.first_dealer == "chosen" else None


def play_match(
    rules: RuleSet,
    names: Sequence[str],
    ante: Cents,
    dice_of: Callable[[str], bytes],
    dealer: Seat | None = None,
) -> Sitting:
    """A whole match between bots of these names; `dice_of` gives 32 bytes for each name of a thing that needs dice.

    The names are `bot 0`, `bot 1` … by seat and `deal 1`, `deal 2` …. Raises Refused and BotError.
    """
    bots = [make_bot(name, Seat(seat), rules, dice_of(f"bot {seat}")) for seat, name in enumerate(names)]
    sitting = Sitting.begin(rules, bots, ante, dealer)
    while not sitting.match.is_over:
        sitting.deal(dice_of(f"deal {sitting.match.position.standing.hands + 1}"))
        sitting.play_hand()
    return sitting
