"""Rules as the native core takes them, and how it plays hands to their end."""

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from mazzo._native import BurracoGame
from mazzo.burraco.rules import CloseBy, PotMode, Rules

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
