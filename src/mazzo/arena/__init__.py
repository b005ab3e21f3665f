"""Bots against bots, with honest error bars."""

from mazzo.arena.burraco import BurracoContest, BurracoMatchContest
from mazzo.arena.contest import Contest, Player
from mazzo.arena.ladder import ArenaError, Interval, Ladder, Result, run
from mazzo.arena.poker import PokerContest, figures

__all__ = [
    "ArenaError",
    "BurracoContest",
    "BurracoMatchContest",
    "Contest",
    "Interval",
    "Ladder",
    "Player",
    "PokerContest",
    "Result",
    "figures",
    "run",
]
