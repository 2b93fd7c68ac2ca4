"""The catalogue: rule sets are data, every switch is used and written down, and what does not fit is refused.

`python -m tests.rules.test_catalogue` writes the tables of switches in docs/rules/ anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from continental.play.refusal import Refused
from continental.play.terms import Phase
from continental.rules.load import load
from continental.rules.switches import Switch, SwitchValue, choose
from continental.rules.tables import CATALOGUE, catalogue, choose_switches, switches_of
from continental.words import part

ROOT: Final = Path(__file__).parents[2]
MARK: Final = "<!-- switches: made from the catalogue by `python -m tests.rules.test_catalogue` -->\n"
PAGES: Final = {key: ROOT / f"docs/rules/{key}.md" for key in catalogue()}
DOCUMENTED: Final = [key for key, page in PAGES.items() if page.exists() and MARK in page.read_text(encoding="utf-8")]
HOUSE_DEFAULTS: Final = {
    "headsup_share": "winner",
    "close_discard": "drawn",
    "continental_timing": "after_draw",
    "split_scope": "always",
    "headsup_buy": "forces_split",
    "split_gap": 10,
    "buyback_pool": "others_by_position",
    "buyback_raise": "suppress",
    "buyback_reoffer": "every_hand",
    "all_bust": "lowest",
    "bust_pays": "yes",
    "knock_card": "natural",
    "knock_first_turn": "allowed",
    "sf_jokers": "allowed",
    "joker_value": "card",
    "count_choice": "jokers",
    "count_order": "rotation",
    "ace_99": "on",
    "bounty_threshold": 3,
    "bounty_rate": 20,
    "bounty_to_loser": "yes",
    "feeding": "dealer",
    "feeding_row": "in_a_row",
    "feeder_wins": "no_penalty",
    "feeder_covers_bounty": "no",
    "feeding_needs": "any_winner",
    "reshuffle_top": "keep",
    "redraw_own_take": "forbidden",
    "discard_view": "lap",
    "stack": "open",
    "ante": "multiple_of_10",
    "dealer_first": "high_card",
    "elimination_line": 101,
    "window_from": 90,
}


def rows(key: str) -> str:
    """The table of a rule set's switches, defaults first."""
    lines = ["| switch | what it decides | values | clause |", "|---|---|---|---|"]
    for name, switch in switches_of(key).items():
        if switch.choices:
            values = sorted(switch.choices.items(), key=lambda choice: choice[0] != switch.default)
            said = "<br>".join(f"`{value}`: {meaning}" for value, meaning in values)
        else:
            said = f"`{switch.default}`; any whole number from {switch.least} to {switch.most}"
        lines.append(f"| `{name}` | {switch.about} | {said} | {switch.clause} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("key", DOCUMENTED)
def test_the_document_says_what_the_catalogue_says(key: str) -> None:
    text = PAGES[key].read_text(encoding="utf-8")
    assert text.partition(MARK)[2].lstrip() == rows(key), "python -m tests.rules.test_catalogue writes it anew"


@pytest.mark.parametrize("key", catalogue())
def test_every_rule_set_is_documented(key: str) -> None:
    assert key in DOCUMENTED


def test_the_house_has_these_switches_with_these_defaults() -> None:
    assert {name: switch.default for name, switch in switches_of("house").items()} == HOUSE_DEFAULTS
    assert choose_switches("house") == HOUSE_DEFAULTS
    assert load("house").departures() == {}


def every_switch() -> list[tuple[str, str]]:
    return [(key, name) for key in catalogue() for name in switches_of(key)]


@pytest.mark.parametrize(("key", "name"), every_switch())
def test_a_switch_takes_its_default_and_its_values_and_nothing_else(key: str, name: str) -> None:
    switch = switches_of(key)[name]
    assert switch.check(switch.default) == switch.default
    for value in switch.choices:
        assert switch.check(value) == value
    wrong: list[object] = ["", "perhaps", None, True, 1.0, [], {}, "x" * 10_000, 10**9, -1]
    if not switch.choices:
        assert switch.least <= int(switch.default) <= switch.most
        assert switch.check(str(switch.default)) == switch.default
        wrong += [switch.least - 1, switch.most + 1, "٣"]
    for bad in wrong:
        with pytest.raises(Refused) as why:
            switch.check(bad)
        assert why.value.code == "bad_switch_value"
        assert len(why.value.sentence) < 400


def _used(part: Any) -> Iterator[str]:
    if isinstance(part, str) and part.startswith("$"):
        yield part[1:]
    elif isinstance(part, dict):
        if isinstance(part.get("switch"), str):
            yield part["switch"]
        for each in part.values():
            yield from _used(each)
    elif isinstance(part, list):
        for each in part:
            yield from _used(each)


@pytest.mark.parametrize("key", catalogue())
def test_every_switch_is_used_and_every_use_is_a_switch(key: str) -> None:
    table = tomllib.loads((CATALOGUE / f"{key}.toml").read_text(encoding="utf-8"))
    switches = table.pop("switches", {})
    assert set(_used(table)) == set(switches)
    for name, switch in switches.items():
        assert switch["clause"], name
        assert switch.get("choices") or {"least", "most"} <= switch.keys(), name


@pytest.mark.parametrize("key", catalogue())
def test_every_rule_set_switch_and_value_has_its_text_in_the_words_and_no_other(key: str) -> None:
    wanted = {"title"}
    for name, switch in switches_of(key).items():
        wanted |= {f"switches.{name}.about", *(f"switches.{name}.choices.{value}" for value in switch.choices)}
    texts = part("switches", key)
    assert set(texts) == wanted
    assert all(texts.values())
    table = tomllib.loads((CATALOGUE / f"{key}.toml").read_text(encoding="utf-8"))
    assert "title" not in table
    assert all("about" not in row and not isinstance(row.get("choices"), dict) for row in table["switches"].values())
    assert load(key).title == texts["title"]
    for name, switch in switches_of(key).items():
        assert switch.about == texts[f"switches.{name}.about"]
        assert switch.choices == {value: texts[f"switches.{name}.choices.{value}"] for value in switch.choices}


@pytest.mark.parametrize(("key", "name"), every_switch())
def test_a_row_that_maps_a_switch_maps_its_values(key: str, name: str) -> None:
    def rows_of(part: Any) -> Iterator[dict[str, Any]]:
        if isinstance(part, dict):
            if part.get("switch") == name:
                yield part
            for each in part.values():
                yield from rows_of(each)
        elif isinstance(part, list):
            for each in part:
                yield from rows_of(each)

    table = tomllib.loads((CATALOGUE / f"{key}.toml").read_text(encoding="utf-8"))
    del table["switches"]
    for row in rows_of(table):
        assert set(row) - {"switch"} <= {str(value) for value in switches_of(key)[name].choices}


@pytest.mark.parametrize("key", catalogue())
def test_a_rule_set_is_what_its_table_says(key: str) -> None:
    rules = load(key)
    assert (rules.key, rules.name) == (key, f"{key} {rules.version}")
    assert rules.title
    least, most = rules.players
    assert 2 <= least <= most
    assert load(key) is load(key)
    assert set(rules.moves) >= {Phase.COMMIT, Phase.DEAL, Phase.DRAW, Phase.PLAY}
    for players in range(least, most + 1):
        assert len(rules.pack_for(players)) > 0


def test_choose_lays_wishes_over_defaults() -> None:
    switches = {"a": Switch("a", "", "", "x", {"x": "", "y": ""}, 0, 0), "b": Switch("b", "", "", 3, {}, 1, 5)}
    wished: dict[str, SwitchValue] = choose("Title", switches, {"a": "y", "b": "4"})
    assert wished == {"a": "y", "b": 4}
    assert choose("Title", switches, {}) == {"a": "x", "b": 3}
    with pytest.raises(Refused, match="c is no switch of Title; its switches are: a, b"):
        choose("Title", switches, {"c": 1})


@pytest.mark.parametrize(
    ("key", "name", "value", "said", "unsaid"),
    [
        ("house", "redraw_own_take", "forbidden", "except to end the hand", "except to close"),
        ("house", "knock_card", "ace_at_99", "an ace that counts 1", "for a player at 99"),
        ("house", "feeder_wins", "pot_share", "what the others would have paid into the pot", "the pot's share"),
        ("house", "joker_value", "any_number", "150 in all", "from 0 up"),
        ("house", "ante", "free", "multiples of $0.10", "any amount"),
        ("fournier", "close_discard", "required", "must be thrown", "face down"),
    ],
)
def test_a_switch_promises_what_is_played(key: str, name: str, value: str, said: str, unsaid: str) -> None:
    text = switches_of(key)[name].choices[value]
    assert said in text
    assert unsaid not in text


def write() -> None:
    """Write the tables of switches anew."""
    for key in DOCUMENTED:
        above = PAGES[key].read_text(encoding="utf-8").partition(MARK)[0]
        PAGES[key].write_text(above + MARK + "\n" + rows(key), encoding="utf-8")


if __name__ == "__main__":
    write()
