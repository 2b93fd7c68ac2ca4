"""Matches written as records, and records played again act by act through the engine, every dice, card and sum checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from continental.engine import Match
from continental.play.actions import Action, Commit, Deal
from continental.play.events import Event, MatchBegan, StockRebuilt
from continental.play.notation import outcome_of
from continental.play.position import Position, Standing
from continental.play.reading import parse_record
from continental.play.record import Act, DealRecord, Head, Record, RecordError, Sitter, Told, facts_of, print_record
from continental.play.refusal import Refused
from continental.play.terms import Cents, Seat
from continental.play.view import commitment_of
from continental.rules.base import RuleSet
from continental.rules.load import load


@dataclass(frozen=True, slots=True)
class Step:
    """One act of a record as it was played again: the line it stands on, what it did, and where the match stands after it."""

    line: int
    deal: int
    action: Action
    events: tuple[Event, ...]
    position: Position


# --- from a match to its record


def begin_again(rules: RuleSet, players: int, ante: Cents, dealer: Seat | None = None, start: Standing | None = None) -> Match:
    """A match that begins, or goes on from a standing in place of that of a match that begins; raises Refused.

    Its `events` are then empty: those that led to the standing are not known.
    """
    chosen = dealer if dealer is not None or start is None or rules.first_dealer != "chosen" else start.dealer
    match = Match.begin(rules, players, ante, chosen)
    if start is not None:
        match.position = replace(match.position, standing=start)
        match.events.clear()
    return match


def record_of(
    match: Match,
    sitters: Sequence[Sitter],
    start: Standing | None = None,
    only: int | None = None,
    *,
    cut_short: bool = False,
) -> Record:
    """The record of all that is over: a deal that is still played shows its commitment and nothing else.

    `sitters` are by seat. `start` is the standing that the match went on from, where it did not begin at its beginning.
    `only` is the number of the one deal to record, from the standing it began with. With `cut_short` the deal that is still
    played shows its dice and acts too, so that `resume` can go on with it; such a record is for nobody at the table. Raises
    ValueError if the sitters are not as many as the seats, or that deal is not over.
    """
    players, ante = match.position.standing.players, match.position.standing.ante
    if len(sitters) != players:
        raise ValueError(f"{players} sit in this match, not {len(sitters)}")
    first = match.events[0] if match.events else None
    dealer = first.dealer if isinstance(first, MatchBegan) else None
    again = begin_again(match.rules, players, ante, dealer, start)
    deals: list[DealRecord] = []
    starts: list[Standing] = []
    for action in match.actions:
        if isinstance(action, Commit):
            starts.append(again.position.standing)
            number = again.position.standing.hands + 1
            deals.append(DealRecord(number, commitment_of(action.dice), action.dice, action.stacked))
        events = again.play(action)
        if not isinstance(action, Commit | Deal):
            deals[-1] = replace(deals[-1], acts=(*deals[-1].acts, Act(action, outcome_of(action, events))))
            deals[-1] = replace(deals[-1], facts=_facts(again.position.standing, again.position.dealing.dealer))
    if deals and not _is_over(again.position):
        facts = tuple(told for told in deals[-1].facts if told.key == "dealer")
        shown = replace(deals[-1], facts=facts)
        deals[-1] = shown if cut_short else DealRecord(deals[-1].number, deals[-1].commitment)
    if only is not None:
        place = next((place for place, deal in enumerate(deals) if deal.number == only and deal.dice is not None), None)
        if place is None:
            raise ValueError(f"there is no deal {only} that is over")
        deals, start = deals[place : place + 1], starts[place]
    switches = tuple((name, str(value)) for name, value in match.rules.departures().items())
    return Record(Head(match.rules.key, match.rules.version, switches, ante, tuple(sitters), dealer, start), tuple(deals))


def _is_over(position: Position) -> bool:
    """Whether the deal last committed to is over: its dice were shown to all."""
    return position.next_dice is None and position.deal is not None and position.deal.shown


def _facts(standing: Standing, dealer: Seat) -> tuple[Told, ...]:
    """The facts of a deal; its dealer is asked for apart, since the standing after it names the next one."""
    return (Told("dealer", str(dealer)), *(Told(key, text) for key, text in facts_of(standing).items()))


def write_record(match: Match, sitters: Sequence[Sitter], start: Standing | None = None, only: int | None = None) -> str:
    """`record_of` as text."""
    return print_record(record_of(match, sitters, start, only))


# --- from a record to its match


def begin_record(head: Head) -> Match:
    """The match that a record's head describes, before its first card; raises RecordError with the line that is wrong."""
    try:
        rules = load(head.rules, dict(head.switches))
    except Refused as refused:
        raise _refused(head.lines.get(f"switch {refused.facts.get('switch')}", _line(head, "rules")), refused) from None
    if rules.version != head.version:
        facts = {"key": head.rules, "version": head.version, "known": rules.version}
        raise RecordError.of(_line(head, "rules"), "unknown_rules", **facts)
    try:
        return begin_again(rules, len(head.sitters), head.ante, head.dealer, head.start)
    except Refused as refused:
        key = {"bad_players": f"seat {len(head.sitters) - 1}", "bad_ante": "ante"}.get(refused.code, "first dealer")
        raise _refused(_line(head, key), refused) from None


def _line(head: Head, key: str) -> int:
    return head.lines.get(key, head.lines.get("rules", 1))


def _refused(line: int, refused: Refused) -> RecordError:
    return RecordError(line, refused.code, refused.sentence)


def replay(record: Record) -> Iterator[Step]:
    """Play the record again, each act as it comes; raises RecordError at the first line that is wrong.

    Dice are held to their commitment, packs and rebuilt stocks follow from the dice, every act is one that the rules allow,
    and what the record tells of outcomes and standings is what came of them. A deal that is not over plays nothing.
    """
    match = begin_record(record.head)
    for deal in record.deals:
        if deal.dice is not None:
            yield from _replay_deal(match, deal, deal.dice)


def _replay_deal(match: Match, deal: DealRecord, dice: bytes, *, to_its_end: bool = True) -> Iterator[Step]:
    right = commitment_of(dice)
    if right != deal.commitment:
        raise RecordError.of(deal.lines.get("dice", deal.line), "commitment_wrong", right=right)
    bound = _play(match, deal, deal.lines.get("pack", deal.line), Commit(dice, deal.pack))
    yield replace(bound, line=deal.line)
    yield _play(match, deal, deal.line, Deal())
    _check_facts(match, deal, before=True)
    for act in deal.acts:
        step = _play(match, deal, act.line, act.action)
        came = outcome_of(act.action, step.events)
        if act.outcome and act.outcome != came:
            raise RecordError.of(act.line, "wrong_outcome", right=came or "nothing to tell", told=act.outcome[:60])
        yield step
    if not _is_over(match.position):
        if not to_its_end:
            return
        raise RecordError.of(deal.acts[-1].line if deal.acts else deal.line, "deal_cut_short", number=deal.number)
    _check_facts(match, deal, before=False)


def _play(match: Match, deal: DealRecord, line: int, action: Action) -> Step:
    try:
        events = match.play(action)
    except Refused as refused:
        raise _refused(line, refused) from None
    return Step(line, deal.number, action, events, match.position)


def _check_facts(match: Match, deal: DealRecord, *, before: bool) -> None:
    facts = {told.key: told.text for told in _facts(match.position.standing, match.position.dealing.dealer)}
    for told in deal.facts:
        if (told.key == "dealer") == before and told.text != facts.get(told.key, "nobody"):
            raise RecordError.of(told.line, "wrong_fact", key=told.key, right=facts.get(told.key, "nobody"), told=told.text[:60])


def play_again(record: Record) -> Match:
    """The match as it stands after the record's last act; raises RecordError."""
    return _played(record, to_its_end=True)


def resume(record: Record) -> Match:
    """Return the match to go on with, even from within its last deal; raises RecordError."""
    return _played(record, to_its_end=False)


def _played(record: Record, *, to_its_end: bool) -> Match:
    match = begin_record(record.head)
    for deal in record.deals:
        if deal.dice is not None:
            for _ in _replay_deal(match, deal, deal.dice, to_its_end=to_its_end or deal is not record.deals[-1]):
                pass
    return match


def read_record(text: str) -> Record:
    """Read a record and play it again to its last line. Raises RecordError for the first line that is not right."""
    record = parse_record(text)
    for _ in replay(record):
        pass
    return record


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a check: the parts of a record that were checked, and the standing of its match."""

    deals: int
    rebuilt: int
    acts: int
    open_deals: int
    standing: Standing
    by_hand: tuple[int, ...] = ()  # deals whose pack the record tells, for it does not follow from their dice


def verify(record: Record) -> Verdict:
    """Check every commitment, pack, rebuilt stock, act and fact of the record; raises RecordError at the first that is wrong."""
    standing, acts, rebuilt = begin_record(record.head).position.standing, 0, 0
    for step in replay(record):
        standing = step.position.standing
        acts += not isinstance(step.action, Commit | Deal)
        rebuilt += sum(isinstance(event, StockRebuilt) for event in step.events)
    over = sum(deal.dice is not None for deal in record.deals)
    by_hand = tuple(deal.number for deal in record.deals if deal.pack is not None)
    return Verdict(over, rebuilt, acts, len(record.deals) - over, standing, by_hand)
