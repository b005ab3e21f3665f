"""Random hands played beside pokerkit: the same bounds at every turn and the same stacks at the end.

Where the two differ, the difference is named with the rule that decides it:

- a big blind that is short still makes the others call the whole one here; so pokerkit is told that it is whole;
- a seat that alone could still bet, and has matched the others, is not asked here; there it checks;
- a short all-in does not reopen the betting; pokerkit reopens it after one over the blinds or as the first bet;
- the pot of pot limit counts a short big blind as it was paid; the rules do not say, so pokerkit's is made to;
- several short all-ins may add up to a full raise; once they did, pokerkit forgets what they were;
- with fixed bets, an all-in of half a bet or more is a wager, and one of less can be completed; pokerkit takes
  each as a wager, goes on from its amount, and reopens for it as without a limit;
- odd chips go out one each from the button's left, pot by pot; pokerkit gives all of them to the first winner,
  and takes pots as one whose other seats are beaten;
- when all are all-in without a raise, the first seat from the button's left shows first; in pokerkit the
  first that was to act.
"""

import random
import warnings
from dataclasses import replace
from itertools import groupby

import pytest

from mazzo.cards import format_cards
from mazzo.poker import (
    CALL,
    CHECK,
    FOLD,
    Action,
    Betting,
    Raise,
    Rules,
    State,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)
from mazzo.poker.actions import Acted, Board, Mucked, Shown, Won

pokerkit = pytest.importorskip("pokerkit", reason="pokerkit is not installed; it is in the extra 'test'")

BLINDS = SMALL_BLIND, BIG_BLIND = 5, 10
BETS = (10, 20)
CAP = 4
GAMES = {
    "no limit": no_limit_holdem(BLINDS),
    "no limit, antes": no_limit_holdem(BLINDS, 3),
    "no limit, big blind antes": no_limit_holdem(BLINDS, 10, big_blind_antes=True),
    "fixed limit": fixed_limit_holdem(BLINDS, BETS, CAP),
    "pot limit Omaha": pot_limit_omaha(BLINDS),
}
HANDS = dict.fromkeys(GAMES, 300) | {"pot limit Omaha": 120}  # as pokerkit takes time


class Theirs:
    """A hand of pokerkit: seat 0 is left of the button, so the last seat has it."""

    def __init__(self, rules: Rules, stacks: list[int], deck: list[int]) -> None:
        by_hand = ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING", "BET_COLLECTION")
        automatic = tuple(each for each in pokerkit.Automation if each.name not in by_hand)
        antes = {1: rules.ante} if rules.big_blind_antes else rules.ante
        table = (automatic, not rules.big_blind_antes, antes, BLINDS)
        cash = pokerkit.Mode.CASH_GAME  # where a seat that could check may fold
        if rules.betting is Betting.FIXED_LIMIT:
            game = pokerkit.FixedLimitTexasHoldem(*table, *BETS, mode=cash)
            # The big blind is the first wager.
            first = replace(game.streets[0], max_completion_betting_or_raising_count=CAP - 1)
            game.streets = (first, *game.streets[1:])
        elif rules.betting is Betting.POT_LIMIT:
            game = pokerkit.PotLimitOmahaHoldem(*table, BIG_BLIND, mode=cash)
        else:
            game = pokerkit.NoLimitTexasHoldem(*table, BIG_BLIND, mode=cash)
        seats, cards = len(stacks), rules.streets[0].hole
        self.state = game(tuple(stacks), seats)
        self.big_blind = 0 if seats == 2 else 1
        self.missing = 0
        self.board = deck[seats * cards : seats * cards + 5]
        if self.state.can_collect_bets():
            self.state.collect_bets()
        self.complete_big_blind(BIG_BLIND - self.state.bets[self.big_blind])
        for seat in range(seats):
            self.state.deal_hole(format_cards(deck[seat : seats * cards : seats]))
        self.go_on()

    def complete_big_blind(self, chips: int) -> None:
        """Let the big blind look as if it had paid so many more chips."""
        self.missing += chips
        self.state.bets[self.big_blind] += chips
        self.state.payoffs[self.big_blind] -= chips

    def go_on(self) -> None:
        """Collect bets, with the big blind as it was paid, and deal our board; burns do not matter."""
        state = self.state
        while state.status and state.actor_index is None:
            if state.can_collect_bets():
                self.complete_big_blind(-self.missing)
                state.collect_bets()
            elif state.can_burn_card():
                state.burn_card("??")
            else:
                count = 1 if state.board_cards else 3
                state.deal_board(format_cards([self.board.pop(0) for _ in range(count)]))

    def bounds(self) -> tuple[int, int]:
        state = self.state
        low = state.min_completion_betting_or_raising_to_amount or 0
        high = state.max_completion_betting_or_raising_to_amount or 0
        if self.missing and state.betting_structure is pokerkit.BettingStructure.POT_LIMIT:
            own = state.bets[state.actor_index]
            high = min(high, 2 * max(state.bets) - own + state.total_pot_amount - self.missing)
        return low, high

    def shown(self) -> list[tuple[int, bool]]:
        """Who showed cards, or put them away, in order."""
        done = [each for each in self.state.operations if isinstance(each, pokerkit.HoleCardsShowingOrMucking)]
        return [(each.player_index, bool(each.hole_cards)) for each in done]

    def apply(self, action: Action) -> None:
        if action == FOLD:
            with warnings.catch_warnings(action="ignore"):
                self.state.fold()
        elif isinstance(action, Raise):
            self.state.complete_bet_or_raise_to(action.to)
        else:
            self.state.check_or_call()
        self.go_on()

    def check_down(self) -> None:
        """Let the only seat that could still bet check."""
        while self.state.actor_index is not None:
            stacks = [stack for stack, live in zip(self.state.stacks, self.state.statuses, strict=True) if live]
            assert sum(map(bool, stacks)) == 1
            self.apply(CHECK)


def acts_of_round(ours: State) -> list[Acted]:
    """What was done since the last cards came."""
    acts: list[Acted] = []
    for event in ours.history:
        if isinstance(event, Board):
            acts.clear()
        elif isinstance(event, Acted):
            acts.append(event)
    return acts


def fixed_raise(ours: State) -> int | None:
    """What a raise goes to by the rule about an all-in for less, 0 for none; None if there was no such all-in."""
    bet = ours.rules.streets[ours.street].bet
    level = counted = BIG_BLIND if ours.street == 0 else 0
    wagers = 1 if ours.street == 0 else 0
    faced: dict[int, int] = {}
    less = False
    for event in acts_of_round(ours):
        if isinstance(event.action, Raise):
            less |= event.action.to - level < bet
            level = event.action.to
            if level - counted >= bet / 2:
                counted, wagers = level, wagers + 1
        faced[event.seat] = counted
    if not less:
        return None
    seat = ours.actor
    totals = [
        0 if ours.folded >> other & 1 else stack + own
        for other, (stack, own) in enumerate(zip(ours.stacks, ours.bets, strict=True))
    ]
    most = totals.pop(seat)
    if wagers == CAP or faced.get(seat, -1) >= counted or most <= level or max(totals) <= level:
        return 0
    return min(counted + bet, most)


def compare_bounds(ours: State, theirs: Theirs) -> None:
    actions = ours.actions()
    assert ours.actor == theirs.state.actor_index
    assert actions.call == theirs.state.checking_or_calling_amount
    low, high = theirs.bounds()
    by_rule = fixed_raise(ours) if ours.rules.betting is Betting.FIXED_LIMIT else None
    if by_rule is not None:
        assert (actions.low, actions.high) == (by_rule, by_rule)
    elif low and not actions.low:
        assert ours.actor in [event.seat for event in acts_of_round(ours)]
        assert 0 < actions.call < BIG_BLIND  # less than any full raise
    elif actions.low and not low:
        assert actions.call >= max(BIG_BLIND, theirs.state.completion_betting_or_raising_amount)
    else:
        assert (actions.low, actions.high) == (low, high)


def random_action(ours: State, theirs: Theirs, rng: random.Random) -> Action:
    """An action that both allow."""
    actions = ours.actions()
    choices: list[Action] = [CALL] * 8 + [FOLD] * 2 if actions.call else [CHECK] * 9 + [FOLD]
    if actions.low and (actions.low, actions.high) == theirs.bounds():
        choices += [Raise(to) for to in (actions.low, actions.high, rng.randint(actions.low, actions.high))]
    return rng.choice(choices)


def sit_down(rules: Rules, stacks: list[int], rng: random.Random) -> tuple[State, Theirs]:
    """One deal on both sides: pokerkit's players are dealt from the first, as ours are from the button's left."""
    deck = rng.sample(range(52), 52)
    return rules.deal(stacks, len(stacks) - 1, deck), Theirs(rules, stacks, deck)


def play(rules: Rules, rng: random.Random) -> tuple[State, Theirs]:
    """One hand on both sides."""
    depths = rng.sample([(1, 20), (11, 60), (60, 400)], rng.randint(1, 3))
    stacks = [rng.randint(*rng.choice(depths)) for _ in range(rng.randint(2, 9))]
    if max(stacks[:2]) <= rules.ante:
        stacks[0] = rules.ante + 1  # pokerkit has to collect some bet
    ours, theirs = sit_down(rules, stacks, rng)
    while ours.actor is not None:
        compare_bounds(ours, theirs)
        action = random_action(ours, theirs, rng)
        ours = ours.apply(action)
        theirs.apply(action)
    theirs.check_down()
    return ours, theirs


def with_odd_chips_to_the_first(ours: State) -> list[int]:
    """The stacks, had the first winner got all odd chips of the pots that the same seats could win."""
    stacks, pots = list(ours.stacks), ours.pots()
    won = [event for event in ours.history if isinstance(event, Won)]
    winners = {event.seat for event in won}
    for _, group in groupby(won, key=lambda event: winners.intersection(pots[event.pot].seats)):
        events = list(group)
        seats = list(dict.fromkeys(event.seat for event in events))
        share, odd = divmod(sum(event.chips for event in events), len(seats))
        for event in events:
            stacks[event.seat] -= event.chips
        for seat in seats:
            stacks[seat] += share
        stacks[seats[0]] += odd
    return stacks


def compare_showdown(ours: State, theirs: Theirs) -> None:
    """The same seats show and muck in the same order."""
    shown = [(event.seat, isinstance(event, Shown)) for event in ours.history if isinstance(event, Shown | Mucked)]
    order = theirs.shown()
    raises = [event for event in ours.history if isinstance(event, Acted) and isinstance(event.action, Raise)]
    if ours.opened and not raises:
        shown, order = sorted(shown), sorted(order)
    assert shown == order


@pytest.mark.parametrize("name", GAMES)
def test_pokerkit_agrees(name):
    rng = random.Random(name)
    for _ in range(HANDS[name]):
        ours, theirs = play(GAMES[name], rng)
        compare_showdown(ours, theirs)
        assert with_odd_chips_to_the_first(ours) == theirs.state.stacks


def test_short_all_ins_add_up_again_after_they_once_did():
    ours, theirs = sit_down(GAMES["no limit"], [100, 100, 100, 26, 31, 35], random.Random(1))
    for action in (Raise(20), Raise(26), Raise(31), Raise(35), FOLD, CALL):
        compare_bounds(ours, theirs)
        ours = ours.apply(action)
        theirs.apply(action)
    compare_bounds(ours, theirs)
    assert ours.actions().low == 45
    assert theirs.bounds() == (0, 0)
