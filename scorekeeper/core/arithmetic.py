"""How a figure comes about: terms, worked out from the first to the last.

What is scored is the value of its terms, so what a table reads is what was reckoned. What a term is
called and how it is written or spoken is said in `rulebook/sums.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True)
class Term:
    """A figure, how it joins what stands before it, and what it is: an id of the book's `terms`."""

    n: int
    by: Operator = "+"
    word: str = ""

    def join(self, so_far: int) -> int:
        """What comes of a figure by this term; shares are whole, as `shared` sees to."""
        match self.by:
            case "+":
                return so_far + self.n
            case "-":
                return so_far - self.n
            case "*":
                return so_far * self.n
            case "/":
                return so_far // self.n


Terms = tuple[Term, ...]


def value(terms: Iterable[Term]) -> int:
    """What terms come to, from the first to the last.

    >>> value((Term(45), Term(35, "-"), Term(2, "*", "flek")))
    20
    """
    so_far = 0
    for term in terms:
        so_far = term.join(so_far)
    return so_far


def total(figures: Iterable[tuple[str, int]]) -> Terms:
    """Figures that are added up, each with what it is; one below zero is taken away.

    >>> [(term.by, term.n) for term in total([("", 40), ("", -5)])]
    [('+', 40), ('-', 5)]
    """
    first, *more = figures
    taken = (Term(abs(n), "-" if n < 0 else "+", word) for word, n in more)
    return (Term(first[1], word=first[0]), *taken)


def times(factor: int, word: str = "") -> Terms:
    return () if factor == 1 else (Term(factor, "*", word),)


def shared(terms: Terms, among: int, word: str = "") -> Terms:
    """Terms that are shared among so many: what does not divide is left out first.

    >>> value(shared((Term(121),), 2))
    60
    """
    rest = value(terms) % among
    without = (Term(rest, "-", "remainder"),) if rest else ()
    return (*terms, *without, *((Term(among, "/", word),) if among != 1 else ()))


def negated(terms: Terms) -> Terms:
    """The same from the other side: who pays reads 35 − 45 where who gets it reads 45 − 35.

    >>> [(term.by, term.n) for term in negated((Term(45), Term(35, "-"), Term(2, "*")))]
    [('+', 35), ('-', 45), ('*', 2)]
    """
    ends = next((at for at, term in enumerate(terms) if term.by in "*/"), len(terms))
    begins = [(t.word, t.n if t.by == "-" else -t.n) for t in terms[:ends]]
    if not any(word for word, _ in begins[1:]):
        begins.sort(key=lambda part: part[1] < 0)
    flipped: Mapping[Operator, Operator] = {"+": "-", "-": "+"}
    goes_on = (replace(t, by=flipped.get(t.by, t.by)) for t in terms[ends:])
    return (*total(begins), *goes_on)


Unit = Literal["", "from-each", "to-each", "to-pot", "in-pot", "cards"]


@dataclass(frozen=True)
class Account:
    """How the points of a line come about: by terms that are `common` to all, with the `unit` of
    what they come to, and by how each seat goes on from there (`shares`).

    One that is not `counted` scores nothing, and says why. What else comes of it, which is no
    points, stands `beside` in that unit.
    """

    shares: Mapping[int, Terms]
    common: Terms = ()
    unit: Unit = ""
    beside: Terms = ()
    counted: bool = True

    def points(self, seats: int) -> tuple[int, ...]:
        return tuple(value(self.own(seat)) for seat in range(seats))

    def own(self, seat: int) -> Terms:
        """The whole way to the points of a seat, as whoever sits there reads it."""
        return self._signed((*self.common, *self.shares[seat])) if seat in self.shares else ()

    def share(self, seat: int) -> Terms:
        common = (Term(value(self.common)),) if self.common else ()
        return self._signed((*common, *self.shares[seat])) if seat in self.shares else ()

    @staticmethod
    def _signed(terms: Terms) -> Terms:
        """The same terms; those of who pays begin with the sign."""
        kept = tuple(term for term in terms if term != PAYS)
        return negated(kept) if PAYS in terms else kept


PAYS = Term(-1, "*")
"""The share of who pays what is common."""
GETS: Terms = ()
"""The share of who gets it."""
