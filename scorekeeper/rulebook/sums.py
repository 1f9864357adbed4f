"""Arithmetic in the words of a book: written for eyes, and spoken for ears by the same terms.

"45 − 35 = 10 · druhý preferanc × 2 = 20 od každého": what belongs together holds together by
no-break spaces, so that a line is broken between terms only.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap

from scorekeeper.core.arithmetic import Account, Terms, total, value
from scorekeeper.core.sheet import Facts, Line
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.sentences import table_at

MINUS, HELD = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
WRITTEN: Mapping[str, str] = {"+": "+", "-": MINUS, "*": "×", "/": ":", "=": "=", "·": " ·"}
WIDTH, LINES = 40, 2
"""So many letters fit on a line of a phone, and an account is no longer than so many lines."""
MOST_TERMS, TOTAL_LINES = 8, 4
"""A total has no more terms, nor lines: whoever counts it again finds each in the rows. The least
of still more stand together."""


@dataclass(frozen=True)
class Formula:
    """How a figure comes about: a `text` that leads to the `result`, and both in spoken words."""

    text: str
    result: str
    spoken: str

    @property
    def whole(self) -> str:
        return f"{self.text}{HELD}{self.result}".strip(HELD)


@dataclass(frozen=True)
class Figures:
    """How a table writes points: what they come to with its sign, each on the way there without
    one; and what a point is `worth`, if they come to money.
    """

    show: Callable[[int], str]
    part: Callable[[int], str] = str
    worth: str = ""


POINTS = Figures(lambda n: str(n).replace("-", MINUS))
"""Points as they are."""


def signed_figures(signs: bool) -> Figures:
    """Points with a plus where points below zero are as usual as others."""
    return Figures(lambda n: f"{'+' if n > 0 else ''}{POINTS.show(n)}") if signs else POINTS


def common_formula(account: Account, book: Rulebook) -> Formula | None:
    """What is common to all seats of a line, or comes of it besides; None if each has a way of its
    own.
    """
    terms = account.common or account.beside
    if not terms:
        return None
    facts: Facts = {"n": value(terms), "points": value(terms)}
    known = str(table_at(book.shared, "arithmetic").get(account.unit, ""))
    unit = account.unit if account.unit in table_at(book.data, "texts") else "score"
    result = known.format(n=value(terms)) if known else book.say("texts", unit, facts)
    return _formula(terms, book, POINTS, result)


def formula(terms: Terms, book: Rulebook, figures: Figures) -> Formula:
    """The way to the points of a seat."""
    return _formula(terms, book, figures, figures.show(value(terms)))


def line_text(line: Line, book: Rulebook, names: Sequence[str], figures: Figures) -> str:
    """A line with all that it is made of, as text: what is common, then each who gets a share."""
    common = common_formula(line.reckoned, book)
    shares = [
        f"{names[seat]} {formula(line.reckoned.share(seat), book, figures).whole}"
        for seat, points in enumerate(line.points)
        if points
    ]
    parts = [common.whole, *shares] if common else shares
    return f"{book.step(line.rule)}: {'; '.join(parts)}".replace(HELD, " ")


def _kind(rule: str, book: Rulebook) -> str:
    """What a line is called within a sum: as its kind, if that has a name, else as itself."""
    kind = rule
    while kind and not book.text("terms", kind):
        kind = kind.rpartition(".")[0]
    return book.text("terms", kind) or (book.step(rule) if "." in rule else rule)


def total_formula(
    reasons: Iterable[tuple[str, int]], book: Rulebook, figures: Figures
) -> Formula | None:
    """What points by their rules add up to: those of one kind together, and the least of many, so
    that it fits; None if there are not two to add up.
    """
    by_rule, sums = dict[str, int](), dict[str, int]()
    for rule, points in reasons:
        by_rule[rule] = by_rule.get(rule, 0) + points
    for rule, points in by_rule.items():
        kind = _kind(rule, book)
        sums[kind] = sums.get(kind, 0) + points
    kept = {kind: n for kind, n in sums.items() if n}
    for most in range(min(len(kept), MOST_TERMS), 1, -1):
        terms = _longest(kept, most)
        found = _named_formula(terms, book, figures, figures.show(value(terms)))
        if _fits(found, TOTAL_LINES):
            return found
    return None


def _longest(sums: Mapping[str, int], most: int) -> Terms:
    """The terms of a sum, the least of them together if there are more than so many."""
    kept = dict(sums)
    if len(kept) > most:
        least = sorted(kept, key=lambda kind: abs(kept[kind]))[: len(kept) - most + 1]
        kept["other"] = sum(kept.pop(kind) for kind in least)
    return total(kept.items())


def _formula(terms: Terms, book: Rulebook, figures: Figures, result: str) -> Formula:
    """A formula that fits: of one that is too long, the first terms go without their names."""
    for bare in range(len(terms) + 1):
        named = (*(replace(term, word="") for term in terms[:bare]), *terms[bare:])
        found = _named_formula(named, book, figures, result)
        if _fits(found):
            break
    return found


def _fits(found: Formula, most: int = LINES) -> bool:
    lines = wrap(found.whole, WIDTH, break_long_words=False, break_on_hyphens=False)
    return len(lines) <= most and max(map(len, lines)) <= WIDTH


def _named_formula(terms: Terms, book: Rulebook, figures: Figures, result: str) -> Formula:
    said = {sign: str(table_at(book.shared, "arithmetic").get(sign, ",")) for sign in WRITTEN}
    heard = result.replace(MINUS, f"{said['-']} ").replace("+", f"{said['+']} ")
    if len(terms) == 1 and not figures.worth:  # the result says how much it is
        called = _name(terms[0].word, book)
        return Formula(_held(called), _held(result), f"{called} {heard}".strip())
    written, spoken = (_pieces(terms, book, signs, figures) for signs in (WRITTEN, said))
    return Formula(" ".join(map(_held, written)), _held(result), " ".join((*spoken, heard)))


def _pieces(
    terms: Terms, book: Rulebook, signs: Mapping[str, str], figures: Figures
) -> Sequence[str]:
    """The terms one by one, with what they come to where signs of another kind follow, and the sign
    before the result.
    """
    pieces = list[str]()
    for at, term in enumerate(terms):
        called, factor = _name(term.word, book), term.by in "*/"
        if at > 1 and factor != (terms[at - 1].by in "*/"):
            pieces.append(f"{signs['=']} {_number(value(terms[:at]), signs, figures)}")
        if at and factor and called:
            pieces[-1] += signs["·"]
        sign = signs[term.by] if at else ""
        number = str(term.n) if factor else _number(term.n, signs, figures)
        if called and (term.by, term.n) == ("*", 1):  # it says why something counts
            sign = number = ""
        parts = (called, sign, number) if factor else (sign, called, number)
        pieces.append(" ".join(filter(None, parts)))
    if figures.worth:
        if len(terms) > 1 and terms[-1].by not in "*/":
            pieces.append(f"{signs['=']} {_number(value(terms), signs, figures)}")
        pieces.append(f"{signs['*']} {figures.worth}")
    return (*pieces, signs["="])


def _name(word: str, book: Rulebook) -> str:
    """What a term is called: in the game, else in all games, else as it stands there."""
    known = table_at(book.shared, "arithmetic").get(word, word)
    return book.text("terms", word) or str(known)


def _held(text: str) -> str:
    return text.replace(" ", HELD)


def _number(n: int, signs: Mapping[str, str], figures: Figures) -> str:
    minus = signs["-"] if signs is WRITTEN else f"{signs['-']} "
    return f"{minus}{figures.part(-n)}" if n < 0 else figures.part(n)
