"""Records: what is written reads back the same, what is wrong is refused by its line, and live cards are in none."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import FACES, Card, Pack, print_card
from continental.engine import Match
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Call,
    Close,
    Commit,
    Continental,
    Count,
    Deal,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.notation import NotationError, parse_act, parse_cents, print_act, print_cents
from continental.play.reading import parse_record
from continental.play.record import MOST_CHARACTERS, SENTENCES, RecordError, Sitter, print_record
from continental.play.refusal import SENTENCES as REFUSALS
from continental.play.terms import Cents, Seat
from continental.replay import begin_record, play_again, read_record, record_of, replay, verify, write_record
from continental.rules.load import load
from continental.testing.builders import match_with, play_at_random

SITTERS = (Sitter("Ana María"), Sitter("Ben: 2", "greedy"), Sitter("Чук"), Sitter("d\u200de"), Sitter('"E"'), Sitter("F (f)"))
SWITCHES = st.sampled_from(
    [
        {},
        {"close_discard": "any", "continental_timing": "either", "knock_card": "either"},
        {"count_order": "simultaneous", "count_choice": "free", "joker_value": "any_number"},
        {"joker_value": "fixed_20", "feeding": "vote", "reshuffle_top": "include", "redraw_own_take": "allowed"},
        {"split_gap": 0, "elimination_line": 60, "window_from": 40, "all_bust": "replay", "ante": "free"},
    ]
)

# --- acts in words

SEATS = st.integers(0, 11).map(Seat)
CARDS = st.sampled_from(FACES)
CALLS = st.one_of(
    st.just(Call()), CARDS.map(lambda card: Call(card=card)), st.integers(-99, 99).map(lambda points: Call(points=points))
)
ACTS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Draw, SEATS),
    st.builds(Take, SEATS),
    st.builds(Discard, SEATS, CARDS),
    st.builds(Knock, SEATS, CARDS, st.none() | CARDS),
    st.builds(Close, SEATS, CARDS),
    st.builds(Continental, SEATS, st.none() | CARDS),
    st.builds(StraightFlush, SEATS, st.none() | CARDS),
    st.builds(Count, SEATS, st.lists(CALLS, max_size=7).map(tuple), st.none() | st.lists(CARDS, max_size=10).map(tuple)),
    st.builds(Accuse, SEATS, SEATS),
    st.builds(NoClaim, SEATS),
    st.builds(Rule, SEATS, upheld=st.booleans()),
    st.builds(BuyBack, SEATS, yes=st.booleans()),
)


@given(ACTS)
def test_an_act_in_words_reads_back_the_same(act: Action) -> None:
    assert parse_act(act.seat, print_act(act)) == act


@pytest.mark.parametrize(
    "text", ["", "draw", "draws 7S", "throws", "throws 1S", "throws 7S 8S", "counts, holding", "knocks", "buys everything"]
)
def test_words_that_say_no_act_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotationError, match=r"^.+\.$"):
        parse_act(Seat(0), text)


@pytest.mark.parametrize("act", [Commit(bytes(32)), Deal()])
def test_the_tables_own_acts_have_no_words(act: Action) -> None:
    with pytest.raises(ValueError, match="table's own"):
        print_act(act)


def test_a_joker_called_as_a_card_and_as_points_has_no_words() -> None:
    with pytest.raises(ValueError, match="not as both"):
        print_act(Count(Seat(0), (Call(Card(3), 4),)))


@given(st.integers(-(10**9), 10**9).map(Cents))
def test_money_in_words_reads_back_the_same(cents: Cents) -> None:
    assert parse_cents(print_cents(cents)) == cents


@given(st.text(max_size=60))
def test_no_text_breaks_the_reading_of_an_act(text: str) -> None:
    try:
        act = parse_act(Seat(1), text)
    except NotationError:
        return
    assert parse_act(Seat(1), print_act(act)) == act


# --- whole matches


def played(switches: dict[str, object], players: int, seed: int, deals: int = 3) -> Match:
    rules = load("house", switches)
    dealer = Seat(0) if rules.first_dealer == "chosen" else None
    return play_at_random(Match.begin(rules, players, Cents(20_00), dealer), random.Random(seed), deals)


@pytest.mark.long
@settings(max_examples=6)
@given(SWITCHES, st.integers(2, 6), st.integers(0, 10**6))
def test_what_is_written_reads_back_the_same_and_replays_to_the_same_position(
    switches: dict[str, object], players: int, seed: int
) -> None:
    match = played(switches, players, seed, deals=2)
    text = write_record(match, SITTERS[:players])
    record = read_record(text)
    assert record == record_of(match, SITTERS[:players])
    assert print_record(record) == text
    again = play_again(record)
    assert again.position == match.position
    assert again.actions == match.actions


def test_every_act_stands_on_a_line_of_its_own_under_its_deal() -> None:
    match = played({}, 3, 1)
    text = write_record(match, SITTERS[:3])
    acts = [act for act in match.actions if not isinstance(act, Commit | Deal)]
    lines = [line for line in text.splitlines() if re.match(r"[0-9]", line)]
    assert len(lines) == len(acts)
    for line, act in zip(lines, acts, strict=True):
        assert line.startswith(f"{act.seat} ")
        assert print_act(act) in line


def test_one_deal_alone_goes_on_from_the_standing_it_began_with() -> None:
    match = played({}, 4, 5)
    for number in (1, 2, 3):
        record = read_record(write_record(match, SITTERS[:4], only=number))
        assert [deal.number for deal in record.deals] == [number]
        assert verify(record).deals == 1
    whole, last = record_of(match, SITTERS[:4]), record_of(match, SITTERS[:4], only=3)
    assert last.deals[0] == whole.deals[2]
    assert play_again(last).position == match.position


@pytest.mark.parametrize("number", [0, 3, 4])
def test_a_deal_that_is_not_there_cannot_be_recorded_alone(number: int) -> None:
    match = played({}, 4, 5, deals=2)
    match.deal(bytes(32))
    with pytest.raises(ValueError, match=f"no deal {number} that is over"):
        record_of(match, SITTERS[:4], only=number)


def test_as_many_sitters_as_seats() -> None:
    with pytest.raises(ValueError, match="3 sit in this match, not 2"):
        record_of(played({}, 3, 1), SITTERS[:2])


def test_a_match_set_up_by_hand_gives_its_pack_and_its_standing() -> None:
    match = match_with(["9H 9C JK | 4S 5S 6S", "", ""], upcard="7D", draws="7S 9H", totals=(40, 95, 10), buys=(0, 1, 0), dealer=2)
    start = match.position.standing
    play_at_random(match, random.Random(4), 1)
    text = write_record(match, SITTERS[:3], start)
    record = read_record(text)
    assert record.deals[0].pack is not None
    assert record.head.start == start
    assert play_again(record).position == match.position


def test_a_first_dealer_that_the_table_chose_is_in_the_head() -> None:
    rules = load("house", {"dealer_first": "chosen"})
    match = play_at_random(Match.begin(rules, 3, Cents(10_00), Seat(1)), random.Random(2), 1)
    text = write_record(match, SITTERS[:3])
    assert "\nfirst dealer: 1\n" in text
    assert play_again(read_record(text)).position == match.position


# --- what a running match shows


def test_a_deal_that_is_still_played_shows_its_commitment_alone() -> None:
    match = played({}, 3, 2, deals=1)
    before = write_record(match, SITTERS[:3])
    match.play(Commit(bytes(range(32))))
    bound = write_record(match, SITTERS[:3])
    match.play(Deal())
    for _ in range(10):
        match.play(match.options(match.position.asked[0])[0])
    running = write_record(match, SITTERS[:3])
    assert running == bound
    assert running.startswith(before)
    assert running.removeprefix(before).split() == ["deal", "2", "commitment:", running.split()[-1]]
    assert bytes(range(32)).hex() not in running
    assert verify(read_record(running)).open_deals == 1


def test_no_hidden_card_is_in_a_record_of_a_running_deal() -> None:
    # whatever the live deal's cards, the record says the same: two matches alike but for the live hands
    texts = set()
    for held in ("AS AS 2S 2S 3S 3S 4S 4S 5S 5S", "KC KC QC QC JC JC TC TC 9C 9C"):
        match = match_with([held], players=3)
        texts.add(write_record(match, SITTERS[:3], replace(match.position.standing)))
    assert len(texts) == 1


# --- what is wrong

TEXT = write_record(played({"split_gap": 3}, 3, 1), SITTERS[:3])
LINES = TEXT.splitlines()


def line_with(pattern: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if re.search(pattern, line))


def with_line(number: int, line: str | None) -> str:
    changed = [*LINES]
    changed[number - 1 : number] = [] if line is None else [line]
    return "\n".join(changed)


FIRST = line_with(r"^[0-9] .*: (draws|takes)")
THROW = line_with(r"^[0-9] .*throws")
DRAW = line_with(r"draws \(")
HELD = re.search(r"throws (\S+)", LINES[THROW - 1])
NAMES = {0: "Ana María", 1: "Ben: 2", 2: "Чук"}
SEAT = int(LINES[FIRST - 1][0])
OTHER = (SEAT + 1) % 3

WRONG = [
    ("not_a_record", 1, "Dear diary"),
    ("not_a_record", 1, "continental record one"),
    ("unknown_version", 1, "continental record 2"),
    ("unknown_rules", 2, "rules: house 2"),
    ("no_such_rules", 2, "rules: canasta 1"),
    ("wrong_value", 2, "rules: house"),
    ("bad_switch", 3, "switch trumps: on"),
    ("bad_switch_value", 3, "switch split_gap: wide"),
    ("unknown_line", 3, "weather: fine"),
    ("wrong_value", line_with("^ante"), "ante: twenty"),
    ("bad_ante", line_with("^ante"), "ante: 0.01"),
    ("said_twice", line_with("^seat 1"), "seat 0: Zoe"),
    ("wrong_value", line_with("^seat 0"), "seat 0:"),
    ("wrong_value", line_with("^seat 0"), "seat 0: " + "x" * 81),
    ("wrong_value", line_with("^seat 0"), 'seat 0: "unfinished'),
    ("wrong_value", line_with("^seat 0"), 'seat 0: "Ana"'),
    ("no_such_seat", line_with("^bot 1"), "bot 7: greedy"),
    ("dealer_not_chosen", line_with("^bot 1"), "first dealer: 1"),
    ("deal_number", line_with("^deal 2"), "deal 3"),
    ("commitment_wrong", line_with("^dice"), "dice: " + "00" * 32),
    ("wrong_value", line_with("^dice"), "dice: 00"),
    ("wrong_value", line_with("^commitment"), "commitment: secret"),
    ("wrong_fact", line_with("^dealer"), "dealer: 7"),
    ("unknown_act", FIRST, f"{SEAT} {NAMES[SEAT]}: dances"),
    ("unknown_act", THROW, f"{SEAT} {NAMES[SEAT]}: throws 11H"),
    ("unknown_line", FIRST, f"{NAMES[SEAT]} draws"),
    ("wrong_name", FIRST, f"{SEAT} {NAMES[OTHER]}: draws"),
    ("no_such_seat", FIRST, "3: draws"),
    ("not_asked", FIRST, f"{OTHER}: draws"),
    ("wrong_outcome", DRAW, LINES[DRAW - 1].replace(" (", " (2")),
    ("wrong_fact", line_with("^totals"), "totals: 1 2 3"),
    ("wrong_fact", line_with("^pot"), "pot: 1000.00"),
    ("wrong_fact", line_with("^match"), "match: won 0"),
    ("unknown_line", line_with("^match"), "weather: fine"),
]


@pytest.mark.parametrize(("code", "number", "line"), WRONG)
def test_a_wrong_line_is_refused_by_its_number(code: str, number: int, line: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(with_line(number, line))
    assert (caught.value.code, caught.value.line) == (code, number)
    assert caught.value.sentence.endswith(".")
    assert str(caught.value) == f"line {number}: {caught.value.sentence}"


def test_a_card_that_is_not_held_is_refused_by_its_line() -> None:
    match = played({"split_gap": 3}, 3, 1)
    start = next(act for act in match.actions if isinstance(act, Discard))
    position = begin_record(parse_record(TEXT).head).position
    for step in replay(parse_record(TEXT)):
        if step.action == start:
            break
        position = step.position
    missing = next(card for card in FACES if card not in position.hand(start.seat))
    with pytest.raises(RecordError) as caught:
        read_record(with_line(THROW, f"{start.seat}: throws {print_card(missing)}"))
    assert (caught.value.code, caught.value.line) == ("card_not_held", THROW)


@pytest.mark.parametrize(
    ("code", "pattern", "told_at"),
    [
        ("head_lacks", "^ante", "^deal 1"),
        ("head_lacks", "^rules", "^deal 1"),
        ("head_lacks", "^seat 0", "^deal 1"),
        ("deal_not_over", "^dice", "^dealer"),
        ("not_a_record", "^continental", "^rules"),
    ],
)
def test_a_line_that_is_missing_is_asked_for(code: str, pattern: str, told_at: str) -> None:
    gone = line_with(pattern)
    with pytest.raises(RecordError) as caught:
        read_record(with_line(gone, None))
    assert (caught.value.code, caught.value.line) == (code, line_with(told_at) - 1)


def test_a_deal_without_its_commitment_is_refused() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(with_line(line_with("^commitment"), None))
    assert (caught.value.code, caught.value.line) == ("deal_lacks", line_with("^deal 1"))


def test_a_head_without_deals_is_a_record() -> None:
    record = read_record("\n".join(LINES[: line_with("^deal 1") - 1]))
    assert record.deals == ()
    assert verify(record).standing == begin_record(record.head).position.standing


def test_an_act_left_out_is_found_at_the_next_one() -> None:
    with pytest.raises(RecordError) as caught:
        read_record(with_line(FIRST, None))
    assert caught.value.line == FIRST


def test_a_deal_that_shows_its_dice_is_told_to_its_end() -> None:
    last = line_with("^deal 2") - 1
    for stops in (line_with("^dealer"), FIRST, FIRST + 7):
        with pytest.raises(RecordError) as caught:
            read_record("\n".join(LINES[:stops]))
        assert (caught.value.code, caught.value.line) == ("deal_cut_short", stops if stops >= FIRST else line_with("^deal 1"))
    assert verify(read_record("\n".join(LINES[:last]))).deals == 1


def test_nothing_follows_a_deal_that_is_not_over() -> None:
    head = "\n".join(LINES[: line_with("^dice") - 1])
    for more in (f"deal 2\ncommitment: {'0' * 64}", "totals: 1 2 3"):
        with pytest.raises(RecordError) as caught:
            read_record(f"{head}\n{more}\n")
        assert (caught.value.code, caught.value.line) == ("deal_not_over", head.count("\n") + 2)


@pytest.mark.parametrize("pack", ["7S 7S 7S", "7S 11X"])
def test_a_pack_by_hand_is_this_matchs_pack(pack: str) -> None:
    number = line_with("^dice")
    with pytest.raises(RecordError) as caught:
        read_record(with_line(number, LINES[number - 1] + f"\npack: {pack}"))
    assert (caught.value.code, caught.value.line) == ("unknown_card" if "X" in pack else "pack_wrong", number + 1)


STARTED = write_record(played({}, 3, 5), SITTERS[:3], only=3)


@pytest.mark.parametrize(
    ("code", "key", "value"),
    [
        ("start_sums", "start pot", "0.01"),
        ("wrong_value", "start totals", "1 2"),
        ("wrong_value", "start cash", "1.0 2.0 3.0"),
        ("wrong_value", "start out", "0 1"),
        ("wrong_value", "start out", "5"),
        ("wrong_value", "start dealer", "3"),
        ("wrong_value", "start buys", "0 0 -1"),
        ("wrong_value", "start hands", "many"),
    ],
)
def test_a_start_that_cannot_be_is_refused(code: str, key: str, value: str) -> None:
    lines = [line for line in STARTED.splitlines() if not line.startswith(f"{key}:")]
    lines.insert(7, f"{key}: {value}")
    with pytest.raises(RecordError) as caught:
        parse_record("\n".join(lines))
    assert (caught.value.code, caught.value.line) == (code, 8)


def test_another_editors_line_ends_blanks_and_comments_are_passed_over() -> None:
    record = parse_record(TEXT)
    assert parse_record("\ufeff" + TEXT.replace("\n", "\r\n")) == record
    assert parse_record(TEXT.replace("\n", "\r")) == record
    assert parse_record(TEXT.replace("\n", " \n\n\t ") + "\n\n") == record
    assert parse_record(TEXT.replace("\ndeal 2", "\n# now it gets good\ndeal 2")) == record


def test_outcomes_and_facts_may_be_left_out() -> None:
    bare = re.sub(r" \([^()]*\)$", "", TEXT, flags=re.MULTILINE)
    bare = re.sub(r"^(totals|cash|pot|out|match|dealer): .*\n", "", bare, flags=re.MULTILINE)
    bare = re.sub(r"^([0-9]) [^\n]*?(: (draws|takes|throws))", r"\1\2", bare, flags=re.MULTILINE)
    assert play_again(read_record(bare)).position == play_again(read_record(TEXT)).position


def test_a_text_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("x" * (MOST_CHARACTERS + 1))
    assert caught.value.code == "too_long"


def complaint(text: str) -> RecordError | None:
    try:
        read_record(text)
    except RecordError as error:
        return error
    return None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(RecordError):
        parse_record(text)


@settings(max_examples=60)
@given(st.data())
def test_any_change_of_a_line_is_read_or_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, 40))
    line = LINES[number - 1]
    place = data.draw(st.integers(0, len(line)))
    line = line[:place] + data.draw(st.text(max_size=3)) + line[place + data.draw(st.integers(0, 3)) :]
    changed = with_line(number, line)
    changed = "\n".join(changed.splitlines()[:60])
    error = complaint(changed)
    if error is None:
        assert parse_record(print_record(parse_record(changed))) == parse_record(changed)
    else:
        assert error.line >= 1
        assert error.code in SENTENCES or error.code in REFUSALS


@settings(max_examples=25)
@given(ACTS)
def test_any_act_at_any_moment_is_played_or_refused(act: Action) -> None:
    line = f"{act.seat % 3}: {print_act(act)}"
    for number in (FIRST, THROW, len(LINES) - 4):
        error = complaint(with_line(number, line))
        assert error is None or error.code in SENTENCES or error.code in REFUSALS


@given(st.text(min_size=1, max_size=80), st.text(min_size=1, max_size=80), st.none() | st.text(min_size=1, max_size=80))
def test_any_names_read_back_the_same(first: str, second: str, bot: str | None) -> None:
    match = Match.begin(load("house"), 2, Cents(10_00))
    sitters = (Sitter(first), Sitter(second, bot))
    record = record_of(match, sitters)
    assert parse_record(print_record(record)) == record
    assert print_record(record).replace("\n", "").isprintable()


@pytest.mark.parametrize("name", ["", "x" * 81])
def test_a_sitter_has_a_name_that_fits(name: str) -> None:
    with pytest.raises(ValueError, match="1 to 80 characters"):
        Sitter(name)


def test_the_pack_of_the_text_is_the_starters_pack() -> None:
    match = match_with(players=2)
    assert match.position.dealing.stacked is not None
    assert len(match.position.dealing.stacked) == len(Pack(2, 3))


# --- the document

DOC = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def test_the_document_tells_every_code_with_its_sentence() -> None:
    assert dict(re.findall(r"^\| `([a-z_]+)` \| (.+) \|$", DOC.split("## What is refused")[1], re.MULTILINE)) == dict(SENTENCES)


def test_the_acts_in_the_document_are_acts() -> None:
    rows = re.findall(r"^\| (`.+`) \|", DOC.split("| act |")[1].split("## What is refused")[0], re.MULTILINE)
    acts = [act for row in rows for act in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    assert len(acts) > 20
    for act in acts:
        assert print_act(parse_act(Seat(0), act)) == act


def test_the_example_in_the_document_has_the_form_of_a_record() -> None:
    example = "\n".join(line[4:] for line in DOC.splitlines() if line.startswith("    "))
    record = parse_record(example)
    assert [sitter.bot for sitter in record.head.sitters] == [None, "greedy"]
    printed = [line for line in print_record(record).splitlines() if line]
    assert printed == example.splitlines()
