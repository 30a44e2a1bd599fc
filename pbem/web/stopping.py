"""The page behind List-Unsubscribe: looking changes nothing, posting stops a kind of mail."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request

from pbem.service.desk import Desk
from pbem.service.mailing.stopping import Choice, choose, look_up


def stop_pages(desk: Desk) -> Blueprint:
    """`/stop/SEAT/KIND/CODE`: mail programs post to it (RFC 8058), people see a button."""
    pages = Blueprint("stopping", __name__)
    address = "/stop/<int:seat_id>/<kind>/<code>"

    # Scanners of mail follow every link, so a GET must not stop anything.
    @pages.get(address)
    def look(seat_id: int, kind: str, code: str) -> str:
        return _page(desk, look_up(desk, seat_id, kind, code))

    @pages.post(address)
    def stop(seat_id: int, kind: str, code: str) -> str:
        again = request.form.get("again") == "yes"
        return _page(desk, choose(desk, seat_id, kind, code, stop=not again))

    return pages


def _page(desk: Desk, choice: Choice | None) -> str:
    if choice is None:
        abort(404, "this link is none of ours")
    return render_template("stop.html", choice=choice)
