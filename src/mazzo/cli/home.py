"""What commands about tables share: where things are kept, who plays, and what is of one game alone."""

import os
from pathlib import Path

import click

from mazzo.store import Store, StoreError


def store_path() -> Path:
    """Give the file: that of MAZZO_STORE if it is set, else one in the folder that the system has for programs."""
    named = os.environ.get("MAZZO_STORE")
    return Path(named) if named else Path(click.get_app_dir("mazzo")) / "mazzo.db"


def open_store() -> Store:
    """Open the store, with its folder made."""
    path = store_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{str(path.parent)!r} cannot be made: {error}; MAZZO_STORE may name another file") from None
    return Store(path)


def player_name() -> str:
    """Give the name by which a person plays who says none: of the system, or "you"."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "you"


def for_burraco_only(game: str | None, **options: object) -> None:
    """Refuse options of Burraco for another game."""
    for name, value in options.items():
        if value is not None and game not in (None, "burraco"):
            raise click.ClickException(f"--{name} {value}: that is for burraco, not for {game}")
