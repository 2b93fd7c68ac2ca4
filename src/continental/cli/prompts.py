"""Prompts at a terminal: the hand as it lies, the acts on offer as short keys, and the meaning of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.cards import print_card, print_cards
from continental.cli.contract_prompts import HELP as CONTRACT_HELP
from continental.cli.contract_prompts import contract_prompt, read_contract_answer
from continental.cli.narrate import print_call, print_laid_out
from continental.cli.seen import NotUnderstood, Seen, read_card
from continental.cli.words import MOST_TYPED, TYPED_TOO_MUCH
from continental.engine import reasons
from continental.hands.worth import dial, worth, worth_now
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Close,
    Continental,
    Count,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.match import Lands
from continental.rules.melding import MeldingKind
from continental.rules.money import print_dollars

__all__ = ["NotUnderstood", "Seen", "help_for", "prompt", "ranges", "read_answer"]

KEYS: Final[dict[type[Action], str]] = {
    Draw: "d",
    Take: "t",
    Knock: "k",
    Close: "c",
    Continental: "o",
    StraightFlush: "f",
}
NAMES: Final = {
    "d": "draw",
    "t": "take",
    "k": "knock",
    "c": "close",
    "o": "continental",
    "f": "straight_flush",
}

_HOUSE_HELP: Final = """\
  d draws from the stock, t takes the top discard; then name the card that you throw, such as 9H, 10s or JK.
  k knocks (before drawing: nine cards melded, a 2 or 3 left), c closes (all ten melded), o declares a continental
  (ten of one suit), f a straight flush (in sequence: it wins the match). With several ways, add the card: k 2S.
  Your hand is shown by its best melds, [9C JK=9H 9S]; the points beside it are the least that it would count.
  s shows the score sheet, ? this help, q leaves the match, which is kept. ♠♥♦♣ are typed S H D C."""


def help_for(rules: RuleSet) -> str:
    """How to answer prompts in the game that is played."""
    return _TALKS[rules.melding.kind].help


def prompt(seen: Seen) -> Iterator[str]:
    """The lines that ask the person for an act, an empty one first."""
    yield ""
    yield from _TALKS[seen.rules.melding.kind].ask(seen)


def _prompt(seen: Seen) -> Iterator[str]:
    match seen.match.position.phase:
        case Phase.DRAW | Phase.PLAY:
            yield from _turn(seen)
        case Phase.COUNT:
            yield from _count(seen)
        case Phase.ACCUSE:
            yield "Did somebody feed the next seat? Whoever did pays the whole hand."
            for act in seen.match.options(seen.seat):
                if isinstance(act, Accuse):
                    yield f"  {act.accused}  {seen.names[act.accused]}, with {print_cards(act.cards)}"
            yield "  n  make no claim"
        case Phase.RULE:
            accused = seen.deal.showdown.accused
            assert accused is not None, "a ruling is on a claim"
            yield f"Did {seen.names[accused]} feed the next seat with {print_cards(seen.deal.showdown.fed)}?"
            yield "  y  it was feeding    n  it was not"
        case _:
            yield from _buy_back(seen)


def _hand(seen: Seen) -> str:
    best = worth_now(seen.rules, seen.match.position, seen.seat, seen.view.totals[seen.seat])
    laid = print_laid_out(best.melds, best.left, best.held)
    if best.thrown is None:
        return f"Your hand: {laid}    least {best.least}"
    return f"Your hand: {laid}  | {print_card(best.thrown)}    least {best.least} without {print_card(best.thrown)}"


def _turn(seen: Seen) -> Iterator[str]:
    deal = seen.deal
    yield _hand(seen)
    if seen.match.position.phase is Phase.DRAW:
        top = print_card(deal.discards[-1]) if deal.discards else "none"
        yield f"Top discard: {top}    stock {deal.stock_size}, discards {deal.pile_size}"
    offered = [_spelled(act) for act in seen.match.options(seen.seat) if not isinstance(act, Discard)]
    if seen.match.position.phase is Phase.PLAY:
        offered.append("or name the card that you throw")
    yield "  " + "    ".join(offered)


def _spelled(act: Action) -> str:
    match act:
        case Draw():
            return "d draw"
        case Take():
            return "t take it"
        case Knock(_, card, called):
            return f"k {print_card(called if called is not None else card)} knock"
        case Close(_, card):
            return f"c {print_card(card)} close"
        case Continental(_, card):
            return f"o {print_card(card)} continental" if card is not None else "o continental"
        case StraightFlush(_, card):
            return f"f {print_card(card)} straight flush" if card is not None else "f straight flush"
        case _:
            raise ValueError(f"{act} has no key of its own")


def _count(seen: Seen) -> Iterator[str]:
    rows = dial(seen.rules, seen.match.position, seen.seat)
    total = seen.view.totals[seen.seat]
    best = worth(seen.rules, seen.deal.hand, total)
    yield f"Your hand: {print_laid_out(best.melds, best.left, best.held)}    your total {total}"
    least = rows[0]
    yield f"Enter counts {least.points}, which makes {least.total}{_LANDINGS[least.lands]}."
    others = [row for row in rows[1:] if row.lands is not Lands.OUT]
    for row in others[:12]:
        held = f"  joker called {', '.join(map(print_call, row.act.calls))}" if row.act.calls else ""
        yield f"  {row.points:>3}  makes {row.total}{_LANDINGS[row.lands]}{held}"
    if len(rows) > 1:
        yield f"You may count any of these: {ranges([row.points for row in rows])}."


_LANDINGS: Final = {Lands.IN: "", Lands.WINDOW: ", in the window to buy back", Lands.OUT: ", which is out"}


def ranges(numbers: Sequence[int]) -> str:
    """Sorted numbers with stretches drawn together: `3, 5 to 13, 18`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] + 1 == number:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join(" to ".join(map(str, part)) for part in parts)


def _buy_back(seen: Seen) -> Iterator[str]:
    offer = seen.view.offer
    assert offer is not None, "the answer is to an offer"
    own = seen.view.totals[seen.seat]
    price, pot = print_dollars(offer.price), print_dollars(seen.view.pot)
    yield f"You stand at {own}. Buy back to {offer.target} for {price}? The pot holds {pot}."
    if offer.forces_split:
        yield "  Buying brings the two of you within the gap: the pot is split evenly and the match is over."
    yield "  y  buy back    n  stay"


# --- answers


def read_answer(seen: Seen, text: str) -> Action:
    """Return the act that an answer names, on offer or not. Raises NotUnderstood, or Refused if the rules say why it is not."""
    if len(text) > MOST_TYPED:
        raise NotUnderstood(TYPED_TOO_MUCH)
    return _TALKS[seen.rules.melding.kind].read(seen, text)


def _read_answer(seen: Seen, text: str) -> Action:
    words = text.lower().split()
    match seen.match.position.phase:
        case Phase.DRAW | Phase.PLAY:
            return _turn_act(seen, words)
        case Phase.COUNT:
            return _count_act(seen, words)
        case Phase.ACCUSE:
            return _claim_act(seen, words)
        case Phase.RULE:
            return Rule(seen.seat, upheld=_yes_or_no(words))
        case _:
            return BuyBack(seen.seat, yes=_yes_or_no(words))


def _turn_act(seen: Seen, words: Sequence[str]) -> Action:
    if not words:
        raise NotUnderstood("Name one of the keys above, or ? for help.")
    key = words[0] if len(words[0]) == 1 else words[0].replace("-", "_")
    key = {name: short for short, name in NAMES.items()}.get(key, key)
    if key in NAMES:
        return _keyed(seen, key, words[1:])
    if seen.match.position.phase is Phase.PLAY or len(words) == 1:
        return Discard(seen.seat, read_card(" ".join(words)))
    raise NotUnderstood(f"{' '.join(words)[:30]!r} is none of the keys above; ? helps.")


def _keyed(seen: Seen, key: str, rest: Sequence[str]) -> Action:
    kind = next(kind for kind, short in KEYS.items() if short == key)
    offered = [act for act in seen.match.options(seen.seat) if isinstance(act, kind)]
    if not offered and rest and issubclass(kind, Knock | Close | Continental | StraightFlush):
        return kind(seen.seat, read_card(" ".join(rest)))  # the rules say why it is not for that card
    if not offered:
        for name, refused in reasons(seen.rules, seen.match.position, seen.seat):
            if name == NAMES[key]:
                raise refused
        raise seen.rules.out_of_phase(seen.match.position.phase, _blank(kind, seen))
    if rest:
        card = read_card(" ".join(rest))
        offered = [act for act in offered if card in (getattr(act, "card", None), getattr(act, "called", None))]
        if not offered:
            raise NotUnderstood(f"{print_card(card)} is none of the cards offered above for that.")
    if kind is Close and not rest:
        return offered[0]  # the one whose card the hand's line names
    if len({_spelled(act) for act in offered}) > 1 and not rest:
        raise NotUnderstood(f"With which card? Write {' or '.join(' '.join(_spelled(act).split()[:2]) for act in offered[:4])}.")
    return offered[0]


def _blank(kind: type[Action], seen: Seen) -> Action:
    """Some act of the kind, to ask the rules why it is none of this phase."""
    seat, card = seen.seat, seen.deal.hand[0]
    acts: tuple[Action, ...] = (Draw(seat), Take(seat), Knock(seat, card), Close(seat, card), Continental(seat, card))
    return next((act for act in acts if isinstance(act, kind)), StraightFlush(seat, card))


def _count_act(seen: Seen, words: Sequence[str]) -> Count:
    rows = dial(seen.rules, seen.match.position, seen.seat)
    if not words:
        return rows[0].act
    found = [row.act for row in rows if [str(row.points)] == list(words)]
    if not found:
        raise NotUnderstood(f"Say how many points you count: {ranges([row.points for row in rows])}.")
    return found[0]


def _claim_act(seen: Seen, words: Sequence[str]) -> Accuse | NoClaim:
    if not words or words[0] in ("n", "no"):
        return NoClaim(seen.seat)
    for seat, name in enumerate(seen.names):
        if " ".join(words) in (str(seat), name.lower()):
            return Accuse(seen.seat, Seat(seat))
    raise NotUnderstood("Name one of the seats above by its number, or n for no claim.")


def _yes_or_no(words: Sequence[str]) -> bool:
    if len(words) == 1 and words[0] in ("y", "yes", "n", "no"):
        return words[0][0] == "y"
    raise NotUnderstood("Answer y or n.")


@dataclass(frozen=True, slots=True)
class _Talk:
    """How a game is talked about at the prompt: its help, its questions, and its reader of answers."""

    help: str
    ask: Callable[[Seen], Iterator[str]]
    read: Callable[[Seen, str], Action]


_TALKS: Final[Mapping[MeldingKind, _Talk]] = {
    "hidden": _Talk(_HOUSE_HELP, _prompt, _read_answer),
    "contracts": _Talk(CONTRACT_HELP, contract_prompt, read_contract_answer),
}
