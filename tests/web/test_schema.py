"""Whatever the HTTP addresses are sent, they answer as their own description says, and never with a fault."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance

from continental.store.memory import MemoryStore
from continental.table.clock import SystemDice, WallClock
from continental.table.lobby import Lobby
from continental.web.app import create_app

_clock = WallClock()
_store = MemoryStore()
schema = schemathesis.openapi.from_asgi("/openapi.json", create_app(Lobby(_store, _clock, SystemDice()), _clock, _store.pads))

CHECKS: list[Any] = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_every_address_answers_as_it_is_described(case: Any) -> None:
    case.call_and_validate(checks=CHECKS)
