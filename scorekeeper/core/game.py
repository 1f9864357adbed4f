"""The contract of a game: what it declares and the functions it consists of.

A game is a folder of pure functions over frozen dataclasses. `Game` names them, so that the
sheet, the ledger, the forms and the command line need to know no game. Counts per seat are its
statistics; what the book of a group counts beside them stands in its `Records`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from scorekeeper.core import sheet
from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.house_rules import NO_TABLE, Defaults, HouseRules
from scorekeeper.core.schema import Invalid, Json, LoadContext, fields_of, load
from scorekeeper.referee.dispute import AnyDispute, Dispute
from scorekeeper.referee.question import Question, read_question
from scorekeeper.referee.rule_table import AnyRule, Penalty

H = TypeVar("H", bound=HouseRules)
S = TypeVar("S", bound=sheet.Standing)
E = TypeVar("E", bound=sheet.Entry)
S_co = TypeVar("S_co", bound=sheet.Standing, covariant=True)


@dataclass(frozen=True)
class Loss:
    """Who lost a game: the seat, and whether the name is underlined twice for it."""

    seat: int
    twice: bool


@dataclass(frozen=True)
class Inscription:
    """The custom of one game.

    `cards` are the whole pack in the order of honour, the finest first. `elect(left, votes)` gives
    the card with most votes, or those that the loser has to draw from, and none as long as missing
    votes can decide; it raises Invalid (`votes.1`) for a vote that cannot be. `lost` says of a
    standing who inscribes a card now: nobody before the end. `rule` says it in the rulebook.
    """

    rule: str
    cards: tuple[Card, ...]
    elect: Callable[[Sequence[Card], Sequence[Card]], tuple[Card, ...]] = field(hash=False)
    lost: Callable[[Any], Loss | None] = field(hash=False)


class Scored(Protocol[S_co]):
    """An entry that counts, with its lines and the standing on either side of it."""

    @property
    def entry(self) -> sheet.Entry: ...
    @property
    def lines(self) -> tuple[sheet.Line, ...]: ...
    @property
    def before(self) -> S_co: ...
    @property
    def after(self) -> S_co: ...


@dataclass(frozen=True)
class Outcome:
    """How something ended that can be won or lost: a deal, or a game.

    `places` has everybody who played: seat → place, 1 the best, and equals share one; by it two
    players are compared. Who `won` and who `lost` it says beside, since in some games nobody wins.
    """

    places: Mapping[int, int]
    won: frozenset[int] = frozenset()
    lost: frozenset[int] = frozenset()


def outcome_of(players: Collection[int], lost: Collection[int]) -> Outcome:
    """The outcome in which some lost and all others won; nobody won if nobody lost.

    >>> outcome_of((0, 1, 2), lost=(1,)).places
    {0: 1, 1: 2, 2: 1}
    >>> outcome_of((0, 1), lost=()).won
    frozenset()
    """
    losers = frozenset(lost)
    won = frozenset(players) - losers if losers else frozenset[int]()
    return Outcome({seat: 1 + (seat in losers) for seat in players}, won, losers)


@dataclass(frozen=True)
class Feat:
    """What may be a record: an id of the rulebook's `records`, and how much it was.

    `at` is the place of the entry that made it among those of the match, `seats` are those who did
    it; empty for the table. In money it has a `unit`, a currency. Of some the `least` is the best.
    """

    id: str
    value: int
    at: int
    seats: tuple[int, ...] = ()
    unit: str = ""
    least: bool = False


def best(feats: Iterable[Feat]) -> tuple[Feat, ...]:
    """The best of one kind, if there is any, and all that equal it."""
    ordered = sorted(feats, key=lambda feat: feat.value if feat.least else -feat.value)
    return tuple(feat for feat in ordered if feat.value == ordered[0].value)


@dataclass(frozen=True)
class Records(Generic[S, H]):
    """What the book counts of a game beside its statistics."""

    outcome: Callable[[Scored[S]], Outcome | None] = lambda row: None
    """How an entry ended what can be won or lost, if it did."""
    feats: Callable[[Sequence[Scored[S]], H], tuple[Feat, ...]] = lambda rows, house: ()
    """The best of each kind over the entries of a match that count."""
    bought: Callable[[S], Sequence[int]] = lambda standing: (0,) * len(standing.totals)
    """The rounds of drinks that each seat has to buy by a standing."""
    milestones: tuple[str, ...] = ()
    """Those of its milestones that no statistic counts, by their ids in the book."""
    won: str = ""
    lost: str = ""
    """The book's words (`stats`) for what was won and lost, if not the usual ones; a statistic of
    this id counts the same, and is not shown beside it.
    """
    partly_told: tuple[str, ...] = ()
    """Statistics that only some matches tell, so that sums over matches leave them out."""


@dataclass(frozen=True)
class Stake:
    """What a point is worth, in the smallest unit of a currency."""

    point: int
    currency: str


class Placing(NamedTuple):
    """The place of a seat among the others, 1 the best."""

    place: int
    seat: int


def _places(worth: Sequence[int]) -> tuple[Placing, ...]:
    seats = sorted(range(len(worth)), key=lambda seat: -worth[seat])
    return tuple(Placing(1 + sum(w > worth[seat] for w in worth), seat) for seat in seats)


@dataclass(frozen=True)
class Game(Generic[H, E, S]):
    """One game: its declarations and its functions."""

    key: str
    seats: tuple[int, ...]
    """How many can play."""
    direction: Literal["clockwise", "counter-clockwise"]
    higher_wins: bool
    """Points below zero are possible."""
    house: type[H]
    pack: Callable[[H], Pack]
    entries: tuple[type[E], ...]
    start: Callable[[int, int, H], S]
    """Players, dealer and house → the standing before the first entry."""
    check: Callable[[E, S, H], sheet.Refusal | None]
    """Why an entry cannot be taken, or None."""
    score: Callable[[E, S, H], tuple[sheet.Line, ...]]
    after: Callable[[S, E, tuple[sheet.Line, ...], H], S]
    state: Callable[[S], Mapping[str, Json]]
    """The game's own part of a standing, as JSON for case files."""
    preset: Callable[[str, S, H], Mapping[str, Json]] = lambda type, standing, house: {}
    """What a new entry of a type usually says."""
    stake: Callable[[H], Stake | None] = lambda house: None
    """What a point is worth if it is played for money."""
    pot: Callable[[S], int | None] = lambda standing: None
    """What lies in the pot if there is one: its points and the totals sum to 0."""
    statistics: Callable[[Sequence[E], int], tuple[sheet.Stat, ...]] = lambda entries, seats: ()
    """What is counted per seat over the entries of a match."""
    disputes: tuple[type[Dispute[H]], ...] = ()
    """The kinds of question that the referee answers, by the table of `rules`."""
    rules: tuple[AnyRule, ...] = ()
    record_penalty: Callable[[str, int, Penalty | None], Mapping[str, Json] | None] = (
        lambda rule, seat, penalty: None
    )
    """A rule's penalty for a seat as an entry (JSON), or None if the sheet records none of its
    kind; it costs the offender the same whoever that is.
    """
    lives: Callable[[S], tuple[sheet.Lives, ...]] = lambda standing: ()
    """What each plays on with, the more the better: the sheet shows it in place of the points.
    Empty where a match is about points.
    """
    playing: Callable[[S], tuple[int, ...]] = lambda standing: tuple(range(len(standing.totals)))
    """The seats that play now, where some pause."""
    reseat: Callable[[S, sheet.Places, S, H], S] | None = None
    """The standing when other people sit down in mid-match: from a fresh one with their totals,
    their places, and the one before. None where those who began also end.
    """
    closed: bool = False
    """Those who began also end: nobody comes or goes, only their order may be put right."""
    check_table: Callable[[int, S, H], sheet.Refusal | None] = lambda players, standing, house: None
    """Why a table of so many players cannot go on from a standing, or None."""
    tables: Callable[[H], Sequence[int]] | None = None
    """How many may begin under some house rules, where they decide it; else all `seats` may."""
    newer_refusals: frozenset[str] = frozenset()
    """Ids of refusals that earlier versions did not know: what those wrote is still read from
    files.
    """
    line_sums: Mapping[str, int | None] = field(default_factory=dict, hash=False)
    """A rule, with all its cases → what the points of each of its lines sum to; of other lines
    nothing is known.
    """
    drawn_as_strokes: bool = False
    """A point is a stroke for a game, and drawn as one."""
    story: Callable[[E, S, H], tuple[sheet.Notice, ...]] = lambda entry, before, house: ()
    """What an entry was, in short, for its row of the sheet: notices besides the milestones that it
    reached.
    """
    first_deal: Callable[[H], tuple[sheet.Sentence, ...]] = lambda house: ()
    """What who never saw the game is told at a table (`first` in the book): how it is won, and then
    a first deal from the cards to the score.
    """
    worth: Callable[[H], Mapping[str, tuple[sheet.Sentence, ...]]] = lambda house: {}
    """A word of the glossary → what it is worth at a table (`worth` in the book)."""
    explain: Callable[[E, S, H], tuple[sheet.Line, ...]] | None = None
    """The lines of an entry, and besides them those that only say why something scores nothing;
    None where there are no others.
    """
    records: Records[S, H] = Records()
    inscription: Inscription | None = None
    """How the loser's card is chosen, where the loser of the game inscribes one."""
    agreed_penalties: bool = False
    """The source leaves to each group what a breach costs."""

    def check_size(self, players: int, standing: S, house: H) -> sheet.Refusal | None:
        """The house rule by which a table cannot be of so many, and why; None if it can."""
        kind: type = self.house
        refusal = self.check_table(players, standing, house)
        return refusal if refusal and refusal.field in fields_of(kind) else None

    @cached_property
    def folder(self) -> Path:
        path = import_module(f"scorekeeper.games.{self.key}").__file__
        assert path is not None
        return Path(path).parent

    @cached_property
    def _defaults(self) -> Defaults:
        return Defaults.in_file(self.folder / "defaults.toml")

    @cached_property
    def entry_types(self) -> Mapping[str, type[E]]:
        """Type name → entry class."""
        return {entry.type: entry for entry in self.entries}

    @cached_property
    def _recordable(self) -> Mapping[str, tuple[str, ...]]:
        return {type: self.recordable_rules(entry) for type, entry in self.entry_types.items()}

    @cached_property
    def kinds(self) -> Mapping[str, type[AnyDispute]]:
        """Kind → dispute class, for the questions that the referee answers."""
        return {dispute.kind: dispute for dispute in self.disputes}

    def explained(self, entry: E, standing: S, house: H) -> tuple[sheet.Line, ...]:
        """The lines of an entry, those that score nothing and say why among them."""
        return (self.explain or self.score)(entry, standing, house)

    def player_counts(self, house: H) -> Sequence[int]:
        return self.tables(house) if self.tables else self.seats

    def penalty_entry(
        self, rule: str, seat: int, penalty: Penalty | None
    ) -> Mapping[str, Json] | None:
        """The penalty of a rule as an entry (JSON), or None if the sheet does not record it."""
        entry = self.record_penalty(rule, seat, penalty)
        if entry is None:
            return None
        type = str(entry["type"])
        names_one = issubclass(self.entry_types[type], sheet.PenaltyEntry)
        return None if names_one and rule not in self._recordable[type] else entry

    def recordable_rules(self, entry: type[sheet.Entry]) -> tuple[str, ...]:
        """Ids of the rules that an entry may say are broken, in the order of the table.

        They are the same in every house and every version: an entry that was taken can be read.
        """
        if not issubclass(entry, sheet.PenaltyEntry):
            return ()
        kinds, house = entry.penalties, self.read_house({})
        costs = ((rule.id, rule.penalty(house)) for rule in self.rules if rule.costs)
        ids = (id for id, cost in costs if not kinds or (cost and cost.kind in kinds))
        return tuple(dict.fromkeys((*ids, *entry.cases)))

    def line_sum(self, rule: str) -> int | None:
        """What the points of a line with this rule sum to; None if that may be anything."""
        while rule and rule not in self.line_sums:
            rule = rule.rpartition(".")[0]
        return self.line_sums.get(rule)

    def figures(self, standing: S) -> tuple[int, ...]:
        """What the sheet shows of each: what he plays on with, or his points."""
        return tuple(each.left for each in self.lives(standing)) or standing.totals

    def places(self, standing: S) -> tuple[Placing, ...]:
        """All seats from the best to the last; equals share a place."""
        lives = self.lives(standing)
        return _places(self.figures(standing)) if lives else self.ranking(standing.totals)

    def ranking(self, totals: Sequence[int]) -> tuple[Placing, ...]:
        """The seats with some totals from the best to the last; equals share a place.

        Where points are a penalty, the fewest are best.
        """
        return _places([total if self.higher_wins else -total for total in totals])

    def read_house(self, data: object) -> H:
        """House rules from the JSON object of an opening, a link or a verdict. Raises Invalid.

        One that is left out is what it was for the version that wrote it.
        """
        return load(self.house, self._defaults.completed(data), NO_TABLE)

    def abridge_house(self, house: H) -> dict[str, Json]:
        """The least that `read_house` reads as these house rules: the same in every version."""
        return self._defaults.without(house)

    def read_entry(self, data: object, players: int, house: H) -> E:
        """An entry from a JSON object with its `type`. Raises Invalid."""
        kind = data.get("type") if isinstance(data, Mapping) else None
        if not isinstance(kind, str) or kind not in self.entry_types:
            raise Invalid("type", "not-a-choice", choices=", ".join(self.entry_types))
        context = LoadContext(players, self.pack(house), self._recordable[kind])
        return load(self.entry_types[kind], data, context)

    def read_dispute(self, kind: object, given: object, house: H) -> AnyDispute:
        """A dispute from the JSON object of all its facts. Raises Invalid, also for facts that
        cannot all be true.
        """
        cls, pack = self._kind(kind), self.pack(house)
        dispute = load(cls, given, LoadContext(self.players_in(cls, given), pack))
        dispute.validate()
        dispute.validate_pack(pack)
        dispute.validate_house(house)
        return dispute

    def read_question(self, kind: object, given: object, house: H) -> Question:
        """A question from a JSON object, in which null is what nobody knows. Raises Invalid."""
        cls = self._kind(kind)
        if not isinstance(given, Mapping):
            raise Invalid("given", "not-an-object")
        context = LoadContext(self.players_in(cls, given), self.pack(house))
        try:
            read = partial(self.read_dispute, kind, house=house)
            return read_question(cls, given, context, read, house)
        except Invalid as error:
            raise error.prefixed("given") from None

    def _kind(self, kind: object) -> type[AnyDispute]:
        if not isinstance(kind, str) or kind not in self.kinds:
            raise Invalid("kind", "not-a-choice", choices=", ".join(self.kinds))
        return self.kinds[kind]

    def players_in(self, kind: type[AnyDispute], given: object) -> int:
        """How many sit at the table of a dispute: as it says, else as many as its kind is for."""
        size = given.get(kind.players_field) if isinstance(given, Mapping) else None
        if size is None and kind.players_field in (given if isinstance(given, Mapping) else ()):
            return max(self.seats)
        size = len(size) if isinstance(size, list | tuple) else size
        if isinstance(size, int) and size in self.seats:
            return size
        return max(self.seats) if kind.fills_table else self.seats[0]


AnyGame = Game[Any, Any, Any]
