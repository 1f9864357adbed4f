"""House rules under a name that a group keeps, and offers to its next match."""

from uuid import uuid4

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.extras.group.events import Agreed
from tests.contract.books import EACH_GAME
from tests.extras.group.phones import found, kept
from tests.web.table import NAMES, start
from tests.web.test_house_sets import SENT, TAROKY, VYSOCINA


def test_a_group_keeps_house_rules_and_offers_them(phone):
    group = found(phone)
    assert phone.say("Kept by %(name)s.", name="Tovéř") in phone.fill(SENT, "keep-0").text
    phone.get(group)
    phone.get(phone.screen.links[phone.say("House rules")])
    assert SENT in phone.screen.links.values()
    phone.fill("/new/taroky", press=phone.say("House rules: %(agreed)s", agreed="").strip())
    assert phone.submit(press=VYSOCINA.name).form().fields["tariff-ceiling"] == "400"
    undone = phone.get(group)
    assert VYSOCINA.name in undone.text


@EACH_GAME
def test_a_match_by_what_a_group_keeps_asks_for_confirmation(phone, game):
    found(phone)
    agreed = NamedHouse(game, "Po dvou", game.house(confirm="opponent"))
    phone.fill(f"/rules/{game.key}/house/{agreed.dump()}", "keep-0")
    phone.fill(f"/new/{game.key}", press=phone.say("House rules: %(agreed)s", agreed="").strip())
    house = phone.submit(press="Po dvou").form().fields
    assert house["confirm"] == "opponent"
    table = start(phone, NAMES, game=game.key, house_name="Po dvou", confirm=house["confirm"])
    assert table.match.house == agreed.house
    rule = table.open("/rules/book.confirm")
    assert phone.book.label("house", "confirm", "choices", "opponent") in rule.text


def test_the_same_rules_are_kept_once_and_others_of_that_name_take_their_place(phone):
    group, other = found(phone), NamedHouse(TAROKY, VYSOCINA.name, TAROKY.house())
    for named in (VYSOCINA, VYSOCINA, other):
        save = {"group": group[-4:], "seen": kept(phone, group).version, "key": str(uuid4())}
        phone.post(f"/rules/taroky/house/{named.dump()}", save)
    now = kept(phone, group)
    assert [event.kind for event in now.events] == ["opened", "agreed", "agreed"]
    assert [body.house for _, body in now.bodies_of(Agreed)][-1:] == [{}]


def test_a_set_without_a_name_is_not_kept(phone):
    group = found(phone)
    screen = phone.get(f"/rules/taroky/house/{NamedHouse(TAROKY, '', VYSOCINA.house).dump()}")
    assert phone.say("Keep for %(name)s", name="Tovéř") not in screen.text
    save = {"group": group[-4:], "seen": "1", "key": str(uuid4())}
    assert phone.post(screen.url, save).status == 422


def test_strangers_keep_nothing_for_a_group(phone, other):
    group = found(phone)
    save = {"group": group[-4:], "seen": "1", "key": str(uuid4())}
    assert other.post(SENT, save).status == 403
    assert other.get(f"{group}/rules").status == 403
