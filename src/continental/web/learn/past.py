"""Take the deals that a room has played from its log. Write them as records, and step through them with all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, get_args

from continental.cards import print_card
from continental.codec import Plain, type_tag
from continental.hands.worth import worth_now
from continental.play.actions import Action, Commit, Count, Deal
from continental.play.events import Dealt, Event, StockRebuilt
from continental.play.plain import action_from_plain, action_to_plain, event_to_plain
from continental.play.position import Position, Standing
from continental.play.record import Record, Sitter
from continental.play.terms import TABLE, Seat
from continental.play.view import see
from continental.replay import Step, begin_again, begin_record, record_of, replay
from continental.rules.base import RuleSet
from continental.table.log import Entry
from continental.table.state import DealMark, RoomState

_OF_THE_GAME: Final = frozenset(type_tag(kind) for kind in get_args(Action))


@dataclass(slots=True)
class PlayedDeal:
    """One deal of a room: the match it belongs to, the standing it began from, and the acts and events stored of it.

    `start` is None for the first deal of a match.
    """

    match: int
    number: int
    rules: RuleSet
    sitters: tuple[Sitter, ...]
    before: Standing
    start: Standing | None
    first_dealer: Seat | None
    actions: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def played_deal(state: RoomState, mark: DealMark, log: Sequence[Entry]) -> PlayedDeal:
    """Return the deal of this mark. `log` has the room's versions from the binding of its dice up to the next deal's."""
    is_first = mark.before.hands == 0
    deal = PlayedDeal(
        mark.match,
        mark.number,
        state.rules,
        mark.sitters,
        mark.before,
        None if is_first else mark.before,
        state.setup.dealer if is_first else None,
    )
    for entry in log:
        if entry.act["do"] in _OF_THE_GAME:
            deal.actions.append(action_from_plain({key: part for key, part in entry.act.items() if key != "by"}))
            deal.events += [event for event in entry.events if isinstance(event, Event)]
    return deal


def record_of_deal(deal: PlayedDeal) -> Record:
    """Return the record of this deal alone. If the deal is not over, it shows the commitment and nothing else."""
    match = begin_again(deal.rules, deal.before.players, deal.before.ante, deal.first_dealer, deal.start)
    for action in deal.actions:
        match.play(action)
    return record_of(match, deal.sitters, deal.start)


def is_over(record: Record) -> bool:
    """Return whether the record shows a deal that is over, which is when its dice are public."""
    return bool(record.deals) and record.deals[-1].dice is not None


def record_of_deals(records: Sequence[Record]) -> Record:
    """Join the records of a match's deals, in order. Raises ValueError if there are none."""
    if not records:
        raise ValueError("a match without a deal has no record")
    return replace(records[0], deals=tuple(deal for record in records for deal in record.deals))


def what_was_dealt(deal: PlayedDeal) -> Plain:
    """Return the cards of a deal that is over, as they were stored when dealt: hands by seat, upcard, stock, rebuilt stocks."""
    dealt = next(event for event in deal.events if isinstance(event, Dealt))
    rebuilt = [event for event in deal.events if isinstance(event, StockRebuilt)]
    return {
        "hands": [[print_card(card) for card in hand] for hand in dealt.hands],
        "upcard": print_card(dealt.upcard),
        "stock": [print_card(card) for card in dealt.stock],
        "rebuilt": [[print_card(card) for card in event.stock] for event in rebuilt],
    }


# --- stepping through


def frames_of(record: Record) -> list[Plain]:
    """Return the deal of a record act by act, played again by the engine: the events, the hands after them, and the standing.

    Each frame's `hands` name only the seats whose cards changed. An event that shows the one seat it concerns more than the
    others has both forms: `open` and `public`. Raises RecordError if the record is wrong.
    """
    rules = begin_record(record.head).rules
    held: dict[Seat, tuple[object, ...]] = {}
    found = []
    for step in replay(record):
        if isinstance(step.action, Commit):
            held.clear()
        else:
            found.append(_frame(rules, step, held))
    return found


def _frame(rules: RuleSet, step: Step, held: dict[Seat, tuple[object, ...]]) -> Plain:
    position = step.position
    deal, standing = position.dealing, position.standing
    return {
        "deal": step.deal,
        "seat": None if step.action.seat == TABLE else step.action.seat,
        "act": None if isinstance(step.action, Deal) else action_to_plain(step.action),
        "events": [_shown(event) for event in step.events],
        "hands": dict(_changed_hands(rules, position, held)),
        "stock": len(deal.stock),
        "discards": [print_card(card) for card in deal.discards[-1:]],
        "pile": len(deal.discards),
        "turn": deal.turn,
        "asked": list(position.asked),
        "phase": position.phase.value,
        "table": [{"owner": row.owner, "cards": list(row.meld.texts())} for row in deal.on_table.melds],
        "drawn": None if deal.drawn is None else print_card(deal.drawn),
        "ended": None if deal.showdown.ended is None else event_to_plain(deal.showdown.ended),
        "died": deal.died,
        "counts": [event_to_plain(count) for count in deal.showdown.counts],
        "settled": standing.settled,
        "totals": list(standing.totals),
        "cash": list(standing.cash),
        "pot": standing.pot,
        "out": list(standing.out),
        "status": standing.status.value,
        "winners": list(standing.winners),
    }


def _shown(event: Event) -> Plain:
    public = see(event, None)
    seat = getattr(event, "seat", None)
    own = public if seat is None else see(event, seat)
    plain = event_to_plain(public)
    return {"public": plain} if own == public else {"public": plain, "open": event_to_plain(own), "seat": seat}


def _changed_hands(rules: RuleSet, position: Position, held: dict[Seat, tuple[object, ...]]) -> Iterator[tuple[str, Plain]]:
    for seat in position.dealing.seats:
        hand = position.hand(seat)
        if held.get(seat) == hand:
            continue
        held[seat] = hand
        shown: Plain = {"cards": [print_card(card) for card in hand]}
        if rules.plays(Count) and hand:
            best = worth_now(rules, position, seat, position.standing.before[seat])
            shown["least"] = best.least
            shown["melds"] = [list(meld.texts()) for meld in best.melds]
            shown["left"] = [print_card(card) for card in best.left] + ["JK"] * best.held
            shown["thrown"] = None if best.thrown is None else print_card(best.thrown)
        yield str(seat), shown


def deal_document(deal: PlayedDeal, record: Record) -> Plain:
    """Return a deal that is over, as the page steps through it."""
    return {
        "match": deal.match,
        "number": deal.number,
        "title": deal.rules.title,
        "ante": deal.before.ante,
        "names": [sitter.name for sitter in deal.sitters],
        "bots": [sitter.bot is not None for sitter in deal.sitters],
        "totals": list(deal.before.totals),
        "out": list(deal.before.out),
        "seats": list(_seats(deal)),
        "dealer": _dealt(deal).dealer,
        "frames": frames_of(record),
    }


def _dealt(deal: PlayedDeal) -> Dealt:
    return next(event for event in deal.events if isinstance(event, Dealt))


def _seats(deal: PlayedDeal) -> Iterator[int]:
    return (seat for seat in range(deal.before.players) if not deal.before.out[seat])
