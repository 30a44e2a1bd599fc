"""Into a seat's page: by the button of a mail on one device, by a mailed code on others."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.preferences import WEB
from pbem.mails.senders import device_mail
from pbem.models import Address, Game, Person, Seat, SeatLink, SeatVisit, Sitter, key_of
from pbem.service.codes import code_of, is_one_of
from pbem.service.context import ServiceContext, Transaction, begin, log
from pbem.service.mailing.outbox import Addressee, SendWindow, post
from pbem.service.players.refusals import is_shut_out
from pbem.service.players.sitters import may_write
from pbem.service.players.tokens import digest_of_token, service_key
from pbem.service.preferences import zone_for
from pbem.service.snapshots import context_for, load_game

VISIT_LIFE = timedelta(days=30)
"""How long a page stays open on a device."""
CODE_LIFE = timedelta(minutes=15)
MOST_CODES, MOST_TRIES = 3, 5
"""Codes that are mailed for one link, and wrong ones that are borne with."""


@dataclass(frozen=True, slots=True)
class SeatVisitor:
    """Who looks at a seat's page: its player, or who sits in for him."""

    game_id: int
    game: str
    seat_id: int
    seat: str
    person_id: int
    email: str
    zone: str
    secret: str


@dataclass(frozen=True, slots=True)
class SignInPage:
    """What a link opens: all that is told of it before somebody comes in."""

    game: str
    seat_id: int


@dataclass(frozen=True, slots=True)
class CodeAsked:
    """The page is open on another device: a code was mailed, which goes with this word."""

    word: str
    is_mailed: bool


def sign_in_page(service: ServiceContext, handle: str) -> SignInPage | None:
    """What a link opens now; nothing is used up by asking."""
    with service.database.read() as session:
        link = _link(session, handle)
        seat = session.get(Seat, link.seat_id) if link else None
        if link is None or seat is None or _writer(session, link, seat, service.clock()) is None:
            return None
        return SignInPage(session.get_one(Game, seat.game_id).name, link.seat_id)


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a page is opened: the secret of the visit that it has there already, and the number of
    the device."""

    known: str = ""
    device: str | None = None


def sign_in(
    service: ServiceContext, handle: str, browser: Browser = Browser()
) -> str | CodeAsked | None:
    """Open the page on this device: the secret of its visit.

    While the page is open on another device a code is mailed instead. None where the link opens
    nothing any more.
    """
    with begin(service) as tx:
        link = _link(tx.session, handle)
        seat = tx.session.get(Seat, link.seat_id) if link else None
        if link is None or seat is None or _writer(tx.session, link, seat, tx.now) is None:
            return None
        others = _open_visits(tx.session, link, seat, tx.now)
        own = digest_of_token(browser.known) if browser.known else ""
        if others and all(one.digest != own for one in others):
            return _ask_code(tx, link, seat)
        return _open(tx, link, seat, browser.device)


def sign_in_by_code(
    service: ServiceContext, handle: str, word: str, code: str, device: str | None = None
) -> str | None:
    """Open the page on one more device by the code that was mailed for it."""
    with begin(service) as tx:
        link = _link(tx.session, handle)
        seat = tx.session.get(Seat, link.seat_id) if link else None
        if link is None or seat is None or link.tries >= MOST_TRIES:
            return None
        is_right = is_one_of(code, [_code(tx, link, word)]) and _is_fresh(word, tx.now)
        if not is_right or _writer(tx.session, link, seat, tx.now) is None:
            link.tries += 1
            tx.session.add(link)
            log.warning("wrong code of a page", seat=seat.id, tries=link.tries)
            return None
        return _open(tx, link, seat, device)


def visitor(service: ServiceContext, seat_id: int, secret: str) -> SeatVisitor | None:
    """Who has a seat's page open with that secret; None once that has ended."""
    with service.database.read() as session:
        visit = session.get(SeatVisit, digest_of_token(secret)) if secret else None
        if visit is None or visit.seat_id != seat_id:
            return None
        seat, now = session.get_one(Seat, seat_id), service.clock()
        if visit.ends_at <= now or visit.token_number != seat.token_number:
            return None
        if _was_handed_over(session, seat, visit.created_at, now):
            return None
        person = _writer(session, visit, seat, now)
        if person is None:
            return None
        game = session.get_one(Game, seat.game_id)
        return SeatVisitor(
            key_of(game),
            game.name,
            seat_id,
            seat.name,
            key_of(person),
            visit.email,
            zone_for(person),
            secret,
        )


def sign_out(service: ServiceContext, visitor: SeatVisitor, *, everywhere: bool) -> None:
    """Close the page on this device, or on all of them."""
    own = col(SeatVisit.digest) == digest_of_token(visitor.secret)
    if everywhere:
        own = sa.and_(
            col(SeatVisit.seat_id) == visitor.seat_id,
            col(SeatVisit.person_id) == visitor.person_id,
        )
    with begin(service) as tx:
        # The row stays for a while: that one browser had two seats' pages is told to the operator.
        ended = sa.update(SeatVisit).where(own, col(SeatVisit.ends_at) > tx.now)
        tx.session.execute(ended.values(ends_at=tx.now))


def _link(session: Session, handle: str) -> SeatLink | None:
    """The link of a handle that no later report has ended."""
    digest = digest_of_token(handle)
    link = session.get(SeatLink, digest)
    if link is None or link.ended_at is not None:
        return None
    return link if hmac.compare_digest(link.digest, digest) else None


def _writer(
    session: Session, way: SeatLink | SeatVisit, seat: Seat, now: datetime
) -> Person | None:
    """Whose way it is, while he may write for the seat, would have a page, and has the address."""
    person = session.get(Person, way.person_id)
    if person is None or not may_write(session, seat, person, now):
        return None
    if not WEB.is_on(person.preferences) or is_shut_out(session, way.email, person, is_own=True):
        return None
    own = select(Address.id).where(Address.person_id == person.id, Address.email == way.email)
    is_his = way.email == person.email or session.exec(own).first() is not None
    return person if is_his else None


def _was_handed_over(session: Session, seat: Seat, since: datetime, now: datetime) -> bool:
    """Whether somebody has begun or ceased to sit in for the seat's player since then."""
    begun = sa.and_(col(Sitter.from_at) >= since, col(Sitter.from_at) <= now)
    ended = sa.and_(col(Sitter.ended_at) > since, col(Sitter.ended_at) <= now)
    wanted = select(Sitter.id).where(Sitter.seat_id == seat.id, sa.or_(begun, ended))
    return session.exec(wanted.limit(1)).first() is not None


def _open_visits(session: Session, link: SeatLink, seat: Seat, now: datetime) -> list[SeatVisit]:
    """The devices of a person on which the seat's page is open now."""
    wanted = select(SeatVisit).where(
        SeatVisit.seat_id == seat.id,
        SeatVisit.person_id == link.person_id,
        SeatVisit.token_number == seat.token_number,
        col(SeatVisit.ends_at) > now,
    )
    rows = session.exec(wanted).all()
    return [one for one in rows if not _was_handed_over(session, seat, one.created_at, now)]


def _open(tx: Transaction, link: SeatLink, seat: Seat, device: str | None) -> str:
    secret, old = secrets.token_urlsafe(24), tx.now - VISIT_LIFE
    tx.session.execute(sa.delete(SeatVisit).where(col(SeatVisit.ends_at) < old))
    tx.session.add(
        SeatVisit(
            digest=digest_of_token(secret),
            seat_id=key_of(seat),
            person_id=link.person_id,
            email=link.email,
            token_number=seat.token_number,
            created_at=tx.now,
            ends_at=tx.now + VISIT_LIFE,
            device=device,
        )
    )
    log.info("page opened", seat=seat.id)
    return secret


def _ask_code(tx: Transaction, link: SeatLink, seat: Seat) -> CodeAsked:
    word = f"{secrets.token_hex(8)}.{int(tx.now.timestamp())}"
    if link.codes >= MOST_CODES:
        return CodeAsked(word, is_mailed=False)
    link.codes += 1
    tx.session.add(link)
    snapshot = load_game(tx.session, seat.game_id)
    context = context_for(snapshot, seat.name, tx.now)
    person = tx.session.get_one(Person, link.person_id)
    ends_at = tx.now + CODE_LIFE
    mail = device_mail(context, _code(tx, link, word), ends_at)
    to = Addressee(link.email, person.name, snapshot.game, seat, person.format)
    post(tx, to, mail, f"device:{link.digest[:24]}:{link.codes}", SendWindow(until_at=ends_at))
    log.info("code of a page mailed", seat=seat.id)
    return CodeAsked(word, is_mailed=True)


def _code(tx: Transaction, link: SeatLink, word: str) -> str:
    key = service_key(tx.session, tx.mail)
    return code_of(key, "device", link.digest, word)


def _is_fresh(word: str, now: datetime) -> bool:
    begun = word.rpartition(".")[2]
    if not begun.isdecimal() or len(begun) > len("99999999999"):
        return False
    return 0 <= now.timestamp() - int(begun) <= CODE_LIFE.total_seconds() + 1
