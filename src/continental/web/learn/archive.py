"""Read the deals that rooms have played from the log, off the event loop, and cache them once they cannot change any more."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from continental.codec import Plain
from continental.engine import Match
from continental.play.record import Record, Sitter, print_record
from continental.replay import write_record
from continental.table.pace import Pace
from continental.table.ports import RoomId
from continental.table.refusal import TableRefused
from continental.table.state import RoomPhase, RoomState
from continental.web.guard.address import client_address
from continental.web.guard.reckoner import Reckoner
from continental.web.learn.past import (
    PlayedDeal,
    deal_document,
    is_over,
    played_deal,
    record_of_deal,
    record_of_deals,
    what_was_dealt,
)
from continental.web.learn.sheet import SheetRow, row_of, sheet_of
from continental.web.table.tables import Tables

MOST_KEPT: Final = 400
"""How many finished deals are kept in memory."""
MOST_KEPT_BYTES: Final = 16_000_000
"""How many bytes of documents are cached."""
READS_A_MINUTE: Final = 1_200
"""How often the past of tables is asked for within a minute, by all together."""
READS_OF_ADDRESS: Final = 120
"""How often one address asks for it within a minute."""
_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class ArchivedDeal:
    """One deal, with its record and its row of the score sheet."""

    deal: PlayedDeal
    record: Record
    row: SheetRow


class Archive:
    """One process's view of the past of its rooms."""

    def __init__(self, tables: Tables, reckoner: Reckoner) -> None:
        self._tables = tables
        self._reckoner = reckoner
        self._pace = Pace(tables.clock, _MINUTE_MS, most_all=READS_A_MINUTE, most_address=READS_OF_ADDRESS)
        self._deals: OrderedDict[tuple[RoomId, int], ArchivedDeal] = OrderedDict()
        self._documents: OrderedDict[tuple[RoomId, str], tuple[object, bytes]] = OrderedDict()
        self._bytes = 0
        self._writing: dict[tuple[RoomId, str, object], asyncio.Task[bytes]] = {}

    def check_pace(self, request: Request) -> None:
        """Count one more look at the past. Raises TableRefused if its address, or all together, looked too often."""
        if not self._pace.take(client_address(request)):
            raise TableRefused("past_too_often")

    async def deal(self, room: str, match: int, number: str) -> ArchivedDeal:
        """Return a deal that is over. Raises TableRefused if there is none of that number."""
        state = (await self._tables.lobby.room(room)).state
        for place, mark in enumerate(state.deals):
            if mark.match == match and str(mark.number) == number:
                found = await self._archived(state, place)
                if is_over(found.record):
                    return found
        raise TableRefused("deal_not_over", number=number[:6])

    async def deal_document(self, room: str, match: int, number: str) -> bytes:
        """Return a deal that is over, as the page steps through it. Raises TableRefused if there is none of that number."""
        found = await self.deal(room, match, number)
        state = (await self._tables.lobby.room(room)).state
        is_last = (match, found.deal.number) == (state.deals[-1].match, state.deals[-1].number)
        moment = state.version if is_last and state.phase is not RoomPhase.OVER else 0  # buy-backs may still follow

        async def write() -> bytes:
            return await self._reckoner.work_out(lambda: _json(deal_document(found.deal, found.record)))

        return await self._document(state, f"deal {match} {found.deal.number}", moment, write)

    async def shuffles(self, room: str) -> bytes:
        """Return the record of each match of the room, and the cards dealt in the deals that are over."""
        state = (await self._tables.lobby.room(room)).state

        async def write() -> bytes:
            deals = [await self._archived(state, place) for place in range(len(state.deals))]
            return await self._reckoner.work_out(lambda: _json({"matches": _matches(deals)}))

        return await self._document(state, "shuffles", _moment(state), write)

    async def record(self, room: str) -> bytes:
        """Return the present match as a record, without the cards of a deal that is not over. Empty before the first match."""
        state = (await self._tables.lobby.room(room)).state
        if not state.match:
            return b""

        async def write() -> bytes:
            deals = await self._of_this_match(state)
            return await self._reckoner.work_out(lambda: _record(state, deals).encode())

        return await self._document(state, "record", _moment(state), write)

    async def page(self, room: str, name: str, write_page: Callable[[RoomState], str]) -> bytes:
        """Return a page of the room that never changes. Each page has a `name` of its own."""
        state = (await self._tables.lobby.room(room)).state

        async def write() -> bytes:
            return await self._reckoner.work_out(lambda: write_page(state).encode())

        return await self._document(state, name, 0, write)

    async def sheet(self, room: str) -> bytes:
        """Return the score sheet of the present match."""
        state = (await self._tables.lobby.room(room)).state

        async def write() -> bytes:
            return _json(sheet_of([each.row for each in await self._of_this_match(state)]))

        return await self._document(state, "sheet", _moment(state), write)

    async def _of_this_match(self, state: RoomState) -> list[ArchivedDeal]:
        places = [place for place, mark in enumerate(state.deals) if mark.match == state.match]
        return [await self._archived(state, place) for place in places]

    async def _archived(self, state: RoomState, place: int) -> ArchivedDeal:
        mark, is_last = state.deals[place], place + 1 == len(state.deals)
        key = (state.room, mark.version)
        found = self._deals.get(key)
        if found is not None:
            self._deals.move_to_end(key)
            return found
        until = state.version if is_last else state.deals[place + 1].version - 1
        log = await self._tables.lobby.log(state.room, mark.version - 1, until)
        found = await self._reckoner.work_out(lambda: _archived_deal(played_deal(state, mark, log)))
        if not is_last or state.phase is RoomPhase.OVER:
            self._deals[key] = found
            while len(self._deals) > MOST_KEPT:
                self._deals.popitem(last=False)
        return found

    # --- the cache of documents

    async def _document(self, state: RoomState, kind: str, moment: object, write: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the document as sent before if nothing has changed since. Else write it, once for all who ask meanwhile."""
        key = (state.room, kind)
        kept = self._documents.get(key)
        if kept is not None and kept[0] == moment:
            self._documents.move_to_end(key)
            return kept[1]
        writing = self._writing.get((*key, moment))
        if writing is None:
            writing = self._writing[*key, moment] = asyncio.create_task(self._write(key, moment, write))
            writing.add_done_callback(lambda done: done.cancelled() or done.exception())  # also if all who asked are gone
        return await asyncio.shield(writing)

    async def _write(self, key: tuple[RoomId, str], moment: object, write: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            body = await write()
        finally:
            del self._writing[*key, moment]
        before = self._documents.pop(key, None)
        self._documents[key] = (moment, body)
        self._bytes += len(body) - (0 if before is None else len(before[1]))
        while self._bytes > MOST_KEPT_BYTES:
            _, (_, gone) = self._documents.popitem(last=False)
            self._bytes -= len(gone)
        return body


def _moment(state: RoomState) -> tuple[int, int]:
    """Return a value that changes when there is more to tell of the room's past. A deal that is being played adds nothing."""
    deal = None if state.position is None else state.position.deal
    return len(state.deals) or -state.match, state.version if deal is not None and deal.is_over else 0


def _json(document: Plain) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _archived_deal(deal: PlayedDeal) -> ArchivedDeal:
    return ArchivedDeal(deal, record_of_deal(deal), row_of(deal.events, deal.before.totals))


def _record(state: RoomState, deals: Sequence[ArchivedDeal]) -> str:
    if deals:
        return print_record(record_of_deals([each.record for each in deals]))
    match = Match.begin(state.rules, state.setup.seats, state.setup.ante, state.setup.dealer)
    return write_record(match, [Sitter(chair.name, chair.bot if chair.session is None else None) for chair in state.chairs])


def _matches(deals: Sequence[ArchivedDeal]) -> list[Plain]:
    found: list[Plain] = []
    for match in dict.fromkeys(each.deal.match for each in deals):
        rows = [each for each in deals if each.deal.match == match]
        text = print_record(record_of_deals([each.record for each in rows]))
        dealt = {str(each.deal.number): what_was_dealt(each.deal) for each in rows if is_over(each.record)}
        found.append({"match": match, "record": text, "dealt": dealt})
    return found
