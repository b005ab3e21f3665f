"""`mazzo evaluate`: how strong hands are, and who wins."""

import json

import click
from rich.text import Text

from mazzo.cards import format_cards, parse_cards
from mazzo.strength import best_five, category, describe, showdown
from mazzo.terminal.show import cards_text, console, plain_table


@click.command()
@click.argument("hands", nargs=-1, required=True)
@click.option("-b", "--board", default="", help="Cards that all hands share.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def command(hands: tuple[str, ...], board: str, as_json: bool) -> None:
    """Tell what hands of 5 to 7 cards are worth, the board included, and which wins.

    mazzo evaluate AhKh QdQc --board Qs7h2hTh3d
    """
    shared = parse_cards(board)
    result = showdown(hands, shared)
    held = [parse_cards(hand) for hand in hands]
    rows = list(zip(held, result.strengths, strict=True))
    if as_json:
        described = [
            {
                "cards": format_cards(hand),
                "strength": strength,
                "category": str(category(strength)),
                "best_five": format_cards(best_five(hand + shared)),
                "words": describe(strength),
            }
            for hand, strength in rows
        ]
        click.echo(json.dumps({"v": 1, "hands": described, "winners": result.winners}))
        return
    screen = console()
    if shared:
        screen.print(Text("board  ").append_text(cards_text(shared)))
    table = plain_table("hand", "best five", "is", "")
    for column in table.columns:
        column.justify = "left"
    for number, (hand, strength) in enumerate(rows):
        verdict = "" if len(held) == 1 or number not in result.winners else "ties" if result.tie else "wins"
        five = best_five(hand + shared)
        table.add_row(cards_text(hand), cards_text(five), describe(strength), Text(verdict, "bold green"))
    screen.print(table)
