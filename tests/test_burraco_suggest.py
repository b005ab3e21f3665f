"""What can be laid: nothing is missed, all of it is allowed; and the native rules are those of the Python engine."""

import random
from itertools import combinations

import pytest

from mazzo._native import BurracoHand
from mazzo.burraco import (
    DRAW,
    TAKE_PILE,
    TAKE_POT,
    Actions,
    Discard,
    Extend,
    Lay,
    MeldError,
    Phase,
    article,
    extended,
    is_wild,
    meld_of,
    official,
)
from mazzo.burraco.kernel import game_of
from mazzo.burraco.suggest import suggest, suggestions
from mazzo.cards import double_deck, parse_cards, shuffle

RULES = {
    "article": article(),
    "official": official(),
    "pairs": official(4),
    "close by meld": official(close_by="meld"),
    "article with a barred card": article(single_pile_rediscard=False),
    "semi inside": official(semi_wild_inside=True, wild_lock=False),
    "two wilds": article(max_wilds=2, ace_high=True, natural_two=True),
    "no cap on sets": official(one_set_per_rank=False, semi_set_exact=False, single_pile_rediscard=True),
}


def shuffled(seed: int) -> list[int]:
    deck = double_deck()
    shuffle(deck, random.Random(seed))
    return deck


def play(rules, deck, bots, seed: int = 0):
    """Play a hand to its end."""
    rngs = [random.Random(seed + seat) for seat in range(len(bots))]
    state = rules.deal(deck)
    while (seat := state.actor) is not None:
        state = state.apply(bots[seat].act(state.view(seat), rngs[seat]))
    return state


def actions_for(rules, hand: str, melds=(), *, has_pot=False) -> Actions:
    table = tuple(meld_of(rules, parse_cards(text, packs=2)) for text in melds)
    cards = tuple(sorted(parse_cards(hand, packs=2)))
    return Actions(rules, Phase.PLAY, cards, table, False, has_pot, False, False, None)


def found(rules, hand: str, melds=(), **settings) -> set[tuple[int, ...]]:
    return {tuple(sorted(item.action.cards)) for item in suggestions(actions_for(rules, hand, melds, **settings))}


def key(text: str) -> tuple[int, ...]:
    return tuple(sorted(parse_cards(text, packs=2)))


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("9c 9d 9h 4s Kd", (), {"9c9d9h"}),
        ("4h 5h 6h 7h Kd Kc", (), {"4h5h6h7h"}),
        ("4h 5h 9c 9d JK", (), {"4h5hJK", "9c9dJK"}),
        ("4h 6h JK 2c", (), {"4h6hJK", "4h6h2c"}),
        ("Ah 2h 3h 9c", (), {"Ah2h3h"}),
        ("Qs Ks As 4d", (), {"QsKsAs"}),
        ("8h 9h Kc", ("5h 6h 7h",), {"8h9h"}),
        ("7d Kc", ("7c 7h 7s",), {"7d"}),
        ("6s 9d", ("5s JK 7s",), {"6s"}),
        ("8c 4d", ("2c 5c 6c",), {"8c"}),
        ("9h Kc", ("4h 5h 6h",), set()),
    ],
)
def test_what_can_be_laid_is_found(hand, melds, expected):
    # A few cards more, so that laying never uses up the hand.
    assert found(official(), hand, melds) == {key(text) for text in expected}


def test_with_a_pot_a_card_is_left_to_discard():
    """All four kings would leave nothing to discard; with a burraco three of them may go."""
    burraco = "4h 5h 6h 7h 8h 9h Th"
    assert found(official(), "Kc Kd Kh Ks", (burraco,)) == {key("KcKdKhKs")}
    assert len(found(official(), "Kc Kd Kh Ks", (burraco,), has_pot=True).pop()) == 3
    assert found(official(), "Kc Kd Kh Ks", (), has_pot=True) == set()


def test_the_best_comes_first():
    best, *_ = suggestions(actions_for(official(), "Th 3c 3d 3s JK Kc 5d", ("4h 5h 6h 7h 8h 9h",)))
    assert best.action == Extend(0, key("Th"))
    assert best.points == 210


def test_suggest_is_for_who_is_to_lay():
    state = official().deal(shuffled(1))
    assert suggest(state.view(1)) == []
    state = state.apply(DRAW)
    assert suggest(state.view(1)) == suggestions(state.actions())
    assert suggest(state.view(0)) == suggest(state.view(None)) == []


@pytest.mark.parametrize("name", RULES)
def test_everything_suggested_is_allowed_and_worth_what_it_says(name):
    rules = RULES[name]
    rng = random.Random(name)
    for seed in range(15):
        state = rules.deal(shuffled(seed))
        while state.actor is not None:
            side = state.actor & 1
            for item in suggestions(state.actions()):
                after = state.apply(item.action)
                table = [sum(value(rules, meld) for meld in each.melds[side]) for each in (state, after)]
                assert table[1] - table[0] == item.points
            state = state.apply(rng.choice(list(state.actions())))


def value(rules, meld) -> int:
    kind = meld.burraco(rules)
    return meld.points + (kind.bonus if kind else 0)


@pytest.mark.parametrize("name", RULES)
def test_no_new_meld_is_missed(name):
    """Of any cards that make a meld, the suggestions have some of the naturals, with no more wilds than they need."""
    rules = RULES[name]
    rng = random.Random(name)
    missed = 0
    for _ in range(120):
        hand = tuple(sorted(rng.sample(double_deck(), 9)))
        allowed = Actions(rules, Phase.PLAY, hand, (), False, False, False, False, None)
        laid = [set(item.action.cards) for item in suggestions(allowed)]
        for three in set(combinations(hand, 3)):
            if Lay(three) in allowed:
                naturals = {card for card in three if not is_wild(card)}
                missed += not any(naturals <= cards for cards in laid)
    assert missed == 0


# ---- The native rules ----


def native(state) -> BurracoHand:
    return BurracoHand(
        game_of(state.rules),
        hands=state.hands,
        melds=state.melds,
        pots=state.pots,
        pile=state.pile,
        stock=state.deck[state.next_card :],
        opened=tuple(state.opened),
        actor=state.actor,
        phase=str(state.phase),
        turn=state.turn,
        last_turn=state.last_turn,
        barred=state.barred,
    )


def as_action(state, what: str, number: int, cards: tuple[int, ...]):
    if what == "L":
        return Lay(cards) if number == len(state.melds[state.actor & 1]) else Extend(number, cards)
    return Discard(cards[0]) if what == "X" else {"D": DRAW, "T": TAKE_PILE, "P": TAKE_POT}[what]


@pytest.mark.parametrize("name", RULES)
def test_hands_played_out_natively_are_by_the_rules(name):
    """Each move is allowed by the Python engine, from any point of a hand, and the scores are the same."""
    rules = RULES[name]
    for seed in range(80):
        rng = random.Random(f"{name} {seed}")
        state = rules.deal(shuffled(seed), seed % rules.seats)
        for _ in range(rng.randrange(80)):
            if state.actor is not None:
                state = state.apply(rng.choice(list(state.actions())))
        if state.actor is None:
            continue
        scores, moves = native(state).play_out()
        for what, number, cards in moves:
            state = state.apply(as_action(state, what, number, cards))
        assert state.actor is None
        assert [score.total for score in state.scores] == scores


@pytest.mark.parametrize("name", RULES)
def test_melds_are_the_same_natively(name):
    rules, rng = RULES[name], random.Random(name)
    made = longer = 0
    for _ in range(6000):
        cards = some_cards(rng)
        meld = made_of(meld_of, rules, cards)
        assert facts(rules, meld) == plain(game_of(rules).make(cards))
        if meld is None:
            continue
        made += 1
        more = tuple(rng.choice([52, *(4 * rank + meld.cards[0] % 4 for rank in range(13)), 1]) for _ in range(2))
        if all((cards + more).count(card) <= (4 if card == 52 else 2) for card in more):
            after = made_of(extended, rules, meld, more)
            assert facts(rules, after) == plain(game_of(rules).make(more, meld))
            longer += after is not None
    assert made > 1000 < longer * 10


def some_cards(rng: random.Random) -> tuple[int, ...]:
    """Cards that often make a meld: neighbours in a suit or of a rank, some put away for wilds."""
    suit, low = rng.randrange(4), rng.randrange(13)
    if rng.random() < 0.7:
        cards = [4 * ((low + step) % 13) + suit for step in range(rng.randint(3, 13))]
    else:
        cards = rng.sample([4 * low + suit for suit in range(4)] * 2, rng.randint(2, 8))
    for _ in range(rng.randrange(3)):
        cards[rng.randrange(len(cards))] = rng.choice([52, suit, (suit + 1) % 4])
    return tuple(cards) if all(cards.count(card) <= 2 for card in cards) else some_cards(rng)


def made_of(maker, *arguments):
    try:
        return maker(*arguments)
    except MeldError:
        return None


def facts(rules, meld):
    if meld is None:
        return None
    kind = meld.burraco(rules)
    return len(meld.cards) - len(meld.wilds), len(meld.wilds), meld.points, kind.bonus if kind else 0


def plain(made):
    return made and (made[0], made[1], made[3], made[4])


@pytest.mark.parametrize("size", [15, 22, 30, 60])
def test_large_hands_are_searched_too(size):
    for seed in range(10):
        hand = tuple(sorted(shuffled(seed)[:size]))
        for rules in (article(), official()):
            assert suggestions(Actions(rules, Phase.PLAY, hand, (), True, True, False, False, None))


def test_tries_of_actions_are_the_same_for_the_same_deals():
    import numpy as np  # noqa: PLC0415

    state = official().deal(shuffled(4)).apply(DRAW)
    view = state.view(state.actor)
    hands, unseen = view.split()
    hand = BurracoHand(
        game_of(view.rules),
        hands=tuple(hands),
        melds=view.melds,
        pots=view.pots,
        pile=view.pile,
        missing=(11, 0),
        unseen=tuple(unseen),
        actor=1,
        phase="play",
        turn=0,
        last_turn=False,
        barred=None,
    )
    actions = [("X", 0, (card,)) for card in sorted(set(view.hand))]
    whole = np.zeros((6, len(actions)), np.int32)
    hand.try_actions(actions, 7, 0, whole)
    parts = np.zeros((6, len(actions)), np.int32)
    hand.try_actions(actions, 7, 0, parts[:2])
    hand.try_actions(actions, 7, 2, parts[2:])
    assert (whole == parts).all()
    assert whole.std() > 0
    with pytest.raises(ValueError, match="shape"):
        hand.try_actions([], 7, 0, whole)
