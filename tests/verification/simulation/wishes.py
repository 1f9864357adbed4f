"""What people at the table want written: entries of all games, and what is done to them.

The entries are those that were really written or are worked out in the tests' data; which of them
fits a moment is asked of the game. A wish knows the form that it sends and what the ledger must say
of it in the end.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Invalid, Json, dump_fields
from scorekeeper.core.sheet import Entry, dump_entry
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, canonical_json
from scorekeeper.match import Match
from scorekeeper.match.files import load
from scorekeeper.match.rows import Row
from scorekeeper.match.seating import Seats
from scorekeeper.referee.rule_table import admissible
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import FormData, data_of, kinds_of
from scorekeeper.web.forms.labels import Labels

TESTS = Path(__file__).parents[2]
EVENINGS = tuple(sorted((TESTS / "data" / "0.4").glob("*-*.jsonl")))
"""Matches of all games: their tables are sat down at anew, and their files are taken in."""
NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga", "Ivan", "Nora", "Hugo")

Fields = tuple[tuple[str, str], ...]
"""A form's controls with what they hold, in the order in which they are sent."""


@dataclass(frozen=True)
class Wish:
    """Something that somebody wants written, as it makes sense in one version of the match.

    `path` is below the match; `fields` is what the form sends besides version and key. The event
    is of a `kind`, and its body (of a ruling, the ruling in it) `says` this among other things.
    `form` is the page that has the form, if it is not the sheet; `entry` is what is to be recorded,
    and `seats` are the people whom it is about.
    """

    kind: str
    path: str
    fields: Fields
    says: Mapping[str, Json]
    form: str = ""
    entry: Entry | None = None
    seats: Seats = ()

    def fits(self, event: Event) -> bool:
        """True if an event is this wish, written."""
        if self.kind == "ruled":
            return event.kind == "ruled" and self.says.items() <= event.body["ruling"].items()
        return event.kind == self.kind and self.says.items() <= event.body.items()

    def holds(self, match: Match) -> bool:
        """True if it still makes sense, as it stands, in another version."""
        if self.seats != match.seating.seats:
            return False
        if self.kind == "renamed":  # nobody may be called like somebody who has left since
            gone = {match.seating.people[person].casefold() for person in match.seating.away}
            names = self.says["names"]
            return isinstance(names, list) and not gone & {str(n).casefold() for n in names}
        return self.kind == "recorded" and self.entry is not None and _takes(match, self.entry)


Want = Callable[[Match, Random], Wish | None]
"""What somebody may want in a version of a match; None if there is nothing of the sort."""


def record(match: Match, random: Random) -> Wish | None:
    """A new entry."""
    entries = [each for each in entries_of(match) if each.type in match.standing.next]
    for entry in random.sample(entries, len(entries)):
        if _takes(match, entry):
            fields = (("type", entry.type), *fields_of_entry(match, entry))
            says: dict[str, Json] = {"entry": dump_entry(entry)}
            form, seats = f"/new/{entry.type}", match.seating.seats
            return Wish("recorded", "/entries", fields, _plain(says), form, entry, seats)
    return None


def correct(match: Match, random: Random) -> Wish | None:
    """Another entry for a row that counts."""
    row = _row(match, random)
    if row is None or row.struck:
        return None
    then = match.at(row.seating.seats)
    for entry in random.sample(entries_of(then), len(entries_of(then))):
        if entry.type != row.entry.type or entry == row.entry:
            continue
        if match.game.check(entry, row.before, match.house) is None:
            head = (("type", entry.type), ("row", str(row.seq)))
            says: dict[str, Json] = {"event": row.seq, "entry": dump_entry(entry)}
            path = f"/entries/{row.seq}"
            fields = (*head, *fields_of_entry(then, entry))
            return Wish("corrected", path, fields, _plain(says), path)
    return None


def strike(match: Match, random: Random) -> Wish | None:
    """A row struck out, or brought back."""
    row = _row(match, random)
    if row is None:
        return None
    strike = match.struck_by.get(row.seq)
    target = strike.seq if strike else row.seq
    return Wish("struck", f"/entries/{row.seq}/strike", (), {"event": target})


def undo(match: Match, random: Random) -> Wish | None:
    """The last thing taken back."""
    if match.undo is None:
        return None
    return Wish("struck", "/undo", (), {"event": match.undo.seq, "by": "undo"})


def redo(match: Match, random: Random) -> Wish | None:
    """The last undo taken back."""
    if match.redo is None:
        return None
    return Wish("struck", "/redo", (), {"event": match.redo.seq, "by": "redo"})


def rename(match: Match, random: Random) -> Wish:
    """Other names, and somebody else who deals."""
    seats, dealer = match.seating.seats, random.randrange(len(match.names))
    others = match.seating.people
    names = random.sample([name for name in NAMES if name not in others] or [*match.names], 1)
    names = [*names, *match.names[1:]]
    fields = (*_people(seats, names), ("dealer", str(dealer)))
    says: dict[str, Json] = {"names": names, "dealer": dealer}
    return Wish("renamed", "/people", fields, says, "/people", seats=seats)


def seat(match: Match, random: Random) -> Wish | None:
    """Somebody comes, back or for the first time, or somebody leaves."""
    seats, people = list(match.seating.seats), match.seating.people
    if random.random() < 0.5:
        known = {*match.seating.everybody, len(people)} - {*seats}
        seats.insert(random.randrange(1 + len(seats)), min(known))
    else:
        del seats[random.randrange(len(seats))]
    game, size = match.game, len(seats)
    if game.reseat is None or size not in game.seats or size > len(NAMES):
        return None
    if game.check_table(size, match.standing, match.house):
        return None
    new = next((name for name in NAMES if name not in people), f"guest {len(people)}")
    names = [new if person == len(people) else people[person] for person in seats]
    if len({*names}) < size:
        return None  # somebody at the table took the name of who left: a letter has to be added
    dealer = random.randrange(size)
    told = tuple((f"person-{at}", "" if p == len(people) else str(p)) for at, p in enumerate(seats))
    fields = (*told, *_people(seats, names), ("dealer", str(dealer)))
    says: dict[str, Json] = {"seats": [*seats], "names": [*names], "dealer": dealer}
    return Wish("seated", "/people", fields, says)


def _people(seats: Sequence[int], names: Sequence[str]) -> Fields:
    return tuple((f"player-{at}", names[at]) for at in range(len(seats)))


def rule(match: Match, random: Random) -> Wish | None:
    """A listed offence that the table waives, or agrees on otherwise."""
    how, rule = random.choice(("waived", "agreed")), random.choice(_offences(match))
    note = f"note {random.randrange(1000)}"
    fields = (("rule", rule), ("how", how), ("note", note))
    return Wish("ruled", "/rulings", fields, {"how": how, "note": note})


def renew(match: Match, random: Random) -> Wish:
    """Other links; the old ones end."""
    says: dict[str, Json] = {"generation": match.links.generation + 1}
    return Wish("relinked", "/links", (), says, "/share")


AT_A_TABLE: tuple[Want, ...] = (record, rename, correct, strike, undo, redo, seat, rule)
"""What every phone can write, whoever may renew the links."""


@dataclass(frozen=True)
class Seating:
    """A table as people sit down: the game, the opening event of an evening played before."""

    opened: Event

    @property
    def game(self) -> str:
        return str(self.opened.body["game"])

    @property
    def fields(self) -> Fields:
        """The form that opens it: names, dealer, and house rules unlike the usual ones."""
        body, match = self.opened.body, Match.fold((self.opened,))
        names = tuple((f"player-{seat}", name) for seat, name in enumerate(body["names"]))
        book = open_rulebook(match.game.folder, "cs")
        house = BoundForm(type(match.house), Labels(book, ("house",), ()), data=body["house"])
        rest = (("dealer", str(body["dealer"])), ("seats", str(len(names))))
        return (*names, *rest, *house.carried_fields)


@cache
def seatings() -> tuple[Seating, ...]:
    """The tables of the evenings, of all games in turn."""
    by_number = sorted(EVENINGS, key=lambda path: path.stem.partition("-")[::-1])
    return tuple(Seating(load(path.read_text("utf-8"))[0]) for path in by_number)


# --- the entries ---------------------------------------------------------------------------------


def entries_of(match: Match) -> Sequence[Entry]:
    """The entries that people at such a table write, now or at another time."""
    return _entries(match.game.key, match.house, len(match.names))


@cache
def _entries(game: str, house: object, players: int) -> Sequence[Entry]:
    known, entries = GAMES[game], dict[str, Entry]()
    for data in (data for key, data in _written() if key == game):
        try:
            entry = known.read_entry(data, players, house)
            if _sent_and_read(known, entry, house, players) == entry:
                entries[canonical_json(data)] = entry
        except Invalid:
            continue  # of a larger table, or refused for the sake of an example
    return tuple(entries.values())


@cache
def _written() -> Sequence[tuple[str, Mapping[str, Json]]]:
    """Every entry in the tests' data, with its game."""
    written: list[tuple[str, Mapping[str, Json]]] = []
    for path in EVENINGS:
        events = load(path.read_text("utf-8"))
        game = events[0].body["game"]
        written += [(game, event.body["entry"]) for event in events if "entry" in event.body]
    for path in sorted((TESTS / "games").glob("*/cases.score.jsonl")):
        lines = path.read_text("utf-8").splitlines()
        cases = (json.loads(line) for line in lines if line.startswith("{"))
        written += [(case["game"], each) for case in cases for each in case.get("entries", ())]
    return tuple(written)


def fields_of_entry(match: Match, entry: Entry) -> Fields:
    """What the form of an entry sends."""
    return _fields(match.game, entry, match.house, len(match.names))


def _fields(game: AnyGame, entry: Entry, house: object, players: int) -> Fields:
    cls = type(entry)
    labels = Labels(open_rulebook(game.folder, "cs"), ("fields", entry.type), NAMES[:players])
    data = cls.to_shorthand(dict(dump_fields(entry)))
    return tuple(
        BoundForm(cls, labels, None, data, (), lambda n: cls.asks(n, house)).carried_fields
    )


def _sent_and_read(game: AnyGame, entry: Entry, house: object, players: int) -> Entry:
    cls = type(entry)
    sent = FormData(_fields(game, entry, house, players))
    data = cls.from_shorthand(data_of(kinds_of(cls), sent, players))
    read: Entry = game.read_entry({**data, "type": entry.type}, players, house)
    return read


# --- what fits -----------------------------------------------------------------------------------


def _takes(match: Match, entry: Entry) -> bool:
    return match.game.check(entry, match.standing, match.house) is None


def _row(match: Match, random: Random) -> Row | None:
    rows = [row for row in match.rows if not row.undone]
    return random.choice(rows) if rows else None


def _offences(match: Match) -> Sequence[str]:
    listed = open_rulebook(match.game.folder, "cs").texts("offences")
    return [rule.id for rule in admissible(match.game.rules, match.house) if rule.id in listed]


def _plain(says: Mapping[str, Json]) -> Mapping[str, Json]:
    """As it comes back from the ledger."""
    plain: Mapping[str, Json] = json.loads(canonical_json(says))
    return plain
