"""Write acts at the table of a contract game in few words, and set up tables for them."""

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
    """Return deal number `deal` of a match. Cards that help nobody fill the hands. Seat 0 begins unless `dealer` says else."""
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
    """Return a deal in which seat 0 has drawn and holds these cards."""
    match = table(key, players=players, deal=deal, switches=switches)
    draws(match, 0)
    return with_hand(match, 0, cards)


def left_with(key: str, stock: int, pile: int, penalty: int = 0, **switches: object) -> Match:
    """Return a deal of four seats, seat 0 to draw, with these numbers of cards in each place and all others in seat 3's hand."""
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
    """Return the card of the text."""
    return parse_card(text)


def words(text: str) -> list[str]:
    """Return the cards of a text, each by itself."""
    return text.split()


# --- acts


def passes(match: Match) -> None:
    """Let everybody who is asked about a discard or a joker leave it."""
    while match.position.phase in (Phase.CLAIM, Phase.JOKER):
        match.play(Pass(match.position.asked[0]))


def draws(match: Match, seat: int) -> None:
    """Draw from the stock in the seat. Nobody buys."""
    match.play(Draw(Seat(seat)))
    passes(match)


def leaves(match: Match, seat: int) -> None:
    """Leave the discard in the seat, so that the others are asked."""
    match.play(Draw(Seat(seat)))


def takes(match: Match, seat: int) -> None:
    """Take the top discard in the seat."""
    match.play(Take(Seat(seat)))


def throws(match: Match, seat: int, text: str = "") -> None:
    """Throw the card in the seat, or the first card of the hand if none is named."""
    match.play(Discard(Seat(seat), card(text) if text else match.position.hand(Seat(seat))[0]))


def turn(match: Match, seat: int, text: str = "") -> None:
    """Draw in the seat, and throw the card, or the card drawn if none is named. Nobody buys."""
    draws(match, seat)
    drawn = match.position.dealing.drawn
    assert drawn is not None
    throws(match, seat, text or print_card(drawn))


def down(seat: int, melds: str) -> GoDown:
    """Return the act of going down with melds divided by `/`."""
    return GoDown(Seat(seat), tuple(parse_meld(meld) for meld in melds.split("/")))


def lay(seat: int, text: str, on: int, end: str | None = None) -> LayOff:
    """Return the act of adding a card to meld `on`, from 0."""
    return LayOff(Seat(seat), card(text), on, None if end is None else End(end))


def joker(seat: int, text: str, on: int) -> TakeJoker:
    """Return the act of taking a joker for the card."""
    return TakeJoker(Seat(seat), card(text), on)


def slide(seat: int, text: str, on: int, end: str) -> SlideJoker:
    """Return the act of moving a joker to an end, with the card in its place."""
    return SlideJoker(Seat(seat), card(text), on, End(end))


def buy(seat: int, *, penalty: bool = True) -> Buy:
    """Return the act of claiming the discard."""
    return Buy(Seat(seat), penalty=penalty)


def leave(seat: int) -> Pass:
    """Return the act of leaving the discard or the joker."""
    return Pass(Seat(seat))


def allow(seat: int) -> Allow:
    """Return the act of letting a buyer have the discard."""
    return Allow(Seat(seat))


def goes_down(match: Match, seat: int, melds: str) -> None:
    """Draw and go down in the seat. Nobody buys."""
    draws(match, seat)
    match.play(down(seat, melds))


# --- results


def accepts(match: Match, action: Action) -> bool:
    """Return whether the act is accepted. The match stays as it is."""
    position, done, told = match.position, list(match.actions), list(match.events)
    try:
        match.play(action)
    except Refused:
        return False
    match.position, match.actions, match.events = position, done, told
    return True


def refused(match: Match, action: Action) -> str:
    """Check that the act is refused and changes nothing. Return the code of the refusal."""
    position, done, told = match.position, len(match.actions), len(match.events)
    with pytest.raises(Refused) as why:
        match.play(action)
    assert match.position is position
    assert (len(match.actions), len(match.events)) == (done, told)
    assert "{" not in why.value.sentence
    return why.value.code


def offered(match: Match, seat: int, kind: type) -> list[Action]:
    """Return the acts of this kind that the seat is offered."""
    return [act for act in match.options(Seat(seat)) if isinstance(act, kind)]


def reason(match: Match, seat: int, name: str) -> str | None:
    """Return the code of the reason why the seat is not offered the act, or None if no reason is given."""
    return next((why.code for act, why in reasons(match.rules, match.position, Seat(seat)) if act == name), None)


def on_table(match: Match) -> list[str]:
    """Return the melds on the table, as text."""
    return [str(row.meld) for row in match.position.dealing.on_table.melds]


def holds(match: Match, seat: int) -> str:
    """Return the hand of a seat, as text."""
    return print_cards(match.position.hand(Seat(seat)))


def totals(match: Match) -> list[int]:
    """Return the totals by seat."""
    return list(match.position.standing.totals)


def finished(match: Match) -> bool:
    """Return whether the deal has been scored."""
    return match.position.phase in (Phase.COMMIT, Phase.OVER)


def with_hand(match: Match, seat: int, text: str) -> Match:
    """Return the same table with another hand in this seat. Its old cards go to the bottom of the stock.

    The new cards come from the stock. If one is not there, it comes from the penalty pile, the discards or the other hands,
    and a card of the stock goes there for it, so that the places stay as full as they were.
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
