"""Whatever the HTTP addresses are sent, they answer as their own description says, and never with a fault."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, assume, settings
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from continental.store.memory import MemoryStore
from continental.table.clock import SystemDice, WallClock
from continental.table.lobby import Lobby
from continental.web.app import create_app

_clock = WallClock()
_store = MemoryStore()
schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(Lobby(_store, _clock, SystemDice()), _clock, _store))

CHECKS: list[Any] = [status_code_conformance, content_type_conformance, response_schema_conformance]
"""A 503 is no fault if it is described, as all that is answered must be: it says that an address used up its share."""
PATHS = frozenset(schema)


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_address_answers_as_it_is_described(case: Any) -> None:
    path = case.formatted_path
    assume(path == case.path or path not in PATHS)  # a value in the path makes it another address of the list
    answer = case.call()
    assert answer.status_code == 503 or answer.status_code < 500, answer.text
    case.validate_response(answer, checks=CHECKS)
