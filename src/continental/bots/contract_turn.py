"""One choice in a contract game: the deal as a seat sees it, and what is best to claim, to draw, to meld and to throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from continental.bots.emptying import Emptied, Emptying, Melds, places
from continental.bots.memory import Memory
from continental.bots.offers import of_kind
from continental.cards import JOKER, Card, Cards, as_hand, rank_of, suit_of, without
from continental.hands.contract_hand import task_of
from continental.hands.prospects import Prospects, prospects
from continental.melds import Contract, ContractRules, Meld, WholeHand
from continental.melds import takes as freed_by
from continental.play.actions import Action, Allow, Buy, Discard, Draw, GoDown, LayOff, Pass, SlideJoker, Take, TakeJoker
from continental.play.terms import Seat
from continental.play.view import DealView, View
from continental.rules.base import RuleSet


@dataclass(frozen=True, slots=True)
class ContractWeights:
    """The weights of a contract game's choices, in points, found by duplicate deals (docs/bots.md)."""

    nearer: float = 5.0  # for each unit of distance to the contract
    complete: float = 8.0  # for a card with which the hand can go down
    drawing: float = 2.5  # what an unknown card from the stock is expected to improve
    buying: float = 9.0  # what a bought card and a penalty card cost, beside the points of the bought one
    dropping: float = 0.25  # the part of a card's points that throwing it is worth while nobody is about to close
    haste: float = 0.02  # so much more of them with each lap
    alarm: float = 0.4  # so much more of them when somebody who is down has few cards left
    kin: float = 0.5  # for each card of the hand that lies near one thrown
    table: float = 4.0  # for throwing a card that fits a meld on the table, for each other seat that is down
    feeding: float = 1.5  # for throwing a card that suits the next seat
    joker: float = 30.0  # for throwing a joker


FEW_CARDS = 3
"""Somebody who is down and holds no more than these may close at any turn."""


@dataclass(slots=True)
class ContractTurn:
    """The answer that a seat gives now; one object for each choice."""

    seat: Seat
    rules: RuleSet
    view: View
    deal: DealView
    memory: Memory
    values: tuple[int, ...]  # points by face
    weights: ContractWeights
    melding: ContractRules = field(init=False)
    contract: Contract = field(init=False)
    is_down: bool = field(init=False)
    melds: Melds = field(init=False)
    _before: Prospects | None = None

    def __post_init__(self) -> None:
        deal = self.deal
        task = task_of(self.rules, deal.number, self.rules.pack_for(self.view.players, deal.number).decks)
        self.contract, self.melding = task.contract, task.melding
        self.is_down = self.seat in deal.on_table.down
        self.melds = tuple(row.meld for row in deal.on_table.melds)

    # --- what comes into the hand

    def claim(self, options: Sequence[Action]) -> Action | None:
        """Return the answer when a discard is offered out of turn, or when somebody asks to buy one that the seat left."""
        buys, passes = of_kind(options, Buy), of_kind(options, Pass)
        if not buys:
            joker = self._claims_joker(of_kind(options, TakeJoker)) if passes else None
            leaves: list[Action] = [*of_kind(options, Allow), *passes]
            return joker or next(iter(leaves), None)
        cheapest = min(buys, key=lambda buy: buy.penalty)
        if self.deal.buying.claim is not None and self._buys(self.deal.buying.claim, penalty=cheapest.penalty):
            return cheapest
        return passes[0] if passes else None

    def _claims_joker(self, takes: Sequence[TakeJoker]) -> TakeJoker | None:
        """The joker to take out of turn: one with which more goes out of the hand, when the turn comes, than without it."""
        best, least = None, self._emptied(self.deal.hand).rank
        for take in takes:
            found = freed_by(self.melds[take.on], take.card, self.melding)
            if found is None:
                continue
            joker, becomes = found
            hand = as_hand((*without(self.deal.hand, (take.card,)), joker))
            rank = self._emptied(hand, melds=(*self.melds[: take.on], becomes, *self.melds[take.on + 1 :])).rank
            if rank[:2] < least[:2]:
                best, least = take, rank
        return best

    def draw(self, options: Sequence[Action]) -> Action | None:
        """Return the act that draws the card of the turn."""
        draws, takes = of_kind(options, Draw), of_kind(options, Take)
        if takes and (not draws or (self.deal.discards and self._takes(self.deal.discards[-1]))):
            return takes[0]
        return draws[0] if draws else None

    def _takes(self, top: Card) -> bool:
        if self.is_down:
            return self._shortens(top) > 0
        if self._is_wild(top):
            return True
        return self._gain(top) > self.weights.drawing

    def _buys(self, top: Card, *, penalty: bool) -> bool:
        if self.contract.whole_hand is not WholeHand.NO:
            return False  # a hand that must go whole is further away for two cards more
        price = self.weights.buying + self.dropping() * self.values[top]
        if self.is_down:
            return self._shortens(top) > 1 + penalty
        return self._gain(top) > (price if penalty else price / 2)

    def _shortens(self, top: Card) -> int:
        """How many cards fewer stay in the end when this one comes in, its own place on the table counted: 0 for no use."""
        hand = self.deal.hand
        if not any(top in places(meld, self.melding) for meld in self.melds):
            return 0
        return 1 + len(self._emptied(hand).left) - len(self._emptied(as_hand((*hand, top))).left)

    def _gain(self, top: Card) -> float:
        """How much better the hand is with this card and without the one then missed least, in points."""
        hand = self.deal.hand
        if not self._is_wild(top) and not any(self._are_kin(top, card) for card in hand):
            return 0.0
        after = self._prospects(as_hand((*hand, top)), spare=1)
        others = {card: self._loss(after, card) for card in hand if not self._is_wild(card)}
        if not others:
            return 0.0
        thrown = min(others, key=lambda card: (others[card], card))
        nearer = self.weights.nearer * (self._now().cost - after.without(thrown))
        if after.missing == 0 < self._now().missing:
            nearer += self.weights.complete
        return nearer + self.dropping() * (self.values[thrown] - self.values[top])

    # --- what goes out of it

    def meld(self, options: Sequence[Action]) -> Action | None:
        """Going down, or the next step in emptying the hand onto the table."""
        downs = of_kind(options, GoDown)
        if downs:
            return self._down(downs)
        steps: list[LayOff | TakeJoker | SlideJoker] = [
            *of_kind(options, LayOff),
            *of_kind(options, TakeJoker),
            *of_kind(options, SlideJoker),
        ]
        if not steps:
            return None
        if self.deal.on_table.owed is not None:  # a joker that was taken must go on the table now: where the most follows it
            return min(of_kind(options, LayOff), key=self._after_laying, default=None)
        best = self._emptied(self.deal.hand, takes=bool(of_kind(options, TakeJoker)))
        return best.steps[0] if best.steps and best.steps[0] in steps else None

    def _after_laying(self, step: LayOff) -> tuple[bool, tuple[int, int, int], int]:
        growths = [each for each in places(self.melds[step.on], self.melding)[step.card] if each.end == step.end]
        melds = (*self.melds[: step.on], growths[0].meld, *self.melds[step.on + 1 :])
        return (not self._is_wild(step.card), self._emptied(without(self.deal.hand, (step.card,)), melds=melds).rank, step.on)

    def _down(self, downs: Sequence[GoDown]) -> GoDown:
        """The way down after which the hand can be emptied best; nobody gains by waiting with a contract in hand."""
        ways = list(downs)
        if not self.is_down and self.contract.whole_hand is WholeHand.NO:
            turn = self._emptying(self.melds, takes=True).turn(self.deal.hand, self.melds, self.contract)
            if turn is not None and turn.down:
                return GoDown(self.seat, turn.down)
        return min(ways, key=self._after_going_down) if len(ways) > 1 else ways[0]

    def _left(self, down: GoDown) -> Cards:
        return without(self.deal.hand, (card for meld in down.melds for card in meld.cards))

    def _after_going_down(self, down: GoDown) -> tuple[int, int, int]:
        return self._emptied(self._left(down), melds=(*self.melds, *down.melds)).rank

    def _emptied(self, hand: Cards, *, melds: tuple[Meld, ...] | None = None, takes: bool = True) -> Emptied:
        laid = self.melds if melds is None else melds
        return self._emptying(laid, takes=takes).best(hand, laid)

    def _emptying(self, laid: tuple[Meld, ...], *, takes: bool) -> Emptying:
        kinds = {move.name for row in self.rules.moves.values() for move in row}
        return Emptying(
            self.seat,
            self.rules.contract_play,
            self.melding,
            self.values,
            tuple(row.owner for row in self.deal.on_table.melds) + (self.seat,) * (len(laid) - len(self.melds)),
            takes_jokers=takes and "take_joker" in kinds,
            slides_jokers="slide_joker" in kinds,
        )

    # --- the card thrown

    def throws(self, options: Sequence[Action]) -> list[Card] | None:
        """Return the cards that are missed least, each as good as the others; None if no card is to be thrown."""
        cards = [option.card for option in of_kind(options, Discard)]
        if not cards:
            return None
        now = None if self.is_down else self._prospects(self.deal.hand, spare=1)
        costs = {card: self._loss(now, card) + self._help(card) for card in cards}
        least = min(costs.values())
        return [card for card, cost in costs.items() if cost < least + 1e-9]

    def _loss(self, now: Prospects | None, card: Card) -> float:
        """Return the cost to the hand of throwing the card, in points; `now` is its distance from a contract still to come."""
        if now is None:
            return self._kin(card) - self.values[card]
        if self._is_wild(card):
            return self.weights.joker + self.weights.nearer * 2 - self.dropping() * self.values[card]
        return self.weights.nearer * (now.without(card) - now.cost) + self._kin(card) - self.dropping() * self.values[card]

    def _help(self, card: Card) -> float:
        """Return the gain to the others of throwing the card, in points."""
        down = [seat for seat in self.deal.on_table.down if seat != self.seat]
        fits = any(card in places(meld, self.melding) for meld in self.melds)
        suits = self.memory.suits(self.memory.after(self.seat), card) if not self._is_wild(card) else 3.0
        wild = self.weights.joker if self.is_down and self._is_wild(card) else 0.0
        return self.weights.feeding * suits + self.weights.table * fits * (len(down) + (not down)) + wild

    def _kin(self, card: Card) -> float:
        if self._is_wild(card):
            return 0.0
        return self.weights.kin * sum(self._are_kin(card, other) for other in without(self.deal.hand, (card,)))

    # --- what all of it is judged by

    def dropping(self) -> float:
        """The part of its points that being rid of a card is worth now: the more, the sooner somebody may close."""
        deal, weights = self.deal, self.weights
        if self.contract.whole_hand is not WholeHand.NO:
            return weights.dropping  # nobody is down before the end, and that is no nearer for a deal that has lasted long
        close = any(deal.hand_sizes[seat] <= FEW_CARDS for seat in deal.on_table.down if seat != self.seat)
        return min(1.0, weights.dropping + weights.haste * deal.laps + weights.alarm * close)

    def _now(self) -> Prospects:
        if self._before is None:
            self._before = self._prospects(self.deal.hand)
        return self._before

    def _prospects(self, hand: Cards, *, spare: int = 0) -> Prospects:
        """The ways to the contract; of the hand, `spare` cards are to be thrown before the next turn."""
        return prospects(hand, self.contract, self.melding, self.memory.to_come, spare=spare)

    def _is_wild(self, card: Card) -> bool:
        return card == JOKER or card in self.melding.wild

    def _are_kin(self, card: Card, other: Card) -> bool:
        """Whether two cards could lie in one meld, near each other."""
        if self._is_wild(card) or self._is_wild(other):
            return False
        if rank_of(card) == rank_of(other):
            return True
        apart = abs(rank_of(card) - rank_of(other))
        return suit_of(card) == suit_of(other) and min(apart, 13 - apart) <= 3
