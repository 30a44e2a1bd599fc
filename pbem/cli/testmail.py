"""`pbem testmail`: one mail, sent as all others are, and what became of it."""

from __future__ import annotations

import sys
from email.utils import make_msgid

import click

from pbem.cli.output import InputError
from pbem.cli.people import ADDRESS
from pbem.cli.settling import with_settings
from pbem.mail.compose import Message, render
from pbem.service.context import minimal_context
from pbem.service.sending.signing import signed
from pbem.settings import Settings, SettingsError
from pbem.transports.smtp_out import QueueStopped, Sent, SmtpSender

TEXT = """\
This is a test of {name}.

If you can read it, mail from {address} reaches you. Look at its headers too: your mail server
writes there whether it believes the sender (Authentication-Results: spf, dkim and dmarc).
"""


@click.command("testmail")
@click.argument("address", type=ADDRESS)
@with_settings
def testmail_command(settings: Settings, address: str) -> None:
    """Send a mail to ADDRESS now, past the queue, and say what the mail server answered.

    It is signed and goes out as mail to players does. Exit code 1: it was not taken.
    """
    mail, out = settings.mail, settings.mail.smtp_out
    now = minimal_context(settings).clock()
    message = Message(
        to=address,
        subject=f"A test of {mail.name}",
        text=TEXT.format(name=mail.name, address=mail.address),
        message_id=make_msgid(domain=mail.domain),
        from_addr=mail.address,
        from_name=mail.name,
        date_at=now,
    )
    try:
        raw = signed(mail, render(message), now)
        with SmtpSender(out) as sender:
            outcome = sender.send(mail.address, address, raw)
    except (SettingsError, QueueStopped) as error:
        raise InputError(str(error)) from None
    if isinstance(outcome, Sent):
        click.echo(f"{out.host}:{out.port} took the mail to {address}; look whether it arrives.")
        return
    answer = f"{outcome.code} {outcome.text}" if outcome.code else outcome.text
    click.echo(f"{out.host}:{out.port} did not take the mail to {address}: {answer}", err=True)
    click.echo("`pbem doctor` says more about the way out.", err=True)
    sys.exit(1)
