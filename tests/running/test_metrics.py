"""/metrics: the numbers, who may see them, and that dashboard and alerts name only what exists."""

import re
from datetime import datetime

from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from pbem.database import Database
from pbem.models import Bounce, OperatorNotice, Turn
from pbem.service.context import ServiceContext
from pbem.settings import Settings
from pbem.web import create_app
from tests.support.places import ROOT
from tests.support.rows import NOON, add_game, add_letter, add_mail, after
from worker.sweeper import Sweeper

TOKEN = "only-a-test-only-a-test-only-a-test"


def client_of(database: Database, now: datetime = NOON, token: str = TOKEN) -> FlaskClient:
    settings = Settings.model_validate({"web": {"metrics_token": token}})
    service = ServiceContext(database, settings, lambda: now)
    return create_app(service, lambda *_: 1, lambda _: True).test_client()


def page(database: Database, now: datetime) -> str:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    answer = client_of(database, now).get("/metrics", headers=bearer)
    assert answer.status_code == 200, answer.text
    return answer.text


def numbers(database: Database, now: datetime) -> dict[str, float]:
    """Each sample by its name and the value of its label."""
    found = {}
    for family in text_string_to_metric_families(page(database, now)):
        for sample in family.samples:
            found[" ".join((sample.name, *sample.labels.values()))] = sample.value
    return found


def test_only_who_has_the_token_sees_the_metrics(sqlite_database: Database) -> None:
    client = client_of(sqlite_database)
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {TOKEN}"}):
        answer = client.get("/metrics", headers=headers)
        assert (answer.status_code, "pbem_" in answer.text) == (401, False)
    closed = client_of(sqlite_database, token="")
    answer = closed.get("/metrics", headers={"Authorization": "Bearer "})
    assert (answer.status_code, "web.metrics_token" in answer.text) == (403, True)


def test_the_metrics_tell_what_is_in_the_database(database: Database) -> None:
    sweeper = Sweeper(
        database, lambda *_: None, interval=1, grace=after(0) - NOON, clock=lambda: after(90)
    )
    with database.write() as session:
        game = add_game(session, opened_at=after(50), turn=4)
        add_game(session, "paused", phase="paused")
        turn = {"game_id": game, "seat": "ann", "record_seq": 1, "last_seq": 1}
        session.add(Turn(number=3, resolved_at=after(7), deadline_at=NOON, **turn))
        session.add(Turn(number=2, resolved_at=after(-7200), deadline_at=NOON, **turn))
        for place, seconds in enumerate((0, 85, 89)):
            add_letter(session, f"d{place}", received_at=after(seconds), attempts=place == 1)
        add_letter(session, "read", state="done", read_at=after(2))
        add_letter(session, "dead", state="dead")
        add_mail(session, "late", attempts=3, problem="no-relay")
        add_mail(session, "out", state="sent", sent_at=after(3))
        add_mail(session, "lost", state="dead", problem="rejected")
        session.add(Bounce(key="b", email="ann@example.org", status="5.1.1", at=NOON))
        session.add(OperatorNotice(key="n", kind="dead-letter", text="x", created_at=NOON))
    sweeper.next_pause(1)
    told = numbers(database, after(100))
    expected = {
        "pbem_letters_stored_total": 5,
        "pbem_letters_last_hour new": 3,
        "pbem_letters_unread 1m": 2,
        "pbem_letters_unread 15m": 1,
        "pbem_letter_oldest_unread_seconds": 100,
        "pbem_answer_seconds 0.99": 2,
        "pbem_mails_written_total": 3,
        "pbem_mails_unsent 15m": 1,
        "pbem_mail_oldest_unsent_seconds": 100,
        "pbem_mails_sent_last_hour": 1,
        "pbem_mail_problems no-relay": 1,
        "pbem_mail_problems rejected": 1,
        "pbem_mail_seconds 1": 3,
        "pbem_games running": 1,
        "pbem_games paused": 1,
        "pbem_games finished": 0,
        "pbem_turns_last_hour": 1,
        "pbem_turn_late_seconds 1": 7,
        "pbem_parts sweeper": 1,
        "pbem_parts worker": 0,
        "pbem_sweeper_last_round_seconds": 10,
        "pbem_errors letter_dead": 1,
        "pbem_errors letter_tried_again": 1,
        "pbem_errors mail_dead": 1,
        "pbem_bounces_last_day": 1,
        "pbem_notices_last_day dead-letter": 1,
    }
    assert {name: told.get(name) for name in expected} == expected
    assert "ann" not in page(database, after(100))
    assert numbers(database, after(200))["pbem_parts sweeper"] == 0


def test_dashboard_and_alerts_name_only_metrics_there_are(sqlite_database: Database) -> None:
    there = set(re.findall(r"^# TYPE (\S+)", page(sqlite_database, NOON), re.MULTILINE))
    for name in ("grafana.json", "alerts.yml"):
        text = (ROOT / "config" / name).read_text(encoding="utf-8")
        named = set(re.findall(r"pbem_\w+", text))
        assert named and named <= there, name
    assert there <= set(re.findall(r"pbem_\w+", (ROOT / "config/grafana.json").read_text()))
