"""Hands of each of the rules, played by a machine that also tries what is not allowed."""

import random
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from poker_rules import RULES

from mazzo.game import IllegalAction
from mazzo.poker import CALL, CHECK, FOLD, Action, Betting, Exchange, Raise, Rules, State
from mazzo.poker.actions import Mucked, Shown, Won
from mazzo.poker.wire import view_to_json

stacks_of_chips = st.one_of(st.integers(0, 4), st.integers(5, 30), st.integers(30, 200))
anything = st.one_of(
    st.sampled_from([FOLD, CHECK, CALL, None, "fold", ("raise", 4)]),
    st.one_of(st.integers(), st.integers(-2, 90), st.booleans(), st.floats(), st.just("4"), st.none()).map(Raise),
    st.lists(st.integers(-1, 52), max_size=4).map(lambda cards: Exchange(tuple(cards))),
    st.just(Exchange([])),
)

# An action, or for an exchange the places of the cards in the hand: so it can be done with other cards.
Move = Action | tuple[int, ...]


def move_of(action: Action, hand: tuple[int, ...]) -> Move:
    return tuple(map(hand.index, action.cards)) if isinstance(action, Exchange) else action


def play(state: State, moves: list[Move]) -> State:
    for move in moves:
        if isinstance(move, tuple):
            state = state.apply(Exchange(tuple(state.hole[state.actor][place] for place in move)))
        else:
            state = state.apply(move)
    return state


def is_listed(action: object, choices: list[Action]) -> bool:
    """Whether an action is among the listed ones, or a raise between them, or an exchange in another order."""
    if type(action) is Raise:
        totals = [choice.to for choice in choices if type(choice) is Raise]
        return bool(totals) and type(action.to) is int and totals[0] <= action.to <= totals[-1]
    if type(action) is Exchange:
        sets = [sorted(choice.cards) for choice in choices if type(choice) is Exchange]
        whole = type(action.cards) is tuple and all(type(card) is int for card in action.cards)
        return whole and sorted(action.cards) in sets
    return action in choices


class Table(RuleBasedStateMachine):
    """One hand after another, each with its own stacks, button and deck."""

    game: Rules

    @initialize(data=st.data())
    def sit_down(self, data):
        self.deal(data)

    def deal(self, data):
        least = self.game.seats[0]
        tables = st.lists(stacks_of_chips, min_size=least, max_size=self.game.seats[1])
        stacks = data.draw(tables.filter(lambda stacks: sum(map(bool, stacks)) >= least), "stacks")
        button = data.draw(st.integers(0, len(stacks) - 1), "button")
        deck = random.Random(data.draw(st.integers(0, 2**32), "seed of the deck")).sample(range(52), 52)
        self.first = self.state = self.game.deal(stacks, button, deck)
        self.moves = []
        self.start_round()

    def start_round(self):
        self.raises = []
        self.faced = {}

    # ---- What is done ----

    def apply(self, action):
        """Do what is allowed: the state before stays what it was."""
        before, snapshot, actions = self.state, replace(self.state), self.state.actions()
        self.state = after = before.apply(action)
        assert before == snapshot
        assert before.actions() == actions
        assert after.history == before.history + after.events
        self.moves.append(move_of(action, before.hole[before.actor]))
        if after.street > before.street:
            self.start_round()
            return
        if isinstance(action, Raise):
            self.raises.append(after.level - before.level)
            if self.game.betting is Betting.POT_LIMIT:
                assert self.raises[-1] <= before.pot + actions.call
        self.faced[before.actor] = after.level

    def attempt(self, action):
        """Do what may or may not be allowed."""
        actions, snapshot = self.state.actions(), replace(self.state)
        allowed = action in actions
        assert allowed == is_listed(action, list(actions))
        if allowed:
            self.apply(action)
        else:
            with pytest.raises(IllegalAction):
                self.state.apply(action)
            assert self.state == snapshot
            assert self.state.actions() == actions

    def is_on(self):
        return self.state.actor is not None

    def is_over(self):
        return self.state.actor is None

    def may_raise(self):
        return self.state.actions().low > 0

    def may_exchange(self):
        return bool(self.state.actions().hand)

    @precondition(is_on)
    @rule()
    def go_along(self):
        self.apply(next(iter(self.state.actions())))

    @precondition(is_on)
    @rule(data=st.data())
    def take_an_offer(self, data):
        choices = list(self.state.actions())
        assert choices
        assert all(choice in self.state.actions() for choice in choices)
        self.apply(data.draw(st.sampled_from(choices)))

    @precondition(may_raise)
    @rule(data=st.data())
    def raise_to(self, data):
        low, high = self.state.actions().low, self.state.actions().high
        self.attempt(Raise(data.draw(st.sampled_from([low, high]) | st.integers(low - 2, high + 2))))

    @precondition(may_raise)
    @rule(chips=st.integers(-2, 30) | st.sampled_from([True, 4.0, None]))
    def raise_by(self, chips):
        snapshot = replace(self.state)
        try:
            action = self.state.raise_by(chips)
        except IllegalAction:
            assert self.state == snapshot
            assert self.game.betting is not Betting.RAISE_BY or type(chips) is not int or chips <= 0
        else:
            self.apply(action)

    @precondition(may_exchange)
    @rule(data=st.data())
    def exchange(self, data):
        hand = self.state.actions().hand
        other = next(card for card in range(52) if card not in hand)
        cards = data.draw(st.lists(st.sampled_from(hand), unique=True, min_size=1, max_size=len(hand)))
        # Not a tuple; not whole numbers; a card twice; one that is not held, as one more and instead of another.
        for wrong in (cards, tuple(map(float, cards)), (*cards, cards[0]), (*cards, other), (*cards[1:], other)):
            self.attempt(Exchange(wrong))
        self.attempt(Exchange(tuple(cards)))

    @rule(action=anything)
    def try_anything(self, action):
        self.attempt(action)

    @precondition(is_over)
    @rule(data=st.data())
    def deal_again(self, data):
        self.deal(data)

    # ---- What a seat sees ----

    def twin(self, seat, turn, kept):
        """The same hand, played with a deck in which all cards that a seat has not seen have moved on."""
        state = self.state
        seen = {*state.board, *kept}
        seen |= {card for event in state.history if isinstance(event, Shown) for card in event.cards}
        if seat is not None:
            seen |= {*state.hole[seat], *state.discarded[seat]}
        places = [place for place, card in enumerate(state.deck) if card not in seen]
        deck = list(state.deck)
        for place, other in zip(places, places[turn:] + places[:turn], strict=True):
            deck[place] = state.deck[other]
        return play(self.game.deal(state.starting, state.button, deck), self.moves)

    def check_twin(self, seat, turn):
        """What a seat sees tells nothing of the cards that it has not seen."""
        state = self.state
        mucked = [event for event in state.history if isinstance(event, Mucked)]
        twin = self.twin(seat, turn, ())
        if (twin.payoffs, [event for event in twin.history if isinstance(event, Mucked)]) != (state.payoffs, mucked):
            # With other cards, a hand that was put away unseen would have won, or had to be shown.
            twin = self.twin(seat, turn, [card for event in mucked for card in state.hole[event.seat]])
        assert twin.view(seat) == state.view(seat)
        assert repr(twin.view(seat)) == repr(state.view(seat))
        assert view_to_json(twin.view(seat)) == view_to_json(state.view(seat))

    @rule(data=st.data(), turn=st.integers(1, 15))
    def move_the_cards_that_a_seat_has_not_seen(self, data, turn):
        self.check_twin(data.draw(st.sampled_from([*range(len(self.state.stacks)), None])), turn)

    def teardown(self):
        """Go along to the end, where all that holds must hold too."""
        while self.is_on():
            self.go_along()
            self.hand_ends_in_time()
        self.chips_are_conserved()
        self.the_same_actions_make_the_same_hand()
        for seat in (*range(len(self.state.stacks)), None):
            self.check_twin(seat, 1)

    # ---- What always holds ----

    @invariant()
    def chips_are_conserved(self):
        state = self.state
        chips = sum(state.starting)
        assert min(state.stacks) >= 0
        assert sum(pot.chips for pot in state.pots()) == state.pot
        if state.payoffs is None:
            assert sum(state.stacks) + state.pot == chips
            return
        assert sum(state.stacks) == chips
        assert [a - b for a, b in zip(state.stacks, state.starting, strict=True)] == list(state.payoffs)
        assert sum(event.chips for event in state.history if isinstance(event, Won)) == state.pot

    @invariant()
    def odd_chips_go_out_one_each_from_the_left_of_the_button(self):
        state = self.state
        for number in range(len(state.pots())):
            won = [event for event in state.history if isinstance(event, Won) and event.pot == number]
            places = [(event.seat - state.button - 1) % len(state.stacks) for event in won]
            assert places == sorted(places)
            chips = [event.chips for event in won]
            assert chips == sorted(chips, reverse=True)
            assert not chips or chips[0] - chips[-1] <= 1

    @invariant()
    def nobody_wins_more_of_another_than_it_paid_itself(self):
        state = self.state
        most = max(chips for seat, chips in enumerate(state.paid) if not state.folded >> seat & 1)
        for seat, paid in enumerate(state.paid):
            won = sum(event.chips for event in state.history if isinstance(event, Won) and event.seat == seat)
            assert paid == most or won <= sum(min(chips, paid) for chips in state.paid) + state.dead

    @invariant()
    def the_seat_to_act_can_act(self):
        state, actions = self.state, self.state.actions()
        assert (state.actor is None) == (state.payoffs is not None)
        if state.actor is None:
            return
        assert state.hole[state.actor]
        assert state.stacks[state.actor] or actions.hand
        assert not state.folded >> state.actor & 1
        assert replace(state).actions() == actions
        assert 0 <= actions.call <= state.stacks[state.actor]
        if actions.low:
            assert actions.call < state.stacks[state.actor]
            assert state.level < actions.low <= actions.high <= state.stacks[state.actor] + state.bets[state.actor]

    @invariant()
    def who_has_acted_raises_again_only_after_a_full_raise(self):
        state = self.state
        bet = max([self.game.streets[state.street].bet, *(self.game.blinds if state.street == 0 else ())])
        if self.game.cap is not None:
            assert sum(chips >= bet for chips in self.raises) <= self.game.cap
        if self.game.betting is Betting.FIXED_LIMIT:
            assert state.level <= bet * self.game.cap
        elif state.actions().low and state.actor in self.faced:
            full = bet if self.game.betting is Betting.RAISE_BY else max([bet, *self.raises])
            assert state.level - self.faced[state.actor] >= full

    @invariant()
    def hand_ends_in_time(self):
        raises = sum(isinstance(move, Raise) for move in self.moves)
        assert len(self.moves) <= len(self.state.stacks) * (len(self.game.streets) + raises)

    @invariant()
    def the_same_actions_make_the_same_hand(self):
        again = play(self.first, self.moves)
        assert again == self.state
        assert hash(again) == hash(self.state)


@pytest.mark.parametrize("name", RULES)
def test_whatever_is_played(name):
    table = type(name, (Table,), {"game": RULES[name]})
    how = settings(max_examples=40, stateful_step_count=40, deadline=None, report_multiple_bugs=False)
    run_state_machine_as_test(table, settings=how)
