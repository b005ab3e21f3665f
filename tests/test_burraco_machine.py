"""Hands of Burraco under each of the rules, played by a machine that also tries what is not allowed."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from burraco_rules import RULES
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
from naive_burraco import (
    BONUS,
    burraco,
    may,
    may_be_wild,
    opened,
    places_unseen,
    random_lay,
    random_move,
    reading_of,
    readings,
    worth,
)

from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    UNDO,
    Action,
    CloseBy,
    Discard,
    Extend,
    Lay,
    Phase,
    PotMode,
    Rules,
    State,
    Undo,
)
from mazzo.burraco.actions import Closed, Discarded, Drew, Laid, Left, Stalled, TookPile, TookPot
from mazzo.burraco.wire import view_to_json
from mazzo.cards import JOKER, double_deck, shuffle
from mazzo.game import IllegalAction

seeds = st.integers(0, 2**32)
a_card = st.one_of(st.integers(-2, 54), st.booleans(), st.floats(), st.none(), st.just("4h"))
some_cards = st.lists(st.integers(-1, JOKER), max_size=5)
anything = st.one_of(
    st.sampled_from([DRAW, TAKE_PILE, TAKE_POT, UNDO, None, "draw", ("discard", 4), Discard]),
    a_card.map(Discard),
    some_cards.map(lambda cards: Lay(tuple(cards))),
    st.builds(Extend, st.one_of(st.integers(-2, 9), st.booleans(), st.none()), some_cards.map(tuple)),
    some_cards.map(Lay),
    st.lists(a_card, max_size=4).map(lambda cards: Lay(tuple(cards))),
)


def play(state: State, moves: list[Action]) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def all_cards(state: State) -> list[int]:
    laid = [card for side in state.melds for meld in side for card in meld.cards]
    held = [card for cards in (*state.hands, *state.pots) for card in cards]
    return sorted([*laid, *held, *state.pile, *state.deck[state.next_card :]])


def kinds_of(state: State, side: int) -> list[str | None]:
    """The kinds of burraco of a side's melds, from the text of the rules."""
    game = state.rules
    return [
        burraco(
            reading_of(meld),
            game.name == "official",
            wild_inside=game.semi_wild_inside,
            larger_sets=not game.semi_set_exact,
        )
        for meld in state.melds[side]
    ]


def score(state: State, side: int) -> int:
    """What a side has in the end, from the table and what happened."""
    laid = sum(worth(meld.cards) for meld in state.melds[side])
    left = sum(worth(hand) for hand in state.hands[side::2])
    bonus = sum(BONUS[kind] for kind in kinds_of(state, side))
    took_pot = any(isinstance(event, TookPot) and event.seat % 2 == side for event in state.history)
    closed = any(isinstance(event, Closed) and event.seat % 2 == side for event in state.history)
    return laid + bonus - left + closed * state.rules.closing_bonus - (not took_pot) * state.rules.pot_penalty


class Table(RuleBasedStateMachine):
    """One hand after another."""

    game: Rules

    @initialize(seed=seeds)
    def sit_down(self, seed):
        self.deal(seed)

    def deal(self, seed):
        deck = double_deck()
        shuffle(deck, Random(seed))
        self.first = self.state = self.game.deal(deck, seed % self.game.seats)
        self.start = self.state
        self.moves = []

    # ---- What is done ----

    def apply(self, action):
        """Do what is allowed: the state before stays what it was."""
        before, snapshot, actions = self.state, replace(self.state), self.state.actions()
        self.state = after = before.apply(action)
        assert before == snapshot
        assert replace(before).actions() == actions
        assert after.history == before.history + after.events
        self.moves.append(action)
        if isinstance(action, Undo):
            self.is_back_at_the_start(after)
        elif after.phase is Phase.PLAY and any(isinstance(event, Drew | TookPile | TookPot) for event in after.events):
            self.start = after  # of all that can be taken back

    def is_back_at_the_start(self, after):
        start = self.start
        assert replace(after, steps=start.steps, events=start.events, history=start.history) == start
        assert after.actions() == start.actions()
        assert list(after.actions()) == list(start.actions())
        assert UNDO not in after.actions()

    def attempt(self, action):
        """Do what may or may not be allowed."""
        snapshot, actions = replace(self.state), replace(self.state).actions()
        allowed = action in self.state.actions()
        assert allowed == may(self.state, action), action
        if allowed:
            self.apply(action)
            return
        with pytest.raises(IllegalAction):
            self.state.apply(action)
        assert self.state == snapshot
        assert self.state.actions() == actions

    def is_on(self):
        return self.state.actor is not None

    def is_over(self):
        return self.state.actor is None

    def is_to_lay(self):
        return self.state.phase is Phase.PLAY

    @precondition(is_on)
    @rule(seed=seeds, moves=st.integers(1, 80))
    def play_on(self, seed, moves):
        rng = Random(seed)
        for _ in range(moves):
            if self.is_on():
                self.judge_the_last_cards(rng)
                self.apply(random_move(self.state, rng))

    def judge_the_last_cards(self, rng):
        """With few cards left, much depends on the pot and on what is left to discard."""
        state = self.state
        hand, melds = state.hands[state.actor], state.melds[state.actor & 1]
        if 0 < len(hand) < 6:
            for action in [*map(Discard, set(hand)), *(random_lay(hand, melds, rng) for _ in range(3))]:
                assert (action in state.actions()) == may(state, action), action

    @precondition(is_on)
    @rule(seed=seeds, moves=st.integers(1, 10))
    def take_offers(self, seed, moves):
        rng = Random(seed)
        for _ in range(moves):
            choices = list(self.state.actions())
            for choice in choices:
                self.state.apply(choice)
            if choices:
                self.apply(rng.choice(choices))

    @precondition(is_to_lay)
    @rule(seed=seeds)
    def lay(self, seed):
        rng = Random(seed)
        for _ in range(10):
            if self.is_to_lay() and (hand := self.state.hands[self.state.actor]):
                self.attempt(random_lay(hand, self.state.melds[self.state.actor & 1], rng))

    @precondition(is_to_lay)
    @rule(seed=seeds)
    def lay_and_take_back(self, seed):
        self.lay(seed)
        self.attempt(UNDO)

    @precondition(is_to_lay)
    @rule(seed=seeds)
    def discard(self, seed):
        for card in Random(seed).sample(self.state.hands[self.state.actor], 1):
            self.attempt(Discard(card))

    @rule(action=anything)
    def try_anything(self, action):
        self.attempt(action)

    @precondition(is_over)
    @rule(seed=seeds)
    def deal_again(self, seed):
        self.deal(seed)

    # ---- What a seat sees ----

    @rule(seed=seeds)
    def swap_cards_that_a_seat_has_not_seen(self, seed):
        """What a seat sees tells nothing of the cards that it has not seen."""
        rng = Random(seed)
        state = self.state
        for seat in (*range(len(state.hands)), None):
            deck = list(state.deck)
            unseen = places_unseen(state, seat)
            rng.shuffle(unseen)
            twin = state
            for one, other in islice(zip(unseen[::2], unseen[1::2], strict=False), 3):
                deck[one], deck[other] = deck[other], deck[one]
                try:
                    twin = play(self.game.deal(deck, state.dealer), self.moves)
                except IllegalAction:  # what was done shows that it was with these cards
                    deck[one], deck[other] = deck[other], deck[one]
            assert twin.view(seat) == state.view(seat)
            assert repr(twin.view(seat)) == repr(state.view(seat))
            assert view_to_json(twin.view(seat)) == view_to_json(state.view(seat))

    @rule(seed=seeds)
    def sample_what_a_seat_has_not_seen(self, seed):
        """A sampled state looks the same, but that nothing is taken back, and can be played."""
        rng = Random(seed)
        for seat in (*range(len(self.state.hands)), None):
            view = self.state.view(seat)
            sampled = view.sample(rng)
            assert sampled.view(seat) == replace(view, actions=replace(view.actions, may_undo=False))
            assert all_cards(sampled) == sorted(sampled.deck) == double_deck()
            for other, hand in enumerate(sampled.hands):
                assert view.known(other) <= Counter(self.state.hands[other])
                assert view.known(other) <= Counter(hand)
            for _ in range(10):
                if sampled.actor is not None:
                    sampled = sampled.apply(random_move(sampled, rng))

    # ---- What always holds ----

    @invariant()
    def cards_are_conserved(self):
        assert all_cards(self.state) == double_deck()

    @invariant()
    def melds_are_such_by_the_rules(self):
        for side in self.state.melds:
            for meld in side:
                assert reading_of(meld) in set(readings(meld.cards, self.game.name == "official"))
            ranks = [meld.rank for meld in side if not meld.is_run]
            assert not self.game.one_set_per_rank or len(set(ranks)) == len(ranks)

    @invariant()
    def the_seat_to_act_can_act(self):
        state, actions = self.state, self.state.actions()
        over = state.actor is None
        assert (state.phase is Phase.OVER, state.payoffs is not None, state.scores is not None) == (over,) * 3
        if over:
            assert list(actions) == []
            return
        assert state.actor == (state.dealer + 1 + state.turn) % len(state.hands)
        choices = list(actions)
        assert choices
        assert all(choice in actions for choice in choices)
        assert any(type(choice) is not Undo for choice in choices)

    @invariant()
    def a_view_shows_what_all_see(self):
        for seat in (*range(len(self.state.hands)), None):
            view = self.state.view(seat)
            assert (view.stock, view.pile, view.melds) == (self.state.stock, self.state.pile, self.state.melds)
            assert list(view.actions) == (list(self.state.actions()) if seat == self.state.actor else [])
            assert (view.hand == self.state.hands[seat]) if seat is not None else (view.hand == ())

    @invariant()
    def each_side_takes_one_pot_by_the_rules(self):
        state = self.state
        assert state.opened == opened(state)
        for side in (0, 1):
            taken = [event.seat for event in state.history if isinstance(event, TookPot) and event.seat % 2 == side]
            assert len(taken) == (0 if state.pots[side] else 1)
            if state.rules.pot_mode is PotMode.DRAW_OPTION:
                assert set(taken) <= opened(state)

    @invariant()
    def a_hand_ends_in_time(self):
        state = self.state
        assert state.turn <= self.game.turn_cap
        assert state.steps == len(self.moves)
        undone = [number for number, move in enumerate(self.moves) if isinstance(move, Undo)]
        assert all(number < self.game.step_cap for number in undone)
        assert state.last_turn == (state.stock <= self.game.unplayable_stock)

    @invariant()
    def a_finished_hand_is_scored_by_the_rules(self):
        state = self.state
        if state.actor is not None:
            return
        assert [part.total for part in state.scores] == [score(state, 0), score(state, 1)]
        assert list(state.payoffs) == [score(state, seat % 2) for seat in range(len(state.hands))]
        shown = {event.seat: event.cards for event in state.history if isinstance(event, Left)}
        assert shown == {seat: hand for seat, hand in enumerate(state.hands) if hand}
        ends = [event for event in state.events if isinstance(event, Closed | Stalled)]
        if state.closer is None:
            assert ends == [Stalled(state.last_turn)]
            assert state.last_turn or state.turn == self.game.turn_cap
            return
        assert ends == [Closed(state.closer)]
        assert not state.hands[state.closer]
        assert any(kinds_of(state, state.closer % 2))
        if self.game.close_by is CloseBy.DISCARD:
            assert not state.pots[state.closer % 2]
            assert isinstance(state.events[0], Discarded)
            assert self.game.wild_close or not may_be_wild(state.events[0].card)
        else:
            assert isinstance(state.events[0], Laid)

    def teardown(self):
        """Play on to the end, where all that holds must hold too."""
        rng = Random(len(self.moves))
        while self.is_on():
            self.apply(random_move(self.state, rng))
        for holds in (
            self.cards_are_conserved,
            self.melds_are_such_by_the_rules,
            self.the_seat_to_act_can_act,
            self.a_view_shows_what_all_see,
            self.each_side_takes_one_pot_by_the_rules,
            self.a_hand_ends_in_time,
            self.a_finished_hand_is_scored_by_the_rules,
        ):
            holds()
        again = play(self.first, self.moves)
        assert again == self.state
        assert hash(again) == hash(self.state)
        self.swap_cards_that_a_seat_has_not_seen(1)
        self.sample_what_a_seat_has_not_seen(1)


@pytest.mark.parametrize("name", RULES)
def test_whatever_is_played(name):
    table = type(name, (Table,), {"game": RULES[name]})
    how = settings(max_examples=20, stateful_step_count=20, deadline=None, report_multiple_bugs=False)
    run_state_machine_as_test(table, settings=how)
