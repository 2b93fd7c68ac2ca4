"""`continental serve`: the table in the browser, on one address and one database."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from sqlalchemy import URL

from continental.cli.parser import Parser
from continental.cli.say import say
from continental.cli.words import WordsRefused, read_number, shown
from continental.logbook.ports import StoreFailed
from continental.store.sql import open_store
from continental.store.where import BadDatabase, read_database
from continental.table.bot_time import BotTime
from continental.table.clock import SystemDice, WallClock
from continental.table.lobby import Lobby
from continental.web.app import create_app
from continental.web.guard.address import BadSite, Site, read_origin, read_proxy
from continental.web.guard.connections import LimitedConfig
from continental.web.guard.memory import settle_memory
from continental.web.guard.middleware import loop_turns
from continental.web.guard.open_files import limits_here
from continental.web.guard.paced_log import PacedHandler
from continental.web.guard.room_left import MOST_STORED
from continental.web.guard.session import new_key
from continental.web.learn.shuffles import packs_known
from continental.web.page.pages import read_templates

HOST = "127.0.0.1"
PORT = 8000
_GIGABYTE = 10**9
_GOODBYE_S = 3


class _Server(uvicorn.Server):
    """Prints the address as soon as it serves."""

    def __init__(self, config: uvicorn.Config, says: str) -> None:
        super().__init__(config)
        self._says = says

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first Ctrl-C; it is not raised again afterwards, so that the store is closed in peace."""
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self._says, flush=True)


def main(argv: Sequence[str]) -> int:
    """Serve until stopped; return 2 if the words, the address or the database are refused."""
    words = _parser().parse_args(argv)
    try:
        port = read_number(words.port, wrong="serve.no_port", least=0, most=65_535)
        most_stored = _GIGABYTE * read_number(words.most_stored, wrong="serve.no_most_stored", least=1, most=1_000_000)
        url = read_database(words.database)
        site = Site(tuple(map(read_origin, words.public_url)), tuple(map(read_proxy, words.proxy)))
        listening = _listen(words.host, port)
    except (WordsRefused, BadDatabase, BadSite) as refused:
        print(refused, file=sys.stderr)
        return 2
    log = PacedHandler()
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s", handlers=[log])
    logging.getLogger("alembic").setLevel(logging.ERROR)
    with listening, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(_serve(listening, url, site, log, most_stored))
        except StoreFailed as failure:
            print(failure, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return 0


def _parser() -> Parser:
    parser = Parser(prog="continental serve", description="The table for friends, in the browser.")
    parser.add_argument("--host", default=HOST, help="the address to listen on (default %(default)s; 0.0.0.0 for every one)")
    parser.add_argument("--port", default=str(PORT), help="the port (default %(default)s; 0 for any that is free)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="a file, sqlite:///FILE or postgresql://… (default: a file of its own in $CONTINENTAL_HOME or the user's folder)",
    )
    parser.add_argument(
        "--most-stored",
        default=str(MOST_STORED // _GIGABYTE),
        metavar="GB",
        help="begin nothing new once the database holds so many gigabytes (%(default)s)",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        action="append",
        default=[],
        help="an address by which browsers reach the server, such as https://cards.example; may be given several times",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a proxy, or a network such as 10.0.0.0/8, whose forwarded headers are believed; may be given several times",
    )
    return parser


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raises WordsRefused."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(512)
    except UnicodeError as error:  # a name with an empty part, or with one of more than 63 letters
        raise WordsRefused(say("serve.no_host", typed=shown(host))) from error
    except OSError as error:
        raise WordsRefused(say("serve.no_address", host=host[:60], port=port, fault=error.strerror or error)) from error
    return listening


def _own_address() -> str | None:
    """The machine's address in its own network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address of documentation: a datagram socket only chooses its way there
        except OSError:
            return None
        return str(asking.getsockname()[0])


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    # without its own settings for the log, which would bring handlers that know no pace
    return uvicorn.Config("", log_config=None).get_loop_factory()


async def _serve(listening: socket.socket, url: URL, site: Site, log: PacedHandler, most_stored: int) -> int:
    store = await open_store(url)
    clock = WallClock()
    key = await store.session_key(new_key())
    turns = loop_turns()
    lobby = Lobby(store, clock, SystemDice(), BotTime())
    app = create_app(lobby, clock, store, site=site, session_key=key, turns=turns, most_stored=most_stored)
    config = LimitedConfig(app, limits=limits_here(), site=site, turns=turns, timeout_graceful_shutdown=_GOODBYE_S)
    read_templates()
    packs_known()
    settle_memory()
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    says = say("serve.serves", host=shown, port=port)
    own = _own_address() if host in ("0.0.0.0", "::") else None
    if own is not None:
        says += f"\n{say('serve.from_others', host=own, port=port)}"
    counting = asyncio.create_task(log.keep_counting())
    try:
        await _Server(config, says).serve(sockets=[listening])
    finally:
        counting.cancel()
        await store.close()
    return 0
