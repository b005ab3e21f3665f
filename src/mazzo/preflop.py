"""Heads-up before the flop, exactly, from tables of every matchup (made by tools/make_preflop.py)."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mazzo import _native
from mazzo._tally import CATEGORIES, Array
from mazzo.ranges import Weights

#: Boards of five cards from the 48 that two hands leave.
BOARDS = 1_712_304

TABLES = Path(__file__).with_name("data") / "preflop.npz"


@cache
def _tables() -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """By matchup, the boards that its first hand wins and those that tie; and by four cards, the
    hands of seven with them of each category. All in the numbering of ext/preflop.h."""
    types = {"wins": np.uint32, "ties": np.uint32, "fours": np.uint16}  # of this machine's byte order
    with np.load(TABLES) as tables:
        wins, ties, fours = (tables[name].astype(kind, copy=False) for name, kind in types.items())
    return wins, ties, fours


def count_boards(first: Weights, second: Weights) -> tuple[Array, Array]:
    """Count, for each hand of the first range, the boards that it wins and ties against the second.

    Weights and counts are float64 (1326,) in the order of `ranges.COMBOS`; a board counts by the
    weight of the second range's hand. There are 1,712,304 boards for two hands.
    """
    wins, ties, _ = _tables()
    won, tied = np.zeros((2, len(first)))
    _native.add_matchups(np.stack([first, second]), wins, ties, won, tied)
    return won, tied


def count_categories(first: Weights, second: Weights) -> Array:
    """Count the boards on which each of two ranges ends with each category, by weight: (2, 9)."""
    _, _, fours = _tables()
    counts = np.zeros((2, CATEGORIES))
    _native.add_categories(np.stack([first, second]), fours, counts[0])
    _native.add_categories(np.stack([second, first]), fours, counts[1])
    return counts
