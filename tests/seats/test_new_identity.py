"""A service gets another domain, DKIM key and token key at once, while old mails are answered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from pbem.database import Database
from pbem.service.arriving.intake import accept, knows
from pbem.service.players.tokens import with_tokens
from pbem.service.sending.delivery import deliver
from pbem.settings import Settings
from tests.support.service_rows import Post, Table, letter_text, new_table

BEFORE, AFTER = "play@old.example", "game@new.example"


def signing_key(folder: Path, name: str) -> RSAPrivateKey:
    made = generate_private_key(65537, 2048)
    pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / name).write_bytes(pem)
    (folder / name).chmod(0o600)
    return made


def settings_of(folder: Path, address: str, key: str, selector: str, *former: str) -> Settings:
    dkim_key = {"key": str(folder / selector), "selector": selector}
    mail = {"address": address, "key": key * 32, "dkim": dkim_key, "former_addresses": former}
    return Settings.model_validate({"mail": mail | {"answer_gap_seconds": 0}})


@pytest.mark.long
def test_old_mails_are_answered_and_new_ones_bear_what_is_new(
    sqlite_database: Database, tmp_path: Path
) -> None:
    keys = {name: signing_key(tmp_path, name) for name in ("first", "second")}
    table = new_table(sqlite_database, settings_of(tmp_path, BEFORE, "a", "first"))
    old_mail = with_tokens(table.service, table.mails("ann")[-1])
    old_address = old_mail.reply_to or ""
    assert old_address.endswith("@old.example")
    moved = settings_of(tmp_path, AFTER, "b", "second", BEFORE)
    new = Table(replace(table.service, settings=moved), table.clock, table.game_id)
    first = reply(new, old_address, old_mail.message_id, "PASS")
    (answer,) = new.read(first)
    assert new.filed("ann") == ["1: PASS"]
    # What waited since before the change goes out with what is new, and so does the answer.
    post = Post()
    waiting = [mail for mail in new.mails("ann") if mail.id is not None]
    assert all(deliver(new.service, mail.id or 0, post) for mail in waiting)
    sent = {raw for _, rcpt, raw in post.sent if rcpt == "ann@example.org"}
    assert len(sent) == len(waiting) == 2
    for raw in sent:
        assert b"s=second;" in raw and b"d=new.example;" in raw
        assert dkim.verify(raw, dnsfunc=record_of(keys["second"]))
        assert not dkim.verify(raw, dnsfunc=record_of(keys["first"]))
    new_address = with_tokens(new.service, answer).reply_to or ""
    assert new_address.endswith("@new.example") and new_address.partition("@") != old_address
    assert new_address.partition("@")[0] != old_address.partition("@")[0]
    assert knows(new.service, new_address) and knows(new.service, old_address)
    new.read(reply(new, old_address, old_mail.message_id, "PASS\nREADY"))
    assert new.game().due_at is not None and new.game().due_at <= new.clock()


def reply(table: Table, to: str, message_id: str, body: str) -> int:
    headers = (f"In-Reply-To: {message_id}", f"References: {message_id}")
    table.clock.on(minutes=5)
    raw = letter_text("ann@example.org", to, body, headers=headers)
    return accept(table.service, raw, to, "ann@example.org")


def record_of(key: RSAPrivateKey):  # type: ignore[no-untyped-def]
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    shown = "".join(public.decode().splitlines()[1:-1])
    return lambda _name, timeout=5: f"v=DKIM1; k=rsa; p={shown}".encode()
