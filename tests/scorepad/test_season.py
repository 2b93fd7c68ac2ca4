"""Seasons: evenings by name, names merged and parted, money and places over time."""

from __future__ import annotations

import pytest

from continental.play.terms import Cents
from continental.scorepad.acts import Adjust, Enter
from continental.scorepad.items import Stops
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import (
    MakeSeason,
    Merge,
    Part,
    Season,
    SeasonAct,
    SeasonEntry,
    SeasonRedo,
    SeasonUndo,
    enter_season,
    has_finished,
    open_season,
    placing,
    print_season_act,
    print_season_body,
    read_season_act,
    read_season_entry,
    results,
    season_trail,
    show_season,
)
from tests.scorepad.kit import entered, on, pad_of


def season_of(*acts: SeasonAct) -> Season:
    season = open_season((SeasonEntry(1, 0, "Ana", "", "make", MakeSeason("2026")),))
    for act in acts:
        season = enter_season(season, SeasonEntry(season.v + 1, 0, "Ana", "", f"s{season.v + 1}", act))
    return season


def refused(season: Season, act: SeasonAct) -> str:
    with pytest.raises(EntryRefused) as caught:
        enter_season(season, SeasonEntry(season.v + 1, 0, "Ana", "", "x", act))
    return caught.value.code


def test_names_are_merged_and_parted_and_merges_follow_one_another() -> None:
    season = season_of(Merge("Anna", "Ann"), Merge("Ann", "Ana"))
    assert [season.sheet.player(name) for name in ("Anna", "Ann", "Ana", "Bo")] == ["Ana", "Ana", "Ana", "Bo"]
    assert refused(season, Merge("Ana", "Anna")) == "merge_round"
    assert refused(season, Merge("Bo", "Bo")) == "merge_itself"
    assert refused(season, Part("Bo")) == "not_merged"
    assert refused(season, Merge("Anna", "Ann")) == "changes_nothing"
    assert refused(season, MakeSeason(season.sheet.title)) == "changes_nothing"
    assert season_of(Merge("Anna", "Ana"), Part("Anna")).sheet.player("Anna") == "Anna"


def test_a_season_has_undo_and_redo_too() -> None:
    season = season_of(Merge("Anna", "Ana"), MakeSeason("2027"), SeasonUndo(), SeasonUndo())
    assert (season.sheet.title, dict(season.sheet.merged)) == ("2026", {})
    assert refused(season, SeasonUndo()) == "nothing_to_undo"
    again = enter_season(season, SeasonEntry(9, 0, "", "", "y", SeasonRedo()))
    assert again.sheet.player("Anna") == "Ana"
    assert refused(season_of(), SeasonRedo()) == "nothing_to_redo"
    assert open_season(season.entries) == season


def test_a_seasons_trail_says_what_each_entry_did() -> None:
    season = season_of(
        Merge("Anna", "Ana"), Merge("Bob", "Bo"), SeasonUndo(), SeasonUndo(), SeasonRedo(), Part("Anna"), MakeSeason("2027")
    )
    assert [row["says"] for row in season_trail(season)] == [
        "Ana called the season 2026",
        "Ana counted Anna as Ana",
        "Ana counted Bob as Bo",
        "Ana took back: counted Bob as Bo",
        "Ana took back: counted Anna as Ana",
        "Ana did again: counted Anna as Ana",
        "Ana parted Anna again",
        "Ana called the season 2027",
    ]
    assert [row["v"] for row in season_trail(season)] == list(range(1, 9))


@pytest.mark.parametrize("act", [MakeSeason("x"), Merge("A", "B"), Part("A"), SeasonUndo(), SeasonRedo()])
def test_a_seasons_act_is_read_as_it_was_printed(act: SeasonAct) -> None:
    assert read_season_act(print_season_act(act)) == act
    entry = SeasonEntry(2, 5, "Ana", "s", "id", act)
    assert read_season_entry(2, 5, "Ana", "s", "id", print_season_body(entry)) == entry
    with pytest.raises(EntryRefused, match="do should be one of"):
        read_season_act({"do": "enter"})


def test_places_are_the_winner_then_who_was_in_then_who_went_out_last() -> None:
    pad = on(
        pad_of(5),
        entered("Ana", Bo=101, Cy=10, Dan=50, Eve=50),
        entered("Ana", Cy=10, Dan=60, Eve=70),
        entered("Cy", "straight_flush", Ana=30),
    )
    names = pad.sums.paper.names
    assert {names[seat]: place for seat, place in placing(pad.sums).items()} == {"Cy": 1, "Ana": 2, "Dan": 3, "Eve": 4, "Bo": 5}


def test_results_have_the_adjustments_in_and_a_broken_off_match_has_no_places() -> None:
    pad = on(pad_of(2), entered("Ana", Bo=30), Adjust("Ana", "Bo", Cents(100), "taxi"), Enter(Stops()))
    assert has_finished(pad)
    assert [(each.name, each.money_cents, each.place) for each in results(pad)] == [("Ana", 300, None), ("Bo", -300, None)]


def test_money_adds_up_over_time_and_unfinished_evenings_are_left_out() -> None:
    one = on(pad_of(2), entered("Ana", Bo=120))
    running = on(pad_of(2), entered("Ana", Bo=30))
    shown = show_season(season_of(Merge("Ana", "Anna")), [("a", one), ("b", running), ("c", one)])
    assert [(row["name"], row["evenings"], row["money_cents"], row["wins"], row["places"]) for row in shown["players"]] == [
        ("Anna", 2, 4800, 2, [1, 1]),
        ("Bo", 2, -4800, 0, [2, 2]),
    ]
    assert [each["money_cents"] for each in shown["players"][1]["over_time"]] == [-2400, -4800]
    assert [each["pad"] for each in shown["evenings"]] == ["a", "c"]
    assert shown["names"] == ["Ana", "Bo"]
