"""Make src/mazzo/data/preflop.npz, the tables of heads-up matchups before the flop.

    python tools/make_preflop.py [--threads N]

Everything is counted by plain enumeration, in about five minutes on two processors. The file holds
arrays in the numberings of ext/preflop.h, 0 where a number stands for nothing:

wins, ties  uint32, by matchup: of 1,712,304 boards those that the first hand wins, and the ties
fours       uint16 (n, 9), by four cards: the hands of seven that hold them, by category

What is done is kept beside it, so a run that was stopped goes on from there.
"""

from collections.abc import Iterator
from itertools import combinations

import click
import numpy as np
from rich.progress import track

from mazzo import _native
from mazzo._tally import Tally
from mazzo._threads import run, thread_count
from mazzo.preflop import TABLES
from mazzo.ranges import COMBOS

PARTIAL = TABLES.with_name("preflop.partial.npy")
SAVE_EVERY = 2000


def matchups() -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Two hands for each number of a matchup."""
    found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    for first in COMBOS:
        if (first & 3 > 1).any():  # up to the names of the suits, the first hand has the first two
            continue
        for second in COMBOS:
            if len({*first.tolist(), *second.tolist()}) == 4:
                number, swapped = _native.matchup(first, second)
                found.setdefault(number, (second, first) if swapped else (first, second))
    return found


def enumerate_boards(hands: list[np.ndarray], board: list[int]) -> Tally:
    """Count all boards for known hands."""
    taken = sum(1 << int(card) for card in np.concatenate([*hands, board]))
    spot = _native.Spot([hand.reshape(1, 2) for hand in hands], [np.ones(1)] * len(hands), board, taken)
    tally = Tally(len(hands))
    spot.enumerate_hands(0, 1 << 20, tally.array)
    return tally


def count_matchups(threads: int) -> np.ndarray:
    """Wins and ties of every matchup, uint32 (2, n)."""
    counts = np.zeros((2, _native.matchup_count), dtype=np.uint32)
    if PARTIAL.exists():
        counts = np.load(PARTIAL)
    hands = matchups()
    left = [number for number in sorted(hands) if not counts[:, number].any()]
    click.echo(f"{len(hands)} matchups, {len(left)} to do")

    def shares(number: int) -> np.ndarray:
        return enumerate_boards(list(hands[number]), []).shares[0]

    results = zip(left, run(shares, left, threads), strict=True)
    for done, (number, result) in enumerate(track(results, "Matchups", total=len(left)), 1):
        counts[:, number] = result
        if done % SAVE_EVERY == 0 or done == len(left):
            save(counts)
    return counts


def save(counts: np.ndarray) -> None:
    """Keep what is done, whole at any moment."""
    unsaved = PARTIAL.with_suffix(".tmp.npy")
    np.save(unsaved, counts)
    unsaved.replace(PARTIAL)


def count_fours() -> np.ndarray:
    """Categories of the hands of seven with each four cards, uint16 (n, 9)."""
    counts = np.zeros((_native.four_cards_count, 9), dtype=np.uint16)
    for number, (first, second) in track(list(fours()), "Four cards"):
        counts[number] = enumerate_boards([first], second.tolist()).categories[0]
    return counts


def fours() -> Iterator[tuple[int, tuple[np.ndarray, np.ndarray]]]:
    """Four cards, as two hands, for each of their numbers."""
    found = set()
    for cards in combinations(range(52), 4):
        first, second = np.array(cards, dtype=np.uint8).reshape(2, 2)
        number = _native.four_cards(first, second)
        if number not in found:
            found.add(number)
            yield number, (first, second)


@click.command()
@click.option("--threads", type=int, default=None, help="Default: one a processor.")
def main(threads: int | None) -> None:
    """Make the preflop tables."""
    wins, ties = count_matchups(thread_count(threads))
    TABLES.parent.mkdir(exist_ok=True)
    np.savez_compressed(TABLES, wins=wins, ties=ties, fours=count_fours())
    PARTIAL.unlink(missing_ok=True)
    click.echo(f"{TABLES}: {TABLES.stat().st_size} bytes")


if __name__ == "__main__":
    main()
