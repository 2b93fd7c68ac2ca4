"""A plan laid out: which card lies where in each meld, and where the stand-ins to spare go."""

from __future__ import annotations

from collections.abc import Iterator

from continental.cards import Card, Cards, make_card, rank_of
from continental.melds.grammar import Meld
from continental.melds.grow import lay_offs
from continental.melds.hopes import Case
from continental.melds.laid import is_clear, stretches, with_parts
from continental.melds.plan import Plan
from continental.melds.rank_sets import most_naturals, parted
from continental.melds.suit_runs import Laying, Run, naturals_of
from continental.melds.ways import is_too_long

Filled = tuple[Run, int]
"""A run, and which of its places (a bit each) hold naturals."""


def melds_of_plan(plan: Plan, case: Case, naturals: Cards, stand_ins: Cards) -> tuple[Meld, ...]:
    """The melds of a plan, sets by rank before runs by suit; stand-ins to spare join sets, then runs, while there is room."""
    left, spare = list(naturals), list(stand_ins)
    melds: list[Meld] = []
    for suit, laying in enumerate(plan.layings):
        for run, bits in _filled(laying, case):
            parts = tuple(make_card(rank, suit) for rank in run.ranks)
            cards = tuple(part if bits >> place & 1 else spare.pop(0) for place, part in enumerate(parts))
            for place, part in enumerate(parts):
                if bits >> place & 1:
                    left.remove(part)
            melds.append(Meld("run", cards, parts))
    laid = [*_sets(plan, case, left, spare), *melds]
    for card in spare:
        _join(laid, card, case)
    return tuple(sorted(laid, key=lambda meld: (meld.kind != "set", meld.as_cards, meld.cards)))


def _sets(plan: Plan, case: Case, left: list[Card], spare: list[Card]) -> Iterator[Meld]:
    """The sets of a plan out of what the runs left; takes their stand-ins from those to spare."""
    for (rank, sizes), many in zip(plan.sets, plan.stand_ins, strict=True):
        own = sorted((card for card in left if rank_of(card) == rank), key=lambda card: (-case.weights[card], card))
        most = most_naturals(sizes, len(own), len(case.stand_ins), case.melding)[many]
        pairs = parted(sizes, most or 0, many, case.melding)
        assert pairs is not None, "a plan's sets can be parted"
        for some, others in pairs:
            yield with_parts(tuple(own[:some]), tuple(spare[:others]), rank)
            del own[:some], spare[:others]


def _join(laid: list[Meld], card: Card, case: Case) -> None:
    """Lay a stand-in to spare on a meld that may go down with it; nothing where there is none."""
    for place, meld in enumerate(laid):
        for growth in reversed(lay_offs(meld, card, case.melding)):
            others = [other for other in laid[:place] + laid[place + 1 :] if other.kind == "run"]
            clear = meld.kind == "set" or all(is_clear(other.as_cards, growth.meld.as_cards, case.melding) for other in others)
            if clear and not is_too_long(growth.meld, case.melding):
                laid[place] = growth.meld
                return


def _filled(laying: Laying, case: Case) -> tuple[Filled, ...]:
    """The runs of one suit with their naturals; one that would have none gets one of a run that has more, and lies around it."""
    dealt = naturals_of(laying)
    if dealt is not None:
        return tuple(zip(laying.runs, dealt, strict=True))
    left = [laying.taken >> 4 * rank & 15 for rank in range(13)]
    runs: list[Filled] = []
    for run in laying.runs:
        bits = 0
        for place, rank in enumerate(run.ranks):
            if run.naturals >> place & 1 and left[rank]:
                left[rank] -= 1
                bits |= 1 << place
        runs.append((run, bits))
    for turn, (run, bits) in enumerate(runs):
        if not bits:
            giver = next(other for other, (_, more) in enumerate(runs) if more.bit_count() > 1)
            rich, more = runs[giver]
            place = more.bit_length() - 1
            rank = rich.ranks[place]
            ranks = next(ranks for ranks in stretches(case.melding.grammar.runs.track, run.size) if rank in ranks)
            runs[giver] = (rich, more & ~(1 << place))
            runs[turn] = (Run(ranks, 1 << ranks.index(rank), run.size), 1 << ranks.index(rank))
    return tuple(runs)
