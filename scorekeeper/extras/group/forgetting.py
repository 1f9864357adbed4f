"""A group as a file – its own events, then those of each of its matches –, and forgetting a member
for good: as if he had always been called by a number.

Scores stay (book.company.forget). His names go from the group's events, from those of every match
of it and from the kept verdicts; from what was typed freely (notes, pubs, rounds, house rules) the
words that name him go, in whatever case of a language.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from uuid import uuid4

from scorekeeper.core.names import FORGOTTEN_NAME
from scorekeeper.core.schema import Json, fields_of, type_of
from scorekeeper.extras.group import GROUP, Group
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match import Match
from scorekeeper.match.files import NameEraser, named_in, verdicts_in
from scorekeeper.stream.files import StreamType
from scorekeeper.stream.roles import Changes, texts_in, with_changes

WORD = re.compile(r"\w+")
SHORTEST, ENDING = 3, 3
"""Letters of a name that may have an ending, and the most that an ending has."""
VOWELS = "aáeéěiíoóuúůyýąęаеёіоуыэюяьй"
SOFT = {"k": "c", "h": "z", "g": "z", "r": "ř", "d": "ď", "t": "ť", "n": "ň"}
"""What the last letter of a stem becomes before some endings: Lenka → Lence, Petr → Petře."""


class Names:
    """Every name that somebody had.

    >>> petr = Names(["Petr", "Jirka"])
    >>> petr.without("Petrovi to projde, Petře! Jirko, s Jirkou; Petřín zůstane")
    '… to projde, …! …, s …; Petřín zůstane'
    >>> "PETR" in petr, "Petra" in petr
    (True, False)
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.known = frozenset(name.casefold() for name in names)
        words = {word for name in self.known for word in WORD.findall(name)}
        self._words = frozenset(words)
        self._stems = tuple({stem for word in words for stem in _stems(word)})
        whole = (name for name in self.known if not WORD.search(name))
        self._signs = re.compile("|".join(map(re.escape, sorted(whole))) or r"(?!)")

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self.known

    def without(self, text: str) -> str:
        """A text with `FORGOTTEN_NAME` wherever one of the names stands."""
        said = WORD.sub(
            lambda word: FORGOTTEN_NAME if self._names(word[0].casefold()) else word[0], text
        )
        return self._signs.sub(FORGOTTEN_NAME, said)

    def _names(self, word: str) -> bool:
        return word in self._words or any(
            word.startswith(stem) and len(word) <= len(stem) + ENDING for stem in self._stems
        )


def _stems(word: str) -> Iterator[str]:
    """What the cases of a name begin with: Jana, Jan-y; Karel, Karl-a; Lenka, Lenk-y, Lenc-e."""
    if len(word) < SHORTEST:
        return
    stem = word[:-1] if word[-1] in VOWELS else word
    fleeting = len(word) > SHORTEST and word[-1] not in VOWELS and word[-2] in "eěёо"
    for each in (stem, word[:-2] + word[-1]) if fleeting else (stem,):
        yield each
        if each[-1] in SOFT:
            yield each[:-1] + SOFT[each[-1]] + "e"
            yield each[:-1] + SOFT[each[-1]] + "i"


Body = Mapping[str, object]
TRIES = 5
"""How often the events are read again because somebody wrote meanwhile."""
FORGOTTEN = "hráč {number}"
"""What a player who was forgotten by a command is called, as the rules say it."""


def forget(ledger: Ledger, code: str, number: int, called: str) -> tuple[str, ...]:
    """Forgets a member, who is `called` by his number from now on; a name that somebody has already
    is told apart. Gives the codes of all that was rewritten. Raises Unusable.
    """
    names, label, rewritten = Names(()), called, dict[str, None]()
    for _ in range(TRIES):
        book = _Book.read(ledger, code, number)
        if not rewritten:
            names, label = book.names, book.free(called)
        changed = [event for events in book.without(names, label, ledger) for event in events]
        if not changed:
            break
        ledger.rewrite(changed)
        rewritten |= dict.fromkeys(event.stream for event in changed)
    return tuple(rewritten)


def forget_called(ledger: Ledger, events: Sequence[Event], player: str) -> Sequence[str] | None:
    """Forgets the member who is called so, who goes by his number then; None if there is none.

    Gives the codes of all that was rewritten.
    """
    group = Group.fold(events)
    if (member := group.called(player)) is None:
        return None
    called = FORGOTTEN.format(number=member.number + 1)
    return forget(ledger, group.code, member.number, called)


@dataclass(frozen=True)
class _Book:
    """A group with its own matches, as far as they are here, and the member who goes."""

    group: Group
    matches: tuple[Match, ...]
    number: int

    @classmethod
    def read(cls, ledger: Ledger, code: str, number: int) -> "_Book":
        group = Group.fold(ledger.read(code))
        streams = filter(None, map(ledger.read, group.matches))
        return cls(group, tuple(filter(group.has, map(Match.fold, streams))), number)

    @property
    def _numbers(self) -> frozenset[int]:
        merged = (one for one, to in self.group.merges.items() if to == self.number)
        return frozenset({self.number, *merged})

    @property
    def names(self) -> Names:
        """Every name that he had: in the group, also for a moment only, and in its matches."""
        known = (m for m in self.group.members if m.came and m.number != self.number)
        others = {name for member in known for name in member.names}
        given = _member_names(self.group.events)
        here = {name for number, name in given if number in self._numbers}
        typed = {
            name
            for event in self.group.events
            if event.kind == "recalled"
            for result in event.body["results"]
            for name, person in zip(result["called"], result["people"], strict=True)
            if person in self._numbers
        }
        there = (
            name
            for match in self.matches
            for person, name in _person_names(match.events)
            if person in self._people(match)
        )
        return Names([*((here | typed) - others), *there])

    def free(self, called: str) -> str:
        """A name that nobody else has, in the group or in a match of it."""
        names = (name for _, name in _member_names(self.group.events))
        people = (name for match in self.matches for _, name in _person_names(match.events))
        taken, label, more = {name.casefold() for name in (*names, *people)}, called, 1
        while label.casefold() in taken:
            label, more = f"{called} ({more})", more + 1
        return label

    def without(self, names: Names, label: str, ledger: Ledger) -> Iterator[list[Event]]:
        """The events of the group, of each match and of their verdicts, where he is named."""
        events, members = self.group.events, self.group.members
        gone = {number for number, name in _member_names(events) if name in names}
        ghosts = {number for number in gone if not members[number].came}
        without = list(_of_group(events, ghosts | self._numbers, names, label))
        yield _if_changed(events, without)
        verdicts = verdicts_in(ledger)
        for match in self.matches:
            forgetting = _OfMatch(self._people(match), names, label)
            yield _if_changed(match.events, [forgetting.event(event) for event in match.events])
            for verdict in verdicts.of(match.events):
                yield _if_changed((verdict,), [forgetting.verdict(verdict)])

    def _people(self, match: Match) -> frozenset[int]:
        members = self.group.members_of(match)
        return frozenset(person for person, each in enumerate(members) if each == self.number)


def _of_group(
    events: Sequence[Event], gone: Collection[int], names: Names, label: str
) -> Iterator[Event]:
    """The events of a group without the names of some numbers: they are called by a `label`."""
    given = _member_names(events)

    def called(name: str) -> str:
        number, _name = next(given)
        return label if number in gone else name

    for event in events:
        changes: Changes = {
            "label": names.without,
            "text": names.without,
            "name": names.without if is_own_name(event) else called,
        }
        body = with_changes(GROUP.body_types[event.kind], event.body, changes)
        if event.kind == "agreed":
            texts = _house_texts(body["game"], body["house"], names)
            body["house"] = _with_texts(body["house"], texts)
        yield replace(event, body=body, key=str(uuid4()))


class _OfMatch(NameEraser):
    """The events of a match without the names of some people of it: they are called by a `label`.

    Also what was typed into its house rules is told without them.
    """

    def __init__(self, people: Collection[int], names: Names, label: str) -> None:
        super().__init__()
        self._people, self._names, self._label_of_all = people, names, label
        self._texts: dict[str, str] = {}
        self._game = ""

    def event(self, event: Event) -> Event:
        if event.kind in ("opened", "agreed"):
            self._game = event.body.get("game", self._game)
            self._texts |= _house_texts(self._game, event.body["house"], self._names)
        return self._with_house(super().event(event))

    def verdict(self, event: Event) -> Event:
        return self._with_house(super().verdict(event))

    def _with_house(self, event: Event) -> Event:
        return replace(event, body=_with_texts(event.body, self._texts))

    def _new_name(self, person: int, name: str) -> str:
        return self._label_of_all if person in self._people else name

    def _label(self, name: str) -> str:
        return self._labels.get(name, self._label_of_all if name in self._names else name)

    def _note(self, note: str) -> str:
        return self._names.without(note)


def _if_changed(events: Sequence[Event], without: list[Event]) -> list[Event]:
    """The events without the names, all of them with other keys; none if nobody is named there."""
    same = all(one.body == other.body for one, other in zip(events, without, strict=True))
    return [] if same else without


def _member_names(events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """The number of a member and a name, as often as a group gave one, also for a moment only:
    who comes has the next number.
    """
    coming = 0
    for event in events:
        if event.kind == "named" and not is_own_name(event):
            yield event.body["member"], event.body["name"]
        elif event.kind != "named":
            for name in texts_in(GROUP.body_types[event.kind], event.body, "name"):
                yield coming, name
                coming += 1


def is_own_name(event: Event) -> bool:
    return event.kind == "named" and event.body.get("member") is None


def _person_names(events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """The number of a person and a name, as often as a match gave one."""
    return chain.from_iterable(map(named_in, events))


def _house_texts(game: str, house: Mapping[str, object], names: Names) -> dict[str, str]:
    """What was typed freely into house rules and names him → the same without his name."""
    cls: type = GAMES[game].house
    typed = (house[name] for name in fields_of(cls) if name in house and type_of(cls, name) is str)
    told = {text: names.without(text) for text in typed if isinstance(text, str)}
    return {text: without for text, without in told.items() if text != without}


def _with_texts(body: Mapping[str, Json], texts: Mapping[str, str]) -> Mapping[str, Json]:
    return {name: _replaced(part, texts) for name, part in body.items()} if texts else body


def _replaced(data: Json, texts: Mapping[str, str]) -> Json:
    if isinstance(data, Mapping):
        return _with_texts(data, texts)
    if isinstance(data, str):
        return texts.get(data, data)
    return [_replaced(part, texts) for part in data] if isinstance(data, list) else data


def _matches(events: Sequence[Event]) -> Sequence[str]:
    """The codes of all matches that any event ever named: Undo and Redo may bring back each."""
    named = (texts_in(GROUP.body_types[each.kind], each.body, "stream") for each in events)
    return tuple(dict.fromkeys(chain.from_iterable(named)))


def _check_match(group: Group, events: Sequence[Event]) -> str:
    match = Match.fold(events)
    too_many = len(group.matches.get(match.code, ())) > len(match.seating.people)
    return "match: the group knows more people in it than there are" if too_many else ""


STREAM = StreamType(
    Group,
    part="match",
    parts=_matches,
    check_part=_check_match,
    strict=True,
    forget=forget_called,
)
"""A group, as files and maintenance see it."""
