"""Pictures: what all commands with `--plot` share."""

from pathlib import Path

import click

try:
    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
except ImportError as error:
    raise click.ClickException("--plot needs matplotlib; install it with: pip install 'mazzo[plot]'") from error

__all__ = ["Axes", "Figure", "check_target", "save"]


def check_target(target: Path) -> None:
    """Refuse a file that could not be written, before the work begins."""
    if target.suffix.lower() != ".png" or not target.parent.is_dir():
        raise click.ClickException(f"--plot {str(target)!r}: give a .png file in a folder that exists")


def save(figure: Figure, target: Path) -> None:
    """Write a figure to a file."""
    FigureCanvasAgg(figure)
    try:
        figure.savefig(target, dpi=120)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"cannot write {str(target)!r}: {error}") from error
