"""Hands in the text that PokerStars writes: hold'em (no-limit, limit), pot-limit Omaha, limit five-card draw.

Cents are kept exactly. The rake is kept as `_rake`, in money, and is not played: who wins gets it here.
Dead blinds, boards that were run twice and games with a cap are refused, since no rules here have them.
"""

from mazzo.poker.histories.pokerstars.reading import read, read_many
from mazzo.poker.histories.pokerstars.writing import write

__all__ = ["read", "read_many", "write"]
