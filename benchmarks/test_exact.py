"""Exact equity on one thread."""

import peers
import pytest
from comparison import Comparison

import mazzo

# Where ours takes a millisecond or less, also many calls of ours for one of the peer: of a single call the
# most part is that the peer has emptied the caches, so on the river it has no goal.
AFTER_FLOP = [
    ("22+,A2s+", "random", "Qs7s2d", 1, 7, 12),
    ("random", "random", "Qs7s2d", 1, 3, None),
    ("22+,A2s+", "random", "Qs7s2dTh", 1, 30, 20),
    ("22+,A2s+", "random", "Qs7s2dTh", 100, 15, 20),
    ("random", "random", "Qs7s2dTh3c", 1, 30, None),
    ("random", "random", "Qs7s2dTh3c", 300, 15, 300),
    ("AsKs", "random", "Qs7s2d", 1, 50, 1),
]


@pytest.mark.parametrize(("first", "second", "board", "calls", "rounds", "times"), AFTER_FLOP)
def test_after_flop(
    comparison: Comparison, first: str, second: str, board: str, calls: int, rounds: int, times: float | None
) -> None:
    players = [mazzo.Range(first), mazzo.Range(second)]
    theirs = peers.pokerfast_exact([first, second], board)

    def ours() -> float:
        return mazzo.equity(players, board, exact=True, threads=1).equity[0]

    assert ours() == pytest.approx(theirs(), abs=1e-6)
    what = f"exact {first} v {second} on {board}" + (f", {calls} in a row" if calls > 1 else "")
    comparison.run(
        what, lambda: [ours() for _ in range(calls)], theirs, "pokerfast", rounds=rounds, per=calls, times=times
    )


def test_hands_before_flop(comparison: Comparison) -> None:
    players = [mazzo.Range("AsAh"), mazzo.Range("KsKh")]
    theirs = peers.pokerfast_exact(["AsAh", "KsKh"], "")

    def ours() -> float:
        return mazzo.equity(players, exact=True, threads=1).equity[0]

    assert ours() == pytest.approx(theirs(), abs=1e-6)
    comparison.run("exact AsAh v KsKh", ours, theirs, "pokerfast", rounds=50, at_most=1e-3)


def test_ranges_before_flop(comparison: Comparison) -> None:
    """Without a peer: pokerfast's library takes 40 s."""
    players = [mazzo.Range("22+,A2s+"), mazzo.Range("random")]

    def ours() -> float:
        return mazzo.equity(players, exact=True, threads=1).equity[0]

    assert ours() == pytest.approx(0.660826, abs=1e-6)
    comparison.run("exact 22+,A2s+ v random", ours, rounds=30, at_most=20e-3)
