"""Acts at the table of a contract game said in few words, and tables set up for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from continental.cards import Card, parse_card, print_card, print_cards
from continental.engine import Match, reasons
from continental.melds import parse_meld
from continental.play.actions import Action, Allow, Buy, Discard, Draw, GoDown, LayOff, Pass, SlideJoker, Take, TakeJoker
from continental.play.refusal import Refused
from continental.play.terms import End, Phase, Seat
from continental.rules.load import load
from continental.rules.tables import switches_of
from continental.testing.builders import match_with


def table(
    key: str,
    hands: Sequence[str] = (),
    *,
    deal: int = 1,
    players: int | None = None,
    dealer: int | None = None,
    upcard: str = "",
    draws: str = "",
    penalty: str = "",
    totals: Sequence[int] | None = None,
    switches: Mapping[str, object] | None = None,
) -> Match:
    """Deal number `deal` of a match; hands are filled up with cards that help nobody. Seat 0 begins unless `dealer` says else."""
    rules = load(key, switches or {})
    count = max(players or 0, len(hands), rules.players[0])
    first = dealer if dealer is not None else (count - 1 if rules.dealing.clockwise else 1)
    if rules.dealing.dealer_begins and dealer is None:
        first = 0
    return match_with(
        hands,
        rules=rules,
        players=count,
        dealer=first,
        upcard=upcard,
        draws=draws,
        penalty=penalty,
        totals=totals,
        hands_before=deal - 1,
    )


def in_hand(key: str, cards: str, deal: int = 1, players: int = 4, **switches: object) -> Match:
    """Seat 0 has drawn and holds these cards."""
    match = table(key, players=players, deal=deal, switches=switches)
    draws(match, 0)
    return with_hand(match, 0, cards)


def left_with(key: str, stock: int, pile: int, penalty: int = 0, **switches: object) -> Match:
    """Four seats, seat 0 to draw; so many cards lie in each place, and all others in seat 3's hand."""
    match = table(key, players=4, switches=switches)
    deal = match.position.dealing
    cards = (*deal.stock, *deal.buying.penalty, *deal.discards)
    hands = list(deal.hands)
    hands[3] = tuple(sorted((*hands[3], *cards[stock + pile + penalty :])))
    changed = replace(
        deal,
        stock=cards[:stock],
        discards=cards[stock : stock + pile],
        buying=replace(deal.buying, penalty=cards[stock + pile : stock + pile + penalty]),
        hands=tuple(hands),
    )
    match.position = replace(match.position, deal=changed)
    return match


def each_value(key: str, name: str) -> pytest.MarkDecorator:
    """Run the test for every value of the switch."""
    return pytest.mark.parametrize("value", list(switches_of(key)[name].choices))


def card(text: str) -> Card:
    """The card of the text."""
    return parse_card(text)


def words(text: str) -> list[str]:
    """The cards of a text, each by itself."""
    return text.split()


# --- acts


def passes(match: Match) -> None:
    """Everybody who is asked about a discard or a joker leaves it."""
    while match.position.phase in (Phase.CLAIM, Phase.JOKER):
        match.play(Pass(match.position.asked[0]))


def draws(match: Match, seat: int) -> None:
    """The seat draws from the stock; nobody buys."""
    match.play(Draw(Seat(seat)))
    passes(match)


def leaves(match: Match, seat: int) -> None:
    """The seat leaves the discard, so that the others are asked."""
    match.play(Draw(Seat(seat)))


def takes(match: Match, seat: int) -> None:
    """The seat takes the top discard."""
    match.play(Take(Seat(seat)))


def throws(match: Match, seat: int, text: str = "") -> None:
    """The seat throws the card, or, where none is named, the first one that nothing on the table could use."""
    match.play(Discard(Seat(seat), card(text) if text else match.position.hand(Seat(seat))[0]))


def turn(match: Match, seat: int, text: str = "") -> None:
    """The seat draws, and throws the card or the one it drew; nobody buys."""
    draws(match, seat)
    drawn = match.position.dealing.drawn
    assert drawn is not None
    throws(match, seat, text or print_card(drawn))


def down(seat: int, melds: str) -> GoDown:
    """The act of going down with melds divided by `/`."""
    return GoDown(Seat(seat), tuple(parse_meld(meld) for meld in melds.split("/")))


def lay(seat: int, text: str, on: int, end: str | None = None) -> LayOff:
    """The act of adding a card to meld `on`, from 0."""
    return LayOff(Seat(seat), card(text), on, None if end is None else End(end))


def joker(seat: int, text: str, on: int) -> TakeJoker:
    """The act of taking a joker for the card."""
    return TakeJoker(Seat(seat), card(text), on)


def slide(seat: int, text: str, on: int, end: str) -> SlideJoker:
    """The act of moving a joker to an end, the card in its place."""
    return SlideJoker(Seat(seat), card(text), on, End(end))


def buy(seat: int, *, penalty: bool = True) -> Buy:
    """The act of claiming the discard."""
    return Buy(Seat(seat), penalty=penalty)


def leave(seat: int) -> Pass:
    """The act of leaving it."""
    return Pass(Seat(seat))


def allow(seat: int) -> Allow:
    """The act of letting a buyer have it."""
    return Allow(Seat(seat))


def goes_down(match: Match, seat: int, melds: str) -> None:
    """The seat draws and goes down; nobody buys."""
    draws(match, seat)
    match.play(down(seat, melds))


# --- what came of it


def accepts(match: Match, action: Action) -> bool:
    """Whether the act is accepted; the match stays where it is."""
    position, done, told = match.position, list(match.actions), list(match.events)
    try:
        match.play(action)
    except Refused:
        return False
    match.position, match.actions, match.events = position, done, told
    return True


def refused(match: Match, action: Action) -> str:
    """The code with which the act is refused, everything being as before."""
    position, done, told = match.position, len(match.actions), len(match.events)
    with pytest.raises(Refused) as why:
        match.play(action)
    assert match.position is position
    assert (len(match.actions), len(match.events)) == (done, told)
    assert "{" not in why.value.sentence
    return why.value.code


def offered(match: Match, seat: int, kind: type) -> list[Action]:
    """What the seat is offered of this kind."""
    return [act for act in match.options(Seat(seat)) if isinstance(act, kind)]


def reason(match: Match, seat: int, name: str) -> str | None:
    """The code of the reason why the seat is not offered that act, if one is given."""
    return next((why.code for act, why in reasons(match.rules, match.position, Seat(seat)) if act == name), None)


def on_table(match: Match) -> list[str]:
    """The melds on the table."""
    return [str(row.meld) for row in match.position.dealing.on_table.melds]


def holds(match: Match, seat: int) -> str:
    """The hand of a seat, as text."""
    return print_cards(match.position.hand(Seat(seat)))


def totals(match: Match) -> list[int]:
    """The totals by seat."""
    return list(match.position.standing.totals)


def finished(match: Match) -> bool:
    """Whether the deal has been scored."""
    return match.position.phase in (Phase.COMMIT, Phase.OVER)


def with_hand(match: Match, seat: int, text: str) -> Match:
    """The same table with another hand at this seat: its old cards go to the bottom of the stock, the new ones come from there.

    What is not in the stock comes from the penalty pile, the discards or the other hands, and a card of the stock goes there
    for it, so that the places stay as full as they were.
    """
    deal = match.position.dealing
    stock, pile, discards = list(deal.stock), list(deal.buying.penalty), list(deal.discards)
    hands = [list(hand) for hand in deal.hands]
    stock[:0] = hands[seat]
    hands[seat] = []
    for word in text.split():
        wanted = card(word)
        place = next(place for place in (stock, pile, discards, *reversed(hands)) if wanted in place and place is not hands[seat])
        at = place.index(wanted)
        del place[at]
        if place is not stock:
            place.insert(at, stock.pop(0))
        hands[seat].append(wanted)
    settled = tuple(tuple(sorted(hand)) for hand in hands)
    changed = replace(
        deal, hands=settled, stock=tuple(stock), discards=tuple(discards), buying=replace(deal.buying, penalty=tuple(pile))
    )
    match.position = replace(match.position, deal=changed)
    return match
