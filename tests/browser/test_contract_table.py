"""A contract game's table by touch, drag and keys: going down from trays, lay-offs, jokers, claims, standing answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from continental.cards import parse_cards
from continental.engine import options
from continental.play.actions import Action, Buy, Discard, Draw, GoDown, Pass
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from tests.browser.axe import assert_accessible
from tests.browser.laid_tables import Sitting, first_of, turns
from tests.browser.person import PHONE, Person


def in_hand(person: Person, card: str, nth: int = 0) -> Locator:
    return person.page.locator(f'.hand [data-card="{card}"]').nth(nth)


def tray(person: Person, place: int) -> Locator:
    return person.page.locator(".tray").nth(place)


def drawn_and_unclaimed(person: Person) -> None:
    """Draw from the stock, and wait until whoever was asked about the discard has answered."""
    person.press("draw")
    person.page.wait_for_selector('.prompt [data-act="discard"]')


RUNS_AND_SETS = ("7S 7H 7D 4H 6H JK 5H JK 9C 2C", "", "", "", "")


def down_with_a_joker_in_the_run(sitting: Sitting, *, phone: bool = True, **wish: str) -> Person:
    person = sitting.at("contract", RUNS_AND_SETS, deal=2, upcard="KC", draws="KD QD", switches=wish, phone=phone)
    person.wait_to_be_asked()
    drawn_and_unclaimed(person)
    person.page.locator('.tools [data-act="trays"]').click()
    for card in ("7S", "7H", "7D"):
        in_hand(person, card).click()
    tray(person, 1).locator(".tray-name").click()
    for card in ("4H", "JK", "6H"):
        in_hand(person, card).click()
    expect(tray(person, 1)).to_have_class(re.compile(r"\bmet\b"))
    person.page.locator('[data-act="lay_down"]').click()
    expect(person.page.locator(".at-you .meld-on")).to_have_count(2)
    return person


def test_cards_tapped_into_trays_go_down_and_the_page_says_what_is_missing(sitting: Sitting) -> None:
    person = sitting.at("contract", RUNS_AND_SETS, deal=2, upcard="KC", draws="KD")
    person.wait_to_be_asked()
    expect(person.page.locator(".bar .asks")).to_have_text("set of 3, run of 3")
    drawn_and_unclaimed(person)
    person.page.locator('.tools [data-act="trays"]').tap()
    says = person.page.locator(".trays .says")
    expect(says).to_have_text("Missing: set of 3, run of 3.")
    in_hand(person, "4H").tap()
    in_hand(person, "6H").tap()
    expect(person.page.locator(".tray .card")).to_have_count(2)
    expect(person.page.locator('[data-act="lay_down"]')).to_have_attribute("aria-disabled", "true")
    person.page.locator('[data-act="lay_down"]').tap(force=True)
    expect(person.page.locator(".prompt .note")).to_have_text("Missing: set of 3, run of 3.")
    in_hand(person, "JK").tap()
    expect(says).to_have_text("Missing: set of 3.")
    expect(tray(person, 0)).to_contain_text("Run of 3")
    tray(person, 1).locator(".tray-name").tap()
    for card in ("7S", "7H", "7D"):
        in_hand(person, card).tap()
    expect(says).to_have_text("These go down.")
    person.page.locator('[data-in-tray="7D"]').tap()
    expect(says).to_have_text("Missing: set of 3.")
    in_hand(person, "7D").tap()
    expect(says).to_have_text("These go down.")
    person.press("lay_down")
    melds = person.page.locator(".at-you .meld-on")
    expect(melds).to_have_count(2)
    run = person.page.get_by_role("button", name="Your run: four of hearts, joker as five of hearts, six of hearts")
    expect(run).to_be_visible()
    assert_accessible(person.page)
    expect(run).to_have_attribute("aria-expanded", "true")
    expect(run.locator(".card")).to_have_count(3)
    run.tap()
    expect(run).to_have_attribute("aria-expanded", "false")
    expect(run.locator(".card")).to_have_count(0)


def test_a_jokers_part_is_chosen_in_its_tray(sitting: Sitting) -> None:
    person = sitting.at("contract", ("7S 7H 7D 4H 5H JK KS QC 9C 2C", "", ""), deal=2, upcard="KC", draws="KD")
    person.wait_to_be_asked()
    drawn_and_unclaimed(person)
    person.page.locator('.tools [data-act="trays"]').tap()
    for card in ("4H", "5H", "JK"):
        in_hand(person, card).tap()
    turn = tray(person, 0).get_by_role("button", name="Joker elsewhere")
    expect(turn).to_be_visible()
    parts = []
    for _ in range(2):
        joker = person.page.locator('[data-in-tray="JK"]')
        parts.append(joker.get_attribute("aria-label"))
        turn.tap()
        expect(joker).not_to_have_attribute("aria-label", str(parts[-1]))
    assert set(parts) == {"Take joker as three of hearts back", "Take joker as six of hearts back"}
    expect(person.page.locator('[data-in-tray="JK"]')).to_have_attribute("aria-label", str(parts[0]))


def test_the_proposal_is_one_tap_away(sitting: Sitting) -> None:
    person = sitting.at("contract", RUNS_AND_SETS, deal=2, upcard="KC", draws="KD")
    person.wait_to_be_asked()
    expect(person.page.locator(".tools")).to_contain_text("enough to go down")
    drawn_and_unclaimed(person)
    person.page.locator('[data-act="go_down"]').tap()
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    person.press("lay_down")
    expect(person.page.locator(".at-you .meld-on")).to_have_count(2)


def test_at_a_table_without_help_nothing_is_proposed(sitting: Sitting) -> None:
    person = Person.come(sitting.browser, viewport=PHONE, touch=True)
    sitting.person = person
    wish = {
        "name": "Ana",
        "rules": "fournier",
        "ante_cents": 0,
        "seats": 2,
        "bots": ["greedy"],
        "pace_ms": 0,
        "help": "off",
        "start": True,
    }
    answer = person.context.request.post(f"{sitting.served}/rooms", data=wish, headers={"content-type": "application/json"})
    person.open(sitting.served + answer.json()["path"])
    person.page.wait_for_selector(".hand [data-card]")
    expect(person.page.locator(".tools")).not_to_contain_text(re.compile("short|go down"))


def test_a_card_that_fits_in_several_ways_asks_where(sitting: Sitting) -> None:
    person = down_with_a_joker_in_the_run(sitting, joker_owner="owner_too")
    in_hand(person, "5H").tap()
    fitting = person.page.locator(".meld-on.may")
    expect(fitting).to_have_count(1)
    fitting.tap()
    expect(person.page.get_by_role("heading", name="Where is five of hearts to go?")).to_be_visible()
    assert {act.split("_")[0] for act in person.asked()} == {"take", "slide", "back"}
    person.page.locator('.prompt [data-act="back"]').tap()
    expect(person.page.locator('.prompt [data-act="discard"]')).to_be_visible()
    fitting.tap()
    person.press("slide_jokerhigh")
    expect(
        person.page.get_by_role(
            "button", name="Your run: four of hearts, five of hearts, six of hearts, joker as seven of hearts"
        )
    ).to_be_visible()
    expect(in_hand(person, "5H")).to_have_count(0)


TAKEN = {
    "seven_hands": ("7S 7C 7D 4H JK 6H 7H 5H QS QC 9C 2C", {"joker_reclaim": "from_runs"}),
    "fournier": ("7S 7C 7D 4H JK 6H 7H", {"joker_take": "keep_in_hand"}),
    "contract": ("7S 7C 7D 4H JK 6H 5H QC 9C 2C", {"joker_take": "own_turn", "joker_owner": "owner_too"}),
}


@pytest.mark.parametrize("rules", TAKEN)
def test_a_joker_is_taken_for_its_card_and_comes_into_the_hand(sitting: Sitting, rules: str) -> None:
    hand, switches = TAKEN[rules]
    person = sitting.at(rules, (hand, "", ""), deal=2, upcard="KC", draws="5H KD", switches=switches)
    person.wait_to_be_asked()
    drawn_and_unclaimed(person)
    for card in ("7S", "7C", "7D"):
        in_tray(person, 0, card)
    for card in ("4H", "JK", "6H", "7H" if "7H" in hand else ""):
        in_tray(person, 1, card)
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    person.press("lay_down")
    in_hand(person, "5H").tap()
    person.page.locator(".meld-on.may").tap()
    if person.asked()[0] != "discard":
        person.press("take_joker")
    expect(person.page.get_by_role("button", name=re.compile("Your run: four of hearts, five of hearts, six"))).to_be_visible()
    expect(in_hand(person, "JK")).to_be_visible()
    expect(person.page.locator(".lately")).to_contain_text("took a joker")


def in_tray(person: Person, place: int, card: str) -> None:
    """Lay a card of the hand into a tray, opening the trays first; no card is no matter."""
    if not person.page.locator(".tray").count():
        person.page.locator('.tools [data-act="trays"]').tap()
    if card:
        tray(person, place).locator(".tray-name").tap()
        in_hand(person, card).tap()


def middle(place: Locator) -> tuple[float, float]:
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_is_laid_off_by_dragging_it_to_the_meld(sitting: Sitting) -> None:
    person = down_with_a_joker_in_the_run(sitting, phone=False, joker_take="no", joker_shift="forbidden")
    run = person.page.locator(".at-you .meld-on.run")
    mouse = person.page.mouse
    mouse.move(*middle(in_hand(person, "JK")))
    mouse.down()
    mouse.move(*middle(run), steps=5)
    mouse.up()
    person.page.wait_for_selector('[data-act="lay_offhigh"]')
    person.press("lay_offhigh")
    expect(
        person.page.get_by_role(
            "button", name="Your run: four of hearts, joker as five of hearts, six of hearts, joker as seven of hearts"
        )
    ).to_be_visible()


def test_going_down_laying_off_and_throwing_by_keys_alone(sitting: Sitting) -> None:
    person = sitting.at(
        "contract",
        ("7S 7H 7D 7C 3H 4H 5H QC 9C 2C", "", ""),
        deal=2,
        upcard="KC",
        draws="KD",
        phone=False,
    )
    keys = person.page.keyboard
    person.wait_to_be_asked()
    keys.press("s")
    person.page.wait_for_selector('.prompt [data-act="discard"]')
    keys.press("g")
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    person.page.locator('.tray [data-in-tray="7C"]').focus()
    keys.press("Enter")
    expect(in_hand(person, "7C")).to_have_count(1)
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    keys.press("g")
    expect(person.page.locator(".at-you .meld-on")).to_have_count(2)
    in_hand(person, "7C").focus()
    keys.press("Enter")
    keys.press("l")
    expect(person.page.locator(".at-you .meld-on.set")).to_have_attribute("aria-label", re.compile("seven of clubs"))
    in_hand(person, "QC").focus()
    keys.press("Enter")
    keys.press("Enter")
    expect(in_hand(person, "QC")).to_have_count(0)


TWICE_LEFT = (
    *turns("0 draw"),
    *map(Pass, map(Seat, (1, 2, 3))),
    Discard(Seat(0), *parse_cards("6S")),
    *turns("1 draw"),
    *map(Pass, map(Seat, (2, 3))),
    Discard(Seat(1), *parse_cards("KD")),
    *turns("2 draw"),
    Pass(Seat(3)),
)
"""Seat 2 left a king to the others, of whom Ana alone has not answered."""


def test_a_claim_names_the_order_and_brings_the_penalty_card_into_view(sitting: Sitting) -> None:
    hands = ("KS KH 4H 5H 8D 9D 2C 3C TS JS", "", "", "")
    person = sitting.at("contract", hands, upcard="2D", draws="6S KD", acts=TWICE_LEFT)
    assert person.wait_to_be_asked() == ("pass", "buy")
    expect(person.page.locator(".prompt h2")).to_contain_text("Do you want it?")
    expect(person.page.locator(".prompt")).to_contain_text("It comes with a penalty card.")
    before = len(person.hand())
    person.page.reload()
    assert "buy" in person.wait_to_be_asked()
    person.page.locator('.prompt [data-act="buy"]').tap()
    expect(person.page.locator(".hand [data-card]").nth(before + 1)).to_be_visible()
    expect(person.page.locator(".happened")).to_contain_text(re.compile("You bought .*, with 1 penalty card: "))
    expect(person.page.locator(".at-you .bought")).to_contain_text("+1")


def is_kept(person: Person) -> None:
    """Wait until the table has the standing answer that the page shows."""
    expect(person.page.locator(".standing")).not_to_have_attribute("aria-busy", "true")


def test_a_standing_answer_is_given_once_and_kept(sitting: Sitting) -> None:
    person = sitting.at("contract", ("KS KH 4H 5H 8D 9D 2C 3C TS JS", "", ""), upcard="2D")
    person.wait_to_be_asked()
    chip = person.page.locator('[data-act="standing"]')
    expect(chip).to_contain_text("ask me")
    chip.tap()
    person.page.get_by_label("Buy these cards, leave all others").check()
    for card in ("king of spades", "joker", "king of hearts"):
        person.page.locator(".faces").get_by_role("button", name=card, exact=True).tap()
    expect(chip).to_contain_text("3 cards")
    expect(person.page.locator('.pick[aria-pressed="true"]')).to_have_count(3)
    is_kept(person)
    person.page.reload()
    expect(chip).to_contain_text("3 cards")
    chip.tap()
    person.page.get_by_label("Never: leave them all").check()
    expect(chip).to_contain_text("never")
    is_kept(person)
    for _ in range(8):  # whatever goes round from here on, nobody asks Ana about it
        acts = person.wait_to_be_asked()
        assert "buy" not in acts
        if "draw" in acts:
            person.press("draw")
        elif "discard" in acts:
            person.throw(-1)
        else:
            break


NOTHING_FITS = "2S 4D 6H 8C TS QD"
"""With it a bot leaves a king."""


@pytest.mark.parametrize("wants", [False, True])
def test_ones_own_discard_is_offered_back_to_those_alone_who_want_that(sitting: Sitting, wants: bool) -> None:
    hands = ("2H 4C 6D 8S TH KH", NOTHING_FITS)
    person = sitting.at("fournier", hands, upcard="JC", draws="9D AH", acts=(Draw(Seat(0)), Pass(Seat(1))))
    person.wait_to_be_asked()
    if wants:
        chip = person.page.locator('[data-act="standing"]')
        chip.tap()
        choice = person.page.get_by_label("Offer me my own discards back")
        expect(choice).not_to_be_checked()
        choice.check()
        is_kept(person)
        chip.tap()
    in_hand(person, "KH").tap()
    person.press("discard")
    acts = person.wait_to_be_asked()
    if not wants:
        assert "buy" not in acts, "the bot's turn went by without a question"
        expect(person.page.locator(".happened")).not_to_contain_text("You passed")
        return
    assert acts == ("pass", "buy")
    expect(person.page.locator(".prompt h2")).to_have_text(re.compile(r"^\w+ passed on your K.*king of hearts\. Take it back\?$"))
    assert_accessible(person.page)
    person.press("buy")
    expect(in_hand(person, "KH")).to_be_visible()


def test_nobody_is_offered_a_choice_about_own_discards_where_they_never_come_back(sitting: Sitting) -> None:
    person = sitting.at("contract", ("", "", ""), upcard="2D")
    person.page.locator('[data-act="standing"]').tap()
    expect(person.page.get_by_label("In later deals too")).to_be_visible()
    expect(person.page.get_by_label("Offer me my own discards back")).to_have_count(0)


def test_play_goes_round_the_way_that_the_game_says(sitting: Sitting) -> None:
    person = sitting.at("fournier", ("", "", "", ""), upcard="KD")
    person.page.wait_for_selector(".hand [data-card]")
    expect(person.page.locator(".bar .way")).to_have_attribute("title", "anticlockwise")
    order = person.page.eval_on_selector_all(".row", "all => all.map(one => Number(one.dataset.seat))")
    assert order == [3, 2, 1, 0]
    person.leave()
    clockwise = sitting.at("contract", ("", "", "", ""), upcard="KD", clock_s=90)
    clockwise.page.wait_for_selector(".hand [data-card]")
    expect(clockwise.page.locator('.row[data-seat="0"] .clock')).to_have_text(re.compile(r"1:[0-3]\d"))
    order = clockwise.page.eval_on_selector_all(".row", "all => all.map(one => Number(one.dataset.seat))")
    assert order == [1, 2, 3, 0]


def test_the_last_deal_asks_for_the_whole_hand_at_once(sitting: Sitting) -> None:
    hand = "AS 2S 3S 4S 6H 7H 8H 9H TD JD QD KD"
    person = sitting.at("contract", (hand, "", ""), deal=7, upcard="2C", draws="5S")
    person.wait_to_be_asked()
    expect(person.page.locator(".bar .asks")).to_have_text("3 runs of 3, the whole hand")
    drawn_and_unclaimed(person)
    person.page.locator('[data-act="go_down"]').tap()
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    person.page.locator('[data-act="lay_down"]').tap()
    expect(person.page.locator(".count .over")).to_be_visible()
    assert_accessible(person.page)
    places = person.page.get_by_role("table", name="How it ended")
    expect(places.get_by_role("row")).to_have_count(4)
    sheet = person.page.locator(".felt .sheet tbody tr")
    expect(sheet).to_have_count(7)
    for row in range(7):
        expect(sheet.nth(row).locator("td").first).not_to_be_empty()


def test_who_is_in_turn_may_still_take_what_another_wants(sitting: Sitting) -> None:
    wanted = (*turns("0 draw"), Buy(Seat(1)))
    person = sitting.at("seven_hands", ("", "", ""), upcard="KD", acts=wanted, switches={"buy": "refusable"})
    assert person.wait_to_be_asked() == ("allow", "take")
    expect(person.page.locator(".prompt h2")).to_have_text(re.compile("Somebody wants .*: you may still take it"))
    person.page.locator('.prompt [data-act="take"]').tap()
    expect(in_hand(person, "KD")).to_be_visible()
    expect(person.page.locator('.prompt [data-act="discard"]')).to_be_visible()


def test_a_discard_is_bought_without_its_penalty_card(sitting: Sitting) -> None:
    hands = ("KS KH 4H 5H 8D 9D 2C 3C TS JS", "", "", "")
    switches = {"penalty_card": "optional"}
    person = sitting.at("contract", hands, upcard="2D", draws="6S KD", acts=TWICE_LEFT, switches=switches)
    assert set(person.wait_to_be_asked()) == {"pass", "buy", "buy_bare"}
    before = len(person.hand())
    person.page.locator('.prompt [data-act="buy_bare"]').tap()
    expect(in_hand(person, "KD")).to_be_visible()
    assert len(person.hand()) == before + 1
    expect(person.page.locator(".happened")).to_contain_text("You bought ")


def both_go_down(rules: RuleSet, position: Position) -> Action | None:
    """Ana goes down and throws; the next one goes down with a joker as the four that Ana holds, of which she is asked."""
    if position.phase is Phase.JOKER:
        return None
    four = parse_cards("4C")[0]
    ways = [act for act in options(rules, position, position.asked[0]) if isinstance(act, GoDown)]
    for way in ways:
        if position.asked == (0,) or any(four in meld.as_cards and four not in meld.cards for meld in way.melds):
            return way
    throws = Discard(Seat(0), *parse_cards("KS"))
    return throws if position.asked == (0,) and position.phase is Phase.PLAY else first_of(rules, position, Pass, Draw)


def test_a_joker_is_taken_out_of_turn(sitting: Sitting) -> None:
    person = sitting.at(
        "contract",
        ("7S 7H 7D 4H 5H 6H KS QS 8D TC", "9S 9H 9D 3C JK 5C QH KD 6S 2D", ""),
        deal=2,
        upcard="KC",
        draws="4C 2S",
        acts=both_go_down,
        switches={"joker_take": "out_of_turn"},
    )
    person.wait_to_be_asked()
    expect(person.page.locator(".prompt h2")).to_have_text("A joker on the table may be yours")
    takes = person.page.get_by_role("button", name=re.compile("Take the joker, leave four of clubs in"))
    takes.tap()
    expect(in_hand(person, "JK")).to_be_visible()
    expect(in_hand(person, "4C")).to_have_count(0)
    expect(
        person.page.get_by_role("button", name=re.compile("run: three of clubs, four of clubs, five of clubs"))
    ).to_be_visible()


def ana_buys_an_ace(rules: RuleSet, position: Position) -> Action | None:
    """Ana has bought one discard, which comes with a penalty card, and it is her turn to draw again."""
    bought = len(position.dealing.hands[0]) > 8
    if bought and position.phase is Phase.DRAW and position.asked == (0,):
        return None
    if position.phase is Phase.PLAY and position.asked[0] in (0, 2):
        return Discard(position.asked[0], *parse_cards("QS" if position.asked[0] == 0 else "AH"))
    wants = position.asked[0] == 0 and position.dealing.discards[-1] == parse_cards("AH")[0]
    return first_of(rules, position, *((Buy,) if wants else ()), Pass, Draw, Discard)


def test_a_further_meld_is_laid_once_one_is_down(sitting: Sitting) -> None:
    person = sitting.at(
        "fournier",
        ("7S 7H 7D 9S 9H 9D AS", "", "AH"),
        upcard="KC",
        draws="QS",
        penalty="AD",
        acts=ana_buys_an_ace,
        switches={"new_melds_after_exposing": "yes", "deal": "contract_and_one"},
    )
    person.wait_to_be_asked()
    drawn_and_unclaimed(person)
    for melds in (2, 3):
        go_down = person.page.locator('[data-act="go_down"]')
        expect(go_down).to_have_text(re.compile("Go down" if melds == 2 else "Lay a further meld"))
        go_down.tap()
        expect(person.page.locator(".trays .says")).to_have_text("These go down.")
        person.press("lay_down")
        expect(person.page.locator(".at-you .meld-on")).to_have_count(melds)
    assert len(person.hand()) == 1


def test_a_wild_two_is_tapped_into_a_tray_and_shows_its_part(sitting: Sitting) -> None:
    hand = "7S 7H 2C 9S 2D 9D KS QS JH TH"
    person = sitting.at("contract", (hand, "", ""), upcard="KC", draws="4S", switches={"deuces_wild": "on"})
    person.wait_to_be_asked()
    drawn_and_unclaimed(person)
    for place, cards in enumerate(("7S 7H 2C", "9S 9D 2D")):
        for card in cards.split():
            in_tray(person, place, card)
    expect(person.page.locator(".trays .says")).to_have_text("These go down.")
    expect(person.page.locator('[data-in-tray="2C"]')).to_have_attribute(
        "aria-label", re.compile("Take two of clubs as seven of .* back")
    )
    person.press("lay_down")
    sevens = person.page.get_by_role("button", name=re.compile("Your set: .*two of clubs as seven of (clubs|diamonds)"))
    expect(sevens).to_be_visible()
    expect(sevens.locator(".card .part")).to_have_text(re.compile("=7"))
