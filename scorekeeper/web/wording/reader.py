"""The reader of a request: language, looks, the rulebook in it, and numbers and times as text.

A text that is of another language than its book says so on the page by `<span lang="en">`, but not
within a tag, as the name of a choice or in a picture: no element can stand there.
"""

import datetime as calendar
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache, lru_cache
from itertools import chain
from typing import Literal
from unicodedata import normalize

from babel.lists import format_list
from babel.numbers import format_currency, format_decimal
from babel.support import NullTranslations
from flask import current_app, g, request, session
from flask_babel import (
    format_date,
    format_datetime,
    format_time,
    get_translations,
    to_user_timezone,
)
from flask_babel import gettext as _
from jinja2 import Environment, pass_context
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.sheet import Sentence
from scorekeeper.games import GAMES
from scorekeeper.rulebook import WORDS, GlossaryTerm, Rulebook, glossary_of, open_rulebook, words_in
from scorekeeper.rulebook.fallback import FallbackText
from scorekeeper.rulebook.sentences import table_at, text_at
from scorekeeper.rulebook.sources import source_language

MINUS = "\N{MINUS SIGN}"
DateWay = Literal["day", "named", "night", "small", "month"]

CHOICES = ("lang", "theme", "buttons")
"""What a phone chooses for itself."""
APPEARANCE_CHOICES = {"theme": ("auto", "light", "dark"), "buttons": ("usual", "large")}


def choose(name: str, value: object) -> bool:
    """Remembers from now on what this phone chose; False if that cannot be chosen."""
    choices = tuple(languages()) if name == "lang" else APPEARANCE_CHOICES.get(name, ())
    if value not in choices:
        return False
    session[name] = value
    return True


def language() -> str:
    """The language of this request: chosen on this phone, or the best of those it prefers."""
    known: str | None = g.get("language")
    if known is None:
        spoken, chosen = languages(), session.get("lang")
        header = request.headers.get("Accept-Language", "")
        known = g.language = chosen if chosen in spoken else _preferred(header, tuple(spoken))
    return known


def theme() -> str:
    """Light, dark or auto, as this phone chose."""
    return str(session.get("theme", "auto"))


def buttons() -> str:
    """Usual or large, as this phone chose."""
    return str(session.get("buttons", "usual"))


def words() -> NullTranslations:
    """The app's own words in the language of this request."""
    own: NullTranslations | None = g.get("words")
    if own is None:
        own = g.words = get_translations()
    return own


def book_of(game: AnyGame, house: HouseRules | None = None) -> Rulebook:
    """The game's rulebook in the language of this request, as a table plays or as is usual."""
    return open_rulebook(game.folder, language(), house)


def games_by_title() -> list[tuple[str, AnyGame]]:
    """All games with their titles in the language of this request, in the order of its alphabet."""
    games = ((book_of(game).title, game) for game in GAMES.values())
    return sorted(games, key=lambda pair: normalize("NFKD", pair[0].casefold()))


def placeholder_names(players: int) -> tuple[str, ...]:
    return tuple(_("player %(n)d", n=seat + 1) for seat in range(players))


def signed(number: int) -> str:
    """A number with its sign: plus, minus (U+2212), or nothing for zero.

    >>> signed(3), signed(0)
    ('+3', '0')
    """
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def game_points_text(game: AnyGame, points: int) -> str:
    """Points as a game writes them: with their sign, or only a minus where there is one."""
    return signed(points) if game.higher_wins else str(points).replace("-", MINUS)


def decimal(value: float | Decimal, digits: int = 2) -> str:
    """A number with so many decimals at most, as the reader writes it, and a real minus."""
    text = str(format_decimal(value, f"0.{'#' * digits}", locale=language()))
    return text.replace("-", MINUS)


def in_currency(amount: int) -> Decimal:
    """An amount of the currency's smallest unit in the currency itself."""
    return Decimal(amount).scaleb(-2)


def signed_amount(amount: int) -> str:
    """An amount in the smallest unit with its sign, without the currency: "+0,90"."""
    text = str(format_decimal(in_currency(abs(amount)), "0.00", locale=language()))
    return f"{'+' if amount > 0 else MINUS}{text}" if amount else text


def money(amount: int, currency: str) -> str:
    """An amount in the currency's smallest unit, as the reader writes it."""
    text = str(format_currency(in_currency(amount), currency, locale=language()))
    # A sign of letters keeps its distance: "CZK 1.90", as "€1.90" need not.
    return re.sub(r"(?<=[^\W\d_])(?=\d)", "\N{NO-BREAK SPACE}", text).replace("-", MINUS)


def moment(at: str) -> datetime:
    """The time of an event (UTC)."""
    return datetime.fromisoformat(at)


def clock(at: str) -> str:
    """The hour and minute of an event, in the time zone of the app."""
    return str(format_time(moment(at), "HH:mm"))


def timestamp(at: str) -> str:
    """The day and time of an event in the time zone of the app, as any program reads it."""
    return str(format_datetime(moment(at), "yyyy-MM-dd HH:mm"))


def day(at: str) -> str:
    """The day of an event: today, yesterday, or its date."""
    ago = _days_ago(at)
    if ago == 0:
        return _("today")
    return _("yesterday") if ago == 1 else date_text(moment(at), "named")


def date(at: str) -> str:
    """The date of an event, whenever it is read."""
    return date_text(moment(at))


def date_text(day: calendar.date, way: DateWay = "day") -> str:
    """A date as the reader writes it: a `day`, `named` (with the day of the week), a `night` (that
    without the year), `small` on a card, or only its `month`.

    How each language writes them stands beside the words that all games share.
    """
    return str(format_date(day, text_at(words_in(WORDS, language()), "dates", way)))


def is_today(at: str) -> bool:
    """True if an event happened on the reader's present day."""
    return _days_ago(at) == 0


def _days_ago(at: str) -> int:
    then, now = to_user_timezone(moment(at)), to_user_timezone(datetime.now(UTC))
    days: int = (now.date() - then.date()).days
    return days


@lru_cache(maxsize=256)
def _preferred(header: str, spoken: tuple[str, ...]) -> str:
    """The language that a browser's header prefers among those spoken here; else English."""
    # Not best_match: it takes an exact "cs" over an "en-GB" that is wanted more.
    accepted = parse_accept_header(header, LanguageAccept)
    wanted = (tag.partition("-")[0].lower() for tag, quality in accepted if quality)
    return next((language for language in wanted if language in spoken), "en")


def languages() -> dict[str, str]:
    """The languages of the app: code → its own name."""
    own: dict[str, str] = current_app.config["LANGUAGES"]
    return own


def names_text(names: Sequence[str]) -> str:
    """Names as they are told: "Petr, Jana and Eva"; empty for none."""
    return str(format_list(names, locale=language())) if names else ""


BARE = re.compile(r"<(/?)(?:option|script|style|svg|textarea|title)\b")
"""The beginning and the end of elements that hold text alone."""
FOREIGN = Markup('<span lang="{}">{{}}</span>')
"""A word, or a whole text, of another language."""
SHORT = Markup('<span aria-hidden="true">{{}}</span><span class="vh">{}</span>')
"""An abbreviation, and what those who listen hear instead."""

MARKS = re.compile(r'<span class="vh">[^<]*</span>|<[^>]*>')
"""What those marks are, but for the text itself."""


@pass_context  # it depends on the reader: what a template holds must not be worked out beforehand
def spoken(_context: object, text: object) -> object:
    """What a template prints, as it is to be heard: a text that is not of the language of its book
    says of which it is, and so do terms of the original rules; abbreviations have a long form.
    """
    if isinstance(text, FallbackText):
        return FOREIGN.format(text.language).format(text)
    if not isinstance(text, str) or (isinstance(text, Markup) and "<" in text):
        return text  # what has elements has said how it is heard
    marks, pattern = _marks(language())
    low = text.casefold()
    if not any(map(low.__contains__, marks)):  # by far the most, and many times as quick
        return text
    marked = pattern.sub(lambda found: marks[found[0].casefold()].format(found[0]), escape(text))
    return Markup(marked)


def unspoken(text: object) -> object:
    """What a template prints where no element can stand, without what `spoken` put into it."""
    return Markup(MARKS.sub("", text)) if isinstance(text, Markup) and "<" in text else text


@cache
def _marks(language: str) -> tuple[Mapping[str, Markup], re.Pattern[str]]:
    """What stands around each word that would be heard wrong, and what finds those words."""
    books = [open_rulebook(game.folder, language) for game in GAMES.values()]
    short = {
        text.casefold(): SHORT.format(long)
        for book in books
        for text, long in table_at(book.data, "abbreviations").items()
    }
    marks = {**dict(chain.from_iterable(map(_foreign, books))), **short}
    words = "|".join(map(re.escape, sorted(marks, key=len, reverse=True))) or "(?!)"
    # The "s" of an English plural is none of a Czech word.
    return marks, re.compile(rf"(?<!\w)(?:{words})(?!(?!s\b)\w)", re.IGNORECASE)


def _foreign(book: Rulebook) -> Iterator[tuple[str, Markup]]:
    """Terms that a book has from the original rules as they are, with letters that its own language
    has not: a voice that reads that language would read them wrong.
    """
    original = open_rulebook(book.folder, source_language(book.folder))
    if original.language == book.language:
        return
    foreign = re.compile(rf"[^\W\d_{text_at(book.shared, 'letters')}]")
    for term in _terms(book) & _terms(original):
        if foreign.search(term):
            yield term, FOREIGN.format(original.language)


def _terms(book: Rulebook) -> set[str]:
    return {text.casefold() for text in (book.title, *(t.term for t in glossary_of(book).values()))}


class Spoken(Extension):
    """Lets whatever a template prints between tags say its language."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters.update(spoken=spoken, unspoken=unspoken)

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The words of a template; each `{{ text }}` between tags is `{{ (text)|spoken }}`, and
        `{{ (text)|unspoken }}` where none can stand.
        """
        in_tag = bare = False
        for token in stream:
            if token.type == "data":
                in_tag = token.value.rfind("<") > token.value.rfind(">") or (
                    in_tag and ">" not in token.value
                )
                for end in BARE.findall(token.value):
                    bare = not end
            if token.type == "variable_begin":
                yield token
                yield Token(token.lineno, "lparen", "(")
            elif token.type == "variable_end":
                yield Token(token.lineno, "rparen", ")")
                yield Token(token.lineno, "pipe", "|")
                yield Token(token.lineno, "name", "unspoken" if in_tag or bare else "spoken")
                yield token
            else:
                yield token


@dataclass(frozen=True)
class Word:
    """A word with what it means, and what it is worth at a table; empty where that says nothing."""

    term: GlossaryTerm
    worth: str = ""


def first_deal(game: AnyGame, house: HouseRules) -> tuple[str, ...]:
    """How the game is won at a table, and then its first deal; nothing if the book tells none."""
    return tuple(_said(book_of(game), "first", *game.first_deal(house)))


def words_of(game: AnyGame, house: HouseRules | None) -> tuple[Word, ...]:
    """The glossary of a game; with a table's house rules also what each word is worth there."""
    book = book_of(game)
    worth = game.worth(house) if house else {}
    return tuple(
        Word(term, " ".join(_said(book, "worth", *worth.get(id, ()))))
        for id, term in glossary_of(book).items()
    )


def words_on_form(game: AnyGame, type: str, house: HouseRules) -> tuple[Word, ...]:
    """The words of the glossary that the form of an entry asks for: its fields and choices."""
    words = {word.term.id: word for word in words_of(game, house)}
    ids = dict.fromkeys(_ids(table_at(book_of(game).data, "fields", type)))
    return tuple(words[id] for id in ids if id in words)


def _ids(fields: object) -> Iterator[str]:
    for name, below in fields.items() if isinstance(fields, Mapping) else ():
        yield name.replace("_", "-")
        yield from _ids(below)


def _said(book: Rulebook, section: str, *sentences: Sentence) -> Iterator[str]:
    return (book.say(section, each.id, each.facts) for each in sentences)
