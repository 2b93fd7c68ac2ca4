"""`continental settle`: what it answers, and what it refuses."""

from __future__ import annotations

import copy
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from continental.cli.settle import LARGEST_FILE, answer, main, sheet
from continental.play.refusal import Refused
from continental.scorepad.read import read_match
from continental.scorepad.refusal import EntryRefused

EXAMPLE: dict[str, Any] = {
    "players": ["N", "E", "S"],
    "ante": 20,
    "dealer": "N",
    "switches": {},
    "hands": [
        {
            "ended_by": "E",
            "ending": "knock",
            "knock_card": 2,
            "counts": {"N": 14, "S": 30},
            "jokers": {"S": 3},
            "feeder": None,
            "buys": ["S"],
        }
    ],
}


def close(by: str, **counts: int) -> dict[str, Any]:
    return {"ended_by": by, "ending": "close", "counts": counts}


def settled(hands: list[dict[str, Any]], **match: Any) -> dict[str, Any]:
    return answer(read_match(json.dumps({**EXAMPLE, "hands": hands, **match})))


def changed(**hand: Any) -> str:
    """The example with its hand changed; a key with ... is left out."""
    match = copy.deepcopy(EXAMPLE)
    match["hands"][0] = {key: value for key, value in {**match["hands"][0], **hand}.items() if value is not ...}
    return json.dumps(match)


def refusal(text: str) -> Refused:
    with pytest.raises(Refused) as refused:
        read_match(text)
    found = refused.value
    assert isinstance(found, Refused)
    return found


# --- the answer


def test_the_example_is_settled() -> None:
    assert answer(read_match(json.dumps(EXAMPLE))) == {
        "totals": {"N": 14, "E": 2, "S": 30},
        "cash_cents": {"N": -2000 - 200 - 1200, "E": -2000 + 200 - 1200, "S": -2000 - 200 + 2400},
        "pot_cents": 6200,
        "out": [],
        "status": "playing",
        "winners": [],
        "asked": None,
        "dealer": "E",
        "offers": [{}],
        "transfers": [
            {"hand": 0, "from": "N", "to": "pot", "cents": 2000, "why": "ante"},
            {"hand": 0, "from": "E", "to": "pot", "cents": 2000, "why": "ante"},
            {"hand": 0, "from": "S", "to": "pot", "cents": 2000, "why": "ante"},
            {"hand": 1, "from": "S", "to": "E", "cents": 200, "why": "share"},
            {"hand": 1, "from": "N", "to": "pot", "cents": 200, "why": "pot_share"},
            {"hand": 1, "from": "N", "to": "S", "cents": 1200, "why": "bounty"},
            {"hand": 1, "from": "E", "to": "S", "cents": 1200, "why": "bounty"},
        ],
    }


def test_a_match_without_hands_has_its_antes() -> None:
    found = answer(read_match('{"players": ["N", "E"], "ante": 10}'))
    assert (found["pot_cents"], found["dealer"], found["offers"], found["cash_cents"]) == (
        2000,
        "N",
        [],
        {"N": -1000, "E": -1000},
    )


def test_buys_are_offered_and_taken_or_not() -> None:
    hands = [close("N", E=95, S=40), {**close("N", E=0, S=5), "buys": ["E", "S"]}]
    found = settled(hands)
    assert found["offers"] == [{"E": {"target": 40, "price_cents": 2000}}, {"E": {"target": 45, "price_cents": 2000}}]
    assert found["totals"] == {"N": -20, "E": 45, "S": 45}
    assert {"hand": 2, "from": "E", "to": "pot", "cents": 2000, "why": "buy_back"} in found["transfers"]


def test_a_match_that_is_won() -> None:
    found = settled([close("N", E=105, S=40), close("N", S=70)])
    assert (found["status"], found["winners"], found["out"], found["dealer"]) == ("won", ["N"], ["E", "S"], None)
    assert (found["pot_cents"], sum(found["cash_cents"].values())) == (0, 0)
    assert found["transfers"][-1] == {"hand": 2, "from": "pot", "to": "N", "cents": 6400, "why": "pot_won"}


def test_a_match_that_is_split() -> None:
    found = settled([close("N", E=105, S=0)])
    assert (found["status"], found["winners"], found["dealer"]) == ("split", ["N", "S"], None)


def test_a_straight_flush_wins() -> None:
    found = settled([{"ended_by": "S", "ending": "straight_flush", "counts": {"N": 10, "E": 20}}])
    assert (found["status"], found["winners"], found["totals"]["S"]) == ("won", ["S"], -35)


def test_a_feeder_pays() -> None:
    found = settled([{**close("N", E=3, S=2), "feeder": "S"}])
    assert [row["why"] for row in found["transfers"][3:]] == ["feeding", "feeding_pot"]


def test_switches_are_the_tables() -> None:
    assert settled([close("N", E=10, S=20)], switches={"elimination_line": 20, "window_from": 15})["out"] == ["S"]
    assert settled([], ante=0.5, switches={"ante": "free"})["pot_cents"] == 150


@pytest.mark.parametrize("card", ["ace_at_99", "either"])
def test_an_ace_may_be_knocked_with_at_99_where_the_switch_says_so(card: str) -> None:
    hands = [close("N", E=99, S=30), {"ended_by": "E", "ending": "knock", "knock_card": 1, "counts": {"N": 60, "S": 20}}]
    assert settled(hands, switches={"knock_card": card})["totals"]["E"] == 100
    assert "2 or 3" in refusal(json.dumps({**EXAMPLE, "hands": hands})).sentence
    hands[0]["counts"]["E"] = 98
    assert "2 or 3" in refusal(json.dumps({**EXAMPLE, "hands": hands, "switches": {"knock_card": card}})).sentence


def test_the_sheet_says_who_stands_where_and_who_paid_whom() -> None:
    found = sheet(read_match(json.dumps({**EXAMPLE, "hands": [close("N", E=95, S=40)]})))
    assert "E" in found
    assert "E may buy back to 40 for $20" in found
    assert "S → pot  $4  (the pot's share of the hand)" in found
    assert "E deals the next hand." in found
    won = sheet(read_match(json.dumps({**EXAMPLE, "hands": [close("N", E=105, S=40), close("N", S=70)]})))
    assert "N won the match." in won
    assert "out" in won
    split = sheet(read_match(json.dumps({**EXAMPLE, "hands": [close("N", E=105, S=0)]})))
    assert "N and S split the pot." in split


# --- what is refused


@pytest.mark.parametrize(
    ("hand", "code", "says"),
    [
        ({"ended_by": "X"}, "name_unknown", "ended_by names X"),
        ({"counts": {"N": 14, "S": 30, "X": 1}}, "name_unknown", "the players are: N, E, S"),
        ({"counts": {"N": 14, "S": 30, "E": 2}}, "count_of_ender", "E ended the hand"),
        ({"counts": {"N": 14}}, "count_missing", "The count of S is missing"),
        ({"counts": {"N": -1, "S": 30}}, "count_negative", "never below 0"),
        ({"counts": {"N": 146, "S": 30}}, "count_too_large", "is 146"),
        ({"counts": {"N": 116, "S": 30}, "jokers": {"S": 3}}, "count_too_large", "with 1 joker the largest possible is 115"),
        ({"counts": {"N": 111, "S": 30}, "jokers": {"N": 0}}, "count_too_large", "with no joker the largest possible is 110"),
        ({"counts": {"N": 14, "S": 126}, "jokers": {"S": 3}}, "count_too_large", "with 3 jokers the largest possible is 125"),
        ({"counts": {"N": 10**4000, "S": 30}}, "count_too_large", "a far larger number"),
        ({"counts": {"N": -(10**4000), "S": 30}}, "count_negative", "a far smaller number"),
        ({"jokers": {"S": 3, "N": 2}}, "too_many_jokers", "hold 5 jokers; this match's pack has 4"),
        ({"jokers": {"S": 10**20}}, "too_many_jokers", "The players hold far more jokers; this match's pack has 4."),
        ({"jokers": {"S": -1}}, "jokers_negative", "-1"),
        ({"jokers": {"S": -(10**20)}}, "jokers_negative", "The jokers of S are far fewer; nobody holds fewer than 0."),
        ({"jokers": {"X": 1}}, "name_unknown", "jokers names X"),
        ({"knock_card": ...}, "knock_card_missing", "2 or 3"),
        ({"knock_card": None}, "knock_card_missing", "2 or 3"),
        ({"knock_card": 4}, "knock_card_wrong", "not 4"),
        ({"knock_card": 1}, "knock_card_wrong", "2 or 3, not 1"),
        ({"ending": "close"}, "knock_card_needless", "this ending is close"),
        ({"feeder": "X"}, "name_unknown", "feeder names X"),
        ({"buys": ["X"]}, "name_unknown", "buys names X"),
        ({"buys": ["S", "S"]}, "buyer_twice", "S twice"),
        ({"ended_by": ...}, "key_missing", "no ended_by"),
        ({"counts": ...}, "key_missing", "no counts"),
        ({"ending": ...}, "key_missing", "no ending"),
        ({"ending": "rummy"}, "bad_form", "one of knock, close, continental, straight_flush"),
        ({"ending": 3}, "bad_form", "ending should be"),
        ({"ending": ["knock"]}, "bad_form", "not a list"),
        ({"ender": "N"}, "key_unknown", 'has "ender"'),
        ({"counts": [14, 30]}, "bad_form", "counts should be an object in braces, not a list"),
        ({"counts": {"N": 14.0, "S": 30}}, "bad_form", "counts of N should be a whole number, not 14.0"),
        ({"counts": {"N": True, "S": 30}}, "bad_form", "not true"),
        ({"counts": {"N": "14", "S": 30}}, "bad_form", 'not "14"'),
        ({"counts": {"N": None, "S": 30}}, "bad_form", "not null"),
        ({"jokers": {"S": 3.5}}, "bad_form", "jokers of S"),
        ({"jokers": None}, "bad_form", "jokers should be an object"),
        ({"knock_card": "2"}, "bad_form", "knock_card should be a whole number"),
        ({"knock_card": True}, "bad_form", "not true"),
        ({"feeder": 1}, "bad_form", "feeder should be a name"),
        ({"buys": "S"}, "bad_form", "buys should be a list"),
        ({"buys": [1]}, "bad_form", "buys should be a name"),
        ({"ended_by": ""}, "bad_form", "ended_by should be a name"),
    ],
)
def test_a_wrong_hand_is_refused_by_its_number_and_what_was_wrong(hand: dict[str, Any], code: str, says: str) -> None:
    refused = refusal(changed(**hand))
    assert isinstance(refused, EntryRefused)
    assert (refused.code, refused.hand) == (code, 1)
    assert refused.sentence.startswith("Hand 1: ")
    assert says in refused.sentence


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ({"ended_by": "E", "ending": "close", "counts": {"N": 1, "S": 1}}, "player_out"),
        (close("N", E=1, S=1), "player_out"),
        ({**close("N", S=1), "feeder": "E"}, "player_out"),
        ({**close("N", S=1), "jokers": {"E": 1}}, "player_out"),
        ({**close("N", S=1), "buys": ["E"]}, "player_out"),
    ],
)
def test_a_player_who_is_out_has_no_part_in_a_hand(hand: dict[str, Any], code: str) -> None:
    refused = refusal(json.dumps({**EXAMPLE, "hands": [close("N", E=105, S=60), hand]}))
    assert (refused.code, refused.sentence.startswith("Hand 2: ")) == (code, True)
    assert "Hand 2: E is out of the match" in refused.sentence


def test_a_buyer_who_is_not_offered_or_goes_out_in_the_hand_is_no_fault() -> None:
    assert settled([{**close("N", E=105, S=60), "buys": ["E", "S", "N"]}])["offers"] == [{}]


def test_a_hand_after_the_end_is_refused() -> None:
    hands = [close("N", E=105, S=0), close("N", S=1)]
    refused = refusal(json.dumps({**EXAMPLE, "hands": hands}))
    assert (refused.code, refused.sentence) == ("match_was_over", "Hand 2: The match was over after hand 1.")


@pytest.mark.parametrize("after", [{"stops": True}, {"dead": True}, {"leaves": "E"}, close("N", E=2, S=2)])
def test_nothing_comes_after_a_match_that_was_broken_off(after: dict[str, Any]) -> None:
    refused = refusal(json.dumps({**EXAMPLE, "hands": [{"stops": True}, after]}))
    assert refused.code == "match_stopped"
    assert refused.sentence == "Hand 1: The match was broken off before this, and nothing comes after it."


def test_a_feeder_is_refused_where_there_is_no_feeding() -> None:
    hands = [{**close("N", E=2, S=2), "feeder": "S"}]
    assert refusal(json.dumps({**EXAMPLE, "hands": hands, "switches": {"feeding": "off"}})).code == "no_feeding"


@pytest.mark.parametrize(
    ("match", "code", "says"),
    [
        ({"players": ["N", "N", "S"]}, "name_twice", "Two players are called N"),
        ({"players": ["N"]}, "bad_players", "2 to 6"),
        ({"players": list("ABCDEFG")}, "bad_players", "2 to 6"),
        ({"players": []}, "bad_players", "2 to 6"),
        ({"players": "NES"}, "bad_form", "players should be a list"),
        ({"players": ["N", 3, "S"]}, "bad_form", "player 2 should be a name"),
        ({"players": ["N", " ", "S"]}, "bad_form", "player 2"),
        ({"players": ["N", "E\n", "S"]}, "bad_form", "player 2"),
        ({"players": ["N", "\ud800", "S"]}, "no_json", "half a character"),
        ({"players": ["N", "x" * 41, "S"]}, "bad_form", "1 to 40"),
        ({"players": ["N", "pot", "S"]}, "name_pot", "the pot's"),
        ({"dealer": "X"}, "dealer_unknown", "the players are: N, E, S"),
        ({"dealer": 0}, "bad_form", "dealer should be a name"),
        ({"ante": 0}, "bad_form", "above 0"),
        ({"ante": -10}, "bad_form", "above 0"),
        ({"ante": 15}, "bad_ante", "a multiple of $10"),
        ({"ante": 0.5}, "bad_ante", "$0.50 is not"),
        ({"ante": 0.501}, "bad_form", "to the cent"),
        ({"ante": "20"}, "bad_form", 'not "20"'),
        ({"ante": True}, "bad_form", "not true"),
        ({"ante": None}, "bad_form", "not null"),
        ({"ante": 10**4000}, "bad_form", "a number of many digits"),
        ({"ante": 1_000_010}, "bad_form", "up to 1,000,000"),
        ({"switches": {"no_such": "yes"}}, "bad_switch", "no_such is no switch"),
        ({"switches": {"stack": "loose"}}, "bad_switch_value", "stack"),
        ({"switches": {"split_gap": 101}}, "bad_switch_value", "split_gap"),
        ({"switches": {"split_gap": True}}, "bad_switch_value", "split_gap"),
        ({"switches": {"split_gap": 1.5}}, "bad_form", 'the switch "split_gap"'),
        ({"switches": {"window_from": 101}}, "bad_switch_value", "window_from"),
        ({"switches": []}, "bad_form", "switches should be an object"),
        ({"hands": {}}, "bad_form", "hands should be a list"),
        ({"hands": [3]}, "bad_form", "Hand 1: The hand should be an object"),
        ({"rounds": []}, "key_unknown", "rounds"),
    ],
)
def test_a_wrong_match_is_refused_with_what_would_be_right(match: dict[str, Any], code: str, says: str) -> None:
    refused = refusal(json.dumps({**EXAMPLE, **match}))
    assert refused.code == code
    assert says in refused.sentence


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "no_json", "line 1, column 1"),
        ("{", "no_json", "line 1"),
        ("[" * 100_000, "no_json", "nested too deep"),
        ('{"players": ["N", "E"], "ante": NaN}', "no_json", "NaN is no number"),
        ('{"players": ["N", "E"], "ante": -Infinity}', "no_json", "-Infinity is no number"),
        ('{"players": ["N", "E"], "ante": ' + "1" * 5000 + "}", "no_json", "too many digits"),
        ('{"players": ["N", "E"], "ante": 1e99999999999999999999}', "no_json", "too many digits"),
        ('{"players": ["N", "E"], "ante": 1e999999999}', "bad_form", "ante should be"),
        ('{"players": ["N", "E"], "ante": 1e-999999999}', "bad_form", "ante should be"),
        ('{"players": ["N", "E"], "ante": 10.0000000000000000000000000000000000000001}', "bad_form", "to the cent"),
        ('{"players": ["N", "E"], "ante": 10, "ante": 20}', "key_twice", '"ante" stands twice'),
        ('{"players": ["N", "E"]}', "key_missing", "no ante"),
        ('{"ante": 10}', "key_missing", "no players"),
        ("[]", "bad_form", "The match should be an object"),
        ("null", "bad_form", "not null"),
    ],
)
def test_a_text_that_is_no_match_is_refused(text: str, code: str, says: str) -> None:
    refused = refusal(text)
    assert refused.code == code
    assert says in refused.sentence


def test_more_hands_than_any_night_has_are_refused() -> None:
    hand = {"ended_by": "N", "ending": "close", "counts": {"E": 0, "S": 0}}
    refused = refusal(json.dumps({**EXAMPLE, "hands": [hand] * 1001}))
    assert (refused.code, refused.sentence) == ("too_many_hands", "Hand 1001: A match on paper has at most 1000 hands.")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_value_in_any_place_is_settled_or_refused(data: st.DataObject) -> None:
    anything = st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=5)
        | st.sampled_from(["N", "E", "close", "pot"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["N", "E", "S", "x"]), inner, max_size=3),
        max_leaves=5,
    )
    match = copy.deepcopy(EXAMPLE)
    place: Any = data.draw(st.sampled_from([match, match["hands"][0], match["hands"][0]["counts"], match["hands"][0]["jokers"]]))
    place[data.draw(st.sampled_from([*place, "new"]))] = data.draw(anything)
    assert settles_or_refuses(json.dumps(match))


def settles_or_refuses(text: str) -> bool:
    """Whether the text is refused with a sentence, or settled with all money in its place."""
    try:
        found = answer(read_match(text))
    except Refused as refused:
        return refused.sentence.endswith(".")
    return bool(sum(found["cash_cents"].values()) + found["pot_cents"] == 0)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_settled_or_refused(text: str) -> None:
    assert settles_or_refuses(text)


# --- the command


def test_main_answers_json_with_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode())
    assert main([str(file), "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == answer(read_match(json.dumps(EXAMPLE)))
    assert said.err == ""
    assert main([str(file)]) == 0
    assert capsys.readouterr().out.rstrip("\n") == sheet(read_match(json.dumps(EXAMPLE)))


def test_main_refuses_with_status_2_and_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(changed(counts={"N": 1}))
    assert main([str(file), "--json"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "Hand 1: The count of S is missing; everyone else who is in counts.\n")


def test_main_refuses_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("none", None), ("latin", b'{"players": ["J\xf6rg"]}'), ("long", b" " * (LARGEST_FILE + 1))):
        if text is not None:
            (tmp_path / name).write_bytes(text)
        assert main([str(tmp_path / name)]) == 2
    assert main([str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 4
    assert "No such file" in said[0]
    assert "byte 16 is not UTF-8" in said[1]
    assert "longer than 4,000,000 bytes" in said[2]


def test_main_reads_the_standard_input_and_shows_any_name_on_any_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"players": ["Jörg", "李"], "ante": 10})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, encoding="ascii", write_through=True))
    assert main(["-"]) == 0
    assert b"J?rg" in shown.getvalue()


def test_settle_imports_nothing_but_the_standard_library() -> None:
    source = "import sys; before = set(sys.modules); import continental.cli.settle; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True, env={"PYTHONPATH": "src"})
    roots = {name.partition(".")[0] for name in done.stdout.split()}
    assert roots - {"continental"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize("words", [[], ["a", "b"], ["--no-such-word", "-"]])
def test_wrong_words_get_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert said.count("\n") == 1
    assert said.endswith("`continental settle --help` tells more.\n")


def test_7_1_a_count_that_only_paid_jokers_reach_is_asked_about() -> None:
    """Who is not said to hold jokers is paid for none; a count that takes three or more of them cannot stand so."""
    hand = {"ended_by": "B", "ending": "close", "counts": {"A": 14, "C": 95, "D": 121}}
    match = {"players": ["A", "B", "C", "D"], "ante": 20, "hands": [hand]}
    with pytest.raises(EntryRefused) as refused:
        read_match(json.dumps(match))
    assert refused.value.code == "count_too_large"
    hand["counts"]["D"] = 120  # type: ignore[index]
    assert read_match(json.dumps(match)).standing.totals[3] == 120
    hand |= {"counts": {"A": 14, "C": 95, "D": 121}, "jokers": {"D": 3}}
    assert read_match(json.dumps(match)).standing.totals[3] == 121


def test_the_payments_of_a_hand_that_is_dealt_again_are_taken_back_on_the_pad_as_at_the_table() -> None:
    switches = {"all_bust": "replay", "elimination_line": 20, "window_from": 19}
    knock = {"ended_by": "N", "ending": "knock", "knock_card": 3, "counts": {"E": 30, "S": 5}, "jokers": {"S": 3}}
    once = settled([close("E", N=18, S=18)], switches=switches)
    again = settled([close("E", N=18, S=18), knock], switches=switches)
    assert (again["cash_cents"], again["pot_cents"], again["totals"]) == (once["cash_cents"], once["pot_cents"], once["totals"])
    moved = [(each["from"], each["to"], each["cents"], each["why"]) for each in again["transfers"] if each["hand"] == 2]
    paid = [each for each in moved if each[3] != "taken_back"]
    assert {each[3] for each in paid} == {"share", "pot_share", "bounty"}
    assert [each[:3] for each in moved[len(paid) :]] == [(to, source, cents) for source, to, cents, _ in reversed(paid)]
