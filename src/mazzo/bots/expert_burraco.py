"""Expert for Burraco: every sensible action is tried on many deals of what it does not see, played out natively.

The deals are those that fit what the seat has seen, cards known to be in a hand included, and are the same for all
actions, so that the luck of a deal cancels. Half of the actions are given up after each round of deals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from mazzo._native import BurracoHand
from mazzo.burraco import Action, Discard, Draw, Extend, Lay, TakePile, TakePot, Undo, View
from mazzo.burraco.kernel import game_of


@dataclass(frozen=True, slots=True)
class ExpertBurraco:
    """Searches with a `budget` of hands that it plays out for a decision, from that point on.

    A turn has two or three decisions; the budget takes about 300 ms of a turn on an ordinary machine.
    """

    budget: int = 3400

    def act(self, view: View, rng: Random) -> Action:
        """Give an action."""
        actions = [action for action in view.actions if not isinstance(action, Undo)]
        return actions[0] if len(actions) == 1 else self._best(view, actions, rng.getrandbits(64))

    def _best(self, view: View, actions: Sequence[Action], seed: int) -> Action:
        """The action that comes out ahead, half of them being left after each round."""
        hand, left = _native_hand(view), list(actions)
        rounds = (len(left) - 1).bit_length()
        ahead = np.zeros((0, len(left)), np.int32)
        for _ in range(rounds):
            deals = max(1, self.budget // (rounds * len(left)))
            more = np.zeros((deals, len(left)), np.int32)
            hand.try_actions([_to_native(view, action) for action in left], seed, len(ahead), more)
            ahead = np.concatenate([ahead, more])
            best = np.argsort(-ahead.mean(axis=0), kind="stable")[: (len(left) + 1) // 2]
            left, ahead = [left[place] for place in best], ahead[:, best]
        return left[0]


def _native_hand(view: View) -> BurracoHand:
    hands, unseen, seat = *view.split(), view.actor
    assert seat is not None
    return BurracoHand(
        game_of(view.rules),
        hands=tuple(hands),
        melds=view.melds,
        pots=view.pots,
        pile=view.pile,
        missing=tuple(len(hand) - len(known) for hand, known in zip(view.hands, hands, strict=True)),
        unseen=tuple(unseen),
        opened=view.opened,
        actor=seat,
        phase=str(view.phase),
        turn=view.turn,
        last_turn=view.last_turn,
        barred=view.actions.barred,
    )


def _to_native(view: View, action: Action) -> tuple[str, int, tuple[int, ...]]:
    match action:
        case Lay(cards):
            return "L", len(view.melds[view.side]), cards
        case Extend(meld, cards):
            return "L", meld, cards
        case Discard(card):
            return "X", 0, (card,)
    return _LETTERS[type(action)], 0, ()


_LETTERS = {Draw: "D", TakePile: "T", TakePot: "P"}

#: With a budget for ladders of many hands: about 20 ms a turn.
IN_CONTESTS: Final = ExpertBurraco(budget=270)
