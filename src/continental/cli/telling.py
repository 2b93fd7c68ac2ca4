"""Events as sentences for a terminal, each told as far as whoever looks on may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from continental.cards import Card, Cards, print_card, print_cards
from continental.play.events import (
    Bought,
    BuyBackAnswered,
    BuyBackOffered,
    ClaimAnswered,
    ClaimOpened,
    ClaimSealed,
    Counted,
    DealDied,
    DealerDrawn,
    DealPassed,
    Dealt,
    DiceCommitted,
    DiceShown,
    Discarded,
    Drew,
    Event,
    FeedingRuled,
    HandEnded,
    HandScored,
    JokerTaken,
    LaidOff,
    MatchEnded,
    Paid,
    Passed,
    Scored,
    StandingEvent,
    StockRanOut,
    StockRebuilt,
    Took,
    TotalsRestored,
    Voted,
    WentClosed,
    WentDown,
    WentOut,
)
from continental.play.notation import print_call
from continental.play.terms import TABLE, Ending, Seat, Status
from continental.play.view import (
    SeenBought,
    SeenClaimed,
    SeenCommitted,
    SeenDealt,
    SeenDrew,
    SeenEvent,
    SeenRebuilt,
    SeenSealed,
    commitment_of,
    see,
)
from continental.rules.money import print_dollars
from continental.scorepad.telling import REASONS

_ENDINGS = {
    Ending.KNOCK: "knocks",
    Ending.CLOSE: "closes",
    Ending.CONTINENTAL: "declares a continental",
    Ending.STRAIGHT_FLUSH: "declares a straight flush",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells events to somebody: a seat, somebody watching (None), or one who sees all cards (`is_open`)."""

    names: tuple[str, ...]
    seat: Seat | None = None
    is_open: bool = False

    def tell(self, events: Sequence[Event]) -> list[str]:
        """One sentence for each event that there is something to say about."""
        seen: list[Event | SeenEvent] = [event if self.is_open else see(event, self.seat) for event in events]
        return [sentence for event in seen for sentence in self._sentences(event)]

    def name(self, seat: Seat) -> str:
        """A seat's name, or the pot's."""
        return "the pot" if seat == TABLE else self.names[seat]

    def _sentences(self, event: Event | SeenEvent) -> list[str]:
        match event:
            case Dealt(_, dealer, hands, upcard, stock):
                held = [f"  {self.name(Seat(seat))} holds {print_cards(hand)}" for seat, hand in enumerate(hands) if hand]
                return [self._opening(dealer, print_card(upcard), len(stock)), *held]
            case SeenDealt(_, dealer, hand, _, upcard, stock_size):
                own = [f"  {self.names[self.seat]} holds {print_cards(hand)}"] if self.seat is not None and hand else []
                return [self._opening(dealer, print_card(upcard), stock_size), *own]
            case HandEnded() | Counted():
                return self._shown_hand(event)
            case _:
                return [sentence] if (sentence := self._sentence(event)) else []

    def _opening(self, dealer: Seat, upcard: str, stock: int) -> str:
        return f"{self.name(dealer)} deals; {upcard} opens the discards, {stock} cards are the stock."

    def _shown_hand(self, event: HandEnded | Counted) -> list[str]:
        who = self.name(event.seat)
        if isinstance(event, HandEnded):
            thrown = "" if event.thrown is None else f", throwing {print_card(event.thrown)}"
            first = f"{who} {_ENDINGS[event.ending]}{thrown}: {event.points:+}."
        else:
            called = [print_call(call) for call in event.calls]
            first = f"{who} counts {event.points}{' with ' + ', '.join(called) if called else ''}."
        melds = [str(meld) for meld in event.melds]
        laid: str = " | ".join([*melds, *([print_cards(event.left)] if event.left else [])])
        return [first, f"  {laid or print_cards(event.cards)}"]

    def _sentence(self, event: Event | SeenEvent) -> str:
        match event:
            case DiceCommitted(deal, dice):
                return f"Deal {deal}: the table is bound to its dice by {commitment_of(dice)}."
            case SeenCommitted(deal, commitment):
                return f"Deal {deal}: the table is bound to its dice by {commitment}."
            case DealerDrawn(dealer, draws):
                drawn = ", ".join(f"{self.name(seat)} {print_card(card)}" for seat, card in draws)
                return f"Drawn for the deal: {drawn or 'by lot'}; {self.name(dealer)} deals first."
            case Drew(seat, card) | SeenDrew(seat, card):
                return f"{self.name(seat)} draws {'a card' if card is None else print_card(card)}."
            case Took(seat, card):
                return f"{self.name(seat)} takes {print_card(card)}."
            case StockRebuilt(stock, _):
                return self._rebuilt(len(stock), stock)
            case SeenRebuilt(stock_size, _):
                return self._rebuilt(stock_size, ())
            case Discarded(seat, card, _):
                return f"{self.name(seat)} throws {print_card(card)}."
            case DealDied(laps):
                return f"Nobody ended the hand in {laps} laps: the deal is dead."
            case SeenSealed(seat):
                return f"{self.name(seat)} has chosen a count."
            case ClaimAnswered(seat, accused):
                return f"{self.name(seat)} {'makes no claim' if accused is None else f'claims that {self.name(accused)} fed'}."
            case Voted(seat, upheld):
                return f"{self.name(seat)} says it was {'' if upheld else 'no '}feeding."
            case FeedingRuled(accused, upheld):
                return f"The claim against {self.name(accused)} is {'upheld' if upheld else 'dismissed'}."
            case Paid(source, target, cents, why):
                payer = "The pot" if source == TABLE else self.name(source)
                return f"{payer} pays {self.name(target)} {print_dollars(cents)}: {REASONS[why]}."
            case Scored() | WentOut() | BuyBackOffered() | BuyBackAnswered() | TotalsRestored() | DealPassed() | MatchEnded():
                return self._of_match(event)
            case DiceShown():
                return self._of_match(event)
            case _:
                return self._of_contract(event)

    def _of_match(self, event: StandingEvent | DiceShown) -> str:
        match event:
            case Scored(seat, points, total):
                return f"{self.name(seat)} {points:+} stands at {total}."
            case WentOut(seat):
                return f"{self.name(seat)} is out."
            case BuyBackOffered(seat, target, price, _):
                return f"{self.name(seat)} may buy back to {target} for {print_dollars(price)}."
            case BuyBackAnswered(seat, yes, total):
                return f"{self.name(seat)} {'buys back to' if yes else 'stays at'} {total}."
            case TotalsRestored(totals):
                return f"The hand counts for nothing; the totals are {', '.join(map(str, totals))} again."
            case DealPassed(dealer):
                return f"The deal passes to {self.name(dealer)}."
            case DiceShown(deal, dice):
                return f"The dice of deal {deal} were {dice.hex()}."
            case MatchEnded(status, winners):
                return self._ended(status, winners)
            case _:
                return ""

    def _of_contract(self, event: Event | SeenEvent) -> str:
        match event:
            case ClaimOpened(seat, card):
                return f"{self.name(seat)} leaves {print_card(card)}; who buys it?"
            case ClaimSealed(seat, wants) | SeenClaimed(seat, wants):
                return f"{self.name(seat)} {'has said' if wants is None else 'wants it' if wants else 'does not want it'}."
            case Passed(seat):
                return f"{self.name(seat)} passes."
            case Bought(seat, card, penalty):
                return self._bought(seat, card, len(penalty), penalty)
            case SeenBought(seat, card, penalty_count, penalty):
                return self._bought(seat, card, penalty_count, penalty)
            case WentDown(seat, melds):
                return f"{self.name(seat)} goes down: {' | '.join(map(str, melds))}."
            case LaidOff(seat, card, on, becomes):
                return f"{self.name(seat)} lays {print_card(card)} off on meld {on + 1}: {becomes}."
            case JokerTaken(seat, card, _, on, becomes):
                return f"{self.name(seat)} takes the joker of meld {on + 1} for {print_card(card)}: {becomes}."
            case WentClosed(seat, at_once):
                return f"{self.name(seat)} has no card left{', and went down this very turn' if at_once else ''}."
            case StockRanOut():
                return "There is no card left to draw, which ends the deal."
            case HandScored(seat, cards, points):
                return f"{self.name(seat)} still holds {print_cards(cards) or 'nothing'}: {points}."
            case _:
                return ""  # that a seat is asked or the sums are done shows in what comes next

    def _bought(self, seat: Seat, card: Card, count: int, penalty: Cards) -> str:
        shown = f" and {print_cards(penalty)}" if penalty else f" and {count} more" if count else ""
        return f"{self.name(seat)} buys {print_card(card)}{shown}."

    def _rebuilt(self, size: int, stock: Cards) -> str:
        shown = f": {print_cards(stock)}" if stock else ""
        return f"The discards are shuffled into a stock of {size} cards{shown}."

    def _ended(self, status: Status, winners: tuple[Seat, ...]) -> str:
        names = " and ".join(map(self.name, winners))
        match status:
            case Status.WON:
                return f"The match is over: {names} wins."
            case Status.SPLIT:
                return f"The match is over: {names} split the pot."
            case _:
                return "The match is given up, and the pot given back."
