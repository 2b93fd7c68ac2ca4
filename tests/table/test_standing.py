"""Claims at the table: standing answers that keep nobody waiting, early answers, the clock of the first, jokers' parts."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from continental.cards import JOKER, parse_card, parse_cards
from continental.engine import begin, options
from continental.melds import Meld, parse_meld
from continental.play.actions import Action, Buy, Discard, Draw, GoDown, LayOff, Pass
from continental.play.events import Bought, ClaimSealed, Passed
from continental.play.terms import Cents, Phase, Seat
from continental.play.view import view_for
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.table.events import ClockRanOut
from continental.table.lobby import Lobby
from continental.table.parts import with_parts
from continental.table.requests import Leave, Play, Stand, Start
from continental.table.standing import StandingAnswer, answer_for
from continental.table.state import RoomState
from continental.table.stated import stated_act
from tests.table.kit import CountedDice, Trial, asks, is_over

NEVER = StandingAnswer("never")


async def claimed(persons: int = 4, **agreed: Any) -> tuple[Trial, tuple[Seat, ...]]:
    """A table at which the first to draw has left the upcard: the seats that are asked about it, in order."""
    trial = await Trial.laid(persons, rules="contract", **agreed)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    drawer = state.position.asked[0]
    await trial.play(drawer, Draw(drawer))
    await trial.quiet()
    assert trial.state.position is not None
    return trial, trial.state.position.asked


def claim_card(trial: Trial) -> object:
    assert trial.state.position is not None
    assert trial.state.position.dealing.buying.claim is not None
    return trial.state.position.dealing.buying.claim.card


def phase_of(trial: Trial) -> Phase:
    assert trial.state.position is not None
    return trial.state.position.phase


def happened(trial: Trial, *kinds: type) -> list[object]:
    return [event for _, event in trial.state.recent if isinstance(event, kinds)]


async def test_a_later_seat_that_speaks_first_gets_nothing_if_an_earlier_one_wants_the_card() -> None:
    trial, order = await claimed()
    assert len(order) == 3
    version = trial.state.version
    await trial.ask(order[2], Play(Buy(order[2]), version))
    await trial.ask(order[1], Play(Buy(order[1]), version))
    assert phase_of(trial) is Phase.CLAIM
    await trial.ask(order[0], Play(Pass(order[0]), version))
    assert [event.seat for event in happened(trial, Bought) if isinstance(event, Bought)] == [order[1]]
    await trial.close()


async def test_the_clock_runs_for_the_first_in_order_and_for_nobody_else() -> None:
    trial, order = await claimed(clock_s=30, reserve_s=0)
    assert [(due.kind, due.seat) for due in trial.room.dues] == [("clock", order[0])]
    trial.clock.advance(10_000)
    await trial.play(order[1], Pass(order[1]))
    assert [(due.seat, due.at - trial.clock.now()) for due in trial.room.dues] == [(order[0], 20_000)]
    await trial.play(order[0], Pass(order[0]))
    assert [(due.seat, due.at - trial.clock.now()) for due in trial.room.dues] == [(order[2], 30_000)]
    await trial.close()


async def test_with_all_but_one_silent_each_is_waited_for_in_turn_and_the_one_gets_the_card() -> None:
    trial, order = await claimed(clock_s=30, reserve_s=0)
    await trial.play(order[2], Buy(order[2]))
    for _ in range(2):
        assert phase_of(trial) is Phase.CLAIM
        trial.clock.advance(30_000)
        await trial.quiet()
    assert [event.seat for event in happened(trial, ClockRanOut) if isinstance(event, ClockRanOut)] == list(order[:2])
    assert [event.seat for event in happened(trial, Bought) if isinstance(event, Bought)] == [order[2]]
    await trial.close()


async def test_where_the_first_to_call_gets_the_card_all_clocks_run() -> None:
    trial, order = await claimed(clock_s=30, switches={"buy_priority": "first_call"})
    assert sorted((due.kind, due.seat) for due in trial.room.dues) == sorted(("clock", seat) for seat in order)
    await trial.close()


async def test_a_standing_answer_is_given_at_once_as_an_ordinary_act_and_shown_to_nobody_else() -> None:
    trial, order = await claimed(clock_s=30)
    await trial.ask(order[1], Stand(NEVER))
    await trial.ask(order[0], Stand(NEVER))
    await trial.quiet()
    assert [event.seat for event in happened(trial, Passed) if isinstance(event, Passed)] == [order[0], order[1]]
    assert trial.state.position is not None
    assert trial.state.position.asked == order[2:]
    log = await trial.lobby.log(trial.state.room)
    assert [entry.act for entry in log if entry.act["by"] == "standing"] == [
        {"do": "pass", "seat": order[1], "by": "standing"},
        {"do": "pass", "seat": order[0], "by": "standing"},
    ]
    assert trial.clock.now() == trial.state.at, "it took no time"
    await trial.close()


async def test_a_standing_answer_buys_the_named_cards_and_leaves_all_others() -> None:
    trial, order = await claimed()
    wanted = claim_card(trial)
    other = next(card for card in parse_cards("2S 3S") if card != wanted)
    await trial.ask(order[1], Stand(StandingAnswer("cards", (other,))))
    await trial.ask(order[0], Stand(StandingAnswer("cards", (other, claim_card(trial)))))  # type: ignore[arg-type]
    await trial.quiet()
    said = {event.seat: event.wants for event in happened(trial, ClaimSealed) if isinstance(event, ClaimSealed)}
    assert said == {order[1]: False, order[0]: True}
    assert phase_of(trial) is Phase.PLAY
    await trial.close()


@pytest.mark.parametrize("wants", [False, True])
async def test_ones_own_discard_is_left_without_a_question_unless_its_card_is_named(wants: bool) -> None:
    trial = await Trial.laid(3, rules="fournier", clock_s=30)
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    thrower = state.position.asked[0]
    card = state.position.hand(thrower)[0]
    if wants:
        await trial.ask(thrower, Stand(StandingAnswer("cards", (card,))))
    await trial.play(thrower, Draw(thrower))
    while phase_of(trial) is Phase.CLAIM:
        assert trial.state.position is not None
        await trial.play(trial.state.position.asked[0], Pass(trial.state.position.asked[0]))
    await trial.play(thrower, Discard(thrower, card))
    assert trial.state.position is not None
    drawer = trial.state.position.asked[0]
    await trial.play(drawer, Draw(drawer))
    await trial.quiet()
    assert trial.state.position.asked == (Seat(3 - thrower - drawer),)
    await trial.play(trial.state.position.asked[0], Pass(trial.state.position.asked[0]))
    assert phase_of(trial) is Phase.PLAY
    assert [event.seat for event in happened(trial, Bought) if isinstance(event, Bought)] == [thrower] * wants
    await trial.close()


@pytest.mark.parametrize(
    ("said", "is_asked"), [(StandingAnswer(own="ask"), True), (StandingAnswer("never", own="ask"), True), (None, False)]
)
@pytest.mark.parametrize("shown", ["lap", "top"])
async def test_ones_own_discard_is_asked_about_if_one_wants_that_and_the_view_says_whose_it_is(
    said: StandingAnswer | None, is_asked: bool, shown: str
) -> None:
    trial = await Trial.laid(2, rules="fournier", switches={"discard_view": shown})
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    thrower = state.position.asked[0]
    other = Seat(1 - thrower)
    if said is not None:
        await trial.ask(thrower, Stand(said))
    await trial.play(thrower, Draw(thrower))
    assert phase_of(trial) is Phase.CLAIM
    assert claimed_from(trial) is None, "the upcard is nobody's"
    await trial.play(other, Pass(other))
    assert trial.state.position is not None
    await trial.play(thrower, Discard(thrower, trial.state.position.hand(thrower)[0]))
    assert claimed_from(trial) is None, "nothing goes round yet"
    await trial.play(other, Draw(other))
    await trial.quiet()
    assert phase_of(trial) is (Phase.CLAIM if is_asked else Phase.PLAY)
    assert claimed_from(trial) == (thrower if is_asked else None)
    await trial.close()


def claimed_from(trial: Trial) -> Seat | None:
    """Who threw the discard that goes round, by the view of somebody who watches."""
    assert trial.state.position is not None
    deal = view_for(trial.state.position, None, trial.state.rules.shows).deal
    assert deal is not None
    return deal.buying.claim_from


async def test_a_standing_answer_makes_no_act_stale_and_survives_a_restart() -> None:
    trial, order = await claimed()
    version = trial.state.public_version
    await trial.ask(order[0], Stand(replace(NEVER, buy="ask", jokers="never")))
    await trial.ask(order[0], Play(Pass(order[0]), version))
    await trial.ask(order[1], Stand(replace(NEVER, until="match")))
    await trial.ask(order[2], Stand(NEVER))
    before = trial.state
    lobby = Lobby(trial.store, trial.clock, CountedDice("other"))
    assert (await lobby.room(trial.state.room)).state.standing == before.standing
    await trial.ask(order[2], Stand(StandingAnswer()))
    assert trial.state.standing[order[2]] is None
    await lobby.close()
    await trial.close()


async def test_a_bot_that_sits_in_answers_for_itself() -> None:
    trial, order = await claimed(pace_ms=2_000)
    await trial.ask(order[0], Leave())
    assert [due.kind for due in trial.room.dues if due.seat == order[0]] == ["bot"]
    await trial.close()


async def test_there_is_nothing_to_answer_beforehand_where_nobody_is_asked_out_of_turn() -> None:
    trial = await Trial.laid(2)
    assert await trial.refused(0, Stand(NEVER)) == "not_playing"
    await trial.ask(0, Start())
    assert await trial.refused(0, Stand(NEVER)) == "nothing_to_stand"
    await trial.close()


def test_a_standing_answer_says_nothing_outside_its_questions() -> None:
    position, _ = begin(load("contract"), 3, Cents(0))
    assert answer_for(position, Seat(0), NEVER) is None
    joker = replace(position, phase=Phase.JOKER, asked=(Seat(0),))
    assert answer_for(joker, Seat(0), NEVER) is None
    assert answer_for(joker, Seat(0), replace(NEVER, jokers="never")) == Pass(Seat(0))
    assert answer_for(joker, Seat(1), replace(NEVER, jokers="never")) is None


# --- whole matches


@pytest.mark.parametrize("rules", [key for key in catalogue() if key != "house"])
async def test_a_match_of_a_contract_game_is_played_to_its_end_by_people_bots_and_silence(rules: str) -> None:
    trial = await Trial.laid(2, ["greedy", "random"], rules=rules, clock_s=10, reserve_s=0, label=rules)
    await trial.ask(0, Start())
    dice = random.Random(3)
    await trial.quiet()
    for _ in range(9_000):
        state = trial.state
        if is_over(state):
            break
        asked = [seat for seat in (state.position.asked if state.position else ()) if seat in state.persons()]
        if asked and dice.random() < 0.8:
            seat = dice.choice(asked)
            offered = options(state.rules, state.position, seat) if state.position else ()
            await trial.play(seat, best_of(offered, dice))
        else:
            trial.clock.advance(max(0, min(due.at for due in trial.room.dues) - trial.clock.now()))
        await trial.quiet()
    assert is_over(trial.state)
    assert trial.state.position is not None
    assert trial.state.position.standing.hands == len(trial.state.rules.deals)
    await trial.close()


def best_of(offered: tuple[Action, ...], dice: random.Random) -> Action:
    """An act that leads on: going down and laying off before all else."""
    forward = [act for act in offered if isinstance(act, GoDown | LayOff)]
    return forward[0] if forward else dice.choice(offered)


# --- stated acts


async def test_stated_acts_leave_discards_and_jokers_and_lay_nothing_down() -> None:
    trial, order = await claimed()
    position = trial.state.position
    assert position is not None
    seat, rules = order[0], trial.state.rules
    assert stated_act(rules, position, seat, [Buy(seat), Pass(seat)], lambda: None) == Pass(seat)
    joker = replace(position, phase=Phase.JOKER)
    assert stated_act(rules, joker, seat, [Pass(seat)], lambda: None) == Pass(seat)
    for each in order:
        await trial.play(each, Pass(each))
    now = trial.state.position
    assert now is not None
    (turn,) = now.asked
    offered = options(rules, now, turn)
    drawn = now.dealing.drawn
    assert drawn is not None
    assert stated_act(rules, now, turn, offered, lambda: None) == Discard(turn, drawn)
    await trial.close()


# --- jokers whose parts are left open


def open_meld(text: str) -> Meld:
    cards = tuple(parse_card(word.partition("=")[0]) for word in text.split())
    parts = tuple(parse_card(word.partition("=")[2] or word) for word in text.split())
    return Meld("set" if len({part % 13 for part in parts if part != JOKER}) == 1 else "run", cards, parts)


@pytest.fixture
async def playing() -> tuple[RoomState, Seat]:
    trial, order = await claimed()
    for each in order:
        await trial.play(each, Pass(each))
    state = trial.state
    await trial.close()
    assert state.position is not None
    return state, state.position.asked[0]


def with_hand(state: RoomState, seat: Seat, text: str) -> RoomState:
    position = state.position
    assert position is not None
    hands = tuple(parse_cards(text) if each == seat else hand for each, hand in enumerate(position.dealing.hands))
    return replace(state, position=replace(position, deal=replace(position.dealing, hands=hands)))


@pytest.mark.parametrize(
    ("melds", "read"),
    [
        (["7S 7H JK", "9S 9H JK"], ["7S 7H JK=7D", "9S 9H JK=9D"]),
        (["7S JK 7H", "9S 9H 9D"], ["7S 7H JK=7D", "9S 9H 9D"]),
        (["7S 7H JK=7C", "9S 9H JK"], ["7S 7H JK=7C", "9S 9H JK=9D"]),
    ],
)
async def test_an_open_joker_gets_the_first_part_with_which_the_melds_go_down(
    playing: tuple[RoomState, Seat], melds: list[str], read: list[str]
) -> None:
    state, seat = with_hand(playing[0], playing[1], "7S 7H JK 9S 9H 9D JK 2C 4D 6C KD"), playing[1]
    assert state.position is not None
    act = with_parts(state.rules, state.position, GoDown(seat, tuple(map(open_meld, melds))))
    assert isinstance(act, GoDown)
    assert [sorted(meld.texts()) for meld in act.melds] == [sorted(parse_meld(text).texts()) for text in read]


async def test_what_cannot_be_read_stays_as_it_came_and_acts_without_open_jokers_are_untouched(
    playing: tuple[RoomState, Seat],
) -> None:
    state, seat = playing
    assert state.position is not None
    for act in (GoDown(seat, (open_meld("7S 9H JK"),)), GoDown(seat, (open_meld("7S 7H 7D"),)), Pass(seat)):
        assert with_parts(state.rules, state.position, act) is act


async def test_the_next_deal_ends_what_was_said_for_the_deal_alone() -> None:
    trial, order = await claimed(clock_s=10, reserve_s=0)
    await trial.ask(order[0], Stand(NEVER))
    await trial.ask(order[1], Stand(replace(NEVER, until="match")))
    await trial.until(lambda state: state.position is not None and state.position.standing.hands == 1)
    assert trial.state.standing[order[0]] == NEVER
    await trial.until(asks(Phase.DRAW))
    assert trial.state.standing[order[0]] is None
    assert trial.state.standing[order[1]] == replace(NEVER, until="match")
    await trial.close()
