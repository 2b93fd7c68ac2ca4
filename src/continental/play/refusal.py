"""Why an act is not accepted: a stable code and one plain sentence for each."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from continental.play.plain import Plain
from continental.play.saying import Said, print_given, say

SENTENCES: Final = MappingProxyType(
    {
        # whose turn, and what is asked
        "not_asked": "It is not for you to act now.",
        "wrong_phase": "That act is not possible now: {wanted}.",
        "match_over": "The match is over.",
        "no_such_seat": "There is no seat {seat} in this match.",
        "seat_is_out": "You are out of the match and may only watch.",
        # cards
        "card_not_held": "You do not hold {card}.",
        "nothing_to_take": "There is no discard to take.",
        "nothing_to_draw": "There is no card left to draw; take the discard.",
        "thrown_back": "A discard that was just taken is thrown back only to end the hand.",
        "joker_owed": "The joker that was taken must be played before the turn ends.",
        # contracts
        "penalty_due": "Whoever buys takes the penalty card.",
        "already_down": "Your contract is down; cards are now added to melds on the table.",
        "no_further_meld": "Your contract is down, and your cards make no further meld.",
        "contract_not_held": "The contract cannot be laid down from these cards.",
        "down_not_held": "You do not hold all those cards.",
        "down_not_a_meld": "That is no set and no run, or a joker in it stands for a card that does not fit.",
        "down_wrong_melds": "Exactly the contract's melds go down, in one act.",
        "down_too_short": "A meld is shorter than the contract asks.",
        "down_too_long": "A meld is longer than may go down at once.",
        "down_same_suit_runs": "Two runs of one suit may not go down like that: they would be read as one.",
        "down_whole_hand": "In this deal nothing goes down before the whole hand does.",
        "last_card_is_thrown": "The last card must be thrown.",
        "not_down": "Nothing is added to melds before your contract is down.",
        "layoff_later": "At this table cards are added from the turn after one went down.",
        "no_such_meld": "There are {count} melds on the table.",
        "does_not_fit": "{card} does not fit there.",
        "say_which_end": "{card} fits at both ends; say which.",
        "nothing_fits": "None of your cards fits a meld on the table.",
        "joker_into_run": "The joker that was taken goes into another run.",
        "joker_is_own": "At this table only the others take a joker from a sequence, not its owner.",
        "joker_in_set": "A joker in a set stays there.",
        "joker_is_no_such": "No joker there stands for {card}.",
        "joker_has_no_place": "The joker could not be played again this turn, so it stays.",
        "no_joker_to_take": "You hold no card that a joker on the table stands for.",
        "joker_cannot_slide": "{card} moves no joker there.",
        "no_joker_to_slide": "You hold no card that would move a joker.",
        # endings
        "knock_needs_low_card": "A knock needs {wanted} beside nine melded cards; {card} is none.",
        "knock_no_low_card": "A knock needs {wanted} beside nine melded cards; you hold none.",
        "knock_not_melded": "Nine cards must be melded beside the {card}; they cannot all be.",
        "knock_after_draw": "A knock is declared before drawing.",
        "knock_called": "A joker knocked with is called as a 2 or a 3, and a natural card is not called at all.",
        "first_lap": "Nobody may knock before everyone has had a turn.",
        "close_discard": "To close, throw the card you drew, {card}.",
        "close_before_draw": "A close is declared after drawing, by throwing the card drawn.",
        "close_not_melded": "All ten cards must be melded to close; the least left over is {least}.",
        "not_one_suit": "A continental is ten cards of one suit, jokers standing for any.",
        "not_in_sequence": "A straight flush is ten cards of one suit in sequence.",
        "not_before_draw": "At this table that is declared after drawing.",
        "discard_needed": "Say which card you throw as you declare.",
        "no_discard_before_draw": "Declared before drawing, there is no card to throw.",
        # the count
        "count_too_many_jokers": "You hold {jokers} jokers and called {called}.",
        "count_cannot_meld": "With {held} jokers held back the other {melded} cannot be melded.",
        "count_call": "A held joker is called as {wanted}.",
        "count_must_meld": "Jokers that can be melded are melded at this table.",
        "count_left": "Those cards cannot be left with everything else in melds.",
        "count_calls_in_all": "Held jokers are called {most} points in all at the most.",
        "count_left_fixed": "At this table only jokers are held back by choice; the other cards count as little as they can.",
        # feeding
        "accuse_self": "Nobody claims that they fed somebody themselves.",
        "accuse_groundless": "The seat after seat {accused} did not take three of its discards {wanted}.",
        "accuse_cards": "A claim names three discards that the next seat took {wanted}, such as {cards}.",
        "accuse_no_help": "At this table feeding must have helped whoever ended the hand.",
        "accuse_ender": "Whoever ended the hand pays no feeding penalty at this table.",
        "accused_already": "That claim was ruled on already.",
        # the match
        "not_offered": "No buy-back was offered to you.",
        "dice_size": "A deal's dice are 32 bytes.",
        "pack_wrong": "That is not this match's pack: {wanted}.",
        # making a match
        "bad_players": "{title} is for {least} to {most} players, not {players}.",
        "bad_ante": "The ante is {wanted}; {ante} is not.",
        "bad_dealer": "The first dealer is one of the seats 0 to {last}.",
        "dealer_not_chosen": "At this table the first dealer is drawn, not chosen.",
        "bad_switch": "{switch} is no switch of {title}{hint}; its switches are: {known}.",
        "bad_switch_value": "The switch {switch} takes {wanted}, not {value}{hint}.",
        "no_such_rules": "There is no rule set {key}; there are: {known}.",
        # files of rule sets
        "rules_unreadable": "{file} is no TOML file: {why}.",
        "rules_unknown_key": "{file}: there is no key {key}{hint}; the keys there are: {known}.",
        "rules_missing_key": "{file}: {key} is missing; it takes {wanted}.",
        "rules_bad_value": "{file}: {key} takes {wanted}, not {value}{hint}.",
        "rules_do_not_fit": "{file}: {key} does not fit: {why}.",
    }
)


class Refused(Exception):
    """An act that the rules do not allow; it changed nothing.

    `code` is stable and goes to programs, `sentence` says to a person what was wrong and what would be right.
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        self.sentence = say(SENTENCES, code, facts)
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.facts)


def _rebuild(code: str, facts: dict[str, object]) -> Refused:
    return Refused(code, **facts)


def print_refusal(code: str, sentence: Said) -> Plain:
    """A refusal as plain values: its code, its sentence, and what is `given` in the sentence, if anything is."""
    given = print_given(sentence)
    return {"code": code, "sentence": str(sentence), **({"given": given} if given else {})}
