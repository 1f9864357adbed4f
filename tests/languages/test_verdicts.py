"""What a referee says of an offence, in Czech: the fault first and in few words, what it costs
once, and nothing twice. Laws over all worked cases, decisions and kept cases; the other languages
keep them in tests/verification/languages.
"""

import re
from functools import cache

from flask import current_app, g
from flask_babel import gettext

from scorekeeper.core.house_rules import load_house
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import takes
from scorekeeper.referee.judgements import judge_question
from scorekeeper.rulebook import RuleText, open_rulebook
from scorekeeper.rulebook.decisions import decisions_of
from scorekeeper.rulebook.fallback import language_of
from scorekeeper.rulebook.stems import stems
from scorekeeper.web.wording.verdicts import verdict_view
from tests.contract.books import BOOKS, each_of, table_of
from tests.contract.examples import NAMES, worked_cases
from tests.contract.test_referee_words import leaves
from tests.games.test_kept import disputes

IN_CZECH = each_of([book for book in BOOKS if book[1] == "cs"])
MOST_WORDS = 20  # of a first sentence: it is heard as well as read
FAULT = {
    "en": r"not?|nothing|nor|neither|nobody|cannot|without|too|wrong(ly)?|misdeal|out of turn|twice"
    r"|missing|fewer|given away",
    "cs": r"ne(?!jv|jdř|jm|jn|bo\b)\w+|mimo|moc|málo|míň|pozdě|špatn\w+|bez|není|chybí|dvakrát"
    r"|jin[ýéá]\w*|předhozená|prozradil[oa]?",
    "sk": r"ne(?!jak|bo\b)\w+|nie|mimo|priveľa|málo|menej|neskoro|priskoro|prinízko|bez"
    r"|zl(e|é|ý|ým|ú|ou)|chýba|dvakrát|in[ýé]\w*|predhodená|prezradil[oa]?",
    "pl": r"nie\w*|poza|za (wcześnie|późno|dużo|mało|nisko)|źle|zł[aąy]|bez|brak\w*|dwa razy"
    r"|zdradzono|przed czasem|co innego|mniej",
    "be": r"н[ея]\w*|ні|зарана|запозна|зашмат|замала|занізка|без|двойчы|менш|лішняя|выдалі",
}
"""Words of which each first sentence on an offence has one: what is forbidden, missing, too much,
too early, too late, out of turn.
"""
TEXTBOOK = "Who|Whoever|Only|Kdo|Jen|Kto|Len|Tylko|Хто|Толькі"
"""How a rule begins, and no verdict: it would leave to the table what was wrong."""
PLAYER = {"en": "player", "cs": "hráč", "sk": "hráč", "pl": "gracz", "be": r"гул(ец|ьц)"}
NUMBERS = {
    "en": "one two three four five six",
    "cs": "jedna dvě tři čtyři pět šest",
    "sk": "jedna dve tri štyri päť šesť",
    "pl": "jedna dwie trzy cztery pięć sześć",
    "be": "адна дзве тры чатыры пяць шэсць",
}
CARDS = {"en": "card cards", "cs": "karta karty karet", "sk": "karta karty kariet"} | {
    "pl": "karta karty kart",
    "be": "карта карты карт",
}
"""What a penalty is paid in, and what play goes on with: the one word that both may say."""
EACH = '<span class="each">'
NO_NUMBER = re.compile(r"\d+\w?\.\d+")  # of a rule: "10.12"


@cache
def offences(game):
    """A judgement on each case of a game that is an offence, one of those that are told alike."""
    decided = [d.example.case for d in decisions_of(game) if not d.example.scored]
    kept = [case for case, _, _ in disputes(game)]
    found = {}
    for case in (*worked_cases(game), *decided, *kept):
        house = load_house(game.house, case.get("house", {}))
        judged = judge_question(game, house, NAMES, case["kind"], case["given"])
        if judged.verdict.verdict == "offence":
            verdict = judged.verdict
            told = (judged.kind, verdict.rules, verdict.facts, verdict.penalty, verdict.instead)
            found.setdefault(repr(told), judged)
    return tuple(found.values())


def views(app, game, language):
    """What the page says of each of them that the language has words for."""
    book = open_rulebook(game.folder, language)
    with app.test_request_context(headers={"Accept-Language": language}):
        g.language = language
        for judged in offences(game):
            view = verdict_view(judged, book)
            if language_of(view.sentence, language) == language:
                yield judged, view


def first_of(text):
    return RuleText("", "", "", text, "").sentences[0].strip()


def lines_of(view):
    """What the page says of a fault and of what follows."""
    yield from (view.sentence, *view.breaches)
    yield f"–: {view.penalty}. {view.onward}"


def is_fault(text, language):
    """True if a sentence says what was wrong, and not only what is so or what was done."""
    words = re.compile(rf"\b({FAULT[language]})\b", re.IGNORECASE)
    return bool(words.search(text)) and not re.match(rf"({TEXTBOOK})\b", text)


def twice_told(penalty, onward, language):
    """The numbers and words that a penalty and how play goes on have in common."""
    numerals = {word: str(n) for n, word in enumerate(NUMBERS[language].split(), 1)}
    cards = {stem for word in CARDS[language].split() for stem in stems(word, language)}

    def said(text):
        words = re.findall(r"\w+", NO_NUMBER.sub("", text.lower()))
        numbers = {numerals.get(word, word) for word in words}
        found = {s for word in words if len(word) > 3 for s in stems(word, language)}
        return {n for n in numbers if n.isdigit()} | found

    return (said(penalty) & said(onward)) - cards


def says_the_fault_first(judged, view, book):
    """Its first sentence has a word of FAULT, to which one may be added; it is no TEXTBOOK's."""
    return judged.kind == Admitted.kind or is_fault(first_of(view.sentence), book.language)


def is_heard_at_once(judged, view, book):
    """Its first sentence may have so many words as MOST_WORDS says."""
    return len(first_of(view.sentence).split()) <= MOST_WORDS


def shows_the_rule_of_its_sentence_first(judged, view, book):
    """The page shows first the rule that the sentence is on."""
    return view.rules[0] == book.rule(judged.verdict.rules[0])


def has_no_colon_within_a_colon(judged, view, book):
    """A sentence with a colon has no other behind it without a stop, a comma or a bracket."""
    return not any(re.search(r":[^.;,()]*:", line) for line in lines_of(view))


def repeats_nothing_of_the_penalty(judged, view, book):
    """[onward] has no number and no long word of [penalties]."""
    return not twice_told(view.penalty, view.onward, book.language)


def tells_nothing_twice(judged, view, book):
    """No two breaches, and no two cards that were allowed, read alike."""
    found = (view.sentence, *view.breaches)
    allowed = [*view.instead, *(" ".join(sorted(play.split())) for play in view.plays)]
    return len({*found}) == len(found) and len({*allowed}) == len(allowed)


def marks_each_sentence_that_is_ours(judged, view, book):
    """The fault, the penalty and how play goes on each have the mark where `ours` says so."""
    told, *costs = current_app.jinja_env.globals["verdicts"].verdict(view, book).split(EACH)
    mark = gettext("not in the original rules: our decision")
    names = [name for name in ("penalty", "onward") if getattr(view, name)]
    sentences = zip(("fault", *names), (told, *costs), strict=True)
    return all(text.count(mark) == (name in view.ours) for name, text in sentences)


def quotes_what_it_costs(judged, view, book):
    """The rule on what such an offence costs stands beside the rules that are broken."""
    id = f"{judged.game.key}.{judged.verdict.offence}"
    return id not in book.rules or book.rule(id) in (*view.rules, *view.on_costs)


LAWS = (
    *(says_the_fault_first, is_heard_at_once, shows_the_rule_of_its_sentence_first),
    *(has_no_colon_within_a_colon, repeats_nothing_of_the_penalty, tells_nothing_twice),
    *(marks_each_sentence_that_is_ours, quotes_what_it_costs),
)


@IN_CZECH
def test_a_verdict_keeps_every_law(app, game, language, faults):
    book, place = open_rulebook(game.folder, language), table_of(game, language, "verdicts")
    for judged, view in views(app, game, language):
        for law in LAWS:
            with faults.at(place, judged.kind, judged.verdict.rules[0]):
                told = f"{view.sentence} | {view.penalty} | {view.onward}"
                assert law(judged, view, book), f"{told}\n{law.__name__}: {law.__doc__}"


@IN_CZECH
def test_where_more_than_the_penalty_is_taken_one_sum_is_told(app, game, language):
    book = open_rulebook(game.folder, language)
    summed = [
        (str(takes(judged, book)), view.penalty)
        for judged, view in views(app, game, language)
        if takes(judged, book)
    ]
    assert bool(summed) == (game.key in ("faraon", "makao"))
    for number, penalty in summed:
        total, *parts = map(int, re.findall(r"\d+", penalty))
        assert str(total) == number
        assert sum(parts) in (total, 0), penalty


@IN_CZECH
def test_no_word_for_player_stands_before_a_seat(game, language, faults):
    """A seat without a name is "player 1" itself."""
    twice = re.compile(rf"\b{PLAYER[language]}\w* \{{(\w+:)?seats?\}}", re.IGNORECASE)
    for path, text in leaves(open_rulebook(game.folder, language).data):
        if isinstance(text, str):
            with faults.at(language, game.key, *path):
                assert not twice.search(text), text


def test_facts_alone_and_lines_of_a_textbook_are_no_fault():
    assert not is_fault("Navrchu: piková dvojka.", "cs")
    assert not is_fault("Rozhodují součty před kolem a po něm.", "cs")
    assert not is_fault("Only an ace answers an ace, nothing else.", "en")
    assert is_fault("Odpověď mimo pořadí: Jana.", "cs")


def test_a_number_in_words_is_the_same_number():
    onward = "Vyložené karty jdou zpátky do ruky a k nim tři z balíčku."
    assert twice_told("vzít 3 karty", onward, "cs") == {"3"}
    assert twice_told("hra je prohraná", "Hra je prohraná.", "cs")
    assert not twice_told("každému z ostatních 10 bodů", "Podruhé podle 10.12.", "cs")
