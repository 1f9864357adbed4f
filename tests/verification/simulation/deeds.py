"""Everything that can happen in a step: what people do, what strangers try, what servers suffer."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

from scorekeeper.ledger import MatchExists, Unavailable
from scorekeeper.match import Match
from tests.verification.simulation import pocket_deeds, wishes
from tests.verification.simulation.between import between
from tests.verification.simulation.fault import require
from tests.verification.simulation.files import File, broken, evening, request_with, whole
from tests.verification.simulation.phone import Letter, Page, Phone
from tests.verification.simulation.plan import Step
from tests.verification.simulation.server import Answer, Killed, Request
from tests.verification.simulation.sitting import opening
from tests.verification.simulation.wishes import EVENINGS, Want

if TYPE_CHECKING:
    from tests.verification.simulation.world import World

Deed = Callable[["World", Step, Phone], str]
"""Does a step with a phone, and says what came of it."""


def do(world: "World", step: Step) -> str:
    """A step; what came of it, in a few words."""
    phone = world.phones[step.who]
    if want := WANTS.get(step.deed):
        return write(world, step, phone, want)
    if deed := pocket_deeds.DEEDS.get(step.deed):
        return deed(world, step, world.pockets[step.who % len(world.pockets)])
    return OTHERS[step.deed](world, step, phone)


# --- people --------------------------------------------------------------------------------------


def write(world: "World", step: Step, phone: Phone, want: Want) -> str:
    """Somebody wants something written, by what the phone shows; often it is not the newest."""
    if not phone.quiet:
        return try_again(world, step, phone)
    random = Random(step.salt)
    if random.random() < 0.5:
        phone.look(world.plain(step.server))
    wish = want(world.laws.fold(phone.page.seen), random)
    if wish is None:
        return "nothing to do"
    letter: Letter | None = phone.write(wish, world.key(), world.laws.floor)
    if wish.form and letter and random.random() < 0.2:
        letter = phone.open_form(letter, world.plain(step.server))
    return post(world, step, phone, letter) if letter else "no form"


def post(world: "World", step: Step, phone: Phone, letter: Letter) -> str:
    """Sends a save over the step's line; if it is answered, the phone shows the sheet."""
    world.laws.expect(letter.intent)
    outcome = phone.post(letter, world.faulty(step))
    world.laws.look_at_answer(letter, late=phone.late is letter.intent)
    if phone.quiet:
        outcome += f", {phone.look(world.plain(step.server))}"
    return outcome


def try_again(world: "World", step: Step, phone: Phone) -> str:
    """What has no answer is sent again; who was late looks, and saves anew or lets it be."""
    if phone.pending:
        return f"again: {post(world, step, phone, phone.pending)}"
    looked = phone.look(world.plain(step.server))
    if phone.late is None:
        return looked
    written = world.laws.is_written(phone.late, phone.page.seen)
    now = world.laws.fold(phone.page.seen)
    letter = phone.look_again(written, now, world.key(), world.laws.floor)
    if letter is None:
        return "it is there" if written else "let be"
    return f"anew: {post(world, step, phone, letter)}"


def look(world: "World", step: Step, phone: Phone) -> str:
    """Fetches the sheet."""
    return phone.look(world.plain(step.server))


def go_back(world: "World", step: Step, phone: Phone) -> str:
    """Back from an answer that did not come: the page is fetched anew, and looked at."""
    phone.back()
    return try_again(world, step, phone)


def change_old_form(world: "World", step: Step, phone: Phone) -> str:
    """A browser brings the old form back as it was, key and all; something else is tapped."""
    last = phone.last
    if last is None or last.intent.wish.kind != "recorded" or phone.late:
        return look(world, step, phone)
    wish = wishes.record(world.laws.fold(last.attempt.seen), Random(step.salt))
    if wish is None or wish.says == last.intent.wish.says:
        return "nothing to do"
    return post(world, step, phone, phone.write_in(last, wish))


# --- strangers -----------------------------------------------------------------------------------


def pry(world: "World", step: Step, phone: Phone) -> str:
    """A watcher sends what only a scorer's page would."""
    world.watcher.look(world.plain(step.server))
    return try_to_write(world, step, world.watcher, world.watcher.token)


def forge(world: "World", step: Step, phone: Phone) -> str:
    """A page of somebody else makes a scorer's browser send a form, without the token."""
    return try_to_write(world, step, phone, "")


def break_in(world: "World", step: Step, phone: Phone) -> str:
    """Whoever knows the code makes up a link for it, and writes."""
    stranger = phone.stranger()
    return _enter(world, step, stranger, stranger.request_for(f"/in/{'A' * 32}"))


def use_file(world: "World", step: Step, phone: Phone) -> str:
    """Whoever has the exported file sends the form that opened the match, with the key in it."""
    stranger = phone.stranger()
    _take(world, step, stranger, Request("/", {}))
    opened, world.laws.strange = world.laws.events[0], world.laws.strange + 1
    return _enter(world, step, stranger, opening(stranger, wishes.Seating(opened), opened.key))


def use_first_link(world: "World", step: Step, phone: Phone) -> str:
    """Whoever has a picture of the first link opens it, when it has ended."""
    if not world.laws.generation:
        return "nothing to do"
    return _enter(world, step, phone.stranger(), Request(world.first_link, {}))


def use_first_role(world: "World", step: Step, phone: Phone) -> str:
    """A phone that opened the first link writes, when that has ended."""
    if not world.laws.generation:
        return "nothing to do"
    return try_to_write(world, step, world.leaver, world.leaver.token)


def _enter(world: "World", step: Step, stranger: Phone, request: Request) -> str:
    _take(world, step, stranger, request)
    _take(world, step, stranger, Request("/", dict(stranger.cookies)))
    return try_to_write(world, step, stranger, stranger.token)


def _take(world: "World", step: Step, stranger: Phone, request: Request) -> None:
    if answer := world.plain(step.server)(request):
        stranger.take(answer)


def try_to_write(world: "World", step: Step, phone: Phone, token: str) -> str:
    """Sends a save that nobody at the table wants, right but for who sends it."""
    intruder, random = phone.copy(token, Page(world.laws.version)), Random(step.salt)
    match = world.laws.fold(intruder.page.seen)
    wish = wishes.record(match, random) or wishes.rename(match, random)
    letter = intruder.write(wish, world.key(), 0)
    return _status(world.plain(step.server)(letter.request))


def bring(world: "World", step: Step, phone: Phone) -> str:
    """Somebody from another house brings the file of a match, and writes in it."""
    file = whole(Random(step.salt))
    world.last_file = world.laws.files.setdefault(file.source, file)
    return _bring(world, step, phone.stranger(), world.last_file)


def bring_again(world: "World", step: Step, phone: Phone) -> str:
    """The file that came last comes again, by another phone."""
    if world.last_file is None:
        return "nothing to do"
    return _bring(world, step, phone.stranger(), world.last_file)


def bring_broken(world: "World", step: Step, phone: Phone) -> str:
    """Somebody brings a file that nobody saved here."""
    source, text = broken(Random(step.salt))
    world.laws.refused |= {source} if source else set()
    answer = _send_file(world, step, phone.stranger(), text)
    require("answer", not answer or answer.status != 303, f"{source} is let in")
    return _status(answer)


def _bring(world: "World", step: Step, stranger: Phone, file: File) -> str:
    was_there = bool(world.laws.code_of(file))
    answer = _send_file(world, step, stranger, file.text)
    stranger.code = world.laws.code_of(file)
    if answer and answer.status == 422 and step.fate != "trimmed":
        require("answer", bool(stranger.code), f"{file.source} is refused, and not there")
    lost = answer is None and step.fate == "after" and not step.comes and stranger.code
    if was_there or not (lost or (answer and answer.status == 303)):
        require("role", not answer or answer.status != 303, f"{file.source} lets another phone in")
        return _status(answer)
    if answer:
        stranger.take(answer)
    return f"{_status(answer)}, {_write_behind(world, step, stranger, file)}"


def _send_file(world: "World", step: Step, stranger: Phone, text: bytes) -> Answer | None:
    _take(world, step, stranger, Request("/", {}))
    answer = world.faulty(step)(request_with(stranger, text))
    known = {303, 422, 503} | ({400} if step.fate == "trimmed" else set())
    require("answer", not answer or answer.status in known, f"a file: {_status(answer)}")
    return answer


def _write_behind(world: "World", step: Step, phone: Phone, file: File) -> str:
    """Whoever has brought a match in looks at it and writes in it, over a good line."""
    world.laws.read()
    match = Match.fold([event for event in world.laws.all if event.stream == phone.code])
    require("alone", match.group == "", f"{phone.code} came in, and may be read by a group")
    if (looked := phone.look(world.plain(step.server))) == "no answer":
        return looked
    random = Random(step.salt)
    wish = wishes.record(match, random) or wishes.rename(match, random)
    letter = phone.write(wish, world.key(), 0)
    file.keys.add(letter.attempt.key)
    status = _status(world.plain(step.server)(letter.request))
    require("role", status in ("303", "503", "no answer"), f"{letter.intent} is answered {status}")
    return status


def _status(answer: Answer | None) -> str:
    return "no answer" if answer is None else str(answer.status)


# --- servers -------------------------------------------------------------------------------------


def kill(world: "World", step: Step, phone: Phone) -> str:
    """A server dies between two requests."""
    world.die(step.server)
    return "dead"


def cut_power(world: "World", step: Step, phone: Phone) -> str:
    """All servers die, and of the file what was synced is left."""
    world.die(0)
    world.die(1)
    world.disk.cut_power()
    return "dark"


def wait(world: "World", step: Step, phone: Phone) -> str:
    """Nothing happens for a while."""
    world.pass_time(10.0)
    return "later"


def jump(world: "World", step: Step, phone: Phone) -> str:
    """A server's clock is set wrong, or right."""
    skew = Random(step.salt).choice((0.0, -30.0, 30.0, -3600.0, 3600.0, -4e7, 4e7))
    world.servers[step.server].skew = skew
    return f"wrong by {skew:.0f} s"


def take_in(world: "World", step: Step, phone: Phone) -> str:
    """The operator takes a file in; the server may be killed while it does."""
    server, file = world.servers[step.server], File(evening(Random(step.salt).choice(EVENINGS)))
    world.laws.files.setdefault(file.source, file)
    if not server.alive:
        return "no answer"
    try:
        with server.disturbed(between(world, step)), server.running():
            server.matches.ledger.restore(file.events)
    except (Killed, MatchExists, Unavailable) as why:
        return type(why).__name__
    return f"{len(file.events)} events"


WANTS: Mapping[str, Want] = {want.__name__: want for want in (*wishes.AT_A_TABLE, wishes.renew)}
OTHERS: Mapping[str, Deed] = {
    "look": look,
    "resend": try_again,
    "back": go_back,
    "again": change_old_form,
    "pry": pry,
    "forge": forge,
    "break-in": break_in,
    "use-file": use_file,
    "use-link": use_first_link,
    "use-role": use_first_role,
    "kill": kill,
    "power": cut_power,
    "wait": wait,
    "clock": jump,
    "take-in": take_in,
    "bring": bring,
    "bring-again": bring_again,
    "bring-broken": bring_broken,
}
