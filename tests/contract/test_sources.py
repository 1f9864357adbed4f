"""The document that a game comes from: each statement has a place, and what is ours is marked."""

import re
import tomllib

from scorekeeper.core.schema import fields_of
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sources import IN_THE_BOOK, NOWHERE, PLACES, source_of
from tests.contract.books import EACH_BOOK, EACH_GAME, place_of


def passages(source):
    for section in source.sections:
        yield from section.passages


def our_rules(game):
    """The rules of the book of which some part is ours."""
    source = source_of(game.folder)
    rules = open_rulebook(game.folder, source.language).rules
    return {id for id, rule in rules.items() if source.decides(rule)}


@EACH_GAME
def test_every_statement_has_a_place_or_a_reason(game, faults):
    rows = tomllib.loads((game.folder / "source.toml").read_text("utf-8"))["sections"]
    for row in (each for section in rows for each in section["passages"]):
        with faults.at(row["text"]):
            if row.get("ours") == "no":
                assert set(row) == {"text", "ours", "why"}
                assert row["why"]
            else:
                assert {"text"} < set(row) <= {"text", "phrase", *PLACES}
                assert all(row[place] for place in set(row) - {"text"})


@EACH_GAME
def test_every_statement_stands_in_the_text_that_it_names(game, faults):
    source = source_of(game.folder)
    rules = open_rulebook(game.folder, source.language).rules
    for each in passages(source):
        with faults.at(each.text):
            texts = [rules[id].text.casefold() for id in each.rules]
            assert each.phrases or not texts, "which words of its rules say it?"
            told = [[phrase.casefold() in text for phrase in each.phrases] for text in texts]
            assert all(map(any, told)), "a rule that it names says nothing of it"
            assert all(map(any, zip(*told, strict=True))), "a phrase that no rule has"


@EACH_GAME
def test_every_place_is_there(game, faults):
    book = open_rulebook(game.folder, source_of(game.folder).language)
    there = {
        **dict.fromkeys(IN_THE_BOOK, frozenset(book.rules)),
        "question": set(game.kinds),
        "sheet": set(game.entry_types),
        "house": set(fields_of(game.house)),
    }
    for passage in passages(source_of(game.folder)):
        with faults.at(passage.text):
            for place, ids in passage.places.items():
                assert set(ids) <= there[place]


@EACH_GAME
def test_sections_stand_in_their_order(game):
    names = [section.name for section in source_of(game.folder).sections]
    numbers = [(int(n), part) for name in names for n, part in re.findall(r"^(\d+)(\w?)$", name)]
    assert numbers == sorted(numbers)


@EACH_GAME
def test_a_rule_stands_in_the_sections_that_it_cites(game, faults):
    source = source_of(game.folder)
    for rule in open_rulebook(game.folder, source.language).rules.values():
        with faults.at(rule.id):
            sections = {excerpt.section for excerpt in source.excerpts.get(rule.id, ())}
            cited = set(re.split("[,;] ", rule.source))
            place = place_of(game, "source.toml")
            assert sections & cited or not sections, (
                f"{place} has it in {sections}, the book under {cited}: mend `source` of "
                f'[rules."{rule.id}"] in each rulebook/<language>.toml'
            )
            assert sections or source.decides(rule), (
                f'{place}: write rule = ["{rule.id}"] at a passage of section {rule.source}, or '
                f'source = "{NOWHERE}" in the book, if no source says it'
            )


@EACH_BOOK
def test_what_is_ours_is_the_same_sentence_in_every_language(game, language, faults):
    """The marks of `source.toml` count sentences, so every language has as many."""
    rules, english = (open_rulebook(game.folder, each).rules for each in (language, "en"))
    ours = source_of(game.folder).ours
    with faults.at("decisions of source.toml"):
        assert set(ours) <= set(english)
    for id, numbers in ours.items():
        with faults.at(id):
            assert len(rules[id].sentences) == len(english[id].sentences)
            assert max(numbers, default=1) <= len(english[id].sentences)


@EACH_GAME
def test_a_rule_that_is_ours_in_part_names_the_sentences(game):
    source = source_of(game.folder)
    assert not [id for id in source.excerpts if source.ours.get(id, {0}) == frozenset()]
