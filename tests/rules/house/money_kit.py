"""Keep a paper sheet for tests: seats with totals, a hand as text, and who paid what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from continental.play.draft import Sheet
from continental.play.events import BuyBackOffered, MatchBegan, Paid
from continental.play.evolve import began
from continental.play.terms import TABLE, Cents, Ending, Seat
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.match import Result, answer_offer, finish_hand, next_offer, settle
from continental.rules.money import pay_antes

POINTS = {"knock": 2, "knock3": 3, "knock1": 1, "close": -10, "continental": -35, "straight_flush": -35}


@dataclass
class Table:
    """A match in the middle: its rules and its sheet."""

    rules: RuleSet
    sheet: Sheet
    offers: list[BuyBackOffered] = field(default_factory=list)

    def hand(
        self,
        ender: int,
        ending: str,
        counts: Mapping[int, int],
        *,
        jokers: Mapping[int, int] | None = None,
        feeder: int | None = None,
        yes: tuple[int, ...] = (),
    ) -> Table:
        """Settle a hand, answer its offers (those in `yes` buy), finish it."""
        self.settle(ender, ending, counts, jokers=jokers, feeder=feeder)
        self.offers = []
        while (offer := next_offer(self.rules.match, self.rules.money, self.sheet)) is not None:
            self.offers.append(offer)
            assert len(self.offers) <= self.sheet.standing.players, "one offer a seat and hand"
            answer_offer(self.rules.money, self.sheet, yes=offer.seat in yes)
        finish_hand(self.rules.match, self.sheet)
        return self

    def settle(
        self,
        ender: int,
        ending: str,
        counts: Mapping[int, int],
        *,
        jokers: Mapping[int, int] | None = None,
        feeder: int | None = None,
    ) -> Table:
        """Settle a hand as far as nobody is asked."""
        self.sheet.events.clear()
        held = tuple((jokers or {}).get(seat, 0) for seat in range(self.sheet.standing.players))
        result = Result(
            ender=Seat(ender),
            ending=Ending(ending.rstrip("13")),
            ender_points=POINTS[ending],
            counts={Seat(seat): points for seat, points in counts.items()},
            jokers=held,
            feeder=None if feeder is None else Seat(feeder),
        )
        settle(self.rules.match, self.rules.money, self.sheet, result)
        return self

    @property
    def totals(self) -> tuple[int, ...]:
        return self.sheet.standing.totals

    @property
    def out(self) -> list[int]:
        return [seat for seat, out in enumerate(self.sheet.standing.out) if out]

    @property
    def status(self) -> str:
        return self.sheet.standing.status.value

    @property
    def winners(self) -> tuple[int, ...]:
        return self.sheet.standing.winners

    @property
    def dealer(self) -> int | None:
        return self.sheet.standing.dealer

    def targets(self) -> dict[int, int]:
        """Return the offers of the last hand: seat to target."""
        return {offer.seat: offer.target for offer in self.offers}

    def paid(self, *reasons: str) -> dict[int | str, int]:
        """Return the gains of each seat and the pot by the last hand's transfers, of these reasons if given, in dollars."""
        gained: dict[int | str, int] = {}
        for event in self.sheet.events:
            if isinstance(event, Paid) and (not reasons or event.why in reasons):
                for party, cents in ((event.source, -event.cents), (event.target, event.cents)):
                    key: int | str = "pot" if party == TABLE else party
                    gained[key] = gained.get(key, 0) + cents
        return {party: cents // 100 for party, cents in gained.items() if cents}

    def reasons(self) -> set[str]:
        """Return the reasons of the last hand's transfers."""
        return {event.why.value for event in self.sheet.events if isinstance(event, Paid)}


def table(
    *totals: int,
    ante: int = 10,
    dealer: int = 0,
    out: tuple[int, ...] = (),
    switches: Mapping[str, str | int | bool] | None = None,
    buys: Mapping[int, int] | None = None,
) -> Table:
    """Return a match whose seats stand at these totals, with antes (in dollars) paid, before the next hand."""
    rules = load("house", switches)
    first = MatchBegan(len(totals), Cents(ante * 100), Seat(dealer))
    sheet = Sheet(began(first))
    pay_antes(rules.money, sheet)
    sheet.standing = replace(
        sheet.standing,
        totals=totals,
        before=totals,
        out=tuple(seat in out for seat in range(len(totals))),
        buys=tuple((buys or {}).get(seat, 0) for seat in range(len(totals))),
    )
    return Table(rules, sheet)
