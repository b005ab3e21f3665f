"""What can be dealt: players' hands beside a board and dead cards, checked and made consistent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from mazzo._tally import MAX_PLAYERS
from mazzo.cards import Cards, format_cards, to_cards
from mazzo.ranges import COMBOS, Range, Weights, as_range

_CARD_BITS = np.uint64(1) << np.arange(52, dtype=np.uint64)
COMBO_BITS: npt.NDArray[np.uint64] = _CARD_BITS[COMBOS[:, 0]] | _CARD_BITS[COMBOS[:, 1]]


class EquityError(ValueError):
    """A spot that cannot be, or a way to count it that cannot be."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot that can be dealt.

    `weights`, float64 (players, 1326), are what board, dead cards and certain hands leave of the
    ranges, the highest of each 1: so equal weights give counts that are whole numbers. `sizes` are how many hands
    each player has left, and `taken` the bits of all cards that nobody else can get.
    """

    players: tuple[Range, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    weights: Weights
    sizes: tuple[int, ...]
    taken: int

    @property
    def live(self) -> int:
        """How many cards may still come or be held."""
        return 52 - self.taken.bit_count()

    @property
    def missing(self) -> int:
        """How many cards the board lacks."""
        return 5 - len(self.board)

    def holds_anything(self, player: int) -> bool:
        """Whether any two live cards are equally likely."""
        return self.sizes[player] == comb(self.live, 2) and _lowest(self.weights[player]) == 1


def make_spot(players: Iterable[Range | Cards], board: Cards, dead: Cards) -> Spot:
    """Check a spot; what cannot be dealt is an `EquityError` that names the reason."""
    if isinstance(players, str) or not isinstance(players, Iterable):
        raise EquityError(f"players={players!r}: give a list of hands, like ['AhKh', 'QQ+']")
    ranges = tuple(as_range(hands) for hands in players)
    if not 2 <= len(ranges) <= MAX_PLAYERS:
        raise EquityError(f"the hands of {len(ranges)} players; give 2 to {MAX_PLAYERS}, like ['AhKh', 'QQ+']")
    board, dead = to_cards(board), to_cards(dead)
    if len(board) > 5:
        raise EquityError(f"a board of {len(board)} cards, {format_cards(board)}; a board has 5 at most")
    gone = to_cards(board + dead) if dead else board
    if 2 * len(ranges) + 5 + len(dead) > 52:
        raise EquityError(f"{len(dead)} dead cards leave too few for {len(ranges)} players and a board")
    taken = sum(1 << card for card in gone)
    weights = np.array([hands.weights for hands in ranges])
    weights *= COMBO_BITS & np.uint64(taken) == 0
    sizes = _sizes(weights)
    for player, hands in enumerate(ranges):
        if not sizes[player]:
            reason = f"none is left beside {format_cards(gone)}" if len(hands) else "the range is empty"
            raise EquityError(f"player {player + 1} ({_short(hands)}) has no possible hand: {reason}")
    if 1 in sizes:
        taken = _settle_certain_hands(ranges, weights, taken)
        sizes = _sizes(weights)
    # A hand shares a card with 101 others at most: who has more than that for each player before has a choice.
    if any(size <= 101 * before for before, size in enumerate(sorted(sizes))):
        _refuse_clash(ranges, weights)
    highest = weights.max(axis=1, keepdims=True)
    if highest.min() < 1:
        weights /= highest
    return Spot(ranges, board, dead, weights, tuple(sizes), taken)


def _hit_by(cards: int) -> npt.NDArray[np.bool_]:
    hit: npt.NDArray[np.bool_] = COMBO_BITS & np.uint64(cards) != 0
    return hit


def _sizes(weights: Weights) -> list[int]:
    return [int(np.count_nonzero(row)) for row in weights]


def _lowest(weights: Weights) -> float:
    """The lowest weight that is not 0."""
    return float(weights.min(where=weights > 0, initial=1))


def _short(hands: Range) -> str:
    text = str(hands)
    return text if len(text) <= 40 else text[:37] + "..."


def _settle_certain_hands(ranges: Sequence[Range], weights: Weights, taken: int) -> int:
    """Take the cards of a player who has one possible hand from all others, until nothing changes."""
    uncertain = list(range(len(ranges)))
    while certain := [player for player in uncertain if np.count_nonzero(weights[player]) == 1]:
        player = certain[0]
        uncertain.remove(player)
        cards = int(COMBO_BITS[weights[player] > 0][0])
        taken |= cards
        for other in uncertain:
            weights[other, _hit_by(cards)] = 0
            if not weights[other].any():
                raise EquityError(_clash(ranges, [player, other]))
    return taken


def _refuse_clash(ranges: Sequence[Range], weights: Weights) -> None:
    """Look for one way to give every player a hand: those with the fewest choose first.

    It leads nowhere if too few of the cards that the others want are left.
    """
    choices = sorted((COMBO_BITS[held] for held in weights > 0), key=len)
    wanted = [int(np.bitwise_or.reduce(np.concatenate(choices[player:]))) for player in range(len(choices))]
    failed: set[tuple[int, int]] = set()

    def fits(player: int, used: int) -> bool:
        if player == len(choices):
            return True
        left = (wanted[player] & ~used).bit_count()
        if left < 2 * (len(choices) - player) or (player, used) in failed:
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
