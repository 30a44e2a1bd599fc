"""A real edge: Postfix with rspamd before it, which checks SPF, DKIM and DMARC of what comes in."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.mail_servers import HOST, Postfix, listens, need, running_postfix, scratch
from tests.support.servers import free_port, wait_for

EDGE = "mail.example.org"
"""The name that stands in the edge's Authentication-Results: that of our Postfix."""
RECORDS = {
    ("_dmarc.example.org", 16): b"v=DMARC1; p=reject; aspf=s; adkim=s",
    ("example.org", 16): b"v=spf1 ip4:127.0.0.1 -all",
    ("evil.example", 16): b"v=spf1 ip4:127.0.0.1 -all",
}
"""What the world's name servers say: honest people and evil ones both send from this machine."""
ENDINGS = "com\nexample\nnet\norg\n"
"""Of the domains that people can own: to learn the world's ten thousand takes rspamd a minute."""
QUIET = (
    *("antivirus", "arc", "asn", "bimi", "chartable", "dkim_signing", "emails", "fuzzy_check"),
    *("greylist", "hfilter", "history_redis", "mime_types", "multimap", "mx_check", "neural"),
    *("once_received", "phishing", "regexp", "ratelimit", "rbl", "replies", "reputation", "surbl"),
    *("rspamd_update", "url_redirector", "whitelist"),
)
"""Modules that ask others, or judge what a letter says."""


@contextmanager
def running_names() -> Iterator[int]:
    """A name server for the few names above; its port. Any other name does not exist."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind((HOST, 0))
        server.settimeout(0.2)
        done = threading.Event()

        def serve() -> None:
            while not done.is_set():
                try:
                    asked, peer = server.recvfrom(4096)
                except TimeoutError:
                    continue
                server.sendto(_answer(asked), peer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            done.set()
            thread.join()


def _answer(asked: bytes) -> bytes:
    """One question answered (RFC 1035): a TXT record of ours, or that there is no such name."""
    labels, at = [], 12
    while size := asked[at]:
        labels.append(asked[at + 1 : at + 1 + size].decode("latin-1").lower())
        at += size + 1
    question = asked[12 : at + 5]
    kind = int.from_bytes(asked[at + 1 : at + 3], "big")
    name = ".".join(labels)
    text = RECORDS.get((name, kind))
    is_known = any(known == name for known, _ in RECORDS)
    flags = b"\x81\x80" if is_known else b"\x81\x83"
    head = asked[:2] + flags + b"\x00\x01" + (b"\x00\x01" if text else b"\x00\x00") + bytes(4)
    if text is None:
        return head + question
    data = bytes([len(text)]) + text
    record = b"\xc0\x0c\x00\x10\x00\x01\x00\x00\x00\x3c" + len(data).to_bytes(2, "big") + data
    return head + question + record


@contextmanager
def running_rspamd(names: int) -> Iterator[int]:
    """The machine's rspamd with settings of its own, asking only our name server; its port."""
    need("rspamd")
    folder, port = scratch("rs"), free_port()
    settings = {
        "options.inc": f'dns {{ nameserver = ["{HOST}:{names}"]; }}\nlocal_addrs = "127.0.0.9/32";'
        "\ncheck_local = true;\ndisable_hyperscan = true;\n"
        f"url_tld = '{folder}/endings';\n",
        "worker-normal.inc": f'bind_socket = "{HOST}:{free_port()}";\ncount = 1;\n',
        "worker-controller.inc": f'bind_socket = "{HOST}:{free_port()}";\n',
        "worker-proxy.inc": f'bind_socket = "{HOST}:{port}";\nmilter = yes;\ncount = 1;\n'
        'upstream "local" { default = yes; self_scan = yes; }\n',
        "actions.conf": "reject = null;\nadd_header = null;\ngreylist = null;\n",
        "milter_headers.conf": 'use = ["authentication-results"];\nskip_local = false;\n'
        "skip_authenticated = false;\n",
        **{f"{name}.conf": "check_local = true;\n" for name in ("spf", "dkim", "dmarc")},
        **{f"{name}.conf": "enabled = false;\n" for name in QUIET},
    }
    for name in ("override.d", "local.d", "run", "db", "log"):
        (folder / name).mkdir()
        shutil.chown(folder / name, "_rspamd", "_rspamd")
    for name, text in settings.items():
        (folder / "override.d" / name).write_text(text)
    (folder / "endings").write_text(ENDINGS)
    run = ["rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", "-c", "/etc/rspamd/rspamd.conf"]
    places = {"LOCAL_CONFDIR": "", "RUNDIR": "run", "DBDIR": "db", "LOGDIR": "log"}
    run += [f"--var={key}={folder / value}" for key, value in places.items()]
    with (folder / "out").open("wb") as out:
        server = subprocess.Popen(run, stdout=out, stderr=out)
    try:
        wait_for(lambda: listens(port) or server.poll() is not None, "rspamd", 120)
        assert server.poll() is None, _told(folder)
        yield port
    finally:
        server.terminate()
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _told(folder: Path) -> str:
    return "".join(path.read_text(errors="replace")[-2000:] for path in folder.glob("*o*/*.log"))


@contextmanager
def running_edge(our_lmtp: int) -> Iterator[Postfix]:
    """Postfix on a free port, which has rspamd check each letter before we get it."""
    with running_names() as names, running_rspamd(names) as rspamd:
        lines = f"smtpd_milters = inet:{HOST}:{rspamd}\nmilter_default_action = tempfail\n"
        # Nobody else may speak in our name.
        lines += "header_checks = regexp:{{/^Authentication-Results:[[:space:]]*"
        lines += f"{EDGE.replace('.', '[.]')}[^a-z0-9.-]/ IGNORE}}}}\n"
        with running_postfix(free_port(), our_lmtp, free_port(), more=lines) as postfix:
            yield postfix
