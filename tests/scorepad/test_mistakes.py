"""A match entered with mistakes and corrected in whatever order comes to what a clean entry gives, the trail aside."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from continental.scorepad.acts import Act, Answer, Correct, Enter, Move, Redo, Strike, Undo
from continental.scorepad.items import DeadHand, PaperHand
from continental.scorepad.pad import Entry, Pad, enter, open_pad
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.show import show_pad
from tests.scorepad.kit import NAMES, on, pad_of, random_match, start

Played = list[tuple[PaperHand, tuple[str, ...]]]


class Writer:
    """Somebody who types a match badly, and then mends it."""

    def __init__(self, pad: Pad, chance: Random) -> None:
        self.pad = pad
        self.chance = chance
        self.items: dict[int, str] = {}  # the true hand's place to the item that stands for it
        self.spurious: list[str] = []

    def try_(self, act: Act) -> str | None:
        """Write, and take an open offer's answer from chance; the entry's id, None where it was refused."""
        id_ = f"e{self.pad.v + 1}"
        try:
            self.pad = on(self.pad, act)
        except EntryRefused:
            return None
        while self.pad.sums.has_open_offer:
            offer = self.pad.sums.paper.standing.offer
            assert offer is not None
            row = next(row for row in reversed(self.pad.sums.rows) if row.after is not None)
            name = self.pad.sums.paper.names[offer.seat]
            self.pad = on(self.pad, Answer(row.item.id, name, self.chance.random() < 0.5))
        return id_

    def type_badly(self, played: Played) -> None:
        """Enter the hands, some wrong, some not at all, some that never were."""
        for place, (made, declines) in enumerate(played):
            luck = self.chance.random()
            if luck < 0.15:
                continue
            if luck < 0.3:
                self.spurious += [id_ for id_ in [self.try_(Enter(DeadHand()))] if id_]
            is_wrong = luck > 0.6
            typed = replace(made, counts={name: self.chance.randrange(100) for name in made.counts}) if is_wrong else made
            id_ = self.try_(Enter(typed, declines))
            if id_ is not None:
                self.items[place] = id_

    def wrong(self, played: Played) -> list[int]:
        """The places of the hands that are not as they were, those among them whose offers chance answered otherwise."""
        items = {item.id: (item.what, item.declines) for item in self.pad.sheet.items}
        return [place for place, id_ in self.items.items() if items[id_] != played[place]]

    def next_of(self, place: int) -> str | None:
        return next((self.items[later] for later in sorted(self.items) if later > place), None)

    def mends(self, played: Played) -> list[partial[bool]]:
        """Every way to come nearer to the truth; each says whether it was taken."""

        def correct(place: int) -> bool:
            return self.try_(Correct(self.items[place], *played[place])) is not None

        def insert(place: int) -> bool:
            id_ = self.try_(Enter(*played[place], before=self.next_of(place)))
            if id_ is not None:
                self.items[place] = id_
            return id_ is not None

        def strike(id_: str) -> bool:
            self.spurious.remove(id_)
            return self.try_(Strike(id_)) is not None

        ways = [partial(correct, place) for place in self.wrong(played)]
        ways += [partial(insert, place) for place in range(len(played)) if place not in self.items]
        ways += [partial(strike, id_) for id_ in self.spurious]
        self.chance.shuffle(ways)
        return ways

    def mend(self, played: Played) -> None:
        """Mend everything, in an order left to chance; now and then something is undone and done again."""
        while ways := self.mends(played):
            assert any(way() for way in ways), "the first hand that is wrong can always be mended"
            if self.chance.random() < 0.3:
                self.pad = on(self.pad, Undo(), Redo())


@pytest.mark.parametrize("seed", range(60))
def test_mistakes_corrected_in_any_order_come_to_what_a_clean_entry_gives(seed: int) -> None:
    chance = Random(f"mistakes {seed}")
    players = chance.randint(2, 6)
    played, paper = random_match(start(players), chance, 12, 45)
    writer = Writer(pad_of(players), chance)
    writer.type_badly(played)
    writer.mend(played)
    assert [(item.what, item.declines) for item in writer.pad.sheet.items] == played
    assert writer.pad.sums.stop is None
    assert writer.pad.sums.paper == paper
    clean = on(pad_of(players), *(Enter(made, declines) for made, declines in played))
    told, wanted = show_pad(writer.pad), show_pad(clean)
    for row in (*told["rows"], *wanted["rows"]):
        for key in ("item", "v", "at", "by", "changed"):  # of the trail
            del row[key]
    for key in ("v", "undo_says", "undo_said", "redo_says", "redo_said"):
        del told[key], wanted[key]
    assert told == wanted
    assert open_pad(writer.pad.entries) == writer.pad, "the log alone says as much"


@pytest.mark.parametrize("seed", range(10))
def test_hands_in_the_wrong_order_are_moved_into_the_right_one(seed: int) -> None:
    chance = Random(f"order {seed}")
    played, paper = random_match(start(4), chance, 8, 12)
    pad = pad_of(4)
    order = list(range(len(played)))
    chance.shuffle(order)
    entries: list[Entry] = []
    for place in order:
        entries.append(Entry(len(entries) + 2, 0, "Ana", "", f"e{place}", Enter(*played[place])))
        pad = open_pad((*pad.entries, entries[-1]))  # as it stands in a log, whatever the sums say
    for place in range(len(played) - 2, -1, -1):
        ids = [item.id for item in pad.sheet.items]
        if ids.index(f"e{place}") + 1 != ids.index(f"e{place + 1}"):
            pad = enter(pad, Entry(pad.v + 1, 0, "Ana", "", f"m{place}", Move(f"e{place}", f"e{place + 1}")))
    assert [(item.what, item.declines) for item in pad.sheet.items] == played
    assert pad.sums.paper == paper
    assert NAMES[0] in paper.names
