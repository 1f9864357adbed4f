"""What people can do with matches: each verb checks, appends one event, gives the new match.

Older versions left out house rules that were as by default, so the same opening can be two bodies.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_whole_house
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Invalid, dump, dump_fields
from scorekeeper.core.sheet import Entry, Refused, dump_entry
from scorekeeper.games import game_of
from scorekeeper.ledger import KeyReused
from scorekeeper.match import Match, score_lines
from scorekeeper.match.events import Agreed, Opened, Renamed, Reseated
from scorekeeper.match.rows import StruckRow, clean_note
from scorekeeper.match.rulings import Ruling
from scorekeeper.stream.streams import Streams

Body = Mapping[str, object]


def is_same_opening(there: Body, body: Body) -> bool:
    """True if an opening from anywhere says the same as one that is in a ledger."""
    if "house" not in there or _without_house(there) != _without_house(body):
        return False
    game = game_of(str(there["game"]))
    try:
        return bool(game.read_house(there["house"]) == game.read_house(body.get("house")))
    except Invalid:
        return False


def _without_house(body: Body) -> dict[str, object]:
    return {name: part for name, part in body.items() if name not in ("house", "group")}


class UnknownMatch(LookupError):
    """No match has this code."""


class Matches(Streams[Match]):
    """The matches of a ledger."""

    noun = Match
    unknown = UnknownMatch

    def open(
        self,
        code: str,
        game: AnyGame,
        names: Sequence[str],
        dealer: int,
        house: HouseRules,
        key: str,
    ) -> Match:
        """As `open_by`, for house rules without a name."""
        return self.open_by(code, NamedHouse(game, "", house), names, dealer, key)

    def open_by(
        self, code: str, rules: NamedHouse, names: Sequence[str], dealer: int, key: str
    ) -> Match:
        """Opens a match by house rules with a name. Raises Stale if its code is taken."""
        game, house, table = rules.game.key, dump_whole_house(rules.house), tuple(names)
        opened = Opened(
            game=game, names=table, dealer=dealer, house=house, rules=rules.name, group=""
        )
        return self.open_as(code, opened, key)

    def open_as(self, code: str, opened: Opened, key: str) -> Match:
        """Opens a match so under a code that is free. Raises Stale if it is taken, KeyReused."""
        body: Body = dump_fields(opened)
        try:
            self.ledger.append(code, 0, key, "opened", body)
        except KeyReused:
            there = self.ledger.read(code)[0]
            if there.key != key or not is_same_opening(there.body, body):
                raise
            self.ledger.append(code, 0, key, "opened", there.body)
        return self.get(code)

    def record(self, match: Match, entry: Entry, version: int, key: str, phone: str = "") -> Match:
        """Writes an entry, on a phone with this mark. Raises Refused, Stale, KeyReused."""
        body: dict[str, object] = {"entry": dump_entry(entry)}
        if self._is_resend(match, "recorded", body, version, key):
            return match
        lines = score_lines(match, entry, match.standing)
        body |= _marked(phone) | {"lines": lines}
        return self._append_seated(match, version, key, "recorded", body)

    def correct(
        self, match: Match, seq: int, entry: Entry, version: int, key: str, phone: str = ""
    ) -> Match:
        """Replaces what row `seq` says. Raises UnknownRow, StruckRow, Refused, Stale, KeyReused."""
        row = match.row(seq)
        body: dict[str, object] = {"event": seq, "entry": dump_entry(entry)}
        if self._is_resend(match, "corrected", body, version, key) or entry == row.entry:
            return match
        if row.struck:
            raise StruckRow(seq)
        body |= _marked(phone) | {"lines": score_lines(match.as_of(row), entry, row.before)}
        return self._append(match, version, key, "corrected", body)

    def note(self, match: Match, seq: int, note: str, version: int, key: str) -> Match:
        """Writes a note to row `seq`. Raises UnknownRow, Stale, KeyReused."""
        body = {"event": match.row(seq).seq, "note": clean_note(note)}
        same = body["note"] == match.notes.get(seq, "")
        if self._is_resend(match, "noted", body, version, key) or same:
            return match
        return self._append(match, version, key, "noted", body)

    def strike(self, match: Match, seq: int, version: int, key: str) -> Match:
        """Strikes row `seq` out. Raises UnknownRow, Stale, KeyReused."""
        return self._strike(match, {"event": match.row(seq).seq}, version, key)

    def bring_back(self, match: Match, seq: int, version: int, key: str) -> Match:
        """Takes the strike of row `seq` back. Raises UnknownRow, Stale, KeyReused."""
        strike = match.struck_by.get(match.row(seq).seq)
        return self._strike(match, {"event": strike.seq if strike else None}, version, key)

    def rule(
        self,
        match: Match,
        ruling: Ruling,
        entry: Entry | None,
        version: int,
        key: str,
        phone: str = "",
    ) -> Match:
        """Writes what the table made of a verdict, perhaps with an entry that scores it.

        Raises Refused, Stale, KeyReused.
        """
        body: dict[str, object] = {"ruling": dump(ruling)}
        if entry is not None:
            body["entry"] = dump_entry(entry)
        if self._is_resend(match, "ruled", body, version, key):
            return match
        if entry is not None:
            body |= _marked(phone) | {"lines": score_lines(match, entry, match.standing)}
        return self._append_seated(match, version, key, "ruled", body)

    def agree(self, match: Match, rules: NamedHouse, version: int, key: str) -> Match:
        """Lets the table play by other house rules from here on.

        Raises Invalid and InvalidEvent, with the house rule; Stale, KeyReused.
        """
        said = Agreed(house=dump_whole_house(rules.house), rules=rules.name)
        return self.write(match, "agreed", dump_fields(said), version, key)

    def rename(
        self, match: Match, names: Sequence[str], dealer: int, version: int, key: str
    ) -> Match:
        """Gives the players other names, or the deal to another seat. Raises Stale, KeyReused."""
        body = dump_fields(Renamed(names=tuple(names), dealer=dealer))
        if self._is_resend(match, "renamed", body, version, key):
            return match
        return self._append_seated(match, version, key, "renamed", body)

    def seat(
        self,
        match: Match,
        seats: Sequence[int],
        names: Sequence[str],
        dealer: int,
        version: int,
        key: str,
    ) -> Match:
        """Lets people come and go: by seat who sits there from now on, and the names.

        Raises Refused, Stale, KeyReused.
        """
        body = dump_fields(Reseated(seats=tuple(seats), names=tuple(names), dealer=dealer))
        if self._is_resend(match, "seated", body, version, key):
            return match
        seating, standing = match.seating, match.standing
        if refusal := seating.refusal(match.game, match.house, standing, seats):
            raise Refused(refusal)
        return self._append(match, version, key, "seated", body)

    def _append_seated(
        self, match: Match, version: int, key: str, kind: str, body: Mapping[str, object]
    ) -> Match:
        """Appends what counts by seats, with who sits there if those are no longer the first."""
        seats = match.seating.seats
        others = {} if seats == match.first_seats else {"seats": list(seats)}
        return self._append(match, version, key, kind, {**body, **others})


def _marked(phone: str) -> dict[str, object]:
    return {"phone": phone} if phone else {}
