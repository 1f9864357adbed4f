"""The shelf of games: every folder here that ends in `GAME = Game(...)` is one.

A game is a folder of pure functions over frozen dataclasses. `Game` names them, so that the
sheet, the ledger, the forms and the command line need to know no game. Folders are found by
looking; a new game touches no other file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Generic, Literal, TypeVar

from scorekeeper.cards import Pack
from scorekeeper.house import HouseRules
from scorekeeper.plain import Table, Unreadable, read, write
from scorekeeper.referee import AnyRule, Dispute, Penalty
from scorekeeper.sheet import Entry, Line, Refusal, Standing, Stat

H = TypeVar("H", bound=HouseRules)
S = TypeVar("S", bound=Standing)
E = TypeVar("E", bound=Entry)


@dataclass(frozen=True)
class Stake:
    """What a point is worth, in the smallest unit of a currency."""

    point: int
    currency: str


def _nothing_preset(type: str, standing: Any, house: Any) -> Mapping[str, Any]:
    return {}


def _no_stake(house: Any) -> Stake | None:
    return None


def _no_entry(rule: str, seat: int, penalty: Any) -> Mapping[str, Any] | None:
    return None


def _everybody(standing: Standing) -> tuple[int, ...]:
    return tuple(range(len(standing.totals)))


def _no_statistics(entries: Sequence[Any], seats: int) -> tuple[Stat, ...]:
    return ()


@dataclass(frozen=True)
class Game(Generic[H, E, S]):
    """One game: its declarations and its functions.

    `start(players, dealer, house)` gives the standing before the first entry; `check` says why
    an entry cannot be taken (or None), `score` gives its lines, `after` the standing that
    follows, and `state` the game's own part of a standing as plain data for case files. `preset` is
    what a new entry of a type usually says, `stake` what a point is worth if it is played for
    money, `statistics` what is counted per seat over the entries of a match. `disputes` are the
    kinds of question that the referee answers, by the table of `rules`. `fine(rule, seat, penalty)`
    is the entry, as plain data, that writes a penalty on the sheet, if it changes the score.
    `playing` are the seats that play now, where some pause.
    """

    key: str
    seats: tuple[int, ...]
    direction: Literal["clockwise", "counter-clockwise"]
    signed: bool
    house: type[H]
    pack: Callable[[H], Pack]
    entries: tuple[type[E], ...]
    start: Callable[[int, int, H], S]
    check: Callable[[E, S, H], Refusal | None]
    score: Callable[[E, S, H], tuple[Line, ...]]
    after: Callable[[S, E, tuple[Line, ...], H], S]
    state: Callable[[S], Mapping[str, Any]]
    preset: Callable[[str, S, H], Mapping[str, Any]] = _nothing_preset
    stake: Callable[[H], Stake | None] = _no_stake
    statistics: Callable[[Sequence[E], int], tuple[Stat, ...]] = _no_statistics
    disputes: tuple[type[Dispute], ...] = ()
    rules: tuple[AnyRule, ...] = ()
    fine: Callable[[str, int, Penalty | None], Mapping[str, Any] | None] = _no_entry
    playing: Callable[[S], tuple[int, ...]] = _everybody

    @cached_property
    def folder(self) -> Path:
        """Where the game's rulebook lies."""
        path = import_module(f"{__name__}.{self.key}").__file__
        assert path is not None
        return Path(path).parent

    @cached_property
    def entry_types(self) -> Mapping[str, type[E]]:
        """Type name → entry class."""
        return {entry.type: entry for entry in self.entries}

    @cached_property
    def kinds(self) -> Mapping[str, type[Dispute]]:
        """Kind → dispute class, for the questions that the referee answers."""
        return {dispute.kind: dispute for dispute in self.disputes}

    def read_entry(self, data: Any, players: int, house: H) -> E:
        """An entry from plain data with its `type`. Raises Unreadable."""
        kind = data.get("type") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or kind not in self.entry_types:
            raise Unreadable("type", "not-a-choice", choices=", ".join(self.entry_types))
        table = Table(players, self.pack(house))
        return read(self.entry_types[kind], data, table, ignore=frozenset({"type"}))

    def read_dispute(self, kind: Any, given: Any, house: H) -> Dispute:
        """A dispute from plain data. Raises Unreadable, also for facts that cannot be true."""
        if not isinstance(kind, str) or kind not in self.kinds:
            raise Unreadable("kind", "not-a-choice", choices=", ".join(self.kinds))
        pack, cls = self.pack(house), self.kinds[kind]
        try:
            dispute = read(cls, given, Table(self.seated(cls, given), pack))
            dispute.check()
            dispute.check_pack(pack)
        except Unreadable as error:
            raise error.under("given") from None
        return dispute

    def seated(self, kind: type[Dispute], given: Any) -> int:
        """How many sit at the table of a dispute: as it says, else as many as its kind is for."""
        said = given.get(kind.seated) if isinstance(given, Mapping) else None
        said = len(said) if isinstance(said, list | tuple) else said
        if isinstance(said, int) and said in self.seats:
            return said
        return kind.at_table or self.seats[0]

    def write_entry(self, entry: E) -> dict[str, Any]:
        """Plain data of an entry, with its type."""
        return {"type": entry.type, **write(entry)}


AnyGame = Game[Any, Any, Any]


def find_games() -> dict[str, AnyGame]:
    """Key → game, for every folder on this package's path. Raises if a folder has no GAME."""
    folders = (module.name for module in iter_modules(__path__) if module.ispkg)
    return {key: import_module(f"{__name__}.{key}").GAME for key in folders}


GAMES: Mapping[str, AnyGame] = find_games()
