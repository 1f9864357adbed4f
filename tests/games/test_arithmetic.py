"""Whatever an entry pays, the arithmetic beside it comes to that, as it is read and as it is heard.

What stands on a page is taken apart here, and worked out by nothing but its own figures and signs.
"""

import re
from dataclasses import replace
from decimal import Decimal
from random import Random
from textwrap import wrap

import pytest

from scorekeeper.core.arithmetic import total
from scorekeeper.core.house_rules import paths_of, with_value
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import dump
from scorekeeper.core.sheet import Line
from scorekeeper.games import GAMES
from scorekeeper.referee.cases import score_case
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sums import (
    common_formula,
    formula,
    signed_figures,
    total_formula,
)
from scorekeeper.web.wording.figures import table_figures
from scorekeeper.web.wording.reader import book_of
from tests.contract.books import EACH_GAME, languages_of
from tests.contract.examples import NAMES, houses
from tests.contract.switches import declaration, values
from tests.contract.test_contract import line_rules
from tests.games.matches import rows
from tests.games.neighbours import Neighbours
from tests.games.test_alike import STEPS, ledgers, seeds_of

WIDE = 40
"""Letters of a line on a phone that is 360 pixels wide; two of them hold any arithmetic."""
TOKEN = re.compile(r"\d+(?:[.,]\d+)?|[+−×=]|(?<=[\s\xa0]):(?=[\s\xa0])")
SPOKEN = {"+": "+", "-": "−", "*": "×", "/": ":", "=": "="}


def written_tokens(text):
    """The figures and signs of what is read."""
    return TOKEN.findall(re.sub(r"(?<=\d)[\s\xa0](?=\d{3})", "", text))


def spoken_tokens(text, book):
    """The figures and signs of what is heard: its words for signs, and nothing else that is one."""
    assert not re.search(r"[+−×=·]| : ", text), text
    words = book.shared["arithmetic"]  # type: ignore[assignment]
    for sign in sorted(SPOKEN, key=lambda sign: -len(words[sign])):
        text = re.sub(rf"(?<!\w){words[sign]}(?!\w)", SPOKEN[sign], text)
    return written_tokens(text)


def worked_out(tokens):
    """What figures and signs come to, from the first to the last; what is said on the way is so,
    and stands before a factor wherever something was added up.
    """
    so_far, sign, way, added = Decimal(0), 1, "", False
    for at, token in enumerate(tokens):
        if token in "+−" and (at == 0 or way == "="):
            sign = -1 if token == "−" else 1
        elif token in "+−×:=":
            way = token
        else:
            number = sign * Decimal(token.replace(",", "."))
            assert not (added and way in ("×", ":")), tokens
            assert way != "=" or so_far == number, tokens
            assert way != ":" or so_far % number == 0, tokens
            added = way in ("+", "−")
            ways = {"+": so_far + number, "−": so_far - number, "×": so_far * number}
            so_far = so_far / number if way == ":" else ways.get(way, number)
            sign, way = 1, ""
    return so_far


def said(found, book, lines=2):
    """What a formula comes to; it is the same to the ear, and short enough for a phone."""
    if len(found.whole) > WIDE:
        written = wrap(found.whole, WIDE, break_long_words=False, break_on_hyphens=False)
        assert len(written) <= lines, found
        broken = wrap(found.whole, WIDE, break_long_words=False)
        assert all(len(line) <= WIDE for line in broken), found
    read = worked_out(written_tokens(found.whole))
    assert read == worked_out(spoken_tokens(found.spoken, book)), found
    return read


def holds(line, book, game):
    """Of each seat the way from what is common, and its own whole way, come to its points."""
    account, figures = line.reckoned, signed_figures(game.higher_wins)
    common = common_formula(account, book)
    due = said(common, book) if common else None
    for seat, points in enumerate(line.points):
        for terms in filter(None, (account.share(seat), account.own(seat))):
            assert said(formula(terms, book, figures), book) == points
        begun = written_tokens(formula(account.share(seat), book, figures).text)
        if due is not None and len(account.share(seat)) > 1:
            assert worked_out(begun[: 1 + (begun[0] == "−")]) in (due, -due)
        assert points == 0 or seat in account.shares


def any_house(game, seed):
    """House rules with every one of them at random, the parts of a tariff too."""
    random, house = Random(seed), game.house()
    for path in paths_of(game.house):
        if random.random() < 0.5:
            house = with_value(house, path, random.choice(values(*declaration(game.house, path))))
    return house


def some_houses(game):
    """The house rules of the worked cases, and some with many switched."""
    many = (any_house(game, n) for n in range(12))
    return tuple(dict.fromkeys((*houses(game), *many)))


def explained(game, house, tries, seed):
    """The lines of random entries on several standings, and those of them that are written."""
    for players, ledger in ledgers(game, house):
        grown, before = Neighbours(game, players, house, seed), game.start(players, 0, house)
        for at in range(len(ledger) or STEPS):
            entries = list(grown.grow(before, seeds_of(game), tries))
            if at < len(ledger):
                entries.append(game.read_entry(ledger[at], players, house))
            for entry in entries:
                yield game.explained(entry, before, house), game.score(entry, before, house)
            if not entries:
                break
            lines = game.score(entries[-1], before, house)
            before = game.after(before, entries[-1], lines, house)


@EACH_GAME
def test_what_is_shown_comes_to_what_is_written(game):
    fined = {rule for entry in game.entries for rule in game.recordable_rules(entry)}
    shown = require_sums(game, 4, some_houses(game))
    assert shown >= line_rules(game) - fined, "too few tries"


def require_sums(game, tries, at):
    """Of every line of random entries under some house rules, in every language; and no line is
    left out of what is written but those that come to nothing. Gives the rules of the lines.
    """
    books = [open_rulebook(game.folder, language) for language in languages_of(game)]
    known = dict[str, Line]()
    for seed, house in enumerate(at):
        for lines, written in explained(game, house, tries, seed):
            assert tuple(line for line in lines if line.reckoned.counted) == written
            assert not any(any(line.points) for line in lines if not line.reckoned.counted)
            known |= {repr((line.rule, line.account)): line for line in lines}
    for line in known.values():
        assert line.account is not None, line.rule
        words = {term.word for seat in line.account.shares for term in line.account.own(seat)}
        assert all(book.text("terms", word) for word in words - {""} for book in books), words
        for book in books:
            holds(line, book, game)
    return {line.rule for line in known.values()}


@EACH_GAME
def test_a_total_comes_to_the_sum_of_its_reasons(game):
    random, added = Random(7), 0
    for language in languages_of(game):
        book = open_rulebook(game.folder, language)
        fined = {rule for entry in game.entries for rule in game.recordable_rules(entry)}
        rules = ["penalties", *(rule for rule in book.data["steps"] if rule not in fined)]
        for _ in range(200):
            reasons = [(rule, random.randint(-400, 400)) for rule in random.choices(rules, k=9)]
            found = total_formula(reasons, book, signed_figures(game.higher_wins))
            added += found is not None
            assert found is None or said(found, book, 4) == sum(n for _, n in reasons)
    assert added > 180 * len(languages_of(game))


@pytest.mark.parametrize("currency", ["CZK", "EUR", "PLN", "BYN"])
def test_in_money_it_comes_to_the_money(app, currency):
    game = GAMES["taroky"]
    tariff = {"point": 5, "currency": currency}
    deal = {"type": "deal", "declarer": 1, "contract": "preferanc", "variant": "second"}
    [row] = rows("taroky", 4, {**deal, "points": 45}, tariff=game.house().tariff)
    house = game.read_house({"tariff": tariff})
    for language in languages_of(game):
        with app.test_request_context(headers={"Accept-Language": language}):
            figures, book = table_figures(NamedHouse(game, "", house)), book_of(game)
            for line in row.lines:
                for seat, points in enumerate(line.points):
                    found = formula(line.reckoned.own(seat), book, figures)
                    assert said(found, book) == points * Decimal("0.05"), found
            amounts = table_figures(NamedHouse(game, "", house), amounts=True)
            found = formula(total([("", -12), ("", 30), ("", -3)]), book, amounts)
            assert said(found, book) == Decimal("0.75")


FLEKKED = {
    "type": "deal",
    "declarer": 1,
    "contract": "preferanc",
    "variant": "second",
    "points": 45,
    "fleks": {"game": "flek"},
}


def test_in_an_olympic_match_of_faraon_the_cards_that_are_left_are_told():
    [row] = rows("faraon", 4, {"type": "game", "loser": 1}, mode="olympic")
    common = common_formula(row.lines[0].reckoned, open_rulebook(GAMES["faraon"].folder, "cs"))
    assert common
    assert common.whole.replace("\xa0", " ") == f"5 − 1 = {row.after.cards[1]} karty"
    assert row.lines[0].points == (0, 1, 0, 0)


def test_what_was_agreed_otherwise_is_shown_as_it_was_agreed():
    """A line of the ledger that the game would score otherwise now says nothing but its points."""
    case = {"game": "taroky", "players": list(NAMES[:4]), "entries": [FLEKKED]}
    match = score_case(case).match
    [row] = match.rows
    assert match.explained(row)[0].reckoned.common
    agreed = (Line("taroky.settle.base", (-41, 123, -41, -41)),)
    assert match.explained(replace(row, lines=agreed)) is agreed
    assert agreed[0].reckoned.points(4) == (-41, 123, -41, -41)
    assert agreed[0].reckoned.common == ()


def test_how_points_come_about_is_not_written_down():
    [row] = rows("taroky", 4, FLEKKED)
    assert set(dump(row.lines[0])) == {"rule", "points", "facts"}
