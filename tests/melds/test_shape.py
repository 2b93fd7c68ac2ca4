"""The solver stays readable: small classes, and an example for each function that others call."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import continental.melds

ROOT = Path(continental.melds.__file__).parent
CLASSES = [
    (path.relative_to(ROOT).as_posix(), node)
    for path in sorted(ROOT.rglob("*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.ClassDef)
]
FUNCTIONS = [name for name in continental.melds.__all__ if inspect.isroutine(getattr(continental.melds, name))]


@pytest.mark.parametrize(("path", "node"), CLASSES, ids=[f"{path}:{node.name}" for path, node in CLASSES])
def test_a_class_has_at_most_eight_attributes_and_150_lines(path: str, node: ast.ClassDef) -> None:
    lines = (node.end_lineno or 0) - node.lineno + 1
    assert sum(isinstance(part, ast.AnnAssign) for part in node.body) <= 8, path
    assert lines <= 150, path


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_others_call_has_an_example(name: str) -> None:
    lines = (inspect.getdoc(getattr(continental.melds, name)) or "").splitlines()
    assert any(f"{name}(" in line for line in lines[1:])
