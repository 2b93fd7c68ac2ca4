"""Compute who pays whom at the end, in the fewest payments. They are exactly the fewest for up to a dozen people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.play.terms import Cents

MOST_EXACT: Final = 12
"""The most people for whom the fewest payments are searched. With more, each payment still settles somebody."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one player to another."""

    source: str
    target: str
    cents: Cents


def fewest_payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the fewest payments that bring every balance to 0 (cents; above 0 is owed to the player).

    A group whose balances sum to 0 is settled by one payment fewer than it has members, so the most such groups make the fewest
    payments. Raises ValueError if the balances do not sum to 0.
    """
    if sum(balances.values()):
        raise ValueError("what is owed and what is owing differ")
    names = [name for name, cents in balances.items() if cents]
    groups = _most_groups([balances[name] for name in names]) if len(names) <= MOST_EXACT else [tuple(range(len(names)))]
    return tuple(
        payment for group in groups for payment in _settle({names[place]: balances[names[place]] for place in sorted(group)})
    )


def _most_groups(amounts: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the places of the amounts, in the most groups that each sum to 0.

    `most[mask]` is the most often that a sum of 0 is passed when the places of the mask are added one by one.
    """
    whole = (1 << len(amounts)) - 1
    sums, most, last = [0] * (whole + 1), [0] * (whole + 1), [0] * (whole + 1)
    for mask in range(1, whole + 1):
        # The sum of a mask is known from the mask without its lowest bit, which is a smaller number.
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + amounts[low.bit_length() - 1]
        places = [place for place in range(len(amounts)) if mask >> place & 1]
        last[mask] = max(places, key=lambda place: most[mask ^ (1 << place)])
        most[mask] = most[mask ^ (1 << last[mask])] + (sums[mask] == 0)
    # Walk the best order backwards: each sum of 0 on it ends a group.
    groups: list[list[int]] = []
    mask = whole
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return sorted(tuple(sorted(group)) for group in groups)


def _settle(owed: dict[str, int]) -> list[Payment]:
    payments = []
    while any(owed.values()):
        # The largest debt meets the largest credit. Each payment brings one of the two to 0, so the group needs no more payments
        # than one fewer than its members.
        source, target = min(owed, key=lambda name: owed[name]), max(owed, key=lambda name: owed[name])
        cents = min(-owed[source], owed[target])
        payments.append(Payment(source, target, Cents(cents)))
        owed[source] += cents
        owed[target] -= cents
    return payments


def left_to_pay(balances: Mapping[str, int], paid: Sequence[Payment]) -> tuple[Payment, ...]:
    """Return the payments that are left after some were made.

    While all of them are of the plan, it is the plan without those, so a tick never changes the other lines. Otherwise it is a
    new plan, so a payment that nobody planned counts too.
    """
    plan = list(fewest_payments(balances))
    for payment in paid:
        if payment not in plan:
            return fewest_payments(after_payments(balances, paid))
        plan.remove(payment)
    return tuple(plan)


def after_payments(balances: Mapping[str, int], paid: Sequence[Payment]) -> dict[str, int]:
    """Return the balances after those payments."""
    left = dict(balances)
    for payment in paid:
        left[payment.source] = left.get(payment.source, 0) + payment.cents
        left[payment.target] = left.get(payment.target, 0) - payment.cents
    return left
