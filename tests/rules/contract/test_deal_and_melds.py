"""Contract Rummy 1 to 10: pack, values, deal, and what a contract is made of."""

from __future__ import annotations

from hashlib import sha256

import pytest

from continental.cards import as_hand, rank_of
from continental.engine import Match
from continental.melds import Meld, WholeHand, parse_meld, print_contract
from continental.play.actions import Draw, GoDown, LayOff
from continental.play.events import DealerDrawn, DealPassed, Dealt, DiceCommitted
from continental.play.refusal import Refused
from continental.play.shuffle import shuffled
from continental.play.terms import Cents, Seat
from continental.play.view import SeenCommitted, see
from continental.rules.load import load
from continental.testing.builders import DICE
from tests.rules.contract_kit import (
    card,
    down,
    draws,
    goes_down,
    lay,
    left_with,
    offered,
    on_table,
    refused,
    table,
    throws,
    with_hand,
    words,
)

RULES = load("contract")
TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"


@pytest.mark.parametrize(
    ("players", "decks", "jokers", "cards"), [(3, 2, 1, 105), (4, 2, 1, 105), (5, 3, 2, 158), (8, 3, 2, 158)]
)
def test_1_two_packs_and_a_joker_for_up_to_four_three_and_two_for_more(players: int, decks: int, jokers: int, cards: int) -> None:
    pack = RULES.pack_for(players)
    assert (pack.decks, pack.jokers, len(pack)) == (decks, jokers, cards)
    assert RULES.pack_for(players, 7) == pack


@pytest.mark.parametrize("players", [1, 2, 9])
def test_1_three_to_eight_play(players: int) -> None:
    with pytest.raises(Refused, match="3 to 8 players"):
        Match.begin(RULES, players, Cents(0))


def test_1_it_is_played_for_points_and_not_for_money() -> None:
    with pytest.raises(Refused) as why:
        Match.begin(RULES, 3, Cents(1000))
    assert why.value.code == "bad_ante"


def test_2_what_cards_count_that_stay_in_hand() -> None:
    values = RULES.points.values
    worth = {text: values.of(card(text)) for text in words("2S 3H 4D 5C 6S 7H 8D 9C TS JH QD KC AS AH JK")}
    assert list(worth.values()) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15, 15, 15]


def test_3_the_lowest_card_deals_first_the_ace_below_the_two() -> None:
    dealers = set()
    for number in range(12):
        match = Match.begin(RULES, 4, Cents(0))
        match.deal(bytes([number]) * 32)
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        first = {seat: rank_of(each) for seat, each in drawn.draws[:4]}
        tied = [seat for seat, rank in first.items() if rank == min(first.values())]
        assert drawn.dealer in tied
        if len(tied) > 1:
            assert len(drawn.draws) > 4, "a tie is drawn again"
        dealers.add(drawn.dealer)
    assert len(dealers) > 1


def test_3_the_deal_passes_left() -> None:
    match = table("contract", [TWO_SETS, "", ""], dealer=2, draws="KS")
    goes_down(match, 0, LAID)
    with_hand(match, 0, "7S 9D")
    match.play(lay(0, "7S", 0))
    throws(match, 0, "9D")
    assert next(event for event in match.events if isinstance(event, DealPassed)).dealer == 0
    assert match.position.standing.dealer == 0


def test_3_it_passes_left_too_where_nobody_ended_the_deal() -> None:
    match = left_with("contract", 0, 1)
    assert match.position.standing.dealer == 3
    match.play(Draw(Seat(0)))
    assert next(event for event in match.events if isinstance(event, DealPassed)).dealer == 0


def test_4_the_order_of_the_pack_follows_from_dice_that_were_bound_before_the_deal() -> None:
    match = Match.begin(RULES, 3, Cents(0))
    match.deal(DICE)
    committed = next(event for event in match.events if isinstance(event, DiceCommitted))
    dealt = next(event for event in match.events if isinstance(event, Dealt))
    assert match.events.index(committed) < match.events.index(dealt)
    seen = see(committed, Seat(0))
    assert isinstance(seen, SeenCommitted)
    assert seen.commitment == sha256(DICE).hexdigest()
    order = shuffled(DICE, "pack", RULES.pack_for(3).cards())
    assert dealt.stock == order[: len(dealt.stock)]


def test_4_the_dice_are_shown_once_the_deal_is_over_and_not_before() -> None:
    match = left_with("contract", 0, 1)
    during = match.view(Seat(0)).deal
    assert during is not None
    assert (during.dice, during.commitment) == (None, sha256(DICE).hexdigest())
    match.play(Draw(Seat(0)))
    after = match.view(Seat(0)).deal
    assert after is not None
    assert after.dice == DICE.hex()


@pytest.mark.parametrize(("deal", "cards"), [(1, 10), (2, 10), (3, 10), (4, 10), (5, 12), (6, 12), (7, 12)])
def test_5_ten_cards_in_the_first_four_deals_and_twelve_in_the_last_three(deal: int, cards: int) -> None:
    match = table("contract", players=4, deal=deal)
    assert {len(each) for each in match.position.dealing.hands} == {cards}
    assert match.position.dealing.number == deal


def test_5_one_at_a_time_from_the_dealers_left_and_the_top_card_opens_the_discards() -> None:
    match = table("contract", players=3, dealer=1)
    deal = match.position.dealing
    assert deal.stacked is not None
    from_top = deal.stacked[::-1]
    for place, seat in enumerate((2, 0, 1)):
        assert deal.hands[seat] == as_hand(from_top[place:30:3])
    assert deal.discards == (from_top[30],)
    assert deal.buying.penalty == ()
    assert match.position.asked == (2,)


def test_6_a_set_is_three_or_four_of_a_kind_as_it_goes_down() -> None:
    match = table("contract", ["7H 7D 7C 7S 7H 9S 9H 9C", "", ""])
    draws(match, 0)
    assert refused(match, down(0, "7H 7D 7C 7S 7H / 9S 9H 9C")) == "down_too_long"
    match.play(down(0, "7H 7D 7C 7S / 9S 9H 9C"))
    match.play(lay(0, "7H", 0))
    assert len(match.position.dealing.on_table.melds[0].meld.cards) == 5


def test_6_and_it_grows_afterwards_as_long_as_there_are_cards() -> None:
    match = table("contract", [TWO_SETS, "", ""])
    goes_down(match, 0, LAID)
    with_hand(match, 0, "7S 7S 7H 7D 7C JK KD")
    for text in words("7S 7S 7H 7D 7C JK"):
        match.play(lay(0, text, 0))
    assert len(match.position.dealing.on_table.melds[0].meld.cards) == 9


def test_6_two_of_a_kind_are_no_set() -> None:
    match = table("contract", ["7H 7D 9S 9H 9C", "", ""])
    draws(match, 0)
    assert refused(match, down(0, "7H 7D / 9S 9H 9C")) == "down_too_short"


def test_6_no_set_is_of_two_ranks_and_no_sequence_of_two_suits() -> None:
    match = table("contract", ["7H 7D 7C 8C 4S 5S 6H 6S", "", ""], deal=2)
    draws(match, 0)
    mixed, broken = tuple(map(card, words("7H 7D 8C"))), tuple(map(card, words("4S 5S 6H")))
    sevens, spades = parse_meld("7H 7D 7C"), parse_meld("4S 5S 6S")
    assert refused(match, GoDown(Seat(0), (Meld("set", mixed, mixed), spades))) == "down_not_a_meld"
    assert refused(match, GoDown(Seat(0), (sevens, Meld("run", broken, broken)))) == "down_not_a_meld"
    match.play(GoDown(Seat(0), (sevens, spades)))


def test_6_a_sequence_is_three_or_more_of_a_suit() -> None:
    match = table("contract", ["7H 7D 7C 4S 5S 6S", "", ""], deal=2)
    draws(match, 0)
    assert refused(match, down(0, "7H 7D 7C / 4S 5S")) == "down_too_short"
    match.play(down(0, "7H 7D 7C / 4S 5S 6S"))
    assert on_table(match) == ["7H 7D 7C", "4S 5S 6S"]


def test_7_what_each_deal_asks_for() -> None:
    asked = [print_contract(row.contract) for row in RULES.deals if row.contract is not None]
    assert asked == ["S3 S3", "S3 R3", "R3 R3", "S3 S3 S3", "S3 S3 R3", "S3 R3 R3", "R3 R3 R3"]
    assert [row.contract.whole_hand for row in RULES.deals if row.contract is not None] == [WholeHand.NO] * 6 + [WholeHand.ALL]


def test_8_the_contract_goes_down_in_one_piece() -> None:
    match = table("contract", [TWO_SETS + " KS KH KD", "", ""])
    draws(match, 0)
    assert refused(match, down(0, "7H 7D 7C")) == "down_wrong_melds"
    assert refused(match, down(0, LAID + " / KS KH KD")) == "down_wrong_melds"
    assert refused(match, GoDown(Seat(0), ())) == "down_wrong_melds"
    match.play(down(0, LAID))
    assert on_table(match) == ["7H 7D 7C", "9S 9H 9C"]


def test_8_and_nothing_is_laid_off_before_it() -> None:
    match = table("contract", [TWO_SETS, "7S", ""])
    goes_down(match, 0, LAID)
    throws(match, 0)
    draws(match, 1)
    assert refused(match, lay(1, "7S", 0)) == "not_down"


@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ("3C 4C 5C / 7D 8D 9D", None),  # different suits
        ("3C 4C 5C / 6D 7D 8D", None),
        ("3C 4C 5C / 7C 8C 9C", None),  # a rank is missing between
        ("3C 4C 5C / 6C 7C 8C", "down_same_suit_runs"),  # one sequence, 3 to 8
        ("6C 7C 8C / 3C 4C 5C", "down_same_suit_runs"),
        ("3C 4C 5C / 5C 6C 7C", None),  # two fives cannot be read as one sequence
        ("3C 4C 5C / 3C 4C 5C", None),
        ("QC KC AC / 9C TC JC", "down_same_suit_runs"),
        ("QC KC AC / 2C 3C 4C", None),  # the ace does not link king and two
        ("AC 2C 3C / 4C 5C JK=6C", "down_same_suit_runs"),  # a joker is the card it stands for
    ],
)
def test_9_two_sequences_of_one_suit_are_not_consecutive(laid: str, code: str | None) -> None:
    cards = " ".join(word.partition("=")[0] for word in laid.replace("/", " ").split())
    match = table("contract", [cards, "", ""], deal=3)
    draws(match, 0)
    if code is None:
        match.play(down(0, laid))
        assert len(on_table(match)) == 2
    else:
        assert refused(match, down(0, laid)) == code


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1)])
def test_9_this_holds_for_any_two_of_three_sequences(order: tuple[int, ...]) -> None:
    runs = ["3C 4C 5C 6C", "TH JH QH KH", "7C 8C 9C TC JC"]
    match = table("contract", deal=7)
    draws(match, 0)
    with_hand(match, 0, " ".join(runs))
    assert refused(match, down(0, " / ".join(runs[place] for place in order))) == "down_same_suit_runs"


def test_9_what_would_count_as_one_sequence_alone_is_offered_nothing() -> None:
    match = table("contract", ["3C 4C 5C 6C 7C 8C", "", ""], deal=3, draws="KH")
    draws(match, 0)
    assert offered(match, 0, GoDown) == []


@pytest.mark.parametrize("run", ["AS 2S 3S", "QS KS AS"])
def test_10_the_ace_is_low_or_high(run: str) -> None:
    match = table("contract", ["7H 7D 7C " + run, "", ""], deal=2)
    draws(match, 0)
    match.play(down(0, "7H 7D 7C / " + run))
    assert on_table(match)[1] == run


def test_10_an_ace_never_links_king_and_two() -> None:
    match = table("contract", ["7H 7D 7C KS AS 2S", "", ""], deal=2, draws="JH")
    draws(match, 0)
    assert refused(match, down(0, "7H 7D 7C / KS AS 2S")) == "down_not_a_meld"
    assert offered(match, 0, GoDown) == []


def test_10_two_aces_make_fourteen_cards_and_no_more() -> None:
    match = table("contract", ["7H 7D 7C 4S 5S 6S", "", ""], deal=2, draws="JH")
    goes_down(match, 0, "7H 7D 7C / 4S 5S 6S")
    with_hand(match, 0, "AS AS 2S 2S 3S 7S 8S 9S TS JS QS KS")
    assert refused(match, lay(0, "2S", 1)) == "does_not_fit"
    for text, end in (
        ("3S", "low"),
        ("2S", "low"),
        ("AS", "low"),
        *((text, "high") for text in words("7S 8S 9S TS JS QS KS AS")),
    ):
        match.play(lay(0, text, 1, end))
    assert on_table(match)[1] == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
    assert refused(match, lay(0, "2S", 1)) == "does_not_fit"
    assert offered(match, 0, LayOff) == []
