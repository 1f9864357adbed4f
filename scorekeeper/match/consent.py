"""What the others at the table say of a row: they confirm it, object to it, or say nothing.

An answer is a person's, from a phone, on one version of a row: what is corrected is asked again.
Nothing waits for an answer: what stands on the sheet counts.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.ledger import Event
from scorekeeper.match import Match, bodies
from scorekeeper.match.rows import Row
from scorekeeper.sheet import sum_of

ANSWERS = ("confirmed", "objected")
SILENCE = 3
"""After so many counted rows an answer is asked for once more, and then no longer."""

State = Literal["", "waiting", "reminded", "silent", "confirmed", "objected", "decided"]
"""How a row stands: nobody asks (empty), `waiting` for an answer, `reminded` once more, `silent`:
nobody objected in time, `confirmed` by who has to, `objected` to, or `decided` by a ruling.
"""


class NoAnswer(ValueError):
    """An answer that does not count: `why` is struck, corrected, absent, own-phone, own-entry or
    two-people.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Consent:
    """What was said of a row as it stands now, by person; `before` agreed with an older version."""

    state: State = ""
    confirmed: tuple[int, ...] = ()
    objections: tuple[Event, ...] = ()
    before: tuple[int, ...] = ()


def answers_since(match: Match, seq: int) -> defaultdict[int, list[Event]]:
    """Row number → the answers about it in their order, for the rows from number `seq` on."""
    answers: defaultdict[int, list[Event]] = defaultdict(list)
    for event in match.events[seq:]:
        if event.kind in ANSWERS:
            answers[bodies.answered(event)["event"]].append(event)
    return answers


def consents(match: Match, rows: Sequence[Row]) -> Mapping[int, Consent]:
    """Row number → what was said of it, for some rows of a match in their order."""
    if not rows:
        return {}
    answers = answers_since(match, rows[0].seq)
    later = _later(match, rows[0].seq)
    return {row.seq: consent_of(match, row, answers[row.seq], later[row.seq]) for row in rows}


def consent_of(match: Match, row: Row, answers: Iterable[Event], later: int) -> Consent:
    """What was said of a row, if so many counted rows were written after it."""
    if row.struck:
        return Consent()
    newest = {bodies.answered(event)["person"]: event for event in answers}
    now = {who: event for who, event in newest.items() if _version(event) == row.versions[-1]}
    confirmed = tuple(who for who, event in now.items() if event.kind == "confirmed")
    objections = tuple(event for event in now.values() if event.kind == "objected")
    before = tuple(
        who for who, event in newest.items() if who not in now and event.kind == "confirmed"
    )
    state = _state(match, row, confirmed, objections, later)
    return Consent(state, confirmed, objections, before)


def check_answer(match: Match, row: Row, person: int, phone: str, version: int) -> None:
    """Raises NoAnswer unless a person may answer for himself, with this phone, on this version."""
    answers = answers_since(match, row.seq)[row.seq]
    now = [bodies.answered(event) for event in answers if _version(event) == row.versions[-1]]
    faults = {
        "struck": row.struck,
        "corrected": version != row.versions[-1],
        "absent": person not in row.seating.seats,
        "own-phone": phone == phone_of(match, row),
        "own-entry": person == writer_of(match, row),
        "two-people": any(body["phone"] == phone and body["person"] != person for body in now),
    }
    if why := next((why for why, holds in faults.items() if holds), ""):
        raise NoAnswer(why)


def phone_of(match: Match, row: Row) -> str:
    """The mark of the phone that wrote what a row says; empty if it is not known."""
    return bodies.recorded(match.events[row.versions[-1] - 1]).get("phone", "")


def writer_of(match: Match, row: Row) -> int | None:
    """The person whose phone wrote what a row says, if that is known."""
    phone = phone_of(match, row)
    return owner_of(match, phone) if phone else None


def owner_of(match: Match, phone: str) -> int | None:
    """The person whom a phone said last to be in the hand of."""
    said = (e.body for e in reversed(match.events) if e.kind in ("took", *ANSWERS))
    whose = (body["person"] for body in said if body["phone"] == phone)
    return next((person for person in whose if person is not None), None)


def pencil_of(match: Match) -> str:
    """The mark of the phone that writes: which took it over, or wrote last; empty if not known."""
    wrote = (event for event in reversed(match.events) if event.kind not in ANSWERS)
    marks = (event.body.get("phone", "") for event in wrote if event.kind != "relinked")
    return next(filter(None, marks), "")


def opponents_of(match: Match, row: Row) -> frozenset[int]:
    """The people whose word counts as an opponent's: they fared otherwise than the writer did.

    Who wrote and is not known fared best, as far as anybody can say; and where all fared alike,
    anybody's word will do.
    """
    people = row.seating.seats
    points = dict(zip(people, sum_of(row.lines, len(people)), strict=True))
    writer = writer_of(match, row)
    own = points[writer] if writer in points else _best(match, tuple(points.values()))
    return frozenset(who for who in people if points[who] != own) or frozenset(people)


def _best(match: Match, points: Sequence[int]) -> int:
    places = match.game.ranking(points)
    return next(points[seat] for place, seat in places if place == 1)


def _state(
    match: Match, row: Row, confirmed: Sequence[int], objections: Sequence[Event], later: int
) -> State:
    if objections:
        decided = any(e.seq > max(o.seq for o in objections) for e in rulings_about(match, row.seq))
        return "decided" if decided else "objected"
    asked = match.house.confirm
    if any(asked != "opponent" or who in opponents_of(match, row) for who in confirmed):
        return "confirmed"
    if asked == "off":
        return ""
    return "waiting" if later < SILENCE else "reminded" if later == SILENCE else "silent"


def rulings_about(match: Match, seq: int) -> list[Event]:
    """The rulings that hold and answer an objection to a row."""
    holding = (event for event in match.rulings if event.seq not in match.struck_by)
    return [event for event in holding if bodies.ruling(event).get("about") == seq]


def _later(match: Match, seq: int) -> Mapping[int, int]:
    """Row number → how many counted rows that hold were written after it, from number `seq` on."""
    later: dict[int, int] = {}
    counted = 0
    for row in reversed(match.rows):
        if row.seq < seq:
            break
        later[row.seq] = counted
        counted += row.entry.counted and not row.struck
    return later


def _version(event: Event) -> int:
    return bodies.answered(event)["version"]
