"""Make src/mazzo/data/preflop.bin: every heads-up matchup before the flop, by plain enumeration.

    python tools/make_preflop.py [--threads N]

The file holds, for each matchup in the numbering of ext/preflop.h, how many of the 1,712,304
boards the first hand wins, and then how many are ties: 3 bytes each, little-endian; matchups
that cannot be (cards dealt twice, or numbered otherwise) are 0. What is done is kept beside it
in preflop.partial.npy, so a run that was stopped goes on from there.
"""

from itertools import combinations
from pathlib import Path

import click
import numpy as np
from rich.progress import track

from mazzo import _native
from mazzo._threads import run, thread_count

TARGET = Path(__file__).parents[1] / "src" / "mazzo" / "data" / "preflop.bin"
PARTIAL = TARGET.with_name("preflop.partial.npy")
SAVE_EVERY = 2000


def matchups() -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """One pair of hands for each number of the table."""
    hands = [np.array([high, low], dtype=np.uint8) for low, high in combinations(range(52), 2)]
    found: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    # Up to the names of the suits, the first hand is one of these.
    for first in hands:
        if first[0] & 3 > 1 or first[1] & 3 > 1:
            continue
        for second in hands:
            if len({*first.tolist(), *second.tolist()}) == 4:
                number, swapped = _native.matchup(first, second)
                found.setdefault(number, (second, first) if swapped else (first, second))
    return found


def enumerate_boards(first: np.ndarray, second: np.ndarray) -> tuple[int, int]:
    """How many boards the first hand wins, and how many are ties."""
    taken = sum(1 << int(card) for card in (*first, *second))
    spot = _native.Spot([first.reshape(1, 2), second.reshape(1, 2)], [np.ones(1), np.ones(1)], [], taken)
    total = np.zeros(_native.tally_size)
    spot.enumerate_hands(0, 1 << 20, total)
    shares = total[2:102].reshape(10, 10)
    assert total[0] == 1_712_304
    return int(shares[0, 0]), int(shares[0, 1])


def save(counts: np.ndarray) -> None:
    unsaved = PARTIAL.with_suffix(".tmp.npy")
    np.save(unsaved, counts)
    unsaved.replace(PARTIAL)


@click.command()
@click.option("--threads", type=int, default=None, help="Default: one a processor.")
def main(threads: int | None) -> None:
    """Make the preflop table."""
    counts = np.zeros((2, _native.matchup_count), dtype=np.uint32)
    if PARTIAL.exists():
        counts = np.load(PARTIAL)
    hands = matchups()
    left = [number for number in sorted(hands) if not counts[:, number].any()]
    click.echo(f"{len(hands)} matchups, {len(left)} to do")
    results = run(lambda number: enumerate_boards(*hands[number]), left, thread_count(threads))
    for done, (number, result) in enumerate(
        track(zip(left, results, strict=True), "Enumerating", total=len(left)), 1
    ):
        counts[:, number] = result
        if done % SAVE_EVERY == 0:
            save(counts)
    bytes_of_counts = counts.astype("<u4").view(np.uint8).reshape(2, -1, 4)
    assert not bytes_of_counts[..., 3].any()
    TARGET.write_bytes(np.ascontiguousarray(bytes_of_counts[..., :3]).tobytes())
    PARTIAL.unlink(missing_ok=True)
    click.echo(f"{TARGET}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
