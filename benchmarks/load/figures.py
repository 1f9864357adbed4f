"""How long each kind of request took, and how soon what was saved was heard of."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil

KINDS: Mapping[str, str] = {
    "home": "first page",
    "names": "names of the players",
    "open": "match opened",
    "file": "style, script, picture",
    "unchanged": "the same, not changed (304)",
    "share": "links to share",
    "link": "link opened",
    "watch": "watchers’ page",
    "stream": "stream, to its first event",
    "sheet": "sheet",
    "form": "form of an entry",
    "preview": "preview of a tap",
    "save": "entry saved",
    "tap": "entry saved by one tap",
    "why": "row explained",
    "correct": "correction saved",
    "undo": "undo, redo",
    "news": "what is new, for watchers",
    "disputes": "list of disputes",
    "question": "question to the referee",
    "pick": "card picked",
    "judge": "verdict asked for",
    "verdict": "verdict read",
    "rule": "ruling saved",
}
"""What is asked for → its name, in the order of the report."""
HEARD = "saved → heard by a watcher"


def percentile(sorted_values: Sequence[float], share: float) -> float:
    """The value below which a share of all lies (nearest rank).

    >>> percentile(range(1, 101), 0.99), percentile([5.0], 0.5)
    (99, 5.0)
    """
    return sorted_values[max(0, ceil(share * len(sorted_values)) - 1)]


@dataclass
class Figures:
    """What was measured in one part of the evening: kind → milliseconds of each, and errors."""

    took: dict[str, list[float]] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    heard: list[float] = field(default_factory=list)

    def note(self, kind: str, milliseconds: float) -> None:
        """One request was answered as it should be."""
        self.took.setdefault(kind, []).append(milliseconds)

    def fail(self, kind: str, what: str) -> None:
        """One request was not."""
        self.wrong.setdefault(kind, []).append(what)

    def cut(self) -> "Figures":
        """What was measured so far, which is forgotten here."""
        so_far = Figures(self.took, self.wrong, self.heard)
        self.took, self.wrong, self.heard = {}, {}, []
        return so_far

    @property
    def errors(self) -> int:
        """How many requests were not answered as they should be."""
        return sum(map(len, self.wrong.values()))

    @property
    def count(self) -> int:
        """How many were."""
        return sum(map(len, self.took.values()))

    def table(self, title: str, seconds: float) -> Iterator[str]:
        """The lines of the report."""
        rate = f"{title}, {seconds:.0f} s, {self.count / max(seconds, 1):.0f} requests a second"
        yield f"{rate:46}{'count':>8}{'p50':>8}{'p99':>8}{'max ms':>9}{'errors':>8}"
        for kind, name in KINDS.items():
            if kind in self.took or kind in self.wrong:
                wrong = len(self.wrong.get(kind, ()))
                yield f"{_row(name, self.took.get(kind, []))}{wrong:>8}"
        if self.heard:
            yield _row(HEARD, self.heard)

    def faults(self) -> Iterator[str]:
        """What went wrong, and how often."""
        for kind, whats in self.wrong.items():
            for what, times in Counter(whats).items():
                yield f"{times} × {KINDS.get(kind, kind)}: {what}"


def _row(name: str, values: Sequence[float]) -> str:
    if not values:
        return f"{name:46}{0:>8}{'–':>8}{'–':>8}{'–':>9}"
    all_of = sorted(values)
    p50, p99 = (percentile(all_of, share) for share in (0.5, 0.99))
    return f"{name:46}{len(all_of):>8}{p50:>8.1f}{p99:>8.1f}{all_of[-1]:>9.0f}"
