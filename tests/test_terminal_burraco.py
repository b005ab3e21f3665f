"""Burraco in a terminal: what is shown to a seat, and what it may type."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from burraco_rules import RULES

from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    UNDO,
    Discard,
    Extend,
    Lay,
    Phase,
    State,
    article,
    official,
)
from mazzo.cards import UNKNOWN, double_deck, format_card, parse_cards, shuffle
from mazzo.terminal.burraco import BurracoFace
from mazzo.terminal.face import Command, EntryError
from mazzo.terminal.words_burraco import ENGLISH, ITALIAN

FACE = BurracoFace()
ITALIAN_FACE = BurracoFace(ITALIAN)
NAMES = ("Ann", "Bo", "Cy", "Di")
PICTURES = Path(__file__).parent / "pictures"


def cards(text: str) -> tuple[int, ...]:
    return parse_cards(text, packs=2)


def table(rules, first: str, *actions, other="3c 3d 3h 3s 4c 4d 4h 4s Kc Kd Kh", then="") -> State:
    """A hand of two: Bo begins and holds the first cards, Ann the others; the upcard and the stock follow the pots."""
    mine, theirs = cards(first), cards(other)
    left = double_deck()
    for card in (*mine, *theirs, *cards(then)):
        left.remove(card)
    shuffle(left, random.Random(1))
    dealt = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    state = rules.deal([*dealt, *left[:22], *cards(then), *left[22:]])
    for action in actions:
        state = state.apply(action)
    return state


HAND = "5c 6c 7c 7d 7h 9s 9s Js As 2d JK"
DRAWING = table(official(), HAND, then="8c Qd")
PLAYING = DRAWING.apply(DRAW)  # 5c 6c 7c 7d 7h 9s 9s Js Qd As 2d JK
LAID = PLAYING.apply(Lay(cards("5c 6c 7c")))  # 1 7d, 2 Qd, 3 7h, 4 9s, 5 9s, 6 Js, 7 As, 8 2d, 9 JK
OPTION = table(article(), HAND, DRAW, Lay(cards("5c 6c 7c")), Discard(cards("Js")[0]), DRAW, Discard(cards("Kh")[0]))
OVER = table(official(turn_cap=1), HAND, DRAW, Discard(cards("Js")[0]))


@pytest.mark.parametrize(
    ("state", "typed", "action"),
    [
        (DRAWING, "d", DRAW),
        (DRAWING, " Draw ", DRAW),
        (DRAWING, "pesca", DRAW),
        (DRAWING, "p", TAKE_PILE),
        (DRAWING, "pile", TAKE_PILE),
        (DRAWING, "take the pile", TAKE_PILE),
        (DRAWING, "raccogli", TAKE_PILE),
        (OPTION, "z", TAKE_POT),
        (OPTION, "pot", TAKE_POT),
        (OPTION, "Pozzetto", TAKE_POT),
        (PLAYING, "l 1 2 3", Lay(cards("5c 6c 7c"))),
        (PLAYING, "l 1,2,3", Lay(cards("5c 6c 7c"))),
        (PLAYING, "lay 5c 6♣ 7C", Lay(cards("5c 6c 7c"))),
        (PLAYING, "l5c6c7c", Lay(cards("5c 6c 7c"))),
        (PLAYING, "cala 1 7c jk", Lay(cards("5c 7c JK"))),
        (PLAYING, "l 3 4 6", Lay(cards("7c 7d 7h"))),
        (LAID, "e 1 jk", Extend(0, cards("JK"))),
        (LAID, "e 1 9", Extend(0, cards("JK"))),
        (LAID, "extend 1 8", Extend(0, cards("2d"))),
        (LAID, "lega 1 2d", Extend(0, cards("2d"))),
        (PLAYING, "x 4", Discard(cards("7d")[0])),
        (PLAYING, "x7h", Discard(cards("7h")[0])),
        (PLAYING, "discard 9S", Discard(cards("9s")[0])),
        (LAID, "u", UNDO),
        (LAID, "riprendi", UNDO),
        (LAID, "h", Command.HINT),
        (LAID, "s", Command.SORT),
        (LAID, "ordina", Command.SORT),
        (LAID, "?", Command.HELP),
        (LAID, "esci", Command.QUIT),
        (OVER, "q", Command.QUIT),
    ],
)
def test_what_is_typed(state, typed, action):
    assert FACE.read(typed, state.view(1)) == action
    assert ITALIAN_FACE.read(typed, state.view(1)) == action


DRAW_KEYS = "; you may type d draw, p take the pile, h hint, s sort, ? help, q quit"
PLAY_KEYS = "; you may type l 1 2 3 lay a meld, x 4 discard, h hint, s sort, ? help, q quit"
LAID_KEYS = (
    "; you may type l 1 2 3 lay a meld, e 1 4 5 add to meld 1, x 4 discard, u undo, h hint, s sort, ? help, q quit"
)


@pytest.mark.parametrize(
    ("state", "typed", "error"),
    [
        (DRAWING, "", "nothing was typed" + DRAW_KEYS),
        (DRAWING, "b", "'b' is no key" + DRAW_KEYS),
        (DRAWING, "1 2 3", "'1 2 3' is no key" + DRAW_KEYS),
        (DRAWING, "d 2", "'d 2': nothing comes after d" + DRAW_KEYS),
        (DRAWING, "z", "the pozzetto comes to who empties the hand" + DRAW_KEYS),
        (DRAWING, "x 4", "a discard comes after the draw" + DRAW_KEYS),
        (DRAWING, "l 1 2 3", "melds come after the draw" + DRAW_KEYS),
        (DRAWING, "e 1 2", "your side has no meld to add to" + DRAW_KEYS),
        (DRAWING, "u", "there is nothing to take back" + DRAW_KEYS),
        (PLAYING, "d", "a turn has one draw" + PLAY_KEYS),
        (PLAYING, "p", "a turn has one draw" + PLAY_KEYS),
        (PLAYING, "u", "there is nothing to take back" + PLAY_KEYS),
        (PLAYING, "l", "nothing: a meld has three cards or more" + PLAY_KEYS),
        (PLAYING, "l 1 2", "5c 6c: a meld has three cards or more" + PLAY_KEYS),
        (PLAYING, "l 1 2 5", "5c 6c Qd: a set is of one rank, and a run of one suit" + PLAY_KEYS),
        (PLAYING, "l 7 8 9", "9s is there twice; a run has each card once" + PLAY_KEYS),
        (PLAYING, "l 1 2 13", "no card 13: yours are numbered from 1 to 12" + PLAY_KEYS),
        (PLAYING, "l 0 1 2", "no card 0: yours are numbered from 1 to 12"),
        (PLAYING, "l 1 1 2", "card 1 is named twice"),
        (PLAYING, "l 1 5c 2", "5c: your hand has 1 of it"),
        (PLAYING, "l 8h 9h Th", "8h: your hand has none of it"),
        (PLAYING, "l 9s 9s 9s", "9s: your hand has 2 of it"),
        (PLAYING, "l 5c 6c 7x", "'x' (U+0078) at index 1 is not a suit"),
        (PLAYING, "x", "discard one card, by its number or its name"),
        (PLAYING, "x 1 2", "discard one card, by its number or its name"),
        (PLAYING, "x " + "1" * 5000, "yours are numbered from 1 to 12"),
        (LAID, "e", "no meld '': those of your side are numbered from 1 to 1" + LAID_KEYS),
        (LAID, "e 2 3", "no meld '2': those of your side are numbered from 1 to 1" + LAID_KEYS),
        (LAID, "e jk", "no meld 'jk': those of your side are numbered from 1 to 1"),
        (LAID, "e 1", "no cards to add to 5c 6c 7c" + LAID_KEYS),
        (LAID, "e 1 2", "Qd does not fit the suit of 5c 6c 7c" + LAID_KEYS),
        (OVER, "d", "the hand is over; you may type s sort, ? help, q quit"),
    ],
)
def test_what_is_wrong_and_what_is_possible(state, typed, error):
    with pytest.raises(EntryError) as refused:
        FACE.read(typed, state.view(1))
    assert error in str(refused.value)


def test_a_second_set_is_said_to_belong_to_the_first():
    state = table(official(), "7c 7d 7h 7s 7c 7d 9s Js As 2d JK", DRAW, Lay(cards("7c 7d 7h")))
    with pytest.raises(EntryError, match=r"^your side has a set of that rank, 7c 7d 7h: add to it; you may type"):
        FACE.read("l 7c 7d 7s", state.view(1))


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("typed", ["d", "p", "z", "l 1 2 3", "e 1 2", "x 4", "u"])
def test_who_is_not_to_act_types_in_vain(seat, typed):
    with pytest.raises(EntryError, match=r"^it is not your turn; you may type s sort, \? help, q quit$"):
        FACE.read(typed, DRAWING.view(seat))


# ---- Whole hands ----


def numbered(picture: str) -> list[int]:
    """The cards of the own hand in the order of their numbers."""
    hand = re.split(r"your hand, by .*\n", picture)[-1]
    found = re.findall(r"(\d+) ([2-9TJQKA][♣♦♥♠]|JK)", hand)
    assert [int(number) for number, _ in found] == list(range(1, len(found) + 1))
    return [cards(card)[0] for _, card in found]


def typed_for(action, picture: str) -> str:
    """What is typed for an action by the numbers that the picture shows."""

    def numbers(wanted) -> str:
        hand = numbered(picture)
        places = []
        for card in wanted:
            places.append(hand.index(card))
            hand[places[-1]] = UNKNOWN
        return " ".join(str(place + 1) for place in places)

    match action:
        case Lay(wanted):
            return f"l {numbers(wanted)}"
        case Extend(meld, wanted):
            return f"e {meld + 1} {numbers(wanted)}"
        case Discard(card):
            return f"x {numbers([card])}"
    return {DRAW: "d", TAKE_PILE: "p", TAKE_POT: "z", UNDO: "u"}[action]


def cards_in(text: str) -> set[int]:
    found = re.findall(r"(?<!\w)(?:[2-9TJQKA][♣♦♥♠]|JK)(?!\w)", text)
    return {cards(card)[0] for card in found}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_all_that_is_offered_can_be_typed_and_what_is_shown_may_be_seen(rules, on_screen):
    rng = random.Random(str(rules))
    deck = double_deck()
    shuffle(deck, rng)
    state = rules.deal(deck)
    seats = (*range(rules.seats), None)
    before = dict.fromkeys(seats)
    while state.actor is not None:
        seat, face = rng.choice(seats), BurracoFace(by_rank=rng.random() < 0.5)
        view = state.view(seat)
        own = state.kept if seat == state.actor else None  # what a seat can take back it knows
        twin = replace(view.sample(rng), kept=own).view(seat)
        assert on_screen(face.picture(view, NAMES), 60) == on_screen(face.picture(twin, NAMES), 60)
        told = "\n".join(map(str, face.told(view, NAMES, before[seat])))
        assert told == "\n".join(map(str, face.told(twin, NAMES, before[seat])))
        before[seat] = view
        view = state.view(state.actor)
        picture, actions = on_screen(face.picture(view, NAMES), 60), list(state.actions())
        assert sorted(numbered(picture)) == list(view.hand)
        assert cards_in(picture) == {*view.hand, *view.pile, *(c for side in view.melds for m in side for c in m.cards)}
        for action in rng.sample(actions, min(4, len(actions))):
            assert face.read(typed_for(action, picture), view) == action
        assert str(face.obey(Command.HINT, view)[1])
        state = state.apply(rng.choice([action for action in actions if action != UNDO or rng.random() < 0.1]))
    for seat in seats:
        on_screen(face.picture(state.view(seat), NAMES), 60)
        total = on_screen(face.result(state.view(seat), NAMES), 60).splitlines()[-1].split()
        assert total == ["total", *(f"{score.total:+}" for score in state.scores)]


def play(state: State, count: int) -> State:
    """Go on as who takes a pile that has grown, lays all there is to lay, and discards the lowest card."""
    for _ in range(count):
        if state.actor is None:
            break
        actions = list(state.actions())
        state = state.apply(actions[-1 if state.phase is Phase.DRAW and len(state.pile) > 3 else 0])
    return state


def shuffled(rules, seed: int) -> State:
    deck = double_deck()
    shuffle(deck, random.Random(seed))
    return rules.deal(deck)


@pytest.mark.parametrize("rules", [official(), official(players=4), article()], ids=lambda rules: rules.name)
def test_own_cards_are_told_to_nobody_else(rules):
    """What is drawn and what a pozzetto holds is told to its owner, whole and right."""
    state, pots = shuffled(rules, 5), 0
    for _ in range(600):
        if state.actor is None:
            break
        seat, before = state.actor, state
        actions = list(state.actions())
        state = state.apply(TAKE_POT if TAKE_POT in actions else actions[0])
        own = [str(line) for line in FACE.told(state.view(seat), NAMES, before.view(seat))]
        others = [str(line) for line in FACE.told(state.view(seat ^ 1), NAMES, before.view(seat ^ 1))]
        assert others == [str(line) for line in FACE.told(state.view(None), NAMES, before.view(None))]
        for line, public in zip(own, others, strict=True):
            if "draws" in line:
                assert public == f"{NAMES[seat]} draws"
                assert line == f"{public}  {format_card(before.deck[before.next_card], signs=True)}"
            elif "takes the pozzetto" in line:
                pots += 1
                assert public == f"{NAMES[seat]} takes the pozzetto"
                assert line.startswith(f"{public}  ")
                assert sorted(cards(line.split("  ")[1])) == sorted(before.pots[seat & 1])
            else:
                assert line == public
    assert pots


def told(state: State, seat: int | None, before: State | None = None, face=FACE) -> list[str]:
    return [str(line) for line in face.told(state.view(seat), NAMES, before and before.view(seat))]


def test_a_turn_is_told_as_a_seat_sees_it():
    after = LAID.apply(Extend(0, cards("JK"))).apply(UNDO).apply(Lay(cards("7d 7h JK"))).apply(Discard(cards("As")[0]))
    assert told(after, 1, DRAWING) == [
        "Bo draws  Q♦",
        "Bo lays a run  5♣ 6♣ 7♣",
        "Bo adds  JK  to  JK 5♣ 6♣ 7♣",
        "Bo takes back  5♣ 6♣ 7♣ JK",
        "Bo lays a set  7♦ 7♥ JK",
        "Bo discards  A♠",
    ]
    assert told(after, 0, DRAWING)[0] == "Bo draws"
    assert told(after, None)[:2] == ["Ann deals; the upcard is  8♣", "Bo draws"]
    assert told(after, 1, OVER) == told(after, 1)
    assert told(after, 1, DRAWING, ITALIAN_FACE)[:2] == ["Bo pesca  Q♦", "Bo cala una scala  5♣ 6♣ 7♣"]


def test_hints_and_how_to_type_them():
    assert str(FACE.obey(Command.HINT, DRAWING.view(1))[1]) == "take the pile: p; with it you can lay  5♣ 6♣ 7♣ 8♣"
    hint = str(FACE.obey(Command.HINT, PLAYING.view(1))[1])
    assert hint == "lay  5♣ 6♣ 7♣  for 15 points: l 1 2 3"
    assert FACE.read(hint.split(": ")[1], PLAYING.view(1)) == Lay(cards("5c 6c 7c"))
    assert str(FACE.obey(Command.HINT, DRAWING.view(0))[1]) == "it is not your turn"
    useless = table(official(), "3c 5d 7h 9s Jc Kd 4h 6s 8c Td Qh", then="4s", other="3d 3h 3s 4c 4d 4h 5c 5h 5s 6c 6d")
    assert str(FACE.obey(Command.HINT, useless.view(1))[1]) == "the pile brings nothing to lay; draw: d"
    italian = str(ITALIAN_FACE.obey(Command.HINT, PLAYING.view(1))[1])
    assert italian == "cala  5♣ 6♣ 7♣  per 15 punti: l 1 2 3"


def test_sorting_changes_the_numbers(on_screen):
    face, shown = FACE.obey(Command.SORT, PLAYING.view(1))
    assert "your hand, by rank" in on_screen(shown)
    assert face.read("l 3 4 5", PLAYING.view(1)) == Lay(cards("7c 7d 7h"))
    assert face.obey(Command.SORT, PLAYING.view(1))[0] == FACE


# ---- Pictures ----

SHOWN = {
    "burraco_draw": (DRAWING, 1, FACE),
    "burraco_by_rank": (LAID, 1, BurracoFace(by_rank=True)),
    "burraco_middle": (play(shuffled(official(players=4), 3), 77), 2, BurracoFace(before=(305, 120))),
    "burraco_article": (play(shuffled(article(), 2), 49), 0, BurracoFace(ITALIAN)),
    "burraco_spectator": (play(shuffled(official(), 4), 60), None, FACE),
    "burraco_over": (play(shuffled(official(players=4), 1), 900), 2, BurracoFace(before=(305, 120))),
}


@pytest.mark.parametrize("name", SHOWN)
def test_pictures(name, on_screen):
    """The pictures as they were approved; look at them before you replace one."""
    state, seat, face = SHOWN[name]
    shown = on_screen(face.picture(state.view(seat), NAMES), 60)
    if state.scores:
        shown += on_screen(face.result(state.view(seat), NAMES), 60)
    assert shown == (PICTURES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(("encoding", "face"), [("ascii", FACE), ("cp1252", ITALIAN_FACE), ("cp437", ITALIAN_FACE)])
@pytest.mark.parametrize("width", [60, 100])
def test_old_terminals_get_letters_for_suits(encoding, face, width, on_screen):
    view = LAID.view(1)
    shown = on_screen(lambda: face.picture(view, NAMES), width, encoding, TERM="dumb")
    assert "5c 6c 7c" in shown
    assert "Qd" in shown


def test_colours_are_those_of_four_suits(on_screen):
    coloured = {"NO_COLOR": "", "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    shown = on_screen(FACE.picture(LAID.view(1), NAMES), 400, **coloured)
    for code, card in ((32, "5♣"), (94, "Q♦"), (31, "7♥"), (1, "A♠"), (35, "JK")):
        assert f"\x1b[{code}m{card}" in shown


@pytest.mark.parametrize(("face", "words"), [(FACE, ENGLISH), (ITALIAN_FACE, ITALIAN)])
def test_help_says_every_key(face, words, on_screen):
    shown = on_screen(face.obey(Command.HELP, LAID.view(1))[1], 60)
    for key, meaning in words.keys.items():
        assert re.search(rf"^{re.escape(key)} +{meaning}$", shown, re.MULTILINE)
    assert set(words.meanings.values()) <= {key[0] for key in words.keys}
