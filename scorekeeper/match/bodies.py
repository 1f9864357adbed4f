"""The bodies of events: what the ledger keeps of a match as JSON, by kind of event.

These shapes are a public format. What was ever written stays readable, so members are added as
`NotRequired` and none is renamed or removed. Points are whole numbers per seat; seats are numbered
from 0; an event is named by its number in the match. `seats` is the person on each seat, where
others sit at the table than in the beginning.
"""

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict, cast

from scorekeeper.ledger import Event
from scorekeeper.schema import Json, dump
from scorekeeper.sheet import Line


class LineBody(TypedDict):
    """A line: the id of a rule with points per seat, and the values for its sentence."""

    rule: str
    points: list[int]
    facts: NotRequired[Mapping[str, Json]]


class OpenedBody(TypedDict):
    """`opened`: the game's key, names by seat, who deals, all house rules.

    Older versions wrote only house rules unlike the defaults; `Game.read_house` knows those.

    `table_of` is the code of the tournament that the match is a table of; its result is entered by
    two of the players if `table_confirm` says so. `rules` is the name of the house rules, if the
    table gave them one.
    """

    game: str
    names: list[str]
    dealer: int
    house: Mapping[str, Json]
    table_of: NotRequired[str]
    table_confirm: NotRequired[Literal["twice"]]
    rules: NotRequired[str]


class RecordedBody(TypedDict):
    """`recorded`: an entry with its type, and its lines as they were agreed.

    `phone` is the mark of the phone that wrote it, which only the app can make.
    """

    entry: Mapping[str, Json]
    lines: list[LineBody]
    seats: NotRequired[list[int]]
    phone: NotRequired[str]


class CorrectedBody(RecordedBody):
    """`corrected`: what event number `event` recorded says this instead."""

    event: int


class StruckBody(TypedDict):
    """`struck`: event number `event` no longer holds; `by` tells undo and redo from a strike."""

    event: int
    by: NotRequired[Literal["undo", "redo"]]


class QuestionBody(TypedDict):
    """A question to the referee with his answer: a copy of the whole judgement.

    `link` is the code under which the verdict is kept. The copy makes an exported match complete by
    itself.
    """

    link: str
    game: str
    house: Mapping[str, Json]
    names: list[str]
    kind: str
    given: Mapping[str, Json]
    verdict: Mapping[str, Json]


class RulingBody(QuestionBody):
    """A ruling: what the table made of a verdict.

    `seat` is the offender's in the match, `about` the row that somebody objected to.
    """

    how: Literal["applied", "agreed", "waived"]
    seat: int | None
    note: str
    about: NotRequired[int]


class RuledBody(TypedDict):
    """`ruled`: a ruling, with an entry and its lines where it was written on the sheet."""

    ruling: RulingBody
    entry: NotRequired[Mapping[str, Json]]
    lines: NotRequired[list[LineBody]]
    seats: NotRequired[list[int]]
    phone: NotRequired[str]


class RenamedBody(TypedDict):
    """`renamed`: names by seat, and who deals next."""

    names: list[str]
    dealer: NotRequired[int]
    seats: NotRequired[list[int]]


class SeatedBody(TypedDict):
    """`seated`: who sits at the table from now on, their names by seat, and who deals next.

    People are numbered by coming, from 0 on the first seat of the opening; a number not yet given
    is somebody new.
    """

    seats: list[int]
    names: list[str]
    dealer: int


class NotedBody(TypedDict):
    """`noted`: what the table wants to remember of the row that event `event` recorded.

    It takes the place of an older note; an empty one takes it away.
    """

    event: int
    note: str


class RelinkedBody(TypedDict):
    """`relinked`: the links end, and with them the roles that they gave.

    `generation` counts from 1, those of the opening have 0; `phone` is a mark of the phone that did
    it and keeps its role, which only the app can make.
    """

    generation: int
    phone: str


class EndedBody(TypedDict):
    """`ended`: one link ends, and with it what it gave: that of a person's seat, or, of nobody's,
    that of those who write; `phone` is the mark of the phone that did it, which goes on writing.
    """

    person: int | None
    phone: str


class SignedBody(TypedDict):
    """`signed`: a person agrees, on a phone, with all up to event `head`, whose hash is this.

    `key` and `signature` are Ed25519 in base64url; a phone without JavaScript has neither. Where
    names were forgotten afterwards, the hash is empty too: nothing is signed any more.
    """

    person: int
    head: int
    hash: str
    key: str
    signature: str


class TookBody(TypedDict):
    """`took`: a phone writes from now on, in the hand of a person if it has said whose it is."""

    phone: str
    person: int | None


class ConfirmedBody(TypedDict):
    """`confirmed`: a person agrees, on a phone, with what row `event` says since `version`."""

    event: int
    version: int
    person: int
    phone: str


class ObjectedBody(ConfirmedBody):
    """`objected`: a person does not agree with it, and perhaps says why."""

    note: str


class AskedBody(TypedDict):
    """`asked`: a person shows the table what he asked on his phone; without one, no more."""

    person: int
    phone: str
    question: NotRequired[QuestionBody]


class ClosedBody(TypedDict):
    """`closed`: the evening is over; no version that was released writes this."""


BODIES: Mapping[str, type] = {
    "opened": OpenedBody,
    "recorded": RecordedBody,
    "corrected": CorrectedBody,
    "struck": StruckBody,
    "ruled": RuledBody,
    "renamed": RenamedBody,
    "seated": SeatedBody,
    "noted": NotedBody,
    "relinked": RelinkedBody,
    "ended": EndedBody,
    "closed": ClosedBody,
    "took": TookBody,
    "confirmed": ConfirmedBody,
    "objected": ObjectedBody,
    "asked": AskedBody,
    "signed": SignedBody,
}
"""Kind of event → its body."""


def opened(event: Event) -> OpenedBody:
    """The body of an `opened` event."""
    return cast(OpenedBody, event.body)


def players_confirm(event: Event) -> bool:
    """True if a match was opened as a table of which two players enter the result."""
    return opened(event).get("table_confirm") == "twice"


def table_of(event: Event) -> str:
    """The code of the tournament that an `opened` event is of; empty for any other."""
    return opened(event).get("table_of", "")


def recorded(event: Event) -> RecordedBody:
    """The body of an event with an entry: `recorded`, `corrected`, or `ruled` with a penalty."""
    return cast(RecordedBody, event.body)


def struck(event: Event) -> StruckBody:
    """The body of a `struck` event; of a `corrected` one its `event` too."""
    return cast(StruckBody, event.body)


def ruling(event: Event) -> RulingBody:
    """The ruling of a `ruled` event."""
    return cast(RuledBody, event.body)["ruling"]


def renamed(event: Event) -> RenamedBody:
    """The body of a `renamed` event."""
    return cast(RenamedBody, event.body)


def seats(event: Event) -> tuple[int, ...]:
    """The person on each seat, if an event says so."""
    return tuple(cast(Mapping[str, list[int]], event.body).get("seats", ()))


def seated(event: Event) -> SeatedBody:
    """The body of a `seated` event."""
    return cast(SeatedBody, event.body)


def noted(event: Event) -> NotedBody:
    """The body of a `noted` event."""
    return cast(NotedBody, event.body)


def signed(event: Event) -> SignedBody:
    """The body of a `signed` event."""
    return cast(SignedBody, event.body)


def took(event: Event) -> TookBody:
    """The body of a `took` event."""
    return cast(TookBody, event.body)


def answered(event: Event) -> ConfirmedBody:
    """The body of a `confirmed` event; of an `objected` one all but its note."""
    return cast(ConfirmedBody, event.body)


def objected(event: Event) -> ObjectedBody:
    """The body of an `objected` event."""
    return cast(ObjectedBody, event.body)


def asking(event: Event) -> AskedBody:
    """The body of an `asked` event."""
    return cast(AskedBody, event.body)


def ended(event: Event) -> EndedBody:
    """The body of an `ended` event."""
    return cast(EndedBody, event.body)


def relinked(event: Event) -> RelinkedBody:
    """The body of a `relinked` event."""
    return cast(RelinkedBody, event.body)


def write_line(line: Line) -> LineBody:
    """A line as the ledger keeps it."""
    body = LineBody(rule=line.rule, points=list(line.points))
    facts: dict[str, Json] = {name: dump(value) for name, value in line.facts.items()}
    return LineBody(**body, facts=facts) if facts else body


def read_line(body: LineBody) -> Line:
    """A line from what the ledger keeps of it."""
    return Line(body["rule"], tuple(body["points"]), body.get("facts", {}))
