"""The operator's pages of the console: the service as a whole, and its people."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, g, render_template, request, session

from pbem.service.console.login import use_form
from pbem.service.context import ServiceContext, ServiceRefusal
from pbem.service.system.buttons import press
from pbem.service.system.page import SystemPage, system_page
from pbem.service.system.people import PeoplePage, people_page
from pbem.web.console_game import GONE
from pbem.web.sessions import VISIT

_SENT_BEFORE = "This form was sent before, and nothing is done twice. This is how things are now."
_LoadPage = Callable[[ServiceContext, int], SystemPage | PeoplePage | None]


def add_system(pages: Blueprint, service: ServiceContext) -> None:
    """`/system` shows what waits and what failed, `/people` who may be one person; a POST to `do`
    below either sees to a row."""

    @pages.get("/system")
    def system() -> str:
        return _shown(service, "system", system_page)

    @pages.post("/system/do")
    def do_system() -> str | tuple[str, int]:
        return _done(service, "system", system_page)

    @pages.get("/people")
    def people() -> str:
        return _shown(service, "people", people_page)

    @pages.post("/people/do")
    def do_people() -> str | tuple[str, int]:
        return _done(service, "people", people_page)


def _done(service: ServiceContext, name: str, load: _LoadPage) -> str | tuple[str, int]:
    """Do what the form says, once, and show the page again."""
    if load(service, g.player.id) is None:
        abort(404, GONE)
    deed, row = request.form.get("do", ""), request.form.get("row", "").strip()
    if not use_form(service, session[VISIT], f"{request.form.get('key', '')} {deed} {row}"):
        return _shown(service, name, load, problem=_SENT_BEFORE), 409
    outcome = press(service, g.player.id, deed, row)
    if outcome is None:
        abort(404, GONE)
    if isinstance(outcome, ServiceRefusal):
        return _shown(service, name, load, problem=_sentence(outcome.text)), 422
    return _shown(service, name, load, done=outcome)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _shown(
    service: ServiceContext, name: str, load: _LoadPage, *, done: str = "", problem: str = ""
) -> str:
    page = load(service, g.player.id)
    if page is None:
        abort(404, GONE)
    return render_template(f"console/{name}.html", page=page, done=done, problem=problem)
