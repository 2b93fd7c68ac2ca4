"""The form of a bot: it is told all that its seat is told, and answers a view, options and a budget with one act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Protocol

from continental.play.actions import Action
from continental.play.terms import Seat
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet
from continental.rules.melding import MeldingKind

DICE_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Budget:
    """The time that a bot may think about one act, in milliseconds.

    `left_ms` tells how much of it is left by the asker's clock: a bot reads no clock of its own. If nobody counts,
    it always answers the whole budget.
    """

    ms: int
    left_ms: Callable[[], float] = field(default=lambda: float("inf"), repr=False, compare=False)

    def is_spent(self, *, keep_ms: float = 0.0) -> bool:
        """Whether no more than `keep_ms` of the budget is left."""
        return self.left_ms() <= keep_ms


UNHURRIED: Final = Budget(ms=1000)
"""A budget that no clock counts, for simulations and tests."""


class Bot(Protocol):
    """One seat's player.

    It is told everything that its seat is told, in order, from the beginning of the match, and is asked one thing at a time.
    Its answers follow from what it saw and from its own dice alone, so that a new bot that is told the same answers the
    same. The arguments of both methods have plain JSON forms (`play.plain`), and neither is a coroutine: an answer may take
    its whole budget, so a server asks off its event loop.
    """

    def see(self, event: SeenEvent) -> None:
        """Be told an event as the seat may know it."""

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        """The act to play; one of `options`, or another that the rules accept. `options` is never empty."""


class BotError(ValueError):
    """A bot that does not exist, or answers what is no act; `code` is stable, the message says what would be right."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code = code
        super().__init__(sentence)

    def __reduce__(self) -> tuple[type[BotError], tuple[str, str]]:
        return type(self), (self.code, str(self))


BotMaker = Callable[[Seat, RuleSet, bytes], Bot]


def _random(seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
    from continental.bots.random import RandomBot

    return RandomBot(seat, rules, dice)


def _greedy(seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
    return _GREEDY[rules.melding.kind](seat, rules, dice)


def _greedy_hidden(seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
    from continental.bots.greedy import GreedyBot

    return GreedyBot(seat, rules, dice)


def _greedy_contracts(seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
    from continental.bots.contract import ContractBot

    return ContractBot(seat, rules, dice)


_GREEDY: Final[Mapping[MeldingKind, BotMaker]] = {"hidden": _greedy_hidden, "contracts": _greedy_contracts}


MAKERS: Final[Mapping[str, BotMaker]] = MappingProxyType({"random": _random, "greedy": _greedy})
"""The bots by name, weakest first; a new one joins here. Each maker imports its bot late, for some will be slow to load."""

BOT_NAMES: Final = tuple(MAKERS)


def check_bot_name(name: str) -> str:
    """The name, if there is such a bot; raises BotError, code `no_such_bot`, if not."""
    if name not in MAKERS:
        raise BotError("no_such_bot", f"There is no bot {name[:30]!r}; there are: {', '.join(BOT_NAMES)}.")
    return name


def make_bot(name: str, seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
    """Return a new bot of that name, such as `greedy`, for a seat; `dice` are 32 bytes that all its chance comes from.

    Raises BotError, code `no_such_bot` or `bot_dice`.
    """
    if len(dice) != DICE_BYTES:
        raise BotError("bot_dice", f"A bot's dice are {DICE_BYTES} bytes, not {len(dice)}.")
    return MAKERS[check_bot_name(name)](seat, rules, dice)
