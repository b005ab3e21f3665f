"""What a hand can lay: every meld and extension worth a thought, the best first."""

from dataclasses import dataclass
from typing import Final

from mazzo.burraco.actions import Actions, Extend, Lay, Phase
from mazzo.burraco.kernel import game_of
from mazzo.burraco.view import View

#: What a wild costs in the order of suggestions, since there may be better use for it later.
WILD_COST: Final = 40


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to lay: `points` are what it adds to the score of the table, and `wilds` how many it uses up."""

    action: Lay | Extend
    points: int
    wilds: int


def suggest(view: View) -> list[Suggestion]:
    """Give what the seat to act can lay now, each as large as it can be, the best first.

    A meld that takes a wild comes with a two and with a joker. All of it is allowed: where laying everything
    would leave no card to discard, less is laid. Empty if it is not this seat's turn to lay.
    """
    return suggestions(view.actions)


def suggestions(actions: Actions) -> list[Suggestion]:
    """Give what may be laid under `actions`; see `suggest`."""
    if actions.phase is not Phase.PLAY:
        return []
    found = game_of(actions.rules).search(actions.hand, actions.melds, actions.has_pot, actions.barred)
    return _in_order(found, len(actions.melds))


def suggestions_with(actions: Actions, cards: tuple[int, ...]) -> list[Suggestion]:
    """Give what could be laid if these cards came to the hand, as before a draw."""
    found = game_of(actions.rules).search(actions.hand + cards, actions.melds, actions.has_pot, None)
    return _in_order(found, len(actions.melds))


def _in_order(found: list[tuple[int, tuple[int, ...], int, int]], new: int) -> list[Suggestion]:
    found.sort(key=lambda move: WILD_COST * move[3] - move[2])
    return [
        Suggestion(Lay(cards) if to == new else Extend(to, cards), points, wilds) for to, cards, points, wilds in found
    ]
