"""`pbem new`: a game set up from the command line."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import timedelta

import click

from engine.illuminati.state import GameOptions
from pbem.cli.inputs import InputError
from pbem.cli.serving import open_desk, random_bytes_for
from pbem.cli.settling import say_json, with_settings
from pbem.codec import CodecError, decode_options
from pbem.mail.address import reply_address
from pbem.migrations import migrate
from pbem.service.founding import FoundingError, Newcomer, create_game
from pbem.service.shelf import load_shelf
from pbem.settings import Settings

_PLAYER = re.compile(r"(?P<seat>[^=,<>\s]+)=(?P<email>[^,\s]+)(?:,(?P<zone>[^,\s]+))?")
_LENGTH = re.compile(r"(?P<count>[0-9]{1,6})(?P<unit>[smhd])")
_UNIT = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Length(click.ParamType):  # type: ignore[type-arg]
    """A time such as 72h, 3d, 90m or 30s."""

    name = "length"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        if isinstance(value, timedelta):
            return value
        found = _LENGTH.fullmatch(str(value))
        if found is None or not int(found["count"]):
            self.fail(f"{value!r} is no length of time; write 72h, 3d, 90m or 30s", param, ctx)
        return timedelta(**{_UNIT[found["unit"]]: int(found["count"])})


def _newcomers(
    players: tuple[str, ...], words: tuple[str, ...], likes: tuple[str, ...]
) -> list[Newcomer]:
    shares = dict(word.partition("=")[::2] for word in words)
    wishes = dict(like.partition("=")[::2] for like in likes)
    found = []
    for player in players:
        fields = _PLAYER.fullmatch(player)
        if fields is None:
            raise InputError(
                f"--player {player!r}: write SEAT=ADDRESS or SEAT=ADDRESS,ZONE, "
                "such as ann=ann@example.org,Europe/Berlin"
            )
        seat = fields["seat"]
        share = shares.pop(seat, "")
        liked = tuple(like for like in wishes.pop(seat, "").split(",") if like.strip())
        zone = fields["zone"] or "UTC"
        found.append(Newcomer(seat, fields["email"], zone, share, likes=liked))
    for option, left in (("--words", shares), ("--like", wishes)):
        if left:
            raise InputError(f"{option} for {', '.join(left)}: there is no such seat")
    return found


def _with_more(options: GameOptions, more: tuple[str, ...]) -> GameOptions:
    """The options with those given as KEY=VALUE; InputError names what there is."""
    values: dict[str, object] = asdict(options)
    for text in more:
        key, _, value = text.partition("=")
        if key not in values:
            raise InputError(f"--option {text!r}: there are {', '.join(values)}")
        is_list = isinstance(values[key], list | tuple)
        values[key] = value.split(",") if is_list else _value(value)
    try:
        return decode_options(json.dumps(values))
    except CodecError as error:
        raise InputError(f"--option: {error}") from error


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    if text.isdigit():
        return int(text)
    return text


@click.command("new")
@click.argument("name")
@click.option(
    "--player",
    "players",
    multiple=True,
    required=True,
    metavar="SEAT=ADDRESS[,ZONE]",
    help="A player: the name of his seat, his mail address, his time zone. Once for each.",
)
@click.option(
    "--words",
    multiple=True,
    metavar="SEAT=TEXT",
    help="What a player adds to the seed of the dice, so that nobody can have chosen it.",
)
@click.option(
    "--deal",
    type=click.Choice(["random", "choose"]),
    default="random",
    show_default=True,
    help="How the Illuminati are dealt; choose: by --like, settled by lot (R1.1).",
)
@click.option(
    "--like",
    "likes",
    multiple=True,
    metavar="SEAT=ILLUMINATI,...",
    help="The Illuminati a player would like, best first.",
)
@click.option("--turn", "length", type=Length(), help="Time for a turn: 72h, 3d, 90m, 30s.")
@click.option(
    "--treasuries",
    type=click.Choice(["stacked", "open"]),
    default="stacked",
    show_default=True,
    help="Whether others see how much money lies on a card (R12.9).",
)
@click.option(
    "--cards",
    type=click.Choice(["square", "landscape"]),
    default="square",
    show_default=True,
    help="The shape of the cards on the table (R8.1).",
)
@click.option("--basic-goal", type=click.IntRange(2, 84), help="Raise the basic goal (R10.5).")
@click.option(
    "--option",
    "more",
    multiple=True,
    metavar="KEY=VALUE",
    help="A rule of the advanced game (R11), such as hidden_goals=true or length=very-long.",
)
@click.option("--json", "as_json", is_flag=True, help="Tell it as JSON, seat addresses included.")
@with_settings
def new_command(
    settings: Settings,
    name: str,
    players: tuple[str, ...],
    words: tuple[str, ...],
    deal: str,
    likes: tuple[str, ...],
    length: timedelta | None,
    treasuries: str,
    cards: str,
    basic_goal: int | None,
    more: tuple[str, ...],
    as_json: bool,
) -> None:
    """Set up a game and mail every player his first report.

    \b
    pbem new Fnord-7 --player ann=ann@example.org --player bob=bob@example.org,Europe/Berlin
    """
    desk = open_desk(settings)
    migrate(desk.database)
    newcomers = _newcomers(players, words, likes)
    options = GameOptions(
        deal="choose" if deal == "choose" else "random",
        treasuries="open" if treasuries == "open" else "stacked",
        cards="landscape" if cards == "landscape" else "square",
        basic_goal=basic_goal,
    )
    options = _with_more(options, more)
    chance = random_bytes_for(len(newcomers))
    try:
        game_id = create_game(desk, name, newcomers, chance, options=options, turn_length=length)
    except FoundingError as error:
        raise InputError(str(error)) from error
    with desk.database.read() as session:
        shelf = load_shelf(session, game_id)
    game = shelf.game
    if as_json:
        say_json(
            {
                "game": name,
                "id": game_id,
                "secret_hash": game.secret_hash,
                "to_move": game.to_move,
                "deadline_at": game.deadline_at.isoformat() if game.deadline_at else None,
                "seats": [
                    {
                        "seat": seat.name,
                        "email": shelf.players[seat.name].email,
                        "address": reply_address(settings.mail.address, seat.token),
                    }
                    for seat in shelf.seats.values()
                ],
            }
        )
        return
    click.echo(f"{name} is set up; {game.to_move} begins, until {game.deadline_at:%F %H:%M} UTC.")
    click.echo("Seats in order of play: " + ", ".join(shelf.seats))
    click.echo("The first reports are in the outbox; a running `pbem serve` sends them.")
