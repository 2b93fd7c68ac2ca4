"""Tallies: whole numbers that merge in any order, and margins that count each set of dice once."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.play.terms import Cents, Ending, Seat
from continental.study.deals import Outcome
from continental.study.duplicate import SHARD, Plan, play_plan, play_shard, shards_of
from continental.study.tally import Margin, Sums, Tally

SEATS = ("greedy", "random", "random")


def outcome(points: tuple[int, int, int], cents: tuple[int, int, int], ender: int | None = 0) -> Outcome:
    ending = None if ender is None else Ending.KNOCK
    return Outcome(points, cents, None if ender is None else Seat(ender), ending, 12)


GROUPS = st.lists(
    st.lists(
        st.builds(
            outcome,
            st.tuples(*[st.integers(-35, 145)] * 3),
            st.tuples(*[st.integers(-4000, 4000)] * 3),
            st.sampled_from([None, 0, 1, 2]),
        ),
        min_size=3,
        max_size=3,
    ),
    min_size=2,
    max_size=6,
)


def tally_of(groups: list[list[Outcome]]) -> Tally:
    tally = Tally(SEATS)
    for group in groups:
        tally.add_group(group)
    return tally


def test_a_margin_is_the_mean_of_the_others_less_ones_own() -> None:
    # the bots go round: greedy sits at seat 0, then 1, then 2
    tally = tally_of(
        [[outcome((0, 10, 20), (8, -4, -4)), outcome((30, 3, 30), (-4, 8, -4), 1), outcome((6, 6, 6), (0, 0, 0), None)]]
    )
    assert tally.points_margin("greedy") == Margin((15 + 27 + 0) / 3, None, None)
    assert tally.points_margin("random") == Margin(-(15 + 27 + 0) / 3, None, None)
    assert tally.cents_margin("greedy") == Margin((12 + 12 + 0) / 3, None, None)
    assert tally.bots["greedy"].endings == {Ending.KNOCK: 2}
    assert (tally.deals, tally.dead, tally.turns) == (3, 1, 36)


@settings(max_examples=40)
@given(GROUPS)
def test_the_interval_is_that_of_the_groups_means(groups: list[list[Outcome]]) -> None:
    means = [
        statistics.fmean((sum(each.points) - each.points[turned]) / 2 - each.points[turned] for turned, each in enumerate(group))
        for group in groups
    ]
    margin = tally_of(groups).points_margin("greedy")
    assert margin is not None
    assert margin.low is not None
    assert margin.mean == pytest.approx(statistics.fmean(means), abs=1e-9)
    wide = 1.96 * statistics.stdev(means) / len(means) ** 0.5
    assert margin.mean - margin.low == pytest.approx(wide, abs=1e-6)


@settings(max_examples=40)
@given(GROUPS, st.integers(0, 6), st.randoms(use_true_random=False))
def test_tallies_merge_in_any_order(groups: list[list[Outcome]], cut: int, chance: object) -> None:
    whole = tally_of(groups)
    first, second = tally_of(groups[:cut]), tally_of(groups[cut:])
    second.merge(first)
    assert second == whole


def test_tallies_of_other_seats_do_not_merge() -> None:
    with pytest.raises(ValueError, match="cannot be merged"):
        Tally(SEATS).merge(Tally(("greedy", "random")))


def test_among_equals_there_is_no_margin() -> None:
    tally = Tally(("greedy", "greedy"))
    assert tally.points_margin("greedy") is None
    tally.add_group([Outcome((1, 2), (3, 4), Seat(0), Ending.CLOSE, 5)] * 2)
    assert tally.points_margin("greedy") is None
    assert tally.bots["greedy"].points == 6


def test_one_group_tells_nothing_of_chance() -> None:
    sums = Sums()
    sums.add(12)
    assert sums.margin(1, 4) == Margin(3.0, None, None)


def plan(deals: int) -> Plan:
    return Plan("house", (("close_discard", "any"),), ("greedy", "random"), "plan", deals, Cents(1000))


def test_shards_cover_the_plan_once() -> None:
    shards = shards_of(plan(SHARD * 2 + 1))
    assert [(shard.first, shard.count) for shard in shards] == [(0, SHARD), (SHARD, SHARD), (2 * SHARD, 1)]


def test_the_tally_does_not_depend_on_the_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, tallies = plan(4), []
    for processes, size in ((1, SHARD), (2, 2)):
        monkeypatch.setattr("continental.study.duplicate.SHARD", size)
        tally = Tally(wanted.seats)
        for part in play_plan(wanted, processes):
            tally.merge(part)
        tallies.append(tally)
    assert tallies[0] == tallies[1]
    assert tallies[0].groups == 4


def test_a_shard_is_a_pure_function_of_its_numbers() -> None:
    shard = shards_of(plan(3))[0]
    assert play_shard(shard) == play_shard(shard)
