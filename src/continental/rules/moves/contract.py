"""The moves of a contract game's turn: go down, lay off, take a joker, slide one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import Card, print_card
from continental.melds.contract import Contract, ContractRules, Need, WholeHand
from continental.melds.down import Aim, best_down, fault_in
from continental.melds.grammar import Meld
from continental.melds.grow import Growth, lay_offs, slides, takes
from continental.play.actions import GoDown, LayOff, SlideJoker, TakeJoker
from continental.play.draft import Draft
from continental.play.events import Asked, JokerTaken, LaidOff, WentClosed, WentDown
from continental.play.position import Position, TableMeld
from continental.play.refusal import Refused
from continental.play.terms import End, Phase, Seat
from continental.rules.base import Move, RuleSet, advance
from continental.rules.contracts import JokerTake


def melding_of(rules: RuleSet, position: Position) -> ContractRules:
    """The rules for melds in the present deal."""
    pack = rules.pack_for(position.standing.players, position.dealing.number)
    return rules.contract_play.melding_for(pack.decks)


def contract_of(rules: RuleSet, position: Position) -> Contract:
    """What the present deal asks for."""
    contract = rules.row(position.dealing.number).contract
    assert contract is not None, "every deal of a contract game has its contract"
    return contract


def values_of(rules: RuleSet) -> tuple[int, ...]:
    """What cards count that stay in hand, by face, the joker last."""
    play = rules.contract_play
    return tuple(rules.points.values.of(Card(face), play.melding.wild) for face in range(53))


def after_melding(rules: RuleSet, draft: Draft, seat: Seat) -> None:
    """The turn goes on, or the deal ends where the hand is empty."""
    if draft.position.hand(seat):
        draft.emit(Asked(Phase.PLAY, (seat,)))
    else:
        draft.emit(WentClosed(seat, at_once=draft.deal.went_down_now(seat)))
        advance(rules, draft)


def leaves_a_discard(rules: RuleSet, position: Position, cards: int) -> bool:
    """Whether so many cards may leave the hand: where the last one must be thrown, one stays."""
    whole = contract_of(rules, position).whole_hand is WholeHand.ALL
    return whole or not rules.contract_play.table.final_discard or cards < len(position.hand(position.dealing.turn))


@dataclass(frozen=True, slots=True)
class LayContract(Move[GoDown]):
    """Lay the whole contract down in one act; a seat that is down lays further melds where the rules have that."""

    name: ClassVar[str] = "go_down"
    action_type = GoDown

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[GoDown]:
        hand = position.hand(seat)
        for contract in self.contracts(rules, position, seat):
            down = best_down(hand, contract, melding_of(rules, position), Aim.POINTS, values_of(rules))
            if down is not None and leaves_a_discard(rules, position, len(hand) - len(down.left)):
                yield GoDown(seat, down.melds)

    def contracts(self, rules: RuleSet, position: Position, seat: Seat) -> tuple[Contract, ...]:
        """What the seat may lay down: the deal's contract, or, once that is down, one meld where the rules have it."""
        if not position.dealing.is_down(seat):
            return (contract_of(rules, position),)
        if not rules.contract_play.table.new_melds:
            return ()
        grammar = melding_of(rules, position).grammar
        return (Contract((Need("set", grammar.sets.min_size),)), Contract((Need("run", grammar.runs.min_size),)))

    def decide(self, rules: RuleSet, draft: Draft, action: GoDown) -> None:
        position, seat = draft.position, action.seat
        contracts = self.contracts(rules, position, seat)
        if not contracts:
            raise Refused("already_down")
        hand, melding = position.hand(seat), melding_of(rules, position)
        faults = [fault_in(action.melds, hand, contract, melding) for contract in contracts]
        if all(faults):
            raise Refused(f"down_{faults[0]}")
        if not leaves_a_discard(rules, position, sum(len(meld.cards) for meld in action.melds)):
            raise Refused("last_card_is_thrown")
        draft.emit(WentDown(seat, action.melds))
        after_melding(rules, draft, seat)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("already_down") if position.dealing.is_down(seat) else Refused("contract_not_held")


def may_grow(rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
    """Why the seat may not add to melds on the table now, or None where it may."""
    deal = position.dealing
    if not deal.is_down(seat):
        return Refused("not_down")
    if deal.went_down_now(seat) and not rules.contract_play.table.layoff_now:
        return Refused("layoff_later")
    return None


def meld_at(position: Position, on: int) -> TableMeld:
    """Meld number `on` of the table, from 0; raises Refused where there is none."""
    table = position.dealing.table
    if not 0 <= on < len(table):
        raise Refused("no_such_meld", count=len(table))
    return table[on]


def held(position: Position, seat: Seat, card: Card) -> None:
    """Raise Refused where the seat does not hold the card."""
    if card not in position.hand(seat):
        raise Refused("card_not_held", card=print_card(card))


def at_end(growths: tuple[Growth, ...], end: End | None) -> Meld | None:
    """The one growth at that end; without an end, the only one there is."""
    fitting = [growth for growth in growths if end is None or growth.end in (None, end)]
    return fitting[0].meld if len(fitting) == 1 or (fitting and end is not None) else None


@dataclass(frozen=True, slots=True)
class AddToMeld(Move[LayOff]):
    """Add one card to a meld on the table, anyone's."""

    name: ClassVar[str] = "lay_off"
    action_type = LayOff

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[LayOff]:
        if may_grow(rules, position, seat) is not None or not leaves_a_discard(rules, position, 1):
            return
        melding = melding_of(rules, position)
        for card in dict.fromkeys(position.hand(seat)):
            for on, row in enumerate(position.dealing.table):
                for growth in lay_offs(row.meld, card, melding):
                    if not self.keeps_faith(rules, position, card, on, growth.meld):
                        continue
                    yield LayOff(seat, card, on, growth.end)

    def keeps_faith(self, rules: RuleSet, position: Position, card: Card, on: int, becomes: Meld) -> bool:
        """Whether a joker owed to the table goes where it must: into another run, of the same player where that is the rule."""
        deal, take = position.dealing, rules.contract_play.take
        stands_in = becomes.stand_ins() > deal.table[on].meld.stand_ins()
        if not deal.owed or take is None or not take.replay or not stands_in:
            return True
        taken = deal.taken_from
        same = taken is None or deal.table[on].owner == deal.table[taken].owner
        return becomes.kind == "run" and on != taken and (same or not take.same_owner)

    def decide(self, rules: RuleSet, draft: Draft, action: LayOff) -> None:
        position, seat, card, on = draft.position, action.seat, action.card, action.on
        why = may_grow(rules, position, seat)
        if why is not None:
            raise why
        row = meld_at(position, on)
        held(position, seat, card)
        growths = lay_offs(row.meld, card, melding_of(rules, position))
        becomes = at_end(growths, action.end)
        if becomes is None:
            raise Refused("say_which_end" if growths and action.end is None else "does_not_fit", card=print_card(card))
        if not self.keeps_faith(rules, position, card, on, becomes):
            raise Refused("joker_into_run")
        if not leaves_a_discard(rules, position, 1):
            raise Refused("last_card_is_thrown")
        draft.emit(LaidOff(seat, card, on, becomes))
        after_melding(rules, draft, seat)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return may_grow(rules, position, seat) or Refused("nothing_fits")


@dataclass(frozen=True, slots=True)
class TakeFromMeld(Move[TakeJoker]):
    """Take a joker from a meld for the card that it stands for; whether it must be played at once, the rules say."""

    name: ClassVar[str] = "take_joker"
    action_type = TakeJoker

    def rule(self, rules: RuleSet) -> JokerTake:
        take = rules.contract_play.take
        assert take is not None, "the row has this move only where jokers are taken"
        return take

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[TakeJoker]:
        if may_grow(rules, position, seat) is not None:
            return
        for card in dict.fromkeys(position.hand(seat)):
            for on in range(len(position.dealing.table)):
                if self.taken(rules, position, card, on) is not None and self.can_replay(rules, position, seat, card, on):
                    yield TakeJoker(seat, card, on)

    def taken(self, rules: RuleSet, position: Position, card: Card, on: int) -> tuple[Card, Meld] | None:
        """The joker that the card frees, and what the meld becomes."""
        meld = position.dealing.table[on].meld
        if meld.kind == "set" and not self.rule(rules).sets:
            return None
        return takes(meld, card, melding_of(rules, position))

    def can_replay(self, rules: RuleSet, position: Position, seat: Seat, card: Card, on: int) -> bool:
        """Whether the joker can be played again as the rules ask, so that nobody is stuck with it."""
        rule, deal = self.rule(rules), position.dealing
        if not rule.replay:
            return True
        found = self.taken(rules, position, card, on)
        melding, owner = melding_of(rules, position), deal.table[on].owner
        return (
            found is not None
            and not deal.owed
            and any(
                lay_offs(row.meld, found[0], melding)
                for place, row in enumerate(deal.table)
                if row.meld.kind == "run" and place != on and (row.owner == owner or not rule.same_owner)
            )
        )

    def decide(self, rules: RuleSet, draft: Draft, action: TakeJoker) -> None:
        position, seat, card, on = draft.position, action.seat, action.card, action.on
        why = may_grow(rules, position, seat)
        if why is not None:
            raise why
        row = meld_at(position, on)
        held(position, seat, card)
        if row.meld.kind == "set" and not self.rule(rules).sets:
            raise Refused("joker_in_set")
        found = self.taken(rules, position, card, on)
        if found is None:
            raise Refused("joker_is_no_such", card=print_card(card))
        if not self.can_replay(rules, position, seat, card, on):
            raise Refused("joker_has_no_place")
        joker, becomes = found
        draft.emit(JokerTaken(seat, card, joker, on, becomes))
        draft.emit(Asked(Phase.PLAY, (seat,)))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return may_grow(rules, position, seat) or Refused("no_joker_to_take")


@dataclass(frozen=True, slots=True)
class SlideInMeld(Move[SlideJoker]):
    """Lay a card where a joker stands for it, and move that joker to an end of the run."""

    name: ClassVar[str] = "slide_joker"
    action_type = SlideJoker

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[SlideJoker]:
        if may_grow(rules, position, seat) is not None or not leaves_a_discard(rules, position, 1):
            return
        melding = melding_of(rules, position)
        for card in dict.fromkeys(position.hand(seat)):
            for on, row in enumerate(position.dealing.table):
                for growth in slides(row.meld, card, melding):
                    if growth.end is not None:
                        yield SlideJoker(seat, card, on, growth.end)

    def decide(self, rules: RuleSet, draft: Draft, action: SlideJoker) -> None:
        position, seat, card, on = draft.position, action.seat, action.card, action.on
        why = may_grow(rules, position, seat)
        if why is not None:
            raise why
        row = meld_at(position, on)
        held(position, seat, card)
        becomes = at_end(slides(row.meld, card, melding_of(rules, position)), action.end)
        if becomes is None:
            raise Refused("joker_cannot_slide", card=print_card(card))
        if not leaves_a_discard(rules, position, 1):
            raise Refused("last_card_is_thrown")
        draft.emit(LaidOff(seat, card, on, becomes))
        after_melding(rules, draft, seat)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return may_grow(rules, position, seat) or Refused("no_joker_to_slide")
