"""Long answers about a pad: compressed where they are alike for all, and not where they hold somebody's key."""

from __future__ import annotations

import gzip
import json

from starlette.requests import Request

from continental.web.pad.views import SHORT, answer, make_part, open_object

KEY = "w7Kq2mZ9xB4tR1vN8cD3"
PART = make_part('"rows":' + json.dumps([{"name": "Ana", "points": at} for at in range(200)]))


def asked(encodings: str) -> Request:
    """A request of a browser that takes these encodings."""
    return Request({"type": "http", "headers": [(b"accept-encoding", encodings.encode())]})


def packed(own: dict[str, object]) -> bytes:
    """What is sent to a browser that takes gzip."""
    told = answer(asked("gzip"), PART, open_object(own), "}")
    assert told.headers["content-encoding"] == "gzip"
    return bytes(told.body)


def test_an_answer_is_unpacked_to_what_is_sent_plain() -> None:
    own: dict[str, object] = {"pad": "p", "watch": KEY, "you": "Ana", "draft": {"é": "x" * 70_000}}
    plain = bytes(answer(asked(""), PART, open_object(own), "}").body)
    assert json.loads(plain)["draft"] == own["draft"]
    assert gzip.decompress(packed(own)) == plain
    assert len(PART.text) > SHORT
    assert len(packed({})) < len(PART.text) / 4, "the long part is compressed"


def test_the_length_of_an_answer_does_not_tell_how_much_of_a_key_somebody_guessed() -> None:
    guesses = [KEY, KEY[:10] + "0123456789", "0123456789abcdefghij"]
    told = [packed({"watch": KEY, "you": "Ana", "season": {"title": guess}, "typing": [guess]}) for guess in guesses]
    assert len({len(body) for body in told}) == 1
    assert all(body.count(KEY.encode()) >= 1 for body in told), "keys go as they are"
