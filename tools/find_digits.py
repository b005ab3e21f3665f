"""Find digits for the keys of ext/evaluator.h, and print them as they stand there.

    python tools/find_digits.py [--tries N] [--seed N]

A set of digits serves if, for 5, 6 and 7 cards, no two hands have the same row and place. Of the
sets that serve, the one whose rows for 7 cards are most even is taken: long rows are hard to place,
so its tables fill fastest.
"""

from itertools import combinations_with_replacement

import click
import numpy as np
from rich.console import Console
from rich.progress import track

# Bits of place and row in the tables for each number of cards.
BITS = {5: (13, 11), 6: (15, 12), 7: (16, 13)}
LOWER_DIGITS = 37  # 7 * 36 fits a byte


def rank_counts(cards: int) -> np.ndarray:
    """How often each rank is in each set of ranks, (n, 13), at most four times."""
    sets = np.array(list(combinations_with_replacement(range(13), cards)))
    counts = (sets[:, :, None] == np.arange(13)).sum(axis=1)
    return counts[counts.max(axis=1) <= 4]


def rows_and_places(counts: np.ndarray, digits: np.ndarray, cards: int) -> tuple[np.ndarray, np.ndarray]:
    """The row and the place of each hand, as strength_of_key reads them."""
    place_bits, row_bits = BITS[cards]
    sums = counts @ digits
    place = (sums[:, 0] + (sums[:, 1] << 8)) & ((1 << place_bits) - 1)
    row = (sums[:, 2] + (sums[:, 3] << 8)) & 0x1FFF
    return row >> (13 - row_bits), place


@click.command()
@click.option("--tries", default=2000)
@click.option("--seed", default=1)
def main(tries: int, seed: int) -> None:
    """Find digits for the keys of the evaluator."""
    rng = np.random.default_rng(seed)
    counts = {cards: rank_counts(cards) for cards in BITS}
    best, best_digits = np.inf, np.zeros((13, 4), dtype=int)
    for _ in track(range(tries), "Trying digits", console=Console(stderr=True)):
        digits = rng.integers(0, [LOWER_DIGITS, 256, LOWER_DIGITS, 32], (13, 4))
        digits[0] = 0
        row, _ = rows_and_places(counts[7], digits, 7)
        unevenness = (np.bincount(row) ** 2).sum()
        if unevenness < best and all(
            len(np.unique((row << 16) + place)) == len(counts[cards])
            for cards in BITS
            for row, place in [rows_and_places(counts[cards], digits, cards)]
        ):
            best, best_digits = unevenness, digits
    rows = ["{" + ", ".join(map(str, digits)) + "}" for digits in best_digits.tolist()]
    for first in range(0, 13, 3):
        click.echo("    " + ", ".join(rows[first : first + 3]) + ",")


if __name__ == "__main__":
    main()
