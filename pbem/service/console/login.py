"""Into the web console: links by mail that are good once, and sessions that can be called back."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.lately import is_of_late, of_late
from pbem.models import Login, Moderator, Outbox, Player, Setting, key_of
from pbem.reports.mails.console_link import login_mail
from pbem.service.desk import Desk, log
from pbem.service.mailing.outbox import Addressee, post
from pbem.service.players.addresses import player_at, used_address
from pbem.service.players.tokens import digest_of_token, service_key, token_of_login
from pbem.service.wishes import zone_for

LIFE = timedelta(minutes=15)
"""How long a link is good."""
LINK = "~login~"
"""What stands in a stored mail where its link belongs: no table has the token, and no line that
long is ever wrapped."""
MOST_LINKS = 5
"""Links one player is sent within an hour, so that nobody can flood him through our form."""
HOUR = timedelta(hours=1)


class NoModerator(ValueError):
    """Nobody with that address moderates a game."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What a session is made of: whose it is, and the number that calling all back raises."""

    player_id: int
    number: int


def console_url(desk: Desk) -> str:
    """Where the console is, as the world reaches it; this machine's port where it does not."""
    web = desk.settings.web
    host = f"[{web.host}]" if ":" in web.host else web.host
    return f"{web.url or f'http://{host}:{web.port}'}/console"


def cookie_key(desk: Desk) -> bytes:
    """What sessions are signed with, the same in every process. Raises StorageError."""
    with desk.database.read() as session:
        key = service_key(session, desk.settings.mail)
    return hmac.new(key, b"console sessions", hashlib.sha256).digest()


def send_link(desk: Desk, email: str) -> bool:
    """Mail a link to who moderates under this address; False where nothing was sent.

    Who asks must not be told which it was.
    """
    now = desk.clock()
    with desk.database.write() as session:
        player = _moderator(session, email)
        if player is None or _recent(session, player, now) >= MOST_LINKS:
            return False
        key = f"login:{player.id}:{secrets.token_hex(8)}"
        _keep(session, player, _token(desk, session, key), now)
        mail = login_mail(player.name, LINK, now + LIFE, zone_for(player))
        # Never held back by quiet hours, as one addressed to a player would be.
        to = Addressee(used_address(session, player), player.name)
        post(session, desk.settings.mail, to, mail, key=key, now=now, useful=LIFE)
    log.info("console link sent", player=player.id)
    return True


def text_of(desk: Desk, row: Outbox) -> str:
    """A mail's text as it is sent, with its link where it brings one."""
    if row.kind != "login" or LINK not in row.text:
        return row.text
    with desk.database.read() as session:
        return row.text.replace(LINK, _link(desk, _token(desk, session, row.key)))


def make_link(desk: Desk, email: str) -> str:
    """A link for who sits at this machine, as `send_link` mails one. Raises NoModerator."""
    now = desk.clock()
    with desk.database.write() as session:
        player = _moderator(session, email)
        if player is None:
            raise NoModerator(
                f"nobody at {email[:80]} moderates a game; `pbem moderators add` makes a moderator"
            )
        token = _token(desk, session, f"login:{player.id}:{secrets.token_hex(8)}")
        _keep(session, player, token, now)
    log.info("console link made", player=player.id)
    return _link(desk, token)


def is_open(desk: Desk, token: str) -> bool:
    """Whether a link would let somebody in now; nothing is used up by asking."""
    with desk.database.read() as session:
        row = session.get(Login, digest_of_token(token))
        now = desk.clock()
        if row is None or row.used_at is not None:
            return False
        return is_of_late(row.created_at, now - LIFE, now)


def enter(desk: Desk, token: str) -> Pass | None:
    """Use a link up; None where it is none of ours, too old, or was used before."""
    now = desk.clock()
    digest = digest_of_token(token)
    with desk.database.write() as session:
        row = session.get(Login, digest)
        fresh = sa.and_(
            col(Login.digest) == digest,
            col(Login.used_at).is_(None),
            of_late(col(Login.created_at), now - LIFE, now),
        )
        used = session.connection().execute(sa.update(Login).where(fresh).values(used_at=now))
        if row is None or used.rowcount != 1:
            return None
        found = Pass(row.player_id, _number(session, row.player_id))
    log.info("console entered", player=found.player_id)
    return found


def holder(desk: Desk, found: Pass) -> Player | None:
    """The player of a session that still counts, while he moderates at least one game."""
    with desk.database.read() as session:
        if _number(session, found.player_id) != found.number:
            return None
        player = session.get(Player, found.player_id)
        return player if player is not None and _moderates(session, player) else None


def call_back(desk: Desk, player_id: int) -> None:
    """End every session of a player, and make the links useless that he was sent."""
    with desk.database.write() as session:
        name = _setting(player_id)
        row = session.exec(select(Setting).where(Setting.name == name).with_for_update()).first()
        row = row or Setting(name=name, value="0")
        row.value = str(int(row.value) + 1)
        session.add(row)
        unused = sa.and_(col(Login.player_id) == player_id, col(Login.used_at).is_(None))
        session.execute(sa.update(Login).where(unused).values(used_at=desk.clock()))
    log.info("console sessions called back", player=player_id)


def _link(desk: Desk, token: str) -> str:
    return f"{console_url(desk)}/enter/{token}"


def _token(desk: Desk, session: Session, key: str) -> str:
    return token_of_login(service_key(session, desk.settings.mail), key)


def _keep(session: Session, player: Player, token: str, now: datetime) -> None:
    session.execute(sa.delete(Login).where(col(Login.ends_at) < now - HOUR))
    session.add(
        Login(
            digest=digest_of_token(token),
            player_id=key_of(player),
            created_at=now,
            ends_at=now + LIFE,
        )
    )
    session.flush()


def _moderator(session: Session, email: str) -> Player | None:
    player = player_at(session, email[:320])
    return player if player is not None and _moderates(session, player) else None


def _moderates(session: Session, player: Player) -> bool:
    wanted = select(Moderator.id).where(Moderator.player_id == player.id).limit(1)
    return session.exec(wanted).first() is not None


def _recent(session: Session, player: Player, now: datetime) -> int:
    wanted = sa.select(sa.func.count()).where(
        col(Login.player_id) == player.id, of_late(col(Login.created_at), now - HOUR, now)
    )
    return session.scalar(wanted) or 0


def _number(session: Session, player_id: int) -> int:
    row = session.get(Setting, _setting(player_id))
    return int(row.value) if row else 0


def _setting(player_id: int) -> str:
    return f"console:{player_id}"
