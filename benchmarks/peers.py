"""How to call each peer at its fastest; what can be made ready is made ready, outside of what is timed."""

import warnings
from collections.abc import Callable, Sequence
from ctypes import byref, c_char_p, c_double, c_uint16, c_uint64
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from mazzo import evaluate, format_card

#: uint8 of shape (hands, cards), as `mazzo.evaluate_many` takes them.
Hands = npt.NDArray[np.uint8]

#: A function and the arguments of each of its calls.
Calls = tuple[Callable[..., int], list[tuple[Any, ...]]]


def needed(module: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # eval7 uses names that pyparsing calls outdated
        name = module.partition(".")[0]
        return pytest.importorskip(module, reason=f"{name} is not installed; it is in the extra 'bench'")


def mazzo_evaluate(hands: Hands) -> Calls:
    return evaluate, [(tuple(hand),) for hand in hands.tolist()]


def pkrbot_evaluate(hands: Hands) -> Calls:
    """The call that pkrbot documents, with its cards."""
    pkrbot = needed("pkrbot")
    deck = _deck(pkrbot.Card)
    return pkrbot.evaluate, [([deck[card] for card in hand],) for hand in hands.tolist()]


def pkrbot_evaluate_raw(hands: Hands) -> Calls:
    """Undocumented but not marked private: ranks and suits as bytes, unchecked."""
    pkrbot = needed("pkrbot")
    size = hands.shape[1]
    return pkrbot.evaluate_raw, [(bytes(hand >> 2), bytes(hand & 3), size) for hand in hands]


def phevaluator_raw(hands: Hands) -> Calls:
    """The private function inside, whose cards are numbered as ours; the public one takes 5 times as long."""
    native = needed("phevaluator.evaluator")._pheval
    return getattr(native, f"evaluate_{hands.shape[1]}cards"), [tuple(hand) for hand in hands.tolist()]


def eval7_evaluate(hands: Hands) -> Calls:
    eval7 = needed("eval7")
    deck = _deck(eval7.Card)
    return eval7.evaluate, [([deck[card] for card in hand],) for hand in hands.tolist()]


def treys_evaluate(hands: Hands) -> Calls:
    treys = needed("treys")
    deck = _deck(treys.Card.new)
    cards = [[deck[card] for card in hand] for hand in hands.tolist()]
    return treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards]


EVALUATORS: dict[str, Callable[[Hands], Calls]] = {
    "pkrbot.evaluate": pkrbot_evaluate,
    "pkrbot.evaluate_raw": pkrbot_evaluate_raw,
    "phevaluator, private": phevaluator_raw,
    "eval7.evaluate": eval7_evaluate,
    "treys": treys_evaluate,
}


def pokerfast_evaluate(hands: Hands) -> Callable[[], npt.NDArray[np.uint16]]:
    """The private call inside `pokerfast.equity.evaluate`, which spends its time on making the bytes."""
    native = _pokerfast()._load()
    count, size = hands.shape
    suits = np.array([2, 3, 1, 0], dtype=np.uint8)  # s, h, c, d there; c, d, h, s here
    raw = (hands & 0xFC | suits[hands & 3]).tobytes()
    out = (c_uint16 * count)()

    def evaluate() -> npt.NDArray[np.uint16]:
        assert native.pf_evaluate(raw, count, size, out) == 0
        return np.frombuffer(out, dtype=np.uint16)

    return evaluate


def pokerfast_exact(players: Sequence[str], board: str) -> Callable[[], float]:
    """The first player's equity on one thread."""
    equity = _pokerfast().equity
    return lambda: equity(players, board, exact=True, threads=1)[0]


def pokerfast_sample(players: Sequence[str]) -> Callable[[float], tuple[float, int]]:
    """The first player's equity by so many seconds of Monte Carlo on one thread, and the trials made.

    The public function does not tell the trials, so this is the private call inside. It looks at a
    standard error only every 0.2 s but at the time after every 16,384 trials.
    """
    native = _pokerfast()._load()
    count = len(players)
    texts = (c_char_p * count)(*(text.encode() for text in players))
    equities = (c_double * count)()
    trials = c_uint64()

    def sample(limit: float) -> tuple[float, int]:
        exact, stdev, threads = 0, 0.0, 1
        arguments = (texts, count, b"", b"", exact, stdev, threads, limit, equities, byref(trials))
        assert native.pf_equity(*arguments) == 0
        return equities[0], trials.value

    return sample


def _pokerfast() -> Any:
    module = needed("pokerfast.equity")
    if not module.available():
        pytest.skip("pokerfast has no compiled library for this platform")
    return module


def _deck(make: Callable[[str], Any]) -> list[Any]:
    return [make(format_card(card)) for card in range(52)]
