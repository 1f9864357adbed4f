"""The first of the broken requests, and that the drill would see what it looks for."""

import pytest
from flask import Response

from tests.drills import fuzz
from tests.drills.fuzz import run

pytestmark = pytest.mark.slow("starts servers")


def test_the_first_broken_requests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(100, 2)
    assert "100 requests" in capsys.readouterr().out


@pytest.mark.parametrize("fault", ["status", "headers"])
def test_a_fault_is_printed(
    fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = Response(status=500 if fault == "status" else 200)
    answer.headers.extend({"Content-Security-Policy": "x"} if fault == "status" else {})
    plain = ([], answer.status, answer.headers)
    monkeypatch.setattr(fuzz, "run_wsgi_app", lambda *_arguments, **_more: plain)
    assert not run(3, 2)
    assert "seed 2, request 0" in capsys.readouterr().out
