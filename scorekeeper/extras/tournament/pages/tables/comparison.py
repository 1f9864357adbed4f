"""What the sides of a table entered, field by field: where they differ, and which cannot be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.extras.tournament import Table, Tournament
from scorekeeper.extras.tournament.events import Claimed, Result
from scorekeeper.extras.tournament.pages.access import tournaments
from scorekeeper.extras.tournament.sheets import TableSheet
from scorekeeper.extras.tournament.tables import Claim, Fault, fields_that_differ
from scorekeeper.ledger import Event
from scorekeeper.stream.kinds import body_of
from scorekeeper.web.wording.figures import Cell, cell_of
from scorekeeper.web.wording.reader import clock

POT = "pot"
"""The control of what lies in the pot."""


@dataclass(frozen=True)
class ClaimColumn:
    """What one side entered, or what stands elsewhere; `wrong` if it cannot be, `own` of who looks.

    `offer` are the hidden fields with which another side says the same; empty if it cannot.
    """

    who: str
    cells: tuple[Cell, ...]
    wrong: bool = False
    own: bool = False
    offer: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """Columns beside each other; `fields` are what the lines are of, each with whether it differs.

    Where there is no pot, it is no field, though each column has a last cell for it. `faults` name
    what cannot be, `notes` how the columns compare with the sheet.
    """

    fields: tuple[tuple[str, bool], ...]
    columns: tuple[ClaimColumn, ...]
    faults: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class HistoryLine:
    """A line of a table's history: when, who, and what it should have ended with."""

    at: str
    who: str
    figures: str


def compare(tournament: Tournament, table: Table, own: Claim | None = None) -> Comparison:
    """What the sides entered, beside the sheet and an older result; `own` is of who looks."""
    claims = sorted(table.claims, key=lambda c: len(table.seats) if c.seat is None else c.seat)
    sheet = tournaments().sheet(table)
    fields, differing = fields_of(tournament, table), fields_that_differ(claims)
    return Comparison(
        tuple((name, at in differing) for at, name in enumerate(fields)),
        (
            *(_column(tournament, table, claim, own) for claim in claims),
            *_other_columns(tournament, table, sheet),
        ),
        tuple(
            fault_text(tournament, table, claim.fault, who_of(tournament, table, claim.seat))
            for claim in claims
            if claim.fault
        ),
        tuple(_sheet_notes(tournament, table, fields, sheet)) if sheet.entries else (),
    )


def fields_of(tournament: Tournament, table: Table) -> list[str]:
    """The fields of a result: the players, and the pot where there is one."""
    names = [*tournament.names(table.seats)]
    return [*names, _("In the pot")] if has_pot(table) else names


def controls_of(table: Table) -> list[str]:
    """The controls with which a result is typed, field by field."""
    return [*(f"balance-{seat}" for seat in range(len(table.seats))), POT]


def plays_with_pot(table: Table) -> bool:
    """True if there is a pot at a table."""
    match = tournaments().matches.get(table.code)
    return match.game.pot(match.standing) is not None


def has_pot(table: Table) -> bool:
    """True if there is a pot at a table, or somebody entered one."""
    entered = [table.pot, *(claim.pot for claim in table.claims)]
    return plays_with_pot(table) or any(entered)


def state_sentence(tournament: Tournament, table: Table) -> str:
    """How far the result of a table is, and what has to be done."""
    texts = {
        "empty": _("Nobody has entered the result yet."),
        "half": _("Entered by %(names)s. It counts once another player has entered the same."),
        "differs": _("%(names)s do not agree: look at the marked fields.")
        if fields_that_differ(table.claims)
        else _("%(names)s say the same, but it cannot be right: count again."),
        "doubted": _("It was corrected. The earlier result stays until all say the same."),
        "confirmed": _("It counts: confirmed by %(names)s."),
        "decided": _("It counts: the organiser decided."),
    }
    names = ", ".join(who_of(tournament, table, claim.seat) for claim in table.claims)
    return str(texts[table.state] % {"names": names})


def who_of(tournament: Tournament, table: Table, seat: int | None) -> str:
    """Who a side is."""
    return _("Organiser") if seat is None else tournament.players[table.seats[seat]].name


def fault_text(tournament: Tournament, table: Table, fault: Fault, who: str) -> str:
    """Why what somebody entered cannot be."""
    least = cell_of(tournament, fault.amount).text
    if fault.why == "below":
        name = who_of(tournament, table, fault.seat)
        return str(
            _(
                "%(who)s: %(name)s cannot have less than %(least)s.",
                who=who,
                name=name,
                least=least,
            )
        )
    return str(
        _(
            "%(who)s: that adds up to %(sum)s, not to zero. That cannot be right.",
            who=who,
            sum=least,
        )
    )


def _column(tournament: Tournament, table: Table, claim: Claim, own: Claim | None) -> ClaimColumn:
    cells = _cells(tournament, *claim.figures)
    offered = zip(controls_of(table), (cell.text for cell in cells), strict=True)
    other = own is not None and own.figures != claim.figures and claim.fault is None
    return ClaimColumn(
        who_of(tournament, table, claim.seat),
        cells,
        claim.fault is not None,
        claim is own,
        tuple(offered) if other else (),
    )


def _other_columns(
    tournament: Tournament, table: Table, sheet: TableSheet
) -> Iterator[ClaimColumn]:
    """What stands on the sheet, and the result that is doubted."""
    if sheet.entries:
        yield ClaimColumn(_("Sheet"), _cells(tournament, *sheet.balances, sheet.pot))
    if table.state == "doubted":
        yield ClaimColumn(_("Before"), _cells(tournament, *table.balances, table.pot))


def _cells(tournament: Tournament, *figures: int) -> tuple[Cell, ...]:
    return tuple(cell_of(tournament, each) for each in figures)


def _sheet_notes(
    tournament: Tournament, table: Table, fields: Sequence[str], sheet: TableSheet
) -> Iterator[str]:
    """Which of the sides says what the sheet says, and in what the others do not."""
    written = (*sheet.balances, sheet.pot)
    for claim in table.claims:
        who = who_of(tournament, table, claim.seat)
        pairs = zip(fields, claim.figures, written, strict=False)
        others = [name for name, said, stands in pairs if said != stands]
        if others:
            yield _(
                "%(who)s: different from the sheet: %(names)s.", who=who, names=", ".join(others)
            )
        else:
            yield _("%(who)s: as on the sheet.", who=who)


def history_of(tournament: Tournament, table: Table) -> list[HistoryLine]:
    """Everything that was entered and decided for a table, the oldest first."""
    fields = len(fields_of(tournament, table))
    return [_line(tournament, table, event, fields) for event in table.log]


def _line(tournament: Tournament, table: Table, event: Event, fields: int) -> HistoryLine:
    said: Result | Claimed
    if event.kind == "result":
        said, who = body_of(event, Result), _("Organiser decided")
    else:
        said = body_of(event, Claimed)
        who = who_of(tournament, table, said.seat)
    figures = _cells(tournament, *said.balances, said.pot)[:fields]
    return HistoryLine(clock(event.at), who, " · ".join(cell.text for cell in figures))
