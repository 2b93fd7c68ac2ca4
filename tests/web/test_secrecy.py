"""Nobody is sent what they may not know: not in a view, an event, an option, a reason, a feed, an error, or at any address."""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from continental.cards import FACES, Card, Cards, print_card
from continental.engine import decide
from continental.logbook.links import hash_key
from continental.play.actions import Draw
from continental.play.events import Bought, ClaimSealed, Dealt, Drew, StockRebuilt
from continental.play.plain import action_from_plain
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.rules.tables import catalogue
from continental.table.events import AnyEvent
from continental.table.ports import Told
from continental.table.refusal import TableRefused
from continental.table.requests import Carry, Play, Stand, Start
from continental.table.room import Room
from continental.table.standing import StandingAnswer
from continental.table.state import RoomPhase, RoomState
from continental.table.thinking import Bots
from continental.web.table.advisers import Advisers, advice_frame, is_advised
from continental.web.table.audience import Audience, RoomLine
from continental.web.table.message import state_message
from tests.table.kit import CountedDice, Trial, session
from tests.web.kit import Served, make_room, serving

CARD = re.compile(r"(?<![A-Za-z0-9=])(?:[A2-9TJQK][SHDC]|JK)(?![A-Za-z0-9=])")


HIDDEN = (Phase.DRAW, Phase.PLAY, Phase.CLAIM, Phase.ALLOW, Phase.JOKER)
"""The phases in which hands are hidden."""


class Frames:
    """An outbox that writes down what each seat, and somebody watching, is sent."""

    def __init__(self, room: Room, seats: int) -> None:
        self.room = room
        self.seats: list[Seat | None] = [None, *(Seat(seat) for seat in range(seats))]
        self.sent: dict[Seat | None, list[str]] = {seat: [] for seat in self.seats}

    def tell(self, told: Told) -> None:
        for seat in self.seats:
            self.sent[seat].append(state_message(self.room, seat, told.events, told.state.at))

    def end(self, why: TableRefused) -> None:
        raise why


def seen_in(event: dict[str, Any], seat: Seat | None) -> set[str]:
    """The cards that an event shows to a seat by the rules of the game, told apart from what is actually sent."""
    kind = event["is"]
    if kind == "seen_dealt":
        return {event["upcard"], *event["hand"]}
    if kind == "seen_drew":
        assert (event["card"] is not None) == (event["seat"] == seat)
        return {event["card"]} if event["card"] else set()
    if kind in ("took", "discarded"):
        return {event["card"]}
    if kind in ("hand_ended", "counted"):
        return {*event["cards"], *([event["thrown"]] if event.get("thrown") else [])}
    if kind == "dealer_drawn":
        return {card for _, card in event["draws"]}
    return set()


async def test_no_frame_of_whole_matches_names_a_card_that_the_seat_has_not_seen(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for label in ("one", "two"):
        trial = await Trial.laid(2, ["greedy", "random"], label=label, switches={"elimination_line": 60, "window_from": 50})
        frames = Frames(trial.room, 4)
        trial.room.outbox = frames
        await trial.ask(0, Start())
        await trial.until(lambda state: state.phase is RoomPhase.OVER)
        for seat, sent in frames.sent.items():
            check_frames(seat, [json.loads(text) for text in sent])
        await trial.close()
    assert not CARD.findall(caplog.text)


def check_frames(seat: Seat | None, frames: list[dict[str, Any]]) -> None:
    """In every deal, as long as it is played, each card named in a frame is one that the seat saw in that deal."""
    seen: set[str] = set()
    for frame in frames:
        if any(event["is"] == "seen_dealt" for event in frame["events"]):
            seen = set()
        seen = seen.union(*(seen_in(event, seat) for event in frame["events"]))
        if frame["view"] and frame["view"]["phase"] in ("draw", "play"):
            said = {key: part for key, part in frame.items() if key != "room"}
            named = set(CARD.findall(json.dumps(said)))
            assert named <= seen, (seat, named - seen)


async def test_refusals_name_no_card_that_the_seat_does_not_hold_itself() -> None:
    trial = await Trial.laid(3, label="refusals")
    await trial.ask(0, Start())
    dice = random.Random(9)
    for _ in range(150):
        await trial.quiet()
        position = trial.state.position
        if position is not None and position.phase in (Phase.DRAW, Phase.PLAY):
            for seat in range(3):
                own = {print_card(card) for card in position.hand(Seat(seat))} | {
                    print_card(card) for card in position.dealing.discards
                }
                for kind in ("discard", "knock", "close", "continental", "straight_flush"):
                    said = await refusal_of(trial, seat, {"do": kind, "card": print_card(dice.choice(FACES))})
                    tried = set(CARD.findall(said.split("|")[0]))
                    assert set(CARD.findall(said.split("|")[1])) <= own | tried
        if trial.state.phase is RoomPhase.OVER:
            break
        await trial.step()
    await trial.close()


async def refusal_of(trial: Trial, seat: int, plain: dict[str, Any]) -> str:
    """What was tried and the sentence it was refused with, divided by a bar; an act that is legal is not tried."""
    assert trial.state.position is not None
    action = action_from_plain({**plain, "seat": seat})
    try:
        decide(trial.state.rules, trial.state.position, action)
    except Refused:
        try:
            await trial.ask(seat, Play(action, trial.state.public_version))
        except Refused as refused:
            return f"{plain}|{refused.sentence}"
        raise AssertionError("decided one way and answered another") from None
    return "|"


# --- reshuffle all that a seat cannot see, and nothing that it is sent changes


def reshuffled(state: RoomState, seat: Seat | None, dice: random.Random) -> RoomState:
    """The same room with everything that the seat cannot see dealt anew: other hands, the stock, and secret bytes."""
    position = state.position
    assert position is not None
    deal = position.dealing
    hidden: list[Card] = [*deal.stock, *deal.buying.penalty]
    for other, hand in enumerate(deal.hands):
        if other != seat:
            hidden.extend(hand)
    dice.shuffle(hidden)

    def take(count: int) -> Cards:
        taken, hidden[:] = hidden[:count], hidden[count:]
        return tuple(taken)

    hands = tuple(hand if other == seat else tuple(sorted(take(len(hand)))) for other, hand in enumerate(deal.hands))
    stock, penalty = take(len(deal.stock)), take(len(deal.buying.penalty))
    drawn = deal.drawn
    if drawn is not None and not deal.took and deal.turn != seat:
        drawn = dice.choice(hands[deal.turn])
    claim = deal.buying.claim
    if claim is not None:
        open_seats = (seat, *claim.passed)
        said = tuple(each if each.seat in open_seats else replace(each, wants=dice.random() < 0.5) for each in claim.said)
        claim = replace(claim, said=said)
    changed = replace(deal, hands=hands, stock=stock, drawn=drawn, buying=replace(deal.buying, penalty=penalty, claim=claim))
    now: Position = replace(position, deal=changed)
    recent = tuple((version, forget(event, seat, dice)) for version, event in state.recent)
    standing = tuple(
        answer if other == seat else dice.choice((None, StandingAnswer("never"))) for other, answer in enumerate(state.standing)
    )
    return replace(state, position=now, recent=recent, bot_dice=dice.randbytes(32), standing=standing)


def forget(event: AnyEvent, seat: Seat | None, dice: random.Random) -> AnyEvent:
    """The event with other cards in all that the seat could not see of it."""
    faces = list(FACES)
    if isinstance(event, Drew) and event.seat != seat:
        return replace(event, card=dice.choice(faces))
    if isinstance(event, Dealt):
        hands = tuple(
            hand if other == seat else tuple(dice.choices(faces, k=len(hand))) for other, hand in enumerate(event.hands)
        )
        stock, penalty = (tuple(dice.choices(faces, k=len(pile))) for pile in (event.stock, event.penalty))
        return replace(event, hands=hands, stock=stock, penalty=penalty)
    if isinstance(event, ClaimSealed) and event.seat != seat:
        return replace(event, wants=dice.random() < 0.5)
    if isinstance(event, Bought) and event.seat != seat:
        return replace(event, penalty=tuple(dice.choices(faces, k=len(event.penalty))))
    if isinstance(event, StockRebuilt):
        return replace(event, stock=tuple(dice.choices(faces, k=len(event.stock))))
    return event


@pytest.mark.parametrize("rules", catalogue())
async def test_reshuffling_what_a_seat_cannot_see_changes_nothing_that_it_is_sent(rules: str) -> None:
    trial = await Trial.laid(2, ["greedy", "random"], label="hidden", rules=rules)
    await trial.ask(0, Start())
    dice = random.Random(4)
    compared = advised = 0
    for _ in range(120):
        await trial.quiet()
        state = trial.state
        if state.phase is RoomPhase.OVER:
            break
        if state.position is not None and state.position.phase in HIDDEN:
            for seat in (None, Seat(0), Seat(1)):
                other = Room(
                    reshuffled(state, seat, dice), trial.room.dues, Bots(trial.clock), trial.store, trial.clock, CountedDice()
                )
                other.here = trial.room.here
                messages = [state_message(room, seat, (), trial.clock.now(), with_feed=True) for room in (trial.room, other)]
                assert messages[0] == messages[1]
                assert is_advised(trial.room.state, seat) == is_advised(other.state, seat)
                if seat is not None and is_advised(state, seat):
                    assert advice_frame(state, seat) == advice_frame(other.state, seat)
                    advised += 1
                await other.close()
                compared += 1
        await trial.step()
    assert compared > 100
    assert advised > 50
    await trial.close()


async def test_the_dice_are_nowhere_before_the_deal_is_over() -> None:
    trial = await Trial.laid(2, label="dice")
    frames = Frames(trial.room, 2)
    trial.room.outbox = frames
    await trial.ask(0, Start())
    await trial.until(lambda state: state.position is not None and state.position.standing.hands == 2)
    position = trial.state.position
    assert position is not None
    assert position.next_dice is not None
    secrets = (position.next_dice.dice.hex(), trial.state.bot_dice.hex(), *(session(seat) for seat in range(2)))
    for sent in frames.sent.values():
        for text in sent:
            assert not any(secret in text for secret in secrets)
            view = json.loads(text)["view"]
            if view and view["deal"] and view["phase"] in ("draw", "play", "count", "accuse", "rule"):
                assert view["deal"]["dice"] is None
    await trial.close()


# --- every address, asked by somebody without a seat


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def test_no_address_gives_a_hidden_card_to_whoever_asks(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True, pace_ms=10_000)
    await ana.open(ana.room)
    await ana.until(lambda said: bool(said["view"] and said["view"]["deal"]))
    room = await served.lobby.room(ana.room)
    position = room.state.position
    assert position is not None
    hidden = {position.dealing.dice.hex(), room.state.bot_dice.hex(), str(room.state.chairs[0].session)}
    assert ana.cookie is not None
    other = await make_room(served, seats=2, bots=["greedy"])
    assert other.cookie is not None
    paths = [
        "/",
        f"/r/{ana.room}",
        f"/r/{ana.room}/record",
        "/rules/house",
        "/openapi.json",
        f"/r/{ana.room}/join",
        f"/r/{ana.room}/log",
    ]
    for cookie in (None, "x" * 43, other.cookie, ana.cookie):
        async with served.client(**({"Cookie": f"continental={cookie}"} if cookie else {})) as browser:
            for path in paths:
                for method in ("GET", "POST", "PUT"):
                    answer = await browser.request(method, path)
                    assert answer.status_code < 500, (method, path, answer.text)
                    assert not any(secret in answer.text for secret in hidden)
                    if path.startswith("/r/"):
                        assert not CARD.findall(answer.text), (method, path)
    await ana.close()


# --- what concerns one seat alone leaves no trace at the others'


async def whole_story(label: str, *, secretly: bool) -> tuple[dict[Seat | None, list[str]], list[str]]:
    """Every message that a table's people are sent in some sixty acts, and how Bo is refused an act of tomorrow.

    `secretly`: Ana says a standing answer that changes nothing to come, and has links made, again and again.
    """
    trial = await Trial.laid(2, ["greedy"], label=label, rules="contract")
    audience = Audience(trial.room, trial.clock, lambda before, now: None, Advisers())
    trial.room.outbox = audience
    lines = {seat: RoomLine(None if seat is None else session(seat), seat) for seat in (None, Seat(0), Seat(1))}
    for line in lines.values():
        audience.add(line)
    heard: dict[Seat | None, list[str]] = {seat: [] for seat in lines}
    refusals: list[str] = []
    await trial.ask(0, Start())
    for step in range(60):
        if secretly and trial.state.phase is RoomPhase.PLAYING:
            await trial.ask(0, Stand(StandingAnswer(jokers="never" if step % 2 else "ask", until="match")))
            if step % 10 == 0:
                await trial.ask(0, Carry(hash_key(f"secret {step}")))
        with pytest.raises(Refused) as refused:
            await trial.ask(1, Play(Draw(Seat(1)), trial.state.public_version + 1))
        refusals.append(str(refused.value.sentence))
        await trial.until(lambda state: True)
        if trial.state.phase is RoomPhase.OVER:
            break
        trial.clock.advance(10_000 if step % 10 == 9 else 0)
        await trial.step()
        for seat, line in lines.items():
            texts = await line.next_texts(lambda: "") if line._waiting else []
            # advice comes when its thread is done, so how much of it was overtaken says nothing
            heard[seat] += [text for text in texts if not text.startswith('{"advice"')]
    await trial.close()
    return {seat: [text.replace(trial.state.room, "room") for text in texts] for seat, texts in heard.items()}, refusals


async def test_a_standing_answer_and_a_link_leave_no_trace_in_what_others_are_told() -> None:
    told, refusals = await whole_story("trace", secretly=False)
    with_secrets, refused = await whole_story("trace", secretly=True)
    for seat in (None, Seat(1)):
        assert len(told[seat]) > 60
        assert with_secrets[seat] == told[seat]
    assert refused == refusals
    own = "".join(with_secrets[Seat(0)])
    assert '"standing_said"' in own
    assert '"carry_offered"' in own
