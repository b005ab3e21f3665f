"""The store: what was written is there after any end, and what was deleted is nowhere."""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from mazzo.store import DELETED, Played, Store, StoreError, Totals


def hand(*won: tuple[str, float], game: str = "holdem") -> Played:
    return Played(game, {"names": [name for name, _ in won], "deck": "AsKs"}, tuple(won))


def filled(store: Store) -> Store:
    """A table in progress, and one hand that was played at it."""
    store.open_table("one", {"game": "holdem", "rules": [1, 2]})
    store.add("one", ["sit", 0, "ann", None])
    store.add("one", ["act", ["fold"], 0.1], played=hand(("ann", 1.5), ("bob", -1.5)))
    return store


def contents(store: Store) -> tuple[object, ...]:
    tables = store.tables()
    return tables, [store.entries(table) for table in tables], store.hands(), store.totals("ann"), store.totals("bob")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a folder, ünd more" / "mazzo.db"


@pytest.fixture(autouse=True)
def folder(path):
    path.parent.mkdir()


# ---- Tables ----


def test_a_log_is_kept_in_order_and_begun_afresh():
    store = filled(Store())
    assert store.entries("one") == [["sit", 0, "ann", None], ["act", ["fold"], 0.1]]
    store.add("one", ["deal", {"version": 3}], afresh=True)
    store.add("one", ["stop"])
    assert store.entries("one") == [["deal", {"version": 3}], ["stop"]]
    assert len(store.hands()) == 1


def test_tables_are_apart_and_a_name_is_for_one():
    store = filled(Store())
    store.open_table("other", {})
    store.add("other", ["stop"])
    store.add("other", ["deal"], afresh=True)
    assert list(store.tables()) == ["one", "other"]
    assert len(store.entries("one")) == 2
    with pytest.raises(StoreError, match="there is a table 'one'"):
        store.open_table("one", {})
    with pytest.raises(StoreError, match="there is no table 'third'"):
        store.add("third", ["stop"])
    assert store.tables()["one"] == {"game": "holdem", "rules": [1, 2]}


def test_a_table_that_is_closed_leaves_its_hands():
    store = filled(Store())
    store.close_table("one")
    assert (store.tables(), store.entries("one")) == ({}, [])
    assert len(store.hands()) == 1
    store.open_table("one", {})
    assert store.entries("one") == []


def test_an_entry_and_the_hand_that_it_ends_are_written_together_or_not_at_all():
    store = filled(Store())
    before = contents(store)
    for played in (hand(("ann", None)), Played("holdem", {"names": {"a set"}}, (("ann", 1),))):
        with pytest.raises((StoreError, TypeError)):
            store.add("one", ["act"], played=played, afresh=True)
        assert contents(store) == before


# ---- Hands and totals ----


def test_hands_are_found_by_player_and_game_the_latest_first():
    store = filled(Store())
    store.add("one", ["act"], played=hand(("ann", 2.0), ("cat", -2.0), game="draw"))
    store.add("one", ["act"], played=hand(("cat", 5.0), ("dan", -5.0)))
    assert [number for number, _ in store.hands()] == [3, 2, 1]
    assert [number for number, _ in store.hands(player="ann")] == [2, 1]
    assert [number for number, _ in store.hands(player="ann", game="holdem")] == [1]
    assert [number for number, _ in store.hands(limit=2)] == [3, 2]
    assert store.hands(player="nobody") == []
    assert store.hands(player="cat")[0][1]["names"] == ["cat", "dan"]


def test_totals_are_what_a_player_won_in_each_game():
    store = filled(Store())
    store.add("one", ["act"], played=hand(("ann", 4.5), ("bob", -4.5)))
    store.add("one", ["act"], played=hand(("ann", -2.0), ("bob", 2.0)))
    store.add("one", ["act"], played=hand(("ann", 505.0), ("bob", 505.0), game="burraco"))
    burraco, holdem = store.totals("ann")
    assert (burraco, holdem) == (Totals("burraco", 1, 505.0, 1), Totals("holdem", 3, 4.0, 2))
    assert holdem.rate == pytest.approx(133.33, abs=0.01)
    assert store.totals("nobody") == []


# ---- Deleting ----


def test_who_is_forgotten_is_nowhere_and_the_others_keep_their_hands(path):
    store = filled(Store(path))
    store.add("one", ["act"], played=hand(("Wilhelmina", 1.0), ("bob", -1.0)))
    store.add("one", ["act"], played=hand(("Wilhelmina", 1.0)))
    store.add("one", ["sit", 0, "Wilhelmina", None])
    store.close_table("one")
    before = store.totals("bob")
    assert store.forget("Wilhelmina") == 2
    assert (store.totals("Wilhelmina"), store.hands(player="Wilhelmina")) == ([], [])
    assert store.totals("bob") == before
    assert [record["names"] for _, record in store.hands()] == [[DELETED, "bob"], ["ann", "bob"]]
    for file in path.parent.iterdir():
        assert b"Wilhelmina" not in file.read_bytes(), file
    assert store.forget("Wilhelmina") == 0


def test_who_sits_at_a_table_in_progress_cannot_be_forgotten():
    store = filled(Store())
    store.open_table("two", {})
    store.add("two", ["deal", {"seats": [{"player": "bob"}]}])
    before = contents(store)
    for player, table in (("ann", "one"), ("bob", "two")):
        with pytest.raises(StoreError, match=f"table '{table}' is in progress with '{player}'"):
            store.forget(player)
        assert contents(store) == before
        assert store.tables_with(player) == [table]
    assert store.tables_with("nobody") == []
    store.close_table("two")
    assert store.forget("bob") == 1


# ---- Files ----


def test_what_was_written_is_there_when_the_file_is_opened_again(path):
    store = filled(Store(path))
    before = contents(store)
    assert contents(Store(path)) == before  # without an end in order
    store.close()
    assert contents(Store(path)) == before


def test_a_file_that_is_new_or_empty_becomes_a_store(path):
    path.touch()
    filled(Store(path)).close()
    assert len(Store(path).hands()) == 1


def test_a_file_of_a_later_version_is_left_alone(path):
    filled(Store(path)).close()
    with sqlite3.connect(path) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        db.execute(f"PRAGMA user_version = {version + 1}")
    db.close()
    with pytest.raises(StoreError, match=f"version {version + 1}; this mazzo knows up to {version}"):
        Store(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    assert len(Store(path).hands()) == 1


def test_a_file_that_is_no_store_is_left_alone(path):
    text = b"Dear diary, today I lost with aces. " * 300
    path.write_bytes(text)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        Store(path)
    assert path.read_bytes() == text


def test_a_database_of_another_program_is_left_alone(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (name TEXT)")
    db.close()
    with pytest.raises(StoreError, match="other data in it"):
        Store(path)
    db = sqlite3.connect(path)
    assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    db.close()


def test_a_place_where_no_file_can_be_is_an_error(path):
    for place in (path.parent, path.parent / "nowhere" / "mazzo.db"):
        with pytest.raises(StoreError, match="cannot be used"):
            Store(place)


def test_a_file_that_may_not_be_written_is_an_error(path):
    filled(Store(path)).close()
    path.chmod(stat.S_IREAD)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write to every file")
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)


def test_a_file_that_another_program_writes_to_is_waited_for_and_then_an_error(path):
    store = filled(Store(path, timeout=0))
    before = contents(store)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="database is locked"):
        store.add("one", ["stop"])
    with pytest.raises(StoreError, match="database is locked"):
        Store(path, timeout=0)
    assert contents(store) == before
    other.execute("ROLLBACK")
    store.add("one", ["stop"])
    assert store.entries("one")[-1] == ["stop"]
    other.close()


def test_a_store_that_is_closed_is_an_error():
    store = filled(Store())
    store.close()
    for use in (store.tables, store.hands, lambda: store.add("one", ["stop"]), lambda: store.forget("ann")):
        with pytest.raises(StoreError, match="cannot be used"):
            use()


@pytest.mark.skipif(os.name == "nt", reason="files have no such modes on Windows")
def test_a_file_is_for_its_owner_alone(path):
    store = filled(Store(path))
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    store.close()


def test_threads_share_a_store(path):
    store = Store(path)
    tables = [f"table {number}" for number in range(8)]

    def play(table: str) -> None:
        store.open_table(table, {})
        for number in range(25):
            store.add(table, ["act", number], played=hand((table, 1.0)), afresh=number % 10 == 0)
            assert store.entries(table)[-1] == ["act", number]

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(play, tables))
    assert [store.entries(table) for table in sorted(store.tables())] == [[["act", n] for n in range(20, 25)]] * 8
    assert [store.totals(table)[0].hands for table in tables] == [25] * 8
