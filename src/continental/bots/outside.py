"""A bot that lives outside: it is told and asked in JSON lines over two text streams that the caller opened.

No process is started and no clock is read here. `choose` waits for as long as the other side does. The opener of the streams
closes them when patience ends, and that is a BotError. The lines are described in `docs/bots.md`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, TextIO

from continental.bots.api import BotError, Budget
from continental.codec import Unfit, to_plain
from continental.play.actions import Action
from continental.play.plain import action_from_plain, action_to_plain, event_to_plain
from continental.play.terms import Seat
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet

PROTOCOL: Final = 1
MOST_LETTERS: Final = 65_536
"""The longest line that is read; a longer one is no answer."""


class OutsideBot:
    """Speaks for a seat through `say` (lines out) and `hear` (lines in); a line out that needs an answer gets exactly one.

    On being made it says hello, with the rules and the dice that the other side's chance should come from.
    """

    __slots__ = ("_hear", "_say", "seat")

    def __init__(self, seat: Seat, rules: RuleSet, dice: bytes, *, hear: TextIO, say: TextIO) -> None:
        self.seat = seat
        self._hear = hear
        self._say = say
        self._tell(
            {
                "say": "hello",
                "protocol": PROTOCOL,
                "seat": seat,
                "rules": rules.name,
                "switches": dict(rules.chosen),
                "dice": dice.hex(),
            }
        )

    def see(self, event: SeenEvent) -> None:
        """Tell the other side an event. Raises BotError, code `bot_gone`, if nobody is there."""
        self._tell({"say": "see", "event": event_to_plain(event)})

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        """Ask the other side for an act; raises BotError, code `bot_gone` or `bot_answer`.

        The act is read, and is the seat's own; whether the rules accept it is the engine's to say.
        """
        offered = [action_to_plain(option) for option in options]
        self._tell({"say": "choose", "view": to_plain(view), "options": offered, "ms": budget.ms})
        answer = self._answer()
        if isinstance(answer, dict) and set(answer) == {"option"}:
            return _option(options, answer["option"])
        try:
            act = action_from_plain(answer)
        except Unfit as error:
            raise BotError("bot_answer", f"The bot's answer is no act: {error}.") from None
        if act.seat != self.seat:
            raise BotError("bot_answer", f"The bot of seat {self.seat} answered for seat {act.seat}.")
        return act

    def _tell(self, line: dict[str, Any]) -> None:
        try:
            self._say.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._say.flush()
        except (OSError, ValueError):  # ValueError: the stream was closed on this side
            raise BotError("bot_gone", "The bot no longer listens.") from None

    def _answer(self) -> object:
        try:
            line = self._hear.readline(MOST_LETTERS + 1)
        except UnicodeDecodeError:
            raise BotError("bot_answer", "The bot's answer is not UTF-8 text.") from None
        except (OSError, ValueError):
            raise BotError("bot_gone", "The bot no longer answers.") from None
        if not line:
            raise BotError("bot_gone", "The bot no longer answers.")
        if len(line) > MOST_LETTERS:
            raise BotError("bot_answer", f"The bot's answer is longer than {MOST_LETTERS} letters.")
        try:
            answer: object = json.loads(line)
        except (ValueError, RecursionError):
            raise BotError("bot_answer", "The bot's answer is no JSON on one line.") from None
        return answer


def _option(options: Sequence[Action], place: object) -> Action:
    if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(options):
        raise BotError("bot_answer", f"The bot named no option: one of 0 to {len(options) - 1} is wanted.")
    return options[place]
