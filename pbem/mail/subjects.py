"""What machines say first, in many tongues: of an absence, a failure, a receipt, an answer."""

import re

_REPLIES = (
    r"auto\w{0,12}[- ]?(?:generated )?"
    r"(?:reply|re(?:sponse|spond)|antwort|bericht|antwoord|svar|vastaus|odpowied[źz])\b|"
    r"thank(?:s| you) for contacting|we(?: ha|['’])ve received your (?:message|request|e-?mail)|"
    r"your (?:message|e-?mail|request) (?:has been received|requires verif|to .{1,60} awaits)|"
    r"please (?:confirm|verify) your (?:message|e-?mail)|message awaiting (?:approval|moderat)|"
    r"autosvar|auto:|\W?auto[- ]?generated\b|automaattivastaus|odpowied[źz] automatyczna|"
    r"automatische (?:abwesenheitsnotiz|r[üu]ckantwort)|r[ée]ponse auto(?:matique)?|"
    r"(?:respuesta|contestaci[óo]n|mensaje) autom[áa]tic[ao]|resposta autom[áa]tica|"
    r"risposta automatica|автоматический ответ|автоответ|автоматична відповідь|"
    r"автоматичен отговор|automatick[áa] odpov[ěe][ďd]|automatikus v[áa]lasz|"
    r"otomatik yan[ıi]t|αυτόματη απάντηση|r[ăa]spuns automat|balasan otomatis|"
    r"trả lời tự động|自動応答|自動返信|自[动動](?:回复|回覆|回復|答复)|자동 ?(?:회신|응답)|"
    r"תשובה אוטומטית|(?:الرد التلقائي|رد تلقائي)|ตอบกลับอัตโนมัติ|"
    r"(?:samodejni|automatski) odgovor|autoresponder\b"
)
_ABSENCES = (
    r"(?:i(?:'| a)m )?(?:currently )?out of (?:the )?office|ooo\b|"
    r"vacation (?:auto)?[- ]?re(?:ply|sponse)|away from (?:my mail|the office)|"
    r"abwesenheit|abwesend|(?:ich bin (?:derzeit )?)?nicht im b[üu]ro|"
    r"ich bin im urlaub|urlaubsnotiz|"
    r"absence du bureau|absente? du bureau|"
    r"(?:message|avis|notification) d['’]absence|fuera de (?:la )?oficina|fora do escrit[óo]rio|"
    r"fuori (?:sede|ufficio)|assenza dall['’]ufficio|afwezig|buiten kantoor|"
    r"fr[åa]nvaro(?:meddel|besked)|ej på kontoret|frav[æa]r(?:sassistent|smelding|sbesked)|"
    r"ikke (?:til stede|på kontoret)\s*:|"
    r"poissa\s*:|poissa (?:toimistolta|$)|poissaoloilmoitus|poza biurem|jestem na urlopie|"
    r"mimo kancel[áa]ř|nepř[íi]tomen|h[áa]zon k[íi]v[üu]l|i̇?şyeri dışında|ofis dışında|"
    r"εκτός γραφείου|нет на месте\s*:|부재 ?중|不在"
)
_FAILURES = (
    r"undeliverable\b|undelivered (?:e-?mail|mail|message)|"
    r"(?:e-?mail|message) (?:undeliverable|undelivered)|"
    r"(?:e-?mail|message|mail) (?:is |was |has |could )?not (?:be |been )?delivered|"
    r"non[-_ ]?deliver(?:y|able)\b|ndn:|mailbox (?:is )?full|quota exceeded|virus found in|"
    r"(?:your )?message (?:delivery|could not|(?:was )?(?:blocked|rejected)\b)|"
    r"delivery (?:report|notification|status|failure|failed|has failed|incomplete)|"
    r"(?:permanent )?delivery failure|mail (?:delivery|failure|failed, returning|system error)|"
    r"mail could not be delivered|delayed mail\b|warning: (?:delayed mail|mail delayed|"
    r"message .{1,60} delayed|could not send)|notice: mail delivery|returned (?:mail|to sender)|"
    r"(?:failure|failed) (?:notice|delivery)|failure_notice|\[bounce\]|message frozen|"
    r"error\(s\) in forwarding|there was an error sending your mail|system(?:s)? bounce|"
    r"sorry, your message could not be delivered|message you sent (?:was blocked|could not)|"
    r"(?:e-?mail )?complaint about message|(?:nicht zustellbar|unzustellbar)|"
    r"non[ _](?:remis|distribu[ée]|d[ée]livr[ée])|message non (?:remis|distribu[ée]|d[ée]livr[ée])|"
    r"échec de (?:la )?(?:remise|distribution)|no se puede entregar|(?:mensaje )?no entregado|"
    r"non recapitabile|mancato recapito|n[ãa]o (?:é poss[íi]vel entregar|entregue)|"
    r"onbestelbaar|niet (?:bestelbaar|bezorgd)|kan inte levereras|ka?u?nn?e? ikke leveres|"
    r"ei voi(?:da|tu) toimittaa|niedostarczon|nie można dostarczyć|недоставлен|"
    r"не удается доставить|nedoručiteln|nem kézbesíthető|teslim edilemedi|"
    r"配信(?:不能|できません)|メッセージを配信できません|メール配信に失敗|(?:系统)?退信|无法投递|無法傳遞|"
    r"배달되지 않음"
)
_RECEIPTS = (
    r"(?:read|return) receipt\b|disposition notification|not read:|gelesen:|ungelesen:|"
    r"lest rapport|lesebest[äa]tigung|accus[ée] de (?:r[ée]ception|lecture)|"
    r"confirmaci[óo]n de lectura|conferma di lettura|confirma[çc][ãa]o de leitura|"
    r"leesbevestiging|l[äa]skvitto|kvittering for lesing|potwierdzenie odczytu|开封|開封|已读回执"
)
_AUTOMATIC = re.compile(
    rf"\s*\W{{0,3}}(?:{_REPLIES}|{_ABSENCES}|{_FAILURES}|{_RECEIPTS})", re.IGNORECASE
)
# A person may begin so; before the subject of the mail answered, and no `Re:`, a machine does.
_ECHO = re.compile(
    r"\s*(?:read|lu|non lu|leído|letto|lida|lido|gelezen|läst|læst|lest|luettu|przeczytane|"
    r"прочитано|přečteno|okundu|已读|vacation|holiday|on leave|absence|ausente|ausencia|"
    r"ausência(?: temporária)?|assente|niet aanwezig|vakantie|urlaub|im urlaub|"
    r"frånvarande|frånvaro|semester|ferie|"
    r"fravær|nieobecność|nepřítomnost|休假|(?:tentatively )?accepted|declined|tentative|zugesagt|"
    r"abgelehnt|mit vorbehalt|accepté|refusé|aceptad[ao]|rechazad[ao]|accettato|rifiutato|"
    r"geaccepteerd|geweigerd|accepterat|accepteret|hyväksytty|zaakceptowano|принято|"
    r"eingangsbestätigung|received|request received|ticket received|challenge|blocked|rejected)"
    r"\s?[:：]\s*\[",
    re.IGNORECASE,
)
# Old mail servers write no header that tells; what they say first tells.
_OPENING = re.compile(
    r"\s*(?:hi\. (?:this|the) is the \S+|this is the (?:qmail|postfix|mail delivery|mail system)|"
    r"this (?:message|mail|report) (?:was|is) (?:created|generated|sent) automatically|"
    r"this is an (?:automat\w+|auto-?generated)|\**\s*this is an automat\w+|"
    r"(?:your message|the following message|a message (?:that )?you (?:have )?sent).{1,80}"
    r"(?:could not|cannot|can't|was not|has not been|failed to) be delivered|"
    r"i'm (?:sorry|afraid).{1,60}could(?:n't| not) be delivered|"
    r"the original message was received at|"
    r"failed to deliver to|unable to deliver (?:message|your|to)|"
    r"delivery (?:to.{1,80})?(?:has )?(?:failed|been delayed)|"
    r"-{3,} the following addresses had|diese (?:nachricht|e-?mail) wurde automatisch (?:er|ge)|"
    r"ce(?:ci est un)? message (?:a été (?:généré|créé|envoyé) )?automatique)",
    re.IGNORECASE,
)
_OPENING_LENGTH = 400


def is_automatic(subject: str) -> bool:
    """Say whether a decoded subject is one that only machines write."""
    return _AUTOMATIC.match(subject) is not None or _ECHO.match(subject) is not None


def opens_as_machine(body: str) -> bool:
    """Say whether the first sentence of a text is a mail server's or an autoresponder's."""
    return _OPENING.match(body[:_OPENING_LENGTH].replace("\n", " ")) is not None
