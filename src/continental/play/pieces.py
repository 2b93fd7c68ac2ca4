"""What fills the slots of refusals and is no value: pieces of sentences, each with a code, by which a language says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from continental.play.saying import Said, say

PIECES: Final = MappingProxyType(
    {
        # what a phase waits for
        "phase_commit": "the next deal's dice are due",
        "phase_deal": "the cards are to be dealt",
        "phase_draw": "a card is to be drawn first",
        "phase_claim": "the discard is being offered round",
        "phase_allow": "the seat in turn may still take the discard",
        "phase_joker": "a joker on the table is being offered round",
        "phase_play": "a card is to be thrown",
        "phase_count": "the hands are being counted",
        "fed_in_a_row": "in a row",
        "fed_any_three": "in this deal",
        "phase_accuse": "claims of feeding are being asked for",
        "phase_rule": "a claim of feeding is to be ruled on",
        "phase_buy_back": "an offer to buy back is to be answered",
        "phase_over": "the match is over",
        # what the loose card of a knock may be
        "knock_natural": "a 2 or 3",
        "knock_joker": "a 2 or 3 or a joker",
        "knock_ace_at_99": "a 2 or 3, or an ace that counts 1,",
        "knock_either": "a 2 or 3, a joker, or an ace that counts 1,",
        # what a held joker may be called
        "call_card": "a card of the pack, such as KS",
        "call_one_to_fifteen": "a number from 1 to 15",
        "call_any_number": "a number from 0 to {most}",
        "call_fixed_20": "20 points, always",
        "call_fixed_25": "25 points, always",
        # values
        "pack_of": "{decks} decks and {jokers} jokers",
        "ante_none": "0, for this game is played for points",
        "ante_multiple": "a multiple of {step}, up to {most}",
        "ante_far_larger": "a far larger amount",
        "whole_from": "a whole number from {least} to {most}",
        "below_line": "a whole number below the elimination_line, {line}",
        "or": "{others} or {last}",
        "did_you_mean": " (did you mean {near}?)",
        # values in files of rule sets
        "toml_text": "a text",
        "toml_no_switch": "a value of its own, for there are no switches",
        "toml_yes_no": "true or false",
        "toml_list": "a list",
        "toml_values": "a list of {count} values",
        "toml_table": "a table",
        "least_above_most": "the least players come first, then the most",
        "lacks_part": "it needs the table {part}, which is not there",
        "no_pack": "there is no pack for {players} players",
        "pack_too_small": "{cards} cards each for {players} players are more than the pack has",
        "two_kinds_of_match": "a match is played to a line, with money, or for points",
        # seats
        "first_to_sit": "who sits down first",
    }
)


def piece(code: str, **given: object) -> Said:
    """The piece of that code, filled in."""
    return say(PIECES, code, given)


def either(values: Sequence[object]) -> Said | str:
    """One of several values that are words or numbers of the program."""
    *others, last = map(str, values)
    return piece("or", others=", ".join(others), last=last) if others else last


def did_you_mean(value: object, known: Iterable[str]) -> Said | str:
    """Offer the nearest known word, in a piece for the slot `hint`; an empty text if none is near."""
    near = get_close_matches(value[:40], list(known), n=1, cutoff=0.6) if isinstance(value, str) else []
    return piece("did_you_mean", near=near[0]) if near else ""


def titled(key: str, title: str) -> Said:
    """The title of a rule set, which a language knows by its key."""
    return Said(title, "rule_set", {"key": key})
