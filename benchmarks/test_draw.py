"""Five-card draw: the time of a trial, in which all 26 ways to throw are tried on one deal. No peer does this."""

import pytest
from comparison import Comparison

from mazzo.draw import best_draw, hand_class

TRIALS = 200_000
ABOVE_A_PAIR = [[float(number >= hand_class("2s2dAhKcQs")) for number in range(64)]]


@pytest.mark.parametrize(
    ("what", "opponents", "options", "at_most"),
    [
        ("1 opponent", 1, {}, 1e-6),
        ("2 opponents", 2, {}, 1e-6),
        ("5 opponents", 5, {}, 2e-6),
        ("1 that draws three", 1, {"drew": [3]}, 1e-6),
        ("1 that stands pat", 1, {"drew": [0]}, 2e-6),
        ("1 with a pair or better", 1, {"weights": ABOVE_A_PAIR}, 1e-6),
    ],
)
def test_trials(comparison: Comparison, what: str, opponents: int, options: dict[str, object], at_most: float) -> None:
    def ours() -> float:
        result = best_draw("AsAdKs7h2c", opponents, trials=TRIALS, seed=1, threads=1, **options)  # type: ignore[arg-type]
        return result.best.equity

    assert 0 < ours() < 1
    comparison.run(f"draw v {what}, a trial", ours, rounds=15, per=TRIALS, at_most=at_most)


def test_a_call(comparison: Comparison) -> None:
    """A decision of a bot: 2000 trials, and what comes with a call."""

    def ours() -> float:
        return best_draw("AsAdKs7h2c", 2, drew=[1, 3], trials=2000, seed=1, threads=1).best.equity

    assert 0 < ours() < 1
    comparison.run("draw v 2, 2000 trials, a call", ours, rounds=100, at_most=5e-3)
