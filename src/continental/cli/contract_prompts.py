"""Prompt for a contract game at a terminal: the table's melds by number, the acts on offer, and what an answer means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from continental.cards import Card, CardError, parse_cards, print_card, print_cards, without
from continental.cli.in_melds import in_melds
from continental.cli.narrate import print_melds
from continental.cli.say import say
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

_MOST_SHOWN: Final = 8
_NUMBERS: Final = ("contract.two", "contract.three", "contract.four", "contract.five", "contract.six")
_MELDS: Final[Mapping[Kind, str]] = {"set": "contract.sets", "run": "contract.runs"}
_WHOLE: Final = {WholeHand.NO: "contract.part", WholeHand.ALL: "contract.whole", WholeHand.ALL_BUT_ONE: "contract.all_but_a_card"}
_WORDS: Final = {"d": "draw", "t": "take", "b": "buy", "p": "pass", "a": "allow"}
_KINDS: Final[dict[str, type[Action]]] = {"draw": Draw, "take": Take, "buy": Buy, "pass": Pass, "allow": Allow}


def spell_contract(contract: Contract) -> str:
    """Return the contract in words: `two sets of 3 or more and a run of 4 or more`."""
    counts: dict[tuple[Kind, int], int] = {}
    for need in contract.needs:
        counts[need.kind, need.size] = counts.get((need.kind, need.size), 0) + 1
    parts = [
        say(_MELDS[kind], count=many, number=say(_NUMBERS[many - 2]) if many > 1 else "", size=size)
        for (kind, size), many in counts.items()
    ]
    return say(_WHOLE[contract.whole_hand], melds=parts)


def contract_prompt(seen: Seen) -> Iterator[str]:
    """Yield the lines that ask the person for an act."""
    deal = seen.deal
    yield from print_table(seen)
    yield say("contract.hand", cards=in_melds(seen.rules, seen.match.position, seen.seat)) + _standing(seen)
    match seen.match.position.phase:
        case Phase.DRAW:
            top = print_card(deal.discards[-1]) if deal.discards else say("asked.no_top")
            key = "contract.piles" if deal.buying.penalty_size else "asked.piles"
            yield say(key, top=top, stock=deal.stock_size, discards=deal.pile_size, penalty=deal.buying.penalty_size)
            yield f"  {_offers(seen)}"
        case Phase.PLAY:
            yield f"  {_offers(seen)}    {say('asked.or_throw')}" if _offers(seen) else f"  {say('contract.throw')}"
            thrown = proposed_throw(seen)
            if thrown is not None:
                yield f"  {say('contract.proposed', card=print_card(thrown))}"
        case Phase.CLAIM:
            card = print_card(deal.buying.claim) if deal.buying.claim is not None else say("contract.the_discard")
            is_own = deal.buying.claim_from == seen.seat
            yield say("contract.buy_own" if is_own else "contract.buy_it", name=seen.names[deal.turn], card=card)
            yield f"  {_offers(seen)}"
        case Phase.ALLOW:
            yield say("contract.wanted", card=print_card(deal.discards[-1]))
            yield f"  {_offers(seen)}"
        case _:
            yield say("contract.joker_open")
            yield f"  {_offers(seen)}"


def print_table(seen: Seen) -> Iterator[str]:
    """Yield the melds on the table, numbered from 1, each with its owner."""
    for number, row in enumerate(seen.deal.on_table.melds, 1):
        yield f"  {number:>2}  [{row.meld}]  {say('contract.yours') if row.owner == seen.seat else seen.names[row.owner]}"


def _standing(seen: Seen) -> str:
    if seen.seat in seen.deal.on_table.down:
        return f"    {say('contract.is_down')}"
    contract = seen.rules.row(seen.deal.number).contract
    if contract is None:
        return ""
    cards = distance_to(seen.deal.hand, contract, melding_of(seen))
    if cards is None:
        key = "contract.wants"
    else:
        key = "contract.wants_more" if cards else "contract.wants_nothing"
    return f"    {say(key, contract=spell_contract(contract), count=cards)}"


def _offers(seen: Seen) -> str:
    words = list(dict.fromkeys(spell(act) for act in seen.match.options(seen.seat) if not isinstance(act, Discard)))
    more = len(words) - _MOST_SHOWN
    return "    ".join(words[:_MOST_SHOWN]) + (f"    {say('contract.more', number=more)}" if more > 0 else "")


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
            return say("asked.draw")
        case Take():
            return say("asked.take")
        case Buy(_, penalty=penalty):
            return say("contract.buy") if penalty else say("contract.buy_free")
        case Pass():
            return say("contract.pass")
        case Allow():
            return say("contract.allow")
        case GoDown(_, melds):
            return say("contract.down", melds=print_melds(melds))
        case LayOff(_, card, on, end):
            return say("contract.lay_at" if end else "contract.lay", card=print_card(card), meld=on + 1, end=end)
        case TakeJoker(_, card, on):
            return say("contract.joker", card=print_card(card), meld=on + 1)
        case SlideJoker(_, card, on, end):
            return say("contract.slide", card=print_card(card), meld=on + 1, end=end)
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
        raise NotUnderstood(say("contract.name_an_answer"))
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
            raise NotUnderstood(say("contract.no_answer", typed=repr(text.strip()[:30])))


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
        raise NotUnderstood(say("asked.no_card", fault=error)) from None
    found = list(readings(cards, melding_of(seen)))
    if not found:
        raise NotUnderstood(say("contract.no_meld", cards=print_cards(cards)) if cards else say("contract.no_meld_typed"))
    as_written = [meld for meld in found if meld.cards == cards]
    return (as_written or found)[0]


def melding_of(seen: Seen) -> ContractRules:
    """Return the rules for melds in the present deal."""
    return seen.rules.contract_play.melding_for(seen.rules.pack_for(seen.view.players, seen.deal.number).decks)


_USAGE: Final = {"lay": "contract.lay_usage", "joker": "contract.joker_usage", "slide": "contract.slide_usage"}


def _on_meld(seen: Seen, what: str, words: Sequence[str]) -> LayOff | TakeJoker | SlideJoker:
    usage = say(_USAGE[what])
    if not 2 <= len(words) <= (2 if what == "joker" else 3) or not (words[1].isascii() and words[1].isdecimal()):
        raise NotUnderstood(usage)
    card, on = read_card(words[0]), int(words[1][:4]) - 1
    if len(words) == 3 and words[2].lower() not in tuple(End):
        raise NotUnderstood(usage)
    end = End(words[2].lower()) if len(words) == 3 else None
    if what == "joker":
        return TakeJoker(seen.seat, card, on)
    if what == "lay":
        # The end of a run need not be said if only one will do.
        return LayOff(seen.seat, card, on, end)
    slides = [act for act in seen.match.options(seen.seat) if isinstance(act, SlideJoker) and (act.card, act.on) == (card, on)]
    if end is None and len(slides) > 1:
        raise NotUnderstood(usage)
    return SlideJoker(seen.seat, card, on, end or (slides[0].end if slides else End.LOW))
