"""`pbem cards`: a table's own cards checked, and shown as its players will see them."""

from __future__ import annotations

from dataclasses import asdict

import click

from engine.illuminati.cards.custom import CustomCards
from pbem.cli.inputs import read_text
from pbem.cli.output import InputError, print_json
from pbem.documents.layout.plain import fill
from pbem.games.illuminati.report.parts.world import own_cards
from pbem.service.turns.founding import FoundingError, custom_cards_from


def custom_cards_of(path: str) -> CustomCards:
    """The cards of a file, - for stdin; InputError has a line for all that is wrong with them."""
    try:
        return custom_cards_from(read_text(path))
    except FoundingError as error:
        wrong = "".join(f"\n  {line}" for line in str(error).splitlines())
        raise InputError(f"{path}:{wrong}") from error


@click.command("cards")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def cards_command(file: str, as_json: bool) -> None:
    """Check a FILE of cards for `pbem new --own-cards` (- is stdin) and show what it makes.

    A file has tables [[group]] and [[special]] as config/cards.example.toml does, four cards at
    most. Everything that is wrong with it is told at once.
    """
    cards = own_cards(custom_cards_of(file).texts)
    if as_json:
        print_json({"cards": [asdict(card) for card in cards]})
        return
    rows = [f"- {card.name} [{card.code}]: {card.facts}. {card.text}" for card in cards]
    click.echo(fill("\n".join(rows)), nl=False)
