"""Hands in the state lines of the ACPC dealer (Annual Computer Poker Competition).

``STATE:hand:betting:hole cards|.../flop/turn/river:result|...:name|...``. Players stand in the order
of the blinds, heads-up the big blind first; the button is last. A raise in no-limit says the
player's total for the whole hand.
"""

import itertools
import re
from collections.abc import Sequence
from decimal import Decimal

from mazzo.cards import format_cards, parse_cards
from mazzo.poker.actions import CALL, CHECK, FOLD, Acted, Action, Board, Raise
from mazzo.poker.histories.history import History, HistoryError, deck_in_order
from mazzo.poker.rules import Betting, Rules

_LINE = re.compile(
    r"STATE:(?P<hand>\d+):(?P<betting>[fcr0-9/]*):(?P<cards>[^:]*):(?P<results>[^:]*):(?P<names>.*)", re.ASCII
)
_ACTION = re.compile(r"f|c|r(?P<to>\d*)", re.ASCII)


def read(line: str, rules: Rules, stacks: Sequence[int]) -> History:
    """Read one state line of a game with these rules and stacks."""
    match = _LINE.fullmatch(line.strip())
    if not match:
        raise HistoryError(f"{line.strip()!r} is no state line; they are STATE:hand:betting:cards:results:names")
    hole, *boards = match["cards"].split("/")
    hands = {seat: parse_cards(cards) for seat, cards in enumerate(hole.split("|")) if cards}
    button = len(stacks) - 1
    board = parse_cards("".join(boards))
    deck = deck_in_order(rules, len(stacks), button, hands, board)
    actions = _read_actions(match["betting"], rules, stacks, deck)
    extra = {"hand": int(match["hand"]), "results": tuple(Decimal(chips) for chips in match["results"].split("|"))}
    return History(rules, tuple(stacks), button, deck, actions, tuple(match["names"].split("|")), extra=extra)


def _read_actions(betting: str, rules: Rules, stacks: Sequence[int], deck: tuple[int, ...]) -> tuple[Action, ...]:
    state = rules.deal(stacks, len(stacks) - 1, deck)
    actions: list[Action] = []
    for match in _ACTION.finditer(betting):
        if state.actor is None:
            raise HistoryError(f"{betting!r}: {match[0]!r} at {match.start()} comes after the end of the hand")
        legal = state.actions()
        if match[0] == "f":
            action: Action = FOLD
        elif match[0] == "c":
            action = CALL if legal.call else CHECK
        elif rules.betting is Betting.FIXED_LIMIT:
            action = Raise(legal.low)
        else:
            before = state.paid[state.actor] - state.bets[state.actor]
            action = Raise(int(match["to"] or 0) - before)
        actions.append(action)
        state = state.apply(action)
    return tuple(actions)


def write(history: History) -> str:
    """Write a hand as a state line.

    >>> from mazzo.poker import no_limit_holdem
    >>> line = "STATE:0:r300c/cc/cc/r600f:AsKs|QhQd/2c7d9h/3s/4s:300|-300:alice|bob"
    >>> write(read(line, no_limit_holdem((50, 100)), [1000, 1000])) == line
    True
    """
    states = list(history.states())
    limit = history.rules.betting is Betting.FIXED_LIMIT
    betting = ""
    for before, after in itertools.pairwise(states):
        acted = next(event for event in after.events if isinstance(event, Acted))
        match acted.action:
            case Raise(to):
                whole = to + before.paid[acted.seat] - before.bets[acted.seat]
                betting += "r" if limit else f"r{whole}"
            case action:
                betting += "f" if action == FOLD else "c"
        betting += "/" * sum(isinstance(event, Board) for event in after.events)
    last = states[-1]
    boards = [event.cards for event in last.history if isinstance(event, Board)]
    cards = "/".join(["|".join(map(format_cards, last.hole)), *map(format_cards, boards)])
    results = history.extra.get("results") or last.payoffs or ()
    return ":".join(
        [
            "STATE",
            str(history.extra.get("hand", 0)),
            betting,
            cards,
            "|".join(map(str, results)),
            "|".join(history.names),
        ]
    )
