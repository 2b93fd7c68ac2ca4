"""Lay tables at a chosen moment. Bots play the deals before, the present pack is stacked, and all of it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import TypedDict, Unpack

from playwright.sync_api import Browser

from continental.bots.api import UNHURRIED, Bot, make_bot
from continental.cards import Cards, parse_cards
from continental.engine import begin, decide, options
from continental.logbook.books import new_id
from continental.logbook.ports import Extras
from continental.play.actions import Action, Commit, Deal, Discard, Draw, Take
from continental.play.events import Event
from continental.play.evolve import evolve
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
from continental.table.ports import Millis, RoomId, RoomStore, room_log
from continental.table.requests import Decision, made_room, start_match
from continental.table.setup import agree
from continental.table.state import RoomState, fold
from continental.testing.builders import stacked
from continental.web.guard.session import hash_of, new_key, new_secret
from tests.browser.person import DESK, PHONE, Person


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table that waits for Ana in seat 0: the path of its page, and the secret of her browser."""

    path: str
    secret: str


class Told(TypedDict, total=False):
    """The fields of `Laid` besides the rules and the hands."""

    deal: int
    upcard: str
    draws: str
    penalty: str
    switches: Mapping[str, str | int]
    acts: Sequence[Action] | Callable[[RuleSet, Position], Action | None]
    ante: int
    pace_ms: int
    clock_s: int
    reserve_s: int
    since_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A table to lay: the hands of Ana (seat 0) and of each bot, and all that is not as usual. See `stacked`.

    `acts` were played since the deal, all by their seats. The table has been waiting for `since_ms`.
    """

    rules: str
    hands: Sequence[str]
    deal: int = 1
    upcard: str = ""
    draws: str = ""
    penalty: str = ""
    switches: Mapping[str, str | int] = field(default_factory=dict)
    acts: Sequence[Action] | Callable[[RuleSet, Position], Action | None] = ()
    ante: int | None = None
    pace_ms: int = 0
    clock_s: int = 0
    reserve_s: int = 0
    since_ms: int = 0


def turns(*told: str) -> tuple[Action, ...]:
    """Return turns from a few words each. In `0 draw 7S` seat 0 draws and throws the seven. `1 take` throws nothing yet."""
    acts: list[Action] = []
    for text in told:
        number, comes, *thrown = text.split()
        seat = Seat(int(number))
        acts.append(Take(seat) if comes == "take" else Draw(seat))
        acts += [Discard(seat, card) for name in thrown for card in parse_cards(name)]
    return tuple(acts)


def first_of(rules: RuleSet, position: Position, *kinds: type[Action]) -> Action:
    """Return the first act of these kinds that is offered to the seat that is asked first."""
    offered = options(rules, position, position.asked[0])
    return next(act for kind in kinds for act in offered if isinstance(act, kind))


def lay_table(database: Path, laid: Laid) -> LaidTable:
    """Store a table whose deal was just dealt to Ana and bots, and in which the acts were played."""
    with ThreadPoolExecutor(1) as thread:  # the browser has a loop running in this one
        return thread.submit(asyncio.run, _lay(database, laid)).result()


async def _lay(database: Path, laid: Laid) -> LaidTable:
    store = await open_store(read_database(str(database)))
    deal = laid.deal
    try:
        secret, players = new_secret(await store.session_key(new_key())), len(laid.hands)
        setup = agree(
            rules=laid.rules,
            switches=laid.switches,
            ante=laid.ante,
            seats=players,
            pace_ms=laid.pace_ms,
            clock_s=laid.clock_s,
            reserve_s=laid.reserve_s,
        )
        decision = made_room(RoomId(new_id()), setup, hash_of(secret), "Ana", ["greedy"] * (players - 1))
        writer = _Writer(store, laid.since_ms)
        state = await writer.write(None, decision)
        started = start_match(state, SystemDice())
        state = await writer.write(state, Decision({"do": "start", "seat": 0, "by": "person"}, started))
        bots = [make_bot("greedy", Seat(seat), state.rules, bytes([seat]) * 32) for seat in range(players)]
        _, begun = begin(state.rules, players, setup.ante)
        dice = dice_that_begin_with_ana(state.rules, players, deal)
        for number in range(1, deal):
            state = await _play_through(writer, state, bots, begun if number == 1 else (), dice)
        state = await writer.act(state, Commit(dice, _order(state, laid)))
        rest = _acts_to_come(state, laid)
        for action in rest:
            state = await writer.act(state, action, last=action is rest[-1])
        return LaidTable(f"/r/{state.room}", secret)
    finally:
        await store.close()


class _Writer:
    """Writes one version after another, as a room does. Nothing falls due before the last, or the server would go on."""

    def __init__(self, store: RoomStore, since_ms: int) -> None:
        self._store = store
        self._clock = WallClock()
        self._since_ms = since_ms

    async def write(self, state: RoomState | None, decision: Decision, *, last: bool = False) -> RoomState:
        now = Millis(self._clock.now() - self._since_ms)
        entry = Entry(1 if state is None else state.version + 1, now, decision.act, decision.events)
        after = fold(state, entry)
        await self._store.append(
            room_log(after.room), [print_entry(entry)], Extras(dues=dues_after(after, (), now) if last else ())
        )
        return after

    async def act(self, state: RoomState, action: Action, *, last: bool = False) -> RoomState:
        by = "table" if action.seat < 0 else "bot"
        events = decide(state.rules, _position(state), action)
        return await self.write(state, Decision({**action_to_plain(action), "by": by}, events), last=last)


def dice_that_begin_with_ana(rules: RuleSet, players: int, deal: int) -> bytes:
    """Return dice that draw the first dealer so that seat 0 begins deal number `deal`."""
    way = 1 if rules.dealing.clockwise else -1
    wanted = -way * deal % players
    tries = (bytes([number]) * 32 for number in range(256))
    return next(dice for dice in tries if first_dealer(rules, players, dice).dealer == wanted)


def _order(state: RoomState, laid: Laid) -> Cards:
    standing, rules = _position(state).standing, state.rules
    dealer = Seat((-1 if rules.dealing.clockwise else 1) % standing.players)  # so that seat 0 begins
    return stacked(
        rules.pack_for(standing.players, laid.deal),
        standing.rotation(dealer),
        {Seat(seat): parse_cards(text) for seat, text in enumerate(laid.hands)},
        rules.cards_for(laid.deal),
        parse_cards(laid.upcard),
        parse_cards(laid.draws),
        parse_cards(laid.penalty),
        rules.dealing.penalty_percent,
    )


def _acts_to_come(state: RoomState, laid: Laid) -> Sequence[Action]:
    """Return the deal and the acts after it. If a function gives them, it is called until it returns None."""
    if not callable(laid.acts):
        return (Deal(), *laid.acts)
    found: list[Action] = []
    action: Action | None = Deal()
    position = _position(state)
    while action is not None:
        found.append(action)
        position = reduce(evolve, decide(state.rules, position, action), position)
        action = laid.acts(state.rules, position)
    return found


async def _play_through(writer: _Writer, state: RoomState, bots: Sequence[Bot], news: Sequence[Event], dice: bytes) -> RoomState:
    """Play the next deal to its end by bots in every seat. `news` are the events before it that the bots have not seen."""
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

    def __init__(self, browser: Browser, served: str, database: Path) -> None:
        self.browser, self.served = browser, served
        self._database = database
        self.person: Person | None = None

    def at(
        self,
        rules: str,
        hands: Sequence[str],
        *,
        phone: bool = True,
        scheme: str = "light",
        before: Callable[[Person], object] = lambda person: person,
        **laid: Unpack[Told],
    ) -> Person:
        """Return Ana with the table open before her, as `Laid` has it. `before` is done to her browser first."""
        table = lay_table(self._database, Laid(rules=rules, hands=hands, **laid))
        person = Person.come(self.browser, viewport=PHONE if phone else DESK, touch=phone, scheme=scheme)
        self.person = person
        person.context.add_cookies([{"name": "continental", "value": table.secret, "url": self.served}])
        before(person)
        person.open(self.served + table.path)
        return person
