"""Links can be had again and renewed: old ones end at once, and no scorer is locked out."""

from importlib import import_module
from uuid import uuid4

import pytest

from scorekeeper.cli import main
from scorekeeper.match import Match
from tests.extras.group.phones import found
from tests.old_tournament import bring, link_of
from tests.web.phone import Phone
from tests.web.table import Table, people, start

RENEW = "Revoke the old links"


def renew(table):
    table.open("/share")
    screen = table.phone.submit(f"{table.url}/links", press=table.phone.say(RENEW))
    assert (screen.status, screen.url) == (200, f"{table.url}/share")


def test_renewed_links_end_the_old_ones_at_once(table, app):
    old = [table.link(role) for role in ("scorer", "watcher")]
    renew(table)
    new = [table.link(role) for role in ("scorer", "watcher")]
    assert not set(old) & set(new)
    for link in old:
        screen = Phone(app, "en").get(link)
        assert screen.status == 403
        assert "This link no longer works. Ask the scorer for the new one." in screen.text
        assert "Petr" not in screen.html
    for link, path in zip(new, ("", "/watch"), strict=True):
        assert Phone(app).get(link).url == table.url + path


@pytest.mark.parametrize("after", [".", ",", ")", "“", ">", "!?", "…"])
def test_a_link_copied_out_of_a_sentence_opens(table, app, after):
    renew(table)
    for role, path in (("scorer", ""), ("watcher", "/watch")):
        assert Phone(app).get(f"{table.link(role)}{after}").url == table.url + path
    assert Phone(app).get(f"{table.link('scorer')[:-1]}{after}").status == 403


def test_a_lost_answer_locks_nobody_out(table):
    """The new role came in the answer, and the answer never came."""
    phone = table.phone
    table.open("/share")
    old, page = phone.client.get_cookie("scorekeeper").value, phone.screen
    for _ in range(2):
        phone.screen = page
        assert phone.submit(f"{table.url}/links", press=phone.say(RENEW)).status == 200
        phone.client.set_cookie("scorekeeper", old)
        assert table.open("/new/round").status == 200
    assert [event.kind for event in table.match.events] == ["opened", "relinked"]


@pytest.mark.parametrize("only_one", [False, True], ids=["all links", "who opened it"])
def test_the_opening_sent_again_does_not_bring_an_ended_role_back(app, other, only_one):
    opener = Phone(app)
    form = {"dealer": "3", "seats": "4", "key": str(uuid4()), **people(*"ABCD")}
    table = Table(opener, opener.post("/new/kocka", form).url.removeprefix("/m/"))
    other.get(table.link("scorer"))
    assert opener.post("/new/kocka", form).url == table.url, "sent again, it is the same"
    if only_one:
        end_link(Table(other, table.code), "Only this phone writes")
    else:
        renew(Table(other, table.code))
    assert opener.post("/new/kocka", form).status == 403
    assert opener.get(f"/new/kocka?again={table.code}").status == 200
    assert "A" not in opener.screen.form().fields.values()
    assert table.open("/share").status == 403


def test_two_phones_that_renew_at_once_renew_once(table, second):
    for phone in (table.phone, second.phone):
        phone.get(f"{table.url}/people")
    fields = {"seen": "1", "key": str(uuid4())}
    assert table.phone.post(f"{table.url}/links", fields).status == 200
    table.phone.get(table.link("scorer"))
    late = table.phone.post(f"{table.url}/links", {**fields, "key": str(uuid4())})
    assert late.status == 409
    assert table.match.links.generation == 1


def test_links_that_the_command_line_prints_open_the_match(open_app, tmp_path, capsys):
    """The scorer's phone fell into the beer: the links are had again, though they were renewed."""
    table = start(Phone(open_app()))
    renew(table)
    assert main(["link", table.code, "--instance", str(tmp_path / "instance")]) == 0
    scorer, watcher = (line.partition(": ")[2] for line in capsys.readouterr().out.splitlines())
    assert Phone(table.phone.app).get(scorer).url == table.url
    assert Phone(table.phone.app).get(watcher).url == f"{table.url}/watch"


def end_link(table, press, **facts):
    """Takes one wrong phone back, on the page of links."""
    table.fill("/share", "wrong-phone", press=table.phone.say(press, **facts))
    assert table.phone.screen.url == f"{table.url}/share"


def test_one_seat_is_taken_back_and_all_others_stay(table, second):
    wrong, right, watcher = table.seat(1), table.seat(2), table.by_link("watcher")
    old = table.seat_link(1)
    end_link(table, "Take back the seat of %(name)s", name="Jana")
    assert wrong.get(f"{table.url}/me").status == 403
    for phone in (wrong, Phone(table.phone.app)):
        assert phone.get(old).status == 403, "with its cookie or without"
    assert right.get(f"{table.url}/me").status == 200
    assert watcher.get(f"{table.url}/watch").status == 200
    assert second.open("/share").status == 200
    assert table.seat(1).get(f"{table.url}/me").status == 200, "by the new link"


def test_one_phone_that_writes_is_ended_alone(table, second):
    """It is listed by the person in whose hand it said to be, or by its number."""
    third, watcher = Table(table.by_link("scorer"), table.code), table.by_link("watcher")
    old, key = table.link("scorer"), {"key": str(uuid4())}
    assert second.phone.post(f"{table.url}/me", {**key, "person": "1"}).status == 200
    assert third.phone.post(f"{table.url}/pencil", key).status == 200
    jana = table.phone.say("the phone of %(name)s", name="Jana")
    end_link(table, "End %(phone)s", phone=jana)
    assert second.open().status == 403
    assert second.phone.get(old).status == 403
    assert [each.open("/share").status for each in (table, third)] == [200, 200]
    assert watcher.get(f"{table.url}/watch").status == 200
    told = table.open("/history").text
    assert table.phone.say("%(phone)s writes no more", phone=jana) in told
    end_link(table, "End %(phone)s", phone=table.phone.say("phone %(n)d", n=2))
    assert third.open().status == 403
    second.phone.get(table.link("scorer"))
    assert second.open("/share").status == 200


def test_the_history_says_which_phone_wrote(table, second):
    for number, each in enumerate((table, second)):
        each.phone.get(f"{table.url}/me")
        sat = {"key": str(uuid4()), "person": str(number)}
        assert each.phone.post(f"{table.url}/me", sat).status == 200
        each.fill("/new/round", f"{table.url}/entries", durch=str(number))
        assert each.phone.screen.status == 200
    told = [item.text for item in table.open("/history").root.all("li")]
    for name in ("Petr", "Jana"):
        phone = table.phone.say("the phone of %(name)s", name=name)
        assert any(each.strip().endswith(phone) for each in told)


def test_a_link_of_nobody_is_not_taken_back(table):
    for nobody in ("9", "", "everybody"):
        fields = {"key": str(uuid4()), "of": nobody}
        assert table.phone.post(f"{table.url}/seats", fields).status == 400
    assert table.match.version == 1


def test_history_tells_which_link_ended(table):
    end_link(table, "Only this phone writes")
    end_link(table, "Take back the seat of %(name)s", name="Jana")
    told = table.open("/history").text
    assert table.phone.say("new link for who writes") in told
    assert table.phone.say("new link for the seat of %(name)s", name="Jana") in told


def test_history_undo_and_redo_read_sensibly(table):
    table.rounds((28, 0, 0, 0))
    renew(table)
    said = table.phone.say("new links instead of the old ones")
    assert said in table.open("/history").text
    undone = table.fill("", f"{table.url}/undo")
    assert undone.totals == ["0"] * 4, "Undo takes back the round: links are not undone"
    assert table.match.links.generation == 1
    assert table.phone.submit(f"{table.url}/redo").totals[0] != "0"
    assert table.match == Match.fold(table.match.events)


def test_the_event_holds_no_token(table):
    renew(table)
    export = table.phone.client.get(f"{table.url}/export").get_data(as_text=True)
    for role in ("scorer", "watcher"):
        assert table.link(role).rpartition("/")[2] not in export


FORGET = "Forget my matches"


def forget(phone):
    assert phone.fill("/mine", "/forget", press=phone.say(FORGET)).url == "/"


def test_a_phone_forgets_its_matches(table):
    phone = table.phone
    phone.post("/theme", {"theme": "dark", "next": "/"})
    forget(phone)
    assert "Petr" not in phone.screen.html
    assert phone.say("On this phone") not in phone.screen.text
    assert 'data-theme="dark"' in phone.screen.html, "what concerns no match stays"
    for path in ("", "/share", "/watch"):
        assert table.open(path).status == 403


def test_nothing_names_a_match_that_was_forgotten(table):
    table.rounds((28, 0, 0, 0))
    table.object_to(2, 3)
    table.open("/entries/2/objection")
    table.fill("/me", f"{table.url}/me", press="Petr")
    forget(table.phone)
    with table.phone.client.session_transaction() as session:
        assert table.code not in str(dict(session))


def test_forms_that_a_forgetful_phone_still_shows_give_nothing(app):
    phone = Phone(app)
    phone.get("/new/kocka")
    page = phone.screen
    names = people(*"ABCD")
    table = Table(phone, phone.submit(**names).url.removeprefix("/m/"))
    forget(phone)
    phone.screen = page
    assert phone.submit(**names).status == 400
    assert table.open().status == 403


def test_a_phone_without_matches_has_nothing_to_forget(phone):
    assert phone.say(FORGET) not in phone.get("/mine").text


def leave(phone, shelf, code):
    """Leaves one thing, as its row offers it; gives the page, with the way back."""
    assert f'value="{shelf} {code}"' in phone.get("/mine").html
    page = phone.post("/mine", {"leave": f"{shelf} {code}"})
    assert page.status == 200
    assert f'value="{shelf} {code}"' not in page.html
    return page


@pytest.mark.parametrize("shelf", ["roles", "seats", "companies", "tournaments"])
def test_one_thing_is_left_and_the_others_stay(table, shelf):
    phone = table.phone
    table.fill("/me", f"{table.url}/me", press="Petr")
    group = found(phone)
    bring(phone.app)
    phone.get(link_of(phone.app, "organiser"))
    pages = {
        "roles": f"{table.url}/share",
        "seats": f"{table.url}/me",
        "companies": f"{group}/members",
        "tournaments": "/t/OPEN/export",
    }

    def shut():
        """Those of which the phone may not open a page."""
        asks = phone.say("Whose phone is this?")
        answers = {each: phone.get(url) for each, url in pages.items()}
        return {each for each, it in answers.items() if it.status != 200 or asks in it.text}

    assert shut() == set()
    page = leave(phone, shelf, pages[shelf].split("/")[2])
    assert shut() == ({"roles", "seats"} if shelf == "roles" else {shelf})
    assert phone.get(page.links[phone.say("Come back")]).status == 200
    assert shelf not in shut(), "the link on the page brings it back"


def test_who_has_no_role_any_more_is_shown_no_way_back(table, second):
    renew(table)
    phone = second.phone
    assert table.code not in phone.get("/mine").html
    answer = phone.post("/mine", {"leave": f"roles {table.code}"})
    assert answer.status == 200
    assert "/in/" not in answer.html
    assert phone.post("/mine", {"leave": "csrf_token x"}).status == 422


def test_a_long_list_is_shown_a_page_at_a_time(app, monkeypatch):
    monkeypatch.setattr(import_module("scorekeeper.web.home"), "ON_A_PAGE", 2)
    phone = Phone(app)
    tables = [start(phone) for _ in range(3)]
    page = phone.get("/mine")
    assert [table.code in page.html for table in tables] == [False, True, True]
    older = next(url for url in page.links.values() if "before=" in url)
    assert [table.code in phone.get(older).html for table in tables] == [True, False, False]
