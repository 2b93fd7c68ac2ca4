"""List whole matches of the contract games, dealt by hand: the hands of Ana and Bo in each deal, and all their acts as records.

A bot sits with them in seat 2, and gets cards that make no meld at once. No line here waits for the bot: a discard is bought
only if its buyer is asked first, and `throws what came` throws the one card that nobody laid.
"""

from __future__ import annotations

from typing import Final, NamedTuple

CAME: Final = "throws what came"


class ByHand(NamedTuple):
    """One deal: two hands, the upcard, the next cards of the stock and of the pile for penalty cards, and the acts."""

    ana: str
    bo: str
    told: str
    upcard: str = ""
    draws: str = ""
    penalty: str = ""


class ByHandMatch(NamedTuple):
    """A match: its switches, the points of Ana and Bo at its end, and its deals."""

    switches: dict[str, str | int]
    totals: tuple[int, int]
    deals: tuple[ByHand, ...]


LAST: Final = """
    Ana: takes
    Ana: throws 7C
    Bo: takes
    Bo: goes down with 3C 4C 5C 6C 7C / 5H 6H 7H 8H / 8D 9D TD JD
"""
"""The last deal if play goes clockwise. Ana leaves Bo the card with which the whole hand goes down."""

MATCHES: Final = {
    "contract": ByHandMatch(
        {"joker_take": "own_turn_sets_too"},
        (257, 103),
        (
            ByHand(
                ana="7S 7S 7H 7D 9S 9H 9D 9C QD 5C",
                bo="QS QH 5S 5H 5D 3C 8C JD AS 6C",
                upcard="7C",
                draws="2D QC",
                told="""
                    Ana: draws
                    Bo: buys
                    Ana: goes down as proposed with 7S 7S 7H 7D / 9S 9H 9D 9C
                    Ana: throws QC
                    Bo: takes
                    Bo: goes down with QS QH QC / 5S 5H 5D
                    Bo: lays 7C off on meld 1
                    Bo: throws 3C
                    Ana: draws
                    Ana: lays QD off on meld 3
                    Ana: lays 5C off on meld 4
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="9S 9H 9D JC QC KC 5H 7H KD 8H",
                bo="4H JK 6H KS KH 2C 8C TD QS 3S",
                upcard="KC",
                told="""
                    Bo: takes
                    Bo: goes down with KS KH KC / 4H JK=5H 6H
                    Bo: throws 2C
                    Ana: draws
                    Ana: goes down with 9S 9H 9D / JC QC KC
                    Ana: slides the joker of meld 2 for 5H, high end
                    Ana: takes the joker of meld 2 for 7H
                    Ana: lays 8H off on meld 2, high end
                    Ana: lays KD off on meld 1
                    Ana: lays JK off on meld 3
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2S 5S 8S JS AH 4H 7D TD KC 9C",
                bo="4S 5S 6S 7S 8S 9D TD JD QD KD",
                told="""
                    Ana: draws
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with 4S 5S 6S 7S 8S / 9D TD JD QD KD
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="2S 2H 2D 4S 4H 4D 8S 8H 8D KC",
                bo="KS KH KD 6S 6H 6D JS JH JD 8C",
                told="""
                    Ana: draws
                    Ana: goes down with 2S 2H 2D / 4S 4H 4D / 8S 8H 8D
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with KS KH KD / 6S 6H 6D / JS JH JD
                    Bo: throws what came
                    Ana: draws
                    Ana: lays KC off on meld 4
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="4S 4H 4D 6S 6H 6D 9S TS JS QS 2C JC",
                bo="2S 2H 2D 5S 5H 5D 8C 9C TC QH KH 3D",
                told="""
                    Bo: draws
                    Bo: goes down with 2S 2H 2D / 5S 5H 5D / 8C 9C TC
                    Bo: throws what came
                    Ana: draws
                    Ana: goes down with 4S 4H 4D / 6S 6H 6D / 9S TS JS QS
                    Ana: lays 2C off on meld 1
                    Ana: lays JC off on meld 3, high end
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2S 5S 8S JS AH 4H 7D TD KC 6C 2D QS",
                bo="8S 8H 8D 3C 4C 5C 6C 9H TH JH QH KH",
                told="""
                    Ana: draws
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with 8S 8H 8D / 3C 4C 5C 6C / 9H TH JH QH KH
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="AS 2S 3S 4S 6H 7H 9H TD JD KD KS 7C",
                bo="3C 4C 5C 6C 5H 6H 7H 8H 8D 9D TD JD",
                upcard="2C",
                told=LAST,
            ),
        ),
    ),
    "seven_hands": ByHandMatch(
        {"buy": "one_card", "joker_reclaim": "from_runs", "final_discard": "optional"},
        (280, 135),
        (
            ByHand(
                ana="7S 7S 7H 7H 7D 9S 9H 9H 9D 9C QD 5C",
                bo="QS QH 5S 5H 5D 3C 8C JD AS 6C KS TC",
                upcard="7C",
                draws="2D QC",
                told="""
                    Ana: draws
                    Bo: buys
                    Ana: goes down as proposed with 7S 7S 7H 7H 7D / 9S 9H 9H 9D 9C
                    Ana: throws QC
                    Bo: takes
                    Bo: goes down with QS QH QC / 5S 5H 5D
                    Bo: lays 7C off on meld 1
                    Bo: throws 3C
                    Ana: draws
                    Ana: lays QD off on meld 3
                    Ana: lays 5C off on meld 4
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="9S 9H 9D 9C TC JC QC KC 5H 8H KD 3H",
                bo="4H JK 6H 7H KS KH 2C 8C TD QS 3S JS",
                upcard="KC",
                told="""
                    Bo: takes
                    Bo: goes down with KS KH KC / 4H JK=5H 6H 7H
                    Bo: throws 2C
                    Ana: draws
                    Ana: goes down with 9S 9H 9D 9C / TC JC QC KC
                    Ana: takes the joker of meld 2 for 5H
                    Ana: lays 8H off on meld 2, high end
                    Ana: lays 3H off on meld 2, low end
                    Ana: lays KD off on meld 1
                    Ana: lays JK off on meld 3
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2S 5S 8S JS AH 4H 7D TD KC 9C 6C 2H",
                bo="4S 5S 6S 7S 8S 9S 8D 9D TD JD QD KD",
                told="""
                    Ana: draws
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with 4S 5S 6S 7S 8S 9S / 8D 9D TD JD QD KD
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="2S 2H 2D 2C 4S 4H 4D 4C 8S 8H 8D KC",
                bo="KS KH KD 6S 6H 6D JS JH JD 8C 3C TC",
                told="""
                    Ana: draws
                    Ana: goes down with 2S 2H 2D 2C / 4S 4H 4D 4C / 8S 8H 8D
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with KS KH KD / 6S 6H 6D / JS JH JD
                    Bo: lays 8C off on meld 3
                    Bo: throws what came
                    Ana: draws
                    Ana: lays KC off on meld 4
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="4S 4H 4D 6S 6H 6D 9S TS JS QS 2C JC",
                bo="2S 2H 2D 5S 5H 5D 7C 8C 9C TC KS 3D",
                told="""
                    Bo: draws
                    Bo: goes down with 2S 2H 2D / 5S 5H 5D / 7C 8C 9C TC
                    Bo: throws what came
                    Ana: draws
                    Ana: goes down with 4S 4H 4D / 6S 6H 6D / 9S TS JS QS
                    Ana: lays 2C off on meld 1
                    Ana: lays JC off on meld 3, high end
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2S 5S 8S JS AH 4H 7D TD KC 6C 2D QS",
                bo="8S 8H 8D 3C 4C 5C 6C 9H TH JH QH KH",
                told="""
                    Ana: draws
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with 8S 8H 8D / 3C 4C 5C 6C / 9H TH JH QH KH
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="AS 2S 3S 4S 6H 7H 9H TD JD KD KS 7C",
                bo="3C 4C 5C 6C 5H 6H 7H 8H 8D 9D TD JD",
                upcard="2C",
                told=LAST,
            ),
        ),
    ),
    "fournier": ByHandMatch(
        {"deal": "contract_and_one"},
        (45, 100),
        (
            ByHand(
                ana="7S 7H 7D 9S 9H 9D QD",
                bo="QS QH QC 5S 5H 5D 7C",
                told="""
                    Ana: draws
                    Ana: goes down with 7S 7H 7D / 9S 9H 9D
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with QS QH QC / 5S 5H 5D
                    Bo: lays 7C off on meld 1
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="9S 9H 9D TC JC QC KC 5H",
                bo="4H JK 6H 7H KS KH KD 3S",
                told="""
                    Bo: draws
                    Bo: goes down with KS KH KD / 4H JK=5H 6H 7H
                    Bo: throws what came
                    Ana: draws
                    Ana: goes down with 9S 9H 9D / TC JC QC KC
                    Ana: takes the joker of meld 2 for 5H
                    Ana: lays JK off on meld 4, high end
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2H 3H 4H 5H 6H TD JD QD KD",
                bo="5S 6S 7S 8S 9C TC JC QC 2D",
                upcard="9S",
                draws="AC",
                penalty="4S",
                told="""
                    Bo: draws
                    Ana: buys
                    Bo: goes down with 5S 6S 7S 8S / 9C TC JC QC
                    Bo: throws AC
                    Ana: takes
                    Ana: goes down as proposed with 2H 3H 4H 5H 6H / TD JD QD KD
                    Ana: lays 9S off on meld 1, high end
                    Ana: lays 4S off on meld 1, low end
                    Ana: throws AC
                """,
            ),
            ByHand(
                ana="2S 2H 2D 4S 4H 4D 8S 8H 8D KC",
                bo="KS KH KD 6S 6H 6D JS JH JD 8C",
                told="""
                    Ana: draws
                    Ana: goes down with 2S 2H 2D / 4S 4H 4D / 8S 8H 8D
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with KS KH KD / 6S 6H 6D / JS JH JD
                    Bo: lays 8C off on meld 3
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="4S 4H 4D 6S 6H 6D 9S TS JS QS KS",
                bo="2S 5S 8S JS AH 4H 7D TD KC 6C 2D",
                told="""
                    Bo: draws
                    Bo: throws what came
                    Ana: draws
                    Ana: goes down with 4S 4H 4D / 6S 6H 6D / 9S TS JS QS KS
                    Ana: throws what came
                """,
            ),
            ByHand(
                ana="2S 2H 2D 5D 6D 7D 8D 9S TS JS QS 4C",
                bo="8S 8H 8D 3C 4C 5C 6C 9H TH JH QH KS",
                told="""
                    Bo: draws
                    Bo: goes down with 8S 8H 8D / 3C 4C 5C 6C / 9H TH JH QH
                    Bo: throws what came
                    Ana: draws
                    Ana: goes down with 2S 2H 2D / 5D 6D 7D 8D / 9S TS JS QS
                    Ana: throws what came
                    Bo: draws
                    Bo: lays KS off on meld 6, high end
                    Bo: throws what came
                """,
            ),
            ByHand(
                ana="2S 3S 4S 5S 6H 7H 8H 9H TD JD QD KD AS",
                bo="3C 4C 5C 6C 5H 6H 7H 8H 8D 9D TD JD 6S",
                told="""
                    Ana: draws
                    Ana: goes down with 2S 3S 4S 5S / 6H 7H 8H 9H / TD JD QD KD
                    Ana: throws what came
                    Bo: draws
                    Bo: goes down with 3C 4C 5C 6C / 5H 6H 7H 8H / 8D 9D TD JD
                    Bo: lays 6S off on meld 1, high end
                    Bo: throws what came
                """,
            ),
        ),
    ),
}
