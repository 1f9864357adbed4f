"""What a row already says of a question to the referee: so nobody types it a second time."""

from collections.abc import Mapping

from scorekeeper.fields import fields_of
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.schema import Json, dump_fields
from scorekeeper.sheet import Entry

MOST = 4
"""Questions that are worth a link of their own."""


def facts_for(kind: type, row: Row) -> Mapping[str, Json]:
    """The facts of a question that an entry knows, as JSON: fields of the same name and type, or
    the whole entry where a field is named like its type.
    """
    entry: Entry = row.entry
    shape: type = type(entry)
    known, asked, data = fields_of(shape), fields_of(kind), dump_fields(entry)
    facts = {
        name: data[name]
        for name, field in asked.items()
        if name in data and field.type == known[name].type
    }
    return facts | ({entry.type: data} if entry.type in asked else {})


def kinds_about(match: Match, row: Row) -> list[str]:
    """The kinds of question that a row says most of, the one that needs least besides first."""
    rated = {kind: _share(declared, row) for kind, declared in match.game.kinds.items()}
    fitting = sorted((kind for kind, share in rated.items() if share), key=lambda k: -rated[k])
    return fitting[:MOST]


def _share(kind: type, row: Row) -> float:
    """Which part of a question's facts a row knows; the whole entry is all that matters."""
    facts = facts_for(kind, row)
    return 1 if row.entry.type in facts else len(facts) / len(fields_of(kind))
