"""Whose a match of a group is: who was who in it, and that it is none of the group's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.pages.entrance import GroupPage, group_for
from scorekeeper.extras.group.pages.hooks import group_book, own_match
from scorekeeper.extras.group.pages.pages import MatchView, match_view
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.match import Match
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page

belonging = Blueprint("belonging", __name__, url_prefix="/c/<code>/matches/<match>")


@dataclass(frozen=True)
class BelongingPage(GroupPage):
    """A match with the member for each person of it."""

    match: str
    view: MatchView
    people: Sequence[tuple[str, int | None]]
    """The names at the table, each with the number of the member."""
    back: str
    message: str
    wrong: str
    hidden: list[tuple[str, str]]


@belonging.get("", endpoint="show")
def belonging_page(code: str, match: str) -> Response:
    return _belonging_with_errors(group_for(code, write=True), _match(code, match))


@belonging.post("")
def give(code: str, match: str) -> AnyResponse:
    """Says who was who; whoever is nobody here is a new guest."""
    played = _match(code, match)
    names = played.seating.people
    chosen = [number(request.form.get(f"person-{at}")) for at in range(len(names))]
    people = [name if who is None else who for who, name in zip(chosen, names, strict=True)]
    return _write(code, played, "belongs", {"match": match, "people": people})


@belonging.post("/withdraw")
def withdraw(code: str, match: str) -> AnyResponse:
    """The match is the group's no more; Undo takes it in again."""
    return _write(code, _match(code, match), "withdrawn", {"match": match})


def _write(code: str, match: Match, kind: str, body: Mapping[str, object]) -> AnyResponse:
    group = group_for(code, write=True)
    return write_in(
        group,
        kind,
        body,
        url_for("group.show", code=code),
        lambda now, status, message, errors: _belonging_with_errors(
            now, match, status, message, errors
        ),
    )


def _match(code: str, match: str) -> Match:
    """A match of the group; else answers 404."""
    return own_match(group_for(code, write=True), match) or abort(404)


def _belonging_with_errors(
    group: Group,
    match: Match,
    status: int = 200,
    message: str = "",
    errors: Mapping[str, str] | None = None,
) -> Response:
    (played,) = group_book(group, [match.code])
    context = BelongingPage(
        group,
        match.code,
        match_view(group, match),
        people=[*zip(match.seating.people, played.members, strict=True)],
        back=url_for("evenings.show", code=group.code, night=played.night.isoformat()),
        message=message,
        wrong=" ".join((errors or {}).values()),
        hidden=fresh_save(group).hidden,
    )
    return page("extras/group/evenings/belonging.html", status=status, context=context)
