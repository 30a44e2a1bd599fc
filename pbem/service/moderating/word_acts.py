"""A moderator's words: notices and rulings to all, and what he may look at."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from sqlmodel import col

from pbem.commands import help_text
from pbem.models import HELD, NEW, PAUSED, Letter, key_of
from pbem.reports.paper.instants import instant
from pbem.service.choices import choices_of
from pbem.service.moderating.errand import Done, Errand, Handler, Refused
from pbem.service.moderating.holds import told_holds
from pbem.service.moderating.letter_list import WAITS
from pbem.service.moderating.logbook import log_mail_for, one_act, rulings_of
from pbem.service.moderating.telling_all import ruling_number
from pbem.service.orders.lookups import waited_for
from pbem.service.seats.moderators import (
    ModeratorError,
    add_moderator,
    moderators_of,
    named_moderator,
    remove_moderator,
)
from pbem.service.wishes import zone_for


def notice(errand: Errand) -> Done | Refused:
    """`NOTICE text`: to all players at once, and in their next reports."""
    return Done("All players have it by mail, and in their next reports.", errand.command.text)


def rule(errand: Errand) -> Done | Refused:
    """`RULE text`: a ruling with a number of its own."""
    number = ruling_number(errand.session, key_of(errand.game), errand.number) + 1
    return Done(f"Published as ruling {number} of this game.", errand.command.text)


def status(errand: Errand) -> Done | Refused:
    """`STATUS`: the clock, who is waited for, what waits for the moderator."""
    game, session = errand.game, errand.session
    sees = errand.actor.sees_waited(game)
    lines = [f"Turn {game.turn}, {game.to_move} to move; the game is {game.phase}."]
    if game.deadline_at is not None and game.phase != PAUSED:
        lines.append(f"Deadline: {instant(game.deadline_at)}.")
        if sees and game.due_at is not None and game.due_at != game.deadline_at:
            lines.append(f"The clock acts at {instant(game.due_at)}.")
    if game.closed_at is not None:
        lines.append(f"Results are held for you: RELEASE TURN {game.turn} lets them go.")
    awaited = ", ".join(waited_for(session, errand.shelf)) or "nobody"
    lines.append(f"Waited for: {awaited}." if sees else "Who is waited for is not shown.")
    chosen = choices_of(game)
    on = [name for name in ("hide_waited", "release", "blind") if getattr(chosen, name)]
    if on:
        told = ", ".join(name.replace("_", " ").upper() for name in on)
        lines.append(f"Switched on: {told}.")
    lines += _letters(errand)
    if errand.actor.sees_letters(game):
        lines += told_holds(game)
    if game.error:
        lines.append("The last try to run the turn failed; RESUME or PROCESS tries again.")
    return Done("\n".join(lines), is_act=False)


def _letters(errand: Errand) -> list[str]:
    own = sa.select(sa.func.count()).where(col(Letter.game_id) == errand.game.id)
    if not errand.actor.sees_letters(errand.game):
        own = own.where(~WAITS)
    found = {
        "unread": errand.session.scalar(own.where(col(Letter.state) == NEW)) or 0,
        "held": errand.session.scalar(own.where(col(Letter.fate) == HELD)) or 0,
        "set aside": errand.session.scalar(own.where(col(Letter.state) == "dead")) or 0,
    }
    if not errand.actor.sees_letters(errand.game):
        del found["unread"]
    told = [f"{many} {what}" for what, many in found.items() if many]
    return [f"Letters: {', '.join(told)}; LETTERS lists them."] if told else []


def who(errand: Errand) -> Done | Refused:
    """`WHO`: players and moderators; a moderator who plays sees no rival's address."""
    shelf, lines = errand.shelf, []
    is_rival = errand.actor.is_blind
    for name, player in shelf.players.items():
        robot = shelf.seats[name].robot
        if robot != "-":
            lines.append(f"{name}: a robot ({robot})")
            continue
        address = "" if is_rival else f" <{player.email}>"
        shows = errand.actor.sees_letters(errand.game) and shelf.seats[name].late
        late = f", {shelf.seats[name].late} times late" if shows else ""
        lines.append(f"{name}: {player.name}{address}, {zone_for(player)}{late}")
    for moderator, player in moderators_of(errand.session, key_of(errand.game)):
        whole = " (all games)" if moderator.game_id is None else ""
        lines.append(f"moderator: {player.name} <{player.email}>{whole}")
    return Done("\n".join(lines), is_act=False)


def show_log(errand: Errand) -> Done | Refused:
    """`LOG`: all acts; `LOG 7`: one with what it changed."""
    number = errand.command.number
    if number is None:
        mail = log_mail_for(errand)
        return Done("The log follows in a mail of its own.", mails=(mail,), is_act=False)
    told = one_act(errand, number)
    if told is None:
        return Refused(f"There is no act {number} in the log; LOG lists what there is.")
    return Done(told, is_act=False)


def show_rulings(errand: Errand) -> Done | Refused:
    """`RULES`: this game's rulings."""
    rulings = rulings_of(errand.session, key_of(errand.game))
    lines = [f"{number}. {text}" for number, text in rulings]
    return Done("\n".join(lines) or "There is no ruling in this game yet.", is_act=False)


def show_help(errand: Errand) -> Done | Refused:
    """`HELP`: all commands, or one."""
    return Done(help_text(errand.command.key), is_act=False)


def promote(errand: Errand) -> Done | Refused:
    """`PROMOTE address NAMED name`, `PROMOTE seat`: one more moderator."""
    command, game = errand.command, errand.game
    seated = errand.shelf.players[command.seat] if command.seat else None
    email = seated.email if seated else command.value
    try:
        row = add_moderator(errand.desk, errand.session, game, email, command.text, errand.now)
    except ModeratorError as error:
        return Refused(str(error))
    found = moderators_of(errand.session, key_of(game))
    name = next(player.name for one, player in found if one.id == row.id)
    is_player = row.player_id in [player.id for player in errand.shelf.players.values()]
    plays = " As he plays in it, hidden things stay hidden from him." if is_player else ""
    answer = f"{name} moderates this game too, and has been told how.{plays}"
    return Done(answer, f"{name} moderates this game from now on.{plays}", greeted=row.id)


def demote(errand: Errand) -> Done | Refused:
    """`DEMOTE address`: a moderator is one no longer."""
    command, game, session = errand.command, errand.game, errand.session
    email = errand.shelf.players[command.seat].email if command.seat else command.value
    try:
        row, player = named_moderator(session, game, email)
    except ModeratorError as error:
        return Refused(str(error))
    others = [one for one, _ in moderators_of(session, key_of(game)) if one.id != row.id]
    if not others and not errand.actor.is_operator:
        return Refused("You are the only moderator; PROMOTE somebody else before you go.")
    remove_moderator(errand.desk, session, game, row, errand.actor.name, errand.now)
    answer = f"{player.name} moderates this game no longer; his moderator's address is closed."
    return Done(answer, f"{player.name} moderates this game no longer.")


WORDS: Mapping[str, Handler] = {
    "NOTICE": notice,
    "RULE": rule,
    "STATUS": status,
    "WHO": who,
    "LOG": show_log,
    "RULES": show_rulings,
    "HELP": show_help,
    "PROMOTE": promote,
    "DEMOTE": demote,
}
