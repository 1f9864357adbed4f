"""Writes what a version writes: evenings of every game, verdicts, a group.

Run once with the code of each release, into `tests/data/<version>/`: `test_written_before.py` opens
all of them with the code of today.

    PYTHONPATH=. python tests/released.py tests/data/0.11
"""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import UTC
from pathlib import Path
from typing import Any

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Invalid, load
from scorekeeper.core.schema import dump as canonical_json
from scorekeeper.core.sheet import sum_of
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.accounts import settle
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.deck import decks_of
from scorekeeper.extras.group.evenings import evenings, played
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.records.stats import group_stats
from scorekeeper.extras.seats.consent import Asked, Confirmed, Objected, RowAnswers, Took
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.maintenance.forgetting import forget_matches, forget_person
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.referee.judgements import judge_question, save
from scorekeeper.stream.files import dump
from scorekeeper.stream.kinds import AS_WRITTEN
from scorekeeper.stream.tournament import Tournament
from tests.extras.group.season import season as season_of
from tests.extras.group.season import summarise

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
    standing = match.standing
    return {
        "house": whole(match.house),
        "totals": list(standing.totals),
        "scores": [list(sum_of(row.lines, len(match.names))) for row in match.rows],
        "next": list(standing.next),
        "state": canonical_json(match.game.state(standing)),
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


def houses(ledger: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    groups = Groups(ledger)
    group = groups.open("PUB", "U Raka", NAMES, "k")
    for key, game in GAMES.items():
        house = _house(game, CHOICES[key])
        body = {"game": key, "name": key, "house": game.abridge_house(house)}
        group = groups.write(group, "agreed", body, group.version, f"k{key}")
        yield f"PUB/{key}", {"house": whole(house)}


def links() -> dict[str, Any]:
    named = (NamedHouse(game, key, _house(game, CHOICES[key])) for key, game in GAMES.items())
    return {each.dump(): {"game": each.game.key, "house": whole(each.house)} for each in named}


def write_season(ledger: Any) -> None:
    """A group's season, a table with phones, names forgotten."""
    season_of(evenings=30, length=0.2).write_to(ledger)
    matches = Matches(ledger)
    _change_group(ledger)
    _play_with_phones(matches)
    codes = sorted(code for code in ledger.matches() if code.startswith("PARTA"))
    forget_matches(ledger, codes[:1], None, drop=False)
    forget_matches(ledger, codes[1:2], None, drop=True)
    forget_person(ledger, "PARTA", "Čeněk")


def _change_group(ledger: Any) -> None:
    """A group agrees on house rules and lets somebody join; its links are renewed."""
    groups = Groups(ledger)
    group = groups.get("PARTA")
    group = groups.renew_links(group, "p1", group.version, "c4")
    makao = {"game": "makao", "name": "U Raka", "house": {"packs": 1}}
    group = groups.write(group, "agreed", makao, group.version, "c8")
    body = {"name": "Novák", "guest": False}
    group = groups.write(group, "joined", body, group.version, "c9")
    body = {"name": "Tovéřská parta 2026"}
    group = groups.write(group, "named", body, group.version, "c5")
    group = groups.undo(group, group.version, "c6")
    groups.redo(group, group.version, "c7")


def _play_with_phones(matches: Any) -> None:
    """A table of faraón in which each kind of event of a match is written."""
    game = GAMES["faraon"]
    match = matches.open("TABLE", game, NAMES, 0, game.house(), "t0")
    keys = (f"t{n}" for n in range(1, 99))

    def do(verb: str, *arguments: Any, seen: bool = True) -> None:
        nonlocal match
        match = getattr(matches, verb)(
            match, *arguments, *([match.version] if seen else []), next(keys)
        )

    for loser in (1, 2, 1):
        do("record", game.read_entry({"type": "game", "loser": loser}, 4, match.house))
    do("append_always", Took(person=0, phone="p0"), seen=False)
    do("append_always", Confirmed(event=2, version=2, person=3, phone="p3"), seen=False)
    said = "bylo to jinak"
    do("append_always", Objected(event=2, version=2, person=1, phone="p1", note=said), seen=False)
    judged = judge_question(game, match.house, NAMES, "seen", {"rule": game.rules[0].id})
    question = {"link": save(matches.ledger, judged), **judged.dump()}
    do(
        "append_always",
        load(Asked, {"person": 3, "phone": "p3", "question": question}, AS_WRITTEN),
        seen=False,
    )
    do("append_always", Asked(person=3, phone="p3"), seen=False)
    do("rule", {**question, "how": "waived", "seat": None, "note": "poprvé", "about": 2}, None)
    do("correct", 3, game.read_entry({"type": "game", "loser": 3}, 4, match.house))
    do("note", 3, "celý balík")
    do("strike", 4)
    do("bring_back", 4)
    do("rename", ["Petr", "Jana", "Karel", "Evička"], 2)
    do("seat", [0, 1, 2, 4], ["Petr", "Jana", "Karel", "Ota"], 1)
    do("undo")
    do("redo")
    do("renew_links", "p0")


def season_shown(streams: Mapping[str, list[Any]]) -> dict[str, Any]:
    return {code: _stream_shown(code, events, streams) for code, events in streams.items()}


def _stream_shown(code: str, events: list[Any], streams: Mapping[str, list[Any]]) -> dict[str, Any]:
    body, said = events[0].body, {"version": len(events), "hash": events[-1].hash}
    if "names" in body:
        said |= _match_shown(Match.fold(events))
    elif "company" in body:
        said |= _group_shown(events, streams)
    elif "tournament" in body:
        said |= _tournament_shown(events)
    return said


def _match_shown(match: Any) -> dict[str, Any]:
    state = shown(match)
    del state["house"]
    return {
        **state,
        "people": list(match.seating.people),
        "seats": list(match.seating.seats),
        "points": {str(person): total for person, total in match.totals.items()},
        "rows": [
            [row.seq, list(row.versions), row.struck, row.seating_undone] for row in match.rows
        ],
        "rulings": [event.seq for event in match.rulings],
        "notes": {str(seq): note for seq, note in match.notes.items()},
        "answers": _answers_shown(match),
        "links": match.links.generation,
        "undo": match.undo.seq if match.undo else None,
        "redo": match.redo.seq if match.redo else None,
    }


def _answers_shown(match: Any) -> list[Any]:
    voices, last = RowAnswers(match), len(match.rows) - 1
    said = [voices.consent(row, last - at) for at, row in enumerate(match.rows)]
    return [[each.state, list(each.confirmed), len(each.objections)] for each in said]


def _group_shown(events: list[Any], streams: Mapping[str, list[Any]]) -> dict[str, Any]:
    group = Group.fold(events)
    book = played(group, (Match.fold(streams[code]) for code in group.matches), UTC)
    settled = settle(summarise(book), (body for _, body in group.bodies_of(Paid)))
    return {
        "members": [[each.number, each.name, each.guest, each.came] for each in group.members],
        "evenings": [
            [str(e.night), pub.name, sorted({m for each in there for m in each.members})]
            for e in evenings(book)
            for pub, there in e.places.items()
        ],
        "accounts": {
            each.currency: sorted([str(party), total] for party, total in each.totals.items())
            for each in settled.accounts
        },
        "records": {
            game: _book_shown(of_game) for game, of_game in group_stats(summarise(book)).items()
        },
        "decks": [[[str(i.card), i.said.loser] for i in d.inscribed] for d in decks_of(group)],
        "links": group.links.generation,
        "undo": group.undo.seq if group.undo else None,
    }


def _book_shown(book: Any) -> dict[str, Any]:
    return {
        str(member): sorted([str(key), str(tally.value)] for key, tally in account.tallies.items())
        for member, account in book.accounts.items()
    }


def _tournament_shown(events: list[Any]) -> dict[str, Any]:
    return {"links": Tournament.fold(events).links.generation}


def write_all(folder: Path) -> None:
    """Writes all of it into a folder: `ledger.jsonl`, and what it comes to in `expected.json`; a
    season with every kind of event in `season.jsonl` and `season.json`.
    """
    ledger = open_ledger("sqlite://")
    matches = Matches(ledger)
    streams = {**dict(written(matches)), **dict(verdicts(ledger)), **dict(houses(ledger))}
    codes = sorted(ledger.matches())
    text = "".join(dump(ledger.read(code)) for code in codes)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ledger.jsonl").write_text(text, "utf-8")
    _write_json(folder / "expected.json", {"streams": streams, "links": links()})
    ledger = open_ledger("sqlite://")
    write_season(ledger)
    season = {code: ledger.read(code) for code in sorted(ledger.matches())}
    (folder / "season.jsonl").write_text("".join(map(dump, season.values())), "utf-8")
    _write_json(folder / "season.json", season_shown(season))


def _write_json(path: Path, data: Any) -> None:
    path.write_text(f"{json.dumps(data, ensure_ascii=False, sort_keys=True)}\n", "utf-8")


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
