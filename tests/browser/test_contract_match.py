"""Whole matches of the contract games on the page, eight players and large hands on a phone, and every state through axe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, expect

from continental.cards import JOKER, Card, parse_card, parse_cards, print_card, rank_of, suit_of
from continental.play.actions import Action, Buy, Discard, Draw, GoDown, LayOff, Pass, SlideJoker, Take, TakeJoker
from continental.play.notation import parse_act
from continental.play.position import Position
from continental.play.record import Record
from continental.play.terms import Seat
from continental.replay import read_record, verify
from continental.rules.base import RuleSet
from tests.browser.axe import assert_accessible_in_both_schemes, assert_accessible_on_desk_and_phone
from tests.browser.contract_matches import CAME, MATCHES, ByHand
from tests.browser.laid_tables import Sitting, first_of
from tests.browser.person import PHONE, Person, make_table
from tests.web.processes import ServerProcess

SPILLS = """all => all.flatMap(row => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll(".meld-on")].filter(one => {
    const at = one.getBoundingClientRect();
    return at.height < 36 || at.width < 44 || at.top < box.top - 1 || at.bottom > box.bottom + 1 || at.right > box.right + 1;
  }).map(one => one.ariaLabel);
})"""
"""Melds that are too small to touch, or stick out of their row."""

STANDS = """() => ({
  acts: [...document.querySelectorAll(".prompt.mine [data-act]")].map(one => one.dataset.act),
  bot: document.querySelector('.row[data-seat="2"].acts') !== null,
})"""
"""What the bar offers, and whether the bot is still asked: its answer may change what others are asked."""


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that deals the matches that are written down."""
    folder = tmp_path_factory.mktemp("dealt")
    server = ServerProcess(folder, str(folder / "tables.sqlite"), module="tests.browser.dealing_server")
    server.start()
    yield f"http://{server.host}"
    server.stop()


def numbers(texts: list[str]) -> list[int]:
    return [int(text.replace("✓ ", "").replace("−", "-")) for text in texts]


RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["spades", "hearts", "diamonds", "clubs"]


def spell(card: Card, part: Card | None = None) -> str:
    """A card as the page reads it out, with what it stands for."""
    if card == JOKER:
        return "joker" if part is None else f"joker as {spell(part)}"
    return f"{RANKS[rank_of(card)]} of {SUITS[suit_of(card)]}"


def read_out(meld: Locator) -> list[str]:
    """The cards of a meld on the table, as the page reads them out."""
    label = meld.get_attribute("aria-label") or ""
    return label.partition(": ")[2].removesuffix(", the chosen card fits here").split(", ")


@dataclass(slots=True)
class Player:
    """A person who does what is written, by their own means, and looks at what comes of it on the other's page too."""

    person: Person
    other: Person
    seat: Seat
    kept: Counter[Card] = field(default_factory=Counter)

    def stands(self) -> tuple[list[str], bool]:
        found: dict[str, object] = self.person.page.evaluate(STANDS)
        acts, bot = found["acts"], found["bot"]
        assert isinstance(acts, list)
        return [str(act) for act in acts], bool(bot)

    def push(self, place: Locator, key: str = "") -> None:
        """Press something: by its key or, where it has none, with Enter on it; or by touch."""
        if self.person.means == "touch":
            self.person.touch(place)
        elif key:
            self.person.page.keyboard.press(key)
        else:
            place.focus()
            self.person.page.keyboard.press("Enter")

    def press(self, act: str, key: str = "") -> None:
        with self.person.seeing_an_answer():
            self.push(self.person.page.locator(f'.prompt [data-act="{act}"]'), key)

    def choose(self, card: Card) -> None:
        """Choose a card of the hand, the first of its face."""
        place = self.person.page.locator(f'.hand [data-card="{print_card(card)}"]').first
        if place.get_attribute("aria-pressed") == "true":
            return
        if self.person.means == "touch":
            self.person.touch(place)
            return
        at = self.person.hand().index(print_card(card))
        keys = self.person.page.keyboard
        self.person.page.evaluate("document.activeElement.blur()")
        keys.press("ArrowRight")  # into the hand, to the card that is chosen, if any
        keys.press("Home")
        for _ in range(at):
            keys.press("ArrowRight")
        keys.press("Enter")

    # --- one act of each kind

    def buy(self) -> None:
        """Buy, having been asked with a clock; the penalty card comes into view, and everybody sees that there is one."""
        page = self.person.page
        expect(page.locator(".prompt h2")).to_contain_text("Do you want it?")
        expect(page.locator(".prompt")).to_contain_text("It comes with a penalty card.")
        for each in (self.person, self.other):
            expect(each.page.locator(f'.row[data-seat="{self.seat}"]')).to_have_class(re.compile(r"\bacts\b"))
            expect(each.page.locator(f'.row[data-seat="{self.seat}"] .clock')).to_be_visible()
        before = Counter(self.person.hand())
        self.press("buy", "b")
        expect(page.locator(".hand [data-card]")).to_have_count(before.total() + 2)
        came = Counter(self.person.hand()) - before
        fresh = page.locator(".hand .fresh").evaluate_all("all => all.map(one => one.dataset.card)")
        assert Counter(fresh) == came
        bought = page.locator(".happened").filter(has_text="You bought ")
        expect(bought).to_contain_text(re.compile("You bought .*, with 1 penalty card: "))
        for each in (self.person, self.other):
            expect(each.page.locator(f'.row[data-seat="{self.seat}"] .bought')).to_contain_text("+1")
        self.kept += Counter(map(parse_card, came.elements()))

    def go_down(self, act: GoDown, *, proposed: bool) -> None:
        """Lay the melds out in trays, or as the table proposes, and go down; both pages show them, each joker with its part."""
        page = self.person.page
        if proposed:
            self.push(page.locator('.prompt [data-act="go_down"]'), "g")
        else:
            self.push(page.locator('.tools [data-act="trays"]'))
            for place, meld in enumerate(act.melds):
                self.push(page.locator(".tray").nth(place).locator(".tray-name"))
                for number, card in enumerate(meld.cards, 1):
                    self.choose(card)
                    expect(page.locator(".tray").nth(place).locator("[data-in-tray]")).to_have_count(number)
        expect(page.locator(".trays .says")).to_have_text("These go down.")
        self.press("lay_down", "g")
        for each in (self.person, self.other):
            melds = each.page.locator(f'.row[data-seat="{self.seat}"] .meld-on')
            expect(melds).to_have_count(len(act.melds))
            for place, meld in enumerate(act.melds):
                assert sorted(read_out(melds.nth(place))) == sorted(map(spell, meld.cards, meld.as_cards))
        self.kept -= Counter(card for meld in act.melds for card in meld.cards)

    def lay(self, act: LayOff | TakeJoker | SlideJoker) -> None:
        """Choose a card and touch a meld, and say where, if that is asked."""
        page = self.person.page
        meld = page.locator(f'.meld-on[data-meld="{act.on}"]')
        before = read_out(meld)
        self.choose(act.card)
        expect(meld).to_have_class(re.compile(r"\bmay\b"))
        with self.person.seeing_an_answer():
            self.push(meld)
        match act:
            case TakeJoker():
                where = "take_joker"
            case SlideJoker(end=end):
                where = f"slide_joker{end}"
            case _:
                where = f"lay_off{act.end or ''}"
        if "back" in self.stands()[0]:
            self.press(where)
        longer = len(before) + (not isinstance(act, TakeJoker))
        for each in (self.person, self.other):
            place = each.page.locator(f'.meld-on[data-meld="{act.on}"]')
            expect(place).to_have_attribute("aria-label", re.compile(rf": [^,]*(, [^,]*){{{longer - 1}}}$"))
            after = Counter(read_out(place))
            gone = Counter(before) - after
            if isinstance(act, LayOff):
                assert not gone
            else:
                assert [text for text in gone if text.startswith("joker as ")] == [f"joker as {spell(act.card)}"]
            if not isinstance(act, LayOff) or act.card != JOKER:
                assert (after - Counter(before))[spell(act.card)] == 1
        self.kept -= Counter([act.card])
        if isinstance(act, TakeJoker):
            self.kept += Counter([JOKER])

    def throw(self, card: Card | None) -> None:
        """Throw a card; without one, that which came and was neither written down nor laid."""
        if card is None:
            (card,) = (Counter(map(parse_card, self.person.hand())) - self.kept).elements()
        else:
            self.kept -= Counter([card])
        self.person.throw(self.person.hand().index(print_card(card)))

    # --- all of them

    def is_asked_for(self, told: str) -> bool:
        """Whether the bar now asks for what the line says."""
        wanted = {"draws": "draw", "takes": "take", "buys": "buy"}.get(told, "discard")
        return wanted in self.stands()[0]

    def go_on(self) -> None:
        """Leave a discard that goes round, and have the next deal dealt."""
        acts, bot = self.stands()
        if "pass" in acts and not bot:
            self.press("pass", "n")
        elif "next" in acts:
            self.press("next")

    def do(self, told: str) -> None:
        """What one line says."""
        if told == CAME:
            self.throw(None)
            return
        proposed = "as proposed " in told
        match act := parse_act(self.seat, told.replace("as proposed ", "")):
            case Draw():
                self.press("draw", "s")
            case Take():
                self.press("take", "d")
            case Buy():
                self.buy()
            case GoDown():
                self.go_down(act, proposed=proposed)
            case LayOff() | TakeJoker() | SlideJoker():
                self.lay(act)
            case Discard(_, card):
                self.throw(card)
            case _:
                raise AssertionError(told)


def lines_of(deal: ByHand) -> list[tuple[str, str]]:
    """Who does what in a deal, in order."""
    pairs = (line.strip().split(": ", 1) for line in deal.told.strip().splitlines())
    return [(name, told) for name, told in pairs]


def play_deal(players: Mapping[str, Player], deal: ByHand, number: int) -> None:
    """All that is written of a deal, done by the two; what else they are asked they leave."""
    for player, hand in zip(players.values(), (deal.ana, deal.bo), strict=True):
        player.kept = Counter(parse_cards(hand))
    shown = False
    for name, told in lines_of(deal):
        while not players[name].is_asked_for(told):
            for player in players.values():
                player.go_on()
        if not shown:
            for player in players.values():
                expect(player.person.page.locator(".bar .number")).to_have_text(f"Deal {number}/7")
            shown = True
        players[name].do(told)


def done_by(record: Record, names: Mapping[str, Player], number: int) -> list[tuple[str, Action]]:
    """What these players did in a deal as the record has it, but for the discards that they left."""
    acts = (act.action for act in record.deals[number - 1].acts)
    who = {player.seat: name for name, player in names.items()}
    return [(who[act.seat], act) for act in acts if act.seat in who and not isinstance(act, Pass)]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("rules", MATCHES)
@pytest.mark.long
def test_a_whole_match_is_played_on_the_page_by_keys_and_by_touch(dealt: str, ana: Person, bo: Person, rules: str) -> None:
    """Everything that is written is done on the page, the record has it and nothing else, and the sheet adds up."""
    match = MATCHES[rules]
    address = make_table(
        ana.context.request, dealt, seats=3, bots=1, rules=rules, switches=match.switches, clock_s=900, by_lot=True
    )
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    expect(ana.page.get_by_role("button", name="Start the match")).to_be_enabled()
    ana.strike(ana.page.get_by_role("button", name="Start the match"))
    players = {"Ana": Player(ana, bo, Seat(0)), "Bo": Player(bo, ana, Seat(1))}
    for number, deal in enumerate(match.deals, 1):
        play_deal(players, deal, number)
    for person in (ana, bo):
        expect(person.page.get_by_role("table", name="How it ended").get_by_role("row")).to_have_count(4)

    record = read_record(ana.context.request.get(f"{ana.page.url}/record").text())
    kinds = set()
    for number, deal in enumerate(match.deals, 1):
        did = done_by(record, players, number)
        for (name, told), (who, act) in zip(lines_of(deal), did, strict=True):
            assert name == who
            kinds.add(type(act))
            if told == CAME:
                assert isinstance(act, Discard)
            else:
                assert act == parse_act(act.seat, told.replace("as proposed ", ""))
    assert kinds >= {Buy, GoDown, LayOff, TakeJoker, *([SlideJoker] if rules == "contract" else [])}

    verdict = verify(record)
    assert verdict.deals == len(match.deals) == 7
    assert verdict.standing.totals[:2] == match.totals
    for person in (ana, bo):
        sheet = person.page.locator(".felt .sheet")
        rows = [numbers(row.locator("td").all_text_contents()) for row in sheet.locator("tbody tr").all()]
        assert len(rows) == 7
        assert [sum(column) for column in zip(*rows, strict=True)] == list(verdict.standing.totals)
        assert numbers(sheet.locator("tfoot td").all_text_contents()) == list(verdict.standing.totals)
        out = [row.locator("td").filter(has_text="✓").count() for row in sheet.locator("tbody tr").all()]
        assert out == [1] * 7


SETS = ("7S 7H 7D", "8S 8H 8D", "9S 9H JK", "TS TH TD", "JS JH JD", "QS QH JK", "KS KH KD", "AS AH AD")
RUNS = ("4C 5C 6C 7C", "3C 4C JK 6C", "TC JC QC KC", "5C 6C 7C 8C", "2C JK 4C 5C", "8C 9C TC JC", "4C 5C 6C 7C", "9C TC JC QC")


def everybody_goes_down(players: int) -> Callable[[RuleSet, Position], Action | None]:
    """All go down as soon as they can, until it is Ana's turn again and all have."""

    def act(rules: RuleSet, position: Position) -> Action | None:
        if len({row.owner for row in position.dealing.on_table.melds}) == players and position.asked == (0,):
            return None
        return first_of(rules, position, GoDown, Draw, Discard)

    return act


def ana_buys_all(rules: RuleSet, position: Position) -> Action | None:
    """Ana buys every discard, and nobody else any, until she holds 21 cards and is asked something."""
    if len(position.dealing.hands[0]) >= 21 and position.asked[0] == 0:
        return None
    return first_of(rules, position, *((Buy,) if position.asked[0] == 0 else ()), Pass, Draw, Discard)


def test_eight_players_and_their_melds_fit_a_phone(sitting: Sitting) -> None:
    hands = [f"{low} {high}" for low, high in zip(SETS, RUNS, strict=True)]
    ana = sitting.at("seven_hands", hands, deal=2, acts=everybody_goes_down(8))
    expect(ana.page.locator(".row.laid")).to_have_count(8)
    wide = ana.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    for row in ana.page.locator(".row").all():
        box = row.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    expect(ana.page.locator(".meld-on .card"), "told in short, where not all have room for their cards").to_have_count(0)
    spills = ana.page.eval_on_selector_all(".row.laid", SPILLS)
    assert spills == []
    assert_accessible_in_both_schemes(ana.page)


@pytest.mark.parametrize("players", [2, 8])
def test_on_a_desk_every_card_of_the_melds_is_seen_and_nothing_is_scrolled(sitting: Sitting, players: int) -> None:
    hands = [f"{low} {high}" for low, high in zip(SETS, RUNS, strict=True)][:players]
    ana = sitting.at("seven_hands", hands, deal=2, acts=everybody_goes_down(players), phone=False)
    expect(ana.page.locator(".row.laid")).to_have_count(players)
    expect(ana.page.locator(".meld-on .card")).to_have_count(7 * players)
    assert ana.page.eval_on_selector_all(".row.laid", SPILLS) == []
    assert ana.page.locator(".rows").evaluate("rows => rows.scrollHeight <= rows.clientHeight")
    heights = ana.page.eval_on_selector_all(".row", "all => all.map(one => Math.round(one.getBoundingClientRect().height))")
    assert sum(heights) >= (400 if players == 2 else 800), "the rows use the room"


def test_every_card_of_a_large_hand_is_touched_by_itself_on_a_phone(sitting: Sitting) -> None:
    ana = sitting.at("seven_hands", [""] * 8, switches={"buy": "two_cards", "deal": "12"}, acts=ana_buys_all)
    page = ana.page
    ana.wait_to_be_asked()
    cards = page.locator(".hand [data-card]")
    assert cards.count() >= 21
    rows = set()
    for place in range(cards.count()):
        card = cards.nth(place)
        box = card.bounding_box()
        assert box is not None
        rows.add(round(box["y"] / 20))
        assert box["width"] >= 38
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        card.tap()
        expect(card).to_have_attribute("aria-pressed", "true")
    assert len(rows) <= 4
    assert_accessible_in_both_schemes(page)


def test_axe_finds_nothing_while_melds_are_laid(sitting: Sitting) -> None:
    ana = sitting.at("contract", ("", "", ""), phone=False)
    page = ana.page
    page.locator('.tools [data-act="trays"]').click()
    page.locator(".hand [data-card]").first.click()
    page.locator(".hand [data-card]").first.click()
    expect(page.locator(".tray .card")).to_have_count(2)
    assert_accessible_on_desk_and_phone(page)
    page.keyboard.press("Escape")
    page.locator('[data-act="standing"]').click()
    page.get_by_label("Buy these cards, leave all others").check()
    page.locator(".faces").get_by_role("button", name="joker").click()
    assert_accessible_on_desk_and_phone(page)
