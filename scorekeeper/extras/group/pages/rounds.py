"""An evening at several tables: who is there is ticked, tables are proposed and may be changed,
each becomes a match of the group; once they are played the next ones are proposed.

Up to the button that begins a round all is said in the address: nothing is written but guests.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex
from uuid import NAMESPACE_URL, uuid5

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug import Response as AnyResponse
from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import dump_whole_house
from scorekeeper.core.named_house import NamedHouse, load_named
from scorekeeper.core.names import strip_invisible
from scorekeeper.core.schema import Invalid, dump_fields
from scorekeeper.extras.group import Group, evenings
from scorekeeper.extras.group import rounds as tables
from scorekeeper.extras.group.events import Seated, SeatedTable
from scorekeeper.extras.group.pages import entrance, hooks
from scorekeeper.extras.group.pages.accounts import member_names
from scorekeeper.extras.group.pages.entrance import NO_FAULT, Fault, group_for, typed
from scorekeeper.extras.group.pages.pages import match_view
from scorekeeper.extras.group.pages.presenter import GROUP_PRESENTER, write_in
from scorekeeper.extras.group.rounds import Plan, Tie
from scorekeeper.games import GAMES
from scorekeeper.ledger import Save as Opening
from scorekeeper.ledger import as_save
from scorekeeper.match import Match
from scorekeeper.match.events import Opened
from scorekeeper.web.http.access import grant_role, link, matches, may_write
from scorekeeper.web.http.grants import MATCHES, require_space
from scorekeeper.web.http.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.http.saving import Save, fresh_save, read_key
from scorekeeper.web.match.players import usual_size
from scorekeeper.web.match.setup import spend_match
from scorekeeper.web.render import Values, never_compressed, page, qr
from scorekeeper.web.stream import UnsavedChange, save_and_respond
from scorekeeper.web.wording.figures import Cell, cell_of
from scorekeeper.web.wording.reader import date_text, games_by_title

rounds = Blueprint("rounds", __name__, url_prefix="/c/<code>/rounds")

SAID = ("after", "game", "house", "size", "how", "end-", "up-", "down-")
"""What the names of the controls begin with that say what is wished, besides who is there."""


@dataclass(frozen=True)
class Wish:
    """The next tables as they are wished so far: of a new evening, or `after` the last round."""

    group: Group
    values: MultiDict[str, str]

    @cached_property
    def before(self) -> evenings.Rounds:
        """The rounds of the evening so far."""
        after = self.values.get("after", 0, type=int)
        latest = evenings.at_several_tables(self.group)[-1:] if after else ()
        if after and not (latest and latest[0][-1][0] == after):
            abort(redirect(hooks.tables_link(self.group)[1], 303))
        return latest[0] if latest else ()

    @property
    def last(self) -> Seated | None:
        """The round before."""
        return self.before[-1][1] if self.before else None

    @cached_property
    def game(self) -> AnyGame:
        """What is played: as in the evening, as the form says, or as last."""
        latest = next(hooks.own_matches(self.group, reversed([*self.group.matches])), None)
        usual = latest.game if latest else games_by_title()[0][1]
        return GAMES.get(self.last.game if self.last else self.values.get("game", ""), usual)

    @cached_property
    def rules(self) -> NamedHouse:
        """By which house rules: as in the evening, as the form says, or as last."""
        with suppress(Invalid):
            if not self.last and (text := self.values.get("house")):
                return load_named(self.game, text)
        match = hooks.own_match(self.group, self.last.tables[0].match) if self.last else None
        match = match or hooks.last_match(self.group, self.game)
        return match.named_house if match else NamedHouse(self.game, "", self.game.house())

    @property
    def sets(self) -> list[tuple[str, str]]:
        """House rules to choose from, the present ones first: the text of each, and its name."""
        usual, found = NamedHouse(self.game, "", self.game.house()), dict[str, str]()
        for each in (self.rules, usual, *hooks.house_sets_of(self.group, self.game)):
            unnamed = _("the usual ones") if each.house == usual.house else _("Last played")
            found.setdefault(each.dump(), each.name or unnamed)
        return [*found.items()]

    @cached_property
    def allowed(self) -> Sequence[int]:
        """How many can sit at a table."""
        return self.game.player_counts(self.rules.house)

    @cached_property
    def size(self) -> int:
        """How many sit at most tables."""
        asked = self.values.get("size", 0, type=int)
        usual = len(self.last.tables[-1].people) if self.last else usual_size(self.allowed)
        return asked if asked in self.allowed else usual

    @property
    def how(self) -> str:
        """The tables are `leagues`, or `drawn`."""
        said = self.values.get("how", self.last.how if self.last else "")
        return "leagues" if said == "leagues" else "drawn"

    @cached_property
    def there(self) -> tuple[int, ...]:
        """Who is there; until that was asked, whoever was there last."""
        last = next((body.order for _seq, body in reversed(self.group.bodies_of(Seated))), ())
        ticked = self.values.getlist("in", type=int) if "in" in self.values else last
        return tuple(each.number for each in self.group.by_last_table if each.number in ticked)

    @cached_property
    def ends(self) -> dict[str, tables.Finish | None]:
        """How the tables of the round before ended, as far as that is known; None for what counts
        for nothing.
        """
        found: dict[str, tables.Finish | None] = {}
        for table in self.last.tables if self.last else ():
            said = self.values.get(f"end-{table.match}")
            match = hooks.own_match(self.group, table.match)
            if match is None or said == "left":
                found[table.match] = None
            elif match.standing.over or (said == "stands" and match.rows):
                found[table.match] = evenings.finish_of(self.group, match)
        return found

    @property
    def unended(self) -> list[tuple[str, str, bool]]:
        """The tables that are not over: code, who sits there, whether anything is written."""
        codes = [table.match for table in self.last.tables] if self.last else []
        known = hooks.own_matches(self.group, codes)
        return [(m.code, ", ".join(m.names), bool(m.rows)) for m in known if not m.standing.over]

    @property
    def fault(self) -> str:
        """Why no tables can be proposed; empty if they can."""
        if not self.sizes:
            return _("Two tables need at least %(n)d players.", n=2 * min(self.allowed))
        ended = self.last is None or len(self.ends) == len(self.last.tables)
        return "" if ended else _("Some tables have no result yet.")

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How large the tables are; none if there are too few for two."""
        return tables.table_sizes(len(self.there), self.allowed, self.size)

    @property
    def plan(self) -> Plan | None:
        """The tables that the address names, if they seat just those who are there."""
        plan = tables.read_plan(self.values.get("plan", ""))
        fits = plan and {*plan.order} == {*self.there} and {*plan.sizes} <= {*self.allowed}
        return plan if fits and not self.fault else None

    def propose(self) -> Plan | Tie:
        """Tables for those who are there; or of whom has to be said first who changes leagues."""
        past, seed = [body.plan for _seq, body in self.before], token_hex(4)
        if self.how == "drawn":
            return tables.drawn(self.there, self.sizes, past, seed)
        known = (body for _seq, body in self.group.bodies_of(Seated))
        leagues = [b for b in known if (b.game, b.how) == (self.game.key, "leagues")]
        changes: tables.Moves | Tie = []
        if self.last and self.last in leagues:
            said = {key: self.values.get(key, -1, type=int) for key in self.values}
            changes = tables.moves([*self.ends.values()], said)
        if isinstance(changes, Tie):
            return changes
        steps = tables.ladder(leagues[-1].order if leagues else (), changes, self.there)
        return tables.in_leagues(steps, self.sizes, [plan.pauses for plan in past], seed)

    @property
    def args(self) -> list[tuple[str, str]]:
        """The same as hidden controls of a form, but for who is there."""
        return [(key, self.values[key]) for key in self.values if key.startswith(SAID)]

    def url(self, endpoint: str, *more: int, **others: object) -> str:
        """An address that says all this, that `more` are there, and others."""
        ticked = [*dict.fromkeys((*self.there, *more))] or ""
        values: Values = {**dict(self.args), "in": ticked, **others}
        return url_for(f"rounds.{endpoint}", code=self.group.code, **values)


def _title(how: str, at: int) -> str:
    return _("League %(n)d", n=at + 1) if how == "leagues" else _("Table %(n)d", n=at + 1)


@rounds.get("/new")
def ask(code: str) -> Response:
    """Who is there, what is played, and how the tables ended that are not over."""
    return _who_page(group_for(code, write=True))


@rounds.post("/new")
def answer(code: str) -> AnyResponse:
    """Leads on to the tables, or back to the form with another game or one more who is there: a
    member whose name was typed, or somebody new, who comes as a guest.
    """
    group, name = group_for(code, write=True), typed("name")
    known, way = group.called(name), "seats" if "how" in request.form else "ask"
    if name and (said := entrance.question(group, name)):
        return _who_page(group, Fault(422), asks=said)
    if not name or known:
        more = [known.number] if known else []
        return redirect(Wish(group, request.form).url(way, *more), 303)
    number = len(group.members)
    return write_in(
        group,
        "joined",
        {"name": name, "guest": True},
        lambda now: Wish(now, request.form).url(way, number),
        _who_page,
    )


def _who_page(group: Group, fault: Fault = NO_FAULT, asks: str = "") -> Response:
    wish = Wish(group, request.values)
    asked = "how" in request.args or (wish.there and not wish.sizes)
    return page(
        "extras/group/evenings/who.html",
        status=fault.status,
        group=group,
        wish=wish,
        games=[(game.key, title) for title, game in games_by_title()],
        message=fault.message or (wish.fault if asked else ""),
        wrong="".join(fault.errors.values()),
        typed=strip_invisible(typed("name")),
        asks=asks,
        hidden=fresh_save(group).hidden,
    )


@rounds.get("/seats")
def seats(code: str) -> AnyResponse:
    """The tables as they are proposed; made anew where the address names none."""
    wish = Wish(group_for(code, write=True), request.args)
    if wish.fault:
        return redirect(wish.url("ask"), 303)
    if wish.plan:
        return _seats_page(wish, wish.plan)
    shown = wish.propose()
    if isinstance(shown, Tie):
        return _tie_page(wish, shown)
    return redirect(wish.url("seats", plan=shown), 303)


def _tie_page(wish: Wish, tie: Tie) -> Response:
    """Asks who of those who are level changes leagues."""
    league, answers = _title("leagues", tie.table), ((each, {tie.key: each}) for each in tie.people)
    up = _("%(league)s: who goes up?", league=league)
    return page(
        "extras/group/evenings/level.html",
        wish=wish,
        question=up if tie.way == "up" else _("%(league)s: who goes down?", league=league),
        level=[(wish.group.members[m].name, wish.url("seats", **says)) for m, says in answers],
    )


def _seats_page(wish: Wish, plan: Plan, fault: Fault = NO_FAULT) -> Response:
    first = request.args.get("first", type=int)
    seated = [(_title(wish.how, at), people) for at, people in enumerate(plan.tables)]
    seated += [(_("Sitting out"), plan.pauses)] if plan.pauses else []
    return page(
        "extras/group/evenings/seats.html",
        status=fault.status,
        wish=wish,
        plan=plan,
        first=first,
        tables=[(title, [_tap(wish, plan, each, first) for each in who]) for title, who in seated],
        message=fault.text,
        hidden=fresh_save(wish.group).hidden,
    )


def _tap(wish: Wish, plan: Plan, person: int, first: int | None) -> tuple[str, str, bool]:
    """A name – with an arrow for who changes leagues –, where a tap on it leads, whether it was
    the `first` of two.
    """
    last, name = wish.last, wish.group.members[person].name
    if last and last.how == wish.how == "leagues":
        was, now = last.plan.table_of(person), plan.table_of(person)
        if was is not None and now is not None and was != now:
            name += " ↑" if now < was else " ↓"
    to: dict[str, object] = (
        {"plan": plan, "first": person} if first is None else {"plan": plan.swapped(first, person)}
    )
    return name, wish.url("seats", **to), person == first


@rounds.post("/seats")
def begin(code: str) -> AnyResponse:
    """Begins the round: each table becomes a match of the group."""
    group, key = group_for(code, write=True), read_key()
    if any(event.key == key for event in group.events):  # sent twice
        return _to_last_round(group)
    require_space(MATCHES)
    wish = Wish(group, request.form)
    if not (plan := wish.plan):
        return redirect(wish.url("seats"), 303)
    return save_and_respond(
        GROUP_PRESENTER,
        group,
        lambda save: _begin(wish, plan, save),
        _to_last_round,
        lambda now, *fault: _seats_page(Wish(now, request.form), plan, Fault(*fault)),
        lambda now: UnsavedChange(_("round %(n)d", n=len(wish.before) + 1), again=""),
    )


def _begin(wish: Wish, plan: Plan, save: Save) -> Group:
    keys = (_opening_key(save.key, at) for at in range(len(plan.tables)))
    opened = [_opening(wish, *each) for each in zip(plan.tables, keys, strict=True)]
    pairs = zip(opened, plan.tables, strict=True)
    seated = Seated(
        night=hooks.tonight().isoformat(),
        round=len(wish.before) + 1,
        game=wish.game.key,
        how="leagues" if wish.how == "leagues" else "drawn",
        order=plan.order,
        tables=tuple(SeatedTable(match=match.stream, people=people) for match, people in pairs),
        unfinished=tuple(code for code, end in wish.ends.items() if end is None),
    )
    return entrance.groups().seat(wish.group, seated, opened, save.version, save.key)


def _to_last_round(group: Group) -> AnyResponse:
    """Leads to the tables of the last round; the phone that opened them writes there."""
    key = read_key()
    _seq, said = group.bodies_of(Seated)[-1]
    for at, match in enumerate(matches().get(table.match) for table in said.tables):
        if match.opener_writes and match.events[0].key == _opening_key(key, at):
            grant_role(match, "scorer")
    return redirect(hooks.tables_link(group)[1], 303)


def _opening_key(key: str, table: int) -> str:
    """The key by which only this phone opens a table."""
    return str(uuid5(NAMESPACE_URL, phone_scoped_key(f"{key}-{table}")))


def _opening(wish: Wish, people: Sequence[int], key: str) -> Opening:
    spend_match(key)
    code = next(code for code in codes_for(key) if not matches().ledger.read(code))
    names = tuple(wish.group.members[person].name for person in people)
    house = dump_whole_house(wish.rules.house)
    rules, group = wish.rules.name, wish.group.code
    opened = Opened(
        game=wish.game.key, names=names, dealer=0, house=house, rules=rules, group=group
    )
    return as_save(code, 0, key, "opened", dump_fields(opened), "")


@rounds.get("/<int:first>", endpoint="show")
@never_compressed
def round_page(code: str, first: int) -> Response:
    """The rounds of the evening that began with an event, the last one first, with their sums."""
    group = group_for(code)
    every = evenings.at_several_tables(group)
    evening = next((each for each in every if each[0][0] == first), None) or abort(404)
    last = evening == every[-1] and entrance.may_write_in(group)
    return page(
        "extras/group/evenings/rounds.html",
        "tables",
        group=group,
        day=date_text(evenings.nights_of_tables(group, evening)[0], "named"),
        version=hooks.version_now(group),
        url=url_for("rounds.show", code=code, first=first),
        rounds=[
            (
                said.round,
                [
                    (_title(said.how, n), match_view(group, match), left, _table_link(match))
                    for n, match, left in _tables_of_round(group, evening, at)
                ],
                member_names(group, said.plan.pauses),
            )
            for at, (_seq, said) in reversed([*enumerate(evening)])
        ],
        sums=_sums(group, evening),
        wish=Wish(group, MultiDict({"after": str(evening[-1][0])})) if last else None,
    )


def _table_link(match: Match) -> tuple[str, Markup] | None:
    """The link for whoever shall write at a table, and its picture; for whoever writes there."""
    if not may_write(match) or match.standing.over:
        return None
    url = link(match, "scorer")
    return url, qr(url)


Played = tuple[int, Match, bool]
"""A table by its number from 0, its match, and whether that counts for nothing."""


def _tables_of_round(group: Group, evening: evenings.Rounds, at: int) -> Iterator[Played]:
    left = evening[at + 1][1].unfinished if at + 1 < len(evening) else ()
    for number, table in enumerate(evening[at][1].tables):
        if match := hooks.own_match(group, table.match):
            yield number, match, table.match in left


def _sums(group: Group, evening: evenings.Rounds) -> list[tuple[str, int, Cell]]:
    """Everybody with how many tables he played at, and his points there."""
    every = (each for at in range(len(evening)) for each in _tables_of_round(group, evening, at))
    told = [match for _number, match, left in every if match.rows and not left]
    pairs = [(zip(group.members_of(each), each.totals.values(), strict=True)) for each in told]
    points = [{who: total for who, total in each if who is not None} for each in pairs]
    found = tables.sums(points, higher_wins=GAMES[evening[0][1].game].higher_wins)
    who = group.members
    return [(who[m].name, many, cell_of(told[-1], total)) for m, many, total in found]
