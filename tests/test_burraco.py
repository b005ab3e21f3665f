"""The rules of Burraco: cases from its codes and from bug reports, for both rule sets."""

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cases import Case, poker_cases
from naive_burraco import without

from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    UNDO,
    Action,
    Discard,
    Draw,
    Extend,
    Lay,
    Meld,
    MeldError,
    Phase,
    Rules,
    RulesError,
    State,
    article,
    extended,
    meld_of,
    official,
    points,
    score_of,
    victory_points,
)
from mazzo.burraco.actions import Closed, Stalled, TookPot
from mazzo.cards import JOKER, UNKNOWN, double_deck, parse_cards, shuffle
from mazzo.game import IllegalAction

CASES = json.loads((Path(__file__).parent / "cases" / "burraco.json").read_text(encoding="utf-8"))["cases"]
CASES_OF_BOTS = {
    "bot-pile-loop",
    "bot-hard-discard",
    "bot-overtakes-pile",
    "bot-rediscard-loop",
    "bot-medium-discard",
    "bot-easy-one",
}

RULES = {"article": article(), "official": official()}
PAIRS = official(players=4)
KINDS = {None: None, "clean": "clean", "semi": "semi-clean", "dirty": "dirty"}

BURRACO = "4c 5c 6c 7c 8c 9c Tc"

both = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def cards(text: str | Sequence[str]) -> tuple[int, ...]:
    """Cards of a text, or of texts of one card each; these may be more than two packs have."""
    if isinstance(text, str):
        return parse_cards(text, packs=2)
    return tuple(card for one in text for card in parse_cards(one.replace("JOLLY", "JK"), packs=2))


def lay(text: str) -> Lay:
    return Lay(cards(text))


def extend(number: int, text: str) -> Extend:
    return Extend(number, cards(text))


def discard(text: str) -> Discard:
    return Discard(*cards(text))


def melds_of(rules: Rules, texts: Sequence[str | Sequence[str]]) -> tuple[Meld, ...]:
    return tuple(meld_of(rules, cards(text)) for text in texts)


def position(
    rules: Rules,
    hand: str = "4s 8h Qc",
    melds: Sequence[str | Sequence[str]] = (),
    *,
    theirs: Sequence[str] = (),
    pile: str = "",
    stock: str | None = None,
    pot_taken: bool = False,
    opened: bool = False,
    drawn: bool = True,
) -> State:
    """Seat 0 is to act with this hand, after its draw or before; all that is not told is dealt from the rest.

    `stock` are the only cards left to draw; what they leave over lies under the pile.
    """
    mine, others = melds_of(rules, melds), melds_of(rules, theirs)
    own, top, left = cards(hand), cards(pile), cards(stock or "")
    told = [*own, *top, *left, *(card for meld in (*mine, *others) for card in meld.cards)]
    rest = without(double_deck(), told)
    assert len(rest) + len(told) == 108, "more cards than two packs have"
    shuffle(rest, Random(5))
    hands = [tuple(sorted(own))] + [tuple(sorted(rest.pop() for _ in range(11))) for _ in range(rules.seats - 1)]
    pots = [() if pot_taken else tuple(rest.pop() for _ in range(11)), tuple(rest.pop() for _ in range(11))]
    if stock is not None:
        rest, top = list(left), (*rest, *top)
    gone = without(double_deck(), rest)
    start = rules.deal(double_deck(), rules.seats - 1)
    return replace(
        start,
        deck=(*gone, *rest),
        next_card=len(gone),
        hands=tuple(hands),
        pile=top,
        melds=(mine, others),
        pots=tuple(pots),
        opened=frozenset({0} if opened else ()),
        phase=Phase.PLAY if drawn else Phase.DRAW,
        kept=(hands[0], mine, frozenset({0} if opened else ())) if drawn else None,
    )


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state = state.apply(action)
    return state


def pass_round(state: State) -> State:
    """All others draw a card and discard one."""
    seat = state.actor
    for _ in range(1, len(state.hands)):
        state = play(state, DRAW)
        state = play(state, Discard(state.hands[state.actor][0]))
    assert state.actor != seat
    return state


# ---- Kinds of cases ----


def check_meld(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    given = cards(case["input"]["cards"])
    if not expected["valid"]:
        with pytest.raises(MeldError):
            meld_of(rules, given)
        return
    meld = meld_of(rules, given)
    kind = meld.burraco(rules)
    assert meld.is_run == (expected["type"] == "run")
    assert len(meld.wilds) == expected["active_wilds"]
    assert kind == KINDS[expected["burraco"]]
    assert meld.points == expected["card_points"]
    assert (kind.bonus if kind else 0) == expected["bonus"]
    if rules.name in (places := case.get("wild_ranks", {})):
        stands_for = ["-A23456789TJQKA"[meld.low + wild] for wild in meld.wilds]
        assert stands_for in [ranks if isinstance(ranks, list) else [ranks] for ranks in places[rules.name]]


def check_extension(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    in_order, added = cards(case["input"]["meld_in_order"]), cards(case["input"]["add"])
    meld = meld_of(rules, in_order)
    if meld.is_run:
        assert meld.cards == in_order
    if not expected["valid"]:
        with pytest.raises(MeldError):
            extended(rules, meld, added)
        return
    after = extended(rules, meld, added)
    assert sorted(after.cards) == sorted(in_order + added)
    if "result_in_order" in expected:
        assert after.cards == cards(expected["result_in_order"])
    if "active_wilds" in expected:
        assert len(after.wilds) == expected["active_wilds"]
    if "burraco" in expected:
        assert after.burraco(rules) == KINDS[expected["burraco"]]


def check_deal(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    players = case["input"]["players"]
    if not expected.get("applies", True):
        assert (rules.seats, players) == (2, 4)
        with pytest.raises(RulesError, match="one pozzetto"):
            article(partners=True)
        return
    rules = official(players) if rules.name == "official" else rules
    state = rules.deal(double_deck())
    assert [len(hand) for hand in state.hands] == [expected["hand"]] * players
    assert [len(pot) for pot in state.pots] == expected["pozzetti"]
    assert (state.stock, len(state.pile)) == (expected["stock"], expected["discard"])


def check_victory_points(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    if expected.get("applies", True):  # the article's matches are running totals
        found = victory_points(case["input"]["difference"], case["input"]["hands"])
        assert found == (expected["winner"], expected["loser"])


def check_score(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    for side, given in case["input"].items():
        left, took_pot = cards(given["hand"]), given["pozzetto"]
        melds = melds_of(rules, given["melds"])
        score = score_of(rules, melds, left, closed=given.get("closed", False), took_pot=took_pot)
        assert score.total == expected[side], side


def check_undo(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    assert expected == {"must": "state after draw restored"}
    start = position(rules, "4h 5h 6h 7h 8h 9c 9d 9s", drawn=False)
    assert UNDO not in start.actions()
    drawn = play(start, DRAW)
    assert UNDO not in drawn.actions()
    laid = play(drawn, lay("4h 5h 6h"), extend(0, "7h"))
    back = play(laid, UNDO)
    assert position_of(back) == position_of(drawn)
    assert back.actions() == drawn.actions()
    assert UNDO not in back.actions()
    assert UNDO not in play(laid, discard("9c")).actions()
    if rules.name == "official":
        took_pot = play(position(rules, "4h 5h 6h"), lay("4h 5h 6h"))
        assert len(took_pot.hands[0]) == 11
        assert UNDO not in took_pot.actions()


def position_of(state: State) -> State:
    """A state without how it came about."""
    return replace(state, steps=0, events=(), history=())


# ---- Turns: told in words, so each situation and each effect is set up here ----

NINES, FOUR = "9c 9s 9h", "4d"


def turn(case: Case, rules: Rules) -> tuple[State, list[Action]]:
    """The situation of a case, and actions of which the last is the one to judge."""
    given = case["input"]
    pot_taken = given.get("pozzetto_taken", False)
    hand = " ".join(given["hand"]) if isinstance(given.get("hand"), list) else ""
    burraco = [BURRACO] if given.get("burraco") else []
    match case["id"]:
        case "poz-con-scarto":
            return position(rules, hand), [lay(NINES), discard(FOUR)]
        case "close-2-discard" | "poz-con-scarto-matta" | "close-ok":
            return position(rules, hand, burraco, pot_taken=pot_taken), [discard(hand)]
        case "art-open-then-draw-pot":
            return position(rules, "4s 8h Qc Kd", ["5h 5d 5s"], opened=given["opened"], drawn=False), [TAKE_POT]
        case "same-rank-second-set":
            return position(rules, hand, given["table"]), [lay("Kh Kd Kc")]
        case "stuck-one-wild":
            return position(rules, hand, pot_taken=pot_taken), [lay(BURRACO)]
        case "extend-opponent":
            return position(rules, "7h 8s Qc", ["5d 5h 5s"], theirs=["4h 5h 6h"]), [extend(1, "7h")]
        case "stock-three":
            return position(rules, stock="Kd 3c 3d", drawn=False), [DRAW, discard("Kd")]
        case "stock-three-close" if rules.name == "official":
            state = position(rules, "Ks", [BURRACO], stock="Jc 3c 3d", pot_taken=True, drawn=False)
            return state, [DRAW, extend(0, "Jc"), discard("Ks")]
        case "stock-three-close":
            state = position(rules, "Qc", [BURRACO], stock="Jc 3c 3d", pot_taken=True, drawn=False)
            return state, [DRAW, extend(0, "Jc Qc")]
        case "art-pot-not-open":
            return position(rules, melds=given["melds"], opened=given["opened"], drawn=False), [TAKE_POT]
        case "pair-one-pozzetto":
            state = position(PAIRS, hand, burraco, pot_taken=given["partner_took_pozzetto"])
            return state, [lay(NINES)]
        case "stuck-one-card":
            return position(rules, hand, pot_taken=pot_taken), [lay(NINES)]
        case "pair-extend-partner":
            drawn = play(position(PAIRS, "4h 5h 6h Kd Kc"), lay("4h 5h 6h"), discard("Kd"), DRAW)
            state = play(drawn, Discard(drawn.hands[1][0]))
            state = replace(state, hands=(*state.hands[:2], cards("7h 8s"), state.hands[3]))
            return state, [DRAW, extend(0, "7h")]
        case "poz-al-volo":
            return position(rules, hand), [lay(NINES)]
        case "art-open-persists":
            return position(rules, "4h 5h 6h JK Kd"), [lay("4h 5h 6h"), extend(0, "JK")]
        case "pile-single-rediscard":
            return position(rules, pile="9h", drawn=False), [TAKE_PILE, discard("9h")]
        case "volo-and-close-same-turn":
            state = position(rules, NINES, [BURRACO])
            pot = cards("Jc Qc Kc 3h 4h 5h 6h 7h 8h 9h 4d")
            state = replace(state, pots=(pot, state.pots[1]))
            return state, [lay(NINES), extend(0, "Jc Qc Kc"), lay("3h 4h 5h 6h 7h 8h 9h"), discard(FOUR)]
        case "close-meld-all":
            return position(rules, hand, burraco, pot_taken=pot_taken), [lay(hand)]
        case "meld-limit":
            hand = "4h 5h 6h 9c 9d 9s Kc Kd Ks"
            return position(rules, hand), [lay("4h 5h 6h"), lay("9c 9d 9s"), lay("Kc Kd Ks")]
        case "art-pot-same-turn":
            return position(rules, "4h 5h 6h Kd", drawn=False), [DRAW, lay("4h 5h 6h"), TAKE_POT]
        case "art-open-A23":
            return position(rules, "Ah 2h 3h Kd"), [lay("Ah 2h 3h")]
    raise AssertionError(case["id"])


def draws_next_turn(before: State, after: State) -> None:
    assert (after.hands[0], after.pots, after.actor, after.closer) == ((), before.pots, 1, None)
    again = pass_round(after)
    assert again.actor == 0
    assert len(play(again, DRAW).hands[0]) == 1


def turn_passes(before: State, after: State) -> None:
    assert (after.hands[0], after.pots, after.actor, after.phase) == ((), before.pots, 1, Phase.DRAW)


def takes_the_pot_at_the_end_of_the_turn(before: State, after: State) -> None:
    assert after.hands[0] == tuple(sorted(before.pots[0]))
    assert (after.pots, after.actor, after.phase) == (((), before.pots[1]), 1, Phase.DRAW)
    assert lay(NINES) not in after.actions()


def takes_the_pot_at_once(before: State, after: State) -> None:
    assert after.hands[0] == tuple(sorted(before.pots[0]))
    assert (after.pots, after.actor, after.phase) == (((), before.pots[1]), 0, Phase.PLAY)


def does_not_close(before: State, after: State) -> None:
    assert (after.phase, after.closer, after.actor) == (Phase.DRAW, None, 1)


def holds_the_pot(before: State, after: State) -> None:
    assert after.hands[0] == tuple(sorted(before.hands[0] + before.pots[0]))
    assert (len(after.hands[0]), after.stock) == (15, before.stock)


def goes_on_with_two_cards(before: State, after: State) -> None:
    assert (after.phase, after.actor, after.stock) == (Phase.DRAW, 1, 2)


def ends_without_a_bonus(before: State, after: State) -> None:
    assert after.phase is Phase.OVER
    assert isinstance(after.history[-len(after.hands) - 1], Stalled)
    assert [score.closing for score in after.scores] == [0, 0]
    assert TAKE_PILE not in after.actions()


def ends_by_a_close(bonus: int) -> Callable[[State, State], None]:
    def check(before: State, after: State) -> None:
        assert (after.phase, after.closer, after.hands[0]) == (Phase.OVER, 0, ())
        assert Closed(0) in after.events
        assert [score.closing for score in after.scores] == [bonus, 0]

    return check


EFFECTS: dict[str, Callable[[State, State], None]] = {
    "no pozzetto; empty hand, draws next turn": draws_next_turn,
    "does NOT close: article closes only by melding the last card; empty hand, draws next turn": draws_next_turn,
    "hand empty, no burraco: hand does not end, nothing to discard, turn passes; "
    "pozzetto is NOT given automatically": turn_passes,
    "take 11 cards, turn passes, playable next turn": takes_the_pot_at_the_end_of_the_turn,
    "takes pozzetto": takes_the_pot_at_the_end_of_the_turn,
    "take 11 cards now, same turn goes on": takes_the_pot_at_once,
    "not a close": does_not_close,
    "hand 15, deck unchanged": holds_the_pot,
    "hand continues (two cards left)": goes_on_with_two_cards,
    "hand ends after the discard, no closing bonus; discard pile may not be picked up": ends_without_a_bonus,
    "normal end": ends_by_a_close(0),
    "hand ends": ends_by_a_close(0),
    "hand ends, +100": ends_by_a_close(100),
    "closing bonus +100 is paid": ends_by_a_close(100),
}


def check_turn(case: Case, rules: Rules, expected: dict[str, Any]) -> None:
    if not expected.get("applies", True):
        check_no_such_turn(case, rules)
        return
    if case["id"] == "pile-whole":
        check_whole_pile(case, rules)
        return
    before, actions = turn(case, rules)
    state = play(before, *actions[:-1])
    assert all(choice in state.actions() for choice in state.actions())
    assert (actions[-1] in state.actions()) == expected.get("legal", True)
    if not expected.get("legal", True):
        with pytest.raises(IllegalAction):
            play(state, actions[-1])
    if "effect" in expected:
        EFFECTS[expected["effect"]](before, play(state, actions[-1]))
    if "opened" in expected:
        after = play(state, actions[-1])
        assert (after.opened == {0}) == expected["opened"]
        later = pass_round(play(after, discard("Kd")))
        assert (TAKE_POT in later.actions()) == expected["opened"]
    if "except" in expected:
        twin = position(rules, "9h 4s 8h", pile="9h", drawn=False)
        assert discard("9h") in play(twin, TAKE_PILE).actions()


def check_no_such_turn(case: Case, rules: Rules) -> None:
    """What makes that a situation does not exist under these rules."""
    match case["id"]:
        case "pair-one-pozzetto" | "pair-extend-partner":
            assert rules.seats == 2
            with pytest.raises(RulesError, match="partners"):
                replace(rules, partners=True)
        case "volo-and-close-same-turn":
            before = position(rules, NINES, [BURRACO.removesuffix(" Tc")])
            turn_passes(before, play(before, lay(NINES)))
        case "art-pot-same-turn" | "art-open-A23" | "art-open-persists":
            before = position(rules, "4h 5h 6h Kd Qd", drawn=False)
            laid = play(before, DRAW, lay("4h 5h 6h"))
            for state in (before, laid, pass_round(play(laid, discard("Kd")))):
                assert TAKE_POT not in state.actions()
        case number:
            pytest.fail(f"no reason why {number} does not apply")


def check_whole_pile(case: Case, rules: Rules) -> None:
    pile = cards(case["input"]["discard_pile"])
    before = position(rules, pile=" ".join(case["input"]["discard_pile"]), drawn=False)
    assert list(before.actions()) == [DRAW, TAKE_PILE]
    after = play(before, TAKE_PILE)
    assert after.hands[0] == tuple(sorted(before.hands[0] + pile))
    assert after.pile == ()


CHECKS = {
    "validate_meld": check_meld,
    "extend_meld": check_extension,
    "deal": check_deal,
    "turn": check_turn,
    "victory_points": check_victory_points,
    "score": check_score,
    "undo": check_undo,
}


@both
@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in CASES if case["id"] not in CASES_OF_BOTS]
)
def test_case(case: Case, rules: Rules):
    CHECKS[case["kind"]](case, rules, case["expected"][rules.name])


# ---- Cases of poker.jsonl ----


@poker_cases("burraco")
def test_case_of_the_official_rules(case: Case):
    rules, given, answer = official(), case["input"], case["expected"]["answer"]
    match given["op"]:
        case "meld?":
            for meld, valid in zip(given["melds"], answer["valid"], strict=True):
                assert {is_meld(rules, order) for order in permutations(cards(meld))} == {valid}
        case "value":
            assert meld_of(rules, cards(given["meld"])).points == answer["points"]
        case "classify":
            kinds = [meld.burraco(rules) for meld in melds_of(rules, given["melds"])]
            italian = {"clean": "pulito", "semi-clean": "semipulito", "dirty": "sporco"}
            assert [italian[kind] for kind in kinds] == answer["types"]
            assert [kind.bonus for kind in kinds] == answer["bonus"]
        case "turns":
            melded = play(position(rules, NINES), lay(NINES))
            discarded = play(position(rules, FOUR), discard(FOUR))
            for state, goes_on in zip((melded, discarded), answer["may_go_on_playing_this_turn"], strict=True):
                assert TookPot(0) in state.events
                assert (state.actor == 0) == goes_on
            assert score_of(rules, (), (), took_pot=False).total == answer["penalty_if_never_taken"]
        case "turn":
            state = position(rules, pile=given["discard_pile"][0], drawn=False)
            assert (discard("9d") in play(state, TAKE_PILE).actions()) == answer["valid"]
            twin = position(rules, "9d 4s", pile="9d", drawn=False)
            assert discard("9d") in play(twin, TAKE_PILE).actions()
        case other:
            pytest.fail(f"no runner for {other}")


def is_meld(rules: Rules, given: Sequence[int]) -> bool:
    try:
        meld_of(rules, given)
    except MeldError:
        return False
    return True


# ---- A hand, action by action ----


def test_only_what_was_the_whole_pile_may_not_go_back():
    state = play(position(official(), pile="9h Kc", drawn=False), TAKE_PILE)
    assert discard("9h") in state.actions()
    assert discard("Kc") in state.actions()


def test_a_move_may_not_leave_only_what_was_the_whole_pile():
    state = play(position(official(), "4d 5d 6d", pile="9h", drawn=False), TAKE_PILE)
    assert lay("4d 5d 6d") not in state.actions()
    assert discard("4d") in state.actions()


def test_the_burraco_that_closing_takes_may_be_made_by_the_last_move():
    state = play(position(official(), f"{BURRACO} Ks", pot_taken=True), lay(BURRACO))
    ends_by_a_close(100)(state, play(state, discard("Ks")))


def test_a_wild_may_be_the_last_discard_where_the_rules_say_so():
    rules = official(wild_close=True)
    state = position(rules, "2h", [BURRACO], pot_taken=True)
    ends_by_a_close(100)(state, play(state, discard("2h")))
    assert discard("2h") not in position(rules, "2h", pot_taken=True).actions()  # there is no burraco


def test_a_twin_of_what_was_the_pile_may_be_discarded_if_it_came_with_the_pot():
    before = position(official(), "9c 9s", pile="9h", drawn=False)
    before = replace(before, pots=(cards("9h 4d 5d Kc Kd Qh Jh 3c 3d 7s 8s"), before.pots[1]))
    state = play(before, TAKE_PILE, lay(NINES))
    assert discard("9h") in state.actions()
    assert discard("4d") in state.actions()


def test_who_holds_no_other_card_may_discard_the_one_that_was_the_pile():
    rules = article(single_pile_rediscard=False)
    state = play(position(rules, "", pile="9h", drawn=False), TAKE_PILE)
    assert discard("9h") in state.actions()
    assert discard("9h") not in play(position(rules, "4s", pile="9h", drawn=False), TAKE_PILE).actions()


@both
@pytest.mark.parametrize(
    "action",
    [
        Lay((99, 99, 99)),
        Lay((-5, 8, 12)),
        Lay([12, 16, 20]),
        Lay((12.0, 16.0, 20.0)),
        Lay((True, 8, 12)),
        Lay(()),
        Lay(None),
        Lay((45, 45, 45)),
        Extend(0, (-9,)),
        Extend(-1, (38,)),
        Extend(True, (38,)),
        Extend("0", (38,)),
        Extend(0, ()),
        Discard(99),
        Discard(-1),
        Discard("4h"),
        Discard(None),
        Discard((10,)),
        ("discard", 10),
        Draw,
        None,
    ],
    ids=repr,
)
def test_what_cannot_be_done_is_refused_with_a_reason(rules, action):
    state = position(rules, "2c 4h 5h 6h Jh Kd", ["8h 9h Th"])
    before = replace(state)
    assert action not in state.actions()
    with pytest.raises(IllegalAction):
        state.apply(action)
    assert state == before


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"turn_cap": 0}, "turn_cap=0"),
        ({"step_cap": "many"}, "step_cap='many'"),
        ({"closing_bonus": 100.0}, r"closing_bonus=100\.0"),
        ({"pot_penalty": True}, "pot_penalty=True"),
        ({"unplayable_stock": 63}, "leaves nothing to draw"),
        ({"max_wilds": -1}, "max_wilds=-1"),
        ({"max_wilds": 2}, "wild_lock with max_wilds=2"),
        ({"semi_clean": False, "semi_wild_inside": True}, "needs semi_clean"),
        ({"pot_mode": "draw option"}, "nobody need take it"),
        ({"pot_mode": "draw option", "close_by": "meld", "players": 4}, "share one pozzetto"),
        ({"pot_mode": "never"}, "pot_mode='never'"),
        ({"close_by": None}, "close_by=None"),
        ({"players": 3}, "players=3"),
        ({"jokers": 2}, "no setting jokers"),
    ],
)
def test_rules_that_cannot_be_played(settings, reason):
    with pytest.raises(RulesError, match=reason):
        official(**settings)


@pytest.mark.parametrize(
    "deck", [[], double_deck()[1:], [*double_deck()[1:], 51], list(range(52)) * 2 + [52] * 3 + [0]]
)
def test_a_deck_has_two_packs_and_four_jokers(deck):
    with pytest.raises(RulesError, match="two packs with four jokers"):
        article().deal(deck)


def test_cards_go_round_one_at_a_time_from_the_dealers_left():
    deck = double_deck()
    shuffle(deck, Random(3))
    state = PAIRS.deal(deck, 1)
    for place, seat in enumerate((2, 3, 0, 1)):
        assert state.hands[seat] == tuple(sorted(deck[place:44:4]))
    assert state.actor == 2
    assert (state.pots, state.pile) == ((tuple(deck[44:55]), tuple(deck[55:66])), (deck[66],))
    assert play(state, DRAW).hands[2] == tuple(sorted([*state.hands[2], deck[67]]))
    odd = PAIRS.deal(deck, 0)
    assert odd.pots == (tuple(deck[55:66]), tuple(deck[44:55]))  # the side that begins has the first one
    with pytest.raises(RulesError, match="dealer 4"):
        PAIRS.deal(deck, 4)


@both
def test_a_wild_stays_as_upcard_and_may_be_taken(rules):
    deck = [card for card in double_deck() if card != JOKER]
    deck[44:44] = [JOKER] * 4
    state = rules.deal(deck)
    assert state.pile == (JOKER,)
    assert JOKER in play(state, TAKE_PILE).hands[1]


def test_a_pot_that_was_taken_and_not_played_counts_against_its_side_without_a_penalty():
    before = position(official(), NINES, stock="Kd 3c 3d", drawn=False)
    after = play(before, DRAW, lay(NINES), discard("Kd"))
    assert (after.phase, after.closer) == (Phase.OVER, None)
    mine, theirs = after.scores
    assert (mine.laid, mine.left, mine.pot) == (30, -points(before.pots[0]), 0)
    assert theirs.pot == -100


@both
def test_a_hand_in_which_nobody_gets_on_ends_with_the_turn_cap(rules):
    rules = replace(rules, turn_cap=5)
    state = rules.deal(double_deck())
    for _ in range(5):
        assert state.actor is not None
        state = play(state, DRAW)
        state = play(state, Discard(state.hands[state.actor][0]))
    assert state.events[1] == Stalled(stock_ended=False)
    assert [score.closing for score in state.scores] == [0, 0]


@both
def test_nobody_lays_and_takes_back_for_ever(rules):
    state = position(replace(rules, step_cap=10), "4h 5h 6h Kd Qd")
    for _ in range(5):
        state = play(state, lay("4h 5h 6h"), UNDO)
    laid = play(state, lay("4h 5h 6h"))
    assert UNDO not in laid.actions()
    assert discard("Kd") in laid.actions()


@both
def test_what_is_known_of_a_hand(rules):
    state = position(rules, "4h 5h 6h Kd", pile="Jc 9h 9h", drawn=False)

    def known() -> Counter[int]:
        return state.view(1).known(0)

    state = play(state, TAKE_PILE)
    assert known() == Counter(cards("Jc 9h 9h"))
    state = play(state, lay("4h 5h 6h"))
    assert known() == Counter(cards("Jc 9h 9h"))
    state = play(state, UNDO)
    assert known() == Counter(cards("Jc 9h 9h 4h 5h 6h"))
    state = play(state, lay("4h 5h 6h"), discard("9h"))
    assert known() == Counter(cards("Jc 9h"))


VICTORY_POINTS = [  # of winner and loser, and up to which difference in a match of 3 hands and of 4
    (10, 10, 50, 100),
    (11, 9, 150, 300),
    (12, 8, 250, 500),
    (13, 7, 350, 700),
    (14, 6, 500, 900),
    (15, 5, 650, 1100),
    (16, 4, 800, 1300),
    (17, 3, 1000, 1500),
    (18, 2, 1250, 1700),
    (19, 1, 1500, 2000),
]


def test_all_victory_points():
    least = {3: 0, 4: 0}
    for winner, loser, *most in VICTORY_POINTS:
        for hands, up_to in zip((3, 4), most, strict=True):
            assert victory_points(least[hands], hands) == victory_points(up_to, hands) == (winner, loser)
            least[hands] = up_to + 1
    for hands, difference in least.items():
        assert victory_points(difference, hands) == victory_points(5000, hands) == (20, 0)
    with pytest.raises(RulesError, match="5 hands"):
        victory_points(100, 5)
    with pytest.raises(RulesError, match="-5"):
        victory_points(-5, 3)


@both
def test_what_a_seat_may_do_is_said_in_words(rules):
    drawing = position(rules, "4h 5h 6h Kd", pile="9h", drawn=False)
    assert str(drawing.actions()) == "draw, take the pile"
    laid = play(drawing, DRAW, lay("4h 5h 6h"))
    assert str(laid.actions()).startswith("meld, extend, undo, discard one of ")
    assert list(laid.view(1).actions) == []
    assert not any(action in laid.view(1).actions for action in (DRAW, UNDO, discard("Kd")))


@both
def test_states_and_views_pickle(rules):
    state = play(position(rules, "4h 5h 6h Kd"), lay("4h 5h 6h"))
    for value in (rules, state, state.view(0), state.view(None)):
        assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    assert play(pickle.loads(pickle.dumps(state)), UNDO) == play(state, UNDO)


def test_there_is_a_view_for_each_seat_and_for_spectators():
    state = PAIRS.deal(double_deck())
    assert state.view(3).hands == ((UNKNOWN,) * 11,) * 3 + (state.hands[3],)
    assert state.view(None).hands == ((UNKNOWN,) * 11,) * 4
    with pytest.raises(ValueError, match="seat 4"):
        state.view(4)
