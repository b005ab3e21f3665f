"""A hand that was played: what it takes to play it again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from mazzo.cards import UNKNOWN, format_cards
from mazzo.poker.actions import Action
from mazzo.poker.hand import State
from mazzo.poker.rules import Rules


class HistoryError(ValueError):
    """A history that cannot be read, or that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class History:
    """One hand: who sat where with what, the order of the deck, and what they did.

    Chips are whole numbers of `unit`. `extra` keeps what a file said besides.
    """

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]
    actions: tuple[Action, ...]
    names: tuple[str, ...] = ()
    unit: Decimal = Decimal(1)
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def states(self) -> Iterator[State]:
        """Give the state after the deal, and after each action."""
        state = self.rules.deal(self.stacks, self.button, self.deck)
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state

    def final(self) -> State:
        """Give the last state."""
        *_, last = self.states()
        return last


def deck_in_order(
    rules: Rules, seats: int, button: int, hands: Mapping[int, Sequence[int]], following: Sequence[int]
) -> tuple[int, ...]:
    """Give a deck that deals these hands, and then these cards; the rest is unknown."""
    size = rules.streets[0].hole
    for seat, hand in hands.items():
        if not 0 <= seat < seats:
            raise HistoryError(f"cards for seat {seat}, of seats 0 to {seats - 1}")
        if len(hand) != size:
            raise HistoryError(f"seat {seat} has {format_cards(hand)!r}; a hand of {rules.name} has {size} cards")
    order = [(button + 1 + place) % seats for place in range(seats)]
    unknown = (UNKNOWN,) * size
    dealt = [hands.get(seat, unknown)[place] for place in range(size) for seat in order]
    deck = [*dealt, *following]
    known = [card for card in deck if card != UNKNOWN]
    if again := [card for place, card in enumerate(known) if card in known[:place]]:
        raise HistoryError(f"{format_cards(again)!r} dealt twice")
    return (*deck, *(UNKNOWN,) * (52 - len(deck)))
