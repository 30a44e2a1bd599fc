"""The unmarked `From: Sent: To: Subject:` block that Outlook and its kin put above a quote."""

import re
from collections.abc import Sequence

_KEYS = {
    "from": "from von de da från fra van od от від 发件人 寄件者 差出人 lähettäjä feladó kimden "
    "odesílatel expéditeur remitente mittente avsender",
    "sent": "sent gesendet envoyé enviado inviato skickat sendt verzonden wysłano отправлено "
    "надіслано 发送时间 送信日時 lähetetty elküldve gönderilme odesláno",
    "date": "date datum fecha data dato дата 日期 日付 päivämäärä tarih",
    "to": "to an à a para till til aan do komu кому 收件人 宛先 vastaanottaja címzett kime",
    "cc": "cc kopie copia copie kopia kopi dw копия 抄送",
    "subject": "subject betreff objet asunto oggetto assunto ämne emne onderwerp temat тема 主题 "
    "主旨 件名 aihe tárgy konu předmět",
    "reply": "reply-to",
}
_KIND_OF = {word: kind for kind, words in _KEYS.items() for word in words.split()}
_FIELD = re.compile(r"\s{0,8}[*_]{0,2}([^\W\d_][\w-]{0,15})\s?[*_]{0,2}\s?[:：][*_]{0,2}\s*(.*)$")
_TELLING = re.compile(
    r"[^\s<>@]@[^\s<>@]|\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
_MOST_LINES = 16
_MOST_FOLDED = 4


def header_block_end(lines: Sequence[str], first: int) -> int | None:
    """Return the line after the header block that begins at `first`, or None.

    A block has two distinct keys with an address or a date in one of their values; a value
    may run on over a few lines.
    """
    if _kind(lines[first]) is None:
        return None
    kinds: set[str] = set()
    is_telling = False
    end, folded = first, 0
    for at in range(first, min(first + _MOST_LINES, len(lines))):
        line = lines[at]
        kind = _kind(line)
        if not line.strip() or (kind is None and folded == _MOST_FOLDED):
            break
        if kind is None:
            folded += 1
            continue
        kinds.add(kind)
        is_telling = is_telling or _TELLING.search(line[:998]) is not None
        end, folded = at + 1, 0
    return end if len(kinds) >= 2 and is_telling else None


def _kind(line: str) -> str | None:
    field = _FIELD.match(line[:200])
    return _KIND_OF.get(field.group(1).casefold()) if field else None
