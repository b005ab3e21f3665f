"""Bots against bots: fair deals, honest intervals, and strangers' bots that do wrong."""

import json
import logging
import math
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mazzo.arena import (
    ArenaError,
    BurracoContest,
    BurracoMatchContest,
    Ladder,
    Player,
    PokerContest,
    figures,
    run,
)
from mazzo.arena.contest import play
from mazzo.arena.ladder import BLOCK, interval
from mazzo.bots import REFERENCES, make
from mazzo.burraco import article, official
from mazzo.cards import full_deck
from mazzo.poker import CALL, CHECK, FOLD, Raise, fixed_limit_draw, no_limit_holdem

RULES = no_limit_holdem((1, 2))


def ladder(*names: str, deals: int = 60, seats: int = 2, seed: int = 1) -> Ladder:
    players = tuple(Player(name, REFERENCES.get(name) or make(name, RULES)) for name in names)
    return Ladder(PokerContest(RULES, seats, 200), players, deals, seed)


def same(one, other) -> bool:
    return (one.won, one.counts, one.faults) == (other.won, other.counts, other.faults)


def test_two_of_a_kind_win_nothing():
    contest = PokerContest(RULES, 2, 200)
    result = run(Ladder(contest, (Player("one", REFERENCES["nit"]), Player("other", REFERENCES["nit"])), 60, 1))
    assert (result.won[0, 1].mean, result.won[0, 1].half) == (0, 0)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_one_wins_the_other_loses(seats):
    result = run(ladder("easy", "call", seats=seats))
    assert result.won[0, 1].mean == -result.won[1, 0].mean != 0
    assert result.won[0, 1].deals == 60
    assert [counts["hands"] for counts in result.counts] == [60 * seats] * 2


def test_results_are_the_same_by_any_number_of_workers():
    plain = run(ladder("easy", "random", "normal"))
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert same(run(ladder("easy", "random", "normal"), executor), plain)
    assert not same(run(ladder("easy", "random", "normal", seed=2)), plain)


def test_known_winnings_come_out():
    """Who folds all loses its blinds: three chips over both games of a deal, 75 units in 100 hands."""

    @dataclass(frozen=True)
    class Folds:
        def act(self, view, rng):
            return CHECK if CHECK in view.actions else FOLD

    @dataclass(frozen=True)
    class Raises:
        def act(self, view, rng):
            return Raise(view.actions.low) if view.actions.low else CALL

    contest = PokerContest(RULES, 2, 200)
    result = run(Ladder(contest, (Player("raises", Raises()), Player("folds", Folds())), 30, 1))
    assert (result.won[0, 1].mean, result.won[0, 1].half) == (75, 0)
    shares = figures(result.counts[0])
    # In the other half of its hands everybody folded before it.
    assert (shares["VPIP"], shares["PFR"]) == (0.5, 0.5)
    assert (shares["AF"], shares["WTSD"], shares["bluffs"]) == (None, None, None)
    assert figures(result.counts[1])["VPIP"] == 0


def test_figures_of_who_always_calls():
    result = run(ladder("call", "raise", deals=40))
    caller, raiser = map(figures, result.counts)
    assert caller["PFR"] == 0
    assert caller["WTSD"] == raiser["WTSD"] == 1
    assert raiser["PFR"] == 1
    assert 0.3 < raiser["bluffs"] < 0.7
    assert result.won[0, 1].mean == 0


def test_draw_has_figures_too():
    rules = fixed_limit_draw(5, (10, 20))
    players = tuple(Player(name, make(name, rules)) for name in ("easy", "normal"))
    result = run(Ladder(PokerContest(rules, 4, 1000), players, 40, 1))
    assert result.ladder.contest.unit == 10
    assert all(0 < share["VPIP"] < 1 for share in map(figures, result.counts))


def test_an_interval_is_196_standard_errors():
    values = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0]
    found = interval(values)
    mean = sum(values) / 6
    assert found.mean == pytest.approx(mean)
    assert found.half == pytest.approx(1.96 * math.sqrt(sum((value - mean) ** 2 for value in values) / 5 / 6))
    assert (found.low, found.high) == (found.mean - found.half, found.mean + found.half)
    assert math.isnan(interval([1.0]).half)


def test_intervals_cover_the_truth():
    rng = random.Random(1)
    covered = sum(
        abs(found.mean) <= found.half for found in (interval([rng.gauss(0, 5) for _ in range(50)]) for _ in range(400))
    )
    assert 0.91 < covered / 400 < 0.98


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": ()}, "bots none: give two or more"),
        ({"players": (Player("a", REFERENCES["call"]),) * 2}, "bots a, a: give two or more, each once"),
        ({"contest": PokerContest(RULES, 3, 200)}, "3 seats: an even number"),
        ({"deals": 0}, "0 deals: one at least"),
    ],
)
def test_a_ladder_that_cannot_be_played_says_why(change, message):
    players = tuple(Player(name, REFERENCES[name]) for name in ("call", "raise"))
    settings = {"contest": PokerContest(RULES, 2, 200), "players": players, "deals": 1, "seed": 1} | change
    with pytest.raises(ArenaError, match=message):
        Ladder(**settings)


# ---- Going on ----


def test_a_run_that_was_stopped_goes_on_to_the_same_result(tmp_path):
    kept = tmp_path / "kept.jsonl"
    whole = run(ladder("easy", "call", deals=5 * BLOCK))
    calls = []

    def stop_at_the_second(result):
        calls.append(result.done)
        if len(calls) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(ladder("easy", "call", deals=5 * BLOCK), keep=kept, progress=stop_at_the_second)
    assert calls == [0.2, 0.4]
    with kept.open("a") as file:
        file.write('{"pair": [0, 1], "first": 50, "won": [1')  # killed while it wrote
    calls.clear()
    again = run(ladder("easy", "call", deals=5 * BLOCK), keep=kept, progress=lambda result: calls.append(result.done))
    assert same(again, whole)
    assert calls == pytest.approx([0.6, 0.8, 1.0])
    assert same(run(ladder("easy", "call", deals=5 * BLOCK), keep=kept), whole)
    with pytest.raises(ArenaError, match="holds another ladder"):
        run(ladder("easy", "call", deals=5 * BLOCK, seed=2), keep=kept)


# ---- Strangers ----


@dataclass
class Answers:
    """Gives one answer after another, and raises those that are exceptions."""

    answers: list
    given: int = field(default=0)

    def act(self, view, rng):
        answer = self.answers[self.given % len(self.answers)]
        self.given += 1
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        ([Raise(330), "banana", Raise(-1), Raise(True), Raise(20.0)], "not allowed"),
        ([10, None, ["raise"], {"action": "fly"}], "not allowed"),
        ([ValueError("no idea"), KeyError("x"), ZeroDivisionError()], "exception"),
    ],
)
def test_a_bot_that_does_wrong_checks_or_folds_and_is_named(answers, fault, caplog):
    players = [Player("stranger", Answers(answers)), Player("caller", REFERENCES["call"])]
    for hand in range(20):
        deck = random.Random(hand).sample(full_deck(), 52)
        with caplog.at_level(logging.WARNING, "mazzo.arena"):
            payoffs, reports = play(PokerContest(RULES, 2, 40), deck, players, [random.Random(1)] * 2)
        assert sum(payoffs) == 0
        assert reports[0].faults == Counter({fault: reports[0].counts["decisions"]})
        assert not reports[1].faults
    assert all(message.startswith(f"stranger: {fault}: ") for message in caplog.messages)
    assert any("Check() instead" in message or "Fold() instead" in message for message in caplog.messages)


def test_calling_where_nothing_is_to_call_is_a_fault():
    players = [Player("caller", REFERENCES["call"]), Player("stranger", Answers([CALL]))]
    _, reports = play(PokerContest(RULES, 2, 40), full_deck(), players, [random.Random(1)] * 2)
    assert reports[1].faults["not allowed"] == 4


def test_a_bot_that_thinks_too_long_is_interrupted():
    class Ponders:
        def act(self, view, rng):
            while True:
                pass

    players = [Player("ponders", Ponders(), 0.02), Player("caller", REFERENCES["call"])]
    payoffs, reports = play(PokerContest(RULES, 2, 40), full_deck(), players, [random.Random(1)] * 2)
    assert payoffs == (-1, 1)
    assert reports[0].faults == Counter(overlong=1)


def test_a_limit_changes_nothing_for_who_is_quick():
    timed = Ladder(
        PokerContest(RULES, 2, 200),
        (Player("easy", make("easy", RULES), 60.0), Player("raise", REFERENCES["raise"], 60.0)),
        30,
        1,
    )
    free = ladder("easy", "raise", deals=30)
    assert same(run(timed), run(free))


def test_the_bot_of_the_readme_plays_by_the_rules():
    readme = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
    code = next(block for block in readme.split("```python\n") if "class Tight" in block).split("```")[0]
    assert len(code.splitlines()) < 20
    scope: dict = {}
    exec(code, scope)
    contest = PokerContest(RULES, 4, 200)
    result = run(Ladder(contest, (Player("tight", scope["Tight"]()), Player("easy", make("easy", RULES))), 25, 1))
    assert not result.faults[0]
    assert 0.1 < figures(result.counts[0])["PFR"] < 0.3


# ---- The command ----


def test_the_command_plays_a_ladder_the_same_in_any_number_of_processes(run_cli):
    arguments = ("arena", "holdem", "normal", "easy", "call", "--deals", "30", "--seed", "4")
    status, one, _ = run_cli(*arguments, "--workers", "1", "--json")
    _, two, _ = run_cli(*arguments, "--workers", "2", "--json")
    first, second = json.loads(one), json.loads(two)
    for data in (first, second):
        for bot in data["bots"]:
            del bot["seconds_a_decision"]
    assert status == 0
    assert first == second
    assert (first["game"], first["seats"], first["deals"], first["seed"]) == ("holdem", 2, 30, 4)
    assert len(first["pairs"]) == 6


def test_the_command_shows_tables_and_a_picture(run_cli, tmp_path):
    picture = tmp_path / "arena.png"
    status, out, _ = run_cli(
        *("arena", "draw", "normal", "easy", "--deals", "20", "--seats", "4", "--seed", "4"),
        *("--workers", "1", "--plot", str(picture)),
    )
    assert status == 0
    assert "draw, 4 seats, units of 10 chips in 100 hands, with 95 % intervals; 20 deals a pair" in out
    assert all(word in out for word in ("VPIP", "PFR", "WTSD", "bluffs", "of easy", "±"))
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_command_takes_a_bot_of_yours(run_cli, tmp_path, monkeypatch):
    (tmp_path / "my_bots_of_a_test.py").write_text(
        "from mazzo.poker import CHECK, FOLD\n\n"
        "class Tight:\n"
        "    def act(self, view, rng):\n"
        "        return CHECK if CHECK in view.actions else FOLD\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    status, out, _ = run_cli(
        *("arena", "holdem", "my_bots_of_a_test:Tight", "raise", "--deals", "10", "--seed", "1", "--workers", "2")
    )
    assert status == 0
    assert "-75.0 ± 0.0" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "easy", "hard"), "'chess' is not one of"),
        (("holdem", "easy"), "bots easy: give two or more, each once"),
        (("holdem", "easy", "easy"), "bots easy, easy: give two or more"),
        (("holdem", "easy", "nobody"), "no bot 'nobody'"),
        (("omaha", "easy", "call"), "no easy bot plays pot_limit_omaha"),
        (("holdem", "easy", "call", "--seats", "5"), "5 seats: an even number"),
        (("casual", "easy", "call", "--seats", "6", "--workers", "1"), "casual_holdem takes 2 to 5"),
        (("holdem", "easy", "call", "--plot", "x.pdf"), "give a .png file"),
    ],
)
def test_what_cannot_be_played_is_one_line(run_cli, arguments, message):
    status, _, err = run_cli("arena", *arguments)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


# ---- Burraco ----


def burraco_ladder(contest, *names: str, deals: int = 20, seed: int = 1) -> Ladder:
    return Ladder(contest, tuple(Player(name, make(name, contest.rules)) for name in names), deals, seed)


@pytest.mark.parametrize("rules", [official(), official(4), article()])
def test_points_of_burraco_are_what_a_side_is_ahead_in_a_hand(rules):
    contest = BurracoContest(rules)
    result = run(burraco_ladder(contest, "hard", "easy"))
    ahead = []
    for deal in range(20):
        deck = contest.shuffled(random.Random(f"1 deck {deal}"))
        for turn in range(2):
            bots = [make("hard" if (seat + turn) % 2 == 0 else "easy", rules) for seat in range(rules.seats)]
            rngs = [random.Random(f"1 deal {deal} turn {turn} seat {seat}") for seat in range(rules.seats)]
            state = rules.deal(deck)
            while (seat := state.actor) is not None:
                state = state.apply(bots[seat].act(state.view(seat), rngs[seat]))
            ahead.append(state.payoffs[turn] - state.payoffs[1 - turn])
    assert result.won[0, 1].mean == pytest.approx(sum(ahead) / 40)
    assert result.won[1, 0].mean == -result.won[0, 1].mean
    assert [counts["hands"] for counts in result.counts] == [20 * rules.seats] * 2


def test_matches_won_add_up_to_all():
    contest = BurracoMatchContest(official(), 505)
    result = run(burraco_ladder(contest, "hard", "normal", deals=8))
    assert result.won[0, 1].mean + result.won[1, 0].mean == 100
    assert result.won[0, 1].mean > 50
    assert all(counts["hands"] >= 16 for counts in result.counts)
    even = run(Ladder(contest, (Player("a", make("hard", official())), Player("b", make("hard", official()))), 8, 1))
    assert 0 <= even.won[0, 1].mean <= 100


def test_burraco_goes_on_by_draw_and_discard_when_a_bot_does_wrong():
    @dataclass(frozen=True)
    class Wrong:
        def act(self, view, rng):
            return "nonsense"

    result = run(
        Ladder(BurracoContest(article()), (Player("wrong", Wrong()), Player("easy", make("easy", article()))), 2, 1)
    )
    assert result.faults[0]["not allowed"] > 100
    assert not result.faults[1]


def test_burraco_results_are_the_same_by_any_number_of_workers():
    ladder = burraco_ladder(BurracoContest(official()), "hard", "normal", deals=60)
    with ThreadPoolExecutor(3) as executor:
        assert same(run(ladder, executor), run(ladder))
