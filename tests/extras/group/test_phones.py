"""The phones of a group: which of them wrote what, what each is called."""

import pytest
from flask import Flask

from scorekeeper.extras.group import Group
from tests.extras.group.phones import found, start
from tests.web.phone import Phone


@pytest.fixture
def keeper(app: Flask) -> Phone:
    return Phone(app, "en")


@pytest.fixture
def group(keeper: Phone) -> str:
    return found(keeper)


def now(phone: Phone, group: str) -> Group:
    known: Group = phone.app.extensions["groups"].get(group.rpartition("/")[2])
    return known


def link(phone: Phone, group: str, number: int = 1) -> str:
    """A link of a group as its page shows it: to watch, or to write."""
    links = phone.get(f"{group}/share").root.all("a")
    return [a.attrs["href"] for a in links if "/in/" in a.attrs.get("href", "")][number]


def writer(keeper: Phone, group: str, name: str = "") -> Phone:
    """Another phone that writes in the group, perhaps called so."""
    phone = Phone(keeper.app, "en")
    assert phone.get(link(keeper, group)).status == 200
    if name:
        phone.get(f"{group}/share")
        phone.submit(f"{group}/phones", name=name)
        assert phone.screen.status == 200
    return phone


def join(phone: Phone, group: str, name: str) -> int:
    """Lets a phone write that somebody comes; gives how that is answered."""
    phone.get(f"{group}/members")
    return phone.submit(f"{group}/members", name=name).status


def test_the_history_and_the_file_say_which_phone_wrote(keeper: Phone, group: str) -> None:
    petr, nobody = writer(keeper, group, "Petr's phone"), writer(keeper, group)
    join(petr, group, "Ota")
    join(nobody, group, "Zbyněk")
    start(keeper, group)
    told = [item.text for item in keeper.get(f"{group}/history").root.all("li")]
    ways = {"Ota joins": "Petr's phone", "Zbyněk joins": "phone 3", "match": "phone 1"}
    for what, who in ways.items():
        assert next(each for each in told if what in each).endswith(f"· {who}")
    marks = [event.body["phone"] for event in now(keeper, group).events]
    assert len({*marks}) == 3
    assert all(mark in keeper.client.get(f"{group}/export").text for mark in marks)


def test_a_phone_may_be_called_anew(keeper: Phone, group: str) -> None:
    petr = writer(keeper, group, "Petr")
    petr.get(f"{group}/share")
    petr.submit(f"{group}/phones", name="Petr's Nokia")
    listed = keeper.get(f"{group}/share").root.text
    assert "Petr's Nokia" in listed
    assert petr.post(f"{group}/phones", {"name": " ", "key": "x"}).status == 422
