"""The deadline as a calendar entry (RFC 5545), and the other files of a report."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.dice import SecretDice
from engine.illuminati.state import GameOptions
from engine.illuminati.turn.setup import new_game
from engine.illuminati.view import view
from pbem.documents.layout.attachments import attachments_for, deadline_entry
from pbem.documents.layout.mail_context import MailContext
from pbem.games.illuminati.codec import encode_view

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ABOUT = MailContext(
    game="Fnord-7",
    seat="ann",
    player="Ann",
    zone="Europe/Berlin",
    turn=14,
    to_move="ann",
    deadline_at=datetime(2026, 11, 24, 20, 30, tzinfo=timezone(timedelta(hours=1))),
    now=NOW,
    secret_hash="ab" * 32,
    rules_version="1",
)


def entry(context: MailContext) -> dict[str, str]:
    """The properties of an entry, unfolded."""
    raw = deadline_entry(context)
    assert raw is not None and raw.endswith(b"END:VCALENDAR\r\n")
    lines = raw.decode().replace("\r\n ", "").split("\r\n")[:-1]
    return dict(line.split(":", 1) for line in lines)


def test_the_whole_entry() -> None:
    raw = deadline_entry(ABOUT)
    assert raw is not None
    assert raw.decode().split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//pbem//Play by email//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        "UID:abababababababababababab-14-ann@deadline.pbem",
        f"SEQUENCE:{int(NOW.timestamp())}",
        "DTSTAMP:20261121T120000Z",
        "DTSTART:20261124T193000Z",
        "SUMMARY:Fnord-7: orders for turn 14",
        "DESCRIPTION:Until then ann may send orders.",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Fnord-7: your orders for turn 14 are due soon",
        "TRIGGER:-P1D",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_the_alarm_rings_while_there_is_time_to_write() -> None:
    assert entry(ABOUT)["TRIGGER"] == "-P1D"
    soon = replace(ABOUT, deadline_at=NOW + timedelta(hours=47))
    assert entry(soon)["TRIGGER"] == "-PT2H"


def test_a_deadline_that_moves_replaces_the_entry() -> None:
    late = NOW + timedelta(days=9)
    first, second = entry(ABOUT), entry(replace(ABOUT, deadline_at=late, now=NOW.replace(hour=13)))
    assert first["UID"] == second["UID"]
    assert int(second["SEQUENCE"]) > int(first["SEQUENCE"])
    assert second["DTSTART"] == "20261130T120000Z"


@pytest.mark.parametrize(
    "other", [{"turn": 15}, {"seat": "bob", "to_move": "bob"}, {"secret_hash": "cd" * 32}]
)
def test_another_turn_seat_or_game_is_another_entry(other: dict[str, object]) -> None:
    assert entry(ABOUT)["UID"] != entry(replace(ABOUT, **other))["UID"]  # type: ignore[arg-type]


def test_who_need_not_act_gets_none() -> None:
    assert deadline_entry(replace(ABOUT, to_move="bob")) is None
    assert deadline_entry(replace(ABOUT, deadline_at=None)) is None


@given(st.text(max_size=120))
def test_no_name_adds_a_line_or_makes_one_too_long(name: str) -> None:
    raw = deadline_entry(replace(ABOUT, game=name))
    assert raw is not None
    rows = raw.split(b"\r\n")
    assert max(map(len, rows)) <= 75
    assert b"\n" not in raw.replace(b"\r\n", b"")
    unfolded = raw.replace(b"\r\n ", b"").split(b"\r\n")
    assert len(unfolded) == 20
    assert [row.decode() for row in unfolded]


def test_the_files_of_a_report_in_their_order() -> None:
    known = view(new_game(("ann", "bob"), GameOptions(), SecretDice(b"x")).state, "ann")
    text = encode_view(known)
    files = attachments_for(ABOUT, view=text, plain=text)
    assert [(f.name, f.type, f.cid) for f in files] == [
        ("Fnord-7-14.png", "image/png", "structures"),
        ("Fnord-7-14.ics", "text/calendar", None),
        ("Fnord-7-14.json", "application/json", None),
    ]
    assert files[0].view == text and files[1].view is None
    assert json.loads(files[2].content)["seat"] == "ann"
    assert attachments_for(replace(ABOUT, to_move="bob")) == ()
    hostile = attachments_for(replace(ABOUT, game="../x\r\n\u202e"), view=text)
    assert hostile[0].name == "x-14.png"
