"""Types of the compiled core; what each does is said in ext/_native.pyx and the kernels."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

has_vector: bool
block_size: int
tally_size: int
hand_sums: int
max_players: int
categories: int
matchup_count: int
four_cards_count: int
draw_block: int
draw_group: int
draw_tally_size: int
hand_classes: int
max_opponents: int
max_ways: int
most_thrown: int

def evaluate(cards: str | Sequence[int] | Sequence[str] | npt.NDArray[Any], *, check: bool = True) -> int: ...
def evaluate_rows(rows: npt.NDArray[np.uint8], out: npt.NDArray[np.uint16], *, check: bool, vector: bool) -> int: ...
def count_strengths(cards: int) -> npt.NDArray[np.uint64]: ...

class Spot:
    hand_units: int
    range_units: int
    def __init__(
        self,
        hands: list[npt.NDArray[np.uint8] | None],
        weights: list[npt.NDArray[np.float64] | None],
        board: Sequence[int],
        taken: int,
        *,
        in_turn: Sequence[int] | None = None,
    ) -> None: ...
    def stop(self) -> None: ...
    def count_deals_apart(self, seed: int, tries: int) -> int: ...
    def sample(
        self,
        seed: int,
        block: int,
        trials: int,
        total: npt.NDArray[np.float64],
        by_hand: npt.NDArray[np.float64] | None = None,
        *,
        vector: bool,
    ) -> None: ...
    def enumerate_hands(self, first: int, last: int, total: npt.NDArray[np.float64]) -> None: ...
    def enumerate_ranges(self, first: int, last: int, total: npt.NDArray[np.float64]) -> None: ...
    def enumerate_two_ranges(
        self,
        first: int,
        last: int,
        weights: npt.NDArray[np.float64],
        total: npt.NDArray[np.float64],
        by_hand: npt.NDArray[np.float64] | None = None,
    ) -> None: ...

def matchup(first: npt.NDArray[np.uint8], second: npt.NDArray[np.uint8]) -> tuple[int, bool]: ...
def add_matchups(
    weights: npt.NDArray[np.float64],
    wins: npt.NDArray[np.uint32],
    ties: npt.NDArray[np.uint32],
    won: npt.NDArray[np.float64],
    tied: npt.NDArray[np.float64],
) -> None: ...
def four_cards(first: npt.NDArray[np.uint8], second: npt.NDArray[np.uint8]) -> int: ...
def add_categories(
    weights: npt.NDArray[np.float64], fours: npt.NDArray[np.uint16], categories: npt.NDArray[np.float64]
) -> None: ...

class DrawSpot:
    def __init__(
        self,
        hand: npt.NDArray[np.uint8],
        ways: list[int],
        live: npt.NDArray[np.uint8],
        drew: list[int],
        weights: npt.NDArray[np.float64],
        class_of: npt.NDArray[np.uint8],
    ) -> None: ...
    def sample(self, seed: int, block: int, trials: int, total: npt.NDArray[np.float64]) -> None: ...

def usual_throw(hand: npt.NDArray[np.uint8], drew: int) -> list[int]: ...
def count_draws(
    kept: npt.NDArray[np.uint8], live: npt.NDArray[np.uint8], categories: npt.NDArray[np.int64]
) -> None: ...

class BurracoGame:
    def __init__(self, rules: dict[str, int], style: dict[str, int]) -> None: ...
    def search(
        self, hand: tuple[int, ...], melds: tuple[Any, ...], has_pot: bool, barred: int | None
    ) -> list[tuple[int, tuple[int, ...], int, int]]: ...
    def make(self, cards: tuple[int, ...], before: Any = None) -> tuple[int, int, int, int, int] | None: ...

class BurracoHand:
    def __init__(
        self,
        game: BurracoGame,
        *,
        hands: tuple[tuple[int, ...], ...],
        melds: tuple[tuple[Any, ...], ...],
        pots: tuple[Any, ...],
        pile: tuple[int, ...],
        stock: tuple[int, ...] = (),
        missing: tuple[int, ...] = (0, 0, 0, 0),
        unseen: tuple[int, ...] = (),
        opened: Iterable[int] = (),
        actor: int,
        phase: str,
        turn: int,
        last_turn: bool,
        barred: int | None,
    ) -> None: ...
    def play_out(self) -> tuple[list[int], list[tuple[str, int, tuple[int, ...]]]]: ...
    def try_actions(
        self, actions: list[tuple[str, int, tuple[int, ...]]], seed: int, first: int, ahead: npt.NDArray[np.int32]
    ) -> None: ...
