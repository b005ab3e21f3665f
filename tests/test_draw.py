"""Five-card draw against exact enumeration and plain simulation, both from the rules alone."""

import json
from collections import Counter
from functools import cache
from itertools import combinations
from math import inf, isnan, nan
from random import Random

import numpy as np
import pytest
from naive import value_of_five

import mazzo
from mazzo import _native
from mazzo.cards import CardError, format_cards, to_cards
from mazzo.draw import CLASSES, best_draw, draw_outcomes, hand_class, share_below, usual_throw
from mazzo.equity import EquityError
from mazzo.strength import Category, evaluate

UNUSUAL = (0.001, 0.02, 0.003, 0.02)
SEEDS = 60

# ---- The oracle ----

value = cache(value_of_five)


def ranks(cards):
    return sorted(card // 4 for card in cards)


def makes_straight(cards, rank):
    """Whether a card of that rank would make a straight, whatever the suits."""
    five = [*ranks(cards), rank]
    return value(tuple(sorted(4 * rank + place % 2 for place, rank in enumerate(five))))[0] == 4


def naive_usual(hand):
    """What a hand throws by the policy, said another way than in the kernel."""
    category, _ = value(hand)
    if category >= 4:
        return ()
    times = Counter(card // 4 for card in hand)
    if category >= 1:
        return tuple(card for card in hand if times[card // 4] == 1)
    for odd in hand:
        if len({card % 4 for card in hand if card != odd}) == 1:
            return (odd,)
    for odd in hand:
        four = [card for card in hand if card != odd]
        if sum(makes_straight(four, rank) for rank in set(range(13)) - set(ranks(four))) == 2:
            return (odd,)
    return tuple(sorted(hand)[:3])


@cache
def naive_throw(hand, drew):
    """What a hand throws that is seen to throw so many, and how much it counts."""
    usual = naive_usual(hand)
    if drew is None or len(usual) == drew:
        return usual, 1.0
    times = Counter(card // 4 for card in hand)
    return tuple(sorted(hand, key=lambda card: (times[card // 4], card))[:drew]), UNUSUAL[drew]


@cache
def class_of(hand):
    return hand_class(hand)


def share(mine, others):
    best = max(others)
    return 1.0 if mine > best else 1 / (1 + others.count(best)) if mine == best else 0.0


def without(cards, *taken):
    return [card for card in cards if not any(card in some for some in taken)]


def completions(kept, cards):
    """All five-card hands that come of some cards and a draw, and the cards that are left then."""
    for drawn in combinations(cards, 5 - len(kept)):
        yield tuple(sorted((*kept, *drawn))), without(cards, drawn)


def showdowns(kept, cards):
    """Values of the hands of all, each equally likely: each keeps some cards and draws from the rest."""
    if not kept:
        yield ()
        return
    for hand, rest in completions(kept[0], cards):
        for others in showdowns(kept[1:], rest):
            yield (value(hand), *others)


def starts(live, drew, weights):
    """What the opponents keep, the cards that are left, and the weight of that, over all deals."""
    if not drew:
        yield (), live, 1.0
        return
    for hand in combinations(live, 5):
        throw, weight = naive_throw(hand, drew[0])
        weight *= weights[0][class_of(hand)]
        if weight:
            for kept, rest, factor in starts(without(live, hand), drew[1:], weights[1:]):
                yield (tuple(without(hand, throw)), *kept), rest, weight * factor


def naive_draw(hand, throws, live, drew, weights):
    """The share of the pot that each way to throw wins, over every deal and every draw."""
    totals, all_weight = [0.0] * len(throws), 0.0
    for kept, rest, weight in starts(live, drew, weights):
        all_weight += weight
        for way, throw in enumerate(throws):
            shares = [share(mine, others) for mine, *others in showdowns((without(hand, throw), *kept), rest)]
            totals[way] += weight * sum(shares) / len(shares)
    return [total / all_weight for total in totals]


FLAT = [1.0] * CLASSES
RISING = [(i / CLASSES) ** 3 for i in range(CLASSES)]
BEST = [0.0] * 57 + [1.0] * 7
FEW_STRAIGHTS = [1.0] * 63 + [0.005]
MIXED = [0.3, 0, 1, 0.05] * 16

# Of a hand, what it throws, the cards that may come, how many the opponents throw, and their weights.
SMALL = [
    ("AsAdKs7h2c", "/Ks7h2c/7h2c/7h/AdKs2c", "AhKdQdQsJdTd9d7d5c2d2h", (None,), [FLAT]),
    ("AsAdKs7h2c", "/Ks7h2c/7h2c/7h", "AhKdQdQsJdTd9d7d5c2d2h", (3,), [RISING]),
    ("9s8s7s6s2d", "/2d/9s8s/7s6s2d", "Ts9h9c8h8c7c6h5d4h3h", (2,), [MIXED]),
    ("9s8s7s6s2d", "/2d/9s8s/7s6s2d", "TsJc9c8h7c6h5d4h3hAsKs", (1,), [FLAT]),
    ("JsJhJd4c4d", "/4c4d/Js", "QsQhQcQd9s8s7d6dTsAh", (0,), [BEST]),
    ("QsQdJs3h3c", "/Js", "AsAhKcQhJdTh9c8c7h6c5s4d", (0, 1), [MIXED, RISING]),
    ("QsQdJs3h3c", "/Js", "AsAhKcQhJdTh9c8c7h6c4d", (0, 0), [RISING, MIXED]),
    ("AsKsQsJdTd", "", "AhKdQhJcTcAcKhQcJhTs", (0, 0), [FEW_STRAIGHTS] * 2),  # three may tie
]


@pytest.mark.parametrize(("hand", "throws", "live", "drew", "weights"), SMALL)
def test_shares_and_errors_are_those_of_every_deal(hand, throws, live, drew, weights):
    """Over many seeds the distance from exact, in standard errors, has mean 0 and variance 1."""
    hand, live = to_cards(hand), sorted(to_cards(live))
    throws = [to_cards(throw) for throw in throws.split("/")]
    exact = dict(zip(throws, naive_draw(hand, throws, live, drew, weights), strict=True))
    most = max(map(len, throws))
    dead = without(range(52), hand, live)
    options = {"drew": drew, "weights": weights, "dead": dead, "most": most, "trials": 4096, "threads": 1}
    scores = {throw: [] for throw in throws}
    gaps = {throw: [] for throw in throws}
    for seed in range(SEEDS):
        result = best_draw(hand, len(drew), seed=seed, **options)
        best = result.best
        for way in result.ways:
            if way.throw not in exact:
                continue
            error = way.equity - exact[way.throw]
            if not 0.03 < exact[way.throw] < 0.97:  # of too few deals for a bell curve
                assert abs(error) < 0.02
                continue
            scores[way.throw].append(error / way.stderr)
            if best.throw in exact and way is not best:
                gap = exact[best.throw] - exact[way.throw]
                gaps[way.throw].append((way.behind - gap) / way.behind_stderr)
    # A gap is fair only where the same way is the best of every run.
    checked = [some for some in (*scores.values(), *gaps.values()) if len(some) == SEEDS]
    assert checked
    for some in checked:
        assert np.abs(some).max() < 4.5
        assert abs(np.mean(some)) < 4 / np.sqrt(SEEDS)
        assert 0.5 < np.var(some) < 1.7


def simulated(hand, throws, opponents, drew, trials, rng):
    """The same by plain simulation with a whole deck: shares and their errors."""
    deck = without(range(52), hand)
    sums = np.zeros((2, len(throws)))
    for _ in range(trials):
        rng.shuffle(deck)
        cards = iter(deck)
        others = []
        weight = 1.0
        starting = [tuple(sorted(next(cards) for _ in range(5))) for _ in range(opponents)]
        mine = [next(cards) for _ in range(3)]
        for start, number in zip(starting, drew, strict=True):
            throw, factor = naive_throw.__wrapped__(start, number)
            weight *= factor
            others.append(value_of_five(tuple(sorted([*without(start, throw), *(next(cards) for _ in throw)]))))
        assert weight == 1
        for way, throw in enumerate(throws):
            got = share(value_of_five((*without(hand, throw), *mine[: len(throw)])), others)
            sums[:, way] += got, got**2
    mean = sums[0] / trials
    return mean, np.sqrt((sums[1] / trials - mean**2) / trials)


@pytest.mark.parametrize(("hand", "throws", "opponents"), [("AsAdKs7h2c", "Ks7h2c/7h2c", 1), ("AsKdJs7h2c", "/2c", 3)])
def test_a_whole_deck_agrees_with_plain_simulation(hand, throws, opponents):
    hand = to_cards(hand)
    throws = [to_cards(throw) for throw in throws.split("/")]
    mean, error = simulated(hand, throws, opponents, [None] * opponents, 4000 // opponents, Random(1))
    result = best_draw(hand, opponents, trials=400_000, seed=1)
    found = {way.throw: way for way in result.ways}
    for throw, want, uncertain in zip(throws, mean, error, strict=True):
        assert found[throw].equity == pytest.approx(want, abs=4 * (uncertain + found[throw].stderr))


# ---- The policy, classes, outcomes ----


def test_what_hands_usually_throw():
    rng = Random(2)
    hands = [tuple(rng.sample(range(52), 5)) for _ in range(1000)]
    hands += map(to_cards, ["As2h3d4c9s", "2s3h4d5c9s", "TsJhQdKc2s", "JsQhKdAc2s", "2s3s4s5s6h", "5h6s7s8s9s"])
    hands += map(to_cards, ["AsAhAdAcKs", "AsAhKsKh2c", "AsAhAd2c3d", "4s4h9s8s7s", "2s5s7s9sKh"])
    for hand in map(tuple, map(sorted, hands)):
        for drew in (None, 0, 1, 2, 3):
            expected, _ = naive_throw.__wrapped__(hand, drew)
            thrown = usual_throw(hand, drew)
            assert (ranks(thrown), len(set(thrown))) == (ranks(expected), len(expected)), format_cards(hand)
            if expected == naive_usual(hand):
                assert set(thrown) == set(expected)


def test_classes_are_about_equally_many_hands_in_the_order_of_strength():
    rng = Random(3)
    hands = sorted((rng.sample(range(52), 5) for _ in range(20_000)), key=evaluate)
    classes = [hand_class(hand) for hand in hands]
    assert classes == sorted(classes)
    assert set(classes) == set(range(CLASSES))
    for number in range(CLASSES):
        assert share_below(number) == pytest.approx(number / CLASSES, abs=0.0003)
        assert np.mean(np.array(classes) < number) == pytest.approx(number / CLASSES, abs=0.015)
    # 1,302,540 hands have nothing, and a pair of deuces follows.
    assert (
        share_below(hand_class("2s2h5d4c3s")) < 1_302_540 / 2_598_960 < share_below(hand_class("2s2hAdKcQs")) + 1 / 64
    )


@pytest.mark.parametrize(
    ("hand", "throw", "chances"),
    [
        (
            "AsAdKs7h2c",
            "Ks7h2c",
            {"two pair": 15.99, "three of a kind": 11.43, "full house": 1.02, "four of a kind": 0.28},
        ),
        ("AsAdAcKs7h", "Ks7h", {"full house": 6.11, "four of a kind": 4.26}),
        ("AsAdKsKh2c", "2c", {"full house": 100 * 4 / 47}),
        ("9s8s7s6s2d", "2d", {"straight flush": 100 * 2 / 47, "flush": 100 * 7 / 47, "straight": 100 * 6 / 47}),
    ],
)
def test_known_chances_to_improve(hand, throw, chances):
    counts = draw_outcomes(hand, throw)
    shares = {str(kind): 100 * count / sum(counts.values()) for kind, count in counts.items()}
    assert {kind: shares[kind] for kind in chances} == pytest.approx(chances, abs=0.005)


def test_outcomes_count_every_draw():
    for throw, draws in (("", 1), ("2c", 47), ("7h2c", 1081), ("Ks7h2c", 16_215), ("AsAdKs7h2c", 1_533_939)):
        counts = draw_outcomes("AsAdKs7h2c", throw)
        assert sum(counts.values()) == draws
        assert list(counts) == list(Category)
    assert sum(draw_outcomes("AsAdKs7h2c", "7h2c", "AhAc").values()) == 990
    live = without(range(52), to_cards("AsAdKs7h2c"))
    expected = Counter(value_of_five((*to_cards("AsAdKs"), *drawn))[0] for drawn in combinations(live, 2))
    counts = draw_outcomes("AsAdKs7h2c", "7h2c")
    assert {kind: count for kind, count in counts.items() if count} == expected


# ---- What must hold ----


def by_kept(result):
    return {frozenset(way.keep): (way.equity, way.stderr) for way in result.ways}


def test_the_best_way_comes_first_and_throws_are_limited():
    for most, ways in ((0, 1), (1, 6), (2, 16), (3, 26)):
        result = best_draw("KsQsJs9s9d", most=most, trials=2000, seed=1)
        assert len(result.ways) == ways
        equities = [way.equity for way in result.ways]
        assert equities == sorted(equities, reverse=True)
        assert (result.best.behind, result.best.behind_stderr) == (0, 0)
        for way in result.ways:
            assert sorted(way.throw + way.keep) == sorted(result.hand)
            assert len(way.throw) <= most
            assert way.behind == pytest.approx(result.best.equity - way.equity)
    assert {way.throw for way in result.ways} == {
        throw for count in range(4) for throw in combinations(result.hand, count)
    }


def test_a_hand_that_cannot_lose_stands_pat():
    result = best_draw("AsKsQsJsTs", 3, dead="TcTdTh")  # no other can be as high
    assert (result.best.throw, result.best.equity, result.best.stderr) == ((), 1.0, 0.0)
    assert best_draw("7s5d4h3c2s", 1, drew=[0], weights=[[0] * 63 + [1]], most=0, trials=5000).best.equity == 0


def test_better_opponents_and_more_of_them_leave_less():
    options = {"trials": 50_000, "seed": 1}
    worse = [best_draw("AsAdKs7h2c", n, **options).best.equity for n in (1, 2, 3, 4, 5)]
    assert worse == sorted(worse, reverse=True)
    rows = [[float(place == number) for place in range(64)] for number in (32, 48, 60, 63)]
    worse = [best_draw("AsAdKs7h2c", weights=[row], **options).best.equity for row in rows]
    assert worse == sorted(worse, reverse=True)
    worse = [best_draw("AsAdKs7h2c", drew=[number], **options).best.equity for number in (3, 1, 2, 0)]
    assert worse == sorted(worse, reverse=True)


def test_order_and_names_of_cards_do_not_matter():
    options = {"drew": [1, None], "weights": [RISING, MIXED], "trials": 40_000}
    hand = to_cards("AsAdKs7h2c")
    result = by_kept(best_draw(hand, 2, seed=1, **options))
    assert by_kept(best_draw(hand[::-1], 2, seed=1, **options)) == result
    renamed = by_kept(best_draw([card ^ 1 for card in hand], 2, seed=2, **options))
    for kept, (equity, stderr) in result.items():
        other, error = renamed[frozenset(card ^ 1 for card in kept)]
        assert other == pytest.approx(equity, abs=4.5 * np.hypot(stderr, error))
    turned = by_kept(best_draw(hand, 2, seed=3, drew=[None, 1], weights=[MIXED, RISING], trials=40_000))
    for kept, (equity, stderr) in result.items():
        assert turned[kept][0] == pytest.approx(equity, abs=4.5 * np.hypot(stderr, turned[kept][1]))


def test_the_scale_of_weights_does_not_matter():
    plain = best_draw("AsAdKs7h2c", weights=[RISING], trials=5000, seed=1)
    for factor in (4.0, 2.0**-1000):
        scaled = best_draw("AsAdKs7h2c", weights=[np.array(RISING) * factor], trials=5000, seed=1)
        assert scaled == plain


# ---- Sampling ----


@pytest.mark.parametrize("options", [{"trials": 20_001}, {"stderr": 0.004}, {"trials": 10**7, "stderr": 0.003}])
def test_threads_do_not_change_the_result(options):
    for drew, weights in (((None,), None), ((0, 3), [RISING, FLAT])):
        results = [
            best_draw("9s8s7s6s2d", len(drew), drew=drew, weights=weights, seed=11, threads=threads, **options)
            for threads in (1, 2, 3)
        ]
        assert results[0] == results[1] == results[2]


def test_seeds_differ_and_repeat():
    equities = {best_draw("AsAdKs7h2c", trials=5000, seed=seed).best.equity for seed in (0, 1, 2, 2**64 - 1)}
    assert len(equities) == 4
    fresh = best_draw("AsAdKs7h2c", trials=5000)
    assert best_draw("AsAdKs7h2c", trials=5000, seed=fresh.seed) == fresh
    assert best_draw("AsAdKs7h2c", trials=np.int64(50), seed=np.uint8(3), drew=np.array([1])).drew == (1,)


def test_sampling_goes_to_the_error_asked_for():
    rough, fine, usual = (best_draw("AsAdKs7h2c", seed=1, stderr=error) for error in (0.01, 0.001, None))
    assert rough.trials < usual.trials < fine.trials
    for result, error in ((rough, 0.01), (fine, 0.001), (usual, 0.002)):
        assert 0 < result.best.stderr <= error
    for trials in (1, 33, 1025, 8193):
        assert best_draw("AsAdKs7h2c", trials=trials, seed=1).trials == trials


def test_few_deals_say_nothing_about_their_error():
    result = best_draw("AsAdKs7h2c", trials=10, seed=1)
    assert all(isnan(way.stderr) for way in result.ways)
    assert isnan(result.ways[1].behind_stderr)
    assert "10 random deals, standard error unknown" in str(result)
    # The parts of a run have a standard error from 33 deals on, and it is of the right size.
    assert 0.02 < best_draw("AsAdKs7h2c", trials=320, seed=1).best.stderr < 0.04


def test_the_module_is_there_when_it_is_asked_for():
    assert mazzo.draw.best_draw is best_draw
    with pytest.raises(AttributeError, match="no attribute 'discard'"):
        _ = mazzo.discard


def test_the_table_can_be_read():
    lines = str(best_draw("AsAdKs7h2c", 2, trials=4096, seed=1)).splitlines()
    assert lines[0].split() == ["throw", "keep", "equity", "behind"]
    assert lines[1].split()[:2] == ["Ks7h2c", "AsAd"]
    assert lines[-1].startswith("against 2 opponents, 4,096 random deals, standard error 0.7")
    assert "\nnone " in str(best_draw("AsKsQsJs9s", most=0, trials=100))


# ---- What cannot be ----


@pytest.mark.parametrize(
    ("hand", "options", "error", "message"),
    [
        ("AsAdKs7h", {}, CardError, r"4 cards \(AsAdKs7h\) given; a hand of five-card draw has 5"),
        ("AsAdKs7h2c3c", {}, CardError, "6 cards"),
        ("AsAdKs7h2x", {}, CardError, "'x'"),
        ("AsAdKs7hAs", {}, CardError, "As is there twice"),
        (5, {}, CardError, "5 is no cards"),
        ("AsAdKs7h2c", {"dead": "As"}, CardError, "As is there twice"),
        ("AsAdKs7h2c", {"dead": "Ax"}, CardError, "'x'"),
        ("AsAdKs7h2c", {"opponents": 0}, EquityError, "opponents=0: give a whole number from 1 to 5"),
        ("AsAdKs7h2c", {"opponents": 6}, EquityError, "opponents=6: give a whole number from 1 to 5"),
        ("AsAdKs7h2c", {"opponents": 1.0}, EquityError, "opponents=1.0"),
        ("AsAdKs7h2c", {"opponents": True}, EquityError, "opponents=True"),
        ("AsAdKs7h2c", {"most": 4}, EquityError, "most=4: give a whole number from 0 to 3"),
        ("AsAdKs7h2c", {"most": -1}, EquityError, "most=-1"),
        ("AsAdKs7h2c", {"drew": [1, 2]}, EquityError, r"drew=\[1, 2\] for 1 opponent: give an entry for each"),
        ("AsAdKs7h2c", {"opponents": 2, "drew": [1]}, EquityError, r"drew=\[1\] for 2 opponents"),
        ("AsAdKs7h2c", {"drew": "1"}, EquityError, "drew='1' for 1 opponent"),
        ("AsAdKs7h2c", {"drew": 1}, EquityError, "drew=1 for 1 opponent"),
        ("AsAdKs7h2c", {"drew": [4]}, EquityError, "drew=4: give a whole number from 0 to 3"),
        ("AsAdKs7h2c", {"drew": ["1"]}, EquityError, "drew='1': give a whole number"),
        ("AsAdKs7h2c", {"weights": FLAT}, EquityError, r"weights of shape \(64,\): give \(1, 64\)"),
        ("AsAdKs7h2c", {"weights": [FLAT, FLAT]}, EquityError, r"weights of shape \(2, 64\): give \(1, 64\)"),
        ("AsAdKs7h2c", {"weights": [["high"] * 64]}, EquityError, "weights that are no array of numbers"),
        ("AsAdKs7h2c", {"weights": [[1], [1, 2]]}, EquityError, "weights that are no array of numbers"),
        (
            "AsAdKs7h2c",
            {"weights": [[-1.0] * 64]},
            EquityError,
            "a weight of -1.0 for opponent 1; weights are 0 or more",
        ),
        ("AsAdKs7h2c", {"weights": [[nan] * 64]}, EquityError, "a weight of nan for opponent 1"),
        ("AsAdKs7h2c", {"weights": [[inf] * 64]}, EquityError, "a weight of inf for opponent 1"),
        ("AsAdKs7h2c", {"weights": [[0.0] * 64]}, EquityError, "opponent 1 has no hand: all its weights are 0"),
        (
            "AsAdKs7h2c",
            {"opponents": 5, "dead": "2d3d4d5d6d"},
            EquityError,
            "5 dead cards leave 42, and 43 may be needed: 3 to draw, 25 for 5 opponents and 15 for them to draw",
        ),
        (
            "AsAdKs7h2c",
            {"dead": without(range(52), to_cards("AsAdKs7h2c"), to_cards("3c3d3h4c4d4h5c5d5h6c"))},
            EquityError,
            "37 dead cards leave 10, and 11 may be needed",
        ),
        ("AsAdKs7h2c", {"trials": 0}, EquityError, "trials=0"),
        ("AsAdKs7h2c", {"trials": 1.5}, EquityError, "trials=1.5"),
        ("AsAdKs7h2c", {"stderr": 0}, EquityError, "stderr=0"),
        ("AsAdKs7h2c", {"stderr": 1}, EquityError, "stderr=1"),
        ("AsAdKs7h2c", {"seed": -1}, EquityError, "seed=-1"),
        ("AsAdKs7h2c", {"seed": 2**64}, EquityError, "seed="),
        ("AsAdKs7h2c", {"threads": 0}, ValueError, "threads=0"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(hand, options, error, message):
    with pytest.raises(error, match=message):
        best_draw(hand, **options)


def test_hands_that_cannot_be_are_said():
    """The cards that are left make no hand of the only class that has a weight."""
    live = to_cards("2c2d2h3c3d4h4s5c5s7s8s")
    dead = without(range(52), live, to_cards("AsAdKs7h2s"))
    only = [[float(number == hand_class("QsTh6c4d2s")) for number in range(64)]]
    for options in ({"trials": 50}, {"stderr": 0.01}, {}):
        with pytest.raises(EquityError, match="random deals has a weight above 0; give more classes a weight"):
            best_draw("AsAdKs7h2s", weights=only, dead=dead, **options)


def test_other_arguments_that_cannot_be_are_refused():
    for function in (hand_class, usual_throw):
        with pytest.raises(CardError, match="has 5"):
            function("AsAd")
    with pytest.raises(ValueError, match="drew=4"):
        usual_throw("AsAdKs7h2c", 4)
    for number in (-1, 64, 1.5):
        with pytest.raises(ValueError, match="give a whole number from 0 to 63"):
            share_below(number)
    with pytest.raises(CardError, match="3c cannot be thrown: the hand is AsAdKs7h2c"):
        draw_outcomes("AsAdKs7h2c", "2c3c")
    with pytest.raises(CardError, match="As is there twice"):
        draw_outcomes("AsAdKs7h2c", "2c", "As")
    with pytest.raises(EquityError, match="46 dead cards leave 1 where 2 are drawn"):
        draw_outcomes("AsAdKs7h2c", "7h2c", without(range(52), to_cards("AsAdKs7h2c"), [51, 0, 4]))


def test_the_kernel_checks_what_it_is_given():
    hand, live = np.arange(5, dtype=np.uint8), np.arange(5, 52, dtype=np.uint8)
    good = {
        "hand": hand,
        "ways": [0, 1],
        "live": live,
        "drew": [-1],
        "weights": np.ones((1, 64)),
        "class_of": np.zeros(1 << 16, dtype=np.uint8),
    }
    spot = _native.DrawSpot(**good)
    for wrong in (
        {"hand": live[:4]},
        {"hand": hand + np.uint8(48)},
        {"ways": []},
        {"ways": [15]},
        {"ways": [32]},
        {"ways": [0] * 27},
        {"live": live[:8]},
        {"live": live[:0]},
        {"live": live + np.uint8(1)},
        {"drew": [4]},
        {"drew": []},
        {"drew": [0, 0]},
        {"weights": np.ones((1, 63))},
        {"class_of": np.full(1 << 16, 64, dtype=np.uint8)},
        {"class_of": np.zeros(5, dtype=np.uint8)},
    ):
        with pytest.raises(ValueError, match="the kernels need"):
            _native.DrawSpot(**{**good, **wrong})
    with pytest.raises(ValueError, match="draw_tally_size"):
        spot.sample(1, 0, 10, np.zeros(5))
    for cards, drew in ((live[:4], -1), (live + np.uint8(1), -1), (hand, 4), (hand, -2)):
        with pytest.raises(ValueError, match="the kernels need"):
            _native.usual_throw(cards, drew)
    counts = np.zeros(9, dtype=np.int64)
    for kept, left in ((live[:6], live), (hand[:2], live[:2]), (hand[:2], live + np.uint8(1)), (hand[:4] + 49, live)):
        with pytest.raises(ValueError, match="the kernels need"):
            _native.count_draws(kept, left, counts)


# ---- The command ----


def test_the_command_says_what_to_throw(run_cli):
    status, out, err = run_cli("draw", "A♠ A♦ K♠ 7♥ 2♣", "--opponents", "2", "--seed", "3", "--trials", "20000")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "hand   A♠ A♦ K♠ 7♥ 2♣  pair, aces, kickers king, seven, deuce"
    assert lines[1].startswith("best   throw three cards, K♠ 7♥ 2♣, and keep A♠ A♦: wins 6")
    assert len(lines) == 3 + 2 + 26 + 1
    assert lines[5].split()[:5] == ["K♠", "7♥", "2♣", "A♠", "A♦"]
    assert lines[-1].startswith("against 2 opponents, 20,000 random deals, standard error 0.3")
    assert run_cli("draw", "AsAdKs7h2c", "--opponents", "2", "--seed", "3", "--trials", "20000")[1] == out
    _, out, _ = run_cli("draw", "AsKsQsJsTs", "--dead", "TcTdTh", "--most", "1", "--trials", "100")
    assert "dead   T♣ T♦ T♥" in out
    assert "best   stand pat: wins 100.00% of the pot" in out
    assert len(out.splitlines()) == 4 + 2 + 6 + 1


def test_the_command_gives_json(run_cli):
    _, out, _ = run_cli(
        "draw", "AsAdKs7h2c", "--drew", "1,?", "--dead", "2d", "--most", "2", "--trials", "900", "--seed", "5", "--json"
    )
    data = json.loads(out)
    result = best_draw("AsAdKs7h2c", 2, drew=[1, None], dead="2d", most=2, trials=900, seed=5)
    assert (data["v"], data["hand"], data["opponents"], data["drew"]) == (1, "AsAdKs7h2c", 2, [1, None])
    assert (data["dead"], data["trials"], data["seed"]) == ("2d", 900, 5)
    assert [way["equity"] for way in data["ways"]] == [way.equity for way in result.ways]
    assert data["ways"][0] == {
        "throw": "7h2c",
        "keep": "AsAdKs",
        "equity": result.best.equity,
        "stderr": result.best.stderr,
        "behind": 0,
        "behind_stderr": 0,
    }
    _, out, _ = run_cli("draw", "AsAdKs7h2c", "--trials", "5", "--json")
    assert json.loads(out)["ways"][1]["stderr"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'HAND'"),
        (("AsAdKs7h",), "4 cards (AsAdKs7h) given"),
        (("AsAdKs7h2",), "ends after '2'"),
        (("AsAdKs7h2c", "--drew", "1,x"), "--drew '1,x': 'x' is no number of cards; give 0 to 3 or ?"),
        (("AsAdKs7h2c", "--drew", ""), "'' is no number of cards"),
        (("AsAdKs7h2c", "--drew", "1,2", "--opponents", "3"), "drew=[1, 2] for 3 opponents"),
        (("AsAdKs7h2c", "--drew", "7"), "drew=7: give a whole number from 0 to 3"),
        (("AsAdKs7h2c", "--opponents", "9"), "opponents=9"),
        (("AsAdKs7h2c", "--dead", "As"), "As is there twice"),
        (("AsAdKs7h2c", "--most", "5"), "most=5"),
        (("AsAdKs7h2c", "--trials", "0"), "trials=0"),
        (("AsAdKs7h2c", "--stderr", "2"), "stderr=2.0"),
        (("AsAdKs7h2c", "--seed", "-1"), "seed=-1"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(run_cli, arguments, message):
    status, out, err = run_cli("draw", *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("error: ")
    assert message in err
