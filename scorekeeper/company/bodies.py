"""The bodies of a company's events: what the ledger keeps of it as JSON, by kind of event.

These shapes are a public format: members are added as `NotRequired`, none is renamed or removed.
Members of a company are numbered from 0 in the order of coming, for ever. Days are written like
2026-11-20, amounts are haléře. `struck` and `relinked` are those of a match.
"""

from collections.abc import Mapping
from typing import NotRequired, TypedDict, cast

from scorekeeper.ledger import Event
from scorekeeper.schema import Json


class OpenedBody(TypedDict):
    """`opened`: the company's name, and the names of its first members."""

    company: str
    members: list[str]


class JoinedBody(TypedDict):
    """`joined`: somebody new, a member or a guest."""

    name: str
    guest: bool


class NamedBody(TypedDict):
    """`named`: member number `member`, or without one the company, has this name from now on."""

    name: str
    member: NotRequired[int]


class AdmittedBody(TypedDict):
    """`admitted`: a guest is a member from now on, with his past."""

    member: int


class BelongsBody(TypedDict):
    """`belongs`: a match is the company's.

    `people` are the members by person, numbered as in the match; a text is the name of a new guest.
    A later one about the same match takes the place of this one.
    """

    match: str
    people: list[int | str]


class LocatedBody(TypedDict):
    """`located`: the matches were played in this pub."""

    matches: list[str]
    pub: str
    town: str


class BoughtBody(TypedDict):
    """`bought`: on a night somebody bought something for others: a round, a dinner, a spirit."""

    night: str
    buyer: int
    guests: list[int]
    what: str


class PaidBody(TypedDict):
    """`paid`: one gave another so many haléře, or cents of another currency; so much less is owed.

    The currency is a code such as CZK; `night` is the evening that was settled, if it was for one.
    """

    payer: int
    payee: int
    amount: int
    currency: str
    night: NotRequired[str]


class AgreedBody(TypedDict):
    """`agreed`: house rules of a game under a name; the same name again takes their place.

    They are written as `Game.abridge_house` has them.
    """

    game: str
    name: str
    house: Mapping[str, Json]


class DeckBody(TypedDict):
    """`deck`: a new pack of cards to inscribe; whose it is, and since when."""

    owner: int
    since: str


class InscribedBody(TypedDict):
    """`inscribed`: the loser wrote himself on a card of the newest pack.

    `ballots` are the cards that members voted for; `drawn` says that a tie was decided by lot, and
    `twice` that the name is underlined twice. `match` is the lost game, where it is kept here.
    """

    card: str
    loser: int
    signatures: list[int]
    ballots: list[tuple[int, str]]
    night: str
    pub: str
    town: str
    drawn: NotRequired[bool]
    twice: NotRequired[bool]
    match: NotRequired[str]


class AppointedBody(TypedDict):
    """`appointed`: a phone is a referee's, who is called so; with an empty name it no longer is."""

    phone: str
    name: str


class CalledBody(TypedDict):
    """`called`: the table of a match calls for the referee.

    Perhaps it is said which person of the match asks and what, and the code of a kept verdict.
    """

    match: str
    person: NotRequired[int | None]
    note: NotRequired[str]
    link: NotRequired[str]


class CameBody(TypedDict):
    """`came`: the call of an event is answered, by this referee; or the table needs him no more."""

    event: int
    referee: NotRequired[str]
    needless: NotRequired[bool]


def opened(event: Event) -> OpenedBody:
    """The body of an `opened` event."""
    return cast(OpenedBody, event.body)


def joined(event: Event) -> JoinedBody:
    """The body of a `joined` event."""
    return cast(JoinedBody, event.body)


def named(event: Event) -> NamedBody:
    """The body of a `named` event."""
    return cast(NamedBody, event.body)


def admitted(event: Event) -> AdmittedBody:
    """The body of an `admitted` event."""
    return cast(AdmittedBody, event.body)


def belongs(event: Event) -> BelongsBody:
    """The body of a `belongs` event."""
    return cast(BelongsBody, event.body)


def located(event: Event) -> LocatedBody:
    """The body of a `located` event."""
    return cast(LocatedBody, event.body)


def bought(event: Event) -> BoughtBody:
    """The body of a `bought` event."""
    return cast(BoughtBody, event.body)


def paid(event: Event) -> PaidBody:
    """The body of a `paid` event."""
    return cast(PaidBody, event.body)


def house_set(event: Event) -> AgreedBody:
    """The body of an `agreed` event."""
    return cast(AgreedBody, event.body)


def deck(event: Event) -> DeckBody:
    """The body of a `deck` event."""
    return cast(DeckBody, event.body)


def inscribed(event: Event) -> InscribedBody:
    """The body of an `inscribed` event."""
    return cast(InscribedBody, event.body)


def appointed(event: Event) -> AppointedBody:
    """The body of an `appointed` event."""
    return cast(AppointedBody, event.body)


def called(event: Event) -> CalledBody:
    """The body of a `called` event."""
    return cast(CalledBody, event.body)


def came(event: Event) -> CameBody:
    """The body of a `came` event."""
    return cast(CameBody, event.body)
