"""Players that are programs: levels from easy to hard, and opponents to measure them against.

>>> from mazzo.poker import no_limit_holdem
>>> make("easy", no_limit_holdem())
EasyHoldem(call_from=0.42, raise_from=0.85, bluff=0.04, whim=0.12)
"""

from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from mazzo.bots.bot import Bot, BotError
from mazzo.bots.burraco import EasyBurraco, NormalBurraco, hard_for
from mazzo.bots.draw import EasyDraw, NormalDraw
from mazzo.bots.expert_burraco import IN_CONTESTS, ExpertBurraco
from mazzo.bots.hard_draw import HardDraw
from mazzo.bots.hard_holdem import BY_BETTING
from mazzo.bots.holdem import EasyHoldem, NormalHoldem
from mazzo.bots.reference import REFERENCES
from mazzo.bots.reference_burraco import REFERENCES as BURRACO_REFERENCES
from mazzo.burraco.rules import Rules as BurracoRules
from mazzo.poker.rules import Rules

__all__ = ["ENTRY_POINTS", "LEVELS", "REFERENCES", "Bot", "BotError", "find", "levels", "make"]

LEVELS: Final = ("easy", "normal", "hard", "expert")

#: The group of entry points by which an installed package offers bots.
ENTRY_POINTS: Final = "mazzo.bots"

#: Rules of any game.
AnyRules = Rules | BurracoRules


def levels(rules: AnyRules) -> dict[str, Bot]:
    """Give the bots that play by these rules, by their levels from easy on."""
    if isinstance(rules, BurracoRules):
        return {
            "easy": EasyBurraco(),
            "normal": NormalBurraco(),
            "hard": hard_for(rules),
            "expert": ExpertBurraco(),
        }
    hole, has_board = rules.streets[0].hole, any(street.board for street in rules.streets)
    if hole == 2 and has_board:
        return {"easy": EasyHoldem(), "normal": NormalHoldem(), "hard": BY_BETTING[rules.betting]}
    if hole == 5 and not has_board:
        return {"easy": EasyDraw(), "normal": NormalDraw(), "hard": HardDraw()}
    return {}


def make(level: str, rules: AnyRules) -> Bot:
    """Give the bot of a level for the rules."""
    if level not in LEVELS:
        raise BotError(f"level {level!r}: there are {', '.join(LEVELS)}")
    bots = levels(rules)
    if level not in bots:
        there_are = f"there are {', '.join(bots)}" if bots else f"{', '.join(REFERENCES)} play any poker"
        raise BotError(f"no {level} bot plays {rules.name}; {there_are}")
    return bots[level]


def find(name: str, rules: AnyRules) -> tuple[Bot, bool]:
    """Give the bot of a name for a contest, and whether it is a stranger's.

    A name is a level, a reference opponent, an entry point of the group `mazzo.bots` or ``module:Class``; the
    class is called without arguments. A level that searches does so with the small budget of contests.
    """
    if name in LEVELS:
        bot = make(name, rules)
        return (IN_CONTESTS if isinstance(bot, ExpertBurraco) else bot), False
    references = REFERENCES if isinstance(rules, Rules) else BURRACO_REFERENCES
    if name in references:
        return references[name], False
    if ":" in name:
        return _of_class(name), True
    for point in entry_points(group=ENTRY_POINTS, name=name):
        bot = point.load()()
        return bot, True
    known = [*levels(rules), *references]
    raise BotError(f"no bot {name!r}; there are {', '.join(known)}, those that other packages offer, and module:Class")


def _of_class(name: str) -> Bot:
    module, _, kind = name.partition(":")
    try:
        bot: Bot = getattr(import_module(module), kind)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BotError(f"no bot {name!r}: {error}") from error
    if not callable(getattr(bot, "act", None)):
        raise BotError(f"no bot {name!r}: it has no act(view, rng)")
    return bot
