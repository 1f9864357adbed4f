"""Forgetting people: the same match, as if its players had always been called by their numbers.

Scores, entries and rulings stay; names go, and with them the notes of rows and rulings and the name
of the house rules, where somebody may be named. Every event gets another key, so that whoever read
the match before sees that it changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any
from uuid import uuid4

from scorekeeper.judgements import is_code
from scorekeeper.ledger import Event, Ledger

Body = Mapping[str, Any]


class Forgetting:
    """What names become: those of everybody, or of one `player` (however it is capitalised).

    Events are given in their order, since a name stands for whoever sat there last.
    """

    def __init__(self, player: str | None = None) -> None:
        self._player = None if player is None else player.casefold()
        self._labels: dict[str, str] = {}

    @property
    def names(self) -> frozenset[str]:
        """The names that were forgotten so far."""
        return frozenset(name for name, label in self._labels.items() if name != label)

    def event(self, event: Event) -> Event:
        """An event of a match without the names."""
        body = dict(event.body)
        if "names" in body:
            names = body["names"]
            body["names"] = self._called(body.get("seats", range(len(names))), names)
        if "ruling" in body:
            body["ruling"] = self._ruling(body["ruling"])
        if "question" in body:
            body["question"] = self._judgement(body["question"])
        for said in ("note", "rules"):
            if said in body:
                body[said] = self._note(body[said])
        return replace(event, body=body, key=str(uuid4()))

    def verdict(self, event: Event) -> Event:
        """A kept verdict on this company without its names; its code stays."""
        return replace(event, body={"judged": self._judgement(event.body["judged"])})

    def _called(self, people: Sequence[int], names: Sequence[str]) -> list[str]:
        """Names that are people's numbers: the same one wherever they sit."""
        self._labels |= {
            name: self._new_name(person, name) for person, name in zip(people, names, strict=True)
        }
        return [self._labels[name] for name in names]

    def _new_name(self, person: int, name: str) -> str:
        """What a person who was called so is called from now on."""
        return str(person + 1) if self._goes(name) else name

    def _judgement(self, body: Body) -> Body:
        return {**body, "names": [self._label(name) for name in body["names"]]}

    def _ruling(self, ruling: Body) -> Body:
        return {**self._judgement(ruling), "note": self._note(ruling["note"])}

    def _note(self, note: str) -> str:
        """A note in which nobody is named who goes; empty if somebody may be."""
        says_it = self._player is None or self._player in note.casefold()
        return "" if says_it else note

    def _label(self, name: str) -> str:
        return self._labels.get(name, "–" if self._goes(name) else name)

    def _goes(self, name: str) -> bool:
        return self._player is None or name.casefold() == self._player


class Verdicts:
    """The kept verdicts of a house, found by their codes and by whom they name."""

    def __init__(self, events: Iterable[Event]) -> None:
        self._by_code: dict[str, Event] = {}
        self._by_names: defaultdict[frozenset[str], list[Event]] = defaultdict(list)
        for event in events:
            self._by_code[event.match] = event
            self._by_names[frozenset(event.body["judged"]["names"])].append(event)
        self._by_one: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        for names in filter(None, self._by_names):
            self._by_one[min(names)].append(names)

    def of(self, events: Iterable[Event]) -> list[Event]:
        """Those that a match links to, or that name its company or some of it."""
        links: dict[str, None] = {}
        companies: dict[frozenset[str], None] = {}
        for event in events:
            asked = [event.body[part] for part in ("ruling", "question") if part in event.body]
            links |= {each["link"]: None for each in asked}
            companies |= {frozenset(event.body.get("names", ())): None}
        found = {code: self._by_code[code] for code in links if code in self._by_code}
        named = chain.from_iterable(map(self._naming, companies))
        return list((found | {verdict.match: verdict for verdict in named}).values())

    def _naming(self, company: frozenset[str]) -> Iterator[Event]:
        """The verdicts that name nobody else."""
        for one in sorted(company):
            for names in self._by_one.get(one, ()):
                if names <= company:
                    yield from self._by_names[names]


def verdicts_in(ledger: Ledger) -> Verdicts:
    """All kept verdicts of a ledger: each is an event of its own."""
    codes = (code for code in ledger.matches() if is_code(code))
    firsts = (ledger.read(code)[0] for code in codes)
    return Verdicts(event for event in firsts if "judged" in event.body)
