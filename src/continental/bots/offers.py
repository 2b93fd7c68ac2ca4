"""The options of a bot, by kind of act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from continental.play.actions import Action

A = TypeVar("A", bound=Action)


def of_kind(options: Sequence[Action], kind: type[A]) -> list[A]:
    """The options that are acts of one kind."""
    return [option for option in options if isinstance(option, kind)]
