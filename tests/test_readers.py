"""Every reader of foreign text costs no more than linear time: four times the text takes at most some four times as long."""

from __future__ import annotations

import ast
import gc
import importlib
import json
import pkgutil
import re
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final
from urllib.parse import urlencode

import pytest

import continental
from continental import cards
from continental.cli import count as cli_count
from continental.cli import prompts, score_lines, seen, words
from continental.codec import parse_json, read_text, tagged
from continental.hands.reading import read_hand
from continental.melds import contract, grammar
from continental.play import notation, reading
from continental.play.actions import Action
from continental.play.meld_texts import read_meld
from continental.play.plain import action_from_plain, event_from_plain
from continental.play.record import RecordError
from continental.play.refusal import Refused
from continental.play.terms import Seat
from continental.rules import money
from continental.rules.load import load
from continental.scorepad import acts, export, forms, log, read, season
from continental.scorepad.forms import Place
from continental.scorepad.paper import check_name as check_player
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.spreadsheet import read_table
from continental.store import where
from continental.table import chat, names
from continental.table.events import parse_event
from continental.testing.builders import match_with
from continental.web import forms as web_forms
from continental.web.guard import address
from continental.web.pad import forms as pad_forms
from continental.web.table import trays, wire

SHORT, TIMES = 12_000, 4
NOBODY_NOTICES_S: Final = 0.02
"""Of a processor: what costs less than that on the longer text may cost it as it likes."""
MOST_RATIO: Final = 10
"""Linear is 4, quadratic 16: far from both, so that a busy machine makes no test fail."""
PLACE: Final = Place(0, "it")

Make = Callable[[int], Any]


@dataclass(frozen=True)
class Reader:
    """A reader and the texts with which it is attacked, each made of some length."""

    read: Callable[[Any], object]
    texts: tuple[Make, ...]


def cost(read: Callable[[Any], object], text: Any) -> float:
    """The processor time that a text takes, refused or not, the least of three; the others' work is not in it."""
    best = float("inf")
    gc.disable()
    try:
        for _ in range(3):
            begun = time.process_time()
            with suppress(ValueError, Refused):  # nothing else may come out of a reader
                read(text)
            best = min(best, time.process_time() - begun)
            if best < NOBODY_NOTICES_S / TIMES:
                break
    finally:
        gc.enable()
    return best


def check_linear(read: Callable[[Any], object], make: Make) -> None:
    long = cost(read, make(SHORT * TIMES))
    assert long < NOBODY_NOTICES_S or long < MOST_RATIO * cost(read, make(SHORT)), f"{long:.3f} s"


def plain(piece: str, before: str = "", after: str = "") -> Make:
    """Some text many times, between two others."""
    return lambda length: before + piece * (length // len(piece)) + after


def numbered(piece: str, before: str = "", after: str = "") -> Make:
    """A text with its number in it, `#`, again and again, each time another one."""
    return lambda length: before + "".join(piece.replace("#", str(at)) for at in range(length // len(piece))) + after


FILLERS: Final = (
    " ",
    "(",
    ")",
    "a",
    "9",
    "0 ",
    ",",
    "|",
    "=",
    "'",
    '"',
    "[",
    "{",
    "\n",
    "\u0301\u0323",
    "\ufe0f",
    "JK ",
    "9H",
    "/",
)
ANYTHING: Final = (
    *map(plain, FILLERS),
    *(plain(filler, "9H") for filler in FILLERS),
    *(plain(filler, "", "!") for filler in FILLERS),
)
"""Texts for readers that may be sent any."""


def any_json(*more: Make) -> tuple[Make, ...]:
    """JSON texts with many keys, many values, deep ones and long ones, as parsed values."""
    return tuple(lambda length, make=make: json.loads(make(length)) for make in (*JSON_TEXTS, *more))


def list_of(value: str) -> Make:
    return lambda length: "[" + ",".join([value] * (length // len(value))) + "]"


def object_of(value: str, before: str = "{", after: str = "}") -> Make:
    """An object of many keys, each another one."""
    return lambda length: before + ",".join(f'"k{at}":{value}' for at in range(length // (len(value) + 8))) + after


JSON_TEXTS: Final = (
    list_of('"Ana"'),
    list_of("{}"),
    list_of("1"),
    object_of("1"),
    object_of("[]"),
    lambda length: json.dumps("a" * length),
    lambda length: "[" * 400 + "1" * min(length, 4000) + "]" * 400,
)
JSON_BROKEN: Final = (
    plain("["),
    plain('{"a":'),
    plain('"\\'),
    plain("9"),
    plain("9", "0."),
    plain("9", "1e"),
    plain(" ", "{", "x"),
    plain('{"a":1,"a":2},', "[", "{}]"),
)
HEAD: Final = "continental record 1\nrules: house 1\nante: 20.00\nseat 0: Ana\nseat 1: Bo\n"
DEAL: Final = HEAD + "\ndeal 1\ncommitment: " + "0" * 64 + "\ndice: " + "0" * 64 + "\n"
RECORDS: Final = (
    plain(" ", DEAL + "0 Ana: draws", "x"),
    plain(" ", DEAL + "0 Ana: draws", "(TH)"),
    plain("(", DEAL + "0 Ana: draws "),
    plain("()", DEAL + "0 Ana: draws "),
    plain(" ", DEAL + "0", ": draws"),
    plain("9H ", DEAL + "pack: "),
    plain("; leaving 9H", DEAL + "0 Ana: counts"),
    plain(" / 9H 9C", DEAL + "0 Ana: goes down with 9S"),
    plain(" ", HEAD + "rules", ": house"),
    plain(" 1", HEAD + "start totals:"),
    plain("0 Ana: draws (TH)\n", DEAL),
    plain("0 Ana: draws (TH)     \n", DEAL),
    plain("deal 1\n", DEAL),
    numbered("switch s#: 1\n", HEAD),
    numbered("seat #: Ana\n", HEAD),
    plain("\n", HEAD),
    plain("# said\n", HEAD),
    plain("\r", HEAD),
    plain("a", 'continental record 1\nrules: house 1\nseat 0: "', '"'),
)
TABLE: Final = "rules,house\r\nplayers,Ana,Bo\r\nante,20\r\n"
CSVS: Final = (
    numbered("P#: count,", TABLE + "\r\nhand,what,", "pot\r\n"),
    numbered("P#: buys,", TABLE + "\r\nhand,what,", "pot\r\n"),
    plain("hand,what,", TABLE + "\r\n"),
    plain(",", TABLE + "\r\n"),
    plain(",", TABLE),
    plain(",Ana", "rules,house\r\nplayers"),
    numbered(",P#", "rules,house\r\nplayers"),
    numbered("switch,s#,1\r\n", TABLE),
    plain("adjustment,Ana,Bo,5,taxi\r\n", TABLE),
    plain("\r\n", TABLE),
    plain("1,hand,Ana,close,,,,5\r\n", TABLE + "\r\nhand,what,who,ending,knock_card,feeder,at_once,Bo: count\r\n"),
    plain("1,dead\r\n", TABLE + "\r\nhand,what\r\n"),
    plain('""', TABLE + 'title,"', '"'),
    plain("'", "title,"),
    plain(";'", "title,"),
    plain("; ", "title,"),
    plain(" '", "title,"),
    plain("9", "rules,house\r\nplayers,Ana,Bo\r\nante,"),
)
HAND: Final = '{"ended_by":"Ana","ending":"close","counts":{"Bo":5}}'
SETTLE: Final = '{"players":["Ana","Bo"],"ante":20,"hands":['
MATCHES: Final = (
    lambda length: SETTLE + ",".join([HAND] * (length // len(HAND))) + "]}",
    lambda length: SETTLE + ",".join(['{"dead":true}'] * (length // 14)) + "]}",
    numbered('{"joins":"P#"},', SETTLE, '{"dead":true}]}'),
    object_of("1", '{"players":["Ana","Bo"],"ante":20,"switches":{', "}}"),
    object_of("1", '{"players":["Ana","Bo"],"ante":20,"hands":[{"ended_by":"Ana","ending":"close","counts":{', "}}]}"),
    lambda length: '{"players":' + list_of('"Ana"')(length) + ',"ante":20}',
    numbered('"P#",', '{"players":[', '"Ana"],"ante":20}'),
    lambda length: SETTLE + HAND[:-1] + ',"buys":' + list_of('"Bo"')(length) + "}]}",
    lambda length: SETTLE + HAND[:-1] + ',"declines":' + list_of('"Bo"')(length) + "}]}",
    *JSON_BROKEN,
)


def logged(act: str, many: int) -> str:
    """A full export whose log has one act again and again."""
    made = '{"do":"make","title":"T","rules":"house","players":["Ana","Bo"],"ante_cents":2000}'
    rows = [made, *[act] * many]
    return (
        f'{{"form":"{export.FORM}","log":['
        + ",".join(f'{{"v":{v},"at":1,"by":"Ana","id":"e{v}","act":{row}}}' for v, row in enumerate(rows, 1))
        + "]}"
    )


LOGS: Final = tuple(
    lambda length, act=act: logged(act, length // (len(act) + 50))
    for act in (
        '{"do":"undo"}',
        '{"do":"retitle","title":"Friday"}',
        '{"do":"rename","name":"Ana","into":"Ann"}',
        '{"do":"enter","hand":' + HAND + "}",
        '{"do":"correct","item":"e2","hand":' + HAND + "}",
    )
)
FRAMES: Final = (
    object_of("1", '{"do":"draw","after":1,'),
    lambda length: '{"do":"draw","after":' + "1" * length + "}",
    lambda length: '{"do":"' + "x" * length + '","after":1}',
    lambda length: '{"do":"go_down","after":1,"melds":' + list_of('["9H"]')(length) + "}",
    lambda length: '{"do":"standing","cards":' + list_of('"9H"')(length) + "}",
    lambda length: '{"do":"say","text":"' + "\u0301\u0323" * (length // 4) + '"}',
    *JSON_TEXTS,
    *JSON_BROKEN,
)


def body_of(model: Any) -> Reader:
    """A request's body: every field in turn long, wide or deep, and names that mean nothing."""

    def named(name: str, make: Make) -> Make:
        return lambda length: ('{"' + name + '":' + make(length) + "}").encode()

    parts = (*JSON_TEXTS, list_of('{"id":"entry-one","after":1,"act":{"do":"undo"}}'), list_of('["9H"]'))
    texts = tuple(named(field.name, make) for field in fields(model) for make in parts)
    return Reader(
        lambda body: wire.read_json_body(model, body),
        (*texts, lambda length: object_of("1")(length).encode()),
    )


def form(*made: Make) -> tuple[Make, ...]:
    return tuple(lambda length, make=make: make(length).encode() for make in made)


RULES: Final = load("house")
SEEN: Final = seen.Seen(match_with(("9H 9C 9S", "4S 5S")), Seat(0), ("Ana", "Bo"))
READERS: Final[Mapping[str, Reader]] = {
    # cards and melds
    "cards.parse_card": Reader(cards.parse_card, ANYTHING),
    "cards.parse_cards": Reader(cards.parse_cards, (*ANYTHING, plain("9H "), plain("9H,|"))),
    "melds.contract.parse_contract": Reader(lambda text: contract.parse_contract(text, RULES.grammar), (*ANYTHING, plain("S3 "))),
    "melds.grammar.parse_meld": Reader(grammar.parse_meld, (*ANYTHING, plain("JK=9H "), plain("9H "))),
    "cli.seen.read_card": Reader(seen.read_card, ANYTHING),
    "cli.count.read_total": Reader(lambda text: cli_count.read_total(text, RULES), ANYTHING),
    "cli.count.read_deal": Reader(lambda text: cli_count.read_deal(text, load("contract")), ANYTHING),
    # records
    "play.notation.parse_cents": Reader(notation.parse_cents, (*ANYTHING, plain("9", "", ".00"))),
    "play.notation.parse_act": Reader(
        lambda text: notation.parse_act(Seat(0), text),
        (
            *ANYTHING,
            plain(" 9H", "counts; leaving"),
            plain(", JK", "counts, holding JK"),
            plain(" ", "counts, holding ", ";"),
            plain("; leaving", "counts, holding JK"),
            plain(" / 9H 9C 9S", "goes down with 9H 9C 9S"),
        ),
    ),
    "play.reading.parse_record": Reader(reading.parse_record, (*RECORDS, *ANYTHING)),
    "replay.read_record": Reader(lambda text: importlib.import_module("continental.replay").read_record(text), RECORDS),
    "codec.json_text.parse_json": Reader(parse_json, (*JSON_TEXTS, *JSON_BROKEN, plain("\\ud83d", '"', '"'))),
    "codec.reading.read_text": Reader(
        lambda text: read_text(Annotated[Action, tagged("do", Action)], text),
        (*FRAMES, lambda length: '{"do":"commit","dice":"' + "0" * length + '"}'),
    ),
    "play.meld_texts.read_meld": Reader(lambda text: read_meld(text.split(" ")), (*ANYTHING, plain("JK=9H "))),
    "play.plain.action_from_plain": Reader(action_from_plain, any_json()),
    "play.plain.event_from_plain": Reader(event_from_plain, any_json()),
    "table.events.parse_event": Reader(parse_event, any_json()),
    # the pad
    "scorepad.forms.parse_json": Reader(forms.parse_json, (*JSON_TEXTS, *JSON_BROKEN)),
    "scorepad.forms.read_as": Reader(
        lambda value: forms.read_as(forms.Names | forms.ByName | forms.Name | bool, value, PLACE), (*ANYTHING, *any_json())
    ),
    "scorepad.forms.Dollars": Reader(
        lambda text: forms.read_as(forms.Dollars, forms.parse_json(text), PLACE), (plain("9"), plain("0", "1.", "1"), *JSON_TEXTS)
    ),
    "scorepad.paper.check_name": Reader(lambda text: check_player(text[: forms.LONGEST_NAME], ("Ana",)), ANYTHING),
    "scorepad.read.read_match": Reader(read.read_match, (*MATCHES, *JSON_TEXTS)),
    "scorepad.read.read_sheet": Reader(lambda text: read.read_sheet(forms.parse_json(text)), (*MATCHES, *JSON_TEXTS)),
    "scorepad.read.read_what": Reader(lambda value: read.read_what(value, 1), any_json()),
    "scorepad.read.read_hand": Reader(lambda value: read.read_hand(value, 1), any_json()),
    "scorepad.read.told_of": Reader(read.told_of, any_json()),
    "scorepad.acts.read_tagged": Reader(acts.read_act, any_json()),
    "scorepad.acts.read_act": Reader(
        acts.read_act,
        (*any_json(), *(lambda length, do=do: {"do": do, "name": "x" * length} for do in ("rename", "join", "nothing"))),
    ),
    "scorepad.log.read_body": Reader(log.read_body, any_json()),
    "scorepad.log.read_make": Reader(log.read_make, any_json()),
    "scorepad.log.read_entry": Reader(lambda text: log.read_entry(1, 0, "", "", "e", text), (*JSON_TEXTS, *JSON_BROKEN)),
    "scorepad.season.read_season_act": Reader(season.read_season_act, any_json()),
    "scorepad.season.read_season_entry": Reader(
        lambda text: season.read_season_entry(1, 0, "", "", "e", text), (*JSON_TEXTS, *JSON_BROKEN)
    ),
    "scorepad.spreadsheet.read_table": Reader(read_table, (*CSVS, *ANYTHING)),
    "scorepad.export.read_any": Reader(export.read_any, (*RECORDS, *CSVS, *MATCHES, *LOGS, *ANYTHING)),
    "hands.reading.read_hand": Reader(lambda text: read_hand(RULES, text), (*ANYTHING, plain("9H "))),
    # the terminal
    "cli.score_lines.find_name": Reader(lambda text: score_lines.find_name(text, ("Ana", "Bo")), ANYTHING),
    "cli.score_lines.find_number": Reader(lambda text: score_lines.find_number(text, "line.no_hand"), ANYTHING),
    "cli.score_lines.find_money": Reader(score_lines.find_money, ANYTHING),
    "cli.words.read_dollars": Reader(words.read_dollars, ANYTHING),
    "cli.words.read_ante": Reader(lambda text: words.read_ante(text, RULES), ANYTHING),
    "cli.words.read_switches": Reader(lambda text: words.read_switches(text.split(" ")), (*ANYTHING, numbered("s#=1 "))),
    "cli.words.read_seats": Reader(words.read_seats, (*ANYTHING, plain("greedy,"))),
    "cli.words.read_number": Reader(lambda text: words.read_number(text, wrong="arena.no_deals", least=0, most=9), ANYTHING),
    "store.where.read_database": Reader(where.read_database, (*ANYTHING, plain("a", "sqlite:///"), plain("@:", "postgresql://"))),
    "cli.prompts.read_answer": Reader(
        lambda text: prompts.read_answer(SEEN, text), (*ANYTHING, plain("t 9h "), plain(" 9h", "t"))
    ),
    # money and names
    "rules.money.parse_dollars": Reader(money.parse_dollars, (*ANYTHING, plain("9", "1."), plain(" ", "", "9"))),
    "table.names.check_name": Reader(lambda text: names.check_name(text, ("Ana",)), ANYTHING),
    "table.chat.clean_text": Reader(chat.clean_text, ANYTHING),
    # the wire
    "web.table.wire.parse_frame": Reader(wire.parse_frame, FRAMES),
    "web.table.trays.parse_tray": Reader(lambda text: trays.parse_tray(text.split(" ")), (*ANYTHING, plain("JK=9H "))),
    "web.forms.read_form": Reader(
        web_forms.read_form,
        form(
            plain("a", "name="),
            plain("%", "name="),
            plain("+", "name="),
            plain("&", "name=Ana"),
            plain("&seats=3", "name=Ana"),
            numbered("&switches.s#=1", "name=Ana&seats=3"),
            plain("9", "name=Ana&seats=3&ante="),
            plain("9", "name=Ana&seats="),
            plain("%CC%81%CC%A3", "name="),
        ),
    ),
    "web.guard.address.read_origin": Reader(address.read_origin, (*ANYTHING, plain("a.", "https://"), plain("ü", "https://"))),
    "web.guard.address.read_proxy": Reader(address.read_proxy, (*ANYTHING, plain("1."), plain("0:"))),
    "tomllib.loads": Reader(  # the language of the catalogue
        tomllib.loads, (*ANYTHING, numbered('s# = "x"\n'), numbered("[switches.s#]\nleast = 1\n"), plain("#"))
    ),
}
OWN: Final[Mapping[str, str]] = {
    "store.hints.parse_hint": "hints of other processes on the same database, which cuts them at 8,000 bytes",
    "cli.files.read_text": "the path of a file; what is in it goes to the readers above",
    "cli.contract_prompts.read_contract_answer": "reached by read_answer alone, which lets no long line through",
}
"""Functions that look like readers of foreign text and are none, each with the reason."""


def bodies() -> dict[str, Any]:
    """Return every form of what a browser sends, by its name."""
    here = [value for module in (web_forms, pad_forms) for value in vars(module).values()]
    return {value.__name__: value for value in here if isinstance(value, type) and value.__name__.endswith("Wish")}


def modules() -> Iterable[ModuleType]:
    for info in pkgutil.walk_packages(continental.__path__, "continental."):
        if info.name != "continental.__main__" and ".migrations" not in info.name:
            yield importlib.import_module(info.name)


@pytest.mark.parametrize("name", READERS)
def test_four_times_the_text_takes_four_times_as_long(name: str) -> None:
    for make in READERS[name].texts:
        check_linear(READERS[name].read, make)


@pytest.mark.parametrize("name", bodies())
def test_a_body_that_is_long_takes_as_long_as_it_is(name: str) -> None:
    reader = body_of(bodies()[name])
    for make in reader.texts:
        check_linear(reader.read, make)


def _readers_in(module: ModuleType) -> Iterable[str]:
    """The functions of a module that take a text, or a value out of one, and whose name says that they read it."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and re.match(r"(read|parse|find|clean)_", node.name):
            kinds = {ast.unparse(each.annotation) for each in (*node.args.args, *node.args.kwonlyargs) if each.annotation}
            if kinds & {"str", "bytes", "str | bytes", "str | None", "object", "Sequence[str]"}:
                yield f"{module.__name__.removeprefix('continental.')}.{node.name}"


def test_every_reader_of_foreign_text_is_here() -> None:
    """A function `read_…`, `parse_…`, `find_…` or `clean_…` that takes a text is one, unless it says why it is none."""
    found = {name for module in modules() for name in _readers_in(module)}
    elsewhere = {"web.table.wire.read_json_body"}  # body_of
    assert found - READERS.keys() - OWN.keys() - elsewhere == set()
    assert OWN.keys() <= found, "an exception that is no function any more"


def _patterns(value: object) -> Iterable[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _patterns(each)


def test_no_regular_expression_goes_back_over_what_it_has_read() -> None:
    """Of every pattern of every module, held against long texts with an end that does not fit."""
    found = {pattern for module in modules() for value in list(vars(module).values()) for pattern in _patterns(value)}
    assert len(found) > 20
    for pattern in found:
        starts = {"", *re.findall(r"[A-Za-z ,:]{3,}", pattern.pattern)}
        for filler in (" ", "a", "a ", "9", "9 ", "(", ",", "'", "*", "-", "`"):
            for start in starts:
                check_linear(pattern.fullmatch, plain(filler, start, "\0"))


def test_a_line_of_a_record_has_some_hundred_letters() -> None:
    with pytest.raises(RecordError) as refused:
        reading.parse_record(DEAL + "0 Ana: draws" + " " * 60_000 + "x\n")
    assert (refused.value.code, refused.value.line) == ("line_too_long", DEAL.count("\n") + 1)
    with pytest.raises(RecordError) as refused:
        reading.parse_record("x" * 60_000)
    assert refused.value.code == "not_a_record", "what is no record has no lines of one"


def _ante_of_form(text: str) -> int:
    wish = web_forms.read_form(urlencode({"name": "Ana", "seats": "3", "ante": text or "?"}).encode())
    assert wish.ante_cents is not None
    return wish.ante_cents


def _ante_of_table(text: str) -> int:
    return read_table(f'rules,house\r\nplayers,Ana,Bo\r\nante,"{text}"\r\n\r\nhand,what\r\n')[0].ante


MONEY: Final[Mapping[str, Callable[[str], int]]] = {
    "rules": money.parse_dollars,
    "command line": words.read_dollars,
    "shell": score_lines.find_money,
    "form": _ante_of_form,
    "table": _ante_of_table,
}


@pytest.mark.parametrize(
    ("text", "cents"),
    [("20", 2000), ("$20", 2000), ("2.50", 250), ("2,50", 250), ("2.5", 250), ("2,5", 250), (" 12.50 ", 1250), ("0.05", 5)],
)
def test_money_is_read_alike_everywhere(text: str, cents: int) -> None:
    assert {name: reads(text) for name, reads in MONEY.items()} == dict.fromkeys(MONEY, cents)


@pytest.mark.parametrize(
    "text",
    ["1,250", "1.250", "1e3", "1e9999999", "1_000", "1 000", "-5", "+5", "2.505", ".5", "5.", "", "$", "ten", "٢٠", "9" * 12],
)
def test_what_is_no_money_is_refused_everywhere(text: str) -> None:
    for name, reads in MONEY.items():
        with pytest.raises((ValueError, Refused)) as refused:
            reads(text)
        assert "dollars" in str(getattr(refused.value, "sentence", refused.value)), name


@pytest.mark.parametrize("text", ["1e3", "1E+3", "2.505", "2.500", "-5", '"20"'])
def test_a_file_of_json_has_money_as_a_number_that_a_person_would_type(text: str) -> None:
    with pytest.raises(EntryRefused, match="dollars"):
        read.read_match('{"players": ["Ana", "Bo"], "ante": ' + text + "}")
