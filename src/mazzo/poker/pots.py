"""Pots: who put in what, and who may win it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips, and the seats that can win them."""

    chips: int
    seats: tuple[int, ...]


def uncalled(paid: Sequence[int]) -> tuple[int, int]:
    """Give the seat that put in most and how much of that nobody matched; 0 if somebody did.

    >>> uncalled([50, 100, 300])
    (2, 200)
    """
    second, first = sorted(paid)[-2:]
    return paid.index(first), first - second


def pots(paid: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """Give the main pot and then the side pots.

    `paid` is what each seat put in, uncalled chips taken off; `live` are the seats that have not
    folded. Folded chips and `dead` money stay in; layers with the same live seats are one pot, and
    what only folded seats paid joins the pot below.

    >>> pots([100, 400, 400, 50], live=[0, 1, 2])
    [Pot(chips=350, seats=(0, 1, 2)), Pot(chips=600, seats=(1, 2))]
    """
    levels = sorted({paid[seat] for seat in live})
    if len(levels) == 1:
        return [Pot(sum(paid) + dead, tuple(live))]
    result: list[Pot] = []
    below = 0
    for level in levels:
        top = level if level < levels[-1] else max(paid)
        chips = sum(min(chips, top) - min(chips, below) for chips in paid)
        result.append(Pot(chips, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    result[0] = Pot(result[0].chips + dead, result[0].seats)
    # A level of 0 has nothing in it: a live seat that could pay nothing plays for the dead money alone.
    return [pot for pot in result if pot.chips]


def split(chips: int, winners: Sequence[int]) -> list[int]:
    """Split a pot among winners, in the order in which odd chips go out, one each.

    >>> split(32, [1, 3, 0])
    [11, 11, 10]
    """
    share, odd = divmod(chips, len(winners))
    return [share + 1] * odd + [share] * (len(winners) - odd)
