"""Heads-up before the flop, exactly, from a table of every matchup (made by tools/make_preflop.py)."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from mazzo import _native
from mazzo.ranges import Weights

#: Boards of five cards from the 48 that two hands leave.
BOARDS = 1_712_304


@cache
def _table() -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """By matchup, the boards that the first hand wins and those that are ties."""
    data = np.fromfile(Path(__file__).with_name("data") / "preflop.bin", dtype=np.uint8)
    counts = data.reshape(2, _native.matchup_count, 3).astype(np.uint32)
    wins, ties = counts[..., 0] | counts[..., 1] << 8 | counts[..., 2] << 16
    return wins, ties


def count_boards(first: Weights, second: Weights) -> tuple[Weights, Weights]:
    """Count, for each hand of the first range, boards that it wins and ties against the second.

    Both are float64 (1326,) in the order of `ranges.COMBOS`, in boards times the second range's
    weights: of 1,712,304 for each of its hands that does not share a card.
    """
    won, tied = np.zeros(len(first)), np.zeros(len(first))
    _native.add_matchups(np.stack([first, second]), *_table(), won, tied)
    return won, tied
