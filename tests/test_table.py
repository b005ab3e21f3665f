"""Tables: who sits where, hands in sequence, clocks and bots, and how a table comes back."""

import json
from collections import Counter
from concurrent.futures import Executor, Future
from dataclasses import replace

import pytest
from tables import Clock, a_table, again, check_down, chips, do, fold_around, settle

from mazzo.burraco import DRAW, Phase, official
from mazzo.burraco.wire import view_from_json as burraco_view
from mazzo.cards import format_cards, parse_cards
from mazzo.fair import wrong_places
from mazzo.game import IllegalAction
from mazzo.games import GAMES
from mazzo.poker import CALL, CHECK, FOLD, Exchange, Raise, fixed_limit_draw
from mazzo.store import Store
from mazzo.table import Setup, StaleError, Table, TableError, open_table, resume

IN_ORDER = list(range(52))


def everything(table: Table) -> tuple[object, ...]:
    """All that there is of a table, and what its store has of it."""
    store = table.store
    return table.standing, table.message(None), store.entries(table.name), store.hands()


def refused(table: Table, error: type[Exception], act: object, match: str | None = None) -> None:
    before = everything(table)
    with pytest.raises(error, match=match):
        act()
    assert everything(table) == before


# ---- Seats ----


def test_a_hand_begins_when_enough_sit():
    table = a_table(["ann"], seats=3)
    assert table.tick() is None
    assert (table.waiting, table.playing, table.message(None)["waiting"]) == (True, False, True)
    table.sit(2, "bob")
    settle(table)
    assert table.playing
    assert table.state.starting == (1000, 0, 1000)


def test_who_sits_down_during_a_hand_is_dealt_in_from_the_next_on():
    table = a_table(["ann", "bob"], seats=3)
    settle(table)
    table.sit(2, "cat")
    assert table.state.starting == (1000, 1000, 0)
    fold_around(table)
    settle(table)
    assert [bool(hand) for hand in table.state.hole] == [True] * 3


@pytest.mark.parametrize(
    ("seat", "player", "level"),
    [
        (0, "cat", None),
        (2, "ann", None),
        (3, "cat", None),
        (-1, "cat", None),
        (True, "cat", None),
        (2, "", None),
        (2, "  ", None),
        (2, "two\nlines", None),
        (2, "\ud800", None),
        (2, 5, None),
        (2, "cat", "grand master"),
        (2, "cat", "expert"),
    ],
)
def test_a_seat_and_a_name_are_for_one(seat, player, level):
    table = a_table(["ann", "bob"], seats=3)
    refused(table, TableError, lambda: table.sit(seat, player, level=level))


def test_who_sits_out_keeps_its_chips_and_comes_back_with_them():
    table = a_table(["ann", "bob", "cat"])
    settle(table)
    do(table, Raise(200), CALL, FOLD)
    check_down(table)
    stack = table.match.stacks[2]
    assert stack == 900
    table.sit_out(2)
    refused(table, TableError, lambda: table.sit_out(2), "sits out")
    settle(table)
    assert (table.state.starting[2], table.seats[2].pocket) == (0, 900)
    assert table.message(None)["seats"][2]["pocket"] == 900
    table.come_back(2)
    refused(table, TableError, lambda: table.come_back(2), "not sitting out")
    assert not table.state.hole[2]
    fold_around(table)
    settle(table)
    assert (table.state.starting[2], table.seats[2].pocket) == (900, 0)
    assert chips(table) == 3000


def test_who_sits_out_during_a_hand_does_nothing_more_in_it():
    table = a_table(["ann", "bob", "cat"])
    settle(table)
    table.sit_out(1)
    do(table, CALL)
    settle(table)
    assert table.state.view(None).folded == (False, True, False)
    assert table.state.actor == 2


def test_who_leaves_between_hands_is_gone_with_its_chips():
    table = a_table(["ann", "bob"])
    table.leave(1)
    assert table.seats[1].player is None
    assert table.match.stacks == (1000, 0)
    assert table.waiting
    refused(table, TableError, lambda: table.leave(1), "nobody sits")


def test_who_leaves_during_a_hand_folds_when_asked_and_goes_after_it():
    table = a_table(["ann", "bob", "cat"])
    settle(table)
    do(table, CALL, CALL)
    table.leave(0)
    refused(table, TableError, lambda: table.leave(0), "leaves after this hand")
    refused(table, TableError, lambda: table.sit(0, "dan"), "taken by ann")
    settle(table)
    do(table, CHECK, CHECK, Raise(300))
    settle(table)
    assert table.state.view(None).folded[0]
    assert table.seats[0].player == "ann"
    fold_around(table)
    assert table.seats[0].player is None
    assert (sum(table.match.stacks), table.match.stacks[0]) == (2100, 0)
    table.sit(0, "dan")
    assert table.match.stacks[0] == 1000


def test_who_was_not_dealt_in_leaves_at_once():
    table = a_table(["ann", "bob"], seats=3)
    settle(table)
    table.sit(2, "cat")
    table.leave(2)
    table.sit(2, "dan")
    assert (table.seats[2].player, table.match.stacks[2]) == ("dan", 1000)


def test_who_sits_down_sees_nothing_of_the_cards_of_who_sat_there():
    table = a_table(["ann", "bob", "cat"])
    table.deal(IN_ORDER)
    told = []
    table.listen(0, told.append)
    do(table, CALL, CALL, CHECK)
    table.leave(0)
    do(table, Raise(100), CALL)
    settle(table)
    check_down(table)
    own = told[0]["view"]["hole"][0]
    assert told[-1]["view"]["hole"][0] == own
    assert {card for card, _ in told[-1]["opened"].values()} >= {own[:2], own[2:]}
    table.sit(0, "dan")
    as_dan = table.message(0)
    assert as_dan | {"you": None} == table.message(None)
    assert as_dan["view"]["hole"][0] == "????"
    # And ann does not see what dan is dealt.
    table.deal(list(reversed(IN_ORDER)))
    assert told[-1]["view"]["hole"] == ["????"] * 3
    assert table.message(0)["view"]["hole"][0] != "????"


def test_the_button_is_with_somebody_who_plays():
    table = a_table(["ann", "bob", "cat"], seats=5)
    table.leave(0)
    settle(table)
    assert table.state.button == 2
    fold_around(table)
    settle(table)
    assert table.state.button == 1


# ---- Chips ----


def all_in(table: Table, deck: str) -> None:
    """Everybody is all-in; these cards are dealt first."""
    first = parse_cards(deck)
    table.deal([*first, *(card for card in IN_ORDER if card not in first)])
    do(table, Raise(table.state.actions().high))
    while table.playing:
        do(table, CALL)


#: Of two, who is first from the button's left wins with aces.
ACES = "As2c Ah7d Kc Qd 9s 8h 3h"


def test_who_has_lost_all_may_rebuy_where_that_is_allowed():
    table = a_table(["ann", "bob"], rebuy=True)
    refused(table, TableError, lambda: table.rebuy(0), "has chips")
    all_in(table, ACES)
    assert table.match.stacks == (0, 2000)
    assert (table.waiting, table.over) == (True, False)
    assert table.tick() is None
    table.rebuy(0)
    settle(table)
    assert (table.playing, table.state.starting) == (True, (1000, 2000))


def test_nobody_rebuys_where_that_is_not_allowed():
    table = a_table(["ann", "bob"])
    all_in(table, ACES)
    refused(table, TableError, lambda: table.rebuy(0), "nobody takes chips again")
    refused(burraco := a_table(game="burraco", rebuy=True), TableError, lambda: burraco.rebuy(0), "nobody")


def test_a_hand_that_is_over_with_the_blinds_is_played_like_any_other():
    table = a_table(["ann", "bob"], stack=50, rebuy=True)
    table.deal([*(first := parse_cards(ACES)), *(card for card in IN_ORDER if card not in first)])
    assert not table.playing
    assert table.match.stacks == (0, 100)
    assert len(table.store.hands()) == 1
    assert again(table).standing == table.standing
    assert table.tick() is None
    table.rebuy(0)
    settle(table)
    assert table.match.hand > 1


def test_who_is_all_in_has_not_lost_yet():
    table = a_table(["ann", "bob", "cat"], rebuy=True)
    settle(table)
    do(table, Raise(1000), CALL)
    refused(table, TableError, lambda: table.rebuy(0), "in a hand")


def test_bots_rebuy_by_themselves_and_only_when_they_have_lost_all():
    table = a_table(["ann"], seats=3, rebuy=True)
    table.sit(1, "bot", level="easy")
    all_in(table, ACES)
    assert table.match.stacks == (0, 2000, 0)
    table.leave(0)
    table.sit(0, "bot too", level="easy")
    table.sit(2, "cat")
    table.sit_out(1)
    settle(table)
    assert table.seats[1].pocket == 2000
    for _ in range(30):
        while table.playing and table.state.actor == 2:
            do(table, FOLD)
        settle(table)
    assert table.seats[1].pocket == 2000
    table.come_back(1)
    assert table.match.stacks[1] == 2000


def test_a_bot_that_has_lost_all_is_not_waited_for():
    table = a_table(["ann"], seats=2, rebuy=True, waits=True)
    table.sit(1, "bot", level="easy")
    all_in(table, "2cAs 7dAh Kc Qd 9s 8h 3h")
    assert table.broke(1)
    assert not table.waiting
    table.deal()
    assert table.state.starting == (2000, 1000)


def test_who_cannot_pay_what_the_rules_ask_is_waited_for():
    rules = fixed_limit_draw(5, (10, 20), all_in=False)
    table = a_table(["ann", "bob"], "draw", rules=rules, stack=130)
    settle(table)
    do(table, Raise(10), CALL, Exchange(()), Exchange(()), Raise(20), CALL)
    assert not table.playing
    assert min(table.match.stacks) < 125
    assert table.tick() is None
    assert table.waiting
    refused(table, TableError, table.deal)


# ---- Turns and versions ----


def test_every_change_has_a_version_and_actions_are_for_the_last():
    table = a_table(["ann", "bob"], seats=3)
    settle(table)
    version = table.version
    table.sit(2, "cat")
    assert table.version == version + 1
    refused(table, StaleError, lambda: table.act(0, version, CALL), f"at version {version + 1}")
    refused(table, StaleError, lambda: table.act(0, version + 2, CALL))
    table.act(0, version + 1, CALL)
    assert table.version == version + 2


@pytest.mark.parametrize("action", [CHECK, Raise(10**9), Raise(150), Exchange(()), DRAW, None, "fold", ["fold"]])
def test_what_the_rules_do_not_allow_changes_nothing(action):
    table = a_table(["ann", "bob"], seconds=20, bank=30)
    settle(table)
    table.clock.now += 35
    refused(table, IllegalAction, lambda: table.act(0, table.version, action))
    assert table.seats[0].bank == 30


def test_only_who_is_to_act_acts():
    table = a_table(["ann", "bob"], seats=3)
    refused(table, TableError, lambda: table.act(0, table.version, FOLD), "not the turn")
    settle(table)
    refused(table, TableError, lambda: table.act(1, table.version, CALL), "not the turn of seat 1")
    refused(table, TableError, lambda: table.act(2, table.version, CALL), "nobody sits")


@pytest.mark.parametrize("deck", [[], IN_ORDER[1:], [0, *IN_ORDER[:-1]], [*IN_ORDER, 0]])
def test_a_deck_that_is_none_is_refused(deck):
    table = a_table()
    refused(table, TableError, lambda: table.deal(deck), "a deck of")
    settle(table)
    refused(table, TableError, lambda: table.deal(IN_ORDER))
    check_down(table)
    refused(table, TableError, lambda: table.deal(deck))
    assert again(table).standing == table.standing


@pytest.mark.parametrize(
    "setup",
    [
        {"seats": 10},
        {"seats": 1},
        {"seats": 2.0},
        {"stack": 0},
        {"stack": True},
        {"seconds": -1},
        {"seconds": float("inf")},
        {"seconds": float("nan")},
        {"seconds": "20"},
        {"bank": None},
        {"pace": True},
        {"most_hands": 0},
        {"most_hands": "3"},
        {"most_seconds": -0.5},
    ],
)
def test_a_table_that_cannot_be_run_is_not_opened(setup):
    store = Store()
    with pytest.raises(TableError):
        a_table(["ann", "bob"], store=store, **setup)
    assert store.tables() == {}


# ---- Clocks ----


def test_who_does_nothing_in_time_checks_or_else_folds_and_sits_out():
    table = a_table(["ann", "bob", "cat"], seconds=20)
    settle(table)
    assert table.message(None)["seconds"] == 20
    table.clock.now += 19.9
    assert table.tick() == pytest.approx(table.clock.now + 0.1)
    assert table.state.actor == 0
    table.clock.now += 0.1
    settle(table)
    assert table.state.view(None).folded[0]
    assert table.seats[0].out
    do(table, CALL, CHECK)
    table.clock.now += 20
    settle(table)
    assert table.state.history[-1].action == CHECK
    assert (table.state.actor, table.seats[1].out) == (2, True)


def test_who_is_late_takes_it_from_its_bank():
    table = a_table(["ann", "bob"], seconds=20, bank=30)
    settle(table)
    assert table.message(0)["seconds"] == 50
    table.clock.now += 32
    assert table.message(0)["seconds"] == 18
    do(table, CALL)
    assert [seat.bank for seat in table.seats] == [18, 30]
    do(table, CHECK, CHECK)
    table.clock.now += 20 + 18
    settle(table)
    assert (table.seats[0].out, table.seats[0].bank) == (True, 0)
    assert table.seats[1].bank == 30


def test_a_bank_is_for_the_whole_time_at_the_table():
    table = a_table(["ann", "bob"], seconds=20, bank=30)
    settle(table)
    table.clock.now += 30
    do(table, FOLD)
    settle(table)
    assert table.seats[0].bank == 20
    assert again(table).seats[0].bank == 20
    table.leave(1)
    fold_around(table)
    table.sit(1, "bob")
    assert [seat.bank for seat in table.seats] == [20, 30]


def test_no_clock_runs_where_none_is_set():
    table = a_table(["ann", "bob"])
    settle(table)
    table.clock.now += 10**6
    assert table.tick() is None
    assert table.message(0)["seconds"] is None
    assert table.state.actor == 0


def test_a_clock_starts_after_the_pause_that_the_events_are_worth():
    table = a_table(["ann", "bob"], seconds=20, pace=1.0)
    table.deal()
    worth = sum(map(table.game.pause, table.state.events))
    assert worth > 0
    told = table.message(0)
    assert (told["after"], told["seconds"]) == (pytest.approx(worth), pytest.approx(20))
    table.clock.now += worth + 5
    assert table.message(0)["seconds"] == pytest.approx(15)
    slow = a_table(["ann", "bob"], seconds=20, pace=2.0)
    slow.deal()
    assert slow.message(0)["after"] == pytest.approx(2 * worth)


def test_hands_follow_each_other_after_a_pause():
    table = a_table(["ann", "bob"], pace=1.0)
    table.clock.now += 10
    settle(table)
    fold_around(table)
    due = table.tick()
    assert due > table.clock()
    assert not table.playing
    table.clock.now = due
    table.tick()
    assert table.playing


def test_in_draw_who_does_nothing_exchanges_nothing():
    table = a_table(["ann", "bob"], "draw", seconds=20)
    settle(table)
    do(table, CHECK, CHECK)
    table.clock.now += 20
    settle(table)
    assert table.state.history[-1].count == 0
    assert table.playing


def test_in_burraco_who_does_nothing_draws_and_discards():
    table = a_table(game="burraco", seconds=60)
    settle(table)
    first = table.state.actor
    table.clock.now += 60
    settle(table)
    assert [type(event).__name__ for event in table.state.history[-2:]] == ["Drew", "Discarded"]
    assert table.state.actor != first
    assert table.seats[first].out
    do(table, DRAW)
    assert table.state.phase is Phase.PLAY
    table.clock.now += 60
    settle(table)
    assert not table.playing  # nobody is there who would play, so the hand plays itself to its end
    assert table.waiting


def test_a_table_that_waits_deals_only_when_it_is_asked_to():
    table = a_table(["ann", "bob"], waits=True, most_seconds=60)
    assert table.tick() == 1060
    assert not table.playing
    table.deal()
    check_down(table)
    settle(table)
    assert not table.playing
    table.clock.now = 1060.0
    settle(table)
    assert table.over


def test_no_more_hands_than_agreed():
    table = a_table(["ann", "bob"], most_hands=2)
    for _ in range(2):
        settle(table)
        fold_around(table)
    assert (table.over, table.tick()) == (True, None)
    refused(table, TableError, table.deal)


def test_no_hand_after_the_time_agreed():
    table = a_table(["ann", "bob"], most_seconds=60)
    settle(table)
    table.clock.now += 61
    settle(table)
    assert (table.playing, table.over) == (True, False)
    fold_around(table)
    settle(table)
    assert (table.playing, table.over) == (False, True)


def test_time_runs_out_while_a_table_waits():
    table = a_table(["ann"], seats=2, most_seconds=60)
    assert table.tick() == 1060
    table.clock.now = 1060.0
    assert table.tick() is None
    assert table.over


def test_the_time_agreed_goes_on_after_a_crash():
    table = a_table(["ann", "bob"], most_seconds=60)
    table.clock.now += 50
    settle(table)
    back = resume("t", GAMES, table.store, clock=Clock())
    fold_around(back)
    back.clock.now += 9
    settle(back)
    assert back.playing
    fold_around(back)
    back.clock.now += 1
    settle(back)
    assert back.over


def test_a_table_that_is_stopped_finishes_its_hand():
    table = a_table()
    settle(table)
    table.stop()
    check_down(table)
    assert len(table.store.hands()) == 1
    assert (table.over, table.tick()) == (True, None)


# ---- When it is over ----


def test_without_rebuys_it_is_over_when_one_has_all_and_no_seat_is_free():
    table = a_table(["ann", "bob"])
    all_in(table, ACES)
    assert (table.over, table.tick()) == (True, None)
    table.leave(0)
    assert not table.over
    table.sit(0, "cat")
    settle(table)
    assert table.playing


def test_it_is_not_over_while_somebody_with_chips_sits_out_or_may_come():
    free = a_table(["ann", "bob"], seats=3)
    all_in(free, ACES)
    assert (free.over, free.waiting) == (False, True)
    table = a_table(["ann", "bob", "cat"])
    table.sit_out(0)
    all_in(table, ACES)
    assert table.match.stacks == (0, 2000, 0)
    assert (table.over, table.waiting) == (False, True)
    table.come_back(0)
    settle(table)
    assert table.playing


def test_a_match_of_burraco_ends_at_its_target():
    table = a_table([], "burraco", seats=2, target=505)
    for seat in range(2):
        table.sit(seat, f"bot {seat}", level="normal")
    settle(table)
    assert table.over
    assert max(table.match.scores) >= 505
    assert len(table.store.hands()) == len(table.match.played)
    assert again(table).standing == table.standing


def test_in_pairs_who_leaves_is_played_for_and_then_replaced():
    table = a_table(["ann", "bob", "cat", "dan"], "burraco", rules=official(4), seconds=30)
    settle(table)
    table.leave(2)
    while table.playing:
        view = table.state.view(table.state.actor)
        do(table, table.game.fallback(view)) if table.state.actor != 2 else settle(table)
    assert table.seats[2].player is None
    assert (table.waiting, table.tick()) == (True, None)
    scores = table.match.scores
    ((_, record),) = table.store.hands(player="cat")
    assert record["names"] == ["ann", "bob", "cat", "dan"]
    told = []
    table.listen(2, told.append)
    table.sit(2, "eve")
    settle(table)
    assert (table.playing, table.match.scores) == (True, scores)
    assert len(burraco_view(told[-1]["view"]).hand) == 11


# ---- Bots ----


class Worker(Executor):
    """Thinks when it is told to."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[object], object]] = []

    def submit(self, job, /, *args, **kwargs):
        future = Future()
        self.jobs.append((future, job))
        return future

    def work(self):
        for future, job in self.jobs:
            if not future.done():
                future.set_result(job())


class Bot:
    def __init__(self, act):
        self.act = act


def table_with(bot, *, executor=None, **setup) -> Table:
    """Ann at a table with a bot of our own, which is first to act."""
    game = replace(GAMES["holdem"], bots=lambda _rules: {"own": Bot(bot)})
    settings = {"seats": 2, "stack": 1000, "pace": 0.0} | setup
    table = open_table(game, game.make(2), Setup(**settings), Store(), "t", clock=Clock(), executor=executor)
    table.sit(0, "bot", level="own")
    table.sit(1, "ann")
    return table


def test_a_bot_acts_at_once_where_there_are_no_pauses():
    table = table_with(lambda view, rng: CALL)
    settle(table)
    assert table.state.actor == 1
    assert table.clock.now == 1000


def test_a_bot_takes_its_time_as_a_person_does_and_never_the_same():
    pauses = set()
    for _ in range(20):
        table = table_with(lambda view, rng: CALL, pace=1.0)
        table.deal()
        table.clock.now += table.message(None)["after"]
        pauses.add(due := table.tick())
        assert due > table.clock.now
        assert table.state.actor == 0
        table.clock.now = due
        table.tick()
        assert table.state.actor == 1
    assert len(pauses) == 20


def test_a_bot_thinks_in_a_worker_and_the_table_looks_again():
    worker = Worker()
    table = table_with(lambda view, rng: CALL, executor=worker)
    settle(table)
    assert table.state.actor == 0
    assert table.tick() > table.clock.now
    worker.work()
    table.tick()
    assert table.state.actor == 1
    assert len(worker.jobs) == 1


def test_a_bot_does_not_think_again_because_others_come_and_go():
    worker = Worker()
    table = table_with(lambda view, rng: CALL, executor=worker, seats=3)
    settle(table)
    table.sit(2, "cat")
    settle(table)
    table.sit_out(2)
    settle(table)
    worker.work()
    settle(table)
    assert table.state.actor == 1
    assert len(worker.jobs) == 1


def test_what_a_bot_thought_of_another_hand_is_dropped():
    worker = Worker()
    table = table_with(lambda view, rng: FOLD, executor=worker)
    settle(table)
    table.act(0, table.version, CALL)  # somebody plays for it
    worker.work()
    settle(table)
    assert not table.state.view(None).folded[0]
    do(table, CHECK, CHECK)
    settle(table)
    assert len(worker.jobs) == 2


@pytest.mark.parametrize("act", [lambda view, rng: 1 / 0, lambda view, rng: CHECK, lambda view, rng: None])
def test_a_bot_that_does_wrong_folds_if_it_cannot_check(act):
    table = table_with(act)
    table.deal()
    settle(table)
    (_, record) = table.store.hands()[-1]
    assert record["actions"] == [["fold"]]


def test_a_bot_that_thinks_for_too_long_does_nothing_and_goes_on_next_time():
    worker = Worker()
    table = table_with(lambda view, rng: CALL, executor=worker, seconds=20)
    settle(table)
    table.clock.now += 19
    settle(table)
    assert table.playing
    table.clock.now += 1
    settle(table)
    assert table.match.hand == 1
    assert not table.seats[0].out


# ---- What is told ----


def test_every_change_is_told_to_each_as_it_may_see_it():
    table = a_table()
    told = {seat: [] for seat in (0, 1, None)}
    stops = [table.listen(seat, messages.append) for seat, messages in told.items()]
    settle(table)
    do(table, CALL, CHECK)
    for seat, messages in told.items():
        versions = [message["version"] for message in messages]
        assert versions == list(range(3, table.version + 1))
        assert messages[-1]["you"] == seat
        assert messages[-1] | {"events": []} == table.message(seat)
        assert [event[0] for event in messages[-1]["events"]] == ["acted", "board"]
        assert json.loads(json.dumps(messages)) == json.loads(json.dumps(messages, allow_nan=False))
    holes = {seat: messages[-1]["view"]["hole"] for seat, messages in told.items()}
    assert [hole.count("????") for hole in holes.values()] == [1, 1, 2]
    stops[0]()
    stops[0]()
    table.listen(None, told[None].append)
    do(table, CHECK)
    assert len(told[0]) == 3
    stops[0]()
    do(table, CHECK)
    assert len(told[None]) == 3 + 2 + 2


def test_cards_are_committed_to_before_the_hand_and_opened_to_who_saw_them_after_it():
    table = a_table(["ann", "bob", "cat"])
    told = []
    table.listen(1, told.append)
    settle(table)
    before = told[0]["commitments"]
    assert len(before) == 52
    do(table, CALL, CALL, CHECK)
    while table.playing:
        assert [table.opened(seat) for seat in (0, 1, 2, None)] == [{}] * 4
        do(table, CHECK)
    assert table.message(1)["commitments"] == before
    for seat in (0, 1, 2, None):
        view, opened = table.state.view(seat), table.opened(seat)
        seen = [card for cards in (*view.hole, view.board) for card in cards if card >= 0 and card < 52]
        assert sorted(card for card, _ in opened.values()) == sorted(format_cards([card]) for card in seen)
        assert wrong_places(before, {int(place): pair for place, pair in opened.items()}) == []


def test_a_hand_that_was_put_away_stays_secret():
    table = a_table(["ann", "bob"])
    table.deal(IN_ORDER)
    do(table, Raise(300), FOLD)
    assert table.opened(None) == {}
    assert list(table.opened(0)) == ["1", "3"]
    assert list(table.opened(1)) == ["0", "2"]
    # A beaten hand that nobody asked to see: bob, who is first, has a flush.
    table = a_table(["ann", "bob"])
    first = parse_cards("AsKc KsQd QsJsTs 2h 3h")
    table.deal([*first, *(card for card in IN_ORDER if card not in first)])
    check_down(table)
    assert list(table.opened(None)) == ["0", "2", "4", "5", "6", "7", "8"]
    assert list(table.opened(0)) == [str(place) for place in range(9)]


def test_in_draw_own_discards_are_opened_to_oneself_alone():
    table = a_table(["ann", "bob"], "draw")
    table.deal(IN_ORDER)
    do(table, CHECK, CHECK)
    away = table.state.hole[1][:2]
    do(table, Exchange(away), Exchange(()), Raise(20), FOLD)
    assert table.opened(None) == {}
    assert list(table.opened(1)) == ["0", "2", "4", "6", "8", "10", "11"]
    assert list(table.opened(0)) == ["1", "3", "5", "7", "9"]


@pytest.mark.parametrize("seats", [2, 4])
def test_in_burraco_the_stock_and_the_pots_that_nobody_took_stay_secret(seats):
    table = a_table([], "burraco", seats=seats, most_hands=1)
    for seat in range(seats):
        table.sit(seat, f"bot {seat}", level="easy")
    settle(table)
    state = table.state
    secret = state.deck[state.next_card :] + tuple(card for pot in state.pots for card in pot)
    for seat in (*range(seats), None):
        opened = table.opened(seat)
        cards = Counter(card for card, _ in opened.values())
        assert cards == Counter(format_cards([card]) for card in state.deck) - Counter(
            format_cards([card]) for card in secret
        )


# ---- Hands that were played ----


def test_hands_are_stored_with_what_each_won_in_big_blinds():
    table = a_table(["ann", "bob", "cat"])
    settle(table)
    do(table, Raise(400), FOLD, FOLD)
    ((_, record),) = table.store.hands()
    assert record["names"] == ["ann", "bob", "cat"]
    assert record["payoffs"] == [150, -50, -100]
    assert [table.store.totals(name)[0].rate for name in ("ann", "bob", "cat")] == [150, -50, -100]


def test_who_was_not_dealt_in_is_not_named_in_a_hand():
    table = a_table(["ann", "bob", "cat"])
    table.sit_out(2)
    settle(table)
    fold_around(table)
    ((_, record),) = table.store.hands()
    assert record["names"] == ["ann", "bob", "seat 2"]
    assert table.store.totals("cat") == []


def test_two_tables_share_a_store():
    store = Store()
    one = a_table(["ann", "bob"], store=store, name="one")
    other = a_table(["ann", "cat"], "burraco", store=store, name="other")
    settle(one)
    settle(other)
    do(one, CALL)
    do(other, DRAW)
    fold_around(one)
    settle(one)
    assert again(one).standing == one.standing
    assert again(other).standing == other.standing
    with pytest.raises(ValueError, match="there is a table 'one'"):
        a_table(["dan", "eve"], store=store, name="one")
    store.close_table("one")
    assert list(store.tables()) == ["other"]
    assert len(store.hands(player="ann")) == 1
    with pytest.raises(ValueError, match="there is no table 'one'"):
        do(one, CALL)
    assert again(other).standing == other.standing


# ---- Coming back ----


def test_a_table_comes_back_as_it_was_after_every_change():
    table = a_table(["ann", "bob"], seats=4, seconds=20, bank=10, rebuy=True)

    def changes():
        yield lambda: table.sit(2, "bot", level="easy")
        yield lambda: table.deal(IN_ORDER)
        yield lambda: table.sit(3, "cat")
        yield lambda: table.sit_out(3)
        yield lambda: setattr(table.clock, "now", table.clock.now + 25)
        yield lambda: do(table, Raise(300))
        yield lambda: table.leave(1)
        yield lambda: settle(table)
        yield lambda: do(table, FOLD) if table.playing else None
        yield lambda: table.come_back(3)
        yield table.stop

    for change in changes():
        change()
        back = again(table)
        assert back.standing == table.standing
        assert back.message(0) | {"seconds": None} == table.message(0) | {"seconds": None}
    assert not table.playing


def test_a_table_that_comes_back_goes_on():
    table = a_table(["ann", "bob"])
    settle(table)
    do(table, CALL)
    back = again(table)
    do(back, CHECK)
    check_down(back)
    assert len(back.store.hands()) == 1
    back = again(back)
    settle(back)
    assert (back.playing, back.match.hand) == (True, 1)


def test_a_table_that_is_not_known_does_not_come_back():
    table = a_table()
    with pytest.raises(TableError, match="no table 'x'"):
        resume("x", GAMES, table.store)
    with pytest.raises(TableError, match="'holdem', version 1, which is not known"):
        resume("t", {}, table.store)
    table.store.add("t", ["dance"])
    with pytest.raises(TableError, match="'t' cannot be brought back"):
        resume("t", GAMES, table.store)


def test_what_cannot_be_stored_is_not_done():
    table = a_table()
    settle(table)
    standing, told = table.standing, []
    table.listen(0, told.append)
    table.store.close()
    for change in (lambda: do(table, CALL), lambda: table.leave(1), table.stop):
        with pytest.raises(ValueError, match="cannot be used"):
            change()
    assert (table.standing, told) == (standing, [])
