"""The pages of verdicts: at the table that asked, for everybody with the link, and as a case."""

import json

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.plain import Unreadable
from scorekeeper.referee import Seen
from scorekeeper.verdicts import Judged, judged, keep, kept
from scorekeeper.web.bench import Bench, bench_of, table_of
from scorekeeper.web.pages import page
from scorekeeper.web.sharing import qr
from scorekeeper.web.shelf import matches
from scorekeeper.web.verdict_page import verdict_page

verdicts = Blueprint("verdicts", __name__)


@verdicts.get("/m/<code>/offences/<rule>")
@verdicts.get("/referee/<game>/offences/<rule>")
def offence(rule: str, code: str | None = None, game: str | None = None) -> Response:
    """An offence that the table agrees on: what it costs, and whom."""
    bench = bench_of(code, game)
    try:
        found = judged(bench.game, bench.house, bench.names, Seen.kind, {"rule": rule})
    except Unreadable:
        abort(404)
    return verdict_page(bench, found)


@verdicts.post("/m/<code>/offences/<rule>/link")
@verdicts.post("/referee/<game>/offences/<rule>/link")
def keep_offence(rule: str, code: str | None = None, game: str | None = None) -> AnyResponse:
    """Keeps the verdict on a listed offence, for its link."""
    bench = bench_of(code, game)
    found = judged(bench.game, bench.house, bench.names, Seen.kind, {"rule": rule})
    return redirect(url_for("verdicts.link", verdict=keep(matches().ledger, found)), 303)


@verdicts.get("/m/<code>/verdicts/<verdict>")
def at_match(code: str, verdict: str) -> Response:
    """A verdict at the table that asked for it, which may write what it made of it."""
    bench = bench_of(code, None)
    found = kept(matches().ledger, verdict)
    if found.game is not bench.game:
        abort(404)
    return verdict_page(bench, found, verdict)


@verdicts.get("/v/<verdict>")
def alone(verdict: str) -> Response:
    """A verdict for everybody who has its link."""
    found = kept(matches().ledger, verdict)
    return verdict_page(table_of(found.game), found, verdict)


@verdicts.get("/v/<verdict>/link")
def link(verdict: str) -> Response:
    """The link of a verdict, with its QR code."""
    kept(matches().ledger, verdict)
    url = url_for("verdicts.alone", verdict=verdict, _external=True)
    return page("disputes/link.html", url=url, qr=qr(url), back=url_for(".alone", verdict=verdict))


@verdicts.get("/v/<verdict>/case")
def case(verdict: str) -> Response:
    """A verdict's question as a line of a case file."""
    line = kept(matches().ledger, verdict).case or abort(404)
    response = Response(json.dumps(line, ensure_ascii=False) + "\n", mimetype="application/json")
    name = f"scorekeeper-{line['game']}-{line['kind']}-{verdict[:6]}.jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def verdict_url(bench: Bench, found: Judged) -> str:
    """Keeps a verdict and gives its address at this table."""
    code = keep(matches().ledger, found)
    if bench.match is None:
        return url_for("verdicts.alone", verdict=code)
    return url_for("verdicts.at_match", code=bench.match.code, verdict=code)
