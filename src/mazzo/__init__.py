"""Card games with a native core: hand strength, ranges and equities, fast.

>>> import mazzo
>>> mazzo.describe("KhKsKd4c4d")
'full house, kings over fours'
>>> round(mazzo.equity(["AsKs", "QQ+, AKs"]).equity[0], 4)
0.3767
"""

from importlib import import_module
from typing import Any

from mazzo.cards import (
    CardError,
    card_array,
    format_card,
    format_cards,
    full_deck,
    parse_card,
    parse_cards,
    shuffle,
)
from mazzo.equity import (
    Equity,
    EquityError,
    HandEquity,
    Outcomes,
    equity,
    equity_by_hand,
    equity_many,
    outcomes,
)
from mazzo.ranges import COMBOS, Range, RangeError
from mazzo.strength import (
    Category,
    Showdown,
    best_five,
    category,
    describe,
    evaluate,
    evaluate_many,
    showdown,
)

__all__ = [
    "COMBOS",
    "CardError",
    "Category",
    "Equity",
    "EquityError",
    "HandEquity",
    "Outcomes",
    "Range",
    "RangeError",
    "Showdown",
    "best_five",
    "card_array",
    "category",
    "describe",
    "equity",
    "equity_by_hand",
    "equity_many",
    "evaluate",
    "evaluate_many",
    "format_card",
    "format_cards",
    "full_deck",
    "outcomes",
    "parse_card",
    "parse_cards",
    "showdown",
    "shuffle",
]


def __getattr__(name: str) -> Any:
    """Give what costs time when it is asked for: `mazzo.draw`, and the version, whose look-up takes most of all."""
    if name == "draw":
        return import_module("mazzo.draw")
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415

        return version("mazzo")
    raise AttributeError(f"module 'mazzo' has no attribute {name!r}")
