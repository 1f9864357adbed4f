"""Other phones: the links with their QR codes, the watchers' page, and taking over the scoring."""

from dataclasses import dataclass
from io import BytesIO

import segno
from flask import Blueprint, Response, redirect, url_for
from markupsafe import Markup
from werkzeug import Response as AnyResponse

from scorekeeper.match import Match
from scorekeeper.web.access import link, remember, require, role_of
from scorekeeper.web.errors import WrongLink
from scorekeeper.web.pages import page
from scorekeeper.web.security import limiter
from scorekeeper.web.shelf import matches
from scorekeeper.web.views import Column, columns_of, sheet_of
from scorekeeper.web.wording import book_of, clock

sharing = Blueprint("sharing", __name__, url_prefix="/m/<code>")


@dataclass(frozen=True)
class Rank:
    """A player's place among the others; equals share it."""

    place: int
    player: Column


@sharing.get("/in/<token>")
@limiter.limit("30 per minute")
def join(code: str, token: str) -> AnyResponse:
    """Opens a link: the phone is given its role, and the token leaves the address."""
    role = role_of(code, token)
    if role is None:
        raise WrongLink
    remember(matches().get(code).code, role)
    to = "matches.show" if role == "scorer" else "sharing.watch"
    return redirect(url_for(to, code=code), 303)


@sharing.get("/share")
def share(code: str) -> Response:
    """The links of a match: for watching, and for writing too."""
    require(code, "scorer")
    watch_url, score_url = link(code, "watcher"), link(code, "scorer")
    return page(
        "match/share.html",
        code=code,
        match=matches().get(code),
        watch_url=watch_url,
        watch_qr=qr(watch_url),
        score_url=score_url,
        score_qr=qr(score_url),
    )


@sharing.get("/watch")
def watch(code: str) -> Response:
    """The standing, best first, for other phones: it only reads, and refreshes itself."""
    require(code, "scorer", "watcher")
    match = matches().get(code)
    return page(
        "match/watch.html",
        "watch",
        title=book_of(match.game).title,
        code=code,
        match=match,
        ranks=_ranks(match),
        sheet=sheet_of(match),
        at=clock(match.events[-1].at),
    )


def _ranks(match: Match) -> list[Rank]:
    """Players from the best to the last; where points are a penalty, the fewest are best."""
    totals, best = match.standing.totals, -1 if match.game.signed else 1
    columns = sorted(columns_of(match), key=lambda column: best * totals[column.seat])
    better = [sum(best * t < best * totals[c.seat] for t in totals) for c in columns]
    return [Rank(above + 1, column) for above, column in zip(better, columns, strict=True)]


def qr(text: str) -> Markup:
    """The QR code of an address as SVG: always dark on light, or phones cannot read it."""
    svg = BytesIO()
    segno.make(text, error="m").save(
        svg, kind="svg", xmldecl=False, svgns=True, scale=8, border=4, light="#fff", omitsize=True
    )
    return Markup(svg.getvalue().decode())
