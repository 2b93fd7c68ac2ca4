"""Every sentence in which a pad is told, by its code: items, the trail, what undo takes back, ways on, why money moved."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from continental.play.saying import Said, say

SAYINGS: Final = MappingProxyType(
    {
        # what an item says
        "knocks": "{name} knocks with a {points}",
        "knocks_ace": "{name} knocks with an ace",
        "close": "{name} closes",
        "continental": "{name} declares a continental",
        "straight_flush": "{name} declares a straight flush",
        "closes_at_once": "{name} closes at once",
        "nobody_closes": "Nobody closes",
        "dead": "Nobody ends the hand",
        "joins": "{name} joins",
        "leaves": "{name} leaves",
        "stops": "The match is broken off",
        "with_counts": "{item}: {counts}",
        # what somebody did, and who where nobody gave a name
        "writer": "Writer {number}",
        "did": "{by} {did}",
        "made": "began the match of {names}",
        "entered": "entered hand {number}: {item}",
        "entered_before": "entered before hand {number}: {item}",
        "inserted": "inserted hand {number}: {item}",
        "inserted_before": "inserted before hand {number}: {item}",
        "corrected": "changed hand {number}: {changes}",
        "struck": "struck out hand {number}: {item}",
        "struck_before": "struck out before hand {number}: {item}",
        "moved": "moved hand {number}: to stand as hand {place}",
        "moved_before": "moved before hand {number}: to stand as hand {place}",
        "answered_yes": "answered for {name} after hand {number}: buys back",
        "answered_no": "answered for {name} after hand {number}: does not buy back",
        "renamed": "renamed {name} to {into}",
        "retitled": "called the pad {title}",
        "adjusted": "adjusted {money} from {source} to {target}: {reason}",
        "dropped": "struck out the adjustment: {reason}",
        "dropped_one": "struck out the adjustment",
        "ticked": "ticked that {source} paid {target} {money}",
        "unticked": "unticked the payment of {source} to {target}, {money}",
        "unticked_one": "unticked the payment",
        "took_back": "took back: {what}",
        "did_again": "did again: {what}",
        "season_titled": "called the season {title}",
        "season_merged": "counted {name} as {into}",
        "season_parted": "parted {name} again",
        # what a correction changed
        "change": "{field} {old} → {new}",
        "change_whole": "{old} → {new}",
        "change_of": "{name} {old} → {new}",
        "change_jokers": "jokers of {name} {old} → {new}",
        "field_ended_by": "ended by",
        "field_closed_by": "closed by",
        "field_ending": "ending",
        "field_knock_card": "knock card",
        "field_feeder": "feeder",
        "field_buys": "buys",
        "field_declines": "declines",
        "field_at_once": "at once",
        "value_none": "none",
        "value_yes": "yes",
        "value_no": "no",
        "value_nobody": "nobody",
        "value_knock": "knock",
        "value_close": "close",
        "value_continental": "continental",
        "value_straight_flush": "straight_flush",
        "nothing": "nothing",
        # an act that undo takes back or redo does again
        "a_change": "a changed hand, {item}",
        "a_strike": "the striking out of an item",
        "a_move": "the moving of an item",
        "a_beginning": "the beginning",
        "an_undo": "an undo or a redo",
        "buys_back": "{name} buys back",
        "buys_not": "{name} does not buy back",
        "a_renaming": "{name} renamed to {into}",
        "a_title": "the title {title}",
        "an_adjustment": "{money} from {source} to {target}: {reason}",
        "a_payment": "{source} paid {target} {money}",
        "a_drop": "the striking out of an adjustment",
        "an_unticking": "the unticking of a payment",
        # ways on
        "way_without_buys": "Take away the buy-back of {names} after {line}",
        "way_change": "Change {line}",
        "way_strike": "Strike out {line}",
        "way_cause": "Change {line}, which led to it",
        "way_undo": "Take back the last change ({what})",
        "line_hand": "hand {number}",
        "line_other": "that line",
        "and": "{name} and {others}",
        # why money moved
        "why_ante": "ante",
        "why_share": "share of the hand",
        "why_pot_share": "the pot's share of the hand",
        "why_bounty": "joker bounty",
        "why_feeding": "feeding: the shares of all",
        "why_feeding_pot": "feeding: the pot's share",
        "why_feeding_bounty": "feeding: the bounties of all",
        "why_buy_back": "buy-back",
        "why_pot_won": "the pot, won",
        "why_pot_split": "part of the pot, split",
        "why_pot_back": "part of the pot, given back",
        "why_taken_back": "taken back: the hand is dealt again",
    }
)


_UNNAMED: Final = re.compile(SAYINGS["writer"].format(number=r"(\d{1,6})"))


def writer(number: int) -> Said:
    """What a writer is called who gave no name."""
    return told("writer", number=number)


def said_writer(name: str) -> str:
    """A writer's name; one that nobody gave is said in the reader's language."""
    found = _UNNAMED.fullmatch(name)
    return writer(int(found[1])) if found else name


def told(code: str, **given: object) -> Said:
    """The pad's sentence of that code, filled in."""
    return say(SAYINGS, code, given)
