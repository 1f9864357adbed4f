"""Sentences of tables, six of each game, on the page that judges them, in the language of each."""

import json
from pathlib import Path

import pytest

from tests.web.asking import Asking, case_of
from tests.web.phone import Phone
from tests.web.test_spoken import answer, ask, chips, values, word

SPOKEN = Path(__file__).parents[2] / "data" / "spoken.jsonl"
SENTENCES = [json.loads(line) for line in SPOKEN.read_text("utf-8").splitlines()]


def cards_in(given, pack):
    told = (each if isinstance(each, list) else [each] for each in given.values())
    return {code for each in told for code in each if code in pack}


@pytest.mark.parametrize("line", SENTENCES, ids=lambda line: line["say"][:30])
def test_what_a_table_says_is_judged_on_every_page(app, line):
    phone = Phone(app, line["language"])
    asking = Asking(phone, line["game"])
    for path in (f"/rules/{asking.key}", asking.at):
        node = answer(ask(phone, path, line["say"]))
        assert node.all("h2")[0].text == asking.book.question(line["kind"])
        pack = asking.game.pack(asking.game.house()).by_code
        there = [chip for chip in chips(node) if phone.say("Not in hand") not in chip.text]
        pictures = [each.attrs.get("aria-label") for chip in there for each in chip]
        cards = [each for each in pictures if each]
        named = {asking.book.card(code) for code in cards_in(line["given"], pack)}
        assert (set(cards), len(cards)) == (named, len(named))
    if line["verdict"] == "undecidable":
        assert not word(node)
        asked = values(node) if node.all("p", css="values") else {}
        for url in asked.values():
            assert phone.get(url).status == 200
        assert asked or phone.say("Add what is missing") in node.text
    else:
        shown = word(node)
        phone.submit(f"{asking.at}/said")
        assert shown == word(phone.screen.root)
        case = case_of(phone, asking.verdict)
        assert (case["kind"], case["expect"]["verdict"]) == (line["kind"], line["verdict"])
