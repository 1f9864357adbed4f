"""A company's own case law: what it made of its quarrels, numbered, and told without names.

A ruling on the sheet is such a case, and so are those of other matches of the same people at the
same game. A number stays taken when its ruling is taken back.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.names import WHO
from scorekeeper.schema import Json

WORD = re.compile(r"\w+")
INFLECTED = 4
"""Letters of a name that may have another ending; a shorter one has to be there as it is."""


@dataclass(frozen=True)
class OwnCase:
    """A ruling as a case: `how` it was ruled, on which `seat` of its match, with what `note`.

    The judgement calls the players by the names that the reader of the case gives to seats.
    """

    number: int
    at: str
    judgement: Judgement
    how: str
    seat: int | None
    note: str

    @property
    def line(self) -> dict[str, Json] | None:
        """It as a line of a case file; None for an offence that the table only agreed on."""
        case = self.judgement.case
        return {**case, "note": self.note} if case and self.note else case


def own_cases(match: Match, others: Iterable[Match]) -> Iterator[OwnCase]:
    """The cases of a match and of others of the same people, the oldest first."""
    same = [each for each in others if _is_same(each, match) and each.code != match.code]
    ordered = sorted((*same, match), key=lambda each: each.events[0].at)
    rulings = ((each, event) for each in ordered for event in each.rulings)
    for number, (each, event) in enumerate(rulings, start=1):
        if event.seq not in each.struck_by:
            yield _own_case(number, each, event)


def without_names(text: str, names: Sequence[str]) -> str:
    """A text in which nobody is called by name, in whatever case of a language.

    >>> without_names("Petrovi to projde, rundu dá Jana", ("Petr", "Jana"))
    '… to projde, rundu dá …'
    """
    known = [word.casefold() for name in names for word in WORD.findall(name)]
    return WORD.sub(lambda word: WHO if _names(word[0].casefold(), known) else word[0], text)


def _names(word: str, known: Iterable[str]) -> bool:
    return any(
        word == name or (len(name) >= INFLECTED and word.startswith(name[:-1])) for name in known
    )


def _is_same(one: Match, other: Match) -> bool:
    """True for two matches of the same people at the same game, however they sit."""
    people = [sorted(name.casefold() for name in each.names) for each in (one, other)]
    return one.game is other.game and people[0] == people[1]


def _own_case(number: int, match: Match, event: Event) -> OwnCase:
    ruling = event.body["ruling"]
    judgement, people = load_judgement(ruling), (*match.names, *ruling["names"])
    note = without_names(ruling["note"], people)
    nameless = replace(judgement, names=("",) * len(judgement.names))
    return OwnCase(number, event.at, nameless, ruling["how"], ruling["seat"], note)
