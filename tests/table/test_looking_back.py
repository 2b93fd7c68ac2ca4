"""A page that opens later is told no more of the discards than the table lets one look at (I40)."""

import pytest

from continental.cards import Card
from continental.play.events import Asked, Dealt, Discarded, Drew
from continental.play.terms import Phase, Seat
from continental.play.view import DiscardView
from continental.table.looking_back import Told, readable

DEALT = Dealt(2, Seat(2), ((), (), ()), Card(1), ())


def turns(count: int, begin: int) -> tuple[Told, ...]:
    """So many turns of three seats, each a draw and a discard, with what is asked between them."""
    told: list[Told] = []
    for turn in range(count):
        seat, version = Seat(turn % 3), begin + 2 * turn
        told += [
            (version, Drew(seat, Card(turn))),
            (version, Asked(Phase.PLAY, (seat,))),
            (version + 1, Discarded(seat, Card(turn), Seat((turn + 1) % 3))),
        ]
    return tuple(told)


def thrown(told: tuple[Told, ...]) -> list[int]:
    return [event.card for _, event in told if isinstance(event, Discarded)]


@pytest.mark.parametrize(
    ("shows", "wanted"),
    [(DiscardView.ALL, list(range(8))), (DiscardView.LAP, [5, 6, 7]), (DiscardView.TOP, [7])],
)
def test_I40_only_what_may_be_looked_at_is_told_again(shows: DiscardView, wanted: list[int]) -> None:  # noqa: N802
    told = readable(turns(8, 10), shows, 3)
    assert thrown(told) == wanted
    drawn = [event.card for _, event in told if isinstance(event, Drew)]
    assert drawn == wanted
    assert sum(isinstance(event, Asked) for _, event in told) == 8  # what is no discard is told all the same
    assert [version for version, _ in told] == sorted(version for version, _ in told)


def test_deals_that_are_over_are_told_as_they_were() -> None:
    earlier = turns(5, 1)
    told = readable((*earlier, (20, DEALT), *turns(4, 21)), DiscardView.TOP, 3)
    assert thrown(told) == [0, 1, 2, 3, 4, 3]


def test_a_turn_that_is_being_played_is_told() -> None:
    told = readable((*turns(3, 1), (7, Drew(Seat(0), Card(40)))), DiscardView.TOP, 3)
    assert told[-1] == (7, Drew(Seat(0), Card(40)))
