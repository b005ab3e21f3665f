"""The one protocol that every game speaks.

Rules deal a state; a state tells whose turn it is and what they may do, and an action gives the
next state. The order of the deck is the only chance. States do not change, so undo, replay and
search are all the same: apply the actions again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol, Self


class IllegalAction(ValueError):  # noqa: N818 (what it is, not that it is an error)
    """An action that the rules do not allow now; it changed nothing."""


class Actions(Protocol):
    """What the seat to act may do: `in` answers for any action, and a finite choice is listed."""

    def __contains__(self, action: object) -> bool: ...

    def __iter__(self) -> Iterator[Any]: ...


class State(Protocol):
    """A game in progress, or over."""

    @property
    def actor(self) -> int | None:
        """The seat that is to act; None when the game is over."""

    @property
    def events(self) -> tuple[Any, ...]:
        """What the last action made happen, for all to see."""

    @property
    def history(self) -> tuple[Any, ...]:
        """All events since the deal."""

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat won or lost; None until the game is over."""

    def actions(self) -> Actions:
        """Give what the seat to act may do."""

    def apply(self, action: Any) -> Self:
        """Give the state after an action; what is not allowed raises `IllegalAction`."""

    def view(self, seat: int | None) -> Any:
        """Give what a seat may see, or a spectator for None."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a table, an arena or a command needs to know of a game; `games.py` has one record each.

    `rules` are its rule sets by name, the usual one first, each made for so many seats. `stack` is what each has
    if nothing else is said, 0 where nothing is staked. `wire` is its module of JSON.
    """

    name: str
    words: str
    rules: Mapping[str, Callable[[int], Any]]
    stack: int
    contest: Callable[[Any, int, int], Any]  # what bots compete in, of rules, seats and stack
    bots: Callable[[Any], Mapping[str, Any]]  # the levels that play by rules
    deck: Callable[[], list[int]]  # the cards to shuffle
    match: Callable[..., Any]  # a new match of rules
    seats: Callable[[Any], tuple[int, int]]  # how few and how many may play by rules
    unit: Callable[[Any], int]  # what winnings by rules are counted in
    fallback: Callable[[Any], Any]  # what is done for a seat, of its view, when it does nothing
    pause: Callable[[Any], float]  # seconds that an event is worth to who watches
    thinks: float  # seconds that a person thinks, about
    seen: Callable[[Any, int | None], set[int]]  # the places of the deck that a seat has seen in a state
    record: Callable[..., dict[str, Any]]  # a hand that was played, as JSON
    wire: ModuleType

    def make(self, seats: int, rules: str | None = None) -> Any:
        """Give rules for so many seats, the usual ones if no name is given."""
        known = list(self.rules)
        if rules is not None and rules not in known:
            raise ValueError(f"{self.name} has no rules {rules!r}; there are {', '.join(known)}")
        return self.rules[rules or known[0]](seats)
