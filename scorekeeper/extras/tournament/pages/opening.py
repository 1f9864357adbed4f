"""The first pages of tournaments: those of this phone, and the form that opens one."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import my_company
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.pages.access import grant_role, my_tournaments, tournaments
from scorekeeper.extras.tournament.pages.hosting import add_tournament
from scorekeeper.extras.tournament.pages.wording import place_points
from scorekeeper.extras.tournament.shapes import (
    LARGEST,
    LONGEST_TITLE,
    SMALLEST,
    Entrant,
    Opened,
    fault_of,
)
from scorekeeper.game import AnyGame
from scorekeeper.house import HouseRules, dump_house, dump_whole_house, load_house
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.names import strip_invisible
from scorekeeper.rulebook import Rulebook, unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.access import my_matches
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import Part
from scorekeeper.web.house import house_form, with_preset
from scorekeeper.web.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.match.setup import PLAYER_GROUPS, game_or_404, spend_match
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.saving import KEY, fresh_key, read_key
from scorekeeper.web.shelves import TOURNAMENTS, require_space
from scorekeeper.web.wording.reader import book_of, day, games_by_title, language

opening = Blueprint("opening", __name__, url_prefix="/t")
USUAL_SIZE = 4


@dataclass(frozen=True)
class Draft:
    """A tournament about to be opened, as typed so far; `errors` are fields with what is wrong."""

    game: AnyGame
    house: BoundForm
    key: str
    name: str = ""
    system: str = "rounds"
    size: int = USUAL_SIZE
    points: str = ""
    pause: str = "average"
    confirm: str = "off"
    company: Company | None = None
    ticked: tuple[str, ...] = ()
    """The members of the company who play."""
    errors: tuple[tuple[str, str], ...] = ()

    @property
    def opened(self) -> Opened:
        """How it opens."""
        return Opened(
            name=" ".join(self.name.split())[:LONGEST_TITLE],
            game=self.game.key,
            system="leagues" if self.system == "leagues" else "rounds",
            size=self.size,
            points=place_points(self.points, self.size),
            pause="nothing" if self.pause == "nothing" else "average",
            confirm="twice" if self.confirm == "twice" else "off",
        )


@dataclass(frozen=True)
class NewTournamentPage(PageContext):
    """The form that opens a tournament."""

    draft: Draft

    @property
    def game(self) -> AnyGame:
        """What is played."""
        return self.draft.game

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return book_of(self.game)

    @property
    def sizes(self) -> list[tuple[str, str]]:
        """How many can sit at a table, as values and texts."""
        return [(str(n), str(n)) for n in self.game.seats if SMALLEST <= n <= LARGEST]

    @property
    def members(self) -> list[tuple[str, bool]]:
        """The members of its company, and whether they play."""
        company, ticked = self.draft.company, self.draft.ticked
        known = members_of(company) if company else []
        return [(name, name in ticked) for name in known]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the house rules."""
        return self.draft.house.shown.order

    @property
    def chosen(self) -> dict[str, str]:
        """Part → the ready-made set that it is filled with; empty if with none."""
        return self.draft.house.chosen

    @property
    def wrong(self) -> dict[str, str]:
        """Field of the tournament → what is wrong with it."""
        return dict(self.draft.errors)

    @property
    def errors(self) -> list[tuple[str, str]]:
        """Everything that is to mend, that of the house rules too: field and text."""
        return [*self.draft.errors, *self.draft.house.shown.errors]


@opening.get("")
def index() -> Response:
    """The tournaments of this phone, and the games of which one can be opened."""
    return page(
        "extras/tournament/index.html",
        mine=[
            (
                each.name,
                book_of(each.game).title,
                day(each.events[-1].at),
                url_for("board.show", code=each.code),
            )
            for each in my_tournaments()
        ],
        games=games_by_title(),
        company=None,
    )


@opening.get("/new/<game>")
def new(game: str) -> Response:
    """The form for a tournament of a game, with the house rules that were last played."""
    known = game_or_404(game)
    before = next((match for match in my_matches(40) if match.game is known), None)
    data = dump_house(before.house) if before else {}
    company = my_company(request.args.get("company", ""))
    return _page(Draft(known, house_form(known, data=data), fresh_key(), company=company))


@opening.post("/new/<game>")
def start(game: str) -> AnyResponse:
    """Opens the tournament; or shows the form again: with a preset, or with what is to mend."""
    draft = _submitted(game_or_404(game))
    if preset := request.form.get("preset"):
        return _page(replace(draft, house=with_preset(draft.game, draft.house, preset)))
    try:
        rules = load_house(draft.game.house, draft.house.read())
    except Invalid as error:
        text = book_of(draft.game).unreadable(error)
        return _page(replace(draft, house=draft.house.with_error(error.path, text)), 422)
    if (name := strip_invisible(draft.name)) != draft.name:
        hidden = Invalid("name", "invisible", instead=" ".join(name.split()))
        text = unreadable(language(), hidden)
        return _page(replace(draft, name=name, errors=(("name", text),)), 422)
    if fault := fault_of(draft.opened, dump_whole_house(rules)):
        return _page(replace(draft, errors=(_fault_text(*fault),)), 422)
    read_key()
    require_space(TOURNAMENTS)
    tournament = _open(draft, rules)
    grant_role(tournament, "organiser")
    if draft.company:
        add_tournament(draft.company, tournament)
    if draft.ticked:
        entrants = [Entrant(name) for name in draft.ticked]
        tournaments().enter(tournament, entrants, phone_scoped_key(f"{draft.key}-members"))
    return redirect(url_for("board.show", code=tournament.code), 303)


def _fault_text(field: str, right: str) -> tuple[str, str]:
    """A field with what is wrong there; `right` is what it may be."""
    texts = {
        "size": _("That many cannot sit at a table here; allowed: %(right)s.", right=right),
        "points": _("Points for each of %(n)s places, the best first: 4, 3, 2, 1.", n=right),
        "name": _("A name is missing here."),
    }
    return field, texts[field]


def _submitted(game: AnyGame) -> Draft:
    form, key = request.form, request.form.get("key", "")
    company, ticked = my_company(form.get("company", "")), form.getlist("member")
    return Draft(
        game,
        house_form(game, form),
        key if KEY.fullmatch(key) else fresh_key(),
        form.get("name", ""),
        form.get("system", "rounds"),
        form.get("size", USUAL_SIZE, type=int),
        form.get("points", ""),
        form.get("pause", "average"),
        form.get("results", "off"),
        company,
        tuple(name for name in members_of(company) if name in ticked) if company else (),
    )


def members_of(company: Company) -> list[str]:
    """The names of those who belong to a company now."""
    group = PLAYER_GROUPS.first({"company": company.code})
    return list(group.members) if group else []


def _open(draft: Draft, rules: HouseRules) -> Tournament:
    """The tournament, opened once however often this phone sends the form."""
    key = phone_scoped_key(draft.key)
    spend_match(key)
    for code in codes_for(key):
        try:
            return tournaments().open(code, draft.opened, rules, key)
        except Stale:
            continue
        except KeyReused:
            break
    raise Invalid("key", "not-a-key")


def _page(draft: Draft, status: int = 200) -> Response:
    return page("extras/tournament/new.html", status=status, context=NewTournamentPage(draft))
