"""Burraco: rule sets as values, melds, and the hand."""

from mazzo.burraco.actions import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    UNDO,
    Action,
    Actions,
    Discard,
    Draw,
    Extend,
    Lay,
    Phase,
    TakePile,
    TakePot,
    Undo,
)
from mazzo.burraco.hand import State
from mazzo.burraco.melds import Burraco, Meld, MeldError, extended, is_wild, meld_of, points
from mazzo.burraco.rules import CloseBy, PotMode, Rules, RulesError, article, official
from mazzo.burraco.scoring import Score, score_of, victory_points
from mazzo.burraco.view import View

__all__ = [
    "DRAW",
    "TAKE_PILE",
    "TAKE_POT",
    "UNDO",
    "Action",
    "Actions",
    "Burraco",
    "CloseBy",
    "Discard",
    "Draw",
    "Extend",
    "Lay",
    "Meld",
    "MeldError",
    "Phase",
    "PotMode",
    "Rules",
    "RulesError",
    "Score",
    "State",
    "TakePile",
    "TakePot",
    "Undo",
    "View",
    "article",
    "extended",
    "is_wild",
    "meld_of",
    "official",
    "points",
    "score_of",
    "victory_points",
]
