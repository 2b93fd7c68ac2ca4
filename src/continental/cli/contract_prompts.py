"""A contract game at a terminal: the table's melds by number, the acts on offer, and what an answer means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from continental.cards import Card, CardError, parse_cards, print_card, print_cards, without
from continental.cli.in_melds import in_melds
from continental.cli.narrate import print_melds
from continental.cli.seen import NotUnderstood, Seen, read_card
from continental.engine import reasons
from continental.hands.contract_hand import costliest, look_at_contract, task_of
from continental.melds import Contract, ContractRules, Kind, Meld, MeldError, WholeHand, distance_to, parse_meld, readings
from continental.play.actions import (
    Action,
    Allow,
    Buy,
    Discard,
    Draw,
    GoDown,
    LayOff,
    Pass,
    SlideJoker,
    Take,
    TakeJoker,
)
from continental.play.terms import End, Phase

HELP: Final = """\
  d draws from the stock, t takes the top discard; then lay what you can, and name the card that you throw, such as 9H or JK.
  down lays your contract down as it is proposed; down 7S 7H 7C | 4D JK 6D lays these melds, a joker standing for the card
  whose place it has (or say so: JK=5D). lay 9H 2 adds a card to meld 2 on the table; lay JK 2 low, or high, says at which end.
  joker 9H 2 takes the joker that stands for that card out of meld 2. slide 9H 2 low lays the card there and moves the joker.
  Where a discard is offered round, buy takes it (buy free: without the penalty card, where that may be), Enter passes.
  Your hand is shown with as much of the contract as it holds, [7S 7H JK=7D], then the other cards.
  s shows the score sheet, ? this help, q leaves the match, which is kept. ♠♥♦♣ are typed S H D C."""

_MOST_SHOWN: Final = 8
_COUNTED: Final = ("no", "a", "two", "three", "four", "five", "six")
_WORDS: Final = {"d": "draw", "t": "take", "b": "buy", "p": "pass", "a": "allow"}
_KINDS: Final[dict[str, type[Action]]] = {"draw": Draw, "take": Take, "buy": Buy, "pass": Pass, "allow": Allow}


def spell_contract(contract: Contract) -> str:
    """The contract in words: `two sets of 3 or more and a run of 4 or more`."""
    counts: dict[tuple[Kind, int], int] = {}
    for need in contract.needs:
        counts[need.kind, need.size] = counts.get((need.kind, need.size), 0) + 1
    parts = [f"{_COUNTED[many]} {kind}{'s' * (many > 1)} of {size} or more" for (kind, size), many in counts.items()]
    whole = {WholeHand.NO: "", WholeHand.ALL: ", the whole hand at once", WholeHand.ALL_BUT_ONE: ", the whole hand but one card"}
    return (", ".join(parts[:-1]) + " and " if len(parts) > 1 else "") + parts[-1] + whole[contract.whole_hand]


def contract_prompt(seen: Seen) -> Iterator[str]:
    """The lines that ask the person for an act."""
    deal = seen.deal
    yield from print_table(seen)
    yield f"Your hand: {in_melds(seen.rules, seen.match.position, seen.seat)}{_standing(seen)}"
    match seen.match.position.phase:
        case Phase.DRAW:
            top = print_card(deal.discards[-1]) if deal.discards else "none"
            penalty = f", penalty pile {deal.buying.penalty_size}" if deal.buying.penalty_size else ""
            yield f"Top discard: {top}    stock {deal.stock_size}, discards {deal.pile_size}{penalty}"
            yield f"  {_offers(seen)}"
        case Phase.PLAY:
            yield f"  {_offers(seen)}    or name the card that you throw" if _offers(seen) else "  name the card that you throw"
            thrown = proposed_throw(seen)
            if thrown is not None:
                yield f"  Proposed discard: {print_card(thrown)}"
        case Phase.CLAIM:
            card = print_card(deal.buying.claim) if deal.buying.claim is not None else "the discard"
            is_own = deal.buying.claim_from == seen.seat
            question = f"passes on your {card}. Do you buy it back?" if is_own else f"leaves {card}. Do you buy it?"
            yield f"{seen.names[deal.turn]} {question}"
            yield f"  {_offers(seen)}"
        case Phase.ALLOW:
            yield f"Somebody wants to buy {print_card(deal.discards[-1])}, which you left. You may still take it."
            yield f"  {_offers(seen)}"
        case _:
            yield "A joker on the table may be taken for the card that it stands for."
            yield f"  {_offers(seen)}"


def print_table(seen: Seen) -> Iterator[str]:
    """The melds on the table, numbered from 1, each with whose it is."""
    for number, row in enumerate(seen.deal.on_table.melds, 1):
        yield f"  {number:>2}  [{row.meld}]  {'yours' if row.owner == seen.seat else seen.names[row.owner]}"


def _standing(seen: Seen) -> str:
    if seen.seat in seen.deal.on_table.down:
        return "    (your contract is down)"
    contract = seen.rules.row(seen.deal.number).contract
    return f"    (contract: {spell_contract(contract)}{_away(seen, contract)})" if contract is not None else ""


def _away(seen: Seen, contract: Contract) -> str:
    """In how many cards the hand is short of the contract, any card being possible."""
    cards = distance_to(seen.deal.hand, contract, melding_of(seen))
    if cards is None:
        return ""
    return f"; {cards} card{'' if cards == 1 else 's'} away" if cards else "; enough to go down"


def _offers(seen: Seen) -> str:
    words = list(dict.fromkeys(spell(act) for act in seen.match.options(seen.seat) if not isinstance(act, Discard)))
    return "    ".join(words[:_MOST_SHOWN]) + (f"    and {len(words) - _MOST_SHOWN} more" if len(words) > _MOST_SHOWN else "")


def proposed_throw(seen: Seen) -> Card | None:
    """Return the card to throw that helps least, out of those that the rules let the seat throw; None if there is none.

    A seat that can go down, or is down, keeps the cards that count least. For another the contract is nearest without this one.
    """
    options = seen.match.options(seen.seat)
    throws = {act.card for act in options if isinstance(act, Discard)}
    if not throws:
        return None
    decks = seen.rules.pack_for(seen.view.players, seen.deal.number).decks
    hand, task = seen.deal.hand, task_of(seen.rules, seen.deal.number, decks)
    down = next((act for act in options if isinstance(act, GoDown)), None)
    if down is not None:
        left = without(hand, (card for meld in down.melds for card in meld.cards))
        return costliest(left, task)
    if seen.seat in seen.deal.on_table.down:
        thrown = costliest(hand, task)
    else:
        pack = seen.rules.pack_for(seen.view.players, seen.deal.number).census()
        pack.subtract([*seen.deal.discards, *(card for row in seen.deal.on_table.melds for card in row.meld.cards)])
        thrown = look_at_contract(hand, task, +pack).throw
    return thrown if thrown in throws else costliest(tuple(sorted(throws)), task)


def spell(act: Action) -> str:
    """Return the text that a person types for an act, with its effect."""
    match act:
        case Draw():
            return "d draw"
        case Take():
            return "t take it"
        case Buy(_, penalty=penalty):
            return "buy" if penalty else "buy free"
        case Pass():
            return "Enter pass"
        case Allow():
            return "allow"
        case GoDown(_, melds):
            return f"down {print_melds(melds)}"
        case LayOff(_, card, on, end):
            return f"lay {print_card(card)} {on + 1}{f' {end}' if end else ''}"
        case TakeJoker(_, card, on):
            return f"joker {print_card(card)} {on + 1}"
        case SlideJoker(_, card, on, end):
            return f"slide {print_card(card)} {on + 1} {end}"
        case _:
            raise ValueError(f"{act} has no words of its own")


# --- answers


def read_contract_answer(seen: Seen, text: str) -> Action:
    """Return the act that an answer names, on offer or not. Raises NotUnderstood, or Refused if the rules say why it is not."""
    words = text.split()
    phase = seen.match.position.phase
    if not words:
        if phase in (Phase.CLAIM, Phase.JOKER):
            return Pass(seen.seat)
        raise NotUnderstood("Write one of the answers above, or ? for help.")
    first = _WORDS.get(words[0].lower(), words[0].lower())
    match first:
        case "draw" | "take" | "pass" | "allow" if len(words) == 1:
            return _offered(seen, _KINDS[first])
        case "buy" if len(words) == 1 or words[1:] == ["free"]:
            return Buy(seen.seat, penalty=len(words) == 1)
        case "down":
            return _go_down(seen, " ".join(words[1:]))
        case "lay" | "joker" | "slide":
            return _on_meld(seen, first, words[1:])
        case _ if phase is Phase.PLAY:
            return Discard(seen.seat, read_card(" ".join(words)))
        case _:
            raise NotUnderstood(f"{text.strip()[:30]!r} is none of the answers above; ? helps.")


def _offered(seen: Seen, kind: type[Action]) -> Action:
    act = next((act for act in seen.match.options(seen.seat) if isinstance(act, kind)), None)
    if act is not None:
        return act
    acts: tuple[Action, ...] = (Draw(seen.seat), Take(seen.seat), Pass(seen.seat), Allow(seen.seat))
    return next(blank for blank in acts if isinstance(blank, kind))  # the rules say why it is none of this moment


def _go_down(seen: Seen, text: str) -> GoDown:
    if text:
        return GoDown(seen.seat, tuple(_meld(seen, part) for part in text.split("|")))
    proposed = next((act for act in seen.match.options(seen.seat) if isinstance(act, GoDown)), None)
    if proposed is not None:
        return proposed
    for name, refused in reasons(seen.rules, seen.match.position, seen.seat):
        if name == "go_down":
            raise refused
    raise seen.rules.out_of_phase(seen.match.position.phase, GoDown(seen.seat, ()))


def _meld(seen: Seen, text: str) -> Meld:
    """Return the meld that a person wrote: as it stands if a joker's part is named, or else as the cards lie."""
    try:
        if "=" in text:
            return parse_meld(text, wild=melding_of(seen).wild)
        cards = parse_cards(text)
    except (CardError, MeldError) as error:
        raise NotUnderstood(f"{error} ? helps.") from None
    found = list(readings(cards, melding_of(seen)))
    if not found:
        raise NotUnderstood(f"{print_cards(cards) or 'Nothing'} is no set and no run here; divide melds by |.")
    as_written = [meld for meld in found if meld.cards == cards]
    return (as_written or found)[0]


def melding_of(seen: Seen) -> ContractRules:
    """The rules for melds in the present deal."""
    return seen.rules.contract_play.melding_for(seen.rules.pack_for(seen.view.players, seen.deal.number).decks)


def _on_meld(seen: Seen, what: str, words: Sequence[str]) -> LayOff | TakeJoker | SlideJoker:
    ends = "" if what == "joker" else " low" if what == "slide" else ", and low or high where both would do"
    usage = f"Write {what}, the card, and the meld's number: {what} 9H 2{ends}."
    if not 2 <= len(words) <= (2 if what == "joker" else 3) or not (words[1].isascii() and words[1].isdecimal()):
        raise NotUnderstood(usage)
    card, on = read_card(words[0]), int(words[1][:4]) - 1
    if len(words) == 3 and words[2].lower() not in tuple(End):
        raise NotUnderstood(usage)
    end = End(words[2].lower()) if len(words) == 3 else None
    if what == "joker":
        return TakeJoker(seen.seat, card, on)
    if what == "lay":
        # the end of a run where only one will do need not be said
        return LayOff(seen.seat, card, on, end)
    slides = [act for act in seen.match.options(seen.seat) if isinstance(act, SlideJoker) and (act.card, act.on) == (card, on)]
    if end is None and len(slides) > 1:
        raise NotUnderstood(usage)
    return SlideJoker(seen.seat, card, on, end or (slides[0].end if slides else End.LOW))
