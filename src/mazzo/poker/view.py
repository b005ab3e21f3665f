"""What a seat may see of a hand: built from that, and from nothing else."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from mazzo.cards import UNKNOWN, shuffle
from mazzo.game import IllegalAction
from mazzo.poker.actions import NO_ACTIONS, Actions, Event, Exchanged, Raise, Shown
from mazzo.poker.rules import Betting, Rules

if TYPE_CHECKING:
    from mazzo.poker.hand import State


@dataclass(frozen=True, slots=True)
class View:
    """A hand as one seat sees it, or a spectator if `seat` is None.

    `hole` are the cards of each seat, `UNKNOWN` where this one may not see them; `discarded` its own
    that it exchanged. `actions` is what it may do if it is its turn, else empty. Numbers are as in
    the state: `bets` of this round, `paid` in the hand, `level` to be matched.
    """

    rules: Rules
    seat: int | None
    button: int
    starting: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    dead: int
    folded: tuple[bool, ...]
    hole: tuple[tuple[int, ...], ...]
    discarded: tuple[int, ...]
    board: tuple[int, ...]
    street: int
    level: int
    step: int
    counted: int
    wagers: int
    seen: tuple[int, ...]
    pending: int
    opened: bool
    aggressor: int | None
    actor: int | None
    actions: Actions
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    payoffs: tuple[int, ...] | None

    @property
    def pot(self) -> int:
        """All chips that are in."""
        return sum(self.paid) + self.dead

    @property
    def to_call(self) -> int:
        """How many chips this seat must put in to stay, were it its turn."""
        if self.seat is None or self.payoffs is not None or self.folded[self.seat]:
            return 0
        return min(max(self.level - self.bets[self.seat], 0), self.stacks[self.seat])

    @property
    def pot_odds(self) -> float:
        """The share of the pot after a call that the call is: what it must win to pay; 0 if nothing is to call."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0

    def raise_by(self, chips: int) -> Raise:
        """Give the raise that adds so many chips on top of the bet, rounded to what is legal where the
        rules round.

        Under `Betting.RAISE_BY` too little is rounded up to a bet, and too much is all-in.
        """
        actions = self.actions
        action = Raise(self.level + chips) if type(chips) is int and chips > 0 else None
        if action and self.rules.betting is Betting.RAISE_BY and actions.low:
            action = Raise(min(max(action.to, actions.low), actions.high))
        if action is None or action not in actions:
            raise IllegalAction(f"a raise by {chips!r} is not possible; seat {self.actor} may {actions}")
        return action

    def sample(self, rng: Random) -> "State":
        """Give a state that looks like this from here, the cards that are not seen dealt by chance."""
        from mazzo.poker.hand import State  # noqa: PLC0415 (a state gives views, and a view states)

        known = {card for hand in (*self.hole, self.board, self.discarded) for card in hand} - {UNKNOWN}
        unseen = [card for card in range(52) if card not in known]
        shuffle(unseen, rng)
        hole = tuple(tuple(unseen.pop() if card == UNKNOWN else card for card in hand) for hand in self.hole)
        others = sum(event.count for event in self.history if isinstance(event, Exchanged) and event.seat != self.seat)
        gone = [unseen.pop() for _ in range(others)]
        dealt = [*(card for hand in hole for card in hand), *self.board, *self.discarded, *gone]
        discarded = tuple(self.discarded if seat == self.seat else () for seat in range(len(hole)))
        return State(
            rules=self.rules,
            deck=(*dealt, *unseen),
            next_card=len(dealt),
            button=self.button,
            starting=self.starting,
            stacks=self.stacks,
            bets=self.bets,
            paid=self.paid,
            dead=self.dead,
            folded=sum(1 << seat for seat, folded in enumerate(self.folded) if folded),
            hole=hole,
            discarded=discarded,
            board=self.board,
            street=self.street,
            level=self.level,
            step=self.step,
            counted=self.counted,
            wagers=self.wagers,
            seen=self.seen,
            pending=self.pending,
            opened=self.opened,
            aggressor=self.aggressor,
            actor=self.actor,
            events=self.events,
            history=self.history,
            payoffs=self.payoffs,
        )


def view_of(state: "State", seat: int | None) -> View:
    """Give what a seat sees: its own cards, and those that were shown."""
    shown = {event.seat for event in state.history if isinstance(event, Shown)}
    hole = tuple(
        cards if other == seat or other in shown else (UNKNOWN,) * len(cards) for other, cards in enumerate(state.hole)
    )
    return View(
        rules=state.rules,
        seat=seat,
        button=state.button,
        starting=state.starting,
        stacks=state.stacks,
        bets=state.bets,
        paid=state.paid,
        dead=state.dead,
        folded=tuple(bool(state.folded >> other & 1) for other in range(len(state.stacks))),
        hole=hole,
        discarded=() if seat is None else state.discarded[seat],
        board=state.board,
        street=state.street,
        level=state.level,
        step=state.step,
        counted=state.counted,
        wagers=state.wagers,
        seen=state.seen,
        pending=state.pending,
        opened=state.opened,
        aggressor=state.aggressor,
        actor=state.actor,
        actions=state.actions() if seat is not None and seat == state.actor else NO_ACTIONS,
        events=state.events,
        history=state.history,
        payoffs=state.payoffs,
    )


def seen_places(state: "State", seat: int | None) -> set[int]:
    """Give the places in the deck of all cards that a seat has seen, or a spectator for None."""
    view = view_of(state, seat)
    seen = {card for cards in (*view.hole, view.discarded, view.board) for card in cards}
    return {place for place, card in enumerate(state.deck) if card in seen and card != UNKNOWN}
