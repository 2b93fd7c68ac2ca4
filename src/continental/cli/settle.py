"""`continental settle`: a match on paper, from a file of its hands to totals, pot, cash, and who paid whom for what."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from continental.cli.files import FileRefused, Unreadable, read_text
from continental.cli.parser import Parser
from continental.cli.say import listed, say
from continental.play.events import BuyBackOffered, Paid
from continental.play.refusal import Refused
from continental.play.terms import TABLE, Seat, Status
from continental.rules.money import print_dollars
from continental.rules.scoring import ScoringKind
from continental.scorepad.paper import Paper
from continental.scorepad.read import read_match
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.telling import REASONS

LARGEST_FILE: Final = 4_000_000
"""Bytes; no match on paper is that long."""


POT: Final = "pot"
"""How the JSON names the pot, whatever the words say."""


def main(argv: Sequence[str]) -> int:
    """Settle the match that a file, or `-` for the standard input, tells; 0 with the answer, 2 with a sentence on stderr."""
    asked = _arguments().parse_args(list(argv))
    try:
        paper = read_match(read_text(asked.file, LARGEST_FILE))
    except Refused as refused:
        print(refused.sentence, file=sys.stderr)
        return 2
    except FileRefused as fault:
        print(EntryRefused("no_json", fault=str(fault)).sentence, file=sys.stderr)
        return 2
    except Unreadable as fault:
        print(fault, file=sys.stderr)
        return 2
    _print(json.dumps(answer(paper), indent=2) if asked.json else sheet(paper))
    return 0


def _arguments() -> Parser:
    parser = Parser(prog="continental settle", description="Settle a match on paper: totals, pot, cash and transfers.")
    parser.add_argument("file", metavar="FILE", help="the match as JSON; - reads the standard input")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def answer(paper: Paper) -> dict[str, Any]:
    """Return the settled match as JSON values: totals, cash and pot in cents, status, offers and transfers."""
    now = paper.standing
    return {
        "totals": dict(zip(paper.names, now.totals, strict=True)),
        "cash_cents": dict(zip(paper.names, now.cash, strict=True)),
        "pot_cents": now.pot,
        "out": [name for name, out in zip(paper.names, now.out, strict=True) if out],
        "status": now.status.value,
        "winners": [paper.names[seat] for seat in now.winners],
        "asked": None if now.offer is None else paper.names[now.offer.seat],
        "dealer": None if now.is_over or now.offer is not None or now.dealer is None else paper.names[now.dealer],
        "offers": [
            {paper.names[offer.seat]: {"target": offer.target, "price_cents": offer.price} for offer in paper.offers(number)}
            for number in range(1, len(paper.pages))
        ],
        "transfers": [
            {
                "hand": number,
                "from": POT if paid.source == TABLE else paper.names[paid.source],
                "to": POT if paid.target == TABLE else paper.names[paid.target],
                "cents": paid.cents,
                "why": paid.why.value,
            }
            for number, paid in paper.transfers()
        ],
    }


def sheet(paper: Paper) -> str:
    """Return the settled match as a person reads it: a row for each player, how the match stands, and every transfer."""
    now, has_cash = paper.standing, "cash" in paper.rules.scoring.columns
    out, wide = f"  {say('settled.out')}", max(len(name) for name in paper.names)
    rows = [f"{'':{wide}}  {say('settled.total'):>6}" + (f"  {say('settled.cash'):>10}" if has_cash else "")]
    for seat, name in enumerate(paper.names):
        cash = f"  {print_dollars(now.cash[seat]):>10}" if has_cash else ""
        rows.append(f"{name:{wide}}  {now.totals[seat]:>6}{cash}{out if now.out[seat] else ''}")
    if not has_cash:
        return "\n".join([*rows, "", _outcome(paper)])
    rows += [f"{say('settled.pot'):{wide}}  {'':>6}  {print_dollars(now.pot):>10}", "", _outcome(paper)]
    for number in range(len(paper.pages)):
        rows += ["", say("settled.hand", number=number) if number else say("settled.before"), *_page(paper, number)]
    return "\n".join(rows)


def _page(paper: Paper, number: int) -> list[str]:
    rows = []
    for event in paper.pages[number]:
        if isinstance(event, BuyBackOffered):
            price = print_dollars(event.price)
            rows.append(f"  {say('settled.may_buy_back', name=paper.names[event.seat], total=event.target, price=price)}")
        elif isinstance(event, Paid):
            money = print_dollars(event.cents)
            rows.append(f"  {_party(paper, event.source)} → {_party(paper, event.target)}  {money}  ({REASONS[event.why]})")
    return rows or [f"  {say('settled.no_money')}"]


_SHARED: Final[Mapping[ScoringKind, str]] = {"money": "settled.split_money", "points": "settled.split_points"}


def _outcome(paper: Paper) -> str:
    now = paper.standing
    names = [paper.names[seat] for seat in now.winners]
    if now.status is Status.WON:
        return say("settled.won", name=names[0])
    if now.status is Status.SPLIT:
        return say(_SHARED[paper.rules.scoring.kind], names=listed(names))
    if now.status is Status.ABANDONED:
        return say("settled.broken_off")
    if now.offer is not None:
        return str(EntryRefused("offer_open", name=paper.names[now.offer.seat]).sentence)
    return say("settled.deals", name=paper.names[now.dealer or 0])


def _party(paper: Paper, seat: Seat) -> str:
    return say("settled.pot") if seat == TABLE else paper.names[seat]


def _print(text: str) -> None:
    # A terminal that cannot show a name shows it with question marks.
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))
