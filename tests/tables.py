"""Tables for tests: a clock that stands still until it is set, the same cards each time, and ways to play on."""

from collections.abc import Sequence
from random import Random
from typing import Any

from mazzo.games import GAMES
from mazzo.poker import CALL, CHECK, FOLD
from mazzo.store import Store
from mazzo.table import Setup, Table, open_table, resume


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def a_table(
    people: Sequence[str] = ("ann", "bob"), game: str = "holdem", *, store: Store | None = None, **setup: Any
) -> Table:
    """A table with these people; by default with as many seats, 1000 chips each, and no pauses."""
    kind = GAMES[game]
    settings = {"seats": len(people), "stack": 1000 if kind.stack else 0, "pace": 0.0} | setup
    name, rules = settings.pop("name", "t"), settings.pop("rules", None)
    rules = rules or kind.make(settings["seats"])
    table = open_table(kind, rules, Setup(**settings), store or Store(), name, clock=Clock(), rng=Random(1))
    for seat, player in enumerate(people):
        table.sit(seat, player)
    return table


def again(table: Table) -> Table:
    """The table as it comes back after a crash."""
    back = resume(table.name, GAMES, table.store, clock=Clock(), rng=table.rng)
    back.clock.now = table.clock.now
    return back


def settle(table: Table) -> None:
    """Do all that is due now."""
    while (due := table.tick()) is not None and due <= table.clock():
        pass


def do(table: Table, *actions: Any) -> None:
    """Have the seats that are to act do this."""
    for action in actions:
        table.act(table.state.actor, table.version, action)


def passive(table: Table) -> Any:
    return CHECK if CHECK in table.state.actions() else CALL


def check_down(table: Table) -> None:
    """Play the hand to its end without a raise."""
    while table.playing:
        do(table, passive(table))


def fold_around(table: Table) -> None:
    while table.playing:
        do(table, FOLD)


def chips(table: Table) -> int:
    """All chips at the table, in stacks, pockets and the pot."""
    return sum(table.match.stacks) + sum(seat.pocket for seat in table.seats)
