"""The games that there are: one record each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from mazzo.poker import (
    Rules,
    casual_holdem,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its short name, with the rules and stack that it has if nothing else is said."""

    name: str
    words: str
    rules: Callable[[], Rules]
    stack: int


GAMES: Final = {
    game.name: game
    for game in (
        Game("holdem", "no-limit hold'em", no_limit_holdem, 10_000),
        Game("casual", "casual hold'em, where raises say what comes on top", casual_holdem, 1000),
        Game("limit", "fixed-limit hold'em", fixed_limit_holdem, 1000),
        Game("omaha", "pot-limit Omaha", pot_limit_omaha, 10_000),
        Game("draw", "five-card draw with fixed bets", fixed_limit_draw, 1000),
    )
}
