"""The games that there are: one record each."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from mazzo import burraco, poker
from mazzo.arena import BurracoContest, PokerContest
from mazzo.arena.burraco import draw_or_discard
from mazzo.arena.poker import check_or_fold
from mazzo.bots import levels
from mazzo.burraco import log, places
from mazzo.burraco import wire as burraco_wire
from mazzo.burraco.actions import Closed, Discarded, Drew, Laid, Left, Stalled, TookPile, TookPot
from mazzo.cards import double_deck, full_deck
from mazzo.game import Game
from mazzo.match import ScoreMatch, new_match
from mazzo.poker import histories
from mazzo.poker import wire as poker_wire
from mazzo.poker.actions import Acted, Board, Dealt, Exchanged, Mucked, Shown, Won
from mazzo.poker.histories import lines
from mazzo.poker.view import seen_places

# ---- Poker ----

_POKER_PAUSES = {Dealt: 0.1, Acted: 0.6, Exchanged: 0.6, Board: 1.0, Shown: 1.2, Mucked: 0.6, Won: 1.5}


def _poker(name: str, words: str, maker: Callable[[], poker.Rules], stack: int) -> Game:
    return Game(
        name=name,
        words=words,
        rules={maker.__name__: lambda _seats: maker()},
        stack=stack,
        contest=PokerContest,
        bots=levels,
        deck=full_deck,
        match=new_match,
        seats=lambda rules: rules.seats,
        unit=lambda rules: rules.big_blind,
        fallback=check_or_fold,
        pause=lambda event: _POKER_PAUSES.get(type(event), 0.3),
        thinks=1.2,
        seen=seen_places,
        record=_poker_record,
        wire=poker_wire,
    )


def _poker_record(state: poker.State, actions: Sequence[poker.Action], names: Sequence[str]) -> dict[str, Any]:
    played = tuple(actions)
    return lines.to_json(histories.History(state.rules, state.starting, state.button, state.deck, played, tuple(names)))


# ---- Burraco ----

_BURRACO_PAUSES = {
    **{Drew: 0.3, TookPile: 0.8, TookPot: 1.0, Laid: 0.8, Discarded: 0.6},
    **{Closed: 1.5, Stalled: 1.5, Left: 1.0},
}


def _article(seats: int) -> burraco.Rules:
    if seats != 2:
        raise burraco.RulesError(f"{seats} seats: the rules 'article' are for two")
    return burraco.article()


def _burraco_record(state: burraco.State, actions: Sequence[burraco.Action], names: Sequence[str]) -> dict[str, Any]:
    return log.to_json(log.Log(state.rules, state.deck, state.dealer, tuple(actions), tuple(names)))


_BURRACO = Game(
    name="burraco",
    words="Burraco",
    rules={"official": burraco.official, "article": _article},
    stack=0,
    contest=lambda rules, _seats, _stack: BurracoContest(rules),
    bots=levels,
    deck=double_deck,
    match=ScoreMatch,
    seats=lambda rules: (rules.seats, rules.seats),
    unit=lambda _rules: 1,
    fallback=draw_or_discard,
    pause=lambda event: _BURRACO_PAUSES.get(type(event), 0.3),
    thinks=0.8,
    seen=places.seen_places,
    record=_burraco_record,
    wire=burraco_wire,
)

GAMES: Final = {
    game.name: game
    for game in (
        _poker("holdem", "no-limit hold'em", poker.no_limit_holdem, 10_000),
        _poker("casual", "casual hold'em", poker.casual_holdem, 1000),
        _poker("limit", "fixed-limit hold'em", poker.fixed_limit_holdem, 1000),
        _poker("omaha", "pot-limit Omaha", poker.pot_limit_omaha, 10_000),
        _poker("draw", "five-card draw with fixed bets", poker.fixed_limit_draw, 1000),
        _BURRACO,
    )
}
