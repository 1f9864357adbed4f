"""What several kinds of event of a match ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_whole_house
from scorekeeper.core.named_house import clean_house_name
from scorekeeper.core.names import BadName, clean_names
from scorekeeper.core.schema import Invalid, fields_of, spec_of
from scorekeeper.core.sheet import Refusal, Standing
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.match.rows import Row, clean_note
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.stream.kinds import LANGUAGE, InvalidEvent, prefix_path

LONGEST_CODE = 16
"""Letters of the code of a stream."""


def require_game(key: str) -> AnyGame:
    """The game of a key. Raises Invalid."""
    if key not in GAMES:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    return GAMES[key]


def read_rules(game: AnyGame, house: Mapping[str, object], name: str) -> HouseRules:
    """House rules as they are written with their name. Raises Invalid, InvalidEvent."""
    rules: HouseRules = prefix_path("house", lambda: game.read_house(house))
    if (proper := clean_house_name(name, "rules")) != name:
        raise InvalidEvent("rules", f"without needless blanks it is {proper!r}")
    return rules


def validate_size(field: str, game: AnyGame, house: HouseRules, players: int) -> None:
    """Raises InvalidEvent unless so many can play by house rules."""
    if players not in (sizes := game.player_counts(house)):
        right = ", ".join(map(str, sizes))
        raise InvalidEvent(field, f"{players} players; right would be: {right}")


def validate_person(match: Match, person: int) -> None:
    """Raises InvalidEvent unless a match knows a person of this number."""
    last = len(match.seating.people) - 1
    if not 0 <= person <= last:
        raise InvalidEvent("person", f"people are numbered from 0 to {last}")


def validate_seat(field: str, seat: int, seats: int) -> None:
    """Raises Invalid unless there is such a seat, counted from 0."""
    if not 0 <= seat < seats:
        raise Invalid(field, "no-such-seat", last=seats - 1)


def validate_names(names: Sequence[str]) -> None:
    """Raises InvalidEvent or Invalid unless names are as they are kept."""
    try:
        proper = clean_names(names)
    except BadName as bad:
        raise bad.at(f"names.{bad.seat}") from None
    if proper != tuple(names):
        raise InvalidEvent("names", f"without needless blanks they are {', '.join(proper)}")


def validate_note(note: str) -> None:
    """Raises InvalidEvent unless a note is as it is kept."""
    if (proper := clean_note(note)) != note:
        raise InvalidEvent("note", f"without needless blanks it is {proper!r}")


def require_row(match: Match, seq: int, what: str) -> Row:
    """The row that an event is about. Raises InvalidEvent."""
    if not match.has_row(seq):
        raise InvalidEvent("event", f"event {seq} recorded no entry {what}")
    return match.row(seq)


def validate_lasting(match: Match, house: HouseRules) -> None:
    """Raises Invalid, with the house rule, if one would change that holds for a whole match: what a
    point or a lost game costs, and what everybody begins with.
    """
    game, now, then = match.game, dump_whole_house(match.house), dump_whole_house(house)
    kind: type = type(house)
    specs = {name: spec_of(field) for name, field in fields_of(kind).items()}
    prices = {spec.rule for spec in specs.values() if spec.money}
    for name in (name for name in now if now[name] != then[name]):
        changed = game.read_house({**now, name: then[name]})
        priced = specs[name].rule in prices or game.stake(changed) != game.stake(match.house)
        if priced or _beginning(match, changed) != _beginning(match, match.house):
            raise Invalid(f"house.{name}", "lasting")


def _beginning(match: Match, house: HouseRules) -> Standing:
    start: Standing = match.game.start(len(match.names), 0, house)
    return replace(start, notices=(), next=())


def refusal_error(match: Match, refusal: Refusal, field: str) -> InvalidEvent:
    """What a game refuses, in its words."""
    return InvalidEvent(
        field, english(match).say("refusals", refusal.id, refusal.facts, match.names)
    )


def english(match: Match) -> Rulebook:
    """The words of the match's game for the reasons."""
    return open_rulebook(match.game.folder, LANGUAGE, match.house)


def knows(book: Rulebook, rule: str) -> bool:
    try:
        return bool(book.rule(rule))
    except KeyError:
        return False
