"""Why the table does not do as asked: a stable code and one plain sentence for each, beside those of the game itself."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from continental.play.refusal import Refused
from continental.play.saying import say

TABLE_SENTENCES: Final = MappingProxyType(
    {
        # acts
        "stale": "Something happened before your act arrived, so it was not played: look again, and act on what you see.",
        "ahead": "Your act follows version {after}, but this table is at {version}: look again, and act on what you see.",
        "not_seated": "You have no seat at this table; you may watch.",
        "not_stored": "Your act could not be stored, so it was not played: try again.",
        "not_read": "What is stored could not be read just now, so nothing was done: try again in a moment.",
        "room_unreadable": "What is stored of this table cannot be read here, so nothing can be done at it: make another table.",
        "busy": "Too much happened at once at this table: look again, and act on what you see.",
        "not_playing": "No match is being played here now.",
        "match_running": "The match is running; that is possible only before it or after it.",
        "not_between_deals": "Nobody waits for the next deal now.",
        "already_said_next": "You have already said that you are ready for the next deal.",
        "not_over": "The match is not over yet.",
        "table_long": "{most} deals were played at this table, and it keeps no more: make another table.",
        "nothing_to_stand": "Nobody is asked for a card out of turn at this table, so there is nothing to answer beforehand.",
        "too_many_cards": "A standing answer names at most {most} cards.",
        # chat
        "chat_off": "Nothing is said at this table, by its agreement.",
        "phrases_only": "At this table only the ready phrases are said.",
        "no_such_phrase": "There is no such phrase; the ready phrases are: {known}.",
        "bad_text": "A line of chat has 1 to {most} visible characters.",
        "too_much_said": "At most {most} lines are said within {seconds} seconds: wait a little.",
        # carrying a seat
        "link_spent": "That link does not work: it was used already, is older than ten minutes, or a newer one was made.",
        "links_too_fast": "A link was made a moment ago; wait a few seconds before the next.",
        "has_seat": "You have a seat of your own at this table already.",
        # seats
        "not_host": "Only the host, {host}, may do that.",
        "table_full": "Every seat at this table is taken; you may watch.",
        "seat_taken": "That seat is taken.",
        "seat_empty": "Nobody sits there.",
        "bad_seat": "The seats of this table are 0 to {last}, not {seat}.",
        "own_seat": "To give up your own seat, leave the table.",
        "turned_away": "The host of this table has turned you away.",
        "comes_too_often": "You came to this table very often within an hour: try again later.",
        "empty_seats": "Fill or bot every seat before the start: {empty} of {seats} are empty.",
        "no_such_bot": "There is no bot called {bot}; there are: {known}.",
        "bad_name": "A name has 1 to 20 visible characters.",
        "name_taken": "Somebody at this table is called {name} already: choose another name.",
        "too_much_coming": "So much was arranged at this table that nothing but play is taken: play, or make another table.",
        # making a table
        "bad_pace": "Bots wait 0 to 10000 milliseconds before they act, not {pace_ms}.",
        "bad_clock": "The act clock is 0 (none) or 10 to 3600 seconds, not {clock_s}.",
        "bad_reserve": "The reserve is 0 to 3600 seconds for a match, not {reserve_s}.",
        "bad_setting": "The setting {setting} takes {wanted}, not {value}.",
        "too_many_bots": "At a table of {seats} there may be at most {most} bots, not {bots}.",
        "no_such_room": "There is no such table. Tables are found by their link: ask for it again.",
        "deal_not_over": "There is no deal {number} here that is over; a deal is shown with open hands once it is.",
        "rooms_an_hour": "You have made {made} tables within an hour; wait a little before the next.",
        "rooms_a_minute": "Very many tables are being made here just now; try again in a minute.",
        "pads_a_minute": "Very many pads are being made here just now; try again in a minute.",
        "past_too_often": "What was played here was asked for very often just now; try again in a minute.",
        "writes_too_fast": "More was written within a minute than is taken here: try again in a minute.",
        "kept_a_day": "More was written from your address today than this server keeps in a day. Try again tomorrow.",
        "store_full": "This server has no room for anything new. Whoever runs it can make some.",
        "too_much_to_reckon": "Too much is being reckoned here just now; try again in a moment.",
        "database_unopened": "The database {database} cannot be opened: {why}.",
        # the wire
        "bad_message": "That message is not of the agreed form: {what}.",
        "too_many_messages": "More than {most} messages came within a second, so the connection was closed.",
        "too_many_sockets": "This table has {most} open connections already; close another page first.",
        "too_many_watching": "{most} people watch this table already; try again later.",
        "too_many_from_there": "From your network {most} pages watch this table already; close one of them first.",
        "gave_way": "So many watch this table that your page gave its place to somebody who has just come; try again later.",
        "wrong_origin": "That request came from another site's page and was not played.",
        "bad_request": "That request is not of the agreed form: {what}.",
        "not_json": "This address takes a body of the type application/json.",
        "not_found": "There is nothing at this address.",
        "method_not_allowed": "That address does not take {method} requests.",
        "server_fault": "Something went wrong on our side; nothing was changed. Load the page again.",
        "too_large": "A request has at most {most} bytes.",
        "too_slow": "The request did not arrive whole within {seconds} seconds: try again.",
        "too_many_uploads": "More is being sent here at once than is taken: try again in a moment.",
        "too_many_connections": "Too many connections are open here: close other pages, or try again in a moment.",
        "bad_head": "That is no HTTP request.",
        "head_too_large": "The head of a request has at most {most} bytes and 100 headers.",
    }
)


class TableRefused(Refused):
    """What the table does not do; it changed nothing. `code` is stable, `sentence` is for a person."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        self.sentence = say(TABLE_SENTENCES, code, facts)
        Exception.__init__(self, self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.facts)


def _rebuild(code: str, facts: dict[str, object]) -> TableRefused:
    return TableRefused(code, **facts)
