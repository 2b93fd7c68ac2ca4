"""Carrying a seat to another device: a link that works once, for ten minutes, and takes the whole seat with it."""

from __future__ import annotations

import pytest

from continental.logbook.links import hash_key
from continental.play.actions import Draw
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.table.carry import CARRY_MS, CARRY_PAUSE_MS
from continental.table.lobby import Lobby
from continental.table.requests import Carry, ClearSeat, Join, Leave, Play, Start, TakeCarried
from tests.table.kit import CountedDice, Trial, asks, session

PHONE = session(77)


async def test_the_seat_goes_to_the_other_device_and_the_one_before_only_watches() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW, 0))
    await trial.ask(0, Carry(hash_key("secret")))
    answer = await trial.room.ask(PHONE, TakeCarried(hash_key("secret")))
    assert answer.seat == 0
    chair = trial.state.chairs[0]
    assert (chair.session, chair.name) == (PHONE, "Ana")
    assert trial.state.host == 0
    assert await trial.refused(0, Play(Draw(Seat(0)), state.public_version)) == "not_seated"
    await trial.room.ask(PHONE, Play(Draw(Seat(0)), state.public_version))
    assert asks(Phase.PLAY, 0)(trial.state), "what the seat was asked did not change on the way"
    await trial.close()


async def test_a_link_works_once_and_not_with_another_secret() -> None:
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("secret")))
    assert await trial.refused(5, TakeCarried(hash_key("Secret"))) == "link_spent"
    await trial.room.ask(PHONE, TakeCarried(hash_key("secret")))
    assert await trial.refused(5, TakeCarried(hash_key("secret"))) == "link_spent"
    assert trial.state.chairs[1].session == PHONE
    await trial.close()


async def test_a_link_works_for_ten_minutes_and_over_a_restart() -> None:
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("secret")))
    trial.clock.advance(CARRY_MS + 1)
    assert await trial.refused(5, TakeCarried(hash_key("secret"))) == "link_spent"
    await trial.ask(1, Carry(hash_key("newer")))
    trial.clock.advance(CARRY_MS)
    lobby = Lobby(trial.store, trial.clock, CountedDice("other"))
    again = await lobby.room(trial.state.room)
    assert (await again.ask(PHONE, TakeCarried(hash_key("newer")))).seat == 1
    await lobby.close()
    await trial.close()


async def test_a_newer_link_ends_the_one_before_and_comes_not_too_soon() -> None:
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("one")))
    assert await trial.refused(1, Carry(hash_key("two"))) == "links_too_fast"
    trial.clock.advance(CARRY_PAUSE_MS)
    await trial.ask(1, Carry(hash_key("two")))
    assert await trial.refused(5, TakeCarried(hash_key("one"))) == "link_spent"
    await trial.close()


async def test_whoever_has_a_seat_here_takes_no_second_one_and_their_own_link_changes_nothing() -> None:
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("secret")))
    assert await trial.refused(0, TakeCarried(hash_key("secret"))) == "has_seat"
    before = trial.state.chairs
    await trial.ask(1, TakeCarried(hash_key("secret")))
    assert trial.state.chairs == before
    with pytest.raises(Refused, match="no seat"):
        await trial.room.ask(PHONE, Carry(hash_key("x")))
    await trial.close()


async def test_a_seat_that_was_given_up_is_not_carried_and_one_that_a_bot_plays_is() -> None:
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("secret")))
    await trial.ask(1, Leave())
    assert await trial.refused(5, TakeCarried(hash_key("secret"))) == "link_spent"
    await trial.close()
    other = await Trial.laid(2, pace_ms=5_000)
    await other.ask(0, Start())
    await other.ask(1, Carry(hash_key("secret")))
    await other.ask(1, Leave())
    await other.room.ask(PHONE, TakeCarried(hash_key("secret")))
    assert other.state.chairs[1].is_played_by_person
    await other.close()


def test_only_a_hash_is_kept_of_a_link() -> None:
    assert "secret" not in hash_key("secret")
    assert len(hash_key("secret")) == 64
    assert hash_key("\ud800")


async def test_a_link_leads_nowhere_once_its_seat_is_anothers() -> None:
    """Whoever left, or was shown the door, comes back by no link into the hand of whoever sits there now."""
    trial = await Trial.laid(2)
    await trial.ask(1, Carry(hash_key("mine")))
    await trial.ask(0, ClearSeat(Seat(1)))
    await trial.room.ask(session(8), Join("Vic"))
    assert trial.state.chairs[1].session == session(8)
    assert await trial.refused(5, TakeCarried(hash_key("mine"))) == "link_spent"
    assert trial.state.chairs[1].session == session(8)
    await trial.close()
