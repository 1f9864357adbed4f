"""The matches of this app, for the requests of this process."""

from flask import current_app

from scorekeeper.matches import Matches


def matches() -> Matches:
    """The app's matches: one ledger, one cache of folds per process."""
    shelf: Matches = current_app.extensions["matches"]
    return shelf
