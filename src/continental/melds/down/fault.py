"""Say why melds may not go down."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from continental.cards import Cards
from continental.melds.contract import Contract, ContractRules, Need, WholeHand
from continental.melds.grammar import Kind, Meld
from continental.melds.reading import is_clear, is_shaped

_KINDS: tuple[Kind, ...] = ("set", "run")


def fault_in(melds: tuple[Meld, ...], hand: Cards, contract: Contract, melding: ContractRules) -> str | None:
    """Return why these melds may not go down out of the hand, as a code, or None if they may. Never raise.

    The code is the first that holds of: `not_held` (the hand has fewer of a card), `not_a_meld`, `wrong_melds` (not as many
    sets and runs as the contract asks), `too_short`, `too_long`, `same_suit_runs`, `whole_hand` (too few or too many stay).

        fault_in((parse_meld("7S 7H"),), parse_cards("7S 7H 7D"), contract_of_a_set, rules)  # "too_short"
    """
    # the order of the checks is the order of the codes
    if Counter(card for meld in melds for card in meld.cards) - Counter(hand):
        return "not_held"
    if not all(is_shaped(meld, melding) for meld in melds):
        return "not_a_meld"
    if any(sum(meld.kind == kind for meld in melds) != contract.count(kind) for kind in _KINDS):
        return "wrong_melds"
    if _is_too_short(melds, contract, melding):
        return "too_short"
    if any(_is_too_long(meld, melding) for meld in melds):
        return "too_long"
    runs = [meld for meld in melds if meld.kind == "run"]
    if not all(is_clear(one.as_cards, other.as_cards, melding) for one, other in combinations(runs, 2)):
        return "same_suit_runs"
    stay = len(hand) - sum(len(meld.cards) for meld in melds)
    if contract.whole_hand is not WholeHand.NO and stay != (contract.whole_hand is WholeHand.ALL_BUT_ONE):
        return "whole_hand"
    return None


def has_sizes(melds: tuple[Meld, ...], needs: tuple[Need, ...], kind: Kind) -> bool:
    """Return whether the melds of a kind can be matched with the needs so that each is long enough."""
    sizes = sorted(len(meld.cards) for meld in melds if meld.kind == kind)
    return all(size >= need for size, need in zip(sizes, sorted(need.size for need in needs if need.kind == kind), strict=True))


def is_too_long_to_open(meld: Meld, melding: ContractRules) -> bool:
    """Return whether a set is longer than may go down at once."""
    limit = melding.opening_set_max
    return meld.kind == "set" and limit is not None and len(meld.cards) > limit


def _is_too_short(melds: tuple[Meld, ...], contract: Contract, melding: ContractRules) -> bool:
    grammar = melding.grammar
    least = {"set": grammar.sets.min_size, "run": grammar.runs.min_size}
    short = any(len(meld.cards) < least[meld.kind] for meld in melds)
    return short or not all(has_sizes(melds, contract.needs, kind) for kind in _KINDS)


def _is_too_long(meld: Meld, melding: ContractRules) -> bool:
    rule = melding.grammar.sets if meld.kind == "set" else melding.grammar.runs
    return is_too_long_to_open(meld, melding) or (rule.max_size is not None and len(meld.cards) > rule.max_size)
