"""A log for apps whose complaints are expected: thousands of broken requests, killed servers."""

import logging

from flask import Flask


def unheard(app: Flask) -> None:
    """Gives an app a log of its own that says nothing.

    Not `disabled`: the usual one belongs to all apps of a process, other tests' too.
    """
    app.logger = logging.Logger("unheard")
    app.logger.addHandler(logging.NullHandler())
