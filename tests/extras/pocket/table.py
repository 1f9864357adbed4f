"""A server and phones with ledgers of their own, and what goes over the line between them."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import dump_fields
from scorekeeper.core.schema import load as load_shape
from scorekeeper.core.sheet import Entry
from scorekeeper.extras.pocket.answers import BatchOutcome, take_answer
from scorekeeper.extras.pocket.batch_import import Receipt, Sender, next_batch, receive
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.seats.consent import Confirmed, answer
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.match import Fold, Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.referee.judgements import code_of, judge_question
from scorekeeper.stream.files import line_of
from scorekeeper.stream.kinds import AS_WRITTEN, Body
from tests.games.kocka.table import round_of

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")
CODE = "KOCKAJDE"
SEVENS, FIVES = (7, 7, 7, 7), (5, 5, 9, 9)


def have(ledger: PocketLedger) -> dict[str, tuple[int, str]]:
    """What the worker of a phone says that it has: the last event of each match, and its hash."""
    whole = filter(ledger._is_whole, ledger.matches())
    known = {code: ledger.read(code)[: ledger.sent(code)] for code in whole}
    return {code: (part[-1].seq, part[-1].hash) for code, part in known.items() if part}


def digest(*texts: str) -> str:
    return sha256(":".join(texts).encode()).hexdigest()


def entry(*points: int) -> Entry:
    read: Entry = KOCKA.read_entry(round_of(*points), 4, KOCKA.house())
    return read


class Server:
    """A server: its matches, and which phones may write in which of them."""

    def __init__(self) -> None:
        self.matches = Matches(open_ledger("sqlite://"))
        self.scorers: set[tuple[str, str]] = set()

    def receive(self, owner: str, batch: object) -> Receipt:
        """Takes a batch in from a phone, as JSON brings it; who opens a match may write there."""
        receipt = receive(self.matches, _over_the_line(batch), self.sender(owner))
        if receipt.opened_here and receipt.match:
            self.scorers.add((owner, receipt.match.code))
        return receipt

    def sender(self, owner: str) -> Sender:
        return Sender(
            mark=lambda code: digest("mark", owner, code)[:32],
            phone_scoped_key=lambda key: str(UUID(digest("key", owner, key)[:32])),
            may_write=lambda match: (owner, match.code) in self.scorers,
            find_opened=self.find_opened,
            codes_for=lambda key: (digest("code", key, str(n))[:6].upper() for n in count()),
            well_coded=lambda code: len(code) == len(CODE),
        )

    def find_opened(self, key: str) -> str | None:
        codes = self.matches.ledger.matches()
        return next((c for c in codes if self.matches.ledger.read(c)[0].key == key), None)

    def events(self, code: str = CODE) -> list[Event]:
        return self.matches.ledger.read(code)


class Phone:
    """A phone that writes by itself; online it sends."""

    def __init__(self, owner: str, server: Server) -> None:
        self.owner, self.server = owner, server
        self.ledger = PocketLedger({})
        self.matches = Matches(self.ledger)
        self.code = CODE
        self.mark = digest("mark", owner, CODE)[:32]

    @property
    def match(self) -> Match:
        return self.matches.get(self.code)

    @property
    def problem(self) -> Mapping[str, Any]:
        return self.ledger.problems.get(self.code, {})

    def open(self, **house: object) -> None:
        self.open_game(KOCKA, **house)

    def open_game(self, game: AnyGame, **house: object) -> None:
        self.matches.open(self.code, game, NAMES, 0, game.house(**house), str(uuid4()))

    def do(self, verb: str, *arguments: Any, key: str = "") -> Match:
        """Something that a form saves on what it shows now."""
        save: Callable[..., Match] = getattr(self.matches, verb)
        marked = (self.mark,) if verb in ("record", "correct", "rule") else ()
        return save(self.match, *arguments, self.match.version, key or str(uuid4()), *marked)

    def record(self, *rounds: Sequence[int]) -> None:
        for points in rounds or [SEVENS]:
            self.do("record", entry(*points))

    def say(self, body: Body[Match, Fold], key: str = "") -> Match:
        """Something that never comes too late."""
        return self.matches.append_always(self.match, body, key or f"{uuid4()}:{body.kind}")

    def answer_with(self, said: Confirmed) -> Match:
        """Whether a person agrees with a row."""
        return answer(self.matches, self.match, said, f"{uuid4()}:{said.kind}")

    def answer(self, seq: int, person: int) -> Confirmed:
        version = self.match.row(seq).versions[-1]
        return Confirmed(event=seq, version=version, person=person, phone=self.mark)

    def batch(self) -> dict[str, Any]:
        return next_batch(self.ledger, self.code, self.matches)

    def send_unanswered(self) -> None:
        """Sends what waits, and the answer is lost."""
        self.server.receive(self.owner, self.batch())

    def send(self) -> BatchOutcome:
        """Sends what waits, and takes the answer."""
        batch = self.batch()
        receipt = self.server.receive(self.owner, batch)
        outcome = take_answer(
            self.ledger,
            _over_the_line(batch),
            receipt.status,
            _over_the_line(receipt.answer),
            self.matches,
        )
        self.code = outcome.code
        return outcome

    def follow(self) -> None:
        lines = [line_of(event) for event in self.server.events(self.code)]
        self.ledger.take(self.code, 1, lines)

    def come_home(self) -> None:
        """Sends what waits, which is taken: then both have the same."""
        assert self.send().became == "taken"
        self.assert_at_home()

    def assert_at_home(self) -> None:
        """Phone and server have the same, and nothing waits."""
        theirs, mine = self.server.events(self.code), self.ledger.read(self.code)
        assert mine == theirs
        assert [event.hash for event in mine] == [event.hash for event in theirs]
        assert self.ledger.waiting(self.code) == []
        assert dict(self.problem) == {}


def begun(server: Server, *, sent: bool = False) -> Phone:
    """Petr's phone, which opened a match and wrote a row, event 2; perhaps the server has both."""
    phone = Phone("Petr", server)
    phone.open(dokladacka="off")
    phone.record()
    if sent:
        phone.send()
    return phone


def follower(server: Server) -> Phone:
    """Eva's phone, which may write in that match and has it as the server has."""
    server.scorers.add(("Eva", CODE))
    phone = Phone("Eva", server)
    phone.follow()
    return phone


def question(rule: str = "kocka.follow", game: str = "kocka") -> JudgementRecord:
    known = GAMES[game]
    judged = judge_question(known, known.house(), NAMES, "seen", {"rule": rule})
    return load_shape(JudgementRecord, {"link": code_of(judged), **judged.dump()}, AS_WRITTEN)


def quarrel() -> JudgementRecord:
    """A card that could be legal or not: nobody told what else was in the hand."""
    given = {"trick": ["KD"], "card": "QS", "hand": None, "trick_no": None}
    judged = judge_question(KOCKA, KOCKA.house(), NAMES, "play", given)
    return load_shape(JudgementRecord, {"link": code_of(judged), **judged.dump()}, AS_WRITTEN)


def ruling(rule: str = "kocka.follow", game: str = "kocka", **more: object) -> dict[str, object]:
    return {"how": "waived", "seat": None, "note": "", **dump_fields(question(rule, game)), **more}


def _over_the_line(data: object) -> Any:
    return json.loads(json.dumps(data))
