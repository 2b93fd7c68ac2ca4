"""The points of a hand that is dealt again count for nothing, wherever they are shown."""

from continental.cli.narrate import Narrator
from continental.engine import Match
from continental.play.events import Scored, TotalsRestored
from continental.play.scored import points_of
from continental.play.terms import Seat
from continental.play.view import see
from continental.scorepad.show import show_pad
from continental.study.deals import outcome_of
from continental.testing.builders import match_with
from continental.web.learn.sheet import row_of
from tests.rules.house.play_kit import NINE_AND_3, NINE_AND_KING, knocks
from tests.scorepad.kit import entered, on, pad_of

LOW = "AS 3S 5H 7S 9H JD KD 2C 4H 6D"
BEFORE = (99, 91, 80)


def dealt_again() -> Match:
    """Return a match of the house in which a knock sent all three over the line, so that the hand is dealt again."""
    match = match_with([NINE_AND_3, NINE_AND_KING, LOW], totals=BEFORE, switches={"all_bust": "replay"})
    knocks(match, 0, "3D")
    assert any(isinstance(event, TotalsRestored) for event in match.events)
    return match


def test_a_hand_that_counts_has_its_points_and_one_that_is_dealt_again_has_none() -> None:
    scored = (Scored(Seat(0), 3, 102), Scored(Seat(1), 10, 101))
    assert points_of(scored) == {0: 3, 1: 10}
    assert points_of((*scored, TotalsRestored((99, 91)))) == {0: 0, 1: 0}
    assert points_of(()) == {}


def test_the_rooms_sheet_and_a_study_count_nothing_for_a_hand_that_is_dealt_again() -> None:
    match = dealt_again()
    row = row_of(match.events, BEFORE).row
    assert row is not None
    assert (row["points"], row["totals"]) == ([0, 0, 0], list(BEFORE))
    assert outcome_of(match.events, 3, 1).points == (0, 0, 0)


def test_the_terminal_tells_no_points_of_a_hand_that_is_dealt_again() -> None:
    match = dealt_again()
    told = list(Narrator(match.rules, ["Ana", "Bo", "Cy"], None).tell([see(event, None) for event in match.events]))
    assert any("dealt again" in line for line in told)
    assert not [line for line in told if "Scored" in line]


def test_the_pads_sheet_shows_no_points_of_a_hand_that_is_dealt_again() -> None:
    pad = pad_of(2, all_bust="replay", elimination_line=20, window_from=19, split_scope="off")
    pad = on(pad, entered("Bo", "knock3", Ana=18), *(entered("Bo", "knock3", Ana=0) for _ in range(5)))
    assert pad.sums.paper.standing.totals == (18, 18)
    pad = on(pad, entered("Bo", "knock3", Ana=5))
    assert show_pad(pad)["rows"][-1]["points"] == {"Ana": 0, "Bo": 0}
    assert pad.sums.paper.standing.totals == (18, 18)
