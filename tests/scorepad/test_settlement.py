"""Who pays whom: exactly the fewest payments, held to an exhaustive search, and ticks that leave the other lines alone."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.play.terms import Cents
from continental.scorepad.settlement import MOST_EXACT, Payment, after_payments, fewest_payments, left_to_pay


@cache
def fewest_slowly(amounts: tuple[int, ...]) -> int:
    """The fewest payments that settle the amounts, by trying everybody against everybody."""
    left = tuple(sorted(amount for amount in amounts if amount))
    if not left:
        return 0
    first, rest = left[0], left[1:]
    return 1 + min(
        fewest_slowly((*rest[:at], other + first, *rest[at + 1 :])) for at, other in enumerate(rest) if (other > 0) != (first > 0)
    )


balances = st.lists(st.integers(-6, 6), min_size=1, max_size=6).map(lambda row: (*row, -sum(row)))


@given(balances)
def test_payments_settle_everybody_and_are_the_fewest(amounts: tuple[int, ...]) -> None:
    owed = {f"P{at}": amount for at, amount in enumerate(amounts)}
    payments = fewest_payments(owed)
    assert all(payment.cents > 0 for payment in payments)
    assert set(after_payments(owed, payments).values()) == {0}
    assert len(payments) == fewest_slowly(amounts)


def test_two_pairs_that_cancel_are_two_payments_and_not_three() -> None:
    assert fewest_payments({"A": -5, "B": -7, "C": 7, "D": 5}) == (
        Payment("A", "D", Cents(5)),
        Payment("B", "C", Cents(7)),
    )


def test_of_very_many_everybody_is_settled_all_the_same() -> None:
    chance = Random("many")
    amounts = [chance.randrange(-1000, 1000) for _ in range(MOST_EXACT + 8)]
    owed = {f"P{at}": amount for at, amount in enumerate([*amounts, -sum(amounts)])}
    payments = fewest_payments(owed)
    assert set(after_payments(owed, payments).values()) == {0}
    assert len(payments) < len(owed)


def test_an_imbalance_cannot_be_settled() -> None:
    with pytest.raises(ValueError, match="differ"):
        fewest_payments({"A": -5, "B": 4})


@given(balances, st.randoms(use_true_random=False))
def test_a_tick_leaves_the_other_lines_as_they_are(amounts: tuple[int, ...], chance: Random) -> None:
    owed = {f"P{at}": amount for at, amount in enumerate(amounts)}
    plan = list(fewest_payments(owed))
    order = list(plan)
    chance.shuffle(order)
    seen = [left_to_pay(owed, order[:ticked]) for ticked in range(len(order) + 1)]
    assert seen[-1] == ()
    for more, fewer in pairwise(seen):
        assert set(fewer) <= set(more)


def test_a_payment_that_nobody_planned_counts_all_the_same() -> None:
    owed = {"A": -10, "B": 4, "C": 6}
    assert left_to_pay(owed, [Payment("A", "C", Cents(9))]) == (Payment("C", "B", Cents(3)), Payment("A", "B", Cents(1)))
