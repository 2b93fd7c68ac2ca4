"""The lines of open pages: messages in order, a bounded queue, and one look at the store for all pages of a pad."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from continental.logbook.links import KeyHash, Role
from continental.logbook.ports import Extras
from continental.store.memory import MemoryStore
from continental.table.refusal import TableRefused
from continental.testing.store_kit import ANA, BO, LINKS, PAD, WATCH, WRITE, key, made, signed
from continental.web.line import MOST_WAITING, Line
from continental.web.pad.news import News, PadLine, _OpenPad
from continental.web.table.audience import RoomLine

LINES: list[Callable[[], Line]] = [lambda: Line(None), lambda: RoomLine(ANA, None), lambda: PadLine(WRITE, ANA)]


@pytest.mark.parametrize("make", LINES, ids=["line", "room", "pad"])
async def test_a_line_gives_its_texts_in_order_and_once(make: Callable[[], Line]) -> None:
    line = make()
    line.put("one")
    line.put("two")
    assert await line.next_texts(lambda: "all") == ["one", "two"]
    line.send_away(TableRefused("gave_way"))
    assert await line.next_texts(lambda: "all") == []
    assert line.sent_away is not None


@pytest.mark.parametrize("make", LINES, ids=["line", "room", "pad"])
async def test_a_line_that_is_too_slow_is_told_everything_in_place_of_what_it_missed(make: Callable[[], Line]) -> None:
    line = make()
    for number in range(10 * MOST_WAITING):
        line.put(str(number))
        assert len(line._waiting) <= MOST_WAITING
    assert await line.next_texts(lambda: "all") == ["all"]
    line.put("next")
    assert await line.next_texts(lambda: "all") == ["next"]


def test_the_full_state_of_a_pads_line_is_what_it_was_told_last() -> None:
    line = PadLine(WRITE, ANA)
    for version in range(1, 3 * MOST_WAITING):
        line.tell(version, ["Bo"] if version % 2 else [])
    assert json.loads(line.say_all()) == {"v": 3 * MOST_WAITING - 1, "typing": ["Bo"]}


class LookedAt(MemoryStore):
    """A store that counts how often it is asked about a key."""

    asked = 0

    async def look(self, key: KeyHash) -> tuple[int, Role] | None:
        self.asked += 1
        return await super().look(key)


async def test_all_pages_of_a_pad_cost_one_look_for_each_of_its_keys() -> None:
    store = LookedAt()
    await made(store)
    await store.say_writer(PAD, ANA, "Ana", 1)
    await store.say_writer(PAD, BO, "Bo", 2)
    await store.keep_draft(PAD, ANA, "{}")
    news, opened = News(store), _OpenPad()
    news._open[PAD] = opened
    hers, his, watches = PadLine(WRITE, ANA), PadLine(WRITE, BO), [PadLine(WATCH, None) for _ in range(50)]
    opened.lines.update((hers, his, *watches))
    await news._look(PAD, opened, is_told=True)
    assert store.asked == len(LINKS)
    assert [await line.next_texts(line.say_all) for line in (hers, his, watches[7])] == [
        ['{"v": 1}'],
        ['{"v": 1, "typing": ["Ana"]}'],
        ['{"v": 1}'],
    ]
    await store.append(PAD, [signed(2)], Extras(by_key=WRITE))
    await store.replace_links(PAD, {key("c"): "write", key("d"): "watch"}, WRITE)
    new = PadLine(key("d"), None)
    opened.lines.add(new)
    await news._look(PAD, opened, is_told=True)
    assert store.asked == 2 * len(LINKS) + 1
    assert await new.next_texts(new.say_all) == ['{"v": 2}']
    assert {line.sent_away.code for line in opened.lines - {new} if line.sent_away is not None} == {"link_replaced"}
    assert all(line.sent_away is not None for line in opened.lines - {new})
    assert new.sent_away is None
