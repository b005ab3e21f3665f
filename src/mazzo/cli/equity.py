"""`mazzo equity`: who wins how often."""

import json
from collections.abc import Callable
from math import isnan
from pathlib import Path
from time import monotonic
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from mazzo.cards import RANKS, format_cards
from mazzo.equity import Equity, HandEquity, equity, equity_by_hand
from mazzo.ranges import as_range
from mazzo.strength import Category
from mazzo.terminal.show import can_show, cards_text, console, percent, plain_table, shortened

# A bar that comes and goes at once would only flicker.
_SECONDS_TO_BAR = 0.3

# With more players than this, they stand one a row in the table of categories, which has short words then.
_MANY = 5
_SHORT_WORDS = ("high", "pair", "2 pair", "trips", "straight", "flush", "full", "quads", "str fl")


@click.command()
@click.argument("players", nargs=-1, required=True)
@click.option("-b", "--board", default="", help="Cards on the board, like Qs7h2h.")
@click.option("-d", "--dead", default="", help="Cards that nobody holds.")
@click.option("--exact", is_flag=True, help="Count every outcome, however long it takes.")
@click.option("--trials", type=int, help="Sample so many random deals.")
@click.option("--stderr", type=float, help="Sample until the standard error is this share of the pot, like 0.0005.")
@click.option("--seed", type=int, help="Repeat the random deals of an earlier run.")
@click.option("--threads", type=int, help="Work on so many threads; by default one a processor.")
@click.option("--grid", is_flag=True, help="Show the equity of each class of hands of the first player, too.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the result to this .png file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def command(
    players: tuple[str, ...],
    board: str,
    dead: str,
    exact: bool,
    trials: int | None,
    stderr: float | None,
    seed: int | None,
    threads: int | None,
    grid: bool,
    plot: Path | None,
    as_json: bool,
) -> int:
    """Tell who wins how often in hold'em.

    PLAYERS are 2 to 10 hands (AhKh), ranges (QQ+,AKs or 15%) or random:

    \b
        mazzo equity AhKh QQ+ --board Qs7h2h
    """
    if plot:
        from mazzo.cli import plot_equity  # noqa: PLC0415 (matplotlib is an extra)
        from mazzo.cli.plot import check_target  # noqa: PLC0415

        check_target(plot)
    spot: dict[str, Any] = {"players": [as_range(text) for text in players], "board": board, "dead": dead}
    sampling: dict[str, Any] = {"trials": trials, "stderr": stderr}
    result = _run(
        lambda progress: equity(**spot, **sampling, exact=exact or None, seed=seed, threads=threads, progress=progress)
    )
    names = tuple(text if can_show(text) else str(hands) for text, hands in zip(players, result.players, strict=True))
    screen = console()
    if not as_json:
        _show(result, names, screen)
    by_hand = None
    if (grid or plot) and result.done == 1:
        two_exactly = True if result.exact and len(players) == 2 else None
        by_hand = equity_by_hand(**spot, trials=trials, exact=two_exactly, seed=result.seed, threads=threads)
    if as_json:
        click.echo(json.dumps(_to_json(result, by_hand if grid else None)))
    elif grid and by_hand:
        screen.print()
        screen.print(Text(f"equity in % of each class of hands of {names[0]}, suited ones above the diagonal"))
        screen.print(_grid_table(by_hand))
        screen.print(Text(by_hand.method, style="dim"), soft_wrap=True)
    if plot and by_hand:
        plot_equity.draw(result, by_hand, names, plot)
        click.echo(f"wrote {plot}", err=True)
    return 0 if result.done == 1 else 130


def _run(work: Callable[[Callable[[Equity], None]], Equity]) -> Equity:
    """Run with a progress bar on long work; an interrupt gives what there is so far."""
    last: Equity | None = None
    begun = monotonic()
    screen = console(stderr=True)
    bar = Progress(
        BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), console=screen, transient=True, disable=True
    )
    task = bar.add_task("", total=1.0)

    def follow(partial: Equity) -> None:
        nonlocal last
        last = partial
        if bar.disable and screen.is_terminal and monotonic() - begun > _SECONDS_TO_BAR:
            bar.disable = False
            bar.start()
        bar.update(task, completed=partial.done)

    try:
        return work(follow)
    except KeyboardInterrupt:
        if last is None:
            raise
        return last
    finally:
        bar.stop()


def _show(result: Equity, names: tuple[str, ...], screen: Console) -> None:
    if result.board:
        screen.print(Text("board  ").append_text(cards_text(result.board)))
    if result.dead:
        screen.print(Text("dead   ").append_text(cards_text(result.dead)))
    table = plain_table("player", "equity", "win", "tie")
    best = max(result.equity)
    for name, share, win, tie in zip(names, result.equity, result.win, result.tie, strict=True):
        style = "bold green" if share == best else ""
        table.add_row(Text(name), Text(percent(share), style), percent(win), percent(tie))
    screen.print(table)
    screen.print(Text(result.method, style="dim"), soft_wrap=True)
    screen.print()
    screen.print(_category_table(result, names))


def _category_table(result: Equity, names: tuple[str, ...]) -> Table:
    if len(names) > _MANY:
        table = plain_table("ends with", *reversed(_SHORT_WORDS))
        table.padding = (0, 1, 0, 0)
        for name, of_player in zip(names, result.categories, strict=True):
            table.add_row(Text(shortened(name, 12)), *(percent(of_player[kind]) for kind in reversed(Category)))
        return table
    table = plain_table("ends with", *(shortened(name, 12) for name in names))
    for kind in reversed(Category):
        shares = [of_player[kind] for of_player in result.categories]
        if any(shares):
            table.add_row(str(kind), *map(percent, shares))
    return table


def _grid_table(by_hand: HandEquity) -> Table:
    """Equities in percent, suited hands above the diagonal, from red (0) over yellow to green (100)."""
    table = plain_table("", *RANKS[::-1])
    table.padding = (0, 1, 0, 0)
    for rank, row in zip(RANKS[::-1], by_hand.grid().tolist(), strict=True):
        cells = [Text("." if isnan(share) else f"{100 * share:.1f}", _heat(share)) for share in row]
        table.add_row(rank, *cells)
    return table


def _heat(share: float) -> str:
    if isnan(share):
        return "dim"
    red, green = round(255 * min(1, 2 * (1 - share))), round(255 * min(1, 2 * share))
    return f"rgb({red},{green},80)"


def _to_json(result: Equity, by_hand: HandEquity | None) -> dict[str, Any]:
    players = [
        {
            "range": str(hands),
            "equity": result.equity[player],
            "win": result.win[player],
            "tie": result.tie[player],
            "stderr": _number(result.stderr[player]),
            "wins": result.wins[player],
            "ties": result.ties[player],
            "categories": {str(kind): share for kind, share in result.categories[player].items()},
        }
        for player, hands in enumerate(result.players)
    ]
    data: dict[str, Any] = {
        "v": 1,
        "players": players,
        "board": format_cards(result.board),
        "dead": format_cards(result.dead),
        "exact": result.exact,
        "outcomes": result.outcomes,
        "trials": result.trials,
        "seed": result.seed,
        "done": result.done,
    }
    if by_hand:
        data["grid"] = [[_number(share) for share in row] for row in by_hand.grid().tolist()]
        data["grid_exact"] = by_hand.exact
    return data


def _number(value: float) -> float | None:
    """JSON has no way to write "not a number"."""
    return None if isnan(value) else value
