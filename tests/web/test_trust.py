"""The addresses for learning and trust: what they tell of deals that are over, and that they tell nothing of one that runs."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from fractions import Fraction
from html import unescape
from itertools import combinations
from math import comb

import pytest

from continental.cards import JOKER, Pack, parse_cards
from continental.hands.joker_odds import joker_odds
from continental.play.plain import event_to_plain
from continental.play.reading import parse_record
from continental.play.record import print_record
from continental.play.shuffle import shuffled
from continental.replay import read_record, verify
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.web.learn.example import LESSONS, example_document, example_record
from continental.web.learn.past import frames_of, is_over, record_of_deal, record_of_deals, what_was_dealt
from continental.web.learn.rules_page import departures_by_clause, markdown_html, rules_html, rules_text, rules_words
from continental.web.learn.shuffles import packs_known, percent
from continental.web.page import pages
from continental.web.page.say import element
from continental.web.page.shell import shell_files
from continental.words import read
from tests.table.kit import deals_of_room
from tests.web.kit import Person, Served, make_room, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def play_deals(person: Person, deals: int, dice: random.Random) -> None:
    """Play until so many deals or more are settled and it is the person's turn in the next, which waits for them."""
    await person.open(person.room)
    while True:
        await person.hear()
        view = person.last["view"]
        is_own_turn = view and view["phase"] in ("draw", "play") and person.last["you"] in view["asked"]
        if person.last["room"]["phase"] == "over" or (is_own_turn and view["deal"]["number"] > deals):
            return
        act = person.answer(dice)
        if act is not None:
            await person.send(act)


async def a_room_with_two_deals(served: Served, **wish: object) -> Person:
    """A table at which two deals are over, or three where the bots end one before Ana's turn; another one waits for her."""
    switches = {"split_scope": "off", "elimination_line": 500}
    ana = await make_room(served, seats=3, bots=["greedy", "greedy"], start=True, switches=switches, **wish)
    await asyncio.wait_for(play_deals(ana, 2, random.Random(5)), 60)
    return ana


# --- deals that are over, and the one that is not


async def test_a_finished_deal_is_told_act_by_act_and_its_cards_are_those_that_were_dealt(served: Served) -> None:
    ana = await a_room_with_two_deals(served)
    async with served.client() as anybody:
        told = (await anybody.get(f"/r/{ana.room}/deal/1.json")).json()
        frames = told["frames"]
        assert (told["number"], told["match"], told["names"][0], told["bots"]) == (1, 1, "Ana", [False, True, True])
        first = frames[0]
        assert [len(first["hands"][str(seat)]["cards"]) for seat in range(3)] == [10, 10, 10]
        own = next(said["view"]["deal"] for said in ana.heard if said.get("view") and said["view"]["deal"])
        assert own["number"] == 1
        ended = [frame["ended"] is not None for frame in frames]
        assert ended == sorted(ended), "the result comes at the end and stays"
        assert not ended[0]
        assert frames[-1]["totals"] != frames[0]["totals"]
        verdict = verify(parse_record((await anybody.get(f"/r/{ana.room}/deal/1.record")).text))
        assert (verdict.deals, verdict.open_deals) == (1, 0)
        page = (await anybody.get(f"/r/{ana.room}/deal/1", headers={"accept": "text/html"})).text
        assert f'data-source="/r/{ana.room}/deal/1.json"' in page


async def test_a_frame_shows_each_seat_its_own_draws_and_the_others_none(served: Served) -> None:
    ana = await a_room_with_two_deals(served)
    async with served.client() as anybody:
        frames = (await anybody.get(f"/r/{ana.room}/deal/2.json")).json()["frames"]
    draws = [event for frame in frames for event in frame["events"] if event["public"]["is"] == "seen_drew"]
    assert draws
    assert all(event["public"]["card"] is None for event in draws)
    assert all(event["open"]["card"] and event["open"]["seat"] == event["seat"] for event in draws)


@pytest.mark.parametrize("form", ["", ".json", ".record"])
async def test_a_deal_that_runs_is_not_shown_and_neither_is_one_that_never_was(served: Served, form: str) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True)
    async with served.client() as anybody:
        for number in ("1", "2", "0", "-1", "01", "one", "9" * 50, "¹"):
            answer = await anybody.get(f"/r/{ana.room}/deal/{number}{form}")
            assert (answer.status_code, answer.json()["refused"]["code"]) == (404, "deal_not_over"), number
        assert (await anybody.get(f"/r/{ana.room}/deal/1{form}?match=2")).status_code == 404
        assert (await anybody.get(f"/r/{ana.room}/deal/1{form}?match=x")).json()["refused"]["code"] == "bad_request"
        assert (await anybody.get(f"/r/nobodys/deal/1{form}")).json()["refused"]["code"] == "no_such_room"
        html = await anybody.get(f"/r/{ana.room}/deal/1", headers={"accept": "text/html"})
        assert "There is no deal 1 here that is over" in html.text


async def test_no_address_tells_of_a_running_deal_more_than_its_commitment(served: Served) -> None:
    ana = await a_room_with_two_deals(served)
    number, commitment = (ana.last["view"]["deal"][part] for part in ("number", "commitment"))
    running = deals_of_room(await served.lobby.log((await served.lobby.room(ana.room)).state.room))[-1]
    assert running.number == number > 2
    secret = next(str(event["dice"]) for event in map(event_to_plain, running.events) if event["is"] == "dice_committed")
    async with served.client() as anybody:
        told = (await anybody.get(f"/r/{ana.room}/verify.json")).text
        pages_told = [(await anybody.get(f"/r/{ana.room}/{path}")).text for path in ("verify", "rules", "record", "deal/2.json")]
    match = json.loads(told)["matches"][0]
    assert list(match["dealt"]) == [str(over) for over in range(1, number)]
    assert match["record"].rstrip().endswith(f"deal {number}\ncommitment: {commitment}")
    assert not [text for text in (told, *pages_told) if secret in text]


async def test_what_was_dealt_follows_from_the_dice_and_the_record_of_the_match_reads_back(served: Served) -> None:
    ana = await a_room_with_two_deals(served)
    async with served.client() as anybody:
        told = (await anybody.get(f"/r/{ana.room}/verify.json")).json()["matches"]
        whole = (await anybody.get(f"/r/{ana.room}/record")).text
    assert told[0]["record"] == whole
    record = read_record(whole)
    for deal in record.deals[:2]:
        assert deal.dice is not None
        order = shuffled(deal.dice, "pack", load("house").pack_for(3).cards())
        stock = parse_cards(" ".join(told[0]["dealt"][str(deal.number)]["stock"]))
        assert stock == order[: len(stock)]


async def test_a_second_match_has_its_own_deals_and_the_first_keeps_its_addresses(served: Served) -> None:
    ana = await make_room(
        served, seats=2, bots=["greedy"], start=True, switches={"elimination_line": 20, "window_from": 19, "split_scope": "off"}
    )
    await asyncio.wait_for(play_deals(ana, 99, random.Random(2)), 60)
    async with served.client() as anybody:
        before = (await anybody.get(f"/r/{ana.room}/deal/1.record")).text
        assert (await anybody.get(f"/r/{ana.room}/deal/1.record?match=2")).status_code == 404
        await ana.send({"do": "again"})
        await ana.until(lambda said: "room" in said and said["room"]["match"] == 2)
        ana.acted_on = ana.ready_for = -1
        await ana.close()
        await asyncio.wait_for(play_deals(ana, 1, random.Random(2)), 60)
        assert (await anybody.get(f"/r/{ana.room}/deal/1.record")).text == before
        second = (await anybody.get(f"/r/{ana.room}/deal/1.record?match=2")).text
        assert second != before
        assert [row["match"] for row in (await anybody.get(f"/r/{ana.room}/verify.json")).json()["matches"]] == [1, 2]
        assert "?match=2" in (await anybody.get(f"/r/{ana.room}/deal/1?match=2", headers={"accept": "text/html"})).text


async def test_the_deals_of_a_room_are_its_record_in_parts(served: Served) -> None:
    ana = await a_room_with_two_deals(served)
    room = await served.lobby.room(ana.room)
    deals = deals_of_room(await served.lobby.log(room.state.room))
    records = [record_of_deal(deal) for deal in deals]
    running = ana.last["view"]["deal"]["number"]
    assert [is_over(record) for record in records] == [*[True] * (running - 1), False]
    assert frames_of(records[1])[0]["totals"] == list(deals[1].before.totals)
    assert len(what_was_dealt(deals[0])["hands"]) == 3
    assert print_record(record_of_deals(records)).count("\ndeal ") == running
    with pytest.raises(ValueError, match="without a deal"):
        record_of_deals([])


# --- odds


def test_the_odds_are_those_of_counting_every_hand() -> None:
    whole = [JOKER] * 3 + list(range(5))  # a pack so small that all its deals can be counted
    odds = joker_odds(_Small(5, 3), 2, 2)  # type: ignore[arg-type]
    hands = list(combinations(range(8), 2))
    for row in odds:
        same = [hand for hand in hands if sum(whole[card] == JOKER for card in hand) == row.jokers]
        assert row.exactly == Fraction(len(same), len(hands))
    deals = [(one, two) for one in hands for two in hands if not set(one) & set(two)]
    for row in odds:
        some = [deal for deal in deals if any(sum(whole[card] == JOKER for card in hand) >= row.jokers for hand in deal)]
        assert row.somebody == Fraction(len(some), len(deals))


class _Small:
    """A pack of so many naturals and jokers."""

    def __init__(self, naturals: int, jokers: int) -> None:
        self.jokers = jokers
        self.size = naturals + jokers

    def __len__(self) -> int:
        return self.size


def test_three_jokers_of_seven_come_to_one_hand_in_seventy() -> None:
    three = joker_odds(Pack(2, 7), 10, 6)[3]
    assert three.exactly == Fraction(comb(7, 3) * comb(104, 7), comb(111, 10))
    assert percent(three.exactly) == "1.4"
    assert three.or_more < three.somebody < 6 * three.or_more
    assert sum(row.exactly for row in joker_odds(Pack(2, 7), 10, 6)) == 1
    with pytest.raises(ValueError, match="more than the 5"):
        joker_odds(Pack(0, 5), 3, 2)


def test_a_part_in_percent_has_digits_that_say_something() -> None:
    shown = [percent(Fraction(part)) for part in ("1", "0", "0.9999", "0.341", "0.01", "0.00517", "0.000002")]
    assert shown == ["100", "0", "99.9", "34.1", "1.0", "0.52", "0.00020"]


def test_the_page_of_shuffles_knows_the_pack_of_every_rule_set() -> None:
    known = packs_known()
    assert set(known) == set(catalogue())
    assert known["house"]["6"] == [{"decks": 2, "jokers": 7, "cards": 10, "plain": True}]


# --- rules


async def test_one_page_leads_to_the_rules_of_every_game(served: Served) -> None:
    async with served.client(accept="text/html") as anybody:
        text = (await anybody.get("/rules")).text
        for key in catalogue():
            assert f'<a href="/rules/{key}">' in text
            assert '<a href="/rules"' in (await anybody.get(f"/rules/{key}")).text
    assert "2 to 6 players, for money" in text
    assert text.count("for points, 7 deals") == 4


async def test_the_rules_of_a_table_tell_its_switches_where_they_matter(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], switches={"split_scope": "off", "split_gap": 5}, ante_cents=50_00)
    async with served.client(accept="text/html") as anybody:
        text = (await anybody.get(f"/r/{ana.room}/rules")).text
        house = (await anybody.get("/rules/house")).text
    assert "2 players, ante $50" in text
    assert "departs from the house in 2 of" in text
    clause = re.search(r'<li id="c6.7">.*?</li>', text, re.DOTALL)
    assert clause
    assert "At this table: When two players within the gap split the pot: never;" in bare(clause[0])
    assert text.count("changed here:") == 2
    assert "changed here:" not in house
    assert 'id="c6.7"' in house
    assert house.count("<h2") == len(re.findall(r"^## ", rules_text("house") or "", re.MULTILINE))


def bare(html: str) -> str:
    """What a reader sees of it."""
    return unescape(re.sub("<[^>]+>", "", html))


def test_a_departure_is_told_at_every_clause_it_belongs_to() -> None:
    assert departures_by_clause(load("house")) == {}
    notes = departures_by_clause(load("house", {"close_discard": "any"}))
    assert set(notes) == {"4.2", "I10"}
    assert [bare(note.html()) for note in notes["I10"]] == ["What a close must throw: any one of the eleven"]
    shown = rules_html(load("house", {"dealer_first": "random"}))
    assert re.search(r"2 Deal and turn\n At this table: Who deals first: a seat by lot\.\n", bare(shown))


@pytest.mark.parametrize("key", catalogue())
def test_the_text_names_switches_by_what_they_are_about(key: str) -> None:
    rules = load(key)
    shown = rules_html(rules)
    keys = {*rules.switches, *(value for switch in rules.switches.values() for value in switch.choices)}
    assert {code for code in re.findall(r"<code>(.*?)</code>", shown) if code in keys} == set()


def test_only_what_leaves_a_choice_is_offered_and_antes_come_with_their_steps() -> None:
    offered = {rules["key"]: rules for rules in json.loads(pages.rules_offered())}
    assert all(len(switch["choices"]) != 1 for rules in offered.values() for switch in rules["switches"])
    assert "tie" in load("contract").switches
    assert "tie" not in {switch["name"] for switch in offered["contract"]["switches"]}
    assert offered["house"]["antes"] == {"most": 1_000_000, "steps": {"multiple_of_10": 10, "free": 0.1}}
    assert offered["contract"]["antes"] is None


def test_every_clause_of_a_switch_has_its_place_on_the_page() -> None:
    rules = load("house")
    shown = rules_html(rules)
    clauses = {clause for switch in rules.switches.values() for clause in re.split(r", *", switch.clause)}
    assert {clause for clause in clauses if f'id="c{clause}"' not in shown} == set()


def test_a_rule_set_without_a_text_has_an_empty_one_and_no_key_leads_elsewhere() -> None:
    assert rules_text("no_such_rules") is None
    assert rules_text("../house") is None


def test_markdown_becomes_plain_html_and_nothing_in_it_becomes_markup() -> None:
    text = """# T
para *lean* **bold** `a<b`
goes on <script>

- **1.1** first
  goes on
  - inner
- second

1. one
2. two

| a | b |
|---|---|
| I3 | [x](../y.md)<br>z [w](house.md) |

```sh
<run>
```

    indented
"""
    html = markdown_html(text, {"1.1": [element("i", "n & m")]})
    assert html.split("\n")[0] == '<h2 id="cA"><span data-rule="A">T</span></h2>'
    html = re.sub(r'</?span[^>]*>| data-say="[^"]*"', "", html)
    assert "<p>para <em>lean</em> <b>bold</b> <code>a&lt;b</code> goes on &lt;script&gt;</p>" in html
    assert (
        '<ul><li id="c1.1"><b>1.1</b> first goes on <strong class="departs">At this table: <i>n &amp; m</i>.</strong>'
        "<ul><li>inner</li></ul></li><li>second</li></ul>" in html
    )
    assert "<ol><li>one</li><li>two</li></ol>" in html
    assert '<tr id="cI3"><td>I3</td><td>x<br>z <a href="/rules/house">w</a></td></tr>' in html
    assert "<pre>&lt;run&gt;</pre>" in html
    assert "<pre>indented</pre>" in html


def test_no_link_markup_or_picture_of_a_text_gets_into_the_page() -> None:
    text = """[a](javascript:alert(1)) [b](//evil.example/house.md) [c](house.md "t") <b onclick=x>d</b> ![e](house.md) <https://e.example>

<script>
1
</script>
"""
    html = re.sub(r"</?span[^>]*>", "", markdown_html(text))
    assert set(re.findall(r"<[^>]*>", html)) == {"<p>", "</p>", '<a href="/rules/house">', "</a>"}
    assert html.count("<a ") == 2  # of them `!` and a link, since pictures are not shown
    assert "&lt;b onclick=x&gt;d&lt;/b&gt;" in html


@pytest.mark.parametrize("key", catalogue())
def test_every_piece_of_the_rules_has_a_key_that_stays_where_words_are_changed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = rules_words(key)
    shown = rules_html(load(key))
    assert re.findall(r'data-rule="([^"]*)"', shown) == list(pieces)
    clauses = re.findall(r"^- \*\*([^*]+)\*\*", rules_text(key) or "", re.MULTILINE)
    assert clauses
    assert set(clauses) <= pieces.keys()
    text = re.sub(r"\b([a-z]{5,})(?=[ ,.;\n])", r"other \1s", rules_text(key) or "")
    monkeypatch.setattr("continental.web.learn.rules_page.rules_text", lambda _: text)
    assert list(rules_words(key)) == list(pieces)
    assert rules_words(key) != pieces


# --- the example


def test_the_example_keeps_to_the_rules_and_its_lessons_stand_where_they_say() -> None:
    verdict = verify(example_record())
    assert verdict.deals == 1
    told = example_document()
    assert 12 <= len(LESSONS) <= 15
    frames = told["frames"]
    assert [lesson["frame"] for lesson in told["lessons"]] == sorted(lesson.acts for lesson in LESSONS)
    at = {lesson["says"]: frames[lesson["frame"]] for lesson in told["lessons"]}
    assert at["draw"]["act"] == {"do": "draw", "seat": 0}
    assert at["discard"]["act"]["card"] == "9C"
    assert (at["watch"]["act"]["do"], at["watch"]["seat"]) == ("take", 1)
    assert (at["take"]["act"]["do"], at["take"]["drawn"]) == ("take", "7S")
    assert (at["knock"]["asked"], at["knock"]["phase"]) == ([0], "draw")
    assert at["close"]["ended"]["ending"] == "close"
    assert [count["points"] for count in at["count"]["counts"]] == [22, 14]
    assert at["window"]["totals"] == [24, 83, 83]


def test_every_lesson_has_its_words() -> None:
    lessons = {key.split(".")[2] for key in read("learning") if key.startswith("example.lessons.")}
    assert {lesson.says for lesson in LESSONS} == lessons


async def test_the_example_is_served(served: Served) -> None:
    async with served.client() as anybody:
        assert (await anybody.get("/example.json")).json() == json.loads(json.dumps(example_document()))
        assert "How it is played" in (await anybody.get("/example")).text
        assert "/example" in (await anybody.get("/")).text


# --- the shell of an installed app


async def test_the_service_worker_keeps_the_shell_and_no_table(served: Served) -> None:
    async with served.client() as anybody:
        worker = await anybody.get("/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        shell = json.loads(re.match(r"const SHELL = (.*);", worker.text)[1])  # type: ignore[index]
        assert shell["version"] == pages.static_version()
        assert shell["pages"] == ["/offline", "/hand", "/pad", "/pad/kept"]
        assert all(path.startswith(f"/static/v-{pages.static_version()}/") for path in shell["files"])
        for path in (*shell["files"], *shell["pages"]):
            assert (await anybody.get(path)).status_code == 200, path
        assert "/r/" not in worker.text.replace("render/", "")


async def test_the_manifest_names_icons_that_are_there(served: Served) -> None:
    async with served.client() as anybody:
        folder = f"/static/v-{pages.static_version()}/shared"
        manifest = (await anybody.get(f"{folder}/manifest.webmanifest")).json()
        assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
        for icon in manifest["icons"]:
            answer = await anybody.get(f"{folder}/{icon['src']}")
            assert answer.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width = int.from_bytes(answer.content[16:20], "big")
                assert icon["sizes"] == f"{width}x{width}"
        for page in ("/", "/example", "/verify", "/offline"):
            assert f'<link rel="manifest" href="{folder}/manifest.webmanifest">' in (await anybody.get(page)).text


async def test_the_manifest_takes_the_names_of_a_language(served: Served) -> None:
    async with served.client() as anybody:
        plain = (await anybody.get(f"/static/v-{pages.static_version()}/shared/manifest.webmanifest")).json()
        names = {"lang": "de", "name": " Kontinental\u202e \n Romme " + "e" * 90, "short_name": "", "description": "<b>"}
        answer = await anybody.get("/manifest.webmanifest", params=names)
        told = answer.json()
        assert answer.headers["content-type"] == "application/manifest+json"
        assert told["name"] == "Kontinental Romme " + "e" * 27
        assert (told["short_name"], told["description"], told["lang"]) == (plain["short_name"], "<b>", "de")
        assert {key: told[key] for key in ("id", "start_url", "scope", "display")} == {
            key: plain[key] for key in ("id", "start_url", "scope", "display")
        }
        for icon in told["icons"]:
            assert (await anybody.get(icon["src"])).headers["content-type"] == icon["type"]
        assert (await anybody.get("/manifest.webmanifest")).json()["name"] == plain["name"]


def test_the_shell_has_every_script_and_style() -> None:
    files = shell_files()
    assert {"table/app.js", "shared/page.css", "learn/learn.css", "learn/replay.js"} <= set(files)
    assert {"learn/verify.js", "learn/example.js", "shared/icons/icon.svg"} <= set(files)
    assert "shared/service-worker.js" not in files


@pytest.mark.parametrize("key", ["contract", "fournier", "house", "seven_hands"])
def test_a_page_of_rules_names_no_file_of_the_project(key: str) -> None:
    assert re.findall(r"tests?/|tests? fails|\.py\b|\.toml\b|\bsrc/|\bdocs/", rules_html(load(key))) == []
