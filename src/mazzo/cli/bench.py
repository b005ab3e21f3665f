"""`mazzo bench`: how fast things go on this machine."""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import click
import numpy as np
import numpy.typing as npt
from rich.table import Table

from mazzo import _native
from mazzo._threads import thread_count
from mazzo.equity import equity
from mazzo.ranges import Range
from mazzo.strength import evaluate, evaluate_many
from mazzo.terminal.show import console, plain_table

_ROWS = 1_000_000
_TRIALS = 2_000_000


@click.command()
@click.option("--threads", type=int, help="For the last column; default: one for each processor.")
def command(threads: int | None) -> None:
    """Measure evaluation and equity on this machine."""
    many = thread_count(threads)
    screen = console()
    screen.print(f"{'vector path (AVX2)' if _native.has_vector else 'plain path'}; medians of 5 runs")
    table = plain_table("", "one thread", f"{many} threads")
    with screen.status("measuring"):
        _bench_evaluation(table, many)
        _bench_equity(table, many)
    screen.print(table)


def _bench_evaluation(table: Table, many: int) -> None:
    rows = _random_rows()
    hands = list(map(tuple, rows[:10_000].tolist()))
    table.add_row("one hand of 7, a call", _rate(len(hands), lambda: [evaluate(hand) for hand in hands]), "")
    for size in (5, 6, 7):
        some = np.ascontiguousarray(rows[:, :size])
        rates = [_rate(_ROWS, partial(evaluate_many, some, threads=threads)) for threads in (1, many)]
        table.add_row(f"an array of hands of {size}", *rates)


def _bench_equity(table: Table, many: int) -> None:
    for players in (["AsKs", "random"], ["AsKs", "QQ+,AKs"], ["AsKs", *["random"] * 5]):
        deals = partial(equity, players, trials=_TRIALS, seed=1)
        rates = [_rate(_TRIALS, partial(deals, threads=threads)) for threads in (1, many)]
        others = f"{len(players) - 1} random" if players[1] == "random" else players[1]
        table.add_row(f"random deals, AsKs v {others}", *rates)
    ranges = [Range("22+,A2s+"), Range("random")]
    for board in ("", "Qs7s2d", "Qs7s2dTh"):
        seconds = _time(partial(equity, ranges, board, exact=True, threads=1))
        table.add_row(f"exact, 22+,A2s+ v random {board}", f"{1000 * seconds:.2f} ms", "")


def _random_rows() -> npt.NDArray[np.uint8]:
    order = np.random.default_rng(1).random((_ROWS, 52), dtype=np.float32)
    rows: npt.NDArray[np.uint8] = np.argpartition(order, 7, axis=1)[:, :7].astype(np.uint8)
    return rows


def _time(work: Callable[[], object]) -> float:
    """The median time of five runs, in seconds, after one that warms up."""
    work()
    times = []
    for _ in range(5):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def _rate(count: int, work: Callable[[], object]) -> str:
    return f"{count / _time(work) / 1e6:,.1f} M/s"
