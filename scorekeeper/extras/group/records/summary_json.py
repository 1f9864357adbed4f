"""Matches in figures as a ledger keeps them beside its events: as JSON, and back."""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, cast

from scorekeeper.core.records import Feat
from scorekeeper.core.schema import dump_fields
from scorekeeper.extras.group.balances import Balance
from scorekeeper.extras.group.records.summary import (
    Ending,
    Key,
    Kind,
    MatchFeat,
    Summary,
    Tallies,
    Tally,
    key_of,
)


def dump_summary(summary: Summary | None) -> str:
    """A match in figures as JSON; null for what is no match."""
    if summary is None:
        return "null"
    tallies, balance = summary.tallies, summary.balance
    body = {
        "code": summary.code,
        "game": summary.game,
        "begun": summary.begun,
        "people": summary.people,
        "group": summary.group,
        "tallies": {
            person: {_word(key): _said(tally) for key, tally in each.items()}
            for person, each in tallies.items()
        },
        "endings": {
            person: "".join(map(_LETTERS.__getitem__, each))
            for person, each in summary.endings.items()
        },
        "marks": [[dump_fields(m.feat), m.people, m.row] for m in summary.marks],
        "balance": vars(balance) if balance else None,
    }
    return json.dumps(body, separators=(",", ":"))


def load_summary(text: str) -> Summary | None:
    """What `dump_summary` gave."""
    body = json.loads(text)
    if body is None:
        return None
    balance = body["balance"]
    return Summary(
        code=body["code"],
        game=body["game"],
        begun=body["begun"],
        people=(*body["people"],),
        tallies={int(person): _tallies(each) for person, each in body["tallies"].items()},
        endings={
            int(person): tuple(map(_ENDINGS.__getitem__, each))
            for person, each in body["endings"].items()
        },
        marks=tuple(MatchFeat(_feat(feat), (*who,), row) for feat, who, row in body["marks"]),
        balance=_balance(balance) if balance else None,
        group=body["group"],
    )


_ENDINGS: Mapping[str, Ending] = {
    "w": (True, False),
    "l": (False, True),
    "-": (False, False),
    "b": (True, True),
}
"""What ended for a person, as a letter: won, lost, neither or both."""
_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}


def _word(key: Key) -> str:
    return f"{key.kind} {key.id}"


@cache
def _key(word: str) -> Key:
    kind, _blank, id = word.partition(" ")
    return key_of(cast(Kind, kind), id)


def _said(tally: Tally) -> int | list[int]:
    """A tally as JSON: most are nothing but a count."""
    return tally.n if tally == (tally.n, 0, False) else [*tally]


def _tallies(said: Mapping[str, Any]) -> Tallies:
    return {
        _key(word): _count(tally) if type(tally) is int else Tally._make(tally)
        for word, tally in said.items()
    }


@lru_cache(maxsize=1024)
def _count(n: int) -> Tally:
    return Tally(n)


def _feat(said: Mapping[str, Any]) -> Feat:
    return Feat(**{**said, "seats": (*said.get("seats", ()),)})


def _balance(said: Mapping[str, Any]) -> Balance:
    points = {int(person): n for person, n in said["points"].items()}
    return Balance(**{**said, "points": points, "seated": (*said["seated"],)})
