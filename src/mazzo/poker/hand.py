"""One hand of poker: the state, and what each action makes of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import sub

from mazzo.game import IllegalAction
from mazzo.poker.actions import (
    NO_ACTIONS,
    Acted,
    Action,
    Actions,
    Board,
    Call,
    Dealt,
    Event,
    Exchange,
    Exchanged,
    Fold,
    Mucked,
    Posted,
    Raise,
    Returned,
    Shown,
    Won,
)
from mazzo.poker.pots import Pot, pots, split, uncalled
from mazzo.poker.rules import Betting, Rules, RulesError, Street
from mazzo.poker.view import View, view_of
from mazzo.strength import five_of

_FIXED_LIMIT, _POT_LIMIT = Betting.FIXED_LIMIT, Betting.POT_LIMIT  # looked up at every turn
_dealt = cache(Dealt)  # the same few in every hand
_POSTS = ("small blind", "big blind", "straddle")


@dataclass(slots=True, repr=False)
class State:
    """A hand in progress, or over; it never changes.

    Sets of seats are bits of a number. `level` is the total that a caller must have in this round;
    `step` what a full raise adds to it; `counted` the last wager that counted, from which fixed
    bets go on; `seen` the level at which each seat last acted in this round, or -1.
    """

    rules: Rules
    deck: tuple[int, ...]
    button: int
    starting: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    dead: int
    hole: tuple[tuple[int, ...], ...]
    discarded: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    next_card: int
    street: int
    folded: int
    pending: int
    opened: bool
    level: int
    step: int
    counted: int
    seen: tuple[int, ...]
    wagers: int
    aggressor: int | None
    actor: int | None
    events: tuple[Event, ...]
    history: tuple[Event, ...]
    payoffs: tuple[int, ...] | None
    offered: Actions | None = field(default=None, init=False, compare=False)  # what actions() gave

    def view(self, seat: int | None) -> View:
        """Give what a seat may see of the hand, or a spectator for None."""
        if seat is not None and not 0 <= seat < len(self.stacks):
            raise ValueError(f"seat {seat!r}: there are seats 0 to {len(self.stacks) - 1}, and None for spectators")
        return view_of(self, seat)

    def actions(self) -> Actions:
        """Give what the seat to act may do; nothing when the hand is over."""
        if self.offered is None:
            self.offered = self._offer()
        return self.offered

    def _offer(self) -> Actions:
        seat = self.actor
        if seat is None:
            return NO_ACTIONS
        exchange = self.rules.streets[self.street].exchange
        if exchange:
            return Actions(0, 0, 0, self.hole[seat], exchange)
        stack, own, level = self.stacks[seat], self.bets[seat], self.level
        call = level - own
        if call >= stack:
            return Actions(stack, 0, 0)
        if not self._may_raise(seat):
            return Actions(call, 0, 0)
        most = stack + own
        low, high = level + self.step, most
        betting = self.rules.betting
        if betting is _FIXED_LIMIT:
            low = high = self.counted + self.rules.streets[self.street].bet
        elif betting is _POT_LIMIT:
            high = level + call + self.pot
        return Actions(call, low if low < most else most, high if high < most else most)

    def raise_by(self, chips: int) -> Raise:
        """Give the raise that adds so many chips on top of the bet; see `View.raise_by`."""
        return self.view(self.actor).raise_by(chips)

    def apply(self, action: Action) -> "State":
        """Give the state after an action of the seat to act."""
        seat = self.actor
        if seat is None:
            raise IllegalAction(f"{action!r} comes after the end of the hand")
        actions = self.offered or self.actions()
        if action not in actions:
            raise IllegalAction(f"seat {seat} may not {action!r}; it may {actions}")
        new = _copy(self)
        new.pending = self.pending & ~(1 << seat)
        kind = type(action)
        events: list[Event]
        if kind is Exchange:
            events = [new._exchange(seat, action.cards)]  # type: ignore[union-attr]
        else:
            chips = 0
            if kind is Fold:
                new.folded = self.folded | 1 << seat
            elif kind is Call:
                chips = actions.call
                new._put_in(seat, chips)
            elif kind is Raise:
                to = action.to  # type: ignore[union-attr]
                chips = to - self.bets[seat]
                new._put_in(seat, chips)
                new._raise_to(seat, to)
            new.seen = _with(self.seen, seat, new.level)
            events = [Acted(seat, action, chips)]
        if kind is Fold and len(new.stacks) - new.folded.bit_count() == 1:
            new._settle(events)
        else:
            new._go_on(seat, events)
        new.events = tuple(events)
        new.history = self.history + new.events
        return new

    def show(self, seat: int) -> "State":
        """Give the finished hand with one seat's cards shown, as it may wish."""
        if self.payoffs is None:
            raise IllegalAction(f"seat {seat} may not show its cards before the hand is over")
        if not 0 <= seat < len(self.hole) or not self.hole[seat]:
            raise IllegalAction(f"seat {seat} has no cards to show")
        if any(isinstance(event, Shown) and event.seat == seat for event in self.history):
            raise IllegalAction(f"seat {seat} has shown its cards")
        new = _copy(self)
        new.events = (Shown(seat, self.hole[seat]),)
        new.history = self.history + new.events
        return new

    @property
    def pot(self) -> int:
        """All chips that were put in and have not gone back."""
        return sum(self.paid) + self.dead

    def pots(self) -> list[Pot]:
        """Give the pots as they would be with all bets called: the main pot first."""
        return pots(self.paid, _in_order(self._live()), self.dead)

    # ---- Betting ----

    def _may_raise(self, seat: int) -> bool:
        """Whether a seat that could pay for it may raise: it was not shut out, and somebody could answer."""
        rules, level = self.rules, self.level
        if rules.cap is not None and self.wagers >= rules.cap:
            return False
        seen = self.seen[seat]
        if seen >= 0 and not self._reopened(seen):
            return False
        folded, bets = self.folded, self.bets
        for other, stack in enumerate(self.stacks):
            if stack and other != seat and not folded >> other & 1 and stack + bets[other] > level:
                return True
        return False

    def _reopened(self, seen: int) -> bool:
        """Whether what a seat faces, since it acted at the level `seen`, adds up to a full raise."""
        if self.rules.betting is _FIXED_LIMIT:
            return self.counted > seen
        return self.level - seen >= self.step

    def _put_in(self, seat: int, chips: int) -> None:
        stacks, bets, paid = [*self.stacks], [*self.bets], [*self.paid]  # faster than list()
        stacks[seat] -= chips
        bets[seat] += chips
        paid[seat] += chips
        self.stacks, self.bets, self.paid = tuple(stacks), tuple(bets), tuple(paid)

    def _raise_to(self, seat: int, to: int) -> None:
        """Set what the others face. An all-in for less counts as no raise, or in fixed limit for half."""
        rules = self.rules
        if rules.betting is _FIXED_LIMIT:
            full = 2 * (to - self.counted) >= rules.streets[self.street].bet
        else:
            full = to - self.level >= self.step
            if full and rules.betting is not Betting.RAISE_BY:
                self.step = to - self.level
        if full:
            self.counted = to
            self.wagers += 1
        self.level = to
        self.aggressor = seat
        self.pending = self._able() & ~(1 << seat)

    # ---- The course of a hand ----

    def _go_on(self, seat: int, events: list[Event]) -> None:
        """Find who is next after a seat's action, or what happens if nobody is."""
        pending = self.pending
        if pending & (pending - 1) or (pending and not self._is_settled()):
            self.actor = _in_order(pending, seat)[0]
        else:
            self._next_street(events)

    def _is_settled(self) -> bool:
        """Whether the only seat that could still bet has matched everybody."""
        if self.rules.streets[self.street].exchange:
            return False
        able = self._able()
        if able & (able - 1):
            return False
        seat = able.bit_length() - 1
        return self.bets[seat] >= max([self.bets[other] for other in _in_order(self._live()) if other != seat])

    def _next_street(self, events: list[Event]) -> None:
        """Deal on, until a seat has something to decide or the board is complete."""
        rules = self.rules
        able = self._able()
        betting = bool(able & (able - 1))
        self.actor, self.pending = None, 0
        while self.street + 1 < len(rules.streets):
            if not (betting or self.opened or any(street.exchange for street in rules.streets[self.street + 1 :])):
                self._open(events)
            self.street += 1
            street = rules.streets[self.street]
            self._start_round(street)
            self._deal_street(street, events)
            if street.exchange:
                self.pending = self._live()
            elif street.bet and betting:
                self.pending = able
            if self.pending:
                self.actor = _in_order(self.pending, self.button)[0]
                return
        self._settle(events)

    def _start_round(self, street: Street) -> None:
        seats = len(self.stacks)
        self.bets = (0,) * seats
        self.seen = (-1,) * seats
        self.level = self.counted = self.wagers = 0
        self.step = street.bet
        self.aggressor = None

    def _deal_street(self, street: Street, events: list[Event]) -> None:
        if street.hole:
            order = _in_order(self._live(), self.button)
            cards = self._take(street.hole * len(order))
            hole = list(self.hole)
            for place, seat in enumerate(order):
                hole[seat] += cards[place :: len(order)]
                events.append(_dealt(seat, street.hole))
            self.hole = tuple(hole)
        if street.board:
            cards = self._take(street.board)
            self.board += cards
            events.append(Board(cards))

    def _exchange(self, seat: int, cards: tuple[int, ...]) -> Exchanged:
        hole, discarded = list(self.hole), list(self.discarded)
        kept = list(hole[seat])
        for card in cards:
            kept.remove(card)
        hole[seat] = (*kept, *self._take(len(cards)))
        discarded[seat] += cards
        self.hole, self.discarded = tuple(hole), tuple(discarded)
        return Exchanged(seat, len(cards))

    def _take(self, count: int) -> tuple[int, ...]:
        first = self.next_card
        self.next_card += count
        return self.deck[first : self.next_card]

    # ---- The end ----

    def _settle(self, events: list[Event]) -> None:
        """Return what nobody called, compare the hands, and pay the pots, the main pot last."""
        self.actor, self.pending = None, 0
        seat, chips = uncalled(self.paid)
        if chips:
            events.append(Returned(seat, chips))
            self.stacks = _with(self.stacks, seat, self.stacks[seat] + chips)
            self.paid = _with(self.paid, seat, self.paid[seat] - chips)
        live = self._live()
        all_pots = pots(self.paid, _in_order(live), self.dead)
        strengths: dict[int, int] = {}
        best: dict[int, tuple[int, ...]] = {}
        order = _in_order(live, self.button)
        if len(order) > 1:
            for seat in order:
                strengths[seat], best[seat] = self.rules.strongest(self.hole[seat], self.board)
            if not self.opened:
                self._show_down(events, all_pots, strengths)
        stacks = list(self.stacks)
        for number in range(len(all_pots) - 1, -1, -1):
            pot = all_pots[number]
            winners: Sequence[int] = order
            if len(order) > 1:
                highest = max([strengths[seat] for seat in pot.seats])
                winners = [seat for seat in order if strengths[seat] == highest and seat in pot.seats]
            for seat, chips in zip(winners, split(pot.chips, winners), strict=True):
                stacks[seat] += chips
                events.append(Won(seat, chips, number, five_of(best[seat], strengths[seat]) if best.get(seat) else ()))
        self.stacks = tuple(stacks)
        self.payoffs = tuple(map(sub, stacks, self.starting))

    def _show_order(self) -> tuple[int, ...]:
        """The last to bet or raise in this round shows first, else the first left of the button."""
        live, first = self._live(), self.aggressor
        return _in_order(live, self.button if first is None or not live >> first & 1 else first - 1)

    def _open(self, events: list[Event]) -> None:
        """Show all hands, since nobody can bet any more."""
        self.opened = True
        events.extend(Shown(seat, self.hole[seat]) for seat in self._show_order())

    def _show_down(self, events: list[Event], all_pots: list[Pot], strengths: dict[int, int]) -> None:
        """Show in turn; who is beaten in every pot that it plays for may keep its cards to itself."""
        all_show = self.rules.open_all or any(not self.stacks[seat] for seat in strengths)
        beaten_at = [0] * len(all_pots)
        for seat in self._show_order():
            strength, shows = strengths[seat], all_show
            for number, pot in enumerate(all_pots):
                if strength >= beaten_at[number] and seat in pot.seats:
                    beaten_at[number], shows = strength, True
            events.append(Shown(seat, self.hole[seat]) if shows else Mucked(seat))

    # ---- Seats ----

    def _live(self) -> int:
        """The seats that have not folded."""
        return (1 << len(self.stacks)) - 1 & ~self.folded

    def _able(self) -> int:
        """The seats that can still put in chips."""
        able = self._live()
        if 0 in self.stacks:
            for seat, stack in enumerate(self.stacks):
                if not stack:
                    able &= ~(1 << seat)
        return able

    def __hash__(self) -> int:
        return hash((self.deck, self.history))


def deal(rules: Rules, stacks: Sequence[int], button: int, deck: Sequence[int]) -> State:
    """Deal a hand; see `Rules.deal`."""
    dealt_in = rules.dealt_in(stacks)
    if not 0 <= button < len(stacks):
        raise RulesError(f"the button at seat {button!r}: there are seats 0 to {len(stacks) - 1}")
    state = State.__new__(State)
    state.rules, state.deck, state.button = rules, tuple(deck), button
    state.starting = state.stacks = tuple(stacks)
    seats = len(stacks)
    if not rules.seats[0] <= len(dealt_in) <= rules.seats[1]:
        low, high = rules.seats
        raise RulesError(
            f"{len(dealt_in)} seats can play, of stacks {list(stacks)}; {rules.name} takes {low} to {high}"
        )
    if len(state.deck) < 52 and len(state.deck) < rules.cards_needed(len(dealt_in)):
        raise RulesError(f"a deck of {len(state.deck)} cards is too short for {len(dealt_in)} seats")
    state.folded = (1 << seats) - 1
    for seat in dealt_in:
        state.folded ^= 1 << seat
    state.paid, state.board = (0,) * seats, ()
    state.hole = state.discarded = ((),) * seats
    state.dead = state.next_card = state.street = state.pending = 0
    state.opened, state.actor, state.payoffs, state.offered = False, None, None, None
    state._start_round(rules.streets[0])
    events: list[Event] = []
    last = _post(state, events)
    state._deal_street(rules.streets[0], events)
    state.pending = state._able()
    state._go_on(last, events)
    state.events = state.history = tuple(events)
    return state


def _post(state: State, events: list[Event]) -> int:
    """Take antes and blinds; gives the seat after which the first one acts."""
    rules = state.rules
    order = _in_order(state._live(), state.button)
    posters = order[-1:] + order[:-1] if len(order) == 2 else order
    antes = posters[1:2] if rules.big_blind_antes else order
    for seat in antes if rules.ante else ():
        chips = min(rules.ante, state.stacks[seat])
        state.stacks = _with(state.stacks, seat, state.stacks[seat] - chips)
        if rules.big_blind_antes:
            state.dead += chips
        else:
            state.paid = _with(state.paid, seat, state.paid[seat] + chips)
        events.append(Posted(seat, chips, "ante"))
    last = state.button
    for number, blind in enumerate(rules.blinds):
        last = posters[number % len(posters)]
        chips = min(blind - state.bets[last], state.stacks[last])  # heads-up, who straddles has a blind in
        state._put_in(last, chips)
        events.append(Posted(last, chips, _POSTS[number]))
        state.level = state.counted = state.step = blind
    if rules.blind_is_wager:
        state.wagers = 1
    return last


@lru_cache(1 << 13)  # of nine seats there are fewer
def _in_order(seats: int, after: int = -1) -> tuple[int, ...]:
    """Some seats in order, clockwise from the one after a seat."""
    ascending = [seat for seat in range(seats.bit_length()) if seats >> seat & 1]
    return tuple(sorted(ascending, key=lambda seat: seat <= after))


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    changed = [*values]
    changed[place] = value
    return tuple(changed)


def _copy(state: State) -> State:
    """A state to be changed, without events."""
    new = State.__new__(State)
    new.rules, new.deck, new.button = state.rules, state.deck, state.button
    new.starting, new.stacks = state.starting, state.stacks
    new.bets, new.paid, new.dead = state.bets, state.paid, state.dead
    new.hole, new.discarded, new.board = state.hole, state.discarded, state.board
    new.next_card, new.street = state.next_card, state.street
    new.folded, new.pending, new.opened = state.folded, state.pending, state.opened
    new.level, new.step, new.counted = state.level, state.step, state.counted
    new.seen, new.wagers, new.aggressor = state.seen, state.wagers, state.aggressor
    new.actor, new.payoffs, new.offered = state.actor, state.payoffs, None
    return new
