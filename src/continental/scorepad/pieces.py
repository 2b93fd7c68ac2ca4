"""What fills the slots of the pad's refusals and is no value, each with its code: where something stands, what it should be."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from continental.cards import NO_CARD
from continental.play.saying import Said, say

PAD_PIECES: Final = MappingProxyType(
    {
        # where a value stands
        "the_match": "The match",
        "the_hand": "The hand",
        "the_act": "The act",
        "the_entry": "The entry",
        "the_export": "The export",
        "the_text": "The text",
        "player_at": "player {place}",
        "part_of": "{part} of {name}",
        "the_switch": "the switch {name}",
        "log_line": "log {line}",
        # what it should be
        "an_object": "an object in braces",
        "a_list": "a list in brackets",
        "a_name": "a name of 1 to {most} printable characters",
        "a_whole_number": "a whole number",
        "a_text": "a text of 1 to {most} printable characters",
        "true_or_false": "true or false",
        "a_word_or_number": "a word or a whole number",
        "one_of": "one of {known}",
        "an_export": "what a pad was taken out as, a table of hands, or the record of an online match",
        "dollars": "a number of dollars above 0, up to {most} and to the cent",
        "milliseconds": "milliseconds since 1970",
        # what it is
        "is_object": "an object",
        "is_list": "a list",
        "is_long": "a number of many digits",
        "is_empty": "empty",
        "far_larger": "a far larger number",
        "far_smaller": "a far smaller number",
        "far_more": "far more",
        "far_fewer": "far fewer",
        # why a text is no JSON
        "json_at": "{fault} at line {line}, column {column}",
        "json_number": "{text} is no number",
        "json_deep": "it is nested too deep",
        "json_digits": "a number in it has too many digits",
        # what is wrong with what is taken in
        "log_empty": "the log is empty",
        "log_begins": "a log begins with making the match, and makes it once",
        "pad_begins": "a pad begins with its match",
        "record_begins": "the record begins in the middle of a match",
        "record_line": "line {line}: {fault}",
        "csv_cells": "cells between commas ({fault})",
        "csv_facts": "title, rules, players, ante, dealer, switch, adjustment or “answers, as given”, or a blank line",
        "csv_heads": "the heads of the columns, one of which is called what",
        "csv_columns": "at most {most} columns wide",
        "csv_once": "the only one that says {fact}",
        "csv_behind": "{fact} with nothing more behind it; a cell with a comma in it goes in quotation marks",
        "csv_head": "heads that mean something, not {head}: {known}, or of a player, as in “Ana: count”",
        "csv_head_twice": "heads that differ; {head} stands there twice",
        "csv_width": "no longer than the heads of the columns; a cell with a comma in it goes in quotation marks",
        "csv_yes": "a line with yes, no or nothing in the column {head}",
        "csv_needless": "a line with nothing in the column {head}, for it says {what}",
        "csv_parties": "an adjustment between two of the players",
        "csv_ante": "an ante in dollars",
        "csv_cents": "whole cents",
        "csv_points": "whole points for {name}",
        "csv_knock": "a knock card",
        "csv_jokers": "the jokers of {name}",
        "csv_what": "a hand, dead, joins, leaves or stops in the column what",
        # what somebody who is out is said to have done
        "does_ended_by": "is said to have ended this hand",
        "does_closed_by": "is said to have closed this deal",
        "does_counts": "has a count",
        "does_points": "has points",
        "does_jokers": "is said to have held jokers",
        "does_feeder": "is said to have fed",
        "does_buys": "buys back",
        "does_leaves": "leaves",
        # what a hand came to
        "tells_points": "who closed and what the others hold",
        "tells_money": "who ended it, how, and what the others count",
        "of_counts": "counts",
        "of_points": "points",
        "reach_points": "the largest possible is {most}",
        "reach_jokerless": "with no joker the largest possible is {most}",
        "reach_joker": "with 1 joker the largest possible is {most}",
        "reach_jokers": "with {jokers} jokers the largest possible is {most}",
        "reach_more": "{reach}; say how many it held if there were more",
        "cards_none": "no cards",
        "cards_jokerless": "no cards without a joker",
        "cards_joker": "no cards with at most 1 joker",
        "cards_jokers": "no cards with at most {jokers} jokers",
        "near_more": "{near}; say how many jokers it held if there were more",
        "near_one": "the nearest possible is {count}",
        "near_two": "the nearest possible are {below} and {above}",
        # cards
        "no_card": NO_CARD,
    }
)


def piece(code: str, **given: object) -> Said:
    """The piece of that code, filled in."""
    return say(PAD_PIECES, code, given)
