"""An evening of any game at the pages: sitting down, what the sheet explains, what it counts."""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from scorekeeper.core.schema import default_of, fields_of, spec_of, type_of
from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table, people

NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga", "Ivan", "Nora", "Hugo")


def sit_down(phone: Phone, game: str, players: int, **house: str) -> Table:
    """From the first page to the sheet: as many names as play, and house rules if any differ."""
    phone.get(phone.get("/").links[open_rulebook(GAMES[game].folder, phone.language).title])
    seats = int(phone.screen.form().fields["seats"])
    say = "One player more" if seats < players else "One player fewer"
    for _ in range(abs(players - seats)):
        phone.submit(press=phone.say(say))
    names = people(*NAMES[:players])
    if house:
        phone.submit(press=to_house(phone), **names)
        phone.submit(**house)
    sheet = phone.submit(**({} if house else names))
    assert sheet.status == 200, sheet.text
    assert sheet.names == list(names.values())
    return Table(phone, sheet.url.removeprefix("/m/"))


def to_house(phone: Phone) -> str:
    """The button that leads from the names to the house rules."""
    return phone.say("House rules: %(agreed)s", agreed="").strip()


def write(table: Table, type: str, **fields: Any) -> Screen:
    """Saves an entry from its form; the form stands there again if it is refused."""
    assert table.open(f"/new/{type}").status == 200
    return table.phone.submit("form", table.book.label("entries", type, "save"), **fields)


def refused(screen: Screen, anchor: str, text: str, **typed: Any) -> None:
    """The field is named with the reason beside it, and what was typed still stands there."""
    assert (screen.status, screen.errors) == (422, [(anchor, text)])
    if anchor != "form":
        assert text in [node.text for node in screen.by_id(anchor).all(css="wrong")]
    fields = screen.form("form").fields
    for name, value in typed.items():
        assert fields.getlist(name) == ([value] if isinstance(value, str) else value), name


def explained(table: Table) -> None:
    """Every row of the sheet opens, and each of its lines is told with rule and points."""
    rows = [row for row in table.match.rows if not row.undone]
    assert rows
    for row in rows:
        assert table.open(f"/entries/{row.seq}").form("form").fields["type"] == row.entry.type
        told = table.open(f"/entries/{row.seq}/why").text
        for line in row.lines:
            assert table.book.step(line.rule) in told, line.rule
            assert " ".join(table.book.rule(line.rule).text.split()) in told, line.rule


def statistics(table: Table) -> Mapping[str, list[str]]:
    """The statistics as the page shows them: id of what is counted → a figure per seat."""
    screen = table.open("/accounts")
    shown = {
        tr.all("th")[0].text: [td.text for td in tr.all("td")]
        for tr in screen.root.all("table")[-1].all("tr")
        if tr.all("th") and tr.all("th")[0].attrs.get("scope") == "row"
    }
    return {id: shown[label] for id, label in table.book.data["stats"].items() if label in shown}


def ranks(table: Table) -> list[str]:
    return [li.text for li in table.open("/watch").root.all("ol", css="ranks")[0].all("li")]


def switched(game: str) -> dict[str, str]:
    """Every house rule of a game otherwise than usual, as the form's controls hold it."""
    cls = GAMES[game].house
    return {name: _other(cls, name) for name in fields_of(cls)}


def _other(cls: type, name: str) -> str:
    kind, usual = type_of(cls, name), default_of(fields_of(cls)[name])
    if get_origin(kind) is Literal:
        return str(next(choice for choice in reversed(get_args(kind)) if choice != usual))
    if kind is bool:
        return "n" if usual else "y"
    bounds = spec_of(fields_of(cls)[name])
    return str(next(n for n in (bounds.le, bounds.ge) if n != usual))


def check_house_form(phone: Phone, game: str, players: int) -> None:
    """The form of the house rules with every rule switched: agreed, told, and kept."""
    wanted = switched(game)
    table = sit_down(phone, game, players, **wanted)
    house, usual = table.match.house, table.match.game.house()
    names = fields_of(type(house))
    assert [name for name in names if getattr(house, name) == getattr(usual, name)] == []
    for name, rule in names.items():
        told = table.open(f"/rules/{table.book.rule(spec_of(rule).rule).id}")
        agreed = [li.text for ul in told.root.all("ul", css="agreed") for li in ul.all("li")]
        label = table.book.label("house", name, "label")
        (said,) = (text for text in agreed if text.startswith(label))
        choices = table.book.data["house"][name].get("choices", {})
        value = choices.get(wanted[name]) or {"y": phone.say("yes"), "n": phone.say("no")}.get(
            wanted[name], wanted[name]
        )
        assert value in said, name
    page = phone.fill(f"/new/{game}", press=to_house(phone))
    for name in names:
        assert table.book.label("house", name, "help") in page.by_id(f"part-{name}").text
        assert page.form("form").fields.getlist(name) == [wanted[name]], name
