"""A changed record is what dataclasses.replace makes of it."""

from dataclasses import replace

import pytest

from continental.play.changing import changed
from continental.testing.builders import match_with


def test_a_changed_record_is_what_replace_makes() -> None:
    position = match_with(players=3).position
    deal = position.dealing
    assert changed(deal, took=True, drawn=deal.discards[-1]) == replace(deal, took=True, drawn=deal.discards[-1])
    assert changed(position, asked=()) == replace(position, asked=())
    assert changed(position.standing, pot=5) == replace(position.standing, pot=5)  # type: ignore[arg-type]
    assert changed(deal) == deal


def test_a_field_that_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(KeyError):
        changed(match_with(players=3).position, colour="red")
