"""Summaries as the rows of a table beside the ledger, and the hash of the code that made them."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from scorekeeper.extras.company.balances import Balance
from scorekeeper.extras.company.records.summary import (
    MatchFeat,
    RowRef,
    Summary,
    Tally,
    key_of,
)
from scorekeeper.games import GAMES
from scorekeeper.ledger import Ledger, LedgerError
from scorekeeper.ledger.summaries import SummaryRow, Version, summaries_beside
from scorekeeper.records import Feat

PACKAGE = Path(__file__).parents[3]
MADE_BY = ("*.py", "match/*.py", "stream/*.py", "games/*.py", "extras/*/*.py", "extras/*/records/*")
"""Files that a fold and a summary may depend on, beside those of the games."""

Summed = tuple[Version, Summary | None]
"""A match in figures as of a version; None for what is no match, though a file may say it is."""


class SummaryRows:
    """The rows beside a ledger. Nobody depends on them: what cannot be read is folded anew, and
    what cannot be written now is written another time.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._table = summaries_beside(ledger)

    def read(self, versions: Mapping[str, Version]) -> dict[str, Summed]:
        """Match → its summary as of this version, of those that have one."""
        found = dict[str, Summed]()
        with suppress(LedgerError):
            texts = self._table.read(code_hash(), versions) if self._table and versions else {}
            for match, text in texts.items():
                with suppress(ValueError, TypeError, LookupError, AttributeError):
                    found[match] = versions[match], summary_from(match, text)
        return found

    def write(self, summed: Mapping[str, Summed]) -> None:
        """Writes what was folded anew."""
        rows = [SummaryRow(match, v, text_of(each)) for match, (v, each) in summed.items() if each]
        with suppress(LedgerError):
            if self._table and rows:
                self._table.write(code_hash(), rows)


@cache
def code_hash() -> str:
    """The hash of all code by which a match is folded and summed up: other code, other figures."""
    digest = sha256()
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for pattern in MADE_BY:
        yield from sorted(path for path in PACKAGE.glob(pattern) if path.suffix == ".py")
    for key in sorted(GAMES):
        yield from sorted(GAMES[key].folder.rglob("*.py"))
        yield GAMES[key].folder / "defaults.toml"


def text_of(summary: Summary) -> str:
    """A summary as JSON; rows are numbers, since all are of its match."""
    found = {
        "game": summary.game,
        "begun": summary.begun,
        "people": summary.people,
        "tallies": {
            person: [
                [*key, each.n, each.at and each.at.row, each.of, each.longest]
                for key, each in tallies.items()
            ]
            for person, tallies in summary.tallies.items()
        },
        "endings": summary.endings,
        "marks": [[vars(mark.feat), mark.people, mark.row] for mark in summary.marks],
        "balance": summary.balance and vars(summary.balance),
    }
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def summary_from(code: str, text: str) -> Summary:
    """The summary of a match from its text. Raises ValueError, TypeError, LookupError
    and AttributeError for one that is broken.
    """
    said = json.loads(text)
    return Summary(
        code=code,
        game=said["game"],
        begun=said["begun"],
        people=tuple(said["people"]),
        tallies={
            int(person): {
                key_of(kind, id): Tally(n, row if row is None else RowRef(code, row), of, longest)
                for kind, id, n, row, of, longest in tallies
            }
            for person, tallies in said["tallies"].items()
        },
        endings={int(p): tuple(map(tuple, endings)) for p, endings in said["endings"].items()},
        marks=tuple(
            MatchFeat(Feat(**feat | {"seats": tuple(feat["seats"])}), tuple(people), row)
            for feat, people, row in said["marks"]
        ),
        balance=_balance(said["balance"]) if said["balance"] else None,
    )


def _balance(said: dict[str, Any]) -> Balance:
    points = {int(person): n for person, n in said["points"].items()}
    return Balance(**said | {"points": points, "seated": tuple(said["seated"])})
