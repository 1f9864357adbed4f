"""The view models of a match: sheet, columns, rows and steps, ready for a template."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from flask import current_app, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.arithmetic import Term, Terms, value
from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import HOUSE, Line, Notice, PenaltyEntry, is_begun, sum_of
from scorekeeper.ledger import Event
from scorekeeper.match import Match, lines_in
from scorekeeper.match.rows import Row
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.rulebook.sums import Figures, Formula, common_formula, formula, total_formula
from scorekeeper.web.game_pages import pages_of
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.render import LINES_PER_PAGE, paginate, wants_partial
from scorekeeper.web.wording.events import act_texts, event_name, newest_event, receipt_text
from scorekeeper.web.wording.figures import Column, cell_of, columns_of, points_text, table_figures
from scorekeeper.web.wording.reader import book_of, buttons, clock, language, theme
from scorekeeper.web.wording.rows import (
    RowView,
    agreement_row,
    marks_of,
    notice_text,
    row_view,
    ruling_row,
    story_of_event,
)

MOST_LETTERS = 9
"""A name with more letters is as small as one with so many, and cut."""
LATEST = 30
"""Rows on the sheet before "older" has to be tapped: a save costs the same all evening."""


@dataclass(frozen=True)
class EventRow:
    """An event that is a row without figures, and what makes that of it."""

    event: Event
    view: Callable[[Match, Event], RowView]

    @property
    def seq(self) -> int:
        return self.event.seq


@dataclass(frozen=True)
class Share:
    """What a seat gets of a line, and how that comes about."""

    seat: int
    formula: Formula
    tone: str


@dataclass(frozen=True)
class Step:
    """Why a row scores what it scores: a line with its rule and where that stands, the `formula` of
    what is common to all and the shares of those who get or pay something; or the sum of all lines,
    which has no rule.
    """

    title: str
    rule: RuleText | None
    formula: Formula | None
    shares: tuple[Share, ...]
    url: str = ""


@dataclass(frozen=True)
class Action:
    """A button to an entry's form: what it says and where it leads.

    A `penalty` is mostly written by the referee; its form is in the menu.
    """

    label: str
    url: str
    type: str
    penalty: bool


@dataclass(frozen=True)
class Tap:
    """A question that a tap on one player answers, and writes: an entry of the `type`. Players of
    whom it would write the same are one of the `groups`.

    Who has `more` to say than that opens its form.
    """

    question: str
    more: str
    url: str
    type: str
    groups: tuple[tuple[Column, ...], ...]


@dataclass(frozen=True)
class Offer:
    """What a notice says that may be written now: an entry of the `type`, by a tap on a button of
    which each is a seat with its `texts`; or that mends it, on the page of a `link`.
    """

    url: str
    type: str
    texts: Mapping[int, str]
    link: str = ""


@dataclass(frozen=True)
class Told:
    """A notice in words, with the way to what it offers."""

    text: str
    offer: Offer | None


@dataclass(frozen=True)
class Sheet:
    """The score sheet; its totals are so many of `what`, where the game has a word for it.

    Who `left` stands below the line. Notices are `quiet` if they only inform; `undo` and `redo`
    name what they would take back, or are empty; the `receipt` says what was written last, if Undo
    takes back just that. Those who listen hear what was done last: `done` of this phone, `news` of
    another one. `tap` is there where one fact is enough for the next entry. `helps` are the game's
    own pages that are asked for in mid-trick; it is `fresh` as long as it can be taken over from
    paper, whatever was agreed on or struck out. `idle` are the names of those who have no part in
    what is due.
    """

    columns: tuple[Column, ...]
    left: tuple[Column, ...]
    rows: tuple[RowView, ...]
    older: int
    older_url: str
    notices: tuple[Told, ...]
    quiet: bool
    over: bool
    actions: tuple[Action, ...]
    undo: str
    redo: str
    receipt: str
    done: str
    news: str
    what: str
    tap: Tap | None
    helps: tuple[str, ...]
    fresh: bool
    idle: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def widest(self) -> int:
        figures = chain((column.total for column in self.columns), *(r.cells for r in self.rows))
        return max(len(figure.text) for figure in figures)

    @property
    def longest_name(self) -> int:
        """How many letters the longest name has, as far as its size depends on them."""
        return min(max(map(len, self.names)), MOST_LETTERS)


@dataclass(frozen=True)
class SheetKey:
    """All that the HTML of a match depends on, but for its gaps: the match as far as its events
    go, and how it is looked at. `seals` tell apart what ledgers hold under the same code, and what
    stood there before a phone settled two sides, or before a name was forgotten.
    """

    code: str
    version: int
    seals: tuple[str, str, str]
    language: str
    looks: tuple[str, str]
    everything: bool
    before: int | None
    part: bool
    root: str
    """The path that a proxy has put the app under; all addresses begin with it."""
    inscribe_url: str
    """Where the loser inscribes a card, if that is due."""
    mine: bool
    """True if no other phone than this one writes."""
    platform: str
    """What the app stands on: a phone's pages have no stream, and others lead to what waits."""
    match: Match = field(compare=False)

    @classmethod
    def of(
        cls,
        match: Match,
        everything: bool = False,
        before: int | None = None,
        inscribe_url: str = "",
        writes: bool = True,
    ) -> "SheetKey":
        """The key of the page that this request asks for. Pass `writes=False` for readers: their
        page does not change with the phone that keeps the score.
        """
        # A part of a page stands in one that has its looks: it is the same for everybody.
        part = wants_partial()
        looks = ("", "") if part else (theme(), buttons())
        mine = writes and match.pencil in ("", phone_id(match.code))
        platform = current_app.config["PLATFORM"]
        how = everything, before, part, request.script_root, inscribe_url, mine, platform
        last = match.events[-1]
        seals = match.events[0].key, last.key, last.hash
        return cls(match.code, match.version, seals, language(), looks, *how, match)


def sheet_of(
    match: Match, everything: bool = False, before: int | None = None, *, writes: bool = True
) -> Sheet:
    """The score sheet of a match, newest row first; `everything` shows a page of a long evening,
    and `before` the page that ends before that row. Without `writes` nothing can be done there.
    """
    rows: list[Row | EventRow] = [row for row in match.rows if not row.undone]
    of_rooms = (each for room in rooms() for each in room.sheet_rows(match))
    if others := [*_event_rows(match), *of_rooms]:
        rows = sorted([*rows, *others], key=lambda row: row.seq)
    list_page = paginate(rows, before, LINES_PER_PAGE if everything else LATEST)
    said = marks_of(match, [line for line in list_page.lines if isinstance(line, Row)])
    last = newest_event(match) if match.version > 1 else None
    done, news = act_texts(match, last) if last else ("", "")
    due = [match.game.entry_types[type] for type in match.standing.next[:1]]
    pausing = [seat for cls in due for seat in cls.pausing_next(match.standing)]
    return Sheet(
        columns=columns_of(match),
        left=columns_of(match, match.seating.away),
        rows=tuple(
            row_view(match, row, said[row.seq])
            if isinstance(row, Row)
            else row.view(match, row.event)
            for row in reversed(list_page.lines)
        ),
        older=list_page.older,
        older_url=url_for(
            "sheet.show", code=match.code, all=1, before=list_page.older if everything else None
        ),
        notices=tuple(_told(match, notice, writes) for notice in match.standing.notices),
        quiet=match.nothing_due,
        over=match.standing.over,
        actions=tuple(_action(match, type) for type in match.standing.next) if writes else (),
        undo=event_name(match, match.undo) if writes else "",
        redo=event_name(match, match.redo_target) if writes else "",
        receipt=receipt_text(match) if writes else "",
        done=done,
        news=news,
        what=book_of(match.game).text("texts", "total"),
        tap=_tap(match) if writes and not match.standing.over else None,
        helps=_helps(match) if writes else (),
        fresh=not is_begun(match.standing),
        idle=", ".join(match.names[seat] for seat in sorted(pausing)),
    )


def _tap(match: Match) -> Tap | None:
    """What a tap on one player would write next; None if that takes more, or nothing is due."""
    type = next(iter(match.standing.next), "")
    groups: dict[str, tuple[Column, ...]] = {}
    for each in columns_of(match) if type else ():
        if told := _tap_text(match, type, each.seat):
            groups[told] = (*groups.get(told, ()), each)
    if not groups:
        return None
    book, n = book_of(match.game), match.standing.played + 1
    question, more = (book.label("entries", type, what) for what in ("tap", "more"))
    url = url_for("entries.tap", code=match.code)
    return Tap(question, more.format(n=n), url, type, tuple(groups.values()))


def _told(match: Match, notice: Notice, writes: bool) -> Told:
    """A notice, for who may write with what it offers."""
    type, text = notice.offers, notice_text(match, notice)
    if writes and type == HOUSE:
        url = url_for("agreeing.show", code=match.code)
        return Told(text, Offer(url, type, {}, _("From now on we play …")))
    if not writes or type not in match.standing.next:
        return Told(text, None)
    label = book_of(match.game).label("entries", type, "take")
    takers = (each for each in columns_of(match) if _tap_text(match, type, each.seat))
    texts = {each.seat: label.format(name=each.name) for each in takers}
    return Told(text, Offer(url_for("entries.tap", code=match.code), type, texts))


def _tap_text(match: Match, type: str, seat: int) -> str:
    """What a tap on a player says; empty if the game would not take it."""
    game, cls = match.game, match.game.entry_types[type]
    if not (data := cls.by_tap(Seat(seat), match.house)):
        return ""
    entry = game.read_entry({**data, "type": type}, len(match.names), match.house)
    return "" if game.check(entry, match.standing, match.house) else repr(sorted(data.items()))


def _helps(match: Match) -> tuple[str, ...]:
    """The game's own pages that may be needed now: one that plays an entry, while that is due."""
    types, due = match.game.entry_types, match.standing.next
    pages = () if match.standing.over else pages_of(match.game.key)
    return tuple(kind for kind in pages if kind not in types or kind in due)


def _event_rows(match: Match) -> Iterator[EventRow]:
    """The rulings that hold, score nothing and stand beside no row; and the agreements."""
    holding = (event for event in match.rulings if match.holds(event))
    alone = (event for event in holding if "about" not in event.body["ruling"])
    yield from (EventRow(event, ruling_row) for event in alone if "entry" not in event.body)
    yield from (EventRow(event, agreement_row) for event in match.agreements)


def steps_of(match: Match, lines: Sequence[Line], was: Sequence[Line]) -> tuple[Step, ...]:
    """The lines of an entry with their rules, their sum, and what that changes of what it was
    before a correction: the explanation of its points.
    """
    book = book_of(match.game)
    steps = [_step(match, book, line) for line in lines]
    counted = [line for line in lines if any(line.points)]
    if counted:
        steps.append(_sum_step(match, book, counted))
    if was and sum_of(was, len(was[0].points)) != sum_of(lines, len(was[0].points)):
        steps.append(_change_step(match, lines, was))
    return tuple(step for step in steps if step.rule or step.shares)


def lines_before(match: Match, row: Row) -> tuple[Line, ...]:
    """The lines of a corrected row as they were before the correction; else none."""
    older = row.versions[:-1]
    return lines_in(match.events[older[-1] - 1].body) if older else ()


def versions_of(match: Match, row: Row) -> tuple[str, ...]:
    """The older versions of a corrected entry: "time · what it was · points" each."""
    older = [match.events[seq - 1] for seq in row.versions[:-1]]
    return tuple(
        " · ".join(filter(None, (clock(event.at), *story_of_event(match, event), points)))
        for event, points in ((event, points_text(match, event)) for event in older)
    )


def _action(match: Match, type: str) -> Action:
    n = match.standing.played + 1
    label = book_of(match.game).label("entries", type, "record").format(n=n)
    penalty = issubclass(match.game.entry_types[type], PenaltyEntry)
    return Action(label, url_for("entries.new", code=match.code, type=type), type, penalty)


def _step(match: Match, book: Rulebook, line: Line) -> Step:
    account, rule = line.reckoned, book.rule(line.rule)
    shares = {seat: account.share(seat) for seat, points in enumerate(line.points) if points}
    return Step(
        title=book.step(line.rule),
        rule=rule,
        formula=common_formula(account, book),
        shares=_shares(match, shares, table_figures(match)),
        url=url_for("rulebook.rule", code=match.code, id=rule.id),
    )


def _sum_step(match: Match, book: Rulebook, lines: Sequence[Line]) -> Step:
    """What the lines come to, of those who have a share in more than one."""
    figures = table_figures(match, amounts=True)
    shares = list[Share]()
    for seat, points in enumerate(sum_of(lines, len(lines[0].points))):
        reasons = ((line.rule, line.points[seat]) for line in lines)
        if found := total_formula(reasons, book, figures):
            shares.append(Share(seat, found, cell_of(match, points).tone))
    return Step(_("Total"), None, None, tuple(shares))


def _change_step(match: Match, lines: Sequence[Line], was: Sequence[Line]) -> Step:
    figures, seats = table_figures(match, amounts=True), len(was[0].points)
    both = zip(sum_of(lines, seats), sum_of(was, seats), strict=True)
    ways = {
        seat: (Term(now), Term(abs(old), "+" if old < 0 else "-"))
        for seat, (now, old) in enumerate(both)
        if now != old
    }
    return Step(_("corrected"), None, None, _shares(match, ways, figures))


def _shares(match: Match, ways: Mapping[int, Terms], figures: Figures) -> tuple[Share, ...]:
    """What each seat gets, by the way to it."""
    book = book_of(match.game)
    return tuple(
        Share(seat, formula(terms, book, figures), cell_of(match, value(terms)).tone)
        for seat, terms in ways.items()
    )
