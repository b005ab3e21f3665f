"""Reading, showing and shuffling cards."""

import random
import string
from collections import Counter

import numpy as np
import pytest
from cases import Case, poker_cases
from hypothesis import given
from hypothesis import strategies as st

import mazzo
from mazzo.cards import (
    RANKS,
    SUIT_SIGNS,
    SUITS,
    CardError,
    card_array,
    format_card,
    format_cards,
    full_deck,
    parse_card,
    parse_cards,
    shuffle,
    to_cards,
)

hands = st.lists(st.integers(0, 51), unique=True, max_size=52)


def test_numbers_follow_the_design():
    assert [parse_card(text) for text in ("2c", "2d", "2h", "2s", "3c", "As")] == [0, 1, 2, 3, 4, 51]


@pytest.mark.parametrize("text", ["As", "as", "AS", "aS", "A♠", "a♠", "A♠\ufe0f", " As ", "As,"], ids=ascii)
def test_every_way_to_type_the_ace_of_spades(text):
    assert parse_cards(text) == (51,)


@pytest.mark.parametrize("text", ["Td9d", "Td 9d", "Td,9d", "Td, 9d", "10d9d", "10D 9D", "t♦9♦", "\tTd\n9d"])
def test_every_way_to_type_two_cards(text):
    assert parse_cards(text) == (33, 29)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("TdTd", "Td is there twice"),
        ("Td10d", "Td is there twice"),
        ("Xs", "'X' (U+0058) at index 0 is not a rank"),
        ("As Kx", "'x' (U+0078) at index 4 is not a suit"),
        ("1s", "'1' (U+0031) at index 0 is not a rank"),
        ("0s", "'0' (U+0030) at index 0 is not a rank"),
        ("As K", "ends after 'K'"),
        ("As 10", "ends after '10'"),
        ("A s", "' ' (U+0020) at index 1 is not a suit"),
        ("As;Ks", "';' (U+003B) at index 2 is not a rank"),
        ("As\ufe0f", "(U+FE0F) at index 2 is not a rank"),
    ],
)
def test_unreadable_text_is_quoted(text, message):
    with pytest.raises(CardError) as error:
        parse_cards(text)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["", "AsKs", "A"])
def test_one_card_is_one_card(text):
    with pytest.raises(CardError):
        parse_card(text)


@pytest.mark.parametrize("bad", [[52], [-1], [1.0], [True], ["Ax"], [None], [2**70], [3, 3], ["As", 51], 5, None])
def test_numbers_are_checked(bad):
    with pytest.raises(CardError):
        to_cards(bad)


def test_texts_of_a_card_each_are_cards():
    assert to_cards(["As", "10d"]) == (51, 33)
    assert to_cards(["As", 0]) == (51, 0)


def test_numpy_numbers_are_cards():
    assert to_cards(np.array([51, 47], dtype=np.uint8)) == (51, 47)


@given(st.text(alphabet=string.printable + SUIT_SIGNS + "сА\ufe0f", max_size=12))
def test_any_text_is_read_whole_or_refused(text):
    try:
        cards = parse_cards(text)
    except CardError:
        return
    letters = [letter for letter in text if not letter.isspace() and letter not in ",\ufe0f"]
    assert len(letters) == 2 * len(cards) + "".join(letters).count("10")


@given(hands, st.sampled_from(["", " ", ",", ", "]), st.booleans())
def test_shown_cards_read_back(cards, separator, signs):
    assert parse_cards(format_cards(cards, separator, signs=signs)) == tuple(cards)


def test_all_cards_have_distinct_names():
    assert {format_card(card) for card in range(52)} == {rank + suit for rank in RANKS for suit in SUITS}


def test_card_array_has_a_hand_a_row():
    array = card_array(["AsKs", (0, 1)])
    assert array.dtype == np.uint8
    assert array.tolist() == [[51, 47], [0, 1]]
    with pytest.raises(CardError, match="equally many"):
        card_array(["AsKs", "As"])


@poker_cases("rng")
def test_case(case: Case):
    RNG_CASES[case["id"]](case["expected"]["answer"])


def shuffled(seed: int) -> list[int]:
    deck = full_deck()
    shuffle(deck, random.Random(seed))
    return deck


def every_place_is_equally_likely(_answer):
    shuffles = 200_000
    # Ten million small numbers: drawn from NumPy, which is faster.
    rng = FastBits(np.random.default_rng(1))
    counts = np.zeros((52, 52))
    deck = full_deck()
    places = np.arange(52)
    for _ in range(shuffles):
        shuffle(deck, rng)
        counts[deck, places] += 1
    expected = shuffles / 52
    chi_squares = ((counts - expected) ** 2 / expected).sum(axis=1)
    assert np.abs((chi_squares - 51) / np.sqrt(2 * 51)).max() < 5


class FastBits(random.Random):
    """A generator whose getrandbits is cheap."""

    def __init__(self, generator):
        self.generator = generator
        self.pool = []

    def getrandbits(self, k):
        if not self.pool:
            self.pool = self.generator.integers(0, 1 << 32, 1 << 16).tolist()
        return self.pool.pop() >> (32 - k)


def one_card_stays_in_place_on_average(answer):
    fixed = sum(sum(card == place for place, card in enumerate(shuffled(seed))) for seed in range(20_000))
    assert fixed / 20_000 == pytest.approx(answer["mean"], abs=answer["tolerance"])


def real_tables_do_not_depend_on_the_clock(answer):
    decks = set()
    for _ in range(answer["distinct_deals"]):
        deck = full_deck()
        shuffle(deck, random.SystemRandom())
        decks.add(tuple(deck))
    assert len(decks) == answer["distinct_deals"]


def workers_do_not_repeat_each_other(answer):
    fresh = {mazzo.equity(["AsKs", "QQ"], trials=1000).seed for _ in range(8)}
    assert len(fresh) == answer["distinct_first_deals"]
    seeded = [mazzo.equity(["AsKs", "QQ"], trials=300_000, seed=7, threads=n) for n in (1, 2, 8)]
    assert seeded[0] == seeded[1] == seeded[2]


def tables_do_not_disturb_each_other(_answer):
    alone = random.Random(1)
    decks_alone = [full_deck() for _ in range(5)]
    for deck in decks_alone:
        shuffle(deck, alone)
    before = random.getstate()
    first, second = random.Random(1), random.Random(2)
    for expected in decks_alone:
        deck, other = full_deck(), full_deck()
        shuffle(deck, first)
        shuffle(other, second)
        assert deck == expected
    assert random.getstate() == before


class Counted(random.Random):
    """Gives every number of six bits equally often, in order."""

    def __init__(self):
        self.next = 0

    def getrandbits(self, k):
        self.next += 1
        return (self.next - 1) % (1 << k)


def even_bits_give_even_places(_answer):
    # The first draw of each shuffle chooses the last card among 52.
    chosen = Counter()
    rng = Counted()
    for start in range(64):
        rng.next = start
        deck = full_deck()
        shuffle(deck, rng)
        if start < 52:
            chosen[deck[-1]] += 1
    assert set(chosen.values()) == {1}
    assert len(chosen) == 52


RNG_CASES = {
    "RN-001": every_place_is_equally_likely,
    "RN-003": one_card_stays_in_place_on_average,
    "RN-005": real_tables_do_not_depend_on_the_clock,
    "RN-007": workers_do_not_repeat_each_other,
    "RN-009": tables_do_not_disturb_each_other,
    "RN-011": even_bits_give_even_places,
}
