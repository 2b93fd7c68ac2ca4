"""Declare what may be asked of pads over HTTP. The scorepad itself reads acts and hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from continental.codec import Length, Span, Text
from continental.scorepad.export import LONGEST_TEXT
from continental.web.forms import Name, Switches, Word

Title = Annotated[str, Text(60)]
EntryId = Annotated[str, Text(40, least=8, pattern="[A-Za-z0-9_-]+", wanted="an_entry_id")]
CardsText = Annotated[str, Text(400)]
Total = Annotated[int, Span(-100_000, 100_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PadWish:
    """A match on paper to begin. `by` is the name of the sender in the trail.

    `write` is the pad's key to write, if the browser has made one itself while offline. The same key twice is one pad.
    """

    title: Title = "Match"
    rules: Word = "house"
    players: Annotated[tuple[Name, ...], Length(0, 20)]
    ante_cents: Annotated[int, Span(0, 10**9)] = 0
    dealer: Name | None = None
    switches: Switches = field(default_factory=dict)
    by: Name | None = None
    write: Word | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportWish:
    """An export to import, in any of its forms, as text."""

    text: Annotated[str, Text(LONGEST_TEXT)]
    title: Title | None = None
    by: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWish:
    """One entry: the writer's own id for it, the version it was made on, the act."""

    id: EntryId
    after: Annotated[int, Span(0, 2**31)]
    act: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesWish:
    """Entries in the order in which they were made."""

    entries: Annotated[tuple[EntryWish, ...], Length(1, 100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TryWish:
    """An act to try without entering it."""

    act: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWish:
    """A half-typed hand, as the page keeps it. Null deletes it."""

    draft: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NameWish:
    """The name of the sender in the trail."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksWish:
    """Links to replace; `write` is the new key to write, if the browser has made one itself."""

    write: Word | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWish:
    """A season to begin."""

    title: Title
    by: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLinkWish:
    """The season to put a pad in, by its key to write. Null takes it out."""

    season: Word | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PadCountWish:
    """Cards to be counted for a player of the pad, or at a total."""

    cards: CardsText
    player: Name | None = None
    total: Total | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountWish:
    """Cards to be counted at a total, by any rule set; `deal` counts in games of several deals."""

    rules: Word = "house"
    switches: Switches = field(default_factory=dict)
    cards: CardsText
    total: Total = 0
    deal: Annotated[int, Span(1, 1000)] = 1
