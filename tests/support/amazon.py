"""Amazon SNS as a test needs it: a certificate and notices signed with its key, by openssl."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.rows import NOON
from tests.support.servers import missing

TOPIC = "arn:aws:sns:eu-west-1:123456789012:letters"
HOST = "https://sns.eu-west-1.amazonaws.com"
CERTIFICATE = f"{HOST}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"
SIGNED = ("Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn")


@cache
def certificate(bits: int = 2048) -> tuple[Path, bytes]:
    """The key's file and the certificate in PEM, made once a run."""
    if shutil.which("openssl") is None:
        missing("openssl")
    folder = Path(tempfile.mkdtemp(prefix="pbem-sns-"))
    key, made = folder / "key.pem", folder / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", f"rsa:{bits}", "-nodes", "-subj", "/CN=sns"]
    make += ["-days", "30", "-keyout", str(key), "-out", str(made)]
    subprocess.run(make, check=True, capture_output=True)
    return key, made.read_bytes()


class Amazon:
    """Gives its certificate to whoever asks, or fails; remembers what was asked for."""

    def __init__(self, bits: int = 2048) -> None:
        self.asked: list[str] = []
        self.failure: Exception | None = None
        self._bits = bits

    def fetch(self, address: str) -> bytes:
        self.asked.append(address)
        if self.failure is not None:
            raise self.failure
        return certificate(self._bits)[1]


def signed(
    notice: Mapping[str, Any], at: datetime = NOON, version: str = "2", bits: int = 2048
) -> dict[str, Any]:
    """The notice as Amazon would post it."""
    whole = {
        "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
        "TopicArn": TOPIC,
        "Message": "said",
        "Timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.") + "123Z",
        "SignatureVersion": version,
        "SigningCertURL": CERTIFICATE,
    } | dict(notice)
    text = "".join(f"{name}\n{whole[name]}\n" for name in (*SIGNED, "Type") if name in whole)
    return whole | {"Signature": b64encode(sign(text.encode(), version, bits)).decode()}


def sign(text: bytes, version: str, bits: int = 2048) -> bytes:
    digest = {"1": "-sha1", "2": "-sha256"}[version]
    run = ["openssl", "dgst", digest, "-sign", str(certificate(bits)[0])]
    return subprocess.run(run, input=text, check=True, capture_output=True).stdout
