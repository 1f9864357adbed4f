"""Who may do what: the scorer's link writes, the watchers' link and the short code only read.

No accounts. A link's token is made from the app's secret and the match's code, so nothing has to
be stored; what it gave to the phone that opened it lies on that phone's shelves.
"""

import base64
import hmac
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, Protocol, TypeVar, cast

from flask import abort, current_app, g, request, session, url_for

from scorekeeper.core.rooms import rooms
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches, UnknownMatch
from scorekeeper.web.http.grants import MATCHES, OBJECTIONS, SEATS, add_grant, grants_on
from scorekeeper.web.http.identifiers import mac_of, phone_id
from scorekeeper.web.http.limits import require_below_limit, spend, visitor

Role = Literal["scorer", "watcher"]
ROLES: tuple[Role, ...] = ("scorer", "watcher")
R = TypeVar("R", bound=str)


class WrongLink(LookupError):
    """A link's token fits no role of its match."""


@contextmanager
def limit_wrong_links() -> Iterator[None]:
    """Counts a visitor's wrong links. Raises RateLimitReached once they are too many."""
    require_below_limit("WRONG_LINKS_PER_ADDRESS", visitor())
    try:
        yield
    except WrongLink:
        spend("WRONG_LINKS_PER_ADDRESS", visitor())
        raise


class EndedLink(LookupError):
    """A link was right until the links of its match were renewed."""


def code_has_expired(match: Match) -> bool:
    """True if a match has been quiet for so long that its code opens it no more; its links do.

    So a guess hits the few tables that play, and not all that ever did.
    """
    quiet = datetime.now(UTC) - datetime.fromisoformat(match.events[-1].at)
    return bool(quiet > current_app.config["CODES_REST_AFTER"])


def token_of(code: str, role: str, generation: int = 0) -> str:
    """The token of a link for a role in a match or a group: 192 bits that only the app makes.

    Each renewal of the links is a `generation`, said at the end of the token; before the first one
    it is 0, and not said.
    """
    number = f".{generation}" if generation else ""
    return base64.urlsafe_b64encode(mac_of(f"{role}:{code}{number}")[:24]).decode() + number


NO_TOKEN = re.compile(r"[^\w.-]|\.(?!\d)")
"""Where a token ends in a sentence."""


class HasLinks(Protocol):
    """What has links: a match, a group."""

    @property
    def code(self) -> str: ...
    @property
    def link_events(self) -> tuple[Event, ...]: ...
    @property
    def keepers(self) -> Collection[str]: ...


@dataclass
class RoleLinks:
    """Of the link that gives a role: its `generation`, and whose role holds. It does of who got it
    by a link of generation `since`, or a later one, but for a phone that `ended`: to that its mark
    has to be given anew. It holds, too, of the phones that `stay` whatever ends.
    """

    generation: int = 0
    since: int = 0
    stay: frozenset[str] = frozenset()
    ended: dict[str, int] = field(default_factory=dict)

    def hold(self, generation: int, phone: str) -> bool:
        return phone in self.stay or generation >= max(self.since, self.ended.get(phone, 0))


def links_of(linked: HasLinks, role: str) -> RoleLinks:
    """The links that give a role. All of them end together; in a match that of a seat, or of those
    who write, by itself, too; and that of those who write with the role of one of their phones.
    """
    links, renewed = RoleLinks(), 0
    for event in linked.link_events:
        body = event.body
        if event.kind == "relinked":
            links.generation += body["generation"] - renewed
            renewed = body["generation"]
        elif role == ("scorer" if body.get("person") is None else seat_role(body["person"])):
            links.generation += 1
        else:
            continue
        if phone := body.get("of"):
            links.ended[phone] = links.generation
            links.stay -= {phone}
        else:
            links.since, links.stay = links.generation, frozenset({body["phone"]})
    links.stay |= frozenset(linked.keepers)
    return links


def role_by_token(
    code: str, token: str, linked: Callable[[str], HasLinks], roles: Sequence[R]
) -> R:
    """Which of some roles a link gives in what has this code; `linked` gets that.

    Of a link that was copied out of a sentence, the full stop and the like are not the token's.

    Raises WrongLink, or EndedLink if the links were renewed. Whether there is such a match comes
    last: whoever has no right token does not learn it.
    """
    token = NO_TOKEN.split(token, maxsplit=1)[0]
    number = token.partition(".")[2]
    known = number.isascii() and number.isdigit() and len(number) < 9
    generation = int(number) if known else 0
    made = {role: token_of(code, role, generation).encode() for role in roles}
    fitting = [role for role in roles if hmac.compare_digest(made[role], token.encode())]
    if not fitting:
        raise WrongLink
    if generation != links_of(linked(code), fitting[0]).generation:
        raise EndedLink
    return fitting[0]


def match_by_seat_link(code: str, token: str, person: int) -> Match:
    """The match in which a link is that of a person's seat. Raises WrongLink, EndedLink."""
    role_by_token(code, token, matches().get, [seat_role(person)])
    return matches().get(code)


def seat_role(person: int) -> str:
    """What a token calls the seat of a person."""
    return f"seat-{person}"


def link(linked: HasLinks, role: str, pages: str = "sheet") -> str:
    """The address that gives whoever opens it a role; `pages` is the blueprint that opens it."""
    return absolute_url(link_path(linked, role, pages))


def link_path(linked: HasLinks, role: str, pages: str = "sheet") -> str:
    token = token_of(linked.code, role, links_of(linked, role).generation)
    return url_for(f"{pages}.join", code=linked.code, token=token)


def seat_link(match: Match, person: int) -> str:
    """The address that gives whoever opens it the seat of a person."""
    role = seat_role(person)
    token = token_of(match.code, role, links_of(match, role).generation)
    return absolute_url(url_for("phones.join", code=match.code, person=person, token=token))


def absolute_url(path: str) -> str:
    """The whole address of a path: at the address that the operator gave, else as it was asked."""
    base = str(current_app.config["BASE_URL"] or request.url_root)
    return base.rstrip("/") + path.removeprefix(request.script_root)


def grant_role(linked: HasLinks, role: Role, shelf: str = MATCHES) -> None:
    """Lets this phone have a role; a watcher's link takes nothing from a scorer.

    The `shelf` is where the phone keeps it. Raises TooManyGrants.
    """
    granted = "scorer" if role_of_phone(linked, shelf) == "scorer" else role
    generation = links_of(linked, granted).generation
    grant = (linked.code, granted, generation) if generation else (linked.code, granted)
    add_grant(shelf, grant)


def grant_look(match: Match, group: str) -> None:
    """Lets this phone look on, as long as the group with this code may. Raises TooManyGrants."""
    add_grant(MATCHES, (match.code, "watcher", links_of(match, "watcher").generation, group))


def leave_objections(match: Match) -> None:
    """Forgets which objection this phone is about to rule on. Called when the sheet is shown: who
    goes back to it is not settling an objection any more.
    """
    if any(each[0] == match.code for each in session.get(OBJECTIONS, ())):
        session[OBJECTIONS] = [each for each in session[OBJECTIONS] if each[0] != match.code]


def grant_seat(match: Match, person: int, *by: Role) -> None:
    """Lets this phone be in the hand of a person, whom it may not have been before: by the link of
    his seat, or `by` its role, as long as it has that.
    """
    grant = (match.code, person, links_of(match, seat_role(person)).generation)
    if grant not in grants_on(SEATS):
        add_grant(SEATS, (*grant, *by))


def person_of_phone(match: Match) -> int | None:
    """The person in whose hand this phone is; none if nobody said so, if the link was renewed, or
    if it was taken back that he came.
    """
    for code, person, generation, *by in grants_on(SEATS):
        if code == match.code:
            # Up to 0.10 some say of which group the match is: that is no role.
            if "scorer" in by and not may_write(match):
                return None
            known = person in match.seating.everybody
            links = links_of(match, seat_role(person))
            ended_here = phone_id(code) in links.stay and may_write(match)
            holds = generation == links.generation or ended_here
            return int(person) if known and holds else None
    return None


def granted_codes(shelf: str = MATCHES) -> list[str]:
    """The codes that this phone remembers, the latest last; some of its links may have ended."""
    return [code for code, *_ in grants_on(shelf)]


def role_of_phone(linked: HasLinks, shelf: str = MATCHES) -> Role | None:
    """The role of this phone; none if the link that gave it was renewed since.

    The phone that renewed the links stays the scorer, even if the answer to that was lost.
    """
    for code, role, *said in reversed(grants_on(shelf)):
        if code == linked.code:
            generation, *groups = said or [0]
            phone = phone_id(code) if role == "scorer" else ""
            holds = links_of(linked, role).hold(generation, phone)
            holds = holds and all(_group_reads(linked, group) for group in groups)
            return cast(Role, role) if holds else None
    return None


def _group_reads(linked: HasLinks, group: str) -> bool:
    return isinstance(linked, Match) and any(room.lets_read(linked, group) for room in rooms())


def may_write(match: Match) -> bool:
    return role_of_phone(match) == "scorer"


def matches() -> Matches:
    """The app's matches: one ledger, one cache of folds per process."""
    open_here: Matches = current_app.extensions["matches"]
    return open_here


def match_or_none(code: str) -> Match | None:
    """The match of a code, whoever may read it; None if there is none."""
    try:
        return matches().get(code)
    except UnknownMatch:
        return None


def my_matches(limit: int) -> list[Match]:
    """The matches of this phone, the latest first; those that are gone are left out."""
    return [*filter(None, map(my_match, list(reversed(granted_codes()))[:limit]))]


def my_match(code: str) -> Match | None:
    """A match that this phone may read; None if it may not, or if the match is gone."""
    try:
        match = matches().get(code) if code in granted_codes() else None
    except UnknownMatch:
        current_app.logger.info("a phone remembers a match that is not here")
        return None
    return match if match and role_of_phone(match) else None


def match_or_403(code: str, *, write: bool = False) -> Match:
    """A match that this phone may read, or `write` in; else answers 403.

    Raises UnknownMatch if the phone remembers one that is not here any more.
    """
    match = matches().get(code) if code in granted_codes() else None
    if match is None or role_of_phone(match) not in (("scorer",) if write else ROLES):
        abort(403)
    g.match = match
    return match
