"""The score sheet against a bare page with the same table."""

from collections.abc import Iterator

from flask import Flask, render_template

from benchmarks.evening import NAMES, Table, scorekeeper
from benchmarks.ratio import Batch, Ratio, compare, get

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
    """The sheet of a long evening, opened again and again."""
    bare = bare_page()
    with scorekeeper() as app:
        table = Table(app, ROWS, durch_every=3)
        subject, baseline = compare(
            lambda: Batch(app, [table.page("/m/{code}") for _ in range(CALLS)], "200 OK"),
            lambda: Batch(bare, [get("/") for _ in range(CALLS)], "200 OK"),
        )
    name = f"sheet of {ROWS} rounds: speed of a bare Jinja table"
    yield Ratio(name, subject, baseline, 0.6, speed=True)
