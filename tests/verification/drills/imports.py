"""Changed files of real evenings: each is refused with its line, or every page of it is shown.

    python -m tests.verification.drills imports 2000 [SEED]

The evenings are those of `tests/data/0.4`, of all games, with every kind of event. A fault is
printed with the seed that makes it again.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask

from scorekeeper.ledger import open_ledger
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.referee import judgements
from scorekeeper.stream.files import BrokenLine
from scorekeeper.web import create_app
from tests.web.phone import Phone

FOLDER = Path(__file__).parents[2] / "data" / "0.4"
Lines = list[dict[str, Any]]
VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 4, 7, 28, 70, 99, 10**9, 10**30, 1.5, 1e308),
    *("", " ", "x", "AAAA", "7S", "XIX", "undo", "redo", "struck", "waived", "legal", "seen"),
    *("kocka.points", "taroky.settle.base", "<b>", "\u2028", "é" * 300, "1970-01-01T00:00:00Z"),
    *([], {}, [0], [[]], {"seat": 9}, {"type": "round"}, [1, 0, 0, 0], [7, 7, 7, 7]),
)
PAGES = (
    *("", "?all=1", "/history", "/watch", "/accounts", "/people", "/share", "/export", "/rules"),
    "/disputes",
)


@dataclass(frozen=True)
class Outcome:
    """What became of a changed file: why it was refused, or the faults of its pages."""

    refused: str = ""
    faults: tuple[str, ...] = ()


def make_app(instance: Path) -> Flask:
    """An app without limits of speed, whose ledgers come and go."""
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "LEDGER": "sqlite://"}
    return create_app(instance, settings)


def changed_file(seed: int) -> str:
    """An evening with one to three changes."""
    random = Random(seed)
    lines = deepcopy(random.choice(evenings()))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(CHANGES)(lines, random)
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


@cache
def evenings() -> tuple[Lines, ...]:
    files = sorted(FOLDER.glob("*-[0-9].jsonl"))
    texts = [file.read_text("utf-8").splitlines() for file in files]
    return tuple([json.loads(line) for line in lines] for lines in texts)


def take_in(app: Flask, text: str) -> Outcome:
    """Imports a file into an empty house and opens every page of it."""
    try:
        events = load(text)
    except BrokenLine as broken:
        return Outcome(refused=str(broken))
    matches, ledger = app.extensions["matches"], open_ledger("sqlite://")
    try:
        ledger.restore(events)
        app.extensions["matches"] = Matches(ledger)
        return Outcome(faults=tuple(_faults(app, Match.fold(events))))
    finally:
        ledger.close()
        app.extensions["matches"] = matches


def _faults(app: Flask, match: Match) -> Iterator[str]:
    """The pages that do not answer 200, or that are no right page."""
    for seed, url in enumerate(urls_of(app, match)):
        phone = Phone(app, ("cs", "en", "sk", "pl", "be")[seed % 5])
        with phone.client.session_transaction() as session:
            session["roles"] = [(match.code, "scorer")]
        try:
            status = phone.get(url).status
        except Exception as error:
            yield f"{url}: {error!r}"
        else:
            if status != 200:
                yield f"{url}: {status}"


def urls_of(app: Flask, match: Match) -> Iterator[str]:
    """Every page of a match, the verdicts of its rulings too."""
    home = f"/m/{match.code}"
    yield from (home + page for page in PAGES)
    yield from (f"{home}/entries/{row.seq}" for row in match.rows)
    yield from (f"{home}/players/{seat}" for seat in range(len(match.names)))
    yield from (f"{home}/new/{type}" for type in match.standing.next)
    for ruling in match.rulings:
        yield f"{home}/rulings/{ruling.seq}"
        judgement = judgements.load_judgement(ruling.body["ruling"])
        code = judgements.save(app.extensions["matches"].ledger, judgement)
        yield from (f"{home}/verdicts/{code}", f"/v/{code}", f"/v/{code}/link")


# --- changes -------------------------------------------------------------------------------------


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value within a value."""
    inner = value if isinstance(value, dict) else range(len(value) if type(value) is list else 0)
    for key in inner:
        yield (*path, key)
        yield from _places(value[key], (*path, key))


def _any_place(lines: Lines, random: Random) -> tuple[Any, Any]:
    """A container somewhere in a line, mostly in its body, and a key of it."""
    line = random.choice(lines)
    body = line.get("body")
    line = body if random.random() < 0.9 and isinstance(body, dict) and body else line
    *path, key = random.choice(list(_places(line)))
    for step in path:
        line = line[step]
    return line, key


def _put_value(lines: Lines, random: Random) -> None:
    at, key = _any_place(lines, random)
    at[key] = deepcopy(random.choice(VALUES))


def _nudge(lines: Lines, random: Random) -> None:
    """A number a little larger or smaller, another value of the same container otherwise."""
    at, key = _any_place(lines, random)
    if type(at[key]) is int:
        at[key] += random.choice((-2, -1, 1, 2, 10))
    elif isinstance(at, dict):
        at[key] = deepcopy(random.choice(list(at.values())))


def _drop_member(lines: Lines, random: Random) -> None:
    at, key = _any_place(lines, random)
    del at[key]


def _double_item(lines: Lines, random: Random) -> None:
    at, key = _any_place(lines, random)
    if isinstance(at, list):
        at.insert(key, deepcopy(at[key]))
    else:
        at[f"{key}2"] = deepcopy(at[key])


def _transplant(lines: Lines, random: Random) -> None:
    """A member as another evening has it, at the same place."""
    other = random.choice(random.choice(evenings()))
    line = random.choice(lines)
    name = random.choice(("body", "kind"))
    line[name] = deepcopy(other[name])


def _drop_line(lines: Lines, random: Random) -> None:
    del lines[random.randrange(len(lines))]
    _number(lines)


def _repeat_line(lines: Lines, random: Random) -> None:
    at = random.randrange(len(lines))
    again = {**deepcopy(lines[at]), "key": f"again-{random.randrange(10**9)}"}
    lines.insert(random.randrange(len(lines)) + 1, again)
    _number(lines)


def _swap_lines(lines: Lines, random: Random) -> None:
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    _number(lines)


def _number(lines: Lines) -> None:
    for seq, line in enumerate(lines, start=1):
        line["seq"] = seq


CHANGES: Sequence[Callable[[Lines, Random], None]] = (
    *(_put_value,) * 4,
    *(_nudge,) * 3,
    *(_drop_member,) * 2,
    _double_item,
    _transplant,
    _drop_line,
    _repeat_line,
    _swap_lines,
)


def run(files: int, first: int) -> bool:
    """True if every file that was taken in is shown on every page; else prints the faults."""
    counts: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        app = make_app(Path(folder))
        with closing(app.extensions["matches"].ledger):
            for seed in range(first, first + files):
                outcome = take_in(app, changed_file(seed))
                became = "refused" if outcome.refused else "faulty" if outcome.faults else "shown"
                counts[became] += 1
                for fault in outcome.faults:
                    print(f"seed {seed}: {fault}", flush=True)
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return not counts["faulty"]
