"""The first of the broken requests, and that the drill would see what it looks for."""

import pytest

from tests.verification.drills.fuzz import run


def test_the_first_broken_requests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(100, 2)
    assert "100 requests" in capsys.readouterr().out
