"""A moderator's words: notices and rulings to all, and what he may look at."""

from __future__ import annotations

import hashlib

from pbem.grammar.commands import help_text
from pbem.mails.moderation import MOST_SAID, word_of_moderator
from pbem.models import NOBODY, key_of
from pbem.service.context import ServiceRefusal
from pbem.service.game_settings import is_anonymous
from pbem.service.mailing.outbox import is_posted
from pbem.service.moderating.act_notices import ruling_number
from pbem.service.moderating.command_context import Applied, CommandContext, CommandRefused, handles
from pbem.service.moderating.logbook import log_mail_for, one_act, rulings_of
from pbem.service.preferences import zone_for
from pbem.service.seats.moderators import (
    add_moderator,
    moderators_of,
    named_moderator,
    remove_moderator,
)


@handles("NOTICE")
def notice(context: CommandContext) -> Applied | CommandRefused:
    """`NOTICE text`: to all players at once, and in their next reports."""
    return Applied("All players have it by mail, and in their next reports.", context.command.text)


@handles("TELL")
def tell(context: CommandContext) -> Applied | CommandRefused:
    """`TELL bob: text`: to one player, told to nobody else and not in the log."""
    seat, text = context.command.seat, context.command.text
    if context.snapshot.seats[seat].robot != NOBODY:
        return CommandRefused(f"{seat} is a robot and reads no mail.")
    if len(text) > MOST_SAID:
        return CommandRefused(f"A text may have {MOST_SAID:,} letters; send it in parts.")
    mark = hashlib.sha256(text.encode()).hexdigest()[:12]
    key = f"tell:{context.id}:{context.letter_id or context.now.isoformat()}:{mark}:{seat}"
    if not is_posted(context.session, key):
        context.notify_seat(seat, lambda mail_context: word_of_moderator(mail_context, text), key)
    return Applied(f"{seat} has it by mail; nobody else is told.", is_act=False)


@handles("RULE")
def rule(context: CommandContext) -> Applied | CommandRefused:
    """`RULE text`: a ruling with a number of its own."""
    number = ruling_number(context.session, key_of(context.game), context.number) + 1
    return Applied(f"Published as ruling {number} of this game.", context.command.text)


@handles("WHO")
def who(context: CommandContext) -> Applied | CommandRefused:
    """`WHO`: players and moderators; a moderator who plays sees no rival's address."""
    snapshot, lines = context.snapshot, []
    is_rival = context.actor.is_blind
    for name, player in snapshot.players.items():
        robot = snapshot.seats[name].robot
        if robot != "-":
            lines.append(f"{name}: a robot ({robot})")
            continue
        if is_rival and is_anonymous(context.game):
            lines.append(f"{name}: not told before the game is over")
            continue
        address = "" if is_rival else f" <{player.email}>"
        shows = context.actor.sees_letters(context.game) and snapshot.seats[name].late
        late = f", {snapshot.seats[name].late} times late" if shows else ""
        lines.append(f"{name}: {player.name}{address}, {zone_for(player)}{late}")
    for moderator, player in moderators_of(context.session, key_of(context.game)):
        whole = " (all games)" if moderator.game_id is None else ""
        lines.append(f"moderator: {player.name} <{player.email}>{whole}")
    return Applied("\n".join(lines), is_act=False)


@handles("LOG")
def show_log(context: CommandContext) -> Applied | CommandRefused:
    """`LOG`: all acts; `LOG 7`: one with what it changed."""
    number = context.command.number
    if number is None:
        mail = log_mail_for(context)
        return Applied("The log follows in a mail of its own.", mails=(mail,), is_act=False)
    act = one_act(context, number)
    if act is None:
        return CommandRefused(f"There is no act {number} in the log; LOG lists what there is.")
    return Applied(act, is_act=False)


@handles("RULES")
def show_rulings(context: CommandContext) -> Applied | CommandRefused:
    """`RULES`: this game's rulings."""
    rulings = rulings_of(context.session, key_of(context.game))
    lines = [f"{number}. {text}" for number, text in rulings]
    return Applied("\n".join(lines) or "There is no ruling in this game yet.", is_act=False)


@handles("HELP")
def show_help(context: CommandContext) -> Applied | CommandRefused:
    """`HELP`: all commands, or one."""
    return Applied(
        help_text(context.command.key, context.snapshot.ruleset.edit_forms), is_act=False
    )


@handles("PROMOTE")
def promote(context: CommandContext) -> Applied | CommandRefused:
    """`PROMOTE address NAMED name`, `PROMOTE seat`: one more moderator."""
    command, game = context.command, context.game
    seated = context.snapshot.players[command.seat] if command.seat else None
    email = seated.email if seated else command.value
    row = add_moderator(context, email, command.text)
    if isinstance(row, ServiceRefusal):
        return CommandRefused(f"{row.text}.")
    found = moderators_of(context.session, key_of(game))
    name = next(player.name for one, player in found if one.id == row.id)
    is_player = row.person_id in [player.id for player in context.snapshot.players.values()]
    plays = " As he plays in it, hidden things stay hidden from him." if is_player else ""
    answer = f"{name} moderates this game too, and has been told how.{plays}"
    text = "One of the players" if is_player and is_anonymous(game) else name
    return Applied(answer, f"{text} moderates this game from now on.{plays}", greeted=row.id)


@handles("DEMOTE")
def demote(context: CommandContext) -> Applied | CommandRefused:
    """`DEMOTE address`: a moderator is one no longer."""
    command, game, session = context.command, context.game, context.session
    email = context.snapshot.players[command.seat].email if command.seat else command.value
    found = named_moderator(session, game, email)
    if isinstance(found, ServiceRefusal):
        return CommandRefused(found.text)
    row, player = found
    others = [one for one, _ in moderators_of(session, key_of(game)) if one.id != row.id]
    if not others and not context.actor.is_operator:
        return CommandRefused("You are the only moderator; PROMOTE somebody else before you go.")
    remove_moderator(context, row, context.actor.name)
    answer = f"{player.name} moderates this game no longer; his moderator's address is closed."
    return Applied(answer, f"{player.name} moderates this game no longer.")
