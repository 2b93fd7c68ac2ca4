"""A room: decide, store, evolve, tell, in that order, one request after another."""

from __future__ import annotations

import asyncio

import pytest

from continental.cards import JOKER
from continental.logbook.links import hash_key
from continental.play.actions import BuyBack, Discard, Draw
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.table.events import TurnedAway, show_event
from continental.table.lobby import Lobby
from continental.table.log import parse_entries
from continental.table.ports import Millis, room_log
from continental.table.requests import Again, Carry, ClearSeat, Join, Leave, Next, Play, SeatBot, Start, TakeCarried, TurnAway
from continental.table.state import RoomPhase, fold_all
from tests.table.kit import CountedDice, Ear, FailingStore, Trial, asks, is_over, session


async def test_a_match_of_people_and_bots_is_played_to_its_end_and_told_without_a_gap() -> None:
    trial = await Trial.laid(2, ["greedy", "random"])
    ear = trial.room.outbox = Ear()
    first = trial.state.version
    await trial.ask(0, Start())
    state = await trial.until(is_over)
    assert state.position is not None
    assert sum(state.position.standing.cash) + state.position.standing.pot == 0
    assert ear.versions == list(range(first + 1, state.version + 1))
    assert trial.room.dues == ()
    log = parse_entries(await trial.store.entries_after(room_log(state.room), 0))
    assert fold_all(log) == state
    await trial.close()


async def test_where_the_store_fails_on_append_nobody_is_told_and_nothing_has_changed() -> None:
    store = FailingStore()
    trial = await Trial.laid(2, store=store)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    ear = trial.room.outbox = Ear()
    assert state.position is not None
    seat, dues = state.position.asked[0], trial.room.dues
    store.fails = True
    assert await trial.refused(seat, Play(Draw(seat), state.public_version)) == "not_stored"
    assert (ear.told, trial.room.dues) == ([], dues)
    store.fails = False
    assert (await trial.play(seat, Draw(seat))).version == state.version + 1
    assert ear.versions == [state.version + 1]
    await trial.close()


async def test_an_act_that_was_kept_although_the_store_said_otherwise_is_found_and_told_once() -> None:
    store = FailingStore()
    trial = await Trial.laid(2, store=store)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    ear = trial.room.outbox = Ear()
    assert state.position is not None
    seat = state.position.asked[0]
    store.fails = store.keeps_first = True
    assert await trial.refused(seat, Play(Draw(seat), state.public_version)) == "not_stored"
    store.fails = False
    await trial.lobby.tick()
    assert ear.versions == [state.version + 1]
    assert trial.state.position is not None
    assert trial.state.position.phase is Phase.PLAY
    await trial.close()


async def test_what_falls_due_while_the_store_fails_happens_when_it_works_again() -> None:
    store = FailingStore()
    trial = await Trial.laid(1, ["greedy"], store=store)
    await trial.ask(0, Start())
    store.fails = True
    trial.clock.advance(1_000)
    for _ in range(50):
        await asyncio.sleep(0.001)
    version = trial.state.version
    store.fails = False
    for _ in range(3):
        trial.clock.advance(1_000)
        await trial.quiet()
    assert trial.state.version > version
    await trial.close()


async def test_an_act_made_on_an_older_prompt_is_stale() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    await trial.play(seat, Draw(seat))
    assert await trial.refused(seat, Play(Draw(seat), state.public_version)) == "stale"
    assert await trial.refused(seat, Play(Discard(seat, JOKER), state.public_version)) == "stale"
    await trial.close()


async def test_an_act_on_a_version_that_is_not_there_yet_is_refused() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    assert await trial.refused(seat, Play(Draw(seat), state.public_version + 1)) == "ahead"
    assert trial.state.version == state.version
    assert (await trial.ask(seat, Play(Draw(seat), state.public_version))).is_new
    await trial.close()


async def test_what_others_do_meanwhile_does_not_make_an_act_stale() -> None:
    trial = await Trial.laid(2, switches={"count_order": "simultaneous", "joker_value": "any_number"})
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    other = Seat(1 - seat)
    await trial.ask(other, Leave())
    assert (await trial.ask(seat, Play(Draw(seat), state.public_version))).version == state.version + 2
    await trial.close()


async def test_two_acts_at_once_are_answered_one_after_another() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    both = await asyncio.gather(*(trial.play(seat, Draw(seat)) for _ in range(2)), return_exceptions=True)
    assert sum(isinstance(each, Refused) for each in both) == 1
    assert trial.state.version == state.version + 1
    await trial.close()


async def test_an_act_is_carried_out_whole_though_whoever_asked_is_gone() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    asking = asyncio.create_task(trial.play(state.position.asked[0], Draw(state.position.asked[0])))
    await asyncio.sleep(0)
    asking.cancel()
    await trial.quiet()
    assert trial.state.version == state.version + 1
    await trial.close()


async def test_a_seat_comes_from_the_session_and_never_from_the_act() -> None:
    trial = await Trial.laid(3)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    asked = state.position.asked[0]
    other = (asked + 1) % 3
    assert await trial.refused(other, Play(Draw(asked), state.public_version)) == "not_asked"
    assert await trial.refused(9, Play(Draw(asked), state.public_version)) == "not_seated"
    await trial.close()


async def test_nobody_plays_before_the_match_and_nobody_is_asked_twice_to_be_ready() -> None:
    trial = await Trial.laid(2)
    assert await trial.refused(0, Play(Draw(Seat(0)), 1)) == "not_playing"
    assert await trial.refused(0, Next()) == "not_between_deals"
    assert await trial.refused(0, Again()) == "not_over"
    await trial.ask(0, Start())
    await trial.until(lambda state: bool(trial.room.waiting_for))
    seat = trial.room.waiting_for[0]
    await trial.ask(seat, Next())
    assert await trial.refused(seat, Next()) == "already_said_next"
    await trial.close()


async def test_a_seat_that_is_out_may_watch_and_nothing_else() -> None:
    trial = await Trial.laid(5, switches={"elimination_line": 60, "window_from": 58, "split_scope": "off"})
    await trial.ask(0, Start())

    def somebody_else_draws_and_one_is_out(state: object) -> bool:
        position = trial.state.position
        return position is not None and any(position.standing.out) and position.phase is Phase.DRAW

    state = await trial.until(somebody_else_draws_and_one_is_out)
    assert state.position is not None
    out = state.position.standing.out.index(True)
    assert await trial.refused(out, Play(Draw(Seat(out)), state.public_version)) == "seat_is_out"
    assert await trial.refused(out, Play(BuyBack(Seat(out), yes=True), state.public_version)) == "seat_is_out"
    assert state.position.hand(Seat(out)) == ()
    await trial.close()


async def test_the_next_deal_comes_when_all_who_are_here_are_ready() -> None:
    trial = await Trial.laid(2, ["greedy"])
    await trial.ask(0, Start())
    state = await trial.until(lambda state: bool(trial.room.waiting_for))

    def waited_for() -> list[int]:
        return list(trial.room.waiting_for)

    assert waited_for() == [0, 1]
    await trial.ask(1, Next())
    assert trial.state.position == state.position, "the deal waits for the other"
    trial.lobby.page_closed(state.room, Seat(0))
    await trial.quiet()
    assert waited_for() == [0], "the page may be loading anew"
    await trial.lobby.page_opened(state.room, Seat(0))
    await trial.quiet()
    assert waited_for() == [0], "who came back by a reload is asked as before"
    trial.lobby.page_closed(state.room, Seat(0))
    trial.clock.advance(9_999)
    await trial.lobby.tick()
    await trial.quiet()
    assert waited_for() == [0]
    trial.clock.advance(1)
    await trial.lobby.tick()
    await trial.quiet()
    assert not trial.state.waits_to_deal, "who is gone is not waited for"
    await trial.close()


async def test_the_next_deal_comes_when_the_pause_is_over() -> None:
    trial = await Trial.laid(2, ["greedy"])
    await trial.ask(0, Start())
    state = await trial.until(lambda state: bool(trial.room.waiting_for))
    trial.clock.advance(29_999)
    await trial.quiet()
    assert trial.state is state
    trial.clock.advance(1)
    await trial.quiet()
    assert trial.state.version > state.version
    assert not trial.state.waits_to_deal
    await trial.close()


async def test_the_act_clock_plays_the_stated_act_and_breaks_no_hand() -> None:
    trial = await Trial.laid(2, clock_s=60, reserve_s=0)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    hand = state.position.hand(seat)
    trial.clock.advance(59_999)
    await trial.quiet()
    assert trial.state is state
    trial.clock.advance(1)
    await trial.quiet()
    assert trial.state.position is not None
    assert trial.state.position.phase is Phase.PLAY, "it drew"
    trial.clock.advance(60_000)
    await trial.quiet()
    assert trial.state.position is not None
    assert trial.state.position.hand(seat) == hand, "it threw what it drew"
    await trial.close()


async def test_a_table_without_an_act_clock_waits_for_whoever_is_there() -> None:
    trial = await Trial.laid(2, clock_s=0)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    trial.clock.advance(10**9)
    await trial.lobby.tick()
    await trial.quiet()
    assert trial.state is state
    await trial.close()


async def test_bots_act_at_the_tables_pace() -> None:
    trial = await Trial.laid(1, ["greedy", "greedy"], pace_ms=700)
    await trial.ask(0, Start())
    await trial.until(lambda state: any(due.kind == "bot" for due in trial.room.dues))
    version = trial.state.version
    assert [due.at - trial.clock.now() for due in trial.room.dues] == [700]
    trial.clock.advance(699)
    await trial.quiet()
    assert trial.state.version == version
    trial.clock.advance(1)
    await trial.quiet()
    assert trial.state.version == version + 1
    await trial.close()


async def test_bots_hurry_where_no_person_is_in_the_match_any_more() -> None:
    switches = {"elimination_line": 60, "window_from": 58, "split_scope": "off"}
    trial = await Trial.laid(1, ["greedy", "greedy", "greedy"], pace_ms=700, switches=switches)
    await trial.ask(0, Start())

    def bots_are_left(state: object) -> bool:
        position = trial.state.position
        return position is not None and position.standing.out[0] and position.phase is Phase.DRAW

    await trial.until(bots_are_left)
    assert [due.at - trial.clock.now() for due in trial.room.dues] == [100]
    await trial.close()


async def test_a_match_without_people_plays_itself_out() -> None:
    trial = await Trial.laid(1, ["greedy", "greedy"], clock_s=0)
    await trial.ask(0, Start())
    await trial.ask(0, Leave())
    trial.lobby.page_closed(trial.state.room, Seat(0))
    await trial.until(is_over)
    await trial.close()


async def test_whoever_leaves_during_the_match_finds_their_seat_again() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 0))
    await trial.ask(0, Leave())
    chair = trial.state.chairs[0]
    assert (chair.kind, chair.bot, chair.name) == ("person", "greedy", "Ana")
    await trial.quiet()
    assert asks(Phase.DRAW, 1)(trial.state), "the bot played the turn"
    answer = await trial.ask(0, Join("whatever"))
    assert answer.seat == 0
    assert trial.state.chairs[0].is_played_by_person
    assert trial.state.chairs[0].name == "Ana"
    await trial.close()


async def test_an_act_by_whoever_is_stood_in_for_brings_them_back() -> None:
    trial = await Trial.laid(2, pace_ms=5_000)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 0))
    await trial.ask(0, Leave())
    await trial.play(0, Draw(Seat(0)))
    assert trial.state.chairs[0].is_played_by_person
    assert trial.state.chairs[1].is_played_by_person
    await trial.close()


async def test_again_keeps_people_seats_and_rules() -> None:
    trial = await Trial.laid(2, ["greedy"], switches={"elimination_line": 40, "window_from": 35})
    await trial.ask(0, Start())
    over = await trial.until(is_over)
    await trial.ask(1, Again())
    await trial.quiet()
    state = trial.state
    assert (state.chairs, state.setup, state.match, state.phase) == (over.chairs, over.setup, 2, RoomPhase.PLAYING)
    assert state.bot_dice != over.bot_dice
    await trial.until(is_over)
    await trial.close()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Start(), "empty_seats"),
        (SeatBot(1, "genius"), "no_such_bot"),
        (SeatBot(7, "greedy"), "bad_seat"),
        (SeatBot(0, "greedy"), "seat_taken"),
        (ClearSeat(1), "seat_empty"),
        (ClearSeat(0), "own_seat"),
        (ClearSeat(-1), "bad_seat"),
    ],
)
async def test_the_host_is_refused_what_cannot_be(request_: Start | SeatBot | ClearSeat, code: str) -> None:
    trial = await Trial.laid(1, ["greedy"])
    room = await trial.lobby.make(trial.state.setup, session(0), "Ana", [], start=False)
    trial.room = await trial.lobby.room(room)
    assert await trial.refused(0, request_) == code
    await trial.close()


async def test_seats_are_botted_cleared_and_taken_by_the_hosts_word_alone() -> None:
    trial = await Trial.laid(2, ["greedy"])
    assert await trial.refused(1, SeatBot(2, "random")) == "not_host"
    assert await trial.refused(9, Start()) == "not_seated"
    await trial.ask(0, SeatBot(2, "random"))
    assert trial.state.chairs[2].bot == "random"
    await trial.ask(0, ClearSeat(2))
    assert await trial.refused(0, ClearSeat(2)) == "seat_empty"
    assert await trial.refused(0, Start()) == "empty_seats"
    assert (await trial.ask(7, Join("Cy"))).seat == 2
    assert await trial.refused(8, Join("Dee")) == "table_full"
    await trial.ask(0, ClearSeat(2))
    assert await trial.refused(8, Join("ANA")) == "name_taken"
    assert await trial.refused(8, Join(" \u200b ")) == "bad_name"
    await trial.ask(8, Join("  Dee  Dee "))
    assert trial.state.names() == ("Ana", "Bo", "Dee Dee")
    await trial.ask(0, Start())
    assert await trial.refused(0, SeatBot(2, "random")) == "match_running"
    assert await trial.refused(0, Start()) == "match_running"
    await trial.close()


async def test_whom_the_host_turns_away_never_sits_down_here_again() -> None:
    trial = await Trial.laid(2, ["greedy"])
    await trial.ask(1, Carry(hash_key("secret")))
    assert await trial.refused(1, TurnAway(0)) == "not_host"
    assert await trial.refused(0, TurnAway(0)) == "own_seat"
    assert await trial.refused(0, TurnAway(2)) == "seat_empty"
    assert await trial.refused(0, TurnAway(9)) == "bad_seat"
    await trial.ask(0, TurnAway(1))
    assert trial.state.chairs[1].kind == "empty"
    assert await trial.refused(1, Join("Bo")) == "turned_away"
    assert await trial.refused(1, TakeCarried(hash_key("secret"))) == "link_spent"
    lobby = Lobby(trial.store, trial.clock, CountedDice())
    again = await lobby.room(trial.state.room)
    with pytest.raises(Refused) as refused:
        await again.ask(session(1), Join("Bo"))
    assert refused.value.code == "turned_away", "also after a restart"
    assert (await again.ask(session(2), Join("Cy"))).seat == 1
    await again.ask(session(2), Carry(hash_key("for Bo")))
    with pytest.raises(Refused) as refused:
        await again.ask(session(1), TakeCarried(hash_key("for Bo")))
    assert refused.value.code == "turned_away", "nor by another's link"
    await again.ask(session(0), Start())
    with pytest.raises(Refused) as refused:
        await again.ask(session(0), TurnAway(1))
    assert refused.value.code == "match_running"
    await lobby.close()
    await trial.close()


def test_who_was_turned_away_is_told_by_seat_alone() -> None:
    event = TurnedAway(Seat(1), session(1))
    assert [show_event(event, seat) for seat in (None, Seat(0), Seat(1))] == [{"is": "turned_away", "seat": 1}] * 3


async def test_the_hosts_rights_pass_on_when_the_host_leaves() -> None:
    trial = await Trial.laid(2, ["greedy"])
    await trial.ask(0, Leave())
    assert trial.state.host == 1
    assert trial.state.chairs[0].kind == "empty"
    await trial.ask(1, SeatBot(0, "greedy"))
    await trial.ask(1, Start())
    assert trial.state.phase is RoomPhase.PLAYING
    await trial.close()


async def test_a_table_that_all_left_is_the_next_comers() -> None:
    trial = await Trial.laid(1, ["greedy"])
    await trial.ask(0, Leave())
    assert fold_all(parse_entries(await trial.store.entries_after(room_log(trial.state.room), 0))).host is None
    assert await trial.refused(0, Start()) == "not_seated"
    assert (await trial.ask(5, Join("Eli"))).seat == 0
    assert trial.state.host == 0
    await trial.close()


async def test_due_times_are_kept_while_the_same_question_stands() -> None:
    trial = await Trial.laid(2, ["greedy"], clock_s=60)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    seat = state.position.asked[0]
    at = [due.at for due in trial.room.dues]
    trial.clock.advance(10_000)
    await trial.ask(1 - seat, Leave())
    assert [due.at for due in trial.room.dues] == at
    assert at == [Millis(trial.clock.now() + 50_000)]
    await trial.close()
