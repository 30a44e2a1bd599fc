"""How much may be written in an hour: a limit is kept by what is proved, never by a name.

Who writes to a seat's or a moderator's secret address has shown that he knows it, and that address
has a limit of its own. Of anybody else only the peer is known that brings his letters. What an
envelope says of its sender counts for nothing: whoever likes could shut a player out by it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from threading import Lock

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from pbem.mail.address import token_of
from pbem.mails.notices import too_often
from pbem.models import Game, Letter, Person, Seat
from pbem.recent import recently
from pbem.service.arriving.intake import canonical, is_postmaster
from pbem.service.context import ServiceContext, Transaction, log
from pbem.service.mailing.outbox import Addressee, is_posted, post
from pbem.service.players.tokens import moderator_at, seat_of_token

HOUR = timedelta(hours=1)
MOST_FOR_OPERATOR = 60
"""Letters to the postmaster in an hour, from whomever."""
EDGE = 10
"""How many times as much a server on this machine may bring, as everybody's letters come by it."""
MOST_PEERS = 10_000
_SITE = 64
"""Bits of an IPv6 address that are one customer's."""


class Peers:
    """The letters to no secret address that each peer has brought within an hour.

    Kept in this process: it forgets when it ends, and so does a flood when it is refused.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._lock = Lock()

    def is_too_many(self, peer: str, most: int, now: datetime) -> bool:
        """Count one letter more of a peer; True where it has had its letters of the hour."""
        site = _site(peer)
        with self._lock:
            seen = self._seen.setdefault(site, deque())
            self._seen.move_to_end(site)
            while len(self._seen) > MOST_PEERS:
                self._seen.popitem(last=False)
            while seen and not now - HOUR < seen[0] <= now:
                seen.popleft()
            if len(seen) >= (most * EDGE if _is_here(site) else most):
                return True
            seen.append(now)
        return False


def must_wait_an_hour(service: ServiceContext, rcpt: str, peer: str, peers: Peers) -> bool:
    """Whether a letter to that recipient must wait; the owner of a secret address is told once.

    Nobody else is told but by the refusal itself.
    """
    most, now = service.settings.mail.letters_an_hour, service.clock()
    if not most:
        return False
    rcpt = canonical(service, rcpt)
    if token_of(rcpt) is None:
        if is_postmaster(service, rcpt) and _is_full(
            service, rcpt, min(most, MOST_FOR_OPERATOR), now
        ):
            return True
        return peers.is_too_many(peer, most, now)
    if not _is_full(service, rcpt, most, now):
        return False
    _notify(service, rcpt, most, now)
    return True


def _site(peer: str) -> str:
    try:
        at = ip_address(peer.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(at, "ipv4_mapped", None) or at
    if mapped.version == 4 or mapped.is_loopback:
        return str(mapped)
    return str(ip_network((mapped, _SITE), strict=False))


def _is_here(site: str) -> bool:
    return not site or ("/" not in site and ip_address(site).is_loopback)


def _is_full(service: ServiceContext, rcpt: str, most: int, now: datetime) -> bool:
    """Whether an address has been sent its letters of the hour."""
    lately = recently(col(Letter.received_at), now - HOUR, now)
    rows = sa.select(col(Letter.id)).where(col(Letter.rcpt) == rcpt, lately).limit(most)
    with service.database.read() as session:
        found = session.scalar(sa.select(sa.func.count()).select_from(rows.subquery())) or 0
    return found >= most


def _notify(service: ServiceContext, rcpt: str, most: int, now: datetime) -> None:
    token = token_of(rcpt) or ""
    try:
        with service.database.write() as session:
            _notify_owner(Transaction(service, session, now), token, most)
    except IntegrityError:
        # Another letter was refused at the same moment.
        return
    log.warning("too many letters in an hour", most=most)


def _notify_owner(tx: Transaction, token: str, most: int) -> None:
    """Tell the player or the moderator whose address it is, once an hour and no more."""
    seat = seat_of_token(tx.session, token, tx.now)
    owner = seat or moderator_at(tx.session, token)
    if owner is None or owner.game_id is None:
        return
    key = f"often:{'' if seat else 'm'}{owner.id}:{tx.now:%Y-%m-%dT%H}"
    if is_posted(tx.session, key):
        return
    game = tx.session.get_one(Game, owner.game_id)
    player = tx.session.get_one(Person, owner.person_id)
    moderator = None if isinstance(owner, Seat) else owner
    to = Addressee(player.email, player.name, game, seat, player.format, player, moderator)
    post(tx, to, too_often(most), key)
