"""Write the words of the pages in English, each marked with its key, by which the page puts its own language there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from continental.play.refusal import Refused, print_refusal
from continental.rules.switches import Switch
from continental.words import SLOT, Texts, choose, read


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a page. In a slot of a sentence it is marked with the name of the slot."""

    tag: str
    attributes: Mapping[str, Any]
    inner: Markup

    def html(self, slot: str | None = None) -> Markup:
        """Return the element as it stands in the page."""
        given = self.attributes if slot is None else {**self.attributes, "data_slot": slot}
        return Markup("<{0}{1}>{2}</{0}>").format(self.tag, Markup().join(_attributes(given)), self.inner)

    def __html__(self) -> str:
        """Return the markup for templates."""
        return self.html()


def _attributes(given: Mapping[str, Any]) -> Iterator[Markup]:
    for name, value in given.items():
        shown = name.replace("_", "-")
        yield Markup(" {}").format(shown) if value is True else Markup(' {}="{}"').format(shown, value)


def english() -> Texts:
    """Return the texts that the server writes into pages, by their keys."""
    return read("pages")


def said(key: str) -> str:
    """Return a text without slots, for places that hold no element."""
    return english()[key]


def say(tag: str, key: str, given: Mapping[str, Any] | None = None, /, **attributes: Any) -> Element:
    """Return an element with the text of that key. `given` fills its slots with values and elements."""
    filled = dict(given or {})
    values = {name: value for name, value in filled.items() if not isinstance(value, Element)}
    marks = {"data_say": key, **({"data_given": json.dumps(values)} if values else {})}
    # The regular expression has a second group, for a formatter, which no text of the pages names.
    pieces = SLOT.split(choose(english(), key, values))
    parts = [
        filled[piece].html(piece) if isinstance(filled.get(piece), Element) else escape(filled[piece]) for piece in pieces[1::3]
    ]
    told = [escape(piece) for piece in pieces[::3]]
    inner = Markup().join(part for pair in zip(told, [*parts, Markup()], strict=True) for part in pair)
    return Element(tag, {**attributes, **marks}, inner)


def element(tag: str, text: object, /, **attributes: Any) -> Element:
    """Return an element with a text that is not in the catalogue, or is in another part of a language."""
    return Element(tag, attributes, escape(text))


def about(tag: str, switch: Switch) -> Element:
    """Return the words for what a switch is about."""
    return element(tag, switch.about, data_about=switch.name)


def value_of(tag: str, switch: Switch, value: str | int) -> Element:
    """Return the words for a value of a switch."""
    if not switch.choices:
        return element(tag, value)
    return element(tag, switch.choices[str(value)], data_value=switch.name, data_choice=value)


def refusal(tag: str, refused: Refused, /, **attributes: Any) -> Element:
    """Return an element with the sentence of a refusal."""
    told = print_refusal(refused.code, refused.sentence)
    return element(tag, told.pop("sentence"), data_refused=json.dumps(told), **attributes)
