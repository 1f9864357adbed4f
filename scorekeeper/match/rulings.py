"""A question to the referee with its answer, as a match keeps it; and what a row already says of
one.

The answer is a copy of the whole judgement, which makes an exported match complete by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scorekeeper.core.schema import Json, dump_fields, fields_of, load, spec_of
from scorekeeper.core.sheet import Entry
from scorekeeper.match import Match
from scorekeeper.match.checks import english, knows, validate_seat
from scorekeeper.match.rows import Row
from scorekeeper.referee import explanation
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.judgements import Judgement, load_judgement
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook import Rulebook
from scorekeeper.stream.kinds import STRICT, InvalidEvent, prefix_path
from scorekeeper.stream.roles import EventNo, Keyword, Name, Text


@dataclass(frozen=True)
class _Verdict:
    """A verdict; the shape of `facts`, `result` and `witness` depends on the question."""

    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    offence: str | None = None
    missing: tuple[str, ...] = ()
    decides: str | None = None
    whatever: bool = False
    customs: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)
    result: Mapping[str, object] = field(default_factory=dict, hash=False)
    witness: Mapping[str, object] = field(default_factory=dict, hash=False)
    instead: tuple[object, ...] = ()
    possible: tuple[object, ...] = ()
    penalty: Penalty | None = None


@dataclass(frozen=True, kw_only=True)
class JudgementRecord:
    """A question with its verdict; `link` is the code under which that is kept."""

    link: Keyword
    game: Keyword
    house: Mapping[str, object] = field(hash=False)
    names: tuple[Name, ...]
    kind: Keyword
    given: Mapping[str, object] = field(hash=False)
    verdict: Mapping[str, object] = field(hash=False)

    def validate(self, match: Match) -> None:
        """A page can show it: it is of this game, and there are words for all of it."""
        if self.game != match.game.key:
            raise InvalidEvent("game", f"this is a match of {match.game.key}")
        house = prefix_path("house", lambda: match.game.read_house(self.house))
        verdict = prefix_path("verdict", lambda: load(_Verdict, self.verdict, STRICT))
        book = english(match)
        for id in (*verdict.rules, *verdict.customs):
            if not knows(book, id):
                raise InvalidEvent("verdict.rules", f"{match.game.key} has no rule {id!r}")
        if self.kind == Admitted.kind:
            prefix_path("given", lambda: load(Admitted, self.given, STRICT))
        else:
            match.game.read_question(self.kind, self.given, house)
        try:
            tuple(_words(load_judgement(dump_fields(self)), book))
        except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
            why = "there are no words for this verdict on this question"
            raise InvalidEvent("verdict", why) from None


@dataclass(frozen=True, kw_only=True)
class Ruling(JudgementRecord):
    """What the table made of a verdict.

    `seat` is the offender's in the match, `about` the row that somebody objected to.
    """

    how: Literal["applied", "agreed", "waived"]
    seat: int | None
    note: Text
    about: EventNo | None = None

    def validate(self, match: Match) -> None:
        if self.seat is not None:
            validate_seat("seat", self.seat, len(match.names))
        if self.about is not None and not match.has_row(self.about):
            raise InvalidEvent("about", f"event {self.about} recorded no entry to be decided about")
        super().validate(match)


def _words(judgement: Judgement, book: Rulebook) -> Iterator[object]:
    """Everything that a page says of a judgement."""
    verdict = judgement.verdict
    yield explanation.sentence(judgement, book)
    yield from explanation.answers(judgement, book)
    yield [explanation.play(judgement, book, choice) for choice in verdict.instead]
    if judgement.asked.lists_breaches:
        for _, proof in explanation.breaches(judgement, book):
            yield proof and (book.card(proof["card"]), f"{proof['trick']:d}")
    if verdict.verdict == "offence":
        yield explanation.onward(judgement, book)


TOO_LITTLE = 0.5
"""Of its facts a row has to know more than this part for a question to be about the row."""


def facts_for(kind: type, row: Row) -> Mapping[str, Json]:
    """The facts of a question that an entry knows, as JSON: fields of the same name and type, or
    the whole entry where a field is named like its type. Seats are those of the match.

    A question is about who played: it knows of nobody else, and for a dealer who pauses the last
    of them deals.
    """
    data = dict(_of_players(row))
    facts = {name: data[name] for name in _shared(kind, row.entry) if name in data}
    return facts | ({row.entry.type: data} if row.entry.type in fields_of(kind) else {})


def _of_players(row: Row) -> Iterator[tuple[str, Json]]:
    """The fields of a row's entry with their JSON, as far as they are about who played."""
    declared = fields_of(type(row.entry))
    for name, value in dump_fields(row.entry).items():
        known = spec_of(declared[name]).known
        if known == "dealer" and value not in row.players:
            yield name, row.players[-1]
        elif known != "resting":
            yield name, value


def kinds_about(match: Match, row: Row) -> list[str]:
    """The kinds of question that a row says most of, the one that needs least besides first."""
    rated = {kind: _share(declared, row.entry) for kind, declared in match.game.kinds.items()}
    fitting = (kind for kind, share in rated.items() if share > TOO_LITTLE)
    return sorted(fitting, key=lambda kind: -rated[kind])


def _share(kind: type, entry: Entry) -> float:
    """Which part of a question's facts an entry knows; the whole entry is all that matters."""
    asked = fields_of(kind)
    return 1 if entry.type in asked else len(_shared(kind, entry)) / len(asked)


def _shared(kind: type, entry: Entry) -> list[str]:
    known, asked = fields_of(type(entry)), fields_of(kind)
    return [name for name in asked if name in known and asked[name].type == known[name].type]


def seats_of(match: Match, judgement: Judgement) -> tuple[int | None, ...]:
    """The match's seats of a question's players: by name, None for who got up since; or else those
    who play now.
    """
    if is_about(match, judgement):
        at = {name: seat for seat, name in enumerate(match.names)}
        return tuple(map(at.get, judgement.names))
    return tuple(match.game.playing(match.standing))


def is_about(match: Match, judgement: Judgement) -> bool:
    return set(judgement.names) <= set(match.seating.people)
