"""The games that there are: one record each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mazzo import burraco, poker
from mazzo.arena import BurracoContest, Contest, PokerContest


@dataclass(frozen=True, slots=True)
class Game:
    """A game by its short name.

    `rules` are its rule sets by name, the usual one first, each made for so many seats; `stack` is what each has
    if nothing else is said, 0 where nothing is staked. `contest` is what bots compete in, of rules, seats and
    stack.
    """

    name: str
    words: str
    rules: Mapping[str, Callable[[int], Any]]
    stack: int
    contest: Callable[[Any, int, int], Contest]

    def make(self, seats: int, rules: str | None = None) -> Any:
        """Give rules for so many seats, the usual ones if no name is given."""
        known = list(self.rules)
        if rules is not None and rules not in known:
            raise ValueError(f"{self.name} has no rules {rules!r}; there are {', '.join(known)}")
        return self.rules[rules or known[0]](seats)


def _poker(name: str, words: str, maker: Callable[[], poker.Rules], stack: int) -> Game:
    return Game(name, words, {maker.__name__: lambda _seats: maker()}, stack, PokerContest)


def _article(seats: int) -> burraco.Rules:
    if seats != 2:
        raise burraco.RulesError(f"{seats} seats: the rules 'article' are for two")
    return burraco.article()


GAMES: Final = {
    game.name: game
    for game in (
        _poker("holdem", "no-limit hold'em", poker.no_limit_holdem, 10_000),
        _poker("casual", "casual hold'em, where raises say what comes on top", poker.casual_holdem, 1000),
        _poker("limit", "fixed-limit hold'em", poker.fixed_limit_holdem, 1000),
        _poker("omaha", "pot-limit Omaha", poker.pot_limit_omaha, 10_000),
        _poker("draw", "five-card draw with fixed bets", poker.fixed_limit_draw, 1000),
        Game(
            "burraco",
            "Burraco, for two or in pairs",
            {"official": burraco.official, "article": _article},
            0,
            lambda rules, _seats, _stack: BurracoContest(rules),
        ),
    )
}
