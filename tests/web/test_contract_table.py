"""Contract games over real sockets: claims in any order of arrival, silence, melds as lists, proposals, hidden answers."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from continental.cards import parse_cards
from continental.engine import options
from continental.melds import parse_meld
from continental.play.actions import GoDown
from continental.play.meld_texts import read_meld
from continental.play.plain import option_to_plain
from continental.play.terms import Seat
from continental.table.refusal import TableRefused
from continental.table.requests import Play, Stand
from continental.table.standing import StandingAnswer
from continental.web.table.advisers import advice_frame
from continental.web.table.message import state_message
from continental.web.table.wire import parse_frame
from tests.table.kit import ManualClock
from tests.table.test_standing import claimed
from tests.web.kit import Person, Served, make_room, serving, sit_down


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def claim_at(served: Served, **wish: object) -> tuple[list[Person], list[Person]]:
    """Four people at a table, the first of whom has left the upcard: all of them, and those who are asked, in order."""
    people = [await make_room(served, rules="contract", seats=4, **wish)]
    for name in ("Bo", "Cy", "Dee"):
        people.append(await sit_down(served, people[0].room, name))
    for person in people:
        await person.open(person.room)
        await person.hear()
    await people[0].send({"do": "start"})
    for person in people:
        await person.until(lambda said: bool(said["view"] and said["view"]["phase"] == "draw"))
    drawer = people[people[0].last["view"]["asked"][0]]
    await drawer.send({"do": "draw", "after": drawer.last["v"]})
    for person in people:
        await person.until(lambda said: said["view"]["phase"] == "claim")
    return people, [people[seat] for seat in people[0].last["view"]["asked"]]


async def close(people: list[Person]) -> None:
    for person in people:
        await person.close()


async def test_a_later_seats_wish_arrives_before_an_earlier_seats_and_the_earlier_one_gets_the_card(served: Served) -> None:
    people, (first, second, third) = await claim_at(served)
    version = first.last["v"]
    card = first.last["view"]["deal"]["buying"]["claim"]
    assert first.last["view"]["deal"]["buying"]["claim_order"] == [person.last["you"] for person in (first, second, third)]
    for person in (third, second, first):
        await person.send({"do": "buy", "after": version})
        await person.until(lambda said, version=version: said["v"] > version)  # type: ignore[misc]
    bought = await third.until(lambda said: any(event["is"] == "seen_bought" for event in said["events"]))
    (event,) = (event for event in bought["events"] if event["is"] == "seen_bought")
    assert (event["seat"], event["card"]) == (first.last["you"], card)
    await close(people)


async def test_what_was_said_early_is_sealed_until_it_is_its_turn(served: Served) -> None:
    people, (first, second, third) = await claim_at(served)
    await third.send({"do": "buy", "after": third.last["v"]})
    heard = await first.until(lambda said: any(event["is"] == "seen_claimed" for event in said["events"]))
    (event,) = (event for event in heard["events"] if event["is"] == "seen_claimed")
    assert event == {"is": "seen_claimed", "seat": third.last["you"], "wants": None}
    assert heard["view"]["asked"] == [first.last["you"], second.last["you"]]
    own = await third.until(lambda said: any(event["is"] == "seen_claimed" for event in said["events"]))
    assert [event["wants"] for event in own["events"] if event["is"] == "seen_claimed"] == [True]
    await close(people)


async def test_all_but_one_stay_silent_and_the_one_who_wants_the_card_gets_it() -> None:
    clock = ManualClock()
    async with serving(clock=clock) as served:
        people = [await make_room(served, rules="contract", seats=4, clock_s=10, reserve_s=0)]
        for name in ("Bo", "Cy", "Dee"):
            people.append(await sit_down(served, people[0].room, name))
        for person in people:
            await person.open(person.room)
            await person.hear()
        await people[0].send({"do": "start"})
        await people[0].until(lambda said: bool(said["view"] and said["view"]["phase"] == "deal"))
        clock.advance(1_000)
        for person in people:
            await person.until(lambda said: bool(said["view"] and said["view"]["phase"] == "draw"))
        drawer = people[people[0].last["view"]["asked"][0]]
        await drawer.send({"do": "draw", "after": drawer.last["v"]})
        for person in people:
            await person.until(lambda said: said["view"]["phase"] == "claim")
        *silent, wants = (people[seat] for seat in people[0].last["view"]["asked"])
        await wants.send({"do": "buy", "after": wants.last["v"]})
        for person in silent:
            said = await person.until(
                lambda said: said["clock"] is not None and said["clock"]["seat"] == said["view"]["asked"][0]
            )
            assert said["clock"] == {"seat": said["view"]["asked"][0], "due_ms": 10_000, "reserve_ms": 0, "on_reserve": False}
            clock.advance(10_000)
            await person.until(lambda said: any(event["is"] == "clock_ran_out" for event in said["events"]))
        bought = await wants.until(lambda said: any(event["is"] == "seen_bought" for event in said["events"]))
        (event,) = (event for event in bought["events"] if event["is"] == "seen_bought")
        assert event["seat"] == wants.last["you"]
        assert len(event["penalty"]) == 1
        await close(people)


async def test_a_standing_answer_over_the_wire_is_ones_own_affair(served: Served) -> None:
    people, (first, _, third) = await claim_at(served)
    assert first.last["standing"] == {"buy": "ask", "cards": [], "jokers": "ask", "until": "deal", "own": "never"}
    assert [act["do"] for act in third.last["options"]] == ["buy", "pass"]
    await third.send({"do": "standing", "buy": "never", "until": "match"})
    own = await third.until(lambda said: said["standing"]["buy"] == "never")
    assert own["you"] in own["view"]["asked"]
    assert own["options"] == [], "it is answered already, and no page asks it for a moment"
    assert own["events"] == [
        {
            "is": "standing_said",
            "seat": own["you"],
            "answer": {"buy": "never", "cards": [], "jokers": "ask", "until": "match", "own": "never"},
        }
    ]
    await first.until(lambda said: own["you"] not in said["view"]["asked"])
    assert not any("standing_said" in json.dumps(said) for said in first.heard)
    assert not any('"buy": "never"' in json.dumps(said) for said in first.heard)
    versions = sorted({said["v"] for said in first.heard})
    assert versions == list(range(versions[0], versions[-1] + 1)), "it reached the others as a bare number"
    await third.send({"do": "standing", "buy": "never", "until": "match"})
    await third.until(lambda said: said["events"] == [] and said["v"] >= own["v"])  # nothing changed, which is told too
    await close(people)


async def test_people_and_bots_play_a_whole_deal_over_the_wire(served: Served) -> None:
    ana = await make_room(served, rules="seven_hands", seats=4, bots=["greedy", "random"], start=False)
    bo = await sit_down(served, ana.room, "Bo")
    people, dice = [ana, bo], random.Random(4)
    for person in people:
        await person.open(ana.room)
        await person.hear()
    await ana.send({"do": "start"})

    async def play(person: Person) -> None:
        while not (person.last["view"] and person.last["view"]["hands"]):
            act = person.answer(dice)
            if act is not None and act["do"] != "next":
                forward = [each for each in person.last["options"] if each["do"] in ("go_down", "lay_off", "take_joker")]
                await person.send({**forward[0], "after": act["after"]} if forward else act)
            await person.hear()

    await asyncio.wait_for(asyncio.gather(*map(play, people)), 90)
    assert any(person.last["view"]["hands"] == 1 for person in people)
    assert not [said for person in people for said in person.heard if "refused" in said]
    assert any(said.get("proposals") for person in people for said in person.heard), "somebody could go down"
    assert any(said.get("missing") for person in people for said in person.heard), "somebody lacked cards"
    await close(people)


async def test_where_the_table_gives_no_help_nobody_is_told_what_a_hand_comes_to(served: Served) -> None:
    for rules in ("house", "contract"):
        ana = await make_room(served, rules=rules, seats=3, bots=["greedy"] * 2, start=True, help="off", pace_ms=10_000)
        await ana.open(ana.room)
        said = await ana.until(lambda said: bool(said["view"] and said["view"]["deal"]))
        assert said["room"]["help"] == "off"
        assert said["advised"] is False
        await ana.close()


# --- forms


def test_melds_are_written_and_read_as_lists_of_cards() -> None:
    meld = parse_meld("7H JK=8H 9H")
    assert option_to_plain(GoDown(Seat(3), (meld,))) == {"do": "go_down", "melds": [["7H", "JK=8H", "9H"]]}
    assert read_meld(["7H", "JK=8H", "9H"]) == meld
    sent = {"do": "go_down", "after": 3, "melds": [["7H", "JK=8H", "9H"], ["7S"]]}
    _, request = parse_frame(json.dumps(sent))
    assert isinstance(request, Play)
    assert request.action == GoDown(Seat(0), (meld, parse_meld("7S")))


@pytest.mark.parametrize(
    "melds",
    [[["7H", "nothing"]], [["7H=JK"]], [[]], [{"kind": "set", "cards": ["7S", "7H"], "as_cards": ["7S"]}], "7H", [["7H"] * 31]],
)
def test_melds_of_another_form_are_refused(melds: object) -> None:
    with pytest.raises(TableRefused) as refused:
        parse_frame(json.dumps({"do": "go_down", "after": 1, "melds": melds}))
    assert refused.value.code == "bad_message"


def test_a_standing_answer_is_read() -> None:
    frame = {"do": "standing", "buy": "cards", "cards": ["7h", "joker"], "jokers": "never", "until": "match"}
    assert parse_frame(json.dumps(frame)) == (
        "standing",
        Stand(StandingAnswer("cards", (*parse_cards("7H"), *parse_cards("JK")), "never", "match")),
    )
    with pytest.raises(TableRefused):
        parse_frame(json.dumps({"do": "standing", "buy": "cards", "cards": ["1Z"]}))


async def test_proposals_go_down_as_they_stand_and_say_what_stays() -> None:
    trial, order = await claimed()
    for seat in order:
        await trial.ask(seat, Stand(StandingAnswer("never")))
    await trial.quiet()
    state = trial.state
    assert state.position is not None
    (turn,) = state.position.asked
    hands = tuple(
        parse_cards("7S 7H JK 9S 9H 9D 9C KD KC 4D 2C") if seat == turn else hand
        for seat, hand in enumerate(state.position.dealing.hands)
    )
    trial.room.state = replace(state, position=replace(state.position, deal=replace(state.position.dealing, hands=hands)))
    said = json.loads(state_message(trial.room, turn, (), trial.clock.now()))
    assert said["advised"] is True
    advice = json.loads(advice_frame(trial.room.state, turn))["advice"]
    best = advice["proposals"][0]
    assert advice["missing"] == 0
    assert [act for act in said["options"] if act["do"] == "go_down"] == [{"do": "go_down", "melds": best["melds"]}]
    laid = [text.partition("=")[0] for meld in best["melds"] for text in meld]
    assert sorted((*laid, *best["left"])) == sorted(["7S", "7H", "JK", "9S", "9H", "9D", "9C", "KD", "KC", "4D", "2C"])
    assert len(options(trial.room.state.rules, trial.room.state.position, turn)) == len(said["options"])  # type: ignore[arg-type]
    watcher = json.loads(state_message(trial.room, None, (), trial.clock.now()))
    assert (watcher["advised"], watcher["standing"]) == (False, None)
    await trial.close()
