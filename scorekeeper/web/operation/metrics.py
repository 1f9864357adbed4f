"""What the server did so far, in the text form of Prometheus, at an address of its own.

All workers count into one piece of shared memory, each into a row of its own, so that nothing has
to be locked; an answer adds the rows up. A row outlives its worker: counters only ever grow.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import RawArray
from time import perf_counter
from typing import Any

from scorekeeper.version import version
from scorekeeper.web.operation.logs import ATTEMPTS

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]

STATUSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds; the buckets in which answers are counted."""
ROWS = 64
"""More than there are workers at once."""

SERIES = (
    *(f'scorekeeper_requests_total{{status="{status}"}}' for status in STATUSES),
    *(f'scorekeeper_request_seconds_bucket{{le="{bound}"}}' for bound in (*BOUNDS, "+Inf")),
    "scorekeeper_request_seconds_sum",
    "scorekeeper_request_seconds_count",
    *(f'scorekeeper_attempts_total{{kind="{attempt}"}}' for attempt in ATTEMPTS),
)
HELP = {
    "scorekeeper_requests_total": ("counter", "Requests answered, by class of status."),
    "scorekeeper_request_seconds": ("histogram", "Time until an answer was ready."),
    "scorekeeper_attempts_total": ("counter", "Attempts at what is not allowed, by kind."),
}


class Metrics:
    """Counters of all workers; to be made before they fork. `address` is (host, port)."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.address = address
        self._cells = RawArray("d", ROWS * len(SERIES))

    def around(self, app: Wsgi, worker: int) -> Wsgi:
        """The app of one worker, counted, and these figures at their own address."""
        row = worker % ROWS * len(SERIES)
        counts = {name: row + at for at, name in enumerate(SERIES)}
        logging.getLogger("scorekeeper.security").addHandler(_Counter(self._cells, counts))

        def counted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            if (environ["SERVER_NAME"], environ["SERVER_PORT"]) == self._listener:
                return self._page(start_response)
            began = perf_counter()

            def start(status: str, *more: Any) -> Any:
                self._cells[counts[SERIES[int(status[0]) - 1]]] += 1
                return start_response(status, *more)

            answer = app(environ, start)
            self._count_seconds(counts, perf_counter() - began)
            return answer

        return counted

    @property
    def text(self) -> str:
        """All figures, as Prometheus reads them."""
        return "\n".join(self._lines()) + "\n"

    @property
    def _listener(self) -> tuple[str, str]:
        host, port = self.address
        return host, str(port)

    def _page(self, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain; version=0.0.4; charset=utf-8")])
        return [self.text.encode()]

    def _count_seconds(self, counts: dict[str, int], seconds: float) -> None:
        cells = self._cells
        for bound in (*(bound for bound in BOUNDS if seconds <= bound), "+Inf"):
            cells[counts[f'scorekeeper_request_seconds_bucket{{le="{bound}"}}']] += 1
        cells[counts["scorekeeper_request_seconds_sum"]] += seconds
        cells[counts["scorekeeper_request_seconds_count"]] += 1

    def _lines(self) -> Iterator[str]:
        yield "# TYPE scorekeeper_info gauge"
        yield f'scorekeeper_info{{version="{version()}"}} 1'
        for family, (kind, help) in HELP.items():
            yield f"# HELP {family} {help}"
            yield f"# TYPE {family} {kind}"
            for at, name in enumerate(SERIES):
                if name.startswith(family):
                    yield f"{name} {sum(self._cells[at :: len(SERIES)]):g}"


class _Counter(logging.Handler):
    """Counts the attempts that are logged."""

    def __init__(self, cells: Any, counts: dict[str, int]) -> None:
        super().__init__()
        self.cells, self.counts = cells, counts

    def emit(self, record: logging.LogRecord) -> None:
        """Counts one."""
        attempt = getattr(record, "attempt", "")
        if attempt in ATTEMPTS:
            self.cells[self.counts[f'scorekeeper_attempts_total{{kind="{attempt}"}}']] += 1


def address_of(text: str) -> tuple[str, int]:
    """Host and port of the setting METRICS. Raises ValueError for anything else.

    >>> address_of("127.0.0.1:9100")
    ('127.0.0.1', 9100)
    """
    host, _colon, port = text.rpartition(":")
    if not host or not port.isdigit():
        raise ValueError(f"METRICS = {text!r}: write an address and a port, as 127.0.0.1:9100")
    return host, int(port)
