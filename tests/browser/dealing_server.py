"""Run `continental serve` for tests that play a whole match of a contract game. It deals the packs of `contract_matches`."""

from __future__ import annotations

import sys
from unittest.mock import patch

from continental.cards import parse_cards
from continental.cli import main
from continental.engine import decide
from continental.play.actions import Commit
from continental.play.plain import action_to_plain
from continental.play.terms import Phase, Seat
from continental.table import requests, room
from continental.table.ports import Dice
from continental.table.requests import Decision
from continental.table.state import RoomState
from continental.testing.builders import stacked
from tests.browser.contract_matches import MATCHES
from tests.browser.laid_tables import dice_that_begin_with_ana


def table_act(state: RoomState, dice: Dice) -> Decision:
    """Return the table's next act, with the pack of the coming deal as it is written down. All else is as at any table."""
    position, rules = state.position, state.rules
    assert position is not None, "the table acts in a match"
    if position.phase is not Phase.COMMIT:
        return requests.table_act(state, dice)
    standing = position.standing
    number, players = standing.hands + 1, standing.players
    way = 1 if rules.dealing.clockwise else -1
    by_hand = MATCHES[rules.key].deals[number - 1]
    order = stacked(
        rules.pack_for(players, number),
        standing.rotation(Seat(-way % players) if standing.dealer is None else standing.dealer),
        {Seat(0): parse_cards(by_hand.ana), Seat(1): parse_cards(by_hand.bo)},
        rules.cards_for(number),
        parse_cards(by_hand.upcard),
        parse_cards(by_hand.draws),
        parse_cards(by_hand.penalty),
        rules.dealing.penalty_percent,
    )
    bound = Commit(dice_that_begin_with_ana(rules, players, 1), order)
    return Decision({**action_to_plain(bound), "by": "table"}, decide(rules, position, bound))


if __name__ == "__main__":
    with patch.object(room, "table_act", table_act):
        sys.exit(main(sys.argv[1:]))
