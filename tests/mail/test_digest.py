"""When two deliveries are one letter."""

from pbem.service.arriving.intake import digest_of

ONE = b"Received: by a\r\nMessage-ID: <1@x>\r\nFrom: ann@x\r\n\r\nPASS\r\n"


def test_trace_headers_and_case_of_the_address_do_not_count() -> None:
    again = ONE.replace(b"by a", b"by b; later")
    assert digest_of(ONE, "game@x") == digest_of(again, " Game@X")


def test_another_id_body_or_recipient_is_another_letter() -> None:
    others = [
        digest_of(ONE.replace(b"<1@x>", b"<2@x>"), "game@x"),
        digest_of(ONE.replace(b"PASS", b"READY"), "game@x"),
        digest_of(ONE, "post@x"),
    ]
    assert len({digest_of(ONE, "game@x"), *others}) == 4


def test_a_folded_message_id_counts() -> None:
    one = b"Message-ID:\r\n <1@x>\r\n\r\nPASS\r\n"
    assert digest_of(one, "game@x") != digest_of(one.replace(b"<1@", b"<2@"), "game@x")
    assert digest_of(one, "game@x") == digest_of(b"message-id: <1@x>\r\n\r\nPASS\r\n", "game@x")


def test_without_an_id_sender_and_date_count() -> None:
    one = b"From: ann@x\r\nDate: Fri, 1 May 2026 10:00:00 +0000\r\n\r\nPASS\r\n"
    later = one.replace(b"10:00", b"11:00")
    assert digest_of(one, "game@x") != digest_of(later, "game@x")
    assert digest_of(b"", "game@x") == digest_of(b"", "game@x")
