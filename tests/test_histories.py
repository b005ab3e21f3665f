"""Other people's hands, replayed to the stacks that they recorded, and written and read again."""

import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazzo.cards import format_cards
from mazzo.poker import fixed_limit_holdem, no_limit_holdem
from mazzo.poker.histories import HistoryError, acpc, phh

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
