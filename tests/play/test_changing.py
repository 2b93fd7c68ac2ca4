"""A changed record equals the one that dataclasses.replace makes, and the type checker knows its fields."""

from dataclasses import replace

import pytest

from continental.play.changing import changed
from continental.play.terms import Cents
from continental.testing.builders import match_with


def test_a_changed_record_is_what_replace_makes() -> None:
    position = match_with(players=3).position
    deal = position.dealing
    assert changed(deal, took=True, drawn=deal.discards[-1]) == replace(deal, took=True, drawn=deal.discards[-1])
    assert changed(position, asked=()) == replace(position, asked=())
    assert changed(position.standing, pot=Cents(5)) == replace(position.standing, pot=Cents(5))
    assert changed(deal) == deal


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    position = match_with(players=3).position
    with pytest.raises(KeyError):
        changed(position, colour="red")  # type: ignore[call-arg]


def test_the_type_checker_refuses_wrong_names_and_wrong_values() -> None:
    """mypy reads this file too and warns of an ignore that ignores nothing."""
    now = match_with(players=3).position.standing
    with pytest.raises(KeyError):
        changed(now, totlas=(1, 2))  # type: ignore[call-arg]
    assert changed(now, pot="twenty").pot != now.pot  # type: ignore[arg-type]
