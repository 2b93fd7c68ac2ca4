"""Versions of a room as JSON texts for its log, one act with all its events, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from continental.codec import Plain, parse_json, write_json
from continental.logbook.ports import LogEntry, Millis
from continental.table.events import AnyEvent, parse_event, print_event


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of a room: the act (with `by`: person, bot, clock or table) and its events."""

    version: int
    at: Millis
    act: Plain
    events: tuple[AnyEvent, ...]


def print_entry(entry: Entry) -> LogEntry:
    """Return the entry as the store keeps it."""
    body = {"act": entry.act, "events": [print_event(event) for event in entry.events]}
    return LogEntry(entry.version, entry.at, write_json(body))


def parse_entry(stored: LogEntry) -> Entry:
    """Read an entry. Raises ValueError (Unfit among them) if the log holds something else."""
    body = parse_json(stored.body)
    return Entry(stored.version, stored.at, body["act"], tuple(parse_event(plain) for plain in body["events"]))


def parse_entries(log: Sequence[LogEntry]) -> list[Entry]:
    """Read several entries, in order."""
    return [parse_entry(stored) for stored in log]
