"""A hand that was played: what it takes to play it again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from mazzo.cards import UNKNOWN, format_cards
from mazzo.poker.actions import CALL, CHECK, Action, Board, Exchange, Raise, Shown
from mazzo.poker.hand import State
from mazzo.poker.rules import Rules, RulesError
from mazzo.poker.wire import rules_to_json

#: The cards of seats, where known.
Hands = dict[int, tuple[int, ...]]


class HistoryError(ValueError):
    """A history that cannot be read, or that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """An exchange: the cards that a seat put away, and those that it got."""

    seat: int
    away: tuple[int, ...]
    got: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class History:
    """One hand: who sat where with what, the order of the deck, and what they did.

    Chips are whole numbers of `unit`. `shown` are the seats that showed their cards when they did not
    have to; `hero` is the seat through whose eyes the hand is told, if it is not told in full. `extra`
    keeps what a file said besides, by the names that PHH has for it.
    """

    rules: Rules
    stacks: tuple[int, ...]
    button: int
    deck: tuple[int, ...]
    actions: tuple[Action, ...]
    names: tuple[str, ...] = ()
    unit: Decimal = Decimal(1)
    shown: tuple[int, ...] = ()
    hero: int | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if self.names and len(self.names) != len(self.stacks):
            raise HistoryError(f"{len(self.names)} names for {len(self.stacks)} stacks")

    def states(self) -> Iterator[State]:
        """Give the state after the deal, and after each action; at the end hands that are shown."""
        state = self.rules.deal(self.stacks, self.button, self.deck)
        yield state
        for action in self.actions:
            state = state.apply(action)
            yield state
        for seat in self.shown:
            state = state.show(seat)
            yield state

    def final(self) -> State:
        """Give the last state."""
        *_, last = self.states()
        return last

    def seen_by(self, seat: int | None) -> "History":
        """Give the hand as a seat saw it, or a spectator for None: all other cards are unknown."""
        view = self.final().view(seat)
        seen = {card for cards in (*view.hole, view.discarded, view.board) for card in cards}

        def masked(cards: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(card if card in seen else UNKNOWN for card in cards)

        actions = tuple(
            Exchange(masked(action.cards)) if isinstance(action, Exchange) else action for action in self.actions
        )
        return replace(self, deck=masked(self.deck), actions=actions, hero=seat)

    def from_button(self) -> "History":
        """Give the same hand with the seats numbered from the button's left, and only those that were dealt in."""
        seats = len(self.stacks)
        playing = self.rules.dealt_in(self.stacks)
        order = sorted(playing, key=lambda seat: (seat - self.button - 1) % seats)
        if order == list(range(seats)):
            return self
        by_player = {
            name: [values[seat] for seat in order]
            for name in _BY_PLAYER
            if isinstance(values := self.extra.get(name), list) and len(values) == seats
        }
        return replace(
            self,
            stacks=tuple(self.stacks[seat] for seat in order),
            button=len(order) - 1,
            names=tuple(self.names[seat] for seat in order if self.names),
            shown=tuple(map(order.index, self.shown)),
            hero=order.index(self.hero) if self.hero in order else None,
            extra=MappingProxyType({**self.extra, **by_player}),
        )


#: Of what PHH files say besides, lists with an entry a player.
_BY_PLAYER = ("seats", "finishing_stacks", "winnings", "time_banks")


def stored_rules(history: History) -> dict[str, Any]:
    """Give the rules of a hand as JSON; rules outside the registry play, but cannot be stored."""
    try:
        return rules_to_json(history.rules)
    except RulesError as error:
        raise HistoryError(str(error)) from None


def as_played(state: State, action: Action) -> Action:
    """Give what an action of a real room is here: a raise that nobody could call is a call."""
    actions = state.actions()
    if isinstance(action, Raise) and not actions.low and not actions.hand and action.to > state.level:
        return CALL if actions.call else CHECK
    return action


def deck_in_order(
    rules: Rules, stacks: Sequence[int], button: int, hands: Mapping[int, Sequence[int]], following: Sequence[int]
) -> tuple[int, ...]:
    """Give a deck that deals these hands, and then these cards; the rest is unknown."""
    size, seats = rules.streets[0].hole, len(stacks)
    playing = rules.dealt_in(stacks)
    for seat, hand in hands.items():
        if seat not in playing:
            raise HistoryError(f"cards for seat {seat}; seats {playing} are in the hand")
        if len(hand) != size:
            raise HistoryError(f"seat {seat} has {format_cards(hand)!r}; a hand of {rules.name} has {size} cards")
    order = sorted(playing, key=lambda seat: (seat - button - 1) % seats)
    unknown = (UNKNOWN,) * size
    dealt = [hands.get(seat, unknown)[place] for place in range(size) for seat in order]
    deck = [*dealt, *following]
    known = [card for card in deck if card != UNKNOWN]
    if again := [card for place, card in enumerate(known) if card in known[:place]]:
        raise HistoryError(f"{format_cards(again)!r} dealt twice")
    return (*deck, *(UNKNOWN,) * (52 - len(deck)))


def with_shown(hands: Hands, draws: Sequence[Drawn], shown: Hands) -> tuple[Hands, list[Drawn]]:
    """Place cards that were seen at the end only: those that a seat drew are the last ones of its hand."""
    hands, draws = dict(hands), list(draws)
    unseen = {seat: cards for seat, cards in shown.items() if UNKNOWN in hands.get(seat, (UNKNOWN,))}
    for number, draw in enumerate(draws):
        if cards := unseen.pop(draw.seat, None):
            kept = len(cards) - len(draw.got)
            unknown = (UNKNOWN,) * len(draw.got)
            hands[draw.seat] = cards[:kept] + unknown
            draws[number] = Drawn(draw.seat, unknown, cards[kept:])
    return hands | unseen, draws


def check_boards(boards: Sequence[tuple[int, ...]], state: State) -> None:
    """Refuse boards that are not those which the hand deals, as many cards at a time."""
    dealt = [event.cards for event in state.history if isinstance(event, Board)]
    if list(boards) != dealt:
        said, wanted = (" ".join(map(format_cards, cards)) or "none" for cards in (boards, dealt))
        raise HistoryError(f"boards {said}, where the hand deals {wanted}")


def shown_freely(shown: Iterable[int], state: State) -> tuple[int, ...]:
    """Of the seats that showed at the end, give those that did not have to."""
    had_to = {event.seat for event in state.history if isinstance(event, Shown)}
    freely = tuple(seat for seat in shown if seat not in had_to)
    for seat in freely:
        state = state.show(seat)
    return freely
