"""The app of the crawl."""

from tests.crawl.conftest import shelf

__all__ = ["shelf"]
