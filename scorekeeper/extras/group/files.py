"""A group as a file: its own events, then those of each of its matches."""

from collections.abc import Sequence
from itertools import chain

from scorekeeper.extras.group import GROUP, Group, fold
from scorekeeper.extras.group.forgetting import forget_called
from scorekeeper.ledger import Event
from scorekeeper.match import fold as fold_match
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.roles import texts_in


def _matches(events: Sequence[Event]) -> Sequence[str]:
    """The codes of all matches that any event ever named: Undo and Redo may bring back each."""
    named = (texts_in(GROUP.body_types[each.kind], each.body, "stream") for each in events)
    return tuple(dict.fromkeys(chain.from_iterable(named)))


def _check_match(group: Group, events: Sequence[Event]) -> str:
    match = fold_match(events)
    too_many = len(group.matches.get(match.code, ())) > len(match.seating.people)
    return "match: the group knows more people in it than there are" if too_many else ""


STREAM = StreamType(
    GROUP,
    "company",
    fold,
    lambda: Group.after,
    part="match",
    parts=_matches,
    check_part=_check_match,
    strict=True,
    forget=forget_called,
)
"""A group, as files and maintenance see it."""
