"""The picture of `mazzo equity --plot`."""

from pathlib import Path

import numpy as np

from mazzo.cards import format_cards
from mazzo.cli.plot import Axes, Figure, save
from mazzo.equity import Equity, HandEquity
from mazzo.ranges import class_names
from mazzo.terminal.show import shortened


def draw(result: Equity, by_hand: HandEquity, names: tuple[str, ...], target: Path) -> None:
    """Draw who wins how often, and the equity of each hand if the first player has several."""
    several = len(by_hand.players[0]) > 1
    figure = Figure(figsize=(12, 7) if several else (8, 1.5 + 0.6 * len(names)), layout="constrained")
    bars, *grid = figure.subplots(1, 2, width_ratios=(1, 2.2)) if several else [figure.subplots()]
    _draw_bars(bars, result, names)
    figure.supxlabel(result.method, fontsize="small", color="#555")
    figure.legend(loc="outside lower left", ncols=2, frameon=False)
    if grid:
        _draw_grid(grid[0], by_hand, names[0])
    save(figure, target)


def _draw_bars(axes: Axes, result: Equity, names: tuple[str, ...]) -> None:
    places = np.arange(len(names))[::-1]
    win = 100 * np.array(result.win)
    equity = 100 * np.array(result.equity)
    axes.barh(places, win, color="#2a7f4f", label="wins")
    axes.barh(places, equity - win, left=win, color="#9fce9f", label="share of ties")
    for place, share in zip(places, equity, strict=True):
        axes.text(share + 1, place, f"{share:.1f}%", va="center")
    axes.set_yticks(places, [shortened(name, 24) for name in names])
    axes.set_xlim(0, 115)
    axes.set_xlabel("equity in %")
    axes.set_title(f"board {format_cards(result.board, ' ')}" if result.board else "before the flop")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_grid(axes: Axes, by_hand: HandEquity, name: str) -> None:
    shares = 100 * by_hand.grid()
    image = axes.imshow(shares, cmap="RdYlGn", vmin=0, vmax=100)
    for row, classes in enumerate(class_names()):
        for column, hand in enumerate(classes):
            share = shares[row, column]
            label = hand if np.isnan(share) else f"{hand}\n{share:.1f}"
            axes.text(
                column, row, label, ha="center", va="center", fontsize=7, color="#aaa" if np.isnan(share) else "#111"
            )
    axes.set_axis_off()
    axes.set_title(f"equity of each hand of {shortened(name, 40)}, in %")
    axes.figure.colorbar(image, ax=axes, shrink=0.7)
