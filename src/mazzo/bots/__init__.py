"""Players that are programs: levels from easy to hard, and opponents to measure them against.

>>> from mazzo.poker import no_limit_holdem
>>> make("easy", no_limit_holdem())
EasyHoldem(call_from=0.42, raise_from=0.85, bluff=0.04, whim=0.12)
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from mazzo.bots.bot import Bot, BotError
from mazzo.bots.draw import EasyDraw, NormalDraw
from mazzo.bots.hard_draw import HardDraw
from mazzo.bots.hard_holdem import BY_BETTING
from mazzo.bots.holdem import EasyHoldem, NormalHoldem
from mazzo.bots.reference import REFERENCES
from mazzo.poker.rules import Rules

__all__ = ["ENTRY_POINTS", "LEVELS", "REFERENCES", "Bot", "BotError", "find", "make"]

LEVELS: Final = ("easy", "normal", "hard")

#: The group of entry points by which an installed package offers bots.
ENTRY_POINTS: Final = "mazzo.bots"


def make(level: str, rules: Rules) -> Bot:
    """Give the bot of a level for the rules."""
    if level not in LEVELS:
        raise BotError(f"level {level!r}: there are {', '.join(LEVELS)}")
    hole, has_board = rules.streets[0].hole, any(street.board for street in rules.streets)
    bots: dict[str, Bot] = {}
    if hole == 2 and has_board:
        bots = {"easy": EasyHoldem(), "normal": NormalHoldem(), "hard": BY_BETTING[rules.betting]}
    elif hole == 5 and not has_board:
        bots = {"easy": EasyDraw(), "normal": NormalDraw(), "hard": HardDraw()}
    if level not in bots:
        raise BotError(f"no {level} bot plays {rules.name}; {', '.join(REFERENCES)} play any poker")
    return bots[level]


def find(name: str, rules: Rules) -> tuple[Bot, bool]:
    """Give the bot of a name, and whether it is a stranger's.

    A name is a level, a reference opponent, an entry point of the group `mazzo.bots` or ``module:Class``; the
    class is called without arguments.
    """
    if name in LEVELS:
        return make(name, rules), False
    if name in REFERENCES:
        return REFERENCES[name], False
    if ":" in name:
        return _of_class(name), True
    for point in entry_points(group=ENTRY_POINTS, name=name):
        bot: Bot = point.load()()
        return bot, True
    known = ", ".join([*LEVELS, *REFERENCES])
    raise BotError(f"no bot {name!r}; there are {known}, those that other packages offer, and module:Class")


def _of_class(name: str) -> Bot:
    module, _, kind = name.partition(":")
    try:
        bot: Bot = getattr(import_module(module), kind)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BotError(f"no bot {name!r}: {error}") from error
    if not callable(getattr(bot, "act", None)):
        raise BotError(f"no bot {name!r}: it has no act(view, rng)")
    return bot
