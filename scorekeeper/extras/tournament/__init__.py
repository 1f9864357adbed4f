"""A tournament: many tables at one game, round after round: the fold of its events.

Each table is a match of its own; what belongs here is who is seated where, what each table brought
and what follows from that. How a table comes to its points does not belong here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.extras.tournament.shapes import Opened, ShownDraw
from scorekeeper.extras.tournament.tables import Round as Round
from scorekeeper.extras.tournament.tables import Table as Table
from scorekeeper.game import AnyGame
from scorekeeper.games import game_of
from scorekeeper.house import HouseRules
from scorekeeper.ledger import Event
from scorekeeper.schema import load
from scorekeeper.stream.kinds import AS_WRITTEN, Kinds
from scorekeeper.stream.roles import FIRST_LINKS, Links
from scorekeeper.stream.streams import Stream, strikes_of

TOURNAMENT: "Kinds[Tournament, Tournament]" = Kinds(
    "tournament", "scorekeeper.extras.tournament.events"
)
"""The kinds of event of a tournament, and where they are declared."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays; `present` until he withdraws, `gone` if his coming was taken back."""

    number: int
    name: str
    licence: int | None = None
    present: bool = True
    gone: bool = False


@dataclass(frozen=True)
class Tournament(Stream):
    """Everything known of a tournament; `shown` are draws of the next round, or of the last one."""

    kinds = TOURNAMENT
    opened: Opened
    game: AnyGame
    house: HouseRules
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event]
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    shown: tuple[ShownDraw, ...] = ()
    closed: bool = False
    links: Links = FIRST_LINKS

    @property
    def name(self) -> str:
        """What it is called."""
        return self.opened.name

    @property
    def known(self) -> tuple[Player, ...]:
        """Everybody who ever entered, but for those whose coming was taken back."""
        return tuple(player for player in self.players if not player.gone)

    @property
    def away(self) -> tuple[int, ...]:
        """The numbers of those who were here, and play no more."""
        return tuple(player.number for player in self.known if not player.present)

    @property
    def present(self) -> tuple[int, ...]:
        """The numbers of those who are seated in the next round."""
        return tuple(player.number for player in self.players if player.present)

    @property
    def round(self) -> Round | None:
        """The round that is played, or was played last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def unfinished(self) -> bool:
        """True while a table of any round has no result, or one that is not confirmed."""
        return not all(round_.done for round_ in self.rounds)

    @property
    def twice(self) -> bool:
        """True if a result counts once two sides of its table have entered it."""
        return self.opened.confirm == "twice"

    @property
    def leagues(self) -> bool:
        """True if leagues are played."""
        return self.opened.system == "leagues"

    def names(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """The names of some players."""
        return tuple(self.players[number].name for number in numbers)

    def find_table(self, code: str) -> tuple[Round, int] | None:
        """The round and table (from 0) of a match, if it is one of this tournament."""
        for round_ in reversed(self.rounds):
            for at, table in enumerate(round_.tables):
                if table.code == code:
                    return round_, at
        return None

    def with_player(self, player: Player) -> "Tournament":
        """With a player as he is now."""
        players = list(self.players)
        players[player.number] = player
        return replace(self, players=tuple(players))

    def with_round(self, round_: Round) -> "Tournament":
        """With a round as it is after a change."""
        rounds = list(self.rounds)
        rounds[round_.number - 1] = round_
        return replace(self, rounds=tuple(rounds))


def fold(events: Sequence[Event]) -> Tournament:
    """The tournament of these events, the first of them `opened`. Raises Invalid."""
    opened = load(Opened, events[0].body["tournament"], AS_WRITTEN)
    game = game_of(opened.game)
    house = game.read_house(opened.house)
    tournament = Tournament(opened, game, house, tuple(events), strikes_of(events))
    stays = TOURNAMENT.kinds_with("applied_if_struck")
    for event in events[1:]:
        if event.kind in stays or tournament.holds(event):
            tournament = TOURNAMENT.apply(tournament, event)
    return tournament
