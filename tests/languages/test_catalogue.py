"""The app's own words, in all its languages: every message is translated, and into no other one."""

import tomllib
from functools import cache

from babel.messages.extract import extract_from_dir

from scorekeeper.web import PACKAGE, ROOT
from tests.languages.po import (
    EACH_TRANSLATION,
    FORMS_OF,
    PLACEHOLDER,
    TRANSLATED,
    catalog,
    compiled,
    messages,
    written,
)

PROJECT = PACKAGE.parent
SAME_WORD = {"cs": set(), "sk": set(), "pl": {"Menu"}, "be": set()}
"""Messages that are the same word in the language."""

LATIN = "abcdefghijklmnopqrstuvwxyz"
MARKS = " ,.:;?–…×0123456789"
ALPHABET = {
    "cs": f"{LATIN}áčďéěíňóřšťúůýž{MARKS}„“",
    "sk": f"{LATIN}áäčďéíĺľňóôŕšťúýž{MARKS}„“",
    "pl": f"{LATIN}ąćęłńóśźżáč{MARKS}„”",
    "be": f"абвгдеёжзійклмнопрстуўфхцчшыьэюя’{MARKS}«»—-",
}
"""What a message may be written with, in small letters; Polish names what is Czech in Czech."""
FOREIGN_WORDS = {"be": ("QR", "cookie", "https", "CSV", "scorekeeper", "Scorekeeper", "import")}


@cache
def extracted():
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(each.pop("pattern"), each.pop("method"), each) for each in settings]
    found = set()
    for folder in (PACKAGE, ROOT / "templates"):
        rows = extract_from_dir(
            folder,
            [(pattern, method) for pattern, method, _ in methods],
            {pattern: options for pattern, _, options in methods},
        )
        found |= {row[2] if isinstance(row[2], str) else row[2][0] for row in rows}
    return found


def place_of(language):
    return f"scorekeeper/translations/{language}/LC_MESSAGES/messages.po"


@EACH_TRANSLATION
def test_every_message_is_translated(language):
    said = messages(language)
    missing = extracted() - {id[0] for id in said}
    place = place_of(language)
    assert not missing, f"run `make words`, and write in {place} what these are: {sorted(missing)}"
    empty = [id for id, texts in said.items() if not all(texts)]
    assert not empty, f"{place}: write msgstr, and run `make words`: {empty}"
    fuzzy = [message.id for message in written(language) if message.fuzzy]
    assert not fuzzy, f"{place}: look at these, and take away the mark `fuzzy`: {fuzzy}"


@EACH_TRANSLATION
def test_no_message_is_kept_that_nothing_says(language):
    orphans = {id[0] for id in messages(language)} - extracted()
    assert not orphans, f"run `make words`, and take these out of {place_of(language)}"
    assert not catalog(language).obsolete


@EACH_TRANSLATION
def test_no_message_is_left_in_english(language):
    same = {id[0] for id, texts in messages(language).items() if set(id) & set(texts)}
    assert same == SAME_WORD[language]


@EACH_TRANSLATION
def test_every_message_keeps_its_placeholders(language, faults):
    for message in written(language):
        with faults.at(place_of(language), message.id):
            assert not list(message.check(catalog(language)))
    for id, texts in messages(language).items():
        facts = {fact for source in id for fact in PLACEHOLDER.findall(source)}
        for text in texts:
            held = set(PLACEHOLDER.findall(text))
            with faults.at(place_of(language), id):
                assert not facts - held, f"write {', '.join(sorted(facts - held))} in {text!r}"
                assert not held - facts, f"take {', '.join(sorted(held - facts))} out of {text!r}"


@EACH_TRANSLATION
def test_no_letter_of_another_alphabet_is_left(language, faults):
    for id, texts in messages(language).items():
        with faults.at(language, id):
            assert not {letter for text in texts for letter in strange(text, language)}


def strange(text, language):
    """The characters of a translation that its language does not know."""
    bare = PLACEHOLDER.sub("", text)
    for word in FOREIGN_WORDS.get(language, ()):
        bare = bare.replace(word, "")
    return set(bare.lower()) - set(ALPHABET[language])


@EACH_TRANSLATION
def test_phones_get_what_the_catalogue_says(language, faults):
    words = compiled(language)
    for id, texts in messages(language).items():
        with faults.at(language, id):
            several = tuple(words.ngettext(*id, n) for n in FORMS_OF) if id[1:] else ()
            assert (several or (words.gettext(*id),)) == texts, "run `make words`"


def test_every_language_is_looked_at():
    assert set(SAME_WORD) == set(ALPHABET) == set(TRANSLATED)
