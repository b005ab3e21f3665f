"""What players do in poker, and what everyone sees happen."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Fold:
    """Give up the hand."""


@dataclass(frozen=True, slots=True)
class Check:
    """Pass, with nothing to call."""


@dataclass(frozen=True, slots=True)
class Call:
    """Match the bet, or put in what is left."""


@dataclass(frozen=True, slots=True)
class Raise:
    """Bet or raise, to this total in this betting round."""

    to: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put away these cards for as many new ones; none is standing pat.

    In a hand of which not all is seen they may be `UNKNOWN`.
    """

    cards: tuple[int, ...] = ()


Action = Fold | Check | Call | Raise | Exchange

FOLD, CHECK, CALL = Fold(), Check(), Call()


class Actions:
    """What the seat to act may do.

    `call` is how many chips a call takes, 0 if checking is free. `low` and `high` bound the totals
    of a raise, both 0 if there is none. In an exchange, `hand` are the cards of which up to `most`
    may go.
    """

    __slots__ = ("call", "hand", "high", "low", "most")

    def __init__(self, call: int, low: int, high: int, hand: tuple[int, ...] = (), most: int = 0) -> None:
        self.call = call
        self.low = low
        self.high = high
        self.hand = hand
        self.most = most

    def __contains__(self, action: object) -> bool:
        kind = type(action)
        if kind is Exchange:
            return self._may_exchange(action.cards)  # type: ignore[attr-defined]
        if self.hand:
            return kind is Fold
        if kind is Raise:
            to = action.to  # type: ignore[attr-defined]
            return type(to) is int and 0 < self.low <= to <= self.high
        return kind is Fold or (kind is Call if self.call else kind is Check)

    def __iter__(self) -> Iterator[Action]:
        if self.hand:
            for count in range(self.most + 1):
                yield from map(Exchange, combinations(self.hand, count))
        else:
            yield CALL if self.call else CHECK
            if self.low:
                yield Raise(self.low)
            if self.high > self.low:
                yield Raise(self.high)
        yield FOLD

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Actions) and self._all() == other._all()

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return "Actions(call={}, low={}, high={}, hand={}, most={})".format(*self._all())

    def __str__(self) -> str:
        if self.hand:
            return f"exchange up to {self.most} cards, fold"
        choices = [f"call {self.call}" if self.call else "check"]
        if self.low:
            choices.append(f"raise to {self.low}" + (f" to {self.high}" if self.high > self.low else ""))
        return ", ".join([*choices, "fold"])

    def _may_exchange(self, cards: object) -> bool:
        return (
            bool(self.hand)
            and type(cards) is tuple
            and len(cards) <= self.most
            and all(type(card) is int for card in cards)
            and Counter(cards) <= Counter(self.hand)
        )

    def _all(self) -> tuple[object, ...]:
        return self.call, self.low, self.high, self.hand, self.most


class _NoActions(Actions):
    """What a seat may do that is not to act: nothing."""

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return False

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def __str__(self) -> str:
        return "do nothing"

    def __repr__(self) -> str:
        return "NO_ACTIONS"

    def __reduce__(self) -> str:
        return "NO_ACTIONS"

    def _all(self) -> tuple[object, ...]:
        return ()


NO_ACTIONS = _NoActions(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Posted:
    """A seat put in an ante, a blind or a straddle."""

    seat: int
    chips: int
    what: str


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got private cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Board:
    """Cards for all to use."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True, init=False)
class Acted:
    """A seat folded, checked, called or raised, and put in so many chips."""

    seat: int
    action: Action
    chips: int

    def __init__(self, seat: int, action: Action, chips: int) -> None:
        # There is one at every turn, and a frozen class's own way to set fields is slow.
        _set_seat(self, seat)
        _set_action(self, action)
        _set_chips(self, chips)


_set_seat, _set_action, _set_chips = (getattr(Acted, name).__set__ for name in ("seat", "action", "chips"))


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat exchanged so many cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Returned:
    """Chips that nobody called went back."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed its cards."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mucked:
    """A seat put its beaten cards away unseen."""

    seat: int


@dataclass(frozen=True, slots=True)
class Won:
    """A seat won chips of a pot (0 is the main pot), with which five cards if it came to that."""

    seat: int
    chips: int
    pot: int
    cards: tuple[int, ...]


Event = Posted | Dealt | Board | Acted | Exchanged | Returned | Shown | Mucked | Won
