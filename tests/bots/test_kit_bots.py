"""The kit's checks, held by every bot there is: over switches, numbers of players, and whole matches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from continental.bots.api import BOT_NAMES, MAKERS, Budget
from continental.cards import FACES
from continental.play.actions import Action, Discard
from continental.play.refusal import Refused
from continental.play.terms import Seat, Status
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.switches import SwitchValue
from continental.rules.tables import catalogue, switches_of
from continental.testing import bot_kit


def table_of(seed: str, key: str) -> RuleSet:
    """A rule set with switches by lot; those that it refuses together are drawn again."""
    chance = Random(seed)
    while True:
        try:
            return load(key, bot_kit.random_switches(switches_of(key), chance))
        except Refused:
            continue


def sizes(key: str) -> list[int]:
    """The least players of a rule set, the most, and some between."""
    least, most = load(key).players
    return sorted({least, 3, 4, most})


@pytest.mark.parametrize(("key", "players"), [(key, players) for key in catalogue() for players in sizes(key)])
@pytest.mark.parametrize("name", BOT_NAMES)
def test_every_bot_holds_the_kit_under_any_switches(name: str, players: int, key: str) -> None:
    # random bots play deals of hundreds of turns, each much like the next
    deals, every = (2, 29) if name == "greedy" else (1, 151)
    for seed in bot_kit.seeds(f"{name} {players} {key}", 2):
        bot_kit.check_bot(MAKERS[name], table_of(seed, key), players, seed, deals=deals, every=every)


@pytest.mark.parametrize("key", [key for key in catalogue() if load(key).melding.kind == "contracts"])
def test_greedy_holds_the_kit_in_every_deal_of_a_contract_game(key: str) -> None:
    rules = load(key)
    match = bot_kit.check_bot(MAKERS["greedy"], rules, 3, f"all deals {key}", deals=len(rules.deals), every=61)
    assert match.is_over
    assert match.position.standing.hands == len(rules.deals)


@pytest.mark.parametrize(("key", "switch"), [(key, switch) for key in catalogue() for switch in sorted(switches_of(key))])
def test_every_value_of_every_switch_is_played(key: str, switch: str) -> None:
    known = switches_of(key)[switch]
    values: list[SwitchValue] = [*sorted(known.choices)] or [known.default]
    for value in values:
        try:
            rules = load(key, {switch: value})
        except Refused:
            continue  # a value that needs another switch beside it
        match, moments = bot_kit.played([MAKERS["greedy"]] * 3, rules, f"{switch} {value}", deals=2, every=61)
        assert match.events
        for moment in moments:
            bot_kit.check_options_are_accepted(moment)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_bots_play_whole_matches_to_a_winner_or_a_split(players: int) -> None:
    for seed in bot_kit.seeds(f"match {players}", 3):
        match, _ = bot_kit.played([MAKERS["greedy"]] * players, load("house"), seed, deals=10_000, every=10_000)
        assert match.is_over
        assert match.position.standing.status in (Status.WON, Status.SPLIT)


def test_mixed_bots_end_a_match() -> None:
    makes = [MAKERS["greedy"], MAKERS["random"], MAKERS["random"], MAKERS["greedy"]]
    match, _ = bot_kit.played(makes, load("house"), "mixed", deals=10_000, every=10_000)
    assert match.is_over


class Cheat:
    """Throws a card that depends on what was told it of the other hands, were anything told."""

    def __init__(self, seat: Seat, rules: RuleSet, dice: bytes) -> None:
        self.seat = seat
        self.asked = 0

    def see(self, event: SeenEvent) -> None:
        return

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        self.asked += 1
        return options[self.asked % len(options)]


class Forger(Cheat):
    """Throws a card that it does not hold."""

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        held = view.deal.hand if view.deal else ()
        missing = next(card for card in FACES if card not in held)
        return Discard(self.seat, missing) if isinstance(options[0], Discard) else options[0]


def test_the_kit_finds_a_bot_that_cannot_be_remade() -> None:
    _, moments = bot_kit.played([Cheat] * 2, load("house"), "cheat", every=1)
    moment = next(moment for moment in moments if len(moment.events) > 30)
    with pytest.raises(AssertionError, match="made anew"):
        bot_kit.check_is_remade(Cheat, moment)


def test_the_kit_finds_an_act_that_is_refused() -> None:
    with pytest.raises(AssertionError, match="which is refused: You do not hold"):
        bot_kit.played([Forger] * 2, load("house"), "forger")


def test_the_kit_deals_hidden_cards_anew_and_keeps_the_known_ones() -> None:
    _, moments = bot_kit.played([MAKERS["greedy"]] * 3, load("house"), "hidden", every=9)
    changed = 0
    for moment in moments:
        deal = moment.position.dealing
        anew = bot_kit.reshuffled(deal, moment.seat, Random("anew"), moment.events)
        assert anew.hands[moment.seat] == deal.hands[moment.seat]
        assert [len(hand) for hand in anew.hands] == [len(hand) for hand in deal.hands]
        assert sorted((*anew.stock, *sum(anew.hands, ()))) == sorted((*deal.stock, *sum(deal.hands, ())))
        changed += anew.hands != deal.hands
    assert changed
