"""A season: players across evenings by their names, merged names, money and places over time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, assert_never

from continental.codec import Tagged, reader_of, writer_of
from continental.play.events import WentOut
from continental.play.position import Standing
from continental.play.saying import Said, print_said
from continental.play.terms import Seat, Status
from continental.scorepad.acts import Title, read_tagged
from continental.scorepad.forms import Name, parse_json
from continental.scorepad.pad import Pad
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sayings import said_writer, told
from continental.scorepad.show import balances
from continental.scorepad.sums import Sums

MOST_ENTRIES: Final = 1000
"""Far more than anybody merges names. Opening a season reads all of them."""
MOST_EVENINGS: Final = 150
"""Three years of Fridays. Showing a season builds the sheets of all of them."""


@dataclass(frozen=True, slots=True)
class MakeSeason:
    """Begin a season, or change its title later."""

    title: Title


@dataclass(frozen=True, slots=True)
class Merge:
    """Count the player called `name` on some evenings as the player called `into`."""

    name: Name
    into: Name


@dataclass(frozen=True, slots=True)
class Part:
    """Count the name as a player's own again."""

    name: str


@dataclass(frozen=True, slots=True)
class SeasonUndo:
    """Take back the last act that stands."""


@dataclass(frozen=True, slots=True)
class SeasonRedo:
    """Repeat the act that was taken back last."""


SeasonAct = MakeSeason | Merge | Part | SeasonUndo | SeasonRedo


@dataclass(frozen=True, slots=True)
class SeasonEntry:
    """One entry of a season's log."""

    v: int
    at: int
    by: str
    session: str
    id: str
    act: SeasonAct


@dataclass(frozen=True, slots=True)
class SeasonSheet:
    """The title of a season, and the names that stand for other players."""

    title: str
    merged: Mapping[str, str]

    def player(self, name: str) -> str:
        """Return the player that a name stands for. Merges follow one another."""
        while name in self.merged:
            name = self.merged[name]
        return name


@dataclass(frozen=True, slots=True)
class Season:
    """A season's log, the sheets that stand in order, and those taken back."""

    entries: tuple[SeasonEntry, ...]
    done: tuple[SeasonSheet, ...]
    undone: tuple[SeasonSheet, ...]

    @property
    def sheet(self) -> SeasonSheet:
        """Return the sheet as it stands now."""
        return self.done[-1]

    @property
    def v(self) -> int:
        """Return the version."""
        return len(self.entries)

    def entry(self, id_: str) -> SeasonEntry | None:
        """Return the entry of that id, or None if there is none."""
        return next((entry for entry in self.entries if entry.id == id_), None)


def open_season(entries: Sequence[SeasonEntry]) -> Season:
    """Return the season of a log. Raises EntryRefused if the entries do not make one."""
    season = Season((), (), ())
    for entry in entries:
        season = _fold(season, entry)
    return season


def enter_season(season: Season, entry: SeasonEntry) -> Season:
    """Return the season with one more entry. Raises EntryRefused and changes nothing."""
    if season.v >= MOST_ENTRIES:
        raise EntryRefused("too_many_entries", most=MOST_ENTRIES)
    after = _fold(season, entry)
    if after.sheet == season.sheet and not isinstance(entry.act, SeasonUndo | SeasonRedo):
        raise EntryRefused("changes_nothing")
    return after


def _fold(season: Season, entry: SeasonEntry) -> Season:
    entries, done, undone = (*season.entries, entry), season.done, season.undone
    match entry.act:
        case MakeSeason(title):
            sheet = replace(season.sheet, title=title) if done else SeasonSheet(title, {})
        case SeasonUndo():
            if len(done) < 2:
                raise EntryRefused("nothing_to_undo")
            return Season(entries, done[:-1], (*undone, done[-1]))
        case SeasonRedo():
            if not undone:
                raise EntryRefused("nothing_to_redo")
            return Season(entries, (*done, undone[-1]), undone[:-1])
        case Merge(name, into):
            if name == into:
                raise EntryRefused("merge_itself", name=name)
            # Without this check, `player` would follow the names round for ever.
            if season.sheet.player(into) == name:
                raise EntryRefused("merge_round", name=name, into=into)
            sheet = replace(season.sheet, merged={**season.sheet.merged, name: into})
        case Part(name):
            if name not in season.sheet.merged:
                raise EntryRefused("not_merged", name=name)
            sheet = replace(season.sheet, merged={each: to for each, to in season.sheet.merged.items() if each != name})
        case _:
            assert_never(entry.act)
    return Season(entries, (*done, sheet), ())


_ACT: Final = Annotated[
    Any,
    Tagged("do", {"retitle": MakeSeason, "merge": Merge, "part": Part, "undo": SeasonUndo, "redo": SeasonRedo}),
]
_read: Final = reader_of(_ACT)
_write: Final = writer_of(_ACT)


def print_season_act(act: SeasonAct) -> dict[str, Any]:
    """Return the act as a JSON value."""
    plain: dict[str, Any] = _write(act)
    return plain


def read_season_act(value: object) -> SeasonAct:
    """Return the act of a JSON value. Raises EntryRefused."""
    act: SeasonAct = read_tagged(_read, value)
    return act


def season_trail(season: Season) -> list[dict[str, Any]]:
    """Return every entry of the season in words, the oldest first: who did what, and when."""
    rows: list[dict[str, Any]] = []
    # Undo and redo are followed in sentences here, since each is told by the act that it is about.
    done: list[Said] = []
    undone: list[Said] = []
    for entry in season.entries:
        did = told("did", by=said_writer(entry.by), did=_say(entry.act, done, undone))
        rows.append({"v": entry.v, "at": entry.at, "by": entry.by, **print_said(did)})
    return rows


def _say(act: SeasonAct, done: list[Said], undone: list[Said]) -> Said:
    match act:
        case SeasonUndo():
            undone.append(done.pop())
            return told("took_back", what=undone[-1])
        case SeasonRedo():
            done.append(undone.pop())
            return told("did_again", what=done[-1])
        case MakeSeason(title):
            says = told("season_titled", title=title)
        case Merge(name, into):
            says = told("season_merged", name=name, into=into)
        case Part(name):
            says = told("season_parted", name=name)
        case _:
            assert_never(act)
    done.append(says)
    undone.clear()
    return says


def print_season_body(entry: SeasonEntry) -> str:
    """Return the act of the entry as the JSON text that the log keeps."""
    return json.dumps(print_season_act(entry.act), ensure_ascii=False, separators=(",", ":"))


def read_season_entry(v: int, at: int, by: str, session: str, id_: str, body: str) -> SeasonEntry:
    """Return the entry of a kept text. Raises EntryRefused."""
    return SeasonEntry(v, at, by, session, id_, read_season_act(parse_json(body)))


# --- evenings


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an evening for one player: money in cents, the place if there was a winner, the total."""

    name: str
    money_cents: int
    place: int | None
    total: int


def has_finished(pad: Pad) -> bool:
    """Return whether the pad's match is over, so that it counts for its season."""
    return pad.sums.paper.standing.is_over and pad.sums.stop is None


def results(pad: Pad) -> tuple[Result, ...]:
    """Return a pad's result for each player, adjustments included. Places are given only if the match was won or split."""
    paper = pad.sums.paper
    money, places = balances(pad.sheet, paper), placing(pad.sums)
    return tuple(
        Result(name, money[name], places.get(seat), paper.standing.totals[seat]) for seat, name in enumerate(paper.names)
    )


def placing(sums: Sums) -> dict[int, int]:
    """Return the place of each seat: winners, then those still in, then the others, the last to go out first.

    Of those still in, the lower total comes first. Equals share a place, and the next one is left out. Empty if nobody won.
    """
    now = sums.paper.standing
    if now.status not in (Status.WON, Status.SPLIT):
        return {}
    out_at = {event.seat: at for at, row in enumerate(sums.rows) for event in row.events if isinstance(event, WentOut)}
    # Ranks are tuples, so they compare by group first, and then by total or by when the seat went out.
    ranks = {seat: _rank(now, Seat(seat), out_at.get(Seat(seat))) for seat in range(now.players)}
    return {seat: 1 + sum(other < rank for other in ranks.values()) for seat, rank in ranks.items()}


def _rank(now: Standing, seat: Seat, out_at: int | None) -> tuple[int, int, int]:
    if seat in now.winners:
        return (0, 0, 0)
    return (1, 0, now.totals[seat]) if out_at is None else (2, -out_at, now.totals[seat])


def show_season(season: Season, evenings: Iterable[tuple[str, Pad]]) -> dict[str, Any]:
    """Return the season as JSON values, from its pads with their ids in the order of time. Unfinished pads are left out."""
    finished = [(pad_id, pad) for pad_id, pad in evenings if has_finished(pad)]
    played = [(pad_id, pad, results(pad)) for pad_id, pad in finished]
    return {
        "v": season.v,
        "title": season.sheet.title,
        "merged": dict(season.sheet.merged),
        "names": sorted({each.name for _, _, rows in played for each in rows}),
        "can_undo": len(season.done) > 1,
        "can_redo": bool(season.undone),
        "evenings": [
            {
                "pad": pad_id,
                "title": pad.sheet.title,
                "at": pad.entries[0].at,
                "status": pad.sums.paper.standing.status.value,
                "rules": pad.sheet.start.rules.title,
                "players": [
                    {
                        "name": season.sheet.player(each.name),
                        "money_cents": each.money_cents,
                        "place": each.place,
                        "total": each.total,
                    }
                    for each in rows
                ],
            }
            for pad_id, pad, rows in played
        ],
        "players": _players(season.sheet, played),
    }


def _players(sheet: SeasonSheet, played: Sequence[tuple[str, Pad, tuple[Result, ...]]]) -> list[dict[str, Any]]:
    players: dict[str, dict[str, Any]] = {}
    for pad_id, pad, rows in played:
        # Two names of an evening may be merged. Their player was there once.
        here = {sheet.player(each.name) for each in rows}
        for each in rows:
            player = players.setdefault(
                sheet.player(each.name),
                {"name": sheet.player(each.name), "evenings": 0, "money_cents": 0, "wins": 0, "places": [], "over_time": []},
            )
            player["money_cents"] += each.money_cents
            player["wins"] += each.place == 1
            player["places"] += [] if each.place is None else [each.place]
        for name in here:
            player = players[name]
            player["evenings"] += 1
            player["over_time"].append({"pad": pad_id, "at": pad.entries[0].at, "money_cents": player["money_cents"]})
    return sorted(players.values(), key=lambda player: (-player["money_cents"], player["name"]))
