"""What single lines of a reply are: quote marks, separators, forward marks, signatures."""

import re
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


_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_BAR_QUOTE = re.compile(r"[ \t]{0,3}\|(?:[ \t]|$)")
_RULE = re.compile(r"\s*[_=*\-\u2500\u2014]{5,}\s*$")
_FRAMED = re.compile(r"\s*-{2,}\s*(\S.{0,60}?)\s*-{2,}\s*$")
_FORWARD_WORDS = re.compile(
    r"forwarded message|weitergeleitete nachricht|message transf[ée]r[ée]|mensaje reenviado|"
    r"messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|videresendt (?:besked|melding)|"
    r"vidarebefordrat meddelande|пересланное сообщение|"
    r"przekazana wiadomość|转发的邮件|転送メッセージ",
    re.IGNORECASE,
)
_ORIGINAL_WORDS = re.compile(
    r"original message|urspr[üu]ngliche nachricht|message d['’]origine|message original|"
    r"mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|"
    r"oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande|alkuper[äa]inen viesti|"
    r"исходное сообщение|оригинальное сообщение|wiadomość oryginalna|eredeti üzenet|"
    r"p[ůu]vodn[íi] zpr[áa]va|orijinal mesaj|原始邮件|原始郵件|元のメッセージ|원본 메시지",
    re.IGNORECASE,
)
_FORWARD_OPENING = re.compile(
    r"\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht|"
    r"d[ée]but du message (?:r[ée]exp[ée]di[ée]|transf[ée]r[ée])|inicio del mensaje reenviado|"
    r"inizio messaggio inoltrato|begin doorgestuurd bericht|vidarebefordrat brev)\s*:\s*$",
    re.IGNORECASE,
)
_DEVICE = (
    r"i ?phone|i ?pad|i ?pod|android|galaxy|samsung|blackberry|outlook|windows|yahoo|gmail|mail\b|"
    r"mailbox|airmail|sparrow|typeapp|phone|mobil\w*|cell|tablet|huawei|xiaomi|pixel|htc|alcatel|"
    r"proton\w*|thunderbird|spark|k-9|device|laptop|computer|TI-85"
)
_SENT_FROM = re.compile(
    rf"\s*[(<*_]{{0,3}}(?:"
    rf"sent (?:from|via|with|by|using)\b.{{0,60}}?\b(?:{_DEVICE})|"
    rf"(?:someone )?from (?:my )?(?:mobile\b|i ?phone|i ?pad|android)|"
    rf"(?:get|download) \[?outlook for|sent from my \S|"
    rf"envoy[ée] (?:depuis|de|[àa] partir)|diese nachricht wurde von mein|von meinem .{{1,40}}"
    rf"gesendet|gesendet (?:von|mit|[üu]ber)|verzonden (?:met|vanaf|via)|"
    rf"inviato (?:da|dal)|enviado (?:desde|do|a partir|de)|sendt fra|skickat fr[åa]n|"
    rf"verstuurd (?:met|vanaf|via)|gestuurd vanaf|ode(?:slá?|sla)no z|odoslan[ée] z|"
    rf"poslano (?:s|z)|"
    rf"l[äa]hetetty|wys[łl]an[eoy]? z|отправлено (?:с|из)|изпратено от|надіслано|στάλθηκε από|"
    rf"trimis d(?:e pe|in)|dikirim dari|được gửi từ|enviat des|saadetud minu|נשלח מ|"
    rf"yahoo mail(?::| on )|.{{0,40}}\baka\.ms/|"
    rf"\S.{{0,30}}\boutlook\b.{{0,20}}\b(?:ios|android)\b|"
    rf".{{0,30}}(?:{_DEVICE}).{{0,20}}(?:gönderildi|küldve|gesendet|에서 보냄|から送信)\s*\W?$|"
    rf"發自我的|发自我的|從我的 .{{1,30}}傳送|.{{0,20}}から送信)",
    re.IGNORECASE,
)
_SENT_FROM_LENGTH = 160
# "Sent from my desk, which is easier than my phone." is a person's.
_SENTENCE = re.compile(r"\b(?:is|was|are|isn't|because|but)\b", re.IGNORECASE)
_LIST_FOOTER = re.compile(
    r"\s*(?:\S.{0,60} mailing list\b|to (?:unsubscribe|post to this)|"
    r"you received this (?:message|email) because)",
    re.IGNORECASE,
)


def quote_depth(line: str) -> tuple[int, str]:
    """Return how many `>` the line begins with, and what stands behind them."""
    found = _QUOTE.match(line) if ">" in line[:4] else None
    if found is None:
        return 0, line
    return found.group().count(">"), line[found.end() :]


def is_bar_quoted(line: str) -> bool:
    """Say whether the line begins with the `| ` that a few old programs quote with."""
    return "|" in line[:4] and _BAR_QUOTE.match(line) is not None


def without_bar(line: str) -> str:
    """Return what stands behind the bar of a line that is quoted with one."""
    found = _BAR_QUOTE.match(line)
    return line[found.end() :] if found else line


def is_rule(line: str) -> bool:
    """Say whether the line is nothing but a drawn line; alone it ends nothing."""
    return _RULE.match(line) is not None


def is_original_mark(line: str) -> bool:
    """Say whether the line is `-----Original Message-----` in some language."""
    framed = _FRAMED.match(line)
    return framed is not None and _ORIGINAL_WORDS.search(framed.group(1)) is not None


def is_forward_mark(line: str) -> bool:
    """Say whether a forwarded letter begins below this line."""
    if _FORWARD_OPENING.match(line):
        return True
    framed = _FRAMED.match(line)
    return framed is not None and _FORWARD_WORDS.search(framed.group(1)) is not None


def is_signature_mark(line: str) -> bool:
    """Say whether the line is the `-- ` of RFC 3676 (often without its blank)."""
    return line.rstrip() == "--"


def is_sent_from(line: str) -> bool:
    """Say whether the line is one a telephone or mail program adds by itself."""
    if len(line) > _SENT_FROM_LENGTH or _SENTENCE.search(line):
        return False
    return _SENT_FROM.match(line) is not None


def is_list_footer(line: str) -> bool:
    """Say whether a mailing list's footer begins so, right below a drawn line."""
    return _LIST_FOOTER.match(line) is not None


def is_signoff(line: str) -> bool:
    """Say whether the player ends his orders here: `SIGNOFF`, alone on its line."""
    return line.strip(" \t.!").casefold() == "signoff"
