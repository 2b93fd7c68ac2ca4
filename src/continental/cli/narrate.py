"""Tell a match in lines of plain text, in the order in which it happened, and as far as the listener may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.cards import Cards, print_card, print_cards
from continental.cli.say import listed, say
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
    Ending.KNOCK: "told.knocks",
    Ending.CLOSE: "told.closes",
    Ending.CONTINENTAL: "told.declares_continental",
    Ending.STRAIGHT_FLUSH: "told.declares_straight_flush",
}
_BEGINS: Final[Mapping[ScoringKind, str]] = {"money": "told.begins_money", "points": "told.begins_points"}
_DEAD: Final[Mapping[ScoringKind, str]] = {"money": "told.dead_money", "points": "told.dead_points"}
_SHARED: Final[Mapping[ScoringKind, str]] = {"money": "told.split_money", "points": "told.split_points"}
_REBUILT: Final = {"turn_once": ("told.turned", "told.turned_shown")}
_SHUFFLED: Final = ("told.shuffled", "told.shuffled_shown")


def print_melds(melds: Iterable[Meld]) -> str:
    """Print melds side by side, each in brackets, a joker with the card that it stands for."""
    return " ".join(f"[{meld}]" for meld in melds)


def print_laid_out(melds: Sequence[Meld], left: Cards, jokers: int = 0) -> str:
    """Print a hand by its melds, then the cards that are left, and jokers that no meld takes."""
    loose = print_cards(left) + " JK" * jokers
    return "  ".join(part for part in (print_melds(melds), loose.strip()) if part) or say("told.nothing")


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The keys of a turn that has begun: for its beginning alone, and if a card is thrown at once; and the card taken."""

    alone: str
    throws: str
    taken: str = ""


class Narrator:
    """Tell a match. A listener in a seat is `you`, and the others go by their names. Without one, all do.

    One turn or one hand is told in one line when it is known, or act by act as it comes (`step_by_step`).
    """

    def __init__(self, rules: RuleSet, names: Sequence[str], you: Seat | None = None, *, step_by_step: bool = False) -> None:
        self._rules = rules
        self._names = names
        self._you = you
        self._step_by_step = step_by_step
        self._began: _Beginning | None = None  # how the seat in turn got its card, until it is known what it did next
        self._threw: Seat | None = None  # whoever threw the discard that is spoken about
        self._paid: list[Paid] = []
        self._scored: list[Scored] = []

    def name(self, seat: Seat) -> str:
        """Return the seat's name, the pot's for the table itself."""
        if seat == TABLE:
            return say("told.pot")
        return say("told.you") if seat == self._you else self._names[seat]

    def _says(self, key: str, seat: Seat, **given: object) -> str:
        """Return a sentence about a seat: `You draw …` to the listener, `Ada draws …` of another."""
        return say(key, name=self._names[seat], context="you" if seat == self._you else None, **given)

    def tell(self, events: Iterable[Event | SeenEvent]) -> Iterator[str]:
        """Yield the lines for these events. Those that are not as a seat sees them show all cards."""
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
                begins = _BEGINS[self._rules.scoring.kind]
                yield say(begins, title=self._rules.title, players=players, ante=print_dollars(ante))
                for switch, value in self._rules.departures().items():
                    yield f"  {switch} = {value}"
            case SeenCommitted(deal, commitment):
                yield ""
                yield say("told.deal", deal=deal, commitment=commitment)
            case DealerDrawn(dealer, draws):
                drawn = [f"{self.name(seat)} {print_card(card)}" for seat, card in draws]
                yield self._says("told.deals_first_drawn" if drawn else "told.deals_first", dealer, drawn=drawn)
            case SeenDealt() | Dealt():
                self._threw = None
                yield self._says("told.deals", event.dealer, card=print_card(event.upcard))
                for seat, hand in enumerate(event.hands if isinstance(event, Dealt) else ()):
                    if hand:
                        yield f"  {self._says('told.holds', Seat(seat), cards=print_cards(hand))}"
            case SeenRebuilt(stock_size):
                yield self._rebuilt(stock_size)
            case StockRebuilt(stock):
                yield self._rebuilt(len(stock), stock)
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
            case SeenDrew(seat, None) if self._step_by_step:
                yield self._says("told.draws_unseen", seat)
            case SeenDrew(seat, None):
                self._began = _Beginning("told.draws", "told.draws_throws")
            case SeenDrew(seat, card):
                assert card is not None, "an unseen card is told above"
                yield self._says("told.draws_card", seat, card=print_card(card))
            case Took(seat, card):
                self._began = _Beginning("told.takes", "told.takes_throws", print_card(card))
                if seat == self._you or self._step_by_step:
                    yield from self._begun(seat)
            case Discarded(seat, card):
                began, self._began = self._began, None
                if began is None:
                    yield self._says("told.throws", seat, card=print_card(card))
                else:
                    yield self._says(began.throws, seat, taken=began.taken, card=print_card(card))

    def _rebuilt(self, size: int, shown: Cards = ()) -> str:
        hidden, open_ = _REBUILT.get(self._rules.limits.stock_out, _SHUFFLED)
        return say(open_ if shown else hidden, count=size, cards=print_cards(shown))

    def _begun(self, seat: Seat) -> Iterator[str]:
        """Yield how a turn began, once it is known that there is more to it than a card thrown."""
        began, self._began = self._began, None
        if began is not None:
            yield self._says(began.alone, seat, taken=began.taken)

    def _contract_turn(
        self, event: ClaimOpened | SeenClaimed | Passed | SeenBought | WentDown | LaidOff | JokerTaken
    ) -> Iterator[str]:
        match event:
            case SeenClaimed(seat, None) if self._step_by_step:
                yield self._says("told.answered", seat)
            case SeenClaimed(seat, wants) if self._step_by_step:
                yield self._says("told.answered_wanted" if wants else "told.answered_unwanted", seat)
            case ClaimOpened(seat, card):
                yield self._says("told.leaves", seat, card=print_card(card))
            case Passed(seat):
                if self._step_by_step or seat != self._threw:  # that one leaves its own discard is no news
                    yield self._says("told.passes", seat)
            case SeenBought(seat, card, 0):
                yield self._says("told.buys", seat, card=print_card(card))
            case SeenBought(seat, card, count, penalty):
                key = "told.buys_penalty_shown" if penalty else "told.buys_penalty"
                yield self._says(key, seat, card=print_card(card), count=count, drawn=print_cards(penalty or ()))
            case WentDown(seat, melds):
                yield from self._begun(seat)
                yield self._says("told.goes_down", seat, melds=print_melds(melds))
            case LaidOff(seat, card, on, becomes):
                yield from self._begun(seat)
                yield self._says("told.lays", seat, card=print_card(card), meld=on + 1, becomes=becomes)
            case JokerTaken(seat, card, joker, on, becomes):
                yield from self._begun(seat)
                told = {"joker": print_card(joker), "card": print_card(card), "meld": on + 1, "becomes": becomes}
                yield self._says("told.takes_joker", seat, **told)

    def _end(self, event: HandEnded | Counted | SeenSealed | DealDied) -> Iterator[str]:
        match event:
            case HandEnded(seat, ending, thrown, cards, melds, left, called):
                self._began = None
                yield ""
                parts = [self._says(_DECLARED[ending], seat, left=print_cards(left) or say("told.a_joker"))]
                if called is not None:
                    parts.append(say("told.called", card=print_card(called)))
                if thrown is not None:
                    parts.append(say("told.throwing", card=print_card(thrown)))
                yield say("told.ended", parts=parts, points=f"{event.points:+d}")
                yield f"  {print_laid_out(melds, left)}" if melds else f"  {print_cards(cards)}"
            case Counted(seat, _, melds, left, calls, points):
                called_as = f"  {say('told.joker_called', calls=[*map(print_call, calls)])}" if calls else ""
                yield f"  {self._says('told.counts', seat, points=points, cards=print_laid_out(melds, left))}{called_as}"
            case SeenSealed(seat):
                yield f"  {self._says('told.sealed', seat)}"
            case DealDied(laps):
                yield say(_DEAD[self._rules.scoring.kind], count=laps)

    def _feeding(self, event: ClaimAnswered | Voted | FeedingRuled) -> Iterator[str]:
        match event:
            case ClaimAnswered(seat, accused, cards) if accused is not None:
                key = "told.accuses_cards" if cards else "told.accuses"
                yield self._says(key, seat, accused=self.name(accused), cards=print_cards(cards))
            case Voted(seat, upheld):
                yield self._says("told.rules_feeding" if upheld else "told.rules_no_feeding", seat)
            case FeedingRuled(accused, upheld, cards):
                if cards:
                    key = "told.upheld_cards" if upheld else "told.not_upheld_cards"
                else:
                    key = "told.upheld" if upheld else "told.not_upheld"
                yield say(key, accused=self.name(accused), cards=print_cards(cards))
            case _:
                pass

    def _match(self, event: SeenEvent) -> Iterator[str]:
        match event:
            case WentOut(seat):
                yield self._says("told.is_out", seat, line=self._rules.match.elimination.line)
            case BuyBackOffered(seat, target, price) if seat != self._you:
                yield self._says("told.may_buy_back", seat, total=target, price=print_dollars(price))
            case BuyBackAnswered(seat, yes, total):
                yield self._says("told.buys_back" if yes else "told.stays", seat, total=total)
            case TotalsRestored():
                self._scored = []  # the totals that they led to do not stand
                yield say("told.restored")
            case WentClosed(seat):
                yield from self._begun(seat)
                yield ""
                yield f"*** {self._says('told.closes', seat)} ***"
            case StockRanOut():
                yield ""
                yield say("told.stock_ran_out")
            case HandScored(seat, cards, points):
                yield f"  {self._says('told.holds_points', seat, cards=print_cards(cards), points=points)}"
            case DiceShown(deal, dice):
                yield say("told.dice", deal=deal, dice=dice.hex())
            case MatchEnded(status, winners):
                yield ""
                yield self._outcome(status, winners)
            case Scored():
                self._scored.append(event)
            case HandSettled():
                scored, self._scored = self._scored, []
                if scored:
                    yield f"  {say('told.scored', each='; '.join(map(self._score, scored)))}"
            case _:
                pass

    def _score(self, scored: Scored) -> str:
        return say("told.score", name=self.name(scored.seat), points=f"{scored.points:+d}", total=scored.total)

    def _outcome(self, status: Status, winners: tuple[Seat, ...]) -> str:
        if status is Status.WON:
            return self._says("told.wins", winners[0])
        if status is Status.SPLIT:
            return say(_SHARED[self._rules.scoring.kind], names=listed([*map(self.name, winners)]))
        return say("told.abandoned")

    def _joins(self, event: Paid) -> bool:
        """Return whether a payment is told in one line with those before it: the same sum, reason and receiver."""
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
                yield f"  {self._says('told.gets', each.target, money=print_dollars(each.cents), why=REASONS[each.why])}"
            return
        told = {"target": self.name(first.target), "money": print_dollars(first.cents), "why": REASONS[first.why]}
        if len(paid) == 1:
            yield f"  {self._says('told.pays', first.source, **told)}"
        else:
            yield f"  {say('told.pay_each', names=listed([self.name(each.source) for each in paid]), **told)}"


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


def print_call(call: Call) -> str:
    """Print the name of a held joker: a card, or a number of points."""
    return print_card(call.card) if call.card is not None else str(call.points)


def print_sheet(view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield the score sheet: totals, money gained or spent since before the ante, and who is out; then the pot."""
    pot, wide = say("told.pot"), max(len(name) for name in names)
    for seat, name in enumerate(names):
        out = f"   {say('told.out')}" if view.out[seat] else ""
        yield f"  {name:<{wide}} {view.totals[seat]:>5} {print_dollars(view.cash[seat]):>10}{out}"
    yield f"  {pot:<{wide}} {'':>5} {print_dollars(view.pot):>10}"


def print_points_sheet(deals: Sequence[Sequence[int]], names: Sequence[str]) -> Iterator[str]:
    """Yield the score sheet of a match played for points: a row for each seat, a column for each deal played, then the total."""
    wide = max(len(name) for name in names)
    yield f"  {'':<{wide}} " + "".join(f"{number:>6}" for number in range(1, len(deals) + 1)) + f"{say('told.total'):>8}"
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
