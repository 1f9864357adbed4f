"""Who wants to play: names as they are typed, a line each."""

import re
from collections.abc import Sequence

from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.shapes import Entrant
from scorekeeper.names import BadName, clean_names

MANY_PLAYERS = 400


class BadEntrant(BadName):
    """Somebody who cannot be entered: `seat` is his line from 0, `problem` that of a name, or
    licence-twice, or too-many.
    """


def proper_entrants(tournament: Tournament, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Those who come, their names tidied. Raises BadEntrant."""
    known = [player.name for player in tournament.known]
    licences = [player.licence for player in tournament.known]
    try:
        names = clean_names([*known, *(each.name for each in entrants)])[len(known) :]
    except BadName as bad:
        raise BadEntrant(bad.seat - len(known), bad.problem, bad.name) from None
    for at, each in enumerate(entrants):
        if len(known) + at >= MANY_PLAYERS:
            raise BadEntrant(at, "too-many")
        if each.licence is not None and each.licence in licences:
            raise BadEntrant(at, "licence-twice")
        licences.append(each.licence)
    return tuple(Entrant(name, e.licence) for name, e in zip(names, entrants, strict=True))


NUMBERED = re.compile(r"^\d{1,3}[.)]\s+")
"""What stands before a name in a list that was copied from elsewhere."""


def read_entrants(text: str) -> tuple[Entrant, ...]:
    """Those who are named on the lines of a text, which may be numbered.

    >>> read_entrants("1. Petr Novák\\n\\nJana")
    (Entrant(name='Petr Novák', licence=None), Entrant(name='Jana', licence=None))
    """
    lines = (NUMBERED.sub("", line.strip()) for line in text.splitlines())
    return tuple(Entrant(line) for line in lines if line)
