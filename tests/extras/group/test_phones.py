"""The phones of a group: which of them wrote what, what each is called."""

import re
from dataclasses import replace
from random import choices
from uuid import uuid4

import pytest

from scorekeeper.cli import main
from scorekeeper.extras.group.events import Ended
from scorekeeper.web.http import identifiers
from scorekeeper.web.http.access import link_path
from scorekeeper.web.http.identifiers import LETTERS
from tests.core.test_written_before import DATA, streams
from tests.extras.group.phones import found, kept, link, start, watcher, writer
from tests.web.phone import Phone


@pytest.fixture
def keeper(phone):
    return phone


def join(phone, group, name):
    """Lets a phone write that somebody comes; gives how that is answered."""
    return phone.fill(f"{group}/members", name=name).status


def test_the_history_and_the_file_say_which_phone_wrote(keeper, group):
    petr, nobody = writer(keeper, group, "Petr's phone"), writer(keeper, group)
    join(petr, group, "Ota")
    join(nobody, group, "Zbyněk")
    start(keeper, group)
    told = [item.text for item in keeper.get(f"{group}/history").root.all("li")]
    ways = {"Ota joins": "Petr's phone", "Zbyněk joins": "phone 3", "match": "phone 1"}
    for what, who in ways.items():
        assert f"· {who}" in next(each for each in told if what in each)
    marks = [event.body["phone"] for event in kept(keeper, group).events]
    assert len({*marks}) == 3
    assert all(mark in keeper.client.get(f"{group}/export").text for mark in marks)


def test_a_phone_may_be_called_anew(keeper, group):
    petr = writer(keeper, group, "Petr")
    petr.fill(f"{group}/share", f"{group}/phones", name="Petr's Nokia")
    assert "Petr's Nokia" in keeper.get(f"{group}/share").root.text
    assert petr.post(f"{group}/phones", {"name": " ", "key": "x"}).status == 422


SECRET = re.compile(r"\b(?:[A-Z2-9]{4} ?){4,}\b")


def secret_on(phone):
    """The code that the last page shows, if it does."""
    found = SECRET.search(phone.screen.text)
    return found[0] if found else ""


def press(phone, group, text):
    phone.get(f"{group}/share")
    forms = (form for form in phone.screen.forms if any(text in b.text for b in form.buttons))
    return phone.submit(next(forms).action, text).status


def type_in(phone, code):
    return phone.fill("/", "/watch", code=code).status


def mark(phone, group, called):
    return next(m for m, each in kept(phone, group).phones.items() if each.called == called)


def test_the_code_is_shown_once_and_only_its_hash_is_kept(keeper):
    group = found(keeper)
    secret = secret_on(keeper)
    assert secret
    assert not any(secret_on_page(keeper, group, way) for way in ("", "/share", "/history"))
    for text in (secret, secret.replace(" ", "")[-12:]):
        assert text not in keeper.client.get(f"{group}/export").text


def secret_on_page(phone, group, way):
    phone.get(group + way)
    return secret_on(phone)


def test_a_group_that_is_sent_twice_is_founded_once_with_one_code(app):
    phone, key = Phone(app, "en"), str(uuid4())
    shown = []
    for _ in range(2):
        phone.post("/c/new", {"name": "Tovéř", "members": "Petr\nJana", "key": key})
        shown.append((phone.screen.url, secret_on(phone)))
    assert shown[0] == shown[1]
    assert shown[0][1]


def test_a_new_phone_keeps_the_book_by_the_code(keeper):
    group = found(keeper)
    secret, new = secret_on(keeper), Phone(keeper.app, "en")
    assert type_in(new, secret[:-1] + ("A" if secret[-1] != "A" else "B")) == 422
    assert new.get(group).status == 403
    assert type_in(new, secret.lower()) == 200
    assert new.screen.url == group
    assert press(new, group, "End phone 1") == 200
    assert keeper.get(group).status == 403


def test_a_code_is_typed_in_small_letters_also_where_four_of_it_are_digits(keeper, monkeypatch):
    drawn = identifiers._letters
    digits = lambda text, length: "2345XBAB6789" if length == 12 else drawn(text, length)  # noqa: E731
    monkeypatch.setattr(identifiers, "_letters", digits)
    group, new = found(keeper), Phone(keeper.app, "en")
    assert type_in(new, secret_on(keeper).lower()) == 200
    assert new.screen.url == group


def test_wrong_codes_are_limited(open_app):
    app = open_app(RATELIMIT_ENABLED=True, CODES_PER_ADDRESS="3 per minute")
    phone = Phone(app, "en")
    found(phone)
    secret, new = secret_on(phone), Phone(app, "en")
    wrong = secret[:-1] + ("A" if secret[-1] != "A" else "B")
    assert [type_in(new, each) for each in (*[wrong] * 3, secret)] == [422, 422, 422, 429]


def test_a_writer_ends_nobody(keeper, group):
    phone = writer(keeper, group, "Petr")
    writer(keeper, group, "Jana")
    phone.get(f"{group}/share")
    assert "End" not in phone.screen.text
    save = {"seen": str(kept(keeper, group).version), "key": str(uuid4())}
    marks = [mark(keeper, group, "Jana"), next(iter(kept(keeper, group).keepers))]
    for way in ("end", "keeper", "claim", "secret"):
        for each in marks:
            assert phone.post(f"{group}/phones/{way}", {**save, "phone": each}).status == 403
    assert phone.post(f"{group}/links", save).status == 403
    assert phone.post(f"{group}/members/0/forget", save).status == 403
    assert "Forget" not in phone.get(f"{group}/members/0/edit").text
    assert join(phone, group, "Ota") == 200


def test_a_lost_phone_is_ended_while_another_writes(keeper, group):
    old = link(keeper, group)
    lost, petr = writer(keeper, group, "Lost"), writer(keeper, group, "Petr")
    onlooker = watcher(keeper, group)
    petr.get(f"{group}/members")
    assert press(keeper, group, "End Lost") == 200
    assert petr.submit(f"{group}/members", name="Ota").status == 200
    assert [m.name for m in kept(keeper, group).members][-1] == "Ota"
    assert lost.get(group).status == 403
    for phone in (lost, Phone(keeper.app, "en")):
        assert phone.get(old).status in {403, 410}
        assert phone.get(group).status == 403
    assert [phone.get(group).status for phone in (keeper, petr, onlooker)] == [200] * 3
    assert "Lost" not in keeper.get(f"{group}/share").root.text
    assert "Lost writes no more" in keeper.get(f"{group}/history").text
    lost.get(link(keeper, group))  # found again, it is sent the new link
    assert join(lost, group, "Zbyněk") == 200


def test_a_keeper_names_another_and_stays_whatever_ends(keeper, group):
    jana, petr = writer(keeper, group, "Jana"), writer(keeper, group, "Petr")
    assert press(keeper, group, "Jana keeps this book, too") == 200
    assert jana.fill(f"{group}/share", f"{group}/links").status == 200
    assert [phone.get(group).status for phone in (keeper, jana, petr)] == [200, 200, 403]
    assert press(keeper, group, "End Jana") == 200
    assert jana.get(group).status == 403


def test_two_phones_are_ended_from_one_page(keeper, group):
    phones = [writer(keeper, group, name) for name in ("Petr", "Jana")]
    page = keeper.get(f"{group}/share")
    for name in ("Petr", "Jana", "Jana"):
        keeper.screen = page
        assert keeper.submit(f"{group}/phones/end", f"End {name}").status == 200
    assert [phone.get(group).status for phone in phones] == [403, 403]
    assert [event.kind for event in kept(keeper, group).events].count("ended") == 2


def test_a_new_code_ends_the_old_one(keeper):
    group = found(keeper)
    old = secret_on(keeper)
    assert press(keeper, group, "A new code instead of the old one") == 200
    new = secret_on(keeper)
    assert new not in ("", old)
    assert [type_in(Phone(keeper.app, "en"), each) for each in (old, new)] == [422, 200]


def test_two_keepers_who_end_each_other_make_no_writer_a_keeper(keeper, group):
    petr, jana = writer(keeper, group, "Petr"), writer(keeper, group, "Jana")
    assert press(keeper, group, "Jana keeps this book, too") == 200
    for phone in (keeper, jana):
        phone.get(f"{group}/share")
    first = next(iter(kept(keeper, group).phones))
    with keeper.app.test_request_context():
        for of in (mark(keeper, group, "Jana"), first):
            known = keeper.app.extensions["groups"]
            known.append_always(known.get(group[3:]), Ended(of=of), str(uuid4()))
    assert [phone.get(group).status for phone in (keeper, jana, petr)] == [403, 403, 200]
    save = {"seen": "1", "key": str(uuid4())}
    assert petr.post(f"{group}/links", save).status == 403


@pytest.fixture
def old(app):
    """Two phones that write in a group of an older version."""
    phones = Phone(app, "en"), Phone(app, "en")
    code = "".join(choices(LETTERS, k=4))
    known = app.extensions["groups"].open(code, "Tovéř", ["Petr", "Jana"], str(uuid4()))
    with app.test_request_context():
        url = link_path(known, "scorer", "group")
    for phone in phones:
        assert phone.get(url).status == 200
    return *phones, f"/c/{code}"


def test_in_an_old_group_every_phone_stays_what_it_was(old):
    one, other, group = old
    assert other.fill(f"{group}/share", f"{group}/links").status == 200
    assert one.get(group).status == 403


@pytest.mark.parametrize("version", ["0.7", "0.9", "0.10"])
def test_a_group_of_an_older_version_opens_as_before(app, version):
    """Nobody keeps it, no phone is known, all its acts are told; then one phone keeps it."""
    written = streams(DATA / version)
    (code,) = (code for code, events in written.items() if "company" in events[0].body)
    matches = (e.body["match"] for e in written[code] if e.kind == "belongs")
    ledger = app.extensions["matches"].ledger
    mine = [code, *(match for match in dict.fromkeys(matches) if match in written)]
    anew = {old: "".join(choices(LETTERS, k=8)) for old in mine}
    ledger.restore(*([replace(e, stream=anew[old], hash="") for e in written[old]] for old in mine))
    phone, other, group = Phone(app, "en"), Phone(app, "en"), f"/c/{anew[code]}"
    with app.test_request_context():
        url = link_path(app.extensions["groups"].get(anew[code]), "scorer", "group")
    for each in (phone, other):
        assert each.get(url).status == 200
    assert phone.get(f"{group}/history").status == 200
    assert "Nobody keeps this book yet" in other.get(f"{group}/share").text
    assert press(phone, group, "I keep this book") == 200
    assert join(other, group, "Zbyněk") == 200
    assert press(phone, group, "End phone 2") == 200
    assert other.get(group).status == 403


def test_until_one_says_that_it_keeps_the_book(old):
    one, other, group = old
    other.get(f"{group}/share")
    late = other.screen
    seen = kept(one, group).version
    assert press(one, group, "I keep this book") == 200
    assert secret_on(one)
    told = other.client.get(f"{group}/since?version={seen}")
    assert "phone 1 keeps this book" in told.text + other.get(f"{group}/history").text
    other.screen = late
    assert other.submit(f"{group}/phones/claim", "I keep this book").status == 403
    assert other.post(f"{group}/links", {"seen": "1", "key": str(uuid4())}).status == 403
    assert kept(one, group).keepers == {next(iter(kept(one, group).phones))}


def test_the_host_has_a_link_for_a_keeper_whose_code_is_lost_too(open_app, tmp_path, capsys):
    lost, new = (Phone(open_app(), "en") for _ in range(2))
    group = found(lost)
    assert main(["link", group[3:], "--instance", str(tmp_path / "instance")]) == 0
    links = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert [*links] == ["keeper", "scorer", "watcher"]
    assert new.get(links["keeper"]).url == group
    assert press(new, group, "End phone 1") == 200
    assert new.get(links["keeper"]).status == 200
    assert [event.kind for event in kept(new, group).events] == ["opened", "kept", "ended"]
