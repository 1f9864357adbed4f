"""A season of a group, as people play it: sixty evenings of nine members in three pubs.

All five games are played, rows are corrected, struck out and undone, guests come, one becomes a
member, one goes by another name, players come and go in mid-evening, rounds are bought, money is
paid, and cards of a pack are inscribed. What the script does only its seed decides.

    season(seed=1).write_to(ledger)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from scorekeeper.core.house_rules import HouseRules, dump_whole_house, load_house
from scorekeeper.core.sheet import Refused
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.deck import InscribedBody, deck_of
from scorekeeper.extras.group.evenings import PlayedMatch
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.extras.group.records.summary import summary
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, KeyReused, Ledger, Stale
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.events import Opened
from scorekeeper.referee.judgements import judge_question
from tests.extras.group.paper import offences, written

CODE = "PARTA"
NAMES = ("Petr", "Jana", "Karel", "Eva", "Ota", "Iva", "Čeněk", "Běla", "Řehoř")
GUESTS = ("Dan", "Zdena", "Mik", "Ludvík")
STRANGER = "Kolemjdoucí"
"""Sits down in mid-evening, and the group does not know him."""
PUBS = (("U Lípy", "Tovéř"), ("Na Růžku", "Olomouc"), ("", ""))
FIRST = datetime(2026, 1, 9, 18, 0, tzinfo=UTC)
TABLES: Mapping[str, tuple[int, ...]] = {
    "kocka": (4,),
    "taroky": (4, 4, 5),
    "faraon": (3, 4, 5),
    "makao": (3, 4, 6),
    "durak": (3, 4, 5),
}
HOUSES: Mapping[str, Mapping[str, object]] = {
    "kocka": {"stake": "malé pivo", "stake_price": 3500},
    "taroky": {"tariff": {"point": 10}},
    "durak": {"epaulettes": "1"},
}
ROWS: Mapping[str, int] = {"kocka": 40, "taroky": 24, "faraon": 14, "makao": 12, "durak": 16}
"""About how many entries an evening has; a game of kočka is played to its end."""


@dataclass
class Store:
    """A ledger in memory whose clock the script sets."""

    now: datetime = FIRST
    events: dict[str, list[Event]] = field(default_factory=dict)

    def append(
        self, match: str, after: int, key: str, kind: str, body: Mapping[str, object]
    ) -> Event:
        book = self.events.setdefault(match, [])
        for event in book:
            if event.key == key:
                raise KeyReused(key)
        if after != len(book):
            raise Stale(len(book))
        self.now += timedelta(seconds=50)
        at = self.now.strftime("%Y-%m-%dT%H:%M:%SZ")
        event = Event(match, after + 1, kind, dict(body), key, at)
        book.append(event)
        return event

    def read(self, match: str, after: int = 0) -> list[Event]:
        return self.events.get(match, [])[after:]

    def read_durable(self, match: str, after: int = 0) -> list[Event]:
        return self.read(match, after)

    def newest(self, matches: Sequence[str]) -> Mapping[str, tuple[int, str]]:
        books = ((match, self.events.get(match)) for match in matches)
        return {match: (len(book), book[-1].key) for match, book in books if book}

    def restore(self, *matches: Sequence[Event]) -> None:
        self.events |= {events[0].stream: list(events) for events in matches}

    def rewrite(self, changed: Iterable[Event], dropped: Iterable[str] = ()) -> None:
        raise NotImplementedError

    def try_write(self) -> None:
        return None

    def matches(self) -> list[str]:
        return list(self.events)

    def close(self) -> None:
        return None


class Season:
    """The script; after `play` its `store` holds the group and every match of it."""

    def __init__(
        self, seed: int = 1, evenings: int = 60, length: float = 1, names: Sequence[str] = NAMES
    ) -> None:
        self.random, self.evenings, self.length = Random(seed), evenings, length
        self.names = names
        self.store = Store()
        self.groups, self.matches = Groups(self.store), Matches(self.store, most=10**6)

    @property
    def group(self) -> Group:
        return self.groups.get(CODE)

    @property
    def played(self) -> tuple[Match, ...]:
        """Its matches, in the order of being taken in."""
        return tuple(self.matches.get(code) for code in self.group.matches)

    def play(self) -> "Season":
        """Everything, evening after evening."""
        self.groups.open(CODE, "Tovéřská parta", self.names, self._key())
        for number in range(self.evenings):
            self.store.now = FIRST + timedelta(days=number * 6, minutes=self.random.randrange(90))
            self._change_group(number)
            self._spend_evening(number)
        return self

    def write_to(self, ledger: Ledger) -> None:
        """Puts the whole season into a ledger, with its times and keys."""
        ledger.restore(*self.store.events.values())

    def _change_group(self, number: int) -> None:
        if number == self.evenings // 4:
            self._book("named", member=3, name="Evička")
        if number == self.evenings // 3 and len(self.group.members) > len(self.names):
            self._book("admitted", member=len(self.names))
        if number == self.evenings // 2:
            self._book("named", name="Parta z Tovéře")
            self.groups.undo(self.group, self.group.version, self._key())
        if number == 1:
            self._book("deck", owner=0, since=self._night())

    def _spend_evening(self, number: int) -> None:
        """Two or three games in one pub, and what is drunk with them."""
        pub, town = PUBS[number % len(PUBS)]
        games = self.random.sample(sorted(TABLES), self.random.choice((1, 2, 2, 3)))
        codes = [self._sit_down(game, f"{number:03d}{at}") for at, game in enumerate(games)]
        if pub:
            self._book("located", matches=codes, pub=pub, town=town)
        if self.random.random() < 0.3:
            here = sorted({m for code in codes for m in self.group.matches[code]})
            buyer, *guests = self.random.sample(here, len(here))
            self._book("bought", night=self._night(), buyer=buyer, guests=guests, what="rum")
        if self.random.random() < 0.1:
            payer, payee = self.random.sample(range(len(self.names)), 2)
            amount = 100 * self.random.randrange(1, 90)
            self._book("paid", payer=payer, payee=payee, amount=amount, currency="CZK")

    def _sit_down(self, game: str, number: str) -> str:
        """A match from the deal to the last row; its code."""
        size = self.random.choice(TABLES[game])
        people = self.random.sample(range(len(self.group.members)), size)
        names = [self.group.members[person].name for person in people]
        guest = next((n for n in GUESTS if not self.group.called(n)), None)
        if guest and self.random.random() < 0.15:
            names[-1] = guest
        code, house = f"M{number}", load_house(GAMES[game].house, HOUSES.get(game, {}))
        self._open(code, game, names, house)
        known = [self.group.called(name) for name in names]
        taken = [m.number if m else name for m, name in zip(known, names, strict=True)]
        self._book("belongs", match=code, people=taken)
        self._write_rows(code, round(ROWS[game] * self.length))
        if game == "kocka" and self.matches.get(code).standing.over:
            self._inscribe(code)
        return code

    def _open(self, code: str, game: str, names: Sequence[str], house: HouseRules) -> None:
        dealer = self.random.randrange(len(names))
        opened = Opened(
            game=game, names=tuple(names), dealer=dealer, house=dump_whole_house(house), group=CODE
        )
        self.matches.open_as(code, opened, self._key())

    def _inscribe(self, code: str) -> None:
        match, group, deck = self.matches.get(code), self.group, deck_of(self.group)
        if deck is None:
            return
        if deck.full:
            self._book("deck", owner=1, since=self._night())
            return
        card = str(deck.left[0])
        people = group.members_of(match)
        loser = people[match.seating.seats[match.standing.loser]]  # type: ignore[attr-defined]
        self._book(
            "inscribed",
            card=card,
            loser=loser,
            signatures=[*people],
            ballots=[[person, card] for person in people],
            night=self._night(),
            pub=f"Hospoda {len(group.bodies_of(InscribedBody)) + 1}",
            town="Tovéř",
            match=code,
        )

    def _book(self, kind: str, **body: object) -> None:
        self.groups.write(self.group, kind, body, self.group.version, self._key())

    def _write_rows(self, code: str, rows: int) -> None:
        for number in range(rows):
            match = self.matches.get(code)
            entry = written(match, self.random)
            if entry is None:
                return
            self.matches.record(match, entry, match.version, self._key())
            for deed in self._deeds(number):
                deed(self.matches.get(code))

    def _deeds(self, number: int) -> Iterator:  # type: ignore[type-arg]
        """What else happens after a row: rarely anything."""
        luck = self.random.random()
        if luck < 0.04:
            yield self._correct
        elif luck < 0.06:
            yield self._strike
        elif luck < 0.08:
            yield self._undo
        elif luck < 0.10:
            yield self._rule
        elif luck < 0.11:
            yield self._note
        elif luck < 0.13 and number > 3:
            yield self._reseat

    def _correct(self, match: Match) -> None:
        row = self.random.choice(match.rows)
        entry = written(match.at(row.seating.seats), self.random, row.before)
        if not row.struck and entry is not None and entry.type == row.entry.type:
            try:
                self.matches.correct(match, row.seq, entry, match.version, self._key())
            except Refused:
                return

    def _strike(self, match: Match) -> None:
        row = self.random.choice(match.rows)
        if not row.struck:
            self.matches.strike(match, row.seq, match.version, self._key())
            if self.random.random() < 0.3:
                now = self.matches.get(match.code)
                self.matches.bring_back(now, row.seq, now.version, self._key())

    def _undo(self, match: Match) -> None:
        self.matches.undo(match, match.version, self._key())
        if self.random.random() < 0.5:
            now = self.matches.get(match.code)
            self.matches.redo(now, now.version, self._key())

    def _note(self, match: Match) -> None:
        row = self.random.choice(match.rows)
        self.matches.note(match, row.seq, "o pivo", match.version, self._key())

    def _rule(self, match: Match) -> None:
        """A listed offence that costs what the sheet records, or that the table lets be."""
        known = offences(match.game, match.house)
        if not known or not match.standing.next:
            return
        rule, seat = self.random.choice(known), self.random.randrange(len(match.names))
        judged = judge_question(match.game, match.house, match.names, "seen", {"rule": rule})
        data = match.game.penalty_entry(rule, seat, judged.verdict.penalty)
        applied = data is not None and self.random.random() < 0.7
        entry = None
        if applied:
            entry = match.game.read_entry(data, len(match.names), match.house)
            if match.game.check(entry, match.standing, match.house):
                return
        how = "applied" if applied else "waived"
        told = {"how": how, "seat": seat if applied else None, "note": "", "link": "L" * 16}
        ruling = {**told, **judged.dump()}
        self.matches.rule(match, ruling, entry, match.version, self._key())

    def _reseat(self, match: Match) -> None:
        """Somebody comes, if the table has room: as a rule a member, seldom a stranger."""
        seats, people = list(match.seating.seats), match.seating.people
        if match.game.reseat is None or len(seats) + 1 not in match.game.seats or len(people) > 8:
            return
        names = {member.name for member in self.group.members} - {*people}
        seats.append(len(people))
        stranger = STRANGER not in people and self.random.random() < 0.2
        called = [*match.names, STRANGER if stranger else self.random.choice(sorted(names))]
        try:
            self.matches.seat(match, seats, called, 0, match.version, self._key())
        except Refused:
            return

    def _night(self) -> str:
        return self.store.now.date().isoformat()

    def _key(self) -> str:
        return str(UUID(int=self.random.getrandbits(128), version=4))


def season(
    seed: int = 1, evenings: int = 60, length: float = 1, names: Sequence[str] = NAMES
) -> Season:
    """A whole season, the same for the same seed; `length` is that of its matches."""
    return Season(seed, evenings, length, names).play()


def summarise(book: Iterable[PlayedMatch]) -> tuple[MatchSummary, ...]:
    return tuple(
        MatchSummary(summary(each.match), each.members, each.night, each.pub) for each in book
    )
