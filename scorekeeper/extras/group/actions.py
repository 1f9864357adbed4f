"""What people can do with a group: each action writes one event; a round of tables is opened
with its matches, all or nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, tzinfo

from scorekeeper.core.schema import dump_fields
from scorekeeper.extras.group import GROUP, Group
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.events import Kept, Opened, Seated
from scorekeeper.ledger import Event, Ledger, Save, Stale, as_save
from scorekeeper.match import Match, group_of
from scorekeeper.match.events import Grouped
from scorekeeper.stream.roles import texts_in
from scorekeeper.stream.streams import Streams, keep_latest

MOST_GROUPS = 5_000
"""Of so many matches it stays in memory which group may read each."""
NOBODY: Mapping[int, int | str] = {}


class UnknownGroup(LookupError):
    """No group has this code."""


class RoundPlayed(ValueError):
    """A round cannot be taken back: something is written at one of its tables."""


class Groups(Streams[Group]):
    """The groups of a ledger; the last `most` folds stay in memory and take in new events."""

    noun = Group
    unknown = UnknownGroup

    def __init__(
        self,
        ledger: Ledger,
        most: int = 100,
        phone: Callable[[str], str] = lambda code: "",
        zone: tzinfo = UTC,
    ) -> None:
        super().__init__(ledger, most)
        self._phone = phone
        """The mark, in the group of a code, of the phone that writes now."""
        self._zone, self._nights = zone, dict[str, date]()
        self._groups: dict[str, tuple[tuple[int, str], str | None]] = {}

    def open(
        self, code: str, name: str, members: Sequence[str], key: str, secret: str = ""
    ) -> Group:
        """Founds a group under a code that is free, which its phone keeps if there is a `secret`.

        Raises Stale if the code is taken, and Invalid.
        """
        body = dump_fields(Opened(company=name, members=tuple(members), secret=secret))
        GROUP.validate_body(None, "opened", body)
        self.ledger.append(code, 0, key, "opened", self._with_phone(code, body))
        return self.get(code)

    def append_next(self, stream: Group, key: str, kind: str, body: Mapping[str, object]) -> Group:
        return super().append_next(stream, key, kind, self._with_phone(stream.code, body))

    def _with_phone(self, code: str, body: Mapping[str, object]) -> dict[str, object]:
        mark = self._phone(code)
        return {**body, **({"phone": mark} if mark else {})}

    def add_match(
        self, code: str, match: Match, key: str, said: Mapping[int, int | str] = NOBODY
    ) -> Group:
        """Makes a match the group's: its people are the members that was `said` of them, or those
        of their names, or new guests.

        The match agrees by the same save. It does not matter who else wrote meanwhile. Raises
        Invalid, KeyReused.
        """
        while (had := match.event_by_key(key)) is None or had.kind != Grouped.kind:
            group, saves = self.get(code), list[Save]()
            if match.code not in group.matches:
                people = [
                    said[at] if at in said else _number_of(group, name)
                    for at, name in enumerate(match.seating.people)
                ]
                body: dict[str, object] = {"match": match.code, "people": people}
                GROUP.validate_body(group, "belongs", body)
                body = self._with_phone(code, body)
                saves.append(as_save(code, group.version, key, "belongs", body, ""))
            if match.group != code:
                agreed = dump_fields(Grouped(group=code))
                saves.append(as_save(match.code, match.version, key, Grouped.kind, agreed, ""))
            with suppress(Stale):
                self.ledger.append_many(*saves)
                break
            match = Match.fold(self.ledger.read(match.code))
        return self.get(code)

    def claim(self, code: str, secret: str, key: str) -> Group:
        """Lets the phone that writes now keep the book, if no other one does."""
        while not (group := self.get(code)).secret:
            with suppress(Stale):
                kept = Kept(keeper=self._phone(code), secret=secret)
                return self.append_next(group, key, kept.kind, dump_fields(kept))
        return group

    def own(self, group: Group, codes: Sequence[str]) -> tuple[str, ...]:
        """Those of some codes that are of matches of the group's own.

        What a match says of its group stays in memory; it is read again once it has changed.
        """
        newest = self.ledger.newest(list(codes))
        here = [code for code in codes if code in newest]
        return tuple(c for c in here if group.owns(c, self._group(c, newest[c])))

    def _group(self, code: str, version: tuple[int, str]) -> str | None:
        if (known := self._groups.get(code)) is None or known[0] != version:
            known = version, group_of(self.ledger.read(code))
        return keep_latest(self._groups, code, known, MOST_GROUPS)[1]

    def seat(
        self, group: Group, seated: Seated, tables: Sequence[Save], version: int, key: str
    ) -> Group:
        """Opens a round with the matches of its `tables`, which say that they are the group's.

        Raises Invalid, Stale, KeyReused.
        """
        body = dump_fields(seated)
        if self._is_resend(group, "seated", body, version, key):
            return group
        GROUP.validate_body(group, "seated", body)
        said = self._with_phone(group.code, body)
        save = as_save(group.code, group.version, key, "seated", said, "")
        self.ledger.append_many(save, *tables)
        return self.get(group.code)

    def undo(self, stream: Group, version: int, key: str) -> Group:
        """Takes back the last thing that was done. Raises Stale, KeyReused, RoundPlayed."""
        if stream.undo and not stream.event_by_key(key, version):
            self._require_unplayed(stream, stream.undo)
        return super().undo(stream, version, key)

    def take_back(self, stream: Group, seq: int, version: int, key: str) -> Group:
        """The same of event `seq`. Raises StoodOn, too."""
        if not stream.event_by_key(key, version):
            self._require_unplayed(stream, stream.events[seq - 1])
        return super().take_back(stream, seq, version, key)

    def _require_unplayed(self, group: Group, event: Event) -> None:
        """Raises RoundPlayed if a round was begun, and something is written at a table of it."""
        if event.kind == "seated":
            read = (self.ledger.read(table["match"]) for table in event.body["tables"])
            tables = map(Match.fold, filter(None, read))
            if any(not row.struck for table in tables if group.has(table) for row in table.rows):
                raise RoundPlayed

    def fits(self, stream: Group, event: Event) -> bool:
        """Who is named came, or is somebody else now; and on an evening of money something was
        played.
        """
        shape = GROUP.body_types[event.kind]
        members = texts_in(shape, event.body, "member")
        night = event.body.get("night") if event.kind in ("bought", "paid") else None
        return (
            super().fits(stream, event)
            and all(stream.members[int(n)].came or int(n) in stream.merges for n in members)
            and (not night or any(self._night_of(stream, c) == night for c in stream.matches))
        )

    def _night_of(self, group: Group, code: str) -> str:
        """The night on which a match was played; empty if it is not here."""
        known = code in group.nights or code in self._nights
        if not known and (events := self.ledger.read(code)):
            self._nights[code] = night_of(events[0].at, self._zone)
        night = group.nights.get(code) or self._nights.get(code)
        return night.isoformat() if night else ""


def _number_of(group: Group, name: str) -> int | str:
    """The member of a name, or the name of a new guest."""
    member = group.called(name)
    return member.number if member else name
