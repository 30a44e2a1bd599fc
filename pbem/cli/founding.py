"""`pbem new`: a game set up from the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from pbem.cli.contexts import open_context, random_bytes_for
from pbem.cli.moderators import appoint_all, appointed_of
from pbem.cli.output import InputError, accepted, print_json
from pbem.cli.rulesets import GameOptionsCommand, options_given, ruleset_option
from pbem.cli.settling import with_settings
from pbem.cli.table_clock import clock_of_options, clock_options, preset_of
from pbem.games.contract.ruleset import Ruleset
from pbem.games.registry import DEFAULT
from pbem.grammar.game_settings import AT_START, GameSetting, settings_given
from pbem.service.clocks import clock_sentence
from pbem.service.context import ServiceContext
from pbem.service.players.tokens import address_of_holder
from pbem.service.snapshots import GameSnapshot, load_game
from pbem.service.turns.founding import (
    Newcomer,
    NewGame,
    create_game,
    robot_newcomer,
    robot_refusal,
)
from pbem.settings import Settings

_PLAYER = re.compile(r"(?P<seat>[^=,<>\s]+)=(?P<email>[^,\s]+)(?:,(?P<zone>[^,\s]+))?")


def newcomers_of(players: tuple[str, ...], likes: tuple[str, ...]) -> list[Newcomer]:
    """The people of the command line: SEAT=ADDRESS[,ZONE], and what they would like."""
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
        liked = tuple(like for like in wishes.pop(seat, "").split(",") if like.strip())
        zone = fields["zone"] or "UTC"
        found.append(Newcomer(seat, fields["email"], zone, likes=liked))
    if wishes:
        raise InputError(f"--like for {', '.join(wishes)}: there is no such seat")
    return found


def robots_of(robots: tuple[str, ...], game: str = DEFAULT) -> list[Newcomer]:
    """The robots of the command line: SEAT=KIND each."""
    found = []
    for robot in robots:
        seat, _, kind = robot.partition("=")
        refusal = robot_refusal(kind, game)
        if refusal is not None:
            raise InputError(f"--robot {robot!r}: {refusal.text}")
        found.append(robot_newcomer(seat, kind))
    return found


class _NewCommand(GameOptionsCommand):
    """It takes the robots of the game too."""

    def options_for(self, played: Ruleset[Any, Any]) -> list[click.Parameter]:
        kinds = ", ".join(played.robots.kinds) if played.robots else "there are none"
        robot = click.Option(
            ["--robot", "robots"],
            multiple=True,
            metavar="SEAT=KIND",
            help=f"A seat that a robot plays: {kinds}. Once for each.",
        )
        return [robot, *map(_setting, AT_START.values()), *super().options_for(played)]


def _setting(row: GameSetting) -> click.Option:
    """A press rule as an option of the command."""
    default = row.default if row.meanings else row.values[not row.default]
    return click.Option(
        [f"--{row.name.replace('_', '-')}"],
        type=click.Choice(row.values),
        help=f"{row.about[:1].upper()}{row.about[1:].partition(':')[0]}.  [default: {default}]",
    )


@click.command("new", cls=_NewCommand)
@click.argument("name")
@ruleset_option
@click.option(
    "--player",
    "players",
    multiple=True,
    required=True,
    metavar="SEAT=ADDRESS[,ZONE]",
    help="A player: the name of his seat, his mail address, his time zone. Once for each.",
)
@click.option(
    "--like",
    "likes",
    multiple=True,
    metavar="SEAT=ILLUMINATI,...",
    help="The Illuminati a player would like, best first.",
)
@clock_options
@click.option(
    "--option",
    "more",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game, as it is called below: hidden_goals=true is --hidden-goals true.",
)
@click.option(
    "--moderator",
    "moderators",
    multiple=True,
    metavar="ADDRESS[,NAME]",
    help="Somebody who moderates the game by mail, a player or not. Once for each.",
)
@click.option(
    "--allow-same-person",
    is_flag=True,
    help="Let one person have several seats; all players are told.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, seat addresses included.")
@with_settings
def new_command(
    settings: Settings, name: str, played: Ruleset[Any, Any], as_json: bool, **words: Any
) -> None:
    """Set up a game and mail every player his first report.

    \b
    pbem new Fnord-7 --player ann=ann@example.org --player bob=bob@example.org,Europe/Berlin
    pbem new Fnord-8 --clock daily --zone Europe/Berlin --rule 'DAYS mon-fri' --player ...
    """
    chosen = preset_of(words["clock_name"])
    clock = clock_of_options(settings, chosen, words)
    newcomers = [
        *newcomers_of(words["players"], words["likes"]),
        *robots_of(words["robots"], played.name),
    ]
    options = options_given(played, words, words["more"], chosen.pace if chosen else "")
    appointed = appointed_of(words["moderators"])
    service = open_context(settings)
    new = NewGame(
        *(name, newcomers, random_bytes_for(len(newcomers)), options, clock, played.name),
        may_be_one_person=words["allow_same_person"],
        settings=settings_given({name: words[name] for name in AT_START if words[name]}),
    )
    game_id = accepted(create_game(service, new))
    appoint_all(service, name, appointed)
    snapshot, addresses = _made(service, game_id)
    if as_json:
        print_json(_as_plain(snapshot, addresses))
    else:
        _notify(snapshot)


def _notify(snapshot: GameSnapshot) -> None:
    game, name = snapshot.game, snapshot.game.name
    click.echo(f"{name} is set up; {game.to_move} begins, until {game.deadline_at:%F %H:%M} UTC.")
    click.echo("Seats in order of play: " + ", ".join(snapshot.seats))
    click.echo(clock_sentence(game))
    click.echo("The first reports are in the outbox; a running `pbem serve` sends them.")


def _made(service: ServiceContext, game_id: int) -> tuple[GameSnapshot, dict[str, str]]:
    """The game that was set up, and the address of each seat."""
    mail = service.settings.mail
    with service.database.read() as session:
        snapshot = load_game(session, game_id)
        return snapshot, {
            name: address_of_holder(session, mail, seat) for name, seat in snapshot.seats.items()
        }


def _as_plain(snapshot: GameSnapshot, addresses: Mapping[str, str]) -> dict[str, object]:
    game = snapshot.game
    return {
        "game": game.name,
        "id": game.id,
        "secret_hash": game.secret_hash,
        "to_move": game.to_move,
        "deadline_at": game.deadline_at.isoformat() if game.deadline_at else None,
        "clock": game.clock,
        "seats": [
            {
                "seat": seat.name,
                "email": snapshot.players[seat.name].email,
                "address": addresses[seat.name],
            }
            for seat in snapshot.seats.values()
        ],
    }
