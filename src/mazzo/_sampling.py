"""Monte Carlo: rounds of random deals, the same for any number of threads."""

from collections.abc import Container, Iterator
from typing import Final

import numpy as np

from mazzo import _native
from mazzo._exact import kernel_spot
from mazzo._spots import Spot
from mazzo._tally import Array, Tally
from mazzo._threads import run

#: Trials in a round: the unit of work, and how often the error is looked at.
ROUND: Final = 32 * _native.block_size

#: So many draws of equal weight must have been made before an error is believed.
ENOUGH: Final = 1000

# Where fewer of the deals than this are without a clash, hands are dealt in turn.
_RARE = 0.01
_TRIES = 10_000
_TRIES_IN_TURN = 1024


def rounds(
    spot: Spot, seed: int, trials: int | None, threads: int, *, by_hand: bool = False
) -> Iterator[tuple[int, Tally, Array]]:
    """Give the trials and their tally so far after each round, without end if `trials` is None.

    With `by_hand` come sums for each open hand of the first player, float64 (hands, 5): of weights,
    weights x share of the pot, squared weights, and those x share and x squared share.
    """
    kernel = _dealt_spot(spot, range(1 if by_hand else 0, len(spot.players)))
    hands = spot.sizes[0] if by_hand else 0
    tally, sums = Tally(len(spot.players)), np.zeros((hands, _native.hand_sums))

    def sample(first: int) -> tuple[int, Array, Array]:
        count = ROUND if trials is None else min(ROUND, trials - first)
        array, round_sums = np.zeros_like(tally.array), np.zeros_like(sums)
        block = first // _native.block_size
        kernel.sample(seed, block, count, array, round_sums if by_hand else None, vector=_native.has_vector)
        return first + count, array, round_sums

    for done, array, round_sums in run(sample, _starts(trials), threads):
        tally.array += array
        sums += round_sums
        yield done, tally, sums


def _dealt_spot(spot: Spot, free: Container[int]) -> _native.Spot:
    """The spot as it is sampled.

    Ranges are drawn together, and again if they clash. Where that would hardly ever succeed they
    are drawn in turn, each from what is left, and deals weigh by how much was left. Who is drawn
    first matters much then: of orders that begin with each player, the one whose deals say most.
    """
    players = range(len(spot.players))
    apart = kernel_spot(spot, players, free=free)
    if apart.count_deals_apart(0, _TRIES) >= _RARE * _TRIES:
        return apart
    by_size = sorted(players, key=spot.sizes.__getitem__)
    orders = [[first, *(player for player in by_size if player != first)] for first in players]
    in_turn = [kernel_spot(spot, players, free=free, in_turn=order) for order in orders]
    return max(in_turn, key=_effective_share)


def _effective_share(kernel: _native.Spot) -> float:
    tally = Tally(1)
    kernel.sample(0, 0, _TRIES_IN_TURN, tally.array, vector=_native.has_vector)
    return tally.effective


def _starts(trials: int | None) -> Iterator[int]:
    first = 0
    while trials is None or first < trials:
        yield first
        first += ROUND
