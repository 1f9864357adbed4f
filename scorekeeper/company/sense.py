"""What an event of a company may say: its own pages write only such, a file may say anything."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from scorekeeper.company import Company, calls
from scorekeeper.company.deck import check_inscription
from scorekeeper.fields import spec
from scorekeeper.games import GAMES
from scorekeeper.match.nonsense import exact
from scorekeeper.names import LONGEST_NAME, BadName, check_visible, proper_names, visible
from scorekeeper.schema import Invalid

LONGEST_TEXT = 60
CURRENCY = re.compile("[A-Z]{3}")
MOST_PAID = 10**9
"""The most haléře that one pays another at once."""


@dataclass(frozen=True)
class _Opened:
    company: str = spec(max_length=LONGEST_TEXT)
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Joined:
    guest: bool
    name: str = spec(max_length=LONGEST_NAME)


@dataclass(frozen=True)
class _Named:
    name: str = spec(max_length=LONGEST_TEXT)
    member: int | None = None


@dataclass(frozen=True)
class _Admitted:
    member: int


@dataclass(frozen=True)
class _Belongs:
    match: str
    people: tuple[int | str, ...]


@dataclass(frozen=True)
class _Located:
    matches: tuple[str, ...]
    pub: str = spec(max_length=LONGEST_TEXT)
    town: str = spec(max_length=LONGEST_TEXT)


@dataclass(frozen=True)
class _Bought:
    night: str
    buyer: int
    guests: tuple[int, ...]
    what: str = spec(max_length=LONGEST_TEXT)


@dataclass(frozen=True)
class _Paid:
    payer: int
    payee: int
    currency: str
    amount: int = spec(ge=1, le=MOST_PAID)
    night: str | None = None


@dataclass(frozen=True)
class _Agreed:
    game: str
    name: str = spec(max_length=LONGEST_TEXT)


@dataclass(frozen=True)
class _Deck:
    owner: int
    since: str


@dataclass(frozen=True)
class _Inscribed:
    card: str
    loser: int
    signatures: tuple[int, ...]
    ballots: tuple[tuple[int | str, ...], ...]
    night: str
    pub: str = spec(max_length=LONGEST_TEXT)
    town: str = spec(max_length=LONGEST_TEXT)
    drawn: bool = False
    twice: bool = False
    match: str | None = None


@dataclass(frozen=True)
class _Struck:
    event: int
    by: Literal["undo", "redo"] | None = None


@dataclass(frozen=True)
class _Relinked:
    phone: str
    generation: int = spec(ge=1)


def check_body(company: Company | None, kind: str, body: Mapping[str, object]) -> None:
    """Raises Invalid, with the path in the body, unless a company (None: it is being founded) can
    have an event of this kind that says so.
    """
    if company is None:
        opened = exact(_Opened, body)
        _require_text("company", opened.company)
        _require_names("members", opened.members)
    elif kind in _CHECKS:
        _CHECKS[kind](company, body)
    else:
        raise Invalid("", "not-a-choice", choices=", ".join(_CHECKS))


def _check_joined(company: Company, body: Mapping[str, object]) -> None:
    _require_new("name", company, exact(_Joined, body).name)


def _check_named(company: Company, body: Mapping[str, object]) -> None:
    named = exact(_Named, body)
    if named.member is None:
        return _require_text("name", named.name)
    _require_members(company, "member", (named.member,))
    namesake = company.called(named.name)
    if namesake is None or namesake.number != named.member:
        _require_new("name", company, named.name)
    return None


def _check_admitted(company: Company, body: Mapping[str, object]) -> None:
    _require_members(company, "member", (exact(_Admitted, body).member,))


def _check_belongs(company: Company, body: Mapping[str, object]) -> None:
    belongs = exact(_Belongs, body)
    known = [person for person in belongs.people if isinstance(person, int)]
    _require_members(company, "people", known)
    _require_once("people", known)
    guests = [person for person in belongs.people if isinstance(person, str)]
    _require_names("people", guests)
    for name in guests:
        _require_new("people", company, name)


def _check_located(company: Company, body: Mapping[str, object]) -> None:
    located = exact(_Located, body)
    for at, code in enumerate(located.matches):
        _require_own(company, f"matches.{at}", code)


def _check_bought(company: Company, body: Mapping[str, object]) -> None:
    bought = exact(_Bought, body)
    _require_day("night", bought.night)
    _require_members(company, "buyer", (bought.buyer,))
    _require_members(company, "guests", bought.guests)
    _require_once("guests", bought.guests)


def _check_paid(company: Company, body: Mapping[str, object]) -> None:
    paid = exact(_Paid, body)
    _require_members(company, "payer", (paid.payer,))
    _require_members(company, "payee", (paid.payee,))
    _require_once("payee", (paid.payer, paid.payee))
    if not CURRENCY.fullmatch(paid.currency):
        raise Invalid("currency", "missing")
    if paid.night is not None:
        _require_day("night", paid.night)


def _check_agreed(company: Company, body: Mapping[str, object]) -> None:
    agreed = exact(_Agreed, body, "house")
    _require_text("name", agreed.name)
    if agreed.game not in GAMES:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    try:
        GAMES[agreed.game].read_house(body.get("house"))
    except Invalid as error:
        raise error.under("house") from None


def _check_deck(company: Company, body: Mapping[str, object]) -> None:
    deck = exact(_Deck, body)
    _require_members(company, "owner", (deck.owner,))
    _require_day("since", deck.since)


def _check_inscribed(company: Company, body: Mapping[str, object]) -> None:
    inscribed = exact(_Inscribed, body)
    _require_members(company, "loser", (inscribed.loser,))
    _require_members(company, "signatures", inscribed.signatures)
    _require_once("signatures", inscribed.signatures)
    _require_day("night", inscribed.night)
    if inscribed.match is not None:
        _require_own(company, "match", inscribed.match)
    check_inscription(company, body)


def _check_struck(company: Company, body: Mapping[str, object]) -> None:
    number = exact(_Struck, body).event
    if not 1 < number <= company.version:
        raise Invalid("event", "no-such-entry", number=number)


def _check_relinked(company: Company, body: Mapping[str, object]) -> None:
    exact(_Relinked, body)


def _require_text(path: str, text: str) -> None:
    if not visible(text).strip():
        raise Invalid(path, "missing")
    check_visible(path, text)


def _require_names(path: str, names: Sequence[str]) -> None:
    """Raises Invalid at the first name that cannot be taken."""
    try:
        proper_names(names)
    except BadName as bad:
        raise bad.at(f"{path}.{bad.seat}") from None


def _require_new(path: str, company: Company, name: str) -> None:
    """Raises Invalid for a name that cannot be taken, or that somebody of the company has."""
    try:
        _require_names("", [name])
    except Invalid as error:
        raise Invalid(path, error.code, **error.params) from None
    if company.called(name):
        raise Invalid(path, "twice", item=name)


def _require_members(company: Company, path: str, numbers: Sequence[int]) -> None:
    for number in numbers:
        if number not in range(len(company.members)):
            raise Invalid(path, "unknown-member", number=number)


def _require_once(path: str, numbers: Sequence[int]) -> None:
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            raise Invalid(path, "twice", item=number)


def _require_own(company: Company, path: str, code: str) -> None:
    if code not in company.matches:
        raise Invalid(path, "not-a-choice", choices=", ".join(company.matches))


def _require_day(path: str, day: str) -> None:
    try:
        same = date.fromisoformat(day).isoformat() == day
    except ValueError:
        same = False
    if not same:
        raise Invalid(path, "not-a-day")


_CHECKS: Mapping[str, Callable[[Company, Mapping[str, object]], None]] = {
    "joined": _check_joined,
    "named": _check_named,
    "admitted": _check_admitted,
    "belongs": _check_belongs,
    "located": _check_located,
    "bought": _check_bought,
    "paid": _check_paid,
    "agreed": _check_agreed,
    "deck": _check_deck,
    "inscribed": _check_inscribed,
    "struck": _check_struck,
    "relinked": _check_relinked,
    **calls.CHECKS,
}
