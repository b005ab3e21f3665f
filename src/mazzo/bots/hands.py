"""How good cards are, against all that others may hold."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from mazzo import _native
from mazzo.cards import Cards
from mazzo.equity import equity_by_hand
from mazzo.ranges import COMBOS
from mazzo.strength import evaluate, evaluate_many

#: A figure for each of the 1326 combinations, in the order of `ranges.COMBOS`.
Figures = npt.NDArray[np.float64]


def combo(hole: tuple[int, ...]) -> int:
    """Give the place of two cards in `ranges.COMBOS`."""
    high, low = max(hole), min(hole)
    return high * (high - 1) // 2 + low


def hit_by(cards: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Give which combinations have one of these cards."""
    first, second = np.isin(COMBOS, cards).T
    hit: npt.NDArray[np.bool_] = first | second
    return hit


@lru_cache(maxsize=256)
def strengths_on(board: tuple[int, ...]) -> npt.NDArray[np.uint16]:
    """Give how strong each combination is on a board of 3 to 5 cards; 0 where it shares a card with it."""
    rows = np.empty((len(COMBOS), 2 + len(board)), dtype=np.uint8)
    rows[:, :2], rows[:, 2:] = COMBOS, board
    free = ~hit_by(board)
    strengths = np.zeros(len(COMBOS), dtype=np.uint16)
    strengths[free] = evaluate_many(rows[free], check=False, threads=1)
    strengths.flags.writeable = False
    return strengths


@lru_cache(maxsize=64)
def equities_on(board: tuple[int, ...]) -> Figures:
    """Give the equity of each combination against a random hand; 0 where it shares a card with the board."""
    return np.nan_to_num(_equities(board, "random"))


@lru_cache(maxsize=64)
def equities_against(hole: tuple[int, ...], board: tuple[int, ...]) -> Figures:
    """Give the equity of a hand against each combination; 0 where it shares a card with it or the board."""
    return np.nan_to_num(1 - _equities(board, hole))


def _equities(board: tuple[int, ...], other: Cards) -> Figures:
    """The equity of each combination: counted, but on the flop, where that takes 15 ms, sampled to some 2 %."""
    way: dict[str, Any] = {"trials": _FLOP_TRIALS, "seed": 0} if len(board) == 3 else {"exact": True}
    return equity_by_hand(["random", other], board, threads=1, **way).equity


_FLOP_TRIALS = 150_000


@lru_cache(maxsize=1)
def starting_shares() -> Figures:
    """Give for each combination the share of all that are worse to start with, half of the equals included."""
    equities = equities_on(()).round(9)
    _, place, counts = np.unique(equities, return_inverse=True, return_counts=True)
    shares: Figures = ((np.cumsum(counts) - counts / 2) / len(COMBOS))[place]
    return shares


def share_beaten(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Give which share of all hands that somebody else may hold the cards beat now, half of the ties included.

    Five cards in draw are compared with all hands of five.
    """
    if len(hole) == 5:
        return float(_beaten_in_draw()[evaluate(hole)])
    if not board:
        return float(starting_shares()[combo(hole)])
    others = strengths_on(board)[~hit_by(hole)]
    others = others[others > 0]
    mine = evaluate(hole + board)
    return float(np.mean(others < mine) + np.mean(others == mine) / 2)


def share_of_outs(hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Give which share of the next cards lift a hand to a straight or better; 0 if it has one, or none comes."""
    if len(board) not in (3, 4) or evaluate(hole + board) >> 12 >= _STRAIGHT:
        return 0.0
    unseen = np.setdiff1d(np.arange(52, dtype=np.uint8), (*hole, *board))
    rows = np.empty((len(unseen), len(hole) + len(board) + 1), dtype=np.uint8)
    rows[:, :-1], rows[:, -1] = (*hole, *board), unseen
    return float(np.mean(evaluate_many(rows, check=False, threads=1) >> 12 >= _STRAIGHT))


_STRAIGHT = 4


@lru_cache(maxsize=1)
def _beaten_in_draw() -> Figures:
    """By strength, the share of all hands of five cards that it beats, half of the ties included."""
    counts = _native.count_strengths(5).astype(np.float64)
    shares: Figures = (np.cumsum(counts) - counts / 2) / counts.sum()
    return shares
