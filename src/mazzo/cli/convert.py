"""`mazzo convert`: hands from one format to another."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from mazzo.poker.histories import History, HistoryError
from mazzo.poker.histories.files import Format, format_of, read_file


@dataclass(slots=True)
class _Report:
    read: int = 0
    written: int = 0
    errors: list[str] = field(default_factory=list)


@click.command()
@click.argument("source", metavar="IN", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--player", metavar="NAME", help="Tell the hands as this player saw them.")
@click.option("--json", "as_json", is_flag=True, help="Report in JSON, for programs.")
def command(source: Path, target: Path, player: str | None, as_json: bool) -> None:
    """Convert hand histories: from file IN to file OUT.

    How a name ends says the format: .phh and .phhs, .txt (PokerStars), .log (ACPC), .jsonl. A hand that
    cannot be converted is reported with its line; the others are written.
    """
    form = format_of(target)
    report = _Report()
    texts = []
    for number, hand in enumerate(read_file(source), 1):
        report.read += 1
        try:
            texts.append(_convert(hand, form, player))
        except HistoryError as error:
            at = "" if hand is error else f"hand {number}: "
            report.errors.append(f"{at}{error}")
            if not as_json:
                click.secho(f"{source}: {at}{error}", fg="red", err=True)
    if texts:
        target.write_text(form.join(texts), encoding="utf-8", newline="\n")
        report.written = len(texts)
    if as_json:
        click.echo(json.dumps(asdict(report)))
    else:
        click.echo(f"{report.written} of {report.read} hands written to {target}")
    if report.errors:
        raise click.exceptions.Exit(1)


def _convert(hand: History | HistoryError, form: Format, player: str | None) -> str:
    if isinstance(hand, HistoryError):
        raise hand
    if player is not None:
        if player not in hand.names:
            raise HistoryError(f"{player!r} is not at the table; {', '.join(hand.names) or 'nobody has a name'}")
        hand = hand.seen_by(hand.names.index(player))
    return form.write(hand)
