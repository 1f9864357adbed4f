"""Old evenings from a table: what it says is shown before it is written, names are matched once."""

from dataclasses import dataclass

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.old_evenings import Fault, known_as, read_table, recalled
from scorekeeper.extras.company.old_evenings import Match as OldMatch
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.records.figures import EXAMPLE
from scorekeeper.games import GAMES
from scorekeeper.names import near, strip_invisible
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import dump_fields
from scorekeeper.web.forms.labels import number
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_save
from scorekeeper.web.taking_in import sent_file
from scorekeeper.web.wording.reader import book_of, date_text, game_points_text, languages

importing = Blueprint("importing", __name__, url_prefix="/c/<code>/import")

SHOWN = 20
"""So many matches and faults are shown of a long table."""


@dataclass(frozen=True)
class Known:
    """A name of the table: its control, and the member who is meant, None for a new guest."""

    control: str
    name: str
    member: int | None


@dataclass(frozen=True)
class ImportPage(CompanyPage):
    """What was typed, what is wrong with it, and what would be written."""

    message: str
    text: str
    faults: list[str]
    matches: list[str]
    number: int
    names: list[Known]
    hidden: list[tuple[str, str]]


@importing.get("")
def ask(code: str) -> Response:
    """Asks for a table."""
    return _page(company_for(code, write=True), "", ([], []))


@importing.post("")
def take(code: str) -> AnyResponse:
    """Shows what a table says; or writes it, if it was shown."""
    company, text = company_for(code, write=True), _text()
    matches, faults = table = read_table(text, _games())
    if faults or not matches or "write" not in request.form:
        return _page(company, text, table)
    who = {known.name: _chosen(known) for known in _names(company, matches)}
    return write_in(
        company,
        "recalled",
        dump_fields(recalled(company, matches, who)),
        lambda now: url_for("finding.show", code=now.code),
        lambda now, status, message, errors: _page(
            now, text, table, status, message or " ".join(errors.values())
        ),
    )


def _text() -> str:
    """The table of the file, or the one that was pasted."""
    sent = sent_file()
    try:
        return sent.decode("utf-8-sig") if sent else request.form.get("table", "")
    except UnicodeDecodeError:
        return sent.decode("cp1250", "replace")


def _chosen(known: Known) -> int | None:
    """The member whom the form gives for a name."""
    member = number(request.form.get(known.control))
    return member if isinstance(member, int) else None


def _games() -> dict[str, str]:
    """Folded name of a game in any language → its key."""
    found = {key: key for key in GAMES}
    for key, game in GAMES.items():
        books = (open_rulebook(game.folder, language) for language in languages())
        found |= {book.title.casefold(): key for book in books}
    return found


def _page(
    company: Company,
    text: str,
    table: tuple[list[OldMatch], list[Fault]],
    status: int = 200,
    message: str = "",
) -> Response:
    matches, faults = table
    empty = request.method == "POST" and not matches and not faults
    context = ImportPage(
        company,
        message or (_("There is no line in it.") if empty else ""),
        strip_invisible_lines(text),
        faults=[_fault(each) for each in faults[:SHOWN]],
        matches=[_match(each) for each in matches[:SHOWN]],
        number=0 if faults else len(matches),
        names=_names(company, matches),
        hidden=fresh_save(company).hidden,
    )
    status = 422 if status == 200 and (faults or empty) else status
    return page("extras/company/evenings/import.html", status=status, context=context)


def strip_invisible_lines(text: str) -> str:
    """A text without signs that cannot be seen, but for the ends of its lines."""
    return "\n".join(strip_invisible(line.replace("\t", ";")) for line in text.splitlines())


def _names(company: Company, matches: list[OldMatch]) -> list[Known]:
    """The names of a table, each with whom it probably means: as told before, or by the name."""
    before, here = known_as(company), [m.name for m in company.members if m.came]
    names = dict.fromkeys(line.name for match in matches for line in match)
    found = []
    for at, name in enumerate(names):
        called = company.called(name) or company.called(near(name, here))
        member = before.get(name.casefold(), called.number if called else None)
        found.append(Known(f"name-{at}", name, member))
    return found


def _match(match: OldMatch) -> str:
    game = GAMES[match[0].game]
    had = ", ".join(f"{line.name} {game_points_text(game, line.points)}" for line in match)
    where = (date_text(match[0].night), book_of(game).title, match[0].pub.name, had)
    return " · ".join(filter(None, where))


def _fault(fault: Fault) -> str:
    says = {
        "columns": _("date; game; name; points belong here"),
        "day": _("the day is written as %(day)s", day=EXAMPLE),
        "game": _("there is no such game"),
        "name": _("this is no name"),
        "points": _("points are a whole number"),
        "alone": _("nobody else played this match"),
    }
    return _("Line %(n)d: %(what)s.", n=fault.line, what=says[fault.code])
