"""Players' own phones: their links, their sentences, what they say of a row, and who writes."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.extras.seats.consent import Took
from scorekeeper.extras.seats.pages.marks import own_sentence
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.taroky.entries import Deal
from tests.web.phone import Phone
from tests.web.table import Table, start

pytestmark = pytest.mark.table(confirm="any-other")

PETR, JANA, KAREL, EVA = range(4)


def write(table, *points):
    """Writes a round by the form, so that the ledger knows by which phone."""
    table.phone.get(f"{table.url}/new/round?by=numbers")
    fields = {f"points-{seat}": str(each) for seat, each in enumerate(points)}
    if table.phone.submit(f"{table.url}/entries", **fields).status == 422:  # perhaps a durch
        table.phone.submit(
            f"{table.url}/entries", took=[str(s) for s, n in enumerate(points) if not n]
        )


def rows(phone, table):
    return phone.get(f"{table.url}/me").text


def test_a_seat_s_link_leads_to_one_s_own_page(table):
    eva = table.seat(EVA)
    assert eva.screen.url == f"{table.url}/me"
    assert "Eva" in eva.screen.heading
    assert eva.get(f"{table.url}/watch").status == 200


def test_the_link_of_one_seat_is_not_that_of_another(table):
    table.phone.get(f"{table.url}/seats?of={EVA}")
    link = next(url for url in table.phone.screen.html.split('"') if "/seat/3/" in url)
    token = link.rpartition("/")[2]
    stranger = Phone(table.phone.app)
    assert stranger.get(f"{table.url}/seat/{JANA}/{token}").status == 403
    assert stranger.get(f"{table.url}/seat/{EVA}/{token}x").status == 403
    assert stranger.get(f"{table.url}/me").status == 403


def test_a_seat_that_was_taken_back_is_nobody_s_though_its_phone_writes(table):
    other = table.by_link("scorer")
    sit(other, table, EVA)
    table.fill(
        "/share",
        f"{table.url}/seats",
        table.phone.say("Take back the seat of %(name)s", name="Eva"),
    )
    assert other.get(f"{table.url}/share").status == 200
    assert other.say("Whose phone is this?") in other.get(f"{table.url}/me").text


def test_the_phone_that_ended_the_links_keeps_its_seat(table):
    sit(table.phone, table, EVA)
    table.fill("/share", f"{table.url}/links", table.phone.say("Revoke the old links"))
    assert table.phone.say("Whose phone is this?") not in table.open("/me").text


def sit(phone, table, person):
    fields = {"person": str(person), "key": str(uuid4())}
    assert phone.post(f"{table.url}/me", fields).status == 200


def test_who_never_came_has_no_seat(phone):
    """Where it was taken back that somebody joined, his phone looks on as before."""
    table = start(phone, game="makao")
    table.do("seat", range(5), ("Petr", "Jana", "Karel", "Eva", "Ota"), 0)
    ota = table.seat(4)
    assert "Ota" in ota.screen.heading
    table.do("undo")
    assert ota.get(f"{table.url}/me").status == 403
    assert ota.get(table.url).url == f"{table.url}/watch"
    assert table.open("/seats?of=4").status == 404
    table.do("redo")
    assert "Ota" in ota.get(f"{table.url}/me").heading


def test_a_row_is_one_s_own_sentence(app):
    table = start(Phone(app, "cs"), game="taroky", **{"tariff-point": "0,10"})
    deal = Deal(Seat(0), partner=Seat(2), points=41)
    table.record(deal)
    said = {person: rows(table.seat(person), table) for person in range(4)}
    assert "Platíte 0,60, bere Petr a Karel – 1. pov." in said[EVA]
    assert "Dostáváte 0,60, platí Jana a Eva – 1. pov." in said[PETR]


def test_a_lost_game_is_told_once_to_whoever_lost_it(app):
    table = start(Phone(app, "cs"), ("Jana", "Petr", "Eva"), "durak")
    table.write(type="game", fool=0)
    (row,) = table.match.rows
    with app.test_request_context(headers={"Accept-Language": "cs"}):
        lost, won = (own_sentence(table.match, row, person) for person in (0, 1))
    assert "Jana" not in lost, "who lost is who reads it"
    assert "Jana" in won


def test_where_points_are_bad_they_are_written_to_one(table):
    write(table, 28, 0, 0, 0)
    assert f"{table.phone.say('You score %(points)s', points=28)} – " in rows(
        table.seat(PETR), table
    )
    assert table.phone.say("Nothing for you") in rows(table.seat(EVA), table)


def test_an_entry_is_confirmed_by_one_tap_and_the_sheet_says_so(table):
    write(table, 28, 0, 0, 0)
    say = table.phone.say
    assert say("not confirmed yet") in table.open().text
    eva = table.seat(EVA)
    assert "Eva" in eva.submit(f"{table.url}/entries/2/confirm").heading
    assert say("confirmed: %(names)s", names="Eva") in table.open().text
    assert say("not confirmed yet") not in table.open().text
    assert f"{table.url}/entries/2/confirm" not in eva.get(f"{table.url}/me").html


def test_two_rows_of_a_page_are_confirmed_by_two_quick_taps(table):
    """The second tap comes before the first one's answer, from the same page."""
    write(table, 28, 0, 0, 0)
    write(table, 0, 28, 0, 0)
    eva = table.seat(EVA)
    forms = [eva.screen.form(f"{table.url}/entries/{seq}/confirm") for seq in (2, 3)]
    assert [eva.post(form.action, form.filled({})).status for form in forms] == [200, 200]
    assert table.open().text.count(table.phone.say("confirmed: %(names)s", names="Eva")) == 2


def test_a_row_that_two_pages_confirm_at_once_is_confirmed_once(table, monkeypatch):
    """Both have read the match before either of them writes."""
    write(table, 28, 0, 0, 0)
    eva, app = table.seat(EVA), table.phone.app
    action, ledger = f"{table.url}/entries/2/confirm", app.extensions["matches"].ledger
    forms = [eva.get(f"{table.url}/me").form(action).filled({}) for _page in range(2)]
    assert forms[0]["key"] != forms[1]["key"]
    cookie, append = eva.client.get_cookie("scorekeeper"), ledger.append
    both = iter([Barrier(2, timeout=30).wait] * 2)

    def append_together(*save):
        next(both, int)()
        return append(*save)

    def send(form):
        headers = {"Cookie": f"{cookie.key}={cookie.value}"}
        client = app.test_client(use_cookies=False)
        return int(client.post(action, data=form, headers=headers).status_code)

    monkeypatch.setattr(ledger, "append", append_together)
    with ThreadPoolExecutor(2) as pages:
        assert list(pages.map(send, forms)) == [303, 303]
    assert [event.kind for event in table.match.events[2:]] == ["confirmed"]


def test_an_objection_is_written_beside_what_the_same_page_confirmed(table):
    write(table, 28, 0, 0, 0)
    write(table, 0, 28, 0, 0)
    eva = table.seat(EVA)
    confirm = eva.screen.form(f"{table.url}/entries/2/confirm")
    objection = eva.screen.form(f"{table.url}/entries/3/object")
    eva.post(confirm.action, confirm.filled({}))
    for _again in range(2):
        assert eva.post(objection.action, objection.filled({})).status == 200
    assert [event.kind for event in table.match.events[3:]] == ["confirmed", "objected"]


def test_where_an_opponent_confirms_the_word_of_another_is_not_enough(phone):
    table, say = start(phone, confirm="opponent"), phone.say
    write(table, 28, 0, 0, 0)
    table.fill("/me", f"{table.url}/me", press="Jana")
    table.seat(EVA).submit(f"{table.url}/entries/2/confirm")
    sheet = table.open().text
    assert say("confirmed: %(names)s, but not by an opponent", names="Eva") in sheet
    table.seat(PETR).submit(f"{table.url}/entries/2/confirm")
    assert say("confirmed: %(names)s", names="Eva a Petr") in table.open().text
    assert say("confirmed: %(names)s, but not by an opponent", names="Eva a Petr") not in sheet


def test_the_writer_s_phone_confirms_for_nobody(table):
    write(table, 28, 0, 0, 0)
    url = table.url
    table.phone.fill(f"{url}/me", press="Eva")
    assert f"{url}/entries/2/confirm" not in table.phone.get(f"{url}/me").html
    late = table.phone.post(f"{url}/entries/2/confirm", {"version": 2, "key": KEY})
    assert late.status == 409
    why = "This phone wrote it. Somebody else confirms it on their own phone."
    assert table.phone.say(why) in late.text


KEY = "3f9c2a61-5b7e-4d08-9a14-c2e6f0b8d713"


def test_what_was_corrected_meanwhile_is_looked_at_again(table):
    write(table, 28, 0, 0, 0)
    eva = table.seat(EVA)
    form = eva.screen.form(f"{table.url}/entries/2/confirm")
    sent = form.filled({})
    table.do("correct", 2, Round(points=(0, 28, 0, 0)))
    late = eva.post(form.action, sent)
    assert late.status == 409
    assert table.phone.say("This row was corrected meanwhile. Look at it again.") in late.text


def test_an_objection_opens_the_question_with_what_the_row_says(table):
    write(table, 28, 0, 0, 0)
    eva = table.seat(EVA)
    page = eva.submit(f"{table.url}/entries/2/object", note="vzala jsem šest")
    assert page.url == f"{table.url}/entries/2/objection"
    say = table.phone.say
    assert f"{say('%(name)s objects', name='Eva')}: vzala jsem šest" in page.text
    url = next(url for text, url in page.links.items() if "/disputes/round" in url)
    assert 'value="28"' in eva.get(url).html


def test_a_ruling_on_an_objection_stands_beside_its_row(table):
    write(table, 14, 7, 6, 1)
    table.object_to(2, EVA)
    phone, say = table.phone, table.phone.say
    page = table.open("/entries/2/why")
    page = phone.get(page.links[say("Settle the objection")])
    url = next(url for text, url in page.links.items() if "/disputes/round" in url)
    phone.fill(url, "form", press=say("Show the answer"))
    form = next(f for f in phone.screen.forms if "note" in f.filled({}))
    fields = {**form.filled({}), "how": "agreed", "note": "zůstává"}
    phone.post(form.action, fields)
    assert table.match.rulings[-1].body["ruling"]["about"] == 2
    assert table.open().text.count("zůstává") == 1
    assert say("decided: %(how)s", how="zůstává") in table.open().text
    assert say("decided: %(how)s", how="zůstává") in rows(table.seat(KAREL), table)
    assert say("Settle the objection") not in table.open("/entries/2/why").text


def test_a_ruling_of_a_later_deal_settles_no_objection(table):
    """Who looked at what could settle it, and played on, rules on something else."""
    write(table, 28, 0, 0, 0)
    table.object_to(2, EVA)
    table.open("/entries/2/objection")
    table.open()
    page = table.open("/disputes")
    url = next(url for url in page.links.values() if "/offences/" in url)
    form = table.phone.get(url).form(f"{table.url}/rulings")
    table.phone.post(form.action, {**form.filled({}), "how": "waived"})
    assert "about" not in table.match.rulings[-1].body["ruling"]
    assert table.phone.say("Settle the objection") in table.open("/entries/2/why").text


def test_the_scoring_is_taken_over_by_one_tap(table):
    write(table, 28, 0, 0, 0)
    say, url = table.phone.say, table.url
    second = table.by_link("scorer")
    assert say("Another phone keeps the score") in second.screen.text
    assert say("Take over") not in table.open().text
    assert say("Take over") not in second.submit(f"{url}/pencil").text
    assert say("Another phone keeps the score") in table.open().text
    table.phone.submit(f"{url}/pencil")
    table.fill("/me", f"{url}/me", press="Petr")
    assert say("%(name)s keeps the score", name="Petr") in second.get(url).text


def test_who_says_whose_phone_it_is_takes_the_scoring_from_nobody(table):
    """Who keeps the score then is known once that phone writes."""
    write(table, 28, 0, 0, 0)
    say, url = table.phone.say, table.url
    second = table.by_link("scorer")
    second.fill(f"{url}/me", press="Eva")
    assert "Eva" in second.get(f"{url}/me").heading
    assert say("Another phone keeps the score") in second.get(url).text
    assert say("Take over") not in table.open().text
    assert say("%(name)s has a phone here", name="Eva") in table.open("/history").text
    write(Table(second, table.code), 0, 28, 0, 0)
    assert say("%(name)s keeps the score", name="Eva") in table.open().text


def test_whose_phone_it_is_can_be_said_anew_on_the_page_of_before(table):
    """Who taps the wrong name goes back and taps his own; the form has the same key."""
    page = table.open("/me")
    table.phone.submit(f"{table.url}/me", press="Petr")
    table.phone.screen = page
    table.phone.submit(f"{table.url}/me", press="Eva")
    assert table.phone.say("%(name)s keeps the score", name="Eva") in table.open("/watch").text
    assert "Eva" in table.open("/me").heading


def test_the_scoring_is_never_locked(table):
    second = table.by_link("scorer")
    write(table, 28, 0, 0, 0)
    write(Table(second, table.code), 0, 28, 0, 0)
    assert table.totals == (28, 28, 0, 0)


def test_who_is_late_learns_what_counts_and_not_what_was_said_of_it(table):
    write(table, 28, 0, 0, 0)
    form = table.open("/people")
    write(table, 0, 28, 0, 0)
    table.matches.append_always(table.match, Took(phone="another-phone", person=JANA), "k")
    table.phone.screen = form
    late = table.phone.submit(f"{table.url}/people", **{"player-0": "Pepa"})
    assert late.status == 409
    assert "kolo 2" in late.strips[0]


def test_a_row_that_waits_leads_to_where_it_is_confirmed(table):
    """A second phone that writes is asked whose it is, and its player then confirms; the phone that
    wrote the row leads to the links of the others.
    """
    write(table, 7, 7, 7, 7)
    why = f"/entries/{table.match.rows[-1].seq}/why"
    own = table.open(why)
    assert own.links[table.phone.say("Players’ own phones")] == f"{table.url}/seats"
    second = table.by_link("scorer")
    whose = second.get(table.url + why).links[second.say("Whose phone is this?")]
    second.fill(whose, f"{table.url}/me", "Eva")
    second.fill(
        second.get(table.url + why).links[second.say("My own page")],
        f"{table.url}/entries/{table.match.rows[-1].seq}/confirm",
    )
    said = second.get(table.url + why)
    assert second.say("confirmed: %(names)s", names="Eva") in said.text
    assert second.say("My own page") not in said.links
