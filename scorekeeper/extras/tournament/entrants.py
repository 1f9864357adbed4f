"""Who wants to play: names as they are typed, perhaps each after a licence number."""

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


def read_entrants(text: str) -> tuple[Entrant, ...]:
    """Those who are named on the lines of a text, each perhaps after his licence number.

    >>> read_entrants("12 Petr Novák\\n\\nJana")
    (Entrant(name='Petr Novák', licence=12), Entrant(name='Jana', licence=None))
    """
    return tuple(_entrant(line.strip()) for line in text.splitlines() if line.strip())


def _entrant(line: str) -> Entrant:
    number, _, name = line.partition(" ")
    digits = number.rstrip(".)")
    if name.strip() and digits.isascii() and digits.isdigit() and len(digits) < 7:
        return Entrant(name.strip(), int(digits))
    return Entrant(line)
