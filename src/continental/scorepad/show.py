"""Show a pad as JSON values: players, rows with their sums, the account, the next hand, the settlement."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from continental.cards import Pack
from continental.hands.declarations import knock_points
from continental.hands.possible_counts import largest_count, largest_points, possible_counts, possible_points
from continental.melds import print_contract
from continental.play.events import Paid, WentOut
from continental.play.refusal import print_refusal
from continental.play.saying import Said, print_said
from continental.play.scored import points_of
from continental.play.terms import Ending, Seat
from continental.rules.base import RuleSet
from continental.rules.money import fraction
from continental.rules.scoring import ScoringKind
from continental.scorepad.checks import ending_points, endings
from continental.scorepad.items import Joins, Leaves, PaperHand, PointsHand
from continental.scorepad.pad import Pad, PadSheet
from continental.scorepad.paper import Paper
from continental.scorepad.read import print_told
from continental.scorepad.settlement import Payment, after_payments, fewest_payments, left_to_pay
from continental.scorepad.sums import Row, Stop, Sums, broken_off, party
from continental.scorepad.telling import REASONS, TrailRow, say_act, say_what
from continental.scorepad.ways import ways_on

Plain = dict[str, Any]


def show_pad(pad: Pad) -> Plain:
    """Return everything about the pad that does not depend on who looks."""
    sheet, sums, paper = pad.sheet, pad.sums, pad.sums.paper
    now = paper.standing
    can_undo, can_redo = len(pad.done) > 1, bool(pad.undone)
    return {
        "v": pad.v,
        "title": sheet.title,
        "rules": show_rules(sheet.start.rules),
        "ante_cents": sheet.start.ante,
        "starters": len(sheet.start.names),
        "players": _players(sheet, paper),
        "pot_cents": now.pot,
        "status": now.status.value,
        "winners": [paper.names[seat] for seat in now.winners],
        "next": None if sums.stop is not None or now.is_over or now.offer is not None else _next(paper),
        "offer": _offer(sums),
        "gap": _gap(paper),
        "start": {"transfers": _transfers(sums.opening, sums.opening.pages[0]), **_money(sums.opening)},
        "rows": [_row(row) for row in sums.rows],
        "stopped": None if sums.stop is None else _stopped(pad, sums.stop),
        "adjustments": [
            {**_payment(each.payment), "id": each.id, "reason": each.reason, "by": each.by, "at": each.at}
            for each in sheet.adjustments
        ],
        "settlement": settlement(sheet, paper),
        "sum_cents": sum(now.cash) + now.pot,
        "can_undo": can_undo,
        "can_redo": can_redo,
        **_next_of("undo", say_act(pad.done[-1].entry) if can_undo else None),
        **_next_of("redo", say_act(pad.undone[-1].entry) if can_redo else None),
    }


def _next_of(name: str, what: Said | None) -> Plain:
    """Return the text of the next undo or redo, with its code and values, or null for each."""
    shown = {"says": None, "said": None} if what is None else print_said(what)
    return {f"{name}_{key}": value for key, value in shown.items()}


def show_rules(rules: RuleSet) -> Plain:
    """Return the rule set with the table's switches."""
    return {
        "key": rules.key,
        "version": rules.version,
        "title": rules.title,
        "kind": rules.scoring.kind,
        "switches": rules.departures(),
        "chosen": dict(rules.chosen),
        "deals": rules.scoring.deals(len(rules.deals)),
    }


def entry_form(rules: RuleSet, pack: Pack) -> Plain:
    """Return the parts of a form for any hand of the match: endings with their scores, jokers, the lines.

    `never` are the numbers of one or two digits that no cards count at a usual total. A person who has typed one is not done
    yet.
    """
    return _PARTS[rules.scoring.kind].form(rules, pack)


def _never(possible: Collection[int]) -> list[int]:
    return [number for number in range(100) if number not in possible]


def _points_form(rules: RuleSet, pack: Pack) -> Plain:
    never = _never(possible_points(rules, pack, 1))
    return {"endings": [], "jokers": 0, "feeding": False, "line": None, "window_from": None, "never": never}


def _money_form(rules: RuleSet, pack: Pack) -> Plain:
    scored = ending_points(rules)
    return {
        "never": _never(possible_counts(rules, 0, pack.jokers)),
        "endings": [
            {"ending": each.value, "scores": [scored[each]] if each in scored else list(knock_points(rules, 0))}
            for each in endings(rules)
        ],
        "jokers": pack.jokers,
        "feeding": rules.chosen.get("feeding", "off") != "off",
        "line": rules.match.elimination.line,
        "window_from": rules.match.elimination.window_from,
    }


def _players(sheet: PadSheet, paper: Paper) -> list[Plain]:
    now = paper.standing
    left = {item.what.name for item in sheet.items if isinstance(item.what, Leaves)}
    scoring = paper.rules.scoring
    return [
        {
            "name": name,
            "total": now.totals[seat],
            "cash_cents": now.cash[seat],
            "out": now.out[seat],
            "left": name in left,
            "window": not now.out[seat] and scoring.in_window(now.totals[seat]),
            "buys": now.buys[seat],
            "price_cents": scoring.price(now, paper.seat(name)),
            "dealer": not now.is_over and now.offer is None and now.dealer == seat,
        }
        for seat, name in enumerate(paper.names)
    ]


def _next(paper: Paper) -> Plain:
    """Return the facts of the next hand that are known before anybody types."""
    now, rules = paper.standing, paper.rules
    number = len(paper.pages)
    order = [paper.names[seat] for seat in now.rotation(now.dealer)] if now.dealer is not None else []
    shown: Plain = {
        "number": number,
        "dealer": None if now.dealer is None else paper.names[now.dealer],
        "order": order,
        "jokers": paper.pack.jokers,
        "cards": rules.cards_for(number),
    }
    return {**shown, **_PARTS[rules.scoring.kind].next_hand(paper, number, order)}


def _money_hand(paper: Paper, _number: int, order: Sequence[str]) -> Plain:
    now, rules = paper.standing, paper.rules
    elimination, money, scores = rules.match.elimination, rules.money, ending_points(rules)
    return {
        "largest": [largest_count(rules, jokers) for jokers in range(paper.pack.jokers + 1)],
        "endings": [
            {"ending": each.value, "scores": [2, 3] if each is Ending.KNOCK else [scores[each]]} for each in endings(rules)
        ],
        "knock_cards": {name: list(knock_points(rules, now.totals[paper.seat(name)])) for name in order},
        "feeding": rules.chosen.get("feeding", "off") != "off",
        "line": elimination.line,
        "window_from": elimination.window_from,
        "shares_cents": {each.value: money.share(now, each) for each in endings(rules)},
        "bounty_cents": fraction(now.ante, money.bounty.percent),
        "bounty_from": money.bounty.threshold,
    }


def _points_hand(paper: Paper, number: int, _order: Sequence[str]) -> Plain:
    rules = paper.rules
    contract, bonus = rules.row(number).contract, rules.points.bonus
    return {
        "largest_points": largest_points(rules, paper.pack, number),
        "contract": None if contract is None else print_contract(contract),
        "bonus": {"closed": bonus.points(number, at_once=False), "at_once": bonus.points(number, at_once=True)},
    }


def _offer(sums: Sums) -> Plain | None:
    offer = sums.paper.standing.offer
    if offer is None:
        return None
    # An open offer stops the sums, so it belongs to the last row that has a sheet after it.
    row = next(row for row in reversed(sums.rows) if row.after is not None)
    return {
        "item": row.item.id,
        "number": row.number,
        "name": sums.paper.names[offer.seat],
        "target": offer.target,
        "price_cents": offer.price,
        "forces_split": offer.forces_split,
        "total": sums.paper.standing.totals[offer.seat],
    }


def _gap(paper: Paper) -> Plain | None:
    """Return the gap between the last two players, and the gap at which the pot is split (house 6.7).

    None if not two are left.
    """
    now = paper.standing
    left = now.seats_in()
    return None if len(left) != 2 or now.is_over else _PARTS[paper.rules.scoring.kind].gap(paper, left)


def _money_gap(paper: Paper, left: Sequence[Seat]) -> Plain:
    now, split = paper.standing, paper.rules.match.split
    return {
        "between": [paper.names[seat] for seat in left],
        "gap": abs(now.totals[left[0]] - now.totals[left[1]]),
        "split_at": split.gap if split.applies(now) else None,
    }


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a shown pad that depend on how the match is scored."""

    form: Callable[[RuleSet, Pack], Plain]
    next_hand: Callable[[Paper, int, Sequence[str]], Plain]
    gap: Callable[[Paper, Sequence[Seat]], Plain | None]


_PARTS: Final[Mapping[ScoringKind, _Parts]] = {
    "money": _Parts(_money_form, _money_hand, _money_gap),
    "points": _Parts(_points_form, _points_hand, lambda _paper, _left: None),
}


def _row(row: Row) -> Plain:
    item, what = row.item, row.item.what
    shown: Plain = {
        "item": item.id,
        "kind": _kind(row),
        "number": row.number,
        "state": row.state.value,
        "v": item.v,
        "at": item.at,
        "by": item.by,
        "changed": item.changed,
        "hand": print_told(what, item.declines) if isinstance(what, PaperHand | PointsHand) else None,
        "name": what.name if isinstance(what, Joins | Leaves) else None,
        **print_said(say_what(what)),
    }
    return {**shown, **(_no_sums() if row.after is None else _row_sums(row, row.after))}


def _kind(row: Row) -> str:
    what = row.item.what
    if isinstance(what, PaperHand | PointsHand):
        return "hand"
    return {"DeadHand": "dead", "Joins": "join", "Leaves": "leave", "Stops": "stop"}[type(what).__name__]


def _no_sums() -> Plain:
    sums = ("dealer", "points", "totals", "cash_cents", "pot_cents", "out", "window", "offers", "transfers")
    return dict.fromkeys(sums)


def _row_sums(row: Row, after: Paper) -> Plain:
    assert row.before is not None, "what has a sheet after it has one before it"
    now, before, events = after.standing, row.before.standing, row.events
    open_offer = now.offer
    # Every offer but an open one was answered, so one who did not buy has declined.
    answers = {
        name: "yes" if isinstance(row.item.what, PaperHand) and name in row.item.what.buys else "no" for name in after.names
    }
    if open_offer is not None:
        answers[after.names[open_offer.seat]] = "open"
    scoring = after.rules.scoring
    return {
        "dealer": None if before.dealer is None else row.before.names[before.dealer],
        "points": {after.names[seat]: points for seat, points in points_of(events).items()},
        "totals": dict(zip(after.names, now.totals, strict=True)),
        **_money(after),
        "out": [after.names[event.seat] for event in events if isinstance(event, WentOut)],
        "window": [after.names[seat] for seat in now.seats_in() if scoring.in_window(now.totals[seat])],
        "offers": [
            {
                "name": name,
                "target": offer.target,
                "price_cents": offer.price,
                "forces_split": offer.forces_split,
                "answer": answers[name],
            }
            for name, offer in row.offers()
        ],
        "transfers": _transfers(after, events),
    }


def _money(paper: Paper) -> Plain:
    return {"cash_cents": dict(zip(paper.names, paper.standing.cash, strict=True)), "pot_cents": paper.standing.pot}


def _transfers(paper: Paper, events: Sequence[object]) -> list[Plain]:
    return [
        {
            "from": party(paper, event.source),
            "to": party(paper, event.target),
            "cents": event.cents,
            "why": event.why.value,
            **print_said(REASONS[event.why]),
        }
        for event in events
        if isinstance(event, Paid)
    ]


def _stopped(pad: Pad, stop: Stop) -> Plain:
    row = pad.sums.rows[stop.row]
    return {
        "item": row.item.id,
        "number": row.number,
        **print_refusal(stop.code, stop.sentence),
        "ways": [{**print_said(way.says), "act": way.act, "item": way.item} for way in ways_on(pad, stop)],
    }


def _payment(payment: Payment) -> Plain:
    return {"from": payment.source, "to": payment.target, "cents": payment.cents}


def balances(sheet: PadSheet, paper: Paper) -> dict[str, int]:
    """Return by player the cents owed to (above 0) or by the player if the evening ended now.

    That is the cash, a share of the pot given back, and the adjustments.
    """
    _, cash = broken_off(paper)
    owed = dict(zip(paper.names, map(int, cash), strict=True))
    # An adjustment is a debt, so it moves a balance the other way than a payment does.
    return after_payments(
        owed, [Payment(each.payment.target, each.payment.source, each.payment.cents) for each in sheet.adjustments]
    )


def settlement(sheet: PadSheet, paper: Paper) -> Plain:
    """Return who pays whom in the fewest payments, including those that were made. The balances always sum to 0."""
    owed = balances(sheet, paper)
    paid = [tick.payment for tick in sheet.ticks]
    due = left_to_pay(owed, paid)
    back, _ = broken_off(paper)
    return {
        "if_stopped": not paper.standing.is_over,
        "pot_back": _transfers(paper, back),
        "balances_cents": owed,
        "payments": [
            *({**_payment(tick.payment), "paid": True, "id": tick.id} for tick in sheet.ticks),
            *({**_payment(payment), "paid": False, "id": None} for payment in due),
        ],
        "fewest": len(fewest_payments(owed)),
        "settled": not due,
    }


def show_trail(rows: Sequence[TrailRow], session: str | None) -> list[Plain]:
    """Return the trail. `mine` is True for the entries of this session."""
    return [
        {
            "v": row.entry.v,
            "at": row.entry.at,
            "by": row.entry.by,
            "mine": session is not None and row.entry.session == session,
            "do": row.does,
            "item": row.item,
            "number": row.number,
            **print_said(row.says),
            "was": row.was,
            "now": row.now,
            "undone": row.undone,
        }
        for row in rows
    ]
