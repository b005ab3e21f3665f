"""Melds of Burraco: sets and runs with their wilds, and what they are worth."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from mazzo.burraco.rules import BURRACO, Rules
from mazzo.cards import JOKER, RANKS, format_cards
from mazzo.game import IllegalAction

_TWO, _ACE = RANKS.index("2"), RANKS.index("A")
_MOST_OF_A_RANK: Final = 8  # in two packs

# Places in a run, from the low ace to the high one.
_LOW_ACE, _TWO_PLACE, _KING_PLACE, _HIGH_ACE = 1, 2, 13, 14

_POINTS: Final = [20 if card >> 2 == _TWO else 15 if card >> 2 == _ACE else 10 if card >> 2 >= 6 else 5
                  for card in range(52)] + [30]  # fmt: skip
_PLACE_NAMES = ("", "ace", *"23456789", "10", "jack", "queen", "king", "ace")


class MeldError(IllegalAction):
    """Cards that make no meld, or do not fit one."""


class Burraco(StrEnum):
    """The kinds of burraco."""

    CLEAN = "clean"
    SEMI = "semi-clean"
    DIRTY = "dirty"

    @property
    def bonus(self) -> int:
        """What it adds to the points of its cards."""
        return _BONUS[self]


_BONUS = {Burraco.CLEAN: 200, Burraco.SEMI: 150, Burraco.DIRTY: 100}


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run on the table.

    `cards` of a run go from low to high, each wild where it stands; in a set the wilds come last. `low` is
    the place of the first card of a run, from 1 for the low ace to 14 for the high one, and 0 in a set.
    `wilds` are the indices of those cards that stand for others.
    """

    cards: tuple[int, ...]
    low: int
    wilds: tuple[int, ...]

    @property
    def is_run(self) -> bool:
        """Whether it is a run."""
        return self.low > 0

    @property
    def rank(self) -> int:
        """The rank of a set."""
        return self.cards[0] >> 2

    @property
    def suit(self) -> int:
        """The suit of a run."""
        return next(card for place, card in enumerate(self.cards) if place not in self.wilds) & 3

    @property
    def points(self) -> int:
        """What the cards are worth, without a bonus."""
        return points(self.cards)

    @property
    def locked(self) -> int | None:
        """The index of a wild inside a run, with naturals on both sides."""
        if self.low and len(self.wilds) == 1 and 0 < self.wilds[0] < len(self.cards) - 1:
            return self.wilds[0]
        return None

    def burraco(self, rules: Rules) -> Burraco | None:
        """Give the kind of burraco that it is, if it is one."""
        size = len(self.cards)
        if size < BURRACO or not (self.low or rules.set_is_burraco):
            return None
        if not self.wilds:
            return Burraco.CLEAN
        return Burraco.SEMI if rules.semi_clean and self._is_semi(rules) else Burraco.DIRTY

    def _is_semi(self, rules: Rules) -> bool:
        size = len(self.cards)
        if not self.low:
            return size == BURRACO + 1 or (size > BURRACO + 1 and not rules.semi_set_exact)
        edges = (-1, *self.wilds, size)
        stretches = [after - before - 1 for before, after in pairwise(edges)]
        inside = sum(stretch > 0 for stretch in stretches) > 1
        return max(stretches) >= BURRACO and (rules.semi_wild_inside or not inside)

    def __str__(self) -> str:
        return format_cards(self.cards, " ")


def points(cards: Iterable[int]) -> int:
    """Give what cards are worth: joker 30, two 20, ace 15, king to eight 10, seven to three 5.

    >>> from mazzo.cards import parse_cards
    >>> points(parse_cards("JK 2c As Kd 7h", packs=2))
    80
    """
    return sum([_POINTS[card] for card in cards])


def is_wild(card: int) -> bool:
    """Say whether a card can stand for others: a joker or a two."""
    return card < 4 or card == JOKER


def meld_of(rules: Rules, cards: Sequence[int]) -> Meld:
    """Give the meld that cards make, in any order; `MeldError` says why they make none.

    >>> from mazzo.burraco import official
    >>> from mazzo.cards import parse_cards
    >>> print(meld_of(official(), parse_cards("7s JK 5s", packs=2)))
    5s JK 7s
    """
    naturals = [card for card in cards if not is_wild(card)]
    if len(cards) < 3:
        raise MeldError(f"{format_cards(cards, ' ') or 'nothing'}: a meld has three cards or more")
    if not naturals:
        raise MeldError(f"{format_cards(cards, ' ')}: a meld cannot be of wilds only")
    if len(naturals) > 1 and len({card >> 2 for card in naturals}) == 1:
        return _set(rules, cards)
    if len({card & 3 for card in naturals}) == 1:
        return _run(rules, cards)
    raise MeldError(f"{format_cards(cards, ' ')}: a set is of one rank, and a run of one suit")


def extended(rules: Rules, meld: Meld, cards: Sequence[int]) -> Meld:
    """Give a meld with cards added, which are judged together; a wild that is free goes where it fits.

    >>> from mazzo.burraco import official
    >>> from mazzo.cards import parse_cards
    >>> meld = meld_of(official(), parse_cards("5s JK 7s", packs=2))
    >>> print(extended(official(), meld, parse_cards("6s")))
    JK 5s 6s 7s
    """
    if not cards:
        raise MeldError(f"no cards to add to {meld}")
    together = (*meld.cards, *cards)
    if not meld.low:
        return _set(rules, together)
    strangers = [card for card in cards if not is_wild(card) and card & 3 != meld.suit]
    if strangers:
        raise MeldError(f"{format_cards(strangers, ' ')} does not fit the suit of {meld}")
    return _run(rules, together, meld if rules.wild_lock else None)


# ---- Sets ----


def _set(rules: Rules, cards: Sequence[int]) -> Meld:
    naturals = sorted(card for card in cards if not is_wild(card))
    wilds = sorted(card for card in cards if is_wild(card))
    strangers = [card for card in naturals if card >> 2 != naturals[0] >> 2]
    if strangers:
        raise MeldError(f"{format_cards(cards, ' ')}: a set is of one rank")
    if len(naturals) > _MOST_OF_A_RANK:
        raise MeldError(f"{format_cards(cards, ' ')}: two packs have eight cards of a rank")
    _check_wilds(rules, wilds)
    if len(wilds) > len(naturals):
        raise MeldError(f"{format_cards(cards, ' ')}: a set has no more wilds than other cards")
    together = (*naturals, *wilds)
    return Meld(together, 0, tuple(range(len(naturals), len(together))))


def _check_wilds(rules: Rules, wilds: Sequence[int]) -> None:
    if rules.max_wilds is not None and len(wilds) > rules.max_wilds:
        one = "one wild" if rules.max_wilds == 1 else f"{rules.max_wilds} wilds"
        raise MeldError(f"{format_cards(wilds, ' ')}: a meld takes {one}")


# ---- Runs ----


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to see cards as a run: the naturals by their places, and the wilds."""

    naturals: dict[int, int]
    wilds: list[int]

    @property
    def gaps(self) -> list[int]:
        return [place for place in range(min(self.naturals), max(self.naturals)) if place not in self.naturals]


def _run(rules: Rules, cards: Sequence[int], before: Meld | None = None) -> Meld:
    """The best way to see cards as a run: with the fewest wilds, these at an end, and the ace low."""
    melds: list[Meld] = []
    refused: MeldError | None = None
    for reading in _readings(rules, cards, before):
        try:
            melds.append(_placed(rules, cards, reading))
        except MeldError as error:
            refused = refused or error
    if not melds:
        assert refused
        raise refused
    return min(melds, key=lambda meld: (len(meld.wilds), meld.locked is not None))


def _readings(rules: Rules, cards: Sequence[int], before: Meld | None) -> Iterator[_Reading]:
    """The ways to see cards as a run: a two as itself or as a wild, an ace low or high."""
    naturals = [card for card in cards if not is_wild(card)]
    wilds = sorted(card for card in cards if is_wild(card))
    suit = naturals[0] & 3
    if twins := {card for card in naturals if naturals.count(card) > 1}:
        raise MeldError(f"{format_cards(sorted(twins), ' ')} is there twice; a run has each card once")
    held = _held(before, naturals)
    as_itself = rules.natural_two and wilds.count(suit) > (held == suit)
    aces = [_LOW_ACE]
    if rules.ace_high and 4 * _ACE + suit in naturals:
        aces = [_LOW_ACE, _HIGH_ACE] if held is None else _aces_of(before, 4 * _ACE + suit)
    for ace in aces:
        places = {ace if card >> 2 == _ACE else (card >> 2) + 2: card for card in naturals}
        if as_itself:
            others = list(wilds)
            others.remove(suit)
            yield _Reading(places | {_TWO_PLACE: suit}, others)
        yield _Reading(places, wilds)


def _held(before: Meld | None, naturals: Sequence[int]) -> int | None:
    """The wild inside a run that may not move, since its own card is not there."""
    if before is None or before.locked is None:
        return None
    place = before.low + before.locked
    return None if place - 2 in [card >> 2 for card in naturals] else before.cards[before.locked]


def _aces_of(meld: Meld | None, ace: int) -> list[int]:
    """Where the ace may be in a run whose wild is held: where it lies, if it does."""
    if meld is None or ace not in meld.cards:
        return [_LOW_ACE, _HIGH_ACE]
    return [_LOW_ACE] if meld.cards[0] == ace else [_HIGH_ACE]


def _placed(rules: Rules, cards: Sequence[int], reading: _Reading) -> Meld:
    """The run of a reading: wilds fill the gaps, then lie at the low end, and where that is full at the high one."""
    naturals, wilds, gaps = reading.naturals, list(reading.wilds), reading.gaps
    low, high = min(naturals), max(naturals)
    top = _HIGH_ACE if rules.ace_high else _KING_PLACE
    shown = format_cards(cards, " ")
    if len(gaps) > len(wilds):
        raise MeldError(f"{shown}: {_why_gaps(rules, naturals, len(gaps), len(wilds))}")
    _check_wilds(rules, wilds)
    if len(naturals) < 2:
        raise MeldError(f"{shown}: a run has two cards or more that are no wilds")
    left = len(wilds) - len(gaps)
    below = min(left, low - _LOW_ACE)
    above = left - below
    if high + above > top:
        raise MeldError(f"{shown}: {_names(low, high)} has no room for {left} more")
    first, last = low - below, high + above
    run = tuple(naturals[place] if place in naturals else wilds.pop(0) for place in range(first, last + 1))
    return Meld(run, first, tuple(place - first for place in range(first, last + 1) if place not in naturals))


def _why_gaps(rules: Rules, naturals: dict[int, int], gaps: int, wilds: int) -> str:
    places = sorted(naturals)
    if places[0] == _LOW_ACE and places[-1] == _KING_PLACE and not rules.ace_high and len(places) > 2:
        return f"{_names(places[1], _KING_PLACE)} can only grow down: no room above the king"
    has = "there is none" if not wilds else "there is one" if wilds == 1 else f"there are {wilds}"
    missing = "one card" if gaps == 1 else f"{gaps} cards"
    return f"between {_PLACE_NAMES[places[0]]} and {_PLACE_NAMES[places[-1]]} {missing} must be a wild, and {has}"


def _names(low: int, high: int) -> str:
    return f"a run from {_PLACE_NAMES[low]} to {_PLACE_NAMES[high]}"
