"""Burraco bots: what each level does, what it may know, and that search and rules agree."""

import json
import random
from pathlib import Path

import pytest
from test_burraco_suggest import play, shuffled

from mazzo.bots import BotError, find, levels, make
from mazzo.bots.burraco import EasyBurraco, HardBurraco, NormalBurraco
from mazzo.bots.expert_burraco import ExpertBurraco
from mazzo.bots.reference_burraco import REFERENCES
from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    Discard,
    Extend,
    Lay,
    Phase,
    article,
    is_wild,
    meld_of,
    official,
    points,
)
from mazzo.cards import double_deck, parse_cards, shuffle
from mazzo.poker import no_limit_holdem

QUICK = ExpertBurraco(budget=40)
BOTS = {"easy": EasyBurraco(), "normal": NormalBurraco(), "hard": HardBurraco(), "expert": QUICK, **REFERENCES}
RULES = {"article": article(), "official": official(), "pairs": official(4)}
CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "cases" / "burraco.json").read_text(encoding="utf-8"))["cases"]
    if case["kind"] == "bot"
}


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(parse_cards(text, packs=2)))


def at_play(rules, hand: str, *, mine=(), theirs=(), pile="9d", stock=40, has_pot=False, opened=False):
    """A state in which seat 1 has drawn; all cards that are not named lie in the stock or the other hand."""
    state = rules.deal(double_deck())
    melds = tuple(meld_of(rules, parse_cards(text, packs=2)) for text in theirs)
    own = tuple(meld_of(rules, parse_cards(text, packs=2)) for text in mine)
    state = state.apply(DRAW)
    state.hands = (state.hands[0], cards(hand))
    state.melds = (melds, own)
    state.pile = parse_cards(pile, packs=2)
    state.kept = (state.hands[1], own, frozenset())
    state.next_card = 108 - stock
    if has_pot:
        state.pots = (state.pots[0], ())
    if opened:
        state.opened = frozenset({1})
    return state


def at_draw(*arguments, **settings):
    state = at_play(*arguments, **settings)
    state.phase, state.kept = Phase.DRAW, None
    return state


def act(bot, state, seed: int = 1):
    action = bot.act(state.view(state.actor), random.Random(seed))
    assert action in state.actions()
    return action


def test_all_cases_are_here():
    mine = {"bot-pile-loop", "bot-hard-discard", "bot-overtakes-pile", "bot-rediscard-loop", "bot-medium-discard"}
    assert set(CASES) == mine | {"bot-easy-one"}


@pytest.mark.parametrize("name", ["article", "official"])
class TestCases:
    def test_hard_does_not_feed(self, name):
        state = at_play(RULES[name], "7h 9s", theirs=["4h 5h 6h"])
        assert act(BOTS["hard"], state) == Discard(*cards(CASES["bot-hard-discard"]["expected"][name]["discard"]))

    def test_normal_discards_the_dearest_that_is_no_wild(self, name):
        hand = " ".join(CASES["bot-medium-discard"]["input"]["hand"])
        # By these rules a bot that wants the pozzetto may lay a meld with a wild first; here none fits.
        state = at_play(RULES[name], hand.replace("2C", "") + " 2c")
        action = act(BOTS["normal"], state)
        assert action == Discard(*cards(CASES["bot-medium-discard"]["expected"][name]["discard"]))

    def test_easy_lays_one_meld(self, name):
        state = at_play(RULES[name], " ".join(CASES["bot-easy-one"]["input"]["hand"]))
        bot = EasyBurraco(pot=0)
        state = state.apply(act(bot, state))
        assert isinstance(state.events[0].meld.cards, tuple)
        assert isinstance(act(bot, state), Discard)

    def test_hands_of_bots_that_take_every_pile_end(self, name):
        """Nobody draws from the stock then, and the turn cap must end the hand."""

        class Taker:
            def act(self, view, rng):
                if TAKE_PILE in view.actions:
                    return TAKE_PILE
                return rng.choice([action for action in view.actions if isinstance(action, Discard) or action == DRAW])

        rules = RULES[name]
        last = play(rules, shuffled(3), [Taker(), Taker()])
        assert last.turn == rules.turn_cap

    @pytest.mark.parametrize("level", ["easy", "normal", "hard"])
    def test_bots_do_not_pass_a_card_to_and_fro(self, name, level):
        """Two of a kind end their hands, and seldom by the turn cap."""
        rules = RULES[name]
        turns = [play(rules, shuffled(seed), [BOTS[level]] * 2).turn for seed in range(12)]
        assert sum(turn == rules.turn_cap for turn in turns) <= 1

    def test_hard_is_not_beaten_by_bait(self, name):
        rules = RULES[name]
        ahead = 0
        for seed in range(150):
            for seat in range(2):
                bots = [BOTS["hard"], BOTS["bait"]] if seat == 0 else [BOTS["bait"], BOTS["hard"]]
                payoffs = play(rules, shuffled(seed), bots).payoffs
                ahead += payoffs[seat] - payoffs[1 - seat]
        assert ahead > 0


# ---- What each level is ----


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_the_pot_is_taken_in_its_share_of_cases(level):
    bot = BOTS[level]
    state = at_draw(article(), "3c 5d 7h 9s Jc Kd 4h", opened=True)
    taken = sum(act(bot, state, seed) == TAKE_POT for seed in range(2000)) / 2000
    assert taken == pytest.approx(bot.pot, abs=0.035)


def test_hard_leaves_the_pot_when_it_is_of_no_use():
    late = at_draw(article(), "3c 5d 7h 9s Jc Kd 4h", opened=True, stock=5)
    closing = at_draw(article(), "3c 5d", opened=True, mine=["3h 4h 5h 6h 7h 8h 9h"])
    assert all(act(BOTS["hard"], state, seed) != TAKE_POT for state in (late, closing) for seed in range(50))


def test_easy_lays_no_runs():
    state = at_play(article(), "3h 4h 5h 6h 9c Kd")
    assert all(isinstance(act(BOTS["easy"], state, seed), Discard) for seed in range(20))


def test_easy_discards_a_wild_if_it_comes_up():
    state = at_play(official(), "JK 2c 5h 9s")
    assert {act(BOTS["easy"], state, seed).card for seed in range(60)} == set(state.hands[1])


def test_normal_lays_sets_before_runs_and_these_before_additions():
    state = at_play(article(), "9c 9d 9h 4s 5s 6s Kh", mine=["Th Jh Qh"])
    order = []
    while isinstance(action := act(BOTS["normal"], state), Lay | Extend):
        order.append(action)
        state = state.apply(action)
    assert [set(action.cards) for action in order] == [set(cards(text)) for text in ("9c9d9h", "4s5s6s", "Kh")][
        : len(order)
    ]
    assert len(order) >= 2


def test_hard_stretches_a_run_to_seven_with_a_wild():
    state = at_play(official(), "JK 3c 9d Ks", mine=["4h 5h 6h 7h 8h 9h"], has_pot=True)
    assert act(BOTS["hard"], state) == Extend(0, cards("JK"))


def test_hard_discards_wilds_last():
    state = at_play(official(), "JK 2c 5h 9s Kd", theirs=["6h 7h 8h", "9c 9d 9h"], has_pot=True)
    state.melds = (state.melds[0], ())
    while isinstance(action := act(HardBurraco(pot=0), state), Lay | Extend):
        state = state.apply(action)
    assert not is_wild(action.card)


def test_bait_throws_what_is_cheap_and_fits_once_the_pile_is_long():
    bait = BOTS["bait"]
    short = at_play(official(), "3c 7h Kd", theirs=["4h 5h 6h"])
    long = at_play(official(), "3c 7h Kd", theirs=["4h 5h 6h"], pile="9d 9c 4c")
    assert points((act(bait, short).card,)) == 5
    assert act(bait, long) == Discard(*cards("7h"))


def test_expert_closes_when_it_can():
    state = at_play(official(), "Ks 5c", mine=["4h 5h 6h 7h 8h 9h Th", "5d 5h 5s"], has_pot=True)
    expert = ExpertBurraco(budget=400)
    state = state.apply(act(expert, state))
    assert state.apply(act(expert, state)).closer == 1


def test_expert_takes_a_pile_that_makes_a_burraco():
    state = at_draw(official(), "4c 9d Ks 2c", mine=["4h 5h 6h 7h 8h 9h"], pile="Th 3h Kd", has_pot=True)
    assert act(ExpertBurraco(budget=300), state) == TAKE_PILE


# ---- What all bots promise ----


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", RULES)
def test_bots_play_whole_hands_by_the_rules(rules, name):
    rules = RULES[rules]
    for seed in range(1 if name == "expert" else 4):
        assert play(rules, shuffled(seed), [BOTS[name]] * rules.seats).payoffs is not None


@pytest.mark.parametrize("name", BOTS)
def test_bots_do_not_peek(name):
    """What a seat cannot see is dealt anew, and the bot does the same."""
    rng = random.Random(5)
    for rules in RULES.values():
        state = rules.deal(shuffled(8))
        for _ in range(40):
            if state.actor is None:
                break
            view = state.view(state.actor)
            twin = view.sample(rng)
            twin.kept = state.kept
            action = BOTS[name].act(view, random.Random(3))
            assert BOTS[name].act(twin.view(state.actor), random.Random(3)) == action
            state = state.apply(action)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_hand(name):
    hands = [play(official(), shuffled(2), [BOTS[name]] * 2, seed=9).history for _ in range(2)]
    assert hands[0] == hands[1]


def test_levels_are_offered_by_their_names():
    assert list(levels(official())) == ["easy", "normal", "hard", "expert"]
    assert make("hard", article()) == HardBurraco()
    assert find("bait", official()) == (REFERENCES["bait"], False)
    assert find("expert", official())[0].budget < make("expert", official()).budget
    with pytest.raises(BotError, match="no expert bot plays no_limit_holdem; there are easy, normal, hard"):
        make("expert", no_limit_holdem())
    with pytest.raises(BotError, match="there are easy, normal, hard, expert, random, bait"):
        find("nit", official())


def test_shuffled_decks_differ():
    one, other = double_deck(), double_deck()
    shuffle(one, random.Random(1))
    shuffle(other, random.Random(2))
    assert one != other
