"""All the ways in which a hand can go down, one after another: exhaustive, lazy, and the judge of the fast answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from continental.cards import JOKER, SUITS, Card, Cards, make_card, rank_of
from continental.melds.contract import Contract, ContractRules, Need, WholeHand
from continental.melds.grammar import Kind, Meld
from continental.melds.reading import is_clear, is_laid, may_touch, stand_ins_of, stretches, with_parts

Held = Counter[Card]


def ways_down(hand: Cards, contract: Contract, melding: ContractRules) -> Iterator[tuple[Meld, ...]]:
    """Every way to lay exactly the contract's melds down out of the hand, as it is asked for and no way twice.

    Copies of one card are not told apart, a set's stand-ins stand for absent suits, and a wild card that lies where it
    belongs is itself. Sets come before runs. There may be very many ways.
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


def has_sizes(melds: tuple[Meld, ...], needs: tuple[Need, ...], kind: Kind) -> bool:
    """Whether the melds of a kind can be matched with the needs so that each is long enough."""
    sizes = sorted(len(meld.cards) for meld in melds if meld.kind == kind)
    return all(size >= need for size, need in zip(sizes, sorted(need.size for need in needs if need.kind == kind), strict=True))


def _melds(
    kind: Kind, many: int, held: Held, contract: Contract, melding: ContractRules, before: tuple[Meld, ...]
) -> Iterator[tuple[Meld, ...]]:
    """So many melds of a kind, each no earlier in order than the one before it."""
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
    """Every set of at least so many of the held cards that may go down."""
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
                    if is_laid(meld, melding) and not is_too_long(meld, melding):
                        yield meld


def is_too_long(meld: Meld, melding: ContractRules) -> bool:
    """Whether a set is longer than may go down at once."""
    limit = melding.opening_set_max
    return meld.kind == "set" and limit is not None and len(meld.cards) > limit


def runs_in(held: Held, least: int, melding: ContractRules) -> Iterator[Meld]:
    """Every run of at least so many of the held cards, each joker in each place that it can take."""
    rule = melding.grammar.runs
    most = min(held.total(), rule.max_size or held.total())
    for suit in range(len(SUITS)):
        for size in range(max(least, rule.min_size), most + 1):
            for ranks in stretches(rule.track, size):
                parts = tuple(make_card(rank, suit) for rank in ranks)
                for cards in _fillings(parts, held, melding.wild):
                    meld = Meld("run", cards, parts)
                    if may_touch(cards, parts, rule) and is_laid(meld, melding):
                        yield meld


def _fillings(parts: Cards, held: Held, wild: frozenset[Card]) -> Iterator[Cards]:
    """Every way to fill these places out of the held cards, naturals on their own and wild ones anywhere."""
    if not parts:
        yield ()
        return
    for card in sorted(held):
        if held[card] and (card == parts[0] or card == JOKER or card in wild):
            for filled in _fillings(parts[1:], held - Counter((card,)), wild):
                yield (card, *filled)
