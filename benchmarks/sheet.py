"""The score sheet against a bare page with the same table."""

from collections.abc import Callable, Iterator

from flask import Flask, render_template

from benchmarks.evening import NAMES, SAVE_KEY, Table, opened, scorekeeper
from benchmarks.ratio import Batch, Environ, Ratio, compare, get, post
from scorekeeper.games.taroky import GAME as TAROKY
from scorekeeper.web.http.access import token_of
from scorekeeper.web.http.identifiers import codes_for

ROWS = 20
CALLS = 20
PAGE = """<!doctype html>
<html lang="cs">
  <head><meta charset="utf-8"><title>Černá kočka</title></head>
  <body>
    <table>
      <thead>
        <tr><td></td>{% for name in names %}<th scope="col">{{ name }}</th>{% endfor %}</tr>
        <tr><td></td>{% for total in totals %}<td>{{ total }}</td>{% endfor %}</tr>
      </thead>
      <tbody>
        {% for row in rows %}
          <tr>
            <th scope="row">{{ loop.index }}</th>
            {% for points in row %}<td>{{ points }}</td>{% endfor %}
          </tr>
        {% endfor %}
      </tbody>
    </table>
  </body>
</html>
"""


def bare_page() -> Flask:
    """An app that renders a table of four players and does nothing else."""
    app = Flask("bare")
    template = app.jinja_env.from_string(PAGE)
    rows = [(14, 9, 5, 0) for _row in range(ROWS)]
    totals = [sum(column) for column in zip(*rows, strict=True)]

    @app.get("/")
    def show() -> str:
        return render_template(template, names=NAMES, totals=totals, rows=rows)

    return app


def measure() -> Iterator[Ratio]:
    """The sheet of a long evening, opened again and again; and a deal of Taroky, tapped."""
    bare = bare_page()
    with scorekeeper() as app:
        table = Table(app, ROWS, durch_every=3)
        subject, baseline = compare(
            lambda: Batch(app, [table.page("/m/{code}") for _ in range(CALLS)], "200 OK"),
            lambda: Batch(bare, [get("/") for _ in range(CALLS)], "200 OK"),
        )
        name = f"sheet of {ROWS} rounds: speed of a bare Jinja table"
        yield Ratio(name, subject, baseline, 0.65, speed=True)
        preview = _preview(app)
        subject, baseline = compare(
            lambda: Batch(app, [preview() for _ in range(CALLS)], "200 OK"),
            lambda: Batch(bare, [get("/") for _ in range(CALLS)], "200 OK"),
        )
        yield Ratio("live preview of a deal: time of a bare Jinja table", subject, baseline, 6)


def _preview(app: Flask) -> Callable[[], Environ]:
    """What the form of a deal sends with each tap: a game of four with its announcements."""
    with app.app_context():
        code = next(codes_for("a deal to look at"))
        link = f"/m/{code}/in/{token_of(code, 'scorer')}"
    app.extensions["matches"].open(code, TAROKY, NAMES, 3, TAROKY.house(), "a-deal-to-look-at")
    cookie, token = opened(app, link)
    form = {
        "csrf_token": token,
        "type": "deal",
        "seen": "1",
        "key": SAVE_KEY,
        "view": "deal",
        "dealer": "3",
        "contract": "zakladni",
        "declarer": "0",
        "called": "XIX",
        "partner": "2",
        "announcements-0": "trul",
        "announcements-1": "honery",
        "fleks-game": "2",
        "counted_side": "declarer",
        "points": "43",
    }
    return lambda: {
        **post(f"/m/{code}/preview", form, cookie),
        "HTTP_HX_REQUEST": "true",
        "HTTP_HX_REQUEST_TYPE": "partial",
    }
