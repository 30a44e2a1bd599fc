"""The moderator and the players: who is out, who takes over, who may be away."""

from __future__ import annotations

from collections.abc import Mapping

from sqlmodel import select

from pbem.commands.typed import SURE
from pbem.database import Session
from pbem.mail.address import is_address
from pbem.models import FINISHED, RUNNING, Player, Seat, key_of
from pbem.reports.mails.seats import MAY_HAVE_SEEN, StandbyAnswer, standby_answer
from pbem.reports.paper.instants import instant
from pbem.service.choices import waits_for_release
from pbem.service.clocks import shown_deadline
from pbem.service.mailing.outbox import fresh_seat
from pbem.service.mailing.robot_seats import is_robots
from pbem.service.moderating.actors import contact_of
from pbem.service.moderating.errand import Done, Errand, Handler, Refused
from pbem.service.players.addresses import player_at, player_or_new
from pbem.service.seats.going_away import approve, refuse
from pbem.service.seats.leaving import leave
from pbem.service.seats.moderators import moderators_of
from pbem.service.seats.standby import ask_newcomer, candidates, may_be_offered, offer, tell_player
from pbem.service.seats.standby_rows import join, standby_lines
from pbem.service.seats.standby_rows import leave as leave_list
from pbem.service.seats.takeover import hand_over


def _seat(errand: Errand) -> Seat:
    """The seat of the command, locked."""
    return fresh_seat(errand.session, errand.shelf.seats[errand.command.seat])


def _eject(errand: Errand) -> Done | Refused:
    """Take a seat out of the game as if it had resigned (R10.3)."""
    seat, command = _seat(errand), errand.command
    if errand.game.phase == FINISHED:
        return Refused("The game is over; nobody need be ejected any more.")
    if errand.shelf.state.seat(seat.name).is_out:
        return Refused(f"{seat.name} is out of the game already.")
    held = _held(errand)
    if held is not None:
        return held
    ended = _ended(errand, seat.name)
    if ended and command.text != SURE:
        return Refused(
            f"That would end the game: {ended}, and the secret of the dice is opened. If you mean "
            f"it, write EJECT {seat.name} {SURE} BECAUSE {command.why}"
        )
    is_next = errand.game.phase == RUNNING
    was_to_move = errand.shelf.state.turn.seat == seat.name
    at = (errand.desk, errand.session, errand.game, seat, errand.now)
    if not leave(*at, "ejected", command.why, contact_of(errand)):
        return Refused(f"{seat.name} cannot leave the game as it stands.")
    when = "at once" if is_next else "as soon as the game goes on"
    more = f" It was to move; the turn passes on {when}." if was_to_move else ""
    hint = " To let somebody else play a seat, use REPLACE instead."
    if ended:
        later = "" if is_next else f" {when}"
        if is_next and waits_for_release(errand.game):
            later = " when its results are released"
        more, hint = f" That ends the game{later}: {ended}.", ""
    return Done(
        f"{seat.name} is out of the game, as if by resigning (R10.3).{more}{hint}",
        f"{seat.name} has been taken out of the game (R10.3).{more}",
        told=(seat.name,),
    )


def _ended(errand: Errand, leaves: str) -> str:
    """How the game ends if a seat leaves it; "" where it goes on."""
    left = [seat.name for seat in errand.shelf.state.seats if not seat.is_out]
    left = [name for name in left if name != leaves]
    if len(left) > 1:
        return ""
    return f"{left[0]} wins as the last one standing" if left else "nobody is left in it"


def _held(errand: Errand) -> Refused | None:
    """Why nobody comes and goes in a game whose turn is closed: what comes of it is settled."""
    game, command = errand.game, errand.command
    if game.closed_at is None or game.released == game.turn:
        return None
    return Refused(
        f"Turn {game.turn} is closed and its results are held for you: RELEASE TURN {game.turn} "
        f"first, or EXTEND 24h, which takes orders for it again; then {command.verb}."
    )


def _replace(errand: Errand) -> Done | Refused:
    """Give a seat to another player, who need not be known yet."""
    seat, command, session = _seat(errand), errand.command, errand.session
    email = command.value.strip().strip("<>").casefold()
    if errand.shelf.state.seat(seat.name).is_out or errand.game.phase == FINISHED:
        return Refused(f"{seat.name} is out of the game; nobody can play it any more.")
    held = _held(errand)
    if held is not None:
        return held
    if not is_address(email):
        return Refused(
            f"{command.value[:60]!r} is no mail address. For example: REPLACE {seat.name} BY "
            "eve@example.org NAMED Eve"
        )
    player = player_or_new(session, email, command.text, errand.now)
    others = session.exec(
        select(Seat.name).where(Seat.game_id == errand.game.id, Seat.player_id == player.id)
    ).all()
    if others:
        return Refused(f"{email} plays {others[0]} in this game already; nobody plays two seats.")
    before = errand.shelf.players[seat.name].name
    chairs = [one.id for _, one in moderators_of(session, key_of(errand.game))]
    seen = f" {MAY_HAVE_SEEN.format(player.name)}" if player.id in chairs else ""
    hand_over(errand.desk, session, errand.game, seat, player, errand.now, command.why)
    deadline_at = shown_deadline(errand.game)
    until = f" The deadline is {instant(deadline_at)}." if deadline_at else ""
    return Done(
        f"{player.name} ({player.email}) plays {seat.name} in the place of {before} and has been "
        f"sent everything.{until}{seen}",
        f"{player.name} plays {seat.name} from now on.{seen}",
        told=tuple(errand.shelf.seats),
    )


def _offer(errand: Errand) -> Done | Refused:
    """Offer a seat to standby players without waiting for more misses."""
    seat = _seat(errand)
    if errand.shelf.state.seat(seat.name).is_out:
        return Refused(f"{seat.name} is out of the game; nobody can play it any more.")
    held = _held(errand)
    if held is not None:
        return held
    if not may_be_offered(errand.game):
        return Refused("No seat is offered in this game now: SET STANDBY on, and RESUME it.")
    if is_robots(seat):
        return Refused(f"{seat.name} is a robot's. Give it to somebody: REPLACE {seat.name} BY ...")
    at = (errand.desk, errand.session, errand.shelf, errand.game, seat, errand.now)
    if not offer(*at, "moderator"):
        return Refused(f"The seat of {seat.name} is offered already.")
    errand.game.version += 1
    if not candidates(errand.session, errand.game):
        said = f"The seat of {seat.name} is offered, but nobody is on the standby list yet."
        hint = (
            "STANDBY ADD address puts somebody there, and asks him at once; REPLACE "
            f"{seat.name} BY address gives the seat to somebody."
        )
        return Done(f"{said} {hint}", said, told=(seat.name,))
    return Done(
        f"The seat of {seat.name} is offered to standby players; its player keeps it by any "
        "letter.",
        f"The seat of {seat.name} is offered to standby players.",
        told=(seat.name,),
    )


def _approve(errand: Errand) -> Done | Refused:
    """Agree to an absence beyond what nobody need agree to."""
    seat = _seat(errand)
    at = (errand.desk, errand.session, errand.shelf, errand.game, seat, errand.now)
    row = approve(*at)
    if row is None:
        return Refused(f"{seat.name} has not asked to be away, or has been answered already.")
    errand.game.version += 1
    return Done(
        f"{seat.name} is away from {instant(row.from_at)} to {instant(row.until_at)}; all players "
        "have been told."
    )


def _refuse(errand: Errand) -> Done | Refused:
    """Do not agree to an absence; its player alone is told."""
    seat = _seat(errand)
    at = (errand.desk, errand.session, errand.shelf, errand.game, seat, errand.now)
    if refuse(*at, errand.command.why) is None:
        return Refused(f"{seat.name} has not asked to be away, or has been answered already.")
    return Done(f"{seat.name} has been told that the clock does not wait.")


def _standby(errand: Errand) -> Done | Refused:
    """The standby list of this game: show it, put somebody on it, take somebody off."""
    command = errand.command
    if command.key.upper() in ("", "LIST"):
        return Done(_listed(errand.session, errand.game.id), is_act=False)
    email = command.value.strip().strip("<>").casefold()
    if not is_address(email):
        return Refused(
            f"{command.value[:60]!r} is no mail address. For example: STANDBY ADD eve@example.org"
        )
    if command.key.upper() == "REMOVE":
        player = player_at(errand.session, email)
        if player is None or not leave_list(errand.session, player, errand.game.id, errand.now):
            return Refused(f"{email} is not on the standby list of this game.")
        _tell_listed(errand, player, "left")
        return Done(f"{player.name} is off the standby list of this game.")
    player = player_or_new(errand.session, email, command.text, errand.now)
    own = [name for name, one in errand.shelf.players.items() if one.id == player.id]
    if own:
        return Refused(f"{email} plays {own[0]} in this game already; nobody plays two seats.")
    if not join(errand.session, player, errand.game.id, errand.now):
        return Refused(f"{email} is on the standby list of this game already.")
    _tell_listed(errand, player, "joined")
    ask_newcomer(errand.desk, errand.session, player, errand.now)
    return Done(f"{player.name} ({email}) is on the standby list of this game.")


def _tell_listed(errand: Errand, player: Player, what: StandbyAnswer) -> None:
    mail = standby_answer(what, errand.game.name)
    key = f"standby:{errand.game.id}:{errand.number}:{player.id}"
    tell_player(errand.desk, errand.session, player, mail, key=key, now=errand.now)


def _listed(session: Session, game_id: int | None) -> str:
    lines = standby_lines(session, game_id)
    if not lines:
        return "Nobody is on the standby list. STANDBY ADD address puts somebody there."
    told = [f"{line.player} <{line.email}>, {line.game or 'any game'}" for line in lines]
    return "Standby players, in the order they are asked: " + "; ".join(told) + "."


PEOPLE: Mapping[str, Handler] = {
    "EJECT": _eject,
    "REPLACE": _replace,
    "OFFER": _offer,
    "APPROVE": _approve,
    "REFUSE": _refuse,
    "STANDBY": _standby,
}
"""The handlers of the verbs about people."""
