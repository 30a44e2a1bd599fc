"""Into the web console: links by mail that are good once, and sessions that end when one leaves."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.plain import plain_text
from pbem.mails.senders import login_mail
from pbem.models import Login, Moderator, Outbox, Person, UsedForm, WebSession, key_of
from pbem.recent import is_recent, recently
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, log
from pbem.service.mailing.outbox import Addressee, SendWindow, post
from pbem.service.players.addresses import player_at, used_address
from pbem.service.players.tokens import digest_of_token, service_key, token_of_login
from pbem.service.preferences import zone_for

LIFE = timedelta(minutes=15)
"""How long a link is good."""
LINK = "~login~"
"""What stands in a stored mail where its link belongs: no table has the token, and no line that
long is ever wrapped."""
LIVE = timedelta(minutes=10)
"""How long a link is sent again to those who ask again; then there is time left to use it."""
MOST_COPIES = 3
"""Times one link is mailed, so that nobody can flood a moderator through our form. Whoever asks in
his name cannot keep him out: he has the link, and once he has used it he gets another."""
SESSION_LIFE = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class ConsoleSession:
    """A session: whose it is, and the secret that his browser keeps; no table has it."""

    person_id: int
    secret: str


def console_url(service: ServiceContext) -> str:
    """Where the console is, as the world reaches it; this machine's port where it does not."""
    web = service.settings.web
    host = f"[{web.host}]" if ":" in web.host else web.host
    return f"{web.url or f'http://{host}:{web.port}'}/console"


def cookie_key(service: ServiceContext) -> bytes:
    """What sessions are signed with, the same in every process. Raises StorageError."""
    with service.database.read() as session:
        key = service_key(session, service.settings.mail)
    return hmac.new(key, b"console sessions", hashlib.sha256).digest()


def send_link(service: ServiceContext, email: str) -> bool:
    """Mail a link to who moderates under this address; False where nothing was sent.

    Who asks must not be told which it was.
    """
    now = service.clock()
    with service.database.write() as session:
        player = _moderator(session, email)
        if player is None:
            return False
        row = _live(session, player, now) or _new_link(service, session, player, now)
        if row.copies >= MOST_COPIES:
            return False
        row.copies += 1
        mail = login_mail(player.name, LINK, row.ends_at, zone_for(player))
        # Never held back by quiet hours, as one addressed to a player would be.
        to = Addressee(used_address(session, player), player.name)
        key = f"{row.seed}:{row.copies}"
        window = SendWindow(until_at=row.ends_at)
        post(Transaction(service, session, now), to, mail, key, window)
    log.info("console link sent", player=player.id)
    return True


def text_of(service: ServiceContext, row: Outbox) -> str:
    """A mail's text as it is sent, with its link where it brings one."""
    text = plain_text(row.body)
    if row.kind != "login" or LINK not in text:
        return text
    with service.database.read() as session:
        seed = row.key.rpartition(":")[0]
        return text.replace(LINK, _link(service, _token(service, session, seed)))


def make_link(service: ServiceContext, email: str) -> str | ServiceRefusal:
    """A link for who sits at this machine, as `send_link` mails one."""
    now = service.clock()
    with service.database.write() as session:
        player = _moderator(session, email)
        if player is None:
            text = (
                f"nobody at {email[:80]} moderates a game; `pbem moderators add` makes a moderator"
            )
            return ServiceRefusal("no-moderator", text)
        token = _token(service, session, _new_link(service, session, player, now).seed)
    log.info("console link made", player=player.id)
    return _link(service, token)


def is_open(service: ServiceContext, token: str) -> bool:
    """Whether a link would let somebody in now; nothing is used up by asking."""
    with service.database.read() as session:
        row = session.get(Login, digest_of_token(token))
        now = service.clock()
        if row is None or row.used_at is not None:
            return False
        return is_recent(row.created_at, now - LIFE, now)


def sign_in(service: ServiceContext, token: str) -> ConsoleSession | None:
    """Use a link up; None where it is none of ours, too old, or was used before."""
    now = service.clock()
    digest = digest_of_token(token)
    with service.database.write() as session:
        row = session.get(Login, digest)
        fresh = sa.and_(
            col(Login.digest) == digest,
            col(Login.used_at).is_(None),
            recently(col(Login.created_at), now - LIFE, now),
        )
        used = session.connection().execute(sa.update(Login).where(fresh).values(used_at=now))
        if row is None or used.rowcount != 1:
            return None
        found = _begin(session, row.person_id, now)
    log.info("console entered", player=found.person_id)
    return found


def session_owner(service: ServiceContext, secret: str) -> Person | None:
    """The player of a session that has not ended, while he moderates at least one game."""
    with service.database.read() as session:
        row = session.get(WebSession, digest_of_token(secret))
        now = service.clock()
        if row is None or not is_recent(row.created_at, now - SESSION_LIFE, now):
            return None
        player = session.get(Person, row.person_id)
        return player if player is not None and _moderates(session, player) else None


def sign_out(service: ServiceContext, secret: str) -> None:
    """End one session: a copy of its cookie opens nothing from now on."""
    with service.database.write() as session:
        digest = digest_of_token(secret)
        session.execute(sa.delete(WebSession).where(col(WebSession.digest) == digest))


def end_sessions(service: ServiceContext, person_id: int) -> None:
    """End every session of a player, and make the links useless that he was sent."""
    with service.database.write() as session:
        session.execute(sa.delete(WebSession).where(col(WebSession.person_id) == person_id))
        unused = sa.and_(col(Login.person_id) == person_id, col(Login.used_at).is_(None))
        session.execute(sa.update(Login).where(unused).values(used_at=service.clock()))
    log.info("console sessions called back", player=person_id)


def use_form(service: ServiceContext, secret: str, key: str) -> bool:
    """Note that a form is sent; False where it was before, so that nothing is done twice.

    `key` is the form's own, made with the page, and `secret` that of the session it came in.
    """
    now = service.clock()
    row = UsedForm(digest=digest_of_token(f"{secret} {key}"), used_at=now)
    try:
        with service.database.write() as session:
            session.execute(sa.delete(UsedForm).where(col(UsedForm.used_at) < now - SESSION_LIFE))
            session.add(row)
    except IntegrityError:
        return False
    return True


def _begin(session: Session, person_id: int, now: datetime) -> ConsoleSession:
    secret = secrets.token_urlsafe(32)
    session.execute(sa.delete(WebSession).where(col(WebSession.ends_at) < now))
    session.add(
        WebSession(
            digest=digest_of_token(secret),
            person_id=person_id,
            created_at=now,
            ends_at=now + SESSION_LIFE,
        )
    )
    return ConsoleSession(person_id, secret)


def _link(service: ServiceContext, token: str) -> str:
    return f"{console_url(service)}/enter/{token}"


def _token(service: ServiceContext, session: Session, key: str) -> str:
    return token_of_login(service_key(session, service.settings.mail), key)


def _new_link(service: ServiceContext, session: Session, player: Person, now: datetime) -> Login:
    session.execute(sa.delete(Login).where(col(Login.ends_at) < now))
    seed = f"login:{player.id}:{secrets.token_hex(8)}"
    row = Login(
        digest=digest_of_token(_token(service, session, seed)),
        seed=seed,
        person_id=key_of(player),
        created_at=now,
        ends_at=now + LIFE,
    )
    session.add(row)
    session.flush()
    return row


def _live(session: Session, player: Person, now: datetime) -> Login | None:
    """The link that the player was sent last, while there is time to use it."""
    wanted = select(Login).where(
        Login.person_id == player.id,
        col(Login.used_at).is_(None),
        col(Login.copies) > 0,
        recently(col(Login.created_at), now - LIVE, now),
    )
    return session.exec(wanted.order_by(col(Login.created_at).desc()).limit(1)).first()


def _moderator(session: Session, email: str) -> Person | None:
    player = player_at(session, email[:320])
    return player if player is not None and _moderates(session, player) else None


def _moderates(session: Session, player: Person) -> bool:
    wanted = select(Moderator.id).where(Moderator.person_id == player.id).limit(1)
    return session.exec(wanted).first() is not None
