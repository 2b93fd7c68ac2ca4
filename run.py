#!/usr/bin/env python3
"""Everything starts here: `python3 run.py` serves the table, `run.py test` runs every check, `run.py count` counts a hand."""

import os
import sys

# Only os and sys are imported up here, the rest where it is used: `run.py count` has to answer in a blink. Annotations are
# in quotes, for Python 3.6 to be able to read as far as the sentence that it is too old.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, Self

ROOT = os.path.dirname(os.path.abspath(__file__))
BARE = frozenset({"count", "settle", "help", "--help", "-h", "--version", "-V"})
"""What imports nothing but the standard library, and so needs no environment and no network."""
OLDEST_PIP = (22, 3)
"""The first pip that can install into another environment (`--python`)."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""The first of them that starts is taken; the shell draws the same with a fifth less work, for it has no window to draw."""


def main(words: "list[str]") -> int:
    """Carry out the command line (given without the program's name) and return its exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what older ones meet
        stop("continental needs Python 3.11 or newer, and this is %s: start run.py with a newer one." % sys.version.split()[0])
    command, rest = (words[0], words[1:]) if words else ("serve", [])
    if command in BARE:
        return run_here(words)
    if command == "test":
        python = environment("requirements-test")
        browser = find_browser(python)
        if browser:
            os.environ["CONTINENTAL_CHROMIUM"] = browser
        os.chdir(ROOT)
        return become([python, "-m", "pytest", *test_processes(rest), *rest])
    return become([environment("requirements"), "-m", "continental", command, *rest])


def stop(sentence: str, status: int = 1) -> "NoReturn":
    """Say what keeps it from going on, and leave."""
    say(sentence)
    sys.exit(status)


def say(sentence: str) -> None:
    """Tell whoever waits; on stderr, for stdout belongs to the command."""
    print("run.py: " + sentence, file=sys.stderr, flush=True)


def run_here(words: "list[str]") -> int:
    """Run a `continental` command in this very interpreter: starting a second one would take as long as the answer."""
    sys.path.insert(0, os.path.join(ROOT, "src"))
    sys.argv = ["continental", *words]
    from continental.cli import main as continental

    return continental()


def become(command: "list[str]") -> int:
    """Put the command in this process's place; Windows has no such thing, so there it is run and its status returned."""
    if os.name != "nt":
        os.execv(command[0], command)
    import subprocess

    return subprocess.call(command)


def test_processes(words: "list[str]") -> "list[str]":
    """Two test processes, unless the command line says how many or asks for the debugger."""
    told = ("-n", "--numprocesses", "--dist", "--pdb", "--trace", "no:xdist", "-pno:xdist")
    if any(word.startswith(told) for word in words):
        return []
    return ["-n", "2", "--maxschedchunk", "2"]


# The environment: made from a lock file, and stamped when it is whole.


def environment(lock_name: str) -> str:
    """The interpreter of the lock's environment, which is made first where it is missing, stale or half made."""
    home = os.path.join(ROOT, ".venv-" + lock_name)
    python = os.path.join(home, "Scripts", "python.exe") if os.name == "nt" else os.path.join(home, "bin", "python")
    try:
        wanted = stamp(lock_name)
        if not is_whole(home, python, wanted):
            with SetUp(lock_name) as set_up:
                if not is_whole(home, python, wanted):  # another start may have made it while this one waited
                    make(home, python, lock_name, wanted, set_up)
    except KeyboardInterrupt:
        stop("the set-up was interrupted; the next start begins it anew.", 130)
    except OSError as error:
        stop(f"{home} cannot be made ({error}): its folder has to be writable and the disk not full.")
    return python


def stamp(lock_name: str) -> bytes:
    """All that an environment depends on: the Python that made it, the folder it stands in, and the lock."""
    with open(os.path.join(ROOT, lock_name + ".lock"), "rb") as lock:
        made_by = f"{sys.implementation.cache_tag} {sys.platform} {os.path.realpath(ROOT)}\n"
        return os.fsencode(made_by) + lock.read()


def is_whole(home: str, python: str, wanted: bytes) -> bool:
    """Whether the environment was finished, from just this stamp."""
    try:
        with open(os.path.join(home, "made-from"), "rb") as made_from:
            return made_from.read() == wanted and os.path.exists(python)
    except FileNotFoundError:
        return False


class SetUp:
    """Holds the set-up of one environment for this process and the installer it starts, so that two starts do not mix."""

    def __init__(self, lock_name: str) -> None:
        folder = os.path.join(ROOT, ".venv-set-up")
        os.makedirs(folder, exist_ok=True)
        self.file = open(os.path.join(folder, lock_name), "ab")  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> "Self":
        if not self._taken():
            import time

            say("another start is at the set-up; waiting for it.")
            while not self._taken():
                time.sleep(0.2)
        return self

    def __exit__(self, *_error: object) -> None:
        self.file.close()

    def _taken(self) -> bool:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self.file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            import errno

            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                return False
            raise
        return True

    def run(self, command: "list[str]") -> "tuple[bool, str]":
        """Run an installer to its end: whether it went well, and what it printed.

        It inherits the held file: where this process is killed, the lock lasts until the orphaned installer ends too.
        """
        import subprocess

        surroundings = {**os.environ, "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        ran = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=surroundings,
            pass_fds=() if os.name == "nt" else (self.file.fileno(),),
        )
        return ran.returncode == 0, ran.stdout.decode(errors="replace")


def make(home: str, python: str, lock_name: str, wanted: bytes, set_up: "SetUp") -> None:
    """Make the environment anew, and stamp it last of all."""
    made_from = os.path.join(home, "made-from")
    if os.path.exists(made_from):  # first, so that a stop between here and the end leaves no stamped ruin
        os.remove(made_from)
    make_empty(home, python)
    fill(python, os.path.join(ROOT, lock_name + ".lock"), set_up)
    packages = os.path.join(home, "Lib" if os.name == "nt" else "lib/python%d.%d" % sys.version_info[:2], "site-packages")
    with open(os.path.join(packages, "continental-source.pth"), "w", encoding="utf-8") as path:
        path.write(os.path.join(ROOT, "src") + "\n")
    with open(made_from + ".new", "wb") as new:
        new.write(wanted)
    os.replace(made_from + ".new", made_from)


def make_empty(home: str, python: str) -> None:
    """Make an environment with nothing in it, not even pip: Debian parts ensurepip, and some builds venv, from Python."""
    try:
        import venv
    except ImportError:
        import shutil

        shutil.rmtree(home, ignore_errors=True)
        os.makedirs(os.path.dirname(python))
        os.makedirs(os.path.join(home, "lib", "python%d.%d" % sys.version_info[:2], "site-packages"))
        base = os.path.realpath(sys.executable)
        os.symlink(base, python)
        with open(os.path.join(home, "pyvenv.cfg"), "w", encoding="utf-8") as config:
            config.write(f"home = {os.path.dirname(base)}\ninclude-system-site-packages = false\n")
    else:
        venv.create(home, clear=True, with_pip=False, symlinks=os.name != "nt")


def fill(python: str, lock: str, set_up: "SetUp") -> None:
    """Install what the lock lists, with uv where there is one, else with pip."""
    printed = ""
    wanted = ["--quiet", "--require-hashes", "--only-binary", ":all:", "-r", lock]
    for name, command in installers(python, set_up):
        say(f"setting up an environment from {os.path.basename(lock)} with {name}, once; it takes about a minute…")
        done, printed = set_up.run([*command, *wanted])
        if done:
            return
        said = [line for line in printed.strip().splitlines() if not line.startswith("WARNING")]
        say("\n".join([f"{name} did not manage it; its last words were:", *said[-6:]]))
    if printed:
        stop("the packages could not be installed: they are fetched once, over the network. Is this machine online?")
    stop("there is neither uv nor pip to install with: install one of them (Debian and Ubuntu: `apt-get install python3-pip`).")


def installers(python: str, set_up: "SetUp") -> "list[tuple[str, list[str]]]":
    """What can install into the environment, best first: uv, this Python's pip, the pip that ensurepip brings."""
    import shutil
    from importlib.util import find_spec

    found: list[tuple[str, list[str]]] = []
    uv = shutil.which("uv")
    if uv:
        found.append(("uv", [uv, "pip", "install", "--python", python, "--compile-bytecode"]))
    version = ""
    if find_spec("pip"):
        from importlib.metadata import version as version_of

        version = version_of("pip")
    if version and tuple(int(part) for part in version.split(".")[:2] if part.isdigit()) >= OLDEST_PIP:
        found.append((f"pip {version}", [sys.executable, "-m", "pip", "--python", python, "install", "--no-input"]))
    elif not found and find_spec("ensurepip") and set_up.run([python, "-m", "ensurepip"])[0]:
        found.append(("pip", [python, "-m", "pip", "install", "--no-input"]))
    elif not found and version:
        stop(f"pip {version} is too old to fill an environment: `{sys.executable} -m pip install --upgrade pip`, or install uv.")
    return found


# The browser that the tests open pages in.


def find_browser(python: str) -> str:
    """A Chromium that starts, installed where there is none; empty, and said why, where none can be had.

    The browser tests then fail with the same sentence; the others still run.
    """
    import shutil

    told = os.environ.get("CONTINENTAL_CHROMIUM", "")
    if told:
        if not starts(told):
            stop(f"CONTINENTAL_CHROMIUM names {told}, which does not start: name a Chromium or Chrome, or unset it.")
        return told
    with SetUp("browser") as set_up:
        browser = first_that_starts()
        if not browser and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
            say("installing a chromium for the browser tests with apt-get, once; it takes about a minute…")
            os.environ["DEBIAN_FRONTEND"] = "noninteractive"
            set_up.run(["apt-get", "-q", "update"])
            for name in ("chromium-headless-shell", "chromium"):  # older distributions have only the whole browser
                packages = [name, "libatomic1", "fonts-dejavu-core"]
                set_up.run(["apt-get", "-q", "install", "-y", "--no-install-recommends", *packages])
                browser = first_that_starts()
                if browser:
                    break
        if not browser:
            say("looking for playwright's own chromium for the browser tests, which is fetched once…")
            set_up.run([python, "-m", "playwright", "install", "chromium"])
            where = (
                "import playwright.sync_api as p; s = p.sync_playwright().start(); print(s.chromium.executable_path); s.stop()"
            )
            found, printed = set_up.run([python, "-c", where])
            browser = printed.strip() if found and starts(printed.strip()) else ""
    if not browser:
        say("no chromium starts here and none could be installed, so the browser tests will fail: `apt-get install chromium`.")
    return browser


def first_that_starts() -> str:
    """The first installed browser that starts, or nothing."""
    import shutil

    return next((path for path in map(shutil.which, BROWSERS) if path and starts(path)), "")


def starts(browser: str) -> bool:
    """Whether it is a program with its libraries: some distributions install a stand-in that only prints advice."""
    import subprocess

    if os.name == "nt":  # there, asking for the version opens a window
        return os.path.isfile(browser)
    try:
        asked = subprocess.run([browser, "--version"], check=False, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
