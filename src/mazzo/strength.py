"""How strong a hand is: 5, 6 or 7 cards as one number, and that number in words.

A strength is a whole number, and **higher is better**. ``strength >> 12`` is the category, from
high card (0) to straight flush (8); the rest orders the hands within it. Hands of 5, 6 and 7
cards compare with each other: only the best five cards count.

>>> evaluate("AsKsQsJsTs") > evaluate("2c2d2h2sAc") > evaluate("AsAhKsKhQdJc9c")
True
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import comb
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from mazzo import _native
from mazzo._native import evaluate
from mazzo._threads import run, thread_count
from mazzo.cards import CardError, Cards, count_cards, to_cards, whole_number

__all__ = [
    "Category",
    "Showdown",
    "best_five",
    "category",
    "describe",
    "evaluate",
    "evaluate_many",
    "showdown",
]

_CHUNK = 1 << 16  # rows in one call of the kernel


class Category(IntEnum):
    """The nine kinds of hand, the best last; a royal flush is the best straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def evaluate_many(
    hands: npt.ArrayLike,
    *,
    out: npt.NDArray[np.uint16] | None = None,
    threads: int | None = None,
    check: bool = True,
) -> npt.NDArray[np.uint16]:
    """Give the strengths of many hands, one a row.

    `hands` has shape (n, 5), (n, 6) or (n, 7) and whole numbers from 0 to 51; `uint8` is fastest,
    contiguous rows too. The result is `uint16` of shape (n,), or `out` if given. Large arrays are
    shared out to `threads` (default: one a processor). A number that is no card or a card that is
    twice in a row raises `CardError` naming the row; `check=False` skips that, and such rows then
    have a meaningless strength.

    >>> evaluate_many([[0, 5, 10, 15, 16], [51, 47, 43, 39, 35]])
    array([16385, 32777], dtype=uint16)
    """
    try:
        rows = np.asarray(hands)
    except ValueError as error:
        raise CardError(f"hands that do not make an array ({error}); give equally many cards a hand") from None
    if rows.size == 0:
        rows = np.empty((len(rows) if rows.ndim == 2 else 0, 7), dtype=np.uint8)
    if rows.ndim != 2 or not 5 <= rows.shape[1] <= 7:
        raise CardError(f"hands of shape {rows.shape}: give (n, 5), (n, 6) or (n, 7), a hand a row")
    if rows.dtype != np.uint8:
        rows = _as_bytes(rows, check)
    count = rows.shape[0]
    if out is None:
        out = np.empty(count, dtype=np.uint16)
    elif not isinstance(out, np.ndarray):
        raise ValueError(f"out is a {type(out).__name__}: give an array of {count} uint16")
    elif out.shape != (count,) or out.dtype != np.uint16 or not out.flags.writeable:
        raise ValueError(f"out of shape {out.shape} and type {out.dtype}: {count} hands need ({count},) uint16")
    result = out if out.flags.carray else np.empty(count, dtype=np.uint16)

    def evaluate_chunk(first: int) -> int:
        chunk = np.ascontiguousarray(rows[first : first + _CHUNK])
        bad = _native.evaluate_rows(chunk, result[first : first + _CHUNK], check=check, vector=_native.has_vector)
        return first + bad if bad >= 0 else -1

    threads = min(thread_count(threads), max(count // _CHUNK, 1))
    for bad in run(evaluate_chunk, range(0, count, _CHUNK), threads):
        if bad >= 0:
            raise CardError(f"row {bad}: {_what_is_wrong(rows[bad])}")
    if result is not out:
        out[:] = result
    return out


def category(hand: SupportsIndex | Cards) -> Category:
    """Give the category of a strength, or of 5 to 7 cards.

    >>> str(category("Ah2h3h4h5h")), category(evaluate("AhAsAcAdKh")) == Category.FOUR_OF_A_KIND
    ('straight flush', True)
    """
    return Category(_strength_of(hand) >> 12)


def best_five(cards: Cards) -> tuple[int, ...]:
    """Give the five of 5 to 7 cards that count, the made part first, then the kickers downwards.

    >>> from mazzo.cards import format_cards
    >>> format_cards(best_five("Ah8hJd7hJcKhKs"), " ")
    'Kh Ks Jd Jc Ah'
    """
    cards = to_cards(cards)
    return five_of(cards, evaluate(cards))


def five_of(cards: tuple[int, ...], strength: int) -> tuple[int, ...]:
    """Give the best five of cards whose strength is known, as `best_five`."""
    kind = strength >> 12
    if kind in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        suit = max(range(4), key=[card & 3 for card in cards].count)
        cards = tuple(card for card in cards if card & 3 == suit)
    elif kind == Category.STRAIGHT:
        cards = tuple({card >> 2: card for card in reversed(cards)}.values())
    # Only the last rank can have cards to spare now, else the hand would be stronger.
    return tuple([card for rank in _ranks_of(strength) for card in cards if card >> 2 == rank][:5])


def describe(hand: SupportsIndex | Cards) -> str:
    """Say a strength, or the strength of 5 to 7 cards, in words.

    >>> describe("KhKsKd4c4d"), describe("Ah8hJd7hJcKhKs")
    ('full house, kings over fours', 'two pair, kings and jacks, kicker ace')
    """
    strength = _strength_of(hand)
    kind = category(strength)
    ranks = [RANK_WORDS[rank] for rank in _ranks_of(strength)]
    match kind:
        case Category.STRAIGHT_FLUSH if ranks[0] == "ace":
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
            return f"{kind}, {ranks[0]} high"
        case Category.FULL_HOUSE:
            return f"{kind}, {_plural(ranks[0])} over {_plural(ranks[1])}"
        case Category.TWO_PAIR:
            return f"{kind}, {_plural(ranks[0])} and {_plural(ranks[1])}, kicker {ranks[2]}"
        case Category.FLUSH | Category.HIGH_CARD:
            return f"{kind}, {', '.join(ranks)}"
        case _:
            kicker = "kicker" if len(ranks) == 2 else "kickers"
            return f"{kind}, {_plural(ranks[0])}, {kicker} {', '.join(ranks[1:])}"


@dataclass(frozen=True, slots=True)
class Showdown:
    """Several hands compared: the strength of each, and which of them win."""

    strengths: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def tie(self) -> bool:
        """Whether several hands share the win."""
        return len(self.winners) > 1


def showdown(hands: Iterable[Cards], board: Cards = "") -> Showdown:
    """Compare hands on a board; winners are numbered from 0 in the order given.

    >>> showdown(["5dAh", "Qc7d"], "QdJd9dKc6d").winners
    (1,)
    """
    board = to_cards(board)
    held = [to_cards(hand) for hand in hands]
    if not held:
        raise CardError("no hands to compare; give at least one")
    to_cards([*board, *(card for hand in held for card in hand)])
    if len({len(hand) for hand in held}) > 1:
        raise CardError(f"hands of {', '.join(map(count_cards, held))} do not compare; give each equally many")
    strengths = tuple(evaluate(hand + board) for hand in held)
    best = max(strengths)
    return Showdown(strengths, tuple(i for i, strength in enumerate(strengths) if strength == best))


# Below what the numbers of a category are.
_NUMBERS = (
    comb(13, 5),
    13 * comb(13, 3),
    13 * comb(13, 2),
    13 * comb(13, 2),
    10,
    comb(13, 5),
    13 * 13,
    13 * 13,
    10,
)

#: Ranks as they are said, from the deuce up.
RANK_WORDS = [
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


def _strength_of(hand: SupportsIndex | Cards) -> int:
    if isinstance(hand, str | Iterable):
        return evaluate(hand)
    strength = whole_number(hand)
    if strength is None or not _is_strength(strength):
        raise ValueError(f"{hand!r} is no strength; strengths are what evaluate gives")
    return strength


def _is_strength(number: int) -> bool:
    """Whether some hand has this strength: whether its ranks are a hand that is numbered so."""
    if not 0 < number < 9 << 12 or number & 0xFFF >= _NUMBERS[number >> 12]:
        return False
    ranks = _ranks_of(number)
    is_straight = number >> 12 in (Category.HIGH_CARD, Category.FLUSH) and (
        ranks[0] - ranks[4] == 4 or ranks == (12, 3, 2, 1, 0)
    )
    return len(set(ranks)) == len(ranks) and not is_straight


@cache
def _ranks_of(strength: int) -> tuple[int, ...]:
    """The ranks that a strength stands for, the made part first: how evaluator.h numbers them, undone."""
    number = strength & 0xFFF
    match strength >> 12:
        case Category.HIGH_CARD | Category.FLUSH:
            return _top_ranks(number, 5)
        case Category.PAIR:
            rank, kickers = divmod(number, comb(13, 3))
            return (rank, *_top_ranks(kickers, 3))
        case Category.TWO_PAIR:
            pairs, kicker = divmod(number, 13)
            return (*_top_ranks(pairs, 2), kicker)
        case Category.THREE_OF_A_KIND:
            rank, kickers = divmod(number, comb(13, 2))
            return (rank, *_top_ranks(kickers, 2))
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return tuple((number + 3 - i) % 13 for i in range(5))
        case _:
            return divmod(number, 13)


def _top_ranks(number: int, count: int) -> tuple[int, ...]:
    """The set of ranks with this number in the combinatorial number system, highest first."""
    ranks: list[int] = []
    for rank in range(12, -1, -1):
        smaller = comb(rank, count - len(ranks))  # how many sets have only ranks below this one; 1 at the end
        if smaller <= number:
            number -= smaller
            ranks.append(rank)
    return tuple(ranks)


def _as_bytes(rows: npt.NDArray[Any], check: bool) -> npt.NDArray[np.uint8]:
    if rows.dtype.kind not in "iu":
        hint = "; card_array makes such an array of texts" if rows.dtype.kind == "U" else ""
        raise CardError(f"hands of type {rows.dtype}: cards are whole numbers from 0 to 51, best as uint8{hint}")
    if check and rows.size and (rows.min() < 0 or rows.max() > 51):
        bad = int(np.flatnonzero(((rows < 0) | (rows > 51)).any(axis=1))[0])
        raise CardError(f"row {bad}: {_what_is_wrong(rows[bad])}")
    return rows.astype(np.uint8)


def _what_is_wrong(row: Sequence[int] | npt.NDArray[Any]) -> str:
    try:
        to_cards([int(card) for card in row])
    except CardError as error:
        return str(error)
    raise AssertionError(f"{row!r} was refused for no reason")
