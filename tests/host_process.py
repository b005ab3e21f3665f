"""A process that hosts tables on a file until it is killed: it says what has been stored, a line for each change.

Each line has the table, its version, and a digest of how it stands.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from mazzo.games import GAMES
from mazzo.poker import CALL, CHECK
from mazzo.store import Store
from mazzo.table import Setup, Table, open_table, resume

TABLES = {"holdem": 3, "draw": 3, "burraco": 2}


def digest(table: Table) -> str:
    """Say how a table stands: seats, match, the hand in progress and its cards."""
    state = table.state
    hand = None if state is None else [state.deck, [*map(repr, state.history)]]
    return sha256(json.dumps([table.standing.snapshot(), hand]).encode()).hexdigest()


def host(path: Path) -> None:
    store = Store(path)
    tables = [resume(name, GAMES, store) for name in store.tables()]
    if not tables:
        for name, seats in TABLES.items():
            game = GAMES[name]
            setup = Setup(seats, game.stack, pace=0, rebuy=game.stack > 0)
            tables.append(open_table(game, game.make(seats), setup, store, name))
    for table in tables:
        table.listen(None, lambda _message, table=table: print(table.name, table.version, digest(table), flush=True))
        for seat, place in enumerate(table.seats):
            if place.player is None:
                table.sit(seat, f"player {seat}", level="easy" if seat else None)
    while True:
        for table in tables:
            if table.playing and table.state.actor == 0:
                act(table)
            elif table.match.dealt_in and 0 not in table.match.dealt_in and not table.standing.in_hand(0):
                table.rebuy(0)
            else:
                table.tick()


def act(table: Table) -> None:
    actions = table.state.actions()
    passive = [action for action in (CHECK, CALL) if action in actions]
    table.act(0, table.version, passive[0] if passive else table.game.fallback(table.state.view(0)))


if __name__ == "__main__":
    host(Path(sys.argv[1]))
