"""A whole deal told trick by trick, at other tables: five players, and a talon that is left out."""

from typing import Any

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_audit_page import FIVE, FOLLOWED, case_of, flat, take_over, told, told_case


@pytest.mark.parametrize(
    ("talon", "points"), [({}, (8, 39, 9, 14)), ({"talon": []}, None)], ids=["counted", "left out"]
)
def test_a_varsava_is_taken_over_with_points_if_its_talon_is_told(
    phone: Phone, talon: dict[str, Any], points: tuple[int, ...] | None
) -> None:
    table = start(phone, game="taroky", dealer="1")
    asking = Asking(phone, "taroky", table.url)
    told_case(asking, {**case_of("Varšava with the talon cards"), **talon})
    form = take_over(asking)
    assert form.fields["contract"] == "varsava"
    typed = [form.fields[f"points-{seat}"] for seat in range(4)]
    assert typed == ([*map(str, points)] if points else [""] * 4)
    if points:
        assert phone.submit("form").url == table.url
        assert table.match.rows[0].entry.points == points


def test_with_five_a_varsava_has_points_for_four(phone: Phone) -> None:
    table = start(phone, FIVE, "taroky", dealer="1")
    asking = Asking(phone, "taroky", table.url)
    given = case_of("Varšava with the talon cards")
    asking.open("audit")
    told_case(asking, {**given, **dict.fromkeys(("declarer", "leader"), 0), "dealer": 3})
    screen = asking.judge()
    points = screen.text.partition("Body po hráčích – ")[2].partition(".")[0]
    names = dict(pair.rsplit(" ", 1) for pair in points.split(", "))
    assert phone.fill(f"{table.url}/new/deal?from={asking.verdict}", "form").url == table.url
    counted = tuple(int(names.get(name, 0)) for name in table.match.names)
    assert table.match.rows[0].entry.points == counted
    assert (counted[1], sum(counted)) == (0, 70)


def test_a_verdict_of_another_match_or_game_fills_nothing_in(phone: Phone) -> None:
    kocka, taroky = start(phone), start(phone, game="taroky")
    asking = Asking(phone, "kocka", kocka.url)
    told(asking, flat(FOLLOWED))
    asking.judge()
    verdict = asking.verdict
    assert phone.get(f"{taroky.url}/new/deal?from={verdict}").status == 200
    assert phone.get(f"{kocka.url}/new/renonc?from={verdict}").status == 200
    assert phone.get(f"{kocka.url}/new/round?from=nothing").status == 404
    filled = phone.get(f"{kocka.url}/new/round?from={verdict}").form("form").fields
    assert filled["cards-AH"] == "1"
