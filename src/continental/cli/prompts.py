"""Prompt at a terminal: the hand as it lies, the acts on offer as short keys, and the meaning of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.cards import print_card, print_cards
from continental.cli.contract_prompts import contract_prompt, read_contract_answer
from continental.cli.narrate import print_call, print_laid_out
from continental.cli.say import say
from continental.cli.seen import NotUnderstood, Seen, read_card
from continental.cli.words import MOST_TYPED, too_long
from continental.engine import reasons
from continental.hands.worth import DialRow, dial, worth, worth_now
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


def help_for(rules: RuleSet) -> str:
    """Return how to answer prompts in the game that is played."""
    return say(_TALKS[rules.melding.kind].help)


def prompt(seen: Seen) -> Iterator[str]:
    """Yield the lines that ask the person for an act, an empty one first."""
    yield ""
    yield from _TALKS[seen.rules.melding.kind].ask(seen)


def _prompt(seen: Seen) -> Iterator[str]:
    match seen.match.position.phase:
        case Phase.DRAW | Phase.PLAY:
            yield from _turn(seen)
        case Phase.COUNT:
            yield from _count(seen)
        case Phase.ACCUSE:
            yield say("asked.accuse")
            for act in seen.match.options(seen.seat):
                if isinstance(act, Accuse):
                    yield say("asked.accused", seat=act.accused, name=seen.names[act.accused], cards=print_cards(act.cards))
            yield say("asked.no_claim")
        case Phase.RULE:
            accused = seen.deal.showdown.accused
            assert accused is not None, "a ruling is on a claim"
            yield say("asked.rule", name=seen.names[accused], cards=print_cards(seen.deal.showdown.fed))
            yield say("asked.rule_keys")
        case _:
            yield from _buy_back(seen)


def _hand(seen: Seen) -> str:
    best = worth_now(seen.rules, seen.match.position, seen.seat, seen.view.totals[seen.seat])
    laid = print_laid_out(best.melds, best.left, best.held)
    if best.thrown is None:
        return say("asked.hand", cards=laid, least=best.least)
    return say("asked.hand_thrown", cards=laid, least=best.least, thrown=print_card(best.thrown))


def _turn(seen: Seen) -> Iterator[str]:
    deal = seen.deal
    yield _hand(seen)
    if seen.match.position.phase is Phase.DRAW:
        top = print_card(deal.discards[-1]) if deal.discards else say("asked.no_top")
        yield say("asked.piles", top=top, stock=deal.stock_size, discards=deal.pile_size)
    offered = [_spelled(act) for act in seen.match.options(seen.seat) if not isinstance(act, Discard)]
    if seen.match.position.phase is Phase.PLAY:
        offered.append(say("asked.or_throw"))
    yield "  " + "    ".join(offered)


def _spelled(act: Action) -> str:
    match act:
        case Draw():
            return say("asked.draw")
        case Take():
            return say("asked.take")
        case Knock(_, card, called):
            return say("asked.knock", card=print_card(called if called is not None else card))
        case Close(_, card):
            return say("asked.close", card=print_card(card))
        case Continental(_, card):
            return say("asked.continental") if card is None else say("asked.continental_card", card=print_card(card))
        case StraightFlush(_, card):
            return say("asked.straight_flush") if card is None else say("asked.straight_flush_card", card=print_card(card))
        case _:
            raise ValueError(f"{act} has no key of its own")


def _count(seen: Seen) -> Iterator[str]:
    rows = dial(seen.rules, seen.match.position, seen.seat)
    total = seen.view.totals[seen.seat]
    best = worth(seen.rules, seen.deal.hand, total)
    yield say("asked.hand_total", cards=print_laid_out(best.melds, best.left, best.held), total=total)
    least = rows[0]
    yield say("asked.counts", points=least.points, makes=_makes(least))
    others = [row for row in rows[1:] if row.lands is not Lands.OUT]
    for row in others[:12]:
        held = f"  {say('asked.joker_called', calls=[*map(print_call, row.act.calls)])}" if row.act.calls else ""
        yield f"  {row.points:>3}  {_makes(row)}{held}"
    if len(rows) > 1:
        yield say("asked.may_count", points=ranges([row.points for row in rows]))


_LANDINGS: Final = {Lands.IN: "asked.makes", Lands.WINDOW: "asked.makes_window", Lands.OUT: "asked.makes_out"}


def _makes(row: DialRow) -> str:
    return say(_LANDINGS[row.lands], total=row.total)


def ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers with stretches drawn together: `3, 5 to 13, 18`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] + 1 == number:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join(say("asked.range", first=part[0], last=part[1]) if len(part) > 1 else str(part[0]) for part in parts)


def _buy_back(seen: Seen) -> Iterator[str]:
    offer = seen.view.offer
    assert offer is not None, "the answer is to an offer"
    own = seen.view.totals[seen.seat]
    price, pot = print_dollars(offer.price), print_dollars(seen.view.pot)
    yield say("asked.buy_back", total=own, target=offer.target, price=price, pot=pot)
    if offer.forces_split:
        yield say("asked.forces_split")
    yield say("asked.buy_back_keys")


# --- answers


def read_answer(seen: Seen, text: str) -> Action:
    """Return the act that an answer names, on offer or not. Raises NotUnderstood, or Refused if the rules say why it is not."""
    if len(text) > MOST_TYPED:
        raise NotUnderstood(too_long())
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
        raise NotUnderstood(say("asked.name_a_key"))
    key = words[0] if len(words[0]) == 1 else words[0].replace("-", "_")
    key = {name: short for short, name in NAMES.items()}.get(key, key)
    if key in NAMES:
        return _keyed(seen, key, words[1:])
    if seen.match.position.phase is Phase.PLAY or len(words) == 1:
        return Discard(seen.seat, read_card(" ".join(words)))
    raise NotUnderstood(say("asked.no_key", typed=repr(" ".join(words)[:30])))


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
            raise NotUnderstood(say("asked.card_not_offered", card=print_card(card)))
    if kind is Close and not rest:
        return offered[0]  # the one whose card the hand's line names
    if len({_spelled(act) for act in offered}) > 1 and not rest:
        raise NotUnderstood(
            say("asked.which_card", answers=" or ".join(" ".join(_spelled(act).split()[:2]) for act in offered[:4]))
        )
    return offered[0]


def _blank(kind: type[Action], seen: Seen) -> Action:
    """Return some act of the kind, to ask the rules why it is none of this phase."""
    seat, card = seen.seat, seen.deal.hand[0]
    acts: tuple[Action, ...] = (Draw(seat), Take(seat), Knock(seat, card), Close(seat, card), Continental(seat, card))
    return next((act for act in acts if isinstance(act, kind)), StraightFlush(seat, card))


def _count_act(seen: Seen, words: Sequence[str]) -> Count:
    rows = dial(seen.rules, seen.match.position, seen.seat)
    if not words:
        return rows[0].act
    found = [row.act for row in rows if [str(row.points)] == list(words)]
    if not found:
        raise NotUnderstood(say("asked.no_count", points=ranges([row.points for row in rows])))
    return found[0]


def _claim_act(seen: Seen, words: Sequence[str]) -> Accuse | NoClaim:
    if not words or words[0] in ("n", "no"):
        return NoClaim(seen.seat)
    for seat, name in enumerate(seen.names):
        if " ".join(words) in (str(seat), name.lower()):
            return Accuse(seen.seat, Seat(seat))
    raise NotUnderstood(say("asked.no_accused"))


def _yes_or_no(words: Sequence[str]) -> bool:
    if len(words) == 1 and words[0] in ("y", "yes", "n", "no"):
        return words[0][0] == "y"
    raise NotUnderstood(say("asked.yes_or_no"))


@dataclass(frozen=True, slots=True)
class _Talk:
    """The talk about a game at the prompt: the key of its help, its questions, and its reader of answers."""

    help: str
    ask: Callable[[Seen], Iterator[str]]
    read: Callable[[Seen, str], Action]


_TALKS: Final[Mapping[MeldingKind, _Talk]] = {
    "hidden": _Talk("asked.help", _prompt, _read_answer),
    "contracts": _Talk("contract.help", contract_prompt, read_contract_answer),
}
