"""One letter as a value: who wrote it, what it answers, and which of its lines are new."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message
from functools import lru_cache, partial

from pbem.budget import Budget
from pbem.mail.address import token_of, tokens_in, without_tokens
from pbem.mail.authors import Correspondents, mailbox_of
from pbem.mail.body import attached_text, choose_body
from pbem.mail.charset import LOST
from pbem.mail.headers import NUL, Headers, addresses, decoded, first, message_ids, read_headers
from pbem.mail.machine import machine_reason, words_reason
from pbem.mail.newtext import LETTERS_A_STEP, Labelled, find_new_text
from pbem.mail.parse import parse_mail


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A letter read. Every field is filled whatever the bytes were; "" and () mean absent.

    `body` is the text chosen, `text` the part of it to be read as orders, `lines` every line
    with its label, `ignored` lines that may have been typed but are not read, `is_machine` the
    reason why it must never be answered. `date` is the header's text and decides nothing.
    `authentication` are the Authentication-Results as they came, whoever wrote them. `budget` is
    what is left of the work that reading the letter may cause, to whoever reads on.
    """

    subject: str
    from_addr: str
    from_name: str
    to: tuple[str, ...]
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    date: str
    body: str
    text: str
    lines: tuple[Labelled, ...]
    ignored: tuple[str, ...]
    is_machine: str | None
    is_cut: bool
    tokens: tuple[str, ...]
    authentication: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)

    @property
    def lost_bytes(self) -> int:
        """How many pieces of the body were no text in any charset and are shown as `LOST`."""
        return self.body.count(LOST)


@dataclass(frozen=True, slots=True)
class OurNames:
    """What the service writes as; `tokens` are those of the seat that a letter is for, by default
    all it was sent with."""

    addresses: Collection[str] = ()
    names: Collection[str] = ()
    tokens: Collection[str] | None = None


_UNKNOWN = OurNames()
AnsweredText = str | Callable[[Sequence[str]], str | None] | None
"""The text of the mail that a letter answers, where it is known, or what finds that text by the
Message-IDs the letter may answer, the likeliest first."""


def read_letter(
    raw: bytes,
    *,
    sent: AnsweredText = None,
    mail_from: str | None = None,
    ours: OurNames = _UNKNOWN,
    has_order: Callable[[str], bool] | None = None,
) -> ReceivedMail:
    """Read any bytes as a letter; never raises.

    `mail_from` is the envelope sender ("" for the null path), which helps to tell machines.
    `has_order` says whether a text has an order in it: where the body has none, an attached .txt
    file is read before it, and a line that has one was typed by the player even where it looks
    like a mail program's.
    """
    letter = read_envelope(raw, mail_from=mail_from, own_addresses=ours.addresses)
    return with_new_text(letter, raw, sent=sent, ours=ours, has_order=has_order)


def with_new_text(
    letter: ReceivedMail,
    raw: bytes,
    *,
    sent: AnsweredText = None,
    ours: OurNames = _UNKNOWN,
    has_order: Callable[[str], bool] | None = None,
) -> ReceivedMail:
    """What `read_letter` makes of the same bytes whose envelope has been read."""
    message, headers, body = _opened(raw)
    if callable(sent):
        sent = sent((letter.in_reply_to, *reversed(letter.references)))
    find = partial(
        find_new_text,
        sent=sent,
        has_order=has_order,
        people=_people(letter, headers, ours),
        budget=letter.budget,
    )
    new = find(body)
    has_any = (has_order or bool)(new.text) or not letter.budget.spend(len(body) // LETTERS_A_STEP)
    if not has_any and (attached := attached_text(message)):
        body = f"{attached}\n\n{body}"
        new = find(body)
    return replace(
        letter, body=body, text=new.text, lines=new.lines, ignored=new.ignored, is_cut=new.is_cut
    )


def without_secrets(mailed: ReceivedMail) -> ReceivedMail:
    """A letter whose new text can be told back and passed on: without any token of a seat."""
    text = without_tokens(mailed.text)
    ignored = tuple(map(without_tokens, mailed.ignored))
    if (text, ignored) == (mailed.text, mailed.ignored):
        return mailed
    return replace(mailed, text=text, ignored=ignored)


def _people(letter: ReceivedMail, headers: Headers, known: OurNames) -> Correspondents:
    """Who wrote the letter, and what we are called in it, as far as its recipients tell."""
    to = addresses((*headers.get("to", ()), *headers.get("cc", ())))
    ours = known.addresses or [address for _name, address in to if token_of(address)]
    if not ours and len(to) == 1:
        ours = [address for _name, address in to]
    mailboxes = {mailbox_of(address) for address in ours}
    names = [name for name, address in to if mailbox_of(address) in mailboxes]
    return Correspondents(
        letter.from_name,
        letter.from_addr,
        (*known.names, *names),
        ours,
        letter.tokens if known.tokens is None else known.tokens,
    )


def read_envelope(
    raw: bytes,
    *,
    mail_from: str | None = None,
    own_addresses: Collection[str] = (),
    has_order: Callable[[str], bool] | None = None,
    carries_order: Callable[[str, Budget], bool] | None = None,
) -> ReceivedMail:
    """A letter before anybody looks for what is new in it: no `text`, `lines` and `ignored`.

    `carries_order` says whether a new text has what nobody but a player writes: then neither
    the subject nor the first words of an answer to us make it a machine's.
    """
    message, headers, body = _opened(raw)
    name, address = _sender(headers)
    budget = Budget()
    return ReceivedMail(
        subject=without_tokens(decoded(first(headers, "subject"))),
        from_addr=address,
        from_name=name,
        to=tuple(
            address
            for _name, address in addresses((*headers.get("to", ()), *headers.get("cc", ())))
        ),
        message_id=_one_id(headers, "message-id"),
        in_reply_to=_one_id(headers, "in-reply-to"),
        references=message_ids(" ".join(headers.get("references", ()))),
        date=first(headers, "date"),
        body=body,
        text="",
        lines=(),
        ignored=(),
        is_machine=(
            machine_reason(headers, message, mail_from=mail_from, own_addresses=own_addresses)
            or words_reason(headers, body, has_order, carries_order, budget)
        ),
        is_cut=False,
        tokens=tokens_in(headers),
        authentication=headers.get("authentication-results", ()),
        budget=budget,
    )


@lru_cache(maxsize=4)
def _opened(raw: bytes) -> tuple[Message, Headers, str]:
    """A letter is looked at again when it is known what it answers; it is taken apart once."""
    message = parse_mail(raw)
    return message, read_headers(message), choose_body(message)


def _sender(headers: Headers) -> tuple[str, str]:
    # Whom an address with NUL in it names depends on who reads it; Sender is no author (RFC 5322).
    found = () if NUL in headers else addresses(headers.get("from", ()))
    name, address = found[0] if found else ("", "")
    # Servers vouch for one author and do not say for which (RFC 7489, 6.6.1).
    is_one = len({one.casefold() for _name, one in found}) == 1
    return name, address if is_one else ""


def _one_id(headers: Headers, name: str) -> str:
    found = message_ids(first(headers, name))
    return found[0] if found else ""
