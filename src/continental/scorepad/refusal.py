"""Why an entry on the score sheet is not accepted: a stable code and one plain sentence for each."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

SENTENCES: Final = MappingProxyType(
    {
        # the form of what was typed
        "not_json": "This is no JSON: {fault}.",
        "bad_form": "{where} should be {wanted}, not {value}.",
        "key_missing": "{where} has no {key}.",
        "key_unknown": "{where} has {key}, which means nothing here; it may have: {known}.",
        "key_twice": "The key {key} stands twice in one object.",
        # the match
        "name_twice": "Two players are called {name}; every name must differ.",
        "name_pot": "Nobody can be called {name}: that word is the pot's in the list of transfers.",
        "dealer_unknown": "The dealer {name} is no player; the players are: {known}.",
        "too_many_hands": "A match on paper has at most {most} hands.",
        # who
        "name_unknown": "{where} names {name}, who is no player; the players are: {known}.",
        "player_out": "{where} names {name}, who is out of the match.",
        "buyer_twice": "buys names {name} twice.",
        "match_over": "The match was over after hand {last}.",
        # what the hand came to
        "knock_card_missing": "A knock needs its knock_card: {wanted}.",
        "knock_card_wrong": "The knock_card is {wanted}, not {value}.",
        "knock_card_needless": "Only a knock has a knock_card; this ending is {ending}.",
        "count_of_ender": "{name} ended the hand and has no count; leave {name} out of counts.",
        "count_missing": "The count of {name} is missing; everyone else who is in counts.",
        "count_negative": "The count of {name} is {count}; a count is never below 0.",
        "count_too_large": "The count of {name} is {count}; {reach}.",
        "jokers_negative": "The jokers of {name} are {jokers}; nobody holds fewer than 0.",
        "jokers_too_many": "The players hold {jokers} jokers; this match's pack has {pack}.",
        "no_feeding": "There is no feeding penalty at this table; feeder must be null.",
    }
)


class EntryRefused(Exception):
    """An entry that cannot be right; it changed nothing.

    `code` is stable and goes to programs, `sentence` says to a person what was wrong and what would be right; `hand` is the
    number of the hand that it is about, counted from 1, and 0 where it is about the match.
    """

    def __init__(self, code: str, hand: int = 0, **facts: object) -> None:
        self.code = code
        self.hand = hand
        self.sentence = (f"Hand {hand}: " if hand else "") + SENTENCES[code].format(**facts)
        super().__init__(self.sentence)
