"""Equities against known exact values, an oracle from the rules, and each method against the others."""

import random
from itertools import combinations, pairwise, product
from math import isnan, nan

import numpy as np
import pytest
from cases import Case, poker_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import value

from mazzo import _native
from mazzo._exact import KnownHands, best_method, kernel_spot
from mazzo._sampling import ROUND
from mazzo._spots import make_spot
from mazzo._tally import Tally
from mazzo.cards import CardError, format_cards, to_cards
from mazzo.equity import Equity, EquityError, equity, equity_by_hand, equity_many, outcomes
from mazzo.ranges import COMBOS, Range, RangeError
from mazzo.strength import Category

# From the project's measurements of several independent calculators, to six digits.
EXACT = [
    (["AsAh", "KsKh"], "", 0.826366),
    (["AA", "KK"], "", 0.819461),
    (["AsKs", "QQ+,AKs"], "", 0.376688),
    (["AsKs", "random"], "", 0.670446),
    (["AsKs", "random"], "Qs7s2d", 0.726830),
    (["22+,A2s+", "random"], "Qs7s2d", 0.668664),
    (["22+,A2s+", "random"], "Qs7s2dTh", 0.646297),
    (["QQ+,AKs", "22+,A2s+"], "", 0.704033),
    (["22+,A2s+", "random"], "", 0.660826),
    (["AsKs", "QhQd", "7c6c"], "", 0.377943),
]


@pytest.mark.parametrize(("players", "board", "expected"), EXACT)
def test_known_exact_values(players, board, expected):
    result = equity(players, board)
    assert result.exact
    assert result.equity[0] == pytest.approx(expected, abs=5e-7)
    assert result.stderr == (0,) * len(players)


@pytest.mark.parametrize(("players", "board", "expected"), EXACT)
def test_sampling_agrees_with_known_exact_values(players, board, expected):
    result = equity(players, board, seed=1, exact=False)
    assert not result.exact
    assert 0 < max(result.stderr) <= 0.0005
    assert result.equity[0] == pytest.approx(expected, abs=4 * result.stderr[0])


# ---- The oracle ----


def naive_equity(players: list[str], board: str, dead: str = "") -> Equity:
    """Every deal and every board, by the rules alone."""
    ranges = [Range(text) for text in players]
    board, dead = to_cards(board), to_cards(dead)
    count = len(players)
    shares = np.zeros((count, count))
    categories = np.zeros((count, 9))
    total = 0.0
    for hands in product(*ranges):
        used = [card for hand in hands for card in hand] + [*board, *dead]
        if len(set(used)) < len(used):
            continue
        weight = float(np.prod([r.weight(hand) for r, hand in zip(ranges, hands, strict=True)]))
        for rest in combinations(sorted(set(range(52)) - set(used)), 5 - len(board)):
            values = [value(hand + board + rest) for hand in hands]
            best = max(values)
            for player, (category, _) in enumerate(values):
                categories[player, category] += weight
                if values[player] == best:
                    shares[player, values.count(best) - 1] += weight
            total += weight
    return Equity(
        tuple(ranges),
        board,
        dead,
        True,
        total,
        tuple(map(tuple, shares)),
        (),
        0,
        None,
        1,
        tuple(map(tuple, categories)),
    )


SMALL_SPOTS = [
    (["AhKh", "QcQd"], "Qs7h2hTd", ""),
    (["AhKh", "QQ:0.5,JcJd"], "Qs7h2hTd", "3c3d"),
    (["AKs:0.25,77", "QQ,76s:0.5"], "Qs7h2hTd2s", ""),
    (["76s,54s", "random"], "8s7h2h2dKc", "AsAh"),
    (["AhKh", "QcQd", "77"], "Qs7h2hTd", ""),
    (["AKs,QJs:0.5", "KQs,JTs", "T9s:0.125,AQs"], "Ts8s2s3d4c", ""),
    (["AdKd", "AcKc", "AhKh", "QsQh"], "Js7c7d2h", "Qc"),
    (["KK", "KK", "QQ,99"], "Jc7d2h3s9c", ""),
]


@pytest.mark.parametrize(("players", "board", "dead"), SMALL_SPOTS)
def test_exact_counts_are_those_of_the_rules(players, board, dead):
    expected = naive_equity(players, board, dead)
    result = equity(players, board, dead, exact=True)
    assert result.outcomes == pytest.approx(expected.outcomes)
    assert np.allclose(result.shares, expected.shares)
    for mine, theirs in zip(result.categories, expected.categories, strict=True):
        assert mine == pytest.approx(theirs)


@pytest.mark.parametrize(("players", "board", "dead"), SMALL_SPOTS)
def test_sampled_figures_are_those_of_the_rules(players, board, dead):
    expected = equity(players, board, dead, exact=True)
    result = equity(players, board, dead, trials=400_000, seed=3)
    for mine, theirs in ((result.win, expected.win), (result.tie, expected.tie)):
        errors = np.sqrt(np.multiply(theirs, np.subtract(1, theirs)) / 400_000)
        assert np.allclose(mine, theirs, atol=4.5 * errors.max() + 1e-12)
    for mine, theirs in zip(result.categories, expected.categories, strict=True):
        assert mine == pytest.approx(theirs, abs=0.004)


def test_the_preflop_table_agrees_with_enumeration():
    rng = random.Random(5)
    spots = [("AsKs", "AhKh"), ("AsKs", "AhKd"), ("2c2d", "2h2s"), ("7s2c", "7d2h"), ("AsAh", "AdAc")]
    spots += [tuple(format_cards(rng.sample(range(52), 4)[i : i + 2]) for i in (0, 2)) for _ in range(40)]
    spots = [(a, b) for a, b in spots if len({*to_cards(a), *to_cards(b)}) == 4]
    assert len(spots) > 10
    for hands in spots:
        method = KnownHands(make_spot(hands, "", ""))
        counted = method.finish(method.count(0, method.units))
        result = equity(hands)
        assert (np.array(result.shares) == counted.shares).all()
        figures = np.array([list(of_player.values()) for of_player in result.categories])
        assert np.allclose(figures * result.outcomes, counted.categories)


def test_two_ranges_are_the_sum_of_their_hands():
    ranges = Range("99,A5s:0.5,KQo"), Range("random, AA:0.25, 72o:0")
    for board in ("", "Qs7s2d", "Qs7s2sTs", "AsKd9c9d2h"):
        whole = equity(ranges, board, exact=True)
        by_hand = equity_by_hand(ranges, board, exact=True)
        wins = ties = total = 0.0
        for combo in ranges[0].without(board):
            part = equity([Range.from_hand(combo), ranges[1]], board, exact=True)
            weight = ranges[0].weight(combo)
            wins, ties, total = (
                wins + weight * part.wins[0],
                ties + weight * part.ties[0],
                total + weight * part.outcomes,
            )
            place = combo[0] * (combo[0] - 1) // 2 + combo[1]
            assert by_hand.equity[place] == pytest.approx(part.equity[0])
        assert (whole.wins[0], whole.ties[0], whole.outcomes) == pytest.approx((wins, ties, total))


def test_dead_cards_before_the_flop():
    result = equity(["AsAh", "KsKh"], dead="KcKd", exact=True)
    assert result.outcomes == 1_370_754
    assert result.equity[0] > equity(["AsAh", "KsKh"]).equity[0]
    ranges = equity(["AA", "KK"], "2c3c4d", dead="KcKd")
    assert ranges.outcomes == 6 * 1 * 903


@pytest.mark.parametrize(
    ("players", "board"),
    [(["AsKs", "QhQd"], "7c"), (["AsKs", "QhQd"], "7c8c9c"), (["AA", "KQs"], "7c8c"), (["AA", "KQs", "99"], "7c8c2h")],
)
def test_parts_of_a_count_add_up_to_the_whole(players, board):
    method = best_method(make_spot(players, board, ""))
    whole = method.count(0, method.units)
    cuts = [0, 1, method.units // 3, method.units // 2, method.units]
    assert np.allclose(sum(method.count(a, b) for a, b in pairwise(cuts)), whole)
    assert (method.count(0, method.units + 10**6) == whole).all()


def test_a_count_of_many_ranges_can_be_stopped():
    """One unit of this takes about an hour."""
    method = best_method(make_spot(["random"] * 4, "7c8c2h", ""))
    method.stop()
    assert Tally(4, method.count(0, method.units)).weight == 0


def test_fractions_leave_no_dust():
    rng = random.Random(1)
    for _ in range(60):
        weights = [f"As{card}:{rng.randrange(1, 100) / 100}" for card in ("Ks", "Qs", "Js", "Ts")]
        by_hand = equity_by_hand(["As2s:0.3,5c5d:0.7", ",".join(weights)], "7h8h9cJd", exact=True)
        assert isnan(by_hand["As2s"])
        assert 0 <= by_hand["5c5d"] <= 1
        result = equity(["As2s:0.3,5c5d:0.7", ",".join(weights)], "7h8h9cJd3c", exact=True)
        assert min(count for row in result.shares for count in row) >= 0


def test_a_hand_by_itself_does_not_depend_on_its_weight():
    for board in ("", "2c7h9s"):
        plain = equity_by_hand(["AhKs,AhKd", "QQ"], board, exact=True)
        faint = equity_by_hand(["AhKs,AhKd:1e-20", "QQ"], board, exact=True)
        assert faint["AhKd"] == pytest.approx(plain["AhKd"])
    assert equity(["AA:1e-200,KK:2e-200", "QQ:1e-200,JJ:2e-200"], exact=True).done == 1


def test_means_of_a_grid_go_by_weight():
    by_hand = equity_by_hand(["AsKs:0.1,AhKh", "random"], "Qh7h2h")
    means = (0.1 * by_hand["AsKs"] + by_hand["AhKh"]) / 1.1
    assert by_hand.grid()[0, 1] == pytest.approx(means)


# ---- Cases ----


@poker_cases("equity")
def test_case(case: Case):
    given_, answer = case["input"], case["expected"]["answer"]
    if "query" in given_:
        counts = outcomes(given_["hand"], given_["board"]).categories
        for name, count in answer.items():
            assert (sum(counts.values()) if name == "boards" else counts[category_named(name)]) == count
        return
    players = given_.get("hands") or given_.get("players") or [given_.get("hero") or given_["hand"], given_["villain"]]
    board = given_.get("board", "")
    if "error" in answer:
        with pytest.raises(EquityError, match=r"player 2 \(AA\) has no possible hand"):
            equity(players, board)
        return
    result = equity(players, board)
    assert result.exact
    for name, expected in answer.items():
        check_answer(name, expected, result, players, board)


def category_named(name: str) -> Category:
    return next(kind for kind in Category if str(kind) == name)


def check_answer(name: str, expected, result: Equity, players: list[str], board: str) -> None:
    first = expected[0] if isinstance(expected, list) else expected
    match name:
        case "boards" | "live_pairs":
            runouts = {0: 1_712_304, 3: 990, 5: 1}[len(to_cards(board))]
            assert result.outcomes == (first if name == "boards" else first * runouts)
        case "villain_combos" | "combos":
            assert result.outcomes == first
        case "wins":
            assert list(result.wins) == expected
        case "ties":
            assert result.ties == (first, first)
        case "lose":
            assert result.wins[1] == first
        case "win" | "tie" if isinstance(first, int):
            assert {"win": result.wins, "tie": result.ties}[name][0] == first
        case "win" | "tie" | "equity":
            figures = {"win": result.win, "tie": result.tie, "equity": result.equity}[name]
            for figure, want in zip(figures, expected if isinstance(expected, list) else [expected], strict=False):
                assert figure == pytest.approx(want, abs=6e-7)
        case "P(hero=AA)":
            aces = result.outcomes - equity(["22", players[1]], board).outcomes
            assert aces / result.outcomes == pytest.approx(first, abs=5e-7)
        case "wrong_if_sequential":
            assert abs(result.equity[0] - first) > 0.1
        case "must_return":
            assert expected
        case _:
            pytest.fail(f"no check for {name}")


def test_case_rg_004_counts_every_token():
    result = equity(["KcQc", "6c5c,AQo+"])
    assert result.equity[0] == pytest.approx(0.313757, abs=5e-7)


# ---- Sampling ----

SAMPLED = [
    (["AsKs", "random"], "", ""),
    (["AsKs", "QQ+,AKs:0.5"], "", ""),
    (["AA,22", "AA"], "", ""),
    (["random", "random"], "Qs7s2d", ""),
    (["AhKh", "random", "random"], "Qs7h2hTd", "3c"),
    (["QQ+", "AKs,99", "22+"], "As7h2hTd", ""),
    (["KK", "KK", "QQ"], "Jc7d2h3s", ""),
    (["QQ+", "QQ+", "QQ+", "QQ+:0.5,AA"], "7d2h3s8c9d", ""),  # drawn in turn
]


@pytest.mark.parametrize(("players", "board", "dead"), SAMPLED)
def test_errors_are_what_they_say(players, board, dead):
    """Over many seeds the distance from exact, in standard errors, has mean 0 and variance 1."""
    exact = equity(players, board, dead, exact=True)
    scores = []
    for seed in range(60):
        result = equity(players, board, dead, trials=8192, seed=seed, threads=1)
        if result.stderr[0] == 0:
            assert result.equity[0] == exact.equity[0]
            continue
        scores.append((result.equity[0] - exact.equity[0]) / result.stderr[0])
    assert np.abs(scores).max() < 4.2
    assert abs(np.mean(scores)) < 4 / np.sqrt(len(scores))
    assert 0.5 < np.var(scores) < 1.7


def test_joint_weights_not_one_hand_after_another():
    result = equity(["AA,22", "AA"], exact=False, seed=1)
    assert result.equity[0] == pytest.approx(0.223857, abs=4 * result.stderr[0])


TIGHT = [
    (["QQ+"] * 6, "2c3d5h7s9c"),
    (["JJ+"] * 8, "2c3d5h7s9c"),
    (["AA", "AA,KK", "KK,QQ", "QQ,JJ", "AKs,AQs"], "2c3d5h7s9c"),
]


@pytest.mark.parametrize(("players", "board"), TIGHT)
def test_tight_ranges_do_not_stall(players, board):
    for spot_board in (board, ""):
        result = equity(players, spot_board, trials=100_000, seed=1)
        assert sum(result.equity) == pytest.approx(1)
        assert max(result.stderr) < 0.003


def test_tight_ranges_are_dealt_by_their_joint_weights():
    players, board = ["QQ+", "KK+:0.5,QQ", "QQ+", "AA,QQ", "KK"], "2c3d5h7s9c"
    exact = equity(players, board, exact=True)
    result = equity(players, board, trials=500_000, seed=2)
    for mine, theirs, error in zip(result.equity, exact.equity, result.stderr, strict=True):
        assert mine == pytest.approx(theirs, abs=4.5 * error + 1e-12)


# Who is drawn first decides nearly all here: the others' likeliest hands need the same card.
BLOCKED = ["AsKs,2c2d:0.05", "AsKs,3c3d:0.05", "AsKs,4c4d:0.05", "AsKs,5c5d:0.05", "AsAh,AsAd"]


@pytest.mark.parametrize(
    "players",
    [BLOCKED, BLOCKED[::-1], ["AsAh:0.000001,KcKd", "KcKs,KdKs", "22"], ["AsKs,22:0.0005", "AsQs,AsJs", "QQ"]],
)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_deals_that_hardly_ever_fit_are_sampled_fairly(players, seed):
    board = "7h8h9cJd"
    exact = equity(players, board, exact=True)
    result = equity(players, board, stderr=0.01, seed=seed, exact=False)
    assert result.trials < 10_000_000
    for mine, theirs, error in zip(result.equity, exact.equity, result.stderr, strict=True):
        assert mine == pytest.approx(theirs, abs=4.5 * error + 1e-9)


def test_before_the_first_deal_that_fits_nothing_is_known():
    # 40 deals of which each fits with a chance of one in a million, whoever is drawn first.
    players = ["AsKs,2c2d:0.000001", "AsKs,3c3d:0.000001", "AsKs,4c4d:0.000001"]
    result = equity(players, trials=40, seed=1)
    if result.outcomes == 0:
        assert all(map(isnan, result.equity + result.win + result.tie))
    assert all(map(isnan, result.stderr)) or result.outcomes
    assert "unknown" in str(result) or result.outcomes
    assert isinstance(result.categories, tuple)
    equity_by_hand(players, trials=40, seed=1)


def test_one_deal_says_nothing_about_its_error():
    result = equity(["AA", "KK"], trials=1, seed=1)
    assert all(map(isnan, result.stderr))
    assert "1 random deal, standard error unknown" in str(result)
    by_hand = equity_by_hand(["AA,7s2c:0.00001", "random", "random"], trials=300_000, seed=1)
    hand = Range.from_hand("7s2c").weights > 0
    assert isnan(by_hand.stderr[hand][0]) or by_hand.stderr[hand][0] > 0


@pytest.mark.skipif(not _native.has_vector, reason="this processor has no AVX2")
@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [*SAMPLED, (["random"] * 10, "", ""), (["AA", "22+"] + ["random"] * 4, "Kd", "Kc")],
)
def test_vector_deals_are_the_plain_ones(players, board, dead):
    spot = make_spot(players, board, dead)
    kernel = kernel_spot(spot, range(len(players)), free=range(len(players)))
    tallies = []
    for vector in (False, True):
        tally = np.zeros(_native.tally_size)
        kernel.sample(7, 3, 50_001, tally, vector=vector)
        tallies.append(tally)
    assert (tallies[0] == tallies[1]).all()
    assert tallies[0][0] == 50_001


@pytest.mark.parametrize("options", [{"trials": 300_000}, {"stderr": 0.0008}, {"trials": 10**7, "stderr": 0.001}])
def test_threads_do_not_change_the_result(options):
    for players in (["AsKs", "random"], ["QQ+"] * 6, ["JJ+,AK", "22+", "random"]):
        results = [equity(players, seed=11, threads=threads, **options) for threads in (1, 2, 3)]
        assert results[0] == results[1] == results[2]


def test_threads_do_not_change_exact_counts():
    players = ["22+,A2s+:0.3", "random"]
    assert equity(players, "Qs7s2d", threads=1) == equity(players, "Qs7s2d", threads=3)


def test_seeds_differ_and_repeat():
    players = ["AsKs", "random"]
    results = {seed: equity(players, trials=5000, seed=seed).equity for seed in (0, 1, 2, 2**64 - 1)}
    assert len(set(results.values())) == 4
    assert equity(players, trials=5000, seed=1).equity == results[1]
    fresh = equity(players, trials=5000)
    assert equity(players, trials=5000, seed=fresh.seed) == fresh


def test_trials_are_counted_to_the_last():
    for trials in (1, 31, 33, 4097, ROUND + 5):
        result = equity(["AsKs", "random"], trials=trials, seed=1)
        assert result.trials == result.outcomes == trials
        assert sum(result.wins) + result.ties[0] == trials


def test_a_smaller_error_takes_more_trials():
    rough, fine = (equity(["AsKs", "random"], stderr=error, seed=1) for error in (0.002, 0.0003))
    assert rough.trials < fine.trials
    assert max(rough.stderr) <= 0.002
    assert max(fine.stderr) <= 0.0003


# ---- Progress ----


def test_progress_sees_the_work_and_may_stop_it():
    seen = []

    def stop_at_third(partial: Equity) -> bool:
        seen.append(partial)
        return len(seen) < 3

    result = equity(["AsKs", "random"], trials=10**9, seed=1, threads=2, progress=stop_at_third)
    assert result == seen[-1]
    assert [partial.trials for partial in seen] == [ROUND, 2 * ROUND, 3 * ROUND]
    assert 0 < result.done < 1
    assert result == equity(
        ["AsKs", "random"], trials=10**9, seed=1, threads=1, progress=lambda p: p.trials < 3 * ROUND
    )


@pytest.mark.parametrize("answer", [False, np.False_, 0])
def test_progress_may_say_no_in_its_own_way(answer):
    assert equity(["AA", "KK"], trials=10**9, seed=1, progress=lambda _: answer).trials == ROUND


def test_numbers_of_numpy_are_numbers():
    assert equity(["AA", "KK"], trials=np.int64(50), seed=np.uint8(3), threads=np.int32(1)).trials == 50
    assert not equity(["AA", "KK"], exact=np.False_, trials=5).exact


def test_an_exact_count_that_is_stopped_says_so():
    result = equity(["22+", "random"], "Qs", exact=True, progress=lambda _: False)
    assert not result.exact
    assert 0 < result.done < 1
    assert isnan(result.stderr[0])
    assert "stopped" in str(result)


@pytest.mark.parametrize("players", [["22+,A2s+", "random"], ["AsKs", "random", "QQ+"]])
def test_what_a_stopped_count_saw_is_fair(players):
    whole = equity(players, "Qs7s2d", exact=True, threads=1)
    seen = []
    equity(players, "Qs7s", exact=True, threads=1, progress=lambda partial: seen.append(partial) or len(seen) < 40)
    for partial in (seen[-1], whole):
        assert sum(partial.equity) == pytest.approx(1)
        assert sum(partial.categories[0].values()) == pytest.approx(1)
    final = equity(players, "Qs7s", seed=1, exact=False)
    assert seen[-1].equity == pytest.approx(final.equity, abs=0.03)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("options", [{"trials": 10**12}, {"exact": True}])
def test_an_interrupt_passes_through(threads, options):
    def interrupt(_partial: Equity) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        equity(["22+", "random"], "Qs", threads=threads, progress=interrupt, **options)


# ---- What cannot be ----


@pytest.mark.parametrize(
    ("players", "board", "dead", "message"),
    [
        (["AA"], "", "", "the hands of 1 players; give 2 to 10"),
        (["AA"] * 11, "", "", "the hands of 11 players; give 2 to 10"),
        ("AAKK", "", "", "give a list of hands"),
        (None, "", "", "give a list of hands"),
        (["AA", ""], "", "", "player 2 .* the range is empty"),
        (
            ["QhQs", "AA"],
            "AcAdAh2s3s",
            "",
            r"player 2 \(AA\) has no possible hand: none is left beside AcAdAh2s3s",
        ),
        (["QhQs", "AA"], "", "AcAdAh", r"player 2 \(AA\) has no possible hand: none is left beside AcAdAh"),
        (["AA", "AA", "AA"], "", "", "cannot all have a hand"),
        (["AsKs", "AsQs"], "", "", r"players 1 \(AsKs\), 2 \(AsQs\) cannot all"),
        (["AsKs", "AsQs,KsQs"], "", "", "cannot all have a hand"),
        (["AK"] * 5, "", "", "cannot all have a hand"),
        (["JJ+,AK"] * 9, "", "", "cannot all have a hand"),
        (["AsKs", "AsKs", "random"], "", "", "cannot all have a hand"),
        (["AA", "KK"], "2c3c4c5c6c7c", "", "a board of 6 cards"),
        (
            ["AA"] + ["random"] * 9,
            "",
            "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s",
            "28 dead cards leave too few",
        ),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_the_reason(players, board, dead, message):
    with pytest.raises(EquityError, match=message):
        equity(players, board, dead)


@pytest.mark.parametrize(
    ("players", "board", "error"),
    [
        (["AA", "KKK"], "", RangeError),
        (["AA", 5], "", CardError),
        (["AA", (1, 2, 3)], "", RangeError),
        (["AA", (1, 99)], "", CardError),
        (["AA", "KK"], "2c2c", CardError),
        (["AA", "KK"], "2x", CardError),
    ],
)
def test_unreadable_input_is_refused(players, board, error):
    with pytest.raises(error):
        equity(players, board)


@pytest.mark.parametrize(
    "options",
    [
        {"trials": 0},
        {"trials": 1.5},
        {"trials": True},
        {"stderr": 0},
        {"stderr": -1},
        {"stderr": 1},
        {"stderr": nan},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 1.0},
        {"exact": True, "trials": 5},
        {"exact": True, "stderr": 0.1},
        {"threads": 0},
    ],
)
def test_impossible_options_are_refused(options):
    for function in (equity, equity_by_hand):
        with pytest.raises(ValueError, match="="):
            function(["AA", "KK"], **options)


# ---- Whatever the spot ----

hands_and_boards = st.permutations(range(52)).flatmap(
    lambda deck: st.tuples(st.just(deck), st.integers(2, 4), st.integers(3, 5))
)


@settings(max_examples=60)
@given(hands_and_boards)
def test_equities_sum_to_one_and_names_do_not_matter(spot):
    deck, players, board_size = spot
    hands = [tuple(deck[2 * i : 2 * i + 2]) for i in range(players)]
    board = tuple(deck[20 : 20 + board_size])
    result = equity(hands, board)
    assert sum(result.equity) == pytest.approx(1)
    assert sum(row[0] for row in result.shares) + sum(
        count / sharing for row in result.shares for sharing, count in enumerate(row[1:], 2)
    ) == pytest.approx(result.outcomes)
    assert equity(hands[::-1], board).equity == result.equity[::-1]
    for renamed in (1, 2, 3):
        other = equity([[card ^ renamed for card in hand] for hand in hands], [card ^ renamed for card in board])
        assert other.shares == result.shares


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["22+", "AKs:0.5,QQ", "T9s-54s", "25%", "5%", "AhKd"]), min_size=2, max_size=3))
def test_order_of_players_does_not_matter(players):
    try:
        result = equity(players, "Ts7h2d3c9h", exact=True)
    except EquityError:
        with pytest.raises(EquityError):
            equity(players[::-1], "Ts7h2d3c9h")
        return
    mirrored = equity(players[::-1], "Ts7h2d3c9h", exact=True)
    assert np.allclose(result.shares, mirrored.shares[::-1])
    assert sum(result.equity) == pytest.approx(1)


# ---- By hand, many, outcomes ----


def test_equities_by_hand_add_up_to_the_range():
    hero, villain, board = Range("QQ+,AKs:0.5,76s"), Range("22+"), "7s2d3h"
    by_hand = equity_by_hand([hero, villain], board)
    assert by_hand.exact
    parts = [(equity([Range.from_hand(c), villain], board), hero.weight(c)) for c in hero.without(board)]
    whole = sum(part.equity[0] * part.outcomes * w for part, w in parts) / sum(part.outcomes * w for part, w in parts)
    assert equity([hero, villain], board).equity[0] == pytest.approx(whole)
    assert np.isnan(by_hand.equity).sum() == 1326 - len(hero.without(board))
    assert by_hand.grid().shape == (13, 13)


@pytest.mark.parametrize("players", [["22+,AK", "random"], ["22+,AK", "KQs,99+", "random"], ["AsKs", "QQ+", "22+"]])
def test_sampled_equities_by_hand_have_honest_errors(players):
    board = "7s2d3h9c"
    sampled = equity_by_hand(players, board, trials=600_000, seed=4)
    assert not sampled.exact
    scores = []
    for number in np.flatnonzero(~np.isnan(sampled.equity)):
        exact = equity([tuple(COMBOS[number].tolist()), *players[1:]], board, exact=True)
        if not isnan(sampled.stderr[number]):
            scores.append((sampled.equity[number] - exact.equity[0]) / sampled.stderr[number])
    assert np.abs(scores).max() < 4.5
    assert len(scores) < 20 or 0.5 < np.mean(np.square(scores)) < 2


def test_sampling_by_hand_goes_to_the_error_asked_for():
    rough, fine = (equity_by_hand(["22+", "random", "random"], stderr=error, seed=1) for error in (0.01, 0.003))
    assert fine.trials > rough.trials
    assert np.nanmedian(fine.stderr) <= 0.0035
    with pytest.raises(EquityError, match="exactly for two"):
        equity_by_hand(["22+", "random", "random"], exact=True)


def test_many_spots_are_as_one_by_one():
    spots = [
        (["AsKs", "QQ+"],),
        (["AsKs", "random", "random"], "Qs7s2d"),
        {"players": ["AA", "KK"], "dead": "Kc"},
    ]
    together = equity_many(spots, trials=20_000, seed=5, threads=2)
    alone = [
        equity(["AsKs", "QQ+"], trials=20_000, seed=5),
        equity(["AsKs", "random", "random"], "Qs7s2d", trials=20_000, seed=6),
        equity(["AA", "KK"], dead="Kc", trials=20_000, seed=7),
    ]
    assert together == alone
    assert equity_many([]) == []
    for spot in (("AA", "KK"), (["AA", "KK"], "", "", ""), "AAKK", (), {"players": ["AA", "KK"], "bord": ""}):
        with pytest.raises(EquityError, match=r"spot 1: .*(is no spot|give a list)"):
            equity_many([(["AA", "KK"],), spot])
    with pytest.raises(EquityError, match="no possible hand"):
        equity_many([(["AA", "KK"],), (["AA", "KK"], "KcKdKs")])


def test_outcomes_count_every_board():
    for board, boards in (("", 2_118_760), ("2c7d9h", 1081), ("2c7d9hTs", 46), ("2c7d9hTs3s", 1)):
        result = outcomes("AhKh", board)
        assert result.boards == sum(result.categories.values()) == boards


def test_outs_by_category():
    result = outcomes("AhKh", "Qh7h2c")
    assert {str(kind): len(cards) for kind, cards in result.outs.items()} == {"pair": 14, "flush": 9}
    result = outcomes("9s8s", "Ts7d2c3h")
    assert set(map(str, result.outs)) == {"pair", "straight"}
    assert format_cards(result.outs[Category.STRAIGHT]) == "JsJhJdJc6s6h6d6c"
    assert outcomes("AhKh").outs == outcomes("AhKh", "Qh7h2c3d4s").outs == {}
    with pytest.raises(CardError, match="46 dead cards"):
        outcomes("AhKh", dead=[card for card in range(52) if card not in to_cards("AhKhQhJhTh9h")])
    assert len(outcomes("9s8s", "Ts7d2c3h", dead="JsJh").outs[Category.STRAIGHT]) == 6


@pytest.mark.parametrize(("hand", "board"), [("AhKhQh", ""), ("Ah", ""), ("AhKh", "2c3c4c5c6c7c"), ("AhKh", "Ah2c3c")])
def test_outcomes_refuse_what_is_no_hand(hand, board):
    with pytest.raises(CardError):
        outcomes(hand, board)


def test_the_table_can_be_read():
    text = str(equity(["AhKh", "QQ+"], "Qs7h2h"))
    assert text.splitlines() == [
        "       equity      win      tie",
        "AhKh   36.60%   36.60%    0.00%",
        "QQ+    63.40%   63.40%    0.00%",
        "on Qs7h2h, exact, 8,910 outcomes",
    ]
    assert "seed 5" in str(equity(["AhKh", "QQ+"], trials=100, seed=5))
