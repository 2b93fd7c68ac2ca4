"""The socket: the seat comes from the session, versions come without a gap, and a bad frame harms nobody but its sender."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from continental.logbook.ports import LogEntry
from continental.table.ports import Millis, RoomId, room_log
from tests.web.kit import Person, Served, make_room, serving, sit_down


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def play_out(people: list[Person], dice: random.Random) -> None:
    """Let these people play until the match is over."""

    async def one(person: Person) -> None:
        while True:
            await person.hear()
            if person.last["room"]["phase"] == "over":
                return
            act = person.answer(dice)
            if act is not None:
                await person.send(act)

    await asyncio.wait_for(asyncio.gather(*map(one, people)), 60)


async def test_two_people_and_two_bots_play_a_match_to_its_end(served: Served) -> None:
    ana = await make_room(served, seats=4, bots=["greedy", "random"], switches={"elimination_line": 60, "window_from": 50})
    bo = await sit_down(served, ana.room, "Bo")
    for person in (ana, bo):
        await person.open(ana.room)
        await person.hear()
    await ana.send({"do": "start"})
    await play_out([ana, bo], random.Random(3))
    for person in (ana, bo):
        versions = [message["v"] for message in person.heard if message.get("events")]
        assert versions == list(range(versions[0], versions[-1] + 1))
        assert not [message for message in person.heard if "refused" in message]
    assert ana.last["view"]["status"] in ("won", "split", "abandoned")
    assert sum(ana.last["view"]["cash"]) == 0
    await ana.send({"do": "again"})
    assert (await ana.until(lambda said: said["room"]["phase"] == "playing"))["room"]["match"] == 2
    await ana.close()
    await bo.close()


async def test_the_first_message_says_all_and_sync_says_it_again(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True, pace_ms=10_000)
    await ana.open(ana.room)
    first = await ana.hear()
    assert first["events"] == []
    assert [entry["event"]["is"] for entry in first["feed"]][:2] == ["room_made", "joined"]
    assert (first["you"], first["room"]["host"], first["room"]["path"]) == (0, 0, f"/r/{ana.room}")
    await ana.until(lambda said: bool(said["view"] and said["view"]["deal"]))
    await ana.send({"do": "sync"})
    again = await ana.until(lambda said: "feed" in said)
    assert again["v"] == ana.last["v"]
    assert len(again["feed"]) <= 40
    await ana.close()


async def test_a_seat_in_a_message_is_refused_and_the_other_seat_untouched(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=[], start=False)
    bo = await sit_down(served, ana.room, "Bo")
    await ana.open(ana.room)
    await bo.open(ana.room)
    await ana.send({"do": "start"})
    for person in (ana, bo):
        await person.until(lambda said: bool(said["view"] and said["view"]["phase"] == "draw"))
    asked, other = (ana, bo) if ana.last["options"] else (bo, ana)
    version = asked.last["v"]
    assert await other.refusal({"do": "draw", "seat": asked.last["you"], "after": version}) == "bad_message"
    assert await other.refusal({"do": "draw", "after": version}) == "not_asked"
    watcher = Person(served.host)
    await watcher.open(ana.room)
    seen = await watcher.hear()
    assert (seen["you"], seen["view"]["deal"]["hand"], seen["options"], seen["advised"]) == (None, [], [], False)
    assert await watcher.refusal({"do": "draw", "after": version}) == "not_seated"
    await asked.send({"do": "sync"})
    assert (await asked.until(lambda said: "feed" in said))["v"] == version
    for person in (ana, bo, watcher):
        await person.close()


async def test_a_second_tab_is_the_same_seat_and_both_are_told(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True, pace_ms=10_000)
    tab = Person(served.host, ana.cookie)
    await ana.open(ana.room)
    await tab.open(ana.room)
    for person in (ana, tab):
        await person.hear()
        assert person.last["you"] == 0
    await ana.send({"do": "leave"})
    for person in (ana, tab):
        said = await person.until(lambda message: any(event["is"] == "sat_in" for event in message["events"]))
        assert said["room"]["seats"][0]["bot"] == "greedy"
    await ana.close()
    await tab.send({"do": "sync"})
    assert (await tab.until(lambda message: "feed" in message))["room"]["seats"][0]["here"]
    await tab.close()


async def test_a_stale_act_is_refused_and_the_truth_follows_at_once(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True)
    await ana.open(ana.room)
    await ana.until(lambda said: bool(said["options"]))
    version = ana.last["v"]
    await ana.send({"do": "draw", "after": version})
    await ana.until(lambda said: said["v"] > version)
    await ana.send({"do": "draw", "after": version})
    refused = await ana.until(lambda said: "refused" in said)
    assert (refused["refused"]["code"], refused["re"], refused["v"]) == ("stale", "draw", ana.last["v"])
    assert "feed" in await ana.hear()
    await ana.close()


async def test_a_page_that_joins_while_it_is_open_is_seated_without_a_reload(served: Served) -> None:
    ana = await make_room(served, seats=3, bots=["greedy"])
    bo = await sit_down(served, (await make_room(served, seats=2)).room, "Bo")
    await bo.open(ana.room)
    assert (await bo.hear())["you"] is None
    async with served.client(Cookie=f"continental={bo.cookie}") as browser:
        assert (await browser.post(f"/r/{ana.room}/join", json={"name": "Bo"})).json() == {"seat": 1}
    assert (await bo.until(lambda said: said["you"] == 1))["room"]["seats"][1]["name"] == "Bo"
    assert (await bo.until(lambda said: said["room"]["seats"][1]["here"]))["v"] == bo.last["v"]
    await bo.send({"do": "leave"})
    assert (await bo.until(lambda said: said["you"] is None))["room"]["seats"][1]["kind"] == "empty"
    await bo.close()


BROKEN = [
    "{",
    "[]",
    "null",
    '"draw"',
    "{}",
    '{"do":"fly","after":1}',
    '{"do":"draw"}',
    '{"do":"draw","after":"1"}',
    '{"do":"draw","after":1.5}',
    '{"do":"draw","after":true}',
    '{"do":"draw","after":-1}',
    '{"do":"draw","after":1,"more":1}',
    '{"do":"discard","after":1,"card":"1X"}',
    '{"do":"discard","after":1,"card":7}',
    '{"do":"discard","after":1,"card":["9H"]}',
    '{"do":"count","after":1,"calls":[{"card":"KS","points":null,"x":1}],"left":null}',
    '{"do":"rule","after":1,"upheld":1}',
    '{"do":"commit","dice":"00","after":1}',
    '{"do":"deal","after":1}',
    '{"do":"join","name":"Eve"}',
    '{"do":"seat_bot","seat":"1","bot":"greedy"}',
    '{"do":"draw","after":NaN}',
    "[" * 30_000,
    '{"do":' * 10_000,
    b"\x00\xff",
    '{"do":"draw","after":1' + "0" * 5_000 + "}",
    '{"do":"\ud83c"}',
]


@pytest.mark.parametrize("frame", BROKEN, ids=range(len(BROKEN)))
async def test_three_broken_frames_close_the_line_and_no_other(served: Served, frame: str | bytes) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"])
    eve = Person(served.host)
    await ana.open(ana.room)
    await eve.open(ana.room)
    await ana.hear()
    await eve.hear()
    sent = frame if isinstance(frame, bytes) else frame.encode("utf-8", "replace").decode()
    assert await eve.refusal(sent) == "bad_message"
    assert await eve.refusal(sent) == "bad_message"
    await eve.send(sent)
    assert await eve.until_closed() == 1008
    assert "refused" not in ana.last
    await ana.send({"do": "sync"})
    assert (await ana.until(lambda said: "feed" in said))["v"] == 1
    await ana.close()


async def test_a_frame_that_is_too_long_closes_the_line(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"])
    await ana.open(ana.room)
    await ana.hear()
    with suppress(ConnectionClosed):
        await ana.send(json.dumps({"do": "sync", "x": "y" * 5_000_000}))
    assert await ana.until_closed() in (1006, 1009)


async def test_a_flood_closes_the_line_and_no_other(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"])
    eve = Person(served.host)
    await ana.open(ana.room)
    await eve.open(ana.room)
    with suppress(ConnectionClosed):
        for _ in range(200):
            await eve.send_at_once({"do": "sync"})
    assert await eve.until_closed() == 1008
    await ana.send({"do": "sync"})
    await ana.until(lambda said: "feed" in said)
    await ana.close()


async def test_another_sites_page_gets_no_socket(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"])
    await ana.open(ana.room, origin="http://evil.example")
    assert (await ana.hear())["refused"]["code"] == "wrong_origin"
    with pytest.raises(ConnectionClosed):
        await ana.hear()
    own = Person(served.host, ana.cookie)
    await own.open(ana.room, origin=served.url)
    assert (await own.hear())["you"] == 0
    await own.close()


async def test_a_room_that_does_not_exist_is_said_so(served: Served) -> None:
    nobody = Person(served.host)
    for room in ("aaaaaaaaaa", "x", "%2e%2e"):
        await nobody.open(room)
        assert (await nobody.hear())["refused"]["code"] == "no_such_room"


async def test_who_has_a_table_open_is_told_when_it_can_no_longer_be_read(served: Served) -> None:
    ana, bo = await make_room(served, seats=2), await make_room(served, seats=2)
    watching = Person(served.host)
    for person, room in ((ana, ana.room), (watching, ana.room), (bo, bo.room)):
        await person.open(room)
        await person.hear()
    tomorrows = LogEntry(2, Millis(0), '{"act":{"do":"fly","seat":0,"by":"person"},"events":[{"is":"flew","seat":0}]}')
    await served.store.append(room_log(RoomId(ana.room)), [tomorrows])
    for person in (ana, watching):
        assert await person.until_closed() == 1008
        assert person.heard[-1]["refused"]["code"] == "room_unreadable"
    await bo.send({"do": "sync"})
    await bo.until(lambda said: "feed" in said)
    await bo.close()


async def test_a_line_that_does_not_read_keeps_nobody_waiting(served: Served) -> None:
    ana = await make_room(served, seats=3, bots=["greedy"], switches={"elimination_line": 40, "window_from": 35})
    bo = await sit_down(served, ana.room, "Bo")
    idle = Person(served.host)
    await idle.open(ana.room, max_queue=1, close_timeout=0.2)
    for person in (ana, bo):
        await person.open(ana.room)
    await ana.send({"do": "start"})
    await play_out([ana, bo], random.Random(5))
    while (await idle.hear())["room"]["phase"] != "over":
        pass
    versions = [message["v"] for message in idle.heard]
    assert versions == sorted(versions)
    for person in (ana, bo, idle):
        await person.close()


async def test_who_closes_the_page_is_seen_to_be_gone(served: Served) -> None:
    ana = await make_room(served, seats=2)
    bo = await sit_down(served, ana.room, "Bo")
    await ana.open(ana.room)
    await ana.until(lambda said: said["room"]["seats"][0]["here"])
    await bo.open(ana.room)
    await ana.until(lambda said: said["room"]["seats"][1]["here"])
    await bo.close()
    await ana.until(lambda said: not said["room"]["seats"][1]["here"])
    await ana.close()


async def test_six_people_behind_one_address_join_one_table(served: Served) -> None:
    ana = await make_room(served, seats=6)
    people = [await sit_down(served, ana.room, name) for name in ("Bo", "Cy", "Dee", "Eli", "Fay")]
    assert len({person.cookie for person in (ana, *people)}) == 6
    await ana.open(ana.room)
    assert [seat["name"] for seat in (await ana.hear())["room"]["seats"]] == ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay"]
    await ana.close()
