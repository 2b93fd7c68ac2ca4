"""Why an entry on the score sheet is not accepted: a stable code and one plain sentence for each."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from continental.play.saying import Said, say

SENTENCES: Final = MappingProxyType(
    {
        # the form of what was typed
        "no_json": "This is no JSON: {fault}.",
        "bad_form": "{where} should be {wanted}, not {value}.",
        "key_missing": "{where} has no {key}.",
        "key_unknown": "{where} has {key}, which means nothing here; it may have: {known}.",
        "key_twice": "The key {key} stands twice in one object.",
        # the match
        "name_twice": "Two players are called {name}; every name must differ, and not by capitals alone.",
        "name_pot": "Nobody can be called {name}: that word is the pot's in the list of transfers.",
        "dealer_unknown": "The dealer {name} is no player; the players are: {known}.",
        "too_many_hands": "A match on paper has at most {most} hands.",
        # who
        "name_unknown": "{where} names {name}, who is no player; the players are: {known}.",
        "player_out": "{name} is out of the match, and yet {does}.",
        "buyer_twice": "The buy-backs name {name} twice.",
        "name_in_use": "There is a player called {name} already; choose another name.",
        "match_was_over": "The match was over after hand {last}.",
        "match_stopped": "The match was broken off before this, and nothing comes after it.",
        # what the hand came to
        "knock_card_missing": "A knock needs its card: {wanted}.",
        "knock_card_wrong": "The card of a knock is {wanted}, not {value}.",
        "knock_card_needless": "Only a knock has a card; this ending is {ending}.",
        "count_of_ender": "{name} ended the hand and has no count; leave {name} out of the {numbers}.",
        "count_missing": "The count of {name} is missing; everyone else who is in counts.",
        "count_negative": "The count of {name} is {count}; a count is never below 0.",
        "count_too_large": "The count of {name} is {count}; {reach}.",
        "count_impossible": "The count of {name} is {count}, and {cards} come to that; {near}.",
        "jokers_negative": "The jokers of {name} are {jokers}; nobody holds fewer than 0.",
        "jokers_too_many": "The players hold {jokers} jokers; this match's pack has {pack}.",
        "no_feeding": "There is no feeding penalty at this table; nobody can have fed.",
        "hand_kind": "A hand of {title} is told by {wanted}.",
        "no_such_ending": "No hand ends by {ending} here; the endings are: {known}.",
        "points_missing": "The points of {name} are missing; everyone else who is in has some, or 0.",
        "no_dead_hand": "In {title} a deal that nobody closed is entered as such, with everyone's points.",
        # offers
        "offer_open": "{name} is to say first whether to buy back.",
        "buy_not_offered": "{name} buys back, but is offered nothing after this hand.",
        "no_such_offer": "{name} is offered no buy-back after this hand.",
        # between hands
        "ante_for_points": "{title} is played for points: its ante is 0.",
        "join_full": "{most} players are in, and more than that cannot play.",
        "too_many_names": "{most} people have been in this match, and a sheet holds no more.",
        # the pad
        "bad_act": "That is not of the agreed form: {what}.",
        "item_unknown": "There is no {item} on this pad; it may have been struck out.",
        "not_a_hand": "{item} is no hand.",
        "changes_nothing": "That changes nothing: it stands so already.",
        "nothing_to_undo": "There is nothing left to undo.",
        "nothing_to_redo": "There is nothing to redo.",
        "same_party": "Nobody pays themselves: name two players.",
        "bad_cents": "An amount is from 1 cent to {most}, not {cents}.",
        "no_such_adjustment": "There is no adjustment {adjustment} on this pad.",
        "no_such_payment": "There is no payment {payment} on this pad.",
        "id_used": "The id {id} belongs to another entry; every entry has one of its own.",
        "after_ahead": "This follows version {after}, but the newest here is {version}: look again, and write on what you see.",
        "too_many_entries": "A pad holds at most {most} entries.",
        "too_many_renames": "Names on a pad are changed at most {most} times.",
        "too_many_letters": "A pad holds at most {most} letters, all its entries together.",
        # links and writers
        "no_such_pad": "There is no pad behind this link: ask for it again.",
        "no_such_season": "There is no season behind this link: ask for it again.",
        "link_replaced": "This link was replaced by a new one and opens nothing now: ask for the new one.",
        "bad_key": "A key to write has 22 letters, digits, - and _, and belongs to no other link.",
        "watch_only": "This link is for watching; to write, ask for the other one.",
        "too_many_writers": "{most} browsers write on this already, and no more can.",
        "pads_an_hour": "You have made {made} pads within an hour; wait a little before the next.",
        "draft_too_long": "A half-typed hand of {length} signs is too long: {most} are kept.",
        "bad_export": "A pad is taken out as settle, full or csv, not {form}.",
        # cards that are counted
        "bad_cards": "Those are no cards: {what}.",
        "cards_count": "A hand to be counted has 1 to {most} cards, not {count}.",
        "cards_copies": "{card} is there {count} times; the pack has {most}.",
        # seasons
        "merge_itself": "{name} cannot be merged into {name}; name two.",
        "merge_round": "{into} is counted as {name} already.",
        "not_merged": "{name} is not counted as somebody else.",
        "too_many_evenings": "A season holds at most {most} evenings; make another one.",
        # what is read in
        "text_too_long": "A text of {length} letters is too long: the fullest pad comes to {most}.",
        "record_empty": "The record has no hand that was played to its end, so there is nothing to take in.",
        "bad_csv": "Line {line} of the table should be {wanted}.",
    }
)


IN_HAND: Final = "Hand {hand}: {said}"
"""What stands before a sentence that is about one hand."""


class EntryRefused(Exception):
    """An entry that cannot be right; it changed nothing.

    `code` is stable and goes to programs, `sentence` says to a person what was wrong and what would be right; `hand` is the
    number of the hand that it is about, counted from 1, and 0 where it is about the match.
    """

    def __init__(self, code: str, hand: int = 0, **facts: object) -> None:
        self.code = code
        self.hand = hand
        said = say(SENTENCES, code, facts)
        self.sentence = Said(IN_HAND.format(hand=hand, said=said), code, {"hand": hand, **said.given}) if hand else said
        super().__init__(self.sentence)
