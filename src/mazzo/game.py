"""The one protocol that every game speaks.

Rules deal a state; a state tells whose turn it is and what they may do, and an action gives the
next state. The order of the deck is the only chance. States do not change, so undo, replay and
search are all the same: apply the actions again.
"""

from collections.abc import Iterator
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
