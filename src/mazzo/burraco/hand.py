"""One hand of Burraco: the state, and what each action makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from mazzo.burraco.actions import (
    Action,
    Actions,
    Closed,
    Dealt,
    Discard,
    Discarded,
    Draw,
    Drew,
    Event,
    Extend,
    Laid,
    Lay,
    Left,
    Phase,
    Stalled,
    TakePile,
    TakePot,
    TookBack,
    TookPile,
    TookPot,
    Undo,
    no_actions,
)
from mazzo.burraco.melds import Meld
from mazzo.burraco.rules import HAND, CloseBy, PotMode, Rules, RulesError
from mazzo.burraco.scoring import Score, score_of
from mazzo.burraco.view import View, view_of
from mazzo.cards import double_deck
from mazzo.game import IllegalAction

T = TypeVar("T")


@dataclass(slots=True, repr=False)
class State:
    """A hand in progress, or over; it never changes.

    Seats 0 and 2 are side 0, and 1 and 3 side 1. `pots` are the pozzetti that are still there. `opened` are
    the seats that have laid a meld without wilds. In the `last_turn` the stock has ended. `barred` is the card
    that the actor may not discard in this turn, and `kept` what it may go back to: its hand, the melds of its
    side and who had opened.
    """

    rules: Rules
    deck: tuple[int, ...]
    dealer: int
    next_card: int
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    pots: tuple[tuple[int, ...], ...]
    opened: frozenset[int]
    phase: Phase
    actor: int | None
    turn: int
    last_turn: bool
    barred: int | None
    closer: int | None
    kept: tuple[tuple[int, ...], tuple[Meld, ...], frozenset[int]] | None
    steps: int
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    offered: Actions | None = field(default=None, init=False, compare=False)  # what actions() gave

    def view(self, seat: int | None) -> View:
        """Give what a seat may see of the hand, or a spectator for None."""
        if seat is not None and not 0 <= seat < len(self.hands):
            raise ValueError(f"seat {seat!r}: there are seats 0 to {len(self.hands) - 1}, and None for spectators")
        return view_of(self, seat)

    def actions(self) -> Actions:
        """Give what the seat to act may do; nothing when the hand is over."""
        if self.offered is None:
            self.offered = self._offer()
        return self.offered

    def _offer(self) -> Actions:
        seat, rules = self.actor, self.rules
        if seat is None:
            return no_actions(rules)
        side = seat & 1
        kept, has_pot = self.kept, not self.pots[side]
        return Actions(
            rules,
            self.phase,
            self.hands[seat],
            self.melds[side],
            bool(self.pile),
            has_pot,
            rules.pot_mode is PotMode.DRAW_OPTION and not has_pot and seat in self.opened,
            kept is not None and kept[0] != self.hands[seat] and self.steps < rules.step_cap,
            self.barred,
        )

    def apply(self, action: Action) -> "State":
        """Give the state after an action of the seat to act."""
        seat = self.actor
        if seat is None:
            raise IllegalAction(f"{action!r} comes after the end of the hand")
        meld = self.actions().check(action)
        new = _copy(self)
        new.steps = self.steps + 1
        events: list[Event] = []
        match action:
            case Draw():
                new._draw(seat, events)
            case TakePile():
                new._take_pile(seat, events)
            case TakePot():
                new._take_pot(seat, events)
                new._start_play(seat)
            case Lay(cards) | Extend(cards=cards):
                assert meld is not None
                number = action.meld if isinstance(action, Extend) else len(self.melds[seat & 1])
                new._lay(seat, number, cards, meld, events)
            case Undo():
                new._undo(seat, events)
            case Discard(card):
                new._discard(seat, card, events)
        new.events = tuple(events)
        new.history = self.history + new.events
        return new

    @property
    def stock(self) -> int:
        """How many cards are left to draw."""
        return len(self.deck) - self.next_card

    @property
    def scores(self) -> tuple[Score, ...] | None:
        """What each side got, part by part; None until the hand is over."""
        if self.phase is not Phase.OVER:
            return None
        return tuple(
            score_of(
                self.rules,
                self.melds[side],
                [card for hand in self.hands[side::2] for card in hand],
                closed=self.closer is not None and self.closer & 1 == side,
                took_pot=not self.pots[side],
            )
            for side in (0, 1)
        )

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each seat's side got; None until the hand is over."""
        scores = self.scores
        return tuple(scores[seat & 1].total for seat in range(len(self.hands))) if scores else None

    # ---- A turn ----

    def _draw(self, seat: int, events: list[Event]) -> None:
        self._give(seat, (self.deck[self.next_card],))
        self.next_card += 1
        self.last_turn = self.stock <= self.rules.unplayable_stock
        events.append(Drew(seat))
        self._start_play(seat)

    def _take_pile(self, seat: int, events: list[Event]) -> None:
        pile, hand = self.pile, self.hands[seat]
        if len(pile) == 1 and hand and pile[0] not in hand and not self.rules.single_pile_rediscard:
            self.barred = pile[0]  # who holds nothing else must be able to go on
        self._give(seat, pile)
        self.pile = ()
        events.append(TookPile(seat, pile))
        self._start_play(seat)

    def _start_play(self, seat: int) -> None:
        self.phase = Phase.PLAY
        self.kept = self.hands[seat], self.melds[seat & 1], self.opened

    def _lay(self, seat: int, number: int, cards: tuple[int, ...], meld: Meld, events: list[Event]) -> None:
        side = seat & 1
        self._take(seat, cards)
        mine = self.melds[side]
        self.melds = _with(self.melds, side, (*mine[:number], meld, *mine[number + 1 :]))
        if not meld.wilds and number == len(mine):
            self.opened |= {seat}
        events.append(Laid(seat, number, cards, meld))
        if not self.hands[seat]:
            self._emptied(seat, events)

    def _emptied(self, seat: int, events: list[Event]) -> None:
        """Go on after the last card was melded."""
        side = seat & 1
        if self.rules.pot_mode is PotMode.EMPTY_HAND and self.pots[side]:
            self._take_pot(seat, events)
            self.barred = None
            self._start_play(seat)
        elif self.rules.close_by is CloseBy.MELD and any(meld.burraco(self.rules) for meld in self.melds[side]):
            self._close(seat, events)
        else:
            self._end_turn(events)

    def _undo(self, seat: int, events: list[Event]) -> None:
        assert self.kept is not None
        hand, melds, self.opened = self.kept
        back = list(hand)
        for card in self.hands[seat]:
            back.remove(card)
        self.hands, self.melds = _with(self.hands, seat, hand), _with(self.melds, seat & 1, melds)
        events.append(TookBack(seat, tuple(back)))

    def _discard(self, seat: int, card: int, events: list[Event]) -> None:
        self._take(seat, (card,))
        self.pile += (card,)
        events.append(Discarded(seat, card))
        if not self.hands[seat]:
            if self.rules.pot_mode is PotMode.EMPTY_HAND and self.pots[seat & 1]:
                self._take_pot(seat, events)
            elif self.rules.close_by is CloseBy.DISCARD:
                self._close(seat, events)
                return
        self._end_turn(events)

    def _take_pot(self, seat: int, events: list[Event]) -> None:
        side = seat & 1
        self._give(seat, self.pots[side])
        self.pots = _with(self.pots, side, ())
        events.append(TookPot(seat))

    def _end_turn(self, events: list[Event]) -> None:
        self.barred = self.kept = None
        self.turn += 1
        if self.last_turn or self.turn >= self.rules.turn_cap:
            events.append(Stalled(self.last_turn))
            self._end(events)
        else:
            assert self.actor is not None
            self.phase, self.actor = Phase.DRAW, (self.actor + 1) % len(self.hands)

    def _close(self, seat: int, events: list[Event]) -> None:
        self.closer = seat
        events.append(Closed(seat))
        self._end(events)

    def _end(self, events: list[Event]) -> None:
        self.phase, self.actor, self.barred, self.kept = Phase.OVER, None, None, None
        events.extend(Left(seat, hand) for seat, hand in enumerate(self.hands) if hand)

    # ---- Cards ----

    def _give(self, seat: int, cards: tuple[int, ...]) -> None:
        self.hands = _with(self.hands, seat, tuple(sorted(self.hands[seat] + cards)))

    def _take(self, seat: int, cards: tuple[int, ...]) -> None:
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.hands = _with(self.hands, seat, tuple(hand))

    def __hash__(self) -> int:
        return hash((self.deck, self.history))


def deal(rules: Rules, deck: Sequence[int], dealer: int) -> State:
    """Deal a hand; see `Rules.deal`."""
    cards, seats = tuple(deck), rules.seats
    if sorted(cards) != double_deck():
        raise RulesError(f"a deck of {len(cards)} cards: Burraco takes two packs with four jokers, 108 in all")
    if not 0 <= dealer < seats:
        raise RulesError(f"dealer {dealer!r}: there are seats 0 to {seats - 1}")
    first = (dealer + 1) % seats
    dealt = seats * HAND
    hands = tuple(tuple(sorted(cards[(seat - first) % seats : dealt : seats])) for seat in range(seats))
    pots = [cards[dealt : dealt + HAND], cards[dealt + HAND : dealt + 2 * HAND]]
    upcard = dealt + 2 * HAND
    events = (Dealt(dealer, cards[upcard]),)
    return State(
        rules=rules,
        deck=cards,
        dealer=dealer,
        next_card=upcard + 1,
        hands=hands,
        pile=(cards[upcard],),
        melds=((), ()),
        pots=(pots[first & 1], pots[1 - (first & 1)]),
        opened=frozenset(),
        phase=Phase.DRAW,
        actor=first,
        turn=0,
        last_turn=False,
        barred=None,
        closer=None,
        kept=None,
        steps=0,
        events=events,
        history=events,
    )


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _copy(state: State) -> State:
    """A state to be changed."""
    new = State.__new__(State)
    new.rules, new.deck, new.dealer, new.next_card = state.rules, state.deck, state.dealer, state.next_card
    new.hands, new.pile, new.melds, new.pots = state.hands, state.pile, state.melds, state.pots
    new.opened, new.phase, new.actor, new.turn = state.opened, state.phase, state.actor, state.turn
    new.last_turn, new.barred, new.closer, new.kept = state.last_turn, state.barred, state.closer, state.kept
    new.steps, new.events, new.history, new.offered = state.steps, state.events, state.history, None
    return new
