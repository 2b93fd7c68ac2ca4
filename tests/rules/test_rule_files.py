"""Files of rule sets: each key is known, each value fits its field, and what does not fit is refused with file and key."""

from __future__ import annotations

import json
import tomllib
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from continental.codec import Tagged
from continental.play.refusal import Refused
from continental.rules import load as loading
from continental.rules import tables
from continental.rules.base import RuleSet
from continental.rules.load import RuleSheet, load

SHIPPED: Final = {key: (tables.CATALOGUE / f"{key}.toml").read_text("utf-8") for key in tables.catalogue()}
SHIPPED_HOUSE: Final = load("house")
Loader = Callable[[str, str], RuleSet]

LEFT_ALONE: Final = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Loader]:
    """Loads a rule set from a text, out of a catalogue of its own."""
    caches = (tables.catalogue, tables._read, tables.switches_of, loading._rule_set, loading._check_all_choices)

    def forget() -> None:
        for each in caches:
            each.cache_clear()

    def load_text(key: str, text: str) -> RuleSet:
        (tmp_path / f"{key}.toml").write_text(text, encoding="utf-8")
        forget()
        return load(key)

    monkeypatch.setattr(tables, "CATALOGUE", tmp_path)
    yield load_text
    monkeypatch.undo()
    forget()


def refusal(loader: Loader, key: str, text: str) -> Refused:
    """Return the refusal of the file, whose sentence names the file."""
    with pytest.raises(Refused) as why:
        loader(key, text)
    assert f"{key}.toml" in why.value.sentence
    assert len(why.value.sentence) < 800
    return why.value


BROKEN: Final = [
    ("house", 'stock_out = "$reshuffle_top"', 'stock_out = "kep"', "house.toml: limits.stock_out takes keep, include"),
    ("house", 'stock_out = "$reshuffle_top"', 'stock_out = "kep"', "not 'kep' (did you mean keep?)"),
    ("contract", "players = [3, 8]", "players = [3, 9]", "packs does not fit: there is no pack for 9 players"),
    ("contract", "min_naturals = 1", "min_naturalz = 1", "grammar.sets.min_naturalz (did you mean min_naturals?)"),
    ("house", 'move = "knock"', 'move = "nock"', "moves.draw[3].move takes commit"),
    ("house", "laps = 60", "", "limits.laps is missing; it takes a whole number from 1 to 1000"),
    ("house", "laps = 60", 'laps = "60"', "limits.laps takes a whole number from 1 to 1000, not '60'"),
    ("house", "laps = 60", "laps = true", "limits.laps takes a whole number from 1 to 1000, not true"),
    ("house", "cards = 10", "cards = 60", "deals[1].cards does not fit: 60 cards each for 2 players"),
    ("house", 'gap = "$split_gap"', "gap = 1000000000", "match.split.gap takes a whole number from -10000 to 10000"),
    ("house", 'line = "$elimination_line"', "line = 1000000000", "elimination.line takes a whole number from -10000 to"),
    ("seven_hands", 'four_sets = "S S S S"', 'four_sets = "perhaps"', "contract.four_sets does not fit: 'perhaps' is no part"),
    ("house", "on = 99", "onn = 99", "values.relief_total.onn"),
    ("house", '"$count_order"', '"$count_ordre"', "count.order takes"),
    ("house", "first_lap = { switch", "first_lap = { swich", "moves.draw[3].first_lap takes true or false"),
    ("house", "allowed = true, after_one_lap", 'allowed = "x", after_one_lap', "moves.draw[3].first_lap.allowed takes"),
    ("house", "knock = 10, ", "", "money.shares does not fit: percent has no knock"),
    ("house", "[values]", "[valuse]", "valuse (did you mean values?)"),
    ("house", "by_rank = [15, ", "by_rank = [", "values.by_rank takes a list of 13 values"),
    ("contract", "on = true\nwho", "on = 1\nwho", "claims.on takes true or false, not 1"),
    ("contract", 'contract = "S S"', 'contract = "S T"', "deals[1].contract does not fit: 'T' is no part"),
    ("contract", '"2S", "2H"', '"2S", "2X"', "contract.wild.on[2] does not fit: '2X' is no card"),
    ("contract", 'track = "A23456789TJQKA"', 'track = "A23456789XJQKA"', "grammar.runs.track does not fit"),
    ("contract", 'key = "contract"', 'key = "contarct"', "key takes contract, not 'contarct'"),
    ("house", 'stage = "settle"', 'stage = "score_hands"', "stages does not fit: it needs the table points"),
    (
        "contract",
        '{ move = "go_down" }',
        '{ move = "close", discard = "any", points = -10 }',
        "moves.play does not fit: it needs",
    ),
    ("contract", "[points]", "[points", "contract.toml is no TOML file"),
    ("house", 'default = "winner"', 'default = "winer"', "switches.headsup_share.default takes winner or pot"),
]


@pytest.mark.parametrize(("key", "was", "broken", "said"), BROKEN)
def test_a_file_that_does_not_fit_is_refused_with_file_and_key(
    loader: Loader, key: str, was: str, broken: str, said: str
) -> None:
    assert was in SHIPPED[key]
    assert said in refusal(loader, key, SHIPPED[key].replace(was, broken, 1)).sentence


NEARLY_NOTHING: Final = ("", "key = 3", "switches = 3", "switches = { a = 3 }", "title = 5\n[switches]", "players = 'x'")


@pytest.mark.parametrize("text", NEARLY_NOTHING)
def test_a_file_of_hardly_anything_is_refused(loader: Loader, text: str) -> None:
    refusal(loader, "house", text)


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_file_loads_equal_however_its_text_is_laid_out(loader: Loader, key: str) -> None:
    assert loader(key, SHIPPED[key]) == loader(key, printed(tomllib.loads(SHIPPED[key])))


def printed(table: dict[str, Any]) -> str:
    """Return the table as TOML, a line for each key at the top."""
    return "".join(f"{json.dumps(name)} = {_inline(part)}\n" for name, part in table.items())


def _inline(part: Any) -> str:
    if isinstance(part, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_inline(each)}" for name, each in part.items()) + "}"
    if isinstance(part, list):
        return "[" + ", ".join(map(_inline, part)) + "]"
    return json.dumps(part, ensure_ascii=False)


def test_a_file_may_carry_texts_of_its_own_which_win_over_the_words(loader: Loader) -> None:
    table = tomllib.loads(SHIPPED["house"])
    table["title"] = "Ours"
    table["switches"]["ace_99"] |= {"about": "The ace", "choices": {"on": "it counts 1", "off": "it does not"}}
    rules = loader("house", printed(table))
    assert rules.title == "Ours"
    assert rules.switches["ace_99"].about == "The ace"
    assert rules.switches["ace_99"].choices == {"on": "it counts 1", "off": "it does not"}
    assert rules.switches["joker_value"] == SHIPPED_HOUSE.switches["joker_value"]


def test_a_file_of_somebodys_own_without_texts_is_told_by_its_names_and_values(loader: Loader) -> None:
    rules = loader("ours", SHIPPED["house"].replace('key = "house"', 'key = "ours"', 1))
    assert rules.title == "ours"
    assert rules.switches["ace_99"].about == "ace_99"
    assert rules.switches["ace_99"].choices == {"on": "on", "off": "off"}
    with pytest.raises(Refused, match="is no switch of ours"):
        load("ours", {"ace_98": "on"})


def places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container of the table with each key or index in it."""
    for key, each in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield part, key
        yield from places(each)


def is_in_choices(table: dict[str, Any], inside: Any) -> bool:
    """Whether this container holds the choices of a switch; what is called otherwise there is another choice."""
    return any(inside is row.get("choices") or inside is table["switches"] for row in table["switches"].values())


def loaded_or_refused(loader: Loader, key: str, text: str) -> RuleSet | None:
    """Return the rule set of the text, or None if it was refused by a sentence that names the file."""
    try:
        return loader(key, text)
    except Refused as why:
        if f"{key}.toml" not in why.sentence and why.code != "bad_switch_value":
            raise
        return None


@pytest.mark.parametrize("key", SHIPPED)
@given(data=st.data())
@LEFT_ALONE
def test_a_key_that_is_misspelt_is_refused_with_file_and_key(loader: Loader, key: str, data: st.DataObject) -> None:
    table = tomllib.loads(SHIPPED[key])
    inside, name = data.draw(st.sampled_from([each for each in places(table) if isinstance(each[0], dict)]))
    among_choices = is_in_choices(table, inside)
    wrong = data.draw(st.sampled_from([f"{name}z", f"{name}{name}", f"{name[:-1]}_", f"{name}é"]))
    inside[wrong] = inside.pop(name)
    if among_choices:
        loaded_or_refused(loader, key, printed(table))
    else:
        refusal(loader, key, printed(table))


WRONG: Final[tuple[Any, ...]] = (10**9, -(10**9), 1.5, "perhaps", "$nothing", [], [[]], {}, {"switch": 3}, {"when": 1})
ANY_TEXT: Final = {"title", "about", "clause", "choices"}


@pytest.mark.parametrize("key", SHIPPED)
@given(data=st.data())
@LEFT_ALONE
def test_a_value_of_another_kind_is_refused_with_file_and_key(loader: Loader, key: str, data: st.DataObject) -> None:
    table = tomllib.loads(SHIPPED[key])
    inside, name = data.draw(st.sampled_from(list(places(table))))
    was, wrong = inside[name], data.draw(st.sampled_from(WRONG))
    any_text = name in ANY_TEXT or is_in_choices(table, inside)
    inside[name] = wrong
    # a row that a switch decides may give way to a plain value, and what may be left out to an empty list or table
    could_fit = isinstance(was, dict | list | int) or (any_text and isinstance(wrong, str | dict)) or name == "default"
    if could_fit:
        loaded_or_refused(loader, key, printed(table))
    else:
        refusal(loader, key, printed(table))


@pytest.mark.parametrize("key", SHIPPED)
@given(data=st.data())
@LEFT_ALONE
def test_a_key_that_is_left_out_or_a_text_that_is_cut_is_never_a_traceback(loader: Loader, key: str, data: st.DataObject) -> None:
    table = tomllib.loads(SHIPPED[key])
    inside, name = data.draw(st.sampled_from(list(places(table))))
    del inside[name]
    start = data.draw(st.integers(0, len(SHIPPED[key]) - 1))
    for text in (printed(table), SHIPPED[key][:start], SHIPPED[key][:start] + SHIPPED[key][start + 1 :]):
        rules = loaded_or_refused(loader, key, text)
        assert rules is None or rules.key == key


def texts_of(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Yield `Part.field` of each field that takes any text, in this type and in all that its fields lead to."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated and isinstance(args[1], Tagged):
        for each in args[1].kinds.values():
            yield from texts_of(each, seen)
    elif is_dataclass(kind):
        if kind in seen:
            return
        seen.add(kind)
        hints = typing.get_type_hints(kind, include_extras=True)
        for field in fields(kind):
            if str in (hints[field.name], *get_args(hints[field.name])):
                yield f"{kind.__name__}.{field.name}"  # type: ignore[union-attr]
            yield from texts_of(hints[field.name], seen)
    else:
        for each in args[:1] if origin is Annotated else args:
            yield from texts_of(each, seen)


def test_every_parameter_that_is_a_choice_names_its_values() -> None:
    assert set(texts_of(RuleSheet, set())) == {"RuleSheet.key", "RuleSheet.title", "Track.ranks"}


def test_a_switch_or_a_value_that_is_nearly_right_is_offered_the_right_one() -> None:
    with pytest.raises(Refused, match=r"ace_98 is no switch of House Rules \(did you mean ace_99\?\)"):
        load("house", {"ace_98": "on"})
    with pytest.raises(Refused, match=r"split_scope takes .*, not alway \(did you mean always\?\)"):
        load("house", {"split_scope": "alway"})


def test_each_kind_of_mistake_has_its_code(loader: Loader) -> None:
    for was, broken, code in (
        ("[values]", "[values", "rules_unreadable"),
        ("laps", "lapse", "rules_unknown_key"),
        ("laps = 60", "", "rules_missing_key"),
        ("laps = 60", "laps = 0", "rules_bad_value"),
        ("players = [2, 6]", "players = [6, 2]", "rules_do_not_fit"),
    ):
        assert refusal(loader, "house", SHIPPED["house"].replace(was, broken, 1)).code == code
