"""The season counted again, by hand as it were: from the events as they lie in the ledger.

Nothing of the app counts here. Of each match there are `Deal`s: what was written in a row in the
end, by whom, and what it gave to whom.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tests.extras.group.season import Season


class Deal(NamedTuple):
    """A row that counts: `who` are the members by seat, `points` what each got."""

    game: str
    match: str
    row: int
    entry: Mapping[str, Any]
    who: tuple[int | None, ...]
    points: tuple[int, ...]


def deals(season: Season) -> Iterator[Deal]:
    """All rows that count, match by match in the order in which they were begun."""
    group, store = season.group, season.store.events
    for code in sorted(group.matches, key=lambda code: store[code][0].at):
        people = group.members_of(season.matches.get(code))
        events = store[code]
        dead: set[int] = set()
        for event in reversed(events):
            if event.kind == "struck" and event.seq not in dead:
                dead.add(event.body["event"])
        for event in events:
            if "entry" not in event.body or event.kind == "corrected" or event.seq in dead:
                continue
            newest = [
                each.body
                for each in events
                if each.kind == "corrected"
                and each.body["event"] == event.seq
                and each.seq not in dead
            ]
            body = [event.body, *newest][-1]
            seats = event.body.get("seats", range(len(events[0].body["names"])))
            lines = [line["points"] for line in body["lines"]]
            points = tuple(map(sum, zip(*lines, strict=True))) or (0,) * len(seats)
            who = tuple(people[person] for person in seats)
            yield Deal(events[0].body["game"], code, event.seq, body["entry"], who, points)


def counted(season: Season, game: str, type: str, field: str) -> Counter[int | None]:
    """How often each member is named by a field of an entry: a seat, or several."""
    found: Counter[int | None] = Counter()
    for deal in deals(season):
        named = deal.entry.get(field) if deal.entry["type"] == type else None
        if deal.game == game and named is not None:
            found.update(deal.who[seat] for seat in (named if isinstance(named, list) else [named]))
    return found


def by_match(found: Sequence[Deal]) -> Iterator[tuple[str, list[Deal]]]:
    for code, group in groupby(found, key=lambda deal: deal.match):
        yield code, list(group)


def runs(steps: Sequence[bool]) -> int:
    return max((len(list(run)) for so, run in groupby(steps) if so), default=0)
