"""Two servers on one database: people at one table, each on a server of their own, and rooms taken over from one that is gone."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from continental.store.sql import open_store
from continental.store.where import read_database
from tests.web.kit import Person, make_room, serving, sit_down


async def test_people_on_two_servers_play_at_one_table(postgres_url: str) -> None:
    stores = [await open_store(read_database(postgres_url)) for _ in range(2)]
    async with serving(stores[0]) as one, serving(stores[1]) as two:
        ana = await make_room(one, seats=3, bots=["greedy"], start=False)
        bo = await sit_down(two, ana.room, "Bo")
        await ana.open(ana.room)
        await bo.open(ana.room)
        await bo.hear()
        await ana.until(lambda said: said["room"]["seats"][1]["here"])
        await ana.send({"do": "start"})
        acts = [0, 0]
        dice = random.Random(8)

        async def play(place: int, person: Person) -> None:
            while min(acts) < 3 and person.last["room"]["phase"] != "over":
                await person.hear()
                act = person.answer(dice) if person.last["room"]["phase"] == "playing" else None
                if act is not None:
                    acts[place] += 1
                    await person.send(act)

        playing = [asyncio.create_task(play(place, person)) for place, person in enumerate((ana, bo))]
        done, others = await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        for each in others:
            each.cancel()
        assert [each.exception() for each in done] == [None]
        for person in (ana, bo):
            assert not [said for said in person.heard if "refused" in said]
            versions = [said["v"] for said in person.heard if said.get("events")]
            assert versions == list(range(versions[0], versions[-1] + 1))
            await person.close()
    for store in stores:
        await store.close()


async def test_a_server_takes_over_the_rooms_of_one_that_is_gone(tmp_path: Path) -> None:
    store = await open_store(read_database(str(tmp_path / "rooms.sqlite")))
    async with serving(store) as one:
        ana = await make_room(one, seats=2, bots=["greedy"], start=True, pace_ms=500)
        await ana.open(ana.room)
        await ana.until(lambda said: bool(said["options"]))
        await ana.send({**(ana.answer(random.Random(1)) or {})})
        version = (await ana.until(lambda said: bool(said["options"])))["v"]
        await ana.send({**(ana.answer(random.Random(1)) or {})})
        await ana.until(lambda said: said["v"] > version)
    async with serving(store) as two:
        await asyncio.sleep(0)
        again = Person(two.host, ana.cookie)
        await again.open(ana.room)
        await again.until(lambda said: bool(said["options"]) and said["view"]["phase"] == "draw")
        assert again.last["v"] > version + 1, "the bot moved on"
        await again.close()
    await store.close()
