"""Forgetting people: the same tournament, as if its players had always been called by numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import uuid4

from scorekeeper.ledger import Event
from scorekeeper.schema import dump_fields
from scorekeeper.tournament.bodies import Entered, Entrant, body_of

SAID = ("name", "note", "referee")
"""Members of what is said about referees that were typed freely."""


def names_in(events: Sequence[Event]) -> set[str]:
    """Every name that was ever entered, folded."""
    entered = (body_of(event, Entered) for event in events if event.kind == "entered")
    return {player.name.casefold() for each in entered for player in each.players}


def without_names(events: Sequence[Event], player: str | None = None) -> Iterator[Event]:
    """The events without names and licence numbers: those of all, or of one `player`.

    Every event gets another key, so that whoever read it before sees that it changed.
    """
    number = 0
    for event in events:
        body = event.body
        if event.kind == "entered":
            players = body_of(event, Entered).players
            labels = (_label(each, number + at, player) for at, each in enumerate(players, 1))
            body = dump_fields(Entered(tuple(labels)))
            number += len(players)
        elif event.kind in ("appointed", "called", "came"):
            body = {**body, **{name: _without(body[name], player) for name in SAID if name in body}}
        yield replace(event, body=body, key=str(uuid4()))


def _without(text: str, player: str | None) -> str:
    """What was typed, unless somebody may be named in it."""
    names = player is None or player.casefold() in text.casefold()
    return "–" if names and text else text


def _label(entrant: Entrant, number: int, player: str | None) -> Entrant:
    """What an entrant becomes: his number, if he is the one who goes, or all do."""
    goes = player is None or entrant.name.casefold() == player.casefold()
    return Entrant(str(number)) if goes else entrant
