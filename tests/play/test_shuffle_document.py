"""A program written from docs/shuffle.md alone: it deals the records again and plays their cards, and imports nothing of ours."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/shuffle.md").read_text(encoding="utf-8")
RECORDS = sorted((ROOT / "records").rglob("*.record"))
RANKS = "A23456789TJQK"
CARD = re.compile(r"[A23456789TJQK][SHDC]|JK")


# --- dice


def words(dice: bytes, label: str) -> Iterator[int]:
    """Yield the endless row of words of dice and label."""
    block = 0
    while True:
        digest = hmac.digest(dice, label.encode() + b"\0" + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))
        block += 1


def number(row: Iterator[int], below: int) -> int:
    """Return the next number below this one."""
    most = 2**32 // below * below
    return next(word for word in row if word < most) % below


def shuffle(dice: bytes, label: str, cards: list[str]) -> list[str]:
    """Return the cards in their new order, the last one the top."""
    row, order = words(dice, label), list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = number(row, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


# --- the table of games


@dataclass
class Game:
    """What the document says of a game with so many seats."""

    decks: list[int]
    jokers: str
    cards: list[int]
    first: str
    way: int
    empty: str

    def pack(self, seats: int, deal: int) -> list[str]:
        decks = self.decks[min(deal, len(self.decks)) - 1]
        jokers = {"seats + 1": seats + 1, "seats − 1": seats - 1, "2 × decks": 2 * decks, "decks − 1": decks - 1}[self.jokers]
        return [rank + suit for suit in "SHDC" for rank in RANKS for _ in range(decks)] + ["JK"] * jokers


def games() -> dict[tuple[str, int], Game]:
    """Return the document's table, by game and number of seats."""
    found = {}
    for line in DOCUMENT.splitlines():
        row = re.fullmatch(
            r"\| `(\w+)` \| (\d)–(\d) \| ([\d ]+) \| (\D.*|2 × decks) \| ([\d ]+) \| (\w+) \| (\w+) \| ([\w ]+) \|", line
        )
        if row:
            key, least, most, decks, jokers, cards, first, way, empty = row.groups()
            game = Game(list(map(int, decks.split())), jokers, list(map(int, cards.split())), first, 1, empty)
            game.way = {"left": 1, "right": -1}[way]
            found.update({(key, seats): game for seats in range(int(least), int(most) + 1)})
    return found


GAMES = games()


def first_dealer(dice: bytes, game: Game, seats: int) -> int:
    """Return the seat that deals first, by the cards drawn for it."""
    pile = shuffle(dice, "first dealer", [card for card in game.pack(seats, 1) if card != "JK"])
    order = RANKS if game.first == "lowest" else "A" + RANKS[:0:-1]
    tied = list(range(seats))
    while len(tied) > 1:
        drawn = {seat: order.index(pile.pop()[0]) for seat in tied}
        tied = [seat for seat in tied if drawn[seat] == min(drawn.values())]
    return tied[0]


# --- a deal


@dataclass
class Deal:
    """The cards of a deal as they move."""

    game: Game
    dice: bytes
    dealer: int
    seats: list[int]  # in order of play, the dealer last
    stock: list[str]
    cards: int
    has_penalty_pile: bool
    hands: dict[int, list[str]] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    penalty: list[str] = field(default_factory=list)
    table: list[list[list[str]]] = field(default_factory=list)  # melds, each of what lies and what it stands for
    rebuilt: int = 0
    waits: int | None = None  # the seat that has said that it draws, while the discard is offered round
    wanting: dict[int, bool] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)  # cards that the record tells of the offer's end

    def __post_init__(self) -> None:
        self.hands = {seat: [] for seat in self.seats}
        for _ in range(self.cards):
            for seat in self.seats:
                self.hands[seat].append(self.stock.pop())
        self.discards.append(self.stock.pop())
        for _ in range(len(self.stock) * 33 // 100 if self.has_penalty_pile else 0):
            self.penalty.append(self.stock.pop(0))

    def see_to(self, cards: int) -> None:
        """Rebuild the stock if it has fewer cards than this."""
        if len(self.stock) >= cards or len(self.discards) < 2:
            return
        old = self.discards[:-1]
        if self.game.empty == "turned over":
            if self.rebuilt:
                return
            new = old[::-1]
        else:
            new = shuffle(self.dice, f"rebuild {self.rebuilt + 1}", old)
        self.rebuilt += 1
        self.stock, self.discards = new + self.stock, self.discards[-1:]

    def draw(self, seat: int) -> str | None:
        self.see_to(1)
        if not self.stock:
            return None
        self.hands[seat].append(self.stock.pop())
        return self.hands[seat][-1]

    def throw(self, seat: int, card: str) -> None:
        self.lose(seat, card)
        self.discards.append(card)

    def lose(self, seat: int, card: str) -> None:
        assert card in self.hands[seat], f"seat {seat} does not hold {card}"
        self.hands[seat].remove(card)

    def end_offer(self) -> None:
        """The discard goes to the first in order who wants it, its penalty card with it, and the seat in turn draws."""
        turn = self.waits
        assert turn is not None
        place = self.seats.index(turn)
        order = self.seats[place + 1 :] + self.seats[:place]
        moved = []
        buyer = next((seat for seat in order if seat in self.wanting), None)
        if buyer is not None:
            more = []
            if self.wanting[buyer]:
                if not self.penalty:
                    self.see_to(1)
                more = [pile.pop() for pile in [self.penalty or self.stock] if pile]
            moved = [self.discards.pop(), *more]
            self.hands[buyer] += moved
        self.waits, self.wanting = None, {}
        drawn = self.draw(turn)
        assert self.told in ([], moved, [] if drawn is None else [drawn]), "what the record tells"
        self.told = []

    def act(self, seat: int, act: str, outcome: str) -> None:
        """Move the cards of one act; those that the record tells have to be those."""
        told = CARD.findall(outcome)
        if self.waits is not None and act in ("passes", "buys", "buys without a penalty card", "lets it go"):
            if act.startswith("buys"):
                self.wanting[seat] = act == "buys"
            self.told = told or self.told
            return
        if self.waits is not None:
            if act == "takes":
                self.waits, self.wanting = None, {}
            else:
                self.end_offer()
        named = CARD.findall(act)
        if act == "draws" and not told and self.may_be_offered:
            self.waits = seat
        elif act == "draws":
            drawn = self.draw(seat)
            assert not told or told == [drawn]
            assert ("rebuilt" in outcome) == (self.rebuilt > self.known_rebuilt)
            self.known_rebuilt = self.rebuilt
        elif act == "takes":
            self.hands[seat].append(self.discards.pop())
            assert not told or told == self.hands[seat][-1:]
        elif act.startswith("throws"):
            self.throw(seat, named[0])
        elif act.startswith("knocks") or "throwing" in act:
            assert named[0] in self.hands[seat]
        elif act.startswith("goes down"):
            for text in act.removeprefix("goes down with ").split(" / "):
                pairs = [word.split("=") for word in text.split()]
                for pair in pairs:
                    self.lose(seat, pair[0])
                self.table.append([[pair[0], pair[-1]] for pair in pairs])
        elif act.startswith("lays"):
            self.lose(seat, named[0])
        elif act.startswith("takes the joker"):
            self.lose(seat, named[0])
            self.hands[seat].append("JK")
        elif act.startswith("slides"):
            self.lose(seat, named[0])

    may_be_offered: bool = False
    known_rebuilt: int = 0


@dataclass
class Played:
    """How much of a record was played again."""

    deals: int = 0
    throws: int = 0
    bought: int = 0
    rebuilt: int = 0
    dealers: int = 0
    by_dice: int = 0


def play(text: str) -> Played:
    """Deal every deal of a record again, move its cards by its acts, and count what was met."""
    head, *deals = text.split("\ndeal ")
    key = re.findall(r"(?m)^rules: (\w+)", head)[0]
    seats = len(re.findall(r"(?m)^seat \d+:", head))
    switches = dict(re.findall(r"(?m)^switch (\w+): (.*)$", head))
    game, met = GAMES[key, seats], Played()
    if switches.get("packs") == "always_2":
        game = Game([2], game.jokers, game.cards, game.first, game.way, game.empty)
    out = {int(seat) for seat in " ".join(re.findall(r"(?m)^start out: (.*)$", head)).split()}
    next_dealer = [int(seat) for seat in re.findall(r"(?m)^(?:start|first) dealer: (\d+)$", head)]
    for text_of_deal in deals:
        lines = text_of_deal.splitlines()
        deal_number, said = int(lines[0]), dict(re.findall(r"(?m)^(\w+): (.*)$", text_of_deal))
        if "dice" not in said:
            continue
        dice = bytes.fromhex(said["dice"])
        assert hashlib.sha256(dice).hexdigest() == said["commitment"]
        dealer = next_dealer[0] if next_dealer else first_dealer(dice, game, seats)
        assert dealer == int(said["dealer"])
        order = [(dealer + game.way * step) % seats for step in range(1, seats + 1)]
        pack = said["pack"].split() if "pack" in said else shuffle(dice, "pack", game.pack(seats, deal_number))
        cards = game.cards[min(deal_number, len(game.cards)) - 1]
        playing = [seat for seat in order if seat not in out]
        deal = Deal(game, dice, dealer, playing, pack, cards, key == "fournier")
        deal.may_be_offered = any(re.search(r": (passes|buys)", line) for line in lines)
        for line in lines[1:]:
            found = re.fullmatch(r'(\d+) (?:"(?:\\.|[^"])*"|[^:]*): (.*?)(?: \(([^)]*)\))?', line)
            if found:
                deal.act(int(found[1]), found[2], found[3] or "")
                met.throws += found[2].startswith("throws")
                met.bought += found[2].startswith("buys")
        met.deals += 1
        met.dealers += not next_dealer
        met.by_dice += "pack" not in said
        met.rebuilt += deal.rebuilt
        out = {int(seat) for seat in said.get("out", "").split()}
        next_dealer = [next(seat for seat in order if seat not in out)]
    return met


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_is_dealt_and_played_again_by_the_document_alone(path: Path) -> None:
    met = play(path.read_text(encoding="utf-8"))
    assert met.deals == len(re.findall(r"(?m)^dice: ", path.read_text(encoding="utf-8")))


def test_the_records_meet_what_the_document_says() -> None:
    """Every game with packs that follow from the dice; both kinds of first dealer; bought, shuffled and turned-over cards."""
    met = {path: play(path.read_text(encoding="utf-8")) for path in RECORDS}
    by_game = {key: [each for path, each in met.items() if path.parent.name == key] for key, _ in GAMES}
    for key, records in by_game.items():
        assert sum(each.by_dice for each in records) > 0, key
        assert sum(each.dealers for each in records) > 0, key
        assert sum(each.throws for each in records) > 50, key
    assert sum(each.bought for each in by_game["contract"] + by_game["fournier"]) > 1
    assert sum(each.rebuilt for each in by_game["seven_hands"]) > 0
    assert sum(each.rebuilt for each in by_game["house"]) > 0


def test_the_program_notices_a_wrong_card() -> None:
    text = (ROOT / "records/fournier/greedy_match_of_4.record").read_text(encoding="utf-8")
    dice = re.findall(r"(?m)^dice: (\w+)$", text)[1]
    other = "00" * 32
    wrong = text.replace(dice, other).replace(
        hashlib.sha256(bytes.fromhex(dice)).hexdigest(), hashlib.sha256(bytes.fromhex(other)).hexdigest()
    )
    with pytest.raises(AssertionError):
        play(wrong)


def test_the_program_stands_on_the_standard_library_alone() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^(?:from|import) ([\w.]+)", source)) == {
        "__future__",
        "collections.abc",
        "dataclasses",
        "hashlib",
        "hmac",
        "pathlib",
        "pytest",
        "re",
    }
