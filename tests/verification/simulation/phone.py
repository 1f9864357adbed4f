"""A phone and the player who holds it: what is sent, and what is done until an answer comes.

A save that is not answered is sent again as it was: with the same key, and the version that its
form showed. An answer that somebody was quicker shows the new state; whoever looks at it finds the
wish written, saves it again from the new form, or lets it be. Back fetches the page anew.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from scorekeeper.match import Match
from scorekeeper.web.http.access import Role
from tests.verification.simulation.clock import CLOCK
from tests.verification.simulation.fault import Fault
from tests.verification.simulation.server import Answer, Request
from tests.verification.simulation.wishes import Fields, Wish

TOKEN = re.compile(r'"X-CSRFToken": "([^"]+)"')
SEEN = re.compile(r'name="seen" value="(\d+)(-\w+)?"')
KEY = re.compile(r'name="key" value="([^"]+)"')
TOTALS = re.compile(r'<tr class="totals">(.*?)</tr>', re.DOTALL)
PLACE = re.compile(r"<li>(.*?)</li>", re.DOTALL)
PLACES = re.compile(r'<ol class="ranks">(.*?)</ol>', re.DOTALL)
HEADS = re.compile(r"<thead>(.*?)</thead>", re.DOTALL)
NAME = re.compile(r"<b>([^<]*)</b>")
FIGURE = re.compile(r'<span class="fig[^>]*>([^<]*)<')
CONTROL = re.compile(r'<(?:input|select|textarea)[^>]* name="([^"]+)"')

Send = Callable[[Request], Answer | None]
"""Sends a request over a line; None if no answer comes."""


@dataclass(frozen=True)
class Attempt:
    """One way in which a wish was sent: with a key, from a form that showed a version.

    `floor` is the last event that anybody was told of before.
    """

    key: str
    seen: int
    floor: int
    seal: str = ""


@dataclass(eq=False)
class Intent:
    """A wish of somebody, to be written once; `acknowledged` when the player was told so."""

    who: str
    wish: Wish
    attempts: list[Attempt] = field(default_factory=list)
    acknowledged: bool = False

    def __str__(self) -> str:
        return f"{self.who}'s {self.wish.kind} {dict(self.wish.says)}"


@dataclass(frozen=True)
class Page:
    """What a phone shows: the version with its seal, and the key that its form would send."""

    seen: int
    key: str = ""
    seal: str = ""


@dataclass(frozen=True)
class Letter:
    """A save as it was sent, to be sent again as it is."""

    intent: Intent
    attempt: Attempt
    request: Request


class Phone:
    """Somebody's phone at one match. It keeps its cookies and one page.

    `pending` is the save that has no answer yet, `late` the intent that somebody was quicker than;
    `last` is the last entry that was sent, which a browser may bring back with Back. Its link was
    made after so many renewals (`generation`); `rejoin` opens the new one if that has ended.
    """

    def __init__(self, owner: str, language: str, role: Role = "scorer") -> None:
        self.owner, self.language, self.role = owner, language, role
        self.cookies: dict[str, str] = {}
        self.token, self.code = "", ""
        self.page = Page(1)
        self.shown_at = CLOCK.time
        self.pending: Letter | None = None
        self.late: Intent | None = None
        self.totals: tuple[int, ...] = ()
        self.last: Letter | None = None
        self.generation = 0
        self.rejoin: Callable[[], bool] = lambda: False

    @property
    def quiet(self) -> bool:
        """True if nothing waits to be written."""
        return self.pending is None and self.late is None

    def look(self, send: Send) -> str:
        """Fetches the sheet, or the watchers' page."""
        answer = send(self.request_for("" if self.role == "scorer" else "/watch"))
        if answer is None:
            return "no answer"
        if answer.status == 403 and self.rejoin():
            return "link ended"
        if answer.status != 200:
            raise Fault("role", f"{self.owner}'s phone may not look: {answer.status}")
        self.take(answer)
        self.shown_at, self.totals = CLOCK.time, totals_on(answer.html)
        # Where nothing can be taken back, the sheet has no form; another page says the version.
        has_form = self.role == "watcher" or SEEN.search(answer.html)
        if not has_form and (form := send(self.request_for("/people"))):
            self.take(form)
        return f"sees {self.page.seen}"

    def take(self, answer: Answer) -> None:
        """Keeps what an answer brings: cookies, the token, and the page with its version."""
        self.cookies |= answer.cookies
        if token := TOKEN.search(answer.html):
            self.token = token[1]
        if seen := SEEN.search(answer.html):
            key = KEY.search(answer.html)
            self.page = Page(int(seen[1]), key[1] if key else "", seen[2] or "")

    def write(self, wish: Wish, key: str, floor: int) -> Letter:
        """A save of a new wish, from the form of the page that the phone shows."""
        return self.write_again(Intent(self.owner, wish), wish, key, floor)

    def write_again(self, intent: Intent, wish: Wish, key: str, floor: int) -> Letter:
        """Another attempt at an intent: a new form with its own key."""
        intent.wish = wish
        intent.attempts.append(Attempt(key, self.page.seen, floor, self.page.seal))
        return Letter(intent, intent.attempts[-1], self.request(wish, intent.attempts[-1]))

    def write_in(self, old: Letter, wish: Wish) -> Letter:
        """A save of another wish from the form of an old one, key and all."""
        intent = Intent(self.owner, wish, [old.attempt])
        return Letter(intent, old.attempt, self.request(wish, old.attempt))

    def stranger(self) -> "Phone":
        """A phone that has nothing of this one's but the code of its match."""
        other = Phone("a stranger", self.language)
        other.code = self.code
        return other

    def copy(self, token: str, page: Page) -> "Phone":
        """A phone with the same cookies that sends another token from another page."""
        other = self.stranger()
        other.cookies, other.token, other.page = self.cookies, token, page
        return other

    def request(self, wish: Wish, attempt: Attempt, order: tuple[str, ...] = ()) -> Request:
        """The form of a wish as the page sends it; `order` are the controls of the real one."""
        hidden = (("seen", f"{attempt.seen}{attempt.seal}"), ("key", attempt.key))
        fields = in_order((*hidden, *wish.fields, ("csrf_token", self.token)), order)
        return self.request_for(wish.path, urlencode(fields).encode())

    def request_for(self, path: str, body: bytes = b"") -> Request:
        """A request for a page of the match, or a form sent to it."""
        return Request(f"/m/{self.code}{path}", dict(self.cookies), body, self.language)

    def open_form(self, letter: Letter, send: Send) -> Letter | None:
        """The letter as the app's own form sends it: its version, its key, its order of controls.

        None if the form does not come, or if it shows another version than the phone knew.
        """
        answer = send(self.request_for(letter.intent.wish.form))
        if answer is None or answer.status != 200:
            return None
        self.take(answer)
        if self.page.seen != letter.attempt.seen:
            return None
        attempt = replace(letter.attempt, key=self.page.key, seal=self.page.seal)
        letter.intent.attempts[-1] = attempt
        form = next(form for form in answer.html.split("<form") if SEEN.search(form))
        order = tuple(CONTROL.findall(form))
        return Letter(letter.intent, attempt, self.request(letter.intent.wish, attempt, order))

    def post(self, letter: Letter, send: Send) -> str:
        """Sends a save for the first or another time, and takes what is answered."""
        self.pending = self.last = letter
        answer = send(replace(letter.request, cookies=dict(self.cookies)))
        if answer is None:
            return "no answer"
        self.cookies |= answer.cookies
        if answer.status in (302, 303):
            letter.intent.acknowledged, self.pending = True, None
        elif answer.status == 409:
            self.take(answer)
            self.late, self.pending = letter.intent, None
        elif not (answer.status == 503 or (answer.status == 403 and self.rejoin())):
            raise Fault("answer", f"{letter.intent} is answered {answer.status}")
        return str(answer.status)

    def back(self) -> None:
        """Leaves the page that got no answer; the wish is still there."""
        if self.pending:
            self.late, self.pending = self.pending.intent, None

    def look_again(self, written: bool, now: Match, key: str, floor: int) -> Letter | None:
        """What becomes of an intent that was late: it is there, it is saved again, or it is let be.

        `now` is the match in the version that the phone shows.
        """
        intent, self.late = self.late, None
        if intent is None:
            return None
        if written:
            intent.acknowledged = True
            return None
        if not intent.wish.holds(now):
            return None
        return self.write_again(intent, intent.wish, key, floor)


def in_order(fields: Fields, order: tuple[str, ...]) -> Fields:
    """The fields in the order of a page's controls, and as they stand if no page is given."""
    if not order:
        return fields
    places = {name: place for place, name in reversed(list(enumerate(order)))}
    # What the page asks for in another way stands among its other controls.
    return tuple(sorted(fields, key=lambda pair: places.get(pair[0], places["key"])))


def totals_on(html: str) -> tuple[int, ...]:
    """The totals of a sheet, seat by seat, without the comma of money; whoever watches reads them
    as places.
    """
    if row := TOTALS.search(html):
        return tuple(_number(text) for text in FIGURE.findall(row[1]))
    ranks, heads = PLACES.search(html), HEADS.search(html)
    if not ranks or not heads:
        return ()
    places = PLACE.findall(ranks[1])
    totals = {NAME.findall(place)[0]: FIGURE.findall(place)[0] for place in places}
    return tuple(_number(totals[name]) for name in NAME.findall(heads[1]) if name in totals)


def _number(text: str) -> int:
    digits = int(re.sub(r"\D", "", text) or 0)
    return -digits if "\N{MINUS SIGN}" in text else digits
