"""What commands say: `scorekeeper …` as it is typed, within the process of the test."""

import pytest

from scorekeeper.cli import main

NAME = "scorekeeper: "
"""What begins each line of an error."""


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says instead of doing it: one sentence, and nothing beside it."""
    assert main(list(words)) == 2
    said = capsys.readouterr()
    start, text = said.err[: len(NAME)], said.err[len(NAME) :]
    assert (said.out, start, text.count("\n")) == ("", NAME, 1)
    return text.strip()
