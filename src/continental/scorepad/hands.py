"""A hand's cards sent to be counted: the least they count, every total they can be counted to, and what they may declare."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from continental.cards import CardError, Cards, as_hand, parse_cards, print_card, without
from continental.melds.endings import is_continental, is_straight_flush
from continental.play.terms import Phase
from continental.rules.base import RuleSet
from continental.rules.moves.ending import DeclareContinental, DeclareStraightFlush, KnockWith, is_all_melded
from continental.rules.worth import lands, worth
from continental.scorepad.refusal import EntryRefused

LONGEST_HAND: Final = 60


def count_cards(rules: RuleSet, text: str, total: int = 0, deal: int = 1) -> dict[str, Any]:
    """What the cards count for a player at `total` before the hand, as JSON values; raises EntryRefused for no such hand.

    Of one card too many the best discard is thrown first, and `declare` is of the cards as given where they are a whole hand.
    """
    hand = read_cards(rules, text, deal)
    if rules.points_match is not None:
        wild = rules.contract_play.melding.wild if rules.contract is not None else frozenset()
        return {"cards": [print_card(card) for card in hand], "points": rules.points.values.count(hand, wild)}
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


def read_cards(rules: RuleSet, text: str, deal: int) -> Cards:
    """The cards of a text, as a hand; raises EntryRefused for what nobody can hold."""
    try:
        cards = as_hand(parse_cards(text))
    except CardError as error:
        raise EntryRefused("bad_cards", what=str(error).rstrip(".")) from None
    most = rules.cards_for(deal) + 1 if rules.points_match is None else LONGEST_HAND
    if not 1 <= len(cards) <= most:
        raise EntryRefused("cards_count", most=most, count=len(cards))
    census = rules.pack_for(rules.players[1], deal).census()
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
