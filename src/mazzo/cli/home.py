"""Where the command line keeps what people play."""

import os
from pathlib import Path

import click

from mazzo.store import Store


def store_path() -> Path:
    """Give the file: that of MAZZO_STORE if it is set, else one in the folder that the system has for programs."""
    named = os.environ.get("MAZZO_STORE")
    return Path(named) if named else Path(click.get_app_dir("mazzo")) / "mazzo.db"


def open_store() -> Store:
    """Open the store, with its folder made."""
    path = store_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    return Store(path)


def player_name() -> str:
    """Give the name by which a person plays who says none: of the system, or "you"."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "you"
