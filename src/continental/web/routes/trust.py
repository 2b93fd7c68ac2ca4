"""Addresses for learning and trust: shuffles checked, finished deals stepped through, the rules of a table, a played example."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from continental.codec import Plain
from continental.hands.joker_odds import joker_odds
from continental.play.actions import GoDown
from continental.play.record import print_record
from continental.rules.base import RuleSet
from continental.table.names import is_seen
from continental.table.state import RoomState
from continental.web.forms import REFUSALS
from continental.web.learn.archive import Archive
from continental.web.learn.example import example_document
from continental.web.page import pages
from continental.web.page.made_once import JSON, SCRIPT, add_once

MOST_SHUFFLED: Final = 16
"""Up to which deal the page of the shuffles is told how packs and hands grow."""
LONGEST_OF_APP: Final = {"name": 45, "short_name": 20, "description": 200}
"""How many signs of the names of an app are taken."""
KEPT_PAGES: Final = ("/offline", "/hand", "/pad", "/pad/kept")
"""The pages that open without a connection. One stands for every pad, since the pad's key is in the address alone."""
SHELL_KINDS: Final = (".js", ".css", ".svg", ".webmanifest")

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {status: REFUSALS[status] for status in (400, 404, 429, 503)}


def add_trust(app: FastAPI, archive: Archive) -> None:
    """Add these addresses to the application."""
    _add_deals(app, archive)
    _add_shuffles(app, archive)
    _add_rules(app, archive)
    _add_example(app)
    _add_shell(app)


def _print(document: Plain) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


# --- finished deals


def _add_deals(app: FastAPI, archive: Archive) -> None:
    @app.get(
        "/r/{room}/deal/{number}.json",
        response_class=Response,
        responses=_NOT_FOUND,
        summary="A finished deal, act by act, all hands open",
    )
    async def deal_json(request: Request, room: str, number: str, match: int = 1) -> Response:
        archive.check_pace(request)
        return Response(await archive.deal_document(room, match, number), media_type="application/json")

    @app.get(
        "/r/{room}/deal/{number}.record",
        response_class=PlainTextResponse,
        responses=_NOT_FOUND,
        summary="A finished deal as a record",
    )
    async def deal_record(request: Request, room: str, number: str, match: int = 1) -> Response:
        archive.check_pace(request)
        found = await archive.deal(room, match, number)
        named = f'attachment; filename="{room}-{found.deal.match}-{found.deal.number}.record"'
        return PlainTextResponse(print_record(found.record), headers={"content-disposition": named})

    @app.get(
        "/r/{room}/deal/{number}",
        response_class=HTMLResponse,
        responses=_NOT_FOUND,
        summary="The page that steps through a finished deal",
    )
    async def deal_page(request: Request, room: str, number: str, match: int = 1) -> HTMLResponse:
        archive.check_pace(request)
        deal = (await archive.deal(room, match, number)).deal
        written = await archive.page(
            room, f"page of deal {match} {deal.number}", lambda _: pages.page("replay.html", room=room, deal=deal)
        )
        return HTMLResponse(written)


# --- shuffles


def _add_shuffles(app: FastAPI, archive: Archive) -> None:
    add_once(
        app,
        "/verify",
        lambda: pages.page("verify.html", room=None, rules=None, packs=json.dumps(packs_known())),
        summary="The page that checks the shuffles of any record",
    )

    @app.get(
        "/r/{room}/verify", response_class=HTMLResponse, responses=_NOT_FOUND, summary="The page that checks a table's shuffles"
    )
    async def verify_page(room: str) -> HTMLResponse:
        def write(state: RoomState) -> str:
            return pages.page(
                "verify.html",
                room=room,
                rules=state.rules,
                packs=json.dumps(packs_known()),
                players=state.setup.seats,
                odds=odds_of(state.rules, state.setup.seats),
            )

        return HTMLResponse(await archive.page(room, "verify page", write))

    @app.get(
        "/r/{room}/verify.json",
        response_class=Response,
        responses=_NOT_FOUND,
        summary="The commitments, dice and records of a table's deals, and what was dealt in those that are over",
    )
    async def verify_json(request: Request, room: str) -> Response:
        archive.check_pace(request)
        return Response(await archive.shuffles(room), media_type="application/json")


@cache
def packs_known() -> Plain:
    """What is shuffled and dealt, by rule set, number of players and deal: the page that checks records holds no rules itself."""
    return {rules.key: {str(players): _packs(rules, players) for players in _counts(rules)} for rules in pages.games()}


def _counts(rules: RuleSet) -> range:
    return range(rules.players[0], rules.players[1] + 1)


def _packs(rules: RuleSet, players: int) -> list[Plain]:
    deals = min(len(rules.deals), MOST_SHUFFLED)
    return [
        {
            "decks": rules.pack_for(players, deal).decks,
            "jokers": rules.pack_for(players, deal).jokers,
            "cards": rules.cards_for(deal),
            "plain": _deals_plainly(rules),
        }
        for deal in range(1, deals + 1)
    ]


def _deals_plainly(rules: RuleSet) -> bool:
    """Whether cards move as the page follows them: dealt clockwise from the top, drawn, taken and thrown, and nothing else."""
    dealing, limits = rules.dealing, rules.limits
    return (
        dealing.clockwise
        and not dealing.dealer_begins
        and dealing.penalty_percent == 0
        and limits.joker_upcard == "stays"
        and rules.claims is None
        and not rules.plays(GoDown)
    )


def odds_of(rules: RuleSet, players: int) -> list[Plain]:
    """The odds of jokers at a table of so many, in percent and as one in so many."""
    return [
        {
            "jokers": row.jokers,
            "exactly": percent(row.exactly),
            "or_more": percent(row.or_more),
            "somebody": percent(row.somebody),
        }
        for row in joker_odds(rules.pack_for(players), rules.cards_for(), players)
    ]


def percent(part: Fraction) -> str:
    """A part of one in percent, with digits that say something: `34.1`, `0.052`; only what is certain is 100 or 0."""
    if part in (0, 1):
        return str(int(part * 100))
    shown = float(part * 100)
    if shown >= 1:
        return f"{min(shown, 99.9):.1f}"
    digits = next(places for places in range(2, 40) if shown >= 10 ** -(places - 1))
    return f"{shown:.{digits}f}"


# --- rules, the example, the shell


def _add_rules(app: FastAPI, archive: Archive) -> None:
    @app.get(
        "/r/{room}/rules", response_class=HTMLResponse, responses=_NOT_FOUND, summary="The rules as this very table plays them"
    )
    async def table_rules(room: str) -> HTMLResponse:
        return HTMLResponse(
            await archive.page(room, "rules page", lambda state: pages.rules_document(state.rules, room, state.setup))
        )


def _add_example(app: FastAPI) -> None:
    add_once(app, "/example", lambda: pages.page("example.html"), summary="One deal played as an example")
    add_once(
        app,
        "/example.json",
        lambda: _print(example_document()),
        kind=JSON,
        summary="The deal of the example, act by act, and where each lesson stands",
    )


def _add_shell(app: FastAPI) -> None:
    add_once(app, "/offline", lambda: pages.page("offline.html"), summary="What an installed app shows without a connection")

    @app.get("/manifest.webmanifest", response_class=Response, summary="The app by its name in the reader's language")
    async def manifest(lang: str = "en", name: str = "", short_name: str = "", description: str = "") -> Response:
        told = app_named(lang, {"name": name, "short_name": short_name, "description": description})
        return Response(json.dumps(told), media_type="application/manifest+json", headers={"cache-control": "no-cache"})

    add_once(
        app,
        "/service-worker.js",
        _service_worker,
        kind=SCRIPT,
        summary="The service worker, which keeps the pad, the hand checker and the scripts, and never a table",
    )


def _service_worker() -> str:
    """Return the script of the service worker with the names of all that it keeps written above it."""
    version = pages.static_version()
    files = [f"/static/v-{version}/{name}" for name in shell_files()]
    shell = {"version": version, "files": files, "pages": KEPT_PAGES}
    return f"const SHELL = {json.dumps(shell)};\n" + (pages.STATIC / "shared" / "service-worker.js").read_text("utf-8")


def app_named(lang: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The manifest with the names that a page gives in its own language, of which the server has no words; English for none."""
    told: dict[str, Any] = json.loads((pages.STATIC / "shared" / "manifest.webmanifest").read_text("utf-8"))
    seen = {key: " ".join("".join(filter(is_seen, text)).split())[: LONGEST_OF_APP[key]] for key, text in names.items()}
    folder = f"/static/v-{pages.static_version()}/shared"
    icons = [{**icon, "src": f"{folder}/{icon['src']}"} for icon in told["icons"]]
    return {**told, **{key: text for key, text in seen.items() if text}, "lang": lang[:35], "dir": "auto", "icons": icons}


def shell_files() -> list[str]:
    """The files that the pages are made of, by their names under `static`: scripts, styles and icons."""
    return sorted(name for name in pages.static_files() if name.endswith(SHELL_KINDS) and name != "shared/service-worker.js")
