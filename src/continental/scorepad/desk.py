"""Pads and seasons while people write on them: links are found, entries are taken one by one, conflicts are reported."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from continental.logbook.books import Book, BookKey, new_id
from continental.logbook.links import KeyHash, Keys, Link, hash_key, is_key, keys_of, new_key
from continental.logbook.ports import Extras, LinkGone, LogEntry, Millis, StoreFailed, VersionTaken
from continental.play.refusal import Refused
from continental.scorepad.acts import Act, touches
from continental.scorepad.log import print_body, read_entry
from continental.scorepad.pad import Entry, Make, Pad, check_size, enter, go_on, open_pad
from continental.scorepad.ports import PadStore, Writer
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sayings import writer
from continental.scorepad.season import (
    MakeSeason,
    Season,
    SeasonAct,
    SeasonEntry,
    enter_season,
    open_season,
    print_season_body,
    read_season_entry,
)

MOST_OPEN: Final = 200
"""The number of pads that are cached. Any other is read from the store again."""
TRIES: Final = 20
LONGEST_DRAFT: Final = 8192
MOST_WRITERS: Final = 64
"""The most browsers that write on one pad."""
MOST_LETTERS: Final = 800_000
"""The most characters that the stored entries of a pad have together: some thousands of hands."""
MOST_ROWS: Final = 5_000
"""The most rows of the sheet that are settled for one batch of entries, about a second's work. Later entries wait."""

Logged = TypeVar("Logged", Entry, SeasonEntry)
P = ParamSpec("P")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Wish:
    """An entry that a writer asks for: the writer's own id for it, the version it was made on, the act."""

    id: str
    after: int
    act: Act | SeasonAct


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The result of a wish.

    `v` is its version if it is in the log, and `again` is True if it was there already. `conflict` has the versions of the
    entries by others that were made since and that it touches. `waiting` is True if it was not tried: an earlier wish of the
    batch was not taken, or the batch took too long. `rows` is how many rows of the sheet were settled for it.
    """

    id: str
    v: int | None = None
    again: bool = False
    refused: Refused | None = None
    conflict: tuple[int, ...] = ()
    waiting: bool = False
    rows: int = 0

    @property
    def is_in(self) -> bool:
        """Return whether the entry is in the log."""
        return self.v is not None


class TooBusy(Exception):
    """Others wrote so fast that an entry could not be added."""


_log: Final = logging.getLogger("continental.scorepad")


class Work(Protocol):
    """A function that runs work which takes longer than a moment."""

    async def __call__(self, work: Callable[P, A], *args: P.args, **named: P.kwargs) -> A:
        """Return what the work returns, and raise what it raises."""


async def work_here(work: Callable[P, A], *args: P.args, **named: P.kwargs) -> A:
    """Run the work at once, in a program that serves nobody else."""
    return work(*args, **named)


class Desk:
    """The pads of one store.

    `now` returns the time in milliseconds since 1970. `tell` is called after every new version. `work` builds the sheets.
    """

    def __init__(
        self,
        store: PadStore,
        now: Callable[[], int],
        tell: Callable[[BookKey, int], None] | None = None,
        work: Work = work_here,
    ) -> None:
        self.store = store
        self.now = now
        self._work = work
        self.here: Callable[[BookKey], Collection[str]] = lambda _: ()
        """Returns the sessions that have the pad open, as far as is known here."""
        self._tell = tell
        self._pads: dict[BookKey, Pad] = {}
        self._letters: dict[BookKey, int] = {}
        self._seasons: dict[BookKey, Season] = {}
        self._unreadable: dict[BookKey, bool] = {}
        # One queue for each pad, so that races are with other processes only.
        self._queues: WeakValueDictionary[BookKey, asyncio.Lock] = WeakValueDictionary()

    async def link(self, key: str) -> Link | None:
        """Return the link that a key opens, or None if it opens nothing."""
        return await self.store.find(hash_key(key)) if is_key(key) else None

    # --- making

    async def make(self, make: Make, session: str, by: str, write: str | None = None) -> Keys:
        """Make a pad. Raises Refused if the rules do not allow the match, and stores nothing then.

        `write` is the key to write, if the writer's program made one itself, offline. The same key twice is one pad, the first.
        The second request is not read.
        """
        if write is not None:
            known = await self._known_keys(write)
            if known is not None:
                return known
        entry = Entry(1, self.now(), by, session, "make", make)
        await self._work(open_pad, (entry,))
        return await self._keep(Book.PAD, [_stored(entry)], session, by, write)

    async def _known_keys(self, write: str) -> Keys | None:
        if not is_key(write):
            raise EntryRefused("bad_key")
        link = await self.link(write)
        if link is None:
            return None
        if (link.log.book, link.role) != (Book.PAD, "write"):
            raise EntryRefused("bad_key")
        return keys_of(link.log, write)

    async def make_from(self, entries: Sequence[Entry], session: str, by: str) -> Keys:
        """Make a pad with a whole log, as a full export has it. Raises Refused."""
        check_size(entries)
        stored = await self._work(_checked, entries)
        _check_letters(sum(len(row.body) for row in stored))
        return await self._keep(Book.PAD, stored, session, by)

    async def make_season(self, title: str, session: str, by: str) -> Keys:
        """Make a season."""
        entry = SeasonEntry(1, self.now(), by, session, "make", MakeSeason(title))
        return await self._keep(Book.SEASON, [_stored(entry)], session, by)

    async def _keep(self, book: Book, entries: Sequence[LogEntry], session: str, by: str, write: str | None = None) -> Keys:
        keys = keys_of(BookKey(book, new_id()), write or new_key())
        try:
            await self.store.append(keys.log, entries, Extras(made_by=session, links=keys.roles()))
        # Another request made a pad with the same key meanwhile. That pad is the answer to both.
        except VersionTaken:
            known = None if write is None else await self._known_keys(write)
            if known is None:
                raise StoreFailed("the new pad's key is taken") from None
            return known
        await self.store.say_writer(keys.log, session, by, self.now())
        return keys

    async def replace_keys(self, log: BookKey, by: KeyHash, write: str | None = None) -> Keys:
        """Replace the keys of the log, a pad's or a season's. Everything else stays.

        `by` is the key to write that the request came by. If several ask by one key, the first one succeeds. `write` is the new
        key to write, if the writer's program made it, so that an answer that was lost locks nobody out.
        """
        key = new_key() if write is None else write
        if not is_key(key):
            raise EntryRefused("bad_key")
        keys = keys_of(log, key)
        try:
            await self.store.replace_links(log, keys.roles(), by)
        except LinkGone:
            raise EntryRefused("link_replaced") from None
        except VersionTaken:
            raise EntryRefused("bad_key") from None
        return keys

    # --- reading

    async def pad(self, pad: BookKey) -> Pad:
        """Return the pad as it is now, whichever process wrote last.

        Raises EntryRefused, code `pad_unreadable`, if the stored entries cannot be read, or there are none.
        """
        known, letters = self._pads.get(pad), self._letters.get(pad, 0)
        more = await self.store.entries_after(pad, 0 if known is None else known.v)
        letters += sum(len(row.body) for row in more)
        if known is None or more:
            known = await self._readable(pad, _read_on, known, more)
        self._keep_at_hand(pad, known, letters)
        return known

    def _keep_at_hand(self, pad: BookKey, now: Pad, letters: int) -> None:
        known = self._pads.get(pad)
        if known is not None and known.v > now.v:
            return  # somebody else wrote while it was built
        _remember(self._pads, pad, now)
        _remember(self._letters, pad, letters)

    async def season(self, season: BookKey) -> Season:
        """Return the season as it is now. Raises EntryRefused, code `pad_unreadable`, as `pad` does."""
        known = self._seasons.get(season)
        more = await self.store.entries_after(season, 0 if known is None else known.v)
        if known is None or more:
            known = await self._readable(season, _read_season_on, known, more)
        _remember(self._seasons, season, known)
        return known

    async def evenings(self, season: BookKey) -> list[tuple[str, Pad]]:
        """Return the pads of a season with their ids, the earliest first, without those that cannot be read."""
        found = []
        for pad in await self.store.pads_in(season):
            try:
                found.append((pad.id, await self.pad(pad)))
            except EntryRefused as refused:
                if refused.code != "pad_unreadable":
                    raise
        return found

    async def _readable(
        self, log: BookKey, read: Callable[[A | None, Sequence[LogEntry]], A], known: A | None, more: Sequence[LogEntry]
    ) -> A:
        """Read stored entries. If that fails, log it once for each pad and raise EntryRefused, code `pad_unreadable`."""

        def attempt() -> A | Exception:
            try:
                return read(known, more)
            except Exception as error:  # noqa: BLE001 - damage may show as anything, and harms this pad alone
                return error

        found = await self._work(attempt)
        if not isinstance(found, Exception):
            return found
        if log not in self._unreadable:
            _remember(self._unreadable, log, True)
            _log.error("%s cannot be read: %s", log, type(found).__name__)
        raise EntryRefused("pad_unreadable") from found

    # --- writing

    async def say_name(self, pad: BookKey, session: str, name: str) -> None:
        """Store the name that the trail uses for the session from now on. Raises EntryRefused if too many write there."""
        await self._known_writer(pad, session, self.pad)
        await self.store.say_writer(pad, session, name, self.now())

    async def keep_draft(self, pad: BookKey, session: str, draft: str | None) -> bool:
        """Store the session's half-typed hand, or delete it if `draft` is None. Return whether a draft began or ended by that.

        Raises EntryRefused if too many write there.
        """
        writer = await self._known_writer(pad, session, self.pad)
        await self.store.keep_draft(pad, session, draft)
        return writer.is_typing != (draft is not None)

    async def write(
        self, pad: BookKey, session: str, wishes: Sequence[Wish], by: str | None = None, key: KeyHash | None = None
    ) -> list[WriteResult]:
        """Take the wishes one after another, until one is not taken. Return the result of each.

        A writer's own entries were made one upon the other, so they never conflict, in one batch or in several. Only an entry
        that others wrote after the version of the wish is a conflict. A version that the log has not reached, whichever process
        wrote last, is refused. `key` is the key to write by which the wishes came, if any. If it is replaced before all are in,
        EntryRefused is raised, and those that are in by then stay. Raises StoreFailed and TooBusy, too.
        """
        name = by or (await self._known_writer(pad, session, self.pad)).name
        return await self._write(pad, wishes, lambda wish, own: self._one(pad, session, name, wish, own, key))

    async def write_season(
        self, season: BookKey, session: str, wishes: Sequence[Wish], key: KeyHash | None = None
    ) -> list[WriteResult]:
        """Take the wishes on a season, as `write` does on a pad."""
        name = (await self._known_writer(season, session, self.season)).name
        return await self._write(season, wishes, lambda wish, own: self._one_of_season(season, session, name, wish, own, key))

    async def _known_writer(self, pad: BookKey, session: str, log: Callable[[BookKey], Awaitable[Pad | Season]]) -> Writer:
        """Return the session's writer on the log. One who gave no name is stored as `Writer 2` or the like."""
        writers = await self.store.writers(pad)
        writer = _writer_among(writers, session)
        if writer not in writers:
            if len(writers) >= MOST_WRITERS:
                await self._make_place(pad, writers, {entry.session for entry in (await log(pad)).entries})
            await self.store.say_writer(pad, session, writer.name, self.now())
        return writer

    async def _make_place(self, pad: BookKey, writers: Sequence[Writer], wrote: Collection[str]) -> None:
        """Forget the first writer who wrote nothing and is gone. Raises EntryRefused if there is none."""
        here = self.here(pad)
        gone = next((each.session for each in writers if each.session not in wrote and each.session not in here), None)
        if gone is None:
            raise EntryRefused("too_many_writers", most=MOST_WRITERS)
        await self.store.forget_writer(pad, gone)

    async def _write(
        self, pad: BookKey, wishes: Sequence[Wish], one: Callable[[Wish, Collection[str]], Any]
    ) -> list[WriteResult]:
        own = {wish.id for wish in wishes}
        came: list[WriteResult] = []
        rows = 0
        queue = self._queues.setdefault(pad, asyncio.Lock())
        async with queue:
            for wish in wishes:
                # Later wishes were made upon the earlier ones, so they wait for them.
                stuck = rows > MOST_ROWS or (bool(came) and not came[-1].is_in)
                came.append(WriteResult(wish.id, waiting=True) if stuck else await one(wish, own))
                rows += came[-1].rows
        return came

    async def _one(
        self, pad: BookKey, session: str, by: str, wish: Wish, own: Collection[str], key: KeyHash | None
    ) -> WriteResult:
        # Another process may append first. Then its entries are read, and the wish is decided again.
        for _ in range(TRIES):
            now = await self.pad(pad)
            there = now.entry(wish.id)
            act: Any = wish.act
            # A writer repeats a wish if the answer was lost. It is answered, and not entered twice.
            if there is not None:
                return _again(there, wish)
            if wish.after > now.v:
                return _ahead(now.v, wish)
            newer = tuple(each.v for each in _by_others(now.entries, session, wish, own) if _touches(each.act, act))
            if newer:
                return WriteResult(wish.id, conflict=newer)
            entry = Entry(now.v + 1, self.now(), by, session, wish.id, act)
            stored = _stored(entry)
            letters = self._letters[pad] + len(stored.body)
            try:
                _check_letters(letters)
                after = await self._work(enter, now, entry)
            except Refused as refused:
                # The server was too busy to decide, which says nothing about the entry.
                if refused.code == "too_much_to_reckon":
                    raise
                return WriteResult(wish.id, refused=refused)
            if await self._append(pad, stored, key):
                self._keep_at_hand(pad, after, letters)
                self._say(pad, entry.v)
                return WriteResult(wish.id, entry.v, rows=after.sums.settled)
        raise TooBusy

    async def _one_of_season(
        self, season: BookKey, session: str, by: str, wish: Wish, own: Collection[str], key: KeyHash | None
    ) -> WriteResult:
        for _ in range(TRIES):
            now = await self.season(season)
            there = now.entry(wish.id)
            act: Any = wish.act
            if there is not None:
                return _again(there, wish)
            if wish.after > now.v:
                return _ahead(now.v, wish)
            newer = tuple(each.v for each in _by_others(now.entries, session, wish, own))
            if newer:
                return WriteResult(wish.id, conflict=newer)
            entry = SeasonEntry(now.v + 1, self.now(), by, session, wish.id, act)
            try:
                after = enter_season(now, entry)
            except EntryRefused as refused:
                return WriteResult(wish.id, refused=refused)
            if await self._append(season, _stored(entry), key):
                _remember(self._seasons, season, after)
                self._say(season, entry.v)
                return WriteResult(wish.id, entry.v)
        raise TooBusy

    def _say(self, pad: BookKey, v: int) -> None:
        if self._tell is not None:
            self._tell(pad, v)

    async def _append(self, pad: BookKey, entry: LogEntry, key: KeyHash | None) -> bool:
        try:
            await self.store.append(pad, [entry], Extras(by_key=key))
        except LinkGone:
            raise EntryRefused("link_replaced") from None
        except VersionTaken:
            return False
        return True


def _writer_among(writers: Sequence[Writer], session: str) -> Writer:
    known = next((writer for writer in writers if writer.session == session), None)
    if known is not None:
        return known
    taken = {writer.name for writer in writers}
    return Writer(session, next(name for at in count(1) if (name := str(writer(at))) not in taken))


def _checked(entries: Sequence[Entry]) -> list[LogEntry]:
    """Return a whole log as it is stored, if it opens as a pad. Raises EntryRefused or Refused."""
    open_pad(entries)
    return [_stored(entry) for entry in entries]


def _check_unbroken(v: int, more: Sequence[LogEntry]) -> None:
    """Raise ValueError if an entry is missing after version `v`, so that no sum silently lacks a hand."""
    if [row.version for row in more] != list(range(v + 1, v + 1 + len(more))) or not v + len(more):
        raise ValueError("an entry is missing")


def _read_season_on(known: Season | None, more: Sequence[LogEntry]) -> Season:
    _check_unbroken(0 if known is None else known.v, more)
    return open_season((*(() if known is None else known.entries), *map(_season_entry, more)))


def _read_on(known: Pad | None, more: Sequence[LogEntry]) -> Pad:
    _check_unbroken(0 if known is None else known.v, more)
    entries = [_pad_entry(row) for row in more]
    return open_pad(entries) if known is None else go_on(known, entries)


def _check_letters(letters: int) -> None:
    if letters > MOST_LETTERS:
        raise EntryRefused("too_many_letters", most=MOST_LETTERS)


def _by_others(entries: Sequence[Logged], session: str, wish: Wish, own: Collection[str]) -> Iterator[Logged]:
    """Yield the entries of others after the version that the wish was made on. `own` are the ids of its batch."""
    return (each for each in entries if each.v > wish.after and each.session != session and each.id not in own)


def _touches(there: Act | Make, act: Act) -> bool:
    return isinstance(there, Make) or touches(there, act)


def _again(there: Entry | SeasonEntry, wish: Wish) -> WriteResult:
    """Return the result for an id that is in the log. Another act under the same id is a fault of the writer's program."""
    if there.act != wish.act:
        return WriteResult(wish.id, refused=EntryRefused("id_used", id=wish.id))
    return WriteResult(wish.id, there.v, again=True)


def _ahead(v: int, wish: Wish) -> WriteResult:
    """Refuse a version that the log has not reached: its writer may not know the entries of others."""
    return WriteResult(wish.id, refused=EntryRefused("after_ahead", after=wish.after, version=v))


def _stored(entry: Entry | SeasonEntry) -> LogEntry:
    body = print_body(entry) if isinstance(entry, Entry) else print_season_body(entry)
    return LogEntry(entry.v, Millis(entry.at), body, entry.id, entry.by, entry.session)


def _pad_entry(row: LogEntry) -> Entry:
    return read_entry(row.version, row.at, row.by or "", row.session or "", row.id or "", row.body)


def _season_entry(row: LogEntry) -> SeasonEntry:
    return read_season_entry(row.version, row.at, row.by or "", row.session or "", row.id or "", row.body)


def _remember(known: dict[BookKey, Any], pad: BookKey, log: Any) -> None:
    # A dict keeps the order of insertion, so its first key is the one unused for the longest time.
    known.pop(pad, None)
    known[pad] = log
    if len(known) > MOST_OPEN:
        del known[next(iter(known))]
