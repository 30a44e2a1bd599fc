"""A call of an address outside is claimed, made and marked, as a mail of the outbox is."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import select

from pbem.database import Session
from pbem.models import DEAD, NEW, SENT, HookCall, Webhook
from pbem.service.context import RETRY, ServiceContext, begin, log
from pbem.service.seats.webhooks import LONGEST_WAIT, reports_wait

PATIENCE = timedelta(seconds=5)
"""How long it waits for reports before it looks again."""
MOST_CALLS = 4
"""Tries of one call."""
MOST_FAILURES = 10
"""Calls in a row that fail before nobody is called any more."""
GONE = (404, 410)
"""Answers by which an address says that it is no more."""


@dataclass(frozen=True, slots=True)
class HookRequest:
    """What is sent to an address."""

    url: str
    body: bytes
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HookAnswer:
    """The status of the answer, 0 where there was none and `why` says why."""

    status: int
    why: str = ""


PostHook = Callable[[HookRequest], HookAnswer]


def shaped(shape: str, text: str) -> bytes:
    """A text as a service wants it, in which it mentions nobody."""
    quiet = text.replace("@", "@\u200b")
    if shape == "discord":
        body: Mapping[str, object] = {"content": quiet, "allowed_mentions": {"parse": []}}
    elif shape == "slack":
        safe = quiet.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        body = {"text": safe, "link_names": False}
    else:
        body = {"text": quiet, "msgtype": "m.notice"}
    return json.dumps(body, ensure_ascii=True, sort_keys=True).encode()


def signature(secret: str, stamp: str, body: bytes) -> str:
    """What shows that a call is ours: HMAC-SHA256 of its time, a full stop and its body."""
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def request_for(hook: Webhook, call: HookCall, now: datetime) -> HookRequest:
    """The call as it is sent; tried again it has the same body and the same number."""
    body, stamp = shaped(hook.shape, call.text), str(int(now.timestamp()))
    headers = {
        "Content-Type": "application/json",
        "X-Pbem-Delivery": hashlib.sha256(call.key.encode()).hexdigest()[:32],
        "X-Pbem-Timestamp": stamp,
        "X-Pbem-Signature": f"sha256={signature(hook.secret, stamp, body)}",
    }
    return HookRequest(hook.url, body, headers)


def call_hook(service: ServiceContext, call_id: int, post: PostHook, now: datetime) -> bool:
    """Make a call that is due, unless reports of its game are still on their way; True if made.

    May be made twice after a crash between the answer and the commit, with the same number.
    """
    with begin(service, now) as tx:
        found = _due(tx.session, call_id)
        if found is None:
            return False
        hook, call = found
        is_early = now < call.created_at + LONGEST_WAIT
        if is_early and hook.game_id and reports_wait(tx.session, hook.game_id, call):
            call.next_try_at = now + PATIENCE
            tx.session.add(call)
            return False
        call.attempts += 1
        call.next_try_at = now + RETRY[min(call.attempts, len(RETRY)) - 1]
        tx.session.add(call)
        request = request_for(hook, call, now)
    answer = post(request)
    with begin(service, now) as tx:
        found = _due(tx.session, call_id)
        if found is not None:
            _finish(tx.session, *found, answer, now)
    return 200 <= answer.status < 300


def _due(session: Session, call_id: int) -> tuple[Webhook, HookCall] | None:
    """A call that is to be made, and its address; one whose address is gone is dead."""
    wanted = select(HookCall).where(HookCall.id == call_id, HookCall.state == NEW)
    call = session.exec(wanted.with_for_update()).first()
    if call is None:
        return None
    hook = session.get_one(Webhook, call.webhook_id)
    if hook.stopped_at is not None:
        call.state, call.error = DEAD, "nobody is called there any more"
        session.add(call)
        return None
    return hook, call


def _finish(
    session: Session, hook: Webhook, call: HookCall, answer: HookAnswer, now: datetime
) -> None:
    if 200 <= answer.status < 300:
        call.state, call.sent_at, hook.failures = SENT, now, 0
    else:
        call.error = answer.why or f"answered {answer.status}"
        hook.failures += 1
        if call.attempts >= MOST_CALLS or answer.status in GONE:
            call.state = DEAD
        if hook.failures >= MOST_FAILURES or answer.status in GONE:
            hook.stopped_at = now
        # The address is a secret: it stands in no log.
        log.warning("webhook failed", hook=hook.id, status=answer.status)
    session.add(hook)
    session.add(call)


def calling_failed(service: ServiceContext, call_id: int, trace: str) -> None:
    """The sweeper finds the call again at its next time."""
    log.error("webhook broke", call=call_id, error=trace.strip().rpartition("\n")[2])
