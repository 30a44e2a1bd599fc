"""The unmarked `From: Sent: To: Subject:` block that Outlook and its kin put above a quote."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from pbem.mail.marks import DASHES, announced_in

_KEYS = {
    "from": "from/von/de/da/från/fra/van/od/от/від/发件人/寄件者/寄件人/差出人/送信者/"
    "lähettäjä/feladó/kimden/odesílatel/expéditeur/remitente/mittente/avsender/"
    "avsändare/nadawca/od kogo/από/보낸 사람/de la/dari/từ/saatja/nuo/šalje/מאת/من/จาก/"
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
    "tới/adressaat/adresat/kam/אל/إلى/ถึง/destinataire/destinatario/naar/mottaker/modtager/"
    "prejemnik/alıcı/수신/받는사람/받은 사람",
    "cc": "cc/kopie/copia/copie/kopia/kopi/kopio/dw/копия/копія/抄送/副本/bilgi/"
    "másolat/참조/κοιν/cópia",
    "subject": "subject/betreff/objet/asunto/oggetto/assunto/ämne/emne/onderwerp/temat/тема/"
    "относно/主题/主旨/件名/aihe/tárgy/konu/předmět/predmet/zadeva/θέμα/제목/"
    "subiect/subjek/perihal/chủ đề/assumpte/ogg/teema/tema/נושא/الموضوع/เรื่อง/efni/tēma",
    "reply": "reply-to/antwort an/répondre à/rispondi a/responder a",
}
_KIND_OF = {word.casefold(): kind for kind, words in _KEYS.items() for word in words.split("/")}
# Vowels and tones that stand upon a letter of India's and Siam's scripts are none to `\\w`.
_LETTERS = r"\w\u0900-\u0e7f"
_FIELD = re.compile(
    rf"\s{{0,8}}[*_]{{0,2}}([^\W\d_][{_LETTERS}-]{{0,15}}(?: [{_LETTERS}-]{{1,12}}){{0,2}})"
    r"\s?[*_]{0,2}\s?[:：][*_]{0,2}\s*(.*)$"
)
# Letters of what may stand in front of its colon, blanks and stars among them.
_LONGEST_START = 60
_TELLING = re.compile(
    r"[^\s<>@]@[^\s<>@]|\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
)
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
# NetEase writes the block as a table: `| From | Ann<ann@…> |`.
_CELL = re.compile(r"\s{0,8}\|\s{0,8}([^\W\d_][\w -]{0,30}?)\s*\|\s*(.*)$")
_COLON = re.compile(r"\s?[*_]{0,2}\s?[:：](?!//)")
_NO_LETTERS = re.compile(rf"[^{_LETTERS}'-]|\d")
_LONGEST_KEY = 40
_MOST_WORDS = 3
# More colons than a line of fields has, with the times of day in it.
_MOST_COLONS = 16
_LEAST_RUN_TOGETHER = 4
_MOST_BROKEN = 20
_LEAST_BARE = 3
_LONGEST_RUN = 800
_MOST_RUN = 6
# Where the fields were cells of a table, the value may stand on a line of its own.
_COLONS = (":", "：", ":*", ":**")
_MOST_LINES = 16
_MOST_FOLDED = 4


def header_block_end(lines: Sequence[str], first: int) -> int | None:
    """Return the line after the header block that begins at `first`, or None.

    A block has two distinct keys with an address or a date in one of their values; a value
    may run on over a few lines, and a program may have run the whole block together.
    """
    if _kind(lines[first]) is None:
        return _bare_end(lines, first) if is_bare_sender(lines[first]) else None
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
    if len(kinds) >= 2 and is_telling:
        return end
    return run_together_end(lines[first : first + _MOST_RUN], first)


def run_together_end(rows: Sequence[str], first: int) -> int | None:
    """Return the line after a block whose fields a program has run together, or None.

    `rows` are the lines from `first` on. However they were wrapped since: the block ends in the
    line that has the last of its keys.
    """
    kinds: set[str] = set()
    end, length, is_telling = None, 0, False
    for at, row in enumerate(rows):
        length += len(row)
        if not row.strip() or length > _LONGEST_RUN:
            break
        # A key may have been broken, or parted from its colon.
        text = f"{rows[at - 1][-_MOST_BROKEN:].strip()} {row.strip()}" if at else row
        found = _kinds_in(text)
        is_telling = is_telling or _TELLING.search(row) is not None
        is_more = not found <= kinds
        kinds |= found
        if is_more and is_telling and len(kinds) >= _LEAST_RUN_TOGETHER:
            end = first + at + 1
    return end


def run_together_start(line: str) -> int | None:
    """Return where in a line, behind what was typed, such a block begins, or None."""
    if line.count(":") < _LEAST_RUN_TOGETHER or "@" not in line:
        return None
    keys = _keys_in(line[:_LONGEST_RUN])
    is_whole = len({kind for _start, _end, kind in keys}) >= _LEAST_RUN_TOGETHER
    start = keys[0][0] if is_whole else 0
    return start if start and ":" not in line[:start] else None


def bare_block_end(lines: Sequence[str], first: int) -> int:
    """Return the line after the fields at `first` that have no colon, as eM Client writes them.

    Only below a line that announces the original message: `From Mafia` may begin a sentence.
    """
    at = first
    while at < len(lines) and _bare_kind(lines[at]) is not None:
        at += 1
    is_telling = any(_TELLING.search(line[:998]) for line in lines[first:at])
    return at if at >= first + 2 and is_telling else first


def sender_in(rows: Sequence[str]) -> str:
    """Return what a header block says of who wrote: the value of its `From`, or nothing."""
    joined = " ".join(rows)[:_LONGEST_RUN]
    keys = _keys_in(joined)
    for place, (_start, end, kind) in enumerate(keys):
        if kind == "from":
            return joined[end : keys[place + 1][0] if place + 1 < len(keys) else None]
    for row in rows:
        if _kind(row) == "from" or _bare_kind(row) == "from":
            return row.lstrip(" |").partition(" ")[2]
    return ""


def _bare_end(lines: Sequence[str], first: int) -> int | None:
    """The end of fields without colons that no line announces: three of them, with an address."""
    end = bare_block_end(lines, first)
    kinds = {_bare_kind(line) for line in lines[first:end]}
    return end if len(kinds) >= _LEAST_BARE else None


def _bare_kind(line: str) -> str | None:
    return _KIND_OF.get(line[:40].strip(" *_").partition(" ")[0].casefold())


@lru_cache(maxsize=2048)
def _kinds_in(text: str) -> frozenset[str]:
    """Of what kind the keys of a text are; a block is looked for at each of its lines."""
    return frozenset(kind for _start, _end, kind in _keys_in(text))


def _keys_in(text: str) -> list[tuple[int, int, str]]:
    """Where keys with their colons begin and end in a text, and of what kind they are."""
    found = []
    for colon in islice(_COLON.finditer(text), _MOST_COLONS):
        words = text[max(colon.start() - _LONGEST_KEY, 0) : colon.start()].split(" ")
        words = words[-_MOST_WORDS:]
        for first in range(len(words)):
            key = " ".join((_NO_LETTERS.split(words[first])[-1], *words[first + 1 :]))
            if key.casefold() in _KIND_OF:
                start = colon.start() - len(key)
                found.append((start, colon.end(), _KIND_OF[key.casefold()]))
                break
    return found


def is_table_row(line: str) -> bool:
    """Say whether the line is such a field in a row of a table drawn with bars."""
    found = _CELL.match(line[:200])
    return found is not None and found.group(1).casefold() in _KIND_OF


def is_lone_sender(line: str) -> bool:
    """Say whether the line is a `From:` with an address, which alone is a block below a rule."""
    return _kind(line) == "from" and _ADDRESS.search(line[:998]) is not None


def is_bare_sender(line: str) -> bool:
    """Say whether the line is such a sender's without a colon: `From "Ann" <ann@…>`."""
    return "@" in line and _bare_kind(line) == "from" and _ADDRESS.search(line[:998]) is not None


def without_frames(lines: Sequence[str]) -> list[str]:
    """Return of each line the fields that follow `--- Original Message ---` on it, or else it."""
    return [_without_frame(line) if "--" in line or "__" in line else line for line in lines]


def _without_frame(line: str) -> str:
    frame = announced_in(line)
    if frame:
        return line[frame[1] :] if not line[: frame[0]].strip() else line
    # A narrow program has broken the frame in the middle.
    rest = line.lstrip(f" {DASHES}") if line.lstrip().startswith("--") else line
    return rest if is_header_field(rest) else line


def is_header_field(line: str) -> bool:
    """Say whether the line begins with a key of such a block, as `Van:` or `Betreff:`."""
    return _kind(line) is not None


def _kind(line: str) -> str | None:
    form = _CELL if line.lstrip()[:1] == "|" else _FIELD
    start = line[:_LONGEST_START]
    is_likely = form is _CELL or ":" in start or "：" in start
    field = form.match(line[:200]) if is_likely else None
    return _KIND_OF.get(field.group(1).casefold()) if field else None
