"""Real Postfix and Dovecot on free loopback ports, in scratch directories, with our examples."""

from __future__ import annotations

import imaplib
import os
import shutil
import smtplib
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.servers import free_port, missing, wait_for

CONFIG = ROOT / "config"
PASSWORD = "fnord"
HOST = "127.0.0.1"
PACKAGES = {
    "dovecot": "dovecot-imapd dovecot-lmtpd",
    "doveadm": "dovecot-core",
    "postconf": "postfix",
}

DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
instance_name = pbem-test
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_uid = {user}
mail_gid = {group}
auth_username_format = %Ln
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home/%Ln allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
!include {example}
"""


@dataclass(frozen=True, slots=True)
class Dovecot:
    """A mail store: any user with the one password; what LMTP brings lies in his INBOX."""

    imap: int
    lmtp: int
    folder: Path
    config: Path

    def deliver(self, user: str, raw: bytes, mail_from: str = "ann@example.org") -> None:
        """Bring a mail as a mail server does."""
        with smtplib.LMTP(HOST, self.lmtp, timeout=20) as client:
            client.sendmail(mail_from, [user], raw)

    @contextmanager
    def mailbox(self, user: str, folder: str = "INBOX") -> Iterator[imaplib.IMAP4]:
        """A user's own look into a folder of his."""
        client = imaplib.IMAP4(HOST, self.imap, timeout=20)
        try:
            client.login(user, PASSWORD)
            client.select(folder)
            yield client
        finally:
            client.logout()

    def mails(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """Everything in a folder, in order of arrival."""
        with self.mailbox(user, folder) as client:
            numbers = client.search(None, "ALL")[1][0].split()
            return [client.fetch(n.decode(), "(BODY.PEEK[])")[1][0][1] for n in numbers]

    def hang_up(self) -> None:
        """Throw out everybody who is logged in."""
        subprocess.run(["doveadm", "-c", str(self.config), "kick", "*"], check=False)


def need(*programs: str) -> None:
    """Skip the test where one of these is not installed, or may not be started."""
    for program in programs:
        if shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is None:
            missing(program, PACKAGES.get(program, program))
    if os.geteuid() != 0:
        pytest.skip("mail servers change their user, which only root may let them do")


def scratch(name: str) -> Path:
    """A folder that any user may look into; sockets need its path to be short."""
    folder = Path(tempfile.mkdtemp(prefix=f"pbem-{name}-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


@contextmanager
def running_dovecot() -> Iterator[Dovecot]:
    """A server with the example's mailboxes."""
    need("dovecot", "doveadm")
    folder, imap, lmtp = scratch("dc"), free_port(), free_port()
    home = folder / "home"
    home.mkdir()
    shutil.chown(home, "mail", "mail")
    config = folder / "dovecot.conf"
    config.write_text(
        DOVECOT.format(
            folder=folder,
            user="mail",
            group="mail",
            password=PASSWORD,
            imap=imap,
            lmtp=lmtp,
            example=CONFIG / "dovecot" / "mailboxes.conf",
        )
    )
    server = subprocess.Popen(
        ["dovecot", "-F", "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        wait_for(lambda: listens(imap) or server.poll() is not None, "Dovecot", 30)
        assert server.poll() is None, server.stderr and server.stderr.read().decode()
        yield Dovecot(imap, lmtp, folder, config)
    finally:
        server.terminate()
        server.wait(20)
        if server.stderr:
            server.stderr.close()
        shutil.rmtree(folder, ignore_errors=True)


def listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), 0.5).close()
    except OSError:
        return False
    return True


MASTER = """\
{smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
lmtp unix - - n - - lmtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
mydestination =
# The test is a stranger, so that every address is asked about.
mynetworks = 127.0.0.9
alias_maps =
alias_database =
biff = no
smtpd_tls_security_level = none
minimal_backoff_time = 4s
maximal_backoff_time = 5s
queue_run_delay = 4s
# Players' mailboxes, by Dovecot on this machine.
virtual_mailbox_domains = players.example
virtual_transport = lmtp:inet:127.0.0.1:{dovecot_lmtp}
"""


@dataclass(frozen=True, slots=True)
class Postfix:
    """A mail server that hands the referee's domain to us, and players' to Dovecot."""

    smtp: int
    folder: Path

    @property
    def log(self) -> str:
        """What it has logged so far."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""


OWN_DOMAIN, ONE_ADDRESS = "own-domain.cf", "one-address.cf"
"""The examples: a domain for the referee alone, and one address of a domain with other people."""
NEIGHBOURS = """\
# What such a server has already: a domain, people in it, and the alias that is asked for.
mydestination = example.org
alias_maps = inline:{{ game=postmaster }}
local_recipient_maps = inline:{{ carl=there }} $alias_maps
local_transport = lmtp:inet:127.0.0.1:{dovecot_lmtp}
"""


@contextmanager
def running_postfix(
    smtp: int, our_lmtp: int, dovecot_lmtp: int, example: str = OWN_DOMAIN, more: str = ""
) -> Iterator[Postfix]:
    """A server with an example's lines, in which only the port of our listener is another, and
    `more` lines below them."""
    need("postfix", "postconf")
    folder = scratch("pf")
    lines = (CONFIG / "postfix" / example).read_text()
    assert ":8024}" in lines
    ours = lines.replace(":8024}", f":{our_lmtp}}}")
    settings = MAIN.format(folder=folder, dovecot_lmtp=dovecot_lmtp)
    if example == ONE_ADDRESS:
        settings = settings.replace("mydestination =\n", "").replace("alias_maps =\n", "")
        settings += NEIGHBOURS.format(dovecot_lmtp=dovecot_lmtp)
    (folder / "main.cf").write_text(settings + ours + more)
    (folder / "master.cf").write_text(MASTER.format(smtp=f"127.0.0.1:{smtp}"))
    for name in ("queue", "data"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix", "postfix")
    run = ["postfix", "-c", str(folder)]
    done = subprocess.run([*run, "start"], capture_output=True, text=True, check=False)
    try:
        log = folder / "log"
        told = log.read_text() if log.exists() else ""
        assert done.returncode == 0, done.stderr + told
        wait_for(lambda: listens(smtp), "Postfix", 60)
        yield Postfix(smtp, folder)
    finally:
        subprocess.run([*run, "stop"], capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)
