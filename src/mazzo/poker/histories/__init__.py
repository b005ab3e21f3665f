"""Hand histories: hands as others write them down, and as ours to replay."""

from mazzo.poker.histories.history import History, HistoryError

__all__ = ["History", "HistoryError"]
