"""How much pages work: no form of a verdict is built, its penalty is scored once, and a row is made
once until something changes that it tells.
"""

from collections import Counter

import pytest
from wtforms.form import BaseForm

from scorekeeper.games.kocka.entries import Round
from scorekeeper.referee.dispute import Dispute
from scorekeeper.web.wording import rows
from tests.web.asking import Asking, ruled
from tests.web.test_sheet import notice

at_taroky = pytest.mark.table(game="taroky")


@pytest.fixture
def work(app, monkeypatch):
    """Counts forms that are built and events that are appended."""
    done = Counter()
    ledger = app.extensions["matches"].ledger
    build, append = BaseForm.__init__, ledger.append

    def counted_build(self, *arguments, **named):
        done["forms"] += 1
        build(self, *arguments, **named)

    def counted_append(*arguments, **named):
        done["events"] += 1
        return append(*arguments, **named)

    monkeypatch.setattr(BaseForm, "__init__", counted_build)
    monkeypatch.setattr(ledger, "append", counted_append)
    return done


def count_scorings(table, monkeypatch, done):
    game = table.match.game
    score = game.score

    def counted(*arguments):
        done["scorings"] += 1
        return score(*arguments)

    monkeypatch.setitem(game.__dict__, "score", counted)


def judged(table):
    """A revoke in Taroky, judged: its verdict is on the screen."""
    asking = Asking(table.phone, "taroky", table.url)
    cards = {"trick": "KD", "card": "QS", "hand": "QD QS"}
    asking.open("play")
    asking.judge(contract="zakladni", variant="normal", **cards)
    return asking


@at_taroky
def test_the_page_of_a_verdict_builds_no_form_and_scores_once(table, work, monkeypatch):
    verdict = judged(table).phone.screen
    read = []
    before = Dispute.validate_pack
    monkeypatch.setattr(
        Dispute, "validate_pack", lambda self, pack: (read.append(self.kind), before(self, pack))[1]
    )
    count_scorings(table, monkeypatch, work)
    work.clear()
    page = table.phone.get(verdict.url)
    assert next(seat.text for seat in page.root.all("button", css="seat")).endswith("−30")
    assert (work["forms"], work["scorings"], work["events"]) == (0, 1, 0)
    assert len(read) <= 1


@at_taroky
def test_a_ruling_on_a_kept_verdict_is_the_only_event(table, work):
    screen = judged(table).phone.screen
    work.clear()
    ruled(screen, table.phone, "Karel")
    assert table.totals == (10, 10, -30, 10)
    assert work["events"] == 1


def test_a_row_is_made_once_until_something_changes_that_it_tells(table, monkeypatch):
    made = []

    def counted(match, row, words):
        made.append(row.seq)
        return make(match, row, words)

    make = rows._row_view
    monkeypatch.setattr(rows, "_row_view", counted)
    table.record(Round(points=(14, 14, 0, 0)), Round(durch=0))
    table.open()
    table.open("/watch")
    assert made == [3, 2]
    table.rounds((0, 8, 20, 0))
    table.open()
    assert made == [3, 2, 4]
    table.do("note", 2, "o pivo")
    assert "o pivo" in table.open().rows[2].marks
    assert made == [3, 2, 4, 2]
    table.do("rename", ("Petra", "Jana", "Karel", "Eva"), 3)
    marks = table.open().rows[1].marks
    assert "Petra" in marks
    assert notice(table, "durch", 0) in marks


def test_few_views_of_a_row_are_kept(table):
    table.rounds((0, 8, 20, 0))
    for n in range(2 * rows.MOST_VIEWS):
        table.do("note", 2, f"note {n}")
        assert f"note {n}" in table.open().rows[0].marks
    assert len(table.match.row(2).views) <= rows.MOST_VIEWS
