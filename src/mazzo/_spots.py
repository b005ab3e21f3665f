"""What can be dealt: players' hands beside a board and dead cards, checked and made consistent."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from mazzo.cards import Cards, format_cards, to_cards
from mazzo.ranges import COMBOS, Range, Weights, as_range

MAX_PLAYERS = 10

_CARD_BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)
COMBO_BITS: npt.NDArray[np.uint64] = _CARD_BITS[COMBOS[:, 0]] | _CARD_BITS[COMBOS[:, 1]]


class EquityError(ValueError):
    """A spot that cannot be, or a way to count it that cannot be."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot that can be dealt.

    `open_weights` are the players' weights without what board, dead cards and certain hands make
    impossible; `taken` is the bits of all those cards.
    """

    players: tuple[Range, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    open_weights: tuple[Weights, ...]
    taken: int

    @property
    def live(self) -> int:
        """How many cards may still come or be held."""
        return 52 - self.taken.bit_count()

    @property
    def missing(self) -> int:
        """How many cards the board lacks."""
        return 5 - len(self.board)

    def open_combos(self, player: int) -> npt.NDArray[np.intp]:
        """The numbers of the combinations that a player may still hold."""
        return np.flatnonzero(self.open_weights[player])

    def holds_anything(self, player: int) -> bool:
        """Whether any two live cards are equally likely."""
        weights = self.open_weights[player]
        held = weights[weights > 0]
        return len(held) == comb(self.live, 2) and bool((held == held[0]).all())


def make_spot(players: Sequence[Range | Cards], board: Cards, dead: Cards) -> Spot:
    """Check a spot; what cannot be dealt is an `EquityError` that names the reason."""
    if isinstance(players, str) or not 2 <= len(players) <= MAX_PLAYERS:
        raise EquityError(f"{players!r}: give the hands of 2 to {MAX_PLAYERS} players, like ['AhKh', 'QQ+']")
    ranges = tuple(as_range(hands) for hands in players)
    board, dead = to_cards(board), to_cards(dead)
    if len(board) > 5:
        raise EquityError(f"a board of {len(board)} cards, {format_cards(board)}; a board has 5 at most")
    gone = to_cards([*board, *dead])
    if 2 * len(ranges) + 5 + len(dead) > 52:
        raise EquityError(f"{len(dead)} dead cards leave too few for {len(ranges)} players and a board")
    taken = _bits(gone)
    weights = [_without(hands.weights, taken) for hands in ranges]
    for number, (hands, left) in enumerate(zip(ranges, weights, strict=True), 1):
        if not left.any():
            reason = f"none is left beside {format_cards(gone)}" if len(hands) else "the range is empty"
            raise EquityError(f"player {number} ({_short(hands)}) has no possible hand: {reason}")
    taken = _settle_certain_hands(ranges, weights, taken)
    _refuse_clash(ranges, weights)
    # Equal weights count as 1, so that exact counts are whole numbers.
    weights = [(w > 0).astype(np.float64) if w[w > 0].min() == w.max() else w for w in weights]
    return Spot(ranges, board, dead, tuple(weights), taken)


def _bits(cards: Sequence[int]) -> int:
    return sum(1 << card for card in cards)


def _without(weights: Weights, bits: int) -> Weights:
    return np.where(COMBO_BITS & np.uint64(bits), 0.0, weights)


def _short(hands: Range) -> str:
    text = str(hands)
    return text if len(text) <= 40 else text[:37] + "..."


def _settle_certain_hands(ranges: Sequence[Range], weights: list[Weights], taken: int) -> int:
    """Take the cards of a player who has one possible hand from all others, until nothing changes."""
    uncertain = list(range(len(ranges)))
    while certain := [player for player in uncertain if np.count_nonzero(weights[player]) == 1]:
        player = certain[0]
        uncertain.remove(player)
        weights[player] = (weights[player] > 0).astype(np.float64)
        cards = int(COMBO_BITS[weights[player] > 0][0])
        if cards & taken:
            raise EquityError(_clash(ranges, [player]))
        taken |= cards
        for other in uncertain:
            weights[other] = _without(weights[other], cards)
            if not weights[other].any():
                raise EquityError(_clash(ranges, [player, other]))
    return taken


def _refuse_clash(ranges: Sequence[Range], weights: Sequence[Weights]) -> None:
    """Look for one way to give every player a hand: those with the fewest choose first."""
    choices = sorted((COMBO_BITS[weight > 0] for weight in weights), key=len)
    failed: set[tuple[int, int]] = set()

    def fits(player: int, used: int) -> bool:
        if player == len(choices):
            return True
        if (player, used) in failed:
            return False
        possible = choices[player]
        for bits in possible[possible & np.uint64(used) == 0]:
            if fits(player + 1, used | int(bits)):
                return True
        failed.add((player, used))
        return False

    if not fits(0, 0):
        raise EquityError(_clash(ranges, range(len(ranges))))


def _clash(ranges: Sequence[Range], players: Sequence[int]) -> str:
    names = ", ".join(f"{player + 1} ({_short(ranges[player])})" for player in sorted(players))
    return f"players {names} cannot all have a hand: they need the same cards"
