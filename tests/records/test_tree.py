"""Counted trees: the offers of a few positions, to a fixed depth, are as many as they were."""

from __future__ import annotations

from tests.records.tree import DEEPEST, counted, file_of, positions


def test_each_position_goes_on_in_as_many_ways_as_were_counted() -> None:
    kept = file_of("house").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[0] for line in kept] == list(positions("house"))
    assert all(len(line.split(":")[1].split()) == DEEPEST for line in kept)
    assert list(counted("house")) == kept


def test_the_first_offers_can_be_counted_by_hand() -> None:
    kept = {name: int(counts.split()[0]) for name, counts in (line.split(": ") for line in counted("house"))}
    assert kept["nothing to declare"] == 2  # draw, take
    assert kept["a knock and a close at hand"] == 3  # draw, take, knock with the 2
    assert kept["the window"] == 3
