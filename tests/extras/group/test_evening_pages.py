"""An evening of a group on the phone: its pub, rounds, payments, and what is refused."""

import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from scorekeeper.core.schema import dump
from scorekeeper.extras.group.events import Bought, Paid
from scorekeeper.match.files import load_file
from tests.extras.group.phones import evening_of, found, kept, start, watcher
from tests.web.table import Table, people
from tests.web.table import start as start_match


def taroky(phone, group, **house):
    """A match for money with a deal in it."""
    fields = {"group": group.rpartition("/")[2], "tariff-point": "0,10", **house}
    table = start_match(phone, game="taroky", **fields)
    table.write(type="deal", declarer=0, contract="preferanc", variant="third", points=40)
    return table


def evening(phone, group):
    """Opens the last evening from the page of the group; gives its address."""
    return phone.get(evening_of(phone, group)).url


def test_games_of_an_evening_are_settled_together(phone, group):
    taroky(phone, group)
    start(phone, group)
    url = evening(phone, group)
    assert "Points of the evening: Petr " in phone.screen.text
    assert phone.screen.links["Settings"] == f"/settings?next={url}"
    assert "for fun or a round of drinks: Černá kočka" in phone.screen.text
    pays = [form for form in phone.screen.forms if form.action.endswith("/payments")]
    assert len(pays) == 3
    phone.submit(pays[0].action, "Paid")
    assert phone.screen.url == url
    assert "What was paid" in phone.screen.text
    (seq, body), *_ = kept(phone, group).bodies_of(Paid)
    assert body.night == url.rpartition("/")[2]
    assert len([form for form in phone.screen.forms if form.action.endswith("/payments")]) == 2
    phone.submit(f"{group}/taken-back/{seq}", "Undo")
    assert kept(phone, group).bodies_of(Paid) == ()
    assert phone.screen.url == url


def test_the_result_of_a_match_leads_to_the_whole_evening(phone, group):
    table = taroky(phone, group)
    url = evening(phone, group)
    table.open("/result")
    assert phone.screen.links["The whole evening"] == url


def test_what_of_a_pot_cannot_be_divided_is_said(phone, group):
    house = {"tariff-pot": "y", "tariff-renonc": "21", "ante": "10"}
    taroky(phone, group, **house).write(type="renonc", seat=1)
    evening(phone, group)
    phone.get(phone.screen.url + "?pot=shared")
    assert "CZK 0.10 of the pot cannot be divided, and stays in it." in phone.screen.text
    assert "The pot" in phone.screen.text


def test_the_pot_can_be_divided(phone, group):
    taroky(phone, group, **{"tariff-pot": "y", "ante": "10"})
    evening(phone, group)
    assert "The pot" in phone.screen.text
    phone.get(phone.screen.url + "?pot=shared")
    assert "The pot" not in phone.screen.text
    phone.get(f"{group}/accounts?pot=shared")
    assert "The pot" not in phone.screen.text


def test_what_was_played_elsewhere_is_moved_to_its_pub(phone, group):
    first, second = start(phone, group), start(phone, group, "makao")
    url = evening(phone, group)
    phone.submit(f"{url}/pub", "Save", pub=" U  Lípy ", town="Tovéř", match=[second])
    assert kept(phone, group).pubs[second].name == "U Lípy"
    assert first not in kept(phone, group).pubs
    assert "U Lípy, Tovéř" in phone.screen.text
    phone.get(group)
    assert "U Lípy, Tovéř" in phone.screen.text


def test_a_round_is_written_and_taken_back(phone, group):
    start(phone, group)
    url = evening(phone, group)
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum", guests=["0", "1"])
    assert "Karel · rum · for Petr, Jana" in phone.screen.text
    ((seq, body),) = kept(phone, group).bodies_of(Bought)
    assert body.night == url.rpartition("/")[2]
    phone.submit(f"{group}/taken-back/{seq}", "Undo")
    assert "Nobody has bought anything yet." in phone.screen.text


@pytest.mark.parametrize(
    ("form", "typed", "says"),
    [
        ("rounds", {"what": "rum", "buyer": ""}, "This is missing."),
        ("rounds", {"what": "r" * 61, "buyer": "1"}, "too long"),
        ("pub", {"pub": "p" * 61, "town": "Tovéř"}, "too long"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(phone, group, form, typed, says):
    start(phone, group)
    url = evening(phone, group)
    phone.submit(f"{url}/{form}", "Save", **typed)
    assert phone.screen.status == 422
    assert says in phone.screen.text
    filled = phone.screen.form(f"{url}/{form}").filled({})
    assert {name: filled[name] for name in typed} == typed


def moved(phone, url, days, *matches):
    """Says that an evening, or some matches of it, was so many days before; its address then."""
    day = (date.fromisoformat(url.rpartition("/")[2]) - timedelta(days)).isoformat()
    ticked = {"match": [*matches]} if matches else {}
    phone.fill(url, f"{url}/pub", "It was on this day", day=day, **ticked)
    assert phone.screen.url == f"{url.rpartition('/')[0]}/{day}"
    return phone.screen.url


def owed(phone, url):
    phone.get(url)
    return len([form for form in phone.screen.forms if form.action.endswith("/payments")])


def test_a_day_that_is_corrected_takes_along_what_belongs_to_the_evening(phone, group):
    taroky(phone, group)
    url = evening(phone, group)
    asked = phone.screen
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum")
    while owed(phone, url):
        phone.submit(f"{group}/payments", "Paid")
    balance = phone.get(f"{group}/accounts").text
    there = moved(phone, url, 3)
    assert "Karel · rum" in phone.screen.text
    assert "Nobody owes anybody anything." in phone.screen.text
    assert "What was paid" in phone.screen.text
    assert phone.get(url).url == there, "the old address leads to the evening"
    assert "Karel · rum" in phone.get(f"{group}/years/{there[-10:-6]}").text
    phone.screen = asked
    phone.submit(f"{group}/payments", "Paid")
    assert phone.screen.status == 409
    assert owed(phone, there) == 0, "money is asked for once"
    assert phone.get(f"{group}/accounts").text == balance
    again = moved(phone, there, 2)
    assert [phone.get(each).url for each in (url, there)] == [again, again]
    phone.fill(group, f"{group}/undo", "Undo")
    assert phone.get(again).url == there
    assert owed(phone, url) == 0


def test_an_evening_that_is_parted_is_still_settled_once(phone, group):
    first, second = taroky(phone, group), taroky(phone, group)
    url = evening(phone, group)
    while owed(phone, url):
        phone.submit(f"{group}/payments", "Paid")
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum")
    there = moved(phone, url, 3, second.code)
    assert owed(phone, there) == owed(phone, url) == 0
    assert phone.screen.links[f"Settled together with {day_of(phone, there)}"] == there
    assert "rum" in phone.get(url).text
    assert "rum" not in phone.get(there).text
    taroky(phone, group)
    assert owed(phone, url) > 0, "what comes later is asked for"
    assert first.code in phone.screen.html


def day_of(phone, url):
    """The day of an evening as its page has it."""
    shown = phone.screen
    heading = phone.get(url).heading
    phone.screen = shown
    return str(heading)


def test_what_was_paid_outlives_the_match(phone, group):
    table = taroky(phone, group)
    url = evening(phone, group)
    phone.submit(f"{group}/payments", "Paid")
    phone.fill(f"{group}/matches/{table.code}", press="Take it out of the group")
    phone.get(url)
    assert phone.screen.status == 200
    assert "What was paid" in phone.screen.text


def test_a_night_in_two_pubs_is_one_evening(phone, group):
    start(phone, group)
    second = start(phone, group, "makao")
    url = evening(phone, group)
    phone.submit(f"{url}/pub", "Save", pub="U Lípy", town="", match=[second])
    for way in ("", "/evenings"):
        phone.get(group + way)
        assert len([to for to in phone.screen.links.values() if to == url]) == 1
        assert "U Lípy" in phone.screen.text


def test_a_payment_is_typed_among_all_accounts(phone, group):
    taroky(phone, group)
    phone.get(f"{group}/accounts")
    form = f"{group}/payments"
    at = next(f for f in phone.screen.forms if "payer" in f.fields and "night" not in f.fields)
    typed = {"payer": "0", "payee": "0", "amount": "12,50"}
    phone.post(form, at.filled(typed))
    assert phone.screen.status == 422
    again = next(f for f in phone.screen.forms if "payer" in f.fields and "night" not in f.fields)
    assert {name: again.fields[name] for name in typed} == typed
    phone.post(form, again.filled({**typed, "payee": "1"}))
    ((_, body),) = kept(phone, group).bodies_of(Paid)
    said = {"payer": 0, "payee": 1, "amount": 1250, "currency": "CZK"}
    assert dump(replace(body, phone="")) == said
    assert "Petr paid Jana CZK 12.50" in phone.screen.text


def test_whoever_owes_sees_the_evenings_and_the_payments_that_it_comes_from(phone, group):
    taroky(phone, group)
    night = evening(phone, group).rpartition("/")[2]
    phone.get(f"{group}/accounts")
    owed = balances(phone)
    assert sum(owed.values()) == 0
    assert len(owed) == 4
    at = next(f for f in phone.screen.forms if "payer" in f.fields and "night" not in f.fields)
    phone.post(f"{group}/payments", at.filled({"payer": "0", "payee": "1", "amount": "12,50"}))
    assert balances(phone)["Petr"] == owed["Petr"] + 1250
    phone.get(f"{group}/accounts/0")
    amounts = [parsed(node.text) for node in phone.screen.root.all("span", css="fig")]
    assert amounts[0] == owed["Petr"] + 1250 == sum(amounts[1:])
    assert sorted(amounts[1:]) == sorted([owed["Petr"], 1250])
    assert f"/evenings/{night}" in " ".join(phone.screen.links.values())
    assert "Petr paid Jana CZK 12.50" in phone.screen.text
    assert phone.get(f"{group}/accounts/99").status == 404


def balances(phone):
    """What stands first on the page of accounts: name → haléře."""
    lines = phone.screen.root.all("ul", css="pays")[0].all("li")
    return {line.all("b")[0].text: parsed(line.all("span", css="fig")[0].text) for line in lines}


def parsed(amount):
    """Haléře of an amount in crowns."""
    sign = -1 if "−" in amount else 1
    return sign * round(100 * float(re.sub(r"[^\d.]", "", amount)))


@pytest.mark.parametrize("amount", ["", "a lot", "0", "-5", "1,234", "99999999999"])
def test_an_amount_that_is_none_is_refused(phone, group, amount):
    taroky(phone, group)
    phone.get(f"{group}/accounts")
    at = next(f for f in phone.screen.forms if "payer" in f.fields and "night" not in f.fields)
    phone.post(f"{group}/payments", at.filled({"payer": "0", "payee": "1", "amount": amount}))
    assert phone.screen.status == 422
    assert kept(phone, group).bodies_of(Paid) == ()


@pytest.mark.parametrize("night", ["2020-01-01", "today", "2026-13-01", "20260101"])
def test_a_night_on_which_nothing_was_played_is_not_there(phone, group, night):
    assert phone.get(f"{group}/evenings/{night}").status == 404


def test_a_watcher_is_shown_no_form_of_payments(phone, group):
    taroky(phone, group)
    url = evening(phone, group)
    onlooker = watcher(phone, group)
    for way in (url, f"{group}/accounts"):
        assert onlooker.get(way).status == 200
        assert all("payments" not in form.action for form in onlooker.screen.forms)


def test_a_late_phone_is_told_what_another_wrote(phone, group):
    start(phone, group)
    url = evening(phone, group)
    page = phone.screen
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum")
    phone.screen = page
    phone.submit(f"{url}/rounds", "Save", buyer="1", what="pivo")
    assert phone.screen.status == 409
    assert "Somebody was quicker" in phone.screen.text
    assert phone.screen.form(f"{url}/rounds").fields["what"] == "pivo"


def csv_of(phone, url):
    """The lines of a file of figures, by their heads."""
    head, *lines = phone.table(url)
    return [dict(zip(head, line, strict=True)) for line in lines]


def test_the_table_of_members_has_a_line_for_each_game(phone, group):
    table = taroky(phone, group)
    start(phone, group)
    lines = csv_of(phone, f"{group}/members.csv")
    taroky_lines = [line for line in lines if line["Game"] == "Taroky"]
    assert {line["Name"]: int(line["Total points"]) for line in taroky_lines} == dict(
        zip(("Petr", "Jana", "Karel", "Eva"), table.totals, strict=True)
    )
    assert csv_of(phone, f"{group}/members.csv?year=2001") == []


def told(phone, url):
    """What a page sends to a chat, line by line."""
    (text,) = phone.get(url).root.all("textarea")
    lines = "".join(text.pieces()).strip().splitlines()
    return [" ".join(line.split()) for line in lines]


def test_an_evening_the_table_and_the_accounts_are_sent_to_a_chat(phone, group):
    table = taroky(phone, group)
    url = evening(phone, group)
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum")
    phone.submit(f"{group}/payments", "Paid")
    owed = [f"{payer} → {payee}: {amount}" for payer, payee, amount in asked_for(phone, url)]
    head, match, points, round_, *payments, paid = told(phone, url)
    assert head.startswith("Tovéř · ")
    assert match.startswith("Taroky: ")
    assert points.startswith("Points of the evening: ")
    assert round_.startswith("Karel · rum")
    assert payments == owed
    assert len(payments) == 2
    assert paid.startswith("✓ ")
    head, *lines = told(phone, f"{group}/accounts")
    assert head.startswith("Tovéř · Accounts · ")
    assert lines[-2:] == owed
    assert len(lines) == 2 + len(balances(phone))
    head, *lines = told(phone, f"{group}/records")
    assert head == "Tovéř · All time · Average (Evenings / 1)"
    assert lines[0].startswith("1. ")
    assert len(lines) == len(table.match.names) + 1
    assert lines[-1].startswith("Taroky: 1. ")


def asked_for(phone, url):
    phone.get(url)
    lines = [line for line in phone.screen.root.all("li") if len(line.all("b")) == 2]
    return [
        (*(name.text for name in line.all("b")), line.all("span", css="fig")[0].text)  # type: ignore[misc]
        for line in lines
    ]


def test_the_accounts_and_the_payments_are_tables(phone, group):
    taroky(phone, group)
    url = evening(phone, group)
    phone.submit(f"{group}/payments", "Paid")
    phone.get(f"{group}/accounts")
    owed, sums = balances(phone), Counter[str]()
    for line in csv_of(phone, f"{group}/accounts.csv"):
        sums[line["Name"]] += round(100 * float(line["Amount"]))
        assert line["Currency"] == "CZK"
    assert {name: total for name, total in sums.items() if total} == owed
    (paid,) = csv_of(phone, f"{group}/payments.csv")
    ((_seq, body),) = kept(phone, group).bodies_of(Paid)
    names = [member.name for member in kept(phone, group).members]
    assert paid["Evening"] == url[-10:]
    assert (paid["Who paid"], paid["To whom"]) == (names[body.payer], names[body.payee])
    assert round(100 * float(paid["Amount"])) == body.amount
    there = moved(phone, url, 3)
    (paid,) = csv_of(phone, f"{group}/payments.csv")
    assert paid["Evening"] == there[-10:]


def test_what_was_typed_is_no_formula_and_breaks_no_line(phone):
    names = ['=HYPERLINK("x")', "+420;1", '-"q", a', "@Eva"]
    group = found(phone, "\n".join(names))
    phone.get(f"/new/kocka?group={group.rpartition('/')[2]}")
    phone.submit("/new/kocka", "Start the game", **people(*names))
    Table(phone, phone.screen.url.rpartition("/")[2]).rounds((7, 7, 7, 7))
    for phone.language in ("en", "cs"):
        head, *lines = phone.table(f"{group}/members.csv")
        assert [line[0] for line in lines] == [f"'{name}" for name in names]
        assert {len(line) for line in lines} == {len(head)}


def test_the_year_stands_on_one_page(phone, group):
    taroky(phone, group)
    url = evening(phone, group)
    phone.submit(f"{url}/rounds", "Save", buyer="2", what="rum", guests=["0"])
    phone.get(group)
    phone.get(phone.screen.links["Table and records"])
    phone.get(phone.screen.links["The year on paper"])
    assert phone.screen.status == 200
    text = phone.screen.text
    assert "Taroky 1 match" in text
    assert "Karel · rum, for Petr" in text
    assert phone.get(f"{group}/years/1999").status == 404


def test_a_group_is_saved_as_a_file(phone, group):
    table = taroky(phone, group)
    streams = load_file(phone.client.get(f"{group}/export").get_data(as_text=True))
    assert [stream[0].stream for stream in streams] == [group.rpartition("/")[2], table.code]


def test_a_member_is_forgotten_in_two_steps(phone, group):
    table = taroky(phone, group)
    day = evening(phone, group).removeprefix(group)
    ways = ("", "/members", "/members/1", "/records?game=taroky", "/history", "/accounts", day)
    ways += (f"/years/{day[10:14]}", "/members.csv", "/export", "/deck")
    ways += ("/accounts.csv", "/payments.csv", "/evenings")
    before = [phone.client.get(group + way).get_data(as_text=True) for way in ways]
    assert sum("Jana" in page for page in before) > 8
    phone.get(f"{group}/members/1/edit")
    phone.get(phone.screen.links["Forget Jana"])
    assert kept(phone, group).members[1].name == "Jana", "nothing happened yet"
    assert "player 2" in phone.screen.text
    folded = next(node for node in phone.screen.root if node.tag == "details" and node.all("form"))
    assert "open" not in folded.attrs, "a wrong tap forgets nobody"
    asked = phone.screen
    phone.submit(asked.url, "Forget Jana")
    assert phone.screen.url == f"{group}/members"
    answers = [phone.client.get(group + way).get_data(as_text=True) for way in ways]
    answers.append(phone.client.get(table.url).get_data(as_text=True))
    assert [page for page in answers if "Jana" in page] == []
    assert table.match.names == ("Petr", "player 2", "Karel", "Eva")
    phone.screen = asked
    assert phone.submit(asked.url, "Forget Jana").status == 200, "twice is once"


def test_forgetting_is_asked_again_if_somebody_wrote_meanwhile(phone, group):
    phone.get(f"{group}/members/1/forget")
    asked = phone.screen
    phone.fill(f"{group}/members/1/edit", f"{group}/members/1/name", "Save", name="Janička")
    phone.screen = asked
    phone.submit(asked.url, "Forget Jana")
    assert phone.screen.status == 409
    assert kept(phone, group).members[1].name == "Janička"
    assert phone.get(f"{group}/members/9/forget").status == 404
