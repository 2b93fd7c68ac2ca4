"""A hand's cards sent to be counted: the least they count, every total they can be counted to, and what they may declare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from continental.cards import CardError, Cards, Pack, as_hand, parse_cards, print_card, without
from continental.melds import Task, WholeHand, is_continental, is_straight_flush
from continental.play.terms import Phase
from continental.rules.base import RuleSet
from continental.rules.melding import MeldingKind
from continental.rules.moves.ending import DeclareContinental, DeclareStraightFlush, KnockWith, is_all_melded
from continental.rules.scoring import ScoringKind
from continental.rules.worth import lands, worth
from continental.scorepad.contract_hand import MOST_CARDS, look_at
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused


def count_cards(rules: RuleSet, text: str, total: int = 0, deal: int = 1) -> dict[str, Any]:
    """What the cards count for a player at `total` before the hand, as JSON values; raises EntryRefused for no such hand.

    Of one card too many the best discard is thrown first, and `declare` is of the cards as given where they are a whole hand.
    """
    hand = read_cards(rules, text, deal)
    return _COUNTED[rules.scoring.kind](rules, hand, total)


def _by_points(rules: RuleSet, hand: Cards, _total: int) -> dict[str, Any]:
    """Return the points of the cards, whatever they would meld."""
    points = rules.points.values.count(hand, rules.melding.wild)
    return {"cards": [print_card(card) for card in hand], "points": points}


def _by_melds(rules: RuleSet, hand: Cards, total: int) -> dict[str, Any]:
    """Return the least that the hand counts, and all that it can be counted to."""
    found = worth(rules, hand, total)
    kept = hand if found.thrown is None else without(hand, (found.thrown,))
    choices = rules.count.choices(kept, rules.values.at(total), rules.grammar)
    return {
        "cards": [print_card(card) for card in hand],
        "least": found.least,
        "melds": [list(meld.texts()) for meld in found.melds],
        "left": [print_card(card) for card in found.left],
        "held": found.held,
        "thrown": None if found.thrown is None else print_card(found.thrown),
        "before": total,
        "reach": [
            {"points": choice.points, "total": total + choice.points, "says": lands(rules, total + choice.points).value}
            for choice in choices
        ],
        "declare": declarations(rules, hand, total),
    }


_COUNTED: Final[Mapping[ScoringKind, Callable[[RuleSet, Cards, int], dict[str, Any]]]] = {
    "money": _by_melds,
    "points": _by_points,
}


def check_hand(rules: RuleSet, text: str, total: int = 0, deal: int = 1) -> dict[str, Any]:
    """What `count_cards` says, and in a contract game how the hand stands before the contract of that deal, as JSON values.

    `deal` is the last one for every number beyond it; `contract` is null for more cards than anybody comes to hold.
    """
    return _CHECKED[rules.melding.kind](rules, text, total, deal)


def _check_contract(rules: RuleSet, text: str, total: int, deal: int) -> dict[str, Any]:
    told = count_cards(rules, text, total, deal)
    number, hand = min(deal, len(rules.deals)), as_hand(parse_cards(text))
    looked = look_at(hand, task_of(rules, number), _largest_pack(rules, number).census()) if len(hand) <= MOST_CARDS else None
    return {**told, "deal": number, "contract": None if looked is None else looked.as_json()}


_CHECKED: Final[Mapping[MeldingKind, Callable[[RuleSet, str, int, int], dict[str, Any]]]] = {
    "hidden": count_cards,
    "contracts": _check_contract,
}


def task_of(rules: RuleSet, deal: int) -> Task:
    """What that deal of a contract game asks for, at a table with the most players."""
    play, contract = rules.contract_play, rules.row(deal).contract
    assert contract is not None, "every deal of a contract game has its contract"
    return Task(
        contract,
        play.melding_for(_largest_pack(rules, deal).decks),
        rules.points.values.by_face(play.melding.wild),
        least_left=int(play.table.final_discard and contract.whole_hand is not WholeHand.ALL),
        lays_off_now=play.table.layoff_now,
    )


def _largest_pack(rules: RuleSet, deal: int) -> Pack:
    return rules.pack_for(rules.players[1], deal)


def read_cards(rules: RuleSet, text: str, deal: int) -> Cards:
    """The cards of a text, as a hand; raises EntryRefused for what nobody can hold."""
    try:
        cards = as_hand(parse_cards(text))
    except CardError as error:
        raise EntryRefused("bad_cards", what=piece("no_card", text=error.text)) from None
    most = rules.melding.most_held(rules.cards_for(deal))
    if not 1 <= len(cards) <= most:
        raise EntryRefused("cards_count", most=most, count=len(cards))
    census = _largest_pack(rules, deal).census()
    for card, count in Counter(cards).items():
        if count > census[card]:
            raise EntryRefused("cards_copies", card=print_card(card), most=census[card], count=count)
    return cards


def declarations(rules: RuleSet, hand: Cards, total: int) -> dict[str, Any]:
    """What a whole hand may declare, whenever its turn comes: the cards to knock with, and whether each other ending."""
    if len(hand) != rules.cards_for():
        return {"knock": [], "close": False, "continental": False, "straight_flush": False}
    moves = [move for phase in (Phase.DRAW, Phase.PLAY) for move in rules.moves[phase]]
    knock = next((move for move in moves if isinstance(move, KnockWith)), None)
    flush = next((move for move in moves if isinstance(move, DeclareStraightFlush)), None)
    low = [] if knock is None else [card for card in dict.fromkeys(hand) if knock.is_low(rules, card, total)]
    return {
        "knock": [print_card(card) for card in low if is_all_melded(rules, without(hand, (card,)))],
        "close": is_all_melded(rules, hand),
        "continental": any(isinstance(move, DeclareContinental) for move in moves) and is_continental(hand, size=len(hand)),
        "straight_flush": flush is not None
        and is_straight_flush(hand, size=len(hand), jokers_allowed=flush.jokers, track=rules.grammar.runs.track),
    }
