"""What the project promises about itself: lint, types, layers, locks, and the commands of its own documents."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
LOCKS: Final = ("requirements.lock", "requirements-test.lock")
GAME: Final = ("words", "cards", "codec", "melds", "play", "rules", "engine", "replay", "hands", "kernels", "bots")
"""The layers that know no clock, socket or disk."""
COMPILED: Final = "kernels"
"""The one of them that may stand on more than the standard library."""


def tool(*words: str) -> None:
    """Run a development tool over the project; its complaints are the failure."""
    ran = subprocess.run([sys.executable, *words], check=False, cwd=ROOT, capture_output=True, text=True, env=surroundings())
    if ran.returncode != 0:
        pytest.fail(ran.stdout + ran.stderr, pytrace=False)


def surroundings() -> dict[str, str]:
    """The environment variables of a command: this Python is `python3`, and the project can be imported."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}


def committed() -> Iterator[tuple[str, str]]:
    """Every text file that git knows, by name, with its text."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, cwd=ROOT, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if path.is_file():
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:  # a picture or a sound
                continue


# The tools.


@pytest.mark.long
@pytest.mark.timeout(500)  # half a minute on a quiet machine, minutes on a busy one
def test_types_are_strict() -> None:
    tool("-m", "mypy")


def test_ruff_finds_nothing() -> None:
    tool("-m", "ruff", "check", "--quiet", ".")


def test_ruff_would_format_nothing() -> None:
    tool("-m", "ruff", "format", "--check", "--quiet", "--diff", ".")


def browser_tool(name: str, *words: str, **variables: str) -> None:
    """Run a development tool of the page's modules, which is a program beside this Python."""
    program = shutil.which(name, path=str(Path(sys.executable).parent))
    assert program, f"{name} is not installed beside this Python"
    ran = subprocess.run([program, *words], check=False, cwd=ROOT, capture_output=True, text=True, env=surroundings() | variables)
    if ran.returncode != 0:
        pytest.fail(ran.stdout + ran.stderr, pytrace=False)


def test_the_linter_finds_nothing_in_the_pages_modules() -> None:
    browser_tool("oxlint", "--deny-warnings", "src")


def test_the_pages_modules_are_formatted() -> None:
    browser_tool("oxfmt", "--config", ".oxfmtrc.json", "--list-different", "src")


def test_no_line_of_the_pages_modules_is_longer_than_110_letters() -> None:
    """The formatter breaks neither texts nor comments."""
    static = ROOT / "src" / "continental" / "web" / "static"
    modules = sorted(static.rglob("*.js"))
    assert modules
    lines = [(path, number, line) for path in modules for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)]
    assert [f"{path.relative_to(static)}:{number}" for path, number, line in lines if len(line) > 110] == []


def test_the_pages_modules_have_types(tmp_path: Path) -> None:
    modules = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.js"))
    assert modules
    offline = ("--no-remote", "--no-npm", "--cached-only")
    variables = {"DENO_DIR": str(tmp_path), "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    browser_tool("deno", "check", *offline, "--config", "deno.json", *modules, **variables)


def test_imports_point_down() -> None:
    tool("-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))")


# The layers.


def game_layers() -> list[str]:
    source = ROOT / "src" / "continental"
    return [name for name in GAME if (source / name).is_dir() or (source / f"{name}.py").exists()]


def test_every_layer_of_the_game_is_held_to_its_contracts() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    no_clock, alone = (set(contract["source_modules"]) for contract in contracts if contract["type"] == "forbidden")
    existing = {f"continental.{name}" for name in game_layers()}
    assert no_clock == existing
    assert alone == existing - {f"continental.{COMPILED}"}


def imported_by(file: Path) -> set[str]:
    """The top-level names of all that the file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.partition(".")[0])
    return names


def test_the_game_imports_nothing_but_itself_and_the_standard_library() -> None:
    ours = sys.stdlib_module_names | {"continental"}
    source = ROOT / "src" / "continental"
    foreign = {
        str(file.relative_to(source)): sorted(imported_by(file) - ours)
        for name in game_layers()
        if name != COMPILED
        for file in [source / f"{name}.py", *(source / name).rglob("*.py")]
        if file.exists()
    }
    assert {file: names for file, names in foreign.items() if names} == {}


# What is committed.


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_no_address_and_a_hash_for_every_package(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 20
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert [entry.splitlines()[0] for entry in entries if "==" not in entry.splitlines()[0]] == []


def test_the_locks_hold_what_the_project_asks_for() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {"requirements.lock": declared["project"]["dependencies"]}
    extras = [word for extra in declared["project"].get("optional-dependencies", {}).values() for word in extra]
    wanted["requirements-test.lock"] = [*declared["project"]["dependencies"], *declared["dependency-groups"]["test"], *extras]
    for lock, requirements in wanted.items():
        locked = set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        names = {re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower() for requirement in requirements}
        assert names - locked == set()


def test_no_committed_file_names_a_folder_of_somebodys_machine() -> None:
    folders = "work/|root/|home/[a-z]|Users/[A-Za-z]|tmp/brief|tmp/dev/"
    somebodys = re.compile(rf"(?<![\w.$}}/-])/(?:{folders})")
    found = [f"{name}: {somebodys.findall(text)[0]}" for name, text in committed() if somebodys.search(text)]
    assert found == []


def test_nothing_is_left_to_do_in_the_source() -> None:
    left = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|NotImplemented" + r"Error)\b")
    found = [
        name
        for name, text in committed()
        if name.startswith(("src/", "run.py")) and not name.endswith(".mako") and left.search(text)
    ]
    assert found == []


# The documents.


def shown_commands() -> list[tuple[str, str, str]]:
    """Every block that a document marks `<!-- tested -->`: the document, the commands, and what it says they print."""
    block = re.compile(r"<!-- tested -->\n```sh\n(.*?)```\n(?:\n?```(?:text|json)\n(.*?)```\n)?", re.DOTALL)
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [
        (str(document.relative_to(ROOT)), commands, printed)
        for document in documents
        for commands, printed in block.findall(document.read_text(encoding="utf-8"))
    ]


def test_the_readme_shows_commands() -> None:
    assert "README.md" in {document for document, _, _ in shown_commands()}


@pytest.mark.parametrize(("document", "commands", "printed"), shown_commands())
def test_the_commands_in_the_documents_do_what_they_say(document: str, commands: str, printed: str) -> None:
    ran = subprocess.run(
        ["sh", "-eu", "-c", commands],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=surroundings(),
        stdin=subprocess.DEVNULL,
    )
    assert ran.returncode == 0, f"{document}: {ran.stderr}"
    if printed:
        assert ran.stdout.split() == printed.split(), document


def test_a_document_links_only_to_what_is_there() -> None:
    link = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)")
    documents = [ROOT / name for name, _ in committed() if name.endswith(".md")]
    gone = [
        f"{document.name}: {target}"
        for document in documents
        for target in link.findall(document.read_text(encoding="utf-8"))
        if not (document.parent / target).exists()
    ]
    assert gone == []
