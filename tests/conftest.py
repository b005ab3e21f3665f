"""What several rooms' tests share."""

import pytest

from mazzo.cli import main


@pytest.fixture
def run_cli(capsys):
    """Run a command; gives its status, output and errors."""

    def run_command(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        captured = capsys.readouterr()
        return stop.value.code or 0, captured.out, captured.err

    return run_command
