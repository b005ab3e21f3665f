"""Counts of outcomes, as the kernels of ext/spot.h fill them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mazzo import _native

Array = npt.NDArray[np.float64]

MAX_PLAYERS = _native.max_players
CATEGORIES = _native.categories
_SHARES = 2
_SQUARES = _SHARES + MAX_PLAYERS**2
_CATEGORIES = _SQUARES + MAX_PLAYERS**2
assert _native.tally_size == _CATEGORIES + MAX_PLAYERS * CATEGORIES


class Tally:
    """Sums over outcomes, each counted by its weight; `array` is flat, and sums of arrays are sums."""

    __slots__ = ("array", "has_categories", "players")

    def __init__(self, players: int, array: Array | None = None, *, has_categories: bool = True) -> None:
        self.players = players
        self.array: Array = np.zeros(_native.tally_size) if array is None else array
        self.has_categories = has_categories

    @property
    def weight(self) -> float:
        """The sum of weights: the number of outcomes where all weigh 1."""
        return float(self.array[0])

    @weight.setter
    def weight(self, weight: float) -> None:
        self.array[0] = weight

    @property
    def shares(self) -> Array:
        """By player, where they are best alone, with one other, with two, ...; (players, players)."""
        return self._square(_SHARES)

    @property
    def categories(self) -> Array:
        """By player, where they end with each category; (players, 9)."""
        rows = self.array[_CATEGORIES:].reshape(MAX_PLAYERS, CATEGORIES)
        return rows[: self.players]

    @property
    def effective(self) -> float:
        """How many draws of equal weight would say as much."""
        return self.weight**2 / float(self.array[1]) if self.array[1] else 0.0

    def reordered(self, order: Sequence[int]) -> "Tally":
        """Give the counts with row i as those of player order[i]; without squares, as exact counts are."""
        tally = Tally(self.players, has_categories=self.has_categories)
        tally.weight = self.weight
        tally.shares[order] = self.shares
        tally.categories[order] = self.categories
        return tally

    def equity(self) -> Array:
        """Each player's share of the pots, (players,); not a number before the first outcome."""
        with np.errstate(invalid="ignore"):
            equity: Array = (self.shares / np.arange(1, self.players + 1)).sum(axis=1) / self.weight
        return equity

    def stderr(self) -> Array:
        """The standard error of `equity` if outcomes are independent draws, (players,).

        One draw tells nothing about it: then it is not a number.
        """
        if self.effective < 2:
            return np.full(self.players, np.nan)
        weight_squared, squares = float(self.array[1]), self._square(_SQUARES)
        equity = self.equity()[:, None]
        payoffs = 1 / np.arange(1, self.players + 1)
        of_winners = (squares * (payoffs - equity) ** 2).sum(axis=1)
        of_losers = (weight_squared - squares.sum(axis=1)) * equity[:, 0] ** 2
        stderr: Array = np.sqrt(of_winners + of_losers) / self.weight
        return stderr

    def _square(self, start: int) -> Array:
        square = self.array[start : start + MAX_PLAYERS**2].reshape(MAX_PLAYERS, MAX_PLAYERS)
        return square[: self.players, : self.players]
