"""The page of a verdict: what the referee says, and what this table can make of it."""

from typing import Any
from uuid import uuid4

from flask import Response

from scorekeeper.verdicts import Judged
from scorekeeper.web.bench import Bench
from scorekeeper.web.pages import page
from scorekeeper.web.penalty import earlier, ruling_context
from scorekeeper.web.rulebook import quotes
from scorekeeper.web.telling import told as facts_of
from scorekeeper.web.verdict import told


def verdict_page(
    bench: Bench, found: Judged, verdict: str = "", status: int = 200, **context: Any
) -> Response:
    """The page of a verdict for a table; `verdict` is the code under which it is kept, if it is."""
    book, cls = bench.book, bench.game.kinds.get(found.kind)
    answer = told(found, book)
    return page(
        "disputes/verdict.html",
        status=status,
        bench=bench,
        book=book,
        told=answer,
        quotes=quotes(found.game, found.house, answer.rules, bench.code),
        facts=facts_of(book, cls, found.given, found.names) if cls else (),
        judged=found,
        verdict=verdict,
        edit=bench.url("disputes.question", kind=found.kind, **{"from": verdict}) if cls else "",
        before=earlier(bench, found),
        seen=bench.match.seen if bench.match else 0,
        key=str(uuid4()),
        back=bench.url("disputes.show"),
        **ruling_context(bench, found),
        **{"message": "", "note": "", **context},
    )
