"""A tournament as a file: its own events, then those of its tables; and the same as if its players
had always been called by numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from uuid import uuid4

from scorekeeper.extras.tournament import TOURNAMENT, Tournament, fold
from scorekeeper.ledger import Event
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.roles import Changes, with_changes


def names_in(events: Sequence[Event]) -> set[str]:
    """Every name that was ever entered, folded."""
    entered = (event.body["players"] for event in events if event.kind == "entered")
    return {player["name"].casefold() for players in entered for player in players}


def without_names(events: Sequence[Event], player: str | None = None) -> Iterator[Event]:
    """The events without names and licence numbers: those of all, or of one `player`.

    Every event gets another key, so that whoever read it before sees that it changed.
    """
    forgetting = _Forgetting(player)
    for event in events:
        yield replace(event, body=forgetting.body(event), key=str(uuid4()))


class _Forgetting:
    """What names become: those of everybody, or of one `player` (however it is capitalised)."""

    def __init__(self, player: str | None) -> None:
        self._player = None if player is None else player.casefold()
        self._numbers = count(1)

    def body(self, event: Event) -> dict[str, object]:
        """What an event says without the names; players come in their order."""
        if event.kind == "opened":
            return dict(event.body)  # the name of a tournament is on its posters
        changes: Changes = {"name": self._label, "label": self._without, "text": self._without}
        body = with_changes(TOURNAMENT.body_types[event.kind], event.body, changes)
        if event.kind == "entered":
            pairs = zip(event.body["players"], body["players"], strict=True)
            body["players"] = [self._nameless(old, new) for old, new in pairs]
        return body

    def _label(self, name: str) -> str:
        """What an entrant is called: his number, if he is the one who goes, or all do."""
        number = next(self._numbers)
        return str(number) if self._goes(name) else name

    def _nameless(self, old: dict[str, object], new: dict[str, object]) -> dict[str, object]:
        goes = self._goes(str(old["name"]))
        return {name: part for name, part in new.items() if not (goes and name == "licence")}

    def _goes(self, name: str) -> bool:
        return self._player is None or name.casefold() == self._player

    def _without(self, text: str) -> str:
        """What was typed, unless somebody may be named in it."""
        names = self._player is None or self._player in text.casefold()
        return "–" if names and text else text


SEATINGS = ("drawn", "moved")


def tables_of(events: Sequence[Event]) -> list[str]:
    """The codes of all matches that ever were tables: of rounds that were taken back, too."""
    drawn = (event.body["tables"] for event in events if event.kind in SEATINGS)
    return list(dict.fromkeys(table["code"] for tables in drawn for table in tables))


def _after(tournament: Tournament, event: Event) -> Tournament:
    return fold((*tournament.events, event))


STREAM = StreamType(
    TOURNAMENT,
    "tournament",
    fold,
    _after,
    part="table",
    parts=tables_of,
    owner="table_of",
    names_in=names_in,
    without_names=without_names,
)
"""A tournament, as files and maintenance see it."""
