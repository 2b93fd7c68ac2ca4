"""The moves of a contract game's turn: go down, and lay off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import Card, print_card
from continental.melds import Contract, ContractRules, Growth, Meld, Need, Table, TurnRules, WholeHand, fault_in
from continental.play.actions import GoDown, LayOff
from continental.play.draft import Draft
from continental.play.events import Asked, LaidOff, WentClosed, WentDown
from continental.play.position import DealState, Position, TableMeld
from continental.play.refusal import Refused
from continental.play.terms import End, Phase, Seat
from continental.rules.base import Move, RuleSet, advance
from continental.rules.contracts import best_way, growths


def melding_of(rules: RuleSet, position: Position) -> ContractRules:
    """Return the rules for melds in the present deal."""
    pack = rules.pack_for(position.standing.players, position.dealing.number)
    return rules.contract_play.melding_for(pack.decks)


def contract_of(rules: RuleSet, position: Position) -> Contract:
    """Return what the present deal asks for."""
    contract = rules.row(position.dealing.number).contract
    assert contract is not None, "every deal of a contract game has its contract"
    return contract


def values_of(rules: RuleSet) -> tuple[int, ...]:
    """Return what cards count that stay in hand, by face, the joker last."""
    return rules.points.values.by_face(rules.contract_play.melding.wild)


def turn_rules(rules: RuleSet, position: Position) -> TurnRules:
    """Return the rules of a turn of the present deal, for the solver."""
    play, kinds = rules.contract_play, {move.name for row in rules.moves.values() for move in row}
    return play.turn_rules(takes="take_joker" in kinds, slides="slide_joker" in kinds, must_throw=keeps_one(rules, position))


def table_of(position: Position, seat: Seat) -> Table:
    """Return the melds on the table with their owners, for the solver. An owner of -1 is the seat itself."""
    table = position.dealing.on_table.melds
    return Table(tuple(row.meld for row in table), tuple(-1 if row.owner == seat else int(row.owner) for row in table))


# --- jokers in reach


def stand_ins_of(meld: Meld) -> set[tuple[Card, Card]]:
    """Return the cards of a meld that stand for others, each with its part."""
    return {(card, part) for card, part in zip(meld.cards, meld.as_cards, strict=True) if card != part}


def gives_jokers(rules: RuleSet, row: TableMeld, seat: Seat | None = None) -> bool:
    """Return whether this seat may take a joker from such a meld. If no seat is given, return whether any seat may."""
    take, meld = rules.contract_play.take, row.meld
    return take is not None and (take.own or row.owner != seat) and meld.stand_ins() > 0 and (meld.kind == "run" or take.sets)


def next_claimer(rules: RuleSet, deal: DealState, after: Seat) -> Seat | None:
    """Return the next seat in order of play that is down and may take a joker, or None if the turn comes round."""
    seat = deal.after(after)
    while seat != deal.turn:
        if deal.is_down(seat) and any(gives_jokers(rules, row, seat) for row in deal.on_table.melds):
            return seat
        seat = deal.after(seat)
    return None


def ask_for_jokers(rules: RuleSet, draft: Draft, after: Seat) -> None:
    """Ask the next of those who are down whether it takes a joker. If there is none, the turn goes on.

    All of them are asked, whatever they hold, so that being asked reveals nobody's hand.
    """
    deal = draft.deal
    seat = next_claimer(rules, deal, after)
    draft.emit(Asked(Phase.PLAY, (deal.turn,)) if seat is None else Asked(Phase.JOKER, (seat,)))


def after_melding(rules: RuleSet, draft: Draft, before: tuple[TableMeld, ...] = ()) -> None:
    """Go on with the turn, or end the deal if the hand is empty. `before` is the table before the act.

    If jokers are taken out of turn, those that came or moved are first offered round.
    """
    deal = draft.deal
    if not deal.hands[deal.turn]:
        draft.emit(WentClosed(deal.turn, at_once=deal.went_down_now(deal.turn)))
        advance(rules, draft)
        return
    # Only jokers in new places are offered. The others were offered when they came.
    known = [stand_ins_of(row.meld) for row in before]
    moved = [
        row.meld
        for on, row in enumerate(deal.on_table.melds)
        if gives_jokers(rules, row) and (on >= len(known) or stand_ins_of(row.meld) - known[on])
    ]
    if moved and Phase.JOKER in rules.moves:
        ask_for_jokers(rules, draft, deal.turn)
    else:
        draft.emit(Asked(Phase.PLAY, (deal.turn,)))


# --- what must stay in hand


def keeps_one(rules: RuleSet, position: Position) -> bool:
    """Return whether the last card must be thrown in this deal."""
    whole = contract_of(rules, position).whole_hand is WholeHand.ALL
    return rules.contract_play.table.final_discard and not whole


def leaves_a_discard(rules: RuleSet, position: Position, cards: int) -> bool:
    """Return whether `cards` cards may leave the hand. If the last one must be thrown, one stays."""
    return not keeps_one(rules, position) or cards < len(position.hand(position.dealing.turn))


@dataclass(frozen=True, slots=True)
class LayContract(Move[GoDown]):
    """Lay the whole contract down in one act. A seat that is down lays further melds if the rules allow it."""

    name: ClassVar[str] = "go_down"
    action_type = GoDown

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[GoDown]:
        if position.dealing.on_table.owed is not None:
            return
        hand, keep_one = position.hand(seat), keeps_one(rules, position)
        for contract in self.contracts(rules, position, seat):
            down = best_way(hand, contract, melding_of(rules, position), values_of(rules), keep_one=keep_one)
            if down is not None:
                yield GoDown(seat, down.melds)

    def contracts(self, rules: RuleSet, position: Position, seat: Seat) -> tuple[Contract, ...]:
        """Return what the seat may lay down: the deal's contract, or, once that is down, one meld if the rules have it."""
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
        if position.dealing.on_table.owed is not None:
            raise Refused("joker_owed")
        hand, melding = position.hand(seat), melding_of(rules, position)
        faults = [fault_in(action.melds, hand, contract, melding) for contract in contracts]
        # One contract that fits is enough.
        if all(faults):
            raise Refused(f"down_{faults[0]}")
        if not leaves_a_discard(rules, position, sum(len(meld.cards) for meld in action.melds)):
            raise Refused("last_card_is_thrown")
        draft.emit(WentDown(seat, action.melds))
        after_melding(rules, draft, position.dealing.on_table.melds)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        if not position.dealing.is_down(seat):
            return Refused("contract_not_held")
        return Refused("no_further_meld" if rules.contract_play.table.new_melds else "already_down")


def may_grow(rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
    """Return why the seat may not add to melds on the table now, or None if it may."""
    deal = position.dealing
    if not deal.is_down(seat):
        return Refused("not_down")
    if deal.went_down_now(seat) and not rules.contract_play.table.layoff_now:
        return Refused("layoff_later")
    return None


def meld_at(position: Position, on: int) -> TableMeld:
    """Return meld number `on` of the table, from 0. Raises Refused if there is none."""
    table = position.dealing.on_table.melds
    if not 0 <= on < len(table):
        raise Refused("no_such_meld", count=len(table))
    return table[on]


def held(position: Position, seat: Seat, card: Card) -> None:
    """Raise Refused if the seat does not hold the card."""
    if card not in position.hand(seat):
        raise Refused("card_not_held", card=print_card(card))


def may_take_joker(rules: RuleSet, deal: DealState, on: int, taken_from: int) -> bool:
    """Return whether a joker taken from one meld may be played again on meld number `on`."""
    take, row = rules.contract_play.take, deal.on_table.melds[on]
    if take is None or take.replay != "run":
        return True
    same = row.owner == deal.on_table.melds[taken_from].owner
    return row.meld.kind == "run" and on != taken_from and (same or not take.same_owner)


def at_end(ways: tuple[Growth, ...], end: End | None) -> Meld | None:
    """Return the one growth at that end. Without an end, return it only if there is no other."""
    # A growth of a set has no end, so it fits whichever end is named.
    fitting = [growth for growth in ways if end is None or growth.end in (None, end)]
    return fitting[0].meld if len(fitting) == 1 or (fitting and end is not None) else None


@dataclass(frozen=True, slots=True)
class AddToMeld(Move[LayOff]):
    """Add one card to a meld on the table, of any player."""

    name: ClassVar[str] = "lay_off"
    action_type = LayOff

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[LayOff]:
        if may_grow(rules, position, seat) is not None or not leaves_a_discard(rules, position, 1):
            return
        melding = melding_of(rules, position)
        for card in dict.fromkeys(position.hand(seat)):
            for on, row in enumerate(position.dealing.on_table.melds):
                if self.unfaithful(rules, position, card, on) is None:
                    for growth in growths(row.meld, card, melding):
                        yield LayOff(seat, card, on, growth.end)

    def unfaithful(self, rules: RuleSet, position: Position, card: Card, on: int) -> str | None:
        """Return the code of why the card may not go there while a joker is owed to the table: that joker goes first."""
        deal = position.dealing
        if deal.on_table.owed is None:
            return None
        if card != deal.on_table.owed:
            return "joker_owed"
        assert deal.on_table.taken_from is not None, "a joker that is owed was taken from a meld"
        return None if may_take_joker(rules, deal, on, deal.on_table.taken_from) else "joker_into_run"

    def decide(self, rules: RuleSet, draft: Draft, action: LayOff) -> None:
        position, seat, card, on = draft.position, action.seat, action.card, action.on
        why = may_grow(rules, position, seat)
        if why is not None:
            raise why
        row = meld_at(position, on)
        held(position, seat, card)
        owing = self.unfaithful(rules, position, card, on)
        if owing is not None:
            raise Refused(owing)
        ways = growths(row.meld, card, melding_of(rules, position))
        becomes = at_end(ways, action.end)
        if becomes is None:
            raise Refused("say_which_end" if ways and action.end is None else "does_not_fit", card=print_card(card))
        if not leaves_a_discard(rules, position, 1):
            raise Refused("last_card_is_thrown")
        draft.emit(LaidOff(seat, card, on, becomes))
        after_melding(rules, draft, position.dealing.on_table.melds)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return may_grow(rules, position, seat) or Refused("nothing_fits")
