"""Poker: rules as values, and one hand engine for them all."""

from mazzo.poker.actions import CALL, CHECK, FOLD, Action, Actions, Call, Check, Exchange, Fold, Raise
from mazzo.poker.hand import State
from mazzo.poker.rules import (
    Betting,
    Rules,
    RulesError,
    Street,
    casual_holdem,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)
from mazzo.poker.view import View

__all__ = [
    "CALL",
    "CHECK",
    "FOLD",
    "Action",
    "Actions",
    "Betting",
    "Call",
    "Check",
    "Exchange",
    "Fold",
    "Raise",
    "Rules",
    "RulesError",
    "State",
    "Street",
    "View",
    "casual_holdem",
    "fixed_limit_draw",
    "fixed_limit_holdem",
    "no_limit_holdem",
    "pot_limit_omaha",
]
