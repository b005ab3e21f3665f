"""Exact counting: for each kind of spot a method, and what it would take.

A method counts run-outs `first` to `last` of its `units` into an array, whose sums over all units
`finish` turns into a tally. `seconds` is a rough cost on one thread, by fixed figures, so that the
choice between methods is the same on every machine.
"""

from collections.abc import Callable, Container, Sequence
from math import comb, prod
from typing import Protocol

import numpy as np
import numpy.typing as npt

from mazzo import _native, preflop
from mazzo._spots import Spot
from mazzo._tally import Array, Tally
from mazzo.ranges import COMBOS, Weights

Stop = Callable[[], None] | None


class Method(Protocol):
    """A way to count a spot exactly."""

    seconds: float
    units: int

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""

    #: Ends what is being counted, where one unit may take long.
    stop: Stop


class KnownHands:
    """Every player has one hand."""

    def __init__(self, spot: Spot) -> None:
        self._players = len(spot.players)
        self._kernel = kernel_spot(spot, range(self._players))
        self.units = self._kernel.hand_units
        self.seconds = comb(spot.live, spot.missing) * self._players * 4e-9
        self.stop: Stop = None

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(_native.tally_size)
        self._kernel.enumerate_hands(first, last, counts)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        return Tally(self._players, counts)


class ManyRanges:
    """Every combination of hands on every board; the player with most hands comes last."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        self._order = sorted(range(len(spot.sizes)), key=spot.sizes.__getitem__)
        *before, last = sorted(spot.sizes)
        per_board = sum(spot.sizes) * 3e-9 + prod(before) * (40e-9 + last * 2e-9)
        self._kernel = kernel_spot(spot, self._order)
        self.units = self._kernel.range_units
        self.seconds = comb(spot.live, spot.missing) * per_board
        self.stop: Stop = self._kernel.stop

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(_native.tally_size)
        self._kernel.enumerate_ranges(first, last, counts)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        return Tally(len(self._order), counts).reordered(self._order)


class TwoRanges:
    """Two ranges on every board: hands of two ranks at once, and singly those that flush.

    `by_hand` tells the first player's hands apart, which takes longer.
    """

    def __init__(self, spot: Spot, *, by_hand: bool = False) -> None:
        self._spot = spot
        self._by_hand = by_hand
        # The kernel is faster if the first player has one hand.
        self._swapped = not by_hand and spot.sizes[1] == 1
        self._weights = spot.weights[::-1].copy() if self._swapped else spot.weights
        if by_hand:
            # What a hand meets does not depend on its own weight.
            self._weights = np.stack([spot.weights[0] > 0, spot.weights[1]])
        self._kernel = _native.Spot([], [], spot.board, spot.taken)
        self.units = self._kernel.range_units
        one_board = 8e-6 if by_hand else 1e-6 if 1 in spot.sizes else 4e-6
        self.seconds = comb(spot.live, spot.missing) * one_board
        self.stop: Stop = None

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        counts = np.zeros(_native.tally_size + 2 * len(COMBOS) * self._by_hand)
        hands = counts[_native.tally_size :] if self._by_hand else None
        self._kernel.enumerate_two_ranges(first, last, self._weights, counts, hands)
        return counts

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        tally = Tally(2, counts)
        return tally.reordered([1, 0]) if self._swapped else tally

    def hands(self, counts: Array) -> tuple[Weights, Weights, Weights]:
        """Give wins, ties and all outcomes for each of the 1326 hands, if all was counted `by_hand`."""
        won, tied = counts[_native.tally_size :].reshape(2, -1)
        live = 52 - len(self._spot.board) - len(self._spot.dead)
        return won, tied, _not_sharing(self._spot.weights[1]) * comb(live - 4, self._spot.missing)


class BeforeFlop:
    """Two ranges, nothing dealt: a table holds every matchup. Categories are counted when asked for."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot
        self.units = 1
        self.seconds = prod(spot.sizes) * 10e-9
        self.stop: Stop = None

    def count(self, first: int, last: int) -> Array:
        """Count the run-outs from unit `first` to before `last`."""
        assert (first, last) == (0, 1)
        return np.concatenate(preflop.count_boards(*self._spot.weights))

    def finish(self, counts: Array) -> Tally:
        """Turn the sum of all counts into a tally."""
        won, tied, outcomes = (float((self._spot.weights[0] * hands).sum()) for hands in self.hands(counts))
        tally = Tally(2, has_categories=False)
        tally.weight = outcomes
        # Sums of fractions may leave a little less than nothing.
        tally.shares[:] = np.maximum([[won, tied], [outcomes - won - tied, tied]], 0)
        return tally

    def hands(self, counts: Array) -> tuple[Weights, Weights, Weights]:
        """Give wins, ties and all outcomes for each of the 1326 hands."""
        won, tied = counts.reshape(2, -1)
        return won, tied, _not_sharing(self._spot.weights[1]) * preflop.BOARDS


def by_hand_method(spot: Spot) -> BeforeFlop | TwoRanges:
    """Give the method for two ranges that tells the first player's hands apart."""
    return TwoRanges(spot, by_hand=True) if spot.board or spot.dead else BeforeFlop(spot)


def best_method(spot: Spot) -> Method:
    """Give the fastest method for a spot."""
    if max(spot.sizes) == 1 and (spot.board or spot.dead or len(spot.players) > 2):
        return KnownHands(spot)
    if len(spot.players) > 2:
        return ManyRanges(spot)
    return TwoRanges(spot) if spot.board or spot.dead else BeforeFlop(spot)


def kernel_spot(
    spot: Spot, order: Sequence[int], *, free: Container[int] = (), in_turn: Sequence[int] | None = None
) -> _native.Spot:
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


def _not_sharing(weights: Weights) -> Weights:
    """For each combination, the weight of those that have no card in common with it."""
    if not np.array_equal(weights, weights > 0):
        # Of fractions, nothing at all could come out as a little.
        return np.where(_not_sharing((weights > 0).astype(np.float64)) > 0, _less_sharing(weights), 0)
    return _less_sharing(weights)


def _less_sharing(weights: Weights) -> Weights:
    by_card = np.zeros(52)
    for column in COMBOS.T:
        by_card += np.bincount(column, weights, 52)
    sharing: Weights = by_card[COMBOS[:, 0]] + by_card[COMBOS[:, 1]] - weights
    return np.sum(weights) - sharing
