"""The words of a game: the right form, the right language, the same things said in each."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS, Rulebook, open_rulebook, shared_words, speaks, unreadable
from scorekeeper.rulebook.sentences import plural
from scorekeeper.schema import Invalid
from scorekeeper.web import LANGUAGES

BOOKS = [
    (key, language)
    for key, game in GAMES.items()
    for language in LANGUAGES
    if speaks(game.folder, language)
]
FORMS = {"one", "few", "many", "other"}

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game that speaks English only."""
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "rulebook" / "en.toml").write_text(SMALL_BOOK, "utf-8")
    return tmp_path


def book_of(key: str, language: str) -> Rulebook:
    return open_rulebook(GAMES[key].folder, language)


# --- forms ---------------------------------------------------------------------------------------


def test_a_sentence_agrees_with_its_number_and_prints_a_real_minus(folder: Path) -> None:
    book = open_rulebook(folder, "en")
    assert book.say("texts", "points", {"n": 1}) == "1 point"
    assert book.say("texts", "points", {"n": -28}) == "−28 points"
    assert book.say("texts", "sum", {"sum": 26, "n": 28}) == "26 of 28"


def test_seats_and_cards_are_said_by_name(folder: Path) -> None:
    facts = {"seat": 1, "seats": (0, 1, 2), "card": "AH", "cards": ["QS", "7H"], "name": "{seat}-x"}
    said = open_rulebook(folder, "en").say("texts", "said", facts, ("Eva", "{n}", "Jan"))
    assert said == (
        "{n}: queen of spades and seven of hearts; Eva, {n} and Jan; ace of hearts; {seat}-x"
    )


def test_what_is_not_known_is_a_dash_and_a_flag_is_yes_or_no(folder: Path) -> None:
    book = open_rulebook(folder, "en")
    unknown = {"hand": None, "by": None, "led": True, "again": ()}
    assert book.say("texts", "seen", unknown) == "–; –; yes; –"
    told = {"hand": [], "by": 0, "led": False, "again": 0}
    assert book.say("texts", "seen", told, ("Eva",)) == "–; Eva; no; 0"


def test_a_part_of_a_fact_is_said_by_what_it_is(folder: Path) -> None:
    facts = {"last": {"seat": 1, "card": "QS", "made": False}}
    said = open_rulebook(folder, "en").say("texts", "last", facts, ("Eva", "Jan"))
    assert said == "Jan, queen of spades, no"


@pytest.mark.parametrize(
    ("language", "code", "name"),
    [
        ("cs", "QS", "piková dáma"),
        ("cs", "AH", "srdcové eso"),
        ("cs", "JH", "srdcový kluk"),
        ("cs", "TD", "kárová desítka"),
        ("cs", "7C", "křížová sedmička"),
        ("en", "QS", "queen of spades"),
        ("en", "TH", "ten of hearts"),
    ],
)
def test_a_card_has_its_name(language: str, code: str, name: str) -> None:
    assert book_of("kocka", language).card(code) == name


@pytest.mark.parametrize(("key", "language"), BOOKS)
def test_every_card_of_a_game_has_a_name_of_its_own(key: str, language: str) -> None:
    game = GAMES[key]
    cards = game.pack(game.house()).cards
    assert len({book_of(key, language).card(str(card)) for card in cards}) == len(cards)


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["cs", "sk", "pl", "be", "xx", "en"])
def test_a_book_falls_back_to_what_it_speaks_with_the_same_cards(
    folder: Path, language: str
) -> None:
    book = open_rulebook(folder, language)
    assert (book.language, book.title, book.card("QS")) == ("en", "Game", "queen of spades")


@pytest.mark.parametrize("half", ["rulebook", "decisions"])
def test_a_book_is_read_once_all_of_it_is_written(folder: Path, half: str) -> None:
    (folder / "decisions").mkdir()
    for part in ("rulebook", "decisions"):
        (folder / part / "cs.toml").write_text(SMALL_BOOK, "utf-8")
    assert speaks(folder, "cs")
    assert open_rulebook(folder, "cs").language == "cs"
    (folder / half / "sk.toml").write_text(SMALL_BOOK, "utf-8")
    assert not speaks(folder, "sk"), "its other half is missing"
    for part in ("rulebook", "decisions"):
        (folder / part / "pl.toml").write_text(SMALL_BOOK, "utf-8")
    (folder / half / "pl.toml").write_text(SMALL_BOOK.replace('"A round."', '""'), "utf-8")
    assert not speaks(folder, "pl"), "a text is still to be written"
    assert open_rulebook(folder, "pl").language == "en"


def test_a_problem_is_said_in_english_to_whom_no_words_are_for() -> None:
    error = Invalid("points", "missing")
    assert unreadable("xx", error) == unreadable("en", error) != unreadable("cs", error)
    assert book_of("kocka", "cs").unreadable(error) == unreadable("cs", error)


# --- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "found"),
    [
        ("game.round", "game.round"),
        ("game.round.durch", "game.round.durch"),
        ("game.round.durch.ask", "game.round.durch"),
        ("game.round.sum.short", "game.round"),
    ],
)
def test_an_id_leads_to_the_rule_it_is_a_case_of(folder: Path, id: str, found: str) -> None:
    assert open_rulebook(folder, "en").rule(id).id == found


@pytest.mark.parametrize("id", ["game", "game.roundabout", "round"])
def test_an_id_of_no_rule_is_unknown(folder: Path, id: str) -> None:
    with pytest.raises(KeyError, match=id.partition(".")[0]):
        open_rulebook(folder, "en").rule(id)


def test_rules_stand_in_the_order_of_the_book(folder: Path) -> None:
    rules = open_rulebook(folder, "en").rules
    assert list(rules) == ["game.round", "game.round.durch", *shared_words("en")["rules"]]
    assert (rules["game.round.durch"].number, rules["game.round.durch"].source) == ("1.1", "3")


@pytest.mark.parametrize(("key", "language"), BOOKS)
def test_every_rule_has_a_number_of_its_own_and_all_its_words(key: str, language: str) -> None:
    rules = book_of(key, language).rules.values()
    assert all(all((r.number, r.title, r.text, r.source)) for r in rules)
    assert len({rule.number for rule in rules}) == len(rules)


# --- the same in every language ------------------------------------------------------------------


def leaves(words: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Path → text, or the texts of its plural forms."""
    for key, value in words.items():
        if isinstance(value, Mapping) and not set(value) <= FORMS:
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


def placeholders(text: Any) -> set[str]:
    texts = text.values() if isinstance(text, Mapping) else [text]
    return {name for each in texts for _, name, _, _ in Formatter().parse(each) if name is not None}


def shape(data: Mapping[str, Any]) -> dict[Any, set[str]]:
    # Whether there is another word for a term is the language's own affair.
    own = ("glossary", "also")
    return {path: placeholders(t) for path, t in leaves(data) if (path[0], path[-1]) != own}


@pytest.mark.parametrize(("key", "language"), BOOKS)
def test_a_game_says_the_same_in_every_language(key: str, language: str) -> None:
    for _, other in (book for book in BOOKS if book[0] == key):
        here, there = book_of(key, language), book_of(key, other)
        assert (here.language, there.language) == (language, other)
        assert shape(here.data) == shape(there.data)


@pytest.mark.parametrize(("key", "language"), BOOKS)
def test_numbers_and_sources_of_rules_are_the_same_in_every_language(
    key: str, language: str
) -> None:
    said = [(r.id, r.number, r.source) for r in book_of(key, language).rules.values()]
    assert said == [(r.id, r.number, r.source) for r in book_of(key, "en").rules.values()]


@pytest.mark.parametrize(("key", "language"), BOOKS)
def test_a_sentence_with_forms_has_every_form_of_its_language(key: str, language: str) -> None:
    needed = {plural(language, n) for n in range(200)}
    forms = [text for _, text in leaves(book_of(key, language).data) if isinstance(text, Mapping)]
    assert forms
    for form in forms:
        assert set(form) == needed
        assert len({frozenset(placeholders(text)) for text in form.values()}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_shared_words_name_the_same_things(language: str) -> None:
    def named(spoken: str) -> Any:
        words = tomllib.loads((WORDS / f"{spoken}.toml").read_text("utf-8"))
        cards = words["cards"]
        # How a name is inflected is the language's own affair; what is named is not.
        names = {part: set(cards[part]) for part in ("suits", "ranks", "named", "suit-names")}
        patterns = [placeholders(cards[each]) for each in ("pattern", "tarok", "joker")]
        sections = {name: set(part) for name, part in words.items() if isinstance(part, dict)}
        return names, set(words), sections, shape(words["unreadable"]), patterns

    assert named(language) == named("cs")
