"""The rules in the project's own words as HTML: the few forms of Markdown that their text is written in, and no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from typing import Final

from continental.rules.base import RuleSet
from continental.rules.switches import Switch

_HEADING: Final = re.compile(r"(#{1,5}) +(.+)")
_BULLET: Final = re.compile(r"( *)([-*]|\d+\.) +(.+)")
_CLAUSE: Final = re.compile(r"(?:\*\*)?(\d+(?:\.[0-9a-z]+)*|I\d+)(?![0-9a-z.])")
_RULE_OF_TABLE: Final = re.compile(r"\|[\s:|-]+\|?")
_INLINE: Final = (
    (re.compile(r"&lt;br&gt;"), "<br>"),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),  # links lead to other files of the documentation, which are not served
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])"), r"<em>\1</em>"),
)


def rules_text(key: str) -> str | None:
    """The text of a rule set: `docs/rules/KEY.md`, which the installed package carries along; None where there is none."""
    if not re.fullmatch(r"[a-z_]+", key):
        return None
    installed = Path(str(resources.files("continental.web") / "rules_text" / f"{key}.md"))
    in_checkout = Path(__file__).parents[3] / "docs" / "rules" / f"{key}.md"
    return next((path.read_text("utf-8") for path in (installed, in_checkout) if path.is_file()), None)


def rules_html(rules: RuleSet) -> str:
    """The text of a rule set from its first section on, ready for a page; empty where there is none.

    Its section of switches is left out, for the page tells those of the table. A switch that departs from its default is
    told at the clauses that it belongs to.
    """
    text = rules_text(rules.key)
    if text is None:
        return ""
    sections = [
        section for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:] if not section.startswith("## Switches")
    ]
    return markdown_html(in_words("".join(sections), rules.switches), departures_by_clause(rules))


def in_words(text: str, switches: Mapping[str, Switch]) -> str:
    """The text with switches named by what they are about, and their values by what they mean, in place of their keys."""
    last: Switch | None = None

    def say(code: re.Match[str]) -> str:
        nonlocal last
        key = code[1]
        if key in switches:
            last = switches[key]
            return f"“{last.about}”"
        if last is not None and key in last.choices:
            return f"“{last.choices[key]}”"
        return code[0]

    return re.sub(r"`([a-z0-9_]+)`", say, text)


def departures_by_clause(rules: RuleSet) -> dict[str, list[str]]:
    """For each clause that a switch of this table departs from, what is played instead."""
    notes: dict[str, list[str]] = {}
    for name, value in rules.departures().items():
        switch = rules.switches[name]
        means = switch.choices[str(value)] if switch.choices else str(value)
        for clause in re.split(r", *", switch.clause):
            notes.setdefault(clause, []).append(f"{switch.about}: {means}")
    return notes


def markdown_html(text: str, notes: Mapping[str, Sequence[str]] | None = None) -> str:
    """Headings, paragraphs, lists, tables and blocks; code, bold and leaning words; all else stands as it is.

    A heading, item or row that begins with a clause's number has the id `c` and that number, and at its end its `notes`.
    """
    lines = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).splitlines()
    return "\n".join(_Writer(notes or {}).blocks(lines))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes blocks of lines; `told` gathers the clauses whose notes stand already."""

    notes: Mapping[str, Sequence[str]]
    told: set[str] = field(default_factory=set)

    def blocks(self, lines: Sequence[str]) -> Iterator[str]:
        at = 0
        section = ""
        while at < len(lines):
            line = lines[at]
            end = at + 1
            if heading := _HEADING.fullmatch(line.rstrip()):
                section = heading[2]
                level = min(max(len(heading[1]), 2), 5)  # the page has a first heading of its own
                yield f"<h{level}{_mark(heading[2])}>{_inline(heading[2])}</h{level}>"
                yield self._paragraph_of_notes(heading[2])
            elif line.lstrip().startswith("|"):
                end = _end(lines, at, lambda each: each.lstrip().startswith("|"))
                yield self._table(lines[at:end], section)
            elif line.startswith("```"):
                end = _end(lines, at, lambda each: not each.startswith("```"))
                yield _block(lines[at + 1 : end])
                end += 1
            elif _BULLET.fullmatch(line):
                end = _end(lines, at, lambda each: bool(each.strip()) and not _HEADING.fullmatch(each))
                yield self._list(lines[at:end])
            elif line.startswith("    "):
                end = _end(lines, at, lambda each: each.startswith("    "))
                yield _block([each[4:] for each in lines[at:end]])
            elif line.strip():
                end = _end(lines, at, _is_prose)
                yield f"<p>{_inline(' '.join(each.strip() for each in lines[at:end]))}</p>"
            at = end

    def _list(self, lines: Sequence[str]) -> str:
        """A list; what stands further in than its first item belongs to the item above it."""
        indent = len(lines[0]) - len(lines[0].lstrip())
        items: list[list[str]] = []
        for line in lines:
            found = _BULLET.fullmatch(line)
            if found and len(found[1]) <= indent:
                items.append([found[3]])
            else:
                items[-1].append(line)
        kind = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
        return f"<{kind}>{''.join(self._item(item) for item in items)}</{kind}>"

    def _item(self, lines: Sequence[str]) -> str:
        inner = next((place for place, line in enumerate(lines[1:], 1) if _BULLET.fullmatch(line)), len(lines))
        text = _inline(" ".join(line.strip() for line in lines[:inner]))
        rest = self._list(lines[inner:]) if inner < len(lines) else ""
        return f"<li{_mark(lines[0])}>{text}{self._notes_of(lines[0])}{rest}</li>"

    def _table(self, lines: Sequence[str], section: str) -> str:
        kept = [line for line in lines if not _RULE_OF_TABLE.fullmatch(line.strip())]
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in kept]
        head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
        body = "".join(map(self._row, rows[1:]))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="scrolls" tabindex="0" role="group" aria-label="{escape(section)}">{table}</div>'

    def _row(self, cells: Sequence[str]) -> str:
        first = cells[0] if cells[0].startswith("I") else ""  # a table of numbers has no clauses
        shown = [_inline(cell) for cell in cells]
        shown[-1] += self._notes_of(first)
        return f"<tr{_mark(first)}>{''.join(f'<td>{cell}</td>' for cell in shown)}</tr>"

    def _paragraph_of_notes(self, heading: str) -> str:
        noted = self._notes_of(heading)
        return f"<p>{noted}</p>" if noted else ""

    def _notes_of(self, text: str) -> str:
        found = _CLAUSE.match(text)
        if not found or found[1] in self.told:
            return ""
        self.told.add(found[1])
        notes = "; ".join(self.notes.get(found[1], ()))
        return f' <strong class="departs">At this table: {escape(notes)}.</strong>' if notes else ""


def _is_prose(line: str) -> bool:
    return bool(line.strip()) and not (_HEADING.fullmatch(line) or _BULLET.fullmatch(line) or line.startswith(("|", "```")))


def _end(lines: Sequence[str], at: int, goes_on: Callable[[str], bool]) -> int:
    end = at + 1
    while end < len(lines) and goes_on(lines[end]):
        end += 1
    return end


def _block(lines: Sequence[str]) -> str:
    return "<pre>" + escape("\n".join(lines), quote=False) + "</pre>"


def _mark(text: str) -> str:
    """A clause's own address within the page."""
    found = _CLAUSE.match(text)
    return f' id="c{found[1]}"' if found else ""


def _inline(text: str) -> str:
    shown = escape(text, quote=False)
    for pattern, becomes in _INLINE:
        shown = pattern.sub(becomes, shown)
    return shown
