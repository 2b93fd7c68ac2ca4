"""Limits of pace: so much at once, as much again with time, and no name remembered for longer than it counts."""

from __future__ import annotations

import pytest

from continental.table import pace
from continental.table.pace import Meter, Pace
from tests.table.kit import ManualClock

MINUTE = 60_000
HERE, THERE = "192.0.2.1", "192.0.2.2"


class Clock:
    """Seconds by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("most", [1, 3, 5, 7, 40, 1_200])
def test_so_much_may_be_used_at_once_and_is_given_back_evenly(most: int) -> None:
    clock = Clock()
    meter = Meter(most, most / 10, clock)
    assert [meter.take() for _ in range(most + 1)] == [True] * most + [False]
    assert meter.wait("") == 0
    assert meter.wait("", 1) == pytest.approx(10 / most)
    assert meter.take("another")
    clock.now += 10
    assert [meter.take() for _ in range(most + 1)] == [True] * most + [False]


def test_within_any_time_no_more_is_used_than_at_once_and_by_its_rate() -> None:
    clock, meter_most, rate = Clock(), 5, 0.5
    meter = Meter(meter_most, rate, clock)
    taken: list[float] = []
    for _ in range(1_000):
        clock.now += 0.1
        if meter.take():
            taken.append(clock.now)
    for first, at in enumerate(taken):
        for last in range(first, len(taken)):
            assert last - first + 1 <= meter_most + rate * (taken[last] - at) + 1e-6


def test_a_clock_that_is_set_back_gives_nothing_back() -> None:
    clock = Clock()
    meter = Meter(2, 1, clock)
    assert [meter.take(), meter.take()] == [True, True]
    clock.now -= 50
    assert not meter.take()


def test_a_name_is_forgotten_when_all_was_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "FEW", 10)
    clock = Clock()
    meter = Meter(1, 1, clock)
    for number in range(10_000):
        clock.now += 0.1
        assert meter.take(str(number))
        assert len(meter._used) <= 40, "ten count at any moment"


def test_each_kind_has_its_most_and_all_together_have_theirs() -> None:
    clock = ManualClock()
    each = Pace(clock, MINUTE, most_each=2, most_address=9, most_all=3)
    for kind in ("one", "one", "two"):
        assert each.take(HERE, kind)
    assert not each.take(HERE, "one")
    assert not each.take(HERE, "three"), "three of all kinds are the most"
    clock.advance(MINUTE // 3 - 1)
    assert not each.take(HERE, "two")
    clock.advance(1)
    assert not each.take(HERE, "one", 2), "what was used of one kind is not all given back"
    assert each.take(HERE, "two"), "what did not fit was not counted"
    clock.advance(MINUTE)
    assert not each.take(HERE, "one", 3)
    assert each.take(HERE, "one", 2)


def test_an_address_uses_up_its_share_and_leaves_the_rest_to_others() -> None:
    each = Pace(ManualClock(), MINUTE, most_address=2, most_all=5)
    assert [each.take(HERE) for _ in range(4)] == [True, True, False, False]
    assert [each.take(THERE) for _ in range(2)] == [True, True], "what was refused took nothing of what all may do"
    assert [each.take("198.51.100.3") for _ in range(2)] == [True, False], "five are the most of all addresses"
