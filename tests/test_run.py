"""run.py makes its environment once, whole or not at all, and says in a sentence what keeps it from it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Final

import pytest

import run

ROOT: Final = Path(__file__).parents[1]


def in_python(code: str, *flags: str) -> subprocess.CompletedProcess[str]:
    """Run a few lines in an interpreter of their own, which can import run.py."""
    before = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    words = [sys.executable, *flags, "-c", before + textwrap.dedent(code)]
    return subprocess.run(words, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder of its own for run.py, with a lock that lists nothing."""
    monkeypatch.setattr(run, "ROOT", str(tmp_path))
    (tmp_path / "empty.lock").write_text("")
    return tmp_path


def test_an_old_python_can_read_it_as_far_as_the_sentence() -> None:
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 6))
    said = in_python("import run; sys.version_info = (3, 9, 2); sys.version = '3.9.2 (main)'; run.main(['count'])")
    assert said.returncode == 1
    assert said.stderr == "run.py: continental needs Python 3.11 or newer, and this is 3.9.2: start run.py with a newer one.\n"


def test_it_imports_little_before_it_knows_what_is_wanted() -> None:
    said = in_python("before = set(sys.modules); import run; print(sorted(set(sys.modules) - before))", "-I")
    assert said.stdout == "['run']\n"


@pytest.mark.parametrize("command", [["count", "9C", "JK"], ["settle", "--help"], ["--help"], ["--version"]])
def test_what_answers_at_once_needs_no_package_at_all(command: list[str]) -> None:
    answered = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "run.py", *command], check=False, capture_output=True, text=True
    )
    assert answered.returncode == 0, answered.stderr
    assert answered.stdout
    assert answered.stderr == ""


def test_an_environment_is_made_once_and_imports_the_project(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    python = run.environment("empty")
    assert python == str(folder / ".venv-empty" / "bin" / "python")
    assert "setting up an environment from empty.lock" in capfd.readouterr().err
    asked = [python, "-c", "import sys; print(*sys.path, sep='\\n')"]
    assert str(folder / "src") not in subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    (folder / "src").mkdir()  # a path file counts only folders that exist
    assert str(folder / "src") in subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    assert run.environment("empty") == python
    assert capfd.readouterr().err == ""


def put_uv(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A uv on the path that does what the script says: to install nothing, from a lock that lists nothing, is soon done."""
    (folder / "uv").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "uv").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


def test_a_changed_lock_makes_it_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_uv(folder, monkeypatch, "exit 0")
    python = Path(run.environment("empty"))
    stray = python.parent / "stray"
    stray.touch()
    (folder / "empty.lock").write_text("# changed\n")
    run.environment("empty")
    assert not stray.exists()
    assert run.is_whole(str(folder / ".venv-empty"), str(python), run.stamp("empty"))


def test_a_ruin_is_not_taken_for_an_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_uv(folder, monkeypatch, "exit 0")
    python = Path(run.environment("empty"))
    python.unlink()
    assert not run.is_whole(str(folder / ".venv-empty"), str(python), run.stamp("empty"))
    assert run.environment("empty") == str(python)
    assert python.exists()


def test_a_failed_set_up_leaves_no_stamp_and_says_why(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    put_uv(folder, monkeypatch, "exit 0")
    run.environment("empty")
    put_uv(folder, monkeypatch, "echo the index is asleep >&2; exit 1")
    monkeypatch.setitem(sys.modules, "pip", None)  # where there is a pip, it is tried next
    (folder / "empty.lock").write_text("# changed\n")
    with pytest.raises(SystemExit) as stopped:
        run.environment("empty")
    assert stopped.value.code == 1
    said = capfd.readouterr().err
    assert "the index is asleep" in said
    assert "the packages could not be installed: they are fetched once, over the network." in said
    assert not (folder / ".venv-empty" / "made-from").exists()


def test_the_second_of_two_starts_waits_for_the_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"""
        import run
        run.ROOT = {str(folder)!r}
        with run.SetUp("empty"):
            print("held", flush=True)
            sys.stdin.read()
            open({str(folder / "done")!r}, "x").close()
    """
    before = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    said: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-c", before + textwrap.dedent(code)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        let_go = other.stdin.close

        def say(text: str) -> None:
            """Let the other start end, once this one says that it waits."""
            said.append(text)
            let_go()

        monkeypatch.setattr(run, "say", say)
        with run.SetUp("empty"):
            assert (folder / "done").exists()
    assert said == ["another start is at the set-up; waiting for it."]


def test_the_lock_outlives_a_killed_start_as_long_as_its_installer_runs(folder: Path) -> None:
    code = f"""
        import run
        run.ROOT = {str(folder)!r}
        with run.SetUp("empty") as set_up:
            set_up.run(["sh", "-c", "touch {folder / "begun"}; sleep 1; touch {folder / "ended"}"])
    """
    before = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    with subprocess.Popen([sys.executable, "-c", before + textwrap.dedent(code)]) as other:
        while not (folder / "begun").exists():
            time.sleep(0.01)
        other.kill()
    with run.SetUp("empty"):
        assert (folder / "ended").exists(), "the installer has come to its end"


def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / ".venv-set-up").write_text("in the way")
    with pytest.raises(SystemExit):
        run.environment("empty")
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert "its folder has to be writable" in said


def test_without_uv_and_pip_it_says_what_to_install(folder: Path) -> None:
    said = in_python(
        f"""
        import os, run
        os.environ["PATH"] = ""
        sys.modules["pip"] = sys.modules["ensurepip"] = None
        run.ROOT = {str(folder)!r}
        run.environment("empty")
        """
    )
    assert said.returncode == 1
    assert said.stderr.startswith("run.py: there is neither uv nor pip to install with: install one of them")
    assert said.stderr.count("\n") == 1


def test_a_pip_that_is_too_old_is_said_by_its_version(folder: Path) -> None:
    said = in_python(
        f"""
        import importlib.metadata, importlib.util, os, run
        os.environ["PATH"] = ""
        sys.modules["ensurepip"] = None
        find_spec = importlib.util.find_spec
        importlib.util.find_spec = lambda name: name == "pip" or find_spec(name)
        importlib.metadata.version = {{"pip": "22.2.2"}}.__getitem__
        run.ROOT = {str(folder)!r}
        run.environment("empty")
        """
    )
    assert said.returncode == 1
    assert said.stderr.startswith("run.py: pip 22.2.2 is too old to fill an environment: ")


def test_it_makes_an_environment_where_python_comes_without_venv(folder: Path) -> None:
    home = folder / "by-hand"
    python = home / "bin" / "python"
    said = in_python(f"import run; sys.modules['venv'] = None; run.make_empty({str(home)!r}, {str(python)!r})")
    assert said.returncode == 0, said.stderr
    prefix = subprocess.run([python, "-c", "import sys; print(sys.prefix)"], check=True, capture_output=True, text=True).stdout
    assert prefix == f"{home}\n"


@pytest.mark.parametrize(
    ("words", "processes"),
    [
        ([], ["-n", "2", "--maxschedchunk", "2"]),
        (["tests/melds", "-x"], ["-n", "2", "--maxschedchunk", "2"]),
        (["-n", "0"], []),
        (["-n4"], []),
        (["--pdb"], []),
        (["-p", "no:xdist"], []),
    ],
)
def test_the_tests_run_in_two_processes_unless_told_otherwise(words: list[str], processes: list[str]) -> None:
    assert run.test_processes(words) == processes


def test_a_browser_that_is_named_has_to_start(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONTINENTAL_CHROMIUM", str(folder / "gone"))
    with pytest.raises(SystemExit):
        run.find_browser(sys.executable)
    assert "which does not start: name a Chromium or Chrome, or unset it." in capfd.readouterr().err
    stand_in = folder / "chromium"
    stand_in.write_text("#!/bin/sh\nexit 1\n")
    stand_in.chmod(0o755)
    assert not run.starts(str(stand_in))
    stand_in.write_text("#!/bin/sh\nexit 0\n")
    monkeypatch.setenv("CONTINENTAL_CHROMIUM", str(stand_in))
    assert run.find_browser(sys.executable) == str(stand_in)


def test_a_command_takes_the_place_of_run_py_and_gives_its_status() -> None:
    said = in_python(
        """
        import os, run
        print(os.getpid(), flush=True)
        run.become([sys.executable, "-c", "import os; print(os.getpid()); exit(7)"])
        """
    )
    assert said.returncode == 7
    before, after = said.stdout.split()
    assert before == after
