"""Case files: one JSON object a line, read by the command line and by the tests; the answer to
each, and what it says otherwise than the case expects.

A score case is a whole ledger: players, house rules and entries; it gives the points of every
entry, the totals and the state. The format is a public contract.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_whole_house, load_house
from scorekeeper.core.names import BadName, clean_names
from scorekeeper.core.schema import Invalid, Json
from scorekeeper.core.sheet import Entry, Refused, Standing, dump_entry, sum_of
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.match import Match, score_lines
from scorekeeper.referee.judgements import as_case
from scorekeeper.referee.undecided import judge_question
from scorekeeper.rulebook import open_rulebook, unreadable
from scorekeeper.rulebook.sums import line_text, signed_figures

LANGUAGE = "en"
"""The language of messages on the command line."""
SEAT_NAMES = tuple(
    f"seat {seat}" for seat in range(max(max(game.seats) for game in GAMES.values()))
)
"""What players are called whose names a case does not say."""

JUDGE_MEMBERS = ("game", "kind", "given", "house", "expect", "note")
SCORE_MEMBERS = ("game", "players", "house", "entries", "expect", "note")

Answer = dict[str, Json]
"""An answer as a JSON object; its keys are those of the case format's `expect`."""


def score(data: object) -> Answer:
    """The answer to a score case: points, totals and state; or the error and its field."""
    return _scored(data, _score_answer)


def explain(data: object) -> Answer:
    """The answer to a score case, with the arithmetic of each entry, line by line (`explained`).

    >>> entry = {"type": "deal", "declarer": 0, "contract": "solo", "points": 40}
    >>> case = {"game": "taroky", "players": ["C", "P", "T", "R"], "entries": [entry]}
    >>> explain(case)["explained"][0][0]
    'base: 40 − 35 = 5 · sólo × 8 = 40 from each; C 40 · opponents × 3 = +120; P −40; T −40; R −40'
    """
    return _scored(data, lambda scored: _score_answer(scored) | {"explained": _explained(scored)})


def _scored(data: object, answer: "Callable[[ScoreCase], Answer]") -> Answer:
    try:
        return answer(score_case(data))
    except RefusedEntry as refused:
        return {"error": str(refused), "entry": refused.entry, "field": refused.field}
    except Invalid as error:
        return _error_answer(data, error)


def judge_case(data: object) -> Answer:
    """The answer to a case for the referee: the verdict; or the error and its field.

    >>> given = {"trick": ["KD"], "trick_no": 2, "card": "QS", "hand": ["7D", "QS"]}
    >>> judge_case({"game": "kocka", "kind": "play", "given": given})["instead"]
    ['7D']
    >>> judge_case({"game": "kocka", "kind": "play", "given": {**given, "card": "2S"}})["field"]
    'given.card'
    """
    try:
        game, case = game_of(data, JUDGE_MEMBERS)
        house = _house_of(game, case)
        question = game.read_question(case.get("kind"), case.get("given"), house)
        return as_case(judge_question(game.rules, question, house))
    except Invalid as error:
        return _error_answer(data, error)


def _error_answer(data: object, error: Invalid) -> Answer:
    """What is wrong with a case, in the words of its game's book where that has any."""
    game = data.get("game") if isinstance(data, Mapping) else None
    if isinstance(game, str) and game in GAMES:
        text = open_rulebook(GAMES[game].folder, LANGUAGE).unreadable(error, SEAT_NAMES)
    else:
        text = unreadable(LANGUAGE, error)
    return {"error": text, "field": error.path}


@dataclass(frozen=True)
class ScoreCase:
    """A score case as far as it was read: the match, and for each entry its row (event number).

    An entry that is a correction or a strike has no row of its own.
    """

    match: Match
    rows: tuple[int | None, ...] = ()


class RefusedEntry(ValueError):
    """Entry number `entry` (from 0) of a score case cannot be read or is refused at `field`."""

    def __init__(self, entry: int, field: str, why: str) -> None:
        super().__init__(why)
        self.entry, self.field = entry, field


def score_case(data: object) -> ScoreCase:
    """A score case with all its entries recorded. Raises Invalid, RefusedEntry."""
    game, case = game_of(data, SCORE_MEMBERS)
    rules = _house_of(game, case)
    names = _names(game.player_counts(rules), case)
    entries, house = _list(case, "entries"), dump_whole_house(rules)
    body = {"game": game.key, "names": names, "dealer": 0, "house": house}
    scored = ScoreCase(Match.fold((Event("", 1, "opened", body, "", ""),)))
    for number, entry in enumerate(entries):
        scored = _with_entry(scored, number, entry)
    return scored


def game_of(data: object, known: Sequence[str]) -> tuple[AnyGame, Mapping[str, object]]:
    """The game that a case is about, and the case as an object of known members. Raises Invalid."""
    case = object_of(data, known)
    if not isinstance(case.get("expect", {}), Mapping):
        raise Invalid("expect", "not-an-object")
    require_one_of("game", case.get("game"), tuple(GAMES))
    return GAMES[str(case["game"])], case


def object_of(data: object, known: Sequence[str]) -> Mapping[str, object]:
    """A line as an object of known members. Raises Invalid, also one in place of the data."""
    if isinstance(data, Invalid):
        raise data
    if not isinstance(data, Mapping):
        raise Invalid("", "not-an-object")
    _require_known(data, known)
    return data


def require_one_of(name: str, value: object, choices: Sequence[str]) -> None:
    """Raises Invalid for a member that is none of the choices."""
    if value not in choices:
        raise Invalid(name, "not-a-choice", choices=", ".join(choices))


def _require_known(data: Mapping[str, object], known: Sequence[str]) -> None:
    """Raises Invalid for a member that nobody reads."""
    for name in data:
        if name not in known:
            raise Invalid(name, "unknown-field", known=", ".join(known))


def _house_of(game: AnyGame, case: Mapping[str, object]) -> HouseRules:
    try:
        return load_house(game.house, case.get("house", {}))
    except Invalid as error:
        raise error.prefixed("house") from None


def _names(sizes: Sequence[int], case: Mapping[str, object]) -> list[str]:
    entered = _list(case, "players")
    for seat, name in enumerate(entered):
        if not isinstance(name, str):
            raise Invalid(f"players.{seat}", "not-a-text")
    if len(entered) not in sizes:
        raise Invalid("players", "not-a-choice", choices=", ".join(map(str, sizes)))
    try:
        return list(clean_names([str(name) for name in entered]))
    except BadName as bad:
        raise bad.at(f"players.{bad.seat}") from None


def _list(case: Mapping[str, object], name: str) -> list[object]:
    if name not in case:
        raise Invalid(name, "missing")
    value = case[name]
    if not isinstance(value, list):
        raise Invalid(name, "not-a-list")
    return value


def _with_entry(scored: ScoreCase, number: int, data: object) -> ScoreCase:
    try:
        event = _event(scored, data)
    except Invalid as error:
        book = open_rulebook(scored.match.game.folder, LANGUAGE, scored.match.house)
        text = book.unreadable(error, scored.match.names)
        raise RefusedEntry(number, error.path, text) from None
    except Refused as refused:
        book, refusal = open_rulebook(scored.match.game.folder, LANGUAGE), refused.refusal
        why = book.say("refusals", refusal.id, refusal.facts, scored.match.names)
        raise RefusedEntry(number, refusal.field, why) from None
    row = event.seq if event.kind == "recorded" else None
    return ScoreCase(scored.match.after(event), (*scored.rows, row))


def _event(scored: ScoreCase, data: object) -> Event:
    """The event that an entry of the case stands for. Raises Invalid, Refused."""
    match = scored.match
    entry: Mapping[str, object] = data if isinstance(data, Mapping) else {}
    if entry.get("type") == "void":
        _require_known(entry, ("type", "entry"))
        return _next(match, "struck", {"event": _row_of(scored, entry)})
    if entry.get("type") == "correct":
        _require_known(entry, ("type", "entry", "with"))
        row = match.row(_row_of(scored, entry))
        body = _entry_body(match, entry.get("with"), row.before)
        return _next(match, "corrected", {"event": row.seq, **body})
    return _next(match, "recorded", _entry_body(match, data, match.standing))


def _next(match: Match, kind: str, body: Mapping[str, object]) -> Event:
    seq = match.version + 1
    return Event(match.code, seq, kind, body, str(seq), "")


def _entry_body(match: Match, data: object, before: Standing) -> dict[str, object]:
    entry: Entry = match.game.read_entry(data, len(match.names), match.house)
    lines = score_lines(match, entry, before)
    return {"entry": dump_entry(entry), "lines": lines}


def _row_of(scored: ScoreCase, entry: Mapping[str, object]) -> int:
    """The row (event number) that a correction or a strike is about. Raises Invalid."""
    number = entry.get("entry")
    if not isinstance(number, int) or isinstance(number, bool):
        raise Invalid("entry", "not-a-number")
    seq = scored.rows[number] if 0 <= number < len(scored.rows) else None
    if seq is None or seq in scored.match.struck_by:
        raise Invalid("entry", "no-such-entry", number=number)
    return seq


def _explained(scored: ScoreCase) -> list[Json]:
    """How the points of each entry come about, line by line; of one that was taken back nothing."""
    match, book = scored.match, open_rulebook(scored.match.game.folder, LANGUAGE)
    figures = signed_figures(match.game.higher_wins)
    rows = {row.seq: row for row in match.rows if not row.struck}
    lines = [match.explained(rows[seq]) if seq in rows else () for seq in scored.rows]
    return [[line_text(line, book, match.names, figures) for line in each] for each in lines]


def _score_answer(scored: ScoreCase) -> Answer:
    match, seats = scored.match, len(scored.match.names)
    rows = {row.seq: row for row in match.rows if not row.struck}
    lines = [rows[seq].lines if seq in rows else () for seq in scored.rows]
    answer: Answer = {
        "scores": [list(sum_of(each, seats)) for each in lines],
        "totals": list(match.standing.totals),
        "state": dict(match.game.state(match.standing)),
    }
    doubts = [at for at, seq in enumerate(scored.rows) if seq in rows and rows[seq].refusal]
    return {**answer, "doubts": doubts} if doubts else answer


def differences(expected: Mapping[str, Json], answer: Mapping[str, Json]) -> list[str]:
    """What an answer says otherwise than expected, one text for each key; nested keys too."""
    if expected.get("error") is True and "error" in answer:
        expected = {key: value for key, value in expected.items() if key != "error"}
    return [
        f"{key}: expected {_json(value)}, got {_json(answer.get(key))}"
        for key, value in expected.items()
        if not _COMPARED.get(key, _agrees)(value, answer.get(key))
    ]


def _agrees(expected: object, got: object) -> bool:
    if isinstance(expected, Mapping) and isinstance(got, Mapping | None):
        got = got or {}
        return all(_agrees(value, got.get(key)) for key, value in expected.items())
    return bool(expected == got)


def _contained(expected: object, got: object) -> bool:
    return isinstance(expected, list) and set(_texts(expected)) <= set(_texts(got))


def _same_set(expected: object, got: object) -> bool:
    """The same in whatever order; nothing is an empty list."""
    return isinstance(expected or [], list) and sorted(_texts(expected)) == sorted(_texts(got))


_COMPARED: Mapping[str, Callable[[object, object], bool]] = {
    "rules": _contained,
    "instead": _same_set,
    "missing": _same_set,
    "doubts": _same_set,
    "penalty": eq,  # the whole of it
}


def _texts(values: object) -> list[str]:
    """The items of a list as JSON texts; of nothing none."""
    return [_json(value) for value in values] if isinstance(values, list | tuple) else []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
