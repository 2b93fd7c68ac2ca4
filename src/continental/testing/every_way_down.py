"""List every way in which a hand can go down, lazily and exhaustively, to check the solver's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from continental.cards import JOKER, SUITS, Card, Cards, make_card, rank_of
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.down.fault import has_sizes, is_too_long_to_open
from continental.melds.grammar import Kind, Meld
from continental.melds.reading import is_clear, is_laid, stretches, with_parts

Held = Counter[Card]


def ways_down(hand: Cards, contract: Contract, melding: ContractRules) -> Iterator[tuple[Meld, ...]]:
    """Yield every way to lay exactly the contract's melds down out of the hand, none twice.

    Copies of one card are alike. A set's stand-ins stand for absent suits, and a wild card that lies in its own place
    is itself. Sets come before runs. There may be very many ways.
    """
    runs, sets = contract.count("run"), contract.count("set")
    held = Counter(hand)
    for some in _melds("set", sets, held, contract, melding, ()):
        rest = held - Counter(card for meld in some for card in meld.cards)
        for more in _melds("run", runs, rest, contract, melding, ()):
            if _takes_enough(len(hand) - sum(len(meld.cards) for meld in (*some, *more)), contract.whole_hand):
                yield (*some, *more)


def _takes_enough(stay: int, whole_hand: WholeHand) -> bool:
    return whole_hand is WholeHand.NO or stay == (whole_hand is WholeHand.ALL_BUT_ONE)


def _melds(
    kind: Kind, many: int, held: Held, contract: Contract, melding: ContractRules, before: tuple[Meld, ...]
) -> Iterator[tuple[Meld, ...]]:
    """Yield rows of `many` melds of a kind, each no earlier in order than the one before it."""
    if len(before) == many:
        if has_sizes(before, contract.needs, kind):
            yield before
        return
    least = min(need.size for need in contract.needs if need.kind == kind)
    for meld in sets_in(held, least, melding) if kind == "set" else runs_in(held, least, melding):
        if before and (meld.as_cards, meld.cards) < (before[-1].as_cards, before[-1].cards):
            continue
        if kind == "run" and not all(is_clear(other.as_cards, meld.as_cards, melding) for other in before):
            continue
        yield from _melds(kind, many, held - Counter(meld.cards), contract, melding, (*before, meld))


def sets_in(held: Held, least: int, melding: ContractRules) -> Iterator[Meld]:
    """Yield every set of at least `least` of the held cards that may go down."""
    for rank in range(13):
        own = [make_card(rank, suit) for suit in range(len(SUITS)) if held[make_card(rank, suit)]]
        for counts in product(*(range(held[card] + 1) for card in own)):
            naturals = tuple(card for card, many in zip(own, counts, strict=True) for _ in range(many))
            others = Counter({card: many for card, many in held.items() if card == JOKER or rank_of(card) != rank})
            if not naturals and rank:
                continue  # jokers alone are read as aces, once
            for stand_ins in range(max(0, least - len(naturals)), others.total() + 1):
                for chosen in stand_ins_of(others, stand_ins, melding):
                    meld = with_parts(naturals, chosen, rank)
                    if is_laid(meld, melding) and not is_too_long_to_open(meld, melding):
                        yield meld


def stand_ins_of(hand: Held, many: int, melding: ContractRules) -> Iterator[Cards]:
    """Yield every choice of `many` cards of the hand that may stand for others, each as sorted cards."""
    wild = [card for card in sorted(hand) if card == JOKER or card in melding.wild]
    for chosen in combinations_with_replacement(wild, many):
        if not Counter(chosen) - hand:
            yield chosen


def runs_in(held: Held, least: int, melding: ContractRules) -> Iterator[Meld]:
    """Yield every run of at least `least` of the held cards, each joker in each place that it can take."""
    rule = melding.grammar.runs
    most = min(held.total(), rule.max_size or held.total())
    for suit in range(len(SUITS)):
        for size in range(max(least, rule.min_size), most + 1):
            for ranks in stretches(rule.track, size):
                parts = tuple(make_card(rank, suit) for rank in ranks)
                for cards in _fillings(parts, held, melding.wild):
                    meld = Meld("run", cards, parts)
                    if is_laid(meld, melding):
                        yield meld


def _fillings(parts: Cards, held: Held, wild: frozenset[Card]) -> Iterator[Cards]:
    """Yield every way to fill these places out of the held cards, naturals on their own and wild ones anywhere."""
    if not parts:
        yield ()
        return
    for card in sorted(held):
        if held[card] and (card == parts[0] or card == JOKER or card in wild):
            for filled in _fillings(parts[1:], held - Counter((card,)), wild):
                yield (card, *filled)
