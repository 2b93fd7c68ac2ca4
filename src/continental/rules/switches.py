"""Switches: the named choices that a table makes within a rule set, each with its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from continental.play.pieces import did_you_mean, either, piece
from continental.play.refusal import Refused

SwitchValue = str | int


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its subject, its clause, its default, and its values.

    `choices` maps each value to its meaning. If it is empty, the switch is a whole number from `least` to `most`.
    """

    name: str
    about: str
    clause: str
    default: SwitchValue
    choices: Mapping[str, str]
    least: int
    most: int

    def wanted(self) -> str:
        """Return what values it takes, in words."""
        return either(tuple(self.choices)) if self.choices else piece("whole_from", least=self.least, most=self.most)

    def check(self, value: object) -> SwitchValue:
        """Return the value if the switch takes it. Raises Refused if not."""
        if self.choices:
            text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
            if isinstance(text, str) and text in self.choices:
                return text
        elif isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 6:
            return self.check(int(value))
        elif isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most:
            return value
        shown = value if isinstance(value, str | int) and len(str(value)) <= 30 else type(value).__name__
        hint = did_you_mean(value, self.choices)
        raise Refused("bad_switch_value", switch=self.name, wanted=self.wanted(), value=shown, hint=hint)


def choose(title: str, switches: Mapping[str, Switch], wishes: Mapping[str, object]) -> dict[str, SwitchValue]:
    """Return every switch's value: the wish, or the default. Raises Refused for an unknown switch or value."""
    for name in wishes:
        if name not in switches:
            hint = did_you_mean(name, switches)
            raise Refused("bad_switch", switch=str(name)[:30], title=title, hint=hint, known=", ".join(switches))
    return {name: switch.check(wishes[name]) if name in wishes else switch.default for name, switch in switches.items()}
