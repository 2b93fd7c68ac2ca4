"""Show the rules in the project's own words as HTML, from their Markdown.

Each heading, paragraph, item and cell has a key, under which another language says it (see `docs/languages.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path
from string import ascii_uppercase
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup

from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.switches import Switch
from continental.web.page.say import Element, about, say, value_of

_CLAUSE: Final = re.compile(r"(?:\*\*)?(\d+(?:\.[0-9a-z]+)*|I\d+)(?![0-9a-z.])")
_NUMBER: Final = re.compile(r"\*\*[^*]+\*\* +|\d+ +")
_TESTS: Final = re.compile(r" Every clause[^.]* has tests named after it in `tests/[^.]*\.", re.DOTALL)
"""The sentence for developers, which no player needs."""
_SLOT: Final = re.compile(r"{(\w+)(?:\.(\w+))?}")
_RULES: Final = re.compile(r"([a-z_]+)\.md")


class _Inline(RendererHTML):
    """Writes the text within a block. The base calls the method that has the name of a token's type."""

    def text(self, tokens: Sequence[Token], place: int, *_: object) -> str:
        """Return a text as it stands, but for the line breaks within the cells of a table."""
        return escape(tokens[place].content, quote=False).replace("&lt;br&gt;", "<br>")

    def softbreak(self, *_: object) -> str:
        return " "

    def strong_open(self, *_: object) -> str:
        return "<b>"

    def strong_close(self, *_: object) -> str:
        return "</b>"

    def link_open(self, tokens: Sequence[Token], place: int, *_: object) -> str:
        """Return the tag of a link to other rules, and nothing for other links: they lead to files that are not served."""
        found = _RULES.fullmatch(str(tokens[place].attrGet("href")))
        return "" if found is None else f'<a href="/rules/{found[1]}">'

    def link_close(self, tokens: Sequence[Token], place: int, *_: object) -> str:
        # links do not stand in each other, so that this closes the last one that was opened
        opening = next(at for at in range(place, -1, -1) if tokens[at].type == "link_open")
        return "</a>" if self.link_open(tokens, opening) else ""


# CommonMark with tables. Markup within a text is shown as text.
_MARKDOWN: Final = (
    MarkdownIt("commonmark", {"html": False}, renderer_cls=_Inline).enable("table").disable(["image", "autolink", "html_inline"])
)


def rules_text(key: str) -> str | None:
    """Return the text of a rule set, `docs/rules/KEY.md`, which the installed package brings along. None if there is none."""
    if not re.fullmatch(r"[a-z_]+", key):
        return None
    installed = Path(str(resources.files("continental.web") / "rules_text" / f"{key}.md"))
    in_checkout = Path(__file__).parents[4] / "docs" / "rules" / f"{key}.md"
    return next((path.read_text("utf-8") for path in (installed, in_checkout) if path.is_file()), None)


def rules_html(rules: RuleSet) -> str:
    """Return the text of a rule set, ready for a page. Empty if there is none.

    If a switch departs from its default, a note says so at the clauses that it belongs to.
    """
    text = _text_for_page(rules)
    return "" if text is None else markdown_html(text, departures_by_clause(rules), rules.switches)


def rules_words(key: str) -> Mapping[str, str]:
    """Return the words of a rule set's text by the key of each piece. A switch is `{switch}`, its value `{switch.value}`."""
    writer = _Writer({})
    writer.write(_text_for_page(load(key)) or "")
    return writer.pieces


def _text_for_page(rules: RuleSet) -> str | None:
    """Return the text without its title, beginning with the words that explain its terms.

    Its section of switches is left out, for the page shows those of the table.
    """
    text = rules_text(rules.key)
    if text is None:
        return None
    first, *sections = re.split(r"^(?=## )", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL), flags=re.MULTILINE)
    kept = [
        _TESTS.sub("", first.partition("\n")[2], count=1),
        *(section for section in sections if not section.startswith("## Switches")),
    ]
    return in_words("".join(kept), rules.switches)


def in_words(text: str, switches: Mapping[str, Switch]) -> str:
    """Return the text with slots in place of the keys of switches and of their values."""
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
    """Return the notes on what is played instead, for each clause that a switch of this table departs from."""
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
    """Return a Markdown text as HTML. Markup in it is shown as text.

    A heading, item or row that begins with a clause's number has the id `c` and that number, and at its end its `notes`.
    """
    return _Writer(notes or {}, switches or {}).write(text)


@dataclass(slots=True)
class _Writer:
    """Writes blocks. `told` gathers the clauses whose notes are written already, `pieces` the texts by their keys.

    A piece that begins with the number of a clause has that number as its key. Other pieces are numbered within the section,
    as `3/1`. A section without a number has a letter, and a row has the number of its clause. So the key of a piece stays the
    same when its words are changed.
    """

    notes: Mapping[str, Sequence[Element]]
    switches: Mapping[str, Switch] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    pieces: dict[str, str] = field(default_factory=dict)
    letters: Iterator[str] = field(default_factory=lambda: iter(ascii_uppercase))
    section: str = "0"
    counted: dict[str, int] = field(default_factory=dict)

    def write(self, text: str) -> str:
        """Return a Markdown text as HTML, one block a line."""
        return "\n".join(map(self._block, SyntaxTreeNode(_MARKDOWN.parse(text)).children))

    def _block(self, node: SyntaxTreeNode) -> str:
        match node.type:
            case "heading":
                return self._heading(node)
            case "paragraph":
                return f"<p>{self._said(_source(node), self._counted(self.section))}</p>"
            case "bullet_list" | "ordered_list":
                return f"<{node.tag}>{''.join(map(self._item, node.children))}</{node.tag}>"
            case "table":
                return self._table(node)
            case "fence" | "code_block":
                return f"<pre>{escape(node.content.rstrip(), quote=False)}</pre>"
            case "blockquote":
                return f"<blockquote>{''.join(map(self._block, node.children))}</blockquote>"
            case _:  # a line across, which has no text
                return f"<{node.tag}>"

    def _heading(self, node: SyntaxTreeNode) -> str:
        level = min(max(int(node.tag[1:]), 2), 5)  # the page has a first heading of its own
        source = _source(node)
        found = _CLAUSE.match(source)
        self.section = found[1] if found else next(self.letters)
        number, text = _number_of(source)
        heading = f'<h{level} id="c{self.section}">{number}{self._said(text, self.section)}</h{level}>'
        noted = self._notes_of(source)
        return f"{heading}\n<p>{noted}</p>" if noted else heading

    def _item(self, node: SyntaxTreeNode) -> str:
        """Return an item of a list. Its first paragraph is its text, and the blocks that follow belong to it."""
        inside = node.children
        source = _source(inside[0]) if inside and inside[0].type == "paragraph" else ""
        clause = _CLAUSE.match(source)
        number, text = _number_of(source) if clause else ("", source)
        said = self._said(text, clause[1] if clause else self._counted(self.section))
        inner = "".join(map(self._block, inside[1:] if source else inside))
        return f"<li{_mark(source)}>{number}{said}{self._notes_of(source)}{inner}</li>"

    def _table(self, node: SyntaxTreeNode) -> str:
        head, *bodies = node.children
        cells = "".join(
            f'<th scope="col">{self._said(_source(cell), self._counted(self.section))}</th>' for cell in head.children[0].children
        )
        rows = "".join(self._row([_source(cell) for cell in row.children]) for body in bodies for row in body.children)
        table = f"<table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>"
        return f'<div class="scrolls" tabindex="0" role="group" aria-labelledby="c{self.section}">{table}</div>'

    def _row(self, cells: Sequence[str]) -> str:
        first = cells[0] if cells[0].startswith("I") else ""  # a table of numbers has no clauses
        shown = [cell if cell == first else self._said(cell, self._counted(first or self.section)) for cell in cells]
        shown[-1] += self._notes_of(first)
        return f"<tr{_mark(first)}>{''.join(f'<td>{cell}</td>' for cell in shown)}</tr>"

    def _counted(self, section: str) -> str:
        """Return the next key in a section."""
        self.counted[section] = self.counted.get(section, 0) + 1
        return f"{section}/{self.counted[section]}"

    def _said(self, text: str, key: str) -> str:
        """Return a piece of the text, marked with its key. A piece without letters gets no key, for it needs no translation."""
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
    """Return the number of a clause as it stands before its text, and the text."""
    found = _NUMBER.match(text)
    return (_inline(found[0], {}), text[found.end() :]) if found else ("", text)


def _source(node: SyntaxTreeNode) -> str:
    """Return the Markdown of the one text within a block, in one line."""
    return "".join(" ".join(child.content.split("\n")) for child in node.children if child.type == "inline")


def _mark(text: str) -> str:
    """Return the id of a clause within the page."""
    found = _CLAUSE.match(text)
    return f' id="c{found[1]}"' if found else ""


def _inline(text: str, switches: Mapping[str, Switch]) -> str:
    shown: str = _MARKDOWN.renderInline(text)

    def named(slot: re.Match[str]) -> str:
        switch = switches.get(slot[1])
        if switch is None:
            return slot[0]
        told = about("span", switch) if slot[2] is None else value_of("span", switch, slot[2])
        return told.html(slot[0][1:-1])

    return _SLOT.sub(named, shown)
