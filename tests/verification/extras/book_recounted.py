"""The book of a group counted again from its file alone: who owes what, which evening a payment
belongs to, and who played best. Nothing of the app counts here.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

Line = dict[str, Any]
HERE = ZoneInfo("Europe/Prague")


def holding(events: Sequence[Line]) -> list[Line]:
    dead: set[int] = set()
    for event in reversed(events):
        if event["kind"] == "struck" and event["seq"] not in dead:
            dead.add(event["body"]["event"])
    return [event for event in events if event["seq"] not in dead]


@dataclass(frozen=True)
class Played:
    """A match: its events, and the members by seat; nobody comes or goes in it."""

    events: Sequence[Line]
    who: tuple[int, ...]

    @property
    def game(self) -> str:
        return str(self.events[0]["body"]["game"])

    @property
    def begun(self) -> str:
        return str(self.events[0]["at"])

    @property
    def first_night(self) -> date:
        at = datetime.fromisoformat(self.begun).astimezone(HERE)
        return (at - timedelta(hours=6)).date()

    @cached_property
    def rows(self) -> list[Line]:
        """What each row says in the end: the entry and its lines."""
        alive = holding(self.events)
        newest = {e["seq"]: e["body"] for e in alive if "entry" in e["body"]}
        for event in alive:
            if event["kind"] == "corrected":
                newest.pop(event["seq"])
                if event["body"]["event"] in newest:
                    newest[event["body"]["event"]] = event["body"]
        return [*newest.values()]

    @cached_property
    def points(self) -> tuple[int, ...]:
        lines = [line["points"] for row in self.rows for line in row["lines"]]
        return tuple(map(sum, zip(*lines, strict=True))) or (0,) * len(self.who)

    @property
    def finished(self) -> bool:
        """True if a game of it was played to its end."""
        if self.game == "kocka":
            most = max(self.points)
            return most >= 100 and self.points.count(most) == 1
        deal = "deal" if self.game == "taroky" else "game"
        games = [row["entry"] for row in self.rows if row["entry"]["type"] == deal]
        return any(game.get("way") != "folded" for game in games)

    @property
    def worth(self) -> list[tuple[Fraction, ...]]:
        """By what the players are compared, by seat."""
        if self.game == "taroky":
            return [(Fraction(n),) for n in self.points]
        if self.game == "kocka":
            return [(Fraction(-(n == max(self.points))), Fraction(-n)) for n in self.points]
        return [(Fraction(-n),) for n in self.points]

    @property
    def shares(self) -> dict[int, Fraction]:
        """Member → up to 10 points for the others whom he left behind."""
        found, others = {}, len(self.who) - 1
        for member, mine in zip(self.who, self.worth, strict=True):
            behind = sum((w < mine) + Fraction(w == mine, 2) for w in self.worth) - Fraction(1, 2)
            found[member] = 10 * behind / others
        return found


class Book:
    """A group's file."""

    def __init__(self, text: str) -> None:
        streams: dict[str, list[Line]] = defaultdict(list)
        for event in map(json.loads, text.splitlines()):
            streams[event["match"]].append(event)
        self.group, *matches = streams.values()
        self.alive = holding(self.group)
        self.names: list[str] = []
        self._taken: dict[str, tuple[int, ...]] = {}
        for event in self.group:
            self._read(event, holds=event in self.alive)
        here = {events[0]["match"]: events for events in matches}
        self.matches = {
            code: Played(here[code], who) for code, who in self._taken.items() if code in here
        }

    def _read(self, event: Line, *, holds: bool) -> None:
        kind, body = event["kind"], event["body"]
        if kind == "opened":
            self.names += body["members"]
        elif kind == "joined":
            self.names.append(body["name"])
        elif kind == "named" and holds and "member" in body:
            self.names[body["member"]] = body["name"]
        elif kind == "withdrawn" and holds:
            del self._taken[body["match"]]
        elif kind == "belongs":
            who = []
            for person in body["people"]:
                who.append(len(self.names) if isinstance(person, str) else person)
                self.names += [person] if isinstance(person, str) else []
            if holds:
                self._taken[body["match"]] = tuple(who)

    def of(self, kind: str) -> list[Line]:
        return [event for event in self.alive if event["kind"] == kind]

    def night(self, code: str, before: int | None = None) -> date:
        """The night of a match, as the group had it before an event, or has it now."""
        seen = self.group if before is None else self.group[: before - 1]
        said = [e for e in holding(seen) if e["kind"] == "dated" and code in e["body"]["matches"]]
        if said:
            return date.fromisoformat(said[-1]["body"]["night"])
        return self.matches[code].first_night

    def evening(self, event: Line) -> date | None:
        """The night that a payment or a round belongs to now: that of its matches."""
        if (night := event["body"].get("night")) is None:
            return None
        day = date.fromisoformat(night)
        theirs = {
            self.night(code)
            for code, match in self.matches.items()
            if match.begun <= event["at"] and self.night(code, event["seq"]) == day
        }
        return day if day in theirs or not theirs else min(theirs)

    @property
    def owed(self) -> dict[str, int]:
        """Name → haléře that somebody has to get."""
        sums: Counter[int] = Counter()
        for match in self.matches.values():
            if match.game == "taroky":
                point = match.events[0]["body"]["house"]["tariff"]["point"]
                for member, n in zip(match.who, match.points, strict=True):
                    sums[member] += n * point
        for event in self.of("paid"):
            sums[event["body"]["payer"]] += event["body"]["amount"]
            sums[event["body"]["payee"]] -= event["body"]["amount"]
        return {self.names[member]: n for member, n in sums.items() if n}

    @property
    def season(self) -> Mapping[str, tuple[int, Fraction]]:
        """Name → at how many evenings, and their average."""
        nights: dict[int, dict[date, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
        for code, match in self.matches.items():
            if match.finished:
                for member, share in match.shares.items():
                    nights[member][self.night(code)].append(share)
        return {
            self.names[member]: (
                len(came),
                sum(sum(each) / Fraction(len(each)) for each in came.values()) / len(came),
            )
            for member, came in nights.items()
        }
