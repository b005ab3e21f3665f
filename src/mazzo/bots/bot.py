"""What a bot is."""

from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """A player that is a program: a value that can be copied, compared and sent to another process."""

    def act(self, view: Any, rng: Random) -> Any:
        """Give an action for what a seat sees when it is its turn.

        It is a function of the view and of the numbers that it draws from `rng`, and of nothing else:
        what it would remember is in `view.history`.
        """


class BotError(ValueError):
    """A bot that there is not, or that does not play this game."""
