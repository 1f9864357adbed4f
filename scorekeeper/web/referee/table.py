"""Who asks the referee: a match, which knows players and house rules, or a table without one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import abort, request, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules, dump_house, load_house
from scorekeeper.core.schema import Invalid, Json, Known, copy_with, fields_of, spec_of
from scorekeeper.core.sheet import is_begun
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.match.rulings import is_about, seats_of
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.judgements import Judgement, judge_question
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import FormData, pressed
from scorekeeper.web.forms.labels import Labels, number
from scorekeeper.web.game_pages import free_pages_of, pages_of
from scorekeeper.web.http.access import match_or_403, may_write, person_of_phone
from scorekeeper.web.match.players import usual_size
from scorekeeper.web.wording.reader import book_of, placeholder_names

PREFIX = "house-"
"""What the names of the controls begin with; that of the form says that they were sent."""
SENT = "house"


@dataclass(frozen=True)
class RefereeTable:
    """The table in front of the referee: `seats` are the match's seats of those who play now.

    It is `sized` if it is known how many play; else as many are shown as usual. Where it asks about
    a `row` of the sheet, they are who played then.
    """

    game: AnyGame
    house: HouseRules
    names: tuple[str, ...]
    match: Match | None = None
    seats: tuple[int, ...] = ()
    sized: bool = True
    row: Row | None = None

    @property
    def signs(self) -> tuple[int, ...]:
        """The players' signs and colours, in the order in which they sit."""
        if self.match is None:
            return self.seats
        seating = (self.row or self.match).seating
        return tuple(seating.signs[seating.seats[seat]] for seat in self.seats)

    @property
    def book(self) -> Rulebook:
        return book_of(self.game, self.house)

    @property
    def code(self) -> str:
        """The match's code; empty without one."""
        return self.match.code if self.match else ""

    @property
    def writes(self) -> bool:
        return self.match is not None and may_write(self.match)

    @property
    def asking_person(self) -> int | None:
        return person_of_phone(self.match) if self.match else None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many may play at a table without a match: those who pause do not count."""
        game, house = self.game, self.house
        counts = () if self.match else game.player_counts(house)
        return tuple(sorted({len(game.playing(game.start(n, 0, house))) for n in counts}))

    def known(self, kind: type) -> dict[str, Json]:
        """The fields of a kind of question that the match fills in: field → JSON."""
        facts = self.facts
        declared = {name: spec_of(field).known for name, field in fields_of(kind).items()}
        return {name: facts[known] for name, known in declared.items() if known in facts}

    @property
    def facts(self) -> Mapping[Known, Json]:
        """`Known` → its value in this match, seats as places (0-based) among those who play."""
        players: dict[Known, Json] = {"players": len(self.names) if self.sized else None}
        if self.match is None:
            return players
        now = self.row.before if self.row else self.match.standing
        deals = self.row.dealer if self.row else now.dealer
        dealer = self.seats.index(deals) if deals in self.seats else len(self.seats) - 1
        leader = (dealer + 1) % len(self.names)
        before: dict[Known, Json] = {"before": list(now.totals), "opening": not is_begun(now)}
        return {**players, **before, "dealer": dealer, "leader": leader}

    def judge(self, kind: str, given: Json) -> Judgement:
        """The judgement on a question of this table. Raises Invalid."""
        return judge_question(self.game, self.house, self.names, kind, given)

    @property
    def question_urls(self) -> dict[str, str]:
        """Every question with its address; a game's own page comes before the form."""
        key, free = self.game.key, self.match is None
        own = free_pages_of(key) if free else pages_of(key) if self.writes else {}
        page_of = "questions.ask_freely" if free else "questions.ask"
        urls = {kind: self.url("questions.question", kind=kind) for kind in self.game.kinds}
        return urls | {kind: self.url(page_of, kind=kind) for kind in own}

    def url(self, endpoint: str, **values: Any) -> str:
        if self.match is not None:
            return url_for(endpoint, code=self.match.code, **values)
        players = {"players": len(self.names)} if self.sized and len(self.sizes) > 1 else {}
        return url_for(endpoint, game=self.game.key, **{**players, **values})


def table_of_request(code: str | None, game: str | None) -> RefereeTable:
    """The table of an address: a match's code, or a game's key. Answers 404 for neither."""
    if code is None:
        return table_of_game(GAMES.get(game or "") or abort(404))
    return table_of_match(match_or_403(code))


def table_of_match(match: Match) -> RefereeTable:
    """The table of a match: those who play now."""
    seats = match.game.playing(match.standing)
    names = tuple(match.names[seat] for seat in seats)
    return RefereeTable(match.game, match.house, names, match, seats)


def table_of_row(match: Match, row: Row) -> RefereeTable:
    """The table of a match as it was for a row: who played it, by the house rules of then."""
    people = match.seating.names_at(row.seating.seats)
    names = tuple(people[seat] for seat in row.players)
    return RefereeTable(match.game, row.house, names, match, row.players, row=row)


def table_of_question(match: Match, judgement: Judgement) -> RefereeTable:
    """The table of a match; of a question about its people as it was then: with those whom it is
    about, by the house rules that it was judged by.
    """
    table = table_of_match(match)
    if not is_about(match, judgement):
        return table
    table = replace(table, house=judgement.house)
    here = tuple(seat for seat in seats_of(match, judgement) if seat is not None)
    return replace(table, names=judgement.names, seats=here) if here else table


def table_of_game(game: AnyGame) -> RefereeTable:
    sent = request.form.get("players") or request.args.get("players")
    return of_size(RefereeTable(game, game.house(), ()), number(sent))


def of_size(table: RefereeTable, size: object) -> RefereeTable:
    """The table with so many players; not `sized` if there cannot be so many."""
    sizes = table.sizes
    players = size if isinstance(size, int) and size in sizes else usual_size(sizes)
    sized = size == players or len(sizes) == 1
    names, seats = placeholder_names(players), tuple(range(players))
    return replace(table, names=names, seats=seats, sized=sized)


def question_house_form(
    table: RefereeTable,
    kind: type[AnyDispute],
    sent: FormData,
    source_facts: Collection[str] = (),
) -> BoundForm | None:
    """The house rules that a kind of question depends on, as sent or as the table plays; without
    those that its source says as a fact of the question (`source_facts`).

    None where a match says how they play, or where the answer is the same in every house.
    """
    if table.match is not None or not kind.depends_on:
        return None
    return BoundForm(
        table.game.house,
        Labels(table.book, ("house",), ()),
        FormData(sent) if SENT in sent else None,
        dump_house(table.house),
        asks=lambda name: name in kind.depends_on and name not in source_facts,
        prefix=PREFIX,
    )


def as_sent(table: RefereeTable, kind: type[AnyDispute], sent: FormData) -> RefereeTable:
    """The table with the house rules that were sent with a question. Raises Invalid.

    Before any were sent it plays so that the question makes sense.
    """
    form = question_house_form(table, kind, sent)
    if form is None:
        return table
    if form.submitted is None:
        return replace(table, house=copy_with(table.house, **kind.supposes))
    try:
        house = load_house(table.game.house, form.read())
    except Invalid as error:
        raise error.prefixed(SENT) from None
    return of_size(replace(table, house=house), number(sent.get("players")))


def with_pressed_preset(table: RefereeTable, sent: FormData) -> FormData:
    """What was sent, after the button of a ready-made set of house rules if one was pressed."""
    changed, name = FormData(sent), sent.get("preset", "").removeprefix(PREFIX)
    filled = pressed(table.game.house, FormData({"preset": name}), len(table.names))
    for control in filled.keys() - {"preset"}:
        changed[PREFIX + control] = filled[control]
    return changed
