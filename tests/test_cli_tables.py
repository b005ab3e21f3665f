"""What is kept of tables, on the command line: statistics, hands, and whether their cards were committed to."""

import json
from random import Random

import pytest

from mazzo.games import GAMES
from mazzo.poker.histories.files import read_file
from mazzo.store import Store
from mazzo.table import Setup, open_table


@pytest.fixture
def played(tmp_path, monkeypatch):
    """A store with two hands each of hold'em, Burraco and draw, by Ann and others."""
    file = tmp_path / "kept" / "mazzo.db"
    monkeypatch.setenv("MAZZO_STORE", str(file))
    file.parent.mkdir()
    store = Store(file)
    for name, seats in (("holdem", 3), ("burraco", 2), ("draw", 4)):
        game = GAMES[name]
        setup = Setup(seats, game.stack, pace=0, most_hands=2)
        table = open_table(game, game.make(seats), setup, store, rng=Random(1))
        for number, player in enumerate(("Ann", "Bo", "Cy", "Di")[:seats]):
            table.sit(number, player, level="normal")
        while table.tick() is not None:
            pass
        assert table.over
    store.close()
    return file


def test_stats_count_what_was_won(run_cli, played):
    status, out, err = run_cli("stats", "--name", "Ann", "--json")
    assert (status, err) == (0, "")
    totals = {each["game"]: each for each in json.loads(out)}
    assert {game: each["hands"] for game, each in totals.items()} == {"holdem": 2, "burraco": 2, "draw": 2}
    records = [record for _, record in Store(played).hands(game="holdem")]
    won = sum(record["payoffs"][record["names"].index("Ann")] for record in records)
    assert totals["holdem"]["won"] == pytest.approx(won / 100)
    _, out, _ = run_cli("stats", "--name", "Ann")
    assert "points" in out
    assert "bb/100" in out


def test_who_has_played_nothing_is_told_how_to_begin(run_cli, played):
    for command in ("stats", "history"):
        status, out, _ = run_cli(command, "--name", "Zoe")
        assert (status, out) == (0, "'Zoe' has played no hand yet; `mazzo play` begins one\n")


def test_who_is_forgotten_is_nowhere_any_more(run_cli, played):
    status, out, _ = run_cli("stats", "--name", "Bo", "--forget")
    assert (status, out) == (0, "'Bo' is forgotten, in 6 hands\n")
    assert b'"Bo"' not in b"".join(file.read_bytes() for file in played.parent.iterdir())
    assert "no hand yet" in run_cli("stats", "--name", "Bo")[1]
    assert run_cli("history", "--name", "Ann", "show", "1")[0] == 0


def test_history_lists_and_tells_hands_as_they_were_seen(run_cli, played):
    _, out, _ = run_cli("history", "--name", "Ann")
    assert [line.split()[0] for line in out.splitlines()[2:]] == list("123456")
    _, out, _ = run_cli("history", "--name", "Ann", "show", "1")
    assert "Ann has the button" in out
    assert "Bo gets  ?? ??" in out
    _, out, _ = run_cli("history", "--name", "Ann", "show", "3", "--lang", "it")
    assert "scarta" in out
    status, _, err = run_cli("history", "--name", "Ann", "show", "99")
    assert status == 2
    assert "no hand 99 of 'Ann'; `mazzo history` lists them" in err


def test_history_replays_a_hand_as_it_shows_it(run_cli, played):
    for number in ("1", "3"):
        _, shown, _ = run_cli("history", "--name", "Ann", "show", number)
        status, out, _ = run_cli("history", "--name", "Ann", "replay", number)
        assert (status, out) == (0, shown)  # where no terminal is there is nobody to wait for


@pytest.mark.parametrize("ending", [".jsonl", ".phhs", ".txt"])
def test_history_is_exported_and_read_again(run_cli, played, tmp_path, ending):
    target = tmp_path / f"hands{ending}"
    status, out, err = run_cli("history", "--name", "Cy", "export", str(target))
    assert err == ""
    assert (status, out) == (0, f"4 hands to {target}\n")
    hands = list(read_file(target))
    assert len(hands) == 4
    assert all(hand.final().payoffs for hand in hands)


def test_burraco_is_exported_as_json_only(run_cli, played, tmp_path):
    target = tmp_path / "hands.phhs"
    _, out, _ = run_cli("history", "--name", "Ann", "export", str(target))
    assert out == f"4 hands to {target}\n2 left out: Burraco goes to .jsonl only\n"


def test_hands_that_a_format_has_no_words_for_are_left_out(run_cli, played, tmp_path):
    game, store = GAMES["casual"], Store(played)
    table = open_table(game, game.make(2), Setup(2, game.stack, pace=0, most_hands=1), store)
    for number, player in enumerate(("Ann", "Bo")):
        table.sit(number, player, level="easy")
    while table.tick() is not None:
        pass
    target = tmp_path / "hands.txt"
    _, out, _ = run_cli("history", "--name", "Ann", "export", str(target))
    assert out.splitlines()[0] == f"4 hands to {target}"
    assert "1 left out: PokerStars has no casual_holdem" in out


def test_hands_in_text_have_their_number_and_time(run_cli, played, tmp_path):
    target = tmp_path / "hands.txt"
    run_cli("history", "--name", "Ann", "export", str(target))
    heads = [line for line in target.read_text(encoding="utf-8").splitlines() if line.startswith("PokerStars Hand")]
    assert [head.split()[2] for head in heads] == ["#1:", "#2:", "#5:", "#6:"]
    assert all(head.endswith(" UTC") for head in heads)


def test_exported_hands_are_verified(run_cli, played, tmp_path):
    target = tmp_path / "hands.jsonl"
    run_cli("history", "--name", "Ann", "export", str(target))
    status, out, err = run_cli("verify", str(target))
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 6
    assert all("all as committed to" in line for line in out.splitlines())
    opened = [json.loads(line)["opened"] for line in target.read_text(encoding="utf-8").splitlines()]
    assert all(len(cards) < 52 for cards in opened[:2])


def test_a_card_that_was_changed_is_found(run_cli, played, tmp_path):
    target = tmp_path / "hands.jsonl"
    run_cli("history", "--name", "Ann", "--game", "holdem", "export", str(target))
    lines = target.read_text(encoding="utf-8").splitlines()
    data = json.loads(lines[0])
    place, (card, salt) = next(iter(data["opened"].items()))
    data["opened"][place] = ["2c" if card != "2c" else "3c", salt]
    target.write_text("\n".join([json.dumps(data), "{}", "no json", lines[1]]), encoding="utf-8")
    status, out, err = run_cli("verify", str(target))
    assert status == 1
    assert f"line 1: not what was committed to, at places {place} of the deck" in out
    assert "line 2: a hand without commitments cannot be checked" in err
    assert "line 3: " in err
    assert "line 4: " in out
