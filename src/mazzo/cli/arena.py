"""`mazzo arena`: bots against bots, over many deals."""

import json
import os
import secrets
import signal
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from math import isnan
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.text import Text

from mazzo.arena import BurracoMatchContest, Interval, Ladder, Player, Result, run
from mazzo.bots import find
from mazzo.cli.home import for_burraco_only
from mazzo.games import GAMES
from mazzo.terminal.show import console, percent, plain_table

_MANY = 4  # bots, from which on a table has no room for tenths


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(list(GAMES)))
@click.argument("bots", metavar="BOT...", nargs=-1, required=True)
@click.option("--deals", default=1000, show_default=True, help="Deals for each pair; each is played twice.")
@click.option("--seats", default=2, show_default=True, help="Seats, an even number; the two bots take turns.")
@click.option("--stack", type=int, help="The chips of each; by default what is usual for the game.")
@click.option("--rules", "rules_name", help="Rules of Burraco: official (the default) or article.")
@click.option("--target", type=int, help="Burraco: play matches to so many points, and count who wins them.")
@click.option("--seed", type=int, help="Repeat the deals of an earlier run.")
@click.option("--workers", type=int, help="Work in so many processes; by default one a processor.")
@click.option("--think", default=5.0, show_default=True, help="Seconds that a bot of yours may take for a decision.")
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), help="Keep what is done here, and go on from it."
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the result to this .png file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(
    game: str,
    bots: tuple[str, ...],
    deals: int,
    seats: int,
    stack: int | None,
    rules_name: str | None,
    target: int | None,
    seed: int | None,
    workers: int | None,
    think: float,
    keep: Path | None,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Let bots play GAME against each other, each pair with the same cards for both.

    GAME is holdem, casual, limit, omaha, draw or burraco. A BOT is easy, normal, hard or for Burraco expert, one
    to measure against (in poker random, call, raise, nit, honest, in Burraco random, bait), one that an installed
    package offers, or a class of yours:

    \b
        mazzo arena holdem hard normal easy --deals 2000
        mazzo arena holdem my_bots:Tight hard
        mazzo arena burraco expert hard --target 1005
    """
    if plot:
        from mazzo.cli import plot_arena  # noqa: PLC0415 (matplotlib is an extra)
        from mazzo.cli.plot import check_target  # noqa: PLC0415

        check_target(plot)
    chosen = GAMES[game]
    rules = chosen.make(seats, rules_name)
    contest = chosen.contest(rules, seats, stack or chosen.stack)
    for_burraco_only(game, target=target)
    if target is not None:
        contest = BurracoMatchContest(rules, target)
    sys.path.insert(0, "")  # bots of yours stand in the folder where you are
    found = [(name, *find(name, rules)) for name in bots]
    players = tuple(Player(name, bot, think if is_strange else None) for name, bot, is_strange in found)
    seed = secrets.randbits(32) if seed is None else seed
    ladder = Ladder(contest, players, deals, seed)
    result = _run(ladder, workers or os.cpu_count() or 1, keep)
    if as_json:
        click.echo(json.dumps(_to_json(result, game)))
    else:
        _show(result, game)
    if plot:
        plot_arena.draw(result, _method(result, game), plot)
        click.echo(f"wrote {plot}", err=True)
    return 0 if result.done == 1 else 130


def _run(ladder: Ladder, workers: int, keep: Path | None) -> Result:
    """Play with a progress bar; an interrupt gives what there is so far."""
    last: Result | None = None
    screen = console(stderr=True)
    bar = Progress(
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )
    task = bar.add_task("", total=1.0)

    def follow(partial: Result) -> None:
        nonlocal last
        last = partial
        bar.update(task, completed=partial.done)

    try:
        with bar, _executor(workers) as executor:
            return run(ladder, executor, ahead=2 * workers, progress=follow, keep=keep)
    except KeyboardInterrupt:
        if last is None:
            raise
        return last


def _executor(workers: int) -> AbstractContextManager[Executor | None]:
    """Other processes, in which an interrupt is left to this one."""
    if workers == 1:
        return nullcontext()
    return ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))


def _show(result: Result, game: str) -> None:
    ladder = result.ladder
    names = [player.name for player in ladder.players]
    screen = console()
    table = plain_table("wins", "of all", *(f"of {names[player]}" for player in result.order))
    for player in result.order:
        against = [_interval(result, player, other) for other in result.order]
        overall = result.overall(player)
        table.add_row(names[player], f"{overall:.1f}" if ladder.contest.even else f"{overall:+.1f}", *against)
    screen.print(table)
    screen.print(Text(_method(result, game), style="dim"), soft_wrap=True)
    screen.print()
    contest = ladder.contest
    known = list(contest.figures(result.counts[0]))
    table = plain_table("plays", *known, "a decision", "faults")
    for player in result.order:
        counts, faults = result.counts[player], result.faults[player]
        shares = [_share(share, name in contest.ratios) for name, share in contest.figures(counts).items()]
        milliseconds = 1000 * result.seconds[player] / max(counts["decisions"], 1)
        wrong = ", ".join(f"{count} {kind}" for kind, count in faults.items()) or "none"
        table.add_row(names[player], *shares, f"{milliseconds:.2f} ms", Text(wrong, "red" if faults else ""))
    screen.print(table)


def _interval(result: Result, player: int, other: int) -> str:
    """Whole numbers if there are many or they are large, so that they fit a screen; a sign where nothing is even."""
    won = result.won.get((player, other))
    if won is None:
        return ""
    if result.ladder.contest.even:
        return f"{won.mean:.1f} ± {won.half:.1f}"
    short = len(result.order) <= _MANY and all(abs(pair.mean) < 1000 for pair in result.won.values())
    return str(won) if short else f"{won.mean:+.0f}±{won.half:.0f}"


def _share(share: float | None, is_ratio: bool) -> str:
    if share is None:
        return "-"
    return f"{share:.2f}" if is_ratio else percent(share, 1)


def _method(result: Result, game: str) -> str:
    contest = result.ladder.contest
    deals = max(won.deals for won in result.won.values())
    return (
        f"{game}, {contest.seats} seats, {contest.measure}, with 95 % intervals; "
        f"{deals:,} deals a pair, each played twice, seed {result.ladder.seed}"
    )


def _to_json(result: Result, game: str) -> dict[str, Any]:
    ladder = result.ladder
    names = [player.name for player in ladder.players]
    return {
        "v": 1,
        "game": game,
        "seats": ladder.contest.seats,
        "measure": ladder.contest.measure,
        "deals": ladder.deals,
        "seed": ladder.seed,
        "pairs": [
            {"bot": names[first], "against": names[second], "deals": won.deals, **_ends(won)}
            for (first, second), won in result.won.items()
        ],
        "bots": [
            {
                "name": names[player],
                "won": result.overall(player),
                "figures": ladder.contest.figures(result.counts[player]),
                "counts": dict(result.counts[player]),
                "faults": dict(result.faults[player]),
                "seconds_a_decision": result.seconds[player] / max(result.counts[player]["decisions"], 1),
            }
            for player in result.order
        ],
    }


def _ends(won: Interval) -> dict[str, float | None]:
    """JSON has no way to write "not a number"."""
    known = {"won": won.mean, "low": won.low, "high": won.high}
    return {name: None if isnan(value) else value for name, value in known.items()}
