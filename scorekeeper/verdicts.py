"""Verdicts as they are kept: each with its question, under a code that shows the same for ever.

The code is made from the content, so the same question of the same table has one address only.
A kept verdict is a ledger of its own with one event; a later mend of a rule does not rewrite it.
"""

from base64 import b32encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from scorekeeper.cases import told
from scorekeeper.games import GAMES, AnyGame
from scorekeeper.house import HouseRules, read_house, write_house
from scorekeeper.ledger import Ledger, as_json
from scorekeeper.plain import Unreadable, write
from scorekeeper.referee import Seen, Verdict, judge, seen

LETTERS = 16
"""Letters of a code: 80 bits that nobody guesses."""


class UnknownVerdict(LookupError):
    """No verdict has this code."""


@dataclass(frozen=True)
class Judged:
    """A question with its answer: `given` and everything in the verdict as plain data.

    `names` are the players by the seats that the question speaks of. The kind of an offence that
    the table agrees on is `seen`; it gives the id of the `rule`.
    """

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    kind: str
    given: Mapping[str, Any]
    verdict: Verdict

    @property
    def case(self) -> dict[str, Any] | None:
        """The line of a case file; None where nothing was asked that a case file could ask."""
        if self.kind == Seen.kind:
            return None
        said = {"game": self.game.key, "kind": self.kind, "given": dict(self.given)}
        house = {"house": agreed} if (agreed := write_house(self.house)) else {}
        return {**said, **house, "expect": told(self.verdict)}

    def entry(self) -> Mapping[str, Any] | None:
        """What the sheet can take over from the question, as plain data of an entry."""
        if self.kind == Seen.kind:
            return None
        return self.game.read_dispute(self.kind, self.given, self.house).entry()

    def written(self) -> dict[str, Any]:
        """The whole as plain data."""
        return {
            "game": self.game.key,
            "house": write_house(self.house),
            "names": list(self.names),
            "kind": self.kind,
            "given": dict(self.given),
            "verdict": _plain(self.verdict),
        }


def judged(game: AnyGame, house: HouseRules, names: Sequence[str], kind: str, given: Any) -> Judged:
    """A question, judged. Raises Unreadable."""
    if kind != Seen.kind:
        dispute = game.read_dispute(kind, given, house)
        verdict = judge(game.rules, dispute, house)
    elif not (found := seen(game.rules, given.get("rule", ""), house)):
        raise Unreadable("given.rule", "missing")
    else:
        verdict = found
    return Judged(game, house, tuple(names), kind, given, _verdict(_plain(verdict)))


def read_judged(data: Mapping[str, Any]) -> Judged:
    """A kept verdict from plain data."""
    game = GAMES[data["game"]]
    house = read_house(game.house, data["house"])
    verdict = _verdict(data["verdict"])
    return Judged(game, house, tuple(data["names"]), data["kind"], data["given"], verdict)


def keep(ledger: Ledger, judged: Judged) -> str:
    """Keeps a verdict for ever; gives its code."""
    body = {"judged": judged.written()}
    digest = sha256(as_json(body).encode()).digest()
    code = b32encode(digest).decode().lower()[:LETTERS]
    ledger.append(code, 0, code, "opened", body)
    return code


def kept(ledger: Ledger, code: str) -> Judged:
    """The verdict of a code. Raises UnknownVerdict."""
    events = ledger.read(code)
    if not events or "judged" not in events[0].body:
        raise UnknownVerdict(code)
    return read_judged(events[0].body["judged"])


def _plain(verdict: Verdict) -> dict[str, Any]:
    plain: dict[str, Any] = write(verdict)
    return plain


def _verdict(data: Mapping[str, Any]) -> Verdict:
    many: dict[str, Any] = {k: tuple(data.get(k, ())) for k in ("rules", "instead", "missing")}
    return Verdict(**{**data, **many})
