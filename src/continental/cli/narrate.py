"""A match told in lines of plain text, in the order in which it happened, and as far as the listener may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from continental.cards import Cards, print_card, print_cards
from continental.melds import Meld
from continental.play.actions import Call
from continental.play.events import (
    Bought,
    BuyBackAnswered,
    BuyBackOffered,
    ClaimAnswered,
    ClaimOpened,
    ClaimSealed,
    Counted,
    CountSealed,
    DealDied,
    DealerDrawn,
    Dealt,
    DiceCommitted,
    DiceShown,
    Discarded,
    Drew,
    Event,
    FeedingRuled,
    HandEnded,
    HandScored,
    HandSettled,
    JokerTaken,
    LaidOff,
    MatchBegan,
    MatchEnded,
    Paid,
    Passed,
    Scored,
    StockRanOut,
    StockRebuilt,
    Took,
    TotalsRestored,
    Voted,
    WentClosed,
    WentDown,
    WentOut,
)
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
    View,
    commitment_of,
)
from continental.rules.base import RuleSet
from continental.rules.money import print_dollars
from continental.rules.scoring import ScoringKind
from continental.scorepad.telling import REASONS

_DECLARED: Final = {
    Ending.KNOCK: "knock",
    Ending.CLOSE: "close",
    Ending.CONTINENTAL: "declare a continental",
    Ending.STRAIGHT_FLUSH: "declare a straight flush",
}


def print_melds(melds: Iterable[Meld]) -> str:
    """Melds side by side, each in brackets, a joker with the card that it stands for."""
    return " ".join(f"[{meld}]" for meld in melds)


def print_laid_out(melds: Sequence[Meld], left: Cards, jokers: int = 0) -> str:
    """A hand by its melds, then the cards that are left, and jokers that no meld takes."""
    loose = print_cards(left) + " JK" * jokers
    return "  ".join(part for part in (print_melds(melds), loose.strip()) if part) or "nothing"


def _with(cards: Cards) -> str:
    """Say with which cards, if any are named."""
    return f" with {print_cards(cards)}" if cards else ""


_STAKES: Final[Mapping[ScoringKind, str]] = {"money": "ante {ante}", "points": "for points"}
_DEAD: Final[Mapping[ScoringKind, str]] = {
    "money": "it is dead, and nobody scores or pays",
    "points": "all count what they hold",
}
_SHARED: Final[Mapping[ScoringKind, str]] = {"money": "split the pot, and the match is over", "points": "share the match"}


class Narrator:
    """Tells a match. A listener in a seat is `you`, and the others go by their names; without one, all do.

    One turn or one hand is told in one line when it is known, or act by act as it comes (`step_by_step`).
    """

    def __init__(self, rules: RuleSet, names: Sequence[str], you: Seat | None = None, *, step_by_step: bool = False) -> None:
        self._rules = rules
        self._names = names
        self._you = you
        self._step_by_step = step_by_step
        self._drew: str | None = None  # how the seat in turn got its card, until it is known what it did next
        self._threw: Seat | None = None  # whoever threw the discard that is spoken about
        self._paid: list[Paid] = []
        self._scored: list[Scored] = []

    def name(self, seat: Seat) -> str:
        """The seat's name, the pot's for the table itself."""
        if seat == TABLE:
            return "the pot"
        return "you" if seat == self._you else self._names[seat]

    def does(self, seat: Seat, verb: str, more: str = "") -> str:
        """A sentence's beginning: `You draw`, `Ada draws`."""
        if seat == self._you:
            return f"You {verb}{more}"
        first, space, rest = verb.partition(" ")
        return f"{self._names[seat]} {_third_person(first)}{space}{rest}{more}"

    def tell(self, events: Iterable[Event | SeenEvent]) -> Iterator[str]:
        """The lines for these events, of which those that are not as a seat sees them show all cards."""
        for told in events:
            event = _as_seen(told)
            if not isinstance(event, Paid) or not self._joins(event):
                yield from self._payments()
            if isinstance(event, Paid):
                self._paid.append(event)
            else:
                yield from self._lines(event)
        yield from self._payments()

    def _lines(self, event: Dealt | StockRebuilt | SeenEvent) -> Iterator[str]:
        match event:
            case MatchBegan(players, ante):
                stake = _STAKES[self._rules.scoring.kind].format(ante=print_dollars(ante))
                yield f"{self._rules.title} for {players}, {stake}."
                for switch, value in self._rules.departures().items():
                    yield f"  {switch} = {value}"
            case SeenCommitted(deal, commitment):
                yield ""
                yield f"— Deal {deal} —  (its dice have the SHA-256 {commitment})"
            case DealerDrawn(dealer, draws):
                drawn = ", ".join(f"{self.name(seat)} {print_card(card)}" for seat, card in draws)
                yield self.does(dealer, "deal", " first" + (f"; drawn: {drawn}" if drawn else "") + ".")
            case SeenDealt() | Dealt():
                self._threw = None
                yield self.does(event.dealer, "deal", f"; the upcard is {print_card(event.upcard)}.")
                for seat, hand in enumerate(event.hands if isinstance(event, Dealt) else ()):
                    if hand:
                        yield f"  {self.does(Seat(seat), 'hold')} {print_cards(hand)}"
            case SeenRebuilt(stock_size):
                yield f"{self._rebuilt(stock_size)}."
            case StockRebuilt(stock):
                yield f"{self._rebuilt(len(stock))}: {print_cards(stock)}"
            case SeenDrew() | Took() | Discarded():
                yield from self._turn(event)
            case HandEnded() | Counted() | SeenSealed() | DealDied():
                yield from self._end(event)
            case ClaimAnswered() | Voted() | FeedingRuled():
                yield from self._feeding(event)
            case ClaimOpened() | SeenClaimed() | Passed() | SeenBought() | WentDown() | LaidOff() | JokerTaken():
                yield from self._contract_turn(event)
            case _:
                yield from self._match(event)

    def _turn(self, event: SeenDrew | Took | Discarded) -> Iterator[str]:
        self._threw = event.seat if isinstance(event, Discarded) else None
        match event:
            case SeenDrew(seat, card) if card is not None or self._step_by_step:
                yield self.does(seat, "draw", f" {'a card' if card is None else print_card(card)}.")
            case SeenDrew(seat):
                self._drew = self.does(seat, "draw")
            case Took(seat, card):
                self._drew = self.does(seat, "take", f" {print_card(card)}")
                if seat == self._you or self._step_by_step:
                    yield self._had_drawn(seat) + "."
            case Discarded(seat, card):
                before = self._had_drawn(seat)
                yield f"{before} and throws {print_card(card)}." if before else self.does(seat, "throw", f" {print_card(card)}.")

    def _rebuilt(self, size: int) -> str:
        how = "turned over" if self._rules.limits.stock_out == "turn_once" else "shuffled into a new one"
        return f"The stock was empty: {size} discards were {how}"

    def _had_drawn(self, seat: Seat) -> str:
        before, self._drew = self._drew or "", None
        return before

    def _contract_turn(
        self, event: ClaimOpened | SeenClaimed | Passed | SeenBought | WentDown | LaidOff | JokerTaken
    ) -> Iterator[str]:
        match event:
            case SeenClaimed(seat, wants) if self._step_by_step:
                known = "" if wants is None else f": it {'is' if wants else 'is not'} wanted"
                yield self.does(seat, "have", f" answered{known}.")
            case ClaimOpened(seat, card):
                yield self.does(seat, "leave", f" {print_card(card)}.")
            case Passed(seat):
                if self._step_by_step or seat != self._threw:  # that one leaves its own discard is no news
                    yield self.does(seat, "pass", ".")
            case SeenBought(seat, card, count, penalty):
                drawn = f": {print_cards(penalty)}" if penalty else ""
                more = f" with {count} penalty card{'s' * (count > 1)}{drawn}" if count else ""
                yield self.does(seat, "buy", f" {print_card(card)}{more}.")
            case WentDown(seat, melds):
                yield from self._begun(seat)
                yield self.does(seat, "go down", f": {print_melds(melds)}")
            case LaidOff(seat, card, on, becomes):
                yield from self._begun(seat)
                yield self.does(seat, "lay", f" {print_card(card)} on meld {on + 1}: [{becomes}]")
            case JokerTaken(seat, card, joker, on, becomes):
                yield from self._begun(seat)
                yield self.does(seat, "take", f" {print_card(joker)} for {print_card(card)} from meld {on + 1}: [{becomes}]")

    def _begun(self, seat: Seat) -> Iterator[str]:
        """How somebody else's turn began, once it is known that there is more to it than a card thrown."""
        before = self._had_drawn(seat)
        if before and seat != self._you:
            yield before + "."

    def _end(self, event: HandEnded | Counted | SeenSealed | DealDied) -> Iterator[str]:
        match event:
            case HandEnded(seat, ending, thrown, cards, melds, left, called):
                self._had_drawn(seat)
                yield ""
                throwing = f", throwing {print_card(thrown)}" if thrown is not None else ""
                low = f" with {print_cards(left) or 'a joker'}" if ending is Ending.KNOCK else ""
                as_card = f", called {print_card(called)}" if called is not None else ""
                yield f"*** {self.does(seat, _DECLARED[ending], low + as_card + throwing)}: {event.points:+d} ***"
                yield f"  {print_laid_out(melds, left)}" if melds else f"  {print_cards(cards)}"
            case Counted(seat, _, melds, left, calls, points):
                called_as = f"  (joker called {', '.join(map(print_call, calls))})" if calls else ""
                yield f"  {self.does(seat, 'count')} {points}: {print_laid_out(melds, left)}{called_as}"
            case SeenSealed(seat):
                yield f"  {self.does(seat, 'have')} counted, unseen until all have."
            case DealDied(laps):
                dead = _DEAD[self._rules.scoring.kind]
                yield f"Nobody ended the hand in {laps} rounds: {dead}."

    def _feeding(self, event: ClaimAnswered | Voted | FeedingRuled) -> Iterator[str]:
        match event:
            case ClaimAnswered(seat, accused, cards) if accused is not None:
                yield self.does(seat, "claim", f" that {self.name(accused)} fed the next seat{_with(cards)}.")
            case Voted(seat, upheld):
                yield self.does(seat, "rule", f" that it was {'' if upheld else 'no '}feeding.")
            case FeedingRuled(accused, upheld, cards):
                yield f"Feeding by {self.name(accused)}{_with(cards)}: {'upheld' if upheld else 'not upheld'}."
            case _:
                pass

    def _match(self, event: SeenEvent) -> Iterator[str]:
        match event:
            case WentOut(seat):
                yield self.does(seat, "be", f" out, at {self._rules.match.elimination.line} or more.")
            case BuyBackOffered(seat, target, price) if seat != self._you:
                yield self.does(seat, "may", f" buy back to {target} for {print_dollars(price)}.")
            case BuyBackAnswered(seat, yes, total):
                yield self.does(seat, "buy back", f", to {total}.") if yes else self.does(seat, "stay", f" at {total}.")
            case TotalsRestored():
                self._scored = []  # the totals that they led to do not stand
                yield "Everybody went over the line: the hand counts for nothing and is dealt again."
            case WentClosed(seat):
                yield from self._begun(seat)
                yield ""
                yield f"*** {self.does(seat, 'close')} ***"
            case StockRanOut():
                yield ""
                yield "There is no card left to draw: the deal is over."
            case HandScored(seat, cards, points):
                yield f"  {self.does(seat, 'hold')} {print_cards(cards)}: {points}"
            case DiceShown(deal, dice):
                yield f"The dice of deal {deal} were {dice.hex()}"
            case MatchEnded(status, winners):
                yield ""
                yield self._outcome(status, winners)
            case Scored():
                self._scored.append(event)
            case HandSettled():
                scored, self._scored = self._scored, []
                if scored:
                    told = (f"{self.name(each.seat)} {each.points:+d}, now {each.total}" for each in scored)
                    yield f"  Scored: {'; '.join(told)}."
            case _:
                pass

    def _outcome(self, status: Status, winners: tuple[Seat, ...]) -> str:
        if status is Status.WON:
            return f"{self.does(winners[0], 'win')} the match."
        if status is Status.SPLIT:
            shared = _SHARED[self._rules.scoring.kind]
            return f"{_capital(' and '.join(map(self.name, winners)))} {shared}."
        return "The match is abandoned: too many hands in a row were dead. The pot is given back."

    def _joins(self, event: Paid) -> bool:
        """Whether a payment is told in one line with those before it: the same sum, for the same reason, to the same party."""
        return not self._paid or (event.target, event.cents, event.why) == (
            self._paid[0].target,
            self._paid[0].cents,
            self._paid[0].why,
        )

    def _payments(self) -> Iterator[str]:
        paid, self._paid = self._paid, []
        if not paid:
            return
        first = paid[0]
        if first.source == TABLE:
            for each in paid:
                yield f"  {self.does(each.target, 'get')} {print_dollars(each.cents)} out of the pot: {REASONS[each.why]}."
            return
        payers = [self.name(each.source) for each in paid]
        who = payers[0] if len(payers) == 1 else f"{', '.join(payers[:-1])} and {payers[-1]}"
        verb = "pays" if len(payers) == 1 and paid[0].source != self._you else "pay"
        each_one = " each" if len(payers) > 1 else ""
        money = f"{print_dollars(first.cents)}{each_one}"
        yield f"  {_capital(who)} {verb} {self.name(first.target)} {money}: {REASONS[first.why]}."


def _as_seen(event: Event | SeenEvent) -> Dealt | StockRebuilt | SeenEvent:
    """Return the event in the form in which a seat is told it, if that can say as much."""
    match event:
        case DiceCommitted(deal, dice):
            return SeenCommitted(deal, commitment_of(dice))
        case Drew(seat, card):
            return SeenDrew(seat, card)
        case Bought(seat, card, penalty):
            return SeenBought(seat, card, len(penalty), penalty)
        case ClaimSealed(seat, wants):
            return SeenClaimed(seat, wants)
        case CountSealed(seat):
            return SeenSealed(seat)
        case _:
            return event


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _third_person(verb: str) -> str:
    irregular = {"be": "is", "have": "has", "may": "may", "go": "goes", "pass": "passes"}
    return irregular.get(verb, verb + "s")


def print_call(call: Call) -> str:
    """Print the name of a held joker: a card, or a number of points."""
    return print_card(call.card) if call.card is not None else str(call.points)


def print_sheet(view: View, names: Sequence[str]) -> Iterator[str]:
    """The score sheet: totals, money gained or spent since before the ante, and who is out; then the pot."""
    wide = max(len(name) for name in names)
    for seat, name in enumerate(names):
        out = "   out" if view.out[seat] else ""
        yield f"  {name:<{wide}} {view.totals[seat]:>5} {print_dollars(view.cash[seat]):>10}{out}"
    yield f"  {'the pot':<{wide}} {'':>5} {print_dollars(view.pot):>10}"


def print_points_sheet(deals: Sequence[Sequence[int]], names: Sequence[str]) -> Iterator[str]:
    """The score sheet of a match played for points: a row for each seat, a column for each deal played, then the total."""
    wide = max(len(name) for name in names)
    yield f"  {'':<{wide}} " + "".join(f"{number:>6}" for number in range(1, len(deals) + 1)) + f"{'total':>8}"
    for seat, name in enumerate(names):
        yield f"  {name:<{wide}} " + "".join(f"{deal[seat]:>6}" for deal in deals) + f"{sum(deal[seat] for deal in deals):>8}"


def points_by_deal(events: Iterable[object], players: int) -> list[list[int]]:
    """Return the points of each seat in each deal that is settled."""
    deals: list[list[int]] = []
    scored = [0] * players
    for event in events:
        match event:
            case Scored(seat, points):
                scored[seat] += points
            case HandSettled():
                deals.append(scored)
                scored = [0] * players
            case _:
                pass
    return deals
