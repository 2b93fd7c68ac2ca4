"""Learning and trust in the browser: shuffles redone, deals stepped through, the example, the rules, and the installed app."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import assert_accessible_on_desk_and_phone
from tests.browser.person import Person, is_file, make_table

ROOT: Final = Path(__file__).parents[2]
MOST_BYTES: Final = 60_000
"""As sent, the same as for the pages of the pad."""


@pytest.fixture(scope="module")
def ana(served: str, browser: Browser) -> Iterator[Person]:
    """Somebody who has played a deal to its end, and sits in the second; `page` is on the table."""
    person = Person.come(browser)
    is_second = False
    while not is_second:
        table = make_table(
            person.context.request,
            served,
            seats=4,
            bots=3,
            switches={"split_scope": "off", "discard_view": "all"},
            start=True,
            by_lot=True,
        )
        person.open(table)
        is_second = comes_to_the_second_deal(person)
    yield person
    person.leave()


def comes_to_the_second_deal(person: Person) -> bool:
    """Play until the second deal asks something; return False if the match ends sooner, as one in some hundred does."""
    pressed = None
    while pressed != "next":
        if "again" in person.wait_to_be_asked():
            return False
        pressed = person.do(prefer=("buy",))
    return "again" not in person.wait_to_be_asked()


@pytest.fixture
def table(ana: Person) -> str:
    return ana.page.url.partition("#")[0]


@pytest.fixture
def reader(browser: Browser) -> Iterator[Person]:
    """Somebody who has the link and nothing else."""
    person = Person.come(browser)
    yield person
    person.leave()


def in_page(page: Page, served: str, script: str, *, modules: str = "learn/verify-shuffle", given: object = None) -> Any:
    """What a script comes to that has the modules of the page as `it` and `given`."""
    page.goto(f"{served}/offline")
    return page.evaluate(
        f"async (given) => {{ const it = await import('/static/{modules}.js'); return await (async () => {script})(); }}", given
    )


# --- the shuffle, redone


def published() -> dict[str, str]:
    """The values that `docs/shuffle.md` publishes to check a program against."""
    text = (ROOT / "docs" / "shuffle.md").read_text("utf-8")
    dice = re.search(r"^Dice `([0-9a-f]{64})`", text, re.MULTILINE)
    assert dice
    rows = re.findall(r"^\| ([^|]+) \| `([^`]+)` \|$", text, re.MULTILINE)
    return {"dice": dice[1], **{what.strip(): value for what, value in rows}}


@pytest.mark.parametrize("own", [False, True], ids=["web-crypto", "own-lines"])
def test_the_browser_shuffles_as_is_published(served: str, reader: Person, own: bool) -> None:
    values = published()
    script = """{
        const dice = it.bytesOf(given.dice);
        const words = [];
        const row = it.wordsOf(dice, "pack", given.own);
        while (words.length < 10) words.push((await row.next()).value.toString(16).padStart(8, "0"));
        return {
            crypto: it.hasWebCrypto,
            commitment: it.hexOf(await it.sha256(dice, given.own)),
            words: words.join(" "),
            pack: (await it.shuffled(dice, "pack", it.packOf({ decks: 2, jokers: 3 }), given.own)).join(" "),
            rebuilt: (await it.shuffled(dice, "rebuild 1", ["AS", "2S", "3S", "4S", "5S", "6S"], given.own)).join(" "),
            dealer: await it.lot(dice, "first dealer", 6),
        };
    }"""
    found = in_page(reader.page, served, script, given={"dice": values["dice"], "own": own})
    assert found == {
        "crypto": True,
        "commitment": values["commitment"],
        "words": values["first words under `pack`"],
        "pack": values["pack for 2 players (107 cards), bottom to top"],
        "rebuilt": values["`AS 2S 3S 4S 5S 6S` under `rebuild 1`"],
        "dealer": int(values["a number below 6 under `first dealer`"]),
    }


def test_our_own_sha_256_is_the_browsers_for_every_length(served: str, reader: Person) -> None:
    script = """{
        const differ = [];
        for (let length = 0; length < 200; length++) {
            const bytes = Uint8Array.from({ length }, (_, place) => (place * 7 + length) % 256);
            const same = async (ours) => it.hexOf(await ours(true)) === it.hexOf(await ours(false));
            if (!(await same((own) => it.sha256(bytes, own)))) differ.push(length);
            if (length && !(await same((own) => it.hmac(bytes, bytes, own)))) differ.push(-length);
        }
        return differ;
    }"""
    assert in_page(reader.page, served, script) == []


def test_a_tables_deals_are_checked_and_held_to_what_this_browser_was_shown(ana: Person, table: str) -> None:
    page = ana.context.new_page()
    page.goto(f"{table}/verify")
    expect(page.locator(".verdict")).to_have_text("✓ All agrees: 1 deal was shuffled as the dice say.")
    running, over = page.locator(".deal").all()
    expect(running).to_contain_text("its dice stay secret until it is over")
    expect(running).to_contain_text("The commitment is the one that this browser was shown before the deal.")
    over.locator("summary").first.click()
    for said in (
        "The commitment is the one that this browser was shown before the deal.",
        "The commitment is the SHA-256 of the dice.",
        "that the table dealt are those that follow",
        "The ten cards that you held at the start are among them",
        "each the next one of that order",
    ):
        expect(over.locator(".findings")).to_contain_text(said)
    expect(over.locator(".dealt li")).to_have_count(4)
    expect(over.locator(".dealt .card")).to_have_count(40)
    seen = page.locator("[data-seen]").all_inner_texts()
    assert sum(map(int, seen)) == 4
    page.close()


def test_a_table_that_lied_is_found_out(ana: Person, table: str) -> None:
    page = ana.context.new_page()

    def other_cards(route: Any) -> None:
        told = route.fetch().json()
        dealt = told["matches"][0]["dealt"]["1"]
        dealt["hands"][0], dealt["hands"][1] = dealt["hands"][1], dealt["hands"][0]
        dealt["stock"].reverse()
        route.fulfill(json=told)

    page.route("**/verify.json", other_cards)
    page.goto(f"{table}/verify")
    expect(page.locator(".verdict")).to_have_text("✕ 1 thing does not agree, marked ✕ below.")
    expect(page.locator(".deal .findings .bad")).to_contain_text("are not those that follow from the dice")
    page.unroute("**/verify.json")
    page.evaluate(
        """() => {
            const key = Object.keys(localStorage).find((each) => each.startsWith("continental:shown:"));
            const kept = JSON.parse(localStorage[key]);
            window.before = localStorage[key];
            kept[1][1].commitment = "0".repeat(64);
            kept[1][1].hand = kept[1][1].hand.map(() => "JK");
            localStorage[key] = JSON.stringify(kept);
            window.key = key;
        }"""
    )
    key, before = page.evaluate("() => [window.key, window.before]")
    page.reload()
    expect(page.locator(".verdict")).to_have_text("✕ 2 things do not agree, marked ✕ below.")
    expect(page.locator(".deal .findings")).to_contain_text(["This browser was shown another commitment before the deal: 0000"])
    page.evaluate("([key, before]) => localStorage.setItem(key, before)", [key, before])
    page.close()


def paste(page: Page, text: str) -> None:
    page.get_by_label("The text of a record").fill(text)
    page.get_by_role("button", name="Check it").click()


def test_any_record_can_be_pasted_in(served: str, reader: Person) -> None:
    page = reader.page
    page.goto(f"{served}/verify")
    for record in sorted((ROOT / "records" / "house").glob("*.record")):
        text = record.read_text("utf-8")
        over = text.count("\ndice: ")
        paste(page, text)
        shuffled = f"✓ All agrees: {over} deal{'s were' if over > 1 else ' was'} shuffled"
        expect(page.locator("#pasted .verdict"), record.name).to_contain_text(shuffled)
        expect(page.locator("#pasted .deal"), record.name).to_have_count(text.count("\ndeal "))


def test_a_record_that_does_not_agree_says_where(served: str, reader: Person) -> None:
    page = reader.page
    page.goto(f"{served}/verify")
    right = (ROOT / "records" / "house" / "whole_match.record").read_text("utf-8")
    lines = right.split("\n")
    draw = next(place for place, line in enumerate(lines) if re.search(r": draws \(", line))
    card = "2S" if "(2S" not in lines[draw] else "3S"
    wrong = [*lines]
    wrong[draw] = re.sub(r"\((..)", f"({card}", wrong[draw])
    paste(page, "\n".join(wrong))
    expect(page.locator("#pasted .verdict")).to_contain_text("✕ 1 thing does not agree")
    expect(page.locator("#pasted .findings .bad").first).to_contain_text(f"Line {draw + 1} of the record:")
    paste(page, re.sub(r"^dice: ..", "dice: 00", right, count=1, flags=re.MULTILINE))
    expect(page.locator("#pasted .findings").first).to_contain_text("which is not the commitment.")
    for text, said in (
        ("", "Line 1: a record begins with the line"),
        ("continental record 2", "Line 1: this page knows records of version 1."),
        ("continental record 1\nhello", "Line 2: this is no line of a record."),
        ("continental record 1\nrules: house 1", "Line 1: the record lacks its rules or its seats."),
        ("continental record 1\nrules: house 1\nseat 0: A\ndeal 1\ndice: 0", "Line 5: commitment and dice are 64"),
        ("continental record 1\nrules: house 1\nseat 0: A\ndeal 1\n0 A: draws\u2028on", "Line 5: this is no line of a record."),
    ):
        paste(page, text)
        expect(page.locator("#pasted .bad")).to_contain_text(said)


# --- a finished deal


def test_a_deal_is_stepped_through_by_keys_buttons_and_slider(reader: Person, table: str) -> None:
    page = reader.page
    page.goto(f"{table}/deal/1")
    expect(page.locator(".said")).to_contain_text("Deal 1:")
    expect(page.locator(".held-hand .card:not(.back)")).to_have_count(40)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".place-told")).to_contain_text("step 1 of")
    expect(page.locator(".held-hand .card:not(.back)")).to_have_count(41)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".said")).to_contain_text("threw")
    page.get_by_role("button", name="One step back").click()
    slider = page.get_by_role("slider", name="Place in the deal")
    slider.fill("3")
    expect(page.locator(".place-told")).to_contain_text("step 3 of")
    page.reload()
    expect(page.locator(".place-told")).to_contain_text("step 3 of")
    page.keyboard.press("Home")
    expect(page.locator(".place-told")).to_contain_text("step 0 of")
    page.keyboard.press("End")
    expect(page.locator(".result")).to_be_visible()


def test_the_result_is_shown_at_the_end_and_nowhere_before_it(reader: Person, table: str) -> None:
    page = reader.page
    page.goto(f"{table}/deal/1")
    last = int((page.locator(".place-told").inner_text()).split()[-1])
    for at in range(last):
        expect(page.locator(".place-told")).to_have_text(f"step {at} of {last}")
        assert page.locator(".result").count() == 0
        if at < last - 6:
            assert {text.split()[-1] for text in page.locator(".figures").all_inner_texts()} == {"0"}
        page.keyboard.press("ArrowRight")
    expect(page.locator(".result tbody tr")).to_have_count(4)


def test_one_seats_eyes_see_its_own_cards_alone(reader: Person, table: str) -> None:
    page = reader.page
    page.goto(f"{table}/deal/1")
    page.get_by_label("Seen by").select_option(label="Ana")
    expect(page.locator(".held-hand .card:not(.back)")).to_have_count(10)
    expect(page.locator(".held-hand").last).to_contain_text("Ana")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        said = page.locator(".said").inner_text()
        if "drew" in said and not said.startswith("Ana"):
            assert "drew from the stock" in said
    page.get_by_label("Seen by").select_option("open")
    expect(page.locator(".held-hand .card.back")).to_have_count(0)


def test_a_deal_that_runs_is_refused_in_a_sentence_and_the_record_can_be_saved(reader: Person, table: str) -> None:
    page = reader.page
    page.goto(f"{table}/deal/2")
    expect(page.get_by_text("There is no deal 2 here that is over")).to_be_visible()
    reader.faults.clear()  # the browser notes the refusal's HTTP status, as it should
    page.goto(f"{table}/deal/1")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this deal").click()
    assert Path(saved.value.path()).read_text("utf-8").startswith("continental record 1\n")


# --- the example, the rules


def test_the_example_is_walked_through_from_the_lobby_and_can_be_left(served: str, reader: Person) -> None:
    page = reader.page
    page.goto(served)
    page.get_by_role("link", name="How it is played").click()
    expect(page.get_by_role("heading", name="Stay low")).to_be_visible()
    for title in ("Melds cost nothing", "Jokers are wild", "Draw one card"):
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.locator(".own-hand .card")).to_have_count(11)
    expect(page.locator(".held-hand:not(.own-hand) .card:not(.back)")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Throw one card")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="The window")).to_be_visible()
    expect(page.locator(".held-hand .card.back")).to_have_count(0)
    page.get_by_role("button", name="Back").click()
    page.get_by_role("link", name="Skip to the start page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_table_leads_to_its_rules_and_its_shuffles(ana: Person, table: str) -> None:
    for name, heading in (("The rules", "as this table plays them"), ("Was the shuffle fair?", "Was the shuffle fair?")):
        with ana.context.expect_page() as opened:
            ana.page.get_by_role("link", name=name).click()
        expect(opened.value.locator("h1")).to_contain_text(heading)
        opened.value.close()


def test_the_rules_print_without_what_paper_cannot_use(reader: Person, table: str) -> None:
    page = reader.page
    page.goto(f"{table}/rules")
    expect(page.locator(".departures li")).to_have_count(2)
    page.emulate_media(media="print")
    expect(page.locator(".links")).to_be_hidden()
    expect(page.get_by_text("Two 52-card decks")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


# --- every page: readable, light, nothing from elsewhere


def pages_of(served: str, table: str) -> dict[str, str]:
    return {
        "example": f"{served}/example",
        "replay": f"{table}/deal/1",
        "verify": f"{table}/verify",
        "verify any": f"{served}/verify",
        "rules": f"{table}/rules",
        "house rules": f"{served}/rules/house",
        "all rules": f"{served}/rules",
        "offline": f"{served}/offline",
    }


READY: Final = {"example": ".scene", "replay": ".scene", "verify": ".verdict"}


@pytest.mark.timeout(300)
@pytest.mark.long
def test_axe_finds_nothing_and_nothing_overflows(served: str, reader: Person, table: str) -> None:
    page = reader.page
    for name, address in pages_of(served, table).items():
        page.goto(address)
        if name in READY:
            page.wait_for_selector(READY[name])
        if name == "verify":
            for deal in page.locator(".deal:not([open]) > summary").all():
                deal.click()
        assert_accessible_on_desk_and_phone(page)
        if name in ("example", "replay"):
            page.keyboard.press("End")
            assert_accessible_on_desk_and_phone(page)


@pytest.mark.timeout(300)
def test_every_page_is_light_and_asks_nobody_else(served: str, browser: Browser, table: str) -> None:
    for name, address in {**pages_of(served, table), "lobby": served, "table": table}.items():
        person = Person.come(browser)
        files = person.files_loaded()
        person.open(address)
        person.page.wait_for_load_state("networkidle")
        assert [file.url for file in files if not file.url.startswith(served)] == [], name
        weights = {file.url: int(file.headers["content-length"]) for file in files if is_file(file)}
        assert 10_000 < sum(weights.values()) < MOST_BYTES, (name, weights)
        person.leave()


# --- the installed app


def test_the_installed_app_keeps_its_shell_and_never_a_table(served: str, browser: Browser, table: str) -> None:
    person = Person.come(browser, installed=True)
    page = person.page
    person.open(served)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    person.open(table)
    page.wait_for_selector(".seats")
    page.goto(f"{table}/verify")
    page.wait_for_selector(".verdict")
    kept: list[str] = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) found.push(...(await (await caches.open(name)).keys()));
            return found.map((one) => new URL(one.url).pathname);
        }"""
    )
    assert any(path.endswith("/app.js") for path in kept)
    assert sorted(path for path in kept if not path.startswith("/static/")) == ["/hand", "/offline", "/pad", "/pad/kept"]
    for path in ("/hand", "/pad"):
        person.open(served + path)
        page.wait_for_selector("main")
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 1
    person.context.set_offline(True)
    for path, root in (("/hand?rules=house", "#hand main"), ("/pad", "#pads main"), ("/pad/any-key", "#pad main")):
        page.goto(served + path)
        page.wait_for_selector(root)
    page.goto(table)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    person.context.set_offline(False)  # the page goes back by itself
    page.wait_for_selector(".seats")
    person.faults.clear()  # the browser's own word for what it could not load
    person.leave()
