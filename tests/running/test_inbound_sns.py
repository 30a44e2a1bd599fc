"""Notices of Amazon SNS: forged, altered, old, of another topic, with a certificate of others."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from pbem.database import Database
from pbem.web.inbound_sns import LIFE, WINDOW, NotSignedByAmazon, SnsVerifier, key_of
from tests.support.amazon import CERTIFICATE, HOST, TOPIC, Amazon, signed
from tests.support.providers import LINK, RAW, Intake, by_ses, client_of, refused, ses_notice
from tests.support.rows import NOON


@pytest.fixture
def intake() -> Intake:
    return Intake()


@pytest.fixture
def amazon() -> Amazon:
    return Amazon()


@pytest.fixture
def client(sqlite_database: Database, intake: Intake, amazon: Amazon) -> FlaskClient:
    return client_of(sqlite_database, intake, amazon=amazon)


@pytest.mark.parametrize("version", ["1", "2"])
def test_a_signed_letter_is_stored(
    client: FlaskClient, intake: Intake, amazon: Amazon, version: str
) -> None:
    assert by_ses(client, signed(ses_notice(), version=version)).status_code == 200
    assert [letter[0] for letter in intake.letters] == [RAW]
    assert amazon.asked == [CERTIFICATE]


def test_a_subject_is_signed_too(client: FlaskClient, intake: Intake) -> None:
    notice = signed(ses_notice() | {"Subject": "Amazon SES Email Receipt Notification"})
    refused(by_ses(client, notice | {"Subject": "another"}), 403, "signature is wrong")
    assert by_ses(client, notice).status_code == 200
    assert len(intake.letters) == 1


FORGED: dict[str, dict[str, Any]] = {
    "letter": {"Message": json.dumps(ses_notice(rcpt="game+bob@example.org"))},
    "identity": {"MessageId": "another"},
    "time": {"Timestamp": "2026-11-21T12:00:01.123Z"},
    "type": {"Type": "SubscriptionConfirmation", "Token": "x", "SubscribeURL": LINK},
    "signature": {"Signature": "AAAA"},
    "no signature": {"Signature": None},
    "not base64": {"Signature": "!!!"},
    "version": {"SignatureVersion": "3"},
    "weaker digest": {"SignatureVersion": "1"},
    "no time": {"Timestamp": ""},
    "not a text": {"Message": ["x"]},
}


@pytest.mark.parametrize("change", FORGED.values(), ids=FORGED)
def test_what_was_changed_on_its_way_is_refused(
    client: FlaskClient, intake: Intake, change: dict[str, Any]
) -> None:
    assert by_ses(client, signed(ses_notice()) | change).status_code == 403
    assert intake.letters == []


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    [
        "https://sns.eu-west-1.amazonaws.com.example.org/SimpleNotificationService-01234567.pem",
        "https://example.org/SimpleNotificationService-0123456789abcdef.pem",
        "https://example.org#sns.eu-west-1.amazonaws.com/SimpleNotificationService-01234567.pem",
        "https://u@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem",
        f"{HOST}:444/SimpleNotificationService-0123456789abcdef.pem",
        f"{HOST}/bucket/SimpleNotificationService-0123456789abcdef.pem",
        f"{HOST}/../SimpleNotificationService-0123456789abcdef.pem",
        f"{HOST}/SimpleNotificationService-0123456789abcdef.pem?x",
        f"{HOST}/SimpleNotificationService-0123456789abcdef.pem\n",
        CERTIFICATE.replace("https", "http"),
        CERTIFICATE.replace("https", "file"),
        CERTIFICATE.replace("eu-west-1", "us-east-1"),
        CERTIFICATE.replace("sns.", "s3."),
        "",
    ],
)
def test_a_certificate_is_fetched_from_nowhere_else(
    client: FlaskClient, intake: Intake, amazon: Amazon, address: str
) -> None:
    notice = signed(ses_notice()) | {"SigningCertURL": address}
    refused(by_ses(client, notice), 403, "certificate is not that")
    assert amazon.asked == [] and intake.letters == []


def test_an_old_notice_is_not_read_again(client: FlaskClient, intake: Intake) -> None:
    second = timedelta(seconds=1)
    for at in (NOON - WINDOW - second, NOON + WINDOW + second):
        refused(by_ses(client, signed(ses_notice(), at)), 403, "too old")
    assert intake.letters == []
    assert by_ses(client, signed(ses_notice(), NOON - WINDOW + second)).status_code == 200


def test_letters_come_from_the_topic_that_is_named(
    sqlite_database: Database, intake: Intake
) -> None:
    other = TOPIC.replace("letters", "others")
    for topic, why in ((other, "another topic"), ("", "no topic is allowed")):
        client = client_of(sqlite_database, intake, amazon=Amazon(), ses_topic=topic)
        refused(by_ses(client, signed(ses_notice())), 403, why)
    assert intake.letters == []


def test_a_link_is_shown_for_a_topic_before_it_is_named(
    sqlite_database: Database, intake: Intake
) -> None:
    client = client_of(sqlite_database, intake, amazon=Amazon(), ses_topic="")
    asked = {"Type": "SubscriptionConfirmation", "SubscribeURL": LINK, "Token": "t"}
    assert by_ses(client, signed(asked)).status_code == 200
    forged = signed(asked) | {"SubscribeURL": LINK + "&x"}
    assert by_ses(client, forged).status_code == 403


def test_a_certificate_that_cannot_be_had_now_is_asked_for_again(
    client: FlaskClient, intake: Intake, amazon: Amazon
) -> None:
    notice = signed(ses_notice())
    amazon.failure = TimeoutError("too slow")
    refused(by_ses(client, notice), 503, "again later")
    amazon.failure = None
    assert by_ses(client, notice).status_code == 200
    assert len(intake.letters) == 1


def test_a_certificate_is_kept_for_a_day() -> None:
    amazon = Amazon()
    notary = SnsVerifier(amazon.fetch)
    for at in (NOON, NOON + LIFE - timedelta(seconds=1), NOON + LIFE):
        notary.check(signed(ses_notice(), at), at)
    assert len(amazon.asked) == 2


def test_a_weak_key_and_what_is_none_are_refused() -> None:
    weak = Amazon(bits=1024)
    with pytest.raises(NotSignedByAmazon, match="weak"):
        SnsVerifier(weak.fetch).check(signed(ses_notice(), bits=1024), NOON)
    whole = Amazon().fetch(CERTIFICATE)
    lines = whole.splitlines()
    for broken in (b"", b"<html>", whole[:300], b"\n".join([lines[0], lines[3], lines[-1]])):
        with pytest.raises(NotSignedByAmazon, match="cannot be read"):
            key_of(broken)
