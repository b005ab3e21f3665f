"""Two hundred tables of bots in one process: hands a second, memory that stays flat, and no table that starves.

    pytest benchmarks/test_tables.py -s

`MAZZO_TABLE_SECONDS` says for how long, 60 if it is not set.
"""

import gc
import os
from pathlib import Path
from time import monotonic

import pytest

from mazzo.games import GAMES
from mazzo.store import Store
from mazzo.table import Setup, Table, open_table

SECONDS = float(os.environ.get("MAZZO_TABLE_SECONDS", "60"))
TABLES = 200
SEATS = {"holdem": 6, "draw": 5, "burraco": 2}


def megabytes() -> float:
    """The memory of this process, as Linux tells it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def bots_at(name: str, number: int, store: Store) -> Table:
    game, seats = GAMES[name], SEATS[name]
    rules, staked = game.make(seats), game.stack > 0
    table = open_table(game, rules, Setup(seats, game.stack, pace=0, rebuy=staked), store, f"{name} {number}")
    for seat in range(seats):
        table.sit(seat, f"bot {seat}", level=("easy", "normal")[seat % 2])
    return table


def hands_of(table: Table) -> int:
    return table.match.hand if table.staked else len(table.match.played)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read as Linux tells it")
@pytest.mark.parametrize("name", SEATS)
def test_tables(name: str, tmp_path: Path) -> None:
    # In a file, since a store in memory keeps all hands there.
    store = Store(tmp_path / "mazzo.db")
    tables = [bots_at(name, number, store) for number in range(TABLES)]
    start = monotonic()
    memory = [megabytes()]
    for part in (0.1, 0.55, 1.0):  # after a tenth all that is loaded when it is used has been
        while monotonic() < start + part * SECONDS / len(SEATS):
            for table in tables:
                table.tick()
        gc.collect()
        memory.append(megabytes())
    seconds = monotonic() - start
    each = sorted(map(hands_of, tables))
    print(
        f"\n{name}: {TABLES} tables, {sum(each) / seconds:,.0f} hands a second, {each[0]} to {each[-1]} a table; "
        f"{', '.join(f'{size:.0f}' for size in memory)} MB at the start, after a tenth, in the middle and at the end"
    )
    assert memory[-1] < 1.1 * memory[-2]
    assert each[0] > each[-1] / 5
