"""What a row already says of a question to the referee: so nobody types it a second time."""

from collections.abc import Mapping

from scorekeeper.fields import fields_of
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.schema import Json, dump_fields
from scorekeeper.sheet import Entry

TOO_LITTLE = 0.5
"""Of its facts a row has to know more than this part for a question to be about the row."""


def facts_for(kind: type, row: Row) -> Mapping[str, Json]:
    """The facts of a question that an entry knows, as JSON: fields of the same name and type, or
    the whole entry where a field is named like its type.
    """
    data = dump_fields(row.entry)
    facts = {name: data[name] for name in _shared(kind, row.entry) if name in data}
    return facts | ({row.entry.type: data} if row.entry.type in fields_of(kind) else {})


def kinds_about(match: Match, row: Row) -> list[str]:
    """The kinds of question that a row says most of, the one that needs least besides first."""
    rated = {kind: _share(declared, row.entry) for kind, declared in match.game.kinds.items()}
    fitting = (kind for kind, share in rated.items() if share > TOO_LITTLE)
    return sorted(fitting, key=lambda kind: -rated[kind])


def _share(kind: type, entry: Entry) -> float:
    """Which part of a question's facts an entry knows; the whole entry is all that matters."""
    asked = fields_of(kind)
    return 1 if entry.type in asked else len(_shared(kind, entry)) / len(asked)


def _shared(kind: type, entry: Entry) -> list[str]:
    """The fields that mean the same in a question and in an entry."""
    shape: type = type(entry)
    known, asked = fields_of(shape), fields_of(kind)
    return [name for name in asked if name in known and asked[name].type == known[name].type]
