"""How figures, times and games are said to the reader of this request."""

from datetime import UTC, datetime
from unicodedata import normalize

from babel.numbers import format_currency, format_decimal
from babel.support import NullTranslations
from flask import current_app, g, request, session
from flask_babel import format_date, format_time, get_translations, to_user_timezone
from flask_babel import gettext as _

from scorekeeper.games import GAMES, AnyGame
from scorekeeper.rulebook import Rulebook, open_rulebook

MINUS = "\N{MINUS SIGN}"


def language() -> str:
    """The language of this request: chosen on this phone, or the best of those it prefers."""
    if "language" not in g:
        g.language = _chosen()
    return str(g.language)


def words() -> NullTranslations:
    """The app's own words in the language of this request."""
    if "words" not in g:
        g.words = get_translations()
    found: NullTranslations = g.words
    return found


def book_of(game: AnyGame) -> Rulebook:
    """The game's rulebook in the language of this request."""
    return open_rulebook(game.folder, language())


def titled() -> list[tuple[str, AnyGame]]:
    """All games with their titles in the language of this request, in the order of its alphabet."""
    games = ((book_of(game).title, game) for game in GAMES.values())
    return sorted(games, key=lambda pair: normalize("NFKD", pair[0].casefold()))


def signed(number: int) -> str:
    """A number with its sign, minus as U+2212; nought has none.

    >>> signed(3), signed(0)
    ('+3', '0')
    """
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def signed_amount(amount: int) -> str:
    """An amount in the smallest unit with its sign, without the currency: "+0,90"."""
    text = str(format_decimal(abs(amount) / 100, "0.00", locale=language()))
    return f"{'+' if amount > 0 else MINUS}{text}" if amount else text


def money(amount: int, currency: str) -> str:
    """An amount in the currency's smallest unit, as the reader writes it."""
    text = str(
        format_currency(amount / 100, currency, locale=language(), decimal_quantization=True)
    )
    return str(text).replace("-", MINUS)


def moment(at: str) -> datetime:
    """The time of an event (UTC)."""
    return datetime.fromisoformat(at)


def clock(at: str) -> str:
    """The hour and minute of an event, in the time zone of the app."""
    return str(format_time(moment(at), "HH:mm"))


def day(at: str) -> str:
    """The day of an event: today, yesterday, or its date."""
    then, now = to_user_timezone(moment(at)), to_user_timezone(datetime.now(UTC))
    ago = (now.date() - then.date()).days
    if ago == 0:
        return _("today")
    return _("yesterday") if ago == 1 else format_date(moment(at), "d. M. y")


def _chosen() -> str:
    spoken = languages()
    if (chosen := session.get("lang")) in spoken:
        return str(chosen)
    # Not best_match: it takes an exact "cs" over an "en-GB" that is wanted more.
    wanted = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((language for language in wanted if language in spoken), "en")


def languages() -> dict[str, str]:
    """The languages of the app: code → its own name."""
    own: dict[str, str] = current_app.config["LANGUAGES"]
    return own
