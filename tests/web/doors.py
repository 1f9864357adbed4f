"""Evenings at random, and the doors of the sheet: what may be written now, and what leads to it."""

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any
from uuid import uuid4

from flask import Flask

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Invalid, Seat
from scorekeeper.core.sheet import HOUSE, Entry
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.stream.kinds import InvalidEvent
from tests.games.neighbours import Neighbours
from tests.games.test_alike import seeds_of
from tests.games.test_arithmetic import any_house
from tests.web.phone import Phone
from tests.web.played import NAMES
from tests.web.screen import Screen

TRIES = 12
"""Changed entries that a game is asked about, besides those of its worked cases."""


class Evening:
    """A match of any game that goes on at random: entries of every type that is taken, rows struck
    out and brought back, what was written last taken back, other house rules agreed on.
    """

    def __init__(self, app: Flask, game: AnyGame, seed: int) -> None:
        self.game, self.random, self.seed = game, Random(seed), seed
        self.matches: Matches = app.extensions["matches"]
        house = any_house(game, seed)
        sizes = [n for n in game.player_counts(house) if may_begin(game, n, house)]
        self.players = self.random.choice(sizes)
        names = [*NAMES, "Adam", "Bára"][: self.players]
        self.code = f"{game.key}{seed}".upper()
        self.matches.open(self.code, game, names, 0, house, str(uuid4()))
        self.phone = Phone(app)
        with self.phone.client.session_transaction() as session:
            session["roles"] = [(self.code, "scorer")]

    @property
    def match(self) -> Match:
        return self.matches.get(self.code)

    @property
    def url(self) -> str:
        return f"/m/{self.code}"

    def may_write(self) -> dict[str, Entry]:
        """An entry of each type that the game would take now."""
        match = self.match
        grown = Neighbours(self.game, self.players, match.house, self.random.randrange(10**6))
        seeds = [*seeds_of(self.game), *self._papers(), *self._taps()]
        self.random.shuffle(seeds)
        return {each.type: each for each in grown.grow(match.standing, seeds, TRIES)}

    def goes_on(self, may: Mapping[str, Entry]) -> None:
        """One more thing is done at the table, where some entries may be written."""
        match, key, luck = self.match, str(uuid4()), self.random.random()
        row = self.random.choice([None, *match.rows])
        if row and luck < 0.15:
            verb = self.matches.bring_back if row.struck else self.matches.strike
            verb(match, row.seq, match.version, key)
        elif luck < 0.2 and match.undo:
            self.matches.undo(match, match.version, key)
        elif luck < 0.25:
            self._agree(any_house(self.game, self.random.randrange(10**6)))
        elif may:
            entry = may[self.random.choice([*may])]
            self.matches.record(match, entry, match.version, key)

    def _agree(self, house: HouseRules) -> None:
        """Plays on by other house rules, if the match can."""
        match = self.match
        try:
            rules = NamedHouse(self.game, "", house)
            self.matches.agree(match, rules, match.version, str(uuid4()))
        except (Invalid, InvalidEvent):
            pass

    def _papers(self) -> Iterator[dict[str, Any]]:
        """What stood on paper, so far that the end is near."""
        for most in (8, 99):
            points = [self.random.randrange(most) for _ in range(self.players)]
            yield {"type": "paper", "points": points, "dealer": 0}

    def _taps(self) -> Iterator[dict[str, Any]]:
        for type, cls in self.game.entry_types.items():
            for seat in range(self.players):
                yield {**cls.by_tap(Seat(seat), self.match.house), "type": type}

    def shut(self, types: Collection[str]) -> set[str]:
        """Which of some types of entry the sheet does not lead to: neither by a tap, nor to their
        form, nor to a page that has the way there.
        """
        sheet = self.phone.get(self.url)
        found = _doors_of(sheet, self.url)
        if found >= {*types}:
            return set()
        behind = {a.attrs.get("href", "") for a in sheet.root.all("a")}
        pages = [url for url in sorted(behind) if url.startswith(f"{self.url}/")]
        further = (_doors_of(self.phone.get(url), self.url) for url in pages)
        return {*types}.difference(found, *further)


def may_begin(game: AnyGame, players: int, house: HouseRules) -> bool:
    return game.check_size(players, game.start(players, 0, house), house) is None


def _doors_of(screen: Screen, url: str) -> set[str]:
    """The types of entry whose form a page leads to, or that it writes by a tap."""
    links = (a.attrs.get("href", "") for a in screen.root.all("a"))
    forms = {link.rpartition("/new/")[2] for link in links if link.startswith(f"{url}/new/")}
    taps = [form for form in screen.forms if form.action == f"{url}/tap" and form.buttons]
    return {*forms, *(form.fields["type"] for form in taps)}


def shut(app: Flask, game: AnyGame, seed: int, deeds: int) -> list[tuple[int, str, str]]:
    """What could be written in an evening at random and had no way: when, which type, by whom. What
    a notice offers is taken, and where the usual entry is not, it offers other house rules.
    """
    evening, found = Evening(app, game, seed), list[tuple[int, str, str]]()
    for deed in range(deeds):
        may = evening.may_write()
        found += [(deed, type, evening.code) for type in sorted(evening.shut(may))]
        now = evening.match.standing
        offered = {notice.offers for notice in now.notices} - {""}
        assert offered - {HOUSE} <= {*may}, (deed, "what is offered is taken")
        stuck = not now.over and now.next[0] not in may
        assert (HOUSE in offered) == stuck, (deed, evening.code, "a way on")
        if stuck:
            assert f"{evening.url}/house" in evening.phone.screen.links.values()
        evening.goes_on(may)
    return found
