"""What several seats are told alike is written once, and what a seat is told is its own view to the letter."""

from __future__ import annotations

import json

import pytest

from continental.codec import to_plain, write_json
from continental.engine import offers, options, reasons
from continental.play.terms import Seat
from continental.play.view import view_for
from continental.rules.tables import catalogue
from continental.table.requests import Join, Leave, SeatBot, Start
from continental.web.table.fragments import ViewTexts
from continental.web.table.message import Kept, Speaker, state_message
from tests.table.kit import Trial


@pytest.mark.parametrize("rules", catalogue())
async def test_shared_texts_are_the_views_themselves(rules: str) -> None:
    trial = await Trial.laid(3, rules=rules)
    await trial.ask(0, Start())
    texts = ViewTexts()
    for _ in range(60):
        await trial.quiet()
        position = trial.state.position
        assert position is not None
        for seat in (None, Seat(0), Seat(1), Seat(2)):
            view = view_for(position, seat, trial.state.rules.shows)
            assert json.loads(texts.text(view)) == json.loads(write_json(to_plain(view)))
            if seat is not None:
                acts, why = offers(trial.state.rules, position, seat)
                assert acts == options(trial.state.rules, position, seat)
                assert [(name, each.code) for name, each in why] == [
                    (name, each.code) for name, each in reasons(trial.state.rules, position, seat)
                ]
        await trial.step()
    await trial.close()


def check_remembered(trial: Trial, kept: Kept) -> None:
    """What is remembered of earlier messages is what is worked out anew, for everybody."""
    speaker = Speaker(trial.room, trial.clock.now(), kept)
    for seat in (None, *map(Seat, range(len(trial.state.chairs)))):
        remembered = json.loads(speaker.message(seat, ()))
        assert remembered == json.loads(state_message(trial.room, seat, (), trial.clock.now()))


async def test_a_message_is_the_same_from_kept_parts_and_written_anew() -> None:
    trial = await Trial.laid(2, clock_s=30, reserve_s=60)
    await trial.ask(0, Start())
    kept = Kept()
    for _ in range(80):
        await trial.quiet()
        check_remembered(trial, kept)
        trial.clock.advance(100)
        await trial.step()
    await trial.close()


async def test_the_room_is_written_anew_whenever_something_about_it_has_changed() -> None:
    trial = await Trial.laid(1, seats=3)
    kept, room = Kept(), trial.state.room
    check_remembered(trial, kept)
    for who, request in ((1, Join("Bo")), (0, SeatBot(2, "greedy")), (0, SeatBot(2, "random")), (1, Leave()), (2, Join("Cy"))):
        await trial.ask(who, request)
        check_remembered(trial, kept)
    for changed in (trial.lobby.page_opened(room, None), trial.lobby.page_opened(room, Seat(1)), trial.ask(0, Leave())):
        await changed
        check_remembered(trial, kept)
    await trial.ask(3, Join("Dee"))
    await trial.ask(2, Start())
    check_remembered(trial, kept)
    trial.lobby.page_closed(room, Seat(1))
    await trial.ask(3, Leave())
    check_remembered(trial, kept)
    await trial.close()
