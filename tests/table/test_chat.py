"""Chat: ready phrases and short lines, as the table agreed, cleaned, at a pace, kept beside the log and never in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.play.refusal import Refused
from continental.play.terms import Seat
from continental.table.chat import KEPT_LINES, LINES_IN_A_ROW, LONGEST_TEXT, PHRASES, ROW_MS, check_said, clean_text
from continental.table.lobby import Lobby
from continental.table.ports import ChatLine
from continental.table.refusal import TableRefused
from continental.table.requests import Start
from tests.table.kit import CountedDice, Ear, FailingStore, Trial, record_of_room, session


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("  hello \n there ", "hello there"),
        ("a\u202eb\x00c", "abc"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("🃏", "🃏"),
        ("a\n\x1b\nb", "a b"),
        ("Zoe\x00\u0301", "Zo\u00e9"),
    ],
)
def test_a_line_is_cleaned(said: str, text: str) -> None:
    assert clean_text(said) == text


@pytest.mark.parametrize("said", ["", "  ", "\u200d", "\u202e", "x" * (LONGEST_TEXT + 1), "x" * 10**5])
def test_nothing_and_too_much_are_no_line(said: str) -> None:
    with pytest.raises(TableRefused, match="1 to 200"):
        clean_text(said)


@given(st.text(max_size=300))
def test_a_cleaned_line_is_clean(said: str) -> None:
    try:
        text = clean_text(said)
    except TableRefused:
        return
    assert clean_text(text) == text
    assert len(text) <= LONGEST_TEXT


@pytest.mark.parametrize(
    ("agreed", "phrase", "text", "code"),
    [
        ("off", "hello", None, "chat_off"),
        ("off", None, "hello", "chat_off"),
        ("phrases", None, "hello", "phrases_only"),
        ("on", "rubbish", None, "no_such_phrase"),
        ("on", None, " ", "bad_text"),
    ],
)
def test_what_the_table_does_not_let_be_said_is_refused(agreed: str, phrase: str | None, text: str | None, code: str) -> None:
    with pytest.raises(TableRefused) as refused:
        check_said(agreed, phrase, text)
    assert refused.value.code == code
    assert check_said("phrases", PHRASES[0], None) == (PHRASES[0], None)


async def test_what_is_said_is_told_kept_over_a_restart_and_no_version_of_the_room() -> None:
    trial = await Trial.laid(2)
    ear = trial.room.outbox = Ear()
    version = trial.state.version
    await trial.room.say(session(1), None, " Good   evening ")
    await trial.room.say(session(0), "hello", None)
    now = trial.clock.now()
    lines = (ChatLine(1, now, Seat(1), "Bo", None, "Good evening"), ChatLine(2, now, Seat(0), "Ana", "hello", None))
    assert trial.room.chat == lines
    assert [told.said for told in ear.told] == [lines[:1], lines[1:]]
    assert trial.state.version == version
    lobby = Lobby(trial.store, trial.clock, CountedDice("other"))
    assert (await lobby.room(trial.state.room)).chat == lines
    await lobby.close()
    await trial.close()


async def test_what_is_said_is_in_no_record() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    await trial.room.say(session(0), None, "unlikely words")
    await trial.until(lambda state: state.position is not None and state.position.standing.hands > 0)
    record = record_of_room(trial.state, await trial.lobby.log(trial.state.room))
    assert record
    assert "unlikely" not in record
    await trial.close()


async def test_a_seat_says_so_many_lines_in_a_row_and_the_last_hundred_are_kept() -> None:
    trial = await Trial.laid(2)
    for number in range(LINES_IN_A_ROW):
        await trial.room.say(session(0), None, str(number))
    with pytest.raises(Refused, match="wait a little"):
        await trial.room.say(session(0), None, "more")
    await trial.room.say(session(1), None, "another seat")
    for number in range(KEPT_LINES):
        trial.clock.advance(ROW_MS)
        await trial.room.say(session(0), None, f"line {number}")
    assert len(trial.room.chat) == KEPT_LINES
    assert trial.room.chat[0].text == "line 0"
    assert tuple(await trial.store.said_after(trial.state.room, 0)) == trial.room.chat
    await trial.close()


async def test_who_only_watches_says_nothing_and_what_is_not_stored_is_not_told() -> None:
    store = FailingStore()
    trial = await Trial.laid(2, store=store)
    ear = trial.room.outbox = Ear()
    with pytest.raises(Refused, match="no seat"):
        await trial.room.say(session(9), "hello", None)
    store.fails = True
    with pytest.raises(Refused, match="could not be stored"):
        await trial.room.say(session(0), "hello", None)
    assert (ear.told, trial.room.chat) == ([], ())
    await trial.close()


async def test_two_processes_hear_what_is_said_in_the_other_and_no_line_is_lost() -> None:
    trial = await Trial.laid(2)
    other = Lobby(trial.store, trial.clock, CountedDice("other"))
    room = trial.state.room
    there = await other.page_opened(room, Seat(1))
    await trial.room.say(session(0), None, "here")
    await there.say(session(1), None, "there")  # it has not heard of the first line yet, and takes the next number
    await trial.lobby.tick()
    await other.tick()
    assert [line.text for line in trial.room.chat] == ["here", "there"]
    assert there.chat == trial.room.chat
    await other.close()
    await trial.close()
