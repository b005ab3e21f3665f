"""Range notation, in and out, and what can be done with ranges."""

import pickle

import numpy as np
import pytest
from cases import Case, poker_cases
from hypothesis import given, settings
from hypothesis import strategies as st

from mazzo.cards import CardError, format_cards
from mazzo.preflop import count_boards
from mazzo.ranges import COMBOS, TOP_CLASSES, Range, RangeError, class_means, class_names

ALL_CLASSES = [name for row in class_names() for name in row]


@pytest.mark.parametrize(
    ("text", "combos"),
    [
        ("", 0),
        ("22", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KA", 16),
        ("QQ+", 18),
        ("22+", 78),
        ("AA+", 6),
        ("A2s+", 48),
        ("KTo+", 36),
        ("AK+", 16),
        ("T9s+", 4),
        ("22-77", 36),
        ("77-22", 36),
        ("76s-54s", 12),
        ("54s-76s", 12),
        ("A2s-A5s", 16),
        ("A5s - A2s", 16),
        ("A5s–A2s", 16),
        ("K9-KJ", 48),
        ("97o-53o", 60),
        ("AhKh", 1),
        ("KhAh", 1),
        ("Ah Kh", 1),
        ("Ah,Kh", 1),
        ("A♥K♥", 1),
        ("10h9h", 1),
        ("1010", 6),
        ("A10s", 4),
        ("random", 1326),
        ("ANY", 1326),
        ("**", 1326),
        ("100%", 1326),
        ("0.1%", 6),
        ("15%", 200),
        (" QQ+ ,  AKs ", 22),
        ("QQ+ AKs,", 22),
        ("Td 9d, Ah Kh QQ", 8),
        ("random, AA:0", 1320),
    ],
)
def test_how_many_combinations_a_text_has(text, combos):
    assert len(Range(text)) == combos


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("A2s+", "A2s-AKs"),
        ("KTo+", "KTo,KJo,KQo"),
        ("76s-54s", "76s,65s,54s"),
        ("97o-53o", "97o,86o,75o,64o,53o"),
        ("22-77", "22,33,44,55,66,77"),
        ("AK", "AKs,AKo"),
        ("AK : 0.5, QQ +", "AK:0.5,QQ+"),
        ("AK: 0.5", "AK:0.5"),
        ("3 %", "3%"),
        ("AK:0.5", "AK@.5"),
        ("AK, AKs:0.5", "AKo, AKs:0.5"),
        ("AKs:0.5, AK", "AK"),
        ("AKs:0.25, AhKh", "AhKh, AsKs:0.25, AdKd:0.25, AcKc:0.25"),
        ("3%", "AA KK QQ JJ TT 99 88"),
    ],
)
def test_texts_that_mean_the_same(text, same):
    assert Range(text) == Range(same)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("QQ+, foo", "'foo' is no part of a range"),
        ("AKx", "'AKx'"),
        ("A", "'A' is no part"),
        ("Ah", "'Ah' is no part"),
        ("Ah QQ", "'Ah' is no part"),
        ("AhAh", "'AhAh': Ah is there twice"),
        ("AhKhQh", "'AhKhQh' is 3 cards"),
        ("AAs", "'AAs': a pair is neither"),
        ("AhKh+", "'AhKh+'"),
        ("22-77+", "'22-77+'"),
        ("22-AK", "'22-AK' does not run"),
        ("76s-54o", "'76s-54o' does not run"),
        ("76s-53s", "'76s-53s' does not run"),
        ("AKs-", "'AKs-'"),
        ("-", "'-'"),
        ("AK:", "'AK:': '' is no weight"),
        ("AK:1.5", "'AK:1.5': '1.5' is no weight"),
        ("AK:-1", "'-1' is no weight"),
        ("AK:nan", "'nan' is no weight"),
        ("AK:0.5:0.5", "'AK:0.5:0.5'"),
        ("0%", "'0%': a percentage"),
        ("101%", "'101%': a percentage"),
        ("-5%", "'-5%'"),
        ("%", "'%'"),
        ("А5s", "'А5s'"),
        ("AK\u017f", "'AK\u017f'"),
        ("A\u212as", "'A\u212as'"),
        ("１５%", "'１５%'"),
        ("AA:١", "'١' is no weight"),
    ],
)
def test_an_unreadable_token_is_named(text, message):
    with pytest.raises(RangeError) as error:
        Range(text)
    assert message in str(error.value)


@pytest.mark.parametrize("bad", [None, 5, ["AA"]])
def test_a_range_is_read_from_text(bad):
    with pytest.raises(RangeError, match="is no text"):
        Range(bad)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("AA,KK,QQ", "QQ+"),
        ("22-77,99", "99,77-22"),
        ("A2s+,AQo+", "A2s+,AQo+"),
        ("AKs,AKo,AQs,AQo", "AQ+"),
        ("random", "random"),
        ("AA-22, AK-A2, KQ-K2", "22+,A2+,K2+"),
        ("AKs:0.5,QQ", "QQ,AKs:0.5"),
        ("AsKs,AhKh", "AsKs,AhKh"),
        ("", ""),
    ],
)
def test_the_canonical_text(text, shown):
    assert str(Range(text)) == shown


tokens = st.one_of(
    st.sampled_from(ALL_CLASSES),
    st.sampled_from([name + "+" for name in ALL_CLASSES]),
    st.sampled_from([format_cards(combo) for combo in COMBOS.tolist()]),
    st.floats(0.01, 100).map(lambda percent: f"{percent:.2f}%"),
)
weights = st.one_of(st.just(""), st.floats(0, 1).map(lambda weight: f":{weight!r}"))
texts = st.lists(st.tuples(tokens, weights).map("".join), max_size=8).map(",".join)


@given(texts)
def test_the_canonical_text_reads_back(text):
    hands = Range(text)
    assert Range(str(hands)) == hands
    assert str(Range(str(hands))) == str(hands)


@settings(max_examples=20)
@given(st.integers(0, 2**32), st.lists(st.sampled_from([0.0, 0.5, 1.0, 1 / 3, 5e-324]), min_size=1))
def test_any_weights_read_back(seed, values):
    array = np.random.default_rng(seed).choice(values, len(COMBOS))
    hands = Range.from_weights(array)
    assert np.array_equal(Range(str(hands)).weights, array)


@given(st.text(alphabet="AKQT29shoc+-:,.%@ 01randomх", max_size=14))
def test_any_text_is_read_or_refused(text):
    try:
        hands = Range(text)
    except RangeError:
        return
    assert Range(str(hands)) == hands


def test_every_class_is_read_to_its_combinations():
    assert sum(len(Range(name)) for name in ALL_CLASSES) == 1326
    for high, low in COMBOS.tolist():
        if low == 0:
            assert sum((high, low) in Range(name) for name in ALL_CLASSES) == 1


@given(texts, texts)
def test_set_operations(a, b):
    a, b = Range(a), Range(b)
    assert a | b == b | a
    assert a & b == b & a
    assert ((a | b).weights == np.maximum(a.weights, b.weights)).all()
    assert ((a & b).weights == np.minimum(a.weights, b.weights)).all()
    assert ((a - b).weights == np.maximum(a.weights - b.weights, 0)).all()
    assert np.allclose((~~a).weights, a.weights)
    assert Range("random") - a == ~a


def test_membership():
    hands = Range("QQ+, AKs:0.5")
    for held in ("AhKh", "Ah Kh", (50, 46), "QQ", "KK+", "AKs", Range("AA")):
        assert held in hands
    for missing in ("AK", "AhKd", "JJ+", (0, 1), Range("")):
        assert missing not in hands


def test_weights_and_combinations():
    hands = Range("AKs:0.5, QQ")
    assert hands.weight("AhKh") == 0.5
    assert hands.weight("AhKd") == 0
    assert len(list(hands)) == len(hands) == 10
    assert hands.weights.sum() == 8
    with pytest.raises(RangeError, match="a combination is two"):
        hands.weight("AhKhQh")
    with pytest.raises(ValueError, match="read-only"):
        hands.weights[0] = 1


def test_dead_cards_block_combinations():
    hands = Range("AA, KQs")
    assert len(hands.without("As Kh")) == 3 + 3
    assert hands.blocked("As Kh") == ["KhQh", "AsAc", "AsAd", "AsAh"]
    assert hands.blocked("2c") == []
    with pytest.raises(CardError):
        hands.blocked("2x")


def test_the_grid_has_suited_hands_above_the_diagonal():
    names = class_names()
    for i in range(13):
        for j in range(13):
            grid = Range(names[i][j]).grid()
            assert grid[i, j] == 1
            assert grid.sum() == 1
    assert Range("AhKh").grid()[0, 1] == 0.25
    assert names[1][0] == "AKo"
    assert np.isnan(class_means(np.full(1326, np.nan))).all()


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(5), r"shape \(5,\)"),
        (np.full(1326, 2), "weight of 2"),
        (np.full(1326, np.nan), "weight of nan"),
    ],
)
def test_weights_are_checked(array, message):
    with pytest.raises(RangeError, match=message):
        Range.from_weights(array)


def test_ranges_are_values():
    hands = Range("QQ+, AKs:0.5")
    assert pickle.loads(pickle.dumps(hands)) == hands
    assert {hands: 1}[Range("AKs:0.5, QQ+")] == 1
    assert hands != Range("QQ+")
    assert repr(hands) == "Range('QQ+,AKs:0.5')"
    assert hash(Range.from_weights(-np.zeros(1326))) == hash(Range(""))
    with pytest.raises(TypeError):
        hands | "KK"
    source = np.ones(1326)
    made = Range.from_weights(source)
    source[:] = 0
    assert made == Range("random")


def test_percentages_go_by_equity_against_a_random_hand():
    everything = Range("random").weights
    won, tied = count_boards(everything, everything)
    means = dict(zip(ALL_CLASSES, class_means(won + tied / 2).ravel().tolist(), strict=True))
    assert sorted(ALL_CLASSES, key=means.get, reverse=True) == list(TOP_CLASSES)


def test_percentages_grow():
    sizes = [len(Range(f"{percent}%")) for percent in range(1, 101)]
    assert sizes == sorted(sizes)
    assert all(size >= percent / 100 * 1326 for percent, size in enumerate(sizes, 1))


@poker_cases("ranges")
def test_case(case: Case):
    given_, answer = case["input"], case["expected"]["answer"]
    match case["id"]:
        case "RG-002":
            combos = list(Range(given_["parse"]))
            assert len(combos) == answer["combos"]
            assert all(high != low for high, low in combos)
        case "RG-004":
            hands = Range(given_["villain"]).without(given_["hero"])
            assert len(hands) == answer["villain_combos_live"]
        case "RG-006":
            for text, combos in zip(given_["parse"], answer["combos"], strict=True):
                if combos == "error":
                    with pytest.raises(RangeError):
                        Range(text)
                else:
                    assert len(Range(text)) == combos
        case "RG-008":
            assert {Range(text) for text in given_["parse"]} == {Range("AKs")}
            assert len(Range("aks")) == 4
        case "RG-010":
            assert all(len(Range(text)) == answer["any_supported_alias_combos"] for text in given_["parse"])
            with pytest.raises(RangeError):
                Range("whatever")
        case number:
            pytest.fail(f"no runner for {number}")
