"""Make the application of its routers, its refusals, its files, and the guard around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI

from continental import __version__
from continental.scorepad.ports import PadStore
from continental.table.lobby import Lobby
from continental.table.ports import Clock
from continental.web.guard.address import ANYWHERE, Site
from continental.web.guard.middleware import LIMITS, BodyLimits, Guard
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.room_left import MOST_STORED, RoomLeft
from continental.web.guard.session import new_key
from continental.web.guard.shares import Turns
from continental.web.learn.archive import Archive
from continental.web.pad.served import Pads
from continental.web.page.files import PageFiles
from continental.web.page.made_once import MadeOnce
from continental.web.refusals import add_refusals
from continental.web.routes.app import app_router
from continental.web.routes.deals import deals_router
from continental.web.routes.hands import hands_router
from continental.web.routes.pads import pads_router
from continental.web.routes.qr import qr_router
from continental.web.routes.rooms import rooms_router
from continental.web.routes.rules import rules_router
from continental.web.routes.seasons import seasons_router
from continental.web.table.tables import Tables


def create_app(
    lobby: Lobby,
    clock: Clock,
    pads: PadStore,
    *,
    site: Site = ANYWHERE,
    session_key: bytes | None = None,
    bodies: BodyLimits = LIMITS,
    turns: Turns | None = None,
    most_stored: int = MOST_STORED,
) -> FastAPI:
    """Make the application on a lobby, which it looks after for as long as it runs, and on pads.

    `site` says by which URLs and through which proxies it is reached. Cookies are signed with `session_key`, which all
    processes on one store share. Without a key they end with this process. The caller closes the stores.
    Nothing new is begun once the database holds `most_stored` bytes. `turns` are those that connections take, too.
    """

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        looking_after = asyncio.create_task(lobby.run())
        yield
        looking_after.cancel()
        with suppress(asyncio.CancelledError):
            await looking_after
        await lobby.close()

    reckoner = Reckoner()
    app = FastAPI(
        title="continental",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.site = site
    app.state.made_once = MadeOnce()
    app.state.room_left = RoomLeft(pads, clock, most_stored)
    app.state.session_key = session_key or new_key()
    tables, served_pads = Tables(lobby, clock), Pads(pads, clock)
    archive = Archive(tables, reckoner)
    # one flat list, so that a refusal can name every method that a path takes
    for router in (
        app_router(lobby),
        rules_router(archive),
        rooms_router(tables),
        deals_router(archive),
        hands_router(tables, reckoner),
        pads_router(served_pads, reckoner),
        seasons_router(served_pads),
        qr_router(reckoner),
    ):
        app.router.routes.extend(router.routes)
    add_refusals(app)
    app.mount("/static", PageFiles())
    app.add_middleware(Guard, limits=bodies, turns=turns)
    return app
