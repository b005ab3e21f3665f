"""What bots compete in, and how one deal of it is played."""

import ctypes
import logging
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Protocol

from mazzo.bots.bot import Bot
from mazzo.game import State

_log = logging.getLogger("mazzo.arena")

Counts = Counter[str]


class Contest(Protocol):
    """A game with its seats and stakes, as a value."""

    @property
    def seats(self) -> int:
        """How many play; every other seat is one side."""

    @property
    def scale(self) -> float:
        """What the sum of payoffs of a bot over both games of a deal is multiplied by in results."""

    @property
    def even(self) -> float:
        """The result of two that are equally good."""

    @property
    def measure(self) -> str:
        """What results are, in words."""

    @property
    def ratios(self) -> frozenset[str]:
        """The figures that are no shares of a whole."""

    def shuffled(self, rng: Random) -> list[int]:
        """Give cards for a game, shuffled."""

    def deal(self, deck: Sequence[int]) -> State:
        """Deal a game, in which seat 0 is always the same: that with the button."""

    def payoffs(self, state: State) -> tuple[int, ...]:
        """Give what each seat won of the others in a game that is over; they add up to nothing."""

    def fallback(self, view: Any) -> Any:
        """Give what is done for a bot that does nothing that can be done."""

    def count(self, states: Sequence[State], seat: int) -> Counts:
        """Give counts of what a seat did in a game, which add up over games."""

    def figures(self, counts: Counts) -> dict[str, float | None]:
        """Give the figures that players know of such counts; None where there is nothing to divide by."""


class Overlong(Exception):  # noqa: N818 (what it was, as an exception in the bot's thread)
    """A bot thought longer than it may."""


@dataclass(frozen=True, slots=True)
class Player:
    """A bot with its name; `seconds` are how long it may think, if there is a limit."""

    name: str
    bot: Bot
    seconds: float | None = None


@dataclass(slots=True)
class Report:
    """What a seat did in a game: counts, what went wrong by kind, and how long it thought."""

    counts: Counts = field(default_factory=Counter)
    faults: Counts = field(default_factory=Counter)
    seconds: float = 0.0


def play(
    contest: Contest, deck: Sequence[int], players: Sequence[Player], rngs: Sequence[Random]
) -> tuple[tuple[int, ...], list[Report]]:
    """Play one game to its end; gives the payoffs, and a report of each seat."""
    reports = [Report() for _ in players]
    state = contest.deal(deck)
    states = [state]
    while (seat := state.actor) is not None:
        view = state.view(seat)
        start = perf_counter()
        action, fault = _ask(players[seat], view, rngs[seat])
        reports[seat].seconds += perf_counter() - start
        reports[seat].counts["decisions"] += 1
        if not fault and action not in state.actions():
            fault = "not allowed"
        if fault:
            reports[seat].faults[fault] += 1
            fallback = contest.fallback(view)
            _log.warning("%s: %s: %r; %r instead", players[seat].name, fault, action, fallback)
            action = fallback
        state = state.apply(action)
        states.append(state)
    for seat, report in enumerate(reports):
        report.counts += contest.count(states, seat)
    return contest.payoffs(state), reports


def _ask(player: Player, view: Any, rng: Random) -> tuple[Any, str]:
    """A bot's action, or what went wrong, and which kind of fault that is."""
    try:
        if player.seconds is None:
            return player.bot.act(view, rng), ""
        return _within(player.seconds, player.bot, view, rng), ""
    except Overlong:
        return f"no answer in {player.seconds:g} s", "overlong"
    except Exception as error:
        return error, "exception"


def _within(seconds: float, bot: Bot, view: Any, rng: Random) -> Any:
    """The action of a bot that is interrupted when its time is up."""
    answers: list[Any] = []

    def think() -> None:
        try:
            answers.append((bot.act(view, rng), None))
        except BaseException as error:
            answers.append((None, error))

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(seconds)
    if not answers:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Overlong))
        raise Overlong
    action, error = answers[0]
    if error is not None:
        raise error
    return action
