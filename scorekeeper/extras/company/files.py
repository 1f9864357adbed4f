"""A company as a file: its own events, then those of each of its matches."""

from collections.abc import Sequence
from itertools import chain

from scorekeeper.extras.company import COMPANY, Company, fold
from scorekeeper.extras.company.forgetting import forget_called
from scorekeeper.ledger import Event
from scorekeeper.match import fold as fold_match
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.roles import texts_in


def _matches(events: Sequence[Event]) -> Sequence[str]:
    """The codes of all matches that any event ever named: Undo and Redo may bring back each."""
    named = (texts_in(COMPANY.body_types[each.kind], each.body, "stream") for each in events)
    return tuple(dict.fromkeys(chain.from_iterable(named)))


def _check_match(company: Company, events: Sequence[Event]) -> str:
    match = fold_match(events)
    too_many = len(company.matches.get(match.code, ())) > len(match.seating.people)
    return "match: the company knows more people in it than there are" if too_many else ""


STREAM = StreamType(
    COMPANY,
    "company",
    fold,
    lambda: Company.after,
    part="match",
    parts=_matches,
    check_part=_check_match,
    strict=True,
    forget=forget_called,
)
"""A company, as files and maintenance see it."""
