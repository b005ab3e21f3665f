"""`mazzo verify`: whether the cards of a hand are those that were committed to before it."""

import json
from pathlib import Path

import click

from mazzo.fair import FairError, check


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> int:
    """Check the hands of a FILE, a line of JSON each, as a table gives them out.

    Before a hand the table commits to each card; afterwards it opens those that you have seen. If they fit, the deck
    did not change after the deal. That says nothing about how it was shuffled.
    """
    failed = False
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        try:
            checked = check(json.loads(line))
        except (FairError, json.JSONDecodeError) as error:
            failed = True
            click.secho(f"line {number}: {error}", fg="red", err=True)
            continue
        if checked.wrong:
            failed = True
            places = ", ".join(str(place) for place in checked.wrong)
            click.secho(f"line {number}: not what was committed to, at places {places} of the deck", fg="red")
        else:
            click.echo(f"line {number}: {checked.opened} of {checked.cards} cards opened, all as committed to")
    return int(failed)
