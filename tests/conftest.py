"""What several rooms' tests share."""

import io

import pytest

from mazzo.cli import main
from mazzo.terminal.show import console


@pytest.fixture
def run_cli(capsys):
    """Run a command; gives its status, output and errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run_command


@pytest.fixture
def on_screen(monkeypatch):
    """Show a picture, or what a function makes there, as a terminal of a width and an encoding does without colour."""

    def show(picture: object, width: int = 80, encoding: str = "utf-8", **environment: str) -> str:
        for name, value in {"COLUMNS": str(width), "NO_COLOR": "1", **environment}.items():
            monkeypatch.setenv(name, value)
        screen = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdout", screen)
            console().print(picture() if callable(picture) else picture)
        screen.flush()
        lines = screen.buffer.getvalue().decode(encoding).splitlines()
        assert all(len(line) <= width for line in lines)
        return "\n".join(line.rstrip() for line in lines) + "\n"

    return show
