"""Saved verdicts: each with its question, under a code that shows the same for ever.

The code is made from the content, so the same question of the same table has one address only.
A kept verdict is a ledger of its own with one event; a later mend of a rule does not rewrite it.
"""

from base64 import b32encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import count
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Invalid, Json, copy_with, dump_fields, type_of
from scorekeeper.games import UnknownGame, game_of
from scorekeeper.ledger import KeyReused, Ledger, canonical_json
from scorekeeper.referee.dispute import Admitted, AnyDispute
from scorekeeper.referee.hands import HAND, HOLDS, in_pack
from scorekeeper.referee.question import Question
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.undecided import judge_question as judge
from scorekeeper.referee.verdict import Verdict, judge_admitted

LETTERS = 16
"""Letters of a code: 80 bits that nobody guesses."""
TUPLES = ("rules", "instead", "missing", "customs", "possible")
"""What of a verdict JSON holds as lists."""


class UnknownVerdict(LookupError):
    """No verdict has this code."""


@dataclass(frozen=True)
class Judgement:
    """A question with its answer: `given` and everything in the verdict as JSON.

    `names` are the players by the seats that the question speaks of. The kind of an offence that
    the table agrees on is `seen`; it gives the id of the `rule`. `parsed` is the
    question that `given` was read into when it was judged just now.
    """

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    kind: str
    given: Mapping[str, Json]
    verdict: Verdict
    parsed: Question | None = field(default=None, compare=False, repr=False)

    @cached_property
    def question(self) -> Question | None:
        """The question as it was read; None for an offence that the table agrees on.

        None, too, for facts that were judged once and that nobody could tell today.
        """
        if self.parsed is not None or self.kind == Admitted.kind:
            return self.parsed
        with suppress(Invalid):
            return self.game.read_question(self.kind, self.given, self.house)
        return None

    @property
    def asked(self) -> type[AnyDispute]:
        """The kind of dispute that it is about, as its game declares it."""
        return self.game.kinds.get(self.kind, Admitted)

    @property
    def dispute(self) -> AnyDispute | None:
        return self.question.dispute if self.question else None

    def entry(self) -> Mapping[str, Json] | None:
        """An entry (JSON, with its type) that the sheet can take over, or None."""
        return self.dispute.entry() if self.dispute else None

    def again(
        self, house: HouseRules | None = None, given: Mapping[str, Json] | None = None
    ) -> "Judgement":
        """The judgement on the question in another house, or with other facts. Raises Invalid."""
        facts = self.given if given is None else given
        return judge_question(self.game, house or self.house, self.names, self.kind, facts)

    def dump(self) -> dict[str, Json]:
        """The JSON object that is saved: game, house, names, kind, given, verdict."""
        return {
            "game": self.game.key,
            "house": self.game.abridge_house(self.house),
            "names": list(self.names),
            "kind": self.kind,
            "given": dict(self.given),
            "verdict": _dump_verdict(self.verdict),
        }


def judge_question(
    game: AnyGame, house: HouseRules, names: Sequence[str], kind: str, given: Json
) -> Judgement:
    """The judgement on a question: `given` are its fields as JSON. Raises Invalid."""
    known = given if isinstance(given, Mapping) else {}
    if kind == Admitted.kind:
        admitted = judge_admitted(game.rules, str(known.get("rule", "")), house)
        if admitted is None:
            raise Invalid("given.rule", "missing")
        return Judgement(game, house, tuple(names), kind, known, admitted)
    question = game.read_question(kind, given, house)
    verdict = judge(game.rules, question, house)
    return Judgement(game, house, tuple(names), kind, known, verdict, question)


def judge_hand(
    game: AnyGame, house: HouseRules, names: Sequence[str], kind: str, given: Mapping[str, Json]
) -> dict[str, Judgement]:
    """Code of each card in the hand of a question (`given`, JSON) → the judgement on playing it;
    of a hand that is told in part of those that it is known to hold.

    What the question says was played does not matter. Raises Invalid, for a hand without a card.
    """
    declared = game.kinds[kind]
    played = declared.played_field
    hand = given.get(HAND)
    if hand is None:
        hand = in_pack(given.get(HOLDS), game.pack(house))
    if not isinstance(hand, list) or not hand or played is None:
        raise Invalid("hand", "missing")
    alone = type_of(declared, played) is Card
    codes = dict.fromkeys(map(str, hand))
    said = {code: {**given, played: code if alone else [code]} for code in codes}
    return {code: judge_question(game, house, names, kind, said[code]) for code in codes}


def load_judgement(data: Mapping[str, Any]) -> Judgement:
    """A saved verdict from its JSON."""
    game = game_of(data["game"])
    house = game.read_house(data["house"])
    said = data["verdict"]
    penalty = Penalty.load(said["penalty"]) if "penalty" in said else None
    lists = {name: tuple(said.get(name, ())) for name in TUPLES}
    verdict = Verdict(**{**said, **lists, "penalty": penalty})
    return Judgement(game, house, tuple(data["names"]), data["kind"], data["given"], verdict)


def save(ledger: Ledger, judgement: Judgement) -> str:
    """Saves a verdict for ever, and returns its code."""
    body = _body(judgement)
    for code in _codes(body):
        # Under a code from which names were taken since, the same body stands no more.
        with suppress(KeyReused):
            ledger.append(code, 0, code, "opened", body)
            return code
    raise AssertionError("there is no end of codes")


def is_saved(ledger: Ledger, judgement: Judgement) -> bool:
    """True if this verdict on this question was saved before: saving it again adds nothing."""
    body = canonical_json(_body(judgement))
    for code in _codes(_body(judgement)):
        events = ledger.read(code)
        if not events or canonical_json(events[0].body) == body:
            return bool(events)
    return False


def code_of(judgement: Judgement) -> str:
    """The code under which a verdict is saved first."""
    return next(_codes(_body(judgement)))


def _codes(body: Mapping[str, Json]) -> Iterator[str]:
    """Codes made from the content of a verdict, to be tried one after the other."""
    text = canonical_json(body)
    for attempt in count():
        digest = sha256(f"{text}{attempt or ''}".encode()).digest()
        yield b32encode(digest).decode().lower()[:LETTERS]


def is_verdict_code(code: str) -> bool:
    """True for what can be the code of a verdict; that of a match has capital letters."""
    return len(code) == LETTERS and code.islower()


def _body(judgement: Judgement) -> dict[str, Json]:
    return {"judged": judgement.dump()}


def load(ledger: Ledger, code: str) -> Judgement:
    """The verdict of a code. Raises UnknownVerdict, also for a game that is not here."""
    events = ledger.read(code)
    if not events or "judged" not in events[0].body:
        raise UnknownVerdict(code)
    try:
        return load_judgement(events[0].body["judged"])
    except UnknownGame as error:
        raise UnknownVerdict(code) from error


def _dump_verdict(verdict: Verdict) -> dict[str, Json]:
    data = dump_fields(copy_with(verdict, instead=tuple(verdict.instead)))
    return {**data, "penalty": verdict.penalty.dump()} if verdict.penalty else data


def as_case(verdict: Verdict) -> dict[str, Json]:
    """A verdict as case files print it; what there is nothing to say of is left out.

    Two answers to what nobody can break are no witness there.
    """
    left_out = {"facts", "customs", *(() if "legal" in verdict.witness else ("witness",))}
    parts = _dump_verdict(verdict).items()
    return {n: value for n, value in parts if n not in left_out and value not in (None, [], {})}
