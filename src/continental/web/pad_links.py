"""The links of a pad or a season made anew: the old ones are refused from then on, in the sockets that are open too."""

from __future__ import annotations

from typing import Any, Final

from continental.scorepad.desk import Desk, Keys
from continental.scorepad.keys import hash_key
from continental.scorepad.ports import Link
from continental.scorepad.refusal import EntryRefused
from continental.web.pad_news import News

GONE: Final = EntryRefused("link_replaced")


def check_link(link: Link | None, kind: str, *, to_write: bool = False) -> Link:
    """The link, where it opens something of this kind and, if asked, for writing; raises EntryRefused."""
    if link is None or link.kind != kind:
        raise EntryRefused(f"no_such_{kind}")
    if link.role == "gone":
        raise GONE
    if to_write and link.role != "write":
        raise EntryRefused("watch_only")
    return link


def print_keys(kind: str, keys: Keys) -> dict[str, Any]:
    """The keys with the paths of their pages, as JSON values."""
    return {
        "write": keys.write,
        "watch": keys.watch,
        "path": f"/{kind}/{keys.write}",
        "watch_path": f"/{kind}/{keys.watch}",
    }


async def replace_links(desk: Desk, news: News, link: Link, key: str, write: str | None) -> dict[str, Any]:
    """New links in place of those there were, as JSON values; whoever has the page open by an old one is told so."""
    keys = await desk.replace_keys(link.pad, hash_key(key), write)
    news.tell(link.pad)
    return print_keys(link.kind, keys)
