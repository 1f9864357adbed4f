"""A phone-sized browser and a server for the tests of this folder."""

from tests.browser.fixtures import *  # noqa: F403 (each fixture)
