"""What people can do with a company: each action writes one event; a round of tables is opened
with its matches, all or nothing.
"""

from collections.abc import Sequence
from contextlib import suppress

from scorekeeper.extras.company import COMPANY, Company, fold
from scorekeeper.extras.company.events import Opened, Seated
from scorekeeper.ledger import Event, Ledger, Save, Stale
from scorekeeper.ledger.chain import as_save
from scorekeeper.match import Match
from scorekeeper.match import fold as fold_match
from scorekeeper.schema import dump_fields
from scorekeeper.stream.streams import Streams


class UnknownCompany(LookupError):
    """No company has this code."""


class RoundPlayed(ValueError):
    """A round cannot be taken back: something is written at one of its tables."""


class Companies(Streams[Company]):
    """The companies of a ledger; the last `most` folds stay in memory and take in new events."""

    mark = "company"
    unknown = UnknownCompany
    kinds = COMPANY

    def __init__(self, ledger: Ledger, most: int = 100) -> None:
        super().__init__(ledger, most)

    def open(self, code: str, name: str, members: Sequence[str], key: str) -> Company:
        """Founds a company under a code that is free; raises Stale if it is taken, and Invalid."""
        body = dump_fields(Opened(company=name, members=tuple(members)))
        COMPANY.validate_body(None, "opened", body)
        self.ledger.append(code, 0, key, "opened", body)
        return self.get(code)

    def add_match(self, code: str, match: Match, key: str) -> Company:
        """Makes a match the company's: its people are members by their names, or new guests.

        It does not matter who else wrote meanwhile. Raises Invalid, KeyReused.
        """
        while match.code not in (company := self.get(code)).matches:
            known = ((company.called(name), name) for name in match.seating.people)
            people = [member.number if member else name for member, name in known]
            with suppress(Stale):
                body = {"match": match.code, "people": people}
                return self.write(company, "belongs", body, company.version, key)
        return company

    def seat(
        self, company: Company, seated: Seated, tables: Sequence[Save], version: int, key: str
    ) -> Company:
        """Opens a round with the matches of its `tables`. Raises Invalid, Stale, KeyReused."""
        body = dump_fields(seated)
        if self._is_resend(company, "seated", body, version, key):
            return company
        COMPANY.validate_body(company, "seated", body)
        save = as_save(company.code, company.version, key, "seated", body, "")
        self.ledger.append_many(save, *tables)
        return self.get(company.code)

    def undo(self, stream: Company, version: int, key: str) -> Company:
        """Takes back the last thing that was done. Raises Stale, KeyReused, RoundPlayed."""
        if stream.undo and stream.undo.kind == "seated" and not stream.event_by_key(key, version):
            streams = (self.ledger.read(table["match"]) for table in stream.undo.body["tables"])
            if any(
                not row.struck for events in streams if events for row in fold_match(events).rows
            ):
                raise RoundPlayed
        return super().undo(stream, version, key)

    def strike(self, company: Company, seq: int, version: int, key: str) -> Company:
        """Takes event `seq` back. Raises Stale, KeyReused."""
        return self._strike(company, {"event": seq}, version, key)

    def fold(self, events: Sequence[Event]) -> Company:
        return fold(events)
