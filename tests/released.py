"""Writes what a version writes: evenings of every game, verdicts, a company, tournaments.

Run once with the code of each release, into `tests/data/<version>/`: `test_written_before.py` opens
all of them with the code of today. What an older version does not have is left out:

    PYTHONPATH=. python tests/released.py tests/data/0.11
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.judgements import judge_question, save
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import dump
from scorekeeper.schema import Invalid
from scorekeeper.schema import dump as as_json
from scorekeeper.sheet import sum_of

NAMES = ("Petr", "Jana", "Karel", "Eva")
_DEAL = {"type": "deal", "dealer": 3, "declarer": 0, "partner": 2, "points": 41, "called": "XIX"}
ENTRIES: dict[str, list[dict[str, Any]]] = {
    "taroky": [
        {**_DEAL, "variant": "normal", "pagat": {"seat": 0}},
        {**_DEAL, "variant": "normal", "dealer": 0, "declarer": 1, "partner": 3},
    ],
    "kocka": [{"type": "round", "points": [7, 7, 7, 7]}, {"type": "round", "points": [5, 5, 9, 9]}],
    "faraon": [{"type": "game", "loser": 1}, {"type": "game", "loser": 3}],
    "makao": [{"type": "game", "out": [0, 1, 2]}, {"type": "game", "out": [3, 1, 2]}],
    "durak": [{"type": "game", "fool": 2}, {"type": "game", "fool": 2}],
}
CHOICES: dict[str, dict[str, Any]] = {
    "taroky": {"honours_in_draw": True, "tariff": {"pagat_silent": 20}},
    "kocka": {"renonc_penalty": "points", "stake": "pivo"},
    "faraon": {"mode": "olympic"},
    "makao": {"packs": 1},
    "durak": {"variant": "transfer", "epaulettes": "2"},
}
"""What a table of each game agreed that does not play as by default."""


def whole(value: Any) -> dict[str, Any]:
    """All members of a dataclass, and of those in it."""
    parts = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: whole(part) if is_dataclass(part) else part for name, part in parts}


def shown(match: Any) -> dict[str, Any]:
    """What a match comes to: its house rules, its rows, where it stands."""
    standing = match.standing
    return {
        "house": whole(match.house),
        "totals": list(standing.totals),
        "scores": [list(sum_of(row.lines, len(match.names))) for row in match.rows],
        "next": list(standing.next),
        "state": as_json(match.game.state(standing)),
    }


def written(matches: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Opens and plays matches of every game; the code of each, with what it comes to."""
    for key, game in GAMES.items():
        for number, house in enumerate(({}, CHOICES[key]), start=1):
            match = matches.open(f"{key.upper()}{number}", game, NAMES, 3, _house(game, house), "k")
            for at, data in enumerate(ENTRIES[key]):
                entry = game.read_entry(data, len(NAMES), match.house)
                match = matches.record(match, entry, match.version, f"k{at}")
            yield match.code, shown(match)


def _house(game: Any, choices: dict[str, Any]) -> Any:
    usual = game.house()
    groups = {
        name: type(getattr(usual, name))(**choice)
        for name, choice in choices.items()
        if isinstance(choice, dict)
    }
    return game.house(**{**choices, **groups})


def verdicts(ledger: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Keeps a verdict of each game that depends on no more than a rule; the code of each."""
    for key, game in GAMES.items():
        for house in (game.house(), _house(game, CHOICES[key])):
            for rule in game.rules:
                with suppress(Invalid):
                    judged = judge_question(game, house, NAMES, "seen", {"rule": rule.id})
                    yield save(ledger, judged), {"house": whole(house)}
                    break


def houses(ledger: Any, matches: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """A company's sets of house rules, tournaments with a table: since 0.7."""
    # Only here: older versions have none of these.
    from scorekeeper.company.actions import Companies
    from scorekeeper.house import dump_house
    from scorekeeper.tournament.actions import Tournaments, table_body
    from scorekeeper.tournament.bodies import Opened

    companies, tournaments = Companies(ledger), Tournaments(matches)
    company = companies.open("PUB", "U Raka", NAMES, "k")
    for key, game in GAMES.items():
        house = _house(game, CHOICES[key])
        write = getattr(game, "abridge_house", dump_house)
        body = {"game": key, "name": key, "house": write(house)}
        company = companies.write(company, "agreed", body, company.version, f"k{key}")
        yield f"PUB/{key}", {"house": whole(house)}
        opened = Opened(f"Cup of {key}", key)
        tournament = tournaments.open(f"CUP{key.upper()}", opened, house, "k")
        yield tournament.code, {"house": whole(house)}
        table = matches.open_as(f"T{key.upper()}", table_body(tournament, NAMES), "k")
        yield table.code, shown(table)


def links() -> dict[str, Any]:
    """House rules as links, each with what it means: since 0.7."""
    from scorekeeper.named_house import NamedHouse

    named = (NamedHouse(game, key, _house(game, CHOICES[key])) for key, game in GAMES.items())
    return {each.dump(): {"game": each.game.key, "house": whole(each.house)} for each in named}


def write_all(folder: Path) -> None:
    """Writes all of it into a folder: `ledger.jsonl`, and what it comes to in `expected.json`."""
    ledger = open_ledger("sqlite://")
    matches = Matches(ledger)
    expected: dict[str, Any] = {"streams": dict(written(matches)), "links": {}}
    expected["streams"].update(verdicts(ledger))
    with suppress(ImportError):
        expected["streams"].update(houses(ledger, matches))
        expected["links"] = links()
    codes = sorted(ledger.matches())
    text = "".join(dump(ledger.read(code)) for code in codes)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ledger.jsonl").write_text(text, "utf-8")
    told = json.dumps(expected, ensure_ascii=False, sort_keys=True)
    (folder / "expected.json").write_text(f"{told}\n", "utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
