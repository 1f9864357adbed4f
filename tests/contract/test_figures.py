"""What a table agrees on in figures stands in no text but as a field: a text that says the usual
figure would be wrong at a table that plays another one.
"""

import re
from functools import cache
from pathlib import Path

from scorekeeper.core.house_rules import paths_of, value_at, with_value
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from scorekeeper.rulebook.sentences import table_at
from tests.contract.books import EACH_BOOK, EACH_GAME, languages_of
from tests.contract.switches import declaration

DIGITS = re.compile(r"(?<![\w.])\d+(?![\w-])(?!\.\d)")
"""A number in digits, but of no rule ("10.2") and no "2nd"."""
NUMERALS = {
    "cs": {2: "dva|dvě|dvou|dvěma", 4: "čtyř(i|em?|ech|mi)?", 5: "pěti?", 8: "osmi?"}
    | {10: "deseti?", 20: "dvaceti?"},
    "sk": {2: "dva|dve|dvoch|dvom|dvoma", 4: "štyr(i|ia|och|mi)", 5: "päť|pia(ti|timi)"}
    | {8: "osem|ôsm(i|imi)", 10: "desať|desia(ti|timi)", 20: "dvadsať|dvadsiati"},
    "pl": {2: "dwa|dwie|dwóch|dwoma|dwiema", 4: "czter(y|ech|ema)", 5: "pięć|pięciu"}
    | {8: "osiem|ośmiu", 10: "dziesięć|dziesięciu", 20: "dwadzieścia|dwudziestu"},
    "be": {2: "два|дзве|двух|двума|дзвюма", 4: "чатыр(ы|ох|ма)", 5: "пяць|пяці|пяццю"}
    | {8: "восем|васьмі", 10: "дзесяць|дзесяці", 20: "дваццаць|дваццаці"},
    "en": {2: "two", 4: "four", 5: "five", 8: "eight", 10: "ten", 20: "twenty"},
}
"""Numbers in words, as far as house rules have them."""
CONSTANT = {
    "taroky.announce.taroky": frozenset({10}),
    "taroky.pack": frozenset({2, 4, 8, 10}),
    "taroky.points": frozenset({1, 2, 4, 5}),
    "taroky.count": frozenset({1, 4}),
    "taroky.bid": frozenset({1, 4}),
    "taroky.contract.druha": frozenset({1, 4}),
    "taroky.talon": frozenset({1, 4}),
    "taroky.contract.preferanc.advice": frozenset({5, 8}),
    "taroky.contract.solo.advice": frozenset({10}),
    "taroky.renonc": frozenset({10}),
    "taroky.settle": frozenset({2}),
    "makao.pack": frozenset({2}),
    "red-ace-and-jack": frozenset({2, 4}),
    "preferanc-reflek": frozenset({4}),
}
"""Rules, and decisions by their ids, with numbers that are nobody's to change: the ranks of cards,
what a card counts, a game lost by ten.
"""


@cache
def figures(game):
    """The house rules that are numbers, and are usually something."""
    usual = {path: value_at(game.house(), path) for path in paths_of(game.house)}
    return {path: n for path, n in usual.items() if type(n) is int and n}


@cache
def changed(game):
    """House rules in which each of these numbers is another, and no usual one of any if it can."""
    house = game.house()
    for number, (path, usual) in enumerate(figures(game).items()):
        _kind, bounds = declaration(game.house, path)
        other = usual + 1 if usual < (bounds.le or 0) else usual - 1
        house = with_value(house, path, 37 + number if (bounds.le or 0) >= 100 else other)
    return house


@cache
def changes(game):
    """The rule that each of these house rules changes."""
    return {path: declaration(game.house, path)[1].rule for path in figures(game)}


def concerning(game, book, id):
    """The house rules in numbers that are about a rule: those that change it, or a case of it, and
    those that it tells.
    """
    changed = changes(game).items()
    return book.figures(id) | {path for path, rule in changed if f"{rule}.".startswith(f"{id}.")}


def numbers(text):
    for found in DIGITS.finditer(text):
        behind = text[found.end() : found.end() + 3]
        if not (behind.startswith(". ") and behind[2:].islower()):
            yield int(found[0])


def usual_figures(game, book, id, text):
    """The usual figures that a text on a rule says: in digits any of them, in words those that are
    about the rule.
    """
    usual, words = figures(game), NUMERALS[book.language]
    told = {usual[path] for path in concerning(game, book, id)} & words.keys()
    said = {n for n in told if re.search(rf"\b({words[n]})\b", text, re.IGNORECASE)}
    return said | (set(numbers(text)) & set(usual.values()))


def assert_none_usual(game, book, rule, id, text):
    """Fails for a text on a rule, of that rule or of a decision by its `id`, that says one."""
    found = sorted(usual_figures(game, book, rule, text) - CONSTANT.get(id, frozenset()))
    fields = [
        "".join((name, *(f"[{part}]" for part in parts)))
        for (name, *parts), n in figures(game).items()
        if n in found
    ]
    assert not found, (
        f"{found} is usual for {fields}: write {{{fields[0]}}} if it is that, and if no house rule "
        f"changes what it counts, add it to CONSTANT of {Path(__file__).name}, under {id!r}"
    )


@EACH_BOOK
def test_no_text_says_the_usual_figure_of_a_house_rule(game, language, faults):
    book = open_rulebook(game.folder, language, changed(game))
    for id, rule in book.rules.items():
        with faults.at(id):
            assert_none_usual(game, book, id, id, rule.text)
    for section in ("verdicts", "legal", "onward", "offences", "steps"):
        for id, text in table_at(book.data, section).items():
            if id in book.rules and isinstance(text, str):
                with faults.at(section, id):
                    assert_none_usual(game, book, id, id, re.sub(r"\{.*?\}", "", text))
    words = decision_words(game, language)
    for each in decisions_of(game):
        turning, why = book.rule(each.example.rule).id, words.of(each).why
        with faults.at(each.name, each.id):
            assert_none_usual(game, book, turning, each.id, why)


@EACH_GAME
def test_a_rule_tells_the_same_figures_in_every_language(game, faults):
    books = [open_rulebook(game.folder, language) for language in languages_of(game)]
    for id in books[0].rules:
        with faults.at(id):
            assert len({book.figures(id) for book in books}) == 1
            assert all(path in set(paths_of(game.house)) for path in books[0].figures(id))


@EACH_BOOK
def test_what_a_figure_counts_has_all_forms_of_the_language(game, language, faults):
    forms = 2 if language == "en" else 3
    for id, rule in table_at(open_rulebook(game.folder, language).data, "rules").items():
        with faults.at(id):
            assert not isinstance(rule, str)
            fields = re.findall(r"\{[^{}:]*:([^{}]*)\}", str(rule["text"]))
            assert all(len(field.split("|")) == forms for field in fields)


@EACH_BOOK
def test_a_figure_that_is_nothing_has_no_sign(game, language, faults):
    house = game.house()
    for path in figures(game):
        _kind, bounds = declaration(game.house, path)
        house = with_value(house, path, bounds.ge or 0)
    book = open_rulebook(game.folder, language, house)
    told = {id: rule.text for id, rule in book.rules.items()}
    for id, worth in game.worth(house).items() if game.worth else ():
        told[f"worth of {id}"] = " ".join(book.say("worth", each.id, each.facts) for each in worth)
    for id, text in told.items():
        with faults.at(id, text):
            assert not re.search(r"[−±+]0(?![.,]?\d)", text)
