"""What agrees with a number, in every language: the app's messages and the books of the games."""

from collections.abc import Mapping

import pytest
from babel import Locale
from flask import Flask
from flask_babel import force_locale, ngettext

from scorekeeper.games import GAMES
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sentences import plural
from scorekeeper.web import LANGUAGES
from tests.contract.faults import Faults
from tests.languages.po import compiled, messages

NUMBERS = (1, 2, 5, 22)
NAMES = ("Eva", "Jana", "Karel", "Petr")

Forms = tuple[str, str, str, str]

TAKEN: Mapping[str, Forms] = {
    "en": ("take 1 card", "take 2 cards", "take 5 cards", "take 22 cards"),
    "cs": ("vzít 1 kartu", "vzít 2 karty", "vzít 5 karet", "vzít 22 karet"),
    "sk": ("vziať 1 kartu", "vziať 2 karty", "vziať 5 kariet", "vziať 22 kariet"),
    "pl": ("wziąć 1 kartę", "wziąć 2 karty", "wziąć 5 kart", "wziąć 22 karty"),
    "be": ("узяць 1 карту", "узяць 2 карты", "узяць 5 карт", "узяць 22 карты"),
}
"""A penalty in cards, as the words that all games share say it."""

MESSAGES: Mapping[str, Mapping[tuple[str, str], Forms]] = {
    "en": {
        ("%(num)d point", "%(num)d points"): ("1 point", "2 points", "5 points", "22 points"),
        ("Example", "Examples"): ("Example", "Examples", "Examples", "Examples"),
    },
    "cs": {
        ("%(num)d old match added", "%(num)d old matches added"): (
            "přidána 1 stará partie",
            "přidány 2 staré partie",
            "přidáno 5 starých partií",
            "přidáno 22 starých partií",
        ),
        ("%(num)d match would be added", "%(num)d matches would be added"): (
            "Přidá se 1 partie",
            "Přidají se 2 partie",
            "Přidá se 5 partií",
            "Přidá se 22 partií",
        ),
        ("For a place: %(num)d match at least.", "For a place: %(num)d matches at least."): (
            "Na umístění aspoň 1 partie.",
            "Na umístění aspoň 2 partie.",
            "Na umístění aspoň 5 partií.",
            "Na umístění aspoň 22 partií.",
        ),
        ("For a place: %(num)d evening at least.", "For a place: %(num)d evenings at least."): (
            "Na umístění aspoň 1 večer.",
            "Na umístění aspoň 2 večery.",
            "Na umístění aspoň 5 večerů.",
            "Na umístění aspoň 22 večerů.",
        ),
        ("%(num)d evening", "%(num)d evenings"): ("1 večer", "2 večery", "5 večerů", "22 večerů"),
        ("%(num)d entry waiting", "%(num)d entries waiting"): (
            "1 zápis čeká",
            "2 zápisy čekají",
            "5 zápisů čeká",
            "22 zápisů čeká",
        ),
        ("%(num)d watching", "%(num)d watching"): (
            "1 se dívá",
            "2 se dívají",
            "5 se dívá",
            "22 se dívá",
        ),
        ("%(num)d phone that may write", "%(num)d phones that may write"): (
            "1 telefon, který může psát",
            "2 telefony, které můžou psát",
            "5 telefonů, které můžou psát",
            "22 telefonů, které můžou psát",
        ),
        ("%(num)d watcher", "%(num)d watchers"): (
            "1 divák",
            "2 diváci",
            "5 diváků",
            "22 diváků",
        ),
        ("%(num)d television", "%(num)d televisions"): (
            "1 televizor",
            "2 televizory",
            "5 televizorů",
            "22 televizorů",
        ),
        ("%(num)d house rule differs.", "%(num)d house rules differ."): (
            "Liší se 1 domácí pravidlo.",
            "Liší se 2 domácí pravidla.",
            "Liší se 5 domácích pravidel.",
            "Liší se 22 domácích pravidel.",
        ),
        ("%(num)d more house rule", "%(num)d more house rules"): (
            "ještě 1 pravidlo",
            "ještě 2 pravidla",
            "ještě 5 pravidel",
            "ještě 22 pravidel",
        ),
        ("%(num)d round", "%(num)d rounds"): ("1 runda", "2 rundy", "5 rund", "22 rund"),
        ("%(num)d match", "%(num)d matches"): ("1 partie", "2 partie", "5 partií", "22 partií"),
        ("%(num)d registered", "%(num)d registered"): (
            "1 přihlášený",
            "2 přihlášení",
            "5 přihlášených",
            "22 přihlášených",
        ),
        ("card", "cards"): ("karta", "karty", "karet", "karet"),
        ("%(num)d day", "%(num)d days"): ("1 den", "2 dny", "5 dní", "22 dní"),
        ("%(num)d point", "%(num)d points"): ("1 bod", "2 body", "5 bodů", "22 bodů"),
        ("%(num)d payment", "%(num)d payments"): (
            "1 platba",
            "2 platby",
            "5 plateb",
            "22 plateb",
        ),
        ("%(num)d more example", "%(num)d more examples"): (
            "ještě 1 příklad",
            "ještě 2 příklady",
            "ještě 5 příkladů",
            "ještě 22 příkladů",
        ),
        ("%(num)d event since then", "%(num)d events since then"): (
            "pak přibyl 1 zápis",
            "pak přibyly 2 zápisy",
            "pak přibylo 5 zápisů",
            "pak přibylo 22 zápisů",
        ),
        ("%(num)d older row", "%(num)d older rows"): (
            "1 starší řádek",
            "2 starší řádky",
            "5 starších řádků",
            "22 starších řádků",
        ),
        ("%(num)d rule found", "%(num)d rules found"): (
            "1 nalezené pravidlo",
            "2 nalezená pravidla",
            "5 nalezených pravidel",
            "22 nalezených pravidel",
        ),
        ("Example", "Examples"): ("Příklad", "Příklady", "Příklady", "Příklady"),
    },
    "sk": {
        ("%(num)d old match added", "%(num)d old matches added"): (
            "pridaná 1 stará partia",
            "pridané 2 staré partie",
            "pridaných 5 starých partií",
            "pridaných 22 starých partií",
        ),
        ("%(num)d match would be added", "%(num)d matches would be added"): (
            "Pridá sa 1 partia",
            "Pridajú sa 2 partie",
            "Pridá sa 5 partií",
            "Pridá sa 22 partií",
        ),
        ("For a place: %(num)d match at least.", "For a place: %(num)d matches at least."): (
            "Na umiestnenie aspoň 1 partia.",
            "Na umiestnenie aspoň 2 partie.",
            "Na umiestnenie aspoň 5 partií.",
            "Na umiestnenie aspoň 22 partií.",
        ),
        ("For a place: %(num)d evening at least.", "For a place: %(num)d evenings at least."): (
            "Na umiestnenie aspoň 1 večer.",
            "Na umiestnenie aspoň 2 večery.",
            "Na umiestnenie aspoň 5 večerov.",
            "Na umiestnenie aspoň 22 večerov.",
        ),
        ("%(num)d evening", "%(num)d evenings"): ("1 večer", "2 večery", "5 večerov", "22 večerov"),
        ("%(num)d entry waiting", "%(num)d entries waiting"): (
            "1 zápis čaká",
            "2 zápisy čakajú",
            "5 zápisov čaká",
            "22 zápisov čaká",
        ),
        ("%(num)d watching", "%(num)d watching"): (
            "1 sa pozerá",
            "2 sa pozerajú",
            "5 sa pozerá",
            "22 sa pozerá",
        ),
        ("%(num)d phone that may write", "%(num)d phones that may write"): (
            "1 telefón, ktorý môže písať",
            "2 telefóny, ktoré môžu písať",
            "5 telefónov, ktoré môžu písať",
            "22 telefónov, ktoré môžu písať",
        ),
        ("%(num)d watcher", "%(num)d watchers"): (
            "1 divák",
            "2 diváci",
            "5 divákov",
            "22 divákov",
        ),
        ("%(num)d television", "%(num)d televisions"): (
            "1 televízor",
            "2 televízory",
            "5 televízorov",
            "22 televízorov",
        ),
        ("%(num)d house rule differs.", "%(num)d house rules differ."): (
            "Líši sa 1 domáce pravidlo.",
            "Líšia sa 2 domáce pravidlá.",
            "Líši sa 5 domácich pravidiel.",
            "Líši sa 22 domácich pravidiel.",
        ),
        ("%(num)d more house rule", "%(num)d more house rules"): (
            "ešte 1 pravidlo",
            "ešte 2 pravidlá",
            "ešte 5 pravidiel",
            "ešte 22 pravidiel",
        ),
        ("%(num)d round", "%(num)d rounds"): ("1 runda", "2 rundy", "5 rúnd", "22 rúnd"),
        ("%(num)d match", "%(num)d matches"): ("1 partia", "2 partie", "5 partií", "22 partií"),
        ("%(num)d registered", "%(num)d registered"): (
            "1 prihlásený",
            "2 prihlásení",
            "5 prihlásených",
            "22 prihlásených",
        ),
        ("card", "cards"): ("karta", "karty", "kariet", "kariet"),
        ("%(num)d day", "%(num)d days"): ("1 deň", "2 dni", "5 dní", "22 dní"),
        ("%(num)d point", "%(num)d points"): ("1 bod", "2 body", "5 bodov", "22 bodov"),
        ("%(num)d payment", "%(num)d payments"): (
            "1 platba",
            "2 platby",
            "5 platieb",
            "22 platieb",
        ),
        ("%(num)d more example", "%(num)d more examples"): (
            "ešte 1 príklad",
            "ešte 2 príklady",
            "ešte 5 príkladov",
            "ešte 22 príkladov",
        ),
        ("%(num)d event since then", "%(num)d events since then"): (
            "potom pribudol 1 zápis",
            "potom pribudli 2 zápisy",
            "potom pribudlo 5 zápisov",
            "potom pribudlo 22 zápisov",
        ),
        ("%(num)d older row", "%(num)d older rows"): (
            "1 starší riadok",
            "2 staršie riadky",
            "5 starších riadkov",
            "22 starších riadkov",
        ),
        ("%(num)d rule found", "%(num)d rules found"): (
            "1 nájdené pravidlo",
            "2 nájdené pravidlá",
            "5 nájdených pravidiel",
            "22 nájdených pravidiel",
        ),
        ("Example", "Examples"): ("Príklad", "Príklady", "Príklady", "Príklady"),
    },
    "pl": {
        ("%(num)d old match added", "%(num)d old matches added"): (
            "dodano 1 dawną partię",
            "dodano 2 dawne partie",
            "dodano 5 dawnych partii",
            "dodano 22 dawne partie",
        ),
        ("%(num)d match would be added", "%(num)d matches would be added"): (
            "Przybędzie 1 partia",
            "Przybędą 2 partie",
            "Przybędzie 5 partii",
            "Przybędą 22 partie",
        ),
        ("For a place: %(num)d match at least.", "For a place: %(num)d matches at least."): (
            "Do miejsca potrzeba co najmniej 1 partii.",
            "Do miejsca potrzeba co najmniej 2 partii.",
            "Do miejsca potrzeba co najmniej 5 partii.",
            "Do miejsca potrzeba co najmniej 22 partii.",
        ),
        ("For a place: %(num)d evening at least.", "For a place: %(num)d evenings at least."): (
            "Do miejsca potrzeba co najmniej 1 wieczoru.",
            "Do miejsca potrzeba co najmniej 2 wieczorów.",
            "Do miejsca potrzeba co najmniej 5 wieczorów.",
            "Do miejsca potrzeba co najmniej 22 wieczorów.",
        ),
        ("%(num)d evening", "%(num)d evenings"): (
            "1 wieczór",
            "2 wieczory",
            "5 wieczorów",
            "22 wieczory",
        ),
        ("%(num)d entry waiting", "%(num)d entries waiting"): (
            "1 wpis czeka",
            "2 wpisy czekają",
            "5 wpisów czeka",
            "22 wpisy czekają",
        ),
        ("%(num)d watching", "%(num)d watching"): (
            "1 patrzy",
            "2 patrzą",
            "5 patrzy",
            "22 patrzą",
        ),
        ("%(num)d phone that may write", "%(num)d phones that may write"): (
            "1 telefon, który może pisać",
            "2 telefony, które mogą pisać",
            "5 telefonów, które mogą pisać",
            "22 telefony, które mogą pisać",
        ),
        ("%(num)d watcher", "%(num)d watchers"): (
            "1 widz",
            "2 widzów",
            "5 widzów",
            "22 widzów",
        ),
        ("%(num)d television", "%(num)d televisions"): (
            "1 telewizor",
            "2 telewizory",
            "5 telewizorów",
            "22 telewizory",
        ),
        ("%(num)d house rule differs.", "%(num)d house rules differ."): (
            "Różni się 1 zasada domowa.",
            "Różnią się 2 zasady domowe.",
            "Różni się 5 zasad domowych.",
            "Różnią się 22 zasady domowe.",
        ),
        ("%(num)d more house rule", "%(num)d more house rules"): (
            "jeszcze 1 zasada",
            "jeszcze 2 zasady",
            "jeszcze 5 zasad",
            "jeszcze 22 zasady",
        ),
        ("%(num)d round", "%(num)d rounds"): ("1 kolejka", "2 kolejki", "5 kolejek", "22 kolejki"),
        ("%(num)d match", "%(num)d matches"): ("1 partia", "2 partie", "5 partii", "22 partie"),
        ("%(num)d registered", "%(num)d registered"): (
            "1 zgłoszony",
            "2 zgłoszonych",
            "5 zgłoszonych",
            "22 zgłoszonych",
        ),
        ("card", "cards"): ("karta", "karty", "kart", "karty"),
        ("%(num)d day", "%(num)d days"): ("1 dzień", "2 dni", "5 dni", "22 dni"),
        ("%(num)d point", "%(num)d points"): ("1 punkt", "2 punkty", "5 punktów", "22 punkty"),
        ("%(num)d payment", "%(num)d payments"): (
            "1 płatność",
            "2 płatności",
            "5 płatności",
            "22 płatności",
        ),
        ("%(num)d more example", "%(num)d more examples"): (
            "jeszcze 1 przykład",
            "jeszcze 2 przykłady",
            "jeszcze 5 przykładów",
            "jeszcze 22 przykłady",
        ),
        ("%(num)d event since then", "%(num)d events since then"): (
            "potem przybył 1 wpis",
            "potem przybyły 2 wpisy",
            "potem przybyło 5 wpisów",
            "potem przybyły 22 wpisy",
        ),
        ("%(num)d older row", "%(num)d older rows"): (
            "1 starszy wiersz",
            "2 starsze wiersze",
            "5 starszych wierszy",
            "22 starsze wiersze",
        ),
        ("%(num)d rule found", "%(num)d rules found"): (
            "znaleziono 1 zasadę",
            "znaleziono 2 zasady",
            "znaleziono 5 zasad",
            "znaleziono 22 zasady",
        ),
        ("Example", "Examples"): ("Przykład", "Przykłady", "Przykłady", "Przykłady"),
    },
    "be": {
        ("%(num)d old match added", "%(num)d old matches added"): (
            "дададзена 1 старая партыя",
            "дададзены 2 старыя партыі",
            "дададзена 5 старых партый",
            "дададзены 22 старыя партыі",
        ),
        ("%(num)d match would be added", "%(num)d matches would be added"): (
            "Дадасца 1 партыя",
            "Дададуцца 2 партыі",
            "Дадасца 5 партый",
            "Дададуцца 22 партыі",
        ),
        ("For a place: %(num)d match at least.", "For a place: %(num)d matches at least."): (
            "Каб атрымаць месца: хаця б 1 партыя.",
            "Каб атрымаць месца: хаця б 2 партыі.",
            "Каб атрымаць месца: хаця б 5 партый.",
            "Каб атрымаць месца: хаця б 22 партыі.",
        ),
        ("For a place: %(num)d evening at least.", "For a place: %(num)d evenings at least."): (
            "Каб атрымаць месца: хаця б 1 вечар.",
            "Каб атрымаць месца: хаця б 2 вечары.",
            "Каб атрымаць месца: хаця б 5 вечароў.",
            "Каб атрымаць месца: хаця б 22 вечары.",
        ),
        ("%(num)d evening", "%(num)d evenings"): ("1 вечар", "2 вечары", "5 вечароў", "22 вечары"),
        ("%(num)d entry waiting", "%(num)d entries waiting"): (
            "1 запіс чакае",
            "2 запісы чакаюць",
            "5 запісаў чакае",
            "22 запісы чакаюць",
        ),
        ("%(num)d watching", "%(num)d watching"): (
            "1 глядзіць",
            "2 глядзяць",
            "5 глядзіць",
            "22 глядзяць",
        ),
        ("%(num)d phone that may write", "%(num)d phones that may write"): (
            "1 тэлефон, які можа пісаць",
            "2 тэлефоны, якія могуць пісаць",
            "5 тэлефонаў, якія могуць пісаць",
            "22 тэлефоны, якія могуць пісаць",
        ),
        ("%(num)d watcher", "%(num)d watchers"): (
            "1 глядач",
            "2 гледачы",
            "5 гледачоў",
            "22 гледачы",
        ),
        ("%(num)d television", "%(num)d televisions"): (
            "1 тэлевізар",
            "2 тэлевізары",
            "5 тэлевізараў",
            "22 тэлевізары",
        ),
        ("%(num)d house rule differs.", "%(num)d house rules differ."): (
            "Адрозніваецца 1 хатняе правіла.",
            "Адрозніваюцца 2 хатнія правілы.",
            "Адрозніваюцца 5 хатніх правілаў.",
            "Адрозніваюцца 22 хатнія правілы.",
        ),
        ("%(num)d more house rule", "%(num)d more house rules"): (
            "яшчэ 1 правіла",
            "яшчэ 2 правілы",
            "яшчэ 5 правілаў",
            "яшчэ 22 правілы",
        ),
        ("%(num)d round", "%(num)d rounds"): (
            "1 пачастунак",
            "2 пачастункі",
            "5 пачастункаў",
            "22 пачастункі",
        ),
        ("%(num)d match", "%(num)d matches"): ("1 партыя", "2 партыі", "5 партый", "22 партыі"),
        ("%(num)d registered", "%(num)d registered"): (
            "1 запісаны",
            "2 запісаныя",
            "5 запісаных",
            "22 запісаныя",
        ),
        ("card", "cards"): ("карта", "карты", "карт", "карты"),
        ("%(num)d day", "%(num)d days"): ("1 дзень", "2 дні", "5 дзён", "22 дні"),
        ("%(num)d point", "%(num)d points"): ("1 ачко", "2 ачкі", "5 ачкоў", "22 ачкі"),
        ("%(num)d payment", "%(num)d payments"): (
            "1 плацёж",
            "2 плацяжы",
            "5 плацяжоў",
            "22 плацяжы",
        ),
        ("%(num)d more example", "%(num)d more examples"): (
            "яшчэ 1 прыклад",
            "яшчэ 2 прыклады",
            "яшчэ 5 прыкладаў",
            "яшчэ 22 прыклады",
        ),
        ("%(num)d event since then", "%(num)d events since then"): (
            "потым дададзены 1 запіс",
            "потым дададзены 2 запісы",
            "потым дададзена 5 запісаў",
            "потым дададзены 22 запісы",
        ),
        ("%(num)d older row", "%(num)d older rows"): (
            "1 ранейшы радок",
            "2 ранейшыя радкі",
            "5 ранейшых радкоў",
            "22 ранейшыя радкі",
        ),
        ("%(num)d rule found", "%(num)d rules found"): (
            "1 знойдзенае правіла",
            "2 знойдзеныя правілы",
            "5 знойдзеных правілаў",
            "22 знойдзеныя правілы",
        ),
        ("Example", "Examples"): ("Прыклад", "Прыклады", "Прыклады", "Прыклады"),
    },
}
"""Language → each message that has plural forms → what it says of 1, 2, 5 and 22.

English is the language of the messages themselves: two of them do for it.
"""

STREAK = (
    "Jana: 1 пройгрыш запар",
    "Jana: 2 пройгрышы запар",
    "Jana: 5 пройгрышаў запар",
    "Jana: 22 пройгрышы запар",
)
FEW = tuple(
    f"Jeszcze {who} musi skończyć. Gdy graczy jest 6, kończy 3."
    for who in ("1 gracz", "2 graczy", "5 graczy", "22 graczy")
)
MANY = tuple(
    f"O {who} bez kart za dużo. Gdy graczy jest 6, kończy 3."
    for who in ("1 gracza", "2 graczy", "5 graczy", "22 graczy")
)
SENTENCES: list[tuple[str, str, str, str, Forms]] = [
    ("sk", "faraon", "texts", "played", ("1 hra", "2 hry", "5 hier", "22 hier")),
    ("sk", "faraon", "texts", "strokes", ("1 čiarka", "2 čiarky", "5 čiarok", "22 čiarok")),
    ("sk", "faraon", "texts", "cards", ("1 karta", "2 karty", "5 kariet", "22 kariet")),
    ("be", "durak", "texts", "played", ("1 гульня", "2 гульні", "5 гульняў", "22 гульні")),
    ("be", "durak", "texts", "epaulettes", ("1 пагон", "2 пагоны", "5 пагонаў", "22 пагоны")),
    ("be", "durak", "notices", "streak", STREAK),
    ("pl", "makao", "texts", "played", ("1 gra", "2 gry", "5 gier", "22 gry")),
    ("pl", "makao", "refusals", "makao.end.few", FEW),
    ("pl", "makao", "refusals", "makao.end.many", MANY),
    ("cs", "kocka", "texts", "played", ("1 kolo", "2 kola", "5 kol", "22 kol")),
    ("en", "kocka", "texts", "played", ("1 round", "2 rounds", "5 rounds", "22 rounds")),
]
"""Language, game, section and id of a sentence → what it says of 1, 2, 5 and 22."""


# --- the forms of a language ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_takes_the_form_that_cldr_says(language: str) -> None:
    rule = Locale.parse(language).plural_form
    for n in range(201):
        assert plural(language, n) == plural(language, -n) == rule(n), n


def test_a_language_without_rules_has_one_and_other() -> None:
    assert [plural("xx", n) for n in (0, 1, 2)] == ["other", "one", "other"]


# --- the app's messages --------------------------------------------------------------------------


@pytest.mark.parametrize("language", MESSAGES)
def test_a_message_agrees_with_its_number(app: Flask, language: str, faults: Faults) -> None:
    for id, said in MESSAGES[language].items():
        with faults.at(language, id):
            given = (compiled(language).ngettext(*id, n) for n in NUMBERS)
            assert tuple(t % {"num": n} for t, n in zip(given, NUMBERS, strict=True)) == said
            with app.test_request_context(), force_locale(language):
                assert tuple(ngettext(*id, n) for n in NUMBERS) == said


def test_every_message_with_a_number_is_looked_at_in_every_language() -> None:
    assert set(MESSAGES) == set(LANGUAGES)
    for language in set(MESSAGES) - {"en"}:
        assert set(MESSAGES[language]) == {id for id in messages(language) if id[1:]}, language


# --- the books -----------------------------------------------------------------------------------


def test_a_sentence_of_a_book_agrees_with_its_number(faults: Faults) -> None:
    for language, key, section, id, said in SENTENCES:
        with faults.at(key, language, section, id):
            book = open_rulebook(GAMES[key].folder, language)
            facts = {"seat": 1, "players": 6, "needed": 3}
            assert tuple(book.say(section, id, {**facts, "n": n}, NAMES) for n in NUMBERS) == said
    assert {language for language, *_ in SENTENCES} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_penalty_in_cards_agrees_with_its_number(language: str) -> None:
    books = (open_rulebook(game.folder, language) for game in GAMES.values())
    book = next(book for book in books if book.language == language)
    taken = tuple(book.penalty(Penalty("cards", amount=n), "") for n in NUMBERS)
    assert taken == TAKEN[language]
