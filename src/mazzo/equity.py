"""Who wins how often: equities of hands and ranges, exactly or by Monte Carlo.

>>> print(equity(["AhKh", "QQ+"], "Qs7h2h"))
       equity      win      tie
AhKh   36.60%   36.60%    0.00%
QQ+    63.40%   63.40%    0.00%
on Qs7h2h, exact, 8,910 outcomes
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from math import inf, nan
from random import Random
from typing import Any, Final

import numpy as np

from mazzo import _native, preflop
from mazzo._exact import BeforeFlop, Method, TwoRanges, best_method, by_hand_method
from mazzo._sampling import ENOUGH, check_seed, check_stderr, check_trials, how_done, in_words, rounds
from mazzo._spots import EquityError, Spot, make_spot
from mazzo._tally import Array, Tally
from mazzo._threads import run, thread_count
from mazzo.cards import CardError, Cards, format_cards, shuffle, to_cards
from mazzo.ranges import COMBOS, Range, Weights, class_means
from mazzo.strength import Category, category

__all__ = [
    "Equity",
    "EquityError",
    "HandEquity",
    "Outcomes",
    "equity",
    "equity_by_hand",
    "equity_many",
    "outcomes",
]

#: The standard error at which sampling stops if nothing else is asked for.
DEFAULT_STDERR: Final = 0.0005

#: The same for the typical hand of a range.
DEFAULT_HAND_STDERR: Final = 0.005

#: A spot is counted exactly if that is estimated to take no more than this.
EXACT_SECONDS: Final = 0.05

_TASK_SECONDS = 0.02  # of exact work at a time, between looks at progress and interrupts


@dataclass(frozen=True, slots=True)
class Equity:
    """Who wins how often in a spot.

    All tuples have an entry a player. An outcome is a deal of all hands and the board, and counts
    by the weights of the hands; exact counts of unweighted hands are whole numbers.
    """

    players: tuple[Range, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    #: Whether every outcome was counted.
    exact: bool
    #: How many outcomes were counted, by weight.
    outcomes: float
    #: Outcomes in which a player is best alone, with one other, with two, and so on.
    shares: tuple[tuple[float, ...], ...]
    #: The standard error of each equity; 0 if exact, not a number if an exact count was stopped.
    stderr: tuple[float, ...]
    #: How many random deals there were, and their seed; 0 and None if nothing was random.
    trials: int
    seed: int | None
    #: How much of the work was done, from 0 to 1; less than 1 if it was stopped.
    done: float
    _categories: tuple[tuple[float, ...], ...] | None = field(repr=False)

    @property
    def wins(self) -> tuple[float, ...]:
        """Outcomes in which each player is best alone."""
        return tuple(row[0] for row in self.shares)

    @property
    def ties(self) -> tuple[float, ...]:
        """Outcomes (not shares of them) in which each player is best with others."""
        return tuple(sum(row[1:]) for row in self.shares)

    @property
    def win(self) -> tuple[float, ...]:
        """How often each player wins alone, from 0 to 1."""
        return tuple(self._share(wins) for wins in self.wins)

    @property
    def tie(self) -> tuple[float, ...]:
        """How often each player ties, from 0 to 1."""
        return tuple(self._share(ties) for ties in self.ties)

    @property
    def equity(self) -> tuple[float, ...]:
        """The share of the pot that each player gets on average; together 1."""
        return tuple(
            sum(count / sharing for sharing, count in enumerate(row, 1)) / self.outcomes for row in self.shares
        )

    @property
    def categories(self) -> tuple[dict[Category, float], ...]:
        """How often each player ends with each category of hand, from 0 to 1."""
        # The preflop table does not hold them.
        counts = self._categories or _categories_before_flop(*self.players)
        return tuple({kind: self._share(count) for kind, count in zip(Category, row, strict=True)} for row in counts)

    def _share(self, count: float) -> float:
        return count / self.outcomes if self.outcomes else nan

    def __str__(self) -> str:
        names = [str(hands) for hands in self.players]
        width = min(max(map(len, names)), 40)
        lines = [f"{'':{width}}   equity      win      tie"]
        for name, *figures in zip(names, self.equity, self.win, self.tie, strict=True):
            short = name if len(name) <= width else name[: width - 3] + "..."
            lines.append(f"{short:{width}}" + "".join(f"  {100 * figure:6.2f}%" for figure in figures))
        return "\n".join([*lines, self.method])

    @property
    def method(self) -> str:
        """In words, how the result came about."""
        board = f"on {format_cards(self.board)}, " if self.board else ""
        if self.trials:
            return board + in_words(self.trials, max(self.stderr), self.seed) + self._stopped
        if self.exact:
            return f"{board}exact, {self.outcomes:{',' if isinstance(self.outcomes, int) else ',.10g'}} outcomes"
        return f"{board}stopped after {100 * self.done:.0f}% of an exact count"

    @property
    def _stopped(self) -> str:
        return "" if self.done == 1 else f", stopped after {100 * self.done:.0f}%"


Progress = Callable[[Equity], object]


@lru_cache(maxsize=64)
def _categories_before_flop(first: Range, second: Range) -> tuple[tuple[float, ...], ...]:
    return _tuples(preflop.count_categories(*make_spot([first, second], "", "").weights))


def equity(
    players: Iterable[Range | Cards],
    board: Cards = "",
    dead: Cards = "",
    *,
    exact: bool | None = None,
    trials: int | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Give who wins how often.

    `players` are 2 to 10 hands (``"AhKh"``, or two card numbers), ranges (text or `Range`) or
    ``"random"``; `board` has 0 to 5 cards, and `dead` are cards that nobody holds. Hands are dealt
    by their joint weights: every way to give the players hands without a common card counts by the
    product of the weights.

    By default a spot is counted exactly if that takes about 50 ms or less, else sampled to a
    standard error of 0.0005. `exact` decides it; `trials` and `stderr` ask for sampling, of so many
    deals or until the largest standard error is so small, whichever comes first. The same `seed`
    gives the same result on any machine with any number of `threads` (default: one a processor);
    by default it is fresh, and the result tells it.

    `progress` is called with the result so far after every round of work, and stops it by returning
    False. A spot that cannot be dealt is an `EquityError`, unreadable text a `CardError` or
    `RangeError`.

    >>> result = equity(["AcAs", "KcKs"])
    >>> result.wins, result.ties, result.outcomes
    ((1410336, 292660), (9308, 9308), 1712304)
    """
    exact, trials, stderr = _check_sampling(exact, trials, stderr)
    seed = check_seed(seed)
    threads = thread_count(threads)
    spot = make_spot(players, board, dead)
    if exact is not False and trials is None and stderr is None:
        method = best_method(spot)
        if exact or method.seconds <= EXACT_SECONDS:
            return _follow(spot, _count(method, threads), None, progress)
    if trials is None and stderr is None:
        stderr = DEFAULT_STDERR
    return _follow(spot, _sample(spot, trials, stderr, seed, threads), seed, progress)


def equity_many(
    spots: Iterable[Sequence[Any] | Mapping[str, Any]],
    *,
    exact: bool | None = None,
    trials: int | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> list[Equity]:
    """Give the equities of many spots.

    A spot is ``(players, board, dead)`` or ``(players, board)`` or ``(players,)``, or a mapping of
    those names. The rest is as for `equity`, with `seed` + i for spot i; what is wrong with a spot
    is said with its number.

    >>> spots = [(["AsKs", "random"], "Qs7s2d"), {"players": ["AA", "KK"]}]
    >>> [round(result.equity[0], 4) for result in equity_many(spots)]
    [0.7268, 0.8195]
    """
    first_seed = check_seed(seed)
    results = []
    for number, spot in enumerate(spots):
        options = {"exact": exact, "trials": trials, "stderr": stderr, "threads": threads}
        try:
            results.append(equity(**_named(spot), **options, seed=(first_seed + number) % 2**64))  # type: ignore[arg-type]
        except ValueError as error:
            raise type(error)(f"spot {number}: {error}") from error
    return results


def _named(spot: Sequence[Any] | Mapping[str, Any]) -> dict[str, Any]:
    names = ("players", "board", "dead")
    named: dict[str, Any] = {}
    if isinstance(spot, Mapping):
        named = dict(spot)
    elif not isinstance(spot, str) and len(spot) <= len(names):
        named = dict(zip(names, spot, strict=False))
    if "players" not in named or not set(named) <= set(names):
        raise EquityError(f"{spot!r} is no spot; give (players, board, dead), like (['AA', 'KK'], '2c7d9h')")
    return named


@dataclass(frozen=True, slots=True, eq=False)
class HandEquity:
    """The equity of each hand of a range.

    `equity` and `stderr` are float64 (1326,) in the order of `ranges.COMBOS`, not a number for
    hands that are not in the range or not possible, and for errors of hands that were hardly dealt.
    `result["AhKh"]` is the equity of one hand.
    """

    players: tuple[Range, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    equity: Weights
    stderr: Weights
    exact: bool
    trials: int
    seed: int | None

    def __getitem__(self, hand: Cards) -> float:
        return float(self.equity[Range.from_hand(hand).weights > 0][0])

    def grid(self) -> Weights:
        """Give the mean equity of each class by the range's weights, float64 (13, 13), as `Range.grid`."""
        return class_means(self.equity, self.players[0].weights)

    @property
    def method(self) -> str:
        """In words, how the result came about; the error is that of the median hand."""
        if self.exact:
            return "exact"
        known = self.stderr[~np.isnan(self.stderr)]
        return in_words(self.trials, float(np.median(known)) if len(known) else nan, self.seed)


def equity_by_hand(
    players: Iterable[Range | Cards],
    board: Cards = "",
    dead: Cards = "",
    *,
    exact: bool | None = None,
    trials: int | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> HandEquity:
    """Give the equity of each hand of the first player's range against the other players.

    Arguments are as for `equity`, but `stderr` (by default 0.005) is that of the typical hand, and
    exact counting is for two players.

    >>> result = equity_by_hand(["QQ+, AKs", "random"])
    >>> result.grid()[0, :2].round(3)
    array([0.852, 0.67 ])
    """
    exact, trials, stderr = _check_sampling(exact, trials, stderr)
    seed = check_seed(seed)
    threads = thread_count(threads)
    spot = make_spot(players, board, dead)
    if len(spot.players) == 2 and exact is not False and trials is None and stderr is None:
        method = by_hand_method(spot)
        if exact or method.seconds <= EXACT_SECONDS:
            return _count_by_hand(spot, method, threads)
    elif exact:
        raise EquityError(f"exact=True with {len(spot.players)} players: hands are counted exactly for two")
    return _sample_by_hand(spot, trials, stderr, seed, threads)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a hand becomes."""

    hand: tuple[int, ...]
    board: tuple[int, ...]
    #: How many ways there are to complete the board.
    boards: int
    #: Of those, how many leave the hand with each category.
    categories: dict[Category, int]
    #: The next cards that lift the hand to a better category than it has; none before the flop.
    outs: dict[Category, tuple[int, ...]]


def outcomes(hand: Cards, board: Cards = "", dead: Cards = "") -> Outcomes:
    """Give what a hand becomes when the board is complete, and its outs with the next card.

    >>> result = outcomes("KsQs", "KdKh2s")
    >>> result.boards, result.categories[Category.FULL_HOUSE]
    (1081, 315)
    >>> format_cards(result.outs[Category.FOUR_OF_A_KIND])
    'Kc'
    """
    hand, board, dead = to_cards(hand), to_cards(board), to_cards(dead)
    seen = to_cards([*hand, *board, *dead])
    if len(hand) != 2 or len(board) > 5:
        raise CardError(f"a hand of {len(hand)} cards on a board of {len(board)}; a hand is two, a board up to 5")
    if len(dead) > 52 - 2 - 5:
        raise CardError(f"{len(dead)} dead cards leave too few for a board")
    taken = sum(1 << card for card in seen)
    kernel = _native.Spot([np.array([hand], dtype=np.uint8)], [np.ones(1)], board, taken)
    tally = Tally(1)
    kernel.enumerate_hands(0, kernel.hand_units, tally.array)
    counts = {kind: int(count) for kind, count in zip(Category, tally.categories[0], strict=True)}
    outs: dict[Category, list[int]] = {}
    if 3 <= len(board) < 5:
        now = category(hand + board)
        for card in sorted(set(range(52)) - set(seen), reverse=True):
            if (then := category((*hand, *board, card))) > now:
                outs.setdefault(then, []).append(card)
    boards = sum(counts.values())
    return Outcomes(hand, board, boards, counts, {kind: tuple(cards) for kind, cards in sorted(outs.items())})


def _check_sampling(
    exact: bool | None, trials: int | None, stderr: float | None
) -> tuple[bool | None, int | None, float | None]:
    if exact is not None:
        exact = bool(exact)
    if exact and (trials is not None or stderr is not None):
        raise EquityError("exact=True counts every outcome; leave trials and stderr out, or exact")
    return exact, check_trials(trials), check_stderr(stderr)


#: A tally so far, the random deals in it, and how much of the work is done.
_Step = tuple[Tally, int, float]


def _count(method: Method, threads: int) -> Iterator[_Step]:
    """The steps of an exact count."""
    for counts, done in _count_tasks(method, threads):
        yield method.finish(counts), 0, done


def _count_tasks(method: Method, threads: int) -> Iterator[tuple[Array, float]]:
    tasks = min(method.units, max(1, round(method.seconds / _TASK_SECONDS)))
    bounds = [method.units * task // tasks for task in range(tasks + 1)]
    order = list(range(tasks))
    if tasks > 1:
        shuffle(order, Random(tasks))  # so that a count that is stopped has seen boards of all kinds
    arrays = run(
        lambda task: method.count(bounds[task], bounds[task + 1]),
        order,
        min(threads, tasks),
        stop=method.stop if method.seconds > EXACT_SECONDS else None,
    )
    for counted, total in enumerate(accumulate(arrays), 1):
        yield total, counted / tasks


def _sample(spot: Spot, trials: int | None, stderr: float | None, seed: int, threads: int) -> Iterator[_Step]:
    """The steps of a Monte-Carlo run."""
    for dealt, tally, _ in rounds(spot, seed, trials, threads):
        error = float(tally.stderr().max()) if tally.effective >= ENOUGH else inf
        done = how_done(dealt, trials, error, stderr)
        yield tally, dealt, done
        if done == 1:
            return


def _follow(spot: Spot, steps: Iterator[_Step], seed: int | None, progress: Progress | None) -> Equity:
    """The last step's result, or that of the one at which `progress` says stop."""
    for tally, trials, done in steps:
        if progress is not None:
            answer = progress(_result(spot, tally, trials, done, seed))
            if answer is not None and not answer:
                break
    return _result(spot, tally, trials, done, seed)


def _result(spot: Spot, tally: Tally, trials: int, done: float, seed: int | None) -> Equity:
    exact = not trials and done == 1
    return Equity(
        players=spot.players,
        board=spot.board,
        dead=spot.dead,
        exact=exact,
        outcomes=_whole(tally.weight),
        shares=_tuples(tally.shares),
        stderr=tuple(tally.stderr().tolist()) if trials else (0.0 if exact else nan,) * tally.players,
        trials=trials,
        seed=seed,
        done=done,
        _categories=tuple(map(tuple, tally.categories.tolist())) if tally.has_categories else None,
    )


def _tuples(rows: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(map(_whole, row)) for row in rows.tolist())


def _whole(count: float) -> float:
    """Counts of unweighted hands are whole numbers, and shown as such."""
    return int(count) if count.is_integer() else count


def _count_by_hand(spot: Spot, method: BeforeFlop | TwoRanges, threads: int) -> HandEquity:
    *_, (counts, _) = _count_tasks(method, threads)
    won, tied, outcomes = method.hands(counts)
    held = (spot.weights[0] > 0) & (outcomes > 0)
    equity = np.full(len(held), nan)
    equity[held] = np.clip((won[held] + tied[held] / 2) / outcomes[held], 0, 1)
    stderr = np.where(held, 0.0, nan)
    return HandEquity(spot.players, spot.board, spot.dead, equity, stderr, True, 0, None)


def _sample_by_hand(spot: Spot, trials: int | None, stderr: float | None, seed: int, threads: int) -> HandEquity:
    if trials is None and stderr is None:
        stderr = DEFAULT_HAND_STDERR
    held = spot.weights[0] > 0
    for dealt, _, sums in rounds(spot, seed, trials, threads, by_hand=True):
        mean, error = _hand_figures(sums)
        equity, errors = np.full((2, len(COMBOS)), nan)
        equity[held], errors[held] = mean, error
        result = HandEquity(spot.players, spot.board, spot.dead, equity, errors, False, dealt, seed)
        # The typical hand is one drawn from the range; of one hardly dealt so far nothing is known.
        typical = np.average(np.nan_to_num(error, nan=1) ** 2, weights=spot.weights[0][held]) ** 0.5
        if stderr is not None and typical <= stderr:
            break
    return result


def _hand_figures(sums: Array) -> tuple[Array, Array]:
    """The mean share of the pot and its standard error for each hand, of its sums (see ext/equity.h)."""
    weight, share, weight_squared, square_share, square_square = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = share / weight
        variance = square_square - 2 * mean * square_share + mean**2 * weight_squared
        error = np.sqrt(np.maximum(variance, 0)) / weight
        return mean, np.where(weight**2 < 2 * weight_squared, nan, error)
