"""The page of a group: a new game, the last evenings, the house rules that it keeps, and the ways
to all else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.extras.group import Group, Pub
from scorekeeper.extras.group.deck import decks_of, loss_in
from scorekeeper.extras.group.evenings import Evening, P, evenings
from scorekeeper.extras.group.pages import entrance, hooks
from scorekeeper.extras.group.pages.presenter import GROUP_PRESENTER, write_in
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.web.http.access import Role, grant_look, role_of_phone
from scorekeeper.web.http.identifiers import phone_id, shown_secret
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page, wants_partial
from scorekeeper.web.rulebook.links import book_url
from scorekeeper.web.rulebook.sent_house import Keeper, house_page, house_url, sent_set
from scorekeeper.web.stream.pages import SharedPages
from scorekeeper.web.wording.figures import leaders_text
from scorekeeper.web.wording.reader import DateWay, book_of, date_text, games_by_title

IN_SIGHT = 4
"""So many lines stand on the page of a group: tonight with its matches, or the last evenings."""

group_pages = Blueprint("group", __name__, url_prefix="/c/<code>")


@dataclass(frozen=True)
class MatchView:
    """A match of a group, as its list shows it."""

    url: str
    title: str
    names: str
    result: str
    over: bool


@dataclass(frozen=True)
class EveningView:
    """An evening for a list of them: its day, page, pubs and games, and who was there."""

    day: str
    url: str
    pub: str
    games: str
    who: str


class GameLink(NamedTuple):
    """A game, and the address where it begins."""

    key: str
    title: str
    url: str


@group_pages.get("", endpoint="show")
def group_page(code: str) -> Response:
    """The games to begin, the last evenings, and the ways to all that is kept."""
    return _group_with_message(entrance.group_for(code))


@group_pages.get("/m/<match>")
def open_match(code: str, match: str) -> AnyResponse:
    """Opens a match of the group, perhaps at a `row`: with the role that this phone has by the
    match's own links; else it looks on as long as the group may.
    """
    opened = hooks.own_match(entrance.group_for(code), match) or abort(404)
    role = role_of_phone(opened)
    if role is None:
        role = "watcher"
        grant_look(opened, code)
    return redirect(_address(opened, role, request.args.get("row", type=int)), 303)


def _address(match: Match, role: Role, row: int | None) -> str:
    """Where a match is looked at: a row of it for who may write, a ruling for everybody."""
    if any(event.seq == row for event in match.rulings):
        return url_for("rulings.show", code=match.code, seq=row)
    if role != "scorer":
        return url_for("watching.show", code=match.code)
    if row is not None and any(each.seq == row for each in match.rows):
        return url_for("entries.why", code=match.code, seq=row)
    return url_for("sheet.show", code=match.code)


def _group_with_message(group: Group, status: int = 200, message: str = "") -> Response:
    """The page of a group; `nameless` if this phone has not said what it is called."""
    book = hooks.group_book(group, hooks.latest_matches(entrance.groups(), group))
    latest = evenings(book)[:IN_SIGHT]
    tonight = bool(latest) and latest[0].night == hooks.tonight()
    # The evening at several tables that goes on tonight: its round, and its page.
    tables = hooks.tables_link(group, hooks.tonight())
    redo = GROUP_PRESENTER.redo_name(group)
    nameless = not group.phone(phone_id(group.code)).called
    # So many lines stay in sight beside what is there for a while only.
    lines = IN_SIGHT - bool(redo) - nameless
    # Those of tonight, the latest first: tables have a page of their own.
    matches = latest[0].played[::-1] if tonight and not tables[0] else ()
    return page(
        "extras/group/show.html",
        "group",
        status,
        **entrance.form_values(group, entrance.Fault(status, message)),
        version=hooks.version_now(group),
        url=url_for("group.show", code=group.code),
        evenings=latest,
        # Once there are cards to inscribe: after the first Kočka that was lost.
        cards=bool(decks_of(group)) or any(loss_in(each.match) for each in book),
        secret="" if wants_partial() else shown_secret(group.code),
        nameless=nameless,
        games=_games(group, latest[0].played[-1].match.game if latest else None),
        tables=tables,
        year=latest[0].night.year if latest else None,
        # The evening of tonight alone; or the last ones, as many as are in sight.
        last=[
            evening_view(group, each, [one.match.game for one in each.played])
            for each in latest[: 1 if tonight else lines]
        ],
        matches=[match_view(group, each.match) for each in matches[: lines - 1]],
        tonight=tonight,
        undo=GROUP_PRESENTER.undo_name(group),
        redo=redo,
    )


def _games(group: Group, last: AnyGame | None) -> list[GameLink]:
    """All games, the one that was played last before the others."""
    return [
        GameLink(game.key, title, url_for("setup.names", game=game.key, group=group.code))
        for title, game in sorted(games_by_title(), key=lambda each: each[1] is not last)
    ]


def evening_view(
    group: Group, evening: Evening[P], games: Iterable[AnyGame], way: DateWay = "named"
) -> EveningView:
    """An evening with the games that were played."""
    titles = dict.fromkeys(book_of(game).title for game in games)
    return EveningView(
        date_text(evening.night, way),
        hooks.night_url(group, evening.night),
        pubs_text(evening.places),
        ", ".join(titles),
        ", ".join(group.members[member].name for member in evening.members),
    )


def pubs_text(pubs: Iterable[Pub]) -> str:
    """Where an evening was, as far as somebody said so."""
    return " · ".join(pub.text for pub in pubs if pub.text)


def match_view(group: Group, match: Match) -> MatchView:
    """A match of a group for a list of them, under the names that its people have now."""
    members = group.members_of(match)
    called = [
        group.members[who].name if (who := members[person]) is not None else name
        for person, name in zip(match.seating.seats, match.names, strict=True)
    ]
    return MatchView(
        url=url_for("group.open_match", code=group.code, match=match.code),
        title=book_of(match.game).title,
        names=", ".join(called),
        result=leaders_text(match, called),
        over=match.standing.over,
    )


SharedPages(GROUP_PRESENTER, _group_with_message).join(group_pages)


keeping = Blueprint("keeping", __name__)


def keepers(named: NamedHouse) -> Sequence[Keeper]:
    """The groups of this phone that can keep a set; one without a name is not kept."""
    if not named.name:
        return []
    url = url_for("keeping.keep", game=named.game.key, text=named.dump())
    return [
        Keeper(
            each.name,
            named in hooks.house_sets_of(each, named.game),
            url,
            [("group", each.code), *fresh_save(each).hidden],
        )
        for each in entrance.my_groups()
        if entrance.may_write_in(each)
    ]


@keeping.post("/rules/<game>/house/<text>")
def keep(game: str, text: str) -> AnyResponse:
    """Puts a set among those of a group; one of the same name gives way. Raises Invalid."""
    named = sent_set(game, text)
    group = entrance.group_for(request.form.get("group", ""), write=True)
    if named in hooks.house_sets_of(group, named.game):
        return redirect(house_url(named), 303)
    body = {"game": game, "name": named.name, "house": named.game.abridge_house(named.house)}
    return write_in(
        group,
        "agreed",
        body,
        house_url(named),
        lambda _now, fault: house_page(
            named, book_url(named.game.key), status=fault.status, message=fault.text
        ),
    )


@keeping.get("/c/<code>/rules", endpoint="show")
def kept_rules_page(code: str) -> Response:
    """The sets that a group keeps, by game."""
    group = entrance.group_for(code)
    return page(
        "extras/group/kept-houses.html",
        group=group,
        sets=[
            (f"{book_of(game).title} · {each.name}", house_url(each))
            for game in GAMES.values()
            for each in hooks.house_sets_of(group, game)
        ],
        back=url_for("group.show", code=code),
    )
