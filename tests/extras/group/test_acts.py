"""A law over all acts of the room: what answers with an error has written nothing."""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from uuid import uuid4

from flask import Flask

from tests.extras.group.phones import deck_pages, evening_ways, found, round_ways, start
from tests.web.phone import Phone

ELSEWHERE = ("1999-01-01", "ZZZZ", "99", "99"), ("today", "", "0", "0")
"""Nights, matches, members and events that are not there, or not to be acted on."""
Form = Mapping[str, str | Sequence[str]]
NONSENSE: Sequence[Form] = (
    {},
    {"match": [], "day": "2026-11-01", "pub": "U Lípy"},
    {"match": ["ZZZZ"], "day": "2026-11-01", "member": "99", "into": "99", "text": "x"},
    {"buyer": "0", "what": "rum", "guests": ["0", "0"], "night": "1999-01-01"},
    {"payer": "0", "payee": "1", "amount": "5", "currency": "CZK", "night": "1999-01-01"},
    {"buyer": "0", "what": "rum", "guests": ["1"], "into": "1", "day": "9999-12-31"},
    {"name": "\u200b", "by": "x", "least": "-1", "owner": "99", "since": "9"},
)


def acts(app: Flask) -> list[str]:
    """The addresses of all acts of a group, as the app knows them."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return sorted(each.rule for each in rules if each.rule.startswith("/c/<code>"))


def written(phone: Phone) -> dict[str, tuple[int, str]]:
    """How far everything is written."""
    ledger = phone.app.extensions["matches"].ledger
    return dict(ledger.newest(ledger.matches()))


def test_an_act_that_answers_with_an_error_writes_nothing(app: Flask) -> None:
    hold_the_law(app, NONSENSE[1:2])


def hold_the_law(app: Flask, forms: Sequence[Form]) -> None:
    """Each act is sent with nothing, with nonsense, and about what is not there."""
    phone = Phone(app, "en")
    group = found(phone)
    match = start(phone, group)
    (night, *_) = evening_ways(phone, group)
    deck_pages(phone, group), round_ways(phone, group)
    known, refused = acts(app), 0
    assert len(known) > 20
    for rule, form in product(known, forms):
        for about in ((night[-10:], match, "1", "2"), *ELSEWHERE):
            names = dict(zip(("night", "match", "member", "seq"), about, strict=True))
            url = re.sub(r"<(?:\w+:)?(\w+)>", lambda at, names=names: names[at[1]], rule[9:])
            if url == rule[9:] and about is not ELSEWHERE[0]:
                continue  # it names nothing: once is enough
            before = written(phone)
            seen = before[group[3:]][0]
            phone.post(group + url, {"seen": str(seen), "key": str(uuid4()), **form})
            if phone.screen.status >= 400:
                refused += 1
                assert written(phone) == before, (url, form, phone.screen.status)
    assert refused > len(known) * len(forms)
