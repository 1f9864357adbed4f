"""Any act of a group is taken back in its history, as long as nothing later stands on it."""

import re
from uuid import uuid4

from tests.extras.group.phones import evening_of, kept, start, watcher, writer
from tests.extras.group.test_phones import join
from tests.web.table import Table


def seq_of(group, kind, number=-1):
    return [event.seq for event in group.events if event.kind == kind][number]


def take_back(phone, group, kind, number=-1):
    seq = seq_of(kept(phone, group), kind, number)
    phone.get(f"{group}/history")
    save = phone.screen.forms[0].fields
    return phone.post(f"{group}/taken-back/{seq}", {n: save[n] for n in ("seen", "key")}).status


def write(phone, group, path, **fields):
    save = {"seen": str(kept(phone, group).version), "key": str(uuid4())}
    assert phone.post(f"{group}/{path}", {**save, **fields}).status == 200, path


def links_of(phone):
    """What the last page says that stands on it."""
    (alert,) = (each for each in phone.screen.root if each.attrs.get("role") == "alert")
    return [a.attrs["href"] for a in alert.all("a")]


def test_a_wrong_merge_is_taken_back_whatever_was_done_since(phone, group):
    write(phone, group, "members/3/merge", into="0")
    join(phone, group, "Nový")
    write(phone, group, "members/0/name", name="Petr N.")
    assert take_back(phone, group, "merged") == 200
    assert phone.screen.url == f"{group}/history"
    members = kept(phone, group).members
    assert [m.name for m in members if m.came] == ["Petr N.", "Jana", "Karel", "Eva", "Nový"]


def test_it_is_done_again_by_redo(phone, group):
    write(phone, group, "members/3/merge", into="0")
    join(phone, group, "Nový")
    assert take_back(phone, group, "merged") == 200
    forms = (form for form in phone.screen.forms if any("Redo" in b.text for b in form.buttons))
    assert phone.submit(next(forms).action, "Redo").status == 200
    assert not kept(phone, group).members[3].came


def test_a_match_taken_in_is_taken_back(phone, group):
    first, second = start(phone, group), start(phone, group, "makao")
    assert take_back(phone, group, "belongs", 0) == 200
    assert [*kept(phone, group).matches] == [second]
    assert phone.get(f"{group}/m/{first}").status == 404


def test_a_member_day_and_payment_are_taken_back(phone, group):
    match = start(phone, group)
    night = evening_of(phone, group).removeprefix(group)
    join(phone, group, "Ota")
    write(phone, group, "payments", payer="0", payee="1", amount="5", currency="CZK")
    write(phone, group, f"{night}/day"[1:], match=match, day="2026-01-02")
    write(phone, group, "members/0/name", name="Petr N.")
    for kind in ("joined", "paid", "dated"):
        assert take_back(phone, group, kind) == 200
    assert not kept(phone, group).members[4].came
    assert not kept(phone, group).nights
    assert evening_of(phone, group) == group + night


def test_a_member_stays_on_whom_something_stands_and_it_is_named(phone, group):
    join(phone, group, "Ota")
    write(phone, group, "payments", payer="0", payee="4", amount="5", currency="CZK")
    before = kept(phone, group)
    assert take_back(phone, group, "joined") == 422
    assert kept(phone, group).events == before.events
    assert "It stays, because this depends on it: Petr paid Ota" in phone.screen.text
    (link,) = links_of(phone)
    paid = seq_of(before, "paid")
    assert link == f"{group}/history?before={paid}#e{paid}"
    assert re.search(rf'id="e{paid}"', phone.get(link.partition("#")[0]).html)
    assert take_back(phone, group, "paid") == 200
    assert take_back(phone, group, "joined") == 200


def test_an_evening_stays_on_which_somebody_paid(phone, group):
    start(phone, group)
    night = evening_of(phone, group).removeprefix(group)
    write(phone, group, f"{night}/rounds"[1:], buyer="1", what="rum")
    assert take_back(phone, group, "belongs") == 422
    assert "Jana bought: rum" in phone.screen.text
    assert phone.get(group + night).status == 200


def test_a_name_stays_that_somebody_else_has_since(phone, group):
    write(phone, group, "members/0/name", name="Petr N.")
    write(phone, group, "members/0/name", name="Petr K.")
    join(phone, group, "Ota")
    assert take_back(phone, group, "named", 0) == 200
    assert kept(phone, group).members[0].name == "Petr K."


def test_only_acts_are_taken_back_and_only_by_who_writes(phone, group):
    join(phone, group, "Ota")
    other, seen = writer(phone, group), kept(phone, group)
    save = {"seen": str(seen.version), "key": str(uuid4())}
    for seq in (0, 1, seen.version + 1):
        assert other.post(f"{group}/taken-back/{seq}", save).status == 404
    onlooker = watcher(phone, group)
    assert not onlooker.get(f"{group}/history").forms
    assert onlooker.post(f"{group}/taken-back/2", save).status == 403
    assert kept(phone, group) == seen
    assert take_back(other, group, "joined") == 200


def test_a_round_stays_that_was_played(phone, group):
    two = "&".join(f"in={n}" for n in range(4))
    phone.fill(
        f"{group}/rounds/seats?game=durak&size=2&how=leagues&{two}",
        f"{group}/rounds/seats",
        phone.say("Begin round %(n)d", n=1),
    )
    Table(phone, next(iter(kept(phone, group).matches))).write(type="game", fool=0)
    join(phone, group, "Ota")
    assert take_back(phone, group, "seated") == 422
    assert "Something is written at a table of this round: it stays." in phone.screen.text
