"""Who sits where: joining, leaving and coming back, bots in seats, and the host's rights, decided against a room's state."""

from __future__ import annotations

from collections.abc import Collection

from continental.bots.api import BOT_NAMES
from continental.logbook.links import KeyHash
from continental.play.pieces import piece
from continental.play.terms import Seat
from continental.table.carry import CARRY_MS, CARRY_PAUSE_MS
from continental.table.events import (
    BotSeated,
    CameBack,
    Carried,
    CarryOffered,
    HostPassed,
    Joined,
    RoomEvent,
    SatIn,
    SeatCleared,
    TurnedAway,
)
from continental.table.names import bot_person, check_name
from continental.table.ports import Millis, SessionHash
from continental.table.refusal import TableRefused
from continental.table.state import RoomPhase, RoomState

SITS_IN = "greedy"
"""The bot that plays for a person who left during a match."""


def check_bot(bot: str) -> str:
    """The bot's name, if there is such a bot; raises TableRefused."""
    if bot not in BOT_NAMES:
        raise TableRefused("no_such_bot", bot=bot[:30], known=", ".join(BOT_NAMES))
    return bot


def seat_at(state: RoomState, seat: int) -> Seat:
    """The seat, if the table has it; raises TableRefused."""
    if not 0 <= seat < len(state.chairs):
        raise TableRefused("bad_seat", seat=seat, last=len(state.chairs) - 1)
    return Seat(seat)


def check_host(state: RoomState, seat: Seat | None) -> Seat:
    """The host's seat, if it is theirs who ask; raises TableRefused."""
    if seat is None:
        raise TableRefused("not_seated")
    if seat != state.host:
        raise TableRefused("not_host", host=state.chairs[state.host].name if state.host is not None else piece("first_to_sit"))
    return seat


def check_lobby(state: RoomState) -> None:
    """Nothing, before the first match; raises TableRefused after that."""
    if state.phase is not RoomPhase.LOBBY:
        raise TableRefused("match_running")


def join(state: RoomState, session: SessionHash, name: str) -> tuple[Seat, tuple[RoomEvent, ...]]:
    """A seat for the session: its own if it has one, else the first that is empty. Raises TableRefused."""
    own = state.seat_of(session)
    if own is not None:
        back = () if state.chairs[own].is_played_by_person else (CameBack(own),)
        return own, back
    check_welcome(state, session)
    empty = next((Seat(seat) for seat, chair in enumerate(state.chairs) if chair.kind == "empty"), None)
    if empty is None:
        raise TableRefused("table_full")
    return empty, (Joined(empty, check_name(name, state.names()), session),)


def seat_bot(state: RoomState, seat: int, bot: str) -> tuple[RoomEvent, ...]:
    """A bot for an empty seat, or another bot for a bot's. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    check_bot(bot)
    chair = state.chairs[where]
    if chair.kind == "person":
        raise TableRefused("seat_taken")
    return (BotSeated(where, bot, chair.name or bot_person(state.names())),)


def clear_seat(state: RoomState, by: Seat, seat: int) -> tuple[RoomEvent, ...]:
    """Another's seat emptied, before the first match. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    if where == by:
        raise TableRefused("own_seat")
    if state.chairs[where].kind == "empty":
        raise TableRefused("seat_empty")
    return (SeatCleared(where),)


def turn_away(state: RoomState, by: Seat, seat: int) -> tuple[RoomEvent, ...]:
    """A person's seat emptied before the first match, and never theirs again. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    if where == by:
        raise TableRefused("own_seat")
    session = state.chairs[where].session
    if session is None:
        raise TableRefused("seat_empty")
    return (TurnedAway(where, session),)


def check_welcome(state: RoomState, session: SessionHash | None) -> None:
    """Nothing, unless the host turned that session away; raises TableRefused then."""
    if session in state.turned_away:
        raise TableRefused("turned_away")


def leave(state: RoomState, seat: Seat) -> tuple[RoomEvent, ...]:
    """The seat given up: empty before the match, and its host's rights passed on; during it a bot sits in."""
    if state.phase is not RoomPhase.LOBBY:
        return (SatIn(seat, SITS_IN),) if state.chairs[seat].is_played_by_person else ()
    if state.host != seat:
        return (SeatCleared(seat),)
    return (SeatCleared(seat), HostPassed(next((other for other in state.persons() if other != seat), None)))


def offer_link(state: RoomState, seat: Seat, link: KeyHash, now: Millis) -> tuple[RoomEvent, ...]:
    """A link that carries the seat to another device, in place of the one before it. Raises TableRefused."""
    before = state.links[seat]
    if before is not None and before.until > now + CARRY_MS - CARRY_PAUSE_MS:
        raise TableRefused("links_too_fast")
    return (CarryOffered(seat, link, Millis(now + CARRY_MS)),)


def seat_of_link(state: RoomState, link: KeyHash, now: Millis) -> Seat | None:
    """Return the seat that the link carries; `None` if it carries none, or no longer."""
    links = enumerate(state.links)
    return next((Seat(place) for place, kept in links if kept is not None and kept.link == link and kept.until >= now), None)


def carried(state: RoomState, session: SessionHash, link: KeyHash, now: Millis) -> tuple[Seat, tuple[RoomEvent, ...]]:
    """The seat that the link carries, and its coming to this session. Raises TableRefused.

    The seat goes over whole: the session that had it watches from now on, until a link of its own brings it back.
    """
    seat = seat_of_link(state, link, now)
    if seat is None or state.chairs[seat].session is None:
        raise TableRefused("link_spent")
    check_welcome(state, session)
    own = state.seat_of(session)
    if own is not None and own != seat:
        raise TableRefused("has_seat")
    return seat, (Carried(seat, session),)


def heir(state: RoomState, here: Collection[Seat]) -> Seat | None:
    """Who is to have the host's rights where the host is gone before the match: the first person who is here, or None."""
    if state.phase is not RoomPhase.LOBBY or state.host is None or state.host in here:
        return None
    return next((seat for seat in state.persons() if seat in here), None)


def gone(state: RoomState, here: Collection[Seat]) -> tuple[Seat, ...]:
    """During a match, the seats whose persons are not here while somebody else is; those that are out are not waited for."""
    position = state.position
    if state.phase is not RoomPhase.PLAYING or position is None or not any(seat in here for seat in state.persons()):
        return ()
    return tuple(seat for seat in state.persons() if seat not in here and not position.standing.out[seat])


def check_full(state: RoomState) -> None:
    """Nothing, where every seat is taken; raises TableRefused."""
    empty = sum(chair.kind == "empty" for chair in state.chairs)
    if empty:
        raise TableRefused("empty_seats", empty=empty, seats=len(state.chairs))
