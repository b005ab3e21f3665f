"""Exact counting: for each kind of spot a method, and what it would take.

A method counts run-outs `first` to `last` of its `units` into an array, whose sums over all units
`finish` turns into a tally. `seconds` is a rough cost on one thread, by fixed figures, so that the
choice between methods is the same on every machine.
"""

from collections.abc import Container, Sequence
from functools import cached_property
from math import comb, prod
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
        self._order = sorted(range(len(spot.sizes)), key=spot.sizes.__getitem__)
        *before, last = sorted(spot.sizes)
        per_board = sum(spot.sizes) * 3e-9 + prod(before) * (40e-9 + last * 2e-9)
        self.units = _units(spot.live, spot.missing)
        self.seconds = comb(spot.live, spot.missing) * per_board

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
        self._live = 52 - len(spot.board) - len(spot.dead)

    def hands(self, counts: Array) -> tuple[Weights, Weights, Weights]:
        """Give wins, ties and all outcomes for each of the 1326 hands, if all was counted."""
        won, tied = counts[: 2 * len(COMBOS)].reshape(2, -1)
        return won, tied, _not_sharing(self._spot.weights[1]) * comb(self._live - 4, self._spot.missing)

    def _finish(self, counts: Array, outcomes: float) -> Tally:
        """A tally but for the categories."""
        won, tied = (counts[: 2 * len(COMBOS)].reshape(2, -1) @ self._spot.weights[0]).tolist()
        tally = Tally(2)
        tally.weight = outcomes
        tally.shares[:] = [[won, tied], [outcomes - won - tied, tied]]
        return tally


class Sweep(_TwoRanges):
    """Two ranges: on each board, sort all hands and pass through them once."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.units = _units(self._live, spot.missing)
        hands = int(np.count_nonzero(spot.weights[0] + spot.weights[1]))
        self.seconds = comb(self._live, spot.missing) * (2e-6 + hands * 15e-9)
        self._gone = sum(1 << card for card in spot.board + spot.dead)

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(2 * len(COMBOS) + 2 * CATEGORIES)
        native = _native.Spot([], [], self._spot.board, self._gone)
        native.enumerate_two_ranges(first, last, self._spot.weights, counts)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        categories = counts[2 * len(COMBOS) :].reshape(2, CATEGORIES)
        tally = self._finish(counts, float(categories[0].sum()))
        tally.categories[:] = categories
        return tally


class BeforeFlop(_TwoRanges):
    """Two ranges, nothing dealt: a table holds every matchup. Categories are counted when asked for."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        self.units = 1
        self.seconds = prod(spot.sizes) * 10e-9

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        assert (first, last) == (0, 1)
        return np.concatenate(preflop.count_boards(*self._spot.weights))

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        return self._finish(counts, float(self._spot.weights[0] @ self.hands(counts)[2]))


def two_ranges(spot: Spot) -> BeforeFlop | Sweep:
    """Give the method for two ranges that tells the first player's hands apart."""
    return Sweep(spot) if spot.board or spot.dead else BeforeFlop(spot)


def best_method(spot: Spot) -> Method:
    """Give the fastest method for a spot."""
    if len(spot.players) == 2 and not spot.board and not spot.dead:
        return BeforeFlop(spot)
    if max(spot.sizes) == 1:
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
        dealt = player in free and spot.holds_anything(player)
        held = spot.weights[player] > 0
        hands.append(None if dealt else COMBOS[held])
        weights.append(None if dealt else spot.weights[player, held])
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
