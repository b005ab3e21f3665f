"""Ranges: the hands that somebody may hold before the flop, each with a weight.

A range is written as tokens between commas or spaces:

=================  =====================================================================
``QQ``, ``AKs``    a pair, a suited hand; ``AKo`` the offsuit ones, ``AK`` both
``QQ+``            this pair and all higher
``A2s+``           the kicker climbs to just under the first card: A2s, A3s ... AKs
``22-77``          pairs from one to the other
``A2s-A5s``        kickers from one to the other
``76s-54s``        both cards step: 76s, 65s, 54s
``AhKh``           one combination (``Ah Kh`` and ``A♥K♥`` too)
``15%``            the best hands, see below
``random``         any hand (``any``, ``**`` and ``100%`` too)
``AK:0.5``         a weight from 0 to 1 for a token (``AK@0.5`` too)
=================  =====================================================================

Upper and lower case are the same, and ``10`` is the ten. Where tokens overlap, the later one
counts, so ``random, AA:0`` is every hand but aces.

A percentage takes whole classes of hands (``AKs``, ``77``) in the order of their equity before
the flop against one random hand, `TOP_CLASSES`, until at least that share of the 1326
combinations is reached.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from mazzo.cards import RANKS, CardError, Cards, RepeatedCardError, count_cards, format_cards, parse_cards, to_cards

#: The 1326 combinations, uint8 (1326, 2), the higher card first; a range's weights go by this order.
COMBOS: Final[npt.NDArray[np.uint8]] = np.array(
    [(high, low) for high in range(52) for low in range(high)], dtype=np.uint8
)
COMBOS.setflags(write=False)

_BY_EQUITY = """
    AA KK QQ JJ TT 99 88 AKs 77 AQs AJs AKo ATs AQo AJo KQs 66 A9s ATo KJs A8s KTs KQo A7s A9o KJo
    55 QJs K9s A5s A6s A8o KTo QTs A4s A7o K8s A3s QJo K9o A5o A6o Q9s K7s JTs A2s QTo 44 A4o K6s
    K8o Q8s A3o K5s J9s Q9o JTo K7o A2o K4s Q7s K6o K3s T9s J8s 33 Q6s Q8o K5o J9o K2s Q5s T8s K4o
    J7s Q4s Q7o T9o J8o K3o Q6o Q3s 98s T7s J6s K2o 22 Q2s Q5o J5s T8o J7o Q4o 97s J4s T6s J3s Q3o
    98o 87s T7o J6o 96s J2s Q2o T5s J5o T4s 97o 86s J4o T6o 95s T3s 76s J3o 87o T2s 85s 96o J2o T5o
    94s 75s T4o 93s 86o 65s 84s 95o T3o 92s 76o 74s T2o 54s 85o 64s 83s 94o 75o 82s 73s 93o 65o 53s
    63s 84o 92o 43s 74o 72s 54o 64o 52s 62s 83o 42s 82o 73o 53o 63o 32s 43o 72o 52o 62o 42o 32o
"""

#: The 169 classes of hands by their equity against a random hand, the best first.
TOP_CLASSES: Final = tuple(_BY_EQUITY.split())

Weights = npt.NDArray[np.float64]


class RangeError(ValueError):
    """A range that cannot be read, or that holds nothing where something is needed."""


class Range:
    """The weights of the 1326 combinations of two cards; a value that does not change.

    >>> Range("QQ+, AKs")
    Range('QQ+,AKs')
    >>> len(Range("QQ+, AKs")), "AhKh" in Range("QQ+, AKs"), "AKo" in Range("QQ+, AKs")
    (22, True, False)
    """

    __slots__ = ("_weights",)

    _weights: Weights

    def __init__(self, text: str = "") -> None:
        weights = np.zeros(len(COMBOS))
        for combos, weight in _parse(text):
            weights[combos] = weight
        self._weights = _frozen(weights)

    @classmethod
    def from_weights(cls, weights: npt.ArrayLike) -> "Range":
        """Make a range of 1326 weights from 0 to 1, in the order of `COMBOS`."""
        array = np.array(weights, dtype=np.float64) + 0.0  # a zero has no sign
        if array.shape != (len(COMBOS),):
            raise RangeError(f"weights of shape {array.shape}: a range has {len(COMBOS)}, as COMBOS orders them")
        if not ((array >= 0) & (array <= 1)).all():
            wrong = array[~((array >= 0) & (array <= 1))][0]
            raise RangeError(f"a weight of {wrong}: weights are from 0 to 1")
        new = cls.__new__(cls)
        new._weights = _frozen(array)
        return new

    @classmethod
    def from_hand(cls, hand: Cards) -> "Range":
        """Make the range of one hand of two cards."""
        cards = to_cards(hand)
        if len(cards) != 2:
            raise RangeError(f"{count_cards(cards)}: a hand to hold is two")
        weights = np.zeros(len(COMBOS))
        weights[_combo_number(*cards)] = 1
        return cls.from_weights(weights)

    @property
    def weights(self) -> Weights:
        """The 1326 weights in the order of `COMBOS`, read-only."""
        return self._weights

    @property
    def combos(self) -> npt.NDArray[np.uint8]:
        """The combinations that have a weight, uint8 (n, 2)."""
        return COMBOS[self._weights > 0]

    def __len__(self) -> int:
        """How many combinations have a weight."""
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return map(tuple, self.combos.tolist())

    def __contains__(self, item: "Range | Cards") -> bool:
        """Whether every combination of a hand, a text or a range has a weight here."""
        wanted = as_range(item)
        return len(wanted) > 0 and bool((self._weights[wanted._weights > 0] > 0).all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and np.array_equal(self._weights, other._weights)

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return Range.from_weights, (self._weights,)

    def __or__(self, other: "Range") -> "Range":
        """What is in either, by the higher weight."""
        return (
            Range.from_weights(np.maximum(self._weights, other._weights))
            if isinstance(other, Range)
            else NotImplemented
        )

    def __and__(self, other: "Range") -> "Range":
        """What is in both, by the lower weight."""
        return (
            Range.from_weights(np.minimum(self._weights, other._weights))
            if isinstance(other, Range)
            else NotImplemented
        )

    def __sub__(self, other: "Range") -> "Range":
        """What is left of each weight when the other's is taken off."""
        return (
            Range.from_weights(np.maximum(self._weights - other._weights, 0))
            if isinstance(other, Range)
            else NotImplemented
        )

    def __invert__(self) -> "Range":
        """What a range lacks to be every hand."""
        return Range.from_weights(1 - self._weights)

    def weight(self, hand: Cards) -> float:
        """Give the weight of one combination.

        >>> Range("AK:0.5").weight("AhKs")
        0.5
        """
        cards = to_cards(hand)
        if len(cards) != 2:
            raise RangeError(f"{count_cards(cards)}: a combination is two")
        return float(self._weights[_combo_number(*cards)])

    def without(self, dead: Cards) -> "Range":
        """Give the range without the combinations that hold one of the dead cards.

        >>> len(Range("AA")), len(Range("AA").without("As"))
        (6, 3)
        """
        return Range.from_weights(np.where(_hits(dead), 0, self._weights))

    def blocked(self, dead: Cards) -> list[str]:
        """Name the combinations of the range that the dead cards make impossible.

        >>> Range("AA").blocked("As")
        ['AsAc', 'AsAd', 'AsAh']
        """
        return [format_cards(combo) for combo in COMBOS[_hits(dead) & (self._weights > 0)].tolist()]

    def grid(self) -> Weights:
        """Give the mean weight of each class, float64 (13, 13).

        Rows and columns go from ace to deuce; pairs are on the diagonal, suited hands above it,
        offsuit hands below.
        """
        return class_means(self._weights)

    def __str__(self) -> str:
        """The shortest usual text, which reads back to the same weights."""
        return ",".join(_spell(self._weights))

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"


def as_range(hands: Range | Cards) -> Range:
    """Give a range, the range of a text, or the range of one hand given as two card numbers."""
    if isinstance(hands, Range):
        return hands
    if isinstance(hands, str):
        return Range(hands)
    return Range.from_hand(hands)


def class_means(
    values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64] | None = None
) -> npt.NDArray[np.float64]:
    """Give the mean of 1326 values over each class, by weight if given, as a grid like `Range.grid`.

    Values that are not a number are left out; a class of none but such is not a number.
    """
    counted = np.where(np.isnan(values), 0, 1 if weights is None else weights)
    sums = np.bincount(_class_of_combos(), counted * np.nan_to_num(values), 169)
    with np.errstate(invalid="ignore"):
        means: npt.NDArray[np.float64] = sums / np.bincount(_class_of_combos(), counted, 169)
    return means.reshape(13, 13)


def class_names() -> list[list[str]]:
    """Give the names of the classes as they stand in a grid.

    >>> class_names()[0][:3], class_names()[1][:2]
    (['AA', 'AKs', 'AQs'], ['AKo', 'KK'])
    """
    high_first = RANKS[::-1]
    return [
        [
            row + column if row == column else f"{row}{column}s" if i < j else f"{column}{row}o"
            for j, column in enumerate(high_first)
        ]
        for i, row in enumerate(high_first)
    ]


def _frozen(weights: Weights) -> Weights:
    weights.setflags(write=False)
    return weights


def _combo_number(a: int, b: int) -> int:
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low


def _hits(dead: Cards) -> npt.NDArray[np.bool_]:
    hits = np.isin(COMBOS, np.array(to_cards(dead), dtype=np.uint8))
    return hits[:, 0] | hits[:, 1]


@cache
def _class_of_combos() -> npt.NDArray[np.intp]:
    """The place of each combination in a flattened grid."""
    high, low = (12 - (COMBOS >> 2)).astype(np.intp).T
    suited = (COMBOS[:, 0] ^ COMBOS[:, 1]) & 3 == 0
    places: npt.NDArray[np.intp] = np.where(suited, 13 * high + low, 13 * low + high)
    return places


@cache
def _combos_of_class(high: int, low: int, suit: str) -> npt.NDArray[np.intp]:
    """The combinations of two ranks: suit is "s", "o", or "" for all."""
    cells = {"s": [13 * (12 - high) + 12 - low], "o": [13 * (12 - low) + 12 - high]}
    return np.flatnonzero(np.isin(_class_of_combos(), cells.get(suit, cells["s"] + cells["o"])))


# ---- Reading ----

_RANK = "10|[2-9TJQKA]"
_CLASS = re.compile(rf"(?P<high>{_RANK})(?P<low>{_RANK})(?P<suit>[SO]?)", re.IGNORECASE | re.ASCII)
_WEIGHTED = re.compile(r"(?P<hands>[^:@]*)[:@](?P<weight>[^:@]*)")
_PERCENT = re.compile(r"(?P<number>\d+(\.\d*)?|\.\d+)%", re.ASCII)
_WEIGHT = re.compile(r"\d+(\.\d*)?(e-?\d+)?|\.\d+(e-?\d+)?", re.ASCII)
_ANY_HAND = ("random", "any", "**")

_Class = tuple[int, int, str]


def _parse(text: str) -> Iterator[tuple[npt.NDArray[np.intp], float]]:
    """The combinations and the weight of each token."""
    if not isinstance(text, str):
        raise RangeError(f"{text!r} is no text; a range is written like 'QQ+, AKs'")
    for token in _tokens(text):
        hands, weight = token, 1.0
        if weighted := _WEIGHTED.fullmatch(token):
            hands, weight = weighted["hands"], _parse_weight(token, weighted["weight"])
        yield _parse_hands(hands, token), weight


def _tokens(text: str) -> list[str]:
    """The tokens of a text; two cards that stand apart are one."""
    tokens: list[str] = []
    card_waits = False
    text = re.sub(r"\s*[-–—]\s*", "-", text)
    text = re.sub(r"\s*([:@])\s*|\s+([+%])", r"\1\2", text)
    for word in re.split(r"[\s,]+", text):
        is_card = _is_card(word.split(":")[0].split("@")[0])
        if card_waits and is_card:
            tokens[-1] += word
            card_waits = False
        elif word:
            tokens.append(word)
            card_waits = is_card and _is_card(word)
    return tokens


def _is_card(word: str) -> bool:
    try:
        return len(parse_cards(word)) == 1
    except CardError:
        return False


def _parse_weight(token: str, text: str) -> float:
    if not _WEIGHT.fullmatch(text) or float(text) > 1:
        raise RangeError(f"{token!r}: {text!r} is no weight; weights are from 0 to 1, like 'AK:0.5'")
    return float(text)


def _parse_hands(hands: str, token: str) -> npt.NDArray[np.intp]:
    if hands.lower() in _ANY_HAND:
        return np.arange(len(COMBOS))
    if percent := _PERCENT.fullmatch(hands):
        return _top_percent(float(percent["number"]), token)
    if single := _CLASS.fullmatch(hands.removesuffix("+")):
        high, low, suit = _read_class(single, token)
        if not hands.endswith("+"):
            return _combos_of_class(high, low, suit)
        top = (12, 12) if high == low else (high, high - 1)
        return _span((high, low, suit), (*top, suit), token)
    first, dash, last = hands.partition("-")
    start, end = _CLASS.fullmatch(first), _CLASS.fullmatch(last)
    if dash and start and end:
        return _span(_read_class(start, token), _read_class(end, token), token)
    return _parse_combo(hands, token)


def _parse_combo(hands: str, token: str) -> npt.NDArray[np.intp]:
    try:
        cards = parse_cards(hands)
    except RepeatedCardError as error:
        raise RangeError(f"{token!r}: {error}") from None
    except CardError:
        cards = ()
    if len(cards) > 2:
        raise RangeError(f"{token!r} is {count_cards(cards)}; a hand to hold is two, and a board is given apart")
    if len(cards) != 2:
        raise RangeError(
            f"{token!r} is no part of a range; write hands like "
            "'QQ+', 'A2s+', 'KTo', '76s-54s', 'AhKh', '15%' or 'random'"
        )
    return np.array([_combo_number(*cards)])


def _read_class(match: re.Match[str], token: str) -> _Class:
    high, low = (RANKS.index(rank.upper().replace("10", "T")) for rank in match.group("high", "low"))
    if high == low and match["suit"]:
        raise RangeError(f"{token!r}: a pair is neither suited nor offsuit; write {match['high'] * 2!r}")
    return max(high, low), min(high, low), match["suit"].lower()


def _span(first: _Class, last: _Class, token: str) -> npt.NDArray[np.intp]:
    """All from one class to another: pairs, kickers of one card, or both cards in step."""
    (high, low, suit), (last_high, last_low, last_suit) = first, last
    steps = abs(low - last_low)
    pairs = (high == low, last_high == last_low)
    in_step = high - low == last_high - last_low
    if suit != last_suit or pairs[0] != pairs[1] or not (in_step or high == last_high):
        raise RangeError(
            f"{token!r} does not run from one hand to another; write spans like '22-77', 'A2s-A5s' or '76s-54s'"
        )
    step = 1 if last_low > low else -1
    step_high = step if in_step else 0
    return np.concatenate([_combos_of_class(high + i * step_high, low + i * step, suit) for i in range(steps + 1)])


def _top_percent(percent: float, token: str) -> npt.NDArray[np.intp]:
    if not 0 < percent <= 100:
        raise RangeError(f"{token!r}: a percentage of hands is above 0 and up to 100")
    taken: list[npt.NDArray[np.intp]] = []
    reached = 0
    for name in TOP_CLASSES:
        if reached >= percent / 100 * len(COMBOS) - 1e-9:
            break
        match = _CLASS.fullmatch(name)
        assert match
        taken.append(_combos_of_class(*_read_class(match, name)))
        reached += len(taken[-1])
    return np.concatenate(taken)


# ---- Writing ----


def _spell(weights: Weights) -> list[str]:
    """Tokens that read back to the weights: spans of whole classes, then single combinations."""
    if (weights == 1).all():
        return ["random"]
    tokens = []
    for weight in sorted(set(weights[weights > 0].tolist()), reverse=True):
        suffix = "" if weight == 1 else f":{weight!r}"
        left = weights == weight
        for hands, combos in _spell_classes(left):
            left[combos] = False
            tokens.append(hands + suffix)
        tokens += [format_cards(combo) + suffix for combo in COMBOS[left][::-1].tolist()]
    return tokens


def _spell_classes(held: npt.NDArray[np.bool_]) -> Iterator[tuple[str, npt.NDArray[np.intp]]]:
    """The classes that are held whole, as spans: pairs, then kickers by high card."""

    def whole(high: int, low: int, suit: str) -> bool:
        return bool(held[_combos_of_class(high, low, suit)].all())

    def spans(lows: Sequence[int], top: int, name: Any, combos: Any) -> Iterator[tuple[str, Any]]:
        for run in _runs(lows):
            first, last = name(run[0]), name(run[-1])
            text = first if len(run) == 1 else f"{last}+" if run[0] == top else f"{first}-{last}"
            yield text, np.concatenate([combos(low) for low in run])

    pairs = [rank for rank in range(12, -1, -1) if whole(rank, rank, "")]
    yield from spans(pairs, 12, lambda r: RANKS[r] * 2, lambda r: _combos_of_class(r, r, ""))
    for high in range(12, 0, -1):
        suited, offsuit = ([low for low in range(high - 1, -1, -1) if whole(high, low, suit)] for suit in "so")
        for suit, lows in [("", suited)] if suited == offsuit else [("s", suited), ("o", offsuit)]:
            yield from spans(
                lows,
                high - 1,
                lambda low, high=high, suit=suit: RANKS[high] + RANKS[low] + suit,
                lambda low, high=high, suit=suit: _combos_of_class(high, low, suit),
            )


def _runs(numbers: Iterable[int]) -> list[list[int]]:
    """Falling numbers cut where one is missing."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
