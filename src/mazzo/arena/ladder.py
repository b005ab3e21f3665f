"""Matches of bots over many deals, each dealt twice with the seats changed over, and what they come to."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED as FIRST
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field, fields
from itertools import combinations, islice
from math import nan, sqrt
from pathlib import Path
from random import Random
from typing import Any

from mazzo.arena.contest import Contest, Counts, Player, play

#: Deals that a worker plays at a time.
BLOCK = 25


class ArenaError(ValueError):
    """A ladder that cannot be played."""


@dataclass(slots=True)
class Block:
    """What came of a few deals between two bots.

    `won` is what the first bot won in each deal, over both of its games, in chips. `counts`, `faults` and
    `seconds` have an entry for each of the two bots.
    """

    pair: tuple[int, int]
    first: int
    won: list[int] = field(default_factory=list)
    counts: list[Counts] = field(default_factory=lambda: [Counter(), Counter()])
    faults: list[Counts] = field(default_factory=lambda: [Counter(), Counter()])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is to be played: all pairs of bots, the same deals for each.

    In a deal every other seat is one bot's and the rest are the other's; then they change over, with the
    same cards in the same seats. So luck of the deal cancels, and two of a kind win nothing.
    """

    contest: Contest
    players: tuple[Player, ...]
    deals: int
    seed: int

    def __post_init__(self) -> None:
        names = [player.name for player in self.players]
        if len(names) < 2 or len(set(names)) < len(names):
            raise ArenaError(f"bots {', '.join(names) or 'none'}: give two or more, each once")
        if self.contest.seats % 2:
            raise ArenaError(f"{self.contest.seats} seats: an even number, so that the bots can change over")
        if self.deals < 1:
            raise ArenaError(f"{self.deals} deals: one at least")

    def blocks(self) -> list[Block]:
        """Give what is to be played, in order."""
        pairs = list(combinations(range(len(self.players)), 2))
        return [Block(pair, first) for first in range(0, self.deals, BLOCK) for pair in pairs]

    def play(self, block: Block) -> Block:
        """Play the deals of a block."""
        first, second = (self.players[number] for number in block.pair)
        for deal in range(block.first, min(block.first + BLOCK, self.deals)):
            deck = self.contest.shuffled(Random(f"{self.seed} deck {deal}"))
            won = 0
            for turn in range(2):
                mine = [(seat + turn) % 2 == 0 for seat in range(self.contest.seats)]
                seated = [first if is_mine else second for is_mine in mine]
                rngs = [Random(f"{self.seed} deal {deal} turn {turn} seat {seat}") for seat in range(len(seated))]
                payoffs, reports = play(self.contest, deck, seated, rngs)
                for payoff, report, is_mine in zip(payoffs, reports, mine, strict=True):
                    side = 0 if is_mine else 1
                    won += payoff if is_mine else 0
                    block.counts[side] += report.counts
                    block.faults[side] += report.faults
                    block.seconds[side] += report.seconds
            block.won.append(won)
        return block


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % confidence interval, of so many deals; an interval of one deal is not a number."""

    mean: float
    half: float
    deals: int

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half

    def __str__(self) -> str:
        return f"{self.mean:+.1f} ± {self.half:.1f}"


def interval(values: Sequence[float]) -> Interval:
    """Give the mean of independent values, with 1.96 standard errors to each side.

    >>> str(interval([1, 2, 3, 4]))
    '+2.5 ± 1.3'
    """
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return Interval(mean, nan, 1)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Interval(mean, 1.96 * sqrt(variance / count), count)


@dataclass(frozen=True, slots=True)
class Result:
    """What a ladder came to.

    `won[i, j]` is what bot i won from bot j, in the measure of the contest.
    """

    ladder: Ladder
    won: dict[tuple[int, int], Interval]
    counts: tuple[Counts, ...]
    faults: tuple[Counts, ...]
    seconds: tuple[float, ...]

    @property
    def done(self) -> float:
        """How much of the ladder was played, from 0 to 1."""
        players = len(self.ladder.players)
        return sum(won.deals for won in self.won.values()) / (players * (players - 1) * self.ladder.deals)

    def overall(self, player: int) -> float:
        """Give the mean of what a bot won from each of the others."""
        won = [interval.mean for (first, _), interval in self.won.items() if first == player]
        return sum(won) / len(won) if won else 0.0

    @property
    def order(self) -> list[int]:
        """The bots, the best first."""
        return sorted(range(len(self.ladder.players)), key=self.overall, reverse=True)


def result_of(ladder: Ladder, blocks: Sequence[Block]) -> Result:
    """Sum up blocks of a ladder; pairs of which none was played are left out."""
    players = range(len(ladder.players))
    counts, faults, seconds = [Counter[str]() for _ in players], [Counter[str]() for _ in players], [0.0] * len(players)
    won: dict[tuple[int, int], list[int]] = {}
    for block in sorted(blocks, key=lambda block: (block.first, block.pair)):
        won.setdefault(block.pair, []).extend(block.won)
        for side, player in enumerate(block.pair):
            counts[player] += block.counts[side]
            faults[player] += block.faults[side]
            seconds[player] += block.seconds[side]
    scale, even = ladder.contest.scale, ladder.contest.even
    intervals = {}
    for (first, second), payoffs in won.items():
        mine = interval([even + payoff * scale for payoff in payoffs])
        intervals[first, second] = mine
        intervals[second, first] = Interval(2 * even - mine.mean, mine.half, mine.deals)
    return Result(ladder, intervals, tuple(counts), tuple(faults), tuple(seconds))


Progress = Callable[[Result], object]


def run(
    ladder: Ladder,
    executor: Executor | None = None,
    *,
    ahead: int = 8,
    progress: Progress | None = None,
    keep: Path | None = None,
) -> Result:
    """Play a ladder, in this process or by any executor, with up to `ahead` blocks given to it at a time.

    The result is the same by any number of workers. `progress` is called with the result so far. What is
    done is kept in the file `keep`, and not played again when that is there from an earlier run of the same
    ladder.
    """
    done = _kept(ladder, keep)
    known = {(block.pair, block.first) for block in done}
    waiting = (block for block in ladder.blocks() if (block.pair, block.first) not in known)
    for block in _played(ladder, waiting, executor, ahead):
        done.append(block)
        if keep:
            _keep(ladder, keep, block)
        if progress:
            progress(result_of(ladder, done))
    return result_of(ladder, done)


def _played(ladder: Ladder, waiting: Iterator[Block], executor: Executor | None, ahead: int) -> Iterator[Block]:
    if executor is None:
        yield from map(ladder.play, waiting)
        return
    begun: set[Future[Block]] = {executor.submit(ladder.play, block) for block in islice(waiting, ahead)}
    try:
        while begun:
            ended, begun = wait(begun, return_when=FIRST)
            begun |= {executor.submit(ladder.play, block) for block in islice(waiting, len(ended))}
            for future in ended:
                yield future.result()
    finally:
        for future in begun:
            future.cancel()


# ---- What is kept ----


def _title(ladder: Ladder) -> dict[str, Any]:
    """What must be the same for a run to go on."""
    bots = [f"{player.name} {player.bot!r}" for player in ladder.players]
    return {"v": 1, "contest": repr(ladder.contest), "bots": bots, "deals": ladder.deals, "seed": ladder.seed}


def _kept(ladder: Ladder, file: Path | None) -> list[Block]:
    if not file or not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")  # a line that was being written when the run was killed
    title, *lines = whole.splitlines() or [""]
    if title and json.loads(title) != _title(ladder):
        raise ArenaError(f"{str(file)!r} holds another ladder; give another file, or the same bots, deals and seed")
    return [_from_json(json.loads(line)) for line in lines]


def _keep(ladder: Ladder, file: Path, block: Block) -> None:
    new = not file.exists() or not file.stat().st_size
    with file.open("a", encoding="utf-8") as out:
        if new:
            out.write(json.dumps(_title(ladder)) + "\n")
        out.write(json.dumps({name: getattr(block, name) for name in _PARTS}) + "\n")


_PARTS = [part.name for part in fields(Block)]


def _from_json(data: dict[str, Any]) -> Block:
    counters = {name: [Counter(counts) for counts in data[name]] for name in ("counts", "faults")}
    return Block(**{**data, **counters, "pair": tuple(data["pair"])})
