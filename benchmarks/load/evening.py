"""What all tables of an evening share, and what is known of each match in the end."""

from dataclasses import dataclass, field

from benchmarks.load.figures import Figures


@dataclass
class Played:
    """A match: the key of each save that was acknowledged, in order, and event → the moment.

    `unsure` are keys of saves that were given up without an answer.
    """

    code: str
    keys: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    saved: dict[int, float] = field(default_factory=dict)


@dataclass
class Evening:
    """What all tables share: the server, the pace, what is measured, and whether to stop."""

    port: int
    pace: float
    figures: Figures = field(default_factory=Figures)
    stopped: bool = False
