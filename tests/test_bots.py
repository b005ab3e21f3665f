"""What bots promise: they play by the rules, on what their seat sees, and not like fools."""

import gc
import pickle
import random
from collections import Counter
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from cases import Case, poker_cases

from mazzo.arena import Player, PokerContest
from mazzo.arena.contest import play
from mazzo.bots import ENTRY_POINTS, REFERENCES, BotError, find, levels, make
from mazzo.bots.hands import combo, equities_against, share_beaten, share_of_outs
from mazzo.bots.hard_draw import HardDraw
from mazzo.bots.hard_holdem import HardHoldem
from mazzo.bots.holdem import EasyHoldem
from mazzo.bots.model import Model, places, ranges_of
from mazzo.cards import UNKNOWN, full_deck, parse_cards
from mazzo.poker import (
    CALL,
    CHECK,
    FOLD,
    Exchange,
    Raise,
    Rules,
    State,
    casual_holdem,
    fixed_limit_draw,
    fixed_limit_holdem,
    no_limit_holdem,
    pot_limit_omaha,
)
from mazzo.ranges import COMBOS
from mazzo.strength import evaluate

GAMES = {
    "holdem": (no_limit_holdem((1, 2)), 200, 9),
    "holdem with antes": (no_limit_holdem((1, 2), 1), 60, 6),
    "casual": (casual_holdem((1, 2)), 100, 5),
    "limit": (fixed_limit_holdem((1, 2), (2, 4)), 50, 6),
    "draw": (fixed_limit_draw(1, (2, 4)), 60, 6),
}


def bots_of(rules: Rules) -> dict:
    return levels(rules) | REFERENCES


def positions(rules: Rules, stack: int, seats: int, rng: random.Random, hands: int) -> list[State]:
    """States in which somebody is to act, from hands that bots of all kinds play."""
    found = []
    bots = list(bots_of(rules).values())
    for _ in range(hands):
        stacks = [rng.randint(1, 2 * stack) for _ in range(seats)]
        state = rules.deal(stacks, rng.randrange(seats), rng.sample(full_deck(), 52))
        while state.actor is not None:
            found.append(state)
            state = state.apply(rng.choice(bots).act(state.view(state.actor), rng))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_plays_every_seat_by_the_rules(game):
    rules, stack, most = GAMES[game]
    rng = random.Random(game)
    for name, bot in bots_of(rules).items():
        for seats in (2, 3, most):
            contest = PokerContest(rules, seats, stack)
            for _ in range(3):
                deck = rng.sample(full_deck(), 52)
                payoffs, reports = play(contest, deck, [Player(name, bot)] * seats, [rng] * seats)
                assert sum(payoffs) == 0
                assert not any(report.faults for report in reports)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_acts_the_same_whatever_it_does_not_see(game):
    rules, stack, most = GAMES[game]
    rng = random.Random(game)
    for state in rng.sample(positions(rules, stack, most, rng, 12), 30):
        view = state.view(state.actor)
        other = view.sample(rng).view(state.actor)
        assert other == view
        for bot in bots_of(rules).values():
            assert bot.act(view, random.Random(1)) == bot.act(other, random.Random(1))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_action_and_bots_can_be_sent(game):
    rules, stack, most = GAMES[game]
    rng = random.Random(game)
    for state in rng.sample(positions(rules, stack, most, rng, 6), 10):
        view = state.view(state.actor)
        for bot in bots_of(rules).values():
            sent = pickle.loads(pickle.dumps(bot))
            assert sent == bot
            assert [bot.act(view, random.Random(seed)) for seed in range(3)] == [
                sent.act(pickle.loads(pickle.dumps(view)), random.Random(seed)) for seed in range(3)
            ]


def reached_from(thing: object) -> list[object]:
    """All that can be reached from a value, without its class and modules."""
    seen: dict[int, object] = {}
    waiting = [thing]
    while waiting:
        item = waiting.pop()
        if id(item) not in seen and not isinstance(item, type) and not callable(item):
            seen[id(item)] = item
            waiting += gc.get_referents(item)
    return list(seen.values())


@poker_cases("bots")
def test_bot_cases(case: Case):
    rules = no_limit_holdem((1, 2))
    rng = random.Random(5)
    match case["id"]:
        case "BO-001" | "BO-003":
            pass  # what the arena does with them is tested in test_arena.py
        case "BO-005":
            for state in positions(rules, 100, 4, rng, 5):
                view = state.view(state.actor)
                reached = reached_from(view)
                assert not any(isinstance(item, State) for item in reached)
                assert not any(isinstance(item, tuple | list) and len(item) > 40 for item in reached)
                for seat, hole in enumerate(state.hole):
                    assert seat == state.actor or hole not in reached
                    assert seat == state.actor or view.hole[seat] in ((UNKNOWN, UNKNOWN), ())
        case "BO-007":
            (state,) = rng.sample(positions(rules, 100, 3, rng, 5), 1)
            view = state.view(state.actor)
            worlds = [view.sample(rng) for _ in range(100)]
            actions = {make("hard", rules).act(world.view(world.actor), random.Random(9)) for world in worlds}
            assert len({world.hole for world in worlds}) > 90
            assert len(actions) == 1
        case "BO-009":
            given = case["input"]
            state = rules.deal(given["stacks"], given["button"], full_deck())
            state = state.apply(CALL).apply(FOLD)
            assert state.payoffs == (2, -2)
        case _:
            raise AssertionError(case["id"])


def heads_up(holes: str, board: str, stacks=(200, 200)) -> State:
    """Heads-up, limped and checked to a board; the first hand is that of the seat that acts first then."""
    first, second = parse_cards(holes)[:2], parse_cards(holes)[2:]
    cards = parse_cards(board)
    rest = [card for card in full_deck() if card not in (*first, *second, *cards)]
    deck = [first[0], second[0], first[1], second[1], *cards, *rest]
    state = no_limit_holdem((1, 2)).deal(stacks, 0, deck).apply(CALL).apply(CHECK)
    while len(state.board) < len(cards):
        state = state.apply(CHECK)
    return state


HARD = HardHoldem()
HARD_DRAW = HardDraw()


@pytest.mark.parametrize(
    ("holes", "board"),
    [
        ("AsKs2c2d", "QsJsTs3h4d"),  # a royal flush
        ("KhKd8c8d", "KsKcQh2d3s"),  # four of a kind
        ("7c6c2h2d", "5d4h3sKcKd"),  # the best straight
    ],
)
def test_hard_never_folds_the_nuts(holes, board):
    for bet in (2, 30, 198):
        state = heads_up(holes, board).apply(CHECK).apply(Raise(bet))
        for seed in range(20):
            assert HARD.act(state.view(state.actor), random.Random(seed)) != FOLD


def test_hard_never_folds_when_checking_is_free():
    rng = random.Random(8)
    free = [state for state in positions(GAMES["holdem"][0], 100, 4, rng, 60) if not state.actions().call]
    assert len(free) > 50
    assert not any(HARD.act(state.view(state.actor), rng) == FOLD for state in free)


def test_hard_never_calls_all_in_dead():
    # Whatever comes, the board is the best hand of both or the other's is better.
    state = heads_up("2c3dAsKd", "AcAdAhKsKc").apply(CHECK).apply(Raise(198))
    for seed in range(20):
        assert HARD.act(state.view(state.actor), random.Random(seed)) == FOLD


def test_hard_gives_up_what_is_hopeless_and_bets_what_is_strong():
    weak = heads_up("2c7dAsKs", "QhJhTh9c4c").apply(CHECK).apply(Raise(150))
    strong = heads_up("QcQd2s7d", "QhJc4s4c2h")
    for seed in range(20):
        assert HARD.act(weak.view(weak.actor), random.Random(seed)) == FOLD
        assert isinstance(HARD.act(strong.view(strong.actor), random.Random(seed)), Raise)


def test_hard_bluffs_no_more_than_it_says():
    rng = random.Random(3)
    could, did = Counter(), Counter()
    for state in positions(GAMES["holdem"][0], 200, 2, rng, 300):
        view = state.view(state.actor)
        if view.actions.low and share_beaten(view.hole[view.seat], view.board) < 0.5:
            could[view.street] += 1
            did[view.street] += isinstance(HARD.act(view, rng), Raise)
    assert all(could[street] > 30 for street in range(4))
    for street, bound in enumerate(HARD.bluffs):
        # Four standard errors of so many trials.
        assert did[street] / could[street] <= bound + 4 * (bound * (1 - bound) / could[street]) ** 0.5
    assert sum(did.values()) > 0


def drawn(holes: str, after: str, bet: int = 0, counts: tuple[int, int] = (0, 0)) -> State:
    """Heads-up draw, checked to the second round; each throws its last cards, and the rest of the deck comes."""
    first, second = parse_cards(holes)[:5], parse_cards(holes)[5:]
    new = parse_cards(after)
    rest = [card for card in full_deck() if card not in (*first, *second, *new)]
    deck = [card for pair in zip(first, second, strict=True) for card in pair] + [*new, *rest]
    state = fixed_limit_draw(5, (10, 20)).deal([1000, 1000], 1, deck).apply(CHECK).apply(CHECK)
    for hand, count in zip((first, second), counts, strict=True):
        state = state.apply(Exchange(hand[5 - count :]))
    return state


def test_hard_draw_throws_what_is_best():
    for hand, kept in [
        ("JsJdTs7h2c", "JsJd"),
        ("AsAdKsKh2c", "AsAdKsKh"),
        ("9s8s7s6s2d", "9s8s7s6s"),
        ("AsAdAc7h2c", "AsAdAc"),
        ("Ts9d8c7h6c", "Ts9d8c7h6c"),
    ]:
        state = drawn(hand + "KcQc4d5d3d", "")
        state = fixed_limit_draw(5, (10, 20)).deal([1000] * 2, 1, state.deck).apply(CHECK).apply(CHECK)
        for seed in range(5):
            action = HARD_DRAW.act(state.view(0), random.Random(seed))
            assert set(parse_cards(hand)) - set(action.cards) == set(parse_cards(kept))


def test_hard_draw_never_folds_the_nuts_and_folds_what_cannot_win():
    for seed in range(10):
        nuts = drawn("AsKsQsJsTs" + "KcQc4d5d3d", "").apply(CHECK).apply(Raise(20))
        assert isinstance(HARD_DRAW.act(nuts.view(0), random.Random(seed)), Raise)
        # Seven high against a player who stood pat, bet and was called before.
        weak = drawn("7s5d4h3c2s" + "AsKsQsJsTs", "", counts=(0, 0)).apply(CHECK).apply(Raise(20))
        assert HARD_DRAW.act(weak.view(0), random.Random(seed)) == FOLD


def test_hard_draw_never_folds_when_checking_is_free_and_bluffs_no_more_than_it_says():
    rng = random.Random(8)
    could, did = Counter(), Counter()
    for state in positions(GAMES["draw"][0], 60, 3, rng, 150):
        view = state.view(state.actor)
        action = HARD_DRAW.act(view, rng)
        assert view.actions.call or view.actions.hand or action != FOLD
        if view.actions.low and share_beaten(view.hole[view.seat], ()) < 0.5:
            could[view.street] += 1
            did[view.street] += isinstance(action, Raise)
    for street, bound in zip((0, 2), HARD_DRAW.bluffs, strict=True):
        assert could[street] > 30
        assert did[street] / could[street] <= bound + 4 * (bound * (1 - bound) / could[street]) ** 0.5


def test_casual_bots_raise_two_to_four_blinds_and_a_quarter_of_the_stack_at_most():
    rules, stack, seats = GAMES["casual"]
    rng = random.Random(4)
    raises = Counter()
    for state in positions(rules, 5 * stack, seats, rng, 80):
        for name in levels(rules):
            action = make(name, rules).act(state.view(state.actor), rng)
            if isinstance(action, Raise):
                raises[name] += 1
                by, chips = action.to - state.level, action.to - state.bets[state.actor]
                assert 2 * 2 <= by <= 4 * 2
                assert chips <= state.stacks[state.actor] // 4
    assert set(raises) == set(levels(rules))


def test_thresholds_change_how_a_bot_plays():
    state = no_limit_holdem((1, 2)).deal([200, 200], 0, full_deck())
    view = state.view(0)
    assert EasyHoldem(raise_from=0, whim=0, bluff=0).act(view, random.Random(1)) != CALL
    assert EasyHoldem(call_from=2, raise_from=3, bluff=0).act(view, random.Random(1)) == FOLD
    assert EasyHoldem(call_from=0, raise_from=3, bluff=0, whim=0).act(view, random.Random(1)) == CALL


def test_bots_are_found_by_their_names():
    rules = no_limit_holdem()
    assert find("hard", rules) == (make("hard", rules), False)
    assert find("nit", rules) == (REFERENCES["nit"], False)
    bot, is_strange = find("mazzo.bots.holdem:EasyHoldem", rules)
    assert (bot, is_strange) == (EasyHoldem(), True)
    for name, message in [
        ("nobody", "no bot 'nobody'; there are easy, normal, hard, random"),
        ("mazzo:Nobody", "has no attribute 'Nobody'"),
        ("no_such_module:Bot", "No module named"),
        ("mazzo.cards:CardError", r"it has no act\(view, rng\)"),
        ("mazzo.poker:Raise", "missing 1 required positional argument"),
    ]:
        with pytest.raises(BotError, match=message):
            find(name, rules)
    with pytest.raises(BotError, match="level 'best': there are easy, normal, hard"):
        make("best", rules)
    with pytest.raises(BotError, match="no easy bot plays pot_limit_omaha; random, call"):
        make("easy", pot_limit_omaha())


def test_a_package_offers_bots_by_entry_points(monkeypatch):
    point = EntryPoint("calm", "mazzo.bots.holdem:EasyHoldem", ENTRY_POINTS)
    monkeypatch.setattr(
        "mazzo.bots.entry_points", lambda group, name: EntryPoints([point]).select(group=group, name=name)
    )
    assert find("calm", no_limit_holdem()) == (EasyHoldem(), True)
    with pytest.raises(BotError, match="no bot 'wild'"):
        find("wild", no_limit_holdem())


def test_reference_bots_play_omaha():
    rules = pot_limit_omaha((1, 2))
    rng = random.Random(2)
    for name in ("random", "call", "raise"):
        players = [Player(name, REFERENCES[name])] * 4
        payoffs, reports = play(PokerContest(rules, 4, 100), rng.sample(full_deck(), 52), players, [rng] * 4)
        assert sum(payoffs) == 0
        assert not any(report.faults for report in reports)


# ---- What they reckon with ----


def test_shares_are_those_of_counting():
    rng = random.Random(6)
    for cards in (5, 6, 7):
        for _ in range(5):
            drawn = rng.sample(full_deck(), cards)
            hole, board = tuple(drawn[:2]), tuple(drawn[2:])
            mine, counts = evaluate(hole + board), Counter()
            for pair in COMBOS.tolist():
                if not {*pair} & {*hole, *board}:
                    theirs = evaluate((*pair, *board))
                    counts[(mine > theirs) - (mine < theirs)] += 1
            share = (counts[1] + counts[0] / 2) / counts.total()
            assert share_beaten(hole, board) == pytest.approx(share)


def test_outs_are_those_of_a_book():
    flush, straight = parse_cards("AhKh"), parse_cards("9c8d")
    assert share_of_outs(flush, parse_cards("2h7h9c")) == 9 / 47
    assert share_of_outs(straight, parse_cards("7hTs2c")) == 8 / 47
    assert share_of_outs(flush, parse_cards("2h7h9h")) == 0


def test_equities_against_every_hand():
    hole, board = parse_cards("AsKs"), parse_cards("Qs7s2dTh3c")
    equities = equities_against(hole, board)
    assert equities[[high == 51 or low == 51 for high, low in COMBOS.tolist()]].max() == 0
    nothing = parse_cards("5h4h")
    assert equities[nothing[0] * (nothing[0] - 1) // 2 + nothing[1]] == 1


def test_who_raises_is_taken_to_be_stronger_and_who_raises_always_less_so():
    rules = no_limit_holdem((1, 2))
    state = rules.deal([400] * 2, 0, full_deck())
    sure, wary = Model(wild=0.0001), Model(wild=0.2)

    def strength(state: State, seat: int, model: Model) -> float:
        weights = ranges_of(state.view(None), model)[seat]
        return float(weights @ (1 - places(weights * 0 + 1, ())) / weights.sum())

    before = strength(state, 0, sure)
    after = state.apply(Raise(6))
    assert before == pytest.approx(0.5, abs=0.01)
    assert strength(after, 0, sure) > before + 0.02
    again = after.apply(Raise(18)).apply(Raise(54))
    assert strength(again, 0, sure) > strength(after, 0, sure)
    assert strength(again, 0, wary) < strength(again, 0, sure)
    assert strength(again, 1, sure) > before + 0.1


def test_fewer_hands_go_on_the_dearer_it_is_and_the_more_raises_there_were():
    board = parse_cards("QsJs7d4h2c")
    for cards in ((), board):
        counts = [Model().going_on(cards, 0.3, raises, 3).sum() for raises in (1, 2, 3)]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] > counts[2] > 0
    going_on = [Model().going_on(board, price, 1, 2) for price in (0.1, 0.3, 0.5)]
    assert going_on[0].sum() > going_on[1].sum() > going_on[2].sum()
    pair, air = (combo(parse_cards(hole)) for hole in ("QdTd", "8h6h"))
    assert going_on[1][pair] > 0.9
    assert going_on[1][air] < 0.1


def test_no_hand_with_a_card_of_the_board_is_in_a_range():
    state = heads_up("2c7dAsKs", "QhJhTh")
    weights = ranges_of(state.view(None), Model())
    hit = [bool({*pair} & set(state.board)) for pair in COMBOS.tolist()]
    assert weights[:, hit].max() == 0
    assert weights[:, [not it for it in hit]].min() > 0
