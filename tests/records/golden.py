"""Play the golden deals: scenes played once and kept as records, each beside the views that its seats had, act by act.

`python -m tests.records.golden` writes the records that are missing, and the views of all. Differences show in git. A record
that was kept is never written again, for it is what the rules promised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from continental.bots.sitting import play_match
from continental.cards import print_card, print_cards
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Close,
    Commit,
    Continental,
    Discard,
    Draw,
    Knock,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.notation import print_act, print_cents
from continental.play.record import Record
from continental.play.terms import Cents, Phase, Seat
from continental.play.view import DealView, View, view_for
from continental.replay import begin_record, replay
from continental.rules.load import load
from continental.testing.builders import hand, match_with
from tests.records.contract_scenes import CONTRACT_SCENES
from tests.records.scene import Scene, started

RECORDS = Path(__file__).parents[2] / "records"
LONG = 60
"""Records with more acts than this keep one digest a deal in place of their views."""


# --- what a seat sees, in a few lines


def print_view(view: View) -> str:
    """Print one seat's view in one line: its hand, the open cards, the standing of the match."""
    who = "watching" if view.seat is None else f"seat {view.seat}"
    parts = [f"{who}: {view.phase.value} {' '.join(map(str, view.asked)) or 'table'}"]
    if view.deal is not None:
        deal = view.deal
        parts += [
            f"holds {print_cards(deal.hand) or 'nothing'}",
            f"drew {'nothing' if deal.drawn is None else print_card(deal.drawn)}",
            f"hands {' '.join(map(str, deal.hand_sizes))}",
            f"stock {deal.stock_size}",
            f"pile {deal.pile_size} {print_cards(deal.discards)}".strip(),
            f"turns {len(deal.turns)}",
            f"dice {'hidden' if deal.dice is None else 'shown'}",
        ]
        parts += [f"ended by {deal.showdown.ended.seat}"] if deal.showdown.ended else []
        parts += [f"seat {count.seat} counts {count.points}" for count in deal.showdown.counts]
        parts += _print_contract_view(deal)
    parts += [
        f"totals {' '.join(map(str, view.totals))}",
        f"cash {' '.join(map(print_cents, view.cash))}",
        f"pot {print_cents(view.pot)}",
    ]
    parts += [f"offered {view.offer.target} for {print_cents(view.offer.price)}"] if view.offer else []
    return "; ".join([*parts, view.status.value])


def _print_contract_view(deal: DealView) -> list[str]:
    """Print what a seat sees of a contract game's table. Parts that are empty are left out."""
    table, buying = deal.on_table, deal.buying
    parts = [f"penalty pile {buying.penalty_size}"] if buying.penalty_size else []
    parts += [f"meld of {row.owner}: {row.meld}" for row in table.melds]
    parts += [f"bought {' '.join(map(str, buying.bought))}"] if any(buying.bought) else []
    order = " ".join(map(str, buying.claim_order))
    parts += [f"offered round {print_card(buying.claim)} to {order}"] if buying.claim is not None else []
    parts += [f"owes {print_card(table.owed)}"] if table.owed is not None else []
    parts += [f"closed by {table.closed.seat}"] if table.closed else []
    return parts + [f"seat {scored.seat} held {print_cards(scored.cards)}, {scored.points}" for scored in table.scored]


def deals_of(record: Record) -> Iterator[tuple[int, list[str]]]:
    """Yield each deal with its views: after each act, the act's line, every seat's view, and the acts that are offered."""
    match = begin_record(record.head)
    seats = [None, *map(Seat, range(len(record.head.sitters)))]
    deal, lines = 0, list[str]()
    for step in replay(record):
        if isinstance(step.action, Commit):
            if deal:
                yield deal, lines
            deal, lines = step.deal, []
        match.position = step.position
        lines.append(f"line {step.line}")
        lines += ["  " + print_view(view_for(step.position, seat, match.rules.shows)) for seat in seats]
        for seat in step.position.asked:
            lines.append(f"  offered to seat {seat}: " + ", ".join(map(print_act, match.options(seat))))
    if deal:
        yield deal, lines


def print_views(record: Record) -> str:
    """Print the file beside a record: all its views, or for a long record the SHA-256 of each deal's views."""
    if sum(len(deal.acts) for deal in record.deals) <= LONG:
        return "".join(line + "\n" for _, lines in deals_of(record) for line in lines)
    digests = ((deal, hashlib.sha256("\n".join(lines).encode()).hexdigest()) for deal, lines in deals_of(record))
    return "".join(f"deal {deal} {digest}\n" for deal, digest in digests)


# --- the scenes


def play(scene: Scene, *acts: Action) -> Scene:
    """Play the acts, and then for the seats that are asked: the first count offered, no accusation, no buying back."""
    for act in acts:
        scene.match.play(act)
    after = (Phase.COUNT, Phase.ACCUSE, Phase.RULE, Phase.BUY_BACK)
    while scene.match.position.phase in after:
        scene.match.play(quiet(scene.match.options(scene.match.position.asked[0])))
    return scene


def quiet(offers: tuple[Action, ...]) -> Action:
    """Return the offer that asks least of the others."""
    return next((act for act in offers if not isinstance(act, Accuse) and act not in bold(act.seat)), offers[0])


def bold(seat: Seat) -> tuple[Action, ...]:
    return (BuyBack(seat, yes=True), Rule(seat, upheld=True))


A, B, C = Seat(0), Seat(1), Seat(2)
COMPLETE = "7H 7D 7C | 9S TS JS QS | 2C 3C 4C"


def knock() -> Scene:
    scene = started(match_with(["7H 7D 7C | 9S TS JS | 2C 3C 4C | 2D", "KS KD JK 4H", "AH"], upcard="KD", dealer=2))
    return play(scene, Knock(A, hand("2D")[0]))


def close() -> Scene:
    scene = started(match_with([COMPLETE, "JK JK 9D", "KC"], upcard="5D", draws="8H", dealer=2))
    return play(scene, Draw(A), Close(A, hand("8H")[0]))


def continental() -> Scene:
    scene = started(match_with(["AH 2H 2H 4H 6H 8H 9H JH KH JK", "", ""], upcard="5D", draws="8D", dealer=2, ante=20_00))
    return play(scene, Draw(A), Continental(A, hand("8D")[0]))


def straight_flush() -> Scene:
    scene = started(
        match_with(["5D 6D 7D 8D JK TD JD QD KD AD", "", ""], upcard="5H", dealer=2, totals=(70, 10, 35), hands_before=4)
    )
    return play(scene, Take(A), StraightFlush(A, hand("5H")[0]))


def bounty() -> Scene:
    hands = [COMPLETE, "JK JK JK 9D KH 4S", "JK JK JK JK 8D QC", ""]
    scene = started(match_with(hands, upcard="5D", draws="8H", dealer=5, players=6))
    return play(scene, Draw(A), Close(A, hand("8H")[0]))


def buy_back() -> Scene:
    """Seat 1 counts 4 from 90, comes into the window, and buys back for the second time."""
    hands = [
        "7H 7D 7C | 9S TS JS | 2C 3C 4C | 3D",
        "5H 5D 5S | 8H 8D 8S | QC QD QH | 4H",
        "6C 6D 6H | 9C 9D 9H | KC KD KH | 7S",
    ]
    scene = started(match_with(hands, upcard="AS", dealer=2, totals=(40, 90, 20), buys=(0, 1, 0), hands_before=6))
    scene.match.play(Knock(A, hand("3D")[0]))
    scene.match.play(BuyBack(B, yes=True))
    return scene


def even_split() -> Scene:
    hands = ["7H 7D 7C | 9S TS JS | 2C 3C 4C | 2D", "5H 5D 5S | 8H 8D 8S | QC QD QH | 4H"]
    return play(started(match_with(hands, upcard="KD", dealer=1, totals=(30, 25), hands_before=9)), Knock(A, hand("2D")[0]))


def feeding() -> Scene:
    """Seat 0 throws what seat 1 takes three times running; seat 2 closes; the claim is upheld by the dealer, seat 2."""
    hands = ["KS QH 9D | 6D 4H 2S", "TD JD 8C | 5S 3H", COMPLETE]
    scene = started(match_with(hands, upcard="AS", draws="AD 6C 8S 4D AC 6S 8D TC JC", dealer=2))
    match = scene.match
    for fed, loose in (("KS", "TD"), ("QH", "JD"), ("9D", "8C")):
        match.play(Draw(A))
        match.play(Discard(A, hand(fed)[0]))
        match.play(Take(B))
        match.play(Discard(B, hand(loose)[0]))
        match.play(Draw(C))
        match.play(Discard(C, match.position.dealing.drawn or hand("JK")[0]))
    match.play(Draw(A))
    match.play(Discard(A, hand("6D")[0]))
    match.play(Draw(B))
    match.play(Discard(B, hand("5S")[0]))
    match.play(Draw(C))
    match.play(Close(C, match.position.dealing.drawn or hand("JK")[0]))
    while match.position.phase not in (Phase.COMMIT, Phase.OVER):
        offers = match.options(match.position.asked[0])
        match.play(next((act for act in offers if isinstance(act, Accuse) or (isinstance(act, Rule) and act.upheld)), offers[0]))
    return scene


def rebuilt_stock() -> Scene:
    """Six throw what they draw until the stock is gone and rebuilt, then one closes."""
    scene = started(match_with(["", "", COMPLETE, "", "", ""], dealer=5))
    match = scene.match
    while match.position.dealing.rebuilds == 0:
        seat = match.position.asked[0]
        match.play(Draw(seat))
        match.play(Discard(seat, match.position.dealing.drawn or hand("JK")[0]))
    while match.position.asked[0] != C:
        seat = match.position.asked[0]
        match.play(Draw(seat))
        match.play(Discard(seat, match.position.dealing.drawn or hand("JK")[0]))
    match.play(Draw(C))
    return play(scene, Close(C, match.position.dealing.drawn or hand("JK")[0]))


def still_played() -> Scene:
    """One deal is over, and the next has begun. The record shows only the commitment of the next."""
    scene = close()
    scene.match.deal(hashlib.sha256(b"the golden deal that is still played").digest())
    for _ in range(5):
        scene.match.play(scene.match.options(scene.match.position.asked[0])[0])
    return scene


def whole_match() -> Scene:
    """Four greedy players from the antes to the pot, with dice that follow from a sentence."""
    rules = load("house", {"close_discard": "any"})
    dice = lambda name: hashlib.sha256(f"the golden match, {name}".encode()).digest()  # noqa: E731
    return Scene(play_match(rules, ["greedy"] * 4, Cents(20_00), dice).match)


SCENES: dict[str, dict[str, Callable[[], Scene]]] = {
    "house": {
        scene.__name__: scene
        for scene in (
            knock,
            close,
            continental,
            straight_flush,
            bounty,
            buy_back,
            even_split,
            feeding,
            rebuilt_stock,
            still_played,
            whole_match,
        )
    },
    **CONTRACT_SCENES,
}


def main() -> None:
    """Write the records that are missing, and the views of all."""
    from continental.replay import read_record

    for key, scenes in SCENES.items():
        for name, scene in scenes.items():
            path = RECORDS / key / f"{name}.record"
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(scene().text(), encoding="utf-8")
    for path in sorted(RECORDS.glob("*/*.record")):
        views = print_views(read_record(path.read_text(encoding="utf-8")))
        path.with_suffix(".views").write_text(views, encoding="utf-8")


if __name__ == "__main__":
    main()
