"""What a hand can lay: every meld and extension worth a thought, the best first."""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mazzo._native import BurracoGame
from mazzo.burraco.actions import Actions, Extend, Lay, Phase
from mazzo.burraco.rules import CloseBy, PotMode, Rules
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


#: How the kernel plays a hand to its end, in points: see ext/burraco_play.h.
STYLE: Final = MappingProxyType(
    {
        "useless_in_pile": 0,
        "any_pile": 2,
        "wild": 20,
        "twin": 4,
        "pair": 8,
        "neighbour": 8,
        "skip": 5,
        "own_meld": 25,
        "feeds": 30,
        "weight": 8,
        "late": 8,
    }
)


@lru_cache(maxsize=64)
def game_of(rules: Rules) -> BurracoGame:
    """Give rules as the kernels take them."""
    settings = {name: int(getattr(rules, name)) for name in _SAME}
    return BurracoGame(
        settings
        | {
            "max_wilds": 99 if rules.max_wilds is None else rules.max_wilds,
            "pot_on_empty": int(rules.pot_mode is PotMode.EMPTY_HAND),
            "close_by_discard": int(rules.close_by is CloseBy.DISCARD),
            "seats": rules.seats,
        },
        dict(STYLE),
    )


_SAME = (
    "natural_two",
    "ace_high",
    "wild_lock",
    "one_set_per_rank",
    "set_is_burraco",
    "semi_clean",
    "semi_set_exact",
    "semi_wild_inside",
    "single_pile_rediscard",
    "wild_close",
    "closing_bonus",
    "pot_penalty",
    "unplayable_stock",
    "turn_cap",
)
