"""An evening of each game: in another language on a small dark phone, and in large text."""

import pytest

from tests.browser.helpers import enlarge_all_text
from tests.browser.test_evening import play_kocka, play_taroky, play_who_lost

LANGUAGES = {"taroky": "sk", "kocka": "en", "faraon": "sk", "makao": "pl", "durak": "be"}
"""Game → the language of its source; of the Czech one, that of who only visits."""


def play(phone, game, language):
    if game == "taroky":
        play_taroky(phone, language)
    elif game == "kocka":
        play_kocka(phone, language)
    else:
        play_who_lost(phone, game, language)


@pytest.mark.parametrize("game", LANGUAGES)
def test_an_evening_in_another_language_on_a_small_dark_phone(open_phone, game):
    language = LANGUAGES[game]
    play(open_phone(320, 568, locale=language, color_scheme="dark"), game, language)


@pytest.mark.parametrize("game", ["taroky", "kocka", "makao"])
def test_an_evening_in_text_at_two_hundred_per_cent(open_phone, game):
    """Of the games in which only who lost is told, the one with the most to tap."""
    phone = open_phone()
    enlarge_all_text(phone)
    play(phone, game, "cs")
