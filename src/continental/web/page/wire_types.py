"""Write the page's types of the wire, `static/shared/wire-types.js`, from the dataclasses that the server sends and reads.

`python -m continental.web.page.wire_types` writes the file again; a test fails if it is out of date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

from continental.cards import Card
from continental.codec import Tagged, page_types, tagged
from continental.melds import Meld
from continental.play.position import TableMeld, Turn
from continental.play.terms import Cents, Seat
from continental.play.view import BuyingView, DealView, OnTableView, SeenEvent, ShowdownView, View
from continental.table.standing import StandingAnswer
from continental.web.forms import RefusedPart
from continental.web.page.pages import STATIC
from continental.web.table.wire import GAME_FRAMES, ROOM_FRAMES

FILE: Final = STATIC / "shared" / "wire-types.js"
WITHOUT_SEAT: Final = ("seat",)
"""An act has no seat on the wire: it is that of the page's own session."""
NAMED: Final[dict[str, Any]] = {
    "Card": Card,
    "Seat": Seat,
    "Cents": Cents,
    "Meld": Meld,
    "TableMeld": TableMeld,
    "Turn": Turn,
    "Showdown": ShowdownView,
    "OnTable": OnTableView,
    "Buying": BuyingView,
    "Deal": DealView,
    "View": View,
    "StandingAnswer": StandingAnswer,
    "MatchEvent": Annotated[Any, tagged("is", SeenEvent)],
    "GameAct": Annotated[Any, Tagged("do", GAME_FRAMES, without=WITHOUT_SEAT)],
    "RoomAct": Annotated[Any, Tagged("do", ROOM_FRAMES)],
    "Refused": RefusedPart,
}
SENT: Final = ("GameAct", "RoomAct", "Refused")
"""The types whose fields may be left out if they have a default."""
HEAD: Final = """\
/**
 * The types of what comes over the socket and goes back, made from the server's own by
 * `python -m continental.web.page.wire_types`. There is no code here.
 *
"""


def wire_types() -> str:
    """Return the text of the file."""
    return f"{HEAD}{page_types(NAMED, SENT)}\n */\n\nexport {{}};\n"


if __name__ == "__main__":
    Path(str(FILE)).write_text(wire_types(), "utf-8")
