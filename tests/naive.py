"""Hand strength from the rules alone, slow and plain: the oracle for the real evaluator."""

from collections import Counter
from itertools import combinations

Value = tuple[int, list[int]]


def value(cards: tuple[int, ...]) -> Value:
    """The best five cards as (category, ranks that decide), to be compared."""
    return max(value_of_five(five) for five in combinations(cards, 5))


def value_of_five(cards: tuple[int, ...]) -> Value:
    ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    times = Counter(ranks)
    by_times = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = sorted(times.values(), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:
        straight, by_times = True, [3, 2, 1, 0, -1]
    else:
        straight = len(times) == 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        category = 8
    elif shape == [4, 1]:
        category = 7
    elif shape == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif shape == [3, 1, 1]:
        category = 3
    elif shape == [2, 2, 1]:
        category = 2
    elif shape == [2, 1, 1, 1]:
        category = 1
    else:
        category = 0
    return category, by_times
