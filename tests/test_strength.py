"""Strengths against the rules, known counts, and each fast path against the plain one."""

import itertools
import random

import numpy as np
import pytest
from cases import Case, poker_cases
from hypothesis import given
from hypothesis import strategies as st
from naive import value

from mazzo import _native
from mazzo.cards import CardError, format_card, parse_cards
from mazzo.strength import (
    Category,
    best_five,
    category,
    describe,
    evaluate,
    evaluate_many,
    showdown,
)

COUNTS = {
    5: [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
    6: [1844, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900],
    7: [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460],
}


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_all_hands_by_category(cards):
    by_strength = _native.count_strengths(cards)
    by_category = by_strength.reshape(16, -1).sum(axis=1)
    assert by_category[8::-1].tolist() == COUNTS[cards]
    assert by_strength[0] == 0
    if cards != 6:
        assert np.count_nonzero(by_strength) == {5: 7462, 7: 4824}[cards]


def adversarial_decks() -> list[list[int]]:
    """Small decks in which pairs, straights and flushes meet all the time."""
    few_ranks = [[4 * rank + suit for rank in ranks for suit in range(4)] for ranks in ([0, 1, 12], [3, 7, 8])]
    runs = [[4 * (rank % 13) + suit for rank in range(low, low + 6) for suit in (0, 1)] for low in range(-1, 9)]
    one_suit = [[4 * rank + suit for rank in range(13)] + [50, 49] for suit in range(4)]
    return few_ranks + runs + [sorted(set(deck)) for deck in one_suit]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_is_that_of_the_rules(size):
    rng = random.Random(size)
    hands = [tuple(rng.sample(range(52), size)) for _ in range(2000)]
    hands += [tuple(rng.sample(deck, size)) for deck in adversarial_decks() for _ in range(60)]
    by_rules = sorted((value(hand), evaluate(hand)) for hand in hands)
    for (value_a, strength_a), (value_b, strength_b) in itertools.pairwise(by_rules):
        assert (value_a < value_b) == (strength_a < strength_b)
        assert (value_a == value_b) == (strength_a == strength_b)


def test_hands_of_different_size_compare():
    rng = random.Random(1)
    for _ in range(500):
        hand = tuple(rng.sample(range(52), 7))
        assert evaluate(hand) == evaluate(best_five(hand)) == max(evaluate(hand[:6]), evaluate(hand))
        assert evaluate(hand[:6]) == evaluate(best_five(hand[:6])) >= evaluate(hand[:5])


def random_rows(count: int, size: int, seed: int = 1) -> np.ndarray:
    deck = np.tile(np.arange(52, dtype=np.uint8), (count, 1))
    return np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :size])


def evaluate_rows(rows: np.ndarray, *, vector: bool, check: bool = True) -> np.ndarray:
    out = np.zeros(len(rows), dtype=np.uint16)
    assert _native.evaluate_rows(rows, out, check=check, vector=vector) == -1
    return out


needs_vector = pytest.mark.skipif(not _native.has_vector, reason="this processor has no AVX2")


@pytest.mark.parametrize("size", [5, 6, 7])
def test_plain_rows_agree_with_single_hands(size):
    rows = random_rows(20_000, size)
    assert evaluate_rows(rows, vector=False).tolist() == [evaluate(tuple(row)) for row in rows.tolist()]


@needs_vector
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("check", [True, False])
def test_vector_rows_agree_with_plain_ones(size, check):
    rows = random_rows(300_000, size)
    assert (evaluate_rows(rows, vector=True, check=check) == evaluate_rows(rows, vector=False)).all()


@needs_vector
@pytest.mark.parametrize("size", [5, 6, 7])
def test_vector_rows_agree_on_adversarial_decks(size):
    rng = random.Random(size)
    decks = adversarial_decks()
    rows = np.array([rng.sample(decks[i % len(decks)], size) for i in range(20_000)], dtype=np.uint8)
    assert (evaluate_rows(rows, vector=True) == evaluate_rows(rows, vector=False)).all()


@needs_vector
@pytest.mark.parametrize("count", [0, 1, 31, 32, 33, 63, 64, 65, 97])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_length_is_filled_to_its_end(count, size):
    rows = random_rows(count, size, seed=count)
    assert (evaluate_rows(rows, vector=True) == evaluate_rows(rows, vector=False)).all()


@pytest.mark.parametrize("vector", [False, pytest.param(True, marks=needs_vector)])
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("at", [0, 31, 32, 77, 99])
@pytest.mark.parametrize("bad", [52, 255, None])
def test_the_first_bad_row_is_found(vector, size, at, bad):
    rows = random_rows(100, size)
    for row in range(at, 100):
        rows[row, size - 1] = rows[row, 0] if bad is None else bad
    out = np.zeros(100, dtype=np.uint16)
    assert _native.evaluate_rows(rows, out, check=True, vector=vector) == at


@pytest.mark.parametrize("vector", [False, pytest.param(True, marks=needs_vector)])
def test_unchecked_garbage_harms_no_other_row(vector):
    rows = random_rows(10_000, 7)
    expected = evaluate_rows(rows, vector=False)
    garbage = np.random.default_rng(1).integers(0, 256, (5000, 7), dtype=np.uint8)
    rows[::2] = garbage
    assert (evaluate_rows(rows, vector=vector, check=False)[1::2] == expected[1::2]).all()


def test_many_takes_views_other_types_and_out():
    wide = random_rows(70_000, 14)
    rows = np.ascontiguousarray(wide[:, ::2])
    expected = evaluate_rows(rows, vector=False)
    out = np.empty(140_000, dtype=np.uint16)[::2]
    assert evaluate_many(wide[:, ::2], out=out) is out
    for given_ in (out, evaluate_many(rows.astype(np.int64)), evaluate_many(np.asfortranarray(rows))):
        assert (given_ == expected).all()
    assert (evaluate_many(rows[::-1]) == expected[::-1]).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_many_is_the_same_on_any_number_of_threads(threads):
    rows = random_rows(200_000, 7)
    assert (evaluate_many(rows, threads=threads) == evaluate_rows(rows, vector=False)).all()


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((3, 4), np.uint8), r"shape \(3, 4\)"),
        (np.zeros(7, np.uint8), r"shape \(7,\)"),
        (np.zeros((1, 7)), "type float64"),
        ([[0, 1, 2, 3, 52]], "row 0: 52 is no card"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 300]], "row 1: 300 is no card"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]], "row 1: -1 is no card"),
        ([[0, 1, 2, 3, 4], [9, 1, 2, 3, 9]], "row 1: 4d is there twice"),
    ],
)
def test_many_says_what_is_wrong(hands, message):
    with pytest.raises(CardError, match=message):
        evaluate_many(hands)


def test_many_names_the_row_far_into_the_array():
    rows = random_rows(200_000, 7)
    rows[170_001, 3] = rows[170_001, 4]
    with pytest.raises(CardError, match=f"row 170001: {format_card(int(rows[170_001, 3]))} is there twice"):
        evaluate_many(rows)


@pytest.mark.parametrize(
    "out",
    [np.empty(2, np.uint16), np.empty(1, np.int32), np.empty((1, 1), np.uint16)],
    ids=["2", "int", "2d"],
)
def test_out_must_fit(out):
    with pytest.raises(ValueError, match="out of shape"):
        evaluate_many([[0, 1, 2, 3, 4]], out=out)


def test_every_strength_that_there_is_can_be_said():
    strengths = np.flatnonzero(_native.count_strengths(5))
    assert len({describe(strength) for strength in strengths}) == 7462
    others = set(range(1 << 16)) - set(strengths.tolist())
    for number in random.Random(1).sample(sorted(others), 500):
        with pytest.raises(ValueError, match="is no strength"):
            describe(number)


def test_empty_arrays_have_no_strengths():
    for hands in ([], np.zeros((0, 5), np.uint8), np.zeros((0, 0))):
        assert evaluate_many(hands).shape == (0,)


ROWS, OUT = np.zeros((2, 7), np.uint8), np.zeros(2, np.uint16)
HAND, ONE = np.array([[51, 47]], np.uint8), np.ones(1)
WEIGHTS, TOTAL = np.ones((2, 1326)), np.zeros(_native.tally_size)


@pytest.mark.parametrize(
    "call",
    [
        lambda: _native.evaluate_rows(ROWS[:, :4].copy(), OUT, check=False, vector=False),
        lambda: _native.evaluate_rows(ROWS, OUT[:1], check=False, vector=False),
        lambda: _native.count_strengths(8),
        lambda: _native.Spot([HAND] * 12, [ONE] * 12, [], 0),
        lambda: _native.Spot([HAND], [ONE], range(6), 63),
        lambda: _native.Spot([HAND], [ONE], [60], 0),
        lambda: _native.Spot([HAND], [np.ones(5000)], [], 0),
        lambda: _native.Spot([HAND[:, :1].copy()], [ONE], [], 0),
        lambda: _native.Spot([HAND + 10], [ONE], [], 0),
        lambda: _native.Spot([None], [None], [], (1 << 52) - 1),
        lambda: _native.Spot([HAND], [ONE], [], 0, in_turn=[5]),
        lambda: _native.Spot([HAND], [ONE], [], 0).enumerate_hands(0, 1, TOTAL[:5]),
        lambda: _native.Spot([HAND], [ONE], [], 0).sample(1, 0, 10, TOTAL, np.zeros((1, 2)), vector=False),
        lambda: _native.Spot([], [], [], 0).sample(1, 0, 10, TOTAL, vector=False),
        lambda: _native.Spot([], [], [], 0).enumerate_two_ranges(0, 1, WEIGHTS[:, :5].copy(), TOTAL),
        lambda: _native.Spot([], [], [], 0).enumerate_two_ranges(0, 1, WEIGHTS, TOTAL[:5]),
        lambda: _native.matchup(HAND[0, :1].copy(), HAND[0]),
        lambda: _native.add_categories(WEIGHTS, np.zeros((5, 9), np.uint16), np.zeros(9)),
    ],
)
def test_the_core_refuses_what_would_not_fit(call):
    with pytest.raises(ValueError, match="the kernels need"):
        call()


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2"])
def test_threads_must_be_a_number(threads):
    with pytest.raises(ValueError, match="threads="):
        evaluate_many([[0, 1, 2, 3, 4]], threads=threads)


@pytest.mark.parametrize(
    "bad",
    [
        (0, 1, 2, 3),
        tuple(range(8)),
        (0, 1, 2, 3, 52),
        (0, 1, 2, 3, -1),
        (0, 1, 2, 3, 2**80),
        (0, 1, 2, 3, True),
        (0, 1, 2, 3, 4.0),
        [0, 1, 2, 3, 3],
        "AsKs",
        "AsKsQsJs9x",
        "",
    ],
)
def test_one_hand_is_checked(bad):
    with pytest.raises(CardError):
        evaluate(bad)


def test_one_hand_may_come_as_anything_like_a_sequence():
    cards = parse_cards("AsKsQsJs9s2c2d")
    for given_ in (cards, list(cards), np.array(cards, np.uint8), "AsKsQsJs9s2c2d", iter(cards)):
        assert evaluate(given_) == evaluate(cards)
    assert evaluate(cards, check=False) == evaluate(cards)


@given(st.permutations(range(52)), st.integers(5, 7))
def test_order_of_cards_and_names_of_suits_do_not_matter(deck, size):
    hand = tuple(deck[:size])
    assert evaluate(hand) == evaluate(tuple(sorted(hand)))
    assert evaluate(hand) == evaluate(tuple(card ^ 1 for card in hand)) == evaluate(tuple(card ^ 2 for card in hand))


@given(st.permutations(range(52)))
def test_words_say_what_the_rules_say(deck):
    hand = tuple(deck[:7])
    kind, _ = value(hand)
    assert category(hand) == category(evaluate(hand)) == kind
    words = describe(hand)
    assert words.startswith(str(Category(kind))) or words == "royal flush"
    assert len(best_five(hand)) == 5


@pytest.mark.parametrize(
    ("hand", "words", "five"),
    [
        ("AsKsQsJsTs2c2d", "royal flush", "AsKsQsJsTs"),
        ("Ah2h3h4h5h", "straight flush, five high", "5h4h3h2hAh"),
        ("6c6d6h6sAcKd2c", "four of a kind, sixes, kicker ace", "6c6d6h6sAc"),
        ("KhKsKd4c4d2h2s", "full house, kings over fours", "KhKsKd4c4d"),
        ("AcKc9c5c2c3d3h", "flush, ace, king, nine, five, deuce", "AcKc9c5c2c"),
        ("2c3d4c5cAc", "straight, five high", "5c4c3d2cAc"),
        ("6c6d6hJsAc2d3d", "three of a kind, sixes, kickers ace, jack", "6c6d6hAcJs"),
        ("4d8s4h7d8c7c5c", "two pair, eights and sevens, kicker five", "8s8c7d7c5c"),
        ("6c6dThJsAc", "pair, sixes, kickers ace, jack, ten", "6c6dAcJsTh"),
        ("7c5d4h3s2c", "high card, seven, five, four, three, deuce", "7c5d4h3s2c"),
    ],
)
def test_hands_in_words(hand, words, five):
    assert describe(hand) == words
    assert best_five(hand) == parse_cards(five)


@pytest.mark.parametrize("bad", [0, -1, 9 << 12, 65536, 4095, 8191, 28872, 32780, 36863, True])
def test_only_strengths_are_described(bad):
    with pytest.raises(ValueError, match="is no strength"):
        describe(bad)


def test_a_showdown_refuses_what_cannot_be_dealt():
    with pytest.raises(CardError, match="8s is there twice"):
        showdown(["As8s", "KdKc"], "Ac2d8sTs3s")
    with pytest.raises(CardError, match=r"2 cards \(AhKh\), 3 cards \(QdQcJs\) do not compare"):
        showdown(["AhKh", "QdQcJs"], "Qs7s2hTs")
    with pytest.raises(CardError, match="no hands"):
        showdown([], "Ac2d8sTs3s")


@poker_cases("evaluator")
def test_case(case: Case):
    given_, answer = case["input"], case["expected"]["answer"]
    match given_["op"]:
        case "category":
            assert [str(category(hand)) for hand in given_["hands"]] == answer["categories"]
            assert evaluate(given_["hands"][0]) > evaluate(given_["hands"][1])
        case "showdown":
            result = showdown(given_["hands"], given_["board"])
            expected = answer["either"][0] if "either" in answer else answer
            assert list(result.winners) == expected["winners"]
            if "tie" in expected:
                assert result.tie == expected["tie"]
                assert [str(category(s)) for s in result.strengths] == expected["categories"]
        case "compare":
            winner = {"hand0 > hand1": 0, "hand1 > hand0": 1}[answer["order"]]
            assert showdown(given_["hands"], given_.get("board", "")).winners == (winner,)
        case "evaluate":
            with pytest.raises(CardError, match=f"{answer['names']} is there twice"):
                evaluate(given_["hole"] + given_["board"])
        case "parse":
            with pytest.raises(CardError) as error:
                parse_cards(given_["text"])
            if "U+0441" in str(answer):
                assert "U+0441) at index 1" in str(error.value)
        case op:
            pytest.fail(f"no runner for {op}")
