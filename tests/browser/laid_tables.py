"""Tables of contract games at a chosen moment: bots play the deals before, the present pack is stacked, all of it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from continental.bots.api import UNHURRIED, Bot, make_bot
from continental.cards import Cards, parse_cards
from continental.engine import begin, decide, options
from continental.play.actions import Action, Commit, Deal
from continental.play.events import Event
from continental.play.plain import action_to_plain
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.play.view import see, view_for
from continental.rules.base import RuleSet
from continental.rules.moves.dealing import first_dealer
from continental.store.sql import open_store
from continental.store.where import read_database
from continental.table.clock import SystemDice, WallClock
from continental.table.due import dues_after
from continental.table.log import Entry, print_entry
from continental.table.names import new_room_id
from continental.table.ports import EventStore
from continental.table.requests import Decision, made_room, start_match
from continental.table.setup import agree
from continental.table.state import RoomState, fold
from continental.testing.builders import stacked
from continental.web.session import hash_of, new_secret
from tests.browser.person import DESK, PHONE, Person


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table that waits for Ana in seat 0: where its page is, and the secret of her browser."""

    path: str
    secret: str


def lay_table(
    database: Path,
    rules: str,
    hands: Sequence[str],
    *,
    deal: int = 1,
    upcard: str = "",
    draws: str = "",
    switches: Mapping[str, str | int] | None = None,
    pace_ms: int = 0,
    acts: Sequence[Action] = (),
) -> LaidTable:
    """Store a table whose deal number `deal` was just dealt to Ana and bots, and in which `acts` were played; see `stacked`."""
    laying = _lay(database, rules, hands, deal, (upcard, draws), switches or {}, pace_ms, acts)
    with ThreadPoolExecutor(1) as thread:  # the browser has a loop running in this one
        return thread.submit(asyncio.run, laying).result()


async def _lay(
    database: Path,
    rules: str,
    hands: Sequence[str],
    deal: int,
    cards: tuple[str, str],
    switches: Mapping[str, str | int],
    pace_ms: int,
    acts: Sequence[Action],
) -> LaidTable:
    store = await open_store(read_database(str(database)))
    try:
        secret, players = new_secret(), len(hands)
        setup = agree(rules=rules, switches=switches, ante=0, seats=players, pace_ms=pace_ms, clock_s=0)
        decision = made_room(new_room_id(), setup, hash_of(secret), "Ana", ["greedy"] * (players - 1))
        writer = _Writer(store)
        state = await writer.write(None, decision)
        started = start_match(state, SystemDice())
        state = await writer.write(state, Decision({"do": "start", "seat": 0, "by": "person"}, started))
        bots = [make_bot("greedy", Seat(seat), state.rules, SystemDice().throw()) for seat in range(players)]
        _, begun = begin(state.rules, players, setup.ante)
        dice = _dice(state.rules, players, deal)
        for number in range(1, deal):
            state = await _play_through(writer, state, bots, begun if number == 1 else (), dice)
        state = await writer.act(state, Commit(dice, _order(state, hands, deal, *cards)))
        rest: tuple[Action, ...] = (Deal(), *acts)
        for action in rest:
            state = await writer.act(state, action, last=action is rest[-1])
        return LaidTable(f"/r/{state.room}", secret)
    finally:
        await store.close()


class _Writer:
    """Writes one version after another, as a room does; nothing falls due before the last, or the server would go on."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._clock = WallClock()

    async def write(self, state: RoomState | None, decision: Decision, *, last: bool = False) -> RoomState:
        now = self._clock.now()
        entry = Entry(1 if state is None else state.version + 1, now, decision.act, decision.events)
        after = fold(state, entry)
        await self._store.append(after.room, print_entry(entry), dues_after(after, (), now) if last else ())
        return after

    async def act(self, state: RoomState, action: Action, *, last: bool = False) -> RoomState:
        by = "table" if action.seat < 0 else "bot"
        events = decide(state.rules, _position(state), action)
        return await self.write(state, Decision({**action_to_plain(action), "by": by}, events), last=last)


def _dice(rules: RuleSet, players: int, deal: int) -> bytes:
    """Dice by which the first dealer is drawn so that seat 0 begins deal number `deal`."""
    way = 1 if rules.dealing.clockwise else -1
    wanted = -way * deal % players
    tries = (bytes([number]) * 32 for number in range(256))
    return next(dice for dice in tries if first_dealer(rules, players, dice).dealer == wanted)


def _order(state: RoomState, hands: Sequence[str], deal: int, upcard: str, draws: str) -> Cards:
    standing, rules = _position(state).standing, state.rules
    dealer = Seat((-1 if rules.dealing.clockwise else 1) % standing.players)  # so that seat 0 begins
    return stacked(
        rules.pack_for(standing.players, deal),
        standing.rotation(dealer),
        {Seat(seat): parse_cards(text) for seat, text in enumerate(hands)},
        rules.cards_for(deal),
        parse_cards(upcard),
        parse_cards(draws),
        (),
        rules.dealing.penalty_percent,
    )


async def _play_through(writer: _Writer, state: RoomState, bots: Sequence[Bot], news: Sequence[Event], dice: bytes) -> RoomState:
    """The next deal, played by bots in every seat to its end; `news` is what happened before it and they have not been told."""
    for event in news:
        for seat, bot in enumerate(bots):
            bot.see(see(event, Seat(seat)))
    action: Action = Commit(dice)
    while True:
        position = _position(state)
        events = decide(state.rules, position, action)
        state = await writer.act(state, action)
        for seat, bot in enumerate(bots):
            for event in events:
                bot.see(see(event, Seat(seat)))
        position = _position(state)
        if position.phase is Phase.COMMIT:
            return state
        if position.phase is Phase.DEAL:
            action = Deal()
            continue
        asked = position.asked[0]
        offered = options(state.rules, position, asked)
        action = bots[asked].choose(view_for(position, asked, state.rules.shows), offered, UNHURRIED)


def _position(state: RoomState) -> Position:
    assert state.position is not None, "the match runs"
    return state.position


class Sitting:
    """Ana at a table that was laid for her."""

    def __init__(self, browser: Browser, serving: str, database: Path) -> None:
        self.browser, self.serving = browser, serving
        self._database = database
        self.person: Person | None = None

    def at(
        self,
        rules: str,
        hands: Sequence[str],
        *,
        deal: int = 1,
        upcard: str = "",
        draws: str = "",
        switches: Mapping[str, str | int] | None = None,
        phone: bool = True,
        pace_ms: int = 0,
    ) -> Person:
        laid = lay_table(self._database, rules, hands, deal=deal, upcard=upcard, draws=draws, switches=switches, pace_ms=pace_ms)
        person = Person.come(self.browser, viewport=PHONE if phone else DESK, touch=phone)
        person.context.add_cookies([{"name": "continental", "value": laid.secret, "url": self.serving}])
        person.open(self.serving + laid.path)
        self.person = person
        return person
