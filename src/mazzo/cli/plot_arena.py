"""The picture of `mazzo arena --plot`."""

from pathlib import Path

from mazzo.arena import Result
from mazzo.cli.plot import Figure, save
from mazzo.terminal.show import shortened


def draw(result: Result, method: str, target: Path) -> None:
    """Draw what each bot won from each of the others, with its interval: a panel a bot, the best on top."""
    names = [shortened(player.name, 24) for player in result.ladder.players]
    order = result.order
    figure = Figure(figsize=(9, 1 + 0.35 * len(order) * len(order)), layout="constrained")
    panels = figure.subplots(len(order), 1, sharex=True, squeeze=False)[:, 0]
    for axes, player in zip(panels, order, strict=True):
        others = [other for other in order if (player, other) in result.won]
        won = [result.won[player, other] for other in others]
        axes.axvline(result.ladder.contest.even, color="#999", linewidth=0.8)
        axes.errorbar(
            [interval.mean for interval in won],
            range(len(won)),
            xerr=[interval.half for interval in won],
            fmt="o",
            color="#2a7f4f",
            capsize=3,
        )
        axes.set_yticks(range(len(others)), [f"of {names[other]}" for other in others])
        axes.set_ylim(len(others) - 0.5, -0.5)
        axes.set_title(f"{names[player]} wins", loc="left", fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
    figure.supxlabel(method, fontsize="small", color="#555", wrap=True)
    save(figure, target)
