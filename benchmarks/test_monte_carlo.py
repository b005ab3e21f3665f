"""Monte Carlo: how much certainty a second.

pokerfast walks from deal to deal, so its trials are not independent, and trials a second do not
compare. What compares is 1 / (variance of the estimate x time), here given as effective trials a
second: independent deals that would give the same variance. The variance is that over many runs.

A call's fixed cost (20 ms for pokerfast's six players) is measured in between, by calls that hardly
try, and taken off, so that runs may be short and many and the rates still are those of a long run.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from math import sqrt
from random import randrange
from statistics import median

import numpy as np
import peers
import pytest
from comparison import Comparison, Row, median_ratio, seconds

import mazzo

PAIRS = 800
PAIRS_A_FIXED_COST = 10
PEER_SECONDS = 0.007
LEAST_SECONDS = 1e-9  # of which pokerfast makes its smallest batch


@dataclass
class Runs:
    """Runs of one spot: what each gave, from how many trials, in what time."""

    fixed_trials: int
    fixed_seconds: list[float] = field(default_factory=list)
    equities: list[float] = field(default_factory=list)
    trials: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def rates(self) -> list[float]:
        """Millions of trials a second, run by run."""
        fixed_seconds = median(self.fixed_seconds)
        return [
            (trials - self.fixed_trials) / (time - fixed_seconds) / 1e6
            for trials, time in zip(self.trials, self.seconds, strict=True)
        ]

    def mean(self) -> float:
        return float(np.average(self.equities, weights=self.trials))

    def variance(self) -> float:
        """The variance of one trial: that of the runs, each times its number of trials."""
        errors = np.array(self.equities) - self.mean()
        return float((errors**2 * self.trials).sum() / (len(errors) - 1))


@pytest.mark.parametrize(
    ("opponents", "times"),
    [(["random"], 1.7), (["random"] * 2, 1.7), (["random"] * 5, 1.6), (["QQ+,AKs"], 1.7)],
    ids=["random", "2-random", "5-random", "range"],
)
def test_certainty(comparison: Comparison, opponents: list[str], times: float) -> None:
    texts = ["AsKs", *opponents]
    their_sample = peers.pokerfast_sample(texts)
    our_sample = sampler(texts)
    _, least_trials = their_sample(LEAST_SECONDS)
    theirs, ours = Runs(least_trials), Runs(1)

    def run_theirs() -> None:
        equity, trials = their_sample(PEER_SECONDS)
        theirs.equities.append(equity)
        theirs.trials.append(trials)

    def run_ours(trials: int) -> None:
        ours.equities.append(our_sample(trials).equity[0])
        ours.trials.append(trials)

    def before() -> tuple[tuple[int], dict[str, object]]:
        if len(theirs.trials) % PAIRS_A_FIXED_COST == 0:
            ours.fixed_seconds.append(seconds(lambda: our_sample(1)))
            theirs.fixed_seconds.append(seconds(lambda: their_sample(LEAST_SECONDS)))
        theirs.seconds.append(seconds(run_theirs))
        return (theirs.trials[-1],), {}

    ours.seconds = comparison.alternate(run_ours, before, PAIRS)
    if ours.seconds:
        assert ours.mean() == pytest.approx(theirs.mean(), abs=5e-4)
        spot = "AsKs v " + (f"{len(opponents)} random" if len(opponents) > 1 else opponents[0])
        add_rows(comparison, spot, ours, theirs, independent_variance(texts), times)


def add_rows(comparison: Comparison, spot: str, ours: Runs, theirs: Runs, independent: float, times: float) -> None:
    our_rate, their_rate = median(ours.rates()), median(theirs.rates())
    ratio = median_ratio(ours.rates(), theirs.rates())
    comparison.add(Row(f"Monte Carlo {spot}, trials", our_rate, "M/s", their_rate, "pokerfast", ratio))
    our_worth, their_worth = (independent / runs.variance() for runs in (ours, theirs))
    error = sqrt(4 / (PAIRS - 1))  # of the ratio of two variances, each from so many runs
    comparison.add(
        Row(
            f"Monte Carlo {spot}, effective trials (±{error:.0%})",
            our_rate * our_worth,
            "M/s",
            their_rate * their_worth,
            "pokerfast",
            ratio * our_worth / their_worth,
            times,
        )
    )


def sampler(texts: list[str]) -> Callable[[int], mazzo.Equity]:
    players = [mazzo.Range(text) for text in texts]
    seeds = count(randrange(2**32))  # fresh each time, or the same luck would be in every table
    return lambda trials: mazzo.equity(players, exact=False, trials=trials, seed=next(seeds), threads=1)


def independent_variance(texts: list[str]) -> float:
    """The variance of one deal, of which a standard error is made."""
    result = sampler(texts)(4_000_000)
    return result.stderr[0] ** 2 * result.trials


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two processors")
def test_two_threads(comparison: Comparison) -> None:
    players = [mazzo.Range("AsKs"), mazzo.Range("random")]

    def run(threads: int) -> float:
        return mazzo.equity(players, exact=False, trials=8_000_000, seed=1, threads=threads).equity[0]

    assert run(1) == run(2)
    what = "Monte Carlo AsKs v random, 8M trials on two threads"
    comparison.run(what, lambda: run(2), lambda: run(1), "mazzo on one", rounds=7, times=1.7)
