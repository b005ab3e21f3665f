"""Commitments: they bind the host to a deck, say nothing of it, and are checked card by card."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazzo.cards import JOKER, double_deck, format_card, format_cards
from mazzo.fair import Checked, FairError, check, commitment, seal, wrong_places

DECK = random.Random(1).sample(range(52), 52)


def record(deck=DECK) -> dict:
    """What the host keeps of a deal."""
    sealed = seal(deck)
    return {"deck": format_cards(deck), "salts": list(sealed.salts), "commitments": list(sealed.commitments)}


def shown(places, deck=DECK) -> dict:
    """What a player is given who saw the cards at these places."""
    sealed = seal(deck)
    told = "".join(format_card(card) if place in places else "??" for place, card in enumerate(deck))
    data = {"deck": told, "commitments": sealed.commitments, "opened": sealed.open(places)}
    return json.loads(json.dumps(data))


@given(st.permutations(range(52)) | st.permutations(double_deck()), st.data())
def test_cards_that_are_opened_are_those_that_were_committed_to(deck, data):
    sealed = seal(deck)
    places = data.draw(st.sets(st.integers(0, len(deck) - 1)))
    opened = sealed.open(places)
    assert list(opened) == sorted(places)
    assert [card for card, _ in opened.values()] == [format_card(deck[place]) for place in sorted(places)]
    assert wrong_places(sealed.commitments, opened) == []


@given(st.integers(0, 51), st.integers(0, JOKER), st.integers(0, 51), st.booleans())
def test_no_other_card_place_or_salt_fits(place, other, elsewhere, new_salt):
    sealed = seal(DECK)
    ((card, salt),) = sealed.open([place]).values()
    claims = {(elsewhere, format_card(other), salt), (place, card, "00" * 16 if new_salt else salt[:-1] + "g")}
    for at, what, how in claims:
        assert wrong_places(sealed.commitments, {at: (what, how)}) == (
            [] if (at, what, how) == (place, card, salt) else [at]
        )


@pytest.mark.parametrize("place", [-1, 52, 10**9])
def test_a_place_without_a_commitment_is_wrong(place):
    assert wrong_places(seal(DECK).commitments, {place: ("As", "00" * 16)}) == [place]


def test_commitments_to_the_same_deck_have_nothing_in_common():
    one, other = seal(DECK), seal(DECK)
    assert not {*one.commitments, *one.salts} & {*other.commitments, *other.salts}
    assert len({*one.salts}) == len({*one.commitments}) == 52


def test_a_card_that_is_opened_says_nothing_of_the_others():
    sealed = seal(DECK)
    opened = sealed.open([7])
    text = json.dumps([sealed.commitments, opened])
    assert [place for place, salt in enumerate(sealed.salts) if salt in text] == [7]
    # The salt that is known fits no card at any other place.
    ((_, salt),) = opened.values()
    for place in range(52):
        tried = {commitment(place, card, salt) for card in range(52)}
        assert bool(tried & {*sealed.commitments}) == (place == 7)


def test_equal_cards_of_two_packs_have_commitments_of_their_own():
    assert len({*seal([0, 0, JOKER, JOKER]).commitments}) == 4


def test_the_record_of_the_host_and_what_a_player_was_shown_can_both_be_checked():
    assert check(record()) == Checked(52, 52, ())
    assert check(record(double_deck())) == Checked(108, 108, ())
    assert check(shown({0, 2, 5})) == Checked(52, 3, ())
    assert check(shown({})) == Checked(52, 0, ())


@given(st.integers(0, 51), st.integers(0, 51))
def test_two_cards_that_were_changed_over_are_found(one, other):
    data = record()
    deck = list(DECK)
    deck[one], deck[other] = deck[other], deck[one]
    assert check(data | {"deck": format_cards(deck)}).wrong == (() if one == other else tuple(sorted((one, other))))


def test_a_card_that_is_told_but_not_opened_or_told_to_be_another_is_wrong():
    data = shown({0, 2})
    del data["opened"]["2"]
    assert check(data).wrong == (2,)
    data = shown({0, 2})
    data["deck"] = format_card(DECK[2]) + "??" + format_card(DECK[0]) + data["deck"][6:]
    assert check(data).wrong == (0, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"commitments": None},
        {"commitments": 5},
        {"commitments": [1, 2]},
        {"salts": 5},
        {"salts": ["aa"]},
        {"salts": [None] * 52},
        {"deck": 5},
        {"deck": "AsX"},
        {"deck": ""},
        {"deck": "??" * 52},
    ],
)
def test_a_record_that_cannot_be_checked_is_an_error(changes):
    with pytest.raises(FairError):
        check(record() | changes)


@pytest.mark.parametrize(
    "opened",
    [
        *(None, [], {"x": ["As", "aa"]}, {"-1": ["As", "aa"]}, {"9" * 5000: ["As", "aa"]}, {"²": ["As", "aa"]}),
        *({"1": "As"}, {"1": ["As"]}, {"1": [1, 2]}, {"1": ["Xx", "aa"]}, {"1": ["", "aa"]}, {"1": ["AsKs", "aa"]}),
    ],
)
def test_opened_cards_that_cannot_be_read_are_an_error(opened):
    with pytest.raises(FairError):
        check(shown({}) | {"opened": opened})


@pytest.mark.parametrize("data", [None, [], "hand", 5, {}])
def test_what_is_no_record_is_an_error(data):
    with pytest.raises(FairError, match="without commitments"):
        check(data)
