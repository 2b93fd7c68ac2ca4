"""The golden deals: replayed line by line, every seat's view as it was kept, and none missing for any rule set."""

from __future__ import annotations

from dataclasses import replace
from difflib import unified_diff
from pathlib import Path

import pytest

from continental.play.evolve import evolve
from continental.play.reading import parse_record
from continental.play.record import print_record
from continental.replay import begin_record, read_record, replay, verify
from continental.rules.load import load
from continental.rules.tables import catalogue
from tests.records.golden import RECORDS, SCENES, print_views
from tests.records.scene import Scene, started
from tests.rules.contract_kit import table

GOLDEN = sorted(RECORDS.glob("*/*.record"))


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def by_bots(name: str) -> bool:
    """Whether the scene hangs on what its bots would play, which may get better; all others hang on the rules alone."""
    return name == "whole_match" or name.startswith("greedy")


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_a_golden_record_is_right_and_stands_as_it_would_be_written(path: Path) -> None:
    record = read_record(text_of(path))
    assert record.head.rules == path.parent.name
    assert print_record(record) == text_of(path)
    assert sum(deal.dice is not None for deal in record.deals) == verify(record).deals >= 1


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_every_seat_saw_what_was_kept(path: Path) -> None:
    now, kept = print_views(parse_record(text_of(path))), text_of(path.with_suffix(".views"))
    changes = "\n".join(unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm=""))
    assert now == kept, f"what was seen has changed; `python -m tests.records.golden` keeps it anew:\n{changes}"


@pytest.mark.parametrize("path", GOLDEN, ids=name_of)
def test_the_events_of_a_golden_record_lead_to_its_positions(path: Path) -> None:
    record = parse_record(text_of(path))
    position = begin_record(record.head).position
    for step in replay(record):
        for event in step.events:
            position = evolve(position, event)
        assert position == step.position, f"line {step.line}"


@pytest.mark.parametrize("key", [key for key in catalogue() if load(key).melding.kind == "contracts"])
def test_every_number_of_seats_has_its_golden_deal(key: str) -> None:
    least, most = load(key).players
    kept = [parse_record(text_of(path)) for path in GOLDEN if path.parent.name == key]
    assert {len(record.head.sitters) for record in kept} >= set(range(least, most + 1))
    assert any(len(record.deals) == len(load(key).deals) for record in kept), "no whole match"


@pytest.mark.parametrize("key", catalogue())
def test_no_rule_set_lacks_golden_deals(key: str) -> None:
    assert [path for path in GOLDEN if path.parent.name == key], (
        f"no record in records/{key}: add a scene to tests/records/golden.py"
    )


def test_every_scene_is_kept_and_every_record_has_its_scene() -> None:
    assert {(path.parent.name, path.stem) for path in GOLDEN} == {
        (key, name) for key, scenes in SCENES.items() for name in scenes
    }


@pytest.mark.parametrize(("key", "name"), [(key, name) for key, scenes in SCENES.items() for name in scenes if not by_bots(name)])
def test_a_scene_still_plays_as_it_was_kept(key: str, name: str) -> None:
    assert SCENES[key][name]().text() == text_of(RECORDS / key / f"{name}.record")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("knock", ["0 Ana: knocks with 2D (+2)"]),
        ("close", ["0 Ana: closes, throwing 8H (-10)"]),
        ("continental", ["0 Ana: declares a continental, throwing 8D (-35)", "match: playing"]),
        ("straight_flush", ["0 Ana: declares a straight flush, throwing 5H (-35)", "match: won 0"]),
        ("bounty", ["cash: -16.00 10.00 22.00 -26.00 -26.00 -26.00"]),  # the shares of a close, and 3 and 4 jokers at ante 10
        ("buy_back", ["1 Ben: buys back (to 43 for 20.00)", "totals: 43 43 27"]),
        ("even_split", ["match: split 0 1"]),
        ("feeding", ["1 Ben: claims that 0 fed KS QH 9D", "2 Cleo: rules that it was feeding", "cash: -14.00 -10.00 -8.00"]),
        ("rebuilt_stock", ["2 Cleo: closes, throwing KS (-10)"]),
        ("whole_match", ["match: won 0"]),
    ],
)
def test_the_golden_deals_show_what_they_are_named_for(name: str, lines: list[str]) -> None:
    text = text_of(RECORDS / "house" / f"{name}.record")
    assert [line for line in lines if f"\n{line}\n" not in text] == []
    assert ("from a rebuilt stock" in text) == (name == "rebuilt_stock")


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("contract/buying", ["3 Dov: buys", "2 Cleo: buys (KH and 4D)", "0 Ana: lays 7C off on meld 1", "match: playing"]),
        (
            "contract/joker_moves",
            ["1 Ben: slides the joker of meld 2 for 6S, high end", "2 Cleo: takes the joker of meld 2"],
        ),
        ("contract/joker_out_of_turn", ["0 Ana: takes the joker of meld 4 for 6S", "1 Ben: throws KC"]),
        ("contract/last_deal", ["match: won 1", "deal 7"]),
        ("fournier/own_discard", ["0 Ana: buys (KH and 3D)", "1 Ben: goes down with 7H 7D 7C / 9S 9H 9C"]),
        ("fournier/joker_again", ["0 Ana: takes the joker of meld 1 for 6S", "0 Ana: lays JK off on meld 2, high end"]),
        ("fournier/round_the_ace", ["0 Ana: goes down with 7H 7D 7C / QS KS AS 2S"]),
        ("seven_hands/contiguous", ["1 Ben: lays 9S off on meld 1", "1 Ben: lays 8S off on meld 2"]),
        ("seven_hands/refused_buy", ["1 Ben: buys", "0 Ana: takes (KH)", "1 Ben: lets it go (KH and 2S)"]),
        ("seven_hands/turned_over", ["match: playing"]),
    ],
)
def test_the_golden_deals_of_the_contract_games_show_what_they_are_named_for(name: str, lines: list[str]) -> None:
    text = text_of(RECORDS / f"{name}.record")
    assert [line for line in lines if f"\n{line}" not in text] == []
    assert ("from a rebuilt stock" in text) == (name == "seven_hands/turned_over")


def test_a_record_of_a_running_match_shows_no_card_of_the_deal_that_is_played() -> None:
    text = text_of(RECORDS / "house" / "still_played.record")
    assert text.split("\ndeal 2\n")[1].split()[0] == "commitment:"
    assert len(text.split("\ndeal 2\n")[1].splitlines()) == 1


def test_a_record_that_begins_within_a_match_tells_the_discards_bought_before_it() -> None:
    """Where there are chips for buying, what was spent of them counts in the next hand too."""
    scene = started(table("seven_hands", players=3, deal=3, switches={"buy": "one_card", "buy_limit": "7_a_match"}))
    standing = replace(scene.match.position.standing, bought=(3, 0, 7), wins=(1, 1, 0))
    record = parse_record(Scene(scene.match, standing).text())
    assert record.head.start is not None
    assert (record.head.start.bought, record.head.start.wins) == ((3, 0, 7), (1, 1, 0))
    assert "start bought: 3 0 7" in print_record(record)
