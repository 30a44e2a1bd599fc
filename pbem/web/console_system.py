"""The console's page of the service as a whole, for who moderates every game."""

from __future__ import annotations

from flask import Blueprint, abort, g, render_template, request, session

from pbem.service.console.login import use_form
from pbem.service.context import ServiceContext, ServiceRefusal
from pbem.service.system.buttons import press
from pbem.service.system.page import system_page
from pbem.web.console_game import GONE
from pbem.web.sessions import VISIT

_SENT_BEFORE = "This form was sent before, and nothing is done twice. This is how things are now."


def add_system(pages: Blueprint, service: ServiceContext) -> None:
    """`/system` shows what waits and what failed, a POST to `/system/do` sees to a row."""

    @pages.get("/system")
    def system() -> str:
        return _shown(service)

    @pages.post("/system/do")
    def do_system() -> str | tuple[str, int]:
        if system_page(service, g.player.id) is None:
            abort(404, GONE)
        name, row = request.form.get("do", ""), request.form.get("row", "")
        if not use_form(service, session[VISIT], f"{request.form.get('key', '')} {name} {row}"):
            return _shown(service, problem=_SENT_BEFORE), 409
        told = press(service, g.player.id, name, row)
        if told is None:
            abort(404, GONE)
        if isinstance(told, ServiceRefusal):
            return _shown(service, problem=told.text), 422
        return _shown(service, done=told)


def _shown(service: ServiceContext, *, done: str = "", problem: str = "") -> str:
    page = system_page(service, g.player.id)
    if page is None:
        abort(404, GONE)
    return render_template("console/system.html", page=page, done=done, problem=problem)
