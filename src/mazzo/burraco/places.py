"""Where in the deck the cards come from that a seat has seen; twins are told apart by this alone."""

from collections.abc import Iterable

from mazzo.burraco.actions import Discarded, Drew, Event, Laid, Left, TookBack, TookPile, TookPot
from mazzo.burraco.hand import State
from mazzo.burraco.rules import HAND


def seen_places(state: State, seat: int | None) -> set[int]:
    """Give the places in the deck of all cards that a seat has seen, or a spectator for None.

    Of two equal cards in a hand the one that was dealt first is taken to be laid or discarded first.
    """
    table = _Places(state)
    for event in state.history:
        table.follow(event)
    return table.public | (table.ever[seat] if seat is not None else set())


class _Places:
    def __init__(self, state: State) -> None:
        seats, first = state.rules.seats, (state.dealer + 1) % state.rules.seats
        dealt = seats * HAND
        self.deck = state.deck
        self.hands = [list(range((seat - first) % seats, dealt, seats)) for seat in range(seats)]
        pots = [list(range(dealt + number * HAND, dealt + (number + 1) * HAND)) for number in range(2)]
        self.pots = [pots[side ^ first & 1] for side in range(2)]
        self.next = dealt + 2 * HAND + 1
        self.pile = [self.next - 1]
        self.public = set(self.pile)
        self.ever = [set(hand) for hand in self.hands]
        self.laid: list[int] = []  # in this turn

    def follow(self, event: Event) -> None:
        match event:
            case Drew(seat):
                self._give(seat, [self.next])
                self.next += 1
            case TookPile(seat, _):
                self._give(seat, self.pile)
                self.pile = []
            case TookPot(seat):
                self._give(seat, self.pots[seat & 1])
            case Laid(seat, _, cards, _):
                self.laid += self._take(seat, cards)
            case TookBack(seat, _):
                self.hands[seat] += self.laid
                self.laid = []
            case Discarded(seat, card):
                self.pile += self._take(seat, (card,))
            case Left(seat, _):
                self.public.update(self.hands[seat])

    def _give(self, seat: int, places: list[int]) -> None:
        self.hands[seat] += places
        self.ever[seat].update(places)
        self.laid = []

    def _take(self, seat: int, cards: Iterable[int]) -> list[int]:
        hand, taken = self.hands[seat], []
        for card in cards:
            place = min(place for place in hand if self.deck[place] == card)
            hand.remove(place)
            taken.append(place)
        self.public.update(taken)
        return taken
