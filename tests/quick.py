"""What `make quick` leaves to `make test`, by rules: each says why, none is a list of tests.

A test that takes long says so itself: `@pytest.mark.slow("why")`. Beside that left are other
languages than Czech, databases that are servers, and pages; of pages every room has files of its
own that are asked at once, marked `pytest.mark.quick("which room")`.
"""

from collections.abc import Iterator

import pytest

LANGUAGE = "cs"
"""The language that is asked at once."""
SERVERS = frozenset({"database", "postgres"})
"""Parameters that stand for a database that is a server."""
PAGES = frozenset({"app", "open_app"})
"""What gives a test the app, to ask it for pages."""


def reasons(item: pytest.Item) -> Iterator[str]:
    """Why a test can wait for `make test`; nothing if it is asked at once."""
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
