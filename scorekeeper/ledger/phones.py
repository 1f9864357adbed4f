"""What each phone of a house may do, as one text: a row beside the events, as durable as they are.

Nothing of it is history: a phone that is forgotten leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from scorekeeper.ledger.rows import Record

KEPT = 400
"""Days on which phones came, after which one that did not come is let go."""
TABLE = """
create {temporary} table phones (
  phone text primary key, roles text not null, number integer not null, day text not null
)
"""
INDEX = "create index phones_by_number on phones (number)"

_READ = "select roles, day from phones where phone = ?"
_ALL = "select phone, roles, number, day from phones order by phone"
_LATEST = "select number, day from phones order by number desc limit 1"
# An update, even of nothing, keeps others from the row until the transaction ends.
_HOLD = """
insert into phones (phone, roles, number, day) values (?, '', 0, '')
on conflict (phone) do update set phone = excluded.phone
"""
_WRITE = "update phones set roles = ?, number = ?, day = ? where phone = ?"
_FORGET = "delete from phones where phone = ?"
_LET_GO = "delete from phones where number <= ?"
_COPY = """
insert into phones (phone, roles, number, day) values (?, ?, ?, ?) on conflict (phone)
do update set roles = excluded.roles, number = excluded.number, day = excluded.day
"""

Do = Callable[[str, Sequence[object]], list[Record]]
"""Does one statement, in which `?` stands for a value; gives its rows."""


class Doing(Protocol):
    """Does some work in one transaction, all of it or nothing; perhaps twice."""

    def __call__(self, work: Callable[[Do], None]) -> None: ...


class Phones:
    """The phones of a ledger, by their marks: `reading` does a statement, `writing` several.

    Days are counted, not dates: those on which any phone came. So a clock that stands wrong for
    once makes no phone old. All of it raises LedgerError.
    """

    def __init__(self, reading: Do, writing: Doing) -> None:
        self._reading, self._writing = reading, writing

    def read(self, phone: str) -> tuple[str, str]:
        """What a phone may do, and the day on which it came last; empty if nobody knows it."""
        rows = self._reading(_READ, (phone,))
        return (str(rows[0][0]), str(rows[0][1])) if rows else ("", "")

    def change(self, phone: str, today: str, change: Callable[[str], str]) -> str:
        """Makes of what a phone may do what `change` makes of it; gives that.

        It came today; those that did not come for long are let go.
        """
        made = ""

        def work(do: Do) -> None:
            nonlocal made
            number = _number(do, today)
            do(_HOLD, (phone,))
            [(known, _day)] = do(_READ, (phone,))
            made = change(str(known))
            do(_WRITE, (made, number, today, phone))
            do(_LET_GO, (number - KEPT,))

        self._writing(work)
        return made

    def forget(self, phone: str) -> None:
        """Takes everything from a phone."""
        self._writing(lambda do: _do_all(do, _FORGET, [(phone,)]))

    def all(self) -> list[Record]:
        """Whatever there is, for a copy."""
        return self._reading(_ALL, ())

    def take_over(self, rows: Iterable[Record]) -> None:
        """Writes what `all` gave of another ledger."""
        self._writing(lambda do: _do_all(do, _COPY, rows))


def _number(do: Do, today: str) -> int:
    """How many days phones came until today."""
    number, day = next(iter(do(_LATEST, ())), (0, ""))
    return int(number) + int(day != today)


def _do_all(do: Do, sql: str, rows: Iterable[Sequence[object]]) -> None:
    for row in rows:
        do(sql, row)
