"""Places that are given up or lost before a game starts: who gets them, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import select

from pbem.documents.layout.mail_context import Mail
from pbem.mails.lobby import lobby_news
from pbem.models import FULL, OPEN, OpenGame, OpenSeat, key_of
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, begin, log
from pbem.service.lobby.places import cancel, person_of, seats_of
from pbem.service.lobby.starting import confirmed_since, fill, has_confirmed, start
from pbem.service.lobby.visitors import players_in_words, starts_when
from pbem.service.mailing.outbox import addressee_of, post


def vacate(
    tx: Transaction, game: OpenGame, gone: Sequence[OpenSeat], how: str
) -> bool | ServiceRefusal:
    """Take seats out of a game, whose next are those who wait; True if it has started.

    `how` says what those who are gone did; one who only waited changes nothing for the others. With
    nobody left the game is cancelled.
    """
    before = seats_of(tx.session, game)
    held = [seat.id for seat in before[: game.places]]
    for seat in gone:
        tx.session.delete(seat)
    tx.session.flush()
    left = seats_of(tx.session, game)
    if not left:
        cancel(tx.session, game)
        return False
    names = [seat.name for seat in gone if seat.id in held]
    if not names:
        return False
    was_full = game.phase == FULL
    game.phase, game.answer_by = OPEN, None
    tx.session.add(game)
    begins = fill(tx, game)
    if begins is False:
        _tell(tx, game, left, held, f"{_listed(names)} {how}." if was_full else "")
    return begins


def _tell(
    tx: Transaction, game: OpenGame, left: Sequence[OpenSeat], held: Sequence[int | None], gone: str
) -> None:
    """Tell whoever has a place now that he waited for, who offers the game now, and where it was
    full everybody."""
    asked_since = confirmed_since(game, tx.now)
    is_nobodys = game.creator_id not in [seat.person_id for seat in left]
    missing = game.places - len(left)
    for at, seat in enumerate(left[: game.places]):
        told, head, lines = [], "Waiting for players", [f"LEAVE {game.name}"]
        is_asked = game.phase == FULL and not has_confirmed(game, seat, asked_since)
        if seat.id not in held and not is_asked:
            told.append(f"You have a place in {game.name} now, as {seat.name}.")
            told += [starts_when(missing)] if missing > 0 else []
            head = "You have a place"
        elif gone and missing > 0:
            told.append(f"{gone} {game.name} waits for {players_in_words(missing)}.")
        if at == 0 and is_nobodys:
            game.creator_id = seat.person_id
            tx.session.add(game)
            told.append(YOURS)
            head = "The game is yours now"
            lines += [f"START {game.name} WITH ROBOTS", f"CANCEL {game.name}"]
        if told:
            _post_news(tx, seat, lobby_news(game.name, head, " ".join(told), lines))


YOURS = (
    "Whoever had offered it is no longer in it, so the game is yours now: INVITE asks others in, "
    "START WITH ROBOTS starts it at once, and CANCEL withdraws it."
)


def _listed(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _post_news(tx: Transaction, seat: OpenSeat, mail: Mail) -> None:
    key = f"lobby-place:{key_of(seat)}:{tx.now.isoformat()}"
    post(tx, addressee_of(person_of(tx.session, seat)), mail, key)


def end_wait(service: ServiceContext, open_game_id: int, now: datetime) -> bool:
    """Take the places of those who have not said in time that they are there; True if done here."""
    with begin(service, now) as tx:
        wanted = select(OpenGame).where(OpenGame.id == open_game_id, OpenGame.phase == FULL)
        game = tx.session.exec(wanted.with_for_update()).first()
        if game is None or game.answer_by is None or game.answer_by > now:
            return False
        refusal = _end_wait(tx, game, confirmed_since(game, now))
        if isinstance(refusal, ServiceRefusal):
            log.error("game cannot start", game=game.id, why=refusal.text)
    return True


def wait_failed(service: ServiceContext, open_game_id: int, trace: str) -> None:
    """A full game could not be seen to; the sweeper finds it again when its lease is over."""
    log.error("open game failed", game=open_game_id, error=trace.strip().rpartition("\n")[2])


def _end_wait(tx: Transaction, game: OpenGame, since: datetime) -> bool | ServiceRefusal | None:
    seats = seats_of(tx.session, game)
    absent = [seat for seat in seats[: game.places] if seat.seen_at < since]
    if not absent:
        # Who is there and has brought nothing in that time plays what he gets by lot.
        game.phase, game.answer_by = OPEN, None
        tx.session.add(game)
        return start(tx, game, seats[: game.places])
    for seat in absent:
        again, line = "You can join again until the game starts.", _joining(game, seat)
        if len(absent) == len(seats):
            again, line = "As nobody else was left, the game is cancelled.", "GAMES"
        lost = f"You did not confirm in time, so you have lost your place in {game.name}."
        mail = lobby_news(game.name, "You have lost your place", f"{lost} {again}", (line,))
        _post_news(tx, seat, mail)
    have = "has lost his place" if len(absent) == 1 else "have lost their places"
    return vacate(tx, game, absent, f"did not confirm in time and {have}")


def _joining(game: OpenGame, seat: OpenSeat) -> str:
    return f"JOIN {game.name} AS {seat.name}"
