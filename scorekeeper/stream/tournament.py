"""A tournament of an older version: it is kept, shown on one page and given as a file.

Its tables are matches like any other; who played and how it ended is in its file alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Self
from uuid import uuid4

from scorekeeper.core.schema import Invalid, load
from scorekeeper.ledger import Event
from scorekeeper.rulebook import unreadable
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.kinds import AS_WRITTEN, LANGUAGE, InvalidEvent, Kinds
from scorekeeper.stream.roles import FIRST_LINKS, Changes, Links, with_changes
from scorekeeper.stream.streams import Stream, Streams, strikes_of

TOURNAMENT: "Kinds[Tournament, Tournament]" = Kinds("tournament")
"""All of them retired."""


@dataclass(frozen=True)
class Tournament(Stream):
    """What is still known of a tournament: what it was, and which links count."""

    kinds = TOURNAMENT
    mark = "tournament"
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    links: Links = FIRST_LINKS

    @classmethod
    def fold(cls, events: Sequence[Event]) -> Self:
        """The tournament of these events. Raises InvalidEvent."""
        renewed = [event.body for event in events if event.kind == "relinked"]
        try:
            links = load(Links, renewed[-1], AS_WRITTEN) if renewed else FIRST_LINKS
        except Invalid as error:
            raise InvalidEvent(f"body.{error.path}", unreadable(LANGUAGE, error)) from None
        return cls(tuple(events), strikes_of(events), links)

    @property
    def name(self) -> str:
        return self._opened("name")

    @property
    def game(self) -> str:
        return self._opened("game")

    def _opened(self, member: str) -> str:
        said = self.events[0].body["tournament"]
        return str(said.get(member, "")) if isinstance(said, Mapping) else ""


def _objects(body: Mapping[str, object], member: str) -> list[dict[str, object]]:
    said = body.get(member)
    return [each for each in said if isinstance(each, dict)] if isinstance(said, list) else []


class UnknownTournament(LookupError):
    """No tournament has this code."""


class Tournaments(Streams[Tournament]):
    """The tournaments of a ledger."""

    noun = Tournament
    unknown = UnknownTournament


def tables_of(events: Sequence[Event]) -> list[str]:
    """The codes of all matches that ever were its tables."""
    seatings = (event for event in events if event.kind in ("drawn", "moved"))
    tables = (table for event in seatings for table in _objects(event.body, "tables"))
    return list(dict.fromkeys(str(table.get("code", "")) for table in tables))


def names_in(events: Sequence[Event]) -> set[str]:
    """The name of everybody who ever entered, and of its referees, folded."""
    players = (p for event in events for p in _objects(event.body, "players"))
    referees = (event.body for event in events if event.kind == "appointed")
    return {str(each.get("name", "")).casefold() for each in (*players, *referees)} - {""}


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
        for was, now in zip(
            _objects(event.body, "players"), _objects(body, "players"), strict=True
        ):
            if goes(str(was.get("name", ""))):
                now.pop("licence", None)
        yield replace(event, body=body, key=str(uuid4()))


STREAM = StreamType(
    Tournament,
    part="table",
    parts=tables_of,
    owner="table_of",
    names_in=names_in,
    without_names=without_names,
)
"""A tournament, as files and maintenance see it."""
