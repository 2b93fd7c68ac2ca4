"""The codec: all that is declared reads back as it was written, all else is refused with its place, and schemas say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, NewType

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import continental
from continental.cards import Card
from continental.codec import (
    Key,
    Length,
    Parsed,
    Span,
    Tagged,
    Text,
    Unfit,
    from_plain,
    page_types,
    parse_json,
    read_text,
    reader_of,
    record_reader,
    schema_of,
    tagged,
    text_writer_of,
    to_plain,
    write_json,
    writer_of,
)
from continental.play.actions import Action
from continental.table.events import AnyEvent
from continental.web import forms
from continental.web.pad import forms as pad_forms
from tests.codec.strategies import values_of

Points = NewType("Points", int)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Leaf:
    """A leaf."""

    card: Card
    points: Annotated[Points, Span(0, 9)] = Points(0)


@dataclass(frozen=True)
class Stem:
    """A stem with its leaves."""

    title: Annotated[str, Text(10, printable=True)]
    source: Annotated[Annotated[str, Text(5)], Key("from")]
    leaves: Annotated[tuple[Leaf, ...], Length(0, 3)] = ()
    colour: Colour | None = None
    pair: tuple[int, bool] = (1, True)
    by_name: Mapping[str, int | str] = field(default_factory=dict)
    kind: Literal["high", "low"] = "low"
    dice: bytes = b""


@dataclass(frozen=True)
class Even:
    """A number that is even."""

    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("it should be even.")


PLANT: Any = Annotated[Any, tagged("is", Leaf | Stem | Even)]
STEM: dict[str, Any] = {"title": "x", "from": "a"}


def faults(kind: Any, value: Any) -> str:
    with pytest.raises(Unfit) as fault:
        from_plain(kind, value)
    return str(fault.value)


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (Leaf, [], "it should be an object in braces, not a list"),
        (Leaf, {}, "it lacks card, a card's text, such as 9H or JK"),
        (Leaf, {"card": "9X"}, "card: '9X' is no card: write rank then suit"),
        (Leaf, {"card": "9H" * 9}, "card should be a card's text"),
        (Leaf, {"card": "9H", "points": 10}, "points should be a whole number from 0 to 9, not 10"),
        (Leaf, {"card": "9H", "points": True}, "points should be a whole number from 0 to 9, not true"),
        (Leaf, {"card": "9H", "points": 1.0}, "points should be a whole number from 0 to 9, not 1.0"),
        (Leaf, {"card": "9H", "more": 1, "again": 2}, 'it has no field "more"; its fields are: card, points'),
        (Stem, {"title": "x", "source": "a"}, 'it has no field "source"; its fields are: title, from,'),
        (Stem, STEM | {"title": " "}, 'title should be a text of 0 to 10 characters, not " "'),
        (Stem, STEM | {"title": "a\nb"}, r'title should be a text of 0 to 10 characters, not "a\nb"'),
        (Stem, STEM | {"leaves": [{"card": "9H"}] * 4}, "leaves should be 0 to 3 values, not 4"),
        (Stem, STEM | {"leaves": [{"card": "9H"}, {"card": 9}]}, "leaves[1].card should be a card's text"),
        (Stem, STEM | {"colour": "green"}, 'colour should be one of red, blue, not "green"'),
        (Stem, STEM | {"kind": None}, "kind should be one of high, low, not null"),
        (Stem, STEM | {"pair": [1]}, "pair should be a list of 2 values, not a list"),
        (Stem, STEM | {"pair": [1, 1]}, "pair[1] should be true or false, not 1"),
        (Stem, STEM | {"by_name": {"a": None}}, "by_name.a should be a whole number or a text, not null"),
        (Stem, STEM | {"dice": "xy"}, "dice should be hexadecimal digits"),
        (Stem, STEM | {"from": "x" * 99}, "from should be a text of 0 to 5 characters, not"),
        (Stem, STEM | {"title": 10**5000}, "title should be a text of 0 to 10 characters, not a number of many digits"),
        (Even, {"number": 3}, "it: it should be even"),
        (PLANT, {"is": "tree"}, 'is should be one of leaf, stem, even, not "tree"'),
        (PLANT, {}, "is should be one of leaf, stem, even, not null"),
        (PLANT, {"is": "leaf", "card": 1}, "leaf.card should be a card's text"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_place_and_reason(kind: Any, value: Any, sentence: str) -> None:
    assert faults(kind, value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a":1,"b":{"c":1,"c":2}}', '"c" stands twice in one object'),
        ("[NaN]", "it is no JSON: NaN is no number"),
        ("[-Infinity]", "it is no JSON: -Infinity is no number"),
        ("[1e999]", "it is no JSON: 1e999 is no number"),
        ("[1,\n2", "it is no JSON: Expecting ',' delimiter at line 2, column 2"),
        ("[" * 100_000, "it is no JSON: it is nested too deep"),
        ("9" * 5000, "it is no JSON: a number in it has too many digits"),
        (r'{"a":"\ud83d"}', "it is no JSON: it is not UTF-8, or has half a character in it"),
        (r'{"\uDC00":1}', "it is no JSON: it is not UTF-8, or has half a character in it"),
        (b'"\xff"', "it is no JSON: it is not UTF-8, or has half a character in it"),
        ("", "it is no JSON: Expecting value at line 1, column 1"),
    ],
    ids=range(11),
)
def test_a_text_that_is_no_strict_json_is_refused(text: str | bytes, sentence: str) -> None:
    with pytest.raises(Unfit) as fault:
        parse_json(text)
    assert str(fault.value) == sentence


def test_json_texts_are_read_as_they_are() -> None:
    assert parse_json(r'{"a":[1,2.5,"\ud83d\ude00"],"b":null}') == {"a": [1, 2.5, "😀"], "b": None}
    assert parse_json("[2.50]", exact=True) == [Decimal("2.50")]
    assert write_json({"a": ["é", 1]}) == '{"a":["é",1]}'


@given(values_of(Leaf) | values_of(Stem) | st.builds(Even, st.just(4)))
def test_each_record_reads_back_as_it_was_written(plant: Any) -> None:
    text = write_json(writer_of(PLANT)(plant))
    assert read_text(PLANT, text) == plant
    kind: Any = type(plant)
    assert text_writer_of(kind)(plant) == write_json(writer_of(kind)(plant))


WISHES = [
    value
    for module in (forms, pad_forms)
    for value in vars(module).values()
    if isinstance(value, type) and value.__name__.endswith("Wish")
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text("a9H", max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("a9", max_size=2), inner, max_size=2),
    max_leaves=6,
)


@pytest.mark.parametrize("kind", [Leaf, Stem, *WISHES], ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_the_schema_accepts_what_is_written_and_the_reader_accepts_no_more(kind: Any, data: st.DataObject) -> None:
    schema = jsonschema_rs.validator_for(schema_of(kind))
    if kind not in (pad_forms.EntriesWish, pad_forms.EntryWish, pad_forms.TryWish, pad_forms.DraftWish):
        plain = writer_of(kind)(data.draw(values_of(kind)))
        assert schema.is_valid(plain)
        assert from_plain(kind, plain) is not None
    changed = data.draw(st.dictionaries(st.sampled_from([*schema_of(kind)["properties"], "other"]), JSON, max_size=6))
    try:
        from_plain(kind, changed)
    except Unfit:
        return
    assert schema.is_valid(changed)


def test_a_schema_says_limits_defaults_and_keys() -> None:
    schema = schema_of(Stem)
    assert schema["required"] == ["title", "from"]
    assert schema["additionalProperties"] is False
    assert schema["description"] == "A stem with its leaves."
    assert schema["properties"]["leaves"]["maxItems"] == 3
    assert schema["properties"]["leaves"]["items"]["properties"]["points"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 9,
        "default": 0,
    }
    assert "from" in schema["properties"]
    assert schema["properties"]["colour"]["anyOf"] == [{"enum": ["red", "blue"]}, {"type": "null"}]
    tags = [each["properties"]["is"]["const"] for each in schema_of(PLANT)["oneOf"]]
    assert tags == ["leaf", "stem", "even"]


def test_fields_that_are_given_are_unknown_in_json() -> None:
    read = record_reader(Leaf, given={"points": Points(7)})
    assert read({"card": "9H"}) == Leaf(from_plain(Card, "9H"), Points(7))
    with pytest.raises(Unfit, match='has no field "points"'):
        read({"card": "9H", "points": 7})


def test_a_value_is_parsed_from_another_form() -> None:
    kind = Annotated[Decimal, Parsed(Decimal, str)]
    assert from_plain(kind, "2.5") == Decimal("2.5")
    assert writer_of(kind)(Decimal("2.5")) == "2.5"
    with pytest.raises(TypeError, match="only read"):
        writer_of(Annotated[Decimal, Parsed(Decimal)])


def test_the_page_has_a_type_for_each_name() -> None:
    told = page_types({"Card": Card, "Leaf": Leaf, "Stem": Stem, "Plant": PLANT})
    flat = " ".join(told.replace("\n *  ", "").split())
    assert " * @typedef {string} Card" in told
    assert "@typedef {{card: Card, points: number}} Leaf A leaf." in flat
    assert "leaves: Leaf[]" in flat
    assert 'colour: "red" | "blue" | null' in flat
    assert '{is: "leaf", card: Card, points: number} | {is: "stem", title: string, from: string,' in flat
    assert "points?: number" in page_types({"Leaf": Leaf}, sent={"Leaf"})
    assert max(map(len, told.splitlines())) <= 110


def test_types_without_a_form_are_refused_when_the_reader_is_made() -> None:
    for make in (reader_of, writer_of, schema_of):
        with pytest.raises(TypeError, match="no JSON form"):
            make(float)
    with pytest.raises(TypeError, match="need a tag"):
        reader_of(Leaf | Even)


@pytest.mark.parametrize(("tag", "union"), [("do", Action), ("is", AnyEvent)], ids=["acts", "events"])
def test_every_act_and_event_has_a_tag_of_its_own(tag: str, union: Any) -> None:
    tags: Tagged = tagged(tag, union)
    assert len(tags.kinds) == len({*tags.kinds.values()}) > 20


def test_the_name_of_a_type_may_be_told_with_it() -> None:
    assert to_plain(Even(2), "is") == {"is": "even", "number": 2}


def test_nothing_of_ours_reads_json_another_way() -> None:
    """FastAPI stands on pydantic; our own code has one description of each form."""
    source = Path(continental.__path__[0])
    found = {
        path.name
        for path in source.rglob("*.py")
        if re.search(r"^(from|import) pydantic|c_make_encoder|py_scanstring", path.read_text("utf-8"), re.MULTILINE)
    }
    assert found == set()
