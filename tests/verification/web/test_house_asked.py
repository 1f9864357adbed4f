"""Who asks without a match says how they play, as far as the answer depends on it."""

import pytest

from scorekeeper.games import GAMES
from tests.web.asking import Asking
from tests.web.table import start

TRANSFER = {
    "attack": "6H",
    "card": "6S",
    "trump": "C",
    "next_hand": "4",
    "bout": "2",
    "last_card": "n",
}


@pytest.fixture
def asking(phone, monkeypatch):
    """A phone at the referee of Durak, where a transfer depends on the variant."""
    kind = GAMES["durak"].kinds["transfer"]
    monkeypatch.setattr(kind, "depends_on", ("variant", "transfer_by_show"))
    return Asking(phone, "durak")


def test_the_house_rules_that_decide_are_asked(asking):
    screen = asking.open("transfer")
    variant = asking.book.label("house", "variant", "label")
    agreed = f"{variant}: {asking.book.text('house', 'variant', 'choices', 'transfer')}"
    assert asking.phone.say("House rules: %(agreed)s", agreed=agreed) in screen.text
    assert screen.html.index('class="keys') < screen.html.index('id="house"')
    assert asking.book.label("house", "epaulettes", "label") not in screen.text
    table = start(asking.phone, game="durak")
    screen = Asking(asking.phone, "durak", table.url).open("transfer")
    assert 'name="house-variant"' not in screen.html, "a match says it by itself"


def test_the_answer_goes_by_what_was_said(asking):
    for variant, word in (("transfer", "ALLOWED"), ("throw-in", "NOT ALLOWED")):
        asking.open("transfer")
        verdict = asking.judge(**TRANSFER, **{"house-variant": variant})
        assert verdict.root.all("p", css="word")[0].text == asking.phone.say(word)


def test_who_asks_of_a_transfer_plays_with_transfers(asking):
    """Left as offered, the answer is not that nobody transfers; a verdict keeps what it had."""
    assert asking.open("transfer").form("form").fields["house-variant"] == "transfer"
    verdict = asking.judge(**TRANSFER)
    assert verdict.root.all("p", css="word")[0].text == asking.phone.say("ALLOWED")
    asking.open("transfer")
    verdict = asking.judge(**TRANSFER, **{"house-variant": "simple"})
    edit = asking.phone.get(verdict.links[asking.phone.say("Change the question")])
    assert edit.form("form").fields["house-variant"] == "simple"


def test_the_address_and_the_verdict_bring_them_back(asking):
    asking.open("transfer")
    screen = asking.tell(**TRANSFER, **{"house-variant": "transfer", "house-transfer_by_show": "y"})
    address = screen.by_id("question").attrs["data-url"]
    for url in (address, asking.judge().links[asking.phone.say("Change the question")]):
        fields = asking.phone.get(url).form("form").fields
        assert fields["house-variant"] == "transfer"
        assert fields["house-transfer_by_show"] == "y"


def test_a_house_rule_that_there_is_not_is_refused(asking):
    fields = {**TRANSFER, "house": "y", "house-variant": "nonsense", "judge": "y"}
    assert asking.phone.post(f"{asking.at}/transfer", fields).status == 422
    assert asking.phone.get(f"{asking.at}/transfer?house=y&house-variant=nonsense").status == 422
