"""Check and replace the links of a pad or a season. A page that is open by an old link is told so."""

from __future__ import annotations

from typing import Any

from continental.logbook.books import Book
from continental.logbook.links import Keys, Link, hash_key
from continental.scorepad.desk import Desk
from continental.scorepad.refusal import EntryRefused
from continental.web.pad.news import GONE, News


def check_link(link: Link | None, book: Book, *, to_write: bool = False) -> Link:
    """Return the link if it opens a log of this book and, if asked, for writing. Raises EntryRefused."""
    if link is None or link.log.book is not book:
        raise EntryRefused(f"no_such_{book}")
    if link.role == "gone":
        raise GONE
    if to_write and link.role != "write":
        raise EntryRefused("watch_only")
    return link


def print_keys(keys: Keys) -> dict[str, Any]:
    """Return the keys with the paths of their pages, as JSON values."""
    return {
        "write": keys.write,
        "watch": keys.watch,
        "path": f"/{keys.log.book}/{keys.write}",
        "watch_path": f"/{keys.log.book}/{keys.watch}",
    }


async def replace_links(desk: Desk, news: News, link: Link, key: str, write: str | None) -> dict[str, Any]:
    """Replace the links, and return the new ones as JSON values. Pages that are open by an old one are told so."""
    keys = await desk.replace_keys(link.log, hash_key(key), write)
    news.tell(link.log)
    return print_keys(keys)
