"""Mails to whoever runs the service, when something needs a person."""

from collections.abc import Sequence

from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.render import render


def operator_notice(what: str, text: str, commands: Sequence[str]) -> Mail:
    """`what` is the subject's, `told` whole sentences, `commands` what looks into it."""
    return render("operator_notice", {"what": what, "text": text, "commands": commands})
