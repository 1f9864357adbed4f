"""The words of a game: the right form, the right language, the same things said in each."""

import tomllib

import pytest

from scorekeeper.core.schema import Invalid
from scorekeeper.games import GAMES
from scorekeeper.rulebook import (
    WORDS,
    RuleText,
    open_rulebook,
    shared_words,
    speaks,
    unreadable,
)
from scorekeeper.rulebook.fallback import language_of
from scorekeeper.rulebook.sources import NOWHERE, Excerpt, source_of
from scorekeeper.web import LANGUAGES
from tests.contract.test_books import placeholders, shape

SMALL_BOOK = """
title = "Game"
[rules."game.round"]
number = "1"
title = "Round"
text = "A round."
source = "1a"
[rules."game.round.durch"]
number = "1.1"
title = "Durch"
text = "All tricks."
source = "3"
[texts]
sum = "{sum} of {n}"
points = { one = "{n} point", other = "{n} points" }
said = "{seat}: {cards}; {seats}; {card}; {name}"
seen = "{hand:cards}; {by:seat}; {led}; {again}"
last = "{last[seat]:seat}, {last[card]:card}, {last[made]}"
"""


FACTS = {"seats": (0, 1, 2), "card": "AH", "cards": ["QS", "7H"], "name": "x"}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "rulebook" / "en.toml").write_text(SMALL_BOOK, "utf-8")
    return tmp_path


def book_of(key, language):
    return open_rulebook(GAMES[key].folder, language)


def test_a_sentence_agrees_with_its_number_and_prints_a_real_minus(folder):
    book = open_rulebook(folder, "en")
    assert book.say("texts", "points", {"n": 1}) == "1 point"
    assert book.say("texts", "points", {"n": -28}) == "−28 points"
    assert book.say("texts", "sum", {"sum": 26, "n": 28}) == "26 of 28"


def test_seats_and_cards_are_said_by_name(folder):
    facts = {**FACTS, "seat": 1, "name": "{seat}-x"}
    said = open_rulebook(folder, "en").say("texts", "said", facts, ("Eva", "{n}", "Jan"))
    assert said == (
        "{n}: queen of spades and seven of hearts; Eva, {n} and Jan; ace of hearts; {seat}-x"
    )


def test_what_is_not_known_is_a_dash_and_a_flag_is_yes_or_no(folder):
    book = open_rulebook(folder, "en")
    unknown = {"hand": None, "by": None, "led": True, "again": ()}
    assert book.say("texts", "seen", unknown) == "–; –; yes; –"
    told = {"hand": [], "by": 0, "led": False, "again": 0}
    assert book.say("texts", "seen", told, ("Eva",)) == "–; Eva; no; 0"


def test_a_part_of_a_fact_is_said_by_what_it_is(folder):
    facts = {"last": {"seat": 1, "card": "QS", "made": False}}
    said = open_rulebook(folder, "en").say("texts", "last", facts, ("Eva", "Jan"))
    assert said == "Jan, queen of spades, no"


@pytest.mark.parametrize(
    ("game", "language", "code", "name"),
    [
        ("kocka", "cs", "QS", "piková dáma"),
        ("kocka", "cs", "AH", "srdcové eso"),
        ("kocka", "cs", "JH", "srdcový kluk"),
        ("kocka", "cs", "TD", "kárová desítka"),
        ("kocka", "cs", "7C", "křížová sedmička"),
        ("kocka", "en", "QS", "queen of spades"),
        ("kocka", "en", "TH", "ten of hearts"),
        ("durak", "be", "QS", "пікавая дама"),
        ("durak", "be", "AH", "чырвовы туз"),
        ("durak", "be", "JD", "званковы валет"),
        ("durak", "be", "9C", "крыжовая дзявятка"),
    ],
)
def test_a_card_has_its_name(game, language, code, name):
    assert book_of(game, language).card(code) == name


@pytest.mark.parametrize("language", ["cs", "sk", "pl", "be", "xx", "en"])
def test_a_book_falls_back_to_what_it_speaks_with_the_same_cards(folder, language):
    book = open_rulebook(folder, language)
    assert (book.language, book.title, book.card("QS")) == ("en", "Game", "queen of spades")


def written(folder, language, book):
    (folder / "rulebook" / f"{language}.toml").write_text(book, "utf-8")
    return open_rulebook(folder, language)


def test_a_text_that_is_empty_or_left_out_is_said_in_english_and_nothing_else(folder):
    empty = SMALL_BOOK.replace('"A round."', '""')
    for language, book in (("cs", empty), ("pl", SMALL_BOOK.partition("[rules.")[0])):
        told = written(folder, language, book).rules["game.round"]
        assert told.text == "A round."
        assert language_of(told.text, language) == "en"
        assert [language_of(each, language) for each in told.sentences] == ["en"]
    assert language_of(open_rulebook(folder, "cs").rules["game.round"].title, "cs") == "cs"
    assert open_rulebook(folder, "pl").language == "pl"
    assert language_of(open_rulebook(folder, "pl").title, "pl") == "pl"


def test_what_is_left_out_stands_where_it_stands_in_english(folder):
    first, second, third = SMALL_BOOK.split("[rules.")
    last = third[third.index("[texts]") :]
    for language, book in (
        ("cs", f"{first}[rules.{second}{last}"),
        ("pl", f"{first}[rules.{third}"),
    ):
        rules = written(folder, language, book).data["rules"]
        assert list(rules)[:2] == ["game.round", "game.round.durch"]


def test_a_sentence_of_another_language_is_all_in_that_language(folder):
    book = written(folder, "pl", 'title = "Gra"\n[texts]\npoints = { one = "{n} punkt", few = "" }')
    said = [book.say("texts", "points", {"n": n}) for n in (1, 3)]
    assert said == ["1 point", "3 points"]
    card = book.say("texts", "said", {"seat": 0, **FACTS}, ("Eva", "Jan", "Ota"))
    assert card.endswith("ace of hearts; x")
    assert {language_of(text, "pl") for text in (*said, card)} == {"en"}


def test_what_nobody_has_to_say_is_not_said_in_another_language(folder):
    english = SMALL_BOOK + '[answers.kind]\ntold = { yes = "Yes.", no = "No." }\n'
    english += (
        '[glossary.round]\nterm = "round"\nalso = "hand"\ntext = "A round."\n[slang]\nx = "y"'
    )
    (folder / "rulebook" / "en.toml").write_text(english, "utf-8")
    czech = english.replace('no = "No."', 'no = ""').replace('also = "hand"\n', "")
    book = written(folder, "cs", czech.replace('[slang]\nx = "y"', ""))
    assert book.answer("kind", "told", False) == ""
    assert book.text("glossary", "round", "also") == book.text("slang", "x") == ""


def test_a_book_of_which_nothing_is_written_is_not_spoken(folder):
    begun = 'title = ""\n[rules."game.round"]\nnumber = "1"\ntitle = ""\ntext = ""\nsource = "1a"\n'
    assert written(folder, "cs", begun).language == "en"
    assert not speaks(folder, "cs")


@pytest.mark.parametrize("language", ["en", "cs"])
def test_what_english_names_as_untranslated_is_said_as_it_was_written(folder, language):
    english = f'untranslated = ["game.new"]{SMALL_BOOK}'
    more = '[rules."game.new"]\nnumber = "2"\ntitle = "Nowe"\ntext = "Tekst."\nsource = "—"\n'
    for spoken, book in (("en", english), ("cs", SMALL_BOOK), ("pl", SMALL_BOOK + more)):
        (folder / "rulebook" / f"{spoken}.toml").write_text(book, "utf-8")
    rule = open_rulebook(folder, language).rule("game.new")
    assert (rule.title, language_of(rule.title, language)) == ("Nowe", "pl")
    assert (rule.number, language_of(rule.number, language)) == ("2", language)


def test_a_problem_is_said_in_english_to_whom_no_words_are_for():
    error = Invalid("points", "missing")
    assert unreadable("xx", error) == unreadable("en", error) != unreadable("cs", error)
    assert book_of("kocka", "cs").unreadable(error) == unreadable("cs", error)


@pytest.mark.parametrize(
    ("id", "found"),
    [
        ("game.round", "game.round"),
        ("game.round.durch", "game.round.durch"),
        ("game.round.durch.ask", "game.round.durch"),
        ("game.round.sum.short", "game.round"),
    ],
)
def test_an_id_leads_to_the_rule_it_is_a_case_of(folder, id, found):
    assert open_rulebook(folder, "en").rule(id).id == found


@pytest.mark.parametrize("id", ["game", "game.roundabout", "round"])
def test_an_id_of_no_rule_is_unknown(folder, id):
    with pytest.raises(KeyError, match=id.partition(".")[0]):
        open_rulebook(folder, "en").rule(id)


def test_rules_stand_in_the_order_of_the_book(folder):
    rules = open_rulebook(folder, "en").rules
    assert list(rules) == ["game.round", "game.round.durch", *shared_words("en")["rules"]]
    assert (rules["game.round.durch"].number, rules["game.round.durch"].source) == ("1.1", "3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_shared_words_name_the_same_things(language):
    def named(spoken):
        words = tomllib.loads((WORDS / f"{spoken}.toml").read_text("utf-8"))
        cards = words["cards"]
        # How a name is inflected is the language's own affair; what is named is not.
        names = {part: set(cards[part]) for part in ("suits", "ranks", "named", "suit-names")}
        patterns = [placeholders(cards[each]) for each in ("pattern", "tarok", "joker")]
        sections = {name: set(part) for name, part in words.items() if isinstance(part, dict)}
        return names, set(words), sections, shape(words["unreadable"]), patterns

    assert named(language) == named("cs")


SMALL = """
title = "A game"
language = "en"
digest = ""
decisions = [{ rule = "game.end", sentences = [] }, { rule = "game.follow", sentences = [2, 3] }]
[[sections]]
name = "1"
heading = "1. Play"
passages = [
  { text = "Follow suit.", rule = ["game.follow"] },
  { text = "Nobody overtakes.", phrase = "overtakes", rule = ["game.overtake"], sheet = ["play"] },
  { text = "Else play what you like.", rule = ["game.follow"] },
]
[[sections]]
name = "1"
heading = "Tricks"
passages = [{ text = "Taroks are a suit.", custom = ["game.follow"] }]
[[sections]]
name = "2"
passages = [
  { text = "The end.", story = ["game.follow", "game.end"] },
  { text = "Home.", ours = "no", why = "a link" },
]
"""


@pytest.fixture
def source(tmp_path):
    (tmp_path / "source.toml").write_text(SMALL, "utf-8")
    return source_of(tmp_path)


def test_a_document_says_section_by_section_what_became_a_rule(source):
    assert source.excerpts["game.follow"] == (
        Excerpt("1", "Follow suit. … Else play what you like. Taroks are a suit."),
        Excerpt("2", "The end."),
    )
    assert set(source.excerpts) == {"game.follow", "game.overtake", "game.end"}


def test_a_document_says_which_sentences_of_a_rule_are_ours(source):
    assert set(source.ours) == {"game.end", "game.follow"}
    assert source.ours["game.follow"] == {2, 3}
    assert not source.ours["game.end"]


def test_a_statement_knows_its_places_or_why_it_has_none(source):
    overtake, home = source.sections[0].passages[1], source.sections[-1].passages[-1]
    assert overtake.places == {"rule": ("game.overtake",), "sheet": ("play",)}
    assert (overtake.phrases, home.phrases) == (("overtakes",), ())
    assert (home.places, home.rules, home.why) == ({}, (), "a link")


def test_a_game_may_come_without_a_document(tmp_path):
    assert not source_of(tmp_path).excerpts
    assert not source_of(tmp_path).ours


@pytest.mark.parametrize(
    ("id", "section", "ours"),
    [("game.end", "2", True), ("game.overtake", "1", False), ("game.hint", NOWHERE, True)],
)
def test_a_rule_of_no_section_is_ours(source, id, section, ours):
    assert source.decides(RuleText(id, "1", "", "", section)) == ours
