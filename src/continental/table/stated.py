"""The act that is played for a seat that does not act in time. The table states it beforehand, and it breaks nobody's hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from continental.play.actions import Action, Allow, BuyBack, Count, Discard, Draw, NoClaim, Pass, Rule, Take
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.moves.count import counted


def stated_act(
    rules: RuleSet, position: Position, seat: Seat, options: Sequence[Action], choose_discard: Callable[[], Action | None]
) -> Action:
    """Return the act that is played for the seat, always one of `options`, which is not empty.

    Draw from the stock, else take. Throw the card drawn, or if that is not allowed the card that `choose_discard` picks. Count
    the least. Make no accusation, uphold none, and buy nothing. Leave discards and jokers to others.

    A seat that took a joker which must be played again plays it in the first place that fits, since nothing may be thrown
    before.
    """
    match position.phase:
        case Phase.DRAW:
            return _first(options, Draw) or _first(options, Take) or options[0]
        case Phase.PLAY:
            drawn = Discard(seat, position.dealing.drawn) if position.dealing.drawn is not None else None
            if drawn in options and drawn is not None:
                return drawn
            picked = choose_discard()
            return picked if isinstance(picked, Discard) and picked in options else _first(options, Discard) or options[0]
        case Phase.COUNT:
            return min(options, key=lambda act: _points(rules, position, act))
        case Phase.ACCUSE:
            return _first(options, NoClaim) or options[0]
        case Phase.RULE:
            return next((act for act in options if isinstance(act, Rule) and not act.upheld), options[0])
        case Phase.BUY_BACK:
            return next((act for act in options if isinstance(act, BuyBack) and not act.yes), options[0])
        case _:
            return _first(options, Pass) or _first(options, Allow) or options[0]


def _first(options: Sequence[Action], kind: type[Action]) -> Action | None:
    return next((act for act in options if isinstance(act, kind)), None)


def count_points(rules: RuleSet, position: Position, act: Count) -> int:
    """Return the points of a count. Raises Refused for one that the rules do not allow."""
    return counted(rules, position, act.seat, act.calls, act.left).points


def _points(rules: RuleSet, position: Position, act: Action) -> int:
    return count_points(rules, position, act) if isinstance(act, Count) else 0
