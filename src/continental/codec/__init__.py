"""Read and write frozen dataclasses as JSON: their fields, types and limits are the one description of each form.

```python
@dataclass(frozen=True)
class JoinRequest:
    name: Annotated[str, Text(200)]

read_text(JoinRequest, '{"name":"Ana"}')  # JoinRequest(name='Ana')
read_text(JoinRequest, '{"nane":"Ana"}')  # Unfit: it has no field "nane"; its fields are: name
schema_of(JoinRequest)  # {"type": "object", …}
```
"""

from continental.codec.fault import PIECES, Piece, Unfit, piece, shown_value
from continental.codec.json_text import parse_json, write_json
from continental.codec.limits import Key, Length, Parsed, Span, Sparse, Tagged, Text, tagged, type_tag
from continental.codec.page_types import page_types
from continental.codec.reading import from_plain, read_text, reader_of, record_reader
from continental.codec.schema import schema_of
from continental.codec.writing import Plain, text_writer_of, to_plain, writer_of

__all__ = [
    "PIECES",
    "Key",
    "Length",
    "Parsed",
    "Piece",
    "Plain",
    "Span",
    "Sparse",
    "Tagged",
    "Text",
    "Unfit",
    "from_plain",
    "page_types",
    "parse_json",
    "piece",
    "read_text",
    "reader_of",
    "record_reader",
    "schema_of",
    "shown_value",
    "tagged",
    "text_writer_of",
    "to_plain",
    "type_tag",
    "write_json",
    "writer_of",
]
