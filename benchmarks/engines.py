"""Six-handed no-limit hold'em on each engine: every action asked for, every hand to its showdown.

Each player of hands takes how many and a generator; it calls everything down, or plays at random: folds
one in five, raises one in ten where it may, else calls.
"""

from collections.abc import Callable
from random import Random

import peers

from mazzo.cards import shuffle
from mazzo.poker import CALL, CHECK, FOLD, Raise, no_limit_holdem

Player = Callable[[int, Random, bool], None]

SEATS, STACK, BLINDS = 6, 20_000, (50, 100)


def play_mazzo(hands: int, rng: Random, at_random: bool) -> None:
    rules = no_limit_holdem(BLINDS)
    deck = list(range(52))
    for hand in range(hands):
        shuffle(deck, rng)
        state = rules.deal((STACK,) * SEATS, hand % SEATS, deck)
        while state.actor is not None:
            actions = state.actions()
            choice = rng.random() if at_random else 1.0
            if choice < 0.2:
                action = FOLD
            elif choice < 0.3 and actions.low:
                action = Raise(rng.randint(actions.low, actions.high))
            else:
                action = CALL if actions.call else CHECK
            state = state.apply(action)


def play_fast_hand(hands: int, rng: Random, at_random: bool) -> None:
    fast_hand = peers.needed("pokerfast").FastHand
    for _ in range(hands):
        hand = fast_hand(small_blind=BLINDS[0], big_blind=BLINDS[1], min_stack=STACK, max_stack=STACK, rng=rng)
        while not hand.done:
            space = hand.get_action_space()
            choice = rng.random() if at_random else 1.0
            if choice < 0.2 and "fold" in space:
                hand.fold()
            elif choice < 0.3 and "min_bet" in space:
                hand.bet_or_raise(rng.randint(space["min_bet"], space["max_bet"]))
            elif "call" in space:
                hand.call()
            else:
                hand.check()


def play_pokerkit(hands: int, rng: Random, at_random: bool) -> None:
    pokerkit = peers.needed("pokerkit")
    automations = tuple(pokerkit.Automation)
    for _ in range(hands):
        state = pokerkit.NoLimitTexasHoldem.create_state(automations, True, 0, BLINDS, BLINDS[1], STACK, SEATS)
        while state.status:
            low = state.min_completion_betting_or_raising_to_amount
            choice = rng.random() if at_random else 1.0
            if choice < 0.2 and state.can_fold():
                state.fold()
            elif choice < 0.3 and low is not None:
                high = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(rng.randint(low, high))
            else:
                state.check_or_call()


def play_clubs(hands: int, rng: Random, at_random: bool) -> None:
    clubs = peers.needed("clubs")
    config = {**clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER, "blinds": [*BLINDS, 0, 0, 0, 0], "start_stack": STACK}
    dealer = clubs.poker.Dealer(**config)
    for _ in range(hands):
        seen, over = dealer.reset(reset_stacks=True), False
        while not over:
            choice = rng.random() if at_random else 1.0
            if choice < 0.2:
                chips = -1
            elif choice < 0.3 and seen["max_raise"] > 0:
                chips = rng.randint(seen["min_raise"], seen["max_raise"])
            else:
                chips = seen["call"]
            seen, _, done = dealer.step(chips)
            over = all(done)


def play_texasholdem(hands: int, rng: Random, at_random: bool) -> None:
    module = peers.needed("texasholdem")
    kind = module.ActionType
    for _ in range(hands):
        game = module.TexasHoldEm(buyin=STACK, big_blind=BLINDS[1], small_blind=BLINDS[0], max_players=SEATS)
        game.start_hand()
        while game.is_hand_running():
            moves = game.get_available_moves()
            choice = rng.random() if at_random else 1.0
            if choice < 0.2:
                game.take_action(kind.FOLD)
            elif choice < 0.3 and kind.RAISE in moves.action_types:
                totals = moves.raise_range
                game.take_action(kind.RAISE, total=rng.randint(totals.start, totals.stop - 1))
            else:
                game.take_action(kind.CALL if kind.CALL in moves.action_types else kind.CHECK)


ENGINES: dict[str, Player] = {
    "pokerkit": play_pokerkit,
    "clubs": play_clubs,
    "pokerfast FastHand": play_fast_hand,
    "texasholdem": play_texasholdem,
}
