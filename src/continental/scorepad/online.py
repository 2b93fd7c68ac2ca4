"""Turn a match that was played at the online table into the items of a score sheet, so that both look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Final

from continental.cards import JOKER
from continental.play.events import (
    BuyBackAnswered,
    Counted,
    DealerDrawn,
    DealPassed,
    Event,
    FeedingRuled,
    HandEnded,
    HandScored,
    HandSettled,
    MatchBegan,
    MatchEnded,
    WentClosed,
)
from continental.play.terms import Cents, Ending, Seat
from continental.replay import play_again, read_record
from continental.rules.base import RuleSet
from continental.rules.scoring import ScoringKind
from continental.scorepad.forms import fold_name
from continental.scorepad.items import DeadHand, Hand, PaperHand, PointsHand, What
from continental.scorepad.pad import Make
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sums import Start


@dataclass
class _Gathered:
    """The events of one hand so far."""

    ended: HandEnded | None = None
    counts: dict[Seat, Counted] = field(default_factory=dict)
    feeder: Seat | None = None
    scored: dict[Seat, int] = field(default_factory=dict)
    closed: WentClosed | None = None
    settled: HandSettled | None = None
    answers: dict[Seat, bool] = field(default_factory=dict)


def items_of(rules: RuleSet, names: Sequence[str], events: Iterable[Event]) -> Iterator[tuple[What, tuple[str, ...]]]:
    """Yield every settled hand of a match's events, in order, each with the names of those who declined a buy-back.

    A hand is yielded after its last offer is answered. One with an offer still open is yielded at the end, without that answer.
    """
    now = _Gathered()
    for event in events:
        match event:
            case HandEnded():
                now.ended = event
            case Counted(seat):
                now.counts[seat] = event
            case FeedingRuled(accused, upheld) if upheld:
                now.feeder = accused
            case HandScored(seat, _, points):
                now.scored[seat] = points
            case WentClosed():
                now.closed = event
            case HandSettled():
                now.settled = event
            case BuyBackAnswered(seat, yes):
                now.answers[seat] = yes
            case DealPassed() | MatchEnded() if now.settled is not None:
                yield _item(rules, names, now)
                now = _Gathered()
            case _:
                pass
    if now.settled is not None:
        yield _item(rules, names, now)


def _item(rules: RuleSet, names: Sequence[str], now: _Gathered) -> tuple[What, tuple[str, ...]]:
    return _ITEMS[rules.scoring.kind](names, now)


def _points_item(names: Sequence[str], now: _Gathered) -> tuple[What, tuple[str, ...]]:
    closer = now.closed.seat if now.closed is not None else None
    held = {names[seat]: points for seat, points in now.scored.items() if seat != closer}
    at_once = now.closed is not None and now.closed.at_once
    return PointsHand(None if closer is None else names[closer], held, at_once=at_once), ()


def _money_item(names: Sequence[str], now: _Gathered) -> tuple[What, tuple[str, ...]]:
    declines = tuple(names[seat] for seat, yes in now.answers.items() if not yes)
    return (DeadHand() if now.ended is None else _hand(names, now, now.ended)), declines


_ITEMS: Final[Mapping[ScoringKind, Callable[[Sequence[str], _Gathered], tuple[What, tuple[str, ...]]]]] = {
    "money": _money_item,
    "points": _points_item,
}


def _hand(names: Sequence[str], now: _Gathered, ended: HandEnded) -> Hand:
    shown = {ended.seat: ended.cards, **{seat: counted.cards for seat, counted in now.counts.items()}}
    return PaperHand(
        ended_by=names[ended.seat],
        ending=ended.ending,
        knock_card=ended.points if ended.ending is Ending.KNOCK else None,
        counts={names[seat]: counted.points for seat, counted in now.counts.items()},
        jokers={names[seat]: cards.count(JOKER) for seat, cards in shown.items()},
        feeder=None if now.feeder is None else names[now.feeder],
        buys=tuple(names[seat] for seat, yes in now.answers.items() if yes),
    )


def match_of(rules: RuleSet, names: Sequence[str], events: Sequence[Event], title: str) -> Make:
    """Return a whole match's events as the beginning of a pad."""
    began = next(event for event in events if isinstance(event, MatchBegan))
    drawn = next((event.dealer for event in events if isinstance(event, DealerDrawn)), began.dealer)
    dealer = None if drawn is None else names[drawn]
    return Make(title, Start(rules, tuple(names), Cents(began.ante), dealer), tuple(items_of(rules, names, events)))


def match_of_record(text: str, title: str) -> Make:
    """Return a record, as the online table writes it, as the beginning of a pad. Raises RecordError or EntryRefused.

    Players of the same name get a number.
    """
    record = read_record(text)
    if record.head.start is not None:
        raise EntryRefused("bad_act", what=piece("record_begins"))
    match = play_again(record)
    names: list[str] = []
    for sitter in record.head.sitters:
        names.append(_free_name(sitter.name, names))
    make = match_of(match.rules, names, match.events, title)
    if not make.items:
        raise EntryRefused("record_empty")
    return make


def _free_name(name: str, taken: Sequence[str]) -> str:
    # The pot is named on the sheet like a player, so nobody may be called so.
    folded = {"pot", *map(fold_name, taken)}
    numbered = chain((name,), (f"{name} {number}" for number in count(2)))
    return next(each for each in numbered if fold_name(each) not in folded)
