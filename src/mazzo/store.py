"""What must not be lost: tables in progress, hands that were played, and what players won.

One SQLite file, or memory. What is written has been committed before a method returns, so that a process that is
killed loses nothing of it; after a loss of power the last moments may be missing.
"""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

#: The names of players whose data were deleted.
DELETED: Final = "somebody"


class StoreError(ValueError):
    """A file that is no store, or of a later version, or that cannot be read or written now."""


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played: the host's record of it, and for each player what it won, in units like big blinds.

    `won` has an entry for each seat that was in, with the name of its player.
    """

    game: str
    record: dict[str, Any]
    won: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player did in a game: hands, what it won in them in units, and how many of them with a gain."""

    game: str
    hands: int
    won: float
    ahead: int

    @property
    def rate(self) -> float:
        """Units won in 100 hands."""
        return 100 * self.won / self.hands


# Each step takes a file from the version before to its own; the version of a file is its user_version.
_STEPS = (
    """
    CREATE TABLE tables (id TEXT PRIMARY KEY, setup TEXT NOT NULL, created REAL NOT NULL);
    CREATE TABLE entries (
        id INTEGER PRIMARY KEY, "table" TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, data TEXT NOT NULL
    );
    CREATE INDEX entries_of ON entries ("table", id);
    CREATE TABLE hands (
        id INTEGER PRIMARY KEY, "table" TEXT NOT NULL, game TEXT NOT NULL, played REAL NOT NULL, record TEXT NOT NULL
    );
    CREATE TABLE won (
        hand INTEGER NOT NULL REFERENCES hands ON DELETE CASCADE, place INTEGER NOT NULL, player TEXT NOT NULL,
        won REAL NOT NULL, PRIMARY KEY (hand, place)
    );
    CREATE INDEX won_by ON won (player);
    """,
)


class Store:
    """A store in a file, or in memory if no path is given; threads may share it.

    If another program writes to the file, it waits for so many seconds before it gives up.
    """

    def __init__(self, path: Path | None = None, *, timeout: float = 10) -> None:
        self._name = "the store" if path is None else repr(str(path))
        self._lock = threading.RLock()
        with self._explained():
            if path is not None and not path.exists():
                # It holds the cards of hands in progress, so it is for the host alone.
                path.touch(mode=0o600)
            self._db = sqlite3.connect(
                path or ":memory:", isolation_level=None, check_same_thread=False, timeout=timeout
            )
        try:
            with self._explained():
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = NORMAL")
                self._db.execute("PRAGMA foreign_keys = ON")
                self._db.execute("PRAGMA secure_delete = ON")
            self._migrate()
        except StoreError:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _migrate(self) -> None:
        with self._transaction():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(_STEPS):
                raise StoreError(f"{self._name} is of version {version}; this mazzo knows up to {len(_STEPS)}")
            if not version and self._rows("SELECT 1 FROM sqlite_master"):
                raise StoreError(f"{self._name} is no store of mazzo: it has other data in it")
            for step in _STEPS[version:]:
                for statement in filter(str.strip, step.split(";")):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {len(_STEPS)}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Do things with the file, one thread at a time; what is wrong with it is said as a `StoreError`."""
        with self._lock:
            try:
                yield
            except (sqlite3.Error, OSError) as error:
                raise StoreError(f"{self._name} cannot be used: {error}") from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._explained():
            return self._db.execute(query, values).fetchall()

    # ---- Tables in progress ----

    def open_table(self, table: str, setup: dict[str, Any]) -> None:
        """Begin a table."""
        with self._transaction():
            if self._rows("SELECT 1 FROM tables WHERE id = ?", (table,)):
                raise StoreError(f"there is a table {table!r} in {self._name}")
            self._db.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, json.dumps(setup), time.time()))

    def add(self, table: str, entry: list[Any], *, played: Played | None = None, afresh: bool = False) -> None:
        """Add an entry to a table's log, with the hand that it ends; `afresh` forgets the entries before it."""
        with self._transaction():
            if not self._rows("SELECT 1 FROM tables WHERE id = ?", (table,)):
                raise StoreError(f"there is no table {table!r} in {self._name}")
            if afresh:
                self._db.execute('DELETE FROM entries WHERE "table" = ?', (table,))
            self._db.execute('INSERT INTO entries ("table", data) VALUES (?, ?)', (table, json.dumps(entry)))
            if played:
                self._add_hand(table, played)

    def _add_hand(self, table: str, played: Played) -> None:
        values = (table, played.game, time.time(), json.dumps(played.record))
        hand = self._db.execute(
            'INSERT INTO hands ("table", game, played, record) VALUES (?, ?, ?, ?)', values
        ).lastrowid
        rows = [(hand, place, player, won) for place, (player, won) in enumerate(played.won)]
        self._db.executemany("INSERT INTO won VALUES (?, ?, ?, ?)", rows)

    def close_table(self, table: str) -> None:
        """Forget a table's log; the hands that were played at it stay."""
        with self._transaction():
            self._db.execute("DELETE FROM tables WHERE id = ?", (table,))

    def tables(self) -> dict[str, dict[str, Any]]:
        """Give the setups of all tables that are not closed, the oldest first."""
        rows = self._rows("SELECT id, setup FROM tables ORDER BY created, rowid")
        return {table: json.loads(setup) for table, setup in rows}

    def entries(self, table: str) -> list[list[Any]]:
        """Give a table's log, from the deal of the hand in progress on."""
        rows = self._rows('SELECT data FROM entries WHERE "table" = ? ORDER BY id', (table,))
        return [json.loads(data) for (data,) in rows]

    def tables_with(self, player: str) -> list[str]:
        """Give the tables that are not closed and have a player's name in their log."""
        rows = self._rows('SELECT "table", data FROM entries ORDER BY id')
        return list(dict.fromkeys(table for table, data in rows if player in _texts(json.loads(data))))

    # ---- Hands that were played ----

    def hands(
        self, *, player: str | None = None, game: str | None = None, limit: int = -1
    ) -> list[tuple[int, dict[str, Any]]]:
        """Give numbers and records of hands, the latest first, of a player or of a game if wanted.

        Each has the time when it was `played`, in seconds since 1970.
        """
        rows = self._rows(
            "SELECT id, played, record FROM hands WHERE (?1 IS NULL OR id IN (SELECT hand FROM won WHERE player = ?1))"
            " AND (?2 IS NULL OR game = ?2) ORDER BY id DESC LIMIT ?3",
            (player, game, limit),
        )
        return [(number, {**json.loads(record), "played": played}) for number, played, record in rows]

    def hand(self, number: int) -> dict[str, Any] | None:
        """Give the record of a hand by its number, and when it was played; None if there is none."""
        for played, record in self._rows("SELECT played, record FROM hands WHERE id = ?", (number,)):
            return {**json.loads(record), "played": played}
        return None

    def totals(self, player: str) -> list[Totals]:
        """Give what a player did in each game."""
        rows = self._rows(
            "SELECT game, COUNT(*), SUM(won), SUM(won > 0) FROM won JOIN hands ON hands.id = hand"
            " WHERE player = ? GROUP BY game ORDER BY game",
            (player,),
        )
        return [Totals(*row) for row in rows]

    def forget(self, player: str) -> int:
        """Delete a player's data, and give of how many hands: its name is nowhere any more, nor what it won.

        A table that is not closed needs the names in its log; while one is there, nothing is deleted.
        """
        with self._transaction():
            for table in self.tables_with(player):
                raise StoreError(f"table {table!r} is in progress with {player!r}; close it, and then forget")
            hands = [hand for (hand,) in self._rows("SELECT DISTINCT hand FROM won WHERE player = ?", (player,))]
            for hand in hands:
                ((text,),) = self._rows("SELECT record FROM hands WHERE id = ?", (hand,))
                record = json.dumps(_renamed(json.loads(text), player))
                self._db.execute("UPDATE hands SET record = ? WHERE id = ?", (record, hand))
            self._db.execute("DELETE FROM won WHERE player = ?", (player,))
            alone = "DELETE FROM hands WHERE id = ? AND NOT EXISTS (SELECT 1 FROM won WHERE hand = hands.id)"
            self._db.executemany(alone, [(hand,) for hand in hands])
        self._rows("PRAGMA wal_checkpoint(TRUNCATE)")  # what was deleted is in no other file either
        return len(hands)


def _texts(data: Any) -> Iterator[str]:
    """All text in JSON but the names of fields."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for part in data.values() if isinstance(data, dict) else data:
            yield from _texts(part)


def _renamed(record: dict[str, Any], player: str) -> dict[str, Any]:
    names: Sequence[str] = record.get("names", [])
    return record | {"names": [DELETED if name == player else name for name in names]}
