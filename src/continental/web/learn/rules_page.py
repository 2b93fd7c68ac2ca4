"""The rules in the project's own words as HTML: the few forms of Markdown that their text is written in, and no others.

Each heading, paragraph, item and cell has a key, under which another language says it (see `docs/languages.md`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from markupsafe import Markup

from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.switches import Switch
from continental.web.page.say import Element, about, say, value_of

_HEADING: Final = re.compile(r"(#{1,5}) +(.+)")
_BULLET: Final = re.compile(r"( *)([-*]|\d+\.) +(.+)")
_CLAUSE: Final = re.compile(r"(?:\*\*)?(\d+(?:\.[0-9a-z]+)*|I\d+)(?![0-9a-z.])")
_NUMBER: Final = re.compile(r"\*\*[^*]+\*\* +|\d+ +")
_RULE_OF_TABLE: Final = re.compile(r"\|[\s:|-]+\|?")
_SLOT: Final = re.compile(r"{(\w+)(?:\.(\w+))?}")
_INLINE: Final = (
    (re.compile(r"&lt;br&gt;"), "<br>"),
    (re.compile(r"\[([^\]]+)\]\(([a-z_]+)\.md\)"), r'<a href="/rules/\2">\1</a>'),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),  # other links lead to files of the documentation, which are not served
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])"), r"<em>\1</em>"),
)


def rules_text(key: str) -> str | None:
    """The text of a rule set: `docs/rules/KEY.md`, which the installed package carries along; None where there is none."""
    if not re.fullmatch(r"[a-z_]+", key):
        return None
    installed = Path(str(resources.files("continental.web") / "rules_text" / f"{key}.md"))
    in_checkout = Path(__file__).parents[4] / "docs" / "rules" / f"{key}.md"
    return next((path.read_text("utf-8") for path in (installed, in_checkout) if path.is_file()), None)


def rules_html(rules: RuleSet) -> str:
    """The text of a rule set, ready for a page; empty where there is none.

    A switch that departs from its default is told at the clauses that it belongs to.
    """
    text = _text_for_page(rules)
    return "" if text is None else markdown_html(text, departures_by_clause(rules), rules.switches)


def rules_words(key: str) -> Mapping[str, str]:
    """What a rule set's text says, by the key of each piece; a switch is named as `{switch}`, its value as `{switch.value}`."""
    writer = _Writer({})
    for _ in writer.blocks((_text_for_page(load(key)) or "").splitlines()):
        continue
    return writer.pieces


def _text_for_page(rules: RuleSet) -> str | None:
    """Return the text but for its title, from the words on that say what its terms mean.

    Its section of switches is left out, for the page tells those of the table.
    """
    text = rules_text(rules.key)
    if text is None:
        return None
    first, *sections = re.split(r"^(?=## )", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    kept = [first.partition("\n")[2], *(section for section in sections if not section.startswith("## Switches"))]
    return in_words("".join(kept), rules.switches)


def in_words(text: str, switches: Mapping[str, Switch]) -> str:
    """The text with slots for what switches are about, and for what their values mean, in place of their keys."""
    last: Switch | None = None

    def named(code: re.Match[str]) -> str:
        nonlocal last
        key = code[1]
        if key in switches:
            last = switches[key]
            return f"“{{{key}}}”"
        if last is not None and key in last.choices:
            return f"“{{{last.name}.{key}}}”"
        return code[0]

    return re.sub(r"`([a-z0-9_]+)`", named, text)


def departures_by_clause(rules: RuleSet) -> dict[str, list[Element]]:
    """For each clause that a switch of this table departs from, what is played instead."""
    notes: dict[str, list[Element]] = {}
    for name, value in rules.departures().items():
        switch = rules.switches[name]
        note = say("span", "rules.note", {"about": about("span", switch), "value": value_of("span", switch, value)})
        for clause in re.split(r", *", switch.clause):
            notes.setdefault(clause, []).append(note)
    return notes


def markdown_html(
    text: str, notes: Mapping[str, Sequence[Element]] | None = None, switches: Mapping[str, Switch] | None = None
) -> str:
    """Headings, paragraphs, lists, tables and blocks; code, bold and leaning words; all else stands as it is.

    A heading, item or row that begins with a clause's number has the id `c` and that number, and at its end its `notes`.
    """
    return "\n".join(_Writer(notes or {}, switches or {}).blocks(text.splitlines()))


@dataclass(slots=True)
class _Writer:
    """Writes blocks of lines; `told` gathers the clauses whose notes stand already, `pieces` what is said, by its key.

    What begins with the number of a clause is known by that. Other pieces are numbered within the section, as `3/1`; a section
    without a number has a letter, a row the number of its clause. So a key stays where it is when words are changed.
    """

    notes: Mapping[str, Sequence[Element]]
    switches: Mapping[str, Switch] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    pieces: dict[str, str] = field(default_factory=dict)
    letters: Iterator[str] = field(default_factory=lambda: iter(ascii_uppercase))
    section: str = "0"
    counted: dict[str, int] = field(default_factory=dict)

    def blocks(self, lines: Sequence[str]) -> Iterator[str]:
        at = 0
        while at < len(lines):
            line = lines[at]
            end = at + 1
            if heading := _HEADING.fullmatch(line.rstrip()):
                level = min(max(len(heading[1]), 2), 5)  # the page has a first heading of its own
                found = _CLAUSE.match(heading[2])
                self.section = found[1] if found else next(self.letters)
                number, text = _number_of(heading[2])
                yield f'<h{level} id="c{self.section}">{number}{self._said(text, self.section)}</h{level}>'
                if noted := self._notes_of(heading[2]):
                    yield f"<p>{noted}</p>"
            elif line.lstrip().startswith("|"):
                end = _end(lines, at, lambda each: each.lstrip().startswith("|"))
                yield self._table(lines[at:end])
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
                text = " ".join(each.strip() for each in lines[at:end])
                yield f"<p>{self._said(text, self._counted(self.section))}</p>"
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
        text = " ".join(line.strip() for line in lines[:inner])
        clause = _CLAUSE.match(text)
        number, text = _number_of(text) if clause else ("", text)
        said = self._said(text, clause[1] if clause else self._counted(self.section))
        rest = self._list(lines[inner:]) if inner < len(lines) else ""
        return f"<li{_mark(lines[0])}>{number}{said}{self._notes_of(lines[0])}{rest}</li>"

    def _table(self, lines: Sequence[str]) -> str:
        kept = [line for line in lines if not _RULE_OF_TABLE.fullmatch(line.strip())]
        rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in kept]
        head = "".join(f'<th scope="col">{self._said(cell, self._counted(self.section))}</th>' for cell in rows[0])
        body = "".join(map(self._row, rows[1:]))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return f'<div class="scrolls" tabindex="0" role="group" aria-labelledby="c{self.section}">{table}</div>'

    def _row(self, cells: Sequence[str]) -> str:
        first = cells[0] if cells[0].startswith("I") else ""  # a table of numbers has no clauses
        shown = [cell if cell == first else self._said(cell, self._counted(first or self.section)) for cell in cells]
        shown[-1] += self._notes_of(first)
        return f"<tr{_mark(first)}>{''.join(f'<td>{cell}</td>' for cell in shown)}</tr>"

    def _counted(self, section: str) -> str:
        """The next key in a section."""
        self.counted[section] = self.counted.get(section, 0) + 1
        return f"{section}/{self.counted[section]}"

    def _said(self, text: str, key: str) -> str:
        """A piece of the text, marked with its key; one without any letters is nobody's to translate."""
        if not re.search("[A-Za-z]", text):
            return _inline(text, self.switches)
        assert key not in self.pieces, f"{key} stands twice"
        self.pieces[key] = text
        return f'<span data-rule="{key}">{_inline(text, self.switches)}</span>'

    def _notes_of(self, text: str) -> str:
        found = _CLAUSE.match(text)
        if not found or found[1] in self.told:
            return ""
        self.told.add(found[1])
        notes = self.notes.get(found[1], ())
        if not notes:
            return ""
        listed = Element("span", {}, Markup("; ").join(notes))
        return f" {say('strong', 'rules.at_this_table', {'notes': listed}, **{'class': 'departs'}).html()}"


def _number_of(text: str) -> tuple[str, str]:
    """The number of a clause as it stands before its text, and the text."""
    found = _NUMBER.match(text)
    return (_inline(found[0], {}), text[found.end() :]) if found else ("", text)


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


def _inline(text: str, switches: Mapping[str, Switch]) -> str:
    shown = escape(text, quote=False)
    for pattern, becomes in _INLINE:
        shown = pattern.sub(becomes, shown)

    def named(slot: re.Match[str]) -> str:
        switch = switches.get(slot[1])
        if switch is None:
            return slot[0]
        told = about("span", switch) if slot[2] is None else value_of("span", switch, slot[2])
        return told.html(slot[0][1:-1])

    return _SLOT.sub(named, shown)
