"""`continental language`: the file of a further language for the pages, in English yet, for a translator to write over."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from continental.cli.parser import Parser
from continental.play.refusal import Refused


def main(argv: Sequence[str]) -> int:
    """Print the file; 0, or 2 with a sentence on stderr."""
    parser = Parser(
        prog="continental language",
        description="Print the file of a further language for the pages. All of it is English yet, to be written over.",
    )
    parser.add_argument("code", metavar="CODE", help="the language, such as de")
    code = parser.parse_args(list(argv)).code
    if code == "en":
        print("The pages are in English already; a further language has another code, such as de.", file=sys.stderr)
        return 2
    if not re.fullmatch(r"[a-z]{2,3}", code):
        print(f"A further language is named by two or three small letters, such as de, not {code[:30]!r}.", file=sys.stderr)
        return 2
    from continental.web.page.language_file import language_file

    try:
        text = language_file(code)
    except Refused as refused:  # a rule set of the catalogue that does not fit; its name is in the sentence
        print(refused.sentence, file=sys.stderr)
        return 2
    print(text, end="")
    return 0
