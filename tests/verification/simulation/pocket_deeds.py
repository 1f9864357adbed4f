"""What people do with phones that were taken along: they write without a line, and come back."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.parse import urlencode

from scorekeeper.extras.pocket.ledger import sendable
from scorekeeper.match import Match, actions, score_lines
from tests.extras.pocket.table import have
from tests.verification.simulation import wishes
from tests.verification.simulation.fault import require
from tests.verification.simulation.laws import due_totals
from tests.verification.simulation.phone import Letter, Page, Send
from tests.verification.simulation.plan import Step
from tests.verification.simulation.pocket import AWAY, Away, Pocket, Posted
from tests.verification.simulation.server import JSON, Request
from tests.verification.simulation.sitting import join, opening
from tests.verification.simulation.wishes import seatings

if TYPE_CHECKING:
    from tests.verification.simulation.world import World

WANTS = (wishes.record, wishes.record, *wishes.AT_A_TABLE)
MOST_BEGUN = 2
"""So many matches are begun in one phone."""


def write(world: "World", step: Step, pocket: Pocket) -> str:
    """Somebody writes without a line; what was not answered is sent again as it was."""
    random = Random(step.salt)
    away = _away(random)
    if pocket.pending:
        return f"again: {_save(pocket, pocket.pending, away)}"
    code = random.choice([pocket.phone.code, *pocket.codes])
    if not pocket.ledger.read(code):
        require("role", code not in pocket.begun, f"{pocket.owner} has no more what he began")
        return "it is gone"
    with _at(pocket, code):
        pocket.phone.page = Page(1)
        if pocket.phone.look(pocket.ask) == "link ended":
            require("role", code not in pocket.begun, f"{pocket.owner} may not see his {code}")
            return "link ended"
        _look_at_totals(pocket, code)
        wanted = (want(pocket.match(code), random) for want in random.sample(WANTS, len(WANTS)))
        wish = next(filter(None, wanted))
        letter = pocket.phone.write(wish, world.key(), 0)
    return _save(pocket, letter, away)


def write_by_an_old_pack(world: "World", step: Step, pocket: Pocket) -> str:
    """The phone's pack scores otherwise than the server does."""
    with _other_scores():
        return write(world, step, pocket)


def begin(world: "World", step: Step, pocket: Pocket) -> str:
    """Somebody begins a match without a line."""
    if len(pocket.begun) == MOST_BEGUN or pocket.pending:
        return write(world, step, pocket)
    random, seating, key = Random(step.salt), seatings()[step.salt % len(seatings())], world.key()
    if page := pocket.ask(Request("/", {})):
        pocket.phone.take(page)
    world.laws.strange += 1
    for away in (_away(random), "stored"):
        answer = pocket.ask(opening(pocket.phone, seating, key), away)
        if answer is not None and answer.status == 303:
            break
    assert answer is not None, "the second time all goes well"
    code = answer.location.rpartition("/")[2]
    pocket.begun.append(code)
    pocket.remember(key, None, code, answered=True)
    return str(answer.status)


def send(world: "World", step: Step, pocket: Pocket) -> str:
    """The phone has a line for a while: what waits is sent, and something may be written then."""
    random, faulty, told = Random(step.salt), world.faulty(step), list[str]()
    while len(told) < MOST_BEGUN and (became := _send(world, pocket, faulty, random)):
        told.append(became)
        if became == "no answer":
            break
    return ", ".join(told) or f"nothing waits: {write(world, step, pocket)}"


def hear_late(world: "World", step: Step, pocket: Pocket) -> str:
    """An answer comes again, or late."""
    if not pocket.old:
        return "nothing comes"
    return _take(world, pocket, Random(step.salt).choice(pocket.old), "stored")


def look_home(world: "World", step: Step, pocket: Pocket) -> str:
    """The phone has a line for a while: it takes what the server has, where nothing waits."""
    random = Random(step.salt)
    if random.random() < 0.7:
        rejoin(world, pocket)
    return _follow(world, pocket, _away(random))


def choose(world: "World", step: Step, pocket: Pocket) -> str:
    """The table settles what is in the way of a match."""
    random = Random(step.salt)
    if not pocket.ledger.problems:
        return f"nothing to settle: {send(world, step, pocket)}"
    code = random.choice(sorted(pocket.ledger.problems))
    return _settle(pocket, code, random.choice(("after", "after", "drop")), _away(random))


def stop(world: "World", step: Step, pocket: Pocket) -> str:
    """The browser stops the worker."""
    pocket.restart()
    return "stopped"


def set_clock(world: "World", step: Step, pocket: Pocket) -> str:
    """The phone's clock is set wrong, or right."""
    pocket.skew = Random(step.salt).choice((0.0, -30.0, 3600.0, -3600.0, 4e7, -4e7))
    return f"wrong by {pocket.skew:.0f} s"


def come_home(world: "World", pocket: Pocket) -> None:
    """Where nothing goes wrong all is settled, sent, and taken."""
    rejoin(world, pocket)
    if pocket.pending:
        _save(pocket, pocket.pending, "stored")
    for code, problem in list(pocket.ledger.problems.items()):
        _settle(pocket, code, "drop" if problem["kind"] == "left" else "after", "stored")
    while sendable(pocket.ledger) and _send(world, pocket, world.plain(0), None) == "200":
        pass
    _follow(world, pocket, "stored")


# --- at the phone --------------------------------------------------------------------------------


def _away(random: Random) -> Away:
    return random.choices(list(AWAY), list(AWAY.values()))[0]


@contextmanager
def _at(pocket: Pocket, code: str) -> Iterator[None]:
    """While the phone shows one of its matches."""
    usual, pocket.phone.code = pocket.phone.code, code
    try:
        yield
    finally:
        pocket.phone.code = usual


def _look_at_totals(pocket: Pocket, code: str) -> None:
    match, shown = pocket.match(code), pocket.phone.totals
    due = due_totals(match)
    require("page", not match.rows or shown == due, f"{pocket.owner} sees {shown}, not {due}")


def _save(pocket: Pocket, letter: Letter, away: Away) -> str:
    """Sends a save to the phone's own app; what is not answered waits to be sent again."""
    key, wish, code = letter.attempt.key, letter.intent.wish, letter.request.path.split("/")[2]
    answer = pocket.ask(letter.request, away)
    answered = answer is not None and answer.status == 303
    pocket.remember(key, wish, code, answered=answered)
    there = pocket.stands(key, code) or key in pocket.left()
    require("told", not answered or bool(there), f"{wish} was answered, and is not there")
    pocket.pending = letter if answer is None else None
    gone = answer is not None and answer.status == 503 and not pocket.ledger.read(code)
    fine = answer is None or gone or answer.status in (303, 403, 404, 409, 422, 507)
    require("answer", fine, f"{pocket.owner}'s {wish} is answered {answer and answer.status}")
    return str(answer.status) if answer else "no answer"


@contextmanager
def _other_scores() -> Iterator[None]:
    """Meanwhile the first line of every entry has its points the other way round."""

    def other(match: Match, *entry: Any) -> list[Any]:
        lines: list[Any] = [*score_lines(match, *entry)]
        return [{**line, "points": line["points"][::-1]} for line in lines[:1]] + lines[1:]

    with patch.object(actions, "score_lines", other):
        yield


# --- over the line -------------------------------------------------------------------------------


def rejoin(world: "World", pocket: Pocket) -> None:
    """Opens the link as it is now, where that is not done."""
    world.laws.read()
    new = pocket.phone.generation != world.laws.generation or not pocket.phone.cookies
    if new and any(server.alive for server in world.servers):
        join(world, pocket.phone, world.laws.generation)


def _post(pocket: Pocket, path: str, body: str, token: str = "") -> Request:
    cookies, language = dict(pocket.phone.cookies), pocket.phone.language
    return Request(path, cookies, body.encode(), language, JSON, token)


def _send(world: "World", pocket: Pocket, post: Send, random: Random | None) -> str:
    """Sends what is to be sent next; while that is under way, something may be written."""
    sending = json.loads(pocket.engine.batch())
    if sending is None:
        return ""
    batch, token = pocket.engine._parcel, sending["headers"]["X-CSRFToken"]
    answer = post(_post(pocket, f"/{sending['path']}", sending["body"], token))
    if random and random.random() < 0.2:
        write(world, Step("pocket", salt=random.getrandbits(32)), pocket)
    if answer is None or answer.status >= 500:
        return "no answer"
    pocket.phone.cookies |= answer.cookies
    pocket.old.append(Posted(batch, answer.status, answer.html))
    return _take(world, pocket, pocket.old[-1], _away(random) if random else "stored")


def _take(world: "World", pocket: Pocket, posted: Posted, away: Away) -> str:
    """Takes an answer, and puts away what that changes."""
    require("answer", posted.status in (200, 403, 409, 410, 422), f"{posted} is the answer")
    pocket.engine._parcel, before = posted.batch, _all(pocket)
    changes = pocket.engine.take_answer(posted.status, posted.text)
    for code, problem in pocket.ledger.problems.items():
        fine = problem["kind"] in ("ahead", "refused", "forbidden", "gone", "left")
        require("answer", fine, f"{pocket.owner}'s {code}: {problem}")
        if problem["kind"] == "ahead":
            world.pocket_laws.look_at_conflict(pocket, code)
    gone = before - _all(pocket)
    require("left", all(map(pocket.holds, gone)), f"{gone} were lost by {posted}")
    pocket.put_away(changes, away)
    if away in ("stored", "killed"):
        pocket.let_go |= gone
    return str(posted.status)


def _follow(world: "World", pocket: Pocket, away: Away) -> str:
    """Takes what the server has of the phone's matches."""
    asked = json.dumps({"have": have(pocket.ledger)})
    plain = world.plain(0)
    told = plain(Request("/pocket/follow", dict(pocket.phone.cookies)))
    if told is None or told.status != 200:
        return "no answer"
    pocket.phone.cookies |= told.cookies
    answer = plain(_post(pocket, "/pocket/follow", asked, json.loads(told.html)["token"]))
    if answer is None or answer.status != 200:
        return "no answer"
    pocket.phone.cookies |= answer.cookies
    pocket.put_away(pocket.engine.follow(answer.html), away)
    told = json.loads(answer.html)
    return f"{len(told['streams'])} taken, {len(told['gone'])} gone"


def _settle(pocket: Pocket, code: str, choice: str, away: Away) -> str:
    """Settles the trouble of a match; what the table drops, or has looked at, is let go."""
    kind = pocket.ledger.problems[code]["kind"]
    if kind in ("forbidden", "gone"):
        choice = "after"
    before = _all(pocket)
    if page := pocket.ask(Request("/", {})):
        pocket.phone.take(page)
    form = urlencode((("choice", choice), ("csrf_token", pocket.phone.token)))
    answer = pocket.ask(Request(f"/pocket/m/{code}", {}, form.encode()), away)
    require("answer", answer is None or answer.status in (303, 507), f"{code}: {answer}")
    gone = before - _all(pocket)
    kept = choice == "drop" or all(map(pocket.holds, gone))
    require("left", kept, f"{gone} were lost when a table settled")
    if away in ("stored", "killed"):
        pocket.let_go |= gone
        pocket.look_at_all(code)
    return f"{kind}: {choice}"


def _all(pocket: Pocket) -> set[str]:
    """The keys of all that was written in a phone, and is there."""
    there = {key for key, save in pocket.saves.items() if pocket.stands(key, save.code)}
    return there | (pocket.left() & set(pocket.saves))


DEEDS: Mapping[str, Callable[["World", Step, Pocket], str]] = {
    "pocket": write,
    "old-pack": write_by_an_old_pack,
    "begin": begin,
    "send": send,
    "late-answer": hear_late,
    "home": look_home,
    "choose": choose,
    "stop": stop,
    "pocket-clock": set_clock,
}
