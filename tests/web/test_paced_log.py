"""What strangers cause is one line in the log and a count each minute; a fault of ours keeps its traceback."""

from __future__ import annotations

import logging

import pytest

from continental.web.guard.paced_log import MINUTE_S, MOST_OF_OWN, PacedHandler, PacedLog


class Trial:
    """A log with the pace, its clock by hand, and what was written."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.written: list[str] = []
        self.handler = PacedHandler(PacedLog(lambda: self.now))
        self.handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        self.handler.emit = lambda record: self.written.append(self.handler.format(record))  # type: ignore[method-assign]

    def say(self, name: str, text: str, *args: object, level: int = logging.WARNING, error: Exception | None = None) -> None:
        told = None if error is None else (type(error), error, None)
        self.handler.handle(logging.LogRecord(name, level, "x.py", 1, text, args, told))

    def count(self) -> None:
        self.handler.write_counts()


def test_the_first_line_of_a_kind_is_written_and_the_others_are_counted_each_minute() -> None:
    trial = Trial()
    for each in range(1_000):
        trial.say("continental.web", "a frame to %s is not of the form", f"room {each}")
        trial.say("uvicorn.error", "Invalid HTTP request received.")
    first = ["continental.web: a frame to room 0 is not of the form", "uvicorn.error: Invalid HTTP request received."]
    assert trial.written == first
    trial.count()
    assert trial.written == first, "the minute is not over"
    trial.now += MINUTE_S
    trial.count()
    assert trial.written[2:] == [
        "continental.web: a frame to room 999 is not of the form (the last of 999 more like it within a minute)",
        "uvicorn.error: Invalid HTTP request received. (the last of 999 more like it within a minute)",
    ]
    trial.now += MINUTE_S
    trial.count()
    assert len(trial.written) == 4, "nothing more was said"
    trial.say("uvicorn.error", "Invalid HTTP request received.")
    assert trial.written[4:] == first[1:]


def test_a_line_that_comes_after_its_minute_tells_what_was_kept_back() -> None:
    trial = Trial()
    for _ in range(3):
        trial.say("asyncio", "socket.accept() out of system resource")
    trial.now += MINUTE_S
    trial.say("asyncio", "socket.accept() out of system resource")
    assert trial.written[1:] == ["asyncio: socket.accept() out of system resource (2 more like it since the last such line)"]


@pytest.mark.parametrize("name", ["uvicorn.error", "websockets.server", "asyncio", "continental.web"])
def test_a_warning_has_no_traceback(name: str) -> None:
    trial = Trial()
    trial.say(name, "Invalid", error=ValueError("what a stranger sent"))
    assert trial.written == [f"{name}: Invalid"]


def test_a_fault_of_ours_keeps_its_traceback_and_each_room_its_line_up_to_a_limit() -> None:
    trial = Trial()
    trial.say("uvicorn.error", "Exception in ASGI application\n", level=logging.ERROR, error=KeyError("seat"))
    assert "KeyError: 'seat'" in trial.written[0]
    for each in range(2 * MOST_OF_OWN):
        trial.say("continental.table", "bot in seat %d failed", each)
    assert len(trial.written) == 1 + MOST_OF_OWN
