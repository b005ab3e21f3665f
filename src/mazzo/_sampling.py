"""Monte Carlo: rounds of random deals, the same for any number of threads."""

import secrets
from collections.abc import Callable, Container, Iterator
from numbers import Real
from typing import Final, TypeVar

import numpy as np

from mazzo import _native
from mazzo._exact import kernel_spot
from mazzo._spots import EquityError, Spot
from mazzo._tally import Array, Tally
from mazzo._threads import run
from mazzo.cards import whole_number

Sums = TypeVar("Sums")

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

    def sample(first: int, count: int) -> tuple[Array, Array]:
        array, round_sums = np.zeros_like(tally.array), np.zeros_like(sums)
        block = first // _native.block_size
        kernel.sample(seed, block, count, array, round_sums if by_hand else None, vector=_native.has_vector)
        return array, round_sums

    for done, (array, round_sums) in in_rounds(sample, trials, threads):
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


def in_rounds(
    sample: Callable[[int, int], Sums], trials: int | None, threads: int, *, size: int = ROUND
) -> Iterator[tuple[int, Sums]]:
    """Give how many trials are done after each round of `size`, and the round's sample(first trial, trials)."""

    def sample_round(first: int) -> tuple[int, Sums]:
        count = size if trials is None else min(size, trials - first)
        return first + count, sample(first, count)

    return run(sample_round, _starts(trials, size), threads)


def _starts(trials: int | None, size: int) -> Iterator[int]:
    first = 0
    while trials is None or first < trials:
        yield first
        first += size


def how_done(dealt: int, trials: int | None, error: float, stderr: float | None) -> float:
    """How far sampling has come: errors shrink with the root of the number of trials."""
    by_trials = dealt / trials if trials else 0.0
    by_error = 0.0 if stderr is None else 1.0 if error <= stderr else (stderr / error) ** 2
    return max(by_trials, by_error)


def in_words(trials: int, stderr: float, seed: int | None) -> str:
    """Say how much was sampled and how sure it is."""
    deals = f"{trials:,} random deal{'' if trials == 1 else 's'}"
    return f"{deals}, standard error {f'{100 * stderr:.3f}%' if stderr >= 0 else 'unknown'}, seed {seed}"


def check_trials(trials: int | None) -> int | None:
    """Give a number of trials, checked."""
    return None if trials is None else option("trials", trials, 1, 2**62)


def check_stderr(stderr: float | None) -> float | None:
    """Give a standard error to sample to, checked."""
    if stderr is not None and not (isinstance(stderr, Real) and 0 < stderr < 1):
        raise EquityError(f"stderr={stderr!r}: give a share of the pot between 0 and 1, like 0.0005")
    return stderr


def check_seed(seed: int | None) -> int:
    """Give a seed, checked; a fresh one if there is none."""
    return secrets.randbits(53) if seed is None else option("seed", seed, 0, 2**64 - 1)


def option(name: str, value: object, lowest: int, highest: int) -> int:
    """Give a whole number, checked."""
    number = whole_number(value)
    if number is None or not lowest <= number <= highest:
        raise EquityError(f"{name}={value!r}: give a whole number from {lowest} to {highest}")
    return number
