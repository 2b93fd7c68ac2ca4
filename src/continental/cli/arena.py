"""`continental arena`: bots against bots over duplicate deals, and by how much each is ahead."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from continental.bots.api import BOT_NAMES, DICE_BYTES, BotError
from continental.bots.sitting import chosen_dealer
from continental.cli.parser import Parser
from continental.cli.say import say
from continental.cli.words import WordsRefused, read_ante, read_number, read_seats, read_switches
from continental.engine import begin
from continental.play.refusal import Refused
from continental.play.terms import Ending
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.money import print_dollars
from continental.rules.scoring import ScoringKind
from continental.rules.tables import catalogue
from continental.study.duplicate import SHARD, Plan, play_plan
from continental.study.tally import Margin, Tally

MOST_DEALS: Final = 1_000_000
MOST_PROCESSES: Final = 64
LONGEST_SEED: Final = 100

ABOUT: Final = """\
Bots against bots. A deal is the first deal of a match, played from totals of 0 until its points and shares are settled; the
pot, the even split and buy-backs are the match's and are not played. Where a match has so many deals, each with its contract,
the dice are for all of them in turn, or for the one that --deal names. Each deal's dice are played once for every rotation of
the bots round the seats, so that each bot plays each seat's cards: --deals 1000 with three seats plays 3,000 deals.
A margin is what a bot is ahead of the mean of the other bots in a deal, in points (low counts are good, so ahead is below) and
in cents; its 95 % interval counts one number for each set of dice."""


def main(argv: Sequence[str]) -> int:
    """Play the deals and print what they came to; 0, or 2 with a sentence on stderr for words that cannot be."""
    asked = _arguments().parse_args(list(argv))
    try:
        plan = _plan(asked)
        processes = read_number(asked.processes, wrong="arena.no_processes", least=1, most=MOST_PROCESSES)
    except (WordsRefused, BotError) as refused:
        print(refused, file=sys.stderr)
        return 2
    except Refused as refused:
        print(refused.sentence, file=sys.stderr)
        return 2
    tally = Tally(plan.seats)
    for part in _watched(play_plan(plan, processes), plan.deals):
        tally.merge(part)
    print(json.dumps(answer(plan, tally), indent=2) if asked.json else table(plan, tally))
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(
        prog="continental arena", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--rules", default="house", metavar="KEY", help=f"the rule set ({', '.join(catalogue())})")
    parser.add_argument("--seats", default="greedy,random,random", help=f"the bots, by commas; there are {', '.join(BOT_NAMES)}")
    parser.add_argument("--deals", default="1000", metavar="N", help="how many dice are played in all rotations (1000)")
    parser.add_argument("--seed", default="0", help="any text; the same seed gives the same deals and the same answer (0)")
    parser.add_argument("--deal", metavar="K", help="which deal of the match the dice are for, from 1 (all of them in turn)")
    parser.add_argument("--ante", metavar="DOLLARS", help="what the shares are fractions of, where there is money (20)")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be repeated"
    )
    parser.add_argument(
        "--processes", default=str(min(2, os.cpu_count() or 1)), metavar="N", help="no answer depends on it (up to 2)"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _plan(asked: argparse.Namespace) -> Plan:
    seats = read_seats(asked.seats)
    if not 0 < len(asked.seed) <= LONGEST_SEED:
        raise WordsRefused(say("word.no_seed", most=LONGEST_SEED))
    switches = read_switches(asked.switch)
    rules = load(asked.rules, switches)
    plan = Plan(
        rules=asked.rules,
        switches=tuple(switches.items()),
        seats=seats,
        seed=asked.seed,
        deals=read_number(asked.deals, wrong="arena.no_deals", least=1, most=MOST_DEALS),
        ante=read_ante(asked.ante, rules),
        deal=None if asked.deal is None else read_number(asked.deal, wrong="arena.no_deal", least=1, most=len(rules.deals)),
    )
    begin(rules, len(seats), plan.ante, chosen_dealer(rules, len(seats), bytes(DICE_BYTES)))
    return plan


def _watched(parts: Iterator[Tally], deals: int) -> Iterator[Tally]:
    """The parts as they come; a person at a terminal sees how far they are."""
    seen = sys.stderr.isatty()
    for number, part in enumerate(parts, 1):
        if seen:
            print(f"\r{say('arena.so_far', done=min(number * SHARD, deals), deals=deals)}", end="", file=sys.stderr, flush=True)
        yield part
    if seen:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def answer(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return the results as JSON values; figures in cents only if the rules have money."""
    rules = plan.load()
    told: dict[str, Any] = {
        "rules": rules.name,
        "switches": rules.departures(),
        "seats": list(plan.seats),
        "seed": plan.seed,
        **_KINDS[rules.scoring.kind].plan(plan),
        "dice": plan.deals,
        "deals": tally.deals,
        "turns_per_deal": tally.turns / tally.deals,
        "endings": {**_endings(tally.endings, rules), "dead": tally.dead},
        "bots": [_bot(plan, rules, tally, kind) for kind in tally.bots],
    }
    return told


def _bot(plan: Plan, rules: RuleSet, tally: Tally, kind: str) -> dict[str, Any]:
    bot, each = tally.bots[kind], _seat_deals(tally, kind)
    return {
        "bot": kind,
        "seats": plan.seats.count(kind),
        "points_per_deal": bot.points / each,
        "points_margin": _margin(tally.points_margin(kind)),
        **_KINDS[rules.scoring.kind].bot(tally, kind, each),
        "endings": _endings(bot.endings, rules),
    }


def _endings(endings: dict[Ending, int], rules: RuleSet) -> dict[str, int]:
    """How often hands ended in each way that the rules have: a contract game is closed, and nothing else."""
    ways = rules.melding.endings
    return {ending.value: endings.get(ending, 0) for ending in ways}


def _seat_deals(tally: Tally, kind: str) -> int:
    return tally.deals * tally.seats.count(kind)


def _margin(margin: Margin | None) -> dict[str, float | None] | None:
    return None if margin is None else {"mean": margin.mean, "low": margin.low, "high": margin.high}


def table(plan: Plan, tally: Tally) -> str:
    """Return the results as a person reads them."""
    rules = plan.load()
    kind_of_game = _KINDS[rules.scoring.kind]
    switches = "".join(f", {name}={value}" for name, value in rules.departures().items())
    turns, ended = f"{tally.turns / tally.deals:.1f}", _spelled(tally.endings)
    heads = f"{say('arena.bot'):<10}{say('arena.seats'):>6}{say('arena.points'):>15}{say('arena.ahead'):>30}"
    lines = [
        say("arena.title", title=rules.title, rules=rules.name + switches, stake=kind_of_game.stake(plan), seed=plan.seed),
        say("arena.deals", dice=plan.deals, rotations=len(plan.seats), count=tally.deals, turns=turns),
        say("arena.with_dead", ended=ended, dead=tally.dead) if tally.dead else ended,
        "",
        f"{heads}{kind_of_game.heads()}   {say('arena.ended')}",
    ]
    for kind, bot in tally.bots.items():
        each = _seat_deals(tally, kind)
        cents = kind_of_game.cells(tally, kind, each)
        lines.append(
            f"{kind:<10}{plan.seats.count(kind):>6}{bot.points / each:>15.2f}{_spread(tally.points_margin(kind), 2):>30}"
            f"{cents}   {_spelled(bot.endings)}"
        )
    return "\n".join(lines)


_ENDINGS: Final = {
    Ending.KNOCK: "arena.knock",
    Ending.CLOSE: "arena.close",
    Ending.CONTINENTAL: "arena.continental",
    Ending.STRAIGHT_FLUSH: "arena.straight_flush",
}


def _spelled(endings: dict[Ending, int]) -> str:
    said = [say(_ENDINGS[ending], number=count) for ending in Ending if (count := endings.get(ending, 0))]
    return say("arena.series", parts=said) if said else say("arena.none_ended")


def _spread(margin: Margin | None, places: int) -> str:
    if margin is None:
        return "–"
    if margin.low is None or margin.high is None:
        return f"{margin.mean:+.{places}f}"
    return say(
        "arena.spread",
        mean=f"{margin.mean:+.{places}f}",
        low=f"{margin.low:+.{places}f}",
        high=f"{margin.high:+.{places}f}",
    )


# --- what depends on how the match is scored


@dataclass(frozen=True, slots=True)
class _Kind:
    """The parts of an answer and of a printed table that depend on how the match is scored."""

    plan: Callable[[Plan], dict[str, Any]]
    bot: Callable[[Tally, str, int], dict[str, Any]]
    stake: Callable[[Plan], str]
    heads: Callable[[], str]
    cells: Callable[[Tally, str, int], str]


def _cents(tally: Tally, kind: str, each: int) -> dict[str, Any]:
    return {"cents_per_deal": tally.bots[kind].cents / each, "cents_margin": _margin(tally.cents_margin(kind))}


def _cents_cells(tally: Tally, kind: str, each: int) -> str:
    return f"{tally.bots[kind].cents / each:>15.0f}{_spread(tally.cents_margin(kind), 0):>26}"


_KINDS: Final[Mapping[ScoringKind, _Kind]] = {
    "money": _Kind(
        plan=lambda plan: {"ante_cents": plan.ante},
        bot=_cents,
        stake=lambda plan: say("arena.ante", ante=print_dollars(plan.ante)),
        heads=lambda: f"{say('arena.cents'):>15}{say('arena.ahead'):>26}",
        cells=_cents_cells,
    ),
    "points": _Kind(
        plan=lambda plan: {"deal": plan.deal or "all"},
        bot=lambda _tally, _kind, _each: {},
        stake=lambda plan: say("arena.all_deals") if plan.deal is None else say("arena.one_deal", deal=plan.deal),
        heads=lambda: "",
        cells=lambda _tally, _kind, _each: "",
    ),
}
