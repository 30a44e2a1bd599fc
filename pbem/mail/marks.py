"""What single lines of a reply are: quote marks, separators, forward marks, signatures."""

import re
from collections.abc import Sequence
from enum import StrEnum


class Label(StrEnum):
    """What a line of a letter was taken for."""

    NEW = "new"
    QUOTED = "quoted"
    ATTRIBUTION = "attribution"
    HEADER = "header"
    SEPARATOR = "separator"
    FORWARD = "forward"
    SIGNATURE = "signature"
    OTHER = "other"


# The wide one is Japan's; the entity comes from programs that made text of HTML only by half.
_MARK = r"(?:>|\uff1e|&gt;)"
_QUOTE = re.compile(rf"[ \t]{{0,8}}(?:{_MARK}[ \t]?)+")
_MORE_MARKS = (">", "\uff1e", "&")
_MARKS_WITHIN = 12
_BAR_QUOTE = re.compile(r"[ \t]{0,3}(?:\|>?|[^\W\d_]{1,4}>{1,3})(?:[ \t]|$)")
DASHES = "-_=*\u2010\u2011\u2012\u2013\u2014\u2015\u2500"
_FRAME_WITHIN = re.compile(
    rf"(?<![{DASHES}])[{DASHES}]{{2,}}+\s?(\S.{{2,60}}?)\s?[{DASHES}]{{2,}}+\s*+(?=\S)"
)
_SHORTEST_RULE = 5
_SHORTEST_FRAME = 2
_MOST_FRAMED = 61
_FORWARD_WORDS = (
    r"(?:fwd|forwarded) message|weitergeleitete (?:nachricht|e-?mail)|message transf[ée]r[ée]|"
    r"mensaje reenviado|messaggio inoltrato|mensagem (?:en|re)caminhada|doorgestuurd bericht|"
    r"videresendt (?:besked|melding|meddelelse)|vidarebefordrat (?:meddelande|brev)|"
    r"välitetty viesti|пересланное сообщение|пересылаемое сообщение|"
    r"перенаправленное сообщение|переслане повідомлення|"
    r"(?:przekazana|przesłana) wiadomość|přeposlaná zpráva|preposlaná správa|"
    r"továbbított üzenet|i̇?letilen (?:mesaj|ileti)|προωθημένο μήνυμα|"
    r"转发(?:的)?(?:邮件|信息)|轉寄(?:的)?(?:郵件|訊息)|転送(?:された)?メッセージ|"
    r"전달된 메(?:시|세)지"
)
_IS_FORWARD = re.compile(_FORWARD_WORDS, re.IGNORECASE)
_ORIGINAL_WORDS = re.compile(
    r"(?:original|initial|replied|reply) (?:message|e-?mail)|"
    r"(?:urspr[üu]ngliche|originale?)[ -]?(?:nachricht|e-?mail)|"
    r"message d['’]origine|(?:message|mail|courriel) (?:original|initial)|mensaje original|"
    r"mensagem original|messaggio (?:originale|originario)|(?:oorspronkelijke?|vorige?) bericht|"
    r"oprindelig (?:meddelelse|besked|mail)|opprinnelig melding|ursprungligt meddelande|"
    r"originalmeddelande|originalmelding|originalbesked|alkuper[äa]inen viesti|"
    r"(?:исходное|оригинальное) (?:сообщение|письмо)|оригінальне повідомлення|"
    r"wiadomość oryginalna|oryginalna wiadomość|eredeti üzenet|"
    r"p[ůuô]vodn[íiáa] (?:zpr[áa]va|e-?mail|spr[áa]va)|ori?jinal (?:mesaj|ileti)|"
    r"αρχικό μήνυμα|mesaj original|原始(?:邮件|郵件|信息)|回复的原邮件|元のメッセージ|"
    r"원본 (?:메(?:시|세)지|이메일)|antwort[ -]?nachricht|izvorna poruka|izvirno sporočilo",
    re.IGNORECASE,
)
# What `david` writes is a line without a frame.
_ORIGINAL_OPENING = re.compile(r"\s*\[?original message processed by ", re.IGNORECASE)
_FORWARD_OPENING = re.compile(
    rf"\s*(?:(?:begin|anfang der|inicio del|início da|inizio|början på|start på) )?"
    rf"(?:{_FORWARD_WORDS}|weitergeleiteten nachricht|"
    rf"d[ée]but du message (?:r[ée]exp[ée]di[ée]|transf[ée]r[ée]))\s*[:：]\s*$",
    re.IGNORECASE,
)
_DEVICE = (
    r"i ?phone|i ?pad|i ?pod|android|galaxy|samsung|blackberry|outlook|windows|yahoo|gmail|mail\b|"
    r"mailbox|airmail|sparrow|typeapp|phone|mobil\w*|cell|tablet|huawei|xiaomi|pixel|htc|alcatel|"
    r"proton\w*|thunderbird|spark|k-9|device|laptop|computer|TI-85"
)
# "Sent from Nine", "Sent with Canary": a name of one or two words, and perhaps its address.
_NAMED = r"(?:the )?(?:all new )?(?-i:\w?[A-Z/][\w./-]*)(?: (?-i:[A-Z/|][\w./-]*))?(?:(?!,)\W|$)"
_SENT_FROM = re.compile(
    rf"\s*[(<*_]{{0,3}}(?:"
    rf"(?:sent|posted) (?:from|via|with|by|using)\b.{{0,60}}?\b(?:{_DEVICE})|"
    rf"sent (?:from|via|with|using) \[?{_NAMED}|"
    rf"from (?:my )?(?:mobile\b|i ?phone|i ?pad|android)|\w+ from (?:my )?mobile\s*$|"
    rf"(?:get|download) \[?(?:outlook|bluemail) for|sent from my \S|"
    rf"envoy[ée] (?:depuis|de|[àa] partir|avec)|diese nachricht wurde von mein|"
    rf"von meinem .{{1,40}}gesendet|gesendet (?:von|mit|[üu]ber)|versendet mit|"
    rf"(?:verzonden|verstuurd) (?:met|vanuit|vanaf|via)|"
    rf"inviato (?:da|dal|con)|enviado (?:desde|do|a partir|de|con|com)|sendt fra|"
    rf"skickat fr[åa]n|gestuurd vanaf|ode(?:slá?|sla)no z|odoslan[ée] z|"
    rf"poslano (?:s|z)|"
    rf"l[äa]hetetty|wys[łl]an[eoy]? z|отправлено (?:с|из)|изпратено от|надіслано|στάλθηκε από|"
    rf"trimis d(?:e pe|in)|dikirim dari|được gửi từ|enviat des|saadetud minu|נשלח מ|"
    rf"yahoo mail(?::| on )|.{{0,40}}\baka\.ms/|"
    rf"(?:\S+ ){{0,4}}\S*outlook\S*(?: \S+){{0,3}} ?(?:ios|android)|"
    rf"(?:\S+ ){{0,2}}(?:ios|android)(?: \S+){{0,3}} ?outlook|"
    rf".{{0,40}}\bwww\.avast\.com\b|(?:(?:sent|typed|written) .{{1,40}}?)?"
    rf"(?:please |pls |kindly )?(?:excuse|forgive|pardon) (?:my |the |any )?(?:brevity|typos)\b|"
    rf".{{0,30}}(?:{_DEVICE}).{{0,20}}(?:gönderildi|küldve|gesendet|에서 보냄|から送信)\s*\W?$|"
    rf"från min (?:{_DEVICE})|elküldve az|đã gửi từ|ส่งจาก|(?:أرسلت|تم الإرسال) من|"
    rf"enviado via|从我的.{{1,20}}发送|.{{0,60}}\bavast\b.{{0,40}}$|-- sent from my|"
    rf"發自我的|发自我的|[來来]自我的 ?[a-z]|[發发]送自|從我的 .{{1,30}}傳送|.{{0,20}}から送信)",
    re.IGNORECASE,
)
# One of these is in every such line of plain letters.
_SENT_FROM_WORDS = (
    *("sent", "send", "from", "post", "outlook", "bluemail", "envoy", "nachricht", "verzonden"),
    *("verstuurd", "inviato", "enviado", "enviat", "skickat", "gestuurd", "odes", "odoslan"),
    *("poslano", "lahetetty", "wyslan", "trimis", "dikirim", "saadetud", "yahoo", "aka.ms"),
    *("avast", "excuse", "forgive", "pardon"),
)
_SENT_FROM_LENGTH = 160
_MAY_BE_SENT = re.compile(
    r"(?<!\S)(?:sent|von meinem|gesendet|envoyé|enviado|inviato|verzonden|verstuurd|wys[łl]an|"
    r"skickat|sendt|lähetetty|отправлено|odesláno|надіслано)",
    re.IGNORECASE,
)
# "Sent from my desk, which is easier than my phone." is a person's.
_SENTENCE = re.compile(r"\b(?:is|was|are|isn't|because|but)\b", re.IGNORECASE)
_PICTURE = re.compile(
    r"\s*\[(?:cid:|(?:inline[ -]?)?(?:image|imagen|immagine|imagem|bild|afbeelding|obraz|obrázek|"
    r"kuva|billede|bilde|picture|kép|изображение|зображення|画像|图片|圖片|이미지)\b)",
    re.IGNORECASE,
)
_MOST_LINES_OF_PICTURE = 4
_LINK = re.compile(r"(?<=[\w.)])<(?:https?://|www\.)[^<>\s]{1,900}>")
_DISCLAIMER = re.compile(
    r"\W{0,3}(?:if you (?:are not|have received|received|got|believe you) .{0,30}"
    r"(?:addressee|recipient|in error|by mistake|this (?:e-?mail|message|communication))|"
    r"(?:this|the) (?:e-?mail|message|communication|transmission)\b.{0,60}?"
    r"(?:confidential|privileged|intended (?:only|solely)|solely for)|"
    r"the information (?:contained |transmitted )?in this|confidentiality (?:notice|note)|"
    r"(?:legal )?disclaimer:|please (?:consider|think of) the environment|"
    r"diese (?:e-?mail|nachricht) (?:kann|enthält|ist) .{0,40}vertraulich|"
    r"(?:wenn|sollten|falls) sie nicht der .{0,30}(?:adressat|empfänger)|"
    r"ce (?:message|courriel)\b.{0,60}confidentiel|si vous n['’]êtes pas le .{0,20}destinataire|"
    r"este (?:mensaje|correo)\b.{0,60}confidencial|si usted no es el .{0,20}destinatario|"
    r"questo messaggio\b.{0,60}riservat|dit (?:bericht|e-?mail)\b.{0,60}vertrouwelijk)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"~~(?=[^\s~])[^~]{1,998}~~(?!~)")
_OVERLAID = re.compile(r".[\u0335\u0336]")
_NOT_SHOWN = ("~~", "\u0335", "\u0336", "<http", "<www")
_LIST_FOOTER = re.compile(
    r"\s*(?:\S.{0,60} mailing list\b|to (?:unsubscribe|post to this)|"
    r"you received this (?:message|email) because)",
    re.IGNORECASE,
)


def may_be_quoted(line: str) -> bool:
    """Say whether there is any mark near the line's beginning: most lines have none."""
    head = line[:_MARKS_WITHIN]
    return ">" in head or "|" in head or "&gt;" in head or "\uff1e" in head


def quote_depth(line: str) -> tuple[int, str]:
    """Return how many `>` the line begins with, and what stands behind them."""
    if line[:2] == "> " and line[2:3] not in _MORE_MARKS:
        return 1, line[2:]
    found = _QUOTE.match(line)
    if found is None:
        return 0, line
    marks = found.group()
    depth = marks.count(">") + marks.count("\uff1e") + marks.count("&gt;")
    return depth, line[found.end() :]


def is_bar_quoted(line: str) -> bool:
    """Say whether the line begins with the `| ` or `AE> ` that a few old programs quote with."""
    return ("|" in line[:4] or ">" in line[1:8]) and _BAR_QUOTE.match(line) is not None


def bar_of(line: str) -> str:
    """Return the bar or the initials that `is_bar_quoted` has found, without blanks and arrows."""
    found = _BAR_QUOTE.match(line)
    return found.group().strip(" \t>") if found else ""


def without_bar(line: str) -> str:
    """Return what stands behind the bar of a line that is quoted with one."""
    found = _BAR_QUOTE.match(line)
    return quote_depth(line[found.end() :])[1] if found else line


def is_rule(line: str) -> bool:
    """Say whether the line is nothing but a drawn line; alone it ends nothing."""
    line = line.strip()
    return len(line) >= _SHORTEST_RULE and not line.strip(DASHES)


def is_original_mark(line: str) -> bool:
    """Say whether the line is `-----Original Message-----` in some language."""
    framed = _framed(line)
    if not framed:
        return _ORIGINAL_OPENING.match(line) is not None
    return _ORIGINAL_WORDS.search(framed) is not None


def is_forward_mark(line: str) -> bool:
    """Say whether a forwarded letter begins below this line."""
    if line.rstrip().endswith((":", "：")) and _FORWARD_OPENING.match(line):
        return True
    framed = _framed(line)
    return bool(framed) and _IS_FORWARD.search(framed) is not None


def announced_in(line: str) -> tuple[int, int] | None:
    """Return where `--- Original Message ---` begins and ends that more follows on its line."""
    found = _FRAME_WITHIN.search(line) if "--" in line or "__" in line else None
    if found is None:
        return None
    is_mark = _ORIGINAL_WORDS.search(found[1]) or _IS_FORWARD.search(found[1])
    return found.span() if is_mark else None


def is_broken_frame(line: str, below: str) -> bool:
    """Say whether `--- Original Message` goes on with the rest of its frame in the line below."""
    words = line.strip().lstrip(DASHES).strip()
    is_open = line.lstrip().startswith("--") and below.lstrip().startswith("--")
    return is_open and len(words) <= _MOST_FRAMED and _ORIGINAL_WORDS.fullmatch(words) is not None


def is_drawn(line: str) -> bool:
    """Say whether the line is a drawn line, or has words between two, whatever they say."""
    return is_rule(line) or bool(_framed(line))


def _framed(line: str) -> str:
    """Return the words between two drawn lines, or the empty string."""
    line = line.strip()
    if line[:1].isalnum() or line[-1:].isalnum():
        return ""
    without_left = line.lstrip(DASHES)
    words = without_left.rstrip(DASHES)
    left, right = len(line) - len(without_left), len(without_left) - len(words)
    is_frame = min(left, right) >= _SHORTEST_FRAME and len(words) <= _MOST_FRAMED
    return words.strip() if is_frame else ""


def is_signature_mark(line: str) -> bool:
    """Say whether the line is the `-- ` of RFC 3676 (often without its blank)."""
    return line.rstrip() == "--"


def is_sent_from(line: str) -> bool:
    """Say whether the line is one a telephone or mail program adds by itself."""
    if len(line) > _SENT_FROM_LENGTH:
        return False
    if line.isascii() and not any(map(line.lower().__contains__, _SENT_FROM_WORDS)):
        return False
    return _SENT_FROM.match(line) is not None and not _SENTENCE.search(line)


def without_sent_from(text: str) -> str:
    """Return what was typed without what a telephone added, where line ends are lost."""
    for found in _MAY_BE_SENT.finditer(text, max(len(text) - _SENT_FROM_LENGTH, 0)):
        if is_sent_from(text[found.start() :]):
            return text[: found.start()].rstrip()
    return text.rstrip()


def is_list_footer(line: str) -> bool:
    """Say whether a mailing list's footer begins so, right below a drawn line."""
    return _LIST_FOOTER.match(line) is not None


def pictures(lines: Sequence[str]) -> list[int]:
    """The lines that stand for pictures, which a program could not put into text."""
    found: list[int] = []
    for at, line in enumerate(lines):
        if "[" not in line[:4] or not _PICTURE.match(line):
            continue
        text = lines[at : at + _MOST_LINES_OF_PICTURE]
        end = next((near for near, row in enumerate(text) if row.rstrip().endswith("]")), None)
        found += range(at, at + end + 1) if end is not None else ()
    return found


def is_disclaimer(line: str) -> bool:
    """Say whether the line begins what a company's mail server puts below every letter."""
    return _DISCLAIMER.match(line) is not None


def as_shown(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines without the addresses of links, nor what is struck out: most have none."""
    whole = "\n".join(lines)
    if not any(mark in whole for mark in _NOT_SHOWN):
        return lines
    return [without_links(without_struck(line)) for line in lines]


def without_links(line: str) -> str:
    """Return the line without the addresses that a program has put behind what it took for one."""
    return _LINK.sub("", line) if "<http" in line or "<www" in line else line


def without_struck(line: str) -> str:
    """Return the line without what is struck out in plain text: `~~so~~`, or letter by letter."""
    if "~~" in line:
        line = _STRUCK.sub("", line)
    return _OVERLAID.sub("", line) if not line.isascii() else line


def is_signoff(line: str) -> bool:
    """Say whether the player ends his orders here: `SIGNOFF`, alone on its line."""
    return line.strip(" \t.!").casefold() == "signoff"
