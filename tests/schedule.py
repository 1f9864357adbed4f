"""What `make quick` leaves to `make test`, and that to `make walks`, by rules.

Each rule says why; none is a list of tests. A test that can wait for a reason of its own says so
itself: `@pytest.mark.slow("why")` and `@pytest.mark.walk("why")`.

`make quick` leaves out other languages than Czech, databases that are servers, and pages; of pages
every room has files of its own that are asked at once, marked `pytest.mark.quick("which room")`.

`make test` asks a browser each thing once. `make walks` asks it again: in other browsers, with
other games, sizes and choices, in the second language, and without scripts. What a rule would
leave out, and nothing else asks, is marked `pytest.mark.at_once("why")`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

LANGUAGE = "cs"
"""The language that is asked at once."""
SERVERS = frozenset({"database", "postgres"})
"""Parameters that stand for a database that is a server."""
PAGES = frozenset({"app", "open_app"})
"""What gives a test the app, to ask it for pages."""

BROWSER = Path(__file__).parent / "browser"
OTHER_BROWSERS = frozenset({"firefox", "other_browser", "webkit"})
"""What gives a test a browser that is not Chromium."""
IN_ENGLISH = re.compile(r"[\[-]en[\]-]")


def reasons(item: pytest.Item) -> Iterator[str]:
    """Why a test can wait for `make test`; nothing if `make quick` asks it."""
    given = set(getattr(item, "fixturenames", ()))
    call = getattr(item, "callspec", None)
    params = call.params if call else {}
    if params.get("language", LANGUAGE) != LANGUAGE:
        yield "the same in another language"
    named = {each for each in params.values() if isinstance(each, str)}
    if "cluster" in given or SERVERS & named:
        yield "a database that is a server"
    if PAGES & given and item.get_closest_marker("quick") is None:
        yield "pages"


class Schedule:
    """Which tests in a browser can wait for `make walks`; it has to hear of them in their order."""

    def __init__(self) -> None:
        self._asked: set[tuple[Path, str]] = set()

    def reasons(self, item: pytest.Item) -> Iterator[str]:
        """Why a test can wait; nothing if `make test` asks it."""
        if BROWSER not in item.path.parents or item.get_closest_marker("walk"):
            return
        if "pages" in item.path.stem and IN_ENGLISH.search(item.name):
            yield "Czech words are longer"
        elif item.get_closest_marker("at_once"):
            return
        elif OTHER_BROWSERS & set(getattr(item, "fixturenames", ())):
            yield "Chromium is asked the same"
        elif "without_scripts" in item.name:
            yield "tests/web sends the same forms"
        else:
            test = item.path, getattr(item, "originalname", item.name)
            if test in self._asked:
                yield "the same with another game, size or choice"
            self._asked.add(test)
