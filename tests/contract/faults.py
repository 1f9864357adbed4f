"""One test for a whole book or game: it looks at everything and prints all that is wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Faults:
    """Collects failed assertions, so that one of them does not hide the next.

    The fixture `faults` makes one for a test, and the test fails at its end if any was collected,
    or if it looked at nothing:

        for example in examples_of(game):
            with faults.at(example.rule, language):
                assert ...
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.looked_at = 0

    @contextmanager
    def at(self, *names: object) -> Iterator[None]:
        """Collects what fails inside, under the names of what is looked at."""
        self.looked_at += 1
        try:
            yield
        except Exception as error:
            place = " ".join(str(name) for name in names)
            what = f"{type(error).__name__}: {told_of(error)}"
            self.found.append(f"{place} ({line_of(error)}): {what}")

    def check(self) -> None:
        """Fails with everything that was collected, and nothing else: each tells its line."""
        if not self.looked_at:
            pytest.fail("nothing was looked at", pytrace=False)
        if self.found:
            count = f"{len(self.found)} of {self.looked_at} are wrong:"
            pytest.fail("\n".join([count, *self.found]), pytrace=False)


def told_of(error: Exception) -> str:
    """What an assertion says, but not where its values came from: whole games and books."""
    lines, left_out = str(error).splitlines(), ("where ", "Use -v")
    return "\n".join(each for each in lines if not each.lstrip(" +").startswith(left_out))


def line_of(error: Exception) -> str:
    """File and line of the assertion: the innermost that lies in a test."""
    places, traceback = ["?"], error.__traceback__
    while traceback:
        path = Path(traceback.tb_frame.f_code.co_filename)
        if path.name.startswith("test_"):
            places.append(f"{path.name}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    return places[-1]
