"""Mail programs as they quote: our own mail and a player's answers in, the raw reply out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.charset import QP, Charset
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.mime.text import MIMEText
from html import escape
from textwrap import wrap

TOKEN = "abcdefghijklmnopqrstuvwxyz"
ADDRESS = f"game+{TOKEN}@example.org"
SENT_ID = f"<aaaabbbbccccddddeeeeffff.{TOKEN}@example.org>"


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail of ours: its subject, its text and its HTML."""

    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What the player did: typed above and below, and changed lines of the quoted mail.

    `changed` maps a line of ours to what stands there instead, `after` a line of ours to what
    was typed on a line of its own below it.
    """

    above: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Client:
    """How one program writes a reply.

    `heads` are the lines above the quote, in the languages it was seen in; `mark` stands before
    quoted lines of its text part, `width` is where it wraps that, `mark_wrapped` whether the rest
    of a wrapped line gets a mark too. `kind` is text, html or both; `flat` a text part in one line.
    """

    name: str
    heads: tuple[str, ...]
    mark: str = "> "
    width: int | None = None
    mark_wrapped: bool = True
    kind: str = "both"
    flat: bool = False
    own: tuple[str, ...] = ()
    quote: tuple[str, str] = ("<blockquote>", "</blockquote>")
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    flowed: bool = False
    del_sp: bool = False
    nbsp: bool = False
    gap: bool = True
    line: str = "<div>{}</div>"
    shrink: Callable[[str], str] = lambda line: line

    def write(self, mail: Mail, reply: Reply, language: int = 0) -> bytes:
        """The raw reply; `language` chooses among the heads."""
        head = self.heads[language % len(self.heads)].format(
            who="The Referee", address=ADDRESS, subject=mail.subject
        )
        own = (self.own[language % len(self.own)],) if self.own else ()
        parts: list[Message] = []
        if self.kind in ("text", "both"):
            parts.append(self._text_part(mail, reply, head, own))
        if self.kind in ("html", "both"):
            parts.append(_encoded(self._html(mail, reply, head, own), "html", self))
        return _letter(parts, mail.subject, self.name)

    def _text_part(self, mail: Mail, reply: Reply, head: str, own: Sequence[str]) -> Message:
        rows = [*reply.above, *([""] if reply.above else []), *own]
        rows += ["", *head.split("\n")] + ([""] if self.gap else [])
        for ours, line in _edited(mail.text, reply):
            rows += self._quoted(line) if ours else ["", line, ""]
        rows += ["", *reply.below] if reply.below else []
        if self.flowed:
            rows = [_stuffed(row) for row in rows]
        text = " ".join(row.strip() for row in rows) if self.flat else "\n".join(rows)
        text = text.replace("  ", "\u00a0 ") if self.nbsp else text
        return _encoded(text + "\n", "plain", self)

    def _quoted(self, line: str) -> list[str]:
        line = self.shrink(line)
        if self.width is None or len(self.mark + line) <= self.width or not line.strip():
            return [(self.mark + line).rstrip() if not self.flowed else self._flow(line)]
        pieces = wrap(line, self.width - len(self.mark), break_on_hyphens=False)
        if self.flowed:
            space = " " if not self.del_sp else "  "
            last = len(pieces) - 1
            return [
                self.mark + piece + (space if at < last else "") for at, piece in enumerate(pieces)
            ]
        rest = self.mark if self.mark_wrapped else ""
        return [self.mark + pieces[0], *(rest + piece for piece in pieces[1:])]

    def _flow(self, line: str) -> str:
        return (self.mark + line).rstrip() if line.strip() else ">"

    def _html(self, mail: Mail, reply: Reply, head: str, own: Sequence[str]) -> str:
        rows = [self._row(row) for row in (*reply.above, *(["", *own] if own else []))]
        block = "<br>".join(escape(row) for row in head.split("\n"))
        opening, closing = self.quote
        quoted = self._edited_html(mail.html, reply)
        below = [self._row(row) for row in reply.below]
        return (
            '<html><head><meta http-equiv="Content-Type" content="text/html"><style>p {margin:0}'
            f'</style></head><body>{"".join(rows)}<br><div class="head">{block}<br></div>'
            f"{opening}{quoted}{closing}{''.join(below)}</body></html>"
        )

    def _row(self, row: str) -> str:
        text = escape(row).replace("  ", "&nbsp; ") if row else "<br>"
        return self.line.format(text)

    def _edited_html(self, html: str, reply: Reply) -> str:
        body = html[html.index(">", html.index("<body")) + 1 : html.rindex("</body>")]
        for line, new in reply.changed:
            body = _once(body, f">{escape(line)}</div>", f">{escape(new)}</div>")
        for line, new in reply.after:
            old = f">{escape(line)}</div>"
            body = _once(body, old, f"{old}{self._row('')}{self._row(new)}{self._row('')}")
        return body


def _once(body: str, old: str, new: str) -> str:
    old, new = old.replace("&#x27;", "'"), new.replace("&#x27;", "'")
    at = body.rfind(old)
    assert at >= 0, old
    return body[:at] + new + body[at + len(old) :]


def _edited(text: str, reply: Reply) -> list[tuple[bool, str]]:
    """Our lines with the player's changes; False marks a line that is all his."""
    changed, after = dict(reply.changed), dict(reply.after)
    rows: list[tuple[bool, str]] = []
    lines = text.rstrip("\n").split("\n")
    last = {line: at for at, line in enumerate(lines)}
    for at, line in enumerate(lines):
        is_place = last[line] == at
        rows.append((True, changed.get(line, line) if is_place else line))
        if is_place and line in after:
            rows.append((False, after[line]))
    return rows


def _stuffed(row: str) -> str:
    return f" {row}" if row.startswith((" ", "From ")) else row


def _encoded(text: str, subtype: str, client: Client) -> Message:
    if client.encoding == "base64":
        part: Message = MIMEText(text, subtype, client.charset)
    elif client.encoding == "8bit":
        part = MIMENonMultipart("text", subtype, charset=client.charset)
        part["Content-Transfer-Encoding"] = "8bit"
        part.set_payload(text.encode("utf-8").decode("ascii", "surrogateescape"))
    else:
        charset = Charset(client.charset)
        charset.body_encoding = QP
        part = MIMENonMultipart("text", subtype, charset=client.charset)
        part.set_payload(text, charset)
    if subtype == "plain" and client.flowed:
        part.set_param("format", "flowed")
        if client.del_sp:
            part.set_param("delsp", "yes")
    return part


def _letter(parts: Sequence[Message], subject: str, name: str) -> bytes:
    message = parts[0]
    if len(parts) > 1:
        message = MIMEMultipart("alternative", boundary="=_part_1")
        for part in parts:
            message.attach(part)
    message["From"] = "Ann Example <ann@example.net>"
    message["To"] = f"The Referee <{ADDRESS}>"
    message["Subject"] = f"Re: {subject}"
    message["Date"] = "Wed, 23 Apr 2025 21:14:03 +0200"
    message["Message-ID"] = f"<{re.sub(r'[^a-z0-9]', '', name.lower())}@example.net>"
    message["In-Reply-To"] = SENT_ID
    message["References"] = SENT_ID
    return message.as_bytes()


def _tidy_html_line(line: str) -> str:
    """As a program that renders HTML to text writes a line: runs of blanks are one."""
    return re.sub(r" {2,}", " ", line.strip())


def _block(*keys: str, rule: str = "", bold: str = "") -> str:
    said, sent, to, subject = (f"{bold}{key}{bold}" for key in keys)
    top = f"{rule}\n" if rule else ""
    return (
        f"{top}{said} {{who}} <{{address}}>\n{sent} Mittwoch, 23. April 2025 20:00\n"
        f"{to} Ann Example <ann@example.net>\n{subject} {{subject}}"
    )


_BLOCKS = tuple(
    _block(*keys.split("|"))
    for keys in (
        "From:|Sent:|To:|Subject:",
        "Von:|Gesendet:|An:|Betreff:",
        "De :|Envoyé :|À :|Objet :",
        "De:|Enviado:|Para:|Asunto:",
        "Da:|Inviato:|A:|Oggetto:",
        "De:|Enviado:|Para:|Assunto:",
        "Van:|Verzonden:|Aan:|Onderwerp:",
        "Od:|Wysłano:|Do:|Temat:",
        "От:|Отправлено:|Кому:|Тема:",
        "Från:|Skickat:|Till:|Ämne:",
        "Fra:|Sendt:|Til:|Emne:",
        "Lähettäjä:|Lähetetty:|Vastaanottaja:|Aihe:",
        "Od:|Odesláno:|Komu:|Předmět:",
        "Feladó:|Elküldve:|Címzett:|Tárgy:",
        "Kimden:|Gönderildi:|Kime:|Konu:",
        "Από:|Στάλθηκε:|Προς:|Θέμα:",
        "差出人:|送信日時:|宛先:|件名:",
        "发件人:|发送时间:|收件人:|主题:",
        "보낸 사람:|보낸 날짜:|받는 사람:|제목:",
        "Від:|Надіслано:|Кому:|Тема:",
        "De la:|Trimis:|Către:|Subiect:",
    )
)
_GMAIL = (
    "On Wed, Apr 23, 2025 at 8:00\u202fPM {who} <{address}> wrote:",
    "Am Mi., 23. Apr. 2025 um 20:00 Uhr schrieb {who} <\n{address}>:",
    "Le mer. 23 avr. 2025 à 20:00, {who} <{address}>\na écrit :",
    "El mié, 23 abr 2025 a las 20:00, {who} (<\n{address}>) escribió:",
    "Il giorno mer 23 apr 2025 alle ore 20:00 {who} <\n{address}> ha scritto:",
    "Em qua., 23 de abr. de 2025 às 20:00, {who} <\n{address}> escreveu:",
    "Op wo 23 apr 2025 om 20:00 schreef {who} <{address}>:",
    "śr., 23 kwi 2025 o 20:00 {who} <{address}>\nnapisał(a):",
    "ср, 23 апр. 2025\u202fг. в 20:00, {who} <{address}>:",
    "Den ons 23 apr. 2025 kl 20:00 skrev {who} <\n{address}>:",
    "Den ons. 23. apr. 2025 kl. 20.00 skrev {who} <\n{address}>:",
    "ons. 23. apr. 2025 kl. 20:00 skrev {who} <{address}>:",
    "ke 23. huhtik. 2025 klo 20.00 {who} ({address})\nkirjoitti:",
    "st 23. 4. 2025 v 20:00 odesílatel {who} <\n{address}> napsal:",
    "{who} <{address}> ezt írta (időpont:\n2025. ápr. 23., Sze, 20:00):",
    "{who} <{address}>, 23 Nis 2025 Çar,\n20:00 tarihinde şunu yazdı:",
    "Στις Τετ 23 Απρ 2025 στις 8:00 μ.μ., ο χρήστης {who} <\n{address}> έγραψε:",
    "2025年4月23日(水) 20:00 {who} <{address}>:",
    "{who} <{address}> 于2025年4月23日周三 20:00写道：",
    "{who} <{address}> 於 2025年4月23日 週三 下午8:00寫道：",
    "2025년 4월 23일 (수) 오후 8:00, {who} <{address}>님이 작성:",
    "mie., 23 apr. 2025 la 20:00, {who} <{address}> a scris:",
    "ср, 23 квіт. 2025\u202fр. о 20:00 {who} <{address}> пише:",
    "На ср, 23.04.2025\u202fг. в 20:00 {who} <\n{address}> написа:",
    "st 23. 4. 2025 o 20:00 {who} <{address}> napísal(a):",
    "sri, 23. tra 2025. u 20:00 {who} <{address}> napisao je:",
    "Missatge de {who} <{address}> del dia dc.,\n23 d’abr. 2025 a les 20:00:",
    "Vào Th 4, 23 thg 4, 2025 vào lúc 20:00 {who} <\n{address}> đã viết:",
    "Pada tanggal Rab, 23 Apr 2025 pukul 20.00 {who} <\n{address}> menulis:",
    "V V sre., 23. apr. 2025 ob 20:00 je oseba {who} <\n{address}> napisala:",
    "{who} <{address}> escreveu (quarta, 23/04/2025\nà(s) 20:00):",
)
_APPLE = (
    "On 23 Apr 2025, at 20:00, {who} <{address}> wrote:",
    "Am 23.04.2025 um 20:00 schrieb {who} <{address}>:",
    "Le 23 avr. 2025 à 20:00, {who} <{address}> a écrit :",
    "El 23 abr 2025, a las 20:00, {who} <{address}> escribió:",
    "Il giorno 23 apr 2025, alle ore 20:00, {who} <{address}> ha scritto:",
    "No dia 23 de abr. de 2025, às 20:00, {who} <{address}> escreveu:",
    "Op 23 apr 2025, om 20:00 heeft {who} <{address}> het volgende geschreven:",
    "Wiadomość napisana przez {who} <{address}> w dniu 23 kwi 2025, o godz. 20:00:",
    "23 апр. 2025 г., в 20:00, {who} <{address}> написал(а):",
    "23 apr. 2025 kl. 20:00 skrev {who} <{address}>:",
    "Den 23. apr. 2025 kl. 20.00 skrev {who} <{address}>:",
    "{who} <{address}> kirjoitti 23.4.2025 kello 20.00:",
    "23. 4. 2025 v 20:00, {who} <{address}>:",
    "2025. ápr. 23. dátummal, 20:00 időpontban {who} <{address}> írta:",
    "{who} <{address}> şunları yazdı (23 Nis 2025 20:00):",
    "Στις 23 Απρ 2025, στις 20:00, ο/η {who} <{address}> έγραψε:",
    "2025/04/23 20:00、{who} <{address}>のメール：",
    "在 2025年4月23日，20:00，{who} <{address}> 写道：",
    "{who} <{address}> 於 2025年4月23日 下午8:00 寫道：",
    "2025. 4. 23. 오후 8:00, {who} <{address}> 작성:",
)
_BIRD = (
    "On 23/04/2025 20:00, {who} wrote:",
    "Am 23.04.25 um 20:00 schrieb {who}:",
    "Le 23/04/2025 à 20:00, {who} a écrit\u00a0:",
    "El 23/04/2025 a las 20:00, {who} escribió:",
    "Il 23/04/2025 20:00, {who} ha scritto:",
    "Em 23/04/2025 20:00, {who} escreveu:",
    "Às 20:00 de 23/04/2025, {who} escreveu:",
    "Op 23-04-2025 om 20:00 schreef {who}:",
    "W dniu 23.04.2025 o 20:00, {who} pisze:",
    "23.04.2025 20:00, {who} пишет:",
    "Den 2025-04-23 kl. 20:00, skrev {who}:",
    "Den 23.04.2025 kl. 20.00 skrev {who}:",
    "{who} kirjoitti 23.4.2025 klo 20.00:",
    "Dne 23. 04. 25 v 20:00 {who} napsal(a):",
    "2025. 04. 23. 20:00 keltezéssel, {who} írta:",
    "23.04.2025 20:00 tarihinde {who} yazdı:",
    "Στις 23/4/2025 20:00, ο {who} έγραψε:",
    "在 2025/4/23 20:00, {who} 写道:",
    "{who} 於 2025/4/23 20:00 寫道:",
    "2025. 4. 23. 20:00에 {who} 이(가) 쓴 글:",
    "{who} さんは書きました (2025/04/23 20:00):",
    "23.04.25 20:00, {who} пише:",
    "Pe 23.04.2025 20:00, {who} a scris:",
    "{who} kirjutas 23.04.2025 kell 20:00:",
    "Dana 23.4.2025. u 20:00, {who} napisao je:",
)
_PHONE = (
    "Sent from my iPhone",
    "Von meinem iPhone gesendet",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Enviado do meu iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Wysłane z iPhone'a",
    "Отправлено с iPhone",
    "Skickat från min iPhone",
    "Sendt fra min iPhone",
    "Lähetetty iPhonesta",
    "Odesláno z iPhonu",
    "Az iPhone-omról küldve",
    "iPhone'umdan gönderildi",
    "Στάλθηκε από το iPhone μου",
    "iPhoneから送信",
    "发自我的 iPhone",
    "從我的 iPhone 傳送",
    "나의 iPhone에서 보냄",
)
_ANDROID = (
    "Sent from my Galaxy",
    "Von meinem Galaxy gesendet",
    "Envoyé depuis mon appareil Galaxy",
    "Enviado desde mi Galaxy",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>",
    "Obtenez Outlook pour Android<https://aka.ms/AAb9ysg>",
)
_RULE = "_" * 32
_GMAIL_QUOTE = ('<blockquote class="gmail_quote" style="margin:0">', "</blockquote>")
_PLAIN_QUOTE = ('<div id="appendonsend"></div><hr><div>', "</div>")

CLIENTS = (
    Client("Gmail web", _GMAIL, width=74, quote=_GMAIL_QUOTE, line='<div dir="ltr">{}</div>'),
    Client("Gmail Android", _GMAIL, width=74, quote=_GMAIL_QUOTE, line='<p dir="auto">{}</p>',
           encoding="base64"),
    Client("Gmail iOS", _GMAIL, width=74, own=_PHONE, quote=_GMAIL_QUOTE, nbsp=True),
    Client("Outlook desktop", _BLOCKS, mark="", shrink=_tidy_html_line, nbsp=True,
           line='<p class="MsoNormal">{}<o:p></o:p></p>', quote=("<div>", "</div>"),
           charset="utf-8"),
    Client("Outlook plain text", tuple(
        f"-----Original Message-----\n{block}" for block in _BLOCKS), mark="", kind="text"),
    Client("Outlook bold", tuple(
        re.sub(r"(?m)^([^\n:]+?:) ", r"*\1* ", block) for block in _BLOCKS), mark="", kind="text"),
    Client("Outlook with marks", _BLOCKS, kind="text", width=76, charset="iso-8859-1",
           encoding="8bit"),
    Client("Outlook.com", tuple(f"{_RULE}\n{block}" for block in _BLOCKS), mark="",
           shrink=_tidy_html_line, quote=_PLAIN_QUOTE),
    Client("Outlook mobile", tuple(f"{_RULE}\n{block}" for block in _BLOCKS), mark="", flat=True,
           own=_ANDROID, quote=_PLAIN_QUOTE, encoding="base64"),
    Client("Apple Mail", _APPLE, quote=('<blockquote type="cite"><div>', "</div></blockquote>"),
           encoding="8bit", charset="us-ascii"),
    Client("iPhone Mail", _APPLE, own=_PHONE, shrink=_tidy_html_line, gap=True,
           quote=('<blockquote type="cite">', "</blockquote>"), encoding="base64"),
    Client("Thunderbird", _BIRD, kind="text", width=72, flowed=True, gap=False, encoding="8bit"),
    Client("Thunderbird DelSp", _BIRD, kind="text", width=72, flowed=True, del_sp=True, gap=False),
    Client("Thunderbird HTML", _BIRD, kind="html", quote=('<blockquote type="cite" cite="mid:x">',
           "</blockquote>"), line="<div>{}<br></div>"),
    Client("Yahoo", ("On Wednesday, April 23, 2025 at 08:00:00 PM GMT+2, {who} <{address}> wrote: ",
           "Am Mittwoch, 23. April 2025 um 20:00:00 MESZ hat {who} <{address}> Folgendes"
           " geschrieben: ",
           "Le mercredi 23 avril 2025 à 20:00:00 UTC+2, {who} <{address}> a écrit : "),
           mark="  ", shrink=_tidy_html_line, quote=('<div class="yahoo_quoted"><div>',
           "</div></div>")),
    Client("ProtonMail", ("On Wednesday, April 23rd, 2025 at 8:00 PM, {who} <{address}> wrote:",
           "------- Original Message -------\nOn Wednesday, April 23rd, 2025 at 8:00 PM, {who}"
           " <{address}> wrote:",
           "Le mercredi 23 avril 2025 à 20:00, {who} <{address}> a écrit :"),
           own=("Sent with [Proton Mail](https://proton.me/mail/home) secure email.",)),
    Client("GMX", tuple(_block(*keys.split("|")) for keys in (
           "Gesendet: Mittwoch, 23. April 2025 um 20:00 Uhr\nVon:|Datum:|An:|Betreff:",
           "Sent: Wednesday, April 23, 2025 at 8:00 PM\nFrom:|Date:|To:|Subject:")),
           kind="html", quote=('<div name="quoted-content">', "</div>")),
    Client("Fastmail", ("On Wed, 23 Apr 2025, at 8:00 PM, {who} wrote:",), gap=False),
    Client("K-9", ("Am 23. April 2025 20:00:00 MESZ schrieb {who} <{address}>:",
           "On 23 April 2025 20:00:00 CEST, {who} <{address}> wrote:",
           "Le 23 avril 2025 20:00:00 GMT+02:00, {who} <{address}> a écrit :",
           "Op 23 april 2025 20:00:00 CEST schreef {who} <{address}>:"),
           mark=">", gap=False, width=None),
    Client("mutt", ("On Wed, Apr 23, 2025 at 08:00:00PM +0200, {who} wrote:",), kind="text",
           gap=False, encoding="8bit"),
    Client("mutt indented", ("* {who} <{address}> [2025-04-23 20:00]:",
           "{who} wrote on Wed, Apr 23, 2025 at 08:00:00PM +0200:"), mark="| ", kind="text",
           gap=False),
    Client("Notes", ("{who} <{address}> wrote on 04/23/2025 08:00:00 PM:",
           "-----{who} <{address}> wrote: -----\nTo: Ann Example <ann@example.net>\nFrom: {who}"
           " <{address}>\nDate: 04/23/2025 08:00PM\nSubject: {subject}",
           "From: {who} <{address}>\nTo: Ann Example <ann@example.net>\nDate: 23.04.2025 20:00\n"
           "Subject: {subject}\n" + "_" * 64), mark="> ", width=70, mark_wrapped=False,
           kind="text"),
    Client("Notes unmarked", (
           "Von:    {who} <{address}>\nAn:     Ann Example <ann@example.net>\nDatum:  23.04.2025"
           " 20:00\nBetreff:        {subject}\n\n" + "_" * 64,), mark="", kind="text"),
    Client("Roundcube", ("On 2025-04-23 20:00, {who} wrote:", "Am 2025-04-23 20:00, schrieb {who}:",
           "Le 2025-04-23 20:00, {who} a écrit :", "W dniu 2025-04-23 20:00, {who} napisał(a):",
           "{who} je 2025-04-23 20:00 napisal:", "Den 2025-04-23 20:00 skrev {who}:"),
           kind="text", width=76, gap=False, flowed=False, charset="us-ascii", encoding="8bit"),
    Client("Samsung", ("-------- Original message --------\nFrom: {who} <{address}>\nDate: 23/04/"
           "2025 20:00 (GMT+01:00)\nTo: Ann Example <ann@example.net>\nSubject: {subject}",
           "-------- Ursprüngliche Nachricht --------\nVon: {who} <{address}>\nDatum: 23.04.25"
           " 20:00 (GMT+01:00)\nAn: Ann Example <ann@example.net>\nBetreff: {subject}"),
           mark="", flat=True, own=_ANDROID, quote=("<div>", "</div>")),
    Client("Zoho", ("---- On Wed, 23 Apr 2025 20:00:00 +0200 {who} <{address}> wrote ----",
           "---- Am Wed, 23 Apr 2025 20:00:00 +0200 schrieb {who} <{address}> ----",
           "---- On Wed, 23 Apr 2025 20:00:00 +0200 {who}<{address}> wrote ---"),
           own=("Sent using Zoho Mail",), mark="",
           quote=('<blockquote id="blockquote_zmail">', "</blockquote>")),
    Client("AOL", ("-----Original Message-----\nFrom: {who} <{address}>\nTo: Ann Example "
           "<ann@example.net>\nSent: Wed, Apr 23, 2025 8:00 pm\nSubject: {subject}",), mark="",
           quote=("<div>", "</div>")),
    Client("KMail", ("On Wednesday, April 23, 2025 8:00:00 PM CEST {who} wrote:",
           "Am Mittwoch, 23. April 2025, 20:00:00 CEST schrieb {who}:"), kind="text", gap=False,
           width=76),
    Client("Evolution", ("On Wed, 2025-04-23 at 20:00 +0200, {who} wrote:",
           "Am Mittwoch, dem 23.04.2025 um 20:00 +0200 schrieb {who}:"), kind="text", gap=False,
           width=71, mark_wrapped=True),
    Client("mailx", ("{who} <{address}> wrote:",), kind="text", encoding="8bit"),
    Client("broken wrapping", ("On 23/04/2025 20:00, {who} wrote:",), kind="text", width=60,
           mark_wrapped=False),
)  # fmt: skip
