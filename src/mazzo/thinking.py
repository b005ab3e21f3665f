"""A bot's answer at a table: begun when it is its turn, given after a pause as a person would take it."""

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from random import Random
from typing import Any

_log = logging.getLogger("mazzo.table")


@dataclass(slots=True)
class Thought:
    """The answer of a bot to one view of the table; not to be given before it is `due`."""

    due: float
    view: Any
    think: Callable[[], Any]
    future: Future[Any] | None

    @property
    def ready(self) -> bool:
        """Whether the answer is there, or is found when it is asked for."""
        return self.future is None or self.future.done()

    def answer(self, fallback: Callable[[Any], Any], who: str) -> Any:
        """Give the action, or what is done for a seat that does nothing if the bot fails or is not ready."""
        if self.future is not None and not self.ready:
            self.future.cancel()
            _log.warning("%s thinks for too long", who)
            return fallback(self.view)
        try:
            action = self.future.result() if self.future else self.think()
        except Exception:
            _log.exception("%s failed to act", who)
            return fallback(self.view)
        if action in self.view.actions:
            return action
        _log.warning("%s: %r is not allowed", who, action)
        return fallback(self.view)


@dataclass(frozen=True, slots=True)
class _Think:
    """What is sent to another process."""

    bot: Any
    view: Any
    seed: int

    def __call__(self) -> Any:
        return self.bot.act(self.view, Random(self.seed))


def begin_to_think(bot: Any, view: Any, due: float, executor: Executor | None, rng: Random) -> Thought:
    """Have a bot think, in the executor if there is one."""
    think = _Think(bot, view, rng.getrandbits(64))
    return Thought(due, view, think, executor.submit(think) if executor else None)
