"""What may be asked of pads over HTTP, as strict models; acts and hands are read by the scorepad itself."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from continental.scorepad.export import LONGEST_TEXT

Name = Annotated[str, StringConstraints(max_length=200)]
Word = Annotated[str, StringConstraints(max_length=40)]
Title = Annotated[str, StringConstraints(max_length=60)]
EntryId = Annotated[str, StringConstraints(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Switches = Annotated[dict[Word, Word | Annotated[int, Field(ge=-(10**9), le=10**9)]], Field(max_length=100)]
CardsText = Annotated[str, StringConstraints(max_length=400)]
Total = Annotated[int, Field(ge=-100_000, le=100_000)]


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PadWish(_Body):
    """A match on paper to be begun. `by` is what the trail calls whoever asks.

    `write` is the pad's key to write, where the browser has made one itself without a connection; the same twice is one pad.
    """

    title: Title = "Match"
    rules: Word = "house"
    players: Annotated[list[Name], Field(max_length=20)]
    ante_cents: Annotated[int, Field(ge=0, le=10**9)] = 0
    dealer: Name | None = None
    switches: Switches = {}
    by: Name | None = None
    write: Word | None = None


class ImportWish(_Body):
    """An export, of whatever form, as text."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
    title: Title | None = None
    by: Name | None = None


class EntryWish(_Body):
    """One entry: the writer's own id for it, the version it was made on, the act."""

    id: EntryId
    after: Annotated[int, Field(ge=0, le=2**31)]
    act: dict[str, Any]


class EntriesWish(_Body):
    """Entries in the order in which they were made."""

    entries: Annotated[list[EntryWish], Field(min_length=1, max_length=100)]


class TryWish(_Body):
    """An act to be looked at."""

    act: dict[str, Any]


class DraftWish(_Body):
    """A half-typed hand, as the page keeps it; null throws it away."""

    draft: Any = None


class NameWish(_Body):
    """What the trail calls whoever asks."""

    name: Name


class LinksWish(_Body):
    """Links to be made anew; `write` is the new key to write, where the browser has made one itself."""

    write: Word | None = None


class SeasonWish(_Body):
    """A season to be begun."""

    title: Title
    by: Name | None = None


class SeasonLinkWish(_Body):
    """The season to put a pad in, by its key to write; null takes it out."""

    season: Word | None


class PadCountWish(_Body):
    """Cards to be counted for a player of the pad, or at a total."""

    cards: CardsText
    player: Name | None = None
    total: Total | None = None


class CountWish(_Body):
    """Cards to be counted at a total, by any rule set; `deal` counts in games of several deals."""

    rules: Word = "house"
    switches: Switches = {}
    cards: CardsText
    total: Total = 0
    deal: Annotated[int, Field(ge=1, le=1000)] = 1
