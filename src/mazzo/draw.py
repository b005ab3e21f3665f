"""Five-card draw: what each way to throw cards is worth, and what hands become.

>>> result = best_draw("AsAdKs7h2c", seed=1)
>>> format_cards(result.best.throw), round(result.best.equity, 2)
('Ks7h2c', 0.8)

What opponents throw follows a fixed policy, of which `usual_throw` tells what a hand does:

- a straight or better, and four of a kind, stand pat;
- three of a kind throw two, two pair throw one, a pair throws three;
- four to a flush, or else to an open-ended straight, throw the fifth card;
- a hand with nothing keeps its two highest cards.

Where it is known how many cards an opponent drew, hands that do not usually throw so many count little: by 0.001
for none, 0.02 for one, 0.003 for two and 0.02 for three. About one random hand in eight that stands pat, throws one
or throws two then does so against the policy, and few that throw three. Such a hand throws the lowest of its
unpaired cards, then of its lowest pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import inf, nan
from typing import Final

import numpy as np
import numpy.typing as npt

from mazzo import _native
from mazzo._sampling import ENOUGH, check_seed, check_stderr, check_trials, how_done, in_rounds, in_words, option
from mazzo._spots import EquityError
from mazzo._threads import thread_count
from mazzo.cards import CardError, Cards, count_cards, format_cards, to_cards
from mazzo.strength import Category, evaluate

__all__ = ["CLASSES", "Draw", "Way", "best_draw", "draw_outcomes", "hand_class", "share_below", "usual_throw"]

#: How many classes of starting hands there are: by strength, about equally many hands in each.
CLASSES: Final = _native.hand_classes

#: The standard error of the best way at which sampling stops if nothing else is asked for,
#: and the number of trials at which it then gives up.
DEFAULT_STDERR: Final = 0.002
DEFAULT_MOST_TRIALS: Final = 1 << 22

_ROUND = 8 * _native.draw_block  # trials between looks at the error
_SHOWN = 5  # ways in the table of a draw

_Array = npt.NDArray[np.float64]
_Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Way:
    """A way to throw cards, and the share of the pot that it wins."""

    throw: tuple[int, ...]
    keep: tuple[int, ...]
    equity: float
    stderr: float
    #: How much less than the best way, and the standard error of that: ways are compared on the same deals.
    behind: float
    behind_stderr: float


@dataclass(frozen=True, slots=True)
class Draw:
    """What each way to throw cards is worth, the best first; errors of too few deals are not a number."""

    hand: tuple[int, ...]
    opponents: int
    drew: tuple[int | None, ...]
    dead: tuple[int, ...]
    ways: tuple[Way, ...]
    trials: int
    seed: int

    @property
    def best(self) -> Way:
        """The way that wins most."""
        return self.ways[0]

    @property
    def method(self) -> str:
        """In words, how the result came about."""
        others = f"against {self.opponents} opponent{'' if self.opponents == 1 else 's'}"
        return f"{others}, {in_words(self.trials, self.best.stderr, self.seed)}"

    def __str__(self) -> str:
        lines = [f"{'throw':8}{'keep':12}  equity   behind"]
        for way in self.ways[:_SHOWN]:
            cards = f"{format_cards(way.throw) or 'none':8}{format_cards(way.keep):12}"
            lines.append(f"{cards}{100 * way.equity:7.2f}%  {100 * way.behind:6.2f}%")
        return "\n".join([*lines, self.method])


def best_draw(
    hand: Cards,
    opponents: int = 1,
    *,
    drew: Sequence[int | None] | None = None,
    weights: npt.ArrayLike | None = None,
    dead: Cards = "",
    most: int = 3,
    trials: int | None = None,
    stderr: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Draw:
    """Give the share of the pot at showdown that each way to throw 0 to `most` cards wins, ties split.

    `drew` has for each of 1 to 5 `opponents` how many cards it throws, 0 to 3, or None where that is not known yet.
    `weights`, of shape (opponents, 64), say how likely each holds a starting hand of each class, from the worst to the
    best (see `hand_class`); by default all hands are. `dead` are cards that nobody holds: own ones that were
    thrown. All ways are tried on the same random deals.

    By default it samples to a standard error of 0.002 of the best way, and no further than 4,194,304 deals. `trials`
    and `stderr` ask for so many deals or such an error, whichever comes first. The same `seed` gives the same result
    on any machine with any number of `threads` (default: one a processor); by default it is fresh, and the result
    tells it. What cannot be dealt is an `EquityError`, what is no hand a `CardError`.

    >>> print(best_draw("9s8s7s6s2d", drew=[1], seed=1))
    throw   keep          equity   behind
    2d      9s8s7s6s      43.14%    0.00%
    7s6s2d  9s8s          30.00%   13.13%
    6s2d    9s8s7s        29.63%   13.51%
    8s6s2d  9s7s          29.52%   13.61%
    9s6s2d  8s7s          29.51%   13.63%
    against 1 opponent, 114,688 random deals, standard error 0.194%, seed 1
    """
    hand, dead = _five_cards(hand), to_cards(dead)
    opponents = option("opponents", opponents, 1, _native.max_opponents)
    most = option("most", most, 0, _native.most_thrown)
    drawn = _check_drew(drew, opponents)
    kernel = _kernel(hand, opponents, drawn, _check_weights(weights, opponents), dead, most)
    trials, stderr = check_trials(trials), check_stderr(stderr)
    if trials is None and stderr is None:
        trials, stderr = DEFAULT_MOST_TRIALS, DEFAULT_STDERR
    seed = check_seed(seed)
    equity, covariance, dealt = _sample(kernel, len(_ways(most)), trials, stderr, seed, thread_count(threads))
    return Draw(hand, opponents, drawn, dead, _named(hand, most, equity, covariance), dealt, seed)


def draw_outcomes(hand: Cards, throw: Cards, dead: Cards = "") -> dict[Category, int]:
    """Count what a hand becomes when it throws some of its cards: over all draws, by category.

    >>> counts = draw_outcomes("AsAdKs7h2c", "Ks7h2c")
    >>> sum(counts.values()), counts[Category.THREE_OF_A_KIND]
    (16215, 1854)
    """
    hand, throw, dead = _five_cards(hand), to_cards(throw), to_cards(dead)
    if strange := set(throw) - set(hand):
        raise CardError(f"{format_cards(sorted(strange))} cannot be thrown: the hand is {format_cards(hand)}")
    live = _live(hand, dead)
    if len(live) < len(throw):
        raise EquityError(f"{len(dead)} dead cards leave {len(live)} where {len(throw)} are drawn")
    counts = np.zeros(len(Category), dtype=np.int64)
    _native.count_draws(_bytes([card for card in hand if card not in throw]), live, counts)
    return dict(zip(Category, counts.tolist(), strict=True))


def hand_class(hand: Cards) -> int:
    """Give the class of a starting hand by its strength, from 0 to 63: about equally many hands are in each.

    >>> hand_class("7s5d4h3c2s"), hand_class("JsJd8h5c2s"), hand_class("AsKsQsJsTs")
    (0, 51, 63)
    """
    return int(_classes()[0][evaluate(_five_cards(hand))])


def share_below(number: int) -> float:
    """Give the share of all hands that are of a class below this one.

    >>> share_below(0), round(share_below(32), 4)
    (0.0, 0.5)
    """
    return _classes()[1][option("number", number, 0, CLASSES - 1)]


def usual_throw(hand: Cards, drew: int | None = None) -> tuple[int, ...]:
    """Give the cards that an opponent with this hand is taken to throw: `drew` of them if that is known.

    >>> format_cards(usual_throw("AsAdKs7h2c")), format_cards(usual_throw("9s8s7s6s2d"))
    ('Ks7h2c', '2d')
    """
    hand = _five_cards(hand)
    number = -1 if drew is None else option("drew", drew, 0, _native.most_thrown)
    thrown = _native.usual_throw(_bytes(hand), number)
    return tuple(card for card in hand if card in thrown)


def _five_cards(hand: Cards) -> tuple[int, ...]:
    cards = to_cards(hand)
    if len(cards) != 5:
        raise CardError(f"{count_cards(cards)} given; a hand of five-card draw has 5, like AsAdKs7h2c")
    return cards


def _check_drew(drew: Sequence[int | None] | None, opponents: int) -> tuple[int | None, ...]:
    if drew is None:
        return (None,) * opponents
    if isinstance(drew, str) or not isinstance(drew, Sequence | np.ndarray) or len(drew) != opponents:
        raise EquityError(
            f"drew={drew!r} for {opponents} opponent{'' if opponents == 1 else 's'}: give an entry for each, "
            "0 to 3 or None where it is not known yet"
        )
    return tuple(None if number is None else option("drew", number, 0, _native.most_thrown) for number in drew)


def _check_weights(weights: npt.ArrayLike | None, opponents: int) -> _Array:
    """The weights as the kernel takes them, the highest of each opponent 1."""
    shape = (opponents, CLASSES)
    if weights is None:
        return np.ones(shape)
    try:
        rows = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EquityError(f"weights that are no array of numbers ({error}); give one of shape {shape}") from None
    if rows.shape != shape:
        raise EquityError(f"weights of shape {rows.shape}: give {shape}, a row an opponent and a weight a class")
    for number, row in enumerate(rows, 1):
        if bad := [weight for weight in row.tolist() if not 0 <= weight < inf]:
            raise EquityError(f"a weight of {bad[0]!r} for opponent {number}; weights are 0 or more")
        if not row.any():
            raise EquityError(f"opponent {number} has no hand: all its weights are 0; give some class more")
    highest: _Array = rows.max(axis=1, keepdims=True)
    return rows / highest


def _kernel(
    hand: tuple[int, ...],
    opponents: int,
    drew: tuple[int | None, ...],
    weights: _Array,
    dead: tuple[int, ...],
    most: int,
) -> _native.DrawSpot:
    live = _live(hand, dead)
    thrown = [_native.most_thrown if number is None else number for number in drew]
    needed = most + 5 * opponents + sum(thrown)
    if len(live) < needed:
        raise EquityError(
            f"{len(dead)} dead card{'' if len(dead) == 1 else 's'} leave {len(live)}, and {needed} may be needed: "
            f"{most} to draw, {5 * opponents} for {opponents} opponents and {sum(thrown)} for them to draw"
        )
    numbers = [-1 if number is None else number for number in drew]
    return _native.DrawSpot(_bytes(hand), list(_ways(most)), live, numbers, weights, _classes()[0])


def _bytes(cards: Sequence[int]) -> _Bytes:
    return np.array(cards, dtype=np.uint8)


def _live(hand: tuple[int, ...], dead: tuple[int, ...]) -> _Bytes:
    seen = to_cards([*hand, *dead])
    return _bytes([card for card in range(52) if card not in seen])


@cache
def _ways(most: int) -> tuple[int, ...]:
    """The ways to throw up to so many of five cards, a bit for each card."""
    return tuple(sum(1 << place for place in way) for count in range(most + 1) for way in combinations(range(5), count))


@cache
def _classes() -> tuple[_Bytes, tuple[float, ...]]:
    """The class of a hand by its strength, uint8 (65536,), and of each class how many hands are below it."""
    counts = _native.count_strengths(5).astype(np.int64)
    all_hands = counts.sum()
    middle = np.cumsum(counts) - counts / 2  # of those of equal strength
    class_of = np.minimum(middle * CLASSES // all_hands, CLASSES - 1).astype(np.uint8)
    sizes = np.bincount(class_of, weights=counts, minlength=CLASSES)
    below = (np.cumsum(sizes) - sizes) / all_hands
    return class_of, tuple(below.tolist())


def _sample(
    kernel: _native.DrawSpot, ways: int, trials: int | None, stderr: float | None, seed: int, threads: int
) -> tuple[_Array, _Array, int]:
    """What `_figures` makes of the deals, and how many there were."""

    def sample(first: int, count: int) -> _Array:
        tally = np.zeros(_native.draw_tally_size)
        kernel.sample(seed, first // _native.draw_block, count, tally)
        return tally

    total = np.zeros(_native.draw_tally_size)
    for dealt, tally in in_rounds(sample, trials, threads, size=_ROUND):
        total += tally
        weight, squares = total[:2].tolist()
        if not weight:
            raise EquityError(f"none of {dealt:,} random deals has a weight above 0; give more classes a weight")
        equity, covariance = _figures(total, ways, dealt)
        best = equity.argmax()
        error = float(np.sqrt(covariance[best, best])) if weight**2 >= ENOUGH * squares else inf
        if how_done(dealt, trials, error, stderr) == 1:
            break
    return equity, covariance, dealt


def _figures(tally: _Array, ways: int, trials: int) -> tuple[_Array, _Array]:
    """The mean share of the pot of each way, (ways,), and the covariance of those; that of too few is not a number."""
    weight, squares = tally[:2].tolist()
    equity: _Array = tally[2 : 2 + ways] / weight
    groups = -(-trials // _native.draw_group)
    if groups < 2 or weight**2 < 2 * squares:
        return equity, np.full((ways, ways), nan)
    side = 1 + _native.max_ways
    lower = tally[-(side**2) :].reshape(side, side)[: 1 + ways, : 1 + ways]
    products = lower + np.tril(lower, -1).T
    with_weight = np.outer(products[0, 1:], equity)
    residuals = products[1:, 1:] - with_weight - with_weight.T + products[0, 0] * np.outer(equity, equity)
    covariance: _Array = residuals / weight**2 * (groups / (groups - 1))
    np.fill_diagonal(covariance, covariance.diagonal().clip(0))
    return equity, covariance


def _named(hand: tuple[int, ...], most: int, equity: _Array, covariance: _Array) -> tuple[Way, ...]:
    """The ways with their figures, the best first."""
    order = np.argsort(-equity, kind="stable").tolist()
    best = order[0]
    variance = covariance.diagonal()
    between = (variance + variance[best] - 2 * covariance[best]).clip(0)
    between[best] = 0
    ways = _ways(most)
    return tuple(
        Way(
            throw=tuple(card for place, card in enumerate(hand) if ways[way] >> place & 1),
            keep=tuple(card for place, card in enumerate(hand) if not ways[way] >> place & 1),
            equity=float(equity[way]),
            stderr=float(np.sqrt(variance[way])),
            behind=float(equity[best] - equity[way]),
            behind_stderr=float(np.sqrt(between[way])),
        )
        for way in order
    )
