"""Other people's hands, replayed to the stacks that they recorded, and written and read again."""

import json
import random
import zipfile
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from cases import Case, poker_cases
from hypothesis import given
from hypothesis import strategies as st
from poker_rules import RULES

from mazzo.cards import UNKNOWN, format_cards, full_deck, parse_cards
from mazzo.poker import Fold, Rules, fixed_limit_holdem, no_limit_holdem
from mazzo.poker.actions import Returned, Shown, Won
from mazzo.poker.histories import History, HistoryError, acpc, lines, phh, pokerstars
from mazzo.poker.histories.files import FORMATS, read_file

DATA = Path(__file__).parents[2] / "shared" / "data"
PHH_FILES = {"pluribus.zip": 5311, "televised.zip": 19}
ACPC_FILES = {
    "acpc.3p.nolimit.h1000.r0.log": (no_limit_holdem((50, 100)), [20_000] * 3),
    "acpc.2p.limit.h1000.r0.log": (fixed_limit_holdem((5, 10), (10, 20)), [1_000_000] * 2),
}


def data(name: str, hands: int) -> Path:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"{hands} hands of {name} are not replayed: the file is not here")
    return path


@pytest.mark.parametrize("name", PHH_FILES)
def test_phh_hands_end_as_recorded(name):
    with zipfile.ZipFile(data(name, PHH_FILES[name])) as files:
        texts = [files.read(entry).decode() for entry in files.namelist() if not entry.endswith("/")]
    assert len(texts) == PHH_FILES[name]
    for text in texts:
        history = phh.read(text)
        final = history.final()
        assert final.payoffs is not None
        # Odd chips are split in halves there.
        for stack, recorded in zip(final.stacks, history.extra.get("finishing_stacks", final.stacks), strict=True):
            assert abs(stack * history.unit - recorded) <= Decimal("0.5")
        assert phh.read(phh.write(history)) == history


@pytest.mark.parametrize("name", ACPC_FILES)
def test_acpc_hands_end_as_recorded(name):
    rules, stacks = ACPC_FILES[name]
    lines = [line for line in data(name, 1000).read_text().splitlines() if line.startswith("STATE")]
    assert len(lines) == 1000
    for line in lines:
        history = acpc.read(line, rules, stacks)
        payoffs = history.final().payoffs
        assert payoffs is not None
        for chips, recorded in zip(payoffs, history.extra["results"], strict=True):
            assert abs(chips - recorded) <= Decimal("0.5")
        assert acpc.write(history) == line


HAND = """
# A comment.
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.25, 0.50, 0]
min_bet = 0.50
starting_stacks = [20.00, 31.75, 50]
actions = [
  "d dh p1 ????", "d dh p2 AcAd", "d dh p3 KcKd",
  "p3 cbr 1.50",  # raise
  "p1 f", "p2 cc",
  "d db 2h7d9h", "p2 cc", "p3 cc", "d db 3s", "p2 cc", "p3 cc", "d db 4s", "p2 cbr 3.25 # bet", "p3 cc",
  "p2 sm AcAd", "p3 sm",
]
players = ["A: B", "x ($5 in chips)", "zé \\"q\\""]
site = "a room"
_mine = [1, true, "two"]
"""


def test_a_hand_with_cents_comments_and_unknown_fields():
    history = phh.read(HAND)
    assert history.unit == Decimal("0.01")
    assert history.stacks == (2000, 3175, 5000)
    assert history.names == ("A: B", "x ($5 in chips)", 'zé "q"')
    assert dict(history.extra) == {"site": "a room", "_mine": [1, True, "two"]}
    final = history.final()
    assert final.payoffs == (-25, 500, -475)
    assert format_cards(final.hole[0]) == "????"
    assert phh.read(phh.write(history)) == history


def test_one_bad_hand_of_many_is_named_and_the_rest_read():
    good = phh.write(phh.read(HAND))
    bad = good.replace("p3 cbr 1.50", "p3 cbr 0.60")
    results = list(phh.read_many(f"[1]\n{good}\n[2]\n{bad}\n[3]\n{good}\n"))
    assert results[0] == results[2] == phh.read(HAND)
    assert isinstance(results[1], HistoryError)
    assert str(results[1]).startswith(
        f"hand [2] of line {3 + len(good.splitlines())}: action 4: seat 2 may not Raise(to=60)"
    )


def test_hands_of_many_that_are_no_toml_cost_no_other():
    good = phh.read(HAND)
    text = f"# of a room\r\n[1] # first\r\n{HAND}[two]\nantes = [\n['3']\n{HAND}[4]\n{HAND}"
    first, second, third, fourth = phh.read_many(text)
    assert first == fourth == good
    assert str(second).startswith(f"hand [two] of line {3 + len(HAND.splitlines())}: no TOML")
    assert third == good


@pytest.mark.parametrize("text", ["", "# nothing", "a = 1", HAND])
def test_a_file_of_many_without_a_hand_says_so(text):
    (error,) = phh.read_many(text)
    assert str(error) == "line 1: no hand; hands are tables, [1], [2] and so on"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('variant = "NT"', "", "no field 'variant'"),
        ('"NT"', '"XX"', "variant 'XX'"),
        ("antes = [0, 0, 0]", "antes = [1, 0, 2]", "none that are played here"),
        ('"p1 f"', '"p2 f"', "action 5: p2 acts"),
        ('"p1 f"', '"p1 zz"', "'zz', is none of f, cc, sd and cbr"),
        ('"p1 f"', '"q1 f"', "'q1' is no player"),
        ('"p1 f"', '""', "cannot be read"),
        ("AcAd", "AcAx", "'x'"),
        ("AcAd", "Ac", "seat 1 has 'Ac'; a hand of no_limit_holdem has 2 cards"),
        ("AcAd", "AcAdAh", "seat 1 has 'AcAdAh'; a hand of no_limit_holdem has 2 cards"),
        ("dh p3", "dh p4", "cards for seat 3; seats [0, 1, 2] are in the hand"),
        ("AcAd", "KcAd", "'Kc' dealt twice"),
        ("[0, 0, 0]", "[0, 0]", "2 antes"),
        ("0.50, 0]", "0.50]", "2 blinds_or_straddles"),
        ("20.00", "-1", "stack of -100"),
        ("variant", "variant = ", "no TOML"),
        ("antes = [0, 0, 0]", "antes = 'x'", "antes = 'x' is no list of amounts"),
        ("[20.00,", "[nan,", "is no list of amounts"),
        ("[20.00,", "[true,", "is no list of amounts"),
        ("[20.00,", "['20',", "is no list of amounts"),
        ("min_bet = 0.50", "min_bet = 'a'", "min_bet = 'a' is no amount"),
        ('"NT"', '"FT"', "no field 'small_bet'"),
        ('"p1 f"', "7", "is no list of texts"),
        ('"A: B"', "7", "is no list of texts"),
        ("cbr 1.50", "cbr x", "none of f, cc, sd and cbr AMOUNT"),
        ("cbr 1.50", "cbr nan", "none of f, cc, sd and cbr AMOUNT"),
        ("cbr 1.50", "cbr -1", "none of f, cc, sd and cbr AMOUNT"),
        ("cbr 1.50", "cbr", "none of f, cc, sd and cbr AMOUNT"),
    ],
)
def test_a_hand_that_cannot_be_read_says_why(old, new, message):
    with pytest.raises(HistoryError) as error:
        phh.read(HAND.replace(old, new, 1))
    assert message in str(error.value)


@given(st.integers(0, len(HAND)), st.integers(0, 4), st.text('0123456789.-"[],pcbrfdhsAK? \n', max_size=3))
def test_a_mangled_hand_is_read_or_refused(place, cut, put):
    mangled = HAND[:place] + put + HAND[place + cut :]
    try:
        phh.read(mangled).final()
    except HistoryError as error:
        assert str(error)


def test_acpc_lines_that_cannot_be_read_say_why():
    rules = no_limit_holdem((50, 100))
    with pytest.raises(HistoryError, match="is no state line"):
        acpc.read("STATE:x", rules, [1000, 1000])
    with pytest.raises(HistoryError, match="comes after the end"):
        acpc.read("STATE:0:ff:AsKs|QhQd:50|-50:a|b", rules, [1000, 1000])


# ---- Random hands through every format ----


def random_hand(rules: Rules, rng: random.Random, names: str | list[str] = "ABCDEF", seats: int = 0) -> History:
    """A hand of random actions, among uneven stacks; sometimes somebody shows without need."""
    seats = seats or rng.randint(2, min(rules.seats[1], 6))
    stacks = tuple(rng.choice([rng.randint(1, 30), rng.randint(30, 300)]) for _ in range(seats))
    deck, button = rng.sample(full_deck(), 52), rng.randrange(seats)
    state, actions = rules.deal(stacks, button, deck), []
    while state.actor is not None:
        action = rng.choice(
            [action for action in state.actions() if action != Fold() or rng.random() < 0.4] or [Fold()]
        )
        actions.append(action)
        state = state.apply(action)
    had_to = {event.seat for event in state.history if isinstance(event, Shown)}
    shown = tuple(seat for seat in range(seats) if seat not in had_to and rng.random() < 0.1)
    return History(rules, stacks, button, tuple(deck), tuple(actions), tuple(names[:seats]), shown=shown)


def same_hand(one: History, other: History) -> bool:
    one, other = one.from_button(), other.from_button()
    ends = [history.final() for history in (one, other)]
    names = ("rules", "stacks", "names", "actions", "unit", "shown")
    return (
        all(getattr(one, name) == getattr(other, name) for name in names)
        and ends[0].history == ends[1].history
        and ends[0].hole == ends[1].hole
    )


NAMES = ["Bob C (host)", "A: B", "x ($5 in chips)", "collected 10", 'zé "q" # [As]', "A"]


@pytest.mark.parametrize("name", RULES)
def test_random_hands_are_the_same_after_writing_and_reading(name):
    rng = random.Random(name)
    refused = 0
    for _ in range(40):
        hand = random_hand(RULES[name], rng, NAMES)
        assert same_hand(phh.read(phh.write(hand)), hand)
        assert lines.from_json(json.loads(lines.write(hand))) == hand
        if name == "casual":
            with pytest.raises(HistoryError, match="PokerStars has no casual_holdem"):
                pokerstars.write(hand)
            continue
        try:
            text = pokerstars.write(hand)
        except HistoryError as error:
            assert "has no words for all of this hand" in str(error)
            refused += 1
        else:
            assert same_hand(pokerstars.read(text), hand)
    # Of a straddle or an ante for the table that was all-in, the text does not say how much it should have been.
    assert refused <= (6 if name in ("no limit, straddle", "no limit, big blind antes") else 0)


def unseen_shuffled(hand: History, seat: int | None, rng: random.Random) -> History:
    """The same hand, but what the seat did not see is other cards."""
    seen = {card for card in hand.seen_by(seat).deck if card != UNKNOWN}
    unseen = [card for card in hand.deck if card not in seen]
    others = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True)) | {card: card for card in seen}
    actions = tuple(
        replace(action, cards=tuple(others[card] for card in action.cards)) if hasattr(action, "cards") else action
        for action in hand.actions
    )
    return replace(hand, deck=tuple(others[card] for card in hand.deck), actions=actions)


@pytest.mark.parametrize("name", RULES)
def test_what_a_seat_exports_is_the_same_whatever_it_did_not_see(name):
    rng = random.Random(name)
    told_apart = 0
    for _ in range(60):
        hand = random_hand(RULES[name], rng)
        final = hand.final()
        seat = rng.choice([None, *range(len(hand.stacks))])
        twin = unseen_shuffled(hand, seat, rng)
        if twin.final().history != final.history:
            continue  # the unseen cards decided something
        told_apart += twin != hand
        mine, twins = hand.seen_by(seat), twin.seen_by(seat)
        assert mine == twins
        assert mine.final().history == final.history
        view = final.view(seat)
        seen = {card for cards in (*view.hole, view.discarded, view.board) for card in cards}
        assert {card for card in mine.deck if card != UNKNOWN} <= seen
    assert told_apart > 20


def test_cards_that_a_drawer_showed_at_the_end_are_placed_without_those_that_it_threw():
    text = """
variant = "_fixed_limit_draw"
_rules = { v = 1, game = "fixed_limit_draw", settings = { ante = 1, bets = [2, 4] } }
antes = [1, 1]
blinds_or_straddles = [0, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 ??????????", "d dh p2 2c2d2h3s4s", "p1 cc", "p2 cc", "p1 sd ????", "p2 sd 3s4s",
  "d dh p1 ????", "d dh p2 7c8c", "p1 cbr 4", "p2 cc", "p1 sm AsAdKsKd9h", "p2 sm 2c2d2h7c8c"]
"""
    hand = phh.read(text)
    final = hand.final()
    assert final.payoffs == (-5, 5)
    assert format_cards(final.hole[0]) == "AsAdKsKd9h"
    assert format_cards(final.discarded[0]) == "????"
    assert phh.read(phh.write(hand)) == hand


def test_a_raise_that_nobody_could_call_is_a_call_if_read_leniently():
    text = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [10, 50]
actions = ["p2 cc", "p1 cbr 10", "p2 cbr 50", "d db 2c3c4c", "d db 5c", "d db 6c"]
"""
    with pytest.raises(HistoryError, match=r"action 3: seat 1 may not Raise\(to=50\); it may call 8, fold"):
        phh.read(text)
    assert phh.read(text, lenient=True) == phh.read(text.replace("p2 cbr 50", "p2 cc"))


def test_a_fold_where_checking_is_free_is_a_fold():
    assert phh.read(FREE_FOLD).final().payoffs == (-2, 2)


FREE_FOLD = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [10, 50]
actions = ["p2 cc", "p1 cc", "d db 2c3c4c", "p1 f"]
"""


def test_boards_are_dealt_as_the_game_does_or_refused():
    for boards in ('"d db 2c3c", "d db 4c"', '"d db 2c3c4c5c"', '"d db 2c3c"'):
        text = FREE_FOLD.replace('"d db 2c3c4c"', boards)
        with pytest.raises(HistoryError, match="where the hand deals 2c3c"):
            phh.read(text)
    with pytest.raises(HistoryError, match="boards 2c3c4c 5c, where the hand deals 2c3c4c"):
        phh.read(FREE_FOLD.replace('"p1 f"]', '"p1 f", "d db 5c"]'))


def test_hands_that_are_shown_without_need_are_shown_again():
    text = FREE_FOLD.replace('"p1 f"]', '"p1 f", "p1 sm AsAd", "p2 sm KsKd"]')
    hand = phh.read(text)
    assert hand.shown == (0, 1)
    assert hand.final().history[-1] == Shown(1, parse_cards("KsKd"))
    for back in (
        phh.read(phh.write(hand)),
        pokerstars.read(pokerstars.write(hand)),
        lines.from_json(lines.to_json(hand)),
    ):
        assert back.shown == (0, 1)
    with pytest.raises(HistoryError, match="before the hand is over"):
        phh.read(text.replace(', "p1 f"', ""))


def test_a_table_with_empty_seats_is_written_from_the_button_on():
    rules = no_limit_holdem((1, 2))
    names = ("Ann", "nobody", "Bo", "Cy", "nobody")
    extra = {"seats": [1, 2, 3, 4, 5], "_mine": [1, 2]}
    hand = History(rules, (50, 0, 60, 70, 0), 2, tuple(full_deck()), (Fold(), Fold()), names, hero=3, extra=extra)
    from_button = hand.from_button()
    assert from_button.names == ("Cy", "Ann", "Bo")
    assert (from_button.stacks, from_button.button, from_button.hero) == ((70, 50, 60), 2, 0)
    assert dict(from_button.extra) == {"seats": [4, 1, 3], "_mine": [1, 2]}
    assert phh.read(phh.write(hand)).final().payoffs == (-1, 1, 0)
    assert "Seat #3 is the button" in pokerstars.write(hand)
    assert same_hand(pokerstars.read(pokerstars.write(hand)), hand.seen_by(3))


def test_a_log_says_by_its_raises_what_was_played():
    line = "STATE:0:r300c/cc/cc/r600f:AsKs|QhQd/2c7d9h/3s/4s:300|-300:alice|bob"
    first, second, third = acpc.read_many(f"# a log\n{line}\nSTATE:1:x\nSTATE:2:f:AsKs|QhQd:50|-50:a|b\n")
    assert first.rules == no_limit_holdem((50, 100))
    assert str(second) == "line 3: 'STATE:1:x' is no state line; they are STATE:hand:betting:cards:results:names"
    assert third.stacks == (20_000, 20_000)
    (limit,) = acpc.read_many("STATE:0:rf:AsKs|QhQd:5|-5:a|b")
    assert limit.rules == fixed_limit_holdem((5, 10))
    assert [str(error) for error in acpc.read_many("nothing")] == [
        "line 1: no hand; hands are lines that begin with STATE"
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("STATE:0:r300c/cc/cc/r600f:AsKs|QhQd/2c7d9h/3s:300|-300:a|b", "boards 2c7d9h 3s, where the hand deals"),
        ("STATE:0:cc:AsKx|QhQd:0|0:a|b", "'x'"),
        ("STATE:0:r1c:AsKs|QhQd:0|0:a|b", "may not Raise"),
        ("STATE:0:cc:AsKs|QhQd/2c7d9h:x|0:a|b", "STATE:0:cc"),
        ("STATE:0:cc:AsKs|QhQd/2c7d9h:0|0:a|b|c", "players 'a|b|c' for 2 stacks"),
    ],
)
def test_a_state_line_that_cannot_be_read_says_why(line, message):
    with pytest.raises(HistoryError) as error:
        acpc.read(line, no_limit_holdem((50, 100)), [1000, 1000])
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("v", 2, "a hand of version 2"),
        ("rules", {"game": "chess"}, "is no rules of version 1"),
        ("stacks", [1, True], "stacks = [1, True] is no list of int"),
        ("deck", "AsAs", "is there twice"),
        ("actions", [["fly"]], "is no action or event"),
        ("actions", [["dealt", 0, 2]], "is no action"),
        ("actions", [["raise", 3]], "may not Raise"),
        ("actions", "fold", "actions = 'fold' is no list"),
        ("unit", "0", "unit = '0' is no amount"),
        ("unit", "nan", "unit = 'nan' is no amount"),
        ("hero", 7, "hero = 7 is no seat"),
        ("names", ["Ann"], "1 names for"),
        ("shown", [0], "before the hand is over"),
        ("button", 9, "the button at seat 9"),
    ],
)
def test_json_that_is_no_hand_says_why(name, value, message):
    data = lines.to_json(replace(phh.read(HAND), actions=()))
    with pytest.raises(HistoryError) as error:
        lines.from_json(data | {name: value})
    assert message in str(error.value)


def test_files_of_every_format_are_read(tmp_path):
    (hand,) = acpc.read_many("STATE:0:r300c/cc/cc/r600f:AsKs|QhQd/2c7d9h/3s/4s:300|-300:alice|bob")
    for suffix, form in FORMATS.items():
        file = tmp_path / f"hands{suffix}"
        file.write_text("\ufeff" + form.join([form.write(hand)]), encoding="utf-8")
        (back,) = read_file(file)
        assert back.names == hand.names
        file.write_text("", encoding="utf-8")
        (error,) = read_file(file)
        assert isinstance(error, HistoryError)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(HistoryError, match="is no text in UTF-8"):
        read_file(file)


# ---- Cases ----


def all_fold(stacks: list[int], blinds: tuple[int, int], ante: int) -> History:
    rules = no_limit_holdem(blinds, ante)
    return History(rules, tuple(stacks), len(stacks) - 1, tuple(full_deck()), (Fold(),) * (len(stacks) - 1))


@poker_cases("history")
def test_history_cases(case: Case):
    given, answer = case["input"], case["expected"]["answer"]
    match case["id"]:
        case "HI-001":
            bad = DRIFTED.replace("Ann: folds", "Ann: flies", 1)
            hands = list(pokerstars.read_many(bad + DRIFTED))
            assert str(hands[0]).startswith("line 13: 'flies'")
            assert hands[1:] == list(pokerstars.read_many(DRIFTED))
            assert len(hands[1:]) == answer["hands_found"]
        case "HI-003":
            hand = random_hand(no_limit_holdem((1, 2)), random.Random(3), given["names"], seats=len(given["names"]))
            for text, read in ((pokerstars.write(hand), pokerstars.read), (phh.write(hand), phh.read)):
                assert same_hand(read(text), hand)
        case "HI-005" | "HI-009":
            blinds = tuple(given["blinds"])
            hand = all_fold([1000] * given.get("players", 3), blinds, given.get("ante", 0))
            final = hand.final()
            (back,) = (event.chips for event in final.history if isinstance(event, Returned))
            (won,) = (event.chips for event in final.history if isinstance(event, Won))
            assert back == answer["uncalled_returned"]
            assert won == answer.get("total_pot", answer.get("pot"))
            assert sum(final.payoffs) == 0
            text = pokerstars.write(hand)
            assert f"Uncalled bet ({back}) returned to Player 2" in text
            assert f"Total pot {won} | Rake 0" in text
        case "HI-007":
            hands = list(pokerstars.read_many("\n\n\n".join([RAKED] * answer["hands"])))
            assert len(hands) == answer["hands"]
            for hand in hands:
                assert hand.final().pot == answer["pot_cents"]
                assert hand.unit == Decimal("0.01")
                assert hand.extra["_rake"] == Decimal("0.22")
        case "HI-011":
            rules = no_limit_holdem((1, 2))
            state = rules.deal([100_000] * 9, 8, full_deck())
            actions = []
            for number in range(300):
                if state.actor is None:
                    break
                legal = state.actions()
                action = phh.Raise(legal.low) if number < 30 else (phh.CALL if legal.call else phh.CHECK)
                actions.append(action)
                state = state.apply(action)
            hand = History(rules, (100_000,) * 9, 8, tuple(full_deck()), tuple(actions), tuple("ABCDEFGHI"))
            for text, read in ((pokerstars.write(hand), pokerstars.read), (phh.write(hand), phh.read)):
                assert same_hand(read(text), hand)
        case _:
            raise AssertionError(case["id"])


DRIFTED = """
Hand #1:

PokerStars Hand #123:   Hold'em No Limit ($1/$2 USD) - 2024/05/01 9:30:00 ET

Table 'Vega' 6-max Seat #2 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben (button) ($200 in chips)
Ben (button): posts small blind $1
Ann: posts big blind $2
*** HOLE CARDS ***
Ben (button): raises $2 to $4
Ann: folds
Uncalled bet ($2) returned to Ben (button)
Ben (button) collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
"""

RAKED = """PokerStars Hand #9: Hold'em No Limit ($0.49/$1.00 USD) - 2024/05/01 9:30:00 ET
Table 'Vega' 6-max Seat #2 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($50 in chips)
Seat 5: Cas ($20.10 in chips)
Cas: posts small blind $0.49
Ann: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Kh]
Ben: raises $1 to $2
Cas: folds
Ann: calls $1
*** FLOP *** [2c 7d 9s]
Ann: checks
Ben: checks
*** TURN *** [2c 7d 9s] [Jc]
Ann: checks
Ben: checks
*** RIVER *** [2c 7d 9s Jc] [3d]
Ann: checks
Ben: checks
*** SHOW DOWN ***
Ann: shows [Ah Kh] (high card Ace)
Ben: mucks hand
Ann collected $4.27 from pot
*** SUMMARY ***
Total pot $4.49 | Rake $0.22
Board [2c 7d 9s Jc 3d]
"""
