"""The page behind List-Unsubscribe: looking changes nothing, posting stops a kind of mail."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from pbem.service.context import ServiceContext
from pbem.service.mailing.stopping import StopLink, choose, look_up


def stop_pages(service: ServiceContext) -> Blueprint:
    """`/stop/SEAT/KIND/CODE`: mail programs post to it (RFC 8058), people see a button."""
    pages = Blueprint("stopping", __name__)
    address = "/stop/<int:seat_id>/<kind>/<code>"

    # Scanners of mail follow every link, so a GET must not stop anything.
    @pages.get(address)
    def look(seat_id: int, kind: str, code: str) -> str:
        return _page(service, look_up(service, seat_id, kind, code))

    @pages.post(address)
    def stop(seat_id: int, kind: str, code: str) -> str:
        again = request.form.get("again") == "yes"
        return _page(service, choose(service, seat_id, kind, code, stop=not again))

    return pages


def _page(service: ServiceContext, choice: StopLink | None) -> str:
    if choice is None:
        abort(404, "this link is none of ours")
    return render_template("stop.html", choice=choice)
