"""What tests take of the processor, told at the end: each folder, and its share.

A plugin of pytest. A worker counts itself and the children that have ended: browsers, servers.
"""

from collections import Counter
from collections.abc import Generator
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

import pytest


def spent() -> float:
    """Seconds of the processor that this process and its children have taken."""
    both = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(each.ru_utime + each.ru_stime for each in both)


class ProcessorTime:
    """Seconds of the processor by folder."""

    def __init__(self) -> None:
        self.seconds, self.tests = Counter[str](), Counter[str]()
        self._before = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        """Counts a test with what it set up, and what went before: its own part of collecting."""
        done = yield
        now = spent()
        folder = item.path.parent.relative_to(item.config.rootpath).parts[:3]
        name = "/".join(folder if "verification" in folder else folder[:2])
        self.seconds[name] += now - self._before
        self.tests[name] += 1
        self._before = now
        return done

    @pytest.hookimpl
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker hands over what it counted."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["processor"] = (dict(self.seconds), dict(self.tests))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Adds what a worker counted; one that was killed says nothing."""
        seconds, tests = getattr(node, "workeroutput", {}).get("processor", ({}, {}))
        self.seconds.update(seconds)
        self.tests.update(tests)

    @pytest.hookimpl
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says it, the costliest folder first."""
        total = sum(self.seconds.values())
        if total < 10:
            return
        terminalreporter.section("processor time")
        for name, seconds in self.seconds.most_common():
            share = f"{seconds:6.0f} s {seconds / total:5.0%} {self.tests[name]:6} tests"
            terminalreporter.write_line(f"{share}  {name}")
        terminalreporter.write_line(f"{total:6.0f} s       {sum(self.tests.values()):6} tests")
