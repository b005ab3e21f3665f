"""Tables at which people and bots do what they like, also what is not allowed, and which crash at any time."""

import json
from random import Random

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
from naive_burraco import places_unseen, random_move
from tables import a_table, again

from mazzo.burraco import DRAW, Discard
from mazzo.burraco.hand import State as BurracoState
from mazzo.cards import format_card
from mazzo.game import IllegalAction
from mazzo.games import GAMES
from mazzo.poker import CALL, CHECK, FOLD, Exchange, Raise

SEATS = {"holdem": 4, "draw": 3, "burraco": 2}
STACK = 1000

seats = st.sampled_from([0, 1, 2, 0, 1, 2, 3, -1, 4])
seeds = st.integers(0, 2**32)
anything = st.sampled_from([FOLD, CHECK, CALL, Raise(100), Raise(10**9), Exchange(()), DRAW, Discard(5), None, "fold"])


def legal_action(state, rng):
    """Something that the actor may do; of poker, seldom to fold."""
    if isinstance(state, BurracoState):
        return random_move(state, rng)
    actions = state.actions()
    if actions.hand:
        return Exchange(actions.hand[: rng.randint(0, 3)])
    raises = [Raise(actions.low), Raise(actions.high)] if actions.low else []
    return rng.choice([CALL if actions.call else CHECK] * 3 + raises + [FOLD])


class Host(RuleBasedStateMachine):
    """One table, as its host has it."""

    game: str

    @initialize(rebuy=st.booleans(), seconds=st.sampled_from([None, 20.0]), most_hands=st.sampled_from([None, None, 5]))
    def open(self, rebuy, seconds, most_hands):
        count = SEATS[self.game]
        self.table = a_table([], self.game, seats=count, rebuy=rebuy, seconds=seconds, bank=5.0, most_hands=most_hands)
        self.came = 0
        self.told = [self.table.message(None)]
        self.table.listen(None, self.check)
        for seat in range(count):
            self.sit(seat, [None, "easy", None][seat % 3])

    @property
    def staked(self):
        return self.game != "burraco"

    # ---- What is done ----

    def attempt(self, act, *arguments, **more):
        """Do it, or see that what is refused changes nothing."""
        table = self.table
        before = table.standing, len(self.told), table.store.entries("t"), table.store.hands()
        try:
            act(*arguments, **more)
        except ValueError:
            assert (table.standing, len(self.told), table.store.entries("t"), table.store.hands()) == before

    @rule(seat=seats, level=st.sampled_from([None, None, "easy", "grand master"]))
    def sit(self, seat, level):
        self.came += 1
        self.attempt(self.table.sit, seat, f"player {self.came}", level=level)

    @rule(seat=seats, what=st.sampled_from(["leave", "sit_out", "come_back", "come_back", "rebuy"]))
    def come_or_go(self, seat, what):
        self.attempt(getattr(self.table, what), seat)

    def is_on(self):
        return self.table.playing

    @precondition(is_on)
    @rule(seed=seeds, stale=st.sampled_from([0, 0, 0, 0, -1, 1]), count=st.integers(1, 25))
    def act(self, seed, stale, count):
        rng = Random(seed)
        for _ in range(count):
            self.table.tick()
            if self.table.playing:
                actor, version = self.table.state.actor, self.table.version
                self.attempt(self.table.act, actor, version + stale, legal_action(self.table.state, rng))

    @rule(seat=seats, action=anything)
    def try_anything(self, seat, action):
        self.attempt(self.table.act, seat, self.table.version, action)

    @rule(seconds=st.sampled_from([0.0, 1.0, 19.0, 22.0, 25.0]), ticks=st.integers(1, 20))
    def wait(self, seconds, ticks):
        self.table.clock.now += seconds
        for _ in range(ticks):
            self.table.tick()

    @rule(cards=st.sampled_from([None, [], list(range(52)), [0] * 52]))
    def deal(self, cards):
        self.attempt(self.table.deal, cards)

    @rule()
    def crash(self):
        back = again(self.table)
        assert back.standing == self.table.standing
        assert back.message(None)["seats"] == self.table.message(None)["seats"]
        self.table = back
        self.table.listen(None, self.check)

    def teardown(self):
        """Nobody does anything any more: with a clock the hand plays itself to its end."""
        if hasattr(self, "table") and self.table.setup.seconds is not None:
            for _ in range(2000):
                due = self.table.tick()
                if due is None or not self.table.playing:
                    break
                self.table.clock.now = max(self.table.clock.now, due)
            assert not self.table.playing

    # ---- What always holds ----

    def check(self, message):
        """Each change adds one to the version, and no chip comes or goes but with its player."""
        before = self.told[-1]
        self.told.append(message)
        assert message["version"] == before["version"] + 1
        if not self.staked:
            return
        had, has = ([*map(sum, zip(m["match"]["stacks"], pockets(m), strict=True))] for m in (before, message))
        view, ended = message["view"], message["match"]["hand"] > before["match"]["hand"]
        if ended:
            assert sum(view["payoffs"]) == 0
            assert sum(view["stacks"]) == sum(view["starting"])
            had = [end if was else chips for end, was, chips in zip(view["stacks"], view["starting"], had, strict=True)]
        for seat, (old, new) in enumerate(zip(before["seats"], message["seats"], strict=True)):
            if old["player"] == new["player"]:
                # The same, or it took a stack after it had lost all.
                assert has[seat] == had[seat] or (had[seat], has[seat]) == (0, STACK)
            else:
                assert has[seat] == (STACK if new["player"] else 0)
        if self.table.playing:
            assert sum(view["stacks"]) + view["pot"] == sum(view["starting"])

    @invariant()
    def no_card_is_lost(self):
        state = self.table.state
        if isinstance(state, BurracoState):
            laid = [card for side in state.melds for meld in side for card in meld.cards]
            held = [card for cards in (*state.hands, *state.pots) for card in cards]
            assert sorted([*laid, *held, *state.pile, *state.deck[state.next_card :]]) == sorted(state.deck)

    @invariant()
    def a_table_that_nobody_can_move_waits_for_somebody(self):
        table = self.table
        if table.tick() is None:
            if table.playing:
                seat = table.seats[table.state.actor]
                assert seat.player and not (seat.level or seat.out or seat.leaving)
            else:
                assert table.over or table.waiting

    @invariant()
    def each_hand_is_stored_once(self):
        records = [record for _, record in self.table.store.hands()]
        assert len({record["salts"][0] for record in records}) == len(records)
        match = self.table.match
        assert len(records) == (match.hand if self.staked else len(match.played))
        for record in records:
            assert len(set(record["names"])) == len(record["names"])

    @invariant()
    def no_secret_is_told_to_who_does_not_watch_as_a_player(self):
        table = self.table
        seated = {seat for seat, place in enumerate(table.seats) if not place.new}
        for seat in range(len(table.seats)):
            if seat not in seated and table.state is not None:
                assert table.message(seat)["view"] == table.message(None)["view"]


def pockets(message):
    return [seat["pocket"] for seat in message["seats"]]


@pytest.mark.parametrize("game", SEATS)
def test_whatever_people_do(game):
    host = type(game, (Host,), {"game": game})
    how = settings(max_examples=40, stateful_step_count=50, deadline=None, report_multiple_bugs=False)
    run_state_machine_as_test(host, settings=how)


# ---- Twins: tables that differ in cards which a seat never sees ----


def as_told(message):
    """A message without what is random by design."""
    opened = {place: card for place, (card, _) in message["opened"].items()}
    return json.dumps(message | {"commitments": len(message["commitments"]), "opened": opened})


def stream(game, deck, moves, seat):
    """All that a seat is told of a hand, from its deal on; and the table."""
    count = SEATS[game]
    table = a_table([f"player {number}" for number in range(count)], game, seats=count)
    told = []
    table.listen(seat, lambda message: told.append(as_told(message)))
    table.deal(deck)
    for move in moves:
        move(table)
    return told, table


def acts(action, places):
    """An action; of an exchange, the places in the hand, since in a twin there are other cards."""

    def move(table):
        state = table.state
        mine = Exchange(tuple(state.hole[state.actor][place] for place in places)) if places is not None else action
        table.act(state.actor, table.version, mine)

    return move


def leaves(seat):
    """Somebody goes, and does nothing more in the hand."""

    def move(table):
        table.leave(seat)
        while table.playing and table.seats[table.state.actor].leaving:
            table.tick()

    return move


def some_moves(game, deck, rng):
    """A hand, or the beginning of one: who acts does what it likes, and now and then somebody goes."""
    _, table = stream(game, deck, (), None)
    moves = []
    for _ in range(rng.choice([5, 20, 300])):
        if not table.playing:
            break
        action = legal_action(table.state, rng)
        places = None
        if isinstance(action, Exchange):
            places = [table.state.hole[table.state.actor].index(card) for card in action.cards]
        seat = rng.randrange(len(table.seats))
        goes = rng.random() < 0.03 and not table.seats[seat].leaving
        moves.append(leaves(seat) if goes else acts(action, places))
        moves[-1](table)
    for seat, place in enumerate(table.seats):
        if place.player is None:
            moves.append(lambda table, seat=seat: table.sit(seat, f"new at {seat}"))
            moves[-1](table)
    return moves, table


def never_seen(table, told, seat):
    """The places in the deck of cards that a seat has not been told of."""
    state = table.state
    if isinstance(state, BurracoState):
        return places_unseen(state, seat)
    views = [json.loads(message)["view"] for message in told]
    seen = {
        card for view in views for hand in (*view["hole"], view["board"], view["discarded"]) for card in cards_of(hand)
    }
    return [place for place, card in enumerate(state.deck) if format_card(card) not in seen]


def cards_of(text):
    return {text[at : at + 2] for at in range(0, len(text), 2)} - {"??"}


@pytest.mark.parametrize("game", SEATS)
def test_a_seat_is_told_nothing_that_depends_on_cards_that_it_does_not_see(game):
    twins = 0
    for seed in range(150 if game != "burraco" else 40):
        rng = Random(seed)
        deck = GAMES[game].deck()
        rng.shuffle(deck)
        moves, table = some_moves(game, deck, rng)
        seat = rng.choice([*range(len(table.seats)), None])
        told, table = stream(game, deck, moves, seat)
        places = never_seen(table, told, seat)
        other = list(deck)
        for one, two in zip(places[::2], places[1::2], strict=False):
            other[one], other[two] = deck[two], deck[one]
        try:
            twin, twins_table = stream(game, other, moves, seat)
        except IllegalAction:
            continue  # in the twin somebody could not have done it
        if outcome(table) != outcome(twins_table):
            continue  # with other cards, a hand that was put away unseen would have won, or had to be shown
        assert twin == told
        twins += 1
    assert twins > seed // 2


def outcome(table):
    """Who won what, and who put cards away."""
    kinds = [type(event).__name__ for event in table.state.history]
    return table.state.payoffs, kinds
