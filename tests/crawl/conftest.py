"""An app that holds evenings of every game."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from flask import Flask

from scorekeeper.web import create_app
from tests.conftest import SETTINGS
from tests.crawl.evenings import restore


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app that holds evenings of every game."""
    app = create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger):
        restore(app)
        yield app
