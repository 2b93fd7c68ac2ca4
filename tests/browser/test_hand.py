"""One's own hand on the page: kept in its order, thrown by every means, playable by keys alone and by touch alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from continental.play.actions import Take
from continental.play.terms import Seat
from tests.browser.laid_tables import Sitting, turns
from tests.browser.person import PHONE, Person, make_table


@pytest.fixture
def ana(sitting: Sitting) -> Person:
    """A person whose turn it is, and after whose turns two bots, who hold nothing, end no hand either."""
    person = sitting.at("house", ("", "", ""), phone=False)
    person.wait_to_be_asked()
    return person


def start(person: Person, served: str) -> None:
    person.open(make_table(person.context.request, served, seats=3, bots=2, start=True))
    person.wait_to_be_asked()


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(person: Person) -> None:
    person.press("draw")
    person.page.wait_for_selector('[data-act="discard"]')


def test_a_card_dragged_to_another_place_stays_there_over_updates_and_a_reload(ana: Person) -> None:
    ana.sort("Rank")
    before = ana.hand()
    cards = ana.page.locator(".hand [data-card]")
    x, y = middle(cards.nth(0))
    to_x, to_y = middle(cards.nth(4))
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x + 20, y, steps=2)
    ana.page.mouse.move(to_x + 12, to_y, steps=4)
    ana.page.mouse.up()
    own = [*before[1:5], before[0], *before[5:]]
    assert ana.hand() == own
    expect(ana.page.get_by_role("button", name="Own order")).to_have_attribute("aria-pressed", "true")
    draw(ana)
    assert ana.hand()[:10] == own
    expect(cards.nth(10)).to_have_class("card s-J fresh" if ana.hand()[10] == "JK" else f"card s-{ana.hand()[10][1]} fresh")
    ana.page.reload()
    ana.wait_to_be_asked()
    assert ana.hand()[:10] == own


def test_a_cancelled_drag_changes_nothing(ana: Person) -> None:
    before = ana.hand()
    cards = ana.page.locator(".hand [data-card]")
    x, y = middle(cards.nth(2))
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(x + 150, y, steps=3)
    ana.page.keyboard.press("Escape")
    ana.page.mouse.up()
    assert ana.hand() == before


def test_a_card_dragged_to_the_discards_is_thrown(ana: Person) -> None:
    draw(ana)
    card = ana.page.locator(".hand [data-card]").nth(3)
    face = ana.hand()[3]
    x, y = middle(card)
    to_x, to_y = middle(ana.page.locator('[data-place="discards"]'))
    ana.page.mouse.move(x, y)
    ana.page.mouse.down()
    ana.page.mouse.move(to_x, to_y, steps=6)
    ana.page.mouse.up()
    expect(ana.page.locator(".happened")).to_contain_text("You threw")
    expect(ana.page.locator(".hand [data-card]")).to_have_count(10)
    assert ana.hand().count(face) <= 1


def test_a_turn_is_played_by_keys_alone(ana: Person) -> None:
    keys = ana.page.keyboard
    keys.press("s")
    expect(ana.page.locator(".hand [data-card]")).to_have_count(11)
    keys.press("ArrowRight")
    cards = ana.page.locator(".hand [data-card]")
    expect(cards.nth(0)).to_be_focused()
    keys.press("ArrowRight")
    keys.press("Shift+ArrowRight")
    expect(cards.nth(2)).to_be_focused()
    keys.press("Enter")
    expect(cards.nth(2)).to_have_attribute("aria-pressed", "true")
    keys.press("Enter")
    expect(cards).to_have_count(10)
    held = ana.page.evaluate("document.activeElement.closest('.hand, .prompt') !== null")
    assert held, "the focus stays in the hand when the card in it is thrown"
    ana.wait_to_be_asked()


def test_the_move_of_another_does_not_take_the_focus(ana: Person) -> None:
    draw(ana)
    cards = ana.page.locator(".hand [data-card]")
    cards.nth(0).click()
    cards.nth(5).focus()
    name = cards.nth(5).get_attribute("data-held")
    ana.page.evaluate("document.querySelector('[data-act=discard]').onclick()")
    ana.page.wait_for_selector('.prompt [data-act="draw"]')
    expect(cards).to_have_count(10)
    assert ana.page.evaluate("document.activeElement.dataset.held") == name


def test_tap_and_tap_the_pile_throws_on_a_phone_and_every_card_is_wide_enough(browser: Browser, served: str) -> None:
    person = Person.come(browser, viewport=PHONE, touch=True)
    start(person, served)
    person.page.tap('[data-place="stock"]')
    cards = person.page.locator(".hand [data-card]")
    expect(cards).to_have_count(11)
    for place in range(11):
        box = cards.nth(place).bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844
        cards.nth(place).tap()
        expect(cards.nth(place)).to_have_attribute("aria-pressed", "true")
    person.page.tap('[data-place="discards"]')
    expect(cards).to_have_count(10)
    person.leave()


def test_the_sorts_put_suits_ranks_and_melds_together(ana: Person) -> None:
    ana.page.keyboard.press("1")
    suits = [card[-1] for card in ana.hand() if card != "JK"]
    assert sum(one != two for one, two in pairwise(suits)) == len(set(suits)) - 1
    ana.page.keyboard.press("2")
    ranks = ["A23456789TJQK".index(card[0]) for card in ana.hand() if card != "JK"]
    assert ranks == sorted(ranks)
    ana.page.keyboard.press("3")
    expect(ana.page.get_by_role("button", name="Melds")).to_have_attribute("aria-pressed", "true")
    melded = ana.page.eval_on_selector_all(".worth .meld .face", "all => all.length")
    assert 0 <= melded <= 10


def test_while_advice_is_awaited_its_line_keeps_its_place_unseen(ana: Person) -> None:
    held: list[str] = []
    pages: list[WebSocketRoute] = []

    def through(page: WebSocketRoute) -> None:
        pages.append(page)
        server = page.connect_to_server()
        # of the hand before the draw advice is let through, of the one after it not yet
        server.on_message(lambda text: held.append(str(text)) if is_held(str(text)) else page.send(text))

    def is_held(text: str) -> bool:
        return text.startswith('{"advice"') and '"thrown":"' in text

    ana.page.route_web_socket("**/socket", through)
    ana.page.reload()
    ana.wait_to_be_asked()
    line = ana.page.locator(".hand .worth")
    expect(line).to_be_visible()
    before = line.bounding_box()
    draw(ana)
    expect(line).to_have_class("worth unadvised")
    expect(line).to_be_hidden()
    assert line.bounding_box() == before
    while not held:
        ana.page.wait_for_timeout(10)
    pages[-1].send(held[-1])
    expect(line).to_have_class("worth")
    expect(line).to_contain_text("throwing")
    pages[-1].send(held[-1].replace('"v":', '"v":9'))  # of a version that is not shown
    expect(line).to_have_class("worth")


def test_what_is_touched_out_of_turn_says_why(ana: Person) -> None:
    draw(ana)
    ana.page.click('[data-place="stock"]')
    expect(ana.page.locator(".prompt .note")).to_have_text("You have a card already: throw one.")
    ana.page.click('[data-act="why"]')
    expect(ana.page.locator(".reasons dd").first).not_to_be_empty()


def test_the_throw_button_is_dark_for_a_card_that_may_not_be_thrown(sitting: Sitting) -> None:
    taken = Take(Seat(0))
    person = sitting.at("house", ("3S 5H 7D 9C JS KH 4S 4C 6S 8H", "", ""), upcard="8H", acts=(taken,), phone=False)
    assert "discard" in person.wait_to_be_asked()
    button = person.page.locator('.prompt [data-act="discard"]')
    for card, is_dark in (("8H", "true"), ("KH", None), ("8H", "true")):
        chosen = person.page.locator(f'.hand [data-card="{card}"]').first
        if chosen.get_attribute("aria-pressed") == "false":
            chosen.click()
        expect(button).to_contain_text("eight of hearts" if card == "8H" else "king of hearts")
        if is_dark:
            expect(button).to_have_attribute("aria-disabled", "true")
        else:
            expect(button).not_to_have_attribute("aria-disabled", "true")
    before = person.hand()
    button.click(force=True)
    expect(person.page.locator(".prompt .note")).not_to_be_empty()
    assert person.hand() == before
    person.page.locator('.hand [data-card="KH"]').click()
    person.press("discard")
    expect(person.page.locator('.hand [data-card="KH"]')).to_have_count(0)


def test_a_refusal_writes_a_card_as_the_page_does(sitting: Sitting) -> None:
    first_lap = turns("0 draw QC", "1 draw AS", "2 draw AD")
    hands = ("3S 5H 7D 9C JS KH 4S 4C 6S 8H", "", "")
    person = sitting.at("house", hands, upcard="2C", draws="QC AS AD QD", acts=first_lap)
    person.wait_to_be_asked()
    person.page.click('[data-act="why"]')
    expect(person.page.locator(".reasons")).to_contain_text("Nine cards must be melded beside the 3♠; they cannot all be.")


def test_moving_cards_are_out_of_the_way_and_soon_gone(browser: Browser, served: str) -> None:
    person = Person.come(browser)
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.add_init_script(
        "window.flown = []; new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(node =>"
        " node.classList?.contains('ghost') && window.flown.push(getComputedStyle(node).pointerEvents))))"
        ".observe(document, {childList: true, subtree: true})"
    )
    start(person, served)
    draw(person)
    expect(person.page.locator(".ghost")).to_have_count(0)
    flown = person.page.evaluate("window.flown")
    assert flown
    assert set(flown) == {"none"}
    person.leave()
