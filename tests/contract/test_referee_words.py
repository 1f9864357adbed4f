"""What the referee says, in every language of every game: nothing unsaid, nothing left over."""

import ast
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

from scorekeeper import games
from scorekeeper.core.schema import Seat, dump, fields_of, type_of
from scorekeeper.core.sheet import Entry, dump_entry
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import breach_id
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook import DEFAULT_LANGUAGE, open_rulebook
from scorekeeper.rulebook.decisions import decisions_of
from tests.contract.books import EACH_BOOK, EACH_GAME, languages_of, table_of
from tests.contract.examples import (
    NAMES,
    asked,
    can_be_broken,
    dispute_of,
    houses,
    judged_examples,
    values_of,
    verdict_of,
)
from tests.contract.missing import texts_of

LONGEST_LABEL = 24  # over a control of a phone 360 pixels wide
AUDIT = "audit"
NOTHING = (None, [], {})


def data_of(game, language):
    return open_rulebook(game.folder, language).data


def assert_says(game, language, name, told, needed, optional=()):
    """Fails for what a table of a book does not say, and for what nothing asks it to say.

    English lends its texts to the others, so it is told what it lacks, and they what they kept.
    """
    place, lacking = table_of(game, language, name), {*needed} - {*told}
    assert not lacking or language != DEFAULT_LANGUAGE, f"{place}: write {sorted(lacking)}"
    gone = {*told} - {*needed} - {*optional}
    assert not gone, f"{place}: take away {sorted(gone)}, which nothing says any more"


def leaves(words, path=()):
    for name, value in words.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name), value


def labels(cls, path):
    for name in fields_of(cls):
        yield (*path, name, "label")
        yield from choices(type_of(cls, name), (*path, name))


def choices(kind, path):
    """The words for what a field of a type chooses from, in whatever it is wrapped."""
    if is_dataclass(kind) and isinstance(kind, type):
        # Entries and sets of house rules have words of their own.
        if not (issubclass(kind, Entry) or hasattr(kind, "presets")):
            yield from labels(kind, path)
    elif get_origin(kind) is Literal:
        yield from ((*path, "choices", str(choice)) for choice in get_args(kind))
    elif get_origin(kind) is Mapping:
        key, value = get_args(kind)
        keys = get_args(key) if get_origin(key) is Literal else ()
        yield from ((*path, "keys", str(each)) for each in keys)
        yield from choices(value, path)
    elif set(get_args(kind)) == {tuple[int, ...], Seat}:
        yield from ((*path, name, "label") for name in ("seat", "n"))
    else:
        for inner in get_args(kind):
            yield from choices(inner, path)


@EACH_BOOK
def test_every_kind_of_dispute_has_a_short_name(game, language):
    kinds = data_of(game, language)["kinds"]
    assert_says(game, language, "kinds", kinds, game.kinds)
    for kind, words in kinds.items():
        assert set(words) == {"name"}, kind
        assert words["name"], kind
        assert len(words["name"]) <= LONGEST_LABEL, words["name"]
    assert len({words["name"] for words in kinds.values()}) == len(kinds)


@EACH_BOOK
def test_every_field_and_choice_of_a_dispute_has_its_words(game, language):
    told = dict(leaves(data_of(game, language)["asked"]))
    needed = {".".join(path) for kind in game.disputes for path in labels(kind, (kind.kind,))}
    asked = {".".join(path) for path in told if path[-1] != "help"}
    assert_says(game, language, "asked", asked, needed)
    assert all(told.values())
    long = [
        text for path, text in told.items() if path[-1] == "label" and len(text) > LONGEST_LABEL
    ]
    assert not long


@EACH_BOOK
def test_every_rule_of_the_referee_stands_in_the_book(game, language):
    cases = {f"{id}." for id in open_rulebook(game.folder, language).rules}
    unwritten = {rule.id for rule in game.rules if not f"{rule.id}.".startswith((*cases,))}
    assert_says(game, language, "rules", (), unwritten)


@EACH_BOOK
def test_every_rule_that_can_be_broken_has_a_sentence(game, language):
    breakable = [rule for rule in asked(game) if can_be_broken(rule)]
    needed = {sentence(rule.asks.kind, rule.id) for rule in breakable}
    own = {f"{rule.asks.kind}.{rule.id}" for rule in breakable} | causes(game)
    assert_says(game, language, "verdicts", data_of(game, language)["verdicts"], needed, own)


@cache
def causes(game):
    """Rules with what was wrong, where they ask for several things, as far as cases show it."""
    decided = [decision.example for decision in decisions_of(game)]
    asked = [each for each in (*judged_examples(game), *decided) if is_asked(each)]
    verdicts = [verdict_of(game, example) for example in asked]
    return frozenset(f"{v.rules[0]}.{v.facts['wrong']}" for v in verdicts if "wrong" in v.facts)


def is_asked(example):
    """True unless the table only agreed on an offence, or a sheet is scored."""
    return not example.scored and example.case["kind"] != Admitted.kind


@EACH_BOOK
def test_every_kind_has_a_sentence_for_what_is_right(game, language):
    own = {f"{rule.asks.kind}.{rule.id}" for rule in game.rules if not can_be_broken(rule)}
    assert_says(game, language, "legal", data_of(game, language)["legal"], game.kinds, own)


@EACH_BOOK
def test_offences_that_are_listed_can_be_penalised(game, language):
    listed = data_of(game, language)["offences"]
    offences = {rule.id for rule in game.rules if can_be_broken(rule) or rule.asks is Admitted}
    place = table_of(game, language, "offences")
    assert listed
    gone = sorted(set(listed) - offences)
    assert not gone, f"{place}: take away {gone}, of which no rule says what it costs"
    lacking = {rule.id for rule in game.rules if rule.asks is Admitted} - set(listed)
    lacking |= {id for id, words in listed.items() if not words}
    assert not lacking, f"{place}: write what each of {sorted(lacking)} is called"


@EACH_GAME
def test_offences_are_listed_in_the_same_order_everywhere(game):
    order = list(data_of(game, "en")["offences"])
    for language in languages_of(game):
        place = table_of(game, language, "offences")
        mine = list(data_of(game, language)["offences"])
        assert mine == order, f"{place}: write these, in this order: {order}"


def penalties(game):
    for house in houses(game):
        for rule in game.rules:
            if can_be_broken(rule) or rule.asks is Admitted:
                yield rule.id, rule.penalty(house)


def kind_of(penalty):
    return penalty.kind if penalty else "none"


@EACH_BOOK
def test_every_penalty_says_how_play_goes_on(game, language):
    onward = data_of(game, language)["onward"]
    costs = list(penalties(game))
    assert not [(id, cost) for id, cost in costs if not {id, kind_of(cost)} & set(onward)]
    kinds = {kind_of(cost) for _, cost in costs} | {"none"}
    of_rules = {id for id, _ in costs} | {f"{id}.{kind_of(cost)}" for id, cost in costs}
    asked = {f"{rule.asks.kind}.{rule.id}" for rule in game.rules}
    known = of_rules | asked | kinds | {f"{kind}.sum" for kind in kinds}
    assert not set(onward) - known, "words of what is gone"


@EACH_BOOK
def test_every_penalty_has_words_in_the_book_or_in_those_of_all_games(game, language):
    book = open_rulebook(game.folder, language)
    costs = {cost or Penalty("none") for _, cost in penalties(game)}
    said = {cost: book.penalty(cost, "7 points") for cost in costs}
    assert not [cost for cost, text in said.items() if text == cost.kind], "has no words"
    assert not [text for text in said.values() if flaws(book, game, text, {})]
    ids = {id for cost in costs for id in (*cost.ids, f"{cost.kind}.sum")}
    assert not set(book.data.get("penalties", {})) - ids, "words of what is gone"


@EACH_GAME
def test_a_penalty_without_words_is_said_by_its_kind(game):
    book = open_rulebook(game.folder, "cs")
    assert book.penalty(Penalty("unheard-of", what="of"), "") == "unheard-of"


@EACH_GAME
def test_what_a_penalty_writes_can_be_read(game):
    fines = [game.penalty_entry(id, 1, cost) for id, cost in penalties(game)]
    for plain in [plain for plain in fines if plain is not None]:
        entry = game.read_entry(plain, game.seats[0], game.house())
        assert dump_entry(entry).items() <= {**plain}.items(), plain
        assert 1 in plain.values()


@EACH_GAME
def test_every_penalty_in_points_is_written_on_the_sheet(game):
    owed = [(id, cost) for id, cost in penalties(game) if kind_of(cost) == "points"]
    assert not [(id, cost) for id, cost in owed if game.penalty_entry(id, 1, cost) is None]
    assert game.penalty_entry(game.rules[0].id, 1, None) is None


def facts_missed(code):
    return {
        node.args[0].value
        for part in code
        for node in ast.walk(part)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "Missing"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


@cache
def code_of(game):
    """A game's own modules, and what it uses of those that the games share."""
    own = [ast.parse(path.read_text("utf-8")) for path in sorted(game.folder.rglob("*.py"))]
    nodes = [node for tree in own for node in ast.walk(tree)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    parts = [node for node in nodes if isinstance(node, ast.Attribute)]
    used = []
    for path in Path(games.__file__).parent.glob("*.py"):
        mine = [node for node in imports if node.module == f"scorekeeper.games.{path.stem}"]
        names = {alias.name for node in mine for alias in node.names}
        names |= {node.attr for node in parts if ast.unparse(node.value) == path.stem}
        used += reached(ast.parse(path.read_text("utf-8")), names)
    return [*own, *used]


def reached(module, names):
    """What a module defines under some names, and whatever it names in turn."""
    defined = {n.name: n for n in module.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    found = {}
    while new := (names & set(defined)) - set(found):
        found |= {name: defined[name] for name in new}
        walked = (node for name in new for node in ast.walk(defined[name]))
        names = names | {node.id for node in walked if isinstance(node, ast.Name)}
    return list(found.values())


@EACH_BOOK
def test_every_fact_that_can_be_missing_is_named(game, language):
    told = data_of(game, language)["missing"]
    facts = facts_missed(code_of(game))
    assert facts
    asked = {name for kind in game.disputes for name in fields_of(kind)}
    of_kinds = {f"{kind.kind}.{name}" for kind in game.disputes for name in fields_of(kind)}
    assert_says(game, language, "missing", told, facts, asked | of_kinds)
    assert all(told.values())


def sentence(kind, rule):
    """The key of what is said when a rule is broken; of an audit it is told with its place."""
    return f"{AUDIT}.{rule}" if kind == AUDIT else rule


def flaws(book, game, text, facts):
    """What is wrong with a sentence: something unfilled, a card by its code, an id not in words."""
    codes = {str(card) for card in game.pack(game.house()).cards}
    named = {str(card) for card in game.pack(game.house()).cards if card.suit in "SHDC"}
    ids = set(texts_of(facts)) - codes - set(book.data.get("words", {}))
    words = [word.strip(".,:;()„“”") for word in text.split()]
    unsaid = [word for word in words if word in named | ids | {"None", "True", "False"}]
    return [*unsaid, *(mark for mark in "{}[]" if mark in text)]


@EACH_BOOK
def test_the_verdict_on_every_example_and_its_answer_can_be_said(game, language, faults):
    book = open_rulebook(game.folder, language)
    for example in judged_examples(game):
        dispute, verdict = dispute_of(game, example), verdict_of(game, example)
        with faults.at(language, example.rule, example.case):
            said, facts = text_of(book, dispute, verdict)
            assert said
            assert not flaws(book, game, said, facts), said
        with faults.at(language, example.rule, example.case, "answer"):
            result = dump(verdict.result)
            told = [book.answer(dispute.kind, n, each, NAMES, result) for n, each in result.items()]
            assert not [flaw for text in told for flaw in flaws(book, game, text, result)], told
            if any(value not in NOTHING for value in result.values()):
                assert any(told) or verdict.verdict != "legal", f"nothing is said of {result}"


def text_of(book, dispute, verdict):
    """What a book says of a verdict, and the facts that this is said of."""
    facts = dump(verdict.facts)
    if verdict.verdict == "offence":
        return book.say("verdicts", breach_id(dispute.kind, verdict, book), facts, NAMES), facts
    if verdict.verdict == "legal":
        facts = {**values_of(dispute), **dump(verdict.result)}
        own = f"{dispute.kind}.{next(iter(verdict.rules), '')}"
        id = own if book.text("legal", own) else dispute.kind
        return book.say("legal", id, facts, NAMES), facts
    return " ".join(book.label("missing", fact) for fact in verdict.missing), facts


@EACH_BOOK
def test_every_answer_is_given_in_an_example(game, language):
    given = {
        (dispute_of(game, example).kind, key)
        for example in judged_examples(game)
        for key, value in dump(verdict_of(game, example).result).items()
        if value not in NOTHING
    }
    words = data_of(game, language).get("answers", {})
    told = {(kind, key) for kind, answers in words.items() for key in answers}
    assert not told - given, "an answer of what is gone"
