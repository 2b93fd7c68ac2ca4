"""The parts of a room one by one: names, agreements, refusals, the log, what is due, stated acts."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import JOKER, parse_card
from continental.codec import Unfit
from continental.logbook.books import is_id, new_id
from continental.logbook.links import KeyHash
from continental.logbook.ports import LogEntry
from continental.play.actions import Discard, Draw, Take
from continental.play.refusal import SENTENCES, Refused
from continental.play.terms import TABLE, Phase, Seat
from continental.rules.base import RuleSet
from continental.table.clock import SystemDice, WallClock
from continental.table.due import due_of, dues_after
from continental.table.events import (
    BotFailed,
    BotSeated,
    CameBack,
    Carried,
    CarryOffered,
    ClockRanOut,
    HostPassed,
    Joined,
    MatchStarted,
    ReserveBegan,
    RoomEvent,
    RoomMade,
    SaidNext,
    SatIn,
    SeatCleared,
    StandingSaid,
    parse_event,
    print_event,
    show_event,
)
from continental.table.log import Entry, parse_entry, print_entry
from continental.table.names import BOT_PEOPLE, bot_person, check_name
from continental.table.ports import Millis, RoomId, room_log
from continental.table.refusal import TABLE_SENTENCES, TableRefused
from continental.table.requests import Start
from continental.table.setup import agree
from continental.table.standing import StandingAnswer
from continental.table.state import PRIVATE, fold, fold_all
from continental.table.stated import stated_act
from continental.words import slots
from tests.table.kit import START, Trial, asks, session

SETUP = agree(switches={"split_gap": 5, "count_order": "simultaneous"}, seats=3)
ROOM_EVENTS: list[RoomEvent] = [
    RoomMade(RoomId("abcdefghjk"), SETUP),
    Joined(Seat(0), "Ana", session(0)),
    BotSeated(Seat(1), "greedy", "Kit"),
    SeatCleared(Seat(1)),
    HostPassed(None),
    HostPassed(Seat(1)),
    MatchStarted(1, b"\x01" * 32),
    SatIn(Seat(0), "greedy"),
    SatIn(Seat(0), "greedy", away=True),
    CameBack(Seat(0)),
    SaidNext(Seat(0)),
    ClockRanOut(Seat(0)),
    BotFailed(Seat(1)),
    ReserveBegan(Seat(0)),
    CarryOffered(Seat(0), KeyHash(session(7)), START),
    Carried(Seat(0), session(7)),
    StandingSaid(Seat(0), StandingAnswer("cards", (parse_card("7H"), JOKER), "never", "match")),
]

# --- names


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana  Bo ", "Ana Bo"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("李雷", "李雷"),
        ("👩‍🚀", "👩‍🚀"),
        ("x" * 20, "x" * 20),
        ("7", "7"),
    ],
)
def test_a_name_is_kept_in_one_spelling(said: str, name: str) -> None:
    assert check_name(said, ()) == name


@pytest.mark.parametrize(
    "said", ["", "   ", "x" * 21, "a\x00b", "a\u202eb", "\u200d", "\u2028", "a\ud800", "\ufeff", "\u0301", "x" * 10**6]
)
def test_what_nobody_can_see_is_no_name(said: str) -> None:
    with pytest.raises(TableRefused, match="1 to 20 visible"):
        check_name(said, ())


@pytest.mark.parametrize("said", ["ANA", "ana ", "Ａna", "a\u200dna"])
def test_a_name_is_taken_whatever_its_case_and_spelling(said: str) -> None:
    with pytest.raises(TableRefused, match="already"):
        check_name(said, ["Ana"])


@given(st.text(max_size=40))
def test_a_checked_name_checks_again_as_it_is(said: str) -> None:
    try:
        name = check_name(said, ())
    except TableRefused:
        return
    assert check_name(name, ()) == name
    assert 1 <= len(name) <= 20


def test_bots_get_names_that_nobody_has() -> None:
    taken: list[str] = [BOT_PEOPLE[0].upper()]
    for _ in range(6):
        taken.append(bot_person(taken))
    assert len({name.casefold() for name in taken}) == 7


def test_room_ids_are_of_their_form_and_do_not_repeat() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(is_id(each) for each in ids)
    for other in ("", "abcdefghj", "abcdefghjkl", "Abcdefghjk", "abcdefghj0", "abcdefghj/"):
        assert not is_id(other)


# --- refusals


def test_the_tables_codes_are_not_the_games_and_their_sentences_are_whole() -> None:
    assert not set(TABLE_SENTENCES) & set(SENTENCES)
    for code, sentence in TABLE_SENTENCES.items():
        facts = dict.fromkeys(slots(sentence), "X")
        refused = TableRefused(code, **facts)
        assert refused.sentence[0].isupper() or facts
        assert refused.sentence.endswith(".")
        again = pickle.loads(pickle.dumps(refused))
        assert (type(again), again.code, again.sentence) == (TableRefused, code, refused.sentence)
        assert isinstance(again, Refused)


# --- agreements


def test_an_agreement_names_its_departures_and_gives_its_rules_back() -> None:
    assert dict(SETUP.switches) == {"split_gap": "5", "count_order": "simultaneous"}
    rules: RuleSet = SETUP.rule_set()
    assert dict(rules.departures()) == {"split_gap": 5, "count_order": "simultaneous"}
    assert agree().switches == ()
    assert (agree().ante, agree(rules="contract").ante) == (2_000, 0)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"rules": "whist"}, "no_such_rules"),
        ({"switches": {"x": 1}}, "bad_switch"),
        ({"seats": 1}, "bad_players"),
        ({"ante": 5}, "bad_ante"),
        ({"dealer": 0}, "dealer_not_chosen"),
        ({"pace_ms": -1}, "bad_pace"),
        ({"clock_s": 9}, "bad_clock"),
        ({"clock_s": 3_601}, "bad_clock"),
        ({"reserve_s": -1}, "bad_reserve"),
        ({"reserve_s": 3_601}, "bad_reserve"),
        ({"chat": "loud"}, "bad_setting"),
        ({"help": "yes"}, "bad_setting"),
        ({"rules": "contract", "ante": 2_000}, "bad_ante"),
    ],
)
def test_what_cannot_be_agreed_is_refused(wish: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        agree(**wish)  # type: ignore[arg-type]
    assert refused.value.code == code


# --- the log


@pytest.mark.parametrize("event", ROOM_EVENTS, ids=range(len(ROOM_EVENTS)))
def test_room_events_are_read_back_as_they_were_written(event: RoomEvent) -> None:
    assert parse_event(json.loads(json.dumps(print_event(event)))) == event


@pytest.mark.parametrize("event", ROOM_EVENTS, ids=range(len(ROOM_EVENTS)))
def test_what_is_shown_of_a_room_event_holds_no_secret(event: RoomEvent) -> None:
    for seat in (None, Seat(0)):
        shown = json.dumps(show_event(event, seat))
        assert session(0) not in shown
        assert session(7) not in shown
        assert "01" * 32 not in shown
        assert json.loads(shown)["is"] if seat == 0 or not isinstance(event, PRIVATE) else shown == "null"


def test_an_entry_is_read_back_as_it_was_written_and_anything_else_is_refused() -> None:
    entry = Entry(3, START, {"do": "next", "seat": 1, "by": "person"}, (SaidNext(Seat(1)),))
    assert parse_entry(print_entry(entry)) == entry
    for body in ("{", '{"act":{},"events":[{"is":"nothing"}]}', '{"act":{},"events":[{"is":"said_next","seat":"1"}]}'):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong with it
            parse_entry(LogEntry(1, START, body))
    with pytest.raises(Unfit, match="one of"):
        parse_event({})


async def test_a_log_folds_in_order_alone() -> None:
    trial = await Trial.laid(2)
    log = [parse_entry(stored) for stored in await trial.store.entries_after(room_log(trial.state.room), 0)]
    assert fold_all(log) == trial.state
    with pytest.raises(ValueError, match="does not follow"):
        fold(trial.state, replace(log[1], version=9))
    with pytest.raises(ValueError, match="empty"):
        fold_all([])
    with pytest.raises(ValueError, match="RoomMade"):
        fold(None, log[1])
    with pytest.raises(ValueError, match="made once"):
        fold(trial.state, replace(log[0], version=trial.state.version + 1))
    await trial.close()


# --- what is due


async def test_every_asked_seat_has_something_due_and_nobody_else() -> None:
    trial = await Trial.laid(2, ["greedy"], clock_s=60, pace_ms=300)
    assert dues_after(trial.state, (), START) == ()
    await trial.ask(0, Start())
    for _ in range(120):
        await trial.quiet()
        state = trial.state
        if state.position is None or state.position.standing.is_over:
            break
        dues = dues_after(state, (), START)
        assert {due.seat for due in dues} == set(state.position.asked or (TABLE,))
        for due in dues:
            wanted = {"bot": START + 300, "commit": START, "clock": state.clocks[due.seat].began + 60_000}.get(due.kind)
            assert wanted is None or due.at == wanted
        assert dues_after(state, dues, Millis(START + 5_000)) == dues or state.position.phase is Phase.COMMIT
        await trial.step()
    assert due_of(trial.room.dues, "nothing") is None
    await trial.close()


# --- stated acts


async def test_stated_acts_draw_from_the_stock_and_throw_what_was_drawn() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    position, seat = state.position, state.position.asked[0] if state.position else Seat(0)
    assert position is not None
    assert stated_act(state.rules, position, seat, [Take(seat), Draw(seat)], lambda: None) == Draw(seat)
    assert stated_act(state.rules, position, seat, [Take(seat)], lambda: None) == Take(seat)
    await trial.play(seat, Take(seat))
    now = trial.state.position
    assert now is not None
    hand = now.hand(seat)
    offered = [Discard(seat, card) for card in sorted(set(hand)) if card != now.dealing.drawn]
    assert stated_act(state.rules, now, seat, offered, lambda: offered[2]) == offered[2]
    assert stated_act(state.rules, now, seat, offered, lambda: None) == offered[0]
    await trial.close()


async def test_stated_acts_at_the_end_of_a_deal_cost_nobody_anything() -> None:
    switches = {"feeding": "dealer", "split_scope": "off", "window_from": 20, "elimination_line": 200}
    trial = await Trial.laid(3, reserve_s=0, switches=switches)
    await trial.ask(0, Start())
    seen: set[Phase] = set()
    for _ in range(2_000):
        await trial.quiet()
        state = trial.state
        if state.position is None or state.position.standing.is_over or len(seen) == 4:
            break
        if state.position.phase in (Phase.COUNT, Phase.ACCUSE, Phase.RULE, Phase.BUY_BACK) and state.position.phase not in seen:
            seen.add(state.position.phase)
            seat = state.position.asked[0]
            trial.clock.advance(state.setup.clock_s * 1_000)
            await trial.quiet()
            acts = [event for version, event in trial.state.recent if version == state.version + 1]
            assert acts[0] == ClockRanOut(seat)
            check_stated(state.position.phase, acts[1:])
        else:
            await trial.step()
    assert seen == {Phase.COUNT, Phase.ACCUSE, Phase.RULE, Phase.BUY_BACK}
    await trial.close()


def check_stated(phase: Phase, events: Sequence[object]) -> None:
    """What came of a stated act in that phase."""
    said = {type(event).__name__: event for event in events}
    match phase:
        case Phase.ACCUSE:
            assert getattr(said["ClaimAnswered"], "accused", "") is None
        case Phase.RULE:
            assert getattr(said["Voted"], "upheld", True) is False
        case Phase.BUY_BACK:
            assert getattr(said["BuyBackAnswered"], "yes", True) is False
        case _:
            assert "Counted" in said


# --- the real clock and dice


async def test_the_real_clock_tells_the_time_and_sleeps_until_it() -> None:
    clock = WallClock()
    until = Millis(clock.now() + 30)
    await clock.sleep_until(until)
    assert clock.now() >= until
    await clock.sleep_until(Millis(0))


def test_the_real_dice_are_32_bytes_and_never_the_same() -> None:
    assert {len(SystemDice().throw()) for _ in range(5)} == {32}
    assert len({SystemDice().throw() for _ in range(50)}) == 50
