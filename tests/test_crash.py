"""A host that is killed loses nothing that it has said to be done."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from host_process import TABLES, digest

from mazzo.games import GAMES
from mazzo.store import Store
from mazzo.table import resume

HOST = Path(__file__).with_name("host_process.py")


def run_until_killed(path: Path, changes: int) -> dict[str, tuple[int, str]]:
    """Have a process host the tables of a file, and kill it after so many changes; gives the last of each table."""
    last: dict[str, tuple[int, str]] = {}
    with subprocess.Popen([sys.executable, HOST, path], stdout=subprocess.PIPE, text=True, encoding="ascii") as process:
        for number, line in enumerate(process.stdout):
            if line.endswith("\n"):  # what it was killed in the middle of has not been said
                name, version, how = line.split()
                last[name] = int(version), how
            if number == changes:
                process.kill()
    return last


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be killed at once on Windows")
def test_nothing_is_lost_that_was_said_to_be_done(tmp_path):
    path, rng = tmp_path / "mazzo.db", Random(1)
    hands: list[tuple[int, dict]] = []
    for _ in range(6):
        said = run_until_killed(path, rng.randrange(20, 1500))
        store = Store(path)
        assert list(store.tables()) == list(TABLES)
        before, hands = hands, store.hands()
        assert hands[len(hands) - len(before) :] == before
        for name, (version, how) in said.items():
            table = resume(name, GAMES, store)
            # The last change may have been stored and not said.
            assert table.version in (version, version + 1)
            assert table.version > version or digest(table) == how
        in_tables = sum(hands_of(resume(name, GAMES, store)) for name in TABLES)
        assert len(hands) == in_tables
        assert len({record["salts"][0] for _, record in hands}) == len(hands)
        store.close()
    assert len(hands) > 20


def hands_of(table) -> int:
    return table.match.hand if table.staked else len(table.match.played)
