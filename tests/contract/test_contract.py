"""What every game declares, and has words for; a new one is held to it without a change."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from scorekeeper import games
from scorekeeper.core.house_rules import HouseRules, dump_house, load_house
from scorekeeper.core.schema import (
    RuleId,
    default_of,
    dump,
    fields_of,
    spec_of,
    type_of,
    union_members,
)
from scorekeeper.core.sheet import Entry, PaperEntry
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import score_case
from scorekeeper.rulebook import DEFAULT_LANGUAGE, WORDS, open_rulebook
from tests.contract.books import BOOKS, EACH_BOOK, EACH_GAME, called, place_of
from tests.contract.examples import ALL, asked, can_be_broken

SHELF = Path(games.__file__).parent
ROOMS = {
    *("__init__", "beginners", "house_rules", "entries", "checks", "scoring", "statistics"),
    *("examples.toml", "defaults.toml", "sentences.toml", "source.toml", "decisions", "referee"),
    "rulebook",
}
PUBLIC = {
    "beginners": ("first_deal",),
    "house_rules": ("HouseRules", "pack_of"),
    "entries": ("ENTRIES", "penalty_entry", "Standing"),
    "checks": ("check",),
    "scoring": ("start", "score", "after", "state"),
    "statistics": ("statistics", "story", "outcome", "RECORDS"),
    "referee": ("penalty", "DISPUTES", "RULES"),
}
"""What a game says in each of its modules, in this order; other names may stand between."""
EACH_ENTRY = pytest.mark.parametrize(
    ("game", "language", "entry"),
    [(game, language, entry) for game, language in BOOKS for entry in game.entries],
    ids=called,
)
EACH_TABLE = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.seats],
    ids=called,
)


def book_of(game, language):
    book = open_rulebook(game.folder, language)
    assert book.language == language
    return book


def choices_of(cls, name):
    """The choices of a field, if it is one of several."""
    kind = type_of(cls, name)
    return [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else []


def rules_of(game, entry, name):
    """The rules that a field of an entry may name, if it names one."""
    return list(game.recordable_rules(entry)) if type_of(entry, name) is RuleId else []


@EACH_GAME
def test_every_folder_has_the_same_rooms(game):
    names = {path.name for path in game.folder.iterdir() if path.name != "__pycache__"}
    rooms = {name.removesuffix(".py") for name in names}
    assert rooms == ROOMS, rooms ^ ROOMS
    books = {path.stem for path in (game.folder / "rulebook").iterdir()}
    assert {DEFAULT_LANGUAGE} <= books <= {path.stem for path in WORDS.iterdir()}


@EACH_GAME
def test_every_folder_says_the_same_things_in_the_same_places(game):
    for room, names in PUBLIC.items():
        folder = game.folder / room
        source = folder / "__init__.py" if folder.is_dir() else folder.with_suffix(".py")
        tree = ast.parse(source.read_text("utf-8"))
        assert [name for name in names_of(tree) if name in names] == list(names), source


def names_of(module):
    """What a module defines or takes from elsewhere, in the order in which it stands there."""
    for node in module.body:
        if isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (ast.unparse(target) for target in targets)


@EACH_GAME
def test_a_game_lies_where_it_says(game):
    assert GAMES[game.key] is game
    assert game.folder == SHELF / game.key


def require_words(game, book, *path):
    """The book has a text at a path; where all lack it, it is English that has to say it."""
    if book.text(*path) or book.language != DEFAULT_LANGUAGE:
        return
    place = place_of(game, "rulebook", f"{book.language}.toml")
    pytest.fail(f"{place}: write [{'.'.join(path[:-1])}] {path[-1]}", pytrace=False)


@EACH_GAME
def test_types_of_entry_have_names_of_their_own(game):
    assert list(game.entry_types.values()) == list(game.entries)
    assert any(entry.numbered for entry in game.entries)


@EACH_ENTRY
def test_every_entry_and_its_fields_have_their_words(game, language, entry):
    book = book_of(game, language)
    tapped = entry.by_tap.__func__ is not Entry.by_tap.__func__
    due = ("tap", "more") if entry.numbered else ("take",)
    for word in ("name", "record", "save", "title", *(due if tapped else ())):
        require_words(game, book, "entries", entry.type, word)
    for name in fields_of(entry):
        require_words(game, book, "fields", entry.type, name, "label")
        if choices := choices_of(entry, name) or rules_of(game, entry, name):
            # What has no words is not offered: case files may say it, forms need not.
            offered = set(book.data["fields"][entry.type][name]["choices"])
            assert offered
            assert offered <= set(choices).union(*(choices_of(entry, n) for n in fields_of(entry)))


@EACH_BOOK
def test_no_words_are_left_of_entries_and_house_rules_that_are_gone(game, language):
    data = book_of(game, language).data
    there_are = {f"entries.{type}" for type in game.entry_types}
    there_are |= {f"house.{name}" for name in fields_of(game.house)}
    for type, entry in game.entry_types.items():
        there_are |= {f"fields.{type}.{name}" for name in fields_of(entry)}
    written = {f"{table}.{name}" for table in ("entries", "house") for name in data[table]}
    written |= {f"fields.{type}.{name}" for type, names in data["fields"].items() for name in names}
    left = sorted(written - there_are)
    assert not left, f"{place_of(game, 'rulebook', language)}.toml: delete {left}"


@EACH_BOOK
def test_every_house_rule_has_its_words_and_belongs_to_a_rule(game, language):
    book = book_of(game, language)
    for name, rule in fields_of(game.house).items():
        require_words(game, book, "rules", spec_of(rule).rule, "text")
        for word in ("label", "help"):
            require_words(game, book, "house", name, word)
        for choice in choices_of(game.house, name):
            require_words(game, book, "house", name, "choices", choice)


@EACH_GAME
def test_defaults_are_not_written_and_read_back(game):
    house = game.house()
    assert dump_house(house) == {}
    assert load_house(game.house, {}) == house
    for name, rule in fields_of(game.house).items():
        assert load_house(game.house, {name: dump(default_of(rule))}) == house, name


@EACH_GAME
def test_every_choice_of_a_house_rule_reads_back(game):
    for name in fields_of(game.house):
        for choice in get_args(type_of(game.house, name)) if choices_of(game.house, name) else ():
            agreed = game.house(**{name: choice})
            assert load_house(game.house, dump_house(agreed)) == agreed


@EACH_GAME
def test_no_question_depends_on_what_all_games_agree_on(game):
    asked = {name for kind in game.kinds.values() for name in kind.depends_on}
    assert not asked & set(fields_of(HouseRules))


@EACH_GAME
def test_a_number_that_a_question_asks_for_has_bounds(game, faults):
    """So a phone's keyboard and the referee know what it may be, also where nobody knows it."""
    for kind in game.disputes:
        for name, field in fields_of(kind).items():
            with faults.at(kind.kind, name):
                if int in union_members(type_of(kind, name)):
                    assert None not in (spec_of(field).ge, spec_of(field).le)


@EACH_GAME
def test_what_a_match_knows_it_fills_in(game, faults):
    for kind in game.disputes:
        facts = {"players", "dealer", "before", *(("leader",) if kind.kind == "audit" else ())}
        with faults.at(kind.kind):
            known = {name: spec_of(fields_of(kind)[name]).known for name in fields_of(kind)}
            assert not [name for name in facts & known.keys() if known[name] != name]


@EACH_GAME
def test_a_kind_whose_rules_only_ask_for_facts_forbids_nothing(game):
    """Its answer says what follows, and neither that it is allowed nor that it is not."""
    rules = list(asked(game))
    forbidding = {rule.asks.kind for rule in rules if can_be_broken(rule)}
    assert {rule.asks.kind for rule in rules if rule.breakable} == forbidding


@EACH_TABLE
def test_a_match_starts_at_zero_and_awaits_an_entry(game, players):
    for dealer in range(players):
        standing = game.start(players, dealer, game.house())
        assert standing.totals == (0,) * players
        assert (standing.dealer, standing.played, standing.over) == (dealer, 0, False)
        assert standing.next
        assert set(standing.next) <= set(game.entry_types)
        assert isinstance(game.state(standing), Mapping)


@cache
def trees(game):
    return tuple(
        ast.parse(path.read_text("utf-8"))
        for path in (*sorted(game.folder.rglob("*.py")), *sorted(SHELF.glob("*.py")))
    )


@cache
def said(game, kind):
    """The ids that calls of `kind(id, …)` in a game's code name, as far as they stand there."""
    calls = (
        node
        for tree in trees(game)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).removeprefix("sheet.") == kind
        and node.args
    )
    return frozenset(id for call in calls for id in ids_in(game, call.args[0]))


def ids_in(game, expression):
    """The texts that an expression may be; what a function of the game gives, read there."""
    if isinstance(expression, ast.IfExp):
        yield from ids_in(game, expression.body)
        yield from ids_in(game, expression.orelse)
    elif isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.Call):
        for function in functions(game, ast.unparse(expression.func)):
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    yield from ids_in(game, node.value)


def functions(game, name):
    for tree in trees(game):
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                yield node


@cache
def texts(game):
    nodes = (node for tree in trees(game) for node in ast.walk(tree))
    constants = (node.value for node in nodes if isinstance(node, ast.Constant))
    return frozenset(value for value in constants if isinstance(value, str))


def line_rules(game):
    """Rules that lines name: in the code, or as the choices of an entry's `rule`."""
    named = [entry for entry in game.entries if "rule" in fields_of(entry)]
    chosen = (choices_of(entry, "rule") or rules_of(game, entry, "rule") for entry in named)
    makers = ("Line.of", "typed_line", "Reason")
    return set().union(*(said(game, maker) for maker in makers), *chosen, papers(game))


def papers(game):
    """The rule of the lines that stood on paper, if a game takes such over."""
    return {entry.rule for entry in game.entries if issubclass(entry, PaperEntry)}


@EACH_BOOK
def test_every_refusal_has_a_sentence_a_short_form_and_a_rule(game, language):
    of_paper = {f"{rule}.{why}" for rule in papers(game) for why in ("late", "seats")}
    book, ids = book_of(game, language), said(game, "Refusal") | of_paper
    assert ids
    assert ids <= set(book.data["refusals"])
    assert set(book.data["refusals"]) == set(book.data["short"]) <= texts(game) | of_paper
    assert all(book.rule(id) for id in ids)


@EACH_BOOK
def test_every_notice_has_a_sentence(game, language):
    notices = set(book_of(game, language).data["notices"])
    assert said(game, "Notice") <= notices <= texts(game)


@EACH_BOOK
def test_every_line_has_its_rule(game, language):
    book, rules = book_of(game, language), line_rules(game)
    assert rules
    assert all(book.step(id) and book.rule(id) for id in rules | set(book.data["steps"]))


@EACH_BOOK
def test_every_statistic_has_its_label(game, language):
    stats = game.statistics((), game.seats[0])
    assert stats
    assert all(book_of(game, language).label("stats", stat.id) for stat in stats)
    assert all(len(stat.values) == game.seats[0] for stat in stats)


@EACH_BOOK
def test_every_record_and_milestone_has_its_label(game, language):
    pack = {"pack"} if game.inscription else set()
    book, ids = book_of(game, language), said(game, "Feat") | pack
    assert set(book.data.get("records", {})) == ids
    assert all(book.label("records", id, "label") for id in ids)
    assert set(book.data.get("marks", {})) == set(game.records.milestones)


@EACH_GAME
def test_what_a_line_sums_to_is_said_of_rules_in_the_book(game):
    known = book_of(game, DEFAULT_LANGUAGE).rules
    said = (rule for rule, right in game.line_sums.items() if right is not None)
    assert [rule for rule in said if rule not in known and rule != game.key] == []


@EACH_GAME
def test_every_line_of_the_worked_cases_sums_to_what_the_game_says(game):
    lines = [line for each, example in ALL if each is game for line in lines_of(example)]
    wrong = [x for x in lines if game.line_sum(x.rule) not in (None, sum(x.points))]
    assert lines
    assert wrong == []


def lines_of(example):
    if example.scored and "error" not in example.case["expect"]:
        for row in score_case(example.case).match.rows:
            yield from row.lines
