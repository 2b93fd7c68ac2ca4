"""Serve the shell that browsers keep: its files, its service worker, and the manifest of the installed app."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from typing import Any, Final

from continental.table.names import is_seen
from continental.web.page import pages
from continental.web.page.languages import RULES

LONGEST_OF_APP: Final = {"name": 45, "short_name": 20, "description": 200}
"""How many characters of each name of the app are used."""
KEPT_PAGES: Final = ("/offline", "/hand", "/pad", "/pad/kept")
"""The pages that open without a connection. One stands for every pad, since the pad's key is in the address alone."""
SHELL_KINDS: Final = (".js", ".css", ".svg", ".webmanifest", ".json")


def service_worker() -> str:
    """Return the script of the service worker with the names of all that it keeps written above it."""
    version = pages.static_version()
    files = [f"/static/v-{version}/{name}" for name in shell_files()]
    shell = {"version": version, "files": files, "pages": KEPT_PAGES}
    return f"const SHELL = {json.dumps(shell)};\n" + (pages.STATIC / "shared" / "service-worker.js").read_text("utf-8")


def app_named(lang: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the manifest with the names that a page gives in its own language. A name that is not given is English."""
    told: dict[str, Any] = json.loads((pages.STATIC / "shared" / "manifest.webmanifest").read_text("utf-8"))
    seen = {key: " ".join("".join(filter(is_seen, text)).split())[: LONGEST_OF_APP[key]] for key, text in names.items()}
    folder = f"/static/v-{pages.static_version()}/shared"
    icons = [{**icon, "src": f"{folder}/{icon['src']}"} for icon in told["icons"]]
    return {**told, **{key: text for key, text in seen.items() if text}, "lang": lang[:35], "dir": "auto", "icons": icons}


def shell_files() -> list[str]:
    """Return the names under `static` of the scripts, styles and icons that the pages are made of."""
    found = (name for name in pages.static_files() if name.endswith(SHELL_KINDS) and name != "shared/service-worker.js")
    return sorted(name for name in found if not posixpath.basename(name).startswith(RULES))
