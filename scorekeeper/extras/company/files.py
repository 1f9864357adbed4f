"""A company as a file: its own events, then those of each of its matches, one JSON line per event.

A file of a match alone is read here too: whoever brings a file need not say what it is.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.extras.company import COMPANY, Company, fold
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match.files import fold_match
from scorekeeper.stream.files import (
    BrokenLine,
    Part,
    Stream,
    check_fold,
    code_in,
    dump,
    lines_of,
    load_events,
    parts_of,
)


def is_company(events: Sequence[Event]) -> bool:
    """True for the events of a company."""
    return bool(events) and "company" in events[0].body


def streams_of(ledger: Ledger, code: str) -> list[Stream]:
    """The events of a match; or of a company, and of its matches. None for a code of nothing."""
    events = ledger.read(code)
    if not is_company(events):
        return [events] if events else []
    matches = map(ledger.read, fold(events).matches)
    return [events, *filter(None, matches)]


def dump_all(streams: Sequence[Stream]) -> str:
    """The lines of a file."""
    return "".join(map(dump, streams))


def load(text: str) -> list[Stream]:
    """The streams of a file, whole and with sense. Raises BrokenLine at the first line without.

    The first is the company, or the match; only a company has more, and all its matches are there.
    """
    parts = list(parts_of(lines_of(text)))
    first, lines = parts[0] if parts else (1, [])
    events = load_events(lines, first)
    if not is_company(events):
        check_fold(events, fold_match, first)
        if parts[1:]:
            raise BrokenLine(parts[1][0], "match: the file of a match holds that alone")
        return [events]
    company = check_fold(events, fold_company, first)
    assert company is not None
    return [events, *_matches_of(company, parts[1:])]


def _matches_of(company: Company, parts: Sequence[Part]) -> Iterator[Stream]:
    """The events of the matches of a company. Raises BrokenLine, also for one that is missing."""
    left = list(company.matches)
    for first, lines in parts:
        code = code_in(lines[0])
        if code not in left:
            raise BrokenLine(first, f"match: {code} is no match of {company.code}, or here twice")
        left.remove(code)
        yield _match(company, first, lines)
    if left:
        raise BrokenLine(1, f"of the company's matches these are missing: {', '.join(left)}")


def _match(company: Company, first: int, lines: Sequence[str]) -> Stream:
    """The events of a match of a company. Raises BrokenLine."""
    events = load_events(lines, first)
    match = check_fold(events, fold_match, first)
    if match and len(company.matches[match.code]) > len(match.seating.people):
        raise BrokenLine(first, "match: the company knows more people in it than there are")
    return events


def fold_company(company: Company | None, event: Event) -> Company:
    """A company (None: it is being founded) one event later. Raises Nonsense."""
    COMPANY.check(company, event)
    return company.after(event) if company else fold((event,))
