"""What a fold says, as one hash: server and phone compare theirs whenever something is sent.

Numbers of events, times, keys and marks of phones are not part of it: they differ between the two
until an answer has come, and say nothing of the score.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scorekeeper.core.schema import Json, dump
from scorekeeper.core.sheet import Standing, dump_entry
from scorekeeper.core.version import version
from scorekeeper.ledger import Event, canonical_json
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.rows import Row

VERSION = version()
"""Of the app; read once, for it costs more than all else that a phone's question does."""


@dataclass(frozen=True)
class StateDigest:
    """The `hash` of what a match comes to: the same wherever the same events are folded.

    The `schema` says by what: the version of the app, and a hash of the names of what is hashed.
    """

    hash: str
    schema: str

    def differs(self, hash: object, schema: object) -> bool:
        """True if the other side hashed the same schema and got another hash. Hashes of different
        schemas cannot be compared, so they never differ.
        """
        return schema == self.schema and hash != self.hash


def state_digest(match: Match) -> StateDigest:
    """The fold of a match, to be compared with that of the other side."""
    said = dump_state(match)
    rows = (_row(match, row) for row in match.rows[:1])
    names = [sorted(part) for part in (said, _standing(match, match.standing), *rows)]
    return StateDigest(_digest(said), f"{VERSION} {_digest({'names': names})[:8]}")


def state_digest_at(events: Sequence[Event], matches: Matches | None) -> StateDigest:
    """The fold of some events; the newest of a match may be folded already."""
    match = matches.get(events[0].stream) if matches else None
    known = match is not None and match.version == len(events)
    return state_digest(match if match and known else Match.fold(events))


def _digest(said: Mapping[str, object]) -> str:
    return sha256(canonical_json(said).encode()).hexdigest()


def dump_state(match: Match) -> dict[str, Json]:
    """Everything that is hashed, as JSON: two folds that differ can be laid side by side."""
    places = {row.seq: place for place, row in enumerate(match.rows)}
    return {
        "game": match.game.key,
        "house": match.game.abridge_house(match.house),
        "people": list(match.seating.people),
        "seats": list(match.seating.seats),
        "signs": list(match.seating.signs),
        "standing": _standing(match, match.standing),
        "totals": {str(person): total for person, total in match.totals.items()},
        "rows": [_row(match, row) for row in match.rows],
        "rulings": list(_rulings(match, places)),
        "changed": match.changed,
        "closed": False,  # a member of what 0.10 hashes
        "links": match.links.generation,
        "undo": match.undo.kind if match.undo else None,
        "redo": match.redo.kind if match.redo else None,
    }


def _standing(match: Match, standing: Standing) -> dict[str, Json]:
    return {
        "state": dict(match.game.state(standing)),
        "totals": list(standing.totals),
        "dealer": standing.dealer,
        "next": list(standing.next),
        "played": standing.played,
        "over": standing.over,
        "reached": dump(standing.milestones),
        "notices": dump(standing.notices),
    }


def _row(match: Match, row: Row) -> dict[str, Json]:
    return {
        "entry": dict(dump_entry(row.entry)),
        "lines": [dump(line) for line in row.lines],
        "totals": list(row.after.totals),
        "seats": list(row.seating.seats),
        "versions": len(row.versions),
        "stray": row.seating_undone,
        "struck": row.struck,
        "undone": row.undone,
        "refusal": row.refusal.id if row.refusal else None,
        "note": match.notes.get(row.seq, ""),
    }


def _rulings(match: Match, places: dict[int, int]) -> Iterator[dict[str, Json]]:
    for event in match.rulings:
        ruling: dict[str, Json] = {**event.body["ruling"]}
        about = event.body["ruling"].get("about", 0)
        yield {**ruling, "about": places.get(about), "struck": event.seq in match.struck_by}
