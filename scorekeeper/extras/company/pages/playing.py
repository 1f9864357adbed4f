"""What a company played, from the matches that are here."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from flask import current_app

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.evenings import Played, played
from scorekeeper.game import AnyGame
from scorekeeper.match import Match
from scorekeeper.match.actions import UnknownMatch
from scorekeeper.web.access import matches
from scorekeeper.web.live.streams import version_with

LATEST = 30
"""Matches that the page of a company shows, and that are followed; nobody plays older ones."""


def book_of(company: Company, codes: Sequence[str] | None = None) -> tuple[Played, ...]:
    """What a company played, the oldest first: all of it, or the matches with these codes.

    Matches that are not here any more are left out.
    """
    chosen = tuple(company.matches) if codes is None else codes
    zone = ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])
    return played(company, (match for match in map(_match_or_none, chosen) if match), zone)


def latest_matches(company: Company) -> tuple[str, ...]:
    """The codes of the matches that a company took in last."""
    return tuple(company.matches)[-LATEST:]


def version_now(company: Company) -> str:
    """How far a company and its latest matches are written, as its stream says it."""
    return version_with(matches().ledger, company.version, latest_matches(company))


def last_match(company: Company, game: AnyGame) -> Match | None:
    """The match of a game that a company took in last."""
    known = (_match_or_none(code) for code in reversed(tuple(company.matches)))
    return next((match for match in known if match and match.game is game), None)


def _match_or_none(code: str) -> Match | None:
    try:
        return matches().get(code)
    except UnknownMatch:
        return None
