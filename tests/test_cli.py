"""The command line as people use it."""

import json
import os
import shlex
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from rich.progress import Progress

from mazzo.equity import equity
from mazzo.poker import CALL, CHECK, Raise, no_limit_holdem
from mazzo.poker.histories import History, phh, pokerstars


def test_equity_shows_a_table(run_cli):
    status, out, err = run_cli("equity", "AhKh", "QQ+", "--board", "Qs7h2h")
    assert (status, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["AhKh", "36.60%", "36.60%", "0.00%"] in lines
    assert ["QQ+", "63.40%", "63.40%", "0.00%"] in lines
    assert "exact, 8,910 outcomes" in out
    assert ["flush", "35.56%", "0.63%"] in lines


def test_equity_prints_the_seed_that_repeats_it(run_cli):
    _, out, _ = run_cli("equity", "AhKh", "random", "random", "--trials", "10000")
    seed = out.split("seed ")[1].split()[0]
    _, again, _ = run_cli("equity", "AhKh", "random", "random", "--trials", "10000", "--seed", seed)
    assert out == again


def test_equity_as_json(run_cli):
    _, out, _ = run_cli("equity", "AhKh", "QQ+,AKs:0.5", "-b", "Qs7h2h", "-d", "2c", "--json", "--grid")
    data = json.loads(out)
    result = equity(["AhKh", "QQ+,AKs:0.5"], "Qs7h2h", "2c")
    assert data["v"] == 1
    assert [player["equity"] for player in data["players"]] == list(result.equity)
    assert data["players"][1]["range"] == "QQ+,AKs:0.5"
    assert (data["board"], data["dead"], data["exact"], data["seed"]) == ("Qs7h2h", "2c", True, None)
    assert data["players"][0]["categories"]["flush"] == pytest.approx(0.3556, abs=0.01)
    assert data["grid"][0][1] == result.equity[0]
    assert data["grid"][5][5] is None


def test_equity_samples_as_asked(run_cli):
    _, out, _ = run_cli("equity", "AA", "KK", "--stderr", "0.002", "--seed", "1", "--threads", "1", "--json")
    data = json.loads(out)
    assert not data["exact"]
    assert 0 < data["players"][0]["stderr"] <= 0.002
    assert data["seed"] == 1
    _, out, _ = run_cli("equity", "AA", "KK", "random", "--exact", "-b", "2c3d4h9s", "--json")
    assert json.loads(out)["exact"]


def test_equity_shows_a_grid(run_cli):
    _, out, _ = run_cli("equity", "22+,AKs", "random", "--grid")
    rows = [line.split() for line in out.splitlines()[-14:-1]]
    assert [row[0] for row in rows] == list("AKQJT98765432")
    assert rows[0][1:4] == ["85.2", "67.0", "."]
    assert rows[12][13] == "50.3"


def test_the_printed_seed_repeats_the_grid(run_cli):
    arguments = ("equity", "22+", "random", "random", "--grid", "--trials", "50000")
    _, out, _ = run_cli(*arguments)
    seed = out.split("seed ")[1].split()[0]
    _, again, _ = run_cli(*arguments, "--seed", seed)
    assert out == again
    assert out.splitlines()[-1].startswith("50,000 random deals")


def test_ten_players_fit_a_screen(run_cli):
    _, out, _ = run_cli("equity", *["random"] * 10, "--trials", "1000")
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("random ") >= 20


@pytest.mark.parametrize("players", [("AhKh", "QQ"), ("22+,AK", "random", "10%")])
def test_equity_draws_a_picture(run_cli, tmp_path, players):
    pytest.importorskip("matplotlib")
    target = tmp_path / "plot.png"
    status, _, err = run_cli("equity", *players, "--plot", str(target))
    assert status == 0
    assert "plot.png" in err
    assert target.read_bytes().startswith(b"\x89PNG")
    status, out, err = run_cli("equity", *players, "--plot", str(tmp_path / "no" / "plot.png"))
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_evaluate_says_who_wins(run_cli):
    _, out, _ = run_cli("evaluate", "AhKh", "QdQc", "--board", "Qs7h2hTh3d")
    ace, queens = out.splitlines()[-2:]
    assert "flush, ace, king, ten, seven, deuce" in ace
    assert "wins" in ace
    assert "three of a kind, queens" in queens
    assert "wins" not in queens


def test_evaluate_says_who_ties_and_what_one_hand_is(run_cli):
    _, out, _ = run_cli("evaluate", "AhKs", "AcKh", "-b", "Ad3s4s5h6s")
    assert out.count("ties") == 2
    _, out, _ = run_cli("evaluate", "A♠ K♠ Q♠ J♠ 10♠")
    assert "royal flush" in out
    assert "wins" not in out


def test_evaluate_as_json(run_cli):
    _, out, _ = run_cli("evaluate", "AhKh", "QdQc", "-b", "Qs7h2hTh3d", "--json")
    data = json.loads(out)
    assert data["winners"] == [0]
    assert data["hands"][0]["best_five"] == "AhKhTh7h2h"
    assert data["hands"][1]["category"] == "three of a kind"


@pytest.mark.parametrize("game", ["holdem", "casual", "limit", "omaha", "draw"])
def test_deal_plays_a_hand_of_each_game(run_cli, game):
    status, out, err = run_cli("deal", game, "--seats", "Ann,Bo,Cy", "--seed", "7")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Ann has the button; stacks are Ann 1,000")
    assert any("wins" in line for line in lines)
    chips = [int(word.replace(",", "")) for word in lines[-3].split() if word.strip(",").replace(",", "").isdigit()]
    assert sum(chips) == 3000
    assert run_cli("deal", game, "--seats", "Ann,Bo,Cy", "--seed", "7")[1] == out


def test_deal_plays_a_hand_of_burraco(run_cli):
    status, out, err = run_cli("deal", "burraco", "--seed", "3")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Alice deals"
    assert lines[5] == "turn 1, Bob"
    totals = next(line for line in lines if line.startswith("total")).split()[1:]
    first = next(number for number, line in enumerate(lines) if line.startswith("melds"))
    parts = [line.split()[-2:] for line in lines[first:] if line[:1].strip() and line[:5] not in ("total", "burra")]
    assert [sum(int(part[side]) for part in parts) for side in range(2)] == list(map(int, totals))
    assert run_cli("deal", "burraco", "--seed", "3")[1] == out


@pytest.mark.parametrize("rules", ["official", "article"])
def test_deal_tells_burraco_in_italian_with_the_words_of_players(run_cli, rules):
    told = "".join(
        run_cli("deal", "burraco", "--seed", str(seed), "--lang", "it", "--rules", rules)[1] for seed in range(12)
    )
    expected = {
        "cala un tris",
        "cala una scala",
        "lega",
        "scarta",
        "pesca",
        "raccoglie gli scarti",
        "prende il pozzetto",
    }
    expected |= {"chiude", "burraco sporco", "burraco pulito", "totale"}
    expected |= {"burraco semipulito", "pozzetto non preso"} if rules == "official" else set()
    assert {words for words in expected if words not in told} == set()


def test_a_match_of_burraco_is_saved_and_told_again(run_cli, tmp_path):
    arguments = ("deal", "burraco", "--seats", "Ann,Bo,Cy,Di", "--target", "1005", "--seed", "4")
    file = tmp_path / "match.jsonl"
    file.write_text(run_cli(*arguments, "--json")[1], encoding="utf-8")
    hands = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(hands) > 1
    totals = [0, 0]
    for number, hand in enumerate(hands):
        assert hand["dealer"] == number % 4
        assert hand["before"] == totals
        totals = [total + points for total, points in zip(totals, hand["payoffs"], strict=False)]
    assert max(totals) >= 1005
    status, out, err = run_cli("replay", str(file))
    assert (status, err) == (0, "")
    assert out.count("deals") == len(hands)
    assert f"{totals[0]:+}" in out.splitlines()[-1]
    assert run_cli("replay", str(file), "--json")[1] == file.read_text(encoding="utf-8")
    assert "turno 1, Bo" in run_cli("replay", str(file), "--lang", "it")[1]


def test_a_bad_line_of_a_burraco_log_is_named_and_the_rest_told(run_cli, tmp_path):
    good = run_cli("deal", "burraco", "--seed", "1", "--json")[1]
    file = tmp_path / "hands.jsonl"
    file.write_text(good + good.replace('["draw"]', '["take_pot"]', 1) + good, encoding="utf-8")
    status, out, err = run_cli("replay", str(file))
    assert status == 1
    assert "line 2:" in err
    assert out.count("deals") == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("deal", "burraco", "--seats", "A,B,C"), "Burraco is for 2, or for 4 in pairs"),
        (("deal", "burraco", "--seats", "A,B,C,D", "--rules", "article"), "the rules 'article' are for two"),
        (("deal", "burraco", "--rules", "house"), "burraco has no rules 'house'; there are official, article"),
        (("arena", "holdem", "hard", "easy", "--target", "505"), "--target 505: that is for burraco, not for holdem"),
        (("arena", "burraco", "hard", "nit"), "no bot 'nit'"),
        (("deal", "draw", "--target", "505"), "--target 505: that is for burraco, not for draw"),
        (("deal", "holdem", "--lang", "it"), "--lang it: that is for burraco, not for holdem"),
    ],
)
def test_what_burraco_does_not_have(run_cli, arguments, message):
    status, out, err = run_cli(*arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_burraco_in_the_arena(run_cli):
    arguments = ("arena", "burraco", "hard", "easy", "--deals", "30", "--seed", "2", "--workers", "1")
    status, out, _ = run_cli(*arguments, "--json")
    data = json.loads(out)
    assert (status, data["measure"], data["seats"]) == (0, "points a hand", 2)
    assert data["pairs"][0]["bot"] == "hard"
    assert data["pairs"][0]["low"] > 200
    assert 0 < data["bots"][0]["figures"]["closed"] < 1
    _, out, _ = run_cli(*arguments[:5], "10", "--target", "505", "--seed", "2", "--workers", "1")
    assert "matches to 505 that are won, in %" in out


@pytest.mark.parametrize("seats", ["", "Ann,,Bo", "Ann,Bo,Ann", "Ann,"])
def test_deal_asks_for_a_name_for_each_seat(run_cli, seats):
    status, out, err = run_cli("deal", "holdem", "--seats", seats)
    assert (status, out) == (2, "")
    assert err == f"error: --seats {seats!r}: each seat needs a name of its own, like Alice,Bob,Carol\n"


def test_deal_says_what_happens(run_cli):
    _, out, _ = run_cli("deal", "holdem", "--seed", "7")
    assert "Bob posts the small blind, 50" in out
    assert "Alice raises to 275" in out
    assert "flop  4♠ T♦ 5♥" in out
    assert "Carol wins 2,361 of the pot with two pair, sixes and fours, kicker king" in out


def test_replay_tells_the_hands_of_a_file(run_cli, tmp_path):
    rules = no_limit_holdem((50, 100))
    deck = tuple(range(52))
    hand = History(rules, (1000, 1000), 1, deck, (Raise(1000), CALL), ("Ann", "Bo"))
    one, many = tmp_path / "one.phh", tmp_path / "many.phhs"
    one.write_text(phh.write(hand), encoding="utf-8")
    many.write_text(f"[1]\n{phh.write(hand)}\n[2]\nvariant = 'XX'\n", encoding="utf-8")
    _, out, _ = run_cli("replay", str(one))
    assert "Bo raises to 1,000" in out
    assert "Ann is all-in" in out
    assert out.index("Bo shows") < out.index("flop")
    _, again, err = run_cli("replay", str(many))
    assert out in again
    assert "hand [2] of line " in err
    assert run_cli("replay", str(many), "--hand", "3")[0] == 2


def test_convert_writes_each_format_and_reads_it_again(run_cli, tmp_path):
    rules = no_limit_holdem((50, 100))
    hand = History(rules, (1000, 1000), 1, tuple(range(52)), (Raise(1000), CALL), ("Ann", "Bo"))
    first = tmp_path / "first.phh"
    first.write_text(phh.write(hand), encoding="utf-8")
    _, told, _ = run_cli("replay", str(first))
    before = first
    for name in ("a.phhs", "a.txt", "a.jsonl", "a.phh"):
        after = tmp_path / name
        assert run_cli("convert", str(before), str(after)) == (0, f"1 of 1 hands written to {after}\n", "")
        assert run_cli("replay", str(after))[1] == told
        before = after
    assert run_cli("convert", str(before), str(tmp_path / "a.log"))[0] == 0
    assert (tmp_path / "a.log").read_text().startswith("STATE:0:r1000c///:2c2h|2d2s/3c3d3h/3s/4c:")


def test_convert_names_the_hands_that_it_cannot_and_writes_the_others(run_cli, tmp_path):
    rules = no_limit_holdem((50, 100))
    hand = phh.write(History(rules, (1000, 1000), 1, tuple(range(52)), (Raise(1000), CALL), ("Ann", "Bo")))
    many, out = tmp_path / "many.phhs", tmp_path / "out.txt"
    many.write_text(f"[1]\n{hand}\n[2]\nvariant = 'XX'\n[3]\n{hand.replace('Ann', 'Al')}", encoding="utf-8")
    status, said, err = run_cli("convert", str(many), str(out))
    assert (status, said) == (1, f"2 of 3 hands written to {out}\n")
    assert "many.phhs: hand [2] of line 10: no field" in err
    status, said, _ = run_cli("convert", str(many), str(out), "--player", "Ann", "--json")
    report = json.loads(said)
    assert (status, report["read"], report["written"], len(report["errors"])) == (1, 3, 1, 2)
    assert report["errors"][1] == "hand 3: 'Ann' is not at the table; Al, Bo"
    kept = out.read_text()
    assert run_cli("convert", str(many), str(tmp_path / "one.phh"))[0] == 2
    assert run_cli("convert", str(many), str(out), "--player", "Zoe")[:2] == (1, f"0 of 3 hands written to {out}\n")
    assert out.read_text() == kept


def test_hands_as_json(run_cli, tmp_path):
    _, out, _ = run_cli("deal", "draw", "--seed", "3", "--json")
    data = json.loads(out)
    assert data["rules"]["game"] == "fixed_limit_draw"
    assert data["names"] == ["Alice", "Bob", "Carol"]
    assert sum(data["payoffs"]) == 0
    file = tmp_path / "hands.jsonl"
    file.write_text(out + "{}\n")
    status, again, _ = run_cli("replay", str(file), "--json")
    first, second = map(json.loads, again.splitlines())
    assert status == 1
    assert first == data
    assert second == {"error": "line 2: v = None is no int"}


def test_a_hand_of_money_is_told_in_money(run_cli, tmp_path):
    hand = History(
        no_limit_holdem((50, 100)),
        (10_050, 20_000),
        1,
        tuple(range(52)),
        (Raise(300), CALL, *[CHECK] * 6),
        ("Ann", "Bo"),
        Decimal("0.01"),
        extra={"currency_symbol": "$", "_rake": Decimal("0.25")},
    )
    file = tmp_path / "hand.txt"
    file.write_text(pokerstars.write(hand), encoding="utf-8")
    _, out, _ = run_cli("replay", str(file))
    assert "stacks are Ann $100.50, Bo $200.00" in out
    assert "Bo raises to $3.00" in out
    assert "of what was won the room took $0.25" in out


def test_bench_measures(run_cli, monkeypatch):
    monkeypatch.setattr("mazzo.cli.bench._ROWS", 20_000)
    monkeypatch.setattr("mazzo.cli.bench._TRIALS", 20_000)
    status, out, _ = run_cli("bench", "--threads", "2")
    assert status == 0
    assert out.count("M/s") == 1 + 2 * 6
    assert out.count(" ms") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("equity", "AhKh", "QQx"), "'QQx' is no part of a range"),
        (("equity", "AhKh"), "give 2 to 10"),
        (("equity",), "Missing argument"),
        (("equity", "AhKh", "QQ", "Qs7h2h"), "a board is given apart"),
        (("deal", "chess"), "Invalid value for 'GAME': 'chess' is not one of"),
        (("replay", __file__), "'test_cli.py' is no file of hands by its name; they end with .phh"),
        (("convert", __file__, "x.foo"), "'x.foo' is no file of hands by its name"),
        (("equity", "AhKh", "QQ", "--plot", "x.pdf"), "give a .png file"),
        (("evaluate", "AhKh", "QdQcJs", "-b", "Qs7s2hTs"), "do not compare"),
        (("equity", "AhKh", "QQ", "--board", "Qs7"), "ends after '7'"),
        (("equity", "AhKh", "QQ", "--board", "AhKs2c"), "no possible hand"),
        (("equity", "AhKh", "QQ", "--trials", "many"), "--trials"),
        (("equity", "AhKh", "QQ", "--trials", "0"), "trials=0"),
        (("equity", "AhKh", "QQ", "--stderr", "2"), "stderr=2.0"),
        (("equity", "AhKh", "QQ", "--seed", "-1"), "seed=-1"),
        (("equity", "AhKh", "QQ", "--exact", "--trials", "5"), "exact=True"),
        (("equity", "AhKh", "QQ", "--wrong"), "--wrong"),
        (("evaluate", "AhKh"), "2 cards (AhKh)"),
        (("evaluate", "AhKh", "AhQh", "--board", "2c3c4c5c6c"), "Ah is there twice"),
        (("evaluate", "AhKx2c3c4c"), "'x' (U+0078) at index 3"),
        (("shuffle",), "No such command 'shuffle'"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(run_cli, arguments, message):
    status, out, err = run_cli(*arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("error: ")
    assert message in err


def test_an_interrupt_leaves_what_there_is(run_cli, monkeypatch):
    updates = []

    def interrupted(*_arguments, **_options):
        updates.append(1)
        if len(updates) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "update", interrupted)
    status, out, err = run_cli(
        "equity", "AhKh", "random", "random", "--trials", "1000000000", "--threads", "1", "--grid"
    )
    assert status == 130
    assert "393,216 random deals" in out
    assert "stopped after 0%" in out
    assert err == ""


def test_help_and_version(run_cli):
    for arguments in (
        (),
        ("--help",),
        ("-h",),
        ("equity", "-h"),
        ("evaluate", "--help"),
        ("draw", "-h"),
        ("bench", "-h"),
    ):
        status, out, _ = run_cli(*arguments)
        assert status == 0
        assert "Usage: mazzo" in out
    status, out, _ = run_cli("--version")
    assert out.startswith("mazzo 0.")


def test_python_m_mazzo_without_colour():
    command = [sys.executable, "-m", "mazzo", "equity", "AhKh", "QQ+", "-b", "Qs7h2h"]
    environment = {"NO_COLOR": "1", "FORCE_COLOR": "", "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(command, capture_output=True, check=True, env=environment)
    text = result.stdout.decode("utf-8")
    assert "36.60%" in text
    assert "\x1b[3" not in text


def test_a_reader_who_leaves_is_no_error():
    """The reader of the output is gone before anything is printed, as with `| true`."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "mazzo", "evaluate", "AhKhQhJhTh", "--json"]
    result = subprocess.run(command, stdout=write_end, stderr=subprocess.PIPE, check=False)
    os.close(write_end)
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_said(tmp_path):
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "mazzo", "evaluate", "AhKhQhJhTh"]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1


def test_the_readme_shows_what_the_commands_print(run_cli):
    """Each example of the README is a command and its output, as it is printed."""
    readme = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
    examples = [block.split("\n", 1) for block in readme.split("```console\n$ mazzo ")[1:]]
    assert len(examples) >= 3
    for line, rest in examples:
        command, _, last = line.partition(" | tail -")
        _, out, _ = run_cli(*shlex.split(command))
        expected = rest.split("```")[0].rstrip().splitlines()
        rows = [row.rstrip() for row in out.rstrip().splitlines()]
        assert (rows[-int(last) :] if last else rows) == expected
