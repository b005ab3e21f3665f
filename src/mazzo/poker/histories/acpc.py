"""Hands in the state lines of the ACPC dealer (Annual Computer Poker Competition).

``STATE:hand:betting:hole cards|.../flop/turn/river:result|...:name|...``. Players stand in the order
of the blinds, heads-up the big blind first; the button is last. A raise in no-limit says the
player's total for the whole hand.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from types import MappingProxyType

from mazzo.cards import UNKNOWN, CardError, format_cards, parse_cards
from mazzo.game import IllegalAction
from mazzo.poker.actions import CALL, CHECK, FOLD, Acted, Action, Board, Raise
from mazzo.poker.hand import State
from mazzo.poker.histories.history import History, HistoryError, check_boards, deck_in_order
from mazzo.poker.rules import Betting, Rules, RulesError, fixed_limit_holdem, no_limit_holdem

_LINE = re.compile(
    r"STATE:(?P<hand>\d+):(?P<betting>[fcr0-9/]*):(?P<cards>[^:]*):(?P<results>[^:]*):(?P<names>.*)", re.ASCII
)
_ACTION = re.compile(r"f|c|r(?P<to>\d*)", re.ASCII)


def read(line: str, rules: Rules, stacks: Sequence[int]) -> History:
    """Read one state line of a game with these rules and stacks."""
    match = _LINE.fullmatch(line.strip())
    if not match:
        raise HistoryError(f"{line.strip()!r} is no state line; they are STATE:hand:betting:cards:results:names")
    names = tuple(match["names"].split("|"))
    if len(names) != len(stacks):
        raise HistoryError(f"players {match['names']!r} for {len(stacks)} stacks")
    try:
        hole, *boards = match["cards"].split("/")
        hands = {seat: parse_cards(cards) for seat, cards in enumerate(hole.split("|")) if cards}
        button = len(stacks) - 1
        boards_dealt = [parse_cards(cards) for cards in boards]
        deck = deck_in_order(rules, stacks, button, hands, parse_cards("".join(boards)))
        actions, state = _read_actions(match["betting"], rules.deal(stacks, button, deck))
        check_boards(boards_dealt, state)
        results = tuple(Decimal(chips) for chips in match["results"].split("|"))
    except (CardError, IllegalAction, RulesError, InvalidOperation) as error:
        raise HistoryError(f"{line.strip()!r}: {error}") from None
    extra = MappingProxyType({"hand": int(match["hand"]), "results": results})
    return History(rules, tuple(stacks), button, deck, actions, names, extra=extra)


def _read_actions(betting: str, state: State) -> tuple[tuple[Action, ...], State]:
    actions: list[Action] = []
    for match in _ACTION.finditer(betting):
        if state.actor is None:
            raise HistoryError(f"{betting!r}: {match[0]!r} at {match.start()} comes after the end of the hand")
        legal = state.actions()
        if match[0] == "f":
            action: Action = FOLD
        elif match[0] == "c":
            action = CALL if legal.call else CHECK
        elif state.rules.betting is Betting.FIXED_LIMIT:
            action = Raise(legal.low)
        else:
            before = state.paid[state.actor] - state.bets[state.actor]
            action = Raise(int(match["to"] or 0) - before)
        actions.append(action)
        state = state.apply(action)
    return tuple(actions), state


def read_many(text: str) -> Iterator[History | HistoryError]:
    """Read the state lines of a log: each, or what is wrong with it, with its line in the file.

    A log does not say what is played. So it is a game of the competition: no-limit hold'em with blinds
    50/100 and stacks of 20,000 if it says how high raises are, else limit hold'em with blinds 5/10.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.startswith("STATE")]
    if not lines:
        yield HistoryError("line 1: no hand; hands are lines that begin with STATE")
    no_limit = any(re.match(r"STATE:\d+:[^:]*r\d", line) for _, line in lines)
    rules, stack = (no_limit_holdem((50, 100)), 20_000) if no_limit else (fixed_limit_holdem((5, 10)), 1_000)
    for number, line in lines:
        players = line.rpartition(":")[2].count("|") + 1
        try:
            yield read(line, rules, [stack] * players)
        except HistoryError as error:
            yield HistoryError(f"line {number}: {error}")


def write(history: History) -> str:
    """Write a hand as a state line, which says nothing of rules and stacks.

    >>> from mazzo.poker import no_limit_holdem
    >>> line = "STATE:0:r300c/cc/cc/r600f:AsKs|QhQd/2c7d9h/3s/4s:300|-300:alice|bob"
    >>> write(read(line, no_limit_holdem((50, 100)), [1000, 1000])) == line
    True
    """
    history = history.from_button()
    if history.rules.name not in ("no_limit_holdem", "fixed_limit_holdem"):
        raise HistoryError(f"state lines have no {history.rules.name}; they have no-limit and limit hold'em")
    states = list(history.states())
    limit = history.rules.betting is Betting.FIXED_LIMIT
    betting = ""
    for before, after in pairwise(states):
        acted = after.events[0]
        if not isinstance(acted, Acted):
            continue  # a hand is shown, of which the lines have no word
        match acted.action:
            case Raise(to):
                whole = to + before.paid[acted.seat] - before.bets[acted.seat]
                betting += "r" if limit else f"r{whole}"
            case action:
                betting += "f" if action == FOLD else "c"
        betting += "/" * sum(isinstance(event, Board) for event in after.events)
    last = states[-1]
    boards = [event.cards for event in last.history if isinstance(event, Board)]
    hole = ["" if UNKNOWN in cards else format_cards(cards) for cards in last.hole]
    cards = "/".join(["|".join(hole), *map(format_cards, boards)])
    results = history.extra.get("results") or last.payoffs or ()
    names = history.names or tuple(f"p{seat + 1}" for seat in range(len(history.stacks)))
    if bad := [name for name in names if {"|", ":", "\n"} & set(name)]:
        raise HistoryError(f"the name {bad[0]!r} cannot stand in a state line; it may hold no | and no colon")
    number = str(history.extra.get("hand", 0))
    return ":".join(["STATE", number, betting, cards, "|".join(map(str, results)), "|".join(names)])
