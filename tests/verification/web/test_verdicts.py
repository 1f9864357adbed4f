"""A page for every kind of verdict in the public cases."""

import json
from pathlib import Path

from scorekeeper.core.house_rules import load_house
from scorekeeper.games import GAMES
from scorekeeper.referee import judgements
from scorekeeper.referee.judgements import judge_question
from tests.web.phone import Phone

CASES = Path(__file__).parents[2] / "games"


def test_every_kind_of_the_public_cases_has_its_page(phone: Phone) -> None:
    ledger = phone.app.extensions["matches"].ledger
    for key, game in GAMES.items():
        seen = set()
        for case in map(json.loads, open_cases(key)):
            mark = (case.get("kind"), case.get("expect", {}).get("verdict"))
            if None in mark or mark in seen:
                continue
            seen.add(mark)
            house = load_house(game.house, case.get("house", {}))
            names = list("ABCDEFGH"[: game.players_in(game.kinds[mark[0]], case["given"])])
            judgement = judge_question(game, house, names, mark[0], case["given"])
            screen = phone.get(f"/v/{judgements.save(ledger, judgement)}")
            assert screen.status == 200, case
        assert len(seen) > 5


def open_cases(key: str) -> list[str]:
    lines = (CASES / key / "cases.jsonl").read_text("utf-8").splitlines()
    return [line for line in lines if line.startswith("{")]
