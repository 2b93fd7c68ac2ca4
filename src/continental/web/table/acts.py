"""Acts as the wire writes them: without the seat, which is the session's, and melds as lists of cards' texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from continental.cards import JOKER, CardError, parse_card, rank_of
from continental.melds import Meld
from continental.play.actions import Action, GoDown
from continental.play.plain import Plain, PlainError, action_from_plain, action_to_plain, from_plain
from continental.play.terms import Seat


def act_part(act: Action) -> Plain:
    """The act as an option: what a seat sends back, with `after` added."""
    if isinstance(act, GoDown):
        return {"do": "go_down", "melds": [list(meld.texts()) for meld in act.melds]}
    plain = action_to_plain(act)
    del plain["seat"]
    return plain


def read_act(plain: Plain) -> Action:
    """The act that was sent, for seat 0, in whose place the room puts the session's own; raises PlainError."""
    if plain["do"] == "go_down":
        return GoDown(Seat(0), tuple(map(_meld, plain["melds"])))
    return action_from_plain({**plain, "seat": 0})


def _meld(plain: Any) -> Meld:
    if isinstance(plain, list):
        return read_meld(plain)
    meld: Meld = from_plain(Meld, plain, "melds")
    if len(meld.cards) != len(meld.as_cards):
        raise PlainError("melds: as_cards should name a part for each of the cards")
    return meld


def read_meld(texts: Sequence[str]) -> Meld:
    """A meld from its cards' texts in order: `9H`, `JK=TH` for a joker with its part, `JK` for one whose part is left open.

    An open joker is written as standing for a joker. Whether it is a meld at all, the rules say. Raises PlainError.
    """
    cards, parts = [], []
    for text in texts:
        card, _, part = text.partition("=")
        try:
            cards.append(parse_card(card))
            parts.append(parse_card(part) if part else cards[-1])
        except CardError as error:
            raise PlainError(f"melds: {error}") from None
        if parts[-1] == JOKER and cards[-1] != JOKER:
            raise PlainError("melds: no card stands for a joker")
    ranks = {rank_of(part) for part in parts if part != JOKER}
    return Meld("set" if len(ranks) <= 1 else "run", tuple(cards), tuple(parts))
