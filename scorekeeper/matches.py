"""What people can do with matches: each verb checks, appends one event, gives the new match."""

from collections.abc import Mapping, Sequence
from typing import Any
from unicodedata import normalize

from scorekeeper.games import AnyGame
from scorekeeper.house import HouseRules, write_house
from scorekeeper.ledger import KeyReused, Ledger, Stale
from scorekeeper.match import Match, fold, scored
from scorekeeper.sheet import Entry


class UnknownMatch(LookupError):
    """No match has this code."""


class BadName(ValueError):
    """A player's name that cannot be taken: `problem` is empty, too-long or twice."""

    def __init__(self, seat: int, problem: str) -> None:
        super().__init__(f"name of seat {seat}: {problem}")
        self.seat, self.problem = seat, problem


LONGEST_NAME = 30


def proper_names(typed: Sequence[str]) -> tuple[str, ...]:
    """Names without needless blanks. Raises BadName if one is empty, too long or there twice."""
    names = tuple(" ".join(normalize("NFC", name).split()) for name in typed)
    folded = [name.casefold() for name in names]
    for seat, name in enumerate(names):
        if not name or not name.isprintable():
            raise BadName(seat, "empty")
        if len(name) > LONGEST_NAME:
            raise BadName(seat, "too-long")
        if folded.index(folded[seat]) != seat:
            raise BadName(seat, "twice")
    return names


class Matches:
    """The matches of a ledger. Folds are kept and brought forward by the new events only."""

    def __init__(self, ledger: Ledger, kept: int = 200) -> None:
        self.ledger = ledger
        self._kept = kept
        self._folds: dict[str, Match] = {}

    def get(self, code: str) -> Match:
        """The match of a code, as it is now. Raises UnknownMatch."""
        match = self._folds.pop(code, None)
        events = self.ledger.read(code, match.seen if match else 0)
        if match is None:
            if not events or "names" not in events[0].body:
                raise UnknownMatch(code)  # a kept verdict has a code, too
            match = fold(events)
        else:
            for event in events:
                match = match.after(event)
        self._keep(match)
        return match

    def open(
        self,
        code: str,
        game: AnyGame,
        names: Sequence[str],
        dealer: int,
        house: HouseRules,
        key: str,
    ) -> Match:
        """Opens a match under a code that is free; raises Stale if it is taken."""
        body = {
            "game": game.key,
            "names": list(names),
            "dealer": dealer,
            "house": write_house(house),
        }
        self.ledger.append(code, 0, key, "opened", body)
        return self.get(code)

    def record(self, match: Match, entry: Entry, seen: int, key: str) -> Match:
        """Writes an entry. Raises Refused, Stale, KeyReused."""
        body = {"entry": match.game.write_entry(entry)}
        if self._known(match, "recorded", body, seen, key):
            return match
        lines = scored(match, entry, match.standing)
        return self._append(match, seen, key, "recorded", {**body, "lines": lines})

    def correct(self, match: Match, seq: int, entry: Entry, seen: int, key: str) -> Match:
        """Replaces what row `seq` says. Raises UnknownRow, Refused, Stale, KeyReused."""
        row = match.row(seq)
        body = {"event": seq, "entry": match.game.write_entry(entry)}
        if self._known(match, "corrected", body, seen, key) or entry == row.entry:
            return match
        lines = scored(match, entry, row.before)
        return self._append(match, seen, key, "corrected", {**body, "lines": lines})

    def strike(self, match: Match, seq: int, seen: int, key: str) -> Match:
        """Strikes row `seq` out. Raises UnknownRow, Stale, KeyReused."""
        return self._strike(match, {"event": match.row(seq).seq}, seen, key)

    def restore(self, match: Match, seq: int, seen: int, key: str) -> Match:
        """Takes the strike of row `seq` back. Raises UnknownRow, Stale, KeyReused."""
        strike = match.gone.get(match.row(seq).seq)
        return self._strike(match, {"event": strike.seq if strike else None}, seen, key)

    def undo(self, match: Match, seen: int, key: str) -> Match:
        """Takes back the last thing that was done, if there is one. Raises Stale, KeyReused."""
        target = match.undo.seq if match.undo else None
        return self._strike(match, {"event": target, "by": "undo"}, seen, key)

    def redo(self, match: Match, seen: int, key: str) -> Match:
        """Takes back the last undo, if there is one. Raises Stale, KeyReused."""
        target = match.redo.seq if match.redo else None
        return self._strike(match, {"event": target, "by": "redo"}, seen, key)

    def rule(
        self, match: Match, ruling: Mapping[str, Any], entry: Entry | None, seen: int, key: str
    ) -> Match:
        """Writes what the table made of a verdict, perhaps with an entry that scores it.

        Raises Refused, Stale, KeyReused.
        """
        body: dict[str, Any] = {"ruling": ruling}
        if entry is not None:
            body["entry"] = match.game.write_entry(entry)
        if self._known(match, "ruled", body, seen, key):
            return match
        if entry is not None:
            body["lines"] = scored(match, entry, match.standing)
        return self._append(match, seen, key, "ruled", body)

    def rename(self, match: Match, names: Sequence[str], dealer: int, seen: int, key: str) -> Match:
        """Gives the players other names, or the deal to another seat. Raises Stale, KeyReused."""
        body = {"names": list(names), "dealer": dealer}
        if self._known(match, "renamed", body, seen, key):
            return match
        return self._append(match, seen, key, "renamed", body)

    def _strike(self, match: Match, body: Mapping[str, Any], seen: int, key: str) -> Match:
        saved = match.saved(key, seen)
        if saved is None and seen != match.seen:
            raise Stale(match.seen)
        if saved and (saved.kind, saved.body.get("by")) != ("struck", body.get("by")):
            raise KeyReused(key)
        if saved or body["event"] is None or body["event"] in match.gone:
            return match
        return self._append(match, seen, key, "struck", body)

    def _append(
        self, match: Match, seen: int, key: str, kind: str, body: Mapping[str, Any]
    ) -> Match:
        event = self.ledger.append(match.code, seen, key, kind, body)
        if event.seq != match.seen + 1:
            return self.get(match.code)
        written = match.after(event)
        self._keep(written)
        return written

    def _known(self, match: Match, kind: str, body: Mapping[str, Any], seen: int, key: str) -> bool:
        """Whether this very save is already written.

        Raises KeyReused if the key was used for another save, Stale if somebody was quicker.
        """
        event = match.saved(key, seen)
        if event is None and seen != match.seen:
            raise Stale(match.seen)
        if event and (event.kind != kind or any(event.body.get(k) != v for k, v in body.items())):
            raise KeyReused(key)
        return event is not None

    def _keep(self, match: Match) -> None:
        self._folds[match.code] = match
        while len(self._folds) > self._kept:
            self._folds.pop(next(iter(self._folds)), None)
