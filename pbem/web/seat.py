"""`/seat/ID`: a player's own page, on which he reads, tries and files orders as by mail."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask_limiter import Limiter
from flask_wtf.csrf import CSRFProtect, generate_csrf
from werkzeug.wrappers import Response as AnyResponse

from pbem.games.contract.pages import LineForm
from pbem.service.context import ServiceContext
from pbem.service.pages.checking import Checked, check_lines
from pbem.service.pages.filing import (
    MOST_TEXT,
    PageAnswer,
    WrittenOrders,
    answer_to,
    file_from_page,
)
from pbem.service.pages.seat_page import SeatPage, seat_page
from pbem.web.boards import cards_on, linked
from pbem.web.seat_history import add_history
from pbem.web.seat_sign_in import SeatSignIn

_ID = "/<int(max=2147483647):seat_id>"
MOST_FIELD = 80


def seat_pages(service: ServiceContext, csrf: CSRFProtect, limiter: Limiter) -> Blueprint:
    """The pages of seats, behind one door."""
    pages = Blueprint("seat", __name__, url_prefix="/seat")
    SeatSignIn(service, pages, csrf, limiter)
    _add_sheet(pages, service)
    add_history(pages, service)
    return pages


def _add_sheet(pages: Blueprint, service: ServiceContext) -> None:
    @pages.get(_ID)
    def page(seat_id: int) -> str:
        number = request.args.get("letter", type=int)
        answer = answer_to(service, g.visitor, number) if number else None
        return _shown(service, answer=answer)

    @pages.post(f"{_ID}/check")
    def check(seat_id: int) -> str:
        text = with_added(request.form)
        checked = check_lines(service, g.visitor, text)
        if request.args.get("part"):
            return render_template("seat/statuses.html", checked=checked)
        return _shown(service, text, checked)

    @pages.post(f"{_ID}/orders")
    def orders(seat_id: int) -> AnyResponse | tuple[str, int]:
        return _filed(service, request.form.get("orders", ""))

    @pages.post(f"{_ID}/policy")
    def policy(seat_id: int) -> AnyResponse | tuple[str, int]:
        line = line_of_form(seat_page(service, g.visitor).forms, request.form)
        if not line:
            abort(400, "Fill in what the form asks for.")
        return _filed(service, line)


def _filed(service: ServiceContext, text: str) -> AnyResponse | tuple[str, int]:
    """File a text; where something else was put on file meanwhile, show that and keep the text."""
    form = request.form
    # An empty sheet says that nothing shall be on file.
    written = WrittenOrders(
        (text.strip() or "CLEAR")[:MOST_TEXT],
        form.get("mark", "")[:40],
        form.get("key", "")[:40],
        by_mail=bool(form.get("by_mail")),
    )
    answer = file_from_page(service, g.visitor, written)
    if answer.outcome == "outdated":
        checked = check_lines(service, g.visitor, text)
        return _shown(service, text, checked, answer), 409
    where = url_for("seat.page", seat_id=g.visitor.seat_id, letter=answer.letter_id)
    return redirect(f"{where}#answer", 303)


def _shown(
    service: ServiceContext,
    text: str | None = None,
    checked: Checked | None = None,
    answer: PageAnswer | None = None,
) -> str:
    page = seat_page(service, g.visitor)
    typed = "\n".join(page.draft) if text is None else text
    return render_template(
        "seat/page.html",
        page=page,
        typed=typed,
        checked=checked,
        answer=answer,
        groups=_groups(page),
        board=linked(page.board, url_for("seat.card", seat_id=g.visitor.seat_id, card="")),
        cards=cards_on(page.board),
        csrf=generate_csrf(),
        key=secrets.token_urlsafe(12),
        visitor=g.visitor,
    )


def _groups(page: SeatPage) -> Mapping[str, Sequence[object]]:
    groups: dict[str, list[object]] = {}
    for number, choice in enumerate(page.choices):
        groups.setdefault(choice.group, []).append((number, choice))
    return groups


def with_added(form: Mapping[str, str]) -> str:
    """The sheet with the line below it whose button was pressed, if one was."""
    text, added = form.get("orders", ""), form.get("add", "")
    if "add_from" in form:
        added = form.get(f"amount-{form['add_from'][:6]}", "")
    added = " ".join(added.split())[:MOST_TEXT]
    return f"{text.rstrip()}\n{added}".lstrip("\n") if added else text


def line_of_form(forms: Sequence[LineForm], typed: Mapping[str, str]) -> str:
    """The line that a filled in form stands for; "" where a field is missing."""
    row = next((one for one in forms if one.verb == typed.get("verb")), None)
    if row is None:
        return ""
    words = [row.verb]
    for field in row.form.fields:
        value = " ".join(typed.get(field.name, "").split())[:MOST_FIELD]
        if field.is_needed and not value:
            return ""
        words += [field.lead, value] if value else []
    return " ".join(word for word in words if word)
