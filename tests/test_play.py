"""`mazzo play` in a real terminal: whole hands typed, mistakes, stopping and going on, and programs at a table."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mazzo.games import GAMES
from mazzo.store import Store
from mazzo.table import resume

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a thing of Unix")

ENVIRONMENT = os.environ | {"TERM": "dumb", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
ASKED, BETWEEN, END = "=> ", "Enter [a-z]+ .*stops ", pexpect.EOF


class Person:
    """Who types at a terminal; `said` is what the terminal has shown since the last thing typed."""

    def __init__(self, store: Path, *arguments: str, columns: int = 100, name: str = "Zoe") -> None:
        environment = ENVIRONMENT | {"MAZZO_STORE": str(store)}
        command = ["-m", "mazzo", "play", *arguments, "--name", name, "--pace", "0"]
        self.terminal = pexpect.spawn(
            sys.executable, command, env=environment, encoding="utf-8", timeout=20, dimensions=(50, columns), echo=False
        )
        self.said = ""

    def wait(self) -> int:
        """Wait for a question; gives 0 when an action is asked for, 1 between hands, and 2 at the end."""
        place = self.terminal.expect([ASKED, BETWEEN, END])
        self.said = self.terminal.before
        return place

    def type(self, text: str) -> int:
        self.terminal.sendline(text)
        return self.wait()

    def play(self, *preferred: str) -> int:
        """Play on by the first of some keys that is offered, until something else is asked."""
        while True:
            keys = self.said.replace("\N{NO-BREAK SPACE}", " ").rsplit("\r\n\r\n", 1)[-1]
            key = next(key for key in preferred if re.search(rf"(^|\s){key.split()[0]} ", keys))
            if (place := self.type(key)) != 0:
                return place


@pytest.fixture
def store(tmp_path) -> Path:
    return tmp_path / "mazzo.db"


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (("holdem", "--seats", "3"), ("k", "c")),
        (("casual",), ("k", "c")),
        (("limit", "--level", "hard"), ("k", "c")),
        (("draw",), ("d 1 2", "k", "c")),
    ],
)
def test_hands_are_played_through(store, arguments, keys):
    zoe = Person(store, *arguments, "--hands", "2")
    assert zoe.wait() == 0
    assert "Zoe" in zoe.said
    assert zoe.play(*keys) == 1
    # It may be that all others fold before it is asked.
    assert zoe.type("") == 2 or zoe.play(*keys) == 2
    records = [record for _, record in Store(store).hands(player="Zoe")]
    assert len(records) == 2
    assert Store(store).tables() == {}


@pytest.mark.parametrize("rules", ["official", "article"])
def test_a_hand_of_burraco_is_played_through(store, rules):
    zoe = Person(store, "burraco", "--rules", rules, "--level", "hard", "--hands", "1")
    assert zoe.wait() == 0
    assert "pozzetto" in zoe.said
    assert zoe.play("d", "x 1") == 2
    assert "total" in zoe.said
    assert len(Store(store).hands(game="burraco")) == 1


def test_burraco_speaks_italian_gives_hints_sorts_and_takes_back(store):
    zoe = Person(store, "burraco", "--lang", "it", "--level", "easy")
    zoe.wait()
    for _ in range(40):
        zoe.type("d")
        assert zoe.type("h") == 0
        hint = re.search(r": ([le] [\d ]+)", " ".join(zoe.said.split()))
        zoe.type("s")
        assert "per valore" in zoe.said or "per seme" in zoe.said
        if hint:
            zoe.type("s")
            zoe.type(hint[1])
            assert "Zoe cala" in zoe.said
            zoe.type("u")
            assert "riprende" in zoe.said
            return
        assert zoe.type("x 1") == 0
    pytest.fail("nothing could be laid in forty turns")


def test_a_wrong_entry_says_what_is_possible_and_changes_nothing(store):
    zoe = Person(store, "holdem", "--seats", "2")
    zoe.wait()
    for wrong in ("zz", "", "r", "r 1", "r 99999999", "d 1", "c c"):
        assert zoe.type(wrong) == 0
        assert "f fold" in zoe.said.replace("\N{NO-BREAK SPACE}", " "), wrong
    assert Store(store).hands() == []
    assert zoe.type("f") == 1


def test_interrupted_it_is_kept_and_the_next_play_goes_on(store):
    zoe = Person(store, "holdem", "--seats", "4")
    zoe.wait()
    zoe.terminal.sendintr()
    assert zoe.wait() == 2
    assert "Kept as it is" in zoe.said
    assert "Traceback" not in zoe.said
    (name,) = Store(store).tables()
    before = resume(name, GAMES, Store(store))
    again = Person(store)
    again.terminal.expect(r"Go on\? \[Y/n\]: ")
    assert "no-limit hold'em in hand 1" in again.terminal.before
    assert again.type("y") == 0
    after = resume(name, GAMES, Store(store))
    assert (after.state, after.version) == (before.state, before.version)
    assert again.play("k", "c") == 1


def test_who_does_not_want_to_go_on_begins_anew(store):
    zoe = Person(store, "draw")
    zoe.wait()
    zoe.type("q")
    again = Person(store, "draw")
    again.terminal.expect(r"Go on\? ")
    assert again.type("n") == 0
    assert len(Store(store).tables()) == 1


def test_a_table_that_cannot_be_brought_back_stops_nobody(store):
    kept = Store(store)
    zoe = Person(store, "holdem", "--seats", "2")
    zoe.wait()
    zoe.type("q")
    (name,) = kept.tables()
    kept.add(name, ["nonsense"])
    again = Person(store, "holdem", "--seats", "2")
    assert again.wait() == 0
    assert "cannot be gone on with" in again.said


def test_a_full_table_has_a_name_for_each_bot(store):
    ada = Person(store, "holdem", "--seats", "9", name="Ada")
    assert ada.wait() == 0
    assert len(set(Store(store).tables())) == 1


def test_between_hands_one_may_stop_and_go_on(store):
    zoe = Person(store, "casual")
    zoe.wait()
    zoe.play("f")
    assert zoe.type("q") == 2
    again = Person(store, "casual")
    again.terminal.expect(r"Go on\? ")
    assert again.type("") in (0, 1)


def test_without_a_game_it_says_which_there_are(store):
    zoe = Person(store)
    assert zoe.wait() == 2
    assert "which game?" in zoe.said
    assert "burraco" in zoe.said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("holdem", "--level", "expert"), "the levels of no-limit hold'em are easy, normal, hard"),
        (("omaha",), "the levels of pot-limit Omaha are none"),
        (("burraco", "--seats", "3"), "2, or for 4 in pairs"),
        (("holdem", "--seats", "12"), "12 seats"),
        (("burraco", "--target", "0"), "target=0"),
        (("holdem", "--target", "505"), "--target 505: that is for burraco, not for holdem"),
        (("draw", "--lang", "it"), "--lang it: that is for burraco, not for draw"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_not_kept(store, arguments, message):
    zoe = Person(store, *arguments)
    assert zoe.wait() == 2
    assert message in " ".join(zoe.said.split())
    assert "Traceback" not in zoe.said
    assert Store(store).tables() == {}


def test_who_has_no_name_opens_no_table(store):
    nobody = Person(store, "holdem", name=" ")
    assert nobody.wait() == 2
    assert "is no name" in nobody.said
    assert Store(store).tables() == {}


# ---- Programs ----


def test_a_program_sits_at_a_table(store):
    """It reads a line for each change, and answers with a version and an action."""
    command = [
        sys.executable,
        "-m",
        "mazzo",
        "play",
        "holdem",
        "--seats",
        "3",
        "--hands",
        "3",
        "--json",
        "--name",
        "Zoe",
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT | {"MAZZO_STORE": str(store)}
    ) as program:
        versions, errors = [], 0
        for line in program.stdout:
            message = json.loads(line)
            versions.append(message["version"])
            view = message["view"]
            if view is None or view["actor"] != message["you"]:
                continue
            hidden = [cards for seat, cards in enumerate(view["hole"]) if seat != 0]
            assert view["payoffs"] or not any(cards.strip("?") for cards in hidden)
            if "error" in message:
                errors += 1
            action = ["fold"] if view["to_call"] else ["check"]  # so that it has chips for all hands
            if not errors:
                action = ["raise", 1]
            program.stdin.write(json.dumps({"version": message["version"], "do": action}) + "\n")
            program.stdin.flush()
    assert program.returncode == 0
    assert errors == 1
    assert versions == sorted(versions)
    assert len(Store(store).hands(player="Zoe")) == 3
