"""Who may order what: the decision table, and the evidence a letter brings for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import col, select

from pbem.database import Session
from pbem.mail.address import token_of
from pbem.mail.letter import ReceivedMail as Mailed
from pbem.mail.verdict import AuthVerdict, verdict_of
from pbem.models import RUNNING, Game, Letter, Person, Seat
from pbem.service.context import ServiceContext
from pbem.service.players.addresses import is_first_of, player_at
from pbem.service.players.sitters import may_write
from pbem.service.players.tokens import seat_of_token

TokenEvidence = Literal["seat", "wrong", "none"]
"""The token of a seat, present or former; one that opens nothing; no token."""
Sender = Literal["own", "known", "stranger"]
"""From an address of the seat's player; of some player, or of another; of nobody."""
Games = Literal["one", "several", "none"]
AddressPurpose = Literal["orders", "moderator"]
SenderDecision = Literal["accept", "confirm", "help"]

_NAMED = re.compile(r"\[([A-Za-z][A-Za-z0-9_-]{0,23})\]")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a letter: its address, its From, what our own server says of that, and in
    how many games its writer sits that it may be meant for."""

    token: TokenEvidence
    sender: Sender
    verdict: AuthVerdict = "none"
    games: Games = "one"


def decide(evidence: Evidence, purpose: AddressPurpose = "orders") -> SenderDecision:
    """Take the letter, ask its player whether it is his, or only tell its sender what to do."""
    if evidence.token == "seat":
        if evidence.sender != "own":
            return "confirm"
        # Without a verdict orders go by the token; against our own server's word nothing does.
        sure = ("pass", "none") if purpose == "orders" else ("pass",)
        return "accept" if evidence.verdict in sure else "confirm"
    if evidence.sender == "stranger" or evidence.games != "one" or purpose == "moderator":
        return "help"
    return "accept" if evidence.verdict == "pass" else "confirm"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is to become of a letter, of which seat; `evidence` is why."""

    choice: SenderDecision
    evidence: Evidence
    seat: Seat | None = None
    player: Person | None = None


def find_sender(
    service: ServiceContext, session: Session, letter: Letter, mailed: Mailed, now: datetime
) -> Finding:
    """Weigh a letter's evidence; who sits in for a seat's player counts as he does.

    A reply that went to the service's own address is its seat's by the token in its thread.
    """
    verdict = verdict_for(service, letter, mailed)
    seat, owner, token = _seat_by_token(session, letter, mailed, now)
    is_known = owner is not None and is_first_of(owner, mailed.from_addr)
    writer = owner if is_known else player_at(session, mailed.from_addr)
    if seat is not None:
        is_own = may_write(session, seat, writer, letter.received_at)
        sender: Sender = "own" if is_own else "known" if writer else "stranger"
        evidence = Evidence(token, sender, verdict)
        return Finding(decide(evidence), evidence, seat, owner)
    if writer is None:
        evidence = Evidence(token, "stranger", verdict, "none")
        return Finding(decide(evidence), evidence)
    seats = _meant(session, writer, mailed.subject)
    games: Games = "one" if len(seats) == 1 else "several" if seats else "none"
    evidence = Evidence(token, "known", verdict, games)
    return Finding(decide(evidence), evidence, seats[0] if len(seats) == 1 else None, writer)


def _seat_by_token(
    session: Session, letter: Letter, mailed: Mailed, now: datetime
) -> tuple[Seat | None, Person | None, TokenEvidence]:
    """The seat that a letter names by its address or its thread, and who plays it."""
    if letter.seat_id is not None:
        seat = session.get_one(Seat, letter.seat_id)
        return seat, session.get_one(Person, seat.person_id), "seat"
    for token in mailed.tokens:
        found = seat_of_token(session, token, now)
        if found is not None:
            return found, session.get(Person, found.person_id), "seat"
    return None, None, "wrong" if token_of(letter.rcpt) else "none"


def _meant(session: Session, player: Person, subject: str) -> list[Seat]:
    """The player's seats in the games that his subject names, else in all that run."""
    rows = session.exec(
        select(Seat, Game)
        .where(Seat.game_id == Game.id, Seat.person_id == player.id)
        .order_by(col(Seat.id))
    ).all()
    named = {name.casefold() for name in _NAMED.findall(subject[:500])}
    meant = [seat for seat, game in rows if game.name.casefold() in named]
    return meant or [seat for seat, game in rows if game.phase == RUNNING]


def verdict_for(service: ServiceContext, letter: Letter, mailed: Mailed) -> AuthVerdict:
    """What a provider of ours, or a server of ours, says of the From address (DMARC)."""
    text = str(letter.verdicts.get("dmarc", "")).casefold()
    if text in ("pass", "fail"):
        return "pass" if text == "pass" else "fail"
    return verdict_of(mailed, service.settings.mail.authserv_ids)
