"""The evenings of a group: all of them by month; what was played on one, where and with whom, what
was drunk, who owes whom; and whose a match of the group is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug import Response as AnyResponse

from scorekeeper.extras.group import Group, Pub
from scorekeeper.extras.group.accounts import party_of
from scorekeeper.extras.group.evenings import Calendar, PlayedMatch, evenings
from scorekeeper.extras.group.pages import accounts, hooks
from scorekeeper.extras.group.pages.accounts import Told, member_names
from scorekeeper.extras.group.pages.entrance import NO_FAULT, Fault, form_values, group_for, typed
from scorekeeper.extras.group.pages.figures import decimal_text
from scorekeeper.extras.group.pages.pages import (
    EveningView,
    MatchView,
    evening_view,
    match_view,
    pubs_text,
)
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.extras.group.records.stats import MatchSummary, evening_points
from scorekeeper.extras.group.records.summary import bills_of
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.web.forms.labels import amount, number
from scorekeeper.web.render import Values, before, page, paginate
from scorekeeper.web.wording.reader import date_text, money

YEAR = 365
"""Days: a day so long ago is asked about."""

evening_pages = Blueprint("evenings", __name__, url_prefix="/c/<code>/evenings/<night>")


@dataclass(frozen=True)
class PlaceView:
    """The matches of a night in one pub, each with its code."""

    pub: Pub
    matches: tuple[tuple[str, MatchView], ...]


@evening_pages.get("", endpoint="show")
def night_page(code: str, night: str) -> AnyResponse:
    """The matches, the accounts and the rounds of a night; an address that was right once leads to
    where its matches are now.
    """
    group = group_for(code)
    if (now := night_now(group, night)) != night:
        return redirect(url_for("evenings.show", code=code, night=now), 303)
    return evening_page(group, night)


@evening_pages.post("/pub")
def locate(code: str, night: str) -> AnyResponse:
    """Says in which pub some of the matches were played."""
    where = {"pub": typed("pub"), "town": typed("town")}
    return _write(code, night, "located", {"matches": request.form.getlist("match"), **where})


@evening_pages.post("/day")
def date_matches(code: str, night: str) -> AnyResponse:
    """Says on which night some of the matches were played, whenever they were written."""
    to = request.form.get("day", "").strip()
    day = date.fromisoformat(to) if night_in(to) else None
    # A day to come, or one a year ago or more: mostly the year is wrong.
    far = day and not 0 <= (hooks.tonight() - day).days < YEAR
    if day and far and request.form.get("asked") != to:
        group, said = group_for(code, write=True), date_text(day, "named")
        doubt = _("%(day)s is far from today: save once more if it is right.", day=said)
        return evening_page(group, night, Fault(422, errors={"night": doubt}), doubted=to)
    body = {"matches": request.form.getlist("match"), "night": to}
    return _write(code, night, "dated", body, to)


@evening_pages.post("/rounds")
def buy(code: str, night: str) -> AnyResponse:
    """Somebody bought something for others."""
    body = {
        "night": night_now(group_for(code, write=True), night),
        **member_field("buyer"),
        "guests": [number(guest) for guest in request.form.getlist("guests")],
        "what": typed("what"),
    }
    return _write(code, night, "bought", body)


def night_in(text: str) -> str:
    """A night as addresses write it; empty if a text is none."""
    try:
        return text if date.fromisoformat(text).isoformat() == text else ""
    except ValueError:
        return ""


def night_now(group: Group, night: str) -> str:
    """The night that an address means now; answers 404 for one that no evening ever had."""
    calendar = hooks.calendar_of(group, hooks.summaries_of(group))
    evening = calendar.follow(date.fromisoformat(night)) if night_in(night) else None
    return evening.isoformat() if evening else abort(404)


def evening_page(group: Group, night: str, fault: Fault = NO_FAULT, doubted: str = "") -> Response:
    """The page of a night; answers 404 for one that no evening ever had."""
    whole = hooks.summaries_of(group)
    calendar, night = hooks.calendar_of(group, whole), night_now(group, night)
    day = date.fromisoformat(night)
    told = [each for each in whole if each.night == day]
    book = hooks.group_book(group, [each.summary.code for each in told])
    codes, paid = calendar.settled_with(day)
    together = [each for each in whole if each.summary.code in codes]
    here = sorted({m for each in told for m in each.members if m is not None})
    shown = accounts.money_values(group, fault, together, paid) | {
        "night": night,
        "day": date_text(day, "named"),
        "places": _places(group, book),
        # The members who played, each with his points of the evening, the best first.
        "present": _present(group, told),
        # The members for whom something is bought, as the form has it.
        "guests": request.form.getlist("guests", number) or here,
        "rounds": list(_rounds(group, book, calendar, day)),
        "paid": accounts.paid_views(group, paid),
        # Other evenings that payments of this one settled as well: the day of each, and its page.
        "together": [
            (date_text(other, "named"), hooks.night_url(group, other))
            for other in sorted({each.night for each in together} - {day})
        ],
        "tables": hooks.tables_link(group, day),
        "pubs": sorted({pub.name for pub in group.pubs.values() if pub.name}),
        "towns": sorted({pub.town for pub in group.pubs.values() if pub.town}),
        # A day that was asked about, since it is far from today.
        "doubted": doubted,
    }
    pot = "shared" if shown["shared"] else None
    return page(
        "extras/group/evenings/evening.html",
        "evening",
        fault.status,
        **shown,
        url=url_for("evenings.show", code=group.code, night=night, pot=pot),
        text="\n".join(_told(shown)),
    )


def _told(shown: Values) -> Iterator[str]:
    """The evening for a chat: what was played, the points, what was bought, who pays whom."""
    pubs = pubs_text(place.pub for place in shown["places"])
    yield " · ".join(filter(None, (shown["group"].name, shown["day"], pubs)))
    for place in shown["places"]:
        yield from (f"{each.title}: {each.result or each.names}" for _code, each in place.matches)
    if shown["present"]:
        yield _("Points of the evening: %(points)s", points=shown["present"])
    yield from (each.text for each in shown["rounds"])
    yield from shown["told"]
    yield from (f"✓ {each.text}" for each in shown["paid"])


def _places(group: Group, book: Sequence[PlayedMatch]) -> list[PlaceView]:
    return [
        PlaceView(pub, tuple((each.match.code, match_view(group, each.match)) for each in played))
        for evening in evenings(book)
        for pub, played in evening.places.items()
    ]


def _present(group: Group, told: Sequence[MatchSummary]) -> str:
    points = {member: nights[0].points for member, nights in evening_points(told).items()}
    ordered = sorted(points, key=lambda member: (-points[member], member))
    return " · ".join(f"{group.members[m].name} {decimal_text(points[m])}" for m in ordered)


def _rounds(
    group: Group, book: Sequence[PlayedMatch], calendar: Calendar, night: date
) -> Iterator[Told]:
    """What was bought on a night: what losers buy by their sheets, then what was written here."""
    for each in book:
        for bill in bills_of(each.match):
            buyer = party_of(each.members, each.match.seating.people, bill.person)
            price = money(bill.amount, bill.currency) if bill.amount else ""
            owed = ngettext("%(num)d round", "%(num)d rounds", bill.rounds)
            yield Told(0, _joined(accounts.party_view(group, buyer).name, owed, bill.what, price))
    for seq, evening, body in calendar.bought:
        if evening == night:
            guests = member_names(group, body.guests)
            whom = _("for %(names)s", names=guests) if guests else ""
            yield Told(seq, _joined(group.members[body.buyer].name, body.what, whom))


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _write(
    code: str, night: str, kind: str, body: Mapping[str, object], then: str = ""
) -> AnyResponse:
    group = group_for(code, write=True)
    night = night_now(group, night)
    if not body.get("matches", True):
        return evening_page(group, night, Fault(422, _("Tick a match.")))
    return write_in(
        group,
        kind,
        body,
        lambda now: url_for("evenings.show", code=now.code, night=then or night),
        lambda now, fault: evening_page(now, night, fault),
    )


@accounts.accounts.post("/payments")
def pay(code: str) -> AnyResponse:
    """One paid another; of an evening if the form says its night."""
    group, night = group_for(code, write=True), request.form.get("night", "")
    body = {
        **member_field("payer"),
        **member_field("payee"),
        "amount": amount(request.form.get("amount", "")),
        "currency": request.form.get("currency", ""),
        **({"night": night_now(group, night)} if night else {}),
    }
    evening = url_for("evenings.show", code=code, night=night) if night else ""
    return write_in(
        group,
        "paid",
        body,
        evening or url_for("group_accounts.show", code=code),
        lambda now, fault: (
            evening_page(now, night, fault) if night else accounts.accounts_shown(now, fault)
        ),
    )


def member_field(name: str) -> dict[str, object]:
    """The member that a control of a form chose, under its name; nothing if it chose none."""
    member = number(request.form.get(name))
    return {} if member is None else {name: member}


finding = Blueprint("finding", __name__, url_prefix="/c/<code>")

SHOWN = 24
"""So many evenings stand on a page, the latest first."""


@finding.get("/evenings", endpoint="show")
def evenings_page(code: str) -> Response:
    """All evenings, the latest first."""
    group = group_for(code)
    list_page = paginate(evenings(hooks.summaries_of(group))[::-1], before(), SHOWN)
    months: dict[str, list[EveningView]] = {}
    for evening in list_page.lines[::-1]:
        same_month = months.setdefault(date_text(evening.night, "month"), [])
        games = [GAMES[each.summary.game] for each in evening.played]
        same_month.append(evening_view(group, evening, games, "night"))
    return page(
        "extras/group/evenings/finding.html",
        group=group,
        months=months,
        older=list_page.older,
    )


belonging = Blueprint("belonging", __name__, url_prefix="/c/<code>/matches/<match>")


@belonging.get("", endpoint="show")
def belonging_page(code: str, match: str) -> Response:
    return _belonging_page(group_for(code, write=True), _match(code, match))


@belonging.post("")
def give(code: str, match: str) -> AnyResponse:
    """Says who was who; whoever is nobody here is a new guest."""
    played = _match(code, match)
    names = played.seating.people
    chosen = [number(request.form.get(f"person-{at}")) for at in range(len(names))]
    people = [name if who is None else who for who, name in zip(chosen, names, strict=True)]
    return _write_match(code, played, "belongs", {"match": match, "people": people})


@belonging.post("/withdraw")
def withdraw(code: str, match: str) -> AnyResponse:
    """The match is the group's no more; Undo takes it in again."""
    return _write_match(code, _match(code, match), "withdrawn", {"match": match})


def _write_match(code: str, match: Match, kind: str, body: Mapping[str, object]) -> AnyResponse:
    group = group_for(code, write=True)
    return write_in(
        group,
        kind,
        body,
        url_for("group.show", code=code),
        lambda now, fault: _belonging_page(now, match, fault),
    )


def _match(code: str, match: str) -> Match:
    """A match of the group; else answers 404."""
    return hooks.own_match(group_for(code, write=True), match) or abort(404)


def _belonging_page(group: Group, match: Match, fault: Fault = NO_FAULT) -> Response:
    """The names at the table, each with the number of the member."""
    (played,) = hooks.group_book(group, [match.code])
    return page(
        "extras/group/evenings/belonging.html",
        status=fault.status,
        **form_values(group, fault),
        match=match.code,
        view=match_view(group, match),
        people=[*zip(match.seating.people, played.members, strict=True)],
        back=hooks.night_url(group, played.night),
        wrong=" ".join(fault.errors.values()),
    )
