"""A tournament of an older version: it is kept, shown on one page and given as a file.

Its tables are matches like any other; who played and how it ended is in its file alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from uuid import uuid4

from scorekeeper.ledger import Event
from scorekeeper.schema import load
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.kinds import AS_WRITTEN, Kinds
from scorekeeper.stream.roles import FIRST_LINKS, Changes, Links, with_changes
from scorekeeper.stream.streams import Stream, strikes_of

TOURNAMENT: "Kinds[Tournament, Tournament]" = Kinds("tournament")
"""All of them retired."""


@dataclass(frozen=True)
class Tournament(Stream):
    """What is still known of a tournament: what it was, and which links count."""

    kinds = TOURNAMENT
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    links: Links = FIRST_LINKS

    @property
    def name(self) -> str:
        """What it was called."""
        return str(self.events[0].body["tournament"]["name"])

    @property
    def game(self) -> str:
        """The key of its game."""
        return str(self.events[0].body["tournament"]["game"])


def fold(events: Sequence[Event]) -> Tournament:
    """The tournament of these events, the first of them `opened`."""
    renewed = [event.body for event in events if event.kind == "relinked"]
    links = load(Links, renewed[-1], AS_WRITTEN) if renewed else FIRST_LINKS
    return Tournament(tuple(events), strikes_of(events), links)


def tables_of(events: Sequence[Event]) -> list[str]:
    """The codes of all matches that ever were its tables."""
    seatings = (event.body["tables"] for event in events if event.kind in ("drawn", "moved"))
    return list(dict.fromkeys(table["code"] for tables in seatings for table in tables))


def names_in(events: Sequence[Event]) -> set[str]:
    """Every name that was ever entered, folded."""
    entered = (event.body["players"] for event in events if event.kind == "entered")
    return {player["name"].casefold() for players in entered for player in players}


def without_names(events: Sequence[Event], player: str | None = None) -> Iterator[Event]:
    """The events without names and licence numbers: those of all, or of one `player`.

    Every event gets another key, so that whoever read it before sees that it changed.
    """
    numbers = count(1)

    def goes(name: str) -> bool:
        return player is None or name.casefold() == player.casefold()

    def label(name: str) -> str:
        number = next(numbers)
        return str(number) if goes(name) else name

    def without(text: str) -> str:
        return "–" if text and (player is None or player.casefold() in text.casefold()) else text

    changes: Changes = {"name": label, "label": without, "text": without}
    for event in events:
        body = with_changes(TOURNAMENT.body_types[event.kind], event.body, changes)
        if event.kind == "entered":
            gone = [goes(old["name"]) for old in event.body["players"]]
            pairs = zip(gone, body["players"], strict=True)
            body["players"] = [
                {
                    member: value
                    for member, value in new.items()
                    if not (is_gone and member == "licence")
                }
                for is_gone, new in pairs
            ]
        yield replace(event, body=body, key=str(uuid4()))


STREAM = StreamType(
    TOURNAMENT,
    "tournament",
    fold,
    lambda tournament, event: fold((*tournament.events, event)),
    part="table",
    parts=tables_of,
    names_in=names_in,
    without_names=without_names,
)
"""A tournament, as files and maintenance see it."""
