"""The page of privacy and terms: what is kept of people, and the operator's own text."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from pydantic import ValidationError

from pbem.database import Database
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.service_rows import one_line


def client_of(database: Database, **groups: object) -> FlaskClient:
    settings = Settings.model_validate({"mail": {"address": "game@example.org"}, **groups})
    service = ServiceContext(database, settings, database.now)
    return create_app(service, lambda *_letter: 1, lambda _rcpt: False).test_client()


def test_every_page_leads_to_what_is_kept(sqlite_database: Database) -> None:
    client = client_of(sqlite_database)
    assert 'href="/terms"' in client.get("/").text
    page = one_line(client.get("/terms").text)
    for told in (
        "your mail address",
        "EXPORT MY DATA",
        "DELETE MY DATA",
        "game@example.org",
        "for good",
    ):
        assert told in page, told


def test_it_says_how_long_letters_are_kept(sqlite_database: Database) -> None:
    keep = {"letters_days": 90, "mails_days": 30}
    page = one_line(client_of(sqlite_database, keep=keep).get("/terms").text)
    assert "90 days" in page and "30 days" in page


def test_the_operator_adds_his_own_text(sqlite_database: Database, tmp_path: Path) -> None:
    own = tmp_path / "terms.txt"
    own.write_text("Who runs this: Ann <ann@example.org>.\n\nBe kind.\nAlways.\n", encoding="utf-8")
    page = client_of(sqlite_database, web={"terms": str(own)}).get("/terms").text
    assert "<p>Who runs this: Ann &lt;ann@example.org&gt;.</p>" in page
    assert "<p>Be kind. Always.</p>" in one_line(page)


def test_a_text_that_is_not_there_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="cannot be read"):
        Settings.model_validate({"web": {"terms": str(tmp_path / "none.txt")}})
