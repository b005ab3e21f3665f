"""What a hand of Burraco is worth, and a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mazzo.burraco.melds import Burraco, Meld, points
from mazzo.burraco.rules import Rules, RulesError


@dataclass(frozen=True, slots=True)
class Score:
    """What one side got for a hand: each part with its sign, and the total."""

    laid: int
    clean: int
    semi_clean: int
    dirty: int
    closing: int
    left: int
    pot: int

    @property
    def total(self) -> int:
        """The sum."""
        return self.laid + self.clean + self.semi_clean + self.dirty + self.closing + self.left + self.pot


def score_of(
    rules: Rules, melds: Sequence[Meld], left: Sequence[int], *, closed: bool = False, took_pot: bool = True
) -> Score:
    """Give what a side gets for its melds, with the cards that it is left with.

    >>> from mazzo.burraco import meld_of, official
    >>> from mazzo.cards import parse_cards
    >>> run = meld_of(official(), parse_cards("4c 5c 6c 7c 8c 9c Tc"))
    >>> score_of(official(), [run], (), closed=True).total
    350
    """
    kinds = [meld.burraco(rules) for meld in melds]
    bonus = {kind: kinds.count(kind) * kind.bonus for kind in Burraco}
    return Score(
        laid=sum(meld.points for meld in melds),
        clean=bonus[Burraco.CLEAN],
        semi_clean=bonus[Burraco.SEMI],
        dirty=bonus[Burraco.DIRTY],
        closing=rules.closing_bonus if closed else 0,
        left=-points(left),
        pot=0 if took_pot else -rules.pot_penalty,
    )


#: Up to which difference of points a match of so many hands ends 10-10, 11-9 and so on; more is 20-0.
VICTORY_STEPS: Final = {
    3: (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    4: (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
}


def victory_points(difference: int, hands: int) -> tuple[int, int]:
    """Give the victory points of the winner and the loser of a match of 3 or 4 hands.

    >>> victory_points(420, 3)
    (14, 6)
    """
    if hands not in VICTORY_STEPS:
        raise RulesError(f"a match of {hands!r} hands has no victory points; those of 3 and 4 have")
    if difference < 0:
        raise RulesError(f"a difference of {difference!r}: give that of the winner, from 0 up")
    more = sum(difference > step for step in VICTORY_STEPS[hands])
    return 10 + more, 10 - more
