"""Exact counting: for each kind of spot a method, and what it would take.

A method counts run-outs `first` to `last` of its `units` into an array, whose sums over all units
`finish` turns into a tally. `seconds` is a rough cost on one thread, by fixed figures, so that the
choice between methods is the same on every machine.
"""

from collections.abc import Container, Sequence
from functools import cached_property
from math import comb
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mazzo import _native, preflop
from mazzo._spots import Spot
from mazzo._tally import CATEGORIES, Array, Tally
from mazzo.ranges import COMBOS, Weights


class Method(Protocol):
    """A way to count a spot exactly."""

    seconds: float
    units: int

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""


class KnownHands:
    """Every player has one hand."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        # The kernel walks the last missing card itself.
        self.units = _units(spot.live, max(spot.missing - 1, 0))
        self.seconds = comb(spot.live, spot.missing) * len(spot.players) * 4e-9
        self._native = native_spot(spot, range(len(spot.players)))

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(_native.tally_size)
        self._native.enumerate_hands(first, last, counts)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        return Tally(len(self._spot.players), counts)


class ManyRanges:
    """Every combination of hands on every board; the player with most hands comes last."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        sizes = [len(spot.open_combos(player)) for player in range(len(spot.players))]
        self._order = sorted(range(len(sizes)), key=sizes.__getitem__)
        before_last = np.prod([float(sizes[player]) for player in self._order[:-1]])
        per_board = sum(sizes) * 3e-9 + before_last * (40e-9 + sizes[self._order[-1]] * 2e-9)
        self.units = _units(spot.live, spot.missing)
        self.seconds = float(comb(spot.live, spot.missing) * per_board)

    @cached_property
    def _native(self) -> _native.Spot:
        return native_spot(self._spot, self._order)

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(_native.tally_size)
        self._native.enumerate_ranges(first, last, counts)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        counted = Tally(len(self._order), counts)
        tally = Tally(len(self._order))
        tally.weight = counted.weight
        tally.shares[self._order] = counted.shares
        tally.categories[self._order] = counted.categories
        return tally


class _TwoRanges:
    """What both ways to count range against range share: counts are wins and ties by hand."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        self._weights = np.stack(spot.open_weights)
        self._live = 52 - len(spot.board) - len(spot.dead)

    def hands(self, counts: Array) -> tuple[Weights, Weights, Weights]:
        """Give wins, ties and all outcomes for each of the 1326 hands, if all was counted."""
        won, tied = counts[: 2 * len(COMBOS)].reshape(2, -1)
        return won, tied, _not_sharing(self._weights[1]) * comb(self._live - 4, self._spot.missing)

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        won, tied, outcomes = (float(self._weights[0] @ hands) for hands in self.hands(counts))
        tally = Tally(2)
        tally.categories[:] = counts[2 * len(COMBOS) :].reshape(2, CATEGORIES)
        # Every outcome so far ends with one category; the table holds all outcomes, but no categories.
        tally.weight = float(tally.categories[0].sum()) or outcomes
        tally.shares[:] = [[won, tied], [tally.weight - won - tied, tied]]
        return tally


class Sweep(_TwoRanges):
    """Two ranges: on each board, sort all hands and pass through them once."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.units = _units(self._live, spot.missing)
        hands = float(np.count_nonzero(self._weights.any(axis=0)))
        self.seconds = comb(self._live, spot.missing) * (2e-6 + hands * 15e-9)
        gone = sum(1 << card for card in (*spot.board, *spot.dead))
        self._native = _native.Spot([], [], spot.board, gone)

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(2 * len(COMBOS) + 2 * CATEGORIES)
        won, tied, categories = np.split(counts, [len(COMBOS), 2 * len(COMBOS)])
        self._native.enumerate_two_ranges(first, last, self._weights, categories.reshape(2, -1), won, tied)
        return counts


class BeforeFlop(_TwoRanges):
    """Two ranges, nothing dealt: a table holds every matchup. Categories are counted when asked for."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.units = 1
        self.seconds = float(np.prod(np.count_nonzero(self._weights, axis=1))) * 10e-9

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        assert (first, last) == (0, 1)
        return np.concatenate([*preflop.count_boards(*self._weights), np.zeros(2 * CATEGORIES)])


def two_ranges(spot: Spot) -> BeforeFlop | Sweep:
    """Give the method for two ranges that tells the first player's hands apart."""
    return Sweep(spot) if spot.board or spot.dead else BeforeFlop(spot)


def best_method(spot: Spot) -> Method:
    """Give the fastest method for a spot."""
    if len(spot.players) == 2 and not spot.board and not spot.dead:
        return BeforeFlop(spot)
    if all(len(spot.open_combos(player)) == 1 for player in range(len(spot.players))):
        return KnownHands(spot)
    many = ManyRanges(spot)
    if len(spot.players) > 2:
        return many
    sweep = Sweep(spot)
    return sweep if sweep.seconds < many.seconds else many


def native_spot(spot: Spot, order: Sequence[int], *, free: Container[int] = (), in_turn: bool = False) -> _native.Spot:
    """Give the spot as the kernels take it, with these players in this order.

    Those of the `free` who may hold any two cards are to be dealt from what is left.
    """
    hands: list[npt.NDArray[np.uint8] | None] = []
    weights: list[Weights | None] = []
    for player in order:
        combos = spot.open_combos(player)
        dealt = player in free and spot.holds_anything(player)
        hands.append(None if dealt else np.ascontiguousarray(COMBOS[combos]))
        weights.append(None if dealt else spot.open_weights[player][combos])
    return _native.Spot(hands, weights, spot.board, spot.taken, in_turn=in_turn)


def _units(live: int, walked: int) -> int:
    """How the kernels number run-outs: by the first two missing cards, or the one, or as a whole."""
    return comb(live, min(walked, 2))


def _not_sharing(weights: Weights) -> Weights:
    """For each combination, the weight of those that have no card in common with it."""
    by_card = np.zeros(52)
    for column in COMBOS.T:
        by_card += np.bincount(column, weights, 52)
    sharing: Weights = by_card[COMBOS[:, 0]] + by_card[COMBOS[:, 1]] - weights
    return np.sum(weights) - sharing
