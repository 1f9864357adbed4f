"""Kinds of event that older versions wrote and that no code declares any more.

They stay in the ledger, in files and in the history; `check` accepts them, `forget` reaches the
names in them, and they have no other effect. What a body holds beside names is never read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Places = Mapping[str, "str | tuple[str] | Places"]
"""Member of a body → the role (stream/roles.py) of what it holds; in a tuple, of each part of
a list; of a list of objects, the same of their members.
"""


@dataclass(frozen=True)
class RetiredKind:
    """Where a body names people or events, and the traits that its events keep: an older strike of
    one is still a strike of something that can be undone.
    """

    places: Places = field(default_factory=dict)
    traits: Mapping[str, bool] = field(default_factory=dict)


LIGHT, UNDOABLE = {"never_conflicts": True}, {"undoable": True}
CALLS = {
    "appointed": RetiredKind({"name": "label", "phone": "mark"}, LIGHT),
    "called": RetiredKind({"note": "text"}, LIGHT),
    "came": RetiredKind({"event": "event", "referee": "text"}, LIGHT),
}
"""Calls for a referee."""
SIGNATURE = dict.fromkeys(("hash", "key", "signature"), "text")
"""Of a signature nothing stays where all names go."""
RETIRED: Mapping[str, Mapping[str, RetiredKind]] = {
    "match": {"signed": RetiredKind({"head": "event", **SIGNATURE}, LIGHT)},
    "group": {
        **CALLS,
        "hosted": RetiredKind({}, UNDOABLE),
        "recalled": RetiredKind(
            {
                "guests": ("name",),
                "results": {"called": ("text",), "pub": "text", "town": "text"},
            },
            {**UNDOABLE, "applied_if_struck": True},
        ),
    },
    "tournament": {
        **CALLS,
        "opened": RetiredKind(),
        "entered": RetiredKind({"players": {"name": "name", "licence": "licence"}}, UNDOABLE),
        "relinked": RetiredKind({"phone": "mark"}),
        "struck": RetiredKind({"event": "event"}),
        "claimed": RetiredKind({"phone": "mark"}, UNDOABLE),
        "shown": RetiredKind(),
        **dict.fromkeys(
            ("closed", "drawn", "lot", "moved", "result", "returned", "substituted", "withdrew"),
            RetiredKind({}, UNDOABLE),
        ),
    },
}
"""Noun → kind → what is left of it."""
