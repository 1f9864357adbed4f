"""What a table plays, as a reader sees it: house rules in words, and worked examples with the
situation, the verdict on it, and what it costs.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from scorekeeper.core.cards import Pack
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import (
    HouseRules,
    dump_house,
    dump_whole_house,
    load_house,
    paths_of,
    value_at,
    with_value,
)
from scorekeeper.core.schema import Invalid, Json, fields_of
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.referee.dispute import AnyDispute, Dispute
from scorekeeper.referee.hands import HAND, HOLDS, LACKS, suit_or_rank
from scorekeeper.referee.judgements import Judgement, judge_question
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.decisions import Example
from scorekeeper.web.forms import FieldText, LabelledValue, describe, field_texts
from scorekeeper.web.forms.kinds.kind import form_fields, kind_of
from scorekeeper.web.forms.labels import Fragment, Labels
from scorekeeper.web.wording.reader import book_of, game_points_text, placeholder_names
from scorekeeper.web.wording.verdicts import VerdictView as Answer
from scorekeeper.web.wording.verdicts import verdict_view as answer_of


def house_rule_texts(game: AnyGame, house: HouseRules) -> tuple[FieldText, ...]:
    """All house rules of a game as a table plays them, in the order of their declaration."""
    labels = Labels(book_of(game), ("house",), ())
    return tuple(field_texts(game.house, dump_house(house), labels))


@dataclass(frozen=True)
class ExampleView:
    """An example in words.

    `house_rules` are those that differ from the usual ones, but for the figures of a table.
    `situations` are title and facts: of a dispute one, with the `verdict` on it; of a sheet one for
    each entry, with the `totals` (name, points), or `refused`.
    """

    house_rules: tuple[str, ...]
    situations: tuple[tuple[str, list[LabelledValue]], ...]
    verdict: Answer | None = None
    refused: bool = False
    totals: tuple[tuple[str, str], ...] = ()

    @property
    def shows(self) -> str:
        """What it is an example of: that something is allowed, or is not, or is no entry."""
        return "refused" if self.refused else self.verdict.outcome if self.verdict else ""


def example_view(example: Example, table: HouseRules | None = None) -> ExampleView:
    """An example in the words of this request's language, with the referee's own answer; with the
    figures of a table, unless it has its own, or would show something else there.
    """
    game = GAMES[example.case["game"]]
    view = _sheet_view if example.scored else _dispute_view
    usual = view(game, game.house(), example.case)
    base: HouseRules = game.house()
    for path in paths_of(game.house):
        if type(value := value_at(table or base, path)) is int:
            base = with_value(base, path, value)
    house = {**dump_house(base), **example.case.get("house", {})}
    with suppress(Invalid):
        there = view(game, base, {**example.case, "house": house})
        if there.shows == usual.shows:
            return there
    return usual


def house_of(example: Example) -> HouseRules:
    return load_house(GAMES[example.case["game"]].house, example.case.get("house", {}))


def facts_of(judgement: Judgement, book: Rulebook) -> list[LabelledValue]:
    """A question in words; of an offence that the table agrees on there are no facts."""
    asked = judgement
    return facts_in(asked.game, book, asked.kind, asked.given, asked.names)


def facts_in(
    game: AnyGame, book: Rulebook, kind: str, given: Mapping[str, Json], names: Sequence[str]
) -> list[LabelledValue]:
    """The facts of a question in words, with what is known of a hand that is told in part."""
    if (declared := game.kinds.get(kind)) is None:
        return []
    rules = source_rules(game, book, source_facts_in(game, declared, given))
    told = [(label, (Fragment(text),)) for label, text in rules]
    hand = part_of_hand(book, kind, given, game.pack(game.house()))
    return [*describe(book, declared, given, names), *hand, *told]


def told_of_hand(given: Mapping[str, Json]) -> dict[str, Json]:
    """The facts that tell a hand in part."""
    return {name: given[name] for name in (HOLDS, LACKS) if given.get(name)}


def part_of_hand(
    book: Rulebook, kind: str, given: Mapping[str, Json], pack: Pack
) -> Iterator[LabelledValue]:
    """What is known to be in a hand, and what is known not to be."""
    labels = {HOLDS: book.text("asked", kind, HAND, "label"), LACKS: _("Not in hand")}
    for name, codes in told_of_hand(given).items():
        if isinstance(codes, list | tuple):
            yield labels[name], tuple(_of_hand(book, str(code), pack) for code in codes)


def _of_hand(book: Rulebook, code: str, pack: Pack) -> Fragment:
    """A card, or any of a suit or of a rank."""
    if code in pack.by_code:
        return Fragment(card=code)
    suit, rank = suit_or_rank(code, pack)
    return Fragment(book.rank(rank) if rank else book.suit(suit))


def source_facts_in(
    game: AnyGame, kind: type[AnyDispute], given: Mapping[str, Json]
) -> Mapping[str, Json]:
    """The facts of a case that say how its table plays, and that no control of its kind asks for:
    a deal may be settled by another tariff.
    """
    names = [name for name in fields_of(kind) if name in fields_of(game.house)]
    unasked = (name for name in names if name not in form_fields(kind))
    return {name: given[name] for name in unasked if given.get(name) is not None}


def source_rules(game: AnyGame, book: Rulebook, told: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Such facts in words: each house rule with what it is; none of what cannot be read."""
    house = game.house
    told = {name: value for name, value in told.items() if name in fields_of(house)}
    try:
        whole = dump_whole_house(load_house(house, told))
    except Invalid:
        return []
    labels = Labels(book, ("house",), ())
    kinds = {name: kind_of(house, name) for name in told}
    return [
        (labels.of(name, "label"), kind.text(whole[name], labels)) for name, kind in kinds.items()
    ]


def _dispute_view(game: AnyGame, base: HouseRules, case: Mapping[str, Any]) -> ExampleView:
    house = load_house(game.house, case.get("house", {}))
    book, kind, judged = book_of(game, house), case["kind"], judgement_of(game, house, case)
    facts = ((book.question(kind), facts_of(judged, book)),) if kind in game.kinds else ()
    return ExampleView(_differing(game, house, base), facts, answer_of(judged, book))


def judgement_of(game: AnyGame, house: HouseRules, case: Mapping[str, Any]) -> Judgement:
    """The referee's answer to a case, whose players nobody named. Raises Invalid."""
    kind, given = case["kind"], case["given"]
    names = placeholder_names(game.players_in(game.kinds.get(kind, Dispute), given))
    return judge_question(game, house, names, kind, given)


def _sheet_view(game: AnyGame, base: HouseRules, case: Mapping[str, Any]) -> ExampleView:
    house = load_house(game.house, case.get("house", {}))
    book, names = book_of(game), case["players"]
    try:
        totals = score_case(case).match.standing.totals
    except (Invalid, RefusedEntry):
        totals = ()
    return ExampleView(
        _differing(game, house, base),
        tuple(entry_view(game, book, entry, names) for entry in case["entries"]),
        refused=not totals,
        totals=tuple(
            (n, game_points_text(game, points)) for n, points in zip(names, totals, strict=False)
        ),
    )


def entry_view(
    game: AnyGame, book: Rulebook, entry: Mapping[str, Any], names: Sequence[str]
) -> tuple[str, list[LabelledValue]]:
    """An entry by its name, and what it says; `void` and `correct` are about an earlier one."""
    type = str(entry["type"])
    if type not in game.entry_types:
        number = int(entry["entry"]) + 1
        if type == "void":
            return _("row %(n)s is struck out", n=number), []
        again = {"type": "", **entry["with"]}
        return _("row %(n)s is corrected", n=number), entry_view(game, book, again, names)[1]
    fields = describe(book, game.entry_types[type], entry, names, ("fields", type))
    return book.label("entries", type, "name"), fields


def _differing(game: AnyGame, house: HouseRules, base: HouseRules) -> tuple[str, ...]:
    if house == base:
        return ()
    both = zip(house_rule_texts(game, house), house_rule_texts(game, base), strict=True)
    return tuple(f"{here.label}: {here.value}" for here, usual in both if here.value != usual.value)
