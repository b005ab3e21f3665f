"""Ours against a peer, by turns, and the table that comes of it: `pytest benchmarks`.

A machine's speed drifts, and others share it, so figures of separate runs say little. Here each
round of ours follows a timed call of the peer, and the ratio is the median over such pairs. So either
begins with caches that the other has filled, which counts where a call takes less than a millisecond.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter

from pytest_benchmark.fixture import BenchmarkFixture

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """A line of the table; its goal is to beat the peer so many `times`, or to stay `at_most` at so much."""

    what: str
    ours: float
    unit: str
    peer: float | None = None
    peer_name: str = ""
    ratio: float | None = None
    times: float | None = None
    at_most: float | None = None

    def cells(self) -> list[str]:
        ratio = "" if self.ratio is None else f"{_figure(self.ratio)}x"
        peer = "" if self.peer is None else _show(self.peer, self.unit)
        return [self.what, _show(self.ours, self.unit), peer, self.peer_name, ratio, *self._goal()]

    def _goal(self) -> list[str]:
        if self.at_most is not None:
            return [f"at most {_show(self.at_most, self.unit)}", _yes(self.ours <= self.at_most)]
        if self.times is not None and self.ratio is not None:
            return [f"{self.times:g}x", _yes(self.ratio >= self.times)]
        return ["", ""]


class Comparison:
    """What a test measures: it goes to pytest-benchmark and into the table."""

    def __init__(self, benchmark: BenchmarkFixture, rows: list[Row]) -> None:
        self._benchmark = benchmark
        self._rows = rows

    def alternate(self, ours: Callable[..., object], before: Callable[[], object], rounds: int) -> list[float]:
        """Time ours after each call of `before`, which may return the (args, kwargs) of ours.

        There are no times if pytest-benchmark is told to be disabled; then both run once.
        """
        self._benchmark.pedantic(ours, setup=before, rounds=rounds, iterations=1)
        return list(self._benchmark.stats.stats.data) if self._benchmark.stats else []

    def run(
        self,
        what: str,
        ours: Work,
        peer: Work | None = None,
        peer_name: str = "",
        *,
        rounds: int,
        per: int = 1,
        peer_per: int = 1,
        times: float | None = None,
        at_most: float | None = None,
    ) -> None:
        """Time ours and the peer by turns; figures are divided by how many things `per` call each does."""
        theirs: list[float] = []

        def run_peer() -> None:
            if peer is not None:
                theirs.append(seconds(peer) / peer_per)

        mine = [time / per for time in self.alternate(ours, run_peer, rounds)]
        if not mine:
            return
        self.add(
            Row(
                what,
                median(mine),
                "s",
                median(theirs) if theirs else None,
                peer_name,
                median_ratio(theirs, mine) if theirs else None,
                times,
                at_most,
            )
        )

    def add(self, row: Row) -> None:
        self._benchmark.extra_info[row.what] = asdict(row)
        self._rows.append(row)


def seconds(work: Work) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def median_ratio(numerators: Sequence[float], denominators: Sequence[float]) -> float:
    return median(a / b for a, b in zip(numerators, denominators, strict=True))


def table(rows: Sequence[Row]) -> list[str]:
    cells = [["", "mazzo", "peer", "", "ratio", "goal", "met"], *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in cells]


def _show(value: float, unit: str) -> str:
    if unit == "s":
        unit, scale = next(
            (unit, scale)
            for unit, scale in [("s", 1), ("ms", 1e3), ("µs", 1e6), ("ns", 1e9)]
            if value * scale >= 1 or unit == "ns"
        )
        value *= scale
    return f"{_figure(value)} {unit}"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _yes(met: bool) -> str:
    return "yes" if met else "NO"
