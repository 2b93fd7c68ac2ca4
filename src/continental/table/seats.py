"""The seats of a room: joining, leaving and coming back, bots in seats, and the host's rights, decided against its state."""

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
    """Return the bot's name, if there is such a bot. Raises TableRefused."""
    if bot not in BOT_NAMES:
        raise TableRefused("no_such_bot", bot=bot[:30], known=", ".join(BOT_NAMES))
    return bot


def seat_at(state: RoomState, seat: int) -> Seat:
    """Return the seat, if the table has it. Raises TableRefused."""
    if not 0 <= seat < len(state.chairs):
        raise TableRefused("bad_seat", seat=seat, last=len(state.chairs) - 1)
    return Seat(seat)


def check_host(state: RoomState, seat: Seat | None) -> Seat:
    """Return the host's seat, if it is the seat that asks. Raises TableRefused."""
    if seat is None:
        raise TableRefused("not_seated")
    if seat != state.host:
        raise TableRefused("not_host", host=state.chairs[state.host].name if state.host is not None else piece("first_to_sit"))
    return seat


def check_lobby(state: RoomState) -> None:
    """Raise TableRefused after the first match has begun."""
    if state.phase is not RoomPhase.LOBBY:
        raise TableRefused("match_running")


def join(state: RoomState, session: SessionHash, name: str) -> tuple[Seat, tuple[RoomEvent, ...]]:
    """Return a seat for the session: its own if it has one, else the first empty one. Raises TableRefused."""
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
    """Give an empty seat to a bot, or a bot's seat to another bot. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    check_bot(bot)
    chair = state.chairs[where]
    if chair.kind == "person":
        raise TableRefused("seat_taken")
    return (BotSeated(where, bot, chair.name or bot_person(state.names())),)


def clear_seat(state: RoomState, by: Seat, seat: int) -> tuple[RoomEvent, ...]:
    """Empty another's seat, before the first match. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    if where == by:
        raise TableRefused("own_seat")
    if state.chairs[where].kind == "empty":
        raise TableRefused("seat_empty")
    return (SeatCleared(where),)


def turn_away(state: RoomState, by: Seat, seat: int) -> tuple[RoomEvent, ...]:
    """Empty a person's seat before the first match, and keep them from sitting down again. Raises TableRefused."""
    check_lobby(state)
    where = seat_at(state, seat)
    if where == by:
        raise TableRefused("own_seat")
    session = state.chairs[where].session
    if session is None:
        raise TableRefused("seat_empty")
    return (TurnedAway(where, session),)


def check_welcome(state: RoomState, session: SessionHash | None) -> None:
    """Raise TableRefused if the host turned that session away."""
    if session in state.turned_away:
        raise TableRefused("turned_away")


def leave(state: RoomState, seat: Seat) -> tuple[RoomEvent, ...]:
    """Give up the seat. Before the match it is empty and the host's rights are passed on. During it a bot sits in."""
    if state.phase is not RoomPhase.LOBBY:
        return (SatIn(seat, SITS_IN),) if state.chairs[seat].is_played_by_person else ()
    if state.host != seat:
        return (SeatCleared(seat),)
    return (SeatCleared(seat), HostPassed(next((other for other in state.persons() if other != seat), None)))


def offer_link(state: RoomState, seat: Seat, link: KeyHash, now: Millis) -> tuple[RoomEvent, ...]:
    """Offer a link that carries the seat to another device, in place of the one before it. Raises TableRefused."""
    before = state.links[seat]
    if before is not None and before.until > now + CARRY_MS - CARRY_PAUSE_MS:
        raise TableRefused("links_too_fast")
    return (CarryOffered(seat, link, Millis(now + CARRY_MS)),)


def seat_of_link(state: RoomState, link: KeyHash, now: Millis) -> Seat | None:
    """Return the seat that the link carries, or None if it carries none, or no longer."""
    links = enumerate(state.links)
    return next((Seat(place) for place, kept in links if kept is not None and kept.link == link and kept.until >= now), None)


def carried(state: RoomState, session: SessionHash, link: KeyHash, now: Millis) -> tuple[Seat, tuple[RoomEvent, ...]]:
    """Return the seat that the link carries, and the events that give it to this session. Raises TableRefused.

    The seat goes over whole. The session that had it watches from now on, until a link of its own brings it back.
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
    """Return the next host if the host is gone before the match: the first person who is here, or None."""
    if state.phase is not RoomPhase.LOBBY or state.host is None or state.host in here:
        return None
    return next((seat for seat in state.persons() if seat in here), None)


def gone(state: RoomState, here: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats whose persons are gone during a match while somebody else is here.

    Seats that are out are not waited for.
    """
    position = state.position
    if state.phase is not RoomPhase.PLAYING or position is None or not any(seat in here for seat in state.persons()):
        return ()
    return tuple(seat for seat in state.persons() if seat not in here and not position.standing.out[seat])


def check_full(state: RoomState) -> None:
    """Raise TableRefused if a seat is empty."""
    empty = sum(chair.kind == "empty" for chair in state.chairs)
    if empty:
        raise TableRefused("empty_seats", empty=empty, seats=len(state.chairs))
