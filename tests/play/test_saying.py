"""A sentence knows what it was made of, and tells nothing that it does not say."""

from __future__ import annotations

import pickle

from continental.play.refusal import Refused, print_refusal
from continental.play.saying import Said, print_given, print_said, say
from continental.scorepad.refusal import EntryRefused
from continental.table.refusal import TableRefused
from continental.words import slots

TOLD = {"all": "{{who}} did {{what}}.", "one": "this of {{number}}", "bare": "Nothing."}


def test_what_fills_the_slots_is_told_beside_the_sentence_and_numbers_stay_numbers() -> None:
    refused = Refused("close_not_melded", least=7)
    assert print_refusal(refused.code, refused.sentence) == {
        "code": "close_not_melded",
        "sentence": "All ten cards must be melded to close; the least left over is 7.",
        "given": {"least": 7},
    }


def test_what_a_sentence_does_not_say_is_not_told_beside_it() -> None:
    refused = TableRefused("seat_taken", secret="QS", by="Ana")
    assert print_refusal(refused.code, refused.sentence) == {"code": "seat_taken", "sentence": "That seat is taken."}


def test_a_refusal_of_the_pad_tells_the_hand_that_it_is_about() -> None:
    assert print_given(EntryRefused("count_missing", 3, name="Bo").sentence) == {"hand": 3, "name": "Bo"}


def test_pieces_in_a_sentence_are_told_as_sentences_are() -> None:
    one, two = (say(TOLD, "one", {"number": number}) for number in (1, 2))
    said = say(TOLD, "all", {"who": "Bo", "what": (one, two)})
    assert said == "Bo did this of 1; this of 2."
    assert print_said(say(TOLD, "bare", {})) == {"says": "Nothing.", "said": {"code": "bare"}}
    assert print_said(said)["said"] == {
        "code": "all",
        "given": {
            "who": "Bo",
            "what": [
                {"says": "this of 1", "said": {"code": "one", "given": {"number": 1}}},
                {"says": "this of 2", "said": {"code": "one", "given": {"number": 2}}},
            ],
        },
    }


def test_a_sentence_is_carried_to_another_process_with_what_it_was_made_of() -> None:
    said = pickle.loads(pickle.dumps(say(TOLD, "one", {"number": 4})))
    assert isinstance(said, Said)
    assert (str(said), said.code, said.given) == ("this of 4", "one", {"number": 4})


def test_slots_are_named_once_each() -> None:
    assert slots("{{name}} ended the hand; leave {{name}} out of the {{numbers}}.") == ("name", "numbers")
