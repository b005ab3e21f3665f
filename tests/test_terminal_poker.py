"""Poker in a terminal: what is shown to a seat, and what it may type."""

import random
import re
from pathlib import Path

import pytest
from poker_rules import RULES

from mazzo.cards import UNKNOWN, parse_cards
from mazzo.poker import (
    CALL,
    CHECK,
    FOLD,
    Exchange,
    Raise,
    State,
    casual_holdem,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)
from mazzo.terminal.face import Command, EntryError
from mazzo.terminal.poker import PokerFace

FACE = PokerFace()
NAMES = ("Ann", "Bo", "Cy")
PICTURES = Path(__file__).parent / "pictures"


def deck(dealt: str) -> list[int]:
    """All cards, these first."""
    cards = parse_cards(dealt)
    return [*cards, *(card for card in range(52) if card not in cards)]


# Bo gets the first card, then Cy, then Ann.
HOLDEM = deck("Qh 7c As Qd 2d Ks Jh Th 9h 3c 3d")
DRAW = deck("Qh 7c As Td 2d Ks 9c 5h Ad 7h 8d Ac 4h Jc 3h 6s 6d 6h 6c")


def table(rules, *actions, stacks=(1000, 2500, 400), cards=HOLDEM) -> State:
    """A hand of three, Ann having the button, after some actions."""
    state = rules.deal(stacks, 0, cards)
    for action in actions:
        state = state.apply(action)
    return state


def omaha(*actions) -> State:
    return table(pot_limit_omaha(), *actions)


NO_LIMIT = table(no_limit_holdem())  # Ann faces the big blind
FLOP = table(no_limit_holdem(), CALL, CALL, CHECK)  # Bo may check
RAISED = table(no_limit_holdem(), Raise(300), CALL)  # Cy has 300 left and faces 200
SHORT = table(no_limit_holdem(), Raise(1000), FOLD)  # Cy can call for all chips only
CASUAL = table(casual_holdem(), Raise(100))
CASUAL_FLOP = table(casual_holdem(), CALL, CALL, CHECK)
LIMIT = table(fixed_limit_holdem())
CAPPED = table(fixed_limit_holdem(), Raise(20), Raise(30), Raise(40))
EXCHANGE = table(fixed_limit_draw(), CHECK, CHECK, CHECK, cards=DRAW)
OVER = table(no_limit_holdem(), FOLD, FOLD)


@pytest.mark.parametrize(
    ("state", "typed", "action"),
    [
        (NO_LIMIT, "f", FOLD),
        (NO_LIMIT, " Fold ", FOLD),
        (NO_LIMIT, "c", CALL),
        (NO_LIMIT, "CALL", CALL),
        (NO_LIMIT, "r 250", Raise(250)),
        (NO_LIMIT, "r250", Raise(250)),
        (NO_LIMIT, "raise 250", Raise(250)),
        (NO_LIMIT, "raise to 250", Raise(250)),
        (NO_LIMIT, "raise by 250", Raise(350)),
        (NO_LIMIT, "b 1,000", Raise(1000)),
        (NO_LIMIT, "a", Raise(1000)),
        (NO_LIMIT, "All In", Raise(1000)),
        (NO_LIMIT, "all-in", Raise(1000)),
        (NO_LIMIT, "?", Command.HELP),
        (NO_LIMIT, "help", Command.HELP),
        (NO_LIMIT, "q", Command.QUIT),
        (FLOP, "k", CHECK),
        (FLOP, "check", CHECK),
        (FLOP, "c", CHECK),
        (FLOP, "bet 100", Raise(100)),
        (FLOP, "f", FOLD),
        (RAISED, "a", Raise(400)),
        (RAISED, "r", Raise(400)),
        (SHORT, "a", CALL),
        (SHORT, "c", CALL),
        (CASUAL, "r 40", Raise(140)),
        (CASUAL, "raise 5", Raise(120)),
        (CASUAL, "r by 1", Raise(120)),
        (CASUAL, "r to 150", Raise(150)),
        (CASUAL, "r 99999", Raise(2500)),
        (CASUAL, "a", Raise(2500)),
        (CASUAL_FLOP, "bet 30", Raise(30)),
        (LIMIT, "r", Raise(20)),
        (LIMIT, "raise 20", Raise(20)),
        (LIMIT, "bet", Raise(20)),
        (omaha(), "r 350", Raise(350)),
        (EXCHANGE, "d", Exchange()),
        (EXCHANGE, "pat", Exchange()),
        (EXCHANGE, "stand pat", Exchange()),
        (EXCHANGE, "d 2 4", Exchange(parse_cards("Td 7h"))),
        (EXCHANGE, "draw 4,2", Exchange(parse_cards("Td 7h"))),
        (EXCHANGE, "d Td 7♥", Exchange(parse_cards("Td 7h"))),
        (EXCHANGE, "d Td7h 1", Exchange(parse_cards("Qh Td 7h"))),
        (EXCHANGE, "f", FOLD),
    ],
)
def test_what_is_typed(state, typed, action):
    read = FACE.read(typed, state.view(state.actor))
    if isinstance(action, Exchange):
        assert sorted(read.cards) == sorted(action.cards)
        read, action = read.cards, tuple(card for card in state.hole[state.actor] if card in action.cards)
    assert read == action


NO_LIMIT_KEYS = "; you may type f fold, c call 100, r 200 raise to 200-1,000, a all-in, ? help, q quit"
EXCHANGE_KEYS = "; you may type d 2 4 exchange up to 3 cards, d stand pat, f fold, ? help, q quit"


@pytest.mark.parametrize(
    ("state", "typed", "error"),
    [
        (NO_LIMIT, "", "nothing was typed" + NO_LIMIT_KEYS),
        (NO_LIMIT, "   ", "nothing was typed" + NO_LIMIT_KEYS),
        (NO_LIMIT, "x", "'x' is no key" + NO_LIMIT_KEYS),
        (NO_LIMIT, "250", "'250' is no key" + NO_LIMIT_KEYS),
        (NO_LIMIT, "h", "'h' is no key"),
        (NO_LIMIT, "fold 3", "'fold 3': nothing comes after f"),
        (NO_LIMIT, "k", "100 are to call" + NO_LIMIT_KEYS),
        (NO_LIMIT, "r", "say how much: raise to 200-1,000" + NO_LIMIT_KEYS),
        (NO_LIMIT, "r 199", "199 is not possible: raise to 200-1,000" + NO_LIMIT_KEYS),
        (NO_LIMIT, "r 1001", "1001 is not possible: raise to 200-1,000"),
        (NO_LIMIT, "r by 10", "by 10 is not possible: raise to 200-1,000"),
        (NO_LIMIT, "r -5", "'-5' is no number of chips"),
        (NO_LIMIT, "r 2.5", "'2.5' is no number of chips"),
        (NO_LIMIT, "r ٢٥٠", "'٢٥٠' is no number of chips"),
        (NO_LIMIT, "r " + "9" * 5000, "is no number of chips"),
        (NO_LIMIT, "r many", "'many' is no number of chips"),
        (NO_LIMIT, "d 2", "there is nothing to exchange now"),
        (FLOP, "r 99", "99 is not possible: bet 100-2,400; you may type f fold, k check, r 100 bet 100-2,400"),
        (SHORT, "r 2000", "no raise is possible now; you may type f fold, c call 300, a all-in, ? help, q quit"),
        (CASUAL, "r 0", "0 is not possible: raise by 20-2,400"),
        (CASUAL, "r", "say how much: raise by 20-2,400"),
        (
            LIMIT,
            "r 30",
            "30 is not possible: raise to 20; you may type f fold, c call 10, r raise to 20, ? help, q quit",
        ),
        (LIMIT, "a", "all-in is too much: raise to 20"),
        (CAPPED, "r", "no raise is possible now; you may type f fold, c call 20, ? help, q quit"),
        (CAPPED, "a", "no raise is possible now"),
        (omaha(), "a", "all-in is too much: raise to 200-350"),
        (EXCHANGE, "d 1 2 3 4", "up to 3 cards may be exchanged" + EXCHANGE_KEYS),
        (EXCHANGE, "d 6", "no card 6: yours are numbered from 1 to 5"),
        (EXCHANGE, "d 0", "no card 0: yours are numbered from 1 to 5"),
        (EXCHANGE, "d 2 2", "card 2 is named twice"),
        (EXCHANGE, "d 1 Qh", "Qh: your hand has 1 of it"),
        (EXCHANGE, "d As", "As: your hand has none of it"),
        (EXCHANGE, "d what", "'w' (U+0077) at index 0 is not a rank"),
        (EXCHANGE, "c", "cards are exchanged now" + EXCHANGE_KEYS),
        (EXCHANGE, "r 10", "cards are exchanged now"),
        (EXCHANGE, "a", "cards are exchanged now"),
        (OVER, "f", "the hand is over; you may type ? help, q quit"),
    ],
)
def test_what_is_wrong_and_what_is_possible(state, typed, error):
    with pytest.raises(EntryError) as refused:
        FACE.read(typed, state.view(0 if state.actor is None else state.actor))
    assert error in str(refused.value)


@pytest.mark.parametrize("seat", [1, None])
@pytest.mark.parametrize("typed", ["f", "k", "c", "r 200", "a", "d"])
def test_who_is_not_to_act_types_in_vain(seat, typed):
    with pytest.raises(EntryError, match=r"^it is not your turn; you may type \? help, q quit$"):
        FACE.read(typed, NO_LIMIT.view(seat))
    assert FACE.read("help", NO_LIMIT.view(seat)) is Command.HELP


def typed_for(action, state: State) -> str:
    view = state.view(state.actor)
    match action:
        case Raise(to):
            return f"r {to - view.level * (state.rules.name == 'casual_holdem')}"
        case Exchange(cards):
            hand = sorted(view.hole[view.seat], reverse=True)
            return "d " + " ".join(str(hand.index(card) + 1) for card in cards)
    return {FOLD: "f", CHECK: "k", CALL: "c"}[action]


def cards_in(text: str) -> set[int]:
    return set(parse_cards(" ".join(sorted(set(re.findall(r"\b[2-9TJQKA][♣♦♥♠]", text))))))


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_all_that_is_offered_can_be_typed_and_what_is_shown_may_be_seen(rules, on_screen):
    rng = random.Random(rules.name)
    for _ in range(3):
        state = rules.deal([rng.randint(20, 60) for _ in range(3)], rng.randrange(3), rng.sample(range(52), 52))
        before = dict.fromkeys((0, 1, 2, None))
        while True:
            for seat in before:
                view = state.view(seat)
                twin = view.sample(rng).view(seat)
                picture = on_screen(FACE.picture(view, NAMES), 60)
                told = [str(line) for line in FACE.told(view, NAMES, before[seat])]
                assert picture == on_screen(FACE.picture(twin, NAMES), 60)
                assert told == [str(line) for line in FACE.told(twin, NAMES, before[seat])]
                seen = {card for hand in (*view.hole, view.board, view.discarded) for card in hand}
                assert cards_in(picture + " ".join(told)) <= seen
                assert seen - {UNKNOWN, *view.discarded} <= cards_in(picture)
                before[seat] = view
            if state.actor is None:
                on_screen(FACE.result(view, NAMES), 60)
                break
            view, actions = state.view(state.actor), list(state.actions())
            for action in rng.sample(actions, min(5, len(actions))):
                assert FACE.read(typed_for(action, state), view) == action
            state = state.apply(rng.choice(actions[:-1] * 4 + actions[-1:]))


def told(state: State, seat: int | None, before=None) -> list[str]:
    return [str(line) for line in FACE.told(state.view(seat), NAMES, before)]


def test_a_hand_is_told_as_a_seat_sees_it():
    state = table(no_limit_holdem())
    assert told(state, 0) == [
        "Ann has the button",
        "Bo posts the small blind, 50",
        "Cy posts the big blind, 100",
        "Ann gets  A♠ K♠",
    ]
    assert not any("gets" in line for line in told(state, None))
    view = state.view(1)
    state = state.apply(Raise(1000)).apply(CALL).apply(CALL)
    assert told(state, 1, view)[:6] == [
        "Ann raises to 1,000",
        "Ann is all-in",
        "Bo calls 950",
        "Cy calls 300",
        "Cy is all-in",
        "Ann shows  A♠ K♠",
    ]
    assert told(state, 1)[4:] == told(state, 1, view)
    assert "flop  J♥ T♥ 9♥" in told(state, None)
    assert told(state, 1)[-1] == "Bo wins 1,200 of the pot with two pair, queens and threes, kicker jack"


def test_the_view_of_another_hand_is_no_view_before():
    assert told(NO_LIMIT, 0, OVER.view(0)) == told(NO_LIMIT, 0)
    assert told(NO_LIMIT, 0, NO_LIMIT.view(0)) == []


def test_bets_and_raises_are_told_apart():
    state = table(no_limit_holdem(), CALL, CALL, CHECK, Raise(100))
    assert told(state, None)[-1] == "Bo bets 100"
    assert told(state.apply(Raise(300)), None, state.view(None)) == ["Cy raises to 300", "Cy is all-in"]


def test_drawn_cards_are_told_to_who_drew_them():
    state = EXCHANGE.apply(Exchange(parse_cards("Td 7h")))
    assert told(state, 1, EXCHANGE.view(1)) == ["Bo exchanges 2 and gets  6♠ 6♦"]
    assert told(state, 0, EXCHANGE.view(0)) == ["Bo exchanges 2"]
    got = next(line for line in told(state, 1) if "gets" in line and "exchanges" not in line)
    assert cards_in(got) == set(EXCHANGE.hole[1])


SHOWN = {
    "poker_before_the_flop": (NO_LIMIT, 0),
    "poker_flop": (table(no_limit_holdem(), CALL, CALL, CHECK, Raise(100), FOLD), 0),
    "poker_casual": (CASUAL, 1),
    "poker_exchange": (EXCHANGE, 1),
    "poker_omaha": (omaha(CALL, CALL, CHECK), 1),
    "poker_spectator": (RAISED, None),
    "poker_over": (table(no_limit_holdem(), Raise(1000), CALL, CALL), 1),
}


@pytest.mark.parametrize("name", SHOWN)
def test_pictures(name, on_screen):
    """The pictures as they were approved; look at them before you replace one."""
    state, seat = SHOWN[name]
    shown = on_screen(FACE.picture(state.view(seat), NAMES), 60)
    if state.payoffs:
        shown += on_screen(FACE.result(state.view(seat), NAMES), 60)
    assert shown == (PICTURES / f"{name}.txt").read_text(encoding="utf-8")


def test_what_a_player_needs_is_in_the_picture(on_screen):
    shown = on_screen(FACE.picture(RAISED.view(2), ("Ann", "Bartholomew of Gloucester", "Cy")), 60)
    for part in (
        "pot 700",
        "7♣",
        "2♦",
        "seven and deuce",
        "200 to call, pot odds 22%",
        "Bartholomew o...",
        "big blind",
    ):
        assert part in shown
    for hidden in ("A♠", "Q♥"):
        assert hidden not in shown


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
@pytest.mark.parametrize("width", [60, 100])
def test_old_terminals_get_letters_for_suits(encoding, width, on_screen):
    view = FLOP.view(1)
    shown = on_screen(lambda: FACE.picture(view, NAMES), width, encoding, TERM="dumb")
    assert "Jh" in shown
    assert "Qd" in shown
    assert shown.isascii()


def test_colours_are_those_of_four_suits(on_screen):
    coloured = {"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    shown = on_screen(FACE.picture(FLOP.view(1), NAMES), 400, **coloured)
    assert "\x1b[31mJ♥" in shown
    assert "\x1b[94mQ♦" in shown


def test_help_says_every_key(on_screen):
    face, shown = FACE.obey(Command.HELP, NO_LIMIT.view(0))
    assert face == FACE
    for key in ("f", "k", "c", "r 250", "a", "d 2 4", "q"):
        assert re.search(rf"^{key} ", on_screen(shown, 60), re.MULTILINE)
