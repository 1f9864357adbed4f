"""Whether an event from outside makes sense in its match: what passes here can be shown for ever.

The app itself writes only such events. A file may say anything, and what was taken in stays: so
its shape is read like everything else that comes from outside, its entries are asked of the game,
its lines have to sum to what the game says, and its rulings have to have words.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

from scorekeeper import explanation
from scorekeeper.cards import Pack
from scorekeeper.fields import spec
from scorekeeper.games import GAMES
from scorekeeper.house import load_house
from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.ledger import Event, as_json
from scorekeeper.match import ACTIONS, Match
from scorekeeper.match.actions import LONGEST_NAME, BadName, proper_names
from scorekeeper.referee import Admitted, Penalty
from scorekeeper.rulebook import Rulebook, open_rulebook, unreadable
from scorekeeper.schema import Invalid, LoadContext, Seat, load
from scorekeeper.sheet import Standing

LANGUAGE = "en"
"""The language of the reasons; a book says the same things in each of its languages."""
MOST = 10**9
"""The most points of a line and the largest number in a ruling, up or down."""

_NAMES = {
    "empty": "a name is missing, or cannot be printed",
    "too-long": f"a name has at most {LONGEST_NAME} characters",
    "twice": "this name is there twice",
}
T = TypeVar("T")


class Nonsense(ValueError):
    """An event makes no sense here: `field` leads to the fault, `why` says what is right."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why

    def under(self, prefix: str) -> "Nonsense":
        """The same fault, its field seen from one level further out."""
        return Nonsense(f"{prefix}.{self.field}", self.why)


@dataclass(frozen=True)
class _Opened:
    game: str
    names: tuple[str, ...]
    dealer: Seat


@dataclass(frozen=True)
class _Line:
    rule: str
    points: tuple[int, ...] = spec(ge=-MOST, le=MOST)


@dataclass(frozen=True)
class _Target:
    event: int


@dataclass(frozen=True)
class _Strike(_Target):
    by: Literal["undo", "redo"] | None = None


@dataclass(frozen=True)
class _Renamed:
    names: tuple[str, ...]
    dealer: Seat | None = None


@dataclass(frozen=True)
class _Ruling:
    how: Literal["applied", "agreed", "waived"]
    seat: Seat | None
    note: str
    link: str
    game: str
    names: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class _Verdict:
    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    offence: str | None = None
    missing: tuple[str, ...] = ()


OPEN_PARTS = frozenset({"facts", "instead", "penalty", "result"})
"""Members of a verdict whose shape depends on the question."""


@dataclass(frozen=True)
class _Cost(Penalty):
    """A penalty, its numbers as large as they can be."""

    each: int | None = spec(None, ge=0, le=MOST)
    amount: int | None = spec(None, ge=0, le=MOST)
    buys: int | None = spec(None, ge=0, le=MOST)


def check_sense(match: Match | None, event: Event) -> None:
    """Raises Nonsense if an event makes no sense after those of a match (None: it opens one)."""
    try:
        if match is None:
            _check_opening(event.body)
        else:
            _CHECKS[event.kind](match, event.body)
    except Invalid as error:
        raise Nonsense(f"body.{error.path}".rstrip("."), unreadable(LANGUAGE, error)) from None
    except Nonsense as fault:
        raise fault.under("body") from None


def _check_opening(body: Mapping[str, Any]) -> None:
    names = body.get("names")
    opened = _read(_Opened, body, len(names) if isinstance(names, list) else 0)
    if opened.game not in GAMES:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    game = GAMES[opened.game]
    if len(opened.names) not in game.seats:
        sizes = ", ".join(map(str, game.seats))
        raise Nonsense("names", f"{len(opened.names)} players; right would be: {sizes}")
    _check_names(opened.names)
    _under("house", lambda: load_house(game.house, body.get("house")))


def _check_names(names: tuple[str, ...]) -> None:
    try:
        proper = proper_names(names)
    except BadName as bad:
        raise Nonsense(f"names.{bad.seat}", _NAMES[bad.problem]) from None
    if proper != names:
        raise Nonsense("names", f"without needless blanks they are {', '.join(proper)}")


def _check_corrected(match: Match, body: Mapping[str, Any]) -> None:
    target = _read(_Target, body).event
    row = next((row for row in match.rows if row.seq == target), None)
    if row is None:
        raise Nonsense("event", f"event {target} recorded no entry that could be corrected")
    _check_entry(match, body, row.before)


def _check_entry(match: Match, body: Mapping[str, Any], before: Standing) -> None:
    """Raises Invalid or Nonsense unless the game takes this entry, and its lines add up."""
    if "entry" not in body:
        raise Invalid("entry", "missing")
    game, players = match.game, len(match.names)
    entry = _under("entry", lambda: game.read_entry(body["entry"], players, match.house))
    if refusal := game.check(entry, before, match.house):
        why = _book(match).say("refusals", refusal.id, refusal.facts, match.names)
        raise Nonsense(f"entry.{refusal.field}", why)
    if not isinstance(body.get("lines"), list):
        raise Invalid("lines", "not-a-list" if "lines" in body else "missing")
    for at, line in enumerate(body["lines"]):
        _under(f"lines.{at}", partial(_check_line, match, line))


def _check_line(match: Match, data: Any) -> None:
    line = _read(_Line, data)
    if not _knows(_book(match), line.rule):
        raise Nonsense("rule", f"{match.game.key} has no rule {line.rule!r}")
    if len(line.points) != len(match.names):
        raise Invalid("points", "wrong-number", n=len(match.names))
    if not isinstance(data.get("facts", {}), dict):
        raise Invalid("facts", "not-an-object")
    right, total = match.game.line_sum(line.rule), sum(line.points)
    if right not in (None, total):
        raise Nonsense("points", f"points of {line.rule} sum to {right}, these to {total}")


def _check_struck(match: Match, body: Mapping[str, Any]) -> None:
    strike = _read(_Strike, body)
    if not 1 < strike.event <= match.version:
        raise Nonsense("event", f"there is no event {strike.event} to strike before this one")
    target = match.events[strike.event - 1]
    rows = [row.seq for row in match.rows]
    undone = target.body.get("by") == "undo"
    right = {
        None: target.kind == "struck" or target.seq in rows,
        "undo": target.kind in ACTIONS and "by" not in target.body,
        "redo": undone,
    }[strike.by]
    if not right:
        raise Nonsense("event", f"event {strike.event} is nothing that can be taken back so")


def _check_ruled(match: Match, body: Mapping[str, Any]) -> None:
    _under("ruling", lambda: _check_ruling(match, body.get("ruling")))
    if "entry" in body:
        _check_entry(match, body, match.standing)
    elif "lines" in body:
        raise Invalid("entry", "missing")


def _check_ruling(match: Match, data: Any) -> None:
    ruling = _read(_Ruling, data, len(match.names))
    if ruling.game != match.game.key:
        raise Nonsense("game", f"this is a match of {match.game.key}")
    _under("house", lambda: load_house(match.game.house, data.get("house")))
    _under("verdict", lambda: _check_verdict(match, data.get("verdict")))
    if not isinstance(data.get("given"), dict):
        raise Invalid("given", "not-an-object")
    judgement = load_judgement(data)
    if ruling.kind != Admitted.kind:
        match.game.read_dispute(ruling.kind, data["given"], judgement.house)
    _check_words(judgement, _book(match))


def _check_verdict(match: Match, data: Any) -> None:
    verdict = load(_Verdict, data, LoadContext(0, Pack("none", ())), ignore=OPEN_PARTS)
    if unknown := [id for id in verdict.rules if not _knows(_book(match), id)]:
        raise Nonsense("rules", f"{match.game.key} has no rule {unknown[0]!r}")
    for name, kind in (("facts", dict), ("result", dict), ("instead", list)):
        if not isinstance(data.get(name, kind()), kind):
            raise Invalid(name, "not-an-object" if kind is dict else "not-a-list")
    if "penalty" in data:
        _under("penalty", lambda: _read(_Cost, data["penalty"]))


def _check_words(judgement: Judgement, book: Rulebook) -> None:
    """Raises Nonsense unless there are words for everything that a page says of a judgement."""
    try:
        tuple(_words(judgement, book))
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        raise Nonsense("verdict", "there are no words for this verdict on this question") from None


def _words(judgement: Judgement, book: Rulebook) -> Iterator[object]:
    verdict = judgement.verdict
    yield explanation.sentence(judgement, book)
    yield from explanation.answers(judgement, book)
    yield [explanation.play(judgement, book, choice) for choice in verdict.instead]
    if explanation.lists_breaches(judgement):
        for _, proof in explanation.breaches(judgement, book):
            yield proof and (book.card(proof["card"]), f"{proof['trick']:d}")
    if verdict.verdict == "offence":
        yield explanation.onward(judgement, book)


def _check_renamed(match: Match, body: Mapping[str, Any]) -> None:
    renamed = _read(_Renamed, body, len(match.names))
    if len(renamed.names) != len(match.names):
        raise Invalid("names", "wrong-number", n=len(match.names))
    _check_names(renamed.names)


def _check_relinked(match: Match, body: Mapping[str, Any]) -> None:
    right = {"generation": match.links["generation"] + 1, "phone": str(body.get("phone"))}
    if as_json({name: body.get(name) for name in right}) != as_json(right):
        raise Nonsense("generation", f"the next links are number {right['generation']}, of a phone")


_CHECKS: Mapping[str, Callable[[Match, Mapping[str, Any]], None]] = {
    "recorded": lambda match, body: _check_entry(match, body, match.standing),
    "corrected": _check_corrected,
    "struck": _check_struck,
    "ruled": _check_ruled,
    "renamed": _check_renamed,
    "relinked": _check_relinked,
    "closed": lambda match, body: None,
}


def _read(cls: type[T], data: Any, players: int = 0) -> T:
    """The members of a JSON object that a shape names; others are of no concern. Raises Invalid."""
    others = frozenset(data) if isinstance(data, Mapping) else frozenset()
    return load(cls, data, LoadContext(players, Pack("none", ())), ignore=others)


def _under(prefix: str, check: Callable[[], T]) -> T:
    """What a check gives; its errors are seen from one level further out."""
    try:
        return check()
    except (Invalid, Nonsense) as fault:
        raise fault.under(prefix) from None


def _book(match: Match) -> Rulebook:
    return open_rulebook(match.game.folder, LANGUAGE)


def _knows(book: Rulebook, rule: str) -> bool:
    try:
        return bool(book.rule(rule))
    except KeyError:
        return False
