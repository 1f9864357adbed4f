"""A match of a game whose folder was taken out: its pages say so, and all else is there."""

import pytest

from scorekeeper.games import GAMES, UnknownGame, game_of
from scorekeeper.maintenance.checking import faults_of
from tests.web.phone import Phone
from tests.web.table import start


def test_a_game_that_is_not_here_is_said(open_app, monkeypatch):
    before = Phone(open_app())
    code, other = start(before, game="durak").code, start(before).code
    cookie = before.client.get_cookie("scorekeeper")
    assert cookie
    monkeypatch.delitem(GAMES, "durak")  # type: ignore[arg-type]
    with pytest.raises(UnknownGame, match="durak"):
        game_of("durak")
    phone = Phone(open_app())
    phone.client.set_cookie("scorekeeper", cookie.value)
    for path in ("", "/history"):
        page = phone.get(f"/m/{code}{path}")
        said = phone.say("A game is played here that is not installed any more.")
        assert (page.status, said in page.text) == (404, True)
    for address in ("/", "/mine"):
        page = phone.get(address)
        assert page.status == 200
        assert f"/m/{code}" not in page.html
        assert f"/m/{other}" in page.html
    ledger = phone.app.extensions["matches"].ledger
    assert list(faults_of(ledger, [code])) == [f"{code}: it cannot be folded: UnknownGame('durak')"]
