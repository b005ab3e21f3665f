"""The command line: a file for each command."""

import sys
from collections.abc import Sequence
from importlib import import_module

import click

# Each command is loaded when it is used, so that others cost nothing.
_COMMANDS = (
    "play",
    "stats",
    "history",
    "verify",
    "equity",
    "evaluate",
    "draw",
    "deal",
    "replay",
    "convert",
    "arena",
    "bench",
)


class _Commands(click.Group):
    def list_commands(self, _context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"mazzo.cli.{name}").command
        return command


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 (60 ms that no other command needs)

        click.echo(f"mazzo {version('mazzo')}")
        context.exit()


@click.command(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version, help="Show the version."
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Card games: play them, let bots play, follow hands, and calculate equities."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what is wrong with the input is one line and status 2."""
    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that cannot show a character gets its number instead of a crash.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(arguments, prog_name="mazzo", standalone_mode=False)
    except click.ClickException as error:
        status = _fail(error.format_message())
    except ValueError as error:
        status = _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        # Who read the output has gone; nothing is left to say, nor to flush on the way out.
        sys.stdout = None
        status = 141
    except OSError as error:
        sys.stdout = None
        status = _fail(f"cannot write the output: {error}")
    sys.exit(status)


def _fail(message: str) -> int:
    line = " ".join(f"error: {message}".split())
    click.secho(line, fg="red", err=True)
    return 2
