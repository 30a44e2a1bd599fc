"""The unmarked `From: Sent: To: Subject:` block that Outlook and its kin put above a quote."""

import re
from collections.abc import Sequence

_KEYS = {
    "from": "from/von/de/da/från/fra/van/od/от/від/发件人/寄件者/寄件人/差出人/送信者/"
    "lähettäjä/feladó/kimden/odesílatel/expéditeur/remitente/mittente/avsender/"
    "avsändare/nadawca/από/보낸 사람/de la/dari/từ/saatja/nuo/šalje/מאת/من/จาก/"
    "gönderen/frá/pošiljatelj/sūtītājs/발신/보낸사람/보낸이",
    "sent": "sent/gesendet/gesendet am/envoyé/envoyé le/enviado/enviado el/enviado em/"
    "enviada/enviada em/enviat/enviat el/inviato/inviato il/skickat/sendt/verzonden/"
    "wysłano/отправлено/надіслано/изпратено/发送时间/发送日期/傳送時間/"
    "寄件日期/送信日時/lähetetty/elküldve/gönderilme/gönderildi/gönderilme tarihi/"
    "odesláno/odoslané/poslano/στάλθηκε/보낸 날짜/trimis/dikirim/đã gửi/saadetud/"
    "išsiųsta/נשלח/تم الإرسال/ส่ง/nosūtīts/wysłane/보낸시간/보낸 시간",
    "date": "date/datum/fecha/data/dato/дата/日期/日時/日付/päivämäärä/päiväys/tarih/"
    "dátum/ημερομηνία/날짜/tanggal/ngày/kuupäev/תאריך/التاريخ",
    "to": "to/an/à/a/para/till/til/aan/do/komu/кому/до/收件人/收件者/宛先/"
    "vastaanottaja/címzett/kime/προς/받는 사람/către/per a/za/prima/kepada/untuk/đến/"
    "tới/adressaat/kam/אל/إلى/ถึง/destinataire/destinatario/naar/mottaker/modtager/"
    "prejemnik/alıcı/수신/받는사람/받은 사람",
    "cc": "cc/kopie/copia/copie/kopia/kopi/kopio/dw/копия/копія/抄送/副本/bilgi/"
    "másolat/참조/κοιν/cópia",
    "subject": "subject/betreff/objet/asunto/oggetto/assunto/ämne/emne/onderwerp/temat/тема/"
    "относно/主题/主旨/件名/aihe/tárgy/konu/předmět/predmet/zadeva/θέμα/제목/"
    "subiect/subjek/perihal/chủ đề/assumpte/ogg/teema/tema/נושא/الموضوع/เรื่อง/efni/tēma",
    "reply": "reply-to/antwort an/répondre à/rispondi a/responder a",
}
_KIND_OF = {word: kind for kind, words in _KEYS.items() for word in words.split("/")}
# Vowels and tones that stand upon a letter of India's and Siam's scripts are none to `\\w`.
_LETTERS = r"\w\u0900-\u0e7f"
_FIELD = re.compile(
    rf"\s{{0,8}}[*_]{{0,2}}([^\W\d_][{_LETTERS}-]{{0,15}}(?: [{_LETTERS}-]{{1,12}}){{0,2}})"
    r"\s?[*_]{0,2}\s?[:：][*_]{0,2}\s*(.*)$"
)
_TELLING = re.compile(
    r"[^\s<>@]@[^\s<>@]|\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
# NetEase writes the block as a table: `| From | Ann<ann@…> |`.
_CELL = re.compile(r"\s{0,8}\|\s{0,8}([^\W\d_][\w -]{0,30}?)\s*\|\s*(.*)$")
_IN_ONE_LINE = re.compile(r"(?:^|\s)([^\W\d_][\w-]{1,15}):(?=\s)")
_LEAST_IN_ONE_LINE = 4
# Where the fields were cells of a table, the value may stand on a line of its own.
_COLONS = (":", "：", ":*", ":**")
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
            if folded == 1 and lines[at - 1].rstrip().endswith(_COLONS):
                is_telling = is_telling or _TELLING.search(line[:998]) is not None
                end = at + 1
            continue
        kinds.add(kind)
        is_telling = is_telling or _TELLING.search(line[:998]) is not None
        end, folded = at + 1, 0
    if len(kinds) == 1 and is_telling and _is_whole_block(lines[first][:998]):
        return first + 1
    return end if len(kinds) >= 2 and is_telling else None


def bare_block_end(lines: Sequence[str], first: int) -> int:
    """Return the line after the fields at `first` that have no colon, as eM Client writes them.

    Only below a line that announces the original message: `From Mafia` may begin a sentence.
    """
    at = first
    while at < len(lines) and lines[at].partition(" ")[0].casefold() in _KIND_OF:
        at += 1
    is_telling = any(_TELLING.search(line[:998]) for line in lines[first:at])
    return at if at >= first + 2 and is_telling else first


def _is_whole_block(line: str) -> bool:
    """Say whether one line has the keys of a whole block, run together by a program."""
    keys = (_KIND_OF.get(key.casefold()) for key in _IN_ONE_LINE.findall(line))
    return len({key for key in keys if key}) >= _LEAST_IN_ONE_LINE


def is_table_row(line: str) -> bool:
    """Say whether the line is such a field in a row of a table drawn with bars."""
    found = _CELL.match(line[:200])
    return found is not None and found.group(1).casefold() in _KIND_OF


def is_lone_sender(line: str) -> bool:
    """Say whether the line is a `From:` with an address, which alone is a block below a rule."""
    return _kind(line) == "from" and _ADDRESS.search(line[:998]) is not None


def is_sender_field(line: str) -> bool:
    """Say whether the line is the field of such a block that names its writer."""
    return _kind(line) == "from"


def is_header_field(line: str) -> bool:
    """Say whether the line begins with a key of such a block, as `Van:` or `Betreff:`."""
    return _kind(line) is not None


def _kind(line: str) -> str | None:
    form = _CELL if line.lstrip()[:1] == "|" else _FIELD
    is_likely = form is _CELL or ":" in line or "：" in line
    field = form.match(line[:200]) if is_likely else None
    return _KIND_OF.get(field.group(1).casefold()) if field else None
