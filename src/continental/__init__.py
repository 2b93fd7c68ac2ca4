"""Continental Rummy and its family: rules, exact melds, bots, a table for friends, and the money on it.

This is the door for programs. Each name is imported when it is first asked for, so that `import continental` is quick.

>>> import continental
>>> continental.print_cards(continental.parse_cards("10h joker 7♠"))
'TH JK 7S'
>>> match = continental.Match.begin(continental.load("house"), 4, 2_000)
>>> match
<Match of house, 4 players, commit>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from continental.bots.api import make_bot
    from continental.cards import Card, Cards, parse_card, parse_cards, print_card, print_cards
    from continental.engine import Match
    from continental.hands.solve import solve
    from continental.melds import Meld
    from continental.play.refusal import Refused
    from continental.replay import read_record
    from continental.rules.load import load

__version__ = "0.1.0"
__all__ = [
    "Card",
    "Cards",
    "Match",
    "Meld",
    "Refused",
    "load",
    "make_bot",
    "parse_card",
    "parse_cards",
    "print_card",
    "print_cards",
    "read_record",
    "solve",
]

_HOME: Final = {
    "Card": "cards",
    "Cards": "cards",
    "Match": "engine",
    "Meld": "melds",
    "Refused": "play.refusal",
    "load": "rules.load",
    "make_bot": "bots.api",
    "parse_card": "cards",
    "parse_cards": "cards",
    "print_card": "cards",
    "print_cards": "cards",
    "read_record": "replay",
    "solve": "hands.solve",
}
"""The module of each public name."""


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'continental' has no attribute {name!r}")
    value = getattr(import_module(f"continental.{_HOME[name]}"), name)
    globals()[name] = value  # the next look-up finds it without this function
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
