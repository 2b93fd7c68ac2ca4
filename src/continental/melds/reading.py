"""Read melds as they lie on a table, with the part of every joker and other wild card named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from operator import ne
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, make_card, rank_of, suit_of
from continental.melds.contract import ContractRules, SameSuit
from continental.melds.grammar import HOUSE, Grammar, Meld, RunRule, Track, run_readings

Ranks = tuple[int, ...]
NATURALS: Final = frozenset(range(52))


def is_shaped(meld: Meld, melding: ContractRules) -> bool:
    """Return whether the cards, as their parts are named, are one set or one run of the grammar, of any length.

    It never raises. Too few or too many parts, none at all, and jokers that stand for jokers are no meld.

        is_shaped(parse_meld("5H JK=6H 7H"), rules)  # True
    """
    cards, parts = meld.cards, meld.as_cards
    if not cards or len(cards) != len(parts) or not set(parts) <= NATURALS:
        return False
    # most melds have no stand-ins, and need no look at each card
    if cards != parts and any(
        card not in (part, JOKER) and card not in melding.wild for card, part in zip(cards, parts, strict=True)
    ):
        return False
    rule, stand_ins = melding.grammar.sets if meld.kind == "set" else melding.grammar.runs, meld.stand_ins()
    if not rule.is_balanced(len(cards) - stand_ins, stand_ins):
        return False
    if meld.kind == "set":
        return len({rank_of(part) for part in parts}) == 1
    return _is_stretch(parts, melding.grammar.runs.track) and may_touch(cards, parts, melding.grammar.runs)


def is_laid(meld: Meld, melding: ContractRules) -> bool:
    """Return whether the meld may lie on the table: shaped as the grammar says, and neither too short nor too long for it."""
    rule, stand_ins = melding.grammar.sets if meld.kind == "set" else melding.grammar.runs, meld.stand_ins()
    return rule.allows(len(meld.cards) - stand_ins, stand_ins) and is_shaped(meld, melding)


def may_touch(cards: Cards, parts: Cards, rule: RunRule) -> bool:
    """Return whether no two stand-ins lie side by side, if that is forbidden."""
    if rule.jokers_touch:
        return True
    return not any(here and after for here, after in pairwise(map(ne, cards, parts)))


def _is_stretch(parts: Cards, track: Track) -> bool:
    suits = {suit_of(part) for part in parts}
    return len(suits) == 1 and tuple(map(rank_of, parts)) in stretches(track, len(parts))


@lru_cache(maxsize=256)
def stretches(track: Track, size: int) -> dict[Ranks, int]:
    """Return every stretch of `size` neighbouring ranks of the track, with the place that it begins at.

    stretches(CIRCLE, 3)[11, 12, 0]  # 11
    """
    found: dict[Ranks, int] = {}
    for start, window in enumerate(track.windows(size)):
        found.setdefault(window, start)
    return found


@lru_cache(maxsize=1 << 14)
def beyond(track: Track, ranks: Ranks) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ranks that may come before the first and after the last of a stretch; none at an end of the track."""
    longer = stretches(track, len(ranks) + 1)
    below = tuple(dict.fromkeys(window[0] for window in longer if window[1:] == ranks))
    above = tuple(dict.fromkeys(window[-1] for window in longer if window[:-1] == ranks))
    return below, above


def is_clear(one: Cards, other: Cards, melding: ContractRules) -> bool:
    """Return whether two runs, given by their parts, may go down together."""
    if melding.same_suit is SameSuit.FREE or suit_of(one[0]) != suit_of(other[0]):
        return True
    return are_apart(tuple(map(rank_of, one)), tuple(map(rank_of, other)), melding)


def are_apart(one: Ranks, other: Ranks, melding: ContractRules) -> bool:
    """Return whether two stretches of one suit keep the rule for such runs.

    are_apart((2, 3, 4), (6, 7, 8), rules)  # True, a rank lies between
    """
    rule = melding.grammar.runs
    if melding.same_suit is SameSuit.FREE:
        return True
    if melding.same_suit is SameSuit.DIFFERENT:
        return False
    if melding.same_suit is SameSuit.NOT_CONSECUTIVE:
        # two stretches that are one longer stretch follow on; one longer than a run may be is none
        joined = len(one) + len(other)
        if rule.max_size is not None and joined > rule.max_size:
            return True
        together = stretches(rule.track, joined)
        return one + other not in together and other + one not in together
    return _has_gap(one, other, rule.track)


def _has_gap(one: Ranks, other: Ranks, track: Track) -> bool:
    """Return whether a place of the track lies free between two stretches, on both sides if the track wraps."""
    line = len(track.ranks)
    # two stretches and a free place do not fit on the track
    if len(one) + len(other) + 1 > line:
        return False
    first, second = stretches(track, len(one))[one], stretches(track, len(other))[other]
    if not track.wraps:
        return first + len(one) < second or second + len(other) < first
    # on a circle each stretch has the other ahead and behind it
    ahead, behind = (second - first) % line, (first - second) % line
    return ahead > len(one) and behind > len(other)


# how some cards read


def with_parts(naturals: Cards, stand_ins: Cards, rank: int) -> Meld:
    """Return the set of these naturals and stand-ins, which stand for absent suits first; a wild card of the rank is itself."""
    plain = sorted(naturals + tuple(card for card in stand_ins if card != JOKER and rank_of(card) == rank))
    others = sorted((card for card in stand_ins if card == JOKER or rank_of(card) != rank), key=lambda card: card != JOKER)
    parts = list(plain)
    # each part depends on those before it
    for _ in others:
        parts.append(next_part(tuple(parts), rank))
    return Meld("set", (*plain, *others), tuple(parts))


def next_part(parts: Cards, rank: int) -> Card:
    """Return the part of one more stand-in of a set: the first suit that is there least often."""
    return min((make_card(rank, suit) for suit in range(len(SUITS))), key=lambda card: (parts.count(card), card))


def readings(cards: Cards, melding: ContractRules) -> Iterator[Meld]:
    """Yield every reading of exactly these cards as one meld; a wild card may be itself or stand for another.

    A set is read once for each rank, a wild card of that rank being itself. Jokers alone are read as aces or runs of spades.

        [str(meld) for meld in readings(parse_cards("5H 6H JK"), rules)]  # ["JK=4H 5H 6H", "5H 6H JK=7H"]
    """
    naturals = [card for card in cards if card != JOKER]
    for rank in sorted(set(map(rank_of, naturals))) or [0]:
        own = tuple(card for card in naturals if rank_of(card) == rank)
        others = tuple(card for card in cards if card == JOKER or rank_of(card) != rank)
        if all(card == JOKER or card in melding.wild for card in others):
            found = with_parts(own, others, rank)
            if is_laid(found, melding):
                yield found
    for suit in sorted(set(map(suit_of, naturals))) or [0]:
        if all(suit_of(card) == suit or card in melding.wild for card in naturals):
            yield from run_readings(cards, suit, melding.grammar.runs, melding.wild)


def melds_of(cards: Cards, grammar: Grammar = HOUSE) -> tuple[Meld, ...]:
    """Return every reading of exactly these cards as one meld; empty if they are none.

    melds_of(parse_cards("AS QS JK"))  # (QS JK=KS AS,)
    """
    return tuple(readings(cards, ContractRules(grammar)))
