"""More mail programs as they quote, beside those of `clients`: webmails, old hands, the East."""

from __future__ import annotations

from tests.support.clients import Client

_CITE = ('<blockquote type="cite">', "</blockquote>")
_PLAIN = ("<div>", "</div>")
_TO = "Ann Example <ann@example.net>"


def _fields(form: str, *keys: str, at: str = "23.04.2025 20:00") -> str:
    said, sent, to, subject = keys
    values = (said, '"{who}" <{address}>'), (sent, at), (to, _TO), (subject, "{subject}")
    return "\n".join(form.format(key, value) for key, value in values)


def _framed(frame: str, form: str, *keys: str, at: str = "23.04.2025 20:00") -> str:
    return f"{frame}\n{_fields(form, *keys, at=at)}"


_COLON, _BARE, _ROW = "{}: {}", "{} {}", "| {} | {} |"

PROGRAMS = (
    Client("Alpine", ("On Wed, 23 Apr 2025, {who} wrote:",), kind="text"),
    Client("Zimbra", (
        _framed("----- Original Message -----", _COLON, "From", "Sent", "To", "Subject"),
        _framed("----- Mail original -----", _COLON, "De", "Envoyé", "À", "Objet"),
        _framed("----- Ursprüngliche Mail -----", _COLON, "Von", "Gesendet", "An", "Betreff"),
        _framed("----- Messaggio originale -----", _COLON, "Da", "Inviato", "A", "Oggetto"),
        _framed("----- Mensaje original -----", _COLON, "De", "Enviados", "Para", "Asunto"),
        _framed("----- Исходное сообщение -----", _COLON, "От", "Отправленные", "Кому", "Тема"),
        _framed("----- 元のメッセージ -----", _COLON, "差出人", "送信日時", "宛先", "件名"),
    ), mark="", quote=('<hr id="zwchr" data-marker="__DIVIDER__"><div>', "</div>")),
    Client("eM Client", (
        _framed("------ Original Message ------", _BARE, "From", "Date", "To", "Subject"),
        _framed("------ Originalnachricht ------", _BARE, "Von", "Datum", "An", "Betreff"),
        _framed("------ Message d'origine ------", _BARE, "De", "Date", "À", "Objet"),
        _framed("------ Původní zpráva ------", _BARE, "Od", "Datum", "Komu", "Předmět"),
    ), mark="", quote=('<blockquote type="cite" id="x">', "</blockquote>")),
    Client("Spark", ("On 23 Apr 2025 at 20:00 +0200, {who} <{address}>, wrote:",
                     "Am 23. Apr. 2025, 20:00 +0200 schrieb {who} <{address}>:",
                     "El 23 abr 2025 20:00 +0200, {who} <{address}>, escribió:"),
           own=("Sent with Spark",), quote=_CITE),
    Client("Tutanota", ("Apr 23, 2025, 20:00 by {address}:", "23. Apr. 2025, 20:00 von {address}:",
                        "23 avr. 2025, 20:00 de {address}:", "23 apr 2025, 20:00 da {address}:",
                        "23 kwi 2025, 20:00 od {address}:"),
           own=("Sent with Tuta; enjoy secure & ad-free emails:",), kind="html",
           quote=('<blockquote class="tutanota_quote">', "</blockquote>")),
    Client("QQ", (
        _framed("------------------ 原始邮件 ------------------", _COLON,
                "发件人", "发送时间", "收件人", "主题", at="2025年4月23日(星期三) 晚上8:00"),
        _framed("------------------ Original ------------------", _COLON,
                "From", "Date", "To", "Subject", at="Wed, Apr 23, 2025 08:00 PM"),
    ), mark="", own=("发自我的iPhone",), quote=_PLAIN, nbsp=True, charset="gb18030",
        encoding="base64"),
    Client("NetEase", ('At 2025-04-23 20:00:00, "{who}" <{address}> wrote:',
                       "在 2025-04-23 20:00:00，\"{who}\" <{address}> 写道：",
                       "在2025年4月23日 20:00，{who}<{address}> 写道："), mark=">",
           quote=('<blockquote id="isReplyContent">', "</blockquote>")),
    Client("NetEase table", (
        _framed("---- Replied Message ----", _ROW, "From", "Date", "To", "Subject"),
        _framed("---- 回复的原邮件 ----", _ROW, "发件人", "发送日期", "收件人", "主题"),
    ), mark="", kind="text"),
    Client("Mail.ru", ("Среда, 23 апреля 2025, 20:00 +03:00 от {who} <{address}>:",
                       "Wednesday, 23 April 2025, 08:00 PM +03:00 from {who} <{address}>:"),
           own=("Отправлено из мобильной Почты Mail.ru",), mark=">",
           quote=('<blockquote id="mail-app-auto-quote">', "</blockquote>")),
    Client("Yandex", ('23.04.2025, 20:00, "{who}" <{address}>:',
                      '23.04.2025, 20:00, {who} <{address}>:',
                      "----------------\nКому: Ann (ann@example.net);\nТема: {subject};\n"
                      '23.04.2025, 20:00, "{who}" <{address}>:'),
           kind="html", quote=("<blockquote>", "</blockquote>")),
    Client("Seznam", (_framed("---------- Původní e-mail ----------", _COLON,
                              "Od", "Datum", "Komu", "Předmět", at="23. 4. 2025 20:00:00"),),
           mark="", quote=("<blockquote>", "</blockquote>")),
    Client("Horde", ("Quoting {who} <{address}>:", "Zitat von {who} <{address}>:",
                     "{who} <{address}> a écrit :", "Citando {who} <{address}>:",
                     "{who} <{address}> schreef:"), kind="text", width=75),
    Client("GroupWise", (">>> {who} <{address}> 4/23/2025 8:00 PM >>>",
                         '>>> "{who}" <{address}> 23.04.2025 20:00 >>>'), mark="", kind="text"),
    Client("Outlook for Mac", (
        _fields(_COLON, "From", "Date", "To", "Subject", at="Wednesday, 23 April 2025 at 20:00"),
        _fields(_COLON, "Von", "Datum", "An", "Betreff", at="Mittwoch, 23. April 2025 um 20:00"),
        _fields("{} : {}", "De", "Date", "À", "Objet", at="mercredi 23 avril 2025 à 20:00"),
        _fields("**{}:** {}", "From", "Date", "To", "Subject", at="Wednesday, 23 April 2025"),
    ), mark="", quote=_PLAIN),
    Client("Windows Mail", (_fields(_COLON, "From", "Sent", "To", "Subject"),
                            _fields(_COLON, "Van", "Verzonden", "Aan", "Onderwerp"),
                            _fields(_COLON, "Fra", "Sendt", "Til", "Emne")),
           own=("Sent from Mail for Windows", "Verzonden vanuit Mail voor Windows",
                "Sendt fra Mail til Windows"), mark="", quote=_PLAIN),
    Client("WEB.DE app", ("Am 23.04.25, 20:00 schrieb {who} <{address}>:",),
           own=("Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",),
           quote=("<blockquote>", "</blockquote>")),
    Client("T-Online", (_framed("-----Original-Nachricht-----", _COLON,
                                "Von", "Datum", "An", "Betreff"),), mark="", quote=_PLAIN),
    Client("Orange", ("> Message du 23/04/25 20:00\n> De : {who} <{address}>\n> A : " + _TO +
                      "\n> Copie à : \n> Objet : {subject}\n>",), kind="text", gap=False),
    Client("Libero", ("Il 23 aprile 2025 alle 20:00 {who} <{address}> ha scritto:",
                      "Il 23/04/2025 20:00 CEST {who} <{address}> ha scritto:"), quote=_CITE),
    Client("Open-Xchange", ("{who} <{address}> hat am 23.04.2025 20:00 CEST geschrieben:",
                            "On 04/23/2025 8:00 PM CEST {who} <{address}> wrote:",
                            "Op 23-04-2025 20:00 CEST schreef {who} <{address}>:",
                            "Le 23/04/2025 20:00 CEST, {who} <{address}> a écrit :"), quote=_CITE),
    Client("Claws", ("On Wed, 23 Apr 2025 20:00:00 +0200\n{who} <{address}> wrote:",
                     "Am Wed, 23 Apr 2025 20:00:00 +0200\nschrieb {who} <{address}>:",
                     "Le Wed, 23 Apr 2025 20:00:00 +0200,\n{who} <{address}> a écrit :"),
           kind="text", width=72),
    Client("Gnus", ("{who} <{address}> writes:", "On Wed, Apr 23 2025, {who} wrote:"), kind="text"),
    Client("The Bat!", ("Wednesday, April 23, 2025, 8:00:00 PM, you wrote:",),
           mark="TR> ", kind="text", charset="windows-1251"),
    Client("Mailspring", ("On Apr 23 2025, at 8:00 pm, {who} <{address}> wrote:",),
           own=("Sent from Mailspring",), quote=("<blockquote>", "</blockquote>")),
    Client("Aqua Mail", ("On April 23, 2025 8:00:00 PM {who} <{address}> wrote:",
                         "Am 23. April 2025 20:00:00 schrieb {who} <{address}>:"),
           own=("Sent with Aqua Mail for Android",)),
    Client("Airmail", ("On 23 Apr 2025 at 20:00:00, {who} ({address}) wrote:",), quote=_CITE),
    Client("Superhuman", ("On Wed, Apr 23, 2025 at 8:00 PM, {who} < {address} > wrote:",),
           own=("Sent via Superhuman",), quote=_CITE),
    Client("Naver", (_framed("-----Original Message-----", "{}: {}",
                             "From", "Sent", "To", "Subject", at="2025-04-23 (수) 20:00:00"),
                     "2025년 4월 23일 (수) 오후 8:00, {who} <{address}>님이 작성한 메시지:"),
           mark="", quote=_PLAIN, charset="euc-kr", encoding="base64"),
    Client("Becky!", ("On Wed, 23 Apr 2025 20:00:00 +0900\n{who} <{address}> wrote:",
                      "{who} さんは書きました：", "2025/04/23 20:00、{who} さんのメール:"),
           mark="> ", kind="text", charset="iso-2022-jp", encoding="base64"),
)  # fmt: skip
