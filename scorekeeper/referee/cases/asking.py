"""A sentence about a quarrel → the question that it asks, as a case line, with its verdict.

The answer of `scorekeeper ask`, and its check: lines `{"game", "language", "say", "kind", "given",
"verdict"}` say what has to be understood. Everything that a sentence does not say is null in its
question, never a default.
"""

from collections.abc import Mapping
from typing import Any, cast, get_origin

from scorekeeper.core.cards import TAROK
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid, Json, fields_of, spec_of, type_of, union_members
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import Answer, judge_case, object_of, require_one_of
from scorekeeper.referee.hands import ANY, HAND, HOLDS, LACKS
from scorekeeper.rulebook.sentence.lexicon import languages
from scorekeeper.rulebook.sentence.reading import Reading, read_sentence

NO_QUARREL = "none"
"""The kind of a sentence that asks nothing of the referee."""
PARTS_OF_HAND = (HOLDS, LACKS)
SENTENCE_MEMBERS = ("game", "language", "say", "kind", "given", "verdict", "house", "note")


def ask(
    game: AnyGame,
    sentence: str,
    language: str,
    players: int | None = None,
    house: Mapping[str, Json] | None = None,
) -> Answer:
    """What a sentence asks, as `scorekeeper ask` prints it: the `question` as a case line, the
    words that were `read` and those `unread`, the `others` that it may ask, and the `verdict`.

    `question` and `verdict` are null of a sentence that is no quarrel, the `verdict` also of one
    that says half of something. Raises Invalid for house rules that cannot be read.
    """
    rules = load_house(game.house, house or {})
    readings = read_sentence(game, rules, sentence, language)
    questions = [case_of(game, reading, players, house) for reading in readings]
    first = readings[0] if readings else None
    return {
        "question": questions[0] if questions else None,
        "read": [{"fact": chip.path, "text": chip.text} for chip in first.chips] if first else [],
        "unread": list(first.unread) if first else sentence.split(),
        "others": questions[1:],
        "verdict": judge_case(questions[0]) if first and not first.is_half else None,
    }


def case_of(
    game: AnyGame,
    reading: Reading,
    players: int | None = None,
    house: Mapping[str, Json] | None = None,
) -> Answer:
    """The question of a reading as a case line: what is not told is null, but for what nobody would
    ask beside the rest.
    """
    kind = game.kinds[reading.kind]
    specs = {name: spec_of(field) for name, field in fields_of(kind).items()}
    told = dict(reading.given)
    if players is not None and kind.players_field in specs:
        told.setdefault(kind.players_field, players)
    asked = [name for name, spec in specs.items() if spec.in_form]
    whole: dict[str, Json] = {name: told.get(name) for name in asked}
    left_out = {*told, *kind.hidden_fields(whole), *kind.idle_facts, *reading.unasked}
    left_out |= {HAND} if not told.keys().isdisjoint(PARTS_OF_HAND) else set()
    # Where null is an answer, it does not say that nobody knows.
    open_facts = {n: None for n in asked if n not in left_out and not specs[n].null_is_answer}
    case: Answer = {"game": game.key, "kind": reading.kind, "given": {**told, **open_facts}}
    rules = dict(kind.supposes) if house is None else dict(house)
    return {**case, "house": rules} if rules else case


def check_sentence(data: object) -> list[str]:
    """What a sentence is understood as otherwise than its line says, one text for each difference.

    Compared: the kind, or one of a list; every fact of `given`, and that no other is told; the
    verdict where it stands. `hand` there are the cards said to have been in the hand, the one
    played included. Raises Invalid for a line that cannot be read.
    """
    line = object_of(data, SENTENCE_MEMBERS)
    for name in ("game", "say", "kind"):
        if name not in line:
            raise Invalid(name, "missing")
    require_one_of("game", line["game"], tuple(GAMES))
    require_one_of("language", line.get("language", "en"), languages())
    game, house = GAMES[str(line["game"])], cast("Mapping[str, Json] | None", line.get("house"))
    answer = ask(game, str(line["say"]), str(line.get("language", "en")), house=house)
    question = cast("Mapping[str, Any]", answer["question"] or {"kind": NO_QUARREL})
    kind, expected = question["kind"], line["kind"]
    if kind not in (expected if isinstance(expected, list) else [expected]):
        return [f"kind: expected {expected}, got {kind}"]
    if kind == NO_QUARREL:
        return []
    told, given = facts_told(question["given"]), cast("Mapping[str, Json]", line.get("given", {}))
    wrong = [
        f"{name}: expected {given.get(name)}, got {told.get(name)}"
        for name in sorted({*told, *given})
        if not alike(game.kinds[kind], name, told.get(name), given.get(name))
    ]
    verdict = cast("Mapping[str, Json]", answer["verdict"] or {}).get("verdict")
    if line.get("verdict") not in (None, verdict):
        wrong.append(f"verdict: expected {line['verdict']}, got {verdict}")
    return wrong


def facts_told(given: Mapping[str, Json]) -> dict[str, Json]:
    """The facts (JSON) of a question as a line tells them: `hand` are the single cards said to be
    in the hand.
    """
    told = {name: value for name, value in given.items() if name not in PARTS_OF_HAND}
    parts = cast(list[str], given.get(HOLDS) or [])
    held = [code for code in parts if ANY not in code and code != TAROK]
    return {**told, HAND: held} if held else told


def alike(kind: type, name: str, *values: Json) -> bool:
    """True if some facts (JSON) of a kind of question are one: a hand has no order, nor a set."""
    field = fields_of(kind).get(name)
    a_set = field is not None and get_origin(union_members(type_of(kind, name))[0]) is frozenset
    in_any_order = a_set or name == HAND
    first, *others = (
        sorted(map(str, value)) if in_any_order and isinstance(value, list) else value
        for value in values
    )
    return all(each == first for each in others)
