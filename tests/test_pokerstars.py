"""The drift of PokerStars text over the years, and what could be mistaken for it; all hands are made up."""

import random
from dataclasses import replace
from datetime import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from poker_rules import RULES
from test_histories import random_hand, same_hand

from mazzo.cards import format_cards, parse_cards
from mazzo.poker.actions import CALL, FOLD, Exchange
from mazzo.poker.histories import History, HistoryError, phh, pokerstars
from mazzo.poker.rules import fixed_limit_draw, fixed_limit_holdem, no_limit_holdem

HEAD = "PokerStars Hand #7: Hold'em No Limit ($1/$2 USD) - 2015/03/04 5:06:07 ET"
SEATS = """\
Table 'Nowhere II' 6-max Seat #1 is the button
Seat 1: Ada ($100 in chips)
Seat 2: Ben ($90.50 in chips)
Seat 4: Cleo ($80 in chips)
Ben: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
"""
#: Ada and Ben go to the river, where Ben bets.
RIVER = """\
Dealt to Ada [As Kd]
Ada: calls $2
Ben: calls $1
Cleo: folds
*** FLOP *** [2c 7d 9h]
Ben: checks
Ada: checks
*** TURN *** [2c 7d 9h] [Jc]
Ben: checks
Ada: checks
*** RIVER *** [2c 7d 9h Jc] [Qs]
Ben: bets $4
"""
FOLDED = f"""\
{HEAD}
{SEATS}Ada: folds
Ben: folds
Uncalled bet ($1) returned to Cleo
Cleo collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


def is_kept(hand: History) -> bool:
    """Whether the hand is the same after it is written and read."""
    return pokerstars.read(pokerstars.write(hand)) == hand == phh.read(phh.write(hand))


def refusal(text: str) -> str:
    (error,) = pokerstars.read_many(text)
    assert isinstance(error, HistoryError), "it is read"
    return str(error)


# ---- Headings ----


@pytest.mark.parametrize(
    ("heading", "extra"),
    [
        (
            "PokerStars Game #7:  Hold'em No Limit ($1/$2) - 2007/03/04 - 05:06:07 (ET)",
            {"time_zone_abbreviation": "ET"},
        ),
        ("PokerStars Zoom Hand #7:  Hold'em No Limit ($1/$2) - 2015/03/04 5:06:07 CET [2015/03/03 23:06:07 ET]", {}),
        ("PokerStars Home Game Hand #7: {A {club}}  Hold'em No Limit ($1/$2 USD) - 2015/03/04 5:06:07 ET", {}),
        ("Some Other Hand #7: Hold'em No Limit ($1/$2 USD) - 2015/03/04 5:06:07 ET", {"hand": 7}),
    ],
)
def test_headings_of_all_years_are_read(heading, extra):
    hand = pokerstars.read(FOLDED.replace(HEAD, heading))
    assert hand.rules == no_limit_holdem((100, 200))
    assert (hand.extra["hand"], hand.extra["month"], hand.extra["time"]) == (7, 3, time(5, 6, 7))
    assert extra.items() <= hand.extra.items()
    assert is_kept(hand)


@pytest.mark.parametrize(
    "event",
    [
        "Tournament #12, $3.19+$0.31 USD",
        "Tournament #12, $1+$1+$0.20",
        "Tournament #12, £5.00+£0.50 GBP",
        "Tournament #12, 50FPP",
        "Tournament #12, 250 SC",
        "Tournament #12, Freeroll",
        "Zoom Tournament #12, 2000+110",
        "Tournament #12",
    ],
)
def test_events_are_kept(event):
    for heading in (
        f"{event} Hold'em Limit - Match Round I, Level IV",
        f"{event} Mixed Hold'em (Hold'em Limit) - Level I",
    ):
        hand = pokerstars.read(FOLDED.replace(HEAD, f"PokerStars Hand #7: {heading} ($2/$4)"))
        assert hand.extra["event"] == event
        assert hand.extra["level"] in heading
        assert hand.rules == fixed_limit_holdem((100, 200), (200, 400))
        assert is_kept(hand)


@pytest.mark.parametrize(
    "game",
    [
        "5 Card Omaha Pot Limit ($1/$2 USD)",
        "Omaha Hi/Lo Pot Limit ($1/$2 USD)",
        "6+ Hold'em No Limit ($1/$2 USD)",
        "Split Hold'em No Limit ($1/$2 USD)",
        "Hold'em No Limit ($1/$2 - $40 Cap -  USD)",
        "Tournament #1, $1+$1 USD 5 Card Omaha Pot Limit - Level I (1/2)",
        "Tournament #1, 6+ Hold'em No Limit - Level I (1/2)",
        "Tournament #1, 9+1 8-Game (Triple Draw 2-7 Lowball Limit) - Level I (1/2)",
    ],
)
def test_a_game_with_almost_the_same_name_is_another_one(game):
    heading = f"PokerStars Hand #7: {game} - 2015/03/04 5:06:07 ET"
    assert refusal(FOLDED.replace(HEAD, heading)).startswith(f"line 1: {heading!r} heads no game that is played here: ")


def test_no_hand_of_a_file_is_passed_over():
    other = "Run Elsewhere Poker Hand #8: Chess (1/2)\nAda: folds\n"
    shouted = FOLDED.replace(HEAD, HEAD.upper())
    first, second, third, fourth = pokerstars.read_many(FOLDED + other + shouted + FOLDED)
    assert first == fourth == pokerstars.read(FOLDED)
    lines = FOLDED.count("\n")
    assert str(second).startswith(f"line {lines + 1}: 'Run Elsewhere")
    assert str(third).startswith(f"line {lines + 3}: ")


def test_a_day_that_does_not_exist_is_refused():
    assert refusal(FOLDED.replace("2015/03/04", "2015/13/04")) == "hand of line 1: month must be in 1..12"
    assert refusal(FOLDED.replace(" 5:06:07", " 25:06:07")) == "hand of line 1: hour must be in 0..23"


def test_amounts_in_rupees_are_read():
    hand = pokerstars.read(FOLDED.replace("USD", "INR").replace("$", "Rs. "))
    assert hand.extra["currency_symbol"] == "Rs. "
    assert hand.stacks == (9050, 8000, 10000)
    assert "Seat 2: Ben (Rs. 90.50 in chips)" in pokerstars.write(hand)
    assert is_kept(hand)


# ---- Seats and posts ----


def test_old_tables_have_no_size_and_are_written_without():
    hand = pokerstars.read(FOLDED.replace(" 6-max", ""))
    assert "Table 'Nowhere II' Seat #1 is the button" in pokerstars.write(hand)
    assert is_kept(hand)


def test_only_who_plays_is_in_the_hand():
    text = FOLDED.replace(
        "Ben: posts",
        "Seat 5: Dot ($5 in chips) is sitting out\n"
        "Seat 6: Eve ($5 in chips, $1.50 bounty) out of hand (moved from another table into small blind)\nBen: posts",
    )
    assert pokerstars.read(text) == pokerstars.read(FOLDED)


def test_who_sits_out_and_posts_is_in_the_hand():
    text = FOLDED.replace("Cleo ($80 in chips)", "Cleo ($80 in chips, $2 bounty) is sitting out")
    assert pokerstars.read(text) == pokerstars.read(FOLDED)


def test_antes_may_be_posted_after_the_blinds():
    text = FOLDED.replace(
        "*** HOLE", "".join(f"{name}: posts the ante $0.50\n" for name in ("Ada", "Ben", "Cleo")) + "*** HOLE"
    )
    hand = pokerstars.read(text.replace("$2 from pot", "$3.50 from pot").replace("Total pot $2", "Total pot $3.50"))
    assert hand.rules == no_limit_holdem((100, 200), 50)
    assert is_kept(hand)


@pytest.mark.parametrize("post", ["big blind $2", "small blind $1", "small & big blinds $3"])
def test_dead_blinds_are_refused_with_their_line(post):
    text = FOLDED.replace("*** HOLE", f"Ada: posts {post}\n*** HOLE")
    assert refusal(text) == f"line 8: 'Ada' posts {post}, which the rules here do not ask for"


@pytest.mark.parametrize("line", ["Seat 4: Dot ($5 in chips)", "Seat 5: Ada ($5 in chips)"])
def test_a_seat_or_a_player_that_is_there_twice_is_refused(line):
    assert refusal(FOLDED.replace("Ben: posts", f"{line}\nBen: posts")).startswith("line 6: seat ")


def test_a_hand_that_nobody_plays_says_so():
    assert refusal(f"{HEAD}\nTable 'T' Seat #1 is the button") == "hand of line 1: 0 players post or act"
    assert refusal(f"{HEAD}\nTable 'T'") == "hand of line 1: no line says which seat is the button"
    assert refusal(FOLDED.replace("Ada: folds", "Hand cancelled")) == "line 9: the hand was cancelled"


# ---- Cards that are seen at the end ----


def test_mucked_cards_that_the_summary_tells_are_kept():
    text = f"""{HEAD}
{SEATS}{RIVER}Ada: calls $4
*** SHOW DOWN ***
Ben: shows [Qh 9c] (two pair, Queens and Nines)
Ada: mucks hand
Ben collected $13.50 from pot
*** SUMMARY ***
Total pot $14 | Rake $0.50
Seat 1: Ada (button) mucked [As Kd]
"""
    mine = pokerstars.read(text)
    assert mine.names == ("Ben", "Cleo", "Ada")
    assert mine.hero == 2
    others = pokerstars.read(text.replace("Dealt to Ada [As Kd]", "Dealt to Cleo [3s 3h]"))
    assert [format_cards(cards) for cards in others.final().hole] == ["Qh9c", "3s3h", "AsKd"]
    assert others.hero == 1
    assert "Seat 1: Ada (button) mucked [As Kd]" in pokerstars.write(others)
    assert is_kept(mine)
    assert is_kept(others)


def test_a_hand_that_nobody_tells_has_no_hero():
    text = f"""{HEAD}
{SEATS}{RIVER}Ada: calls $4
Ben: shows [Qh 9c]
Ada: mucks hand
Ben collected $14 from pot
"""
    hand = pokerstars.read(text.replace("Dealt to Ada [As Kd]\n", ""))
    assert hand.hero is None
    assert "Dealt to" not in pokerstars.write(hand)
    assert is_kept(hand)


def test_who_is_all_in_may_muck():
    text = f"""{HEAD}
{SEATS}Dealt to Ada [As Kd]
Ada: folds
Ben: raises $88.50 to $90.50 and is all-in
Cleo: calls $78 and is all-in
Uncalled bet ($10.50) returned to Ben
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jc]
*** RIVER *** [2c 7d 9h Jc] [Qs]
*** SHOW DOWN ***
Ben: shows [Qh 9c] (two pair, Queens and Nines)
Cleo: mucks hand
Ben collected $160 from pot
"""
    hand = pokerstars.read(text)
    assert hand.final().payoffs == (8000, -8000, 0)
    written = pokerstars.write(hand)
    assert "Cleo: mucks hand" in written
    assert "Seat 4: Cleo (big blind) mucked\n" in written
    assert is_kept(hand)


@pytest.mark.parametrize("end", ["Ada: folds [Kd]", "Ada: folds\nAda: shows [Kd] (a King)"])
def test_one_card_may_be_shown(end):
    hand = pokerstars.read(
        f"{HEAD}\n{SEATS}{RIVER}{end}\nBen collected $6 from pot\n".replace("Dealt to Ada [As Kd]\n", "")
    )
    assert hand.shown == (2,)
    assert format_cards(hand.final().hole[2]) == "Kd??"
    assert "Ada: shows [Kd]" in pokerstars.write(hand)
    assert is_kept(hand)


def test_cards_that_are_known_and_were_not_shown_are_kept():
    deck = [*parse_cards("AsKsQsAhKhQh"), *[-1] * 46]
    deck[2] = deck[5] = -1
    hand = History(no_limit_holdem((1, 2)), (50, 60, 70), 2, tuple(deck), (FOLD, FOLD), ("Ada", "Ben", "Cleo"))
    text = pokerstars.write(hand)
    assert "Seat 1: Ada (small blind) folded before Flop and mucked [As Ah]" in text
    assert "Seat 2: Ben (big blind) collected (2) and mucked [Ks Kh]" in text
    assert same_hand(pokerstars.read(text), hand)


def test_cards_that_the_text_has_no_place_for_are_refused():
    history = phh.read("""
variant = "_fixed_limit_draw"
_rules = { v = 1, game = "fixed_limit_draw", settings = { ante = 1, bets = [2, 4] } }
antes = [1, 1]
blinds_or_straddles = [0, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100]
actions = ["d dh p1 ??????????", "d dh p2 2c2d2h3s4s", "p1 cc", "p2 cc", "p1 sd", "p2 sd 3s4s",
  "d dh p2 7c8c", "p1 cbr 4", "p2 f"]
""")
    assert history.rules == fixed_limit_draw(1, (2, 4))
    with pytest.raises(HistoryError, match="has no words for all of this hand"):
        pokerstars.write(history)


@pytest.mark.parametrize("line", ["Ada: shows [As Qd]", "*** SUMMARY ***\nSeat 1: Ada (button) mucked [As Qd]"])
def test_cards_that_a_player_does_not_have_are_refused(line):
    text = f"{HEAD}\n{SEATS}{RIVER}Ada: folds\nBen collected $6 from pot\n{line}\n"
    assert refusal(text) == f"line {text.count(chr(10))}: 'Ada' shows 'AsQd', which it does not have"


def test_who_cashed_out_may_have_left_the_pot_to_the_room():
    text = f"""{HEAD}
{SEATS}{RIVER}Ada: calls $4
Ben: shows [Qh 9c]
Ada: mucks hand
Ben cashed out the hand for $12.80 | Cash Out Fee $0.20
"""
    assert is_kept(pokerstars.read(text))
    assert "collected 0, where the hand gives 1400" in refusal(text.replace("cashed out", "cashed in"))


# ---- Draws ----

DRAW = """\
PokerStars Game #9: 5 Card Draw Limit ($2/$4 USD) - 2009/03/04 5:06:07 ET
Table 'Nowhere III' 6-max Seat #2 is the button
Seat 1: Ada ($50 in chips)
Seat 2: Ben ($50 in chips)
Ben: posts small blind $1
Ada: posts big blind $2
*** DEALING HANDS ***
Dealt to Ada [As Ad 7c 8d 9h]
Ben: calls $1
Ada: checks
Ada: discards 2 cards [7c 8d]
Dealt to Ada [As Ad 9h] [Kc Ks]
Ben: discards 1 card
Ada: bets $4
Ben: calls $4
*** SHOW DOWN ***
Ada: shows [As Kc Ks Ad 9h] (two pair, Aces and Kings)
Ben: mucks hand
Ada collected $12 from pot
*** SUMMARY ***
Total pot $12 | Rake $0
Seat 2: Ben (button) (small blind) mucked [Qh Qd Js 2c 2d]
"""


def test_draws_are_kept_with_what_was_seen_of_them():
    hand = pokerstars.read(DRAW)
    final = hand.final()
    assert [format_cards(cards) for cards in final.hole] == ["AsAd9hKcKs", "QhQdJs2c2d"]
    assert [format_cards(cards) for cards in final.discarded] == ["7c8d", "??"]
    assert is_kept(hand)


def test_cards_may_be_thrown_in_any_order():
    hand = pokerstars.read(DRAW)
    actions = tuple(Exchange(action.cards[::-1]) if isinstance(action, Exchange) else action for action in hand.actions)
    assert actions != hand.actions
    text = pokerstars.write(replace(hand, actions=actions))
    assert text == pokerstars.write(hand).replace("[7c 8d]", "[8d 7c]")
    assert pokerstars.read(text) == pokerstars.read(DRAW)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[Kc Ks]", "[Kc]", "line 11: 'Ada' discards 2 cards [7c 8d], and is dealt 1 for 2"),
        ("[As Ad 9h]", "[As Ad 8d 9h]", "line 11: 'Ada' discards 2 cards [7c 8d], and is dealt 2 for 1"),
        ("discards 2 cards", "discards 3 cards", "line 11: 'Ada' discards 3 cards [7c 8d], and is dealt 2 for 2"),
        ("Ada: discards 2 cards [7c 8d]\n", "", "line 11: 'Ada' is dealt cards twice"),
        ("Dealt to Ada [As Ad 9h] [Kc Ks]", "Dealt to Ada [As Ad", "line 12: ' [As Ad' are no cards"),
        ("mucked [Qh", "mucked [As", "'As' dealt twice"),
    ],
)
def test_draws_that_do_not_add_up_are_refused(old, new, message):
    assert message in refusal(DRAW.replace(old, new))


# ---- Lines that are none of the game ----


def test_what_the_room_and_the_players_say_is_passed_over():
    said = [
        'Ada said, "Ben: folds"',
        'Ben said, "*** FLOP *** [As Ks Qs]"',
        'Cleo said, ""Cleo collected $5 from pot""',
        "Dot: sits out",
        "Dot: is sitting out",
        "Ada: is sitting out",
        "Ada is disconnected",
        "Ada has timed out while disconnected",
        "Ben has returned",
        "Dot joins the table at seat #5",
        "Dot leaves the table",
        "Dot was removed from the table for failing to post",
        "Dot will be allowed to play after the button",
        "Cleo re-buys and receives 300 chips for 1 FPPs",
        "Cleo wins $1 for eliminating Dot and their own bounty increases by $1 to $2",
        "Cleo finished the tournament in 2nd place and received $150.40.",
        "Betting is capped",
        "Table leave user",
    ]
    lines = FOLDED.splitlines()
    text = "\n".join([*lines[:5], *said, *(part for line in lines[5:-2] for part in (line, *said)), *lines[-2:]])
    assert pokerstars.read(text) == pokerstars.read(FOLDED)


def test_a_file_from_any_system_is_read():
    hand = pokerstars.read(FOLDED)
    for text in (
        FOLDED.replace("\n", "\r\n"),
        FOLDED.replace("\n", "\r"),
        FOLDED.replace("\n", " \n "),
        f"\ufeff{FOLDED}",
    ):
        assert pokerstars.read(text) == hand
    (error,) = pokerstars.read_many("\r\n" + FOLDED.replace("Ben: folds", "Ben: flies").replace("\n", "\r\n"))
    assert str(error) == "line 11: 'flies' is nothing that Ben can do"


def test_a_line_of_chat_is_one_line_whatever_it_holds():
    text = FOLDED.replace("Ada: folds", 'Ada said, "\u2028Ada: calls $2\x85Ada: flies"\nAda: folds')
    assert pokerstars.read(text) == pokerstars.read(FOLDED)


# ---- Names ----

ODD_NAMES = [
    *("A", "A:", "A: B", "A: B: checks", "A: folds", 'A said, "x', "A leaves the table", "A collected $5 from pot"),
    *("Seat 2: x ($5 in chips)", "*** SUMMARY", "*** FLOP", "Dealt to A", "Poker Hand #", "Hand cancelled"),
    *("Bo (button)", "[As Kd]", "x showed [As", "x mucked [As Kd] y", "collected 10", "is sitting out", ": folds"),
    *("Rs. 5", "%s {x} \\", "日本", 'zé "q"', "a\u2028b", "Total pot 5", "Table 'x' Seat #1 is the button"),
]


def test_names_may_be_anything():
    rng = random.Random(1)
    for _ in range(150):
        name = rng.choice(["no limit", "no limit, antes", "omaha", "fixed limit", "draw"])
        names = rng.sample(ODD_NAMES, rng.randint(2, 6))
        hand = random_hand(RULES[name], rng, names, len(names))
        hand = rng.choice([hand, hand.seen_by(rng.choice([None, *range(len(names))]))])
        back = pokerstars.read(pokerstars.write(hand))
        assert same_hand(back, hand)
        assert back.hero == hand.from_button().hero


def test_what_the_room_says_of_a_name_with_a_colon_is_no_action_of_a_shorter_name():
    for aside in ("has timed out", "is disconnected", "leaves the table", 'said, "Ada: folds"'):
        text = FOLDED.replace("Cleo", "Ada: C").replace("Ada: folds", f"Ada: C {aside}\nAda: folds")
        assert pokerstars.read(text).names == ("Ben", "Ada: C", "Ada")


# ---- Cut and mangled hands ----


def test_a_cut_hand_is_an_error_and_costs_no_other():
    cut = FOLDED[: FOLDED.index("Ben: folds") + 4]
    board = f"{HEAD}\n{SEATS}Ada: calls $2\nBen: calls $1\nCleo: checks\n*** FLOP *** [2c 7d"
    first, second, third, fourth, fifth = pokerstars.read_many("\n\n".join([FOLDED, cut, board, HEAD[:22], FOLDED]))
    assert first == fifth == pokerstars.read(FOLDED)
    start = FOLDED.count("\n") + 2
    assert str(second) == f"hand of line {start + 1}: the text ends before the hand is over"
    start += cut.count("\n") + 2
    assert str(third) == f"line {start + board.count(chr(10)) + 1}: '*** FLOP *** [2c 7d' has no cards"
    start += board.count("\n") + 2
    assert str(fourth).startswith(f"line {start + 1}: 'PokerStars Hand #7: Ho' heads no game")


def test_a_cut_hand_with_the_next_on_the_same_line_is_an_error():
    cut = f"{HEAD}\n{SEATS}Dealt to Ada [As Kd]\nAda: calls $2\nBen: calls $1\nCleo: checks\n*** FLOP *** [2c 7d "
    error = refusal(cut + FOLDED)
    assert error.startswith("line 13: ")
    assert error.endswith("has no cards")


@pytest.mark.parametrize("line", ["Ada: folds $2", "Ada: calls", "Ada: raises $4", "Ada: bets -$4", "Ada: checks 5"])
def test_half_an_action_is_no_action(line):
    words = line.removeprefix("Ada: ")
    assert refusal(FOLDED.replace("Ada: folds", line)) == f"line 9: {words!r} is nothing that Ada can do"


def test_amounts_are_exact_to_the_smallest_part_that_is_written():
    text = FOLDED.replace("$", "").replace(" USD", "").replace("(1/2)", "(0.125/0.25)")
    text = (
        text.replace("blind 1", "blind 0.125").replace("blind 2", "blind 0.25").replace("collected 2", "collected .25")
    )
    hand = pokerstars.read(text.replace("pot 2", "pot 0.250"))
    assert hand.unit == Decimal("0.001")
    assert hand.rules == no_limit_holdem((125, 250))
    assert is_kept(hand)


def test_a_raise_that_nobody_could_call_is_a_call():
    text = f"""{HEAD}
{SEATS}Ada: folds
Ben: calls $1
Cleo: raises $78 to $80 and is all-in
Ben: raises $10.50 to $90.50 and is all-in
Uncalled bet ($10.50) returned to Ben
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Jc]
*** RIVER *** [2c 7d 9h Jc] [Qs]
Ben: shows [Qh 9c]
Cleo: mucks hand
Ben collected $160 from pot
"""
    assert pokerstars.read(text).actions[-1] == CALL


MANGLED = [
    FOLDED,
    DRAW,
    f"{HEAD}\n{SEATS}{RIVER}Ada: calls $4\nBen: shows [Qh 9c]\nAda: mucks hand\nBen collected $14 from pot",
]


@given(
    st.sampled_from(MANGLED),
    st.lists(
        st.tuples(st.integers(0, 900), st.integers(0, 30), st.text("0123456789.$:[]()*#-\n\r /AKdhs?", max_size=4)),
        max_size=3,
    ),
)
def test_a_mangled_hand_is_read_and_kept_or_refused_with_its_line(text, changes):
    for place, cut, put in changes:
        text = text[:place] + put + text[place + cut :]
    for hand in pokerstars.read_many(text):
        if isinstance(hand, HistoryError):
            assert str(hand).startswith(("line ", "hand of line "))
        else:
            assert hand.final().payoffs is not None
            assert same_hand(phh.read(phh.write(hand)), hand)
