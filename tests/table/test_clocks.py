"""Clocks: the time for an act, then the reserve, then the stated act; kept in the log, and kind to whoever lost the line."""

from __future__ import annotations

from continental.play.actions import Discard, Draw, Take
from continental.play.terms import Phase, Seat
from continental.table.clocks import SeatClock
from continental.table.events import ClockRanOut, ReserveBegan
from continental.table.lobby import AWAY_MS, Lobby
from continental.table.ports import Millis
from continental.table.requests import Join, Leave, Play, Start
from tests.table.kit import CountedDice, Trial, asks


async def asked_to_draw(trial: Trial) -> Seat:
    """Begin the match; the seat that is asked to draw first."""
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    return state.position.asked[0]


async def wait(trial: Trial, ms: int) -> None:
    trial.clock.advance(ms)
    await trial.quiet()


def due_ms(trial: Trial) -> list[tuple[str, int]]:
    return [(due.kind, due.at - trial.clock.now()) for due in trial.room.dues]


def happened(trial: Trial, kind: type) -> int:
    return sum(isinstance(event, kind) for _, event in trial.state.recent)


def test_a_clock_goes_on_for_the_same_act_and_begins_anew_with_the_next() -> None:
    clock = SeatClock(5_000).followed(Millis(100), runs=True, same=False, on_reserve=False)
    assert clock == SeatClock(5_000, Millis(100))
    assert clock.followed(Millis(900), runs=True, same=True, on_reserve=False) == clock
    assert clock.due(1_000) == 1_100
    assert clock.followed(Millis(900), runs=True, same=False, on_reserve=False).began == 900
    assert clock.followed(Millis(900), runs=False, same=False, on_reserve=False) == SeatClock(5_000)


def test_a_reserve_is_used_up_by_what_ran_of_it_and_never_below_nothing() -> None:
    running = SeatClock(5_000, Millis(100)).followed(Millis(1_100), runs=True, same=True, on_reserve=True)
    assert running.due(1_000) == 6_100
    assert running.followed(Millis(3_100), runs=True, same=False, on_reserve=False) == SeatClock(3_000, Millis(3_100))
    assert running.followed(Millis(3_100), runs=False, same=True, on_reserve=False) == SeatClock(3_000, Millis(100))
    assert running.followed(Millis(9_100), runs=False, same=False, on_reserve=False) == SeatClock(0)
    assert running.followed(Millis(500), runs=False, same=False, on_reserve=False).reserve_ms == 5_000, "no clock runs back"


async def test_after_the_acts_time_the_reserve_runs_and_then_the_stated_act_is_played() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=90)
    seat = await asked_to_draw(trial)
    assert due_ms(trial) == [("clock", 60_000)]
    await wait(trial, 60_000)
    assert asks(Phase.DRAW, seat)(trial.state)
    assert due_ms(trial) == [("reserve", 90_000)]
    await wait(trial, 89_999)
    assert asks(Phase.DRAW, seat)(trial.state)
    await wait(trial, 1)
    assert asks(Phase.PLAY, seat)(trial.state), "it drew"
    assert (happened(trial, ReserveBegan), happened(trial, ClockRanOut)) == (1, 1)
    await wait(trial, 60_000)
    assert asks(Phase.DRAW, 1 - seat)(trial.state), "the reserve is gone, so the next act has its own time alone"
    await trial.close()


async def test_an_act_in_time_of_the_reserve_costs_what_ran_and_the_rest_is_kept_for_the_match() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=90)
    seat = await asked_to_draw(trial)
    before = trial.state.version
    await wait(trial, 60_000)
    await wait(trial, 30_000)
    await trial.ask(seat, Join("whoever asks for a seat that they have"))
    assert (await trial.play(seat, Draw(seat))).version == before + 2, "an act made before the reserve began is not stale"
    assert trial.state.clocks[seat].reserve_ms == 60_000
    assert trial.state.clocks[1 - seat].reserve_ms == 90_000
    assert due_ms(trial) == [("clock", 60_000)]
    await wait(trial, 60_000)
    assert due_ms(trial) == [("reserve", 60_000)]
    await trial.close()


async def test_an_act_on_a_version_from_before_the_reserve_began_is_played() -> None:
    trial = await Trial.laid(2, clock_s=60)
    seat = await asked_to_draw(trial)
    seen = trial.state.version
    await wait(trial, 60_000)
    assert trial.state.version == seen + 1
    assert (await trial.ask(seat, Play(Draw(seat), seen))).version == seen + 2
    await trial.close()


async def test_clocks_and_reserves_survive_a_restart() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=90)
    seat = await asked_to_draw(trial)
    await wait(trial, 60_000)
    await wait(trial, 10_000)
    lobby = Lobby(trial.store, trial.clock, CountedDice("other"))
    again = await lobby.room(trial.state.room)
    assert (again.state, again.dues) == (trial.state, trial.room.dues)
    assert [due.at - trial.clock.now() for due in again.dues] == [80_000]
    assert again.state.clocks[seat].reserve_ms == 90_000
    await lobby.close()
    await trial.close()


async def test_whoever_lost_the_line_after_drawing_throws_the_card_drawn_and_keeps_the_reserve() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=90)
    seat = await asked_to_draw(trial)
    assert trial.state.position is not None
    hand = trial.state.position.hand(seat)
    await trial.play(seat, Draw(seat))
    await wait(trial, 1_000)
    trial.lobby.page_closed(trial.state.room, seat)
    await wait(trial, 58_999)
    assert asks(Phase.PLAY, seat)(trial.state), "not before the time is over, page or no page"
    await wait(trial, 1)
    assert trial.state.position.hand(seat) == hand, "the drawn card was thrown and no meld broken"
    assert trial.state.clocks[seat].reserve_ms == 90_000
    assert happened(trial, ReserveBegan) == 0
    assert trial.state.chairs[seat].is_played_by_person
    await trial.lobby.page_opened(trial.state.room, seat)
    other = Seat(1 - seat)
    await trial.play(other, Draw(other))
    assert trial.state.position is not None
    await trial.play(other, Discard(other, trial.state.position.hand(other)[0]))
    await trial.play(seat, Take(seat))
    assert asks(Phase.PLAY, seat)(trial.state)
    await trial.close()


async def test_a_bot_sits_in_for_whoever_is_gone_past_the_limit_and_the_open_page_brings_them_back() -> None:
    trial = await Trial.laid(2, clock_s=0)
    seat = await asked_to_draw(trial)
    trial.lobby.page_closed(trial.state.room, seat)
    await wait(trial, AWAY_MS)
    await trial.lobby.tick()
    assert trial.state.chairs[seat].is_played_by_person, "not before the limit"
    await wait(trial, 1)
    await trial.lobby.tick()
    assert trial.state.chairs[seat].bot == "greedy"
    assert trial.state.chairs[seat].away
    await trial.quiet()
    assert asks(Phase.DRAW, 1 - seat)(trial.state), "the bot played the turn"
    await trial.lobby.page_opened(trial.state.room, seat)
    assert trial.state.chairs[seat].is_played_by_person
    assert not trial.state.chairs[seat].away
    await trial.close()


async def test_whoever_left_on_purpose_is_not_brought_back_by_a_page_that_watches() -> None:
    trial = await Trial.laid(2, pace_ms=5_000)
    seat = await asked_to_draw(trial)
    await trial.ask(seat, Leave())
    await trial.lobby.page_opened(trial.state.room, seat)
    assert trial.state.chairs[seat].bot == "greedy"
    await trial.close()


async def test_leaving_and_coming_back_wins_no_time() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=90, pace_ms=5_000)
    seat = await asked_to_draw(trial)
    await wait(trial, 59_000)
    await trial.ask(seat, Leave())
    await trial.ask(seat, Join(""))
    assert due_ms(trial) == [("clock", 1_000)]
    await wait(trial, 1_000)
    await wait(trial, 40_000)
    await trial.ask(seat, Leave())
    assert trial.state.clocks[seat].reserve_ms == 50_000
    await trial.close()
