"""Melds against every way to read the cards by the text of the rules."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import pytest
from naive_burraco import Reading, best, burraco, longer, reading_of, readings, without, worth

from mazzo.burraco import Meld, MeldError, Rules, article, extended, meld_of, official, points
from mazzo.cards import JOKER, double_deck, format_cards, parse_cards

RULES = {"article": article(), "official": official()}

both = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def multisets(kinds: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """All multisets of up to so many cards that two packs have."""
    for size in range(most + 1):
        for cards in combinations_with_replacement(kinds, size):
            if all(cards.count(card) <= (4 if card == JOKER else 2) for card in set(cards)):
                yield cards


def check(rules: Rules, cards: Sequence[int], found: list[Reading], meld: Meld | None) -> None:
    """A meld is there if there is a way to read the cards, and it is the best way."""
    is_official = rules is RULES["official"]
    shown = format_cards(cards, " ")
    wanted = best(found, is_official)
    assert (meld is None) == (wanted is None), shown
    if meld is None or wanted is None:
        return
    assert sorted(meld.cards) == sorted(cards), shown
    reading = reading_of(meld)
    assert reading in found, shown
    assert meld.is_run == wanted.is_run, shown
    assert len(meld.wilds) == len(wanted.wilds), shown
    assert meld.burraco(rules) == burraco(wanted, is_official), shown
    assert meld.points == points(cards) == worth(cards), shown
    # Where the ace may be at both ends, the text leaves open at which; else the wild lies at the low end.
    alike = [other for other in found if other.naturals == reading.naturals]
    assert reading.wilds == min(other.wilds for other in alike), shown


def judged(rules: Rules, cards: Sequence[int]) -> Meld | None:
    try:
        return meld_of(rules, cards)
    except MeldError:
        return None


def compare(rules: Rules, cards: Sequence[int]) -> None:
    check(rules, cards, list(readings(cards, rules is RULES["official"])), judged(rules, cards))


def one_suit(suit: int) -> list[int]:
    """A suit with its two, the joker, and a two of another suit."""
    return [*range(suit, 52, 4), JOKER, 3 - suit]


@both
def test_up_to_five_cards_of_a_suit_and_wilds(rules):
    for cards in multisets(one_suit(1), 5):
        compare(rules, cards)


@pytest.mark.parametrize("rank", "27A")
@both
def test_all_cards_of_a_rank_and_wilds(rules, rank):
    naturals = parse_cards(" ".join(rank + suit for suit in "cdhs"))
    for cards in multisets(naturals, 8):
        for wilds in multisets([JOKER, 0], 6):
            if rank != "2" or not wilds:
                compare(rules, cards + wilds)


def random_cards(rng: random.Random) -> list[int]:
    """Cards near to a meld: a stretch of a suit with holes, or a rank, wilds, and at times one that is wrong."""
    suit = rng.randrange(4)
    if rng.random() < 0.8:
        first = rng.randrange(13)
        places = range(first, first + rng.randint(2, 14))
        cards = [4 * ((place - 1) % 13) + suit for place in places if rng.random() < 0.9]
    else:
        rank = rng.randrange(13)
        cards = [4 * rank + suit for suit in rng.choices(range(4), k=rng.randint(2, 9))]
    cards += rng.choices([JOKER, suit, rng.randrange(4)], k=rng.choice([0, 0, 1, 1, 1, 2, 3]))
    if rng.random() < 0.1:
        cards.append(rng.randrange(53))
    rng.shuffle(cards)
    return without(double_deck(), without(double_deck(), cards))[:14]


@both
def test_a_sample_of_more_cards(rules):
    """Of all multisets of up to 14 cards, 15,000 at random; most are melds or nearly so."""
    rng = random.Random(7)
    melds = 0
    for _ in range(15_000):
        cards = random_cards(rng)
        rng.shuffle(cards)
        compare(rules, cards)
        melds += judged(rules, cards) is not None
    assert melds > 4000


@both
def test_a_sample_of_any_cards(rules):
    """Cards of all suits, drawn from two packs."""
    rng = random.Random(8)
    for _ in range(10_000):
        compare(rules, rng.sample(double_deck(), rng.randint(1, 8)))


@both
def test_the_order_of_cards_does_not_matter(rules):
    rng = random.Random(9)
    for _ in range(2000):
        cards = random_cards(rng)
        assert judged(rules, cards) == judged(rules, rng.sample(cards, len(cards)))


# ---- Extensions ----


def compare_longer(rules: Rules, meld: Meld, added: Sequence[int]) -> Meld | None:
    try:
        after = extended(rules, meld, added)
    except MeldError:
        after = None
    found = list(longer(reading_of(meld), added, rules is RULES["official"]))
    check(rules, (*meld.cards, *added), found, after)
    return after


@both
def test_every_card_added_to_every_run_of_up_to_five(rules):
    kinds = one_suit(1)
    for cards in multisets(kinds, 5):
        meld = judged(rules, cards)
        if meld is not None and meld.is_run:
            for card in kinds:
                compare_longer(rules, meld, [card])


def random_addition(meld: Meld, rng: random.Random) -> list[int]:
    """Some cards of the meld's suit or rank, and wilds; what a wild stands for comes often."""
    if not meld.is_run:
        return [4 * meld.rank + rng.randrange(4) if rng.random() < 0.8 else JOKER for _ in range(rng.randint(1, 3))]
    first, end = meld.low, meld.low + len(meld.cards)
    near = [*range(first - 3, first), *range(end, end + 3), *(first + wild for wild in meld.wilds)]
    cards = [4 * ((place - 2) % 13) + meld.suit for place in rng.sample(near, rng.randint(1, min(4, len(near))))]
    if rng.random() < 0.25:
        cards.append(rng.choice([JOKER, meld.suit, 3 - meld.suit, rng.randrange(52)]))
    return cards


@both
def test_a_sample_of_melds_that_grow(rules):
    """Each meld takes some of the cards that are tried, so that its wilds lie where the last ones left them."""
    rng = random.Random(10)
    grown = moved = kept = 0
    while grown < 6000:
        meld = judged(rules, random_cards(rng)[: rng.randint(3, 7)])
        if meld is None:
            continue
        for _ in range(6):
            added = random_addition(meld, rng)
            if without((*meld.cards, *added), double_deck()):
                continue
            after = compare_longer(rules, meld, added)
            if after is not None:
                grown += 1
                if meld.locked is not None:
                    moved += after.low + (after.wilds or (0,))[0] != meld.low + meld.locked
                    kept += after.low + (after.wilds or (0,))[0] == meld.low + meld.locked
                meld = after
    assert moved > 100
    assert kept > 100


@both
def test_nothing_added_is_no_extension(rules):
    meld = meld_of(rules, parse_cards("4h 5h 6h"))
    with pytest.raises(MeldError, match="no cards to add"):
        extended(rules, meld, ())
