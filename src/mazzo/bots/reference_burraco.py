"""Opponents to measure others against in Burraco."""

from dataclasses import dataclass
from random import Random
from typing import Final

from mazzo.bots.bot import Bot
from mazzo.bots.burraco import HardBurraco, fits_of, is_useful_pile
from mazzo.burraco import DRAW, TAKE_PILE, Action, Discard, Undo, View, is_wild, points


@dataclass(frozen=True, slots=True)
class RandomBurraco:
    """Any action with equal chance, but for taking something back."""

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        return rng.choice([action for action in view.actions if not isinstance(action, Undo)])


@dataclass(frozen=True, slots=True)
class BaitBurraco:
    """Lays as hard does, fills the pile with cheap cards, and makes others take it with one that they can use."""

    lays: HardBurraco = HardBurraco()  # noqa: RUF009 (it is frozen)
    pile: int = 3

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        action = self.lays.act(view, rng)
        if action == TAKE_PILE and not is_useful_pile(view):
            return DRAW
        if not isinstance(action, Discard):
            return action
        fitting = fits_of(view.melds[1 - view.side]) if len(view.pile) >= self.pile else set()
        return Discard(
            min(view.actions.discards(), key=lambda card: (is_wild(card), card not in fitting, points((card,))))
        )


REFERENCES: Final[dict[str, Bot]] = {"random": RandomBurraco(), "bait": BaitBurraco()}
