"""Looks for a world with a fault, and for the shortest history that shows it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tests.verification.simulation.fault import Fault
from tests.verification.simulation.plan import STEPS, Step, plan
from tests.verification.simulation.world import live


@dataclass(frozen=True)
class Finding:
    """A fault: the seed of its world, the steps that show it, and what happened there."""

    seed: int
    fault: Fault
    steps: Sequence[Step]

    def __str__(self) -> str:
        history = "\n".join(getattr(self.fault, "__notes__", ()))
        return f"seed {self.seed}, {len(self.steps)} steps\n{history}\n{self.fault}"


def first_finding(seeds: Iterable[int], steps: int = STEPS) -> Finding | None:
    """The first of some worlds of so many steps that has a fault, with its whole history."""
    for seed in seeds:
        if finding := find(seed, plan(seed, steps)):
            return finding
    return None


def find(seed: int, steps: Sequence[Step]) -> Finding | None:
    """What is wrong in a world with these steps."""
    try:
        live(seed, steps)
    except Fault as fault:
        return Finding(seed, fault, steps)
    return None


def shortest(finding: Finding) -> Finding:
    """The same fault with as few steps as can be, each as plain as can be.

    Stretches of steps are left out as long as the same law is still broken, first long ones.
    """
    size = max(1, len(finding.steps) // 2)
    while size:
        finding, size = _without_stretches(finding, size), size // 2
    for number in range(len(finding.steps)):
        finding = _plainer(finding, number)
    return finding


def _without_stretches(finding: Finding, size: int) -> Finding:
    start = 0
    while start < len(finding.steps):
        shorter = _same(finding, [*finding.steps[:start], *finding.steps[start + size :]])
        finding, start = (shorter, start) if shorter else (finding, start + size)
    return finding


def _plainer(finding: Finding, number: int) -> Finding:
    step = finding.steps[number]
    for plain in (replace(step, comes="", point=0), replace(step, fate="through")):
        if plain != step:
            steps = [*finding.steps[:number], plain, *finding.steps[number + 1 :]]
            finding = _same(finding, steps) or finding
            step = finding.steps[number]
    return finding


def _same(finding: Finding, steps: Sequence[Step]) -> Finding | None:
    other = find(finding.seed, steps)
    return other if other and other.fault.law == finding.fault.law else None
