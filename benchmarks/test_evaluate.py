"""Hand strength: many hands in one call, and one hand a call."""

from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import starmap

import numpy as np
import numpy.typing as npt
import peers
import pytest
from comparison import Comparison

import mazzo
from mazzo import _native

MANY = 1_000_000
SOME = 10_000


def random_hands(count: int, size: int) -> peers.Hands:
    """Random rows without those that have a card twice; at least 6 of 10 rows do not."""
    rows = np.random.default_rng(size).integers(0, 52, (2 * count, size), dtype=np.uint8)
    ordered = np.sort(rows, axis=1)
    return rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)][:count]


def same_order(ours: npt.ArrayLike, theirs: npt.ArrayLike) -> bool:
    """Whether two evaluators rank hands alike; for some of them a lower number is better."""
    up, other = (np.unique(numbers, return_inverse=True)[1] for numbers in (ours, theirs))
    return bool((up == other).all() or (up == other.max() - other).all())


@pytest.mark.parametrize(
    ("size", "peer", "times"),
    [
        (7, "pkrbot.evaluate", 40),
        (7, "pkrbot.evaluate_raw", 40),
        (7, "phevaluator, private", 40),
        (7, "eval7.evaluate", 40),
        (6, "pkrbot.evaluate_raw", None),
        (5, "pkrbot.evaluate_raw", None),
    ],
)
def test_bulk(comparison: Comparison, size: int, peer: str, times: float | None) -> None:
    hands = random_hands(MANY, size)
    function, arguments = peers.EVALUATORS[peer](hands)

    def theirs() -> Sequence[int]:
        return list(starmap(function, arguments))

    ours = partial(mazzo.evaluate_many, hands, threads=1)
    assert same_order(ours(), theirs())
    comparison.run(f"many hands of {size}, a hand", ours, theirs, peer, rounds=7, per=MANY, peer_per=MANY, times=times)


@pytest.mark.parametrize(("size", "times"), [(7, 3), (6, None), (5, None)])
def test_bulk_raw(comparison: Comparison, size: int, times: float | None) -> None:
    """Both from bytes into an array that is there."""
    hands = random_hands(MANY, size)
    ours = partial(mazzo.evaluate_many, hands, out=np.empty(MANY, dtype=np.uint16), threads=1)
    theirs = peers.pokerfast_evaluate(hands)
    assert same_order(ours(), theirs())
    what = f"many hands of {size} as bytes, a hand"
    comparison.run(what, ours, theirs, "pokerfast, private", rounds=50, per=MANY, peer_per=MANY, times=times)


@pytest.mark.parametrize("size", [7, 6, 5])
def test_bulk_plain(comparison: Comparison, size: int) -> None:
    """As on a processor without AVX2."""
    hands = random_hands(MANY, size)
    ours = partial(_native.evaluate_rows, hands, np.empty(MANY, dtype=np.uint16), check=True, vector=False)
    assert ours() == -1
    comparison.run(f"many hands of {size} without AVX2, a hand", ours, rounds=30, per=MANY)


@pytest.mark.parametrize("size", [7, 5])
@pytest.mark.parametrize("peer", peers.EVALUATORS)
def test_scalar(comparison: Comparison, size: int, peer: str) -> None:
    hands = random_hands(SOME, size)
    (our_function, ours), (their_function, theirs) = (
        prepare(hands) for prepare in (peers.mazzo_evaluate, peers.EVALUATORS[peer])
    )
    assert same_order(list(starmap(our_function, ours)), list(starmap(their_function, theirs)))
    comparison.run(
        f"one hand of {size} a call",
        lambda: deque(starmap(our_function, ours), maxlen=0),
        lambda: deque(starmap(their_function, theirs), maxlen=0),
        peer,
        rounds=30,
        per=SOME,
        peer_per=SOME,
        times=1,
    )
