"""Addresses of a person in what moderators and notices say of him: they go when his data does."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.database import Session
from pbem.models import Act, Letter, OperatorNotice, Outbox

REMOVED = "[deleted]"
"""What stands where a person's words were, or an address of his."""
_TEXTS = ("by", "command", "said", "why")
_VALUES = ("before", "after")


def forget_mentions(session: Session, own: Sequence[str]) -> dict[str, int]:
    """Put REMOVED in the place of each address in moderators' acts, the letters and mails about
    them, and the operator's notices; how many acts and notices."""
    pattern = _addresses(own)
    acts = session.exec(select(Act).where(_names(own)).order_by(col(Act.id))).all()
    acts = [act for act in acts if _is_scrubbed(act, pattern)]
    _forget_in_mails(session, acts, pattern)
    about = sa.or_(*(col(OperatorNotice.text).icontains(one, autoescape=True) for one in own))
    notices = session.exec(select(OperatorNotice).where(about)).all()
    for notice in notices:
        notice.text = pattern.sub(REMOVED, notice.text)
        session.add(notice)
    session.add_all(acts)
    session.flush()
    counts = {"acts of moderators that named him": len(acts), "notices about him": len(notices)}
    return {name: count for name, count in counts.items() if count}


def _addresses(own: Sequence[str]) -> re.Pattern[str]:
    """Each address as a whole, in any case: another's may end or begin with it."""
    each = "|".join(re.escape(one) for one in sorted(own, key=len, reverse=True))
    return re.compile(rf"(?<![\w.+-])(?:{each})(?![\w-]|\.\w)", re.IGNORECASE)


def _names(own: Sequence[str]) -> sa.ColumnElement[bool]:
    """Acts that hold one of the addresses, as far as the database can tell."""
    texts = [getattr(Act, name) for name in _TEXTS]
    values = [sa.cast(getattr(Act, name), sa.Text) for name in _VALUES]
    found = [col(text).icontains(one, autoescape=True) for text in texts for one in own]
    in_json = [json.dumps(one)[1:-1] for one in own]
    found += [value.icontains(one, autoescape=True) for value in values for one in in_json]
    return sa.or_(*found)


def _is_scrubbed(act: Act, pattern: re.Pattern[str]) -> bool:
    """Whether there was an address in the act; there is none after it."""
    scrubbed = {name: pattern.sub(REMOVED, getattr(act, name)) for name in _TEXTS}
    scrubbed |= {name: _scrubbed(getattr(act, name), pattern) for name in _VALUES}
    changed = {name: value for name, value in scrubbed.items() if value != getattr(act, name)}
    for name, value in changed.items():
        setattr(act, name, value)
    return bool(changed)


def _scrubbed(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return pattern.sub(REMOVED, value)
    if isinstance(value, dict):
        return {_scrubbed(name, pattern): _scrubbed(one, pattern) for name, one in value.items()}
    return [_scrubbed(one, pattern) for one in value] if isinstance(value, list) else value


def _forget_in_mails(session: Session, acts: Sequence[Act], pattern: re.Pattern[str]) -> None:
    """The letters that commanded it, and the mails to moderators of those games."""
    commanded = [act.letter_id for act in acts if act.letter_id is not None]
    in_bytes = re.compile(pattern.pattern.encode(), re.IGNORECASE)
    for letter in session.exec(select(Letter).where(col(Letter.id).in_(commanded))).all():
        letter.raw = in_bytes.sub(REMOVED.encode(), letter.raw)
        session.add(letter)
    games = {act.game_id for act in acts}
    mails = select(Outbox).where(
        col(Outbox.game_id).in_(games), col(Outbox.moderator_id).is_not(None)
    )
    for mail in session.exec(mails).all():
        mail.body = pattern.sub(REMOVED, mail.body)
        session.add(mail)
