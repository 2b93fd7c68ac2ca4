"""Read a hand that somebody typed, held to what a player of the rules can hold."""

from __future__ import annotations

from collections import Counter

from continental.cards import CardError, Cards, Pack, as_hand, parse_cards, print_card
from continental.play.pieces import piece
from continental.play.refusal import Refused
from continental.rules.base import RuleSet


def read_hand(rules: RuleSet, text: str, deal: int = 1) -> Cards:
    """Return the cards of a text as a sorted hand. Raises Refused if nobody can hold them in that deal."""
    try:
        cards = as_hand(parse_cards(text))
    except CardError as error:
        raise Refused("bad_cards", what=piece("no_card", text=error.text)) from None
    most = rules.melding.most_held(rules.cards_for(deal))
    if not 1 <= len(cards) <= most:
        raise Refused("cards_count", most=most, count=len(cards))
    census = largest_pack(rules, deal).census()
    for card, count in Counter(cards).items():
        if count > census[card]:
            raise Refused("cards_copies", card=print_card(card), most=census[card], count=count)
    return cards


def largest_pack(rules: RuleSet, deal: int) -> Pack:
    """Return the pack of a deal with the most players."""
    return rules.pack_for(rules.players[1], deal)
